//! What a vault promises: words that ought to find a page, made from the vault alone.

use std::collections::HashMap;

use memory::{Exported, Memory};
use wiki::canon::fold;
use wiki::fact;
use wiki::link::LinkForm;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;
use wiki::time::{Now, interval};

use super::ask::Asking;
use crate::scale::Random;

/// What a promise is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Title,
    TitleWords,
    Alias,
    Fact,
    Heading,
    Link,
}

pub(super) const KINDS: &[Of] =
    &[Of::Title, Of::TitleWords, Of::Alias, Of::Fact, Of::Heading, Of::Link];

impl Of {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::TitleWords => "title, words in another order",
            Self::Alias => "alias",
            Self::Fact => "fact: key of page",
            Self::Heading => "heading",
            Self::Link => "words of a link",
        }
    }
}

impl Of {
    /// Whether the words are the page's own names.
    pub(super) fn names_its_page(self) -> bool {
        matches!(self, Self::Title | Self::TitleWords | Self::Alias)
    }
}

/// Words, and the page that they ought to find.
#[derive(Debug, Clone)]
pub(super) struct Promise {
    pub(super) question: String,
    /// The words as the vault has them.
    pub(super) text: String,
    pub(super) page: String,
}

/// Promises that are asked, out of `all`.
pub(super) struct Drawn {
    pub(super) all: usize,
    pub(super) asked: Vec<Promise>,
}

/// Every page of the vault, parsed.
pub(super) struct Vault {
    pages: Vec<Page>,
    schema: Schema,
    /// How many pages bear a folded title.
    titles: HashMap<String, usize>,
}

impl Vault {
    pub(super) fn read(memory: &Memory) -> Result<Self, String> {
        let mut pages = Vec::new();
        let mut each = |exported: Exported| {
            if let (Ok(path), Some(text)) = (PagePath::from_file(&exported.file), exported.text) {
                pages.push(Page::parse(path, text));
            }
            Ok(())
        };
        memory.export(&mut each).map_err(|err| err.to_string())?;
        let schema = pages.iter().find(|page| page.path.as_str() == "SCHEMA");
        let schema = Schema::parse(schema.map_or("", |page| &page.text));
        let mut titles: HashMap<String, usize> = HashMap::new();
        // What the vault works by promises nothing: its map, log and schema, and what new pages begin with.
        pages.retain(|page| !works_by(page, &schema));
        for page in &pages {
            *titles.entry(fold(&page.title())).or_default() += 1;
        }
        Ok(Self { pages, schema, titles })
    }

    pub(super) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// How many pages have this title.
    pub(super) fn titled(&self, title: &str) -> usize {
        self.titles.get(&fold(title)).copied().unwrap_or_default()
    }

    /// Everything that the vault promises in one way, in the order of its pages.
    pub(super) fn promises(&self, of: Of, seed: u64, asking: &Asking) -> Vec<Promise> {
        match of {
            Of::Heading => self.headings(&asking.call.now),
            Of::Link => self.links(asking),
            _ => self
                .pages
                .iter()
                .enumerate()
                .flat_map(|(nth, page)| self.own(of, page, nth, seed))
                .collect(),
        }
    }

    fn own(&self, of: Of, page: &Page, nth: usize, seed: u64) -> Vec<Promise> {
        let promise = |question: String, text: String| Promise {
            question,
            text,
            page: page.path.as_str().to_owned(),
        };
        let title = page.title();
        match of {
            Of::Title => vec![promise(title.clone(), title)],
            Of::TitleWords => {
                shuffled(&title, seed, nth).map(|words| promise(words, title)).into_iter().collect()
            }
            Of::Alias => page
                .head
                .list("aliases")
                .into_iter()
                .filter(|alias| !alias.trim().is_empty())
                .map(|alias| promise(alias.clone(), alias))
                .collect(),
            _ => fact::facts(page, &self.schema)
                .into_iter()
                .filter(|fact| !fact.retired)
                .filter_map(|fact| fact.key)
                .map(|key| promise(format!("{key} {title}"), key))
                .collect(),
        }
    }

