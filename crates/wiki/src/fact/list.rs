//! Lists of words as the rules keep them: one text, a blank between two words.

/// Whether a list has a word.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|it| it == word)
}
