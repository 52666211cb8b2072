//! Text → terms, the same for pages, titles, conversations and queries.
//!
//! Words are folded (NFKC, case, diacritics) and stemmed; scripts without spaces become single characters
//! and pairs; identifiers stay whole and are split as well; numbers with units and dates get a term for
//! their value. Linear in the text, and no term is longer than [`TERM_CHARS`].

mod chunk;
mod clause;
mod emoji;
mod fold;
mod hans;
mod irregular;
mod number;
mod script;
mod stop;
mod value;

#[cfg(test)]
mod tests;

use frostem::{Algorithm, Stemmer};

pub(crate) use clause::{Clause, asked as asked_clauses, openings};
pub(crate) use fold::folded;
pub(crate) use hans::simplified;
pub(crate) use script::{Script, script};
pub(crate) use stop::is_stop_word;
pub(crate) use value::{begins_a_mark, day_term, is_day_term, unit};

/// Longer words are cut here, so that a line of megabytes without a space is one short term.
pub(crate) const TERM_CHARS: usize = 64;

/// What a term is, which decides how much it weighs in a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// A word, stemmed.
    Word,
    /// A word without meaning of its own. Indexed only where it is part of a name.
    Stop,
    /// Two such words side by side, so that a phrase of nothing else can be found.
    StopPair,
    /// An identifier, version, path or address as a whole.
    Whole,
    /// A part of one.
    Part,
    /// One character of a script without spaces.
    Single,
    /// Two such characters side by side.
    Pair,
    /// A word with its diacritics, beside the folded one.
    Exact,
    /// The value of a date or of a number with its unit, however it was written.
    Value,
    /// An emoji.
    Emoji,
}

/// A term and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) term: String,
    pub(crate) role: Role,
    /// Counts words and characters; terms of one word share it.
    pub(crate) position: usize,
    /// Bytes of the text.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Prefix of terms that no text can contain, because it is a control character.
const VALUE: char = '\u{1}';

/// The term for "spoken by": `name` is one folded word of the speaker's name.
pub(crate) fn speaker_term(name: &str) -> String {
    format!("{VALUE}s{name}")
}

/// A word as it would be written in a query: of a form its base, stemmed when it is English.
pub(crate) fn stemmed(word: &str) -> String {
    thread_local! {
        static ENGLISH: Stemmer = Stemmer::new(Algorithm::English);
    }
    let word = irregular::base(word).unwrap_or(word);
    let english =
        word.len() > 2 && word.len() <= 40 && word.bytes().all(|b| b.is_ascii_lowercase());
    if !english {
        return word.to_owned();
    }
    ENGLISH.with(|stemmer| stemmer.stem(word).into())
}

/// All terms of a text, in order of position.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut out = Out { tokens: Vec::with_capacity(text.len() / 5), position: 0, stop: None };
    let mut at = 0;
    while let Some(char) = text[at..].chars().next() {
        let next = match script(char) {
            Script::Word => chunk::read(text, at, &mut out),
            Script::Unspaced => unspaced(text, at, &mut out),
            Script::Emoji => emoji::read(text, at, &mut out),
            Script::Between => {
                if chunk::starts_dotted(text, at) {
                    chunk::read(text, at, &mut out)
                } else {
                    if !char.is_whitespace() {
                        out.stop = None;
                    }
                    at + char.len_utf8()
                }
            }
        };
        // A reader that takes nothing would be asked for ever.
        at = next.max(at + char.len_utf8());
    }
    value::read(text, &mut out);
    out.tokens
}

/// Where terms are collected.
struct Out {
    tokens: Vec<Token>,
    position: usize,
    /// The stop word just before, when only space lies between.
    stop: Option<(String, usize)>,
}

impl Out {
    fn push(&mut self, term: String, role: Role, place: std::ops::Range<usize>) {
        let position = self.position;
        self.tokens.push(Token { term, role, position, start: place.start, end: place.end });
    }

    /// Another way of writing the word that was just added.
    fn beside(&mut self, term: String, role: Role, place: std::ops::Range<usize>) {
        let position = self.position.saturating_sub(1);
        self.tokens.push(Token { term, role, position, start: place.start, end: place.end });
    }

    /// A folded word that is no identifier: stop word or stem. Moves on by one position.
    fn word(&mut self, word: String, role: Role, place: std::ops::Range<usize>) {
        if is_stop_word(&word) {
            if let Some((before, start)) = self.stop.take() {
                let pair = format!("{VALUE}p{before} {word}");
                let position = self.position - 1;
                let end = place.end;
                self.tokens.push(Token { term: pair, role: Role::StopPair, position, start, end });
            }
            self.stop = Some((word.clone(), place.start));
            self.push(word, Role::Stop, place);
        } else {
            self.stop = None;
            let stem = stemmed(&word);
            self.push(stem, role, place);
        }
        self.position += 1;
    }
}

/// A run of a script that writes no spaces: each character and each pair.
fn unspaced(text: &str, start: usize, out: &mut Out) -> usize {
    out.stop = None;
    let mut before: Option<(String, usize)> = None;
    let mut at = start;
    for (offset, char) in text[start..].char_indices() {
        if script(char) != Script::Unspaced && !(script::is_mark(char) && offset > 0) {
            break;
        }
        let (from, end) = (start + offset, start + offset + char.len_utf8());
        at = end;
        if script::is_mark(char) {
            continue;
        }
        let single = fold::unspaced(char);
        if let Some((before, start)) = before.take() {
            let pair = format!("{before}{single}");
            let position = out.position - 1;
            out.tokens.push(Token { term: pair, role: Role::Pair, position, start, end });
        }
        out.push(single.clone(), Role::Single, from..end);
        out.position += 1;
        before = Some((single, from));
    }
    at
}
