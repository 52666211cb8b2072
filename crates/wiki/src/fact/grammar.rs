//! How a fact is written: marks, key, value, block id.
//!
//! Reads one list item's text; which items are facts at all is decided in `fact`.
//!
//! ```text
//! [🟢LOW][CONTEXT] added:2026-02-01 · Release: Friday  source:D1-3 ^r1
//! └──────────── lead ────────────┘   └key┘  └value┘  └─ trail ─┘ └id┘
//! ```

use std::ops::Range;

use jiff::civil::Date;

use super::Marks;
use crate::schema::Priority;

/// Longest key, in characters.
pub(super) const KEY_CHARS: usize = 60;
/// Longest tag between brackets, in characters.
const TAG_CHARS: usize = 40;
/// Marks of one fact that are named as unread, at most.
const MARKS_TOLD_MAX: usize = 8;
/// What stands between leading marks and the text.
pub(super) const DOT: char = '·';

/// One list item, taken apart. Ranges are bytes of the text given.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Where the text stands in its page.
    pub(super) at: Range<usize>,
    pub(super) key: Option<String>,
    /// On one line.
    pub(super) value: String,
    pub(super) marks: Marks,
    pub(super) block_id: Option<String>,
    pub(super) struck: bool,
    /// The marks before the key or text.
    pub(super) lead: Vec<Token>,
    /// From the text's start to where the key or text begins.
    pub(super) lead_span: Range<usize>,
    /// Key, colon and value, or the free text.
    pub(super) said: Range<usize>,
    /// The value alone, or the free text.
    pub(super) value_span: Range<usize>,
    /// The marks after the value.
    pub(super) trail: Vec<Token>,
}

/// One mark as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Priority,
    Tag,
    Added,
    Expires,
    Superseded,
    FirstSeen,
    Valid,
    Confidence,
    Source,
    Continues,
}

/// The names of marks, as written before the colon.
pub(super) const NAMES: &[(&str, Kind)] = &[
    ("added", Kind::Added),
    ("expires", Kind::Expires),
    ("superseded", Kind::Superseded),
    ("first-seen", Kind::FirstSeen),
    ("valid", Kind::Valid),
    ("confidence", Kind::Confidence),
    ("source", Kind::Source),
    ("continues", Kind::Continues),
];

/// Takes a list item's text apart; `None` when it is no fact (a callout, a time, a label, nothing).
pub(super) fn read(content: &str) -> Option<Reading> {
    let end = content.trim_end().len();
    let start = end - content[..end].trim_start().len();
    let text = &content[start..end];
    if text.is_empty() || text.starts_with("[!") || begins_with_time(text) {
        return None;
    }
    let (block_id, end) = split_block_id(content, start, end);
    if let Some(reading) = read_struck(content, start..end, block_id.clone()) {
        return Some(reading);
    }
    let mut marks = Marks::default();
    let (lead, said_start) = read_lead(content, start..end, &mut marks);
    let (trail, said_end) = read_trail(content, said_start..end, &mut marks);
    let said = said_start..said_end;
    let (key, value_span) = match pair(&content[said.clone()]) {
        Some((key, value)) => (Some(key), said.start + value.start..said.start + value.end),
        None => (None, said.clone()),
    };
    let value = collapsed(&content[value_span.clone()]);
    if value.is_empty() || (key.is_none() && value.ends_with([':', '：'])) {
        return None;
    }
    Some(Reading {
        at: 0..content.len(),
        key,
        value,
        marks,
        block_id,
        struck: false,
        lead,
        lead_span: start..said.start,
        value_span,
        trail,
        said,
    })
}

/// Key and value of `key: value`, `key：value`, `**Key:** value`; `None` for any other text. A key has at
/// most 60 characters, no URL and no clock time.
pub fn split_pair(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let (key, value) = pair(text)?;
    Some((key, collapsed(&text[value])))
}

