//! Where secrets and private blocks stand in a text, and the text without them.
//!
//! Secrets are known by their form: a prefix that a provider gives its keys, the parts of a JWT or a
//! PEM block, a password in a URL or after a word that announces one. Word boundaries are those of
//! ASCII keys, so that a key glued to Han is found, and `task-force` holds no `sk-` key.
//!
//! Each place where a secret can begin is looked at once, and what a look scans is remembered, so that
//! the whole is linear also on a text made to be slow.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::disguise;
use super::headed::{leaves_of_head, marked};
use super::likeness::{
    describes, is_drawn, is_drawn_of_kind, is_issued, is_lot, is_mixed, is_password_word,
    is_placeholder, is_random, is_reference, is_vague, is_weak,
};
use super::private::{private_blocks, without};
use super::sign::{Assignment, Sign, sign_after};
use super::standing::Standing;

/// The kind of a secret that was left because it stood there before.
pub(super) const STANDING: &str = super::STANDING;
/// What stands in a secret's place.
pub(super) const MARK: &str = "[REDACTED]";
/// Bytes of a private key from its first line to its last, at most.
const PEM_BYTES: usize = 64 * 1024;
/// Bytes of a quoted password, at most.
const QUOTED_BYTES: usize = 512;
/// Bytes of a token that are looked at, at most.
const TOKEN_BYTES: usize = 512;
/// Bytes of a link's name before its `=`, at most.
const NAME_BYTES: usize = 40;
/// Bytes of a command before its user and password, at most.
const COMMAND_BYTES: usize = 256;
/// Bytes before a word that are looked at for what says that its token is public.
const PUBLIC_BYTES: usize = 8;
/// Words within a token that say that it is one.
const INNER_WORDS: [&str; 9] =
    ["live_", "_sk_", "_sk-", "-sk-", "-sk_", "_pat_", "_pat-", "-pat-", "-pat_"];
/// Bytes of user and password in a URL, at most.
const USER_INFO_BYTES: usize = 1024;

/// Where a secret can begin. Case matters for what a provider writes in one case.
static TRIGGERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|://|eyJ",
        r"|sk-|sk_live_|sk_test_|rk_live_|rk_test_|whsec_|gh[pousr]_|github_pat_|xox[abcdeprs]-|xapp-",
        r"|AIza|npm_|gl(?:pat|ptt|rt|dt|soat|cbt)-|AKIA|ASIA|hf_|gsk_|pypi-|do[opr]_v1_|SG\.",
        r"|AGE-SECRET-KEY-1|dckr_[op]at_|sq0(?:csp|atp|idp|csb)-|shp(?:at|ca|ss|pa)_|ya29\.|hvs\.",
        r"|nvapi-|pplx-|xai-|tvly-|lin_api_|figd_|sbp_|rubygems_|r8_|ntn_|PMAK-",
        r"|GOCSPX-|ATATT3|LTAI|AKID|ABIA|AKCp|dapi|EAAC|1//0|AQ\.Ab8|ops_eyJ|amzn\.mws\.|dt0[a-z][0-9]{2}\.",
        r"|tskey-(?:auth|api|client)-|NRAK-|sntry[su]_|pul-|sgp_|CFPAT-|lsv2_(?:pt|sk)_|jina_|vercel_blob_rw_",
        r"|glsa_|glc_|xkeysib-|xsmtpsib-|fm[12][ar]?_|fo1_|sb_secret_|ATCTT3|sk\.eyJ|EZ[AT]K|rnd_|cio_|ph[cx]_",
        r"|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{40,90}",
        r"|secret_[A-Za-z0-9]{40,50}|key-[0-9a-f]{32}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
        r"|Private-Lines:[ \t]*[0-9]{1,3}\r?\n",
        r"|(?i-u:bearer|basic)[ \t]+",
        r"|(?i-u:password|passwd|passphrase|passwort|kennwort|pwd|secret|token|credential)",
        r"|(?i-u:api[ _-]?key|access[_-]?key|private[_-]?key|account[_-]?key)",
        r"|(?i:contraseña|contrasenya|mot de passe|senha|пароль)",
        r"|密码|密碼|口令|密钥|密鑰|令牌|秘钥|暗号|パスワード|비밀번호|암호",
        r"|SK[0-9a-f]{32}|[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
        r"|[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}",
        r"|hooks\.slack\.com/(?:services|workflows)/|discord(?:app)?\.com/api/webhooks/",
        r"|(?:-u|--user)[ =]|(?i-u:key|auth)|live_|[_-]sk[_-]|[_-]pat[_-]",
        // A kind that nobody told of: a short word and what is drawn by lot.
        r"|[a-z]{2,10}_[A-Za-z0-9]{32,128}",
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

