//! Which pages a question names: the longest title, alias or file name at each place, in either script of
//! Chinese and, where the letters are no word of the vault, by sound.
//!
//! Han stands anywhere, other letters between the borders of words. Which page of several with one name is
//! meant is not decided here: all are named.

use std::collections::HashSet;
use std::ops::Range;

use wiki::canon::{self, Name, fold};

use super::Snapshot;
use super::ask::{FUNCTION_PAIR, Term};
use super::score::{ScoredPage, Terms};
use crate::analyse::{Role, Script, is_stop_word, script, simplified};
use crate::catalogue::{Called, Catalogue, Start};
use crate::error::IndexError;
use crate::spelling;

/// Bytes of a question that are looked through.
const TEXT_BYTES: usize = 1_500;
/// Characters of one name.
const NAME_CHARS: usize = 48;
/// Bytes of a name in letters with spaces between words, at least; two characters of Han otherwise.
const LETTERS_LEAST: usize = 3;
/// Names by sound: letters at least, words at most, and how many are looked up.
const SOUND_LEAST: usize = 4;
const SOUND_WORDS: usize = 6;
const SOUNDS_MAX: usize = 64;
/// Characters of a name of which no part tells alone.
const MIXED_CHARS: usize = 4;
/// Mentions of one question.
const MENTIONS_MAX: usize = 16;

/// A name in the question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mention {
    /// Bytes of the question.
    pub(super) place: Range<usize>,
    /// Versions of the pages that are called so.
    pub(super) uids: Vec<u64>,
    /// How much the name tells, in [0, 1]: what stands everywhere names nothing.
    pub(super) telling: f32,
    /// Whether the name is a letter behind what the thing is, which tells although no term of it does.
    pub(super) is_lettered: bool,
    /// Whether it is made of a letter or number and of Han: [`is_mixed`].
    pub(super) is_mixed: bool,
    /// The question's terms in the name, and those beside it.
    words: Terms,
    beside: Terms,
}

impl Mention {
    fn new(place: Range<usize>, uids: Vec<u64>) -> Self {
        let (words, beside) = (Terms::default(), Terms::default());
        Self { place, uids, telling: 0.0, is_lettered: false, is_mixed: false, words, beside }
    }

    /// Takes in which of the question's terms stand in the name and which beside it.
    pub(super) fn read(&mut self, terms: &[Term]) {
        for (nth, term) in (0..).zip(terms).filter(|(_, term)| term.weight > FUNCTION_PAIR) {
            let (from, end) = term.place;
            if self.place.start <= from && end <= self.place.end {
                self.words.insert(nth);
            } else if (end <= self.place.start || self.place.end <= from) && end > 0 {
                self.beside.insert(nth);
            }
        }
    }

    /// Whether a page is called so, or has all of the name and more of the question among its own names: the
    /// longer name is meant no less than the shorter one in it.
    pub(super) fn names(&self, page: &ScoredPage) -> bool {
        let longer = !self.words.is_empty()
            && page.head_terms.has_all(self.words)
            && page.head_terms.meets(self.beside);
        longer || self.uids.contains(&page.uid)
    }
}

/// Rarity of the rarest term of a name, against the rarest that there could be.
pub(super) fn telling(place: &Range<usize>, terms: &[Term], atoms: u64) -> f32 {
    let inside = |term: &&Term| place.start <= term.place.0 && term.place.1 <= place.end;
    let rarest = terms.iter().filter(inside).map(|term| term.idf).fold(0.0, f32::max);
    let count = atoms as f32;
    (rarest / (1.0 + (count + 0.5) / 0.5).ln().max(1e-3)).min(1.0)
}

/// Whether a name is made of a letter or number and of Han, which tells although neither part does: `B站`.
fn is_mixed(name: &str) -> bool {
    let has = |of: Script| name.chars().any(|char| script(char) == of);
    name.chars().count() <= MIXED_CHARS && has(Script::Word) && has(Script::Unspaced)
}

/// The question folded as names are, and where each of its bytes stood.
struct Folded {
    text: String,
    /// For each byte of `text` the byte of the question that it was made of; one more for the end.
    from: Vec<usize>,
}