pub(super) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with each row of tildes escaped, so that none of them strikes anything out.
pub(super) fn unstruck(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("~~") {
        let row = rest[at..].bytes().take_while(|b| *b == b'~').count();
        out.push_str(&rest[..at]);
        let slashes = out.len() - out.trim_end_matches('\\').len();
        let first = if slashes % 2 == 1 { "~" } else { "\\~" };
        out.push_str(first);
        out.push_str(&"\\~".repeat(row - 1));
        rest = &rest[at + row..];
    }
    out + rest
}

/// The text as it can stand between `~~` and `~~`.
pub(super) fn strikable(text: &str) -> String {
    let mut out = unstruck(text);
    if out.starts_with('~') {
        out.insert(0, '\\');
    }
    if out.ends_with('~') && !out.ends_with("\\~") {
        out.insert(out.len() - 1, '\\');
    }
    out
}

/// Where the text between `~~` and `~~` ends: before the first row of tildes that is not escaped, of which
/// the last two close it. A backslash that ends the text escapes nothing.
fn struck_end(inner: &str) -> Option<usize> {
    let bytes = inner.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let row = bytes[at..].iter().take_while(|b| **b == b'~').count();
        if row >= 2 {
            return Some(at + row - 2);
        }
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    inner.rfind("~~")
}

/// The key, and where the value stands.
fn pair(text: &str) -> Option<(String, Range<usize>)> {
    let (key, after) = stressed_key(text).or_else(|| plain_key(text))?;
    let value = text[after..].trim();
    let start = text.len() - text[after..].trim_start().len();
    let fits = !value.is_empty() && key_problem(&key).is_none();
    fits.then(|| (super::input::uncoded(&key).to_owned(), start..start + value.len()))
}

/// `**Key:** value` and `**Key**: value`, with `__`, `*` and `***` too.
fn stressed_key(text: &str) -> Option<(String, usize)> {
    let fence = ["***", "**", "__", "*"].into_iter().find(|fence| text.starts_with(fence))?;
    let close = fence.len() + text[fence.len()..].find(fence)?;
    let inner = &text[fence.len()..close];
    let after = close + fence.len();
    let rest = &text[after..];
    let colon_inside = inner.strip_suffix(':').or_else(|| inner.strip_suffix('：'));
    if let Some(key) = colon_inside {
        return Some((key.trim().to_owned(), after));
    }
    let wide = rest.starts_with('：').then_some('：'.len_utf8());
    let colon =
        rest.strip_prefix(':').filter(|rest| rest.starts_with(char::is_whitespace)).map(|_| 1);
    wide.or(colon).map(|length| (inner.trim().to_owned(), after + length))
}

/// The name and the colon of a key without a value: `owner:`, `**Owner:**`, `**Owner**:`.
pub(super) fn label(text: &str) -> Option<(&str, char)> {
    let plain = text.trim_end_matches(['*', '_']);
    let fence = text.len() - plain.len();
    let colon = plain.chars().next_back().filter(|c| matches!(c, ':' | '：'))?;
    let name = plain[..plain.len() - colon.len_utf8()].trim();
    let bold = |name: &'_ str| name.starts_with("**") || name.starts_with("__");
    let closed = fence == 0 || (fence == 2 && bold(name));
    let name = name.trim_matches(['*', '_']);
    (closed && key_problem(name).is_none()).then_some((name, colon))
}

/// A pair behind tags in brackets, with the dot between them that the grammar wants.
pub(super) fn dotted(text: &str) -> String {
    let mut end = 0;
    while let Some(close) = text[end..].strip_prefix('[').and_then(|rest| rest.find(']')) {
        end += close + 2;
    }
    let rest = text[end..].trim_start();
    let apart = end > 0 && rest.len() < text[end..].len() && !rest.starts_with(DOT);
    let marks = tokens(&text[..end], &mut Marks::default()).is_some();
    if apart && marks && pair(rest).is_some() {
        format!("{} {DOT} {rest}", &text[..end])
    } else {
        text.to_owned()
    }
}

