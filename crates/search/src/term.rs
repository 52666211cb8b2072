//! One term of a filter, as it is typed: `name:value`, `name<"a value"`, `-name:value`. The one reader of such
//! terms, for questions and for listings; what a term asks for is the caller's business.

/// A longer name is no field's.
const NAME_BYTES: usize = 64;
/// A phrase in quotes is no longer than this.
const PHRASE_BYTES: usize = 512;

/// What stands between a field and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    /// `:`, also the wide one.
    Colon,
    /// `=`, `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// The longest first, so that `<=` is not taken for `<`.
const SIGNS: [(&str, Sign); 14] = [
    ("!=", Sign::Unequal),
    ("≠", Sign::Unequal),
    ("<=", Sign::AtMost),
    ("≤", Sign::AtMost),
    (">=", Sign::AtLeast),
    ("≥", Sign::AtLeast),
    ("==", Sign::Equal),
    ("=", Sign::Equal),
    ("<", Sign::Less),
    ("＜", Sign::Less),
    (">", Sign::More),
    ("＞", Sign::More),
    (":", Sign::Colon),
    ("：", Sign::Colon),
];

/// A term and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Term<'a> {
    /// The field as typed.
    pub(crate) name: &'a str,
    pub(crate) sign: Sign,
    /// The value without its quotes; empty where none is given.
    pub(crate) value: &'a str,
    /// Whether the value stood in quotes, and so is one value with whatever it holds.
    pub(crate) quoted: bool,
    pub(crate) behind: &'a str,
}

/// The term that `rest` begins with.
pub(crate) fn term(rest: &str) -> Option<Term<'_>> {
    let of_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.');
    let end = rest.char_indices().find(|(_, char)| !of_name(*char)).map(|(at, _)| at)?;
    if end == 0 || end > NAME_BYTES {
        return None;
    }
    let (name, from) = rest.split_at(end);
    let (sign, behind) =
        SIGNS.iter().find_map(|(text, sign)| Some((*sign, from.strip_prefix(text)?)))?;
    if let Some(inner) = behind.strip_prefix('"') {
        let end = near(inner).find('"')?;
        let (value, behind) = (&inner[..end], &inner[end + 1..]);
        return Some(Term { name, sign, value, quoted: true, behind });
    }
    let end = behind.find(char::is_whitespace).unwrap_or(behind.len());
    let (value, behind) = behind.split_at(end);
    Some(Term { name, sign, value, quoted: false, behind })
}

/// What a closing quote is looked for in; the bound keeps a text of opening quotes linear.
pub(crate) fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(PHRASE_BYTES)]
}
