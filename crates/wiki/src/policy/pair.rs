//! Passwords that stand beside a user, a network or a host, or before their word: `login: ann / …`,
//! `ann:…@host`, the text of a Wi-Fi code, "with … as password", the secret beside a cloud's id.

use std::ops::Range;

use super::likeness::{is_knit, is_mixed, is_placeholder, is_told_apart, is_typed};
use super::scan::Scan;
use super::secret::Finding;
use super::sentence::says_where;
use super::sign::{Assignment, Sign};
use super::value::{CLOSING, Told, goes_on, is_han};

/// How the text of a Wi-Fi code begins.
const CODE: &str = "WIFI:";
/// Bytes of such a text, and of a line in which a pair stands, that are looked at.
const LINE_BYTES: usize = 256;
/// Bytes before a host that are looked at.
const USER_BYTES: usize = 128;
/// Bytes of a user's or a network's name, at most.
const NAME_BYTES: usize = 48;
/// Words in front of a mail's address, which are no user.
const ADDRESSED: &[&str] = &[
    "mailto", "mail", "email", "e-mail", "sip", "sips", "xmpp", "acct", "im", "to", "from", "cc",
    "bcc", "contact",
];

/// The patterns of where one can begin.
pub(super) fn patterns() -> impl Iterator<Item = String> {
    [format!("(?i-u:{CODE})"), "@".to_owned()].into_iter()
}

/// How the ids of a cloud's keys begin, and the bytes of the secret that belongs to one.
const IDS: [&str; 2] = ["AKIA", "ASIA"];
const SECRET_BYTES: usize = 40;

/// Adds the secrets that stand in one line with the id of their key, which no word announces; what was found is in
/// order before and after.
pub(super) fn beside_ids(text: &str, found: &mut Vec<Finding>) {
    let is_id = |it: &&Finding| IDS.iter().any(|id| text[it.span.clone()].starts_with(id));
    let mut more: Vec<Range<usize>> = Vec::new();
    for id in found.iter().filter(is_id) {
        let (before, after) = (&text[..id.span.start], &text[id.span.end..]);
        let before = &before[before.ceil_char_boundary(before.len().saturating_sub(LINE_BYTES))..];
        let after = &after[..after.floor_char_boundary(LINE_BYTES)];
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let end = after.find(['\n', '\r']).unwrap_or(after.len());
        let from = id.span.start - (before.len() - start);
        more.extend(cloud_secrets(text, from..id.span.end + end));
    }
    more.sort_by_key(|span| span.start);
    more.dedup();
    let is_new = |span: &Range<usize>| {
        let next = found.partition_point(|it| it.span.end <= span.start);
        found.get(next).is_none_or(|it| span.end <= it.span.start)
    };
    more.retain(is_new);
    found.extend(more.into_iter().map(|span| Finding { kind: "api key", span }));
    found.sort_by_key(|it| it.span.start);
}

/// The runs of base64 in a part of a text that are as long as a cloud's secret and of letters of both cases with
/// digits.
fn cloud_secrets(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let part = |c: char| c.is_ascii_alphanumeric() || "+/".contains(c);
    let mut spans = Vec::new();
    let mut at = within.start;
    for run in text[within].split_inclusive(|c| !part(c)) {
        let word = run.trim_end_matches(|c| !part(c));
        let both = word.contains(|c: char| c.is_ascii_uppercase())
            && word.contains(|c: char| c.is_ascii_lowercase());
        if word.len() == SECRET_BYTES && both && is_mixed(word) {
            spans.push(at..at + word.len());
        }
        at += run.len();
    }
    spans
}