/// The secrets and private blocks of a text: what must not be counted as new when it stands in a later
/// text, as often as it stands in this one.
pub(super) fn standing(text: &str) -> Standing<'_> {
    let spans = private_blocks(text).into_iter();
    Standing::of(text, spans.chain(secrets(text).into_iter().map(|found| found.span)))
}

/// Takes out private blocks and then secrets, but for those that stood before.
pub(super) fn clean(text: &str, standing: &Standing<'_>) -> Cleaned {
    let mut found = Vec::new();
    let (kept, cuts) = standing.divide(text, private_blocks(text), |span| span.clone());
    found.extend(kept.iter().cloned().map(|span| Finding { kind: STANDING, span }));
    found.extend(cuts.iter().cloned().map(|span| Finding { kind: "private", span }));
    let (open, origins) = without(text, &cuts);

    let there = |span: &Range<usize>| origin(&origins, span.start)..origin(&origins, span.end);
    let mut secrets = secrets(&open);
    secrets.retain(|secret| {
        let span = there(&secret.span);
        !kept.iter().any(|block| block.start <= span.start && span.end <= block.end)
    });
    let leaves = if secrets.is_empty() { Vec::new() } else { leaves_of_head(&open) };
    let (left, gone) = standing.divide(&open, secrets, |secret| secret.span.clone());
    found.extend(left.iter().map(|it| Finding { kind: STANDING, span: there(&it.span) }));
    found.extend(gone.iter().map(|it| Finding { kind: it.kind, span: there(&it.span) }));
    let gone: Vec<Range<usize>> = gone.into_iter().map(|secret| secret.span).collect();
    found.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Cleaned { text: marked(&open, &gone, &leaves), found }
}

/// Where a place of a changed text stands in the original, by its pieces.
pub(super) fn origin(origins: &[(usize, usize)], at: usize) -> usize {
    let piece = origins.partition_point(|(start, _)| *start <= at).saturating_sub(1);
    origins.get(piece).map_or(at, |(start, original)| original + (at - start))
}

/// The secrets of a text, in order and apart from each other, also those that are disguised.
fn secrets(text: &str) -> Vec<Finding> {
    let mut found = plain_secrets(text);
    let Some((plain, origins)) = disguise::taken_off(text) else { return found };
    found.extend(plain_secrets(&plain).into_iter().map(|it| {
        let span = origin(&origins, it.span.start)..origin(&origins, it.span.end);
        Finding { kind: it.kind, span }
    }));
    found.sort_by_key(|it| (it.span.start, it.span.end));
    let mut apart: Vec<Finding> = Vec::new();
    for next in found {
        match apart.last_mut() {
            Some(last) if next.span.start < last.span.end => {
                last.span.end = last.span.end.max(next.span.end);
            }
            _ => apart.push(next),
        }
    }
    apart
}