fn plain_key(text: &str) -> Option<(String, usize)> {
    // A key is short, so that a colon further on need not be looked for.
    let reach = text.char_indices().nth(KEY_CHARS + 2).map_or(text.len(), |(at, _)| at);
    let mut chars = text[..reach].char_indices();
    let (at, length) = chars.find_map(|(at, c)| match c {
        '：' if !is_clock(text, at, c.len_utf8()) => Some((at, c.len_utf8())),
        ':' if text[at + 1..].starts_with(char::is_whitespace) => Some((at, 1)),
        _ => None,
    })?;
    // `key:: value`, as Dataview writes it.
    Some((text[..at].trim_end_matches(':').trim().to_owned(), at + length))
}

/// Whether a colon stands between digits, as in `12：30`.
fn is_clock(text: &str, at: usize, length: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_ascii_digit())
        && text[at + length..].starts_with(|c: char| c.is_ascii_digit())
}

/// Why a text cannot be a key.
pub(super) fn key_problem(key: &str) -> Option<&'static str> {
    let open_link = key.matches("[[").count() != key.matches("]]").count();
    let in_code = key.matches('`').count() % 2 == 1;
    let stars = key.len() - key.trim_start_matches('*').len();
    let stressed = stars > 0 && !key[stars..].contains(&key[..stars]);
    if key.chars().count() > KEY_CHARS {
        Some("it is longer than 60 characters")
    } else if !key.chars().any(char::is_alphanumeric) {
        Some("it has no letter")
    } else if key.contains('\n') || key.contains('\r') {
        Some("it has more than one line")
    } else if key.contains("://")
        || key.contains("www.")
        || key.contains("](")
        || key.ends_with("http")
        || key.ends_with("https")
    {
        Some("it holds a URL")
    } else if has_clock_time(key) {
        Some("it holds a time")
    } else if open_link || in_code || stressed || key.contains("~~") {
        Some("it ends inside a link, code, stressed or struck text")
    } else {
        None
    }
}

fn has_clock_time(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(3).any(|three| {
        three[0].is_ascii_digit() && matches!(three[1], ':' | '：') && three[2].is_ascii_digit()
    }) || text.trim_end().ends_with(|c: char| c.is_ascii_digit()) && begins_with_time(text)
}

/// A clock time or an ISO date at the start: a line of a log, no fact.
pub(super) fn begins_with_time(text: &str) -> bool {
    let plain = text.trim_start_matches(['*', '_', '[', '(', '`', '~', ' ']);
    let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &plain[digits..];
    let two = |text: &str| text.bytes().take(2).filter(u8::is_ascii_digit).count() == 2;
    match digits {
        1 | 2 => {
            let minutes = rest.strip_prefix(':').or_else(|| rest.strip_prefix('：'));
            minutes.is_some_and(two)
        }
        4 => {
            let month = rest.strip_prefix('-').filter(|rest| two(rest));
            month.and_then(|rest| rest[2..].strip_prefix('-')).is_some_and(two)
        }
        _ => false,
    }
}

fn split_block_id(content: &str, start: usize, end: usize) -> (Option<String>, usize) {
    let text = &content[start..end];
    let Some(caret) = text.rfind('^') else {
        return (None, end);
    };
    let id = &text[caret + 1..];
    let is_id = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let before = text[..caret].trim_end();
    if is_id && before.len() < caret && !before.is_empty() {
        (Some(id.to_owned()), start + before.len())
    } else {
        (None, end)
    }
}

