//! A name of the vault that is nearly what was typed, for a question that found nothing: "Cathrine" for Catherine,
//! 刘阳 for 刘洋.
//!
//! Looked for among titles, aliases and file names and in the text of the few best pages, else of any with a
//! term like it. Nothing is found by
//! it: it is offered, and whoever asks decides.

use std::collections::HashSet;
use std::sync::Arc;

use wiki::canon::{fold, is_surnamed};

use super::Snapshot;
use super::another::read;
use super::ask::{Asked, FUNCTION_PAIR};
use super::score::ScoredPage;
use super::whose::possessor;
use crate::analyse::{Role, is_stop_word, simplified, stemmed};
use crate::big::Wanted;
use crate::delta::DeltaPage;
use crate::error::IndexError;
use crate::spelling;
use crate::text::Texts;

/// Names that are looked through, at most.
const NAMES_MAX: usize = 20_000;
/// Pages whose text is looked through, and bytes of each.
const PAGES: usize = 3;
const TEXT_BYTES: usize = 32 << 10;
/// The same of a page that has a word like the typed one.
const PAGE_BYTES: usize = 256 << 10;
/// Letters of a name at least, and from which on two slips are one name still.
const LETTERS_LEAST: usize = 3;
const LETTERS_LONG: usize = 8;
/// Typed names that are looked for.
const TYPED_MAX: usize = 4;
/// Characters of a name of a person in Chinese.
const HAN_CHARS: std::ops::RangeInclusive<usize> = 2..=3;

/// What is offered instead of what the vault does not have, as it is written there.
pub(super) fn near(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    scored: &[ScoredPage],
    texts: Texts<'_>,
) -> Result<Option<String>, IndexError> {
    let (letters, sounds) = (letters(asked), sounds(asked));
    if letters.is_empty() && sounds.is_empty() {
        return Ok(None);
    }
    let mut found = Vec::new();
    read(snapshot, (scored, PAGES), texts, &mut |_, _, text| {
        let text = &text[..text.floor_char_boundary(TEXT_BYTES)];
        found.extend(letters.iter().find_map(|typed| word_like(typed, text)));
        found.extend(sounds.iter().find_map(|typed| typed.sounds_in(text)));
    })?;
    if let Some(best) = found.into_iter().next() {
        return Ok(Some(best));
    }
    if let Some(name) = of_sound(snapshot, &sounds)? {
        return Ok(Some(name));
    }
    match of_letters(snapshot, &letters)? {
        Some(name) => Ok(Some(name)),
        None => of_words(snapshot, &letters, texts),
    }
}

/// A name in the text of any page.
fn of_words(
    snapshot: &Snapshot<'_>,
    letters: &[String],
    texts: Texts<'_>,
) -> Result<Option<String>, IndexError> {
    for typed in letters {
        let stem = stemmed(typed);
        let like = |term: &str| is_slip(&stem, term);
        let holds = |page: &&Arc<DeltaPage>| {
            let mut atoms = page.atoms.iter();
            atoms.any(|atom| atom.terms.keys().any(|term| like(term)))
        };
        let mut uids: Vec<u64> =
            snapshot.delta().filter(holds).take(PAGES).map(|page| page.uid).collect();
        if let (Ok(big), Some(searcher), Some(first)) =
            (&snapshot.state.big, &snapshot.searcher, stem.chars().next())
        {
            let terms = big.terms_from(searcher, first, (PAGES, &like))?;
            let terms: Vec<(String, f32)> = terms.into_iter().map(|term| (term, 1.0)).collect();
            let wanted = Wanted { terms: &terms, ..Wanted::default() };
            let pages = big.evidence(searcher, &wanted, &snapshot.passing.big, PAGES)?;
            uids.extend(pages.iter().map(|page| page.uid));
        }
        let state = snapshot.state;
        for uid in uids {
            let Some(info) = state.views.info(&state.catalogue, uid)? else { continue };
            let Some(text) = texts(&info.file) else { continue };
            let text = text.as_str();
            let read = &text[..text.floor_char_boundary(PAGE_BYTES)];
            if let Some(word) = word_like(typed, read) {
                return Ok(Some(word));
            }
        }
    }
    Ok(None)
}

/// Words in letters that the vault does not have, folded.
fn letters(asked: &Asked) -> Vec<String> {
    let mut typed: Vec<String> = Vec::new();
    for term in asked.terms[..asked.speakers].iter().filter(|term| term.df == 0) {
        let word = asked.question.text.get(term.place.0..term.place.1).unwrap_or_default();
        let word = possessor(word).unwrap_or(word);
        let is_word = term.role == Role::Word && word.chars().all(char::is_alphabetic);
        let folded = fold(word);
        let short = folded.len() == LETTERS_LEAST && !word.starts_with(char::is_uppercase);
        if is_word && folded.is_ascii() && folded.len() >= LETTERS_LEAST && !short {
            typed.push(folded);
        }
    }
    typed.truncate(TYPED_MAX);
    typed
}