fn plain_secrets(text: &str) -> Vec<Finding> {
    let mut scan = Scan { text, run: 0..0, tokens: [0..0, 0..0, 0..0], marker: None };
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
    /// The same for the bytes of tokens: without dots, with them, and with all that base64 has.
    tokens: [Range<usize>; 3],
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
        if trigger.starts_with("Private-Lines") {
            let rest = self.within(after);
            // So many lines belong to the key; what stands behind them is text.
            let digits = trigger.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_end();
            let lines = digits.parse().expect("because the trigger has up to three digits");
            let end = rest.split_inclusive('\n').take(lines).map(str::len).sum();
            let length = pem_body(&rest[..end]);
            return (length > 0)
                .then_some(after..after + length)
                .and_then(|it| span("private key", it));
        }
        if trigger == "://" {
            return self
                .url_password(after)
                .and_then(|password| span("password or token in a URL", password));
        }
        if trigger.starts_with("-u") || trigger.starts_with("--user") {
            return self.login(at, after).and_then(|password| span("password", password));
        }
        if trigger.ends_with('/') {
            return self.webhook(after).and_then(|path| span("webhook", path));
        }
        if is_unknown(trigger) {
            let begins = at == floor || !ends_word(&self.text[..at]);
            let end = begins.then(|| self.unknown_end(at, after)).flatten()?;
            return span("api key", at..end);
        }
        if is_shape(trigger) {
            let whole = self.is_whole(at, after);
            return whole.then_some(at..after).and_then(|token| span("api key", token));
        }
        let begins = at == floor || !ends_word(&self.text[..at]);
        if trigger.ends_with([' ', '\t']) {
            let token = begins.then(|| self.scheme_credentials(after)).flatten();
            return token.and_then(|token| span("authorization", token));
        }
        if trigger == "eyJ" {
            let apart = !self.text[..at].ends_with(['-', '_']) || at == floor;
            return (begins && apart && !self.in_data_url(at))
                .then(|| self.jwt_end(at))
                .flatten()
                .and_then(|end| span("jwt", at..end));
        }
        if INNER_WORDS.contains(&trigger) {
            return self.issued(at, after - 1).and_then(|token| span("api key", token));
        }
        if is_prefix(trigger) {
            // Base64 can hold any of the short ones.
            let chance =
                matches!(trigger, "EAAC" | "AKCp" | "LTAI" | "AKID" | "ABIA" | "EZAK" | "EZTK");
            let begins = begins && !(chance && self.in_data_url(at));
            let end = begins.then(|| self.token_end(at, trigger)).flatten()?;
            return span("api key", at..end);
        }
        if let Some(value) = self.assigned(at, trigger, after) {
            return span("password", value);
        }
        let announces = !is_password_word(trigger) || is_vague(trigger);
        let token = announces.then(|| self.issued(at, after)).flatten();
        token.and_then(|token| span("api key", token))
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
        let run = self.token_run(after, 0);
        let text = &self.text[run.start..run.end.min(run.start + TOKEN_BYTES)];
        let mut start = run.start;
        let drawn = text.split(['_', '-']).find_map(|part| {
            let at = start;
            start += part.len() + 1;
            is_drawn(part).then_some(at)
        })?;
        Some(drawn..run.start + self.text[run.clone()].trim_end_matches(['-', '_']).len())
    }

    /// Where a token of a kind that nobody told of ends.
    fn unknown_end(&mut self, at: usize, after: usize) -> Option<usize> {
        let goes_on = self.text.as_bytes().get(after).is_some_and(u8::is_ascii_alphanumeric);
        let tail = self.text[at..after].split_once('_')?.1;
        let cases = tail.bytes().any(|b| b.is_ascii_uppercase())
            && tail.bytes().any(|b| b.is_ascii_lowercase());
        if goes_on || !cases || !is_drawn(tail) {
            return None;
        }
        let run = self.token_run(at, 0);
        Some(run.start + self.text[run.clone()].trim_end_matches(['-', '_']).len())
    }

    /// Whether a token of a known length is no part of a longer word.
    fn is_whole(&self, at: usize, after: usize) -> bool {
        let before = &self.text[..at];
        // A bot's address has its token behind this word.
        let begins = !ends_word(before) || before.ends_with("bot");
        // A longer name that ends in `-key-` names what a hash is of.
        let within = self.text[at..].starts_with("key-") && before.ends_with(['-', '_']);
        begins && !within && !self.text.as_bytes().get(after).is_some_and(u8::is_ascii_alphanumeric)
    }

    /// The password of `curl -u user:password`.
    fn login(&self, at: usize, after: usize) -> Option<Range<usize>> {
        let mut from = at.saturating_sub(COMMAND_BYTES);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let line = self.text[from..at].rsplit(['\n', '\r']).next()?;
        let called = ["curl", "wget", "http "].iter().any(|command| line.contains(command));
        let start = after + usize::from(self.text[after..].starts_with(['"', '\'']));
        let inside = self.text.as_bytes()[start..].iter().take(USER_INFO_BYTES);
        let part = |b: &&u8| b.is_ascii_graphic() && !b"\"'`<>|".contains(*b);
        let word = start..start + inside.take_while(part).count();
        let colon = self.text[word.clone()].find(':')?;
        let password = word.start + colon + 1..word.end;
        let text = &self.text[password.clone()];
        (called && text.len() >= 4 && !is_placeholder(text)).then_some(password)
    }

    /// What follows the address of a webhook, whose path is its password.
    fn webhook(&self, after: usize) -> Option<Range<usize>> {
        let class = |b: &u8| b.is_ascii_alphanumeric() || b"/_-".contains(b);
        let path = self.class_run(after, class);
        let text = &self.text[path.clone()];
        (text.len() >= 20 && is_mixed(text)).then_some(path)
    }

    /// What stands from here on, as far as the longest key goes.
    fn within(&self, after: usize) -> &str {
        &self.text[after..self.text.floor_char_boundary(after + PEM_BYTES)]
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

    /// The run of a token's bytes from here, by the `kind` of its bytes as in `tokens`; measured once for all
    /// places in it.
    fn token_run(&mut self, from: usize, kind: usize) -> Range<usize> {
        const MORE: [&[u8]; 3] = [b"", b".", b"+/="];
        let known = &self.tokens[kind];
        if !(known.start <= from && from < known.end) {
            let class = |b: &u8| {
                b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_') || MORE[kind].contains(b)
            };
            self.tokens[kind] = self.class_run(from, class);
        }
        from..self.tokens[kind].end
    }

    fn token_end(&mut self, at: usize, prefix: &str) -> Option<usize> {
        let body = at + prefix.len();
        let kind = match prefix {
            "SG." | "sk.eyJ" => 1,
            "ATATT3" | "ATCTT3" | "fo1_" => 2,
            _ if prefix.starts_with("dt0") => 1,
            _ if prefix.starts_with("fm") => 2,
            _ => 0,
        };
        let mut run = self.token_run(body, kind);
        if matches!(prefix, "AKIA" | "ASIA" | "ABIA") {
            let length = self.text.as_bytes()[run.clone()].iter().take(17);
            run.end = run.start + length.take_while(|b| b.is_ascii_alphanumeric()).count();
        }
        while self.text[run.clone()].ends_with(['-', '_', '.']) {
            run.end -= 1;
        }
        // What says that a token is one stands at its start.
        let tail = &self.text[run.start..run.end.min(run.start + TOKEN_BYTES)];
        let fits = match prefix {
            "AKIA" | "ASIA" | "ABIA" => {
                tail.len() == 16
                    && tail.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            }
            "AIza" => tail.len() >= 30,
            "LTAI" => (12..=30).contains(&tail.len()) && is_mixed(tail),
            "AKID" => (28..=48).contains(&tail.len()) && is_mixed(tail),
            "dapi" => tail.len() >= 32 && tail.bytes().take(32).all(|b| b.is_ascii_hexdigit()),
            "GOCSPX-" | "CFPAT-" | "amzn.mws." | "AQ.Ab8" | "tskey-auth-" | "tskey-api-"
            | "tskey-client-" => tail.len() >= 20 && is_mixed(tail),
            "EAAC" | "AKCp" | "EZAK" | "EZTK" => tail.len() >= 40 && is_lot(tail),
            "1//0" => tail.len() >= 30 && is_lot(tail),
            "sk-" => is_random(tail, 16),
            _ if prefix.starts_with("xox") || prefix == "xapp-" => {
                tail.len() >= 10 && tail.bytes().any(|b| b.is_ascii_digit())
            }
            _ if prefix.starts_with("sq0") => tail.len() >= 20 && is_mixed(tail),
            "SG." | "sk.eyJ" => tail.len() >= 30 && tail.contains('.'),
            "hf_" | "npm_" | "gsk_" | "pypi-" | "dop_v1_" | "doo_v1_" | "dor_v1_" | "r8_" => {
                tail.len() >= 30 && is_random(tail, 20)
            }
            // What begins a name in code as well.
            "rnd_" | "cio_" | "phc_" | "phx_" | "glc_" | "glsa_" | "pul-" | "sgp_" | "jina_" => {
                tail.len() >= 16 && tail.split(['-', '_', '.']).any(is_drawn_of_kind)
            }
            "whsec_" | "sk_live_" | "sk_test_" | "rk_live_" | "rk_test_" => tail.len() >= 16,
            _ => tail.len() >= 16 && is_random(tail, 16),
        };
        fits.then_some(run.end)
    }

    /// The value after a word that announces one: `password=…`, `"api_key": "…"`, `密码：…`.
    fn assigned(&mut self, at: usize, word: &str, after: usize) -> Option<Range<usize>> {
        let sign = sign_after(self.text, after)?;
        let first = self.text[sign.value..].chars().next()?;
        if matches!(first, '"' | '\'' | '`') {
            return self.quoted(word, &sign, first);
        }
        let mut run = self.value_run(sign.value);
        let query = sign.kind == Sign::Equals && !is_password_word(word) && self.in_query(at);
        let ends: &[char] = match sign.kind {
            Sign::Encoded => &['&', '#', ')', '%'],
            _ if query => &['&', '#', ')'],
            _ => &[],
        };
        if !ends.is_empty() {
            let end = self.text[run.clone()].find(ends);
            run.end = end.map_or(run.end, |end| run.start + end);
        }
        let text = self.text[run.clone()].trim_end_matches([',', ';', '.', ')', '!', '?', ':']);
        let value = run.start..run.start + text.len();
        if text.len() < 4
            || self.marker.is_some_and(|marker| marker >= value.start)
            || is_placeholder(text)
        {
            return None;
        }
        let head = &text[..text.len().min(128)];
        let secret = match sign.kind {
            _ if is_vague(word) => sign.kind != Sign::Nothing && is_issued(head),
            Sign::Equals if query => is_lot(head),
            Sign::Encoded if !is_password_word(word) => is_lot(head),
            Sign::Equals | Sign::Encoded => !is_reference(head),
            Sign::Colon => {
                !is_reference(head)
                    && ((is_mixed(head) && text.len() >= 6) || ends_line(&self.text[value.end..]))
            }
            Sign::Verb => is_mixed(head) && text.len() >= 6,
            Sign::Nothing => is_lot(head),
        };
        (secret && !is_weak(word, head)).then_some(value)
    }

    /// A value between quotes, without them. One of several words is a secret only after a word for
    /// passwords, and where it does not describe one.
    fn quoted(&self, word: &str, sign: &Assignment, quote: char) -> Option<Range<usize>> {
        let start = sign.value + 1;
        let mut inside = self.text.as_bytes()[start..].iter().take(QUOTED_BYTES);
        let length = inside.position(|b| *b == quote as u8 || *b == b'\n')?;
        let value = start..start + length;
        let closed = self.text.as_bytes()[value.end] == quote as u8;
        let text = self.text.get(value.clone())?;
        let plain = closed
            && text.len() >= 4
            && text.is_ascii()
            && !text.contains("-----BEGIN")
            && !text.contains(MARK)
            && !is_placeholder(text);
        let phrase = text.contains(char::is_whitespace);
        let secret = match sign.kind {
            _ if is_vague(word) => is_issued(text),
            _ if phrase => is_password_word(word) && !describes(text),
            Sign::Verb => is_mixed(text),
            Sign::Nothing => is_mixed(text) || (is_password_word(word) && !describes(text)),
            Sign::Equals | Sign::Encoded | Sign::Colon => true,
        };
        (plain && secret && !is_weak(word, text)).then_some(value)
    }

    /// Whether a word is the name in a link's `?name=value&name=value`, or ends it.
    fn in_query(&self, at: usize) -> bool {
        let before = &self.text.as_bytes()[at.saturating_sub(NAME_BYTES)..at];
        let name = |b: &&u8| b.is_ascii_alphanumeric() || b"_-.".contains(b);
        let length = before.iter().rev().take_while(name).count();
        matches!(before[..before.len() - length].last(), Some(b'?' | b'&'))
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

fn is_prefix(trigger: &str) -> bool {
    const BARE: &[&str] = &[
        "AIza", "AKIA", "ASIA", "ABIA", "ATATT3", "LTAI", "AKID", "AKCp", "dapi", "EAAC", "1//0",
        "AQ.Ab8", "ops_eyJ", "ATCTT3", "sk.eyJ", "EZAK", "EZTK",
    ];
    trigger.ends_with(['-', '_', '.', '1']) || BARE.contains(&trigger)
}

/// Whether a trigger is a short word and what may be drawn by lot, of no kind that is known by name.
fn is_unknown(trigger: &str) -> bool {
    let (word, tail) = trigger.split_once('_').unwrap_or_default();
    tail.len() >= 32
        && !word.is_empty()
        && word != "secret"
        && word.bytes().all(|b| b.is_ascii_lowercase())
        && tail.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Whether a trigger is a whole token, known by its parts and their lengths.
fn is_shape(trigger: &str) -> bool {
    let bytes = trigger.as_bytes();
    let named = ["secret_", "key-", "pat"].iter().any(|start| trigger.starts_with(start));
    bytes.len() > 30
        && (named
            || trigger.contains(".atlasv1.")
            || bytes[0].is_ascii_digit()
            || b"MNOS".contains(&bytes[0]))
}

/// Whether a text ends inside an ASCII word, so that no key begins after it. `-` and `_` end a word: a
/// key may stand in a file's name.
fn ends_word(before: &str) -> bool {
    before.bytes().next_back().is_some_and(|b| b.is_ascii_alphanumeric())
}

/// Whether a file's name holds what a key becomes there: in small letters, and `-` for what a name
/// cannot hold.
pub(super) fn in_name(name: &str) -> bool {
    static SLUGGED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)(?:^|[^a-z0-9])(?:",
            r"(?:sk|gh[pousr]|github[-_]pat|glpat|npm|hf|gsk|pypi|dop[-_]v1|whsec|xox[abcdeprs]|glsa|rnd|cio|ph[cx]",
            r"|fm[12][ar]?|sb[-_]secret|xkeysib|xsmtpsib|age[-_]secret[-_]key)[-_]",
            r"(?:[a-z0-9]{1,12}[-_]){0,4}([a-z0-9]{16,})",
            r"|(?:dckr[-_][op]at|sq0(?:csp|atp|idp|csb)|shp(?:at|ca|ss|pa)|nvapi)[-_]([a-z0-9_-]{16,})",
            r"|(?:akia|asia)([a-z0-9]{16})(?:$|[^a-z0-9])",
            r"|aiza([a-z0-9_-]{30,})",
            r"|eyj([a-z0-9_-]{17,})[.-])",
        ))
        .expect("because the pattern is a constant")
    });
    SLUGGED.captures_iter(name).any(|key| {
        let tail = (1..key.len()).find_map(|group| key.get(group));
        tail.is_some_and(|tail| is_mixed(tail.as_str()))
    })
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