/// `~~Key: old~~ added:… superseded:…`
fn read_struck(content: &str, span: Range<usize>, block_id: Option<String>) -> Option<Reading> {
    let inner = content[span.clone()].strip_prefix("~~")?;
    let close = struck_end(inner)?;
    let mut marks = Marks::default();
    let trail = tokens(&inner[close + 2..], &mut marks)?;
    let said = span.start + 2..span.start + 2 + close;
    let (key, value) = match pair(&content[said.clone()]) {
        Some((key, value)) => (Some(key), said.start + value.start..said.start + value.end),
        None => (None, said.clone()),
    };
    Some(Reading {
        at: 0..content.len(),
        key,
        value: collapsed(&content[value.clone()]),
        marks,
        block_id,
        struck: true,
        lead: Vec::new(),
        lead_span: span.start..said.start,
        value_span: value,
        trail,
        said,
    })
}

/// Leading marks and where the text begins. They end with ` · `; brackets and marks whose value has a form of
/// its own need none where a priority begins them, or there is such a mark or `key: value` behind tags in capitals.
fn read_lead(content: &str, span: Range<usize>, marks: &mut Marks) -> (Vec<Token>, usize) {
    let text = &content[span.clone()];
    // The dot must follow the marks: one in the text is the text's.
    let dot = text
        .char_indices()
        .find(|(at, c)| *c == DOT && text[..*at].ends_with(' '))
        .map(|(at, _)| at);
    if let Some(dot) = dot {
        let mut found = marks.clone();
        let after = dot + DOT.len_utf8();
        let rest = text[after..].trim_start();
        if let Some(lead) =
            tokens(&text[..dot], &mut found).filter(|lead| !lead.is_empty() && !rest.is_empty())
        {
            *marks = found;
            return (lead, span.end - rest.len());
        }
    }
    let mut found = marks.clone();
    let (lead, end) = undotted(text, &mut found);
    let rest = text[end..].trim_start();
    let capitals = |token: &Token| token.kind != Kind::Tag || in_capitals(&token.text);
    let dated = lead.iter().any(|token| token.kind.is_plain());
    let begins = lead.first().is_some_and(|token| token.kind == Kind::Priority)
        || lead.iter().all(capitals) && (dated || pair(rest).is_some());
    if begins && !lead.is_empty() && !rest.is_empty() && rest.len() < text[end..].len() {
        *marks = found;
        return (lead, span.end - rest.len());
    }
    (Vec::new(), span.start)
}

/// The brackets and dated marks that a text begins with, and where they end.
fn undotted(text: &str, marks: &mut Marks) -> (Vec<Token>, usize) {
    let (mut lead, mut end) = (Vec::new(), 0);
    loop {
        let start = end + text[end..].len() - text[end..].trim_start().len();
        let rest = &text[start..];
        let length = match rest.strip_prefix('[') {
            Some(inner) => inner.find(']').map_or(0, |close| close + 2),
            None => word_length(rest),
        };
        let one = tokens(&rest[..length], &mut Marks::default()).unwrap_or_default();
        // A link is no mark, nor is a word that any text may begin with.
        let linked = rest[length..].starts_with('(');
        let fits = |token: &Token| match token.kind {
            Kind::Tag => start == end || in_capitals(&token.text),
            kind => kind == Kind::Priority || kind.is_plain(),
        };
        if linked || one.is_empty() || !one.iter().all(fits) {
            return (lead, end);
        }
        lead.extend(tokens(&rest[..length], marks).unwrap_or_default());
        end = start + length;
    }
}

/// Whether a bracket has no small letter.
fn in_capitals(text: &str) -> bool {
    !text.contains(char::is_lowercase)
}

impl Kind {
    /// Whether nothing but a mark is written so: its value has a form of its own.
    fn is_plain(self) -> bool {
        !matches!(self, Self::Priority | Self::Tag | Self::Source | Self::Continues)
    }
}

impl Token {
    fn is_bracket(&self) -> bool {
        matches!(self.kind, Kind::Priority | Kind::Tag)
    }
}

