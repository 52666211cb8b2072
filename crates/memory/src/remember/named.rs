//! The place of a text for which no page was given: the page of whoever speaks, that of the one thing
//! that it names, or today's. What is written as a name is decided in `wiki::canon`.

use super::Place;
use super::speaker::{self, Speaker};
use crate::draft::Draft;
use crate::{Error, Memory, canonical, facets, problem};
use std::ops::Range;
use wiki::canon::{self, Bearer, Name};
use wiki::fact;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::schema::{PageType, Schema};

/// Pages that a warning names, at most.
const NAMED_MAX: usize = 4;

/// Where `words` belong.
pub(super) fn place(draft: &mut Draft<'_>, words: &str) -> Result<Place, Error> {
    let speaker = speaker::of(words);
    if speaker == Speaker::Alone {
        return place_of_speaker(draft);
    }
    match named(draft, words)? {
        Named::One(path) => Ok(Place::Page(path)),
        Named::None if speaker == Speaker::Among => place_of_speaker(draft),
        Named::None => Ok(Place::Today),
        Named::Several(pages) => {
            if let Some(path) = keyed(draft, &pages, words)? {
                return Ok(Place::Page(path));
            }
            // What several things have part in is an occasion: it belongs to its day, not to one of them.
            let named: Vec<&str> = pages.iter().take(NAMED_MAX).map(PagePath::as_str).collect();
            let more = if pages.len() > NAMED_MAX { " and others" } else { "" };
            draft.warnings.push(format!(
                "the text names {}{more}, so it was put on none of them; `--page` says on which it belongs",
                named.join(", ")
            ));
            Ok(Place::Today)
        }
        Named::Unclear { name, pages } => Err(canonical::ambiguous(&redact(&name).0, &pages)),
    }
}

/// The one of the pages that has a key of which the words say the value: "the owner of Atlas is now Bob".
fn keyed(
    draft: &mut Draft<'_>,
    pages: &[PagePath],
    words: &str,
) -> Result<Option<PagePath>, Error> {
    let today = draft.call.now.today();
    let mut found = None;
    for path in pages.iter().take(NAMED_MAX) {
        let page = draft.existing(path)?;
        if fact::speaks_of(&page, &draft.schema, (words, today))
            && found.replace(path.clone()).is_some()
        {
            return Ok(None);
        }
    }
    Ok(found)
}

/// The page of the one person, company or team that is called so, among whom a value such as an owner is.
pub(super) fn party(draft: &Draft<'_>, called: &str) -> Result<Option<PagePath>, Error> {
    let mut names = draft.memory.ask(|index| index.names(&canon::fold(called)))?;
    let schema = &draft.schema;
    let is = |name: &Name| {
        let listed = |it: &str| PARTIES.contains(&format!(" {} ", canon::fold(it)));
        let folder = name.path.as_str().split('/').rev().nth(1);
        bearer(name, schema) == Bearer::Proper
            && (name.page_type.as_deref().is_some_and(listed) || folder.is_some_and(listed))
    };
    names.retain(|it| bearer(it, schema) != Bearer::Never);
    let known = names.iter().all(is);
    let mut paths = paths_of(names);
    Ok(paths.pop().filter(|_| known && paths.is_empty()))
}

