//! Where secrets and private blocks stand in a text, and the text without them.
//!
//! Secrets are known by their form: a prefix that a provider gives its keys, the parts of a JWT or a
//! PEM block, a password in a URL or after a word that announces one. Word boundaries are those of
//! ASCII keys, so that a key glued to Han is found, and `task-force` holds no `sk-` key.
//!
//! Each place where a secret can begin is looked at once, and what a look scans is remembered, so that
//! the whole is linear also on a text made to be slow.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// What stands in a secret's place.
pub(super) const MARK: &str = "[REDACTED]";
/// The kind of a secret that was left because it stood there before.
pub(super) const STANDING: &str = "standing";
/// Bytes of a private key from its first line to its last, at most.
const PEM_BYTES: usize = 64 * 1024;
/// Bytes of a quoted password, at most.
const QUOTED_BYTES: usize = 512;
/// Bytes of user and password in a URL, at most.
const USER_INFO_BYTES: usize = 1024;

/// Where a secret can begin. Case matters for what a provider writes in one case.
static TRIGGERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|://|eyJ",
        r"|sk-|sk_live_|sk_test_|rk_live_|rk_test_|whsec_|gh[pousr]_|github_pat_|xox[abeprs]-|xapp-",
        r"|AIza|npm_|glpat-|AKIA|ASIA|hf_|gsk_|pypi-|dop_v1_|SG\.|AGE-SECRET-KEY-1",
        r"|(?i-u:bearer|basic)[ \t]+",
        r"|(?i-u:password|passwd|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|token|credential)",
        r"|密码|口令|密钥|令牌|秘钥|暗号|パスワード"
    ))
    .expect("because the pattern is a constant")
});

/// A place in a text that is not to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    /// What it is.
    pub(super) kind: &'static str,
    /// Its bytes in the text given.
    pub(super) span: Range<usize>,
}

/// A text without what was found in it.
pub(super) struct Cleaned {
    pub(super) text: String,
    pub(super) found: Vec<Finding>,
}

/// The secrets and private blocks of a text, as texts: what must not be counted as new when it stands
/// in a later text.
pub(super) fn standing(text: &str) -> HashSet<&str> {
    let blocks = private_blocks(text);
    let mut standing: HashSet<&str> = blocks.iter().map(|span| &text[span.clone()]).collect();
    standing.extend(secrets(text).into_iter().map(|found| &text[found.span]));
    standing
}

/// Takes out private blocks and then secrets, but for those that stood before.
pub(super) fn clean(text: &str, standing: &HashSet<&str>) -> Cleaned {
    let mut found = Vec::new();
    let (kept, cuts): (Vec<_>, Vec<_>) =
        private_blocks(text).into_iter().partition(|span| standing.contains(&text[span.clone()]));
    found.extend(kept.iter().cloned().map(|span| Finding { kind: STANDING, span }));
    found.extend(cuts.iter().cloned().map(|span| Finding { kind: "private", span }));
    let (open, origins) = without(text, &cuts);

    let mut out = String::with_capacity(open.len());
    let mut done = 0;
    for secret in secrets(&open) {
        let span = origin(&origins, secret.span.start)..origin(&origins, secret.span.end);
        let hidden = kept.iter().any(|block| block.start <= span.start && span.end <= block.end);
        if hidden {
            continue;
        }
        if standing.contains(&open[secret.span.clone()]) {
            found.push(Finding { kind: STANDING, span });
            continue;
        }
        out.push_str(&open[done..secret.span.start]);
        out.push_str(MARK);
        done = secret.span.end;
        found.push(Finding { kind: secret.kind, span });
    }
    out.push_str(&open[done..]);
    found.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Cleaned { text: out, found }
}

/// `<private>…</private>`, with the tags. One that is never closed goes to the end of its paragraph; a
/// tag in a code span is a text about tags.
fn private_blocks(text: &str) -> Vec<Range<usize>> {
    static TAGS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i-u)<(/?)private>").expect("because the pattern is a constant")
    });
    let mut blocks = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for tag in TAGS.captures_iter(text) {
        let whole = tag.get(0).expect("because group 0 is the match");
        if text[..whole.start()].ends_with('`') {
            continue;
        }
        if tag[1].is_empty() {
            open.push(whole.start());
        } else if let Some(start) = open.first() {
            blocks.push(*start..whole.end());
            open.clear();
        }
    }
    let mut end = 0;
    for start in open {
        if start >= end {
            end = paragraph_end(text, start);
            blocks.push(start..end);
        }
    }
    blocks
}