/// Marks of a text that cannot be read, at its start or end, and those that stand twice.
pub(super) fn unread(said: &str, reading: &Reading) -> Vec<String> {
    let is_mark = |word: &&str| {
        let split = word.split_once(':').filter(|(_, value)| !value.is_empty());
        let kind = split.and_then(|(name, _)| NAMES.iter().find(|(it, _)| *it == name));
        kind.is_some_and(|(_, kind)| kind.is_plain())
            && tokens(word, &mut Marks::default()).is_none()
    };
    let first = said.split_whitespace().take_while(is_mark);
    let last = said.split_whitespace().rev().take_while(is_mark);
    let mut wrong: Vec<String> = Vec::new();
    for mark in first.chain(last).take(MARKS_TOLD_MAX) {
        let told = format!("`{mark}` cannot be read and counts as text");
        if !wrong.contains(&told) {
            wrong.push(told);
        }
    }
    let kinds = || reading.lead.iter().chain(&reading.trail).map(|it| it.kind);
    let twice = |kind: &Kind| *kind != Kind::Tag && kinds().filter(|it| it == kind).count() > 1;
    if let Some((name, _)) = NAMES.iter().find(|(_, kind)| twice(kind)) {
        wrong.push(format!("`{name}:` stands more than once, and the last counts"));
    }
    wrong
}

/// The first mark at the start or end of a text that names a day which no calendar has: `expires:2026-13-01`.
pub(super) fn false_day(text: &str) -> Option<&str> {
    let is_mark =
        |word: &&str| mark_kind(word).is_some() || (word.starts_with('[') && word.ends_with(']'));
    let is_false = |word: &&str| match mark_kind(word) {
        Some((Kind::Added | Kind::Expires | Kind::Superseded | Kind::FirstSeen, value)) => {
            has_day_form(value) && date(value).is_none()
        }
        Some((Kind::Valid, value)) => {
            value.split("..").any(|end| has_day_form(end) && date(end).is_none())
        }
        _ => false,
    };
    let mut first = text.split_whitespace().take_while(is_mark);
    let mut last = text.split_whitespace().rev().take_while(is_mark);
    first.find(is_false).or_else(|| last.find(is_false))
}

/// The kind of mark that a word begins as, and what stands behind its colon, fitting or not.
fn mark_kind(word: &str) -> Option<(Kind, &str)> {
    let (name, value) = word.split_once(':')?;
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| (*kind, value))
}

/// Whether a text is three numbers as a date has them, whichever they are.
fn has_day_form(text: &str) -> bool {
    let mut parts = text.split('-').map(|it| (it.len(), it.bytes().all(|b| b.is_ascii_digit())));
    let mut fits = |least: usize, most: usize| {
        parts.next().is_some_and(|(length, digits)| digits && (least..=most).contains(&length))
    };
    fits(4, 4) && fits(1, 2) && fits(1, 2) && parts.next().is_none()
}

/// A text without the marks that end it after single spaces, and these: `Day: Friday expires:2026-06-30`.
pub(super) fn untrailed(text: &str) -> (&str, Marks) {
    let mut marks = Marks::default();
    let (_, end) = read_near(text, text.len(), &mut marks);
    (&text[..end], marks)
}

