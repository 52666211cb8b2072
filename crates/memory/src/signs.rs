//! The signs by which people part what they type, in both languages.

/// What stands between the items of a list, such as tags.
pub(crate) const COMMAS: [char; 2] = [',', '，'];
/// What stands between a key and its value.
pub(crate) const COLONS: [char; 2] = [':', '：'];

/// The items of a list that was typed, without the blanks around them.
pub(crate) fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(COMMAS).map(str::trim).filter(|it| !it.is_empty())
}

/// Whether a text can be cut at this sign, so that no word is cut.
pub(crate) fn parts_words(c: char) -> bool {
    c == ' ' || c == '。' || COMMAS.contains(&c)
}
