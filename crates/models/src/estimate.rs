//! Tokens of a model whose tokenizer is not at hand, estimated from above: it is better to cut a text
//! once too often than to have its end ignored by an endpoint.

use crate::cut::Places;

/// Letters and digits of English prose in one token; tokenizers in use see four to five.
const LETTERS_PER_TOKEN: usize = 3;

pub(crate) struct Estimate;

impl Places for Estimate {
    fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut run = 0;
        for (at, letter) in text.char_indices() {
            let end = at + letter.len_utf8();
            if letter.is_ascii_alphanumeric() {
                match found.last_mut() {
                    Some(token) if run % LETTERS_PER_TOKEN != 0 => token.1 = end,
                    _ => found.push((at, end)),
                }
                run += 1;
                continue;
            }
            run = 0;
            if letter.is_whitespace() {
                continue;
            }
            // Two bytes (accented, Cyrillic): one token. Three (Han, kana): two. Four (emoji): three.
            for _ in 0..(letter.len_utf8() - 1).max(1) {
                found.push((at, end));
            }
        }
        found
    }

    fn number(&self, text: &str) -> usize {
        self.places(text).len()
    }
}
