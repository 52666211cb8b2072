//! What a vault promises: words that ought to find a page, made from the vault alone.

use std::collections::HashMap;

use memory::{Call, Exported, Memory};
use wiki::canon::fold;
use wiki::fact;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;
use wiki::time::{Now, interval};
use wiki::{Files, How, Name, Target};

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
    /// What links reach, also pages that promise nothing.
    files: Files,
    /// How many pages bear a folded title.
    titles: HashMap<String, usize>,
}

impl Vault {
    pub(super) fn read(memory: &Memory, call: &Call) -> Result<Self, String> {
        let mut pages = Vec::new();
        let mut each = |exported: Exported| {
            if let (Ok(path), Some(text)) = (PagePath::from_file(&exported.file), exported.text) {
                pages.push(Page::parse(path, text));
            }
            Ok(())
        };
        memory.export(call, &mut each).map_err(|err| err.to_string())?;
        let schema = pages.iter().find(|page| page.path.as_str() == "SCHEMA");
        let schema = Schema::parse(schema.map_or("", |page| &page.text));
        let files = Files::new(pages.iter().map(named));
        let mut titles: HashMap<String, usize> = HashMap::new();
        // What the vault works by promises nothing: its map, log and schema, and what new pages begin with.
        pages.retain(|page| !works_by(page, &schema));
        for page in &pages {
            *titles.entry(fold(&page.title())).or_default() += 1;
        }
        Ok(Self { pages, schema, files, titles })
    }

    pub(super) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// How many pages have this title.
    pub(super) fn titled(&self, title: &str) -> usize {
        self.titles.get(&fold(title)).copied().unwrap_or_default()
    }

    /// Everything that the vault promises in one way, in the order of its pages.
    pub(super) fn promises(&self, of: Of, seed: u64, now: &Now) -> Vec<Promise> {
        match of {
            Of::Heading => self.headings(now),
            Of::Link => self.links(),
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

    /// Links whose shown words are not the target's own name, and that mean one page only.
    fn links(&self) -> Vec<Promise> {
        let mut promises = Vec::new();
        for page in &self.pages {
            for link in &page.links {
                let shown = link.shown.as_deref().unwrap_or_default().trim();
                if link.embed || link.target.is_empty() || !says_something(shown) {
                    continue;
                }
                let Target::Page { path, how } = self.files.resolve_link(&page.path, link) else {
                    continue;
                };
                let is_one = !matches!(how, How::AmbiguousName { .. });
                if is_one && path != page.path && fold(shown) != fold(&link.target) {
                    promises.push(Promise {
                        question: shown.to_owned(),
                        text: shown.to_owned(),
                        page: path.as_str().to_owned(),
                    });
                }
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

/// What links may call a page.
fn named(page: &Page) -> Name {
    Name {
        path: page.path.clone(),
        title: page.title(),
        aliases: page.head.list("aliases"),
        id: None,
        page_type: None,
    }
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
