//! From a typed name to the page it means.

use std::collections::HashSet;

use super::fold::{fold, slug};
use super::{Name, Resolved};
use crate::path::PagePath;

/// Near names offered, at most.
const NEAR_MAX: usize = 5;
/// Look-ups spent on near names, at most.
const NEAR_LOOKUPS: usize = 120;
/// Similarity from which a name is near, where 1 is equal.
const NEAR_SIMILARITY: f64 = 0.7;
/// Endings of company names that mean the same.
const COMPANY: &[&str] = &[
    "corporation",
    "corp",
    "incorporated",
    "inc",
    "company",
    "co",
    "limited",
    "ltd",
    "gmbh",
    "llc",
];

/// Every folded name that this page is reached by: path, file name, title, aliases, id, slug of the
/// title. Each once.
pub fn keys(name: &Name) -> Vec<String> {
    let mut keys = vec![fold(name.path.as_str()), fold(name.path.name()), fold(&name.title)];
    keys.extend(name.aliases.iter().map(|alias| fold(alias)));
    keys.extend(name.id.iter().map(|id| fold(id)));
    keys.push(fold(&slug(&name.title)));
    let mut seen = HashSet::new();
    keys.retain(|key| !key.is_empty() && seen.insert(key.clone()));
    keys
}

/// Which page a typed name means: exact path before id, title or file name, alias and slug. Two pages
/// at the best rank are both given, whatever their types. `lookup` gives the names under a folded key
/// (see [`keys`]).
pub fn resolve(typed: &str, lookup: &dyn Fn(&str) -> Vec<Name>) -> Resolved {
    let mut paths: Vec<PagePath> = exact(typed, lookup).into_iter().map(|it| it.path).collect();
    match paths.len() {
        0 => Resolved::None { near: near_by_lookup(&fold(plain(typed)), lookup) },
        1 => Resolved::One(paths.remove(0)),
        _ => Resolved::Many(paths),
    }
}

/// The pages that a typed name means, without a look at what is merely near: by path, each once. At most
/// three keys are looked up.
pub fn exact(typed: &str, lookup: &dyn Fn(&str) -> Vec<Name>) -> Vec<Name> {
    let plain = plain(typed);
    let folded = fold(plain);
    if folded.is_empty() {
        return Vec::new();
    }
    let slugged = fold(&slug(plain));
    let mut names = lookup(&folded);
    if slugged != folded {
        names.extend(lookup(&slugged));
    }
    let ranked =
        names.into_iter().filter_map(|name| Some((rank(&name, plain, &folded, &slugged)?, name)));
    let ranked: Vec<(u8, Name)> = ranked.collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    let mut named: Vec<Name> =
        ranked.into_iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, name)| name).collect();
    if named.is_empty() {
        named = in_folder(plain, lookup);
    }
    named.sort_by(|a, b| a.path.cmp(&b.path));
    named.dedup_by(|a, b| a.path == b.path);
    named
}

/// `meetings/Kickoff` for the page of that folder with that title, whose file is called otherwise.
fn in_folder(typed: &str, lookup: &dyn Fn(&str) -> Vec<Name>) -> Vec<Name> {
    let Some((folder, title)) = typed.rsplit_once('/') else { return Vec::new() };
    let (folder, title) = (fold(folder), fold(title));
    let mut names = lookup(&title);
    names.retain(|it| fold(it.path.folder()) == folder && fold(&it.title) == title);
    names
}

/// A typed name without the signs of a link and the ending of a file.
pub fn plain(typed: &str) -> &str {
    let typed = unwrap_link(typed);
    typed.strip_suffix(".md").unwrap_or(typed)
}

/// `[[Target|shown]]` and `[[Target#Heading]]` name `Target`.
fn unwrap_link(typed: &str) -> &str {
    let typed = typed.trim();
    match typed.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]")) {
        Some(inner) => inner.split(['|', '#']).next().unwrap_or(inner).trim(),
        None => typed,
    }
}

