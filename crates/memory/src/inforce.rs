//! Which version of each document is in force on a day: pages that say since when they hold, those of one document
//! together, of these the one that began last. A document is told by what replaces what, and by a title, id or file
//! name that differs in its version only. Nothing is read but heads.

use crate::{Call, Error, Memory};
use jiff::civil::Date;
use search::{Archived, Filters, Listing, Row, Version};
use std::collections::{HashMap, HashSet};
use wiki::canon::{fold, plain};
use wiki::path::PagePath;
use wiki::time::read_date;

/// Statuses of pages that are not in force yet, or never were.
const NOT_YET: [&str; 9] =
    ["draft", "proposed", "proposal", "pending", "review", "in-review", "rejected", "草稿", "待审"];
/// Statuses of pages that are in force no more.
const RETIRED: [&str; 5] = ["superseded", "deprecated", "archived", "retired", "obsolete"];
/// Fields that say on which day another page took the place of this one.
const ENDS: [&str; 4] = ["superseded", "superseded_at", "superseded_on", "superseded_date"];
/// Words of a title that say only that a version follows.
const SAYS_VERSION: [&str; 6] = ["version", "ver", "rev", "revision", "版本", "版"];

/// The pages in force on `day`.
pub(crate) fn on(memory: &Memory, call: &Call, day: Date) -> Result<HashSet<PagePath>, Error> {
    let dated = ["valid_from:*".to_owned()];
    let listing = Listing {
        texts: &dated,
        sort: None,
        filters: Filters { archived: Archived::Include, ..Filters::default() },
        now: &call.now,
        types: &[],
        fields: &[],
    };
    let wanted = memory.ask(|index| index.wanted(&listing))?;
    let wanted = wanted.map_err(|it| Error::bad(it.said, it.hint))?;
    let mut rows = memory.ask(|index| index.select(&wanted, 0, usize::MAX))?.rows;
    rows.retain(|it| !has_status(it, &NOT_YET));
    let documents = documents(&rows);
    let mut newest: HashMap<usize, &Row> = HashMap::new();
    let mut followed: HashSet<usize> = HashSet::new();
    for (at, row) in rows.iter().enumerate() {
        if row.facets.valid_from > Some(day) {
            followed.insert(documents[at]);
            continue;
        }
        let best = newest.entry(documents[at]).or_insert(row);
        if age(row) > age(best) {
            *best = row;
        }
    }
    let mut found = HashSet::new();
    for (document, row) in newest {
        let next = if followed.contains(&document) { Next::Later } else { Next::Unknown };
        if stands(memory, row, next, day)? {
            found.insert(row.path.clone());
        }
    }
    Ok(found)
}

/// The later, the greater: since when it holds, then its version.
fn age(row: &Row) -> (Option<Date>, Option<Version>, &PagePath) {
    (row.facets.valid_from, version(row), &row.path)
}

fn version(row: &Row) -> Option<Version> {
    let said = row.values("version").into_iter().next();
    let named = || row.facets.title.split_whitespace().rev().find(|it| is_version(it, None));
    Version::read(said.as_deref().or_else(named)?)
}

fn has_status(row: &Row, words: &[&str]) -> bool {
    row.facets.status.as_deref().is_some_and(|it| words.contains(&it.to_lowercase().as_str()))
}

/// Whether a version that begins after the day takes the place of one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Later,
    Unknown,
}

/// Whether a page that has begun is not over on `day`.
fn stands(memory: &Memory, row: &Row, next: Next, day: Date) -> Result<bool, Error> {
    let facets = &row.facets;
    if facets.valid_to.is_some_and(|last| last < day) || facets.expires.is_some_and(|it| it < day) {
        return Ok(false);
    }
    let ends = ENDS.iter().flat_map(|it| row.values(it)).filter_map(|it| read_date(&it)).min();
    if let Some(end) = ends {
        return Ok(day < end);
    }
    let mut dated = facets.valid_to.is_some() || next == Next::Later;
    for name in facets.superseded_by.iter().chain(&row.values("replaced_by")) {
        // A successor that says since when it holds, and has begun, is in force itself.
        for page in memory.ask(|index| index.names(&key(name)))? {
            let Some(next) = memory.ask(|index| index.row(&page.path))? else { continue };
            if let Some(from) = next.facets.valid_from.or_else(|| next.facets.date()) {
                dated = true;
                if from <= day {
                    return Ok(false);
                }
            }
        }
    }
    // What says only that it is over was so at the latest when it was last changed.
    let is_over = !dated && has_status(row, &RETIRED);
    Ok(!is_over || facets.updated.is_some_and(|end| day < end))
}

