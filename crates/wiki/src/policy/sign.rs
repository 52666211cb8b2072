//! How a value follows the word that announces it: `=`, `：`, "is now", a cell, an element, the next line. Judges
//! no value.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// Bytes after a word in which its sign must stand.
const SIGN_BYTES: usize = 160;

/// How a value follows its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Equals,
    /// An equals sign as a link within a link has it: `%3D`.
    Encoded,
    Colon,
    Verb,
    /// The next cell of a table.
    Cell,
    /// An XML element of this name.
    Element,
    /// Brackets.
    Inside,
    /// The next line.
    Line,
    /// A block of YAML.
    Block,
    /// A blank.
    Blank,
    /// The value follows at once.
    Glued,
}

/// A word's sign and where its value is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment {
    pub(super) kind: Sign,
    /// Where the value begins.
    pub(super) value: usize,
}

/// What may stand between a word and its value: what it is for, a sign, and marks that only dress the value.
static SIGN: LazyLock<Regex> = LazyLock::new(|| {
    const TOLD: &str = r"(?:is|are|was|were|has[ \t]been|have[ \t]been|es|est|ist)(?-u:\b)[ \t]*";
    const MADE: &str = r"(?:set|changed|reset|updated|switched)[ \t]+to[ \t]+";
    const NOW: &str = r"(?:now|currently|still|just)[ \t]*";
    const HAN: &str = concat!(
        "(?:已经|已|刚刚|刚|就|现在)?",
        "(?:改成|改为|改為|换成|換成|设成|设为|設為|设置为|设置成|更新为|更新成|重置为|变成|是|为|為)了?|は",
    );
    let pattern = [
        r#"(?i)\A(?:s|es|码)?[\\"'`*_~]{0,3}"#,
        r"(?:[ \t]?[(（][^()（）\n]{1,40}[)）])?",
        r"(?P<label>[ \t]+(?:for|of|to|on|at|in)(?:[ \t]+[^\s:=：＝|，。]{1,24}){1,4}?)?[ \t]{0,4}(?:",
        r"(?P<encoded>%3D)",
        r"|(?P<verb>==|[→⇒]|[ \t]->[ \t]|",
        &format!("(?:{TOLD}(?:{NOW})?(?:{MADE})?|{NOW}(?:{MADE})?|{MADE}|{HAN})"),
        r")(?P<then>[ \t]*[:：﹕])?",
        r"|(?P<equals>:=|=>|[=＝﹦])",
        r#"|(?:::|[:：﹕∶])(?:(?P<block>[ \t]*[|>][+-]?[ \t]*\r?\n[ \t]+)|(?P<line>[*_]{0,3}[ \t]*(?:\r?\n[ \t]*){1,2})|(?P<colon>))"#,
        r#"|[,;]?[ \t]*(?:\r?\n[ \t]*)?["']?(?P<pair>value)["']?[ \t]*[:=]"#,
        r"|(?P<cell>\|)",
        r"|(?P<element>(?:[ \t][^<>\n]{0,64})?>)",
        r"|(?P<inside>[(（])",
        r")[*_~]{0,3}[ \t]{0,4}[“‘「『]?",
    ];
    Regex::new(&pattern.concat()).expect("because the pattern is a constant")
});

/// The sign between a word and its value.
pub(super) fn sign_after(text: &str, after: usize) -> Option<Assignment> {
    let mut end = text.len().min(after + SIGN_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let rest = &text[after..end];
    let first = rest.chars().next()?;
    let ascii = text[..after].ends_with(|c: char| c.is_ascii());
    // Most words go on. What can follow at once is the sign of a plural.
    if ascii && first.is_ascii_alphanumeric() && !matches!(first, 's' | 'S' | 'e' | 'E') {
        return None;
    }
    if let Some(signs) = SIGN.captures(rest) {
        return Some(Assignment { kind: kind_of(&signs), value: after + signs[0].len() });
    }
    let gap = rest.bytes().take(4).take_while(|b| matches!(b, b' ' | b'\t')).count();
    let kind = if gap > 0 { Sign::Blank } else { Sign::Glued };
    let glued = first.is_ascii_alphanumeric() && !ascii;
    (gap > 0 || glued).then_some(Assignment { kind, value: after + gap })
}

fn kind_of(signs: &Captures<'_>) -> Sign {
    const NAMED: [(&str, Sign); 11] = [
        ("encoded", Sign::Encoded),
        ("then", Sign::Colon),
        ("verb", Sign::Verb),
        ("equals", Sign::Equals),
        ("pair", Sign::Equals),
        ("block", Sign::Block),
        ("line", Sign::Line),
        ("colon", Sign::Colon),
        ("cell", Sign::Cell),
        ("element", Sign::Element),
        ("inside", Sign::Inside),
    ];
    let named = NAMED.iter().find(|(name, _)| signs.name(name).is_some());
    match named.map_or(Sign::Blank, |(_, sign)| *sign) {
        // "Token for the lab: …" is a sentence.
        Sign::Equals | Sign::Colon if signs.name("label").is_some() => Sign::Verb,
        sign => sign,
    }
}