fn paragraph_end(text: &str, from: usize) -> usize {
    static BLANK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\r?\n\r?\n").expect("because the pattern is a constant"));
    BLANK.find_at(text, from).map_or(text.len(), |blank| blank.start())
}

/// The text without these spans, and for each piece where it begins there and in the original. A space
/// keeps apart what would be joined into one word.
fn without(text: &str, cuts: &[Range<usize>]) -> (String, Vec<(usize, usize)>) {
    let mut out = String::with_capacity(text.len());
    let mut origins = vec![(0, 0)];
    let mut done = 0;
    for cut in cuts {
        out.push_str(&text[done..cut.start]);
        let before = out.chars().next_back().is_some_and(|c| !c.is_whitespace());
        let after = text[cut.end..].chars().next().is_some_and(|c| !c.is_whitespace());
        if before && after {
            origins.push((out.len(), cut.start));
            out.push(' ');
        }
        origins.push((out.len(), cut.end));
        done = cut.end;
    }
    out.push_str(&text[done..]);
    (out, origins)
}

fn origin(origins: &[(usize, usize)], at: usize) -> usize {
    let piece = origins.partition_point(|(start, _)| *start <= at).saturating_sub(1);
    origins.get(piece).map_or(at, |(start, original)| original + (at - start))
}

/// The secrets of a text, in order and apart from each other.
fn secrets(text: &str) -> Vec<Finding> {
    let mut scan = Scan { text, run: 0..0, marker: None };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(trigger) = TRIGGERS.find_at(text, at) {
        let hit = scan.look(trigger.start(), trigger.as_str(), at);
        at = match hit {
            Some(finding) => {
                let end = finding.span.end;
                found.push(finding);
                end
            }
            None => {
                trigger.start() + text[trigger.start()..].chars().next().map_or(1, char::len_utf8)
            }
        };
    }
    found
}

struct Scan<'a> {
    text: &'a str,
    /// The run without white space and quotes that was measured last: every place in it ends there.
    run: Range<usize>,
    /// The last place in that run where a redaction stands.
    marker: Option<usize>,
}