/// For each row a number that rows of one document share.
fn documents(rows: &[Row]) -> Vec<usize> {
    let mut of: Vec<usize> = (0..rows.len()).collect();
    let mut names: HashMap<String, Vec<usize>> = HashMap::new();
    let mut called: HashMap<(String, String), usize> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let facets = &row.facets;
        let own = [row.path.as_str(), row.path.name(), &facets.title];
        let own = own.into_iter().chain(facets.id.as_deref());
        let own: HashSet<String> =
            own.chain(facets.aliases.iter().map(String::as_str)).map(key).collect();
        for name in own {
            names.entry(name).or_default().push(at);
        }
        let page_type = facets.page_type.clone().unwrap_or_default();
        for name in unversioned(row) {
            match called.get(&(page_type.clone(), name.clone())) {
                Some(other) => unite(&mut of, at, *other),
                None => drop(called.insert((page_type.clone(), name), at)),
            }
        }
    }
    for (at, row) in rows.iter().enumerate() {
        let others = row.facets.supersedes.iter().chain(&row.facets.superseded_by);
        // A name that several pages have tells nothing.
        for name in others {
            if let Some([other]) = names.get(&key(name)).map(Vec::as_slice) {
                unite(&mut of, at, *other);
            }
        }
    }
    (0..rows.len()).map(|at| root(&mut of, at)).collect()
}

fn root(of: &mut [usize], mut at: usize) -> usize {
    while of[at] != at {
        of[at] = of[of[at]];
        at = of[at];
    }
    at
}

fn unite(of: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(of, a), root(of, b));
    of[a.max(b)] = a.min(b);
}

/// A name or link as it is looked up.
fn key(name: &str) -> String {
    fold(plain(name))
}

/// The title, id and file name without their versions, of a page that has one.
fn unversioned(row: &Row) -> Vec<String> {
    let said = row.values("version").into_iter().next();
    let said = said.as_deref();
    let names = [
        ("title ", Some(row.facets.title.as_str())),
        ("id ", row.facets.id.as_deref()),
        ("file ", Some(row.path.name())),
    ];
    let mut found = Vec::new();
    for (what, name) in names {
        let Some(name) = name else { continue };
        let folded = fold(name);
        let of_word = |c: char| {
            c.is_whitespace() || matches!(c, '-' | '_' | '(' | ')' | '（' | '）' | ':' | ',')
        };
        let words: Vec<&str> = folded.split(of_word).filter(|it| !it.is_empty()).collect();
        let is_said = |it: &&str| !is_version(it, said) && !SAYS_VERSION.contains(it);
        let kept: Vec<&str> = words.iter().copied().filter(is_said).collect();
        let has_version = said.is_some() || kept.len() < words.len();
        if has_version && !kept.is_empty() {
            found.push(format!("{what}{}", kept.join(" ")));
        }
    }
    found
}

/// Whether a word of a name is its version: what the head says, `v3`, `3.10`.
fn is_version(word: &str, said: Option<&str>) -> bool {
    let plain = |it: &str| fold(it).trim_start_matches('v').to_owned();
    let digit = |it: &str| it.starts_with(|c: char| c.is_ascii_digit());
    let marked = word.starts_with(['v', 'V']) && digit(&word[1..]);
    let dotted = digit(word) && word.contains('.') && Version::read(word).is_some();
    marked || dotted || said.is_some_and(|said| plain(said) == plain(word))
}