/// Whether a folded word is a slip for another that begins alike.
fn is_slip(typed: &str, word: &str) -> bool {
    let most = if typed.len().min(word.len()) >= LETTERS_LONG { 2 } else { 1 };
    typed != word
        && typed.bytes().next() == word.bytes().next()
        && typed.len().abs_diff(word.len()) <= most
        && word.len() >= LETTERS_LEAST
        && strsim::osa_distance(typed, word) <= most
}

/// The word of a text with a capital letter that is nearly what was typed.
fn word_like(typed: &str, text: &str) -> Option<String> {
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let like = |word: &&str| {
        word.len() <= 2 * typed.len()
            && word.starts_with(char::is_uppercase)
            && is_slip(typed, &fold(word))
            && !is_stop_word(&fold(word))
    };
    words.find(like).map(str::to_owned)
}

/// The title or alias with a word that is nearly what was typed.
fn of_letters(snapshot: &Snapshot<'_>, letters: &[String]) -> Result<Option<String>, IndexError> {
    if letters.is_empty() {
        return Ok(None);
    }
    let catalogue = &snapshot.state.catalogue;
    let all = catalogue.sorted_names(NAMES_MAX)?;
    let Some(all) = all else { return Ok(None) };
    for typed in letters {
        let like = |name: &&str| {
            let mut words = name.split(|c: char| !c.is_alphabetic());
            words.any(|word| is_slip(typed, word))
        };
        let Some(key) = all.iter().find(like) else { continue };
        for name in catalogue.names(key)? {
            let mut called = std::iter::once(&name.title).chain(&name.aliases);
            if let Some(called) = called.find(|called| word_like(typed, called).is_some()) {
                return Ok(Some(called.clone()));
            }
        }
        return Ok(Some(key.to_owned()));
    }
    Ok(None)
}

/// A name in Chinese that the vault does not have, and the ways in which it sounds.
struct Typed {
    /// In simplified characters.
    name: String,
    keys: HashSet<String>,
}

impl Typed {
    fn of(name: &str) -> Option<Self> {
        let name: String = name.chars().map(simplified).collect();
        let keys: HashSet<String> = sounds_of(&name).collect();
        (!keys.is_empty()).then_some(Self { name, keys })
    }

    /// What stands in a text, begins alike, and sounds the same.
    fn sounds_in(&self, text: &str) -> Option<String> {
        let (first, count) = (self.name.chars().next()?, self.name.chars().count());
        let starts = text.char_indices().filter(|(_, char)| simplified(*char) == first);
        let windows = starts.filter_map(|(at, _)| {
            let end = text[at..].char_indices().nth(count).map_or(text.len(), |(end, _)| at + end);
            let window = &text[at..end];
            window.chars().all(wiki::canon::is_han).then_some(window)
        });
        let sounds = |window: &&str| {
            let simple: String = window.chars().map(simplified).collect();
            simple != self.name && sounds_of(&simple).any(|key| self.keys.contains(&key))
        };
        windows.take(64).find(sounds).map(str::to_owned)
    }
}

fn sounds_of(name: &str) -> impl Iterator<Item = String> {
    let initials = spelling::initials_key("");
    let keys = spelling::keys_of(name).into_iter();
    keys.filter(move |key| spelling::is_sound(key) && !key.starts_with(&initials))
}

/// Names of people in Chinese that the vault does not have, and a question that is nothing but a few characters.
fn sounds(asked: &Asked) -> Vec<Typed> {
    let text = &asked.question.text;
    let mut names: Vec<&str> = Vec::new();
    for term in &asked.terms[..asked.speakers] {
        if term.role != Role::Pair || term.df > 0 || term.weight <= FUNCTION_PAIR {
            continue;
        }
        let rest = text.get(term.place.0..).unwrap_or_default();
        if !is_surnamed(rest) {
            continue;
        }
        // The shorter one is more often the name.
        for count in HAN_CHARS {
            let end = rest.char_indices().nth(count).map_or(rest.len(), |(end, _)| end);
            names.push(&rest[..end]);
        }
    }
    let han = |name: &&str| name.chars().all(wiki::canon::is_han);
    let mut typed: Vec<Typed> = names.into_iter().filter(han).filter_map(Typed::of).collect();
    typed.truncate(TYPED_MAX);
    typed
}

/// The page that is called as the name sounds.
fn of_sound(snapshot: &Snapshot<'_>, sounds: &[Typed]) -> Result<Option<String>, IndexError> {
    for typed in sounds {
        for key in &typed.keys {
            for name in snapshot.state.catalogue.names(key)? {
                let called = std::iter::once(&name.title).chain(&name.aliases);
                let called = called.filter_map(|called| spelling::stands_for(called, key));
                if let Some(called) = called.into_iter().next() {
                    return Ok(Some(called.to_owned()));
                }
            }
        }
    }
    Ok(None)
}