    /// Headings of two words or more that stand on one page only, and are neither its title nor a day: a
    /// day asks when, not for these words.
    fn headings(&self, now: &Now) -> Vec<Promise> {
        let mut found: HashMap<String, (usize, Promise)> = HashMap::new();
        for page in &self.pages {
            let title = fold(&page.title());
            for section in &page.sections {
                let folded = fold(&section.heading);
                let is_day = interval(&section.heading, now).is_ok();
                if folded == title || is_day || !says_something(&section.heading) {
                    continue;
                }
                let promise = Promise {
                    question: section.heading.clone(),
                    text: section.heading.clone(),
                    page: page.path.as_str().to_owned(),
                };
                found.entry(folded).or_insert((0, promise)).0 += 1;
            }
        }
        let mut promises: Vec<Promise> =
            found.into_values().filter(|(times, _)| *times == 1).map(|(_, it)| it).collect();
        promises.sort_by(|left, right| {
            (&left.page, &left.question).cmp(&(&right.page, &right.question))
        });
        promises
    }

    /// Links whose shown words are not the target's own name.
    fn links(&self, asking: &Asking) -> Vec<Promise> {
        let mut promises = Vec::new();
        for page in &self.pages {
            for link in &page.links {
                let shown = link.shown.as_deref().unwrap_or_default().trim();
                if link.embed || link.target.is_empty() || !says_something(shown) {
                    continue;
                }
                let name = match link.form {
                    LinkForm::Markdown => beside(&page.path, &link.target),
                    LinkForm::Wiki | LinkForm::Head => Some(link.target.clone()),
                };
                let same = |target: &String| {
                    fold(shown) == fold(&link.target) || target == page.path.as_str()
                };
                let target = name.and_then(|name| asking.target(&name)).filter(|it| !same(it));
                promises.extend(target.map(|target| Promise {
                    question: shown.to_owned(),
                    text: shown.to_owned(),
                    page: target,
                }));
            }
        }
        promises.sort_by(|left, right| {
            (&left.question, &left.page).cmp(&(&right.question, &right.page))
        });
        promises.dedup_by(|left, right| left.question == right.question && left.page == right.page);
        promises
    }
}

/// Whether a vault works by this page: recall leaves such pages out.
fn works_by(page: &Page, schema: &Schema) -> bool {
    let path = page.path.as_str();
    schema.for_path(path).is_some_and(|it| it.file.is_some()) || path.starts_with("templates/")
}

/// Two words, or four characters of a script without blanks.
fn says_something(text: &str) -> bool {
    let wide = text.chars().filter(|c| *c as u32 >= 0x2e80 && c.is_alphanumeric()).count();
    wide >= 4
        || text.split_whitespace().filter(|it| it.contains(char::is_alphanumeric)).count() >= 2
}

/// The path of a Markdown link's target, seen from its page; none if it leads out of the vault.
fn beside(page: &PagePath, target: &str) -> Option<String> {
    if target.contains("://") || !target.ends_with(".md") {
        return None;
    }
    let mut parts: Vec<&str> = match target.starts_with('/') {
        true => Vec::new(),
        false => page.folder().split('/').filter(|part| !part.is_empty()).collect(),
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/").trim_end_matches(".md").to_owned())
}

/// The words of a title in another order; none if there is none.
fn shuffled(title: &str, seed: u64, nth: usize) -> Option<String> {
    let before: Vec<&str> = title.split_whitespace().collect();
    let mut words = before.clone();
    let mut random = Random::of(seed, 0x7469_746c, nth);
    for place in (1..words.len()).rev() {
        words.swap(place, random.below(place + 1));
    }
    if words == before {
        let by = usize::from(words.len() > 1);
        words.rotate_left(by);
    }
    (words != before).then(|| words.join(" "))
}

/// At most `limit` of them, but every title.
pub(super) fn drawn(mut promises: Vec<Promise>, of: Of, limit: usize, seed: u64) -> Drawn {
    let all = promises.len();
    if of != Of::Title && all > limit {
        let mut random = Random::of(seed, 0x6d69_6e65, of as usize);
        for place in 0..limit {
            let other = place + random.below(all - place);
            promises.swap(place, other);
        }
        promises.truncate(limit);
    }
    Drawn { all, asked: promises }
}
