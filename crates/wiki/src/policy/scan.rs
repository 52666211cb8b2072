//! The places of a text where a secret can begin, each looked at once. What a look scans is remembered, so
//! that the whole is linear also on a text made to be slow.
//!
//! What begins a secret is said by `kinds` and `words`; here is what stands for itself: a private key's
//! block, a JWT, a password in a URL or in a command.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::command;
use super::kinds::{self, Bytes, CLASSES, Kind, SHAPE_BYTES, ends_word, kinds_at, shape_at};
use super::likeness::{is_drawn, is_mixed, is_placeholder, is_shuffled};
use super::numbers::{self, number_at};
use super::pair;
use super::secret::Finding;
use super::value::Told;
use super::words::{self, Nature, Script, word_at};
use super::{behind, beside};

/// Bytes of a private key from its first line to its last, at most.
const PEM_BYTES: usize = 64 * 1024;
/// Bytes of a token that are looked at, at most.
const TOKEN_BYTES: usize = 512;
/// Bytes of a token in which what was drawn by lot begins, at most.
const PARTS_BYTES: usize = 128;
/// Bytes before a word that are looked at for what says that its token is public.
const PUBLIC_BYTES: usize = 8;
/// Bytes of user and password in a URL, at most.
pub(super) const USER_INFO_BYTES: usize = 1024;
/// Bytes in front of a place that say whether a token begins there.
const BEFORE_BYTES: usize = 8;

/// Where a secret can begin. Case matters for what a provider writes in one case. The groups are searched each by
/// itself: one automaton of all would have more states than its cache holds, and be slow on any text.
static TRIGGERS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let own = [
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----",
        r"Private-Lines:[ \t]*[0-9]{1,3}\r?\n",
        "://|eyJ",
    ];
    // At one place the first group counts.
    let groups: [Vec<String>; 7] = [
        own.into_iter().map(str::to_owned).collect(),
        kinds::shapes().collect(),
        kinds::starts().chain(command::patterns()).chain(pair::patterns()).collect(),
        words::patterns(Script::Ascii).collect(),
        words::patterns(Script::Caseless).collect(),
        words::patterns(Script::Other).collect(),
        numbers::patterns().collect(),
    ];
    let regex = |group: &Vec<String>| {
        Regex::new(&group.join("|")).expect("because the pattern is a constant")
    };
    groups.iter().map(regex).collect()
});

/// The triggers of a text, in order.
struct Triggers<'t> {
    text: &'t str,
    /// The next one of each group; none where the rest of the text has none.
    next: Vec<Option<Range<usize>>>,
}

impl<'t> Triggers<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, next: TRIGGERS.iter().map(|_| Some(0..0)).collect() }
    }

    /// The first one from a place on; places must not go back.
    fn from(&mut self, at: usize) -> Option<Range<usize>> {
        for (regex, next) in TRIGGERS.iter().zip(&mut self.next) {
            if next.as_ref().is_some_and(|it| it.is_empty() || it.start < at) {
                *next = regex.find_at(self.text, at).map(|it| it.range());
            }
        }
        self.next.iter().flatten().min_by_key(|it| it.start).cloned()
    }
}

/// The secrets of a text that are not disguised, in order and apart from each other.
pub(super) fn plain_secrets(text: &str) -> Vec<Finding> {
    let mut scan =
        Scan { text, run: 0..0, tokens: [const { 0..0 }; CLASSES], marker: None, floor: 0 };
    let mut found = Vec::new();
    let mut at = 0;
    let mut triggers = Triggers::of(text);
    while let Some(trigger) = triggers.from(at) {
        let start = trigger.start;
        let next = start + text[start..].chars().next().map_or(1, char::len_utf8);
        let found_there = scan.look(start, &text[trigger]).and_then(|it| {
            let span = behind::without_books(text, it.span)?;
            Some(Finding { kind: it.kind, span })
        });
        at = match found_there {
            Some(finding) => {
                scan.floor = finding.span.end;
                found.push(finding);
                scan.floor.max(next)
            }
            None => next,
        };
    }
    pair::beside_ids(text, &mut found);
    beside::secrets(text, &mut found);
    found
}