/// Whether a page may be made of this name, of which there is none: nothing is like it, or what is like it is
/// called by the beginning of its name up to a `-`, or goes on behind it: `my-app` and `my-app-web` are two.
pub(super) fn is_new(draft: &Draft<'_>, typed: &str, refused: &Error) -> Result<bool, Error> {
    for candidate in &refused.candidates {
        let Ok(path) = PagePath::parse_existing(candidate) else { return Ok(false) };
        let names = draft.memory.ask(|index| index.names(&canon::fold(path.name())))?;
        let Some(name) = names.into_iter().find(|it| it.path == path) else { return Ok(false) };
        if !canon::is_other(typed, &name) && !canon::has_other_signs(typed, &name) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a text names.
enum Named {
    None,
    One(PagePath),
    /// Different things, one page of each.
    Several(Vec<PagePath>),
    /// Pages of one name.
    Unclear {
        name: String,
        pages: Vec<PagePath>,
    },
}

/// The one thing that the words name. A name that two pages have is no guess for either of them.
fn named(draft: &mut Draft<'_>, words: &str) -> Result<Named, Error> {
    let schema = std::sync::Arc::clone(&draft.schema);
    let bearer = |name: &Name| bearer(name, &schema);
    let (found, failed) = draft.memory.looked_up(|lookup| canon::mentions(words, lookup, &bearer));
    if let Some(err) = failed {
        return Err(problem::from_index(err));
    }
    let mut places: Vec<(Range<usize>, Vec<PagePath>)> = Vec::new();
    for mention in found {
        let paths = paths_of(mention.names);
        if !places.iter().any(|(_, known)| *known == paths) {
            places.push((mention.span, paths));
        }
    }
    let one = |it: &(Range<usize>, Vec<PagePath>)| (it.1.len() == 1).then(|| it.1[0].clone());
    let sure: Vec<PagePath> = places.iter().filter_map(one).collect();
    // `Grace` after `Grace Lin` is she, whoever else is called so.
    places.retain(|(_, it)| it.len() == 1 || !it.iter().any(|path| sure.contains(path)));
    Ok(match places.as_slice() {
        [] => noted(draft, words, &schema)?,
        [(span, only)] => match only.as_slice() {
            // What the program writes itself is no place for words, whoever links to it.
            [one] if facets::is_apart(&draft.existing(one)?, &schema) => Named::None,
            [one] => Named::One(one.clone()),
            several => {
                Named::Unclear { name: words[span.clone()].to_owned(), pages: several.to_vec() }
            }
        },
        several => {
            Named::Several(several.iter().filter_map(|(_, it)| it.first()).cloned().collect())
        }
    })
}

fn paths_of(names: Vec<Name>) -> Vec<PagePath> {
    let mut paths: Vec<PagePath> = names.into_iter().map(|it| it.path).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// Notes of one name beyond which it is that of a form (`Meeting notes`), and asks nothing.
const NAMESAKES_MAX: usize = 8;

/// Pages without a type of a name which the words have. Somebody's note takes no facts by being named,
/// so that one alone is no place, and this is told; but of two that may be meant neither the day nor one of them
/// is guessed.
fn noted(draft: &mut Draft<'_>, words: &str, schema: &Schema) -> Result<Named, Error> {
    let note = |name: &Name| match bearer(name, schema) {
        Bearer::ByLink if name.page_type.is_none() => Bearer::Thing,
        _ => Bearer::Never,
    };
    let (found, failed) = draft.memory.looked_up(|lookup| canon::mentions(words, lookup, &note));
    if let Some(err) = failed {
        return Err(problem::from_index(err));
    }
    let mut alone = None;
    for mention in found {
        let name = &words[mention.span.clone()];
        let begins = words[..mention.span.start].trim().is_empty();
        let pages = paths_of(mention.names);
        if !is_full_name(name) {
            continue;
        }
        match pages.as_slice() {
            [one] if begins => alone = Some((name, one.clone())),
            several if (2..=NAMESAKES_MAX).contains(&several.len()) => {
                return Ok(Named::Unclear { name: name.to_owned(), pages });
            }
            _ => {}
        }
    }
    if let Some((name, path)) = alone {
        draft.warnings.push(format!(
            "the page {path} is called `{}`, but has no type that takes facts by name; `--page \"{path}\"` puts it there",
            redact(name).0
        ));
    }
    Ok(Named::None)
}

/// Whether a name is written as that of somebody or something: each of its words, of which there are two at
/// least, with a capital letter; or in a script without capitals.
fn is_full_name(name: &str) -> bool {
    let words = name.split(|c: char| c.is_whitespace() || c == '-').filter(|it| !it.is_empty());
    let small = |word: &str| word.chars().next().is_some_and(char::is_lowercase);
    let latin = name.chars().any(|c| c.is_lowercase() || c.is_uppercase());
    !latin || (words.clone().count() > 1 && !words.clone().any(small))
}

/// Types and folders of pages about somebody or something with a name of its own, in any layout.
const PROPER: &str = " user users person people contact contacts project projects client clients \
    customer customers entity entities topic topics organisation organisations organization \
    organizations company companies team teams product products place places 用户 人物 人员 项目 \
    客户 实体 组织 公司 团队 产品 ";

/// Those of them that can own, lead or make something.
const PARTIES: &str = " user users person people contact contacts client clients customer customers \
    organisation organisations organization organizations company companies team teams 用户 人物 人员 客户 组织 \
    公司 团队 ";

/// Types of pages where things were said, and of pages that say how the vault works.
const OCCASIONS: [&str; 7] = ["session", "daily", "template", "index", "log", "schema", "now"];

/// How a page is named by free text. Of pages without facts, which are somebody's notes and essays,
/// only a link is meant as a place.
fn bearer(name: &Name, schema: &Schema) -> Bearer {
    let path = name.path.as_str();
    let kind = name.page_type.as_deref().map(canon::fold);
    let is_occasion = kind.as_deref().is_some_and(|it| OCCASIONS.contains(&it))
        || ["sessions/", "daily/", "templates/"].iter().any(|it| path.starts_with(it))
        || ["index", "INDEX", "log", "NOW", "SCHEMA"].contains(&path);
    if is_occasion || facets::in_archive(path) {
        return Bearer::Never;
    }
    let is_proper = |it: &str| PROPER.contains(&format!(" {it} "));
    let has_facts = |it: &str| schema.by_name(it).is_some_and(|it| it.facts);
    // The general type says nothing: `projects/atlas` of a layout without projects is one.
    let among_proper = path.split('/').rev().nth(1).is_some_and(|it| is_proper(&canon::fold(it)));
    match kind.as_deref() {
        Some(kind) if is_proper(kind) => Bearer::Proper,
        None if among_proper => Bearer::Proper,
        Some(kind) if has_facts(kind) && among_proper => Bearer::Proper,
        Some(kind) if has_facts(kind) => Bearer::Thing,
        _ => Bearer::ByLink,
    }
}

/// Types of pages about people, the first that the vault has; an entity may be one.
const PEOPLE: [&str; 3] = ["user", "person", "entity"];

/// The page of whoever speaks: the one called so, else a new one among those of people. Others who are served,
/// or who work with them, have pages there too: none of them is taken for the speaker.
fn place_of_speaker(draft: &mut Draft<'_>) -> Result<Place, Error> {
    let schema = std::sync::Arc::clone(&draft.schema);
    match speakers(draft.memory, &schema)?.as_slice() {
        [one] => Ok(Place::Page(one.clone())),
        [] => new_own_page(draft, people(&schema)),
        several => Err(canonical::ambiguous("the user", several)),
    }
}

/// The page of whoever speaks, if there is just one.
pub(crate) fn own_page(memory: &Memory) -> Result<Option<PagePath>, Error> {
    let mut own = speakers(memory, &memory.schema())?;
    Ok(own.pop().filter(|_| own.is_empty()))
}

fn people(schema: &Schema) -> Option<&PageType> {
    PEOPLE.iter().find_map(|it| schema.by_name(it))
}

/// The pages that are called as whoever speaks.
fn speakers(memory: &Memory, schema: &Schema) -> Result<Vec<PagePath>, Error> {
    let mut own = Vec::new();
    for called in canon::SPEAKER {
        let names = memory.ask(|index| index.names(called))?;
        own.extend(names.into_iter().filter(|name| is_speaker(name, called, schema)));
    }
    let users = people(schema).map(|it| format!("{}/", it.folder.trim_matches('/')));
    // Somebody's essay may be called `Me`; a page among those of people is one's own.
    let among = |name: &Name| {
        users.as_deref().is_some_and(|it| name.path.as_str().starts_with(it))
            || bearer(name, schema) == Bearer::Proper
    };
    if own.iter().any(among) {
        own.retain(among);
    }
    Ok(paths_of(own))
}

/// Whether a page is called as whoever speaks calls themselves, and is a place for what they say.
fn is_speaker(name: &Name, called: &str, schema: &Schema) -> bool {
    let titles = [name.path.name(), &name.title].into_iter();
    let mut names = titles.chain(name.aliases.iter().map(String::as_str));
    let place = bearer(name, schema);
    place != Bearer::Never
        && (place != Bearer::ByLink || name.path.folder().is_empty())
        && names.any(|it| canon::fold(it) == called)
}

fn new_own_page(draft: &mut Draft<'_>, people: Option<&PageType>) -> Result<Place, Error> {
    let title = "Me".to_owned();
    let Some(people) = people else { return Ok(Place::New { title, page_type: None }) };
    let folder = format!("{}/", people.folder.trim_matches('/'));
    let mut others = draft.memory.ask(|index| index.all_names())?;
    others.retain(|it| it.path.as_str().starts_with(&folder));
    let meant = match others.as_slice() {
        [] => None,
        _ if people.name == "entity" => None,
        [one] => Some(one.path.to_string()),
        _ => Some(format!("one of the other pages in {folder}")),
    };
    if let Some(meant) = meant {
        draft.warnings.push(format!(
            "a page `Me` was made for whoever speaks; if {meant} is meant, give it the alias `me` and merge the two"
        ));
    }
    Ok(Place::New { title, page_type: Some(people.name.clone()) })
}