/// How exactly a page is named, 0 the most; `None` when the key leads to it by chance.
fn rank(name: &Name, typed: &str, folded: &str, slugged: &str) -> Option<u8> {
    if name.path.as_str() == typed {
        return Some(0);
    }
    if name.id.as_deref() == Some(typed) {
        return Some(1);
    }
    if fold(name.path.as_str()) == folded {
        return Some(2);
    }
    if name.id.as_deref().is_some_and(|id| fold(id) == folded) {
        return Some(3);
    }
    if fold(&name.title) == folded || fold(name.path.name()) == folded {
        return Some(4);
    }
    if name.aliases.iter().any(|alias| fold(alias) == folded) {
        return Some(5);
    }
    // What a slug drops may be the whole difference: `<a>` is not `a`, nor is `../x` an `x`.
    let has_signs = |text: &str| {
        let text = fold(text);
        folded.chars().filter(|c| is_telling(*c)).all(|c| text.contains(c))
    };
    let by_slug = |text: &str| fold(&slug(text)) == slugged && has_signs(text);
    let by_file = fold(name.path.name()) == slugged;
    let near =
        by_slug(&name.title) || by_file && (has_signs(name.path.name()) || has_signs(&name.title));
    (near && !has_other_signs(typed, name)).then_some(6)
}

/// Whether a sign in a name is more than what parts its words.
fn is_telling(c: char) -> bool {
    "<>/\\~@#$%^*+=|{}[]".contains(c)
}

/// Whether a typed name has signs that are a part of names and that none of this page's names has, as `$HOME` for
/// the page `~home`: no file's name tells the two apart, and they are two things.
pub fn has_other_signs(typed: &str, name: &Name) -> bool {
    const SIGNS: &str = "$€£¥~^|<>=%{}§°";
    let signs = |text: &str| -> String { text.chars().filter(|c| SIGNS.contains(*c)).collect() };
    let own = signs(plain(typed));
    let mut called =
        [name.path.name(), &name.title].into_iter().chain(name.aliases.iter().map(String::as_str));
    !own.is_empty() && !called.any(|it| signs(it) == own)
}

/// Names that differ by one slip of the hand, a cut end or a company's ending.
fn near_by_lookup(folded: &str, lookup: &dyn Fn(&str) -> Vec<Name>) -> Vec<PagePath> {
    let mut near = Vec::new();
    if folded.is_empty() {
        return near;
    }
    for key in variants(folded).into_iter().take(NEAR_LOOKUPS) {
        for name in lookup(&key) {
            if !near.contains(&name.path) {
                near.push(name.path);
            }
        }
        if near.len() >= NEAR_MAX {
            break;
        }
    }
    near.truncate(NEAR_MAX);
    near
}

fn variants(folded: &str) -> Vec<String> {
    let mut variants = Vec::new();
    if let Some((stem, last)) = folded.rsplit_once([' ', '-', '_']) {
        if COMPANY.contains(&last.trim_end_matches('.')) {
            variants.extend(COMPANY.iter().map(|ending| format!("{stem} {ending}")));
        }
    } else {
        variants.extend(COMPANY.iter().map(|ending| format!("{folded} {ending}")));
    }
    let mut cut = folded;
    while let Some((stem, _)) = cut.rsplit_once([' ', '-', '_', '.']) {
        variants.push(stem.to_owned());
        cut = stem;
    }
    variants.push(folded.rsplit('/').next().unwrap_or(folded).to_owned());
    for (from, to) in [(' ', '-'), ('-', ' '), ('_', ' '), (' ', '_'), ('-', '_'), ('_', '-')] {
        variants.push(folded.replace(from, &to.to_string()));
    }
    let chars: Vec<char> = folded.chars().take(48).collect();
    for at in 0..chars.len() {
        let mut slip = chars.clone();
        if at + 1 < slip.len() {
            slip.swap(at, at + 1);
            variants.push(slip.iter().collect());
            slip.swap(at, at + 1);
        }
        slip.remove(at);
        variants.push(slip.iter().collect());
    }
    let mut seen = HashSet::new();
    variants
        .retain(|variant| !variant.is_empty() && variant != folded && seen.insert(variant.clone()));
    variants
}