impl Scan<'_> {
    /// The password in the text of a Wi-Fi code: `WIFI:S:…;T:WPA;P:…;;`.
    pub(super) fn in_code(&self, at: usize) -> Option<Range<usize>> {
        if !self.text[at..].get(..CODE.len())?.eq_ignore_ascii_case(CODE) {
            return None;
        }
        let mut start = at + CODE.len();
        let bytes = self.text.as_bytes();
        let end = bytes.len().min(start + LINE_BYTES);
        while start < end {
            let mut stop = start;
            // A backslash stands before a sign that would end the field.
            while stop < end && !matches!(bytes[stop], b';' | b'\n' | b'\r') {
                stop += if bytes[stop] == b'\\' { 2 } else { 1 };
            }
            let stop = self.text.floor_char_boundary(stop.min(end));
            let value = start + 2..stop;
            if bytes[start..].starts_with(b"P:") && value.len() > 1 {
                return (!is_placeholder(&self.text[value.clone()])).then_some(value);
            }
            if bytes.get(stop) != Some(&b';') {
                return None;
            }
            start = stop + 1;
        }
        None
    }

    /// The password before a host: `ann:…@host.example.org`, at the place of the `@`.
    pub(super) fn before_host(&self, at: usize) -> Option<Range<usize>> {
        if !self.text[at..].starts_with('@') || !names_host(&self.text[at + 1..]) {
            return None;
        }
        let mut from = self.floor.max(at.saturating_sub(USER_BYTES));
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let before = &self.text[from..at];
        let part = |b: u8| b.is_ascii_graphic() && !b"\"'`<>()[]{}|,;/@".contains(&b);
        let length = before.bytes().rev().take_while(|b| part(*b)).count();
        let run = &before[before.len() - length..];
        let is_address = before[..before.len() - length].ends_with(['/', '@']);
        let (user, password) = run.split_once(':')?;
        let is_user = !user.is_empty()
            && user.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+\\".contains(&b))
            && !ADDRESSED.iter().any(|it| it.eq_ignore_ascii_case(user));
        let short = (6..=64).contains(&password.len())
            && is_mixed(password)
            && password.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%^&*~+_-".contains(&b))
            && !is_placeholder(password)
            && names_inner_host(&self.text[at + 1..]);
        let is_secret = is_user && !is_address && (is_password(password) || short);
        is_secret.then(|| at - password.len()..at)
    }

    /// The password behind the name of who runs a machine and a stroke: `NAS admin/…`. A path goes on, or comes from
    /// elsewhere.
    pub(super) fn behind_admin(&self, told: Told) -> Option<Range<usize>> {
        const NAMES: [&str; 3] = ["admin", "administrator", "root"];
        let name = &self.text[told.at..told.after()];
        if !NAMES.iter().any(|it| it.eq_ignore_ascii_case(name)) {
            return None;
        }
        let before = self.line_before(told.at);
        let begins = before.is_empty() || before.ends_with([' ', '\t', ':', '：', '(', '`', '"']);
        let begins = begins || before.ends_with(is_han);
        let line = self.line(told.after());
        let rest = line.trim_start_matches(' ').strip_prefix('/')?.trim_start_matches(' ');
        let run = &rest[..rest.bytes().take_while(is_part).count()];
        let text = run.trim_end_matches(CLOSING);
        let start = told.after() + (line.len() - rest.len());
        let behind = &self.text[start + text.len()..];
        let signs = behind.bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
        let part = |b: u8| b.is_ascii_alphanumeric() || b"!#$%^&*?~+".contains(&b);
        let is_secret = begins
            && says_where(&behind[signs..])
            && text.bytes().all(part)
            && !is_placeholder(text)
            && (is_told_apart(text) || is_password(text));
        is_secret.then(|| start..start + text.len() + signs)
    }

    /// The password behind a name and a stroke, where a word says that a name comes: `login: ann / …`.
    pub(super) fn paired(&self, sign: &Assignment) -> Option<Range<usize>> {
        let says = matches!(sign.kind, Sign::Colon | Sign::Equals | Sign::Verb | Sign::Blank);
        let line = self.line(sign.value);
        let line = &line[..line.floor_char_boundary(line.len().min(LINE_BYTES))];
        let end =
            line.find(['/', '|', ',', '，', '、']).filter(|end| (1..=NAME_BYTES).contains(end))?;
        let rest =
            line[end..].trim_start_matches(['/', '|', ',', '，', '、', ' ', '\t', '`', '"', '\'']);
        let length = rest.bytes().take_while(is_part).count();
        let text = rest[..length].trim_end_matches(CLOSING);
        let start = sign.value + (line.len() - rest.len());
        let span = start..start + text.len();
        let is_secret = says && is_password(text) && !goes_on(&self.text[span.end..]);
        let signs = self.line(span.end).bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
        is_secret.then(|| span.start..span.end + signs)
    }

    /// The password before its word: "with … as password", "… is the password", `…作为密码`.
    pub(super) fn before_word(&self, at: usize) -> Option<Range<usize>> {
        const ARTICLES: &[&str] = &[
            "the", "a", "my", "our", "his", "her", "its", "their", "your", "wifi", "wi-fi",
            "login", "root", "admin",
        ];
        const JOINS: &[&str] =
            &["as", "is", "was", "作为", "当作", "当", "做", "作", "是", "为", "為", "就是"];
        let line = self.line_before(at);
        let mut before = line.trim_end_matches([' ', '\t', '*', '_']);
        while let Some((rest, word)) = before.rsplit_once([' ', '\t']) {
            if !ARTICLES.iter().any(|it| it.eq_ignore_ascii_case(word)) {
                break;
            }
            before = rest.trim_end();
        }
        let joined = JOINS.iter().filter_map(|join| {
            let rest = before.strip_suffix(join)?;
            // Letters of a word are no join.
            let apart = !join.is_ascii() || rest.ends_with([' ', '\t']);
            apart.then(|| rest.trim_end())
        });
        let rest = joined.min_by_key(|rest| rest.len())?;
        let text = rest.trim_end_matches(['"', '\'', '`', '”', '’']);
        let length = text.bytes().rev().take_while(is_part).count();
        let end = at - line.len() + text.len();
        // What was found before is no part of it.
        let start = self.floor.clamp(end - length, end);
        let word = &self.text[start..end];
        let typed = is_knit(word)
            || is_told_apart(word)
            || is_password(word)
            || (is_mixed(word) && is_typed(word) && has_sign(word));
        (typed && !is_placeholder(word)).then_some(start..end)
    }
}

