//! A key that is said with the page's name: "Launch date" on the page Launch is its `date`.

use super::super::Fact;
use crate::canon::{SPEAKER, fold};
use crate::page::Page;

/// The key as the page has it, where that is the same but for the page's name before one of the two; else as it
/// was given.
pub(super) fn known<'f>(
    page: &Page,
    facts: impl Iterator<Item = &'f Fact>,
    key: Option<&str>,
) -> Option<String> {
    let key = key?;
    let wanted = fold(key);
    let keys: Vec<&str> = facts.filter_map(|it| it.key.as_deref()).collect();
    if keys.iter().any(|it| fold(it) == wanted) {
        return Some(key.to_owned());
    }
    let names = names(page);
    let own = own_part(&wanted, &names);
    let same = |it: &&&str| own_part(&fold(it), &names) == own;
    Some(keys.iter().find(same).map_or(key, |it| *it).to_owned())
}

/// The page's aliases, title and file name, folded.
pub(super) fn names(page: &Page) -> Vec<String> {
    let mut names = page.head.list("aliases");
    names.extend(page.head.text("title"));
    names.push(page.path.name().to_owned());
    names.iter().map(|it| fold(it)).filter(|it| !it.is_empty()).collect()
}

/// Whether a page of these names is that of whoever speaks.
pub(super) fn is_speakers(names: &[String]) -> bool {
    names.iter().any(|it| SPEAKER.contains(&it.as_str()))
}

/// A folded key without the name of its page before it; on the page of whoever speaks without "my".
pub(super) fn own_part<'k>(key: &'k str, names: &[String]) -> &'k str {
    let key = key.strip_prefix("the ").unwrap_or(key);
    if is_speakers(names)
        && let Some(rest) = ["my ", "我的", "我"].iter().find_map(|it| key.strip_prefix(it))
        && !rest.is_empty()
    {
        return rest;
    }
    let rests =
        names.iter().filter_map(|name| key.strip_prefix(name.as_str()).map(|it| (name, it)));
    let rest = rests.filter_map(|(name, rest)| {
        let joined = ["'s ", "’s ", "s ", "的", " "].iter().find_map(|it| rest.strip_prefix(it));
        let glued = name.chars().next_back().is_some_and(crate::canon::is_han).then_some(rest);
        joined.or(glued).map(str::trim_start).filter(|it| !it.is_empty())
    });
    rest.min_by_key(|it| it.len()).unwrap_or(key)
}