impl Folded {
    fn of(text: &str) -> Self {
        let mut folded = Self { text: String::with_capacity(text.len()), from: Vec::new() };
        for (at, char) in text.char_indices().take_while(|(at, _)| *at < TEXT_BYTES) {
            let spaced = folded.text.ends_with(' ') || folded.text.is_empty();
            match char.is_whitespace() {
                true if spaced => continue,
                true => folded.text.push(' '),
                false if char.is_ascii() => folded.text.push(char.to_ascii_lowercase()),
                false => {
                    let plain = fold(char.encode_utf8(&mut [0; 4]));
                    folded.text.extend(plain.chars().map(simplified));
                }
            }
            folded.from.resize(folded.text.len(), at);
        }
        let end = text.len().min(folded.from.last().map_or(0, |at| at + 1));
        let end = text.ceil_char_boundary(end);
        folded.from.push(end);
        folded
    }

    /// Whether a name may end or start here: at a border of words, or beside Han.
    fn is_border(&self, at: usize) -> bool {
        let word = |char: char| script(char) == Script::Word;
        let before = self.text[..at].chars().next_back().is_some_and(word);
        let behind = self.text[at..].chars().next().is_some_and(word);
        !(before && behind)
    }
}

/// The names in a text, in order and apart from each other.
pub(super) fn mentions(snapshot: &Snapshot<'_>, text: &str) -> Result<Vec<Mention>, IndexError> {
    let (catalogue, names) = (&snapshot.state.catalogue, snapshot.names.as_deref());
    let folded = Folded::of(text);
    let starts = starts(&folded);
    let plain: Vec<Start<'_>> = starts
        .iter()
        .map(|(at, least)| Start { rest: bounded(&folded.text[*at..]), least: *least })
        .collect();
    let ends = |nth: usize, bytes: usize| folded.is_border(starts[nth].0 + bytes);
    let mut found = catalogue.called(names, &plain, &ends)?;
    let key = spelling::simple_key("");
    if catalogue.any_called(names, &key)? {
        let texts: Vec<String> = plain.iter().map(|start| format!("{key}{}", start.rest)).collect();
        let other: Vec<Start<'_>> = texts
            .iter()
            .zip(&plain)
            .map(|(rest, start)| Start { rest, least: key.len() + start.least })
            .collect();
        let ends = |nth: usize, bytes: usize| ends(nth, bytes - key.len());
        for (found, other) in found.iter_mut().zip(catalogue.called(names, &other, &ends)?) {
            join(found, other, key.len());
        }
    }
    let mut mentions: Vec<Mention> = Vec::new();
    let mut free = 0;
    for ((at, _), called) in starts.iter().zip(found) {
        let Some(called) = called.filter(|_| *at >= free && mentions.len() < MENTIONS_MAX) else {
            continue;
        };
        let name = &folded.text[*at..at + called.bytes];
        if is_stop_word(name) {
            continue;
        }
        free = at + called.bytes;
        mentions.push(Mention::new(folded.from[*at]..folded.from[free], called.uids));
    }
    lettered(catalogue, text, &mut mentions)?;
    for mention in &mut mentions {
        mention.is_mixed = text.get(mention.place.clone()).is_some_and(is_mixed);
    }
    Ok(mentions)
}

/// Adds pages that are called by a letter behind what they are ("project A").
fn lettered(
    catalogue: &Catalogue,
    text: &str,
    mentions: &mut Vec<Mention>,
) -> Result<(), IndexError> {
    let text = &text[..text.floor_char_boundary(TEXT_BYTES)];
    for marked in canon::marked(text) {
        let whole = |known: &&mut Mention| {
            known.place.start <= marked.place.start && marked.place.end <= known.place.end
        };
        if let Some(known) = mentions.iter_mut().find(whole) {
            known.is_lettered = true;
            continue;
        }
        let mut uids = catalogue.named(&marked.names())?;
        uids.sort_unstable();
        uids.dedup();
        if !uids.is_empty() && mentions.len() < MENTIONS_MAX {
            mentions
                .push(Mention { is_lettered: true, ..Mention::new(marked.place.clone(), uids) });
        }
    }
    Ok(())
}

/// Keeps the longer of two names, both where they are as long.
fn join(found: &mut Option<Called>, other: Option<Called>, mark: usize) {
    let Some(mut other) = other else { return };
    other.bytes -= mark;
    match found {
        Some(found) if found.bytes > other.bytes => {}
        Some(found) if found.bytes == other.bytes => {
            other.uids.retain(|uid| !found.uids.contains(uid));
            found.uids.extend(other.uids);
        }
        _ => *found = Some(other),
    }
}