/// Whether a text begins with the name or the number of a host.
fn names_host(text: &str) -> bool {
    let host = host_of(text).trim_end_matches('.');
    let last = host.rsplit('.').next().unwrap_or_default();
    let named = last.len() > 1 && last.bytes().all(|b| b.is_ascii_alphabetic());
    host == "localhost" || (host.contains('.') && named) || is_numbered(host)
}

/// What a text begins with that a host's name or number is made of.
fn host_of(text: &str) -> &str {
    let part = |b: &u8| b.is_ascii_alphanumeric() || b"-.".contains(b);
    &text[..text.bytes().take(USER_BYTES).take_while(part).count()]
}

/// Whether a host is given by its number.
fn is_numbered(host: &str) -> bool {
    host.split('.').count() == 4 && host.split('.').all(|it| it.parse::<u8>().is_ok())
}

/// Whether a host is one of one's own network, or has its port or a path behind it: nobody has mail there.
fn names_inner_host(text: &str) -> bool {
    const INNER: &[&str] = &["local", "internal", "lan", "intranet", "localdomain"];
    let name = host_of(text);
    let host = name.trim_end_matches('.');
    let port = text[name.len()..]
        .strip_prefix(':')
        .is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let last = host.rsplit('.').next().unwrap_or_default();
    host == "localhost" || is_numbered(host) || port || INNER.contains(&last)
}

/// A byte of a password that stands without quotes; brackets are those of what was taken out.
fn is_part(byte: &u8) -> bool {
    byte.is_ascii_graphic() && !b"\"'`<>|[]".contains(byte)
}

fn has_sign(text: &str) -> bool {
    text.contains(['!', '#', '$', '%', '^', '&', '*', '?', '~', '+'])
}

/// Whether a value looks like a password where no word says that it is one: letters of both cases, with digits
/// knit in or with a sign. Ids and hashes are no such.
fn is_password(text: &str) -> bool {
    let hash = text.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let both = text.bytes().any(|b| b.is_ascii_uppercase())
        && text.bytes().any(|b| b.is_ascii_lowercase());
    let knit = is_knit(text) || (has_sign(text) && is_mixed(text));
    (8..=64).contains(&text.len()) && both && knit && !hash && !is_placeholder(text)
}
