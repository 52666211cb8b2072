//! An atom's terms as they are indexed, the same in the delta and in the big index.

use std::cell::RefCell;
use std::rc::Rc;

use tantivy::tokenizer::{Token as TantivyToken, TokenStream, Tokenizer};

use crate::analyse::{Role, Script, Token, openings, script, speaker_term, tokens};
use crate::atom::{NAME_MARK, SPEAKER_MARK};

/// Stands between the length of an atom's lead and the lead in a field's value.
const SPLIT: char = '\u{4}';
/// Stands for a term that the other field has.
const OTHER: char = '\u{2}';

/// The terms of one field value: an atom's lead, or its own words.
fn indexed(text: &str) -> Vec<Token> {
    if let Some(name) = text.strip_prefix(NAME_MARK) {
        return tokens(name);
    }
    if let Some(speaker) = text.strip_prefix(SPEAKER_MARK) {
        let mut found = tokens(speaker);
        found.retain(|token| {
            matches!(token.role, Role::Word | Role::Part | Role::Pair | Role::Single)
        });
        let marked = |token: &Token| Token { term: speaker_term(&token.term), ..token.clone() };
        return found.iter().flat_map(|token| [token.clone(), marked(token)]).collect();
    }
    let mut found = tokens(text);
    found.retain(|token| token.role != Role::Stop);
    // Behind everything else, so that no phrase runs into them.
    let last = found.last().map_or(0, |token| token.position + 1);
    found.extend(openings(text).into_iter().map(|token| Token { position: last, ..token }));
    found
}

/// An atom's terms: those of its lead, and behind them those of its own words.
pub(crate) fn atom_terms(lead: &str, words: &str) -> Vec<Token> {
    let mut found = if lead.is_empty() { Vec::new() } else { indexed(lead) };
    let first = match found.iter().map(|token| token.position).max() {
        // Between the two lies a gap of one position.
        Some(last) => last + 2,
        None if lead.is_empty() => 0,
        None => 1,
    };
    if !words.is_empty() {
        let placed = |token: Token| Token { position: first + token.position, ..token };
        found.extend(indexed(words).into_iter().map(placed));
    }
    found
}

/// Whether a term is two characters of a script without spaces.
pub(crate) fn is_pair(term: &str) -> bool {
    let mut chars = term.chars();
    let mut next = || chars.next().is_some_and(|char| script(char) == Script::Unspaced);
    next() && next() && chars.next().is_none()
}

/// An atom's lead and words as one value.
pub(crate) fn joined(lead: &str, words: &str) -> String {
    format!("{}{SPLIT}{lead}{words}", lead.len())
}

/// The lead and words that [`joined`] put together.
fn split(value: &str) -> (&str, &str) {
    let apart = value.split_once(SPLIT).and_then(|(length, rest)| {
        let length = length.parse().ok()?;
        rest.split_at_checked(length)
    });
    apart.unwrap_or(("", value))
}

/// Which of an atom's terms a field has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Pairs of characters, whose positions the characters have already.
    Pairs,
    /// All others, with positions.
    Placed,
}

impl Part {
    fn has(self, term: &str) -> bool {
        is_pair(term) == (self == Self::Pairs)
    }
}

/// The analyser as tantivy calls it, for one part. In the place of each term of the other part stands
/// [`OTHER`], so that the length of an atom is the same in both fields.
#[derive(Clone)]
pub(crate) struct Analyser(pub(crate) Part);

impl Tokenizer for Analyser {
    type TokenStream<'a> = Stream;

    fn token_stream<'a>(&'a mut self, value: &'a str) -> Stream {
        let tokens = analysed(value);
        let others = tokens.iter().filter(|token| !self.0.has(&token.term)).count();
        Stream { tokens, part: self.0, others, at: 0, token: TantivyToken::default() }
    }
}

/// The terms of a value. Both fields ask for them one after the other.
fn analysed(value: &str) -> Rc<Vec<Token>> {
    thread_local! {
        static LAST: RefCell<(String, Rc<Vec<Token>>)> = RefCell::default();
    }
    LAST.with_borrow_mut(|(last, tokens)| {
        if last != value {
            let (lead, words) = split(value);
            *tokens = Rc::new(atom_terms(lead, words));
            value.clone_into(last);
        }
        Rc::clone(tokens)
    })
}

/// Terms of one value, one after the other; those that stand for others come first.
pub(crate) struct Stream {
    tokens: Rc<Vec<Token>>,
    part: Part,
    others: usize,
    at: usize,
    token: TantivyToken,
}

impl TokenStream for Stream {
    fn advance(&mut self) -> bool {
        self.token.position_length = 1;
        self.token.text.clear();
        if self.others > 0 {
            self.others -= 1;
            self.token.position = 0;
            self.token.text.push(OTHER);
            return true;
        }
        let next = self.tokens[self.at..].iter().position(|token| self.part.has(&token.term));
        let Some(next) = next else { return false };
        let token = &self.tokens[self.at + next];
        self.at += next + 1;
        self.token.text.push_str(&token.term);
        self.token.position = token.position;
        true
    }

    fn token(&self) -> &TantivyToken {
        &self.token
    }

    fn token_mut(&mut self) -> &mut TantivyToken {
        &mut self.token
    }
}