/// Where names may start, with the bytes that they take at least.
fn starts(folded: &Folded) -> Vec<(usize, usize)> {
    let mut starts = Vec::new();
    let mut chars = folded.text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        match script(char) {
            Script::Unspaced => {
                let second = chars.peek().map_or(0, |(_, next)| next.len_utf8());
                starts.push((at, char.len_utf8() + second));
            }
            Script::Word if folded.is_border(at) => {
                // One Han character behind a letter makes a name as well: `A组`.
                let mixed = chars.peek().is_some_and(|(_, next)| script(*next) == Script::Unspaced);
                let second = chars.peek().map_or(0, |(_, next)| next.len_utf8());
                starts.push((at, if mixed { char.len_utf8() + second } else { LETTERS_LEAST }));
            }
            _ => {}
        }
    }
    starts.retain(|(at, least)| folded.text.is_char_boundary((at + least).min(folded.text.len())));
    starts
}

fn bounded(text: &str) -> &str {
    text.char_indices().nth(NAME_CHARS).map_or(text, |(end, _)| &text[..end])
}

/// A name that was typed by its sound.
pub(super) struct Sounded {
    pub(super) mention: Mention,
    /// What the pages are called.
    pub(super) names: Vec<String>,
    /// Whether nothing else was typed.
    pub(super) whole: bool,
}

/// Names by sound: runs of words that the vault does not have, and by first letters where nothing else was
/// typed.
pub(super) fn sounded(
    catalogue: &Catalogue,
    text: &str,
    terms: &[Term],
) -> Result<Vec<Sounded>, IndexError> {
    let latin = |term: &&Term| {
        let typed = text.get(term.place.0..term.place.1).unwrap_or_default();
        matches!(term.role, Role::Word | Role::Whole) && spelling::letters(typed).is_some()
    };
    let unknown: HashSet<usize> =
        terms.iter().filter(latin).filter(|term| term.df == 0).map(|term| term.place.0).collect();
    if unknown.is_empty() {
        return Ok(Vec::new());
    }
    let words = words(text);
    let mut keys: Vec<(Range<usize>, String, bool)> = Vec::new();
    let trimmed = text.trim();
    let whole = |place: &Range<usize>| text[place.clone()].trim() == trimmed;
    for first in 0..words.len() {
        let last = (first + SOUND_WORDS).min(words.len());
        for end in (first..last).rev() {
            let run = &words[first..=end];
            if keys.len() >= SOUNDS_MAX || !run.iter().any(|word| unknown.contains(&word.start)) {
                continue;
            }
            let place = run[0].start..run[run.len() - 1].end;
            let between =
                run.windows(2).all(|two| text[two[0].end..two[1].start].trim().is_empty());
            let letters = spelling::letters(&text[place.clone()]).filter(|_| between);
            let Some(letters) = letters else { continue };
            if letters.len() >= SOUND_LEAST || whole(&place) {
                keys.push((place.clone(), spelling::sound_key(&letters), whole(&place)));
            }
            if whole(&place) {
                keys.push((place, spelling::initials_key(&letters), true));
            }
        }
    }
    look_up(catalogue, keys)
}

/// Words of letters and digits, an apostrophe or hyphen between two of them included.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, char) in text.char_indices().take_while(|(at, _)| *at < TEXT_BYTES) {
        let joins = matches!(char, '\'' | '’' | '-');
        if script(char) != Script::Word && !joins {
            continue;
        }
        let end = at + char.len_utf8();
        match words.last_mut() {
            Some(word) if word.end == at => word.end = end,
            _ if joins => {}
            _ => words.push(at..end),
        }
    }
    words
}

fn look_up(
    catalogue: &Catalogue,
    keys: Vec<(Range<usize>, String, bool)>,
) -> Result<Vec<Sounded>, IndexError> {
    let mut found: Vec<Sounded> = Vec::new();
    for (place, key, whole) in keys {
        let overlaps = |other: &Sounded| {
            place.start < other.mention.place.end && other.mention.place.start < place.end
        };
        if found.len() >= MENTIONS_MAX || found.iter().any(overlaps) {
            continue;
        }
        let uids = catalogue.named(std::slice::from_ref(&key))?;
        if uids.is_empty() {
            continue;
        }
        let names = catalogue.names(&key)?;
        let names = names.iter().flat_map(|name| so_called(name, &key)).collect();
        found.push(Sounded { mention: Mention::new(place, uids), names, whole });
    }
    Ok(found)
}

/// The names of a page that a key stands for.
fn so_called(name: &Name, key: &str) -> Vec<String> {
    let all = std::iter::once(&name.title).chain(&name.aliases).map(String::as_str);
    let all = all.chain([name.path.name()]);
    all.filter_map(|called| spelling::stands_for(called, key)).map(str::to_owned).collect()
}