/// Marks after single spaces, and where what they are said of ends. They begin with one that cannot be
/// taken for a word of the value: a source counts only beside one that has a form of its own or is a priority
/// in capitals, a tag only behind one. A key keeps a value.
fn read_near(text: &str, end: usize, marks: &mut Marks) -> (Vec<Token>, usize) {
    let mut row: Vec<(usize, Vec<Token>)> = Vec::new();
    let mut start = end;
    while let Some(gap) = text[..start].trim_end().rfind(char::is_whitespace) {
        let word = tokens(&text[gap..start], &mut Marks::default()).unwrap_or_default();
        let fits = |token: &Token| !token.is_bracket() || in_capitals(&token.text);
        if word.is_empty() || !word.iter().all(fits) {
            break;
        }
        start = text[..gap].trim_end().len();
        row.push((start, word));
    }
    row.reverse();
    let keyed = pair(&text[..end]).is_some();
    let keeps = |start: usize| start > 0 && (!keyed || pair(&text[..start]).is_some());
    let begins = |(start, word): &(usize, Vec<Token>)| {
        word.first().is_some_and(|first| first.kind != Kind::Tag) && keeps(*start)
    };
    let sure = |token: &Token| token.kind.is_plain() || token.kind == Kind::Priority;
    let from = row.iter().position(begins).unwrap_or(row.len());
    if !row[from..].iter().flat_map(|(_, word)| word).any(sure) {
        return (Vec::new(), end);
    }
    let start = row[from].0;
    let read = tokens(&text[start..end], marks).unwrap_or_default();
    (read, start)
}

/// Trailing marks and where the value ends: any after two spaces, after one only what [`read_near`] takes.
fn read_trail(content: &str, span: Range<usize>, marks: &mut Marks) -> (Vec<Token>, usize) {
    let text = &content[span.clone()];
    let mut rows: Vec<Vec<Token>> = Vec::new();
    let mut end = text.len();
    while let Some(gap) = text[..end].rfind("  ") {
        let before = text[..gap].trim_end();
        match tokens(&text[gap..end], &mut Marks::default()) {
            Some(row) if !before.is_empty() && !row.is_empty() => {
                tokens(&text[gap..end], marks);
                rows.push(row);
                end = before.len();
            }
            _ => break,
        }
    }
    let mut found = Marks::default();
    let (near, end) = read_near(text, end, &mut found);
    marks.add_missing(&found);
    rows.push(near);
    (rows.into_iter().rev().flatten().collect(), span.start + end)
}

/// A text that is marks and nothing else; empty text is no marks.
fn tokens(text: &str, marks: &mut Marks) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (length, kind) = if let Some(inner) = rest.strip_prefix('[') {
            let close = inner.find(']')?;
            let tag = &inner[..close];
            let tail = &inner[close + 1..];
            let ends =
                tail.is_empty() || tail.starts_with('[') || tail.starts_with(char::is_whitespace);
            (close + 2, bracket(tag, marks).filter(|_| ends)?)
        } else {
            let length = word_length(rest);
            let (kind, value) = named(&rest[..length])?;
            set_named(kind, value, marks);
            (length, kind)
        };
        tokens.push(Token { kind, text: rest[..length].to_owned() });
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

/// Bytes of the word that starts here; a value between quotes goes to the end of its quotes.
fn word_length(text: &str) -> usize {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let quote = text[..end].find(":\"").map(|colon| colon + 2);
    let closed = quote.and_then(|from| Some(from + text[from..].find('"')? + 1));
    let fits = |at: &usize| text[*at..].chars().next().is_none_or(char::is_whitespace);
    closed.filter(fits).unwrap_or(end)
}

fn bracket(tag: &str, marks: &mut Marks) -> Option<Kind> {
    if let Ok(priority) = tag.parse::<Priority>() {
        marks.priority = Some(priority);
        return Some(Kind::Priority);
    }
    let letters = tag.starts_with(|c: char| c.is_alphabetic() || !c.is_ascii());
    let boxed = matches!(tag, "x" | "X");
    let fits = letters && !boxed && tag.chars().count() <= TAG_CHARS && !tag.contains(['[', '\n']);
    fits.then(|| {
        marks.tags.push(tag.to_owned());
        Kind::Tag
    })
}

/// A `name:value` mark whose value is one of its kind.
fn named(word: &str) -> Option<(Kind, &str)> {
    let (name, value) = word.split_once(':')?;
    let (_, kind) = NAMES.iter().find(|(known, _)| *known == name)?;
    let fits = match kind {
        Kind::Added | Kind::Expires | Kind::Superseded | Kind::FirstSeen => date(value).is_some(),
        Kind::Valid => validity(value).is_some(),
        Kind::Confidence => confidence(value).is_some(),
        _ => !value.is_empty(),
    };
    fits.then_some((*kind, value))
}

