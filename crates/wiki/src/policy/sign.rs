//! The sign between a word that announces a secret and the value: `=`, `：`, "is". It judges no value.

/// How a value follows its word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Equals,
    /// An equals sign as a link within a link has it: `%3D`.
    Encoded,
    Colon,
    Verb,
    /// The value follows at once.
    Nothing,
}

/// A word's sign and where its value is.
pub(super) struct Assignment {
    pub(super) kind: Sign,
    /// Where the value begins.
    pub(super) value: usize,
}

/// The sign between a word and its value.
pub(super) fn sign_after(text: &str, after: usize) -> Option<Assignment> {
    const SIGNS: &[(&str, Sign)] = &[
        ("%3D", Sign::Encoded),
        ("%3d", Sign::Encoded),
        (":=", Sign::Equals),
        ("=>", Sign::Equals),
        ("==", Sign::Verb),
        ("=", Sign::Equals),
        ("是：", Sign::Colon),
        ("是:", Sign::Colon),
        ("为：", Sign::Colon),
        ("为:", Sign::Colon),
        ("為：", Sign::Colon),
        (":", Sign::Colon),
        ("：", Sign::Colon),
        ("is ", Sign::Verb),
        ("was ", Sign::Verb),
        ("是", Sign::Verb),
        ("为", Sign::Verb),
        ("為", Sign::Verb),
        ("es ", Sign::Verb),
        ("est ", Sign::Verb),
        ("ist ", Sign::Verb),
        ("は", Sign::Verb),
    ];
    let rest = &text[after..];
    let gap = |text: &str| text.bytes().take(4).take_while(|b| matches!(b, b' ' | b'\t')).count();
    let closing =
        rest.bytes().take(3).take_while(|b| matches!(b, b'"' | b'\'' | b'`' | b'*')).count();
    let start = closing + gap(&rest[closing..]);
    let Some((sign, kind)) = SIGNS.iter().find(|(sign, _)| rest[start..].starts_with(sign)) else {
        return (closing == 0 && start > 0)
            .then_some(Assignment { kind: Sign::Nothing, value: after + start });
    };
    let mut value = start + sign.len();
    value += rest[value..].bytes().take(2).take_while(|b| *b == b'*').count();
    value += gap(&rest[value..]);
    Some(Assignment { kind: *kind, value: after + value })
}