/// Whether a typed name is surely another than those of this page, however like them: one of the two goes on
/// behind a `-` where the other ends, and both are made of several parts or the typed one is the longer.
/// `my-app` and `my-app-web` are two projects; `grace` may be `grace-lin`.
pub fn is_other(typed: &str, name: &Name) -> bool {
    let own = slug(plain(typed).rsplit('/').next().unwrap_or_default());
    let extends = |longer: &str, shorter: &str| {
        let rest = longer.strip_prefix(shorter).and_then(|it| it.strip_prefix('-'));
        rest.is_some_and(|rest| !rest.is_empty())
    };
    let whole = typed.contains('-') && !typed.contains(char::is_whitespace);
    let company = own.rsplit('-').next().is_some_and(|last| COMPANY.contains(&last));
    let called = [name.path.name(), &name.title].into_iter();
    let mut names = called.chain(name.aliases.iter().map(String::as_str)).map(slug);
    whole && !company && names.any(|it| extends(&own, &it) || extends(&it, &own))
}

/// Pages with names near to the typed one, nearest first, at most `limit`. For a refusal that offers
/// them; nothing may be chosen by it.
pub fn near<'a>(
    typed: &str,
    names: impl IntoIterator<Item = &'a Name>,
    limit: usize,
) -> Vec<PagePath> {
    let folded = fold(unwrap_link(typed));
    let mut found: Vec<(f64, &PagePath)> = Vec::new();
    for name in names {
        // A path is compared with paths, a title with titles: `Project X` is no slip for `projects/a`.
        let alike = |key: &&String| key.contains('/') == folded.contains('/');
        let keys = keys(name);
        let scores = keys.iter().filter(alike).map(|key| similarity(&folded, key));
        let score = scores.fold(0.0, f64::max);
        if score >= NEAR_SIMILARITY {
            found.push((score, &name.path));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    found.into_iter().take(limit).map(|(_, path)| path.clone()).collect()
}

/// How alike two names of folders are, from which on one is taken for a slip of the other: `project`, `projects`.
const FOLDER_SIMILARITY: f64 = 0.8;

/// Whether a folder's name is nearly another's, and not the same.
pub fn is_near_folder(typed: &str, known: &str) -> bool {
    let (typed, known) = (fold(typed), fold(known));
    let is_plural =
        known.strip_suffix('s') == Some(&typed) || typed.strip_suffix('s') == Some(&known);
    // `sprint-12` is no slip of `sprint-11`, nor `team-a` of `team-b`.
    let figures = |it: &str| it.chars().filter(char::is_ascii_digit).collect::<String>();
    let (a, b) = without_shared_words(&typed, &known);
    let similar = strsim::normalized_damerau_levenshtein(a, b) >= FOLDER_SIMILARITY;
    typed != known && figures(&typed) == figures(&known) && (is_plural || similar)
}

fn similarity(a: &str, b: &str) -> f64 {
    // Of two names in one folder, or of two projects called `Project …`, only the rest tells anything.
    let (a, b) = without_shared_words(a, b);
    // A name of which the other is the beginning is near whatever the lengths: `plan-20` and `plan-2026`.
    let shorter = if a.len() <= b.len() { a } else { b };
    let telling = shorter.len() >= 3
        || (!shorter.is_empty() && shorter.bytes().all(|byte| byte.is_ascii_digit()));
    let begins = telling && (a.starts_with(b) || b.starts_with(a));
    let lengths = (a.chars().count().abs_diff(b.chars().count())) < 8;
    if begins {
        0.9
    } else if lengths {
        strsim::normalized_damerau_levenshtein(a, b)
    } else {
        0.0
    }
}

/// What parts the words of a name.
fn parts_words(c: char) -> bool {
    c.is_whitespace() || "/-_.·".contains(c)
}

/// Two names without the whole words that both begin with and both end with.
fn without_shared_words<'t>(a: &'t str, b: &'t str) -> (&'t str, &'t str) {
    let shared = |same: &mut dyn Iterator<Item = (char, char)>| {
        let (mut bytes, mut words) = (0, 0);
        for (c, _) in same.take_while(|(one, other)| one == other) {
            bytes += c.len_utf8();
            if parts_words(c) {
                words = bytes;
            }
        }
        words
    };
    let start = shared(&mut a.chars().zip(b.chars()));
    let (a, b) = (&a[start..], &b[start..]);
    let end = shared(&mut a.chars().rev().zip(b.chars().rev()));
    (&a[..a.len() - end], &b[..b.len() - end])
}