fn set_named(kind: Kind, value: &str, marks: &mut Marks) {
    match kind {
        Kind::Added => marks.added = date(value),
        Kind::Expires => marks.expires = date(value),
        Kind::Superseded => marks.superseded = date(value),
        Kind::FirstSeen => marks.first_seen = date(value),
        Kind::Valid => marks.valid = validity(value),
        Kind::Confidence => marks.confidence = confidence(value),
        Kind::Source => marks.source = Some(unquoted(value)),
        Kind::Continues => marks.continues = Some(unquoted(value)),
        Kind::Priority | Kind::Tag => {}
    }
}

fn date(text: &str) -> Option<Date> {
    let iso = text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    if iso { text.parse().ok() } else { None }
}

fn validity(text: &str) -> Option<(Option<Date>, Option<Date>)> {
    let (from, to) = text.split_once("..")?;
    let end = |text: &str| if text.is_empty() { Some(None) } else { date(text).map(Some) };
    let both = (end(from)?, end(to)?);
    (both != (None, None)).then_some(both)
}

/// Whether a text says how sure something is: a number from 0 to 1, or high, medium, low.
pub(crate) fn is_confidence(text: &str) -> bool {
    confidence(&text.to_lowercase()).is_some()
}

fn confidence(text: &str) -> Option<f64> {
    match text {
        "high" => Some(0.9),
        "medium" => Some(0.6),
        "low" => Some(0.3),
        _ => {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            text.parse().ok().filter(|number: &f64| plain && (0.0..=1.0).contains(number))
        }
    }
}

/// A mark as it is written; `None` when there is nothing to say.
pub(super) fn written(kind: Kind, marks: &Marks) -> Option<String> {
    let dated = |name: &str, date: Option<Date>| date.map(|date| format!("{name}:{date}"));
    match kind {
        Kind::Priority => marks.priority.map(|priority| format!("[{}]", sign(priority))),
        Kind::Tag => None,
        Kind::Added => dated("added", marks.added),
        Kind::Expires => dated("expires", marks.expires),
        Kind::Superseded => dated("superseded", marks.superseded),
        Kind::FirstSeen => dated("first-seen", marks.first_seen),
        Kind::Valid => marks.valid.map(|(from, to)| {
            let end = |date: Option<Date>| date.map_or(String::new(), |date| date.to_string());
            format!("valid:{}..{}", end(from), end(to))
        }),
        Kind::Confidence => marks.confidence.map(|number| format!("confidence:{number}")),
        Kind::Source => {
            marks.source.as_deref().map(|source| format!("source:{}", one_word(source)))
        }
        Kind::Continues => {
            marks.continues.as_deref().map(|what| format!("continues:{}", one_word(what)))
        }
    }
}

/// A text as the value of a mark: between quotes if it has blanks.
fn one_word(text: &str) -> String {
    let text = collapsed(text);
    if text.contains(' ') { format!("\"{}\"", text.replace('"', "'")) } else { text }
}

fn unquoted(value: &str) -> String {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| inner.contains(' ')).unwrap_or(value).to_owned()
}

fn sign(priority: Priority) -> &'static str {
    match priority {
        Priority::Critical => "CRITICAL",
        Priority::High => "🔴HIGH",
        Priority::Medium => "🟡MED",
        Priority::Low => "🟢LOW",
        Priority::Ephemeral => "EPHEMERAL",
    }
}

/// Marks in a row: brackets touch, all else is apart.
pub(super) fn join(tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        let touches = out.is_empty() || (out.ends_with(']') && token.text.starts_with('['));
        if !touches {
            out.push(' ');
        }
        out.push_str(&token.text);
    }
    out
}