impl Scan<'_> {
    /// Whether a secret begins at a trigger. `floor` is the end of the last secret: nothing before it counts.
    fn look(&mut self, at: usize, trigger: &str, floor: usize) -> Option<Finding> {
        let after = at + trigger.len();
        let span = |kind, span| Some(Finding { kind, span });
        if trigger.starts_with("-----BEGIN") {
            return span("private key", at..self.pem_end(after));
        }
        if trigger == "://" {
            return self.url_password(after).and_then(|password| span("url password", password));
        }
        let begins = at == floor || !ends_key(&self.text[..at]);
        if trigger.ends_with([' ', '\t']) {
            let token = begins.then(|| self.scheme_credentials(after)).flatten();
            return token.and_then(|token| span("authorization", token));
        }
        if trigger == "eyJ" {
            return (begins && !self.in_data_url(at))
                .then(|| self.jwt_end(at))
                .flatten()
                .and_then(|end| span("jwt", at..end));
        }
        if is_prefix(trigger) {
            let end = begins.then(|| self.token_end(at, trigger)).flatten()?;
            return span("api key", at..end);
        }
        self.assigned(trigger, after).and_then(|value| span("password", value))
    }

    fn pem_end(&self, after: usize) -> usize {
        let mut limit = self.text.len().min(after + PEM_BYTES);
        while !self.text.is_char_boundary(limit) {
            limit -= 1;
        }
        let rest = &self.text[after..limit];
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
        // A user name that may be a key itself goes with the password.
        let user = self.text.get(after..after + colon)?;
        let start = if TRIGGERS.is_match(user) { after } else { after + colon + 1 };
        let password = start..after + at_sign;
        let text = self.text.get(password.clone())?;
        let shown = text.is_empty() || is_placeholder(text) || text.chars().all(|c| c == '*');
        (!shown).then_some(password)
    }

    fn scheme_credentials(&self, after: usize) -> Option<Range<usize>> {
        let class = |b: &u8| b.is_ascii_alphanumeric() || b"._~+/-=".contains(b);
        let token = self.class_run(after, class);
        let text = self.text[token.clone()].trim_end_matches(['.', '-']);
        let mixed = text.bytes().any(|b| b.is_ascii_digit())
            && text.bytes().any(|b| b.is_ascii_alphabetic());
        (text.len() >= 12 && mixed).then(|| token.start..token.start + text.len())
    }

    /// The run of these bytes, up to a PEM block that is glued to it.
    fn class_run(&self, from: usize, class: impl Fn(&u8) -> bool) -> Range<usize> {
        let length = self.text.as_bytes()[from..].iter().take_while(|b| class(b)).count();
        let cut = self.text[from..from + length].find("-----BEGIN");
        from..from + cut.unwrap_or(length)
    }

    /// `eyJ…` and two more parts between dots; the last may be empty.
    fn jwt_end(&mut self, at: usize) -> Option<usize> {
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
        Some(self.class_run(body.end + 1, part).end)
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

    fn token_end(&self, at: usize, prefix: &str) -> Option<usize> {
        let body = at + prefix.len();
        let class = |b: &u8| {
            b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_') || (prefix == "SG." && *b == b'.')
        };
        let mut run = self.class_run(body, class);
        while self.text[run.clone()].ends_with(['-', '_', '.']) {
            run.end -= 1;
        }
        let tail = &self.text[run.clone()];
        let fits = match prefix {
            "AKIA" | "ASIA" => {
                tail.len() == 16
                    && tail.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            }
            "AIza" => tail.len() >= 30,
            "sk-" => is_random(tail, 16),
            "xoxb-" | "xoxp-" | "xoxa-" | "xoxs-" | "xoxr-" | "xoxe-" | "xapp-" => {
                tail.len() >= 10 && tail.bytes().any(|b| b.is_ascii_digit())
            }
            "SG." => tail.len() >= 30 && tail.contains('.'),
            "hf_" | "npm_" | "gsk_" | "pypi-" | "dop_v1_" => {
                tail.len() >= 30 && is_random(tail, 20)
            }
            "whsec_" | "sk_live_" | "sk_test_" | "rk_live_" | "rk_test_" => tail.len() >= 16,
            _ => tail.len() >= 16 && is_random(tail, 16),
        };
        fits.then_some(run.end)
    }

    /// The value after a word that announces one: `password=…`, `"api_key": "…"`, `密码：…`.
    fn assigned(&mut self, word: &str, after: usize) -> Option<Range<usize>> {
        let sign = sign_after(self.text, after)?;
        let rest = &self.text[sign.value..];
        let first = rest.chars().next()?;
        if matches!(first, '"' | '\'' | '`') {
            let start = sign.value + 1;
            let inside = self.text.as_bytes()[start..].iter().take(QUOTED_BYTES);
            let length = inside.clone().position(|b| *b == first as u8 || *b == b'\n')?;
            let value = start..start + length;
            let closed = self.text.as_bytes()[value.end] == first as u8;
            let text = self.text.get(value.clone())?;
            let secret = closed
                && text.len() >= 4
                && !text.contains("-----BEGIN")
                && !text.contains(MARK)
                && !is_placeholder(text)
                && !text.contains(char::is_whitespace)
                && text.is_ascii();
            return (secret && (sign.kind != Sign::Verb || is_mixed(text)) && !is_weak(word, text))
                .then_some(value);
        }
        let value = self.value_run(sign.value);
        let text = self.text[value.clone()].trim_end_matches([',', ';', '.', ')', '!', '?', ':']);
        let value = value.start..value.start + text.len();
        if text.len() < 4
            || self.marker.is_some_and(|marker| marker >= value.start)
            || is_placeholder(text)
        {
            return None;
        }
        let head = &text[..text.len().min(128)];
        let secret = match sign.kind {
            Sign::Equals => true,
            Sign::Colon => {
                (is_mixed(head) && text.len() >= 6) || ends_line(&self.text[value.end..])
            }
            Sign::Verb => is_mixed(head) && text.len() >= 6,
        };
        (secret && !is_weak(word, head)).then_some(value)
    }

    /// The ASCII run without white space and quotes that holds this place.
    fn value_run(&mut self, from: usize) -> Range<usize> {
        if !(self.run.start <= from && from < self.run.end) {
            let class = |b: &u8| {
                b.is_ascii_graphic() && !matches!(b, b'"' | b'\'' | b'`' | b'<' | b'>' | b'|')
            };
            self.run = self.class_run(from, class);
            let text = &self.text[self.run.clone()];
            self.marker = text.rfind(MARK).map(|offset| self.run.start + offset);
        }
        from..self.run.end
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Equals,
    Colon,
    Verb,
}

struct Assignment {
    kind: Sign,
    /// Where the value begins.
    value: usize,
}

/// The sign between a word and its value.
fn sign_after(text: &str, after: usize) -> Option<Assignment> {
    const SIGNS: &[(&str, Sign)] = &[
        (":=", Sign::Equals),
        ("=>", Sign::Equals),
        ("==", Sign::Verb),
        ("=", Sign::Equals),
        (":", Sign::Colon),
        ("：", Sign::Colon),
        ("is ", Sign::Verb),
        ("was ", Sign::Verb),
        ("是", Sign::Verb),
        ("为", Sign::Verb),
        ("は", Sign::Verb),
    ];
    let rest = &text[after..];
    let gap = |text: &str| text.bytes().take(4).take_while(|b| matches!(b, b' ' | b'\t')).count();
    let closing =
        rest.bytes().take(3).take_while(|b| matches!(b, b'"' | b'\'' | b'`' | b'*')).count();
    let start = closing + gap(&rest[closing..]);
    let (sign, kind) = SIGNS.iter().find(|(sign, _)| rest[start..].starts_with(sign))?;
    let mut value = start + sign.len();
    value += rest[value..].bytes().take(2).take_while(|b| *b == b'*').count();
    value += gap(&rest[value..]);
    Some(Assignment { kind: *kind, value: after + value })
}

fn is_prefix(trigger: &str) -> bool {
    trigger.ends_with(['-', '_', '.', '1']) || matches!(trigger, "AIza" | "AKIA" | "ASIA")
}

/// Whether a text ends inside an ASCII word, so that no key begins after it.
fn ends_key(before: &str) -> bool {
    before
        .bytes()
        .next_back()
        .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// Whether one part between `-` and `_` looks drawn by lot: long, and not a word of small letters.
fn is_random(tail: &str, part_length: usize) -> bool {
    tail.split(['-', '_', '.']).any(|part| {
        let word = part.bytes().all(|b| b.is_ascii_lowercase());
        part.len() >= part_length && (!word || part.len() >= 24)
    })
}

fn is_mixed(text: &str) -> bool {
    let letter = text.bytes().any(|b| b.is_ascii_alphabetic());
    letter && text.bytes().any(|b| b.is_ascii_digit())
}

/// `token` and `密钥` stand in many texts about tokens; only what looks drawn by lot is one.
fn is_weak(word: &str, value: &str) -> bool {
    let vague = matches!(
        word.to_ascii_lowercase().as_str(),
        "token" | "secret" | "credential" | "令牌" | "暗号"
    );
    let call =
        value.contains('(') || value.starts_with("self.") || value.starts_with("process.env");
    call || (vague && !(value.len() >= 8 && is_mixed(value)))
}

/// What stands for a secret and is none.
fn is_placeholder(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "none", "null", "true", "false", "yes", "no", "required", "optional", "string", "str",
        "todo", "tbd", "unset", "empty", "redacted", "unknown", "changed", "secret", "password",
        "token", "text", "n/a",
    ];
    let first = text.chars().next().unwrap_or(' ');
    let variable =
        matches!(first, '$' | '<' | '{' | '[' | '%' | '(' | '*' | '&' | '@' | '/' | '#' | '\\');
    variable
        || text.starts_with("-----BEGIN")
        || text.starts_with("os.environ")
        || text.bytes().all(|b| matches!(b, b'*' | b'.' | b'x' | b'X' | b'-' | b'_' | b'='))
        || WORDS.contains(&text.to_ascii_lowercase().as_str())
        || text.contains("://")
}

/// Whether nothing but a few closing signs follows in the line.
fn ends_line(rest: &str) -> bool {
    let closing = |c: char| c.is_whitespace() || ",;.)!?:\"'`*|。，；）".contains(c);
    let next = rest.chars().take(16).find(|c| matches!(c, '\n' | '\r') || !closing(*c));
    match next {
        Some(c) => matches!(c, '\n' | '\r'),
        None => rest.chars().nth(16).is_none(),
    }
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
