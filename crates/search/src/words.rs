//! An atom's terms as they are indexed, the same in the delta and in the big index.

use tantivy::tokenizer::{Token as TantivyToken, TokenStream, Tokenizer};

use crate::analyse::{Role, Token, openings, speaker_term, tokens};
use crate::atom::{NAME_MARK, SPEAKER_MARK};

/// The terms of one field value: an atom's lead, or its own words.
pub(crate) fn indexed(text: &str) -> Vec<Token> {
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

/// The analyser as tantivy calls it.
#[derive(Clone, Default)]
pub(crate) struct Analyser;

impl Tokenizer for Analyser {
    type TokenStream<'a> = Stream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Stream {
        Stream { tokens: indexed(text).into_iter(), token: TantivyToken::default() }
    }
}

/// Terms of one text, one after the other.
pub(crate) struct Stream {
    tokens: std::vec::IntoIter<Token>,
    token: TantivyToken,
}

impl TokenStream for Stream {
    fn advance(&mut self) -> bool {
        let Some(next) = self.tokens.next() else { return false };
        self.token = TantivyToken {
            offset_from: next.start,
            offset_to: next.end,
            position: next.position,
            text: next.term,
            position_length: 1,
        };
        true
    }

    fn token(&self) -> &TantivyToken {
        &self.token
    }

    fn token_mut(&mut self) -> &mut TantivyToken {
        &mut self.token
    }
}