pub(super) struct Scan<'a> {
    pub(super) text: &'a str,
    /// The run without white space and quotes that was measured last: every place in it ends there.
    pub(super) run: Range<usize>,
    /// The same for the bytes of tokens, by their class.
    tokens: [Range<usize>; CLASSES],
    /// The last place in that run where a redaction stands.
    pub(super) marker: Option<usize>,
    /// The end of the last secret: nothing before it counts.
    pub(super) floor: usize,
}

impl Scan<'_> {
    /// The secret that begins at a trigger, or behind it.
    fn look(&mut self, at: usize, trigger: &str) -> Option<Finding> {
        let after = at + trigger.len();
        let found = |kind| move |span| Finding { kind, span };
        if trigger.starts_with("-----BEGIN") {
            return Some(Finding { kind: "private key", span: at..self.pem_end(after) });
        }
        if trigger.starts_with("Private-Lines") {
            let rest = self.within(after);
            // So many lines belong to the key; what stands behind them is text.
            let digits = trigger.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_end();
            let lines = digits.parse().expect("because the trigger has up to three digits");
            let end = rest.split_inclusive('\n').take(lines).map(str::len).sum();
            let length = pem_body(&rest[..end]);
            return (length > 0).then_some(after..after + length).map(found("private key"));
        }
        if trigger == "://" {
            return self.url_password(after).map(found("password or token in a URL"));
        }
        if trigger == "eyJ" {
            return self.jwt(at).map(found("jwt"));
        }
        let password = self.in_command(at).or_else(|| self.in_code(at));
        if let Some(password) = password.or_else(|| self.before_host(at)) {
            return Some(Finding { kind: "password", span: password });
        }
        if let Some((kind, length)) = number_at(self.before(at), &self.text[at..])
            && (kind != numbers::CARD || !self.is_of_a_thing(at))
        {
            return Some(Finding { kind, span: at..at + length });
        }
        if let Some(token) = self.shaped(at, trigger.len()) {
            return Some(Finding { kind: "api key", span: token });
        }
        if let Some((kind, token)) = self.of_kind(at) {
            let kind = if kind.address { "webhook" } else { "api key" };
            return Some(Finding { kind, span: token });
        }
        self.announced(at)
    }

    /// What a word at this place announces.
    fn announced(&mut self, at: usize) -> Option<Finding> {
        let word = word_at(self.before(at), &self.text[at..])?;
        let after = at + word.length;
        let issued = match word.nature {
            Nature::Inner => return self.issued(at, after - 1).map(api_key),
            Nature::Scheme if !self.begins(at) => return None,
            Nature::Key | Nature::Token | Nature::Vague => true,
            _ => false,
        };
        let kind = match word.nature {
            Nature::Scheme => "authorization",
            Nature::Card => "card number",
            Nature::Pin | Nature::Code => "code",
            Nature::Social => "identity number",
            Nature::Token | Nature::Key => issued_kind(&self.text[at..after]),
            _ => "password",
        };
        let told = Told { word, at };
        let of_a_sign = self.assigned(told);
        let of_a_pair =
            || (word.nature == Nature::Login).then(|| self.behind_admin(told)).flatten();
        let of_words = || self.in_sentence(told).or_else(|| self.keyed(told));
        if let Some(span) = of_a_sign.or_else(of_a_pair).or_else(of_words) {
            let of_kind = self.of_kind(span.start).is_some_and(|(_, token)| token == span);
            return Some(Finding { kind: if of_kind { "api key" } else { kind }, span });
        }
        if word.nature == Nature::Password
            && let Some(span) = self.before_word(at)
        {
            return Some(Finding { kind, span });
        }
        issued.then(|| self.issued(at, after)).flatten().map(api_key)
    }

    /// What stands right before a place, as far as it counts.
    fn before(&self, at: usize) -> &str {
        let mut from = self.floor.min(at).max(at.saturating_sub(BEFORE_BYTES));
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        &self.text[from..at]
    }

    /// Whether a token can begin at a place.
    fn begins(&self, at: usize) -> bool {
        !ends_word(self.before(at))
    }

    /// The part drawn by lot of a token that has a telling word within: `key_live_…`, `acme_secret_…`. What
    /// is public says so before the word.
    fn issued(&mut self, at: usize, after: usize) -> Option<Range<usize>> {
        if !self.text[after..].starts_with(['_', '-']) {
            return None;
        }
        let before = &self.text.as_bytes()[at.saturating_sub(PUBLIC_BYTES)..at];
        if before
            .to_ascii_lowercase()
            .windows(3)
            .any(|letters| letters == b"pub" || letters == b"ssh")
        {
            return None;
        }
        let run = self.token_run(after, Bytes::Names);
        let text = &self.text[run.start..run.end.min(run.start + PARTS_BYTES)];
        let mut start = run.start;
        let drawn = text.split(['_', '-']).find_map(|part| {
            let at = start;
            start += part.len() + 1;
            is_drawn(part).then_some(at)
        })?;
        Some(drawn..run.start + self.text[run.clone()].trim_end_matches(['-', '_']).len())
    }

    /// A token that is known by its shape. `length` is that of the trigger.
    fn shaped(&mut self, at: usize, length: usize) -> Option<Range<usize>> {
        if length < SHAPE_BYTES {
            return None;
        }
        let shaped = shape_at(self.before(at), &self.text[at..])?;
        if !shaped.goes_on {
            return Some(at..at + shaped.length);
        }
        let run = self.token_run(at, Bytes::Names);
        Some(at..at + self.text[run].trim_end_matches(['-', '_']).len())
    }

    /// A token that is known by how it begins.
    fn of_kind(&mut self, at: usize) -> Option<(&'static Kind, Range<usize>)> {
        let text = self.text;
        let mut kinds = kinds_at(&text[at..]).peekable();
        kinds.peek()?;
        if !self.begins(at) {
            return None;
        }
        kinds.find_map(|(start, kind)| {
            if kind.by_chance && self.in_data_url(at) {
                return None;
            }
            let run = self.token_run(at + start.len(), kind.bytes);
            let end = run.start + text[run.clone()].trim_end_matches(['-', '_', '.']).len();
            // What says that a token is one stands at its start.
            let tail = &text[run.start..end.min(run.start + TOKEN_BYTES)];
            let from = if kind.address { run.start } else { at };
            kind.fits(tail).then_some((kind, from..end))
        })
    }

    fn pem_end(&self, after: usize) -> usize {
        let rest = self.within(after);
        // A second BEGIN before the END means that this block was cut; it must not take the text between.
        let next = rest.find("-----BEGIN ").unwrap_or(rest.len());
        if let Some(end) = rest[..next].find("-----END ") {
            let tail = &rest[end + 9..];
            let line = tail.find(['\n', '\r']).unwrap_or(tail.len());
            let close = tail[..line].find("-----").map_or(line, |dashes| dashes + 5);
            return after + end + 9 + close;
        }
        after + pem_body(&rest[..next])
    }

    /// What follows a place, as far as a private key can reach.
    fn within(&self, after: usize) -> &str {
        &self.text[after..self.text.floor_char_boundary(after + PEM_BYTES)]
    }

    fn url_password(&self, after: usize) -> Option<Range<usize>> {
        let stop = |b: &u8| b.is_ascii_whitespace() || b"/?#<>\"'`()[]{}".contains(b) || *b < 0x20;
        let bytes = &self.text.as_bytes()[after..];
        let length = bytes
            .iter()
            .take(USER_INFO_BYTES)
            .position(stop)
            .unwrap_or(bytes.len().min(USER_INFO_BYTES));
        let at_sign = bytes[..length].iter().rposition(|b| *b == b'@')?;
        let colon = bytes[..at_sign].iter().position(|b| *b == b':')?;
        // A user name that is a key itself goes with the password.
        let user = self.text.get(after..after + colon)?;
        let start = if plain_secrets(user).is_empty() { after + colon + 1 } else { after };
        let password = start..after + at_sign;
        let text = self.text.get(password.clone())?;
        let shown = text.is_empty() || is_placeholder(text) || text.chars().all(|c| c == '*');
        (!shown).then_some(password)
    }

    /// The credentials behind the name of a scheme: `Bearer …`.
    pub(super) fn scheme_credentials(&self, after: usize) -> Option<Range<usize>> {
        let class = |b: &u8| b.is_ascii_alphanumeric() || b"._~+/-=".contains(b);
        let token = self.class_run(after, class);
        let text = self.text[token.clone()].trim_end_matches(['.', '-']);
        let drawn = is_mixed(text) || is_shuffled(text);
        (text.len() >= 12 && drawn).then(|| token.start..token.start + text.len())
    }

    /// The run of these bytes, up to a PEM block that is glued to it.
    pub(super) fn class_run(&self, from: usize, class: impl Fn(&u8) -> bool) -> Range<usize> {
        let length = self.text.as_bytes()[from..].iter().take_while(|b| class(b)).count();
        let cut = self.text[from..from + length].find("-----BEGIN");
        from..from + cut.unwrap_or(length)
    }

    /// `eyJ…` and two more parts between dots; the last may be empty.
    fn jwt(&self, at: usize) -> Option<Range<usize>> {
        let before = self.before(at);
        if ends_word(before) || before.ends_with(['-', '_']) || self.in_data_url(at) {
            return None;
        }
        let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        let bytes = self.text.as_bytes();
        let head = self.class_run(at, part);
        if head.len() < 8 || bytes.get(head.end) != Some(&b'.') {
            return None;
        }
        let body = self.class_run(head.end + 1, part);
        if body.len() < 3 || bytes.get(body.end) != Some(&b'.') {
            return None;
        }
        Some(at..self.class_run(body.end + 1, part).end)
    }

    /// Base64 of a picture can hold any letters.
    fn in_data_url(&self, at: usize) -> bool {
        let mut from = at.saturating_sub(64);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let before = &self.text[from..at];
        let start = before
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || "+/=;:,-.".contains(c)))
            .map_or(0, |i| i + 1);
        before.get(start..).is_some_and(|run| run.contains(";base64,"))
    }

    /// The run of a token's bytes from here; measured once for all places in it.
    fn token_run(&mut self, from: usize, bytes: Bytes) -> Range<usize> {
        let known = &self.tokens[bytes as usize];
        if !(known.start <= from && from < known.end) {
            self.tokens[bytes as usize] = self.class_run(from, |b| bytes.hold(*b));
        }
        from..self.tokens[bytes as usize].end
    }
}

/// What is issued under this word, as people call it.
fn issued_kind(word: &str) -> &'static str {
    let word = word.to_lowercase();
    match word.as_str() {
        _ if word.starts_with("api") => "api key",
        _ if word.contains("token") || word.contains("令牌") => "token",
        _ if word.contains("key") || word.contains(['钥', '鑰']) => "key",
        _ => "secret",
    }
}

fn api_key(span: Range<usize>) -> Finding {
    Finding { kind: "api key", span }
}

/// Bytes of the lines that belong to a key without an end: the rest of its first line, and base64.
fn pem_body(rest: &str) -> usize {
    let mut end = 0;
    for (at, line) in rest.split_inclusive('\n').enumerate() {
        let plain = line.trim_start_matches(['>', ' ', '\t']).trim_end();
        let base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '\\');
        let header = plain.starts_with("Proc-Type:") || plain.starts_with("DEK-Info:");
        let belongs = header || plain.chars().all(base64);
        if (plain.is_empty() && at > 0) || !belongs {
            break;
        }
        end += line.len();
    }
    rest[..end].trim_end().len()
}
