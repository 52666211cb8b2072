//! The value behind a word that announces one: where it ends, and whether it is a secret there. What
//! follows it counts: a word in the middle of a sentence is judged more strictly than one that ends it.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::behind;
use super::likeness::{
    describes, is_alternating, is_call, is_card, is_chosen, is_code, is_dialled, is_issued,
    is_knit, is_lot, is_made, is_measure, is_mixed, is_opaque, is_opening, is_phrase,
    is_placeholder, is_plain, is_reference, is_typed, is_worded, is_year,
};
use super::scan::Scan;
use super::secret::MARK;
use super::sign::{Assignment, Sign, sign_after};
use super::words::{Nature, Word};

/// Bytes of a quoted password, at most.
const QUOTED_BYTES: usize = 512;
/// Bytes of a line that are looked at for several words, at most.
const LINE_BYTES: usize = 512;
/// Bytes of a value that say what it is.
const HEAD_BYTES: usize = 128;
/// Bytes of a link's name before its `=`, at most.
const NAME_BYTES: usize = 40;
/// Words of a passphrase and of a seed, at least.
const PHRASE_WORDS: usize = 3;
const SEED_WORDS: usize = 12;

/// A word and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Told {
    pub(super) word: Word,
    pub(super) at: usize,
}

impl Told {
    pub(super) fn after(self) -> usize {
        self.at + self.word.length
    }
}

impl Scan<'_> {
    /// The value after a word that announces one: `password=…`, `"api_key": "…"`, `密码：…`.
    pub(super) fn assigned(&mut self, told: Told) -> Option<Range<usize>> {
        let nature = told.word.nature;
        if nature == Nature::Card {
            return self.card(told.after());
        }
        let sign = sign_after(self.text, told.after())?;
        let rest = &self.text[sign.value..];
        let of_han = || self.in_han(nature, &sign).or_else(|| self.spoken(told, &sign));
        if let Some(code) = self.for_a_door(nature, &sign).or_else(of_han) {
            return Some(code);
        }
        match nature {
            Nature::Scheme => {
                return (sign.kind == Sign::Blank)
                    .then(|| self.scheme_credentials(sign.value))
                    .flatten();
            }
            Nature::Seed => return self.phrase(&sign, SEED_WORDS),
            Nature::Pin | Nature::Code => return self.codes(told, &sign),
            Nature::Social => return self.social(&sign),
            Nature::Login => return self.paired(&sign),
            Nature::Answer => return self.answer(&sign),
            Nature::Cookie => return self.cookies(&sign),
            Nature::Phrase => {
                if let Some(words) = self.phrase(&sign, PHRASE_WORDS) {
                    return Some(words);
                }
            }
            _ => {}
        }
        // What stands in brackets may say what the word is for, or be what it announces.
        let inside = self.bracket_after(told.after()).filter(|value| *value < sign.value);
        if let Some(value) = inside
            && let Some(span) = self.bare(told, &Assignment { kind: Sign::Inside, value })
        {
            return Some(span);
        }
        // Text within text has its quotes escaped.
        let start = sign.value + usize::from(rest.starts_with("\\\"") || rest.starts_with("\\'"));
        match self.text[start..].chars().next()? {
            quote @ ('"' | '\'' | '`') => self.quoted(told, &sign, start + 1, quote),
            _ => self.bare(told, &sign),
        }
    }

    /// Where a bracket's inside begins that follows a word.
    fn bracket_after(&self, after: usize) -> Option<usize> {
        let rest = self.line(after);
        let open = rest.trim_start_matches([' ', '\t']);
        let inner = open.strip_prefix(['(', '（'])?;
        Some(after + rest.len() - inner.len())
    }

    /// A value without quotes.
    fn bare(&mut self, told: Told, sign: &Assignment) -> Option<Range<usize>> {
        let mut run = self.value_run(sign.value);
        let query = sign.kind == Sign::Equals && self.in_query(told.at);
        let ends: &[char] = match sign.kind {
            Sign::Encoded => &['&', '#', ')', '%'],
            _ if query => &['&', '#', ')', ']'],
            Sign::Inside => &[')'],
            _ => &[],
        };
        if !ends.is_empty() {
            let end = self.text[run.clone()].find(ends);
            run.end = end.map_or(run.end, |end| run.start + end);
        }
        // In a sentence that is kept as JSON, its line may end.
        let line = self.text[run.clone()].find("\\n").filter(|_| sign.kind == Sign::Verb);
        run.end = line.map_or(run.end, |end| run.start + end);
        let text =
            self.text[run.clone()].trim_end_matches([',', ';', '.', ')', '!', '?', ':', '*']);
        let value = run.start..run.start + text.len();
        if text.len() < 4
            || self.marker.is_some_and(|marker| marker >= value.start)
            || is_placeholder(text)
        {
            return None;
        }
        let mut end = text.len().min(HEAD_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let head = &text[..end];
        let kind = if query { Sign::Encoded } else { sign.kind };
        let linked =
            matches!(told.word.nature, Nature::Token | Nature::Signature | Nature::Vague) && query;
        let secret = match told.word.nature {
            _ if query && self.is_shared(told.at, head) => false,
            _ if linked && self.is_of_a_link(told.at, head) => false,
            _ if query && self.is_parameter(told, head) => true,
            Nature::Vague => kind.says() && is_issued(head),
            Nature::Signature => kind == Sign::Encoded && is_lot(head),
            Nature::Token => self.is_secret_token(told, kind, head, &value),
            Nature::Key => self.is_secret_key(told, kind, head, &value),
            Nature::Pass => {
                let shown =
                    self.text[told.at..told.after()].bytes().all(|b| b.is_ascii_uppercase());
                let name = shown && self.text[..told.at].ends_with('_') && kind == Sign::Equals;
                (name || (is_mixed(head) && head.len() >= 6 && !is_measure(head)))
                    && self.is_secret(told, kind, head, &value)
            }
            _ => self.is_secret(told, kind, head, &value),
        };
        (secret && !is_call(head)).then(|| self.whole(told, sign, value))
    }

    /// A password with the signs at its end that a sentence could have, too: what a person types often ends so.
    fn whole(&self, told: Told, sign: &Assignment, value: Range<usize>) -> Range<usize> {
        let rest = self.line(value.end);
        let signs = rest.bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
        // A line of settings ends with its value.
        let name = self.line_before(told.at).trim_start();
        let name = name.strip_prefix("export ").unwrap_or(name);
        let set = sign.kind == Sign::Equals
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        let all = rest.trim_end().len();
        let typed = matches!(told.word.nature, Nature::Password | Nature::Pass | Nature::Phrase);
        let length = if set && rest.as_bytes()[..all].iter().all(|b| b"!?.:*".contains(b)) {
            all
        } else if typed {
            signs
        } else {
            0
        };
        value.start..value.end + length
    }

    /// Whether a value behind a word for passwords is one.
    fn is_secret(&self, told: Told, sign: Sign, head: &str, value: &Range<usize>) -> bool {
        let rest = &self.text[value.end..];
        let mixed = is_mixed(head) && head.len() >= 6;
        match sign {
            Sign::Equals | Sign::Encoded => !is_reference(head),
            Sign::Element => {
                self.in_element(told.at)
                    && rest
                        .trim_start_matches(|c: char| c.is_ascii_punctuation() && c != '<')
                        .starts_with('<')
            }
            Sign::Colon => {
                !is_reference(head) && (mixed || ends_line(rest) || is_in_han(head, rest))
            }
            Sign::Verb => mixed || is_in_han(head, rest) || (is_dialled(head) && ends_clause(rest)),
            Sign::Cell => mixed && self.in_cell(told.at),
            Sign::Line => mixed && !is_reference(head) && ends_line(rest),
            Sign::Block => !is_reference(head) && ends_line(rest),
            Sign::Inside => (is_knit(head) || is_lot(head)) && closes(rest),
            Sign::Glued | Sign::Blank if self.is_of_han(told) => {
                let knit = is_knit(head) || (sign == Sign::Blank && is_lot(head));
                let weak = (mixed && !goes_on(rest))
                    || (is_dialled(head)
                        && (sign == Sign::Glued || !is_year(head))
                        && ends_clause(rest));
                // Tables and marks stand behind more than one blank.
                let near = value.start <= told.after() + 1 && is_plain(head);
                let introduced = self.is_introduced(told.at) && is_typed(head);
                near && (knit && !self.is_task(told.at)
                    || (weak || introduced) && self.is_owned(told.at))
            }
            Sign::Glued => {
                (mixed && (is_knit(head) || !goes_on(rest)))
                    || (is_dialled(head) && ends_clause(rest))
            }
            Sign::Blank
                if matches!(told.word.nature, Nature::Password | Nature::Phrase)
                    && self.is_labelled(told)
                    && is_told(head, rest) =>
            {
                true
            }
            Sign::Blank => {
                is_lot(head)
                    || is_knit(head)
                    || self.is_passcode(told, head, rest)
                    || (self.is_introduced(told.at) && is_typed(head))
            }
        }
    }

    /// Whether a word has letters without case, as Han.
    fn is_of_han(&self, told: Told) -> bool {
        !self.text[..told.after()].ends_with(|c: char| c.is_ascii())
    }

    /// Whether digits are those of the passcode that begins its line or sentence.
    fn is_passcode(&self, told: Told, head: &str, rest: &str) -> bool {
        self.text[told.at..told.after()].eq_ignore_ascii_case("passcode")
            && is_dialled(head)
            && !is_year(head)
            && self.is_labelled(told)
            && ends_line(rest)
    }

    /// The same behind a word for what a program has.
    fn is_secret_key(&self, told: Told, sign: Sign, head: &str, value: &Range<usize>) -> bool {
        // Programs have no words for keys.
        let word = head.len() < 20 && !is_mixed(head);
        match sign {
            Sign::Encoded => is_lot(head),
            Sign::Blank if is_alternating(head) && self.is_api_key(told) => {
                ends_line(&self.text[value.end..])
            }
            Sign::Blank | Sign::Glued => is_lot(head) || is_made(head),
            Sign::Inside if is_made(head) => closes(&self.text[value.end..]),
            Sign::Equals | Sign::Element => self.is_secret(told, sign, head, value),
            _ => !word && self.is_secret(told, sign, head, value),
        }
    }

    /// Whether a word is `api key`, and begins its line or sentence.
    fn is_api_key(&self, told: Told) -> bool {
        let word = self.text[told.at..told.after()].to_ascii_lowercase();
        word.starts_with("api") && self.is_labelled(told)
    }

    /// `token` and `令牌` stand in many texts about tokens; only what looks drawn by lot is one.
    fn is_secret_token(&self, told: Told, sign: Sign, head: &str, value: &Range<usize>) -> bool {
        let within = goes_on(&self.text[value.end..]);
        let drawn =
            if within { is_knit(head) || is_lot(head) || is_made(head) } else { !is_worded(head) };
        let named = sign == Sign::Blank && self.is_access(told.at) && is_alternating(head);
        if named && !within {
            return true;
        }
        let commit = matches!(sign, Sign::Blank | Sign::Verb) && self.is_of_a_commit(value);
        head.len() >= 8
            && is_mixed(head)
            && drawn
            && !commit
            && self.is_secret_key(told, sign, head, value)
    }

    /// Whether a word for a token says that it lets somebody in: `access token`.
    fn is_access(&self, at: usize) -> bool {
        const WAYS: &[&str] = &["access", "api", "auth", "bearer", "refresh", "session", "login"];
        let before = self.line_before(at).trim_end_matches([' ', '-', '_']);
        let way = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        WAYS.iter().any(|it| it.eq_ignore_ascii_case(way))
    }

    /// A value between quotes, without them. One of several words is a secret only after a word for
    /// passwords, and where it does not describe one.
    fn quoted(
        &self,
        told: Told,
        sign: &Assignment,
        start: usize,
        quote: char,
    ) -> Option<Range<usize>> {
        let mut inside = self.text.as_bytes()[start..].iter().take(QUOTED_BYTES);
        let length = inside.position(|b| *b == quote as u8 || *b == b'\n')?;
        let closed = self.text.as_bytes()[start + length] == quote as u8;
        let text = self.text.get(start..start + length)?.trim_end_matches('\\');
        let plain = closed
            && text.len() >= 4
            && text.is_ascii()
            && !text.contains("-----BEGIN")
            && !text.contains(MARK)
            && !is_placeholder(text)
            && !is_call(text);
        let typed = matches!(told.word.nature, Nature::Password | Nature::Pass | Nature::Phrase);
        let secret = match sign.kind {
            _ if told.word.nature == Nature::Vague => is_issued(text),
            _ if told.word.nature == Nature::Signature => false,
            _ if told.word.nature == Nature::Token => {
                text.len() >= 8 && is_mixed(text) && !is_worded(text) && !text.contains(' ')
            }
            _ if told.word.nature == Nature::Pass => is_mixed(text) && text.len() >= 6,
            _ if text.contains(char::is_whitespace) => typed && !describes(text),
            Sign::Verb => is_mixed(text),
            Sign::Blank | Sign::Glued | Sign::Inside | Sign::Cell | Sign::Line => {
                is_mixed(text) || (typed && !describes(text) && sign.kind == Sign::Blank)
            }
            Sign::Element => false,
            Sign::Equals | Sign::Encoded | Sign::Colon | Sign::Block => true,
        };
        (plain && secret).then_some(start..start + text.len())
    }

    /// The words of a passphrase or a seed, to the end of their line.
    fn phrase(&self, sign: &Assignment, min: usize) -> Option<Range<usize>> {
        let line = self.line(sign.value);
        let text = line.trim_start_matches(['"', '\'', '`']);
        let start = sign.value + (line.len() - text.len());
        let text = text.trim_end().trim_end_matches(['"', '\'', '`', '.', ',', ';']);
        let says = sign.kind.says() && is_phrase(text, min);
        says.then_some(start..start + text.len())
    }

    /// Digits, and codes that are typed once, one or several of one length.
    fn codes(&self, told: Told, sign: &Assignment) -> Option<Range<usize>> {
        const APART: [char; 5] = [' ', ',', ';', '、', '/'];
        let pin = told.word.nature == Nature::Pin;
        let line = self.line(sign.value);
        let start = sign.value + usize::from(line.starts_with(['"', '\'', '`']));
        let mut end = start;
        let mut length = None;
        let mut rest = &line[start - sign.value..];
        loop {
            let part = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
            let code = &rest[..rest.bytes().take_while(|b| part(*b)).count()];
            rest = &rest[code.len()..];
            let fits =
                is_code(code, told.word.nature) && length.is_none_or(|length| length == code.len());
            if !fits || is_part(rest) {
                break;
            }
            length = Some(code.len());
            end = sign.value + line.len() - rest.len();
            let next = rest.trim_start_matches(APART);
            if pin || next.len() == rest.len() {
                break;
            }
            rest = next;
        }
        let text = &self.text[start..end];
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        // "OTP 2026年" and "code 404" say something else.
        let word = &self.text[told.at..told.after()];
        let short = word.get(..2).is_some_and(|it| it.eq_ignore_ascii_case("cv"));
        let min = if short { 3 } else { 4 };
        let shown = text.len() >= min && digits && !goes_on_han(&self.text[end..]);
        // A place's code in an address has six digits.
        let is_pin = word == "PIN" || (word.len() > 3 && text.len() == 4);
        let told_by_blank =
            matches!(sign.kind, Sign::Blank | Sign::Glued) && shown && (!pin || is_pin);
        let word = told.at..told.after();
        let told = length.is_some() && (sign.kind.says() || told_by_blank);
        let named = is_placeholder(text) || (pin && self.is_of_a_place(word, sign, start..end));
        (told && !named).then_some(start..end)
    }

    /// The digits behind what they open: `passcode for the door 4821`.
    fn for_a_door(&self, nature: Nature, sign: &Assignment) -> Option<Range<usize>> {
        static CODE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"(?i)\A(?:for|to|of)(?:[ \t]+[a-z'’-]{1,24}){0,3}?[ \t]+",
                r"(?:door|gate|garage|alarm|safe|lock|house|flat|shed|entrance|locker|phone|bike|suitcase)",
                r"[ \t]+(#?[0-9]{4,12}[#*]?)",
            ))
            .expect("because the pattern is a constant")
        });
        if !matches!(nature, Nature::Password | Nature::Pin | Nature::Code)
            || sign.kind != Sign::Blank
        {
            return None;
        }
        let code = CODE.captures(self.line(sign.value))?.get(1)?;
        let span = sign.value + code.start()..sign.value + code.end();
        (!is_year(code.as_str()) && ends_clause(&self.text[span.end..])).then_some(span)
    }

    /// What a browser sends: all of it, if a part of it was drawn by lot.
    fn cookies(&self, sign: &Assignment) -> Option<Range<usize>> {
        if sign.kind != Sign::Colon {
            return None;
        }
        let line = self.line(sign.value);
        let line = &line[..line.find(['"', '\'', '`']).unwrap_or(line.len())];
        let drawn = line.split(';').any(|pair| {
            let value = pair.split_once('=').map_or("", |(_, value)| value.trim());
            value.len() >= 8 && is_mixed(value) && !value.contains(' ') && !is_placeholder(value)
        });
        let pairs = line.split(';').next().is_some_and(|first| first.contains('='));
        let end = sign.value + line.trim_end().len();
        (pairs && drawn && !line.contains(MARK)).then_some(sign.value..end)
    }

    /// The number of a card behind its word.
    fn card(&self, after: usize) -> Option<Range<usize>> {
        static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r#"(?i)\A(?:s|号|號)?[ \t]*(?:number|no\.?|num\.?|nr\.?|#|号码|號碼)?["'`*]{0,3}"#,
                r#"[ \t]*(?:is|was|[:：=＝|]|是|为|為)?[ \t*"'`]{0,4}([0-9](?:[ -]?[0-9]){12,18})"#,
            ))
            .expect("because the pattern is a constant")
        });
        let number = NUMBER.captures(&self.text[after..])?.get(1)?;
        let goes_on =
            self.text.as_bytes().get(after + number.end()).is_some_and(u8::is_ascii_digit);
        (!goes_on && is_card(number.as_str())).then(|| after + number.start()..after + number.end())
    }

    /// The number that a state gives a person: three, two and four digits, none of them all zero.
    fn social(&self, sign: &Assignment) -> Option<Range<usize>> {
        static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"\A([0-9]{3})(?:-([0-9]{2})-|([0-9]{2}))([0-9]{4})(?-u:\b)")
                .expect("because the pattern is a constant")
        });
        let number = NUMBER.captures(self.line(sign.value))?;
        let parts = [1, 2, 3, 4].into_iter().filter_map(|part| number.get(part));
        let is_given = parts.map(|it| it.as_str()).all(|it| it.bytes().any(|b| b != b'0'));
        let area = &number[1];
        let is_area = area != "666" && !area.starts_with('9');
        (is_given && is_area).then(|| sign.value..sign.value + number[0].len())
    }

    /// The answer to a question that a service asks its owner: one word, or what stands in quotes.
    fn answer(&self, sign: &Assignment) -> Option<Range<usize>> {
        let line = self.line(sign.value).trim_end();
        let text = line.trim_matches(['"', '\'', '`', '“', '”']);
        let start = sign.value + line.find(text).unwrap_or(0);
        let text = text.trim_end_matches(['.', '。', ',', '，']);
        let says = matches!(sign.kind, Sign::Colon | Sign::Equals);
        let one = !text.contains(char::is_whitespace) || text.len() < line.trim().len() - 1;
        let fits = (2..=64).contains(&text.len()) && one && !text.contains(MARK);
        (says && fits && !is_placeholder(text)).then(|| start..start + text.len())
    }

    /// Whether a word is the name in a link's `?name=value&name=value`, or ends it.
    fn in_query(&self, at: usize) -> bool {
        self.name_before(at).is_some()
    }

    /// What stands before a word in the name of a link's parameter.
    fn name_before(&self, at: usize) -> Option<&str> {
        let from = at.saturating_sub(NAME_BYTES);
        let before = &self.text.as_bytes()[from..at];
        let name = |b: &&u8| b.is_ascii_alphanumeric() || b"_-.".contains(b);
        let start = at - before.iter().rev().take_while(name).count();
        let sign = start.checked_sub(1).map(|sign| self.text.as_bytes()[sign])?;
        // A fragment has parameters, too, and HTML writes `&amp;`.
        (start > from && matches!(sign, b'?' | b'&' | b'#' | b';')).then(|| &self.text[start..at])
    }

    /// Whether the value of a link's parameter opens what the link leads to, as the parameter's name says.
    fn is_parameter(&self, told: Told, head: &str) -> bool {
        // What says where a long answer goes on.
        const PLACES: &[&str] = &["page", "next", "continu", "cursor", "sync"];
        const KEYS: &[&str] = &["auth", "app", "dev", "user"];
        let Some(before) = self.name_before(told.at) else { return false };
        let before = before.to_ascii_lowercase();
        match told.word.nature {
            Nature::Key | Nature::Token => {
                let opens = is_opening(head) || is_chosen(head);
                opens && !PLACES.iter().any(|it| before.contains(it))
            }
            Nature::Signature => is_opaque(head),
            // `monkey=` is none.
            Nature::Vague => {
                let whole = before.is_empty() || before.ends_with(['_', '-', '.']);
                is_opaque(head) && (whole || KEYS.iter().any(|it| before.ends_with(it)))
            }
            _ => false,
        }
    }

    /// Whether a word is the name of an XML element, or ends it.
    fn in_element(&self, at: usize) -> bool {
        let before = &self.text.as_bytes()[at.saturating_sub(NAME_BYTES)..at];
        let name = |b: &&u8| b.is_ascii_alphanumeric() || b"_-.:".contains(b);
        let length = before.iter().rev().take_while(name).count();
        before[..before.len() - length].last() == Some(&b'<')
    }

    /// Whether a word stands in a cell of a table's row that begins with `|`.
    fn in_cell(&self, at: usize) -> bool {
        self.line_before(at).trim_start().starts_with('|')
    }

    /// Whether a word is the end of a label, as in "Netflix password", that begins its line or sentence: what
    /// follows it is no further word of a sentence then.
    fn is_labelled(&self, told: Told) -> bool {
        const WORDS_MAX: usize = 3;
        let before = self.line_before(told.at);
        let clause = before.rsplit(['.', ',', ';', ':', '!', '?']).next().unwrap_or_default();
        let clause = clause.trim().trim_start_matches(['-', '*', '+', '>', '#', ' ']);
        let words: Vec<&str> = clause.split_whitespace().collect();
        let plain =
            |word: &&str| word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-'_".contains(&b));
        let ascii = self.text[..told.after()].ends_with(|c: char| c.is_ascii());
        ascii && words.len() <= WORDS_MAX && words.iter().all(plain)
    }

    /// Whether what stands before a word says that its value follows: an option, a command.
    fn is_introduced(&self, at: usize) -> bool {
        let line = self.line_before(at);
        let name =
            line.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if line[name.len()..].starts_with("--") {
            return true;
        }
        let lower = line.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        words.last().is_some_and(|last| matches!(*last, "set" | "env"))
            || words.contains(&"login")
            || words.contains(&"machine")
    }

    /// What stands before a place in its line, as far as it is looked at.
    pub(super) fn line_before(&self, at: usize) -> &str {
        let mut from = at.saturating_sub(LINE_BYTES / 2);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let before = &self.text[from..at];
        let line = before.bytes().rposition(|b| matches!(b, b'\n' | b'\r'));
        line.map_or(before, |end| &before[end + 1..])
    }

    /// The rest of a line, as far as it is looked at, without the marks at its end.
    pub(super) fn line(&self, from: usize) -> &str {
        let mut end = self.text.len().min(from + LINE_BYTES);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let rest = &self.text[from..end];
        let line = rest.bytes().position(|b| matches!(b, b'\n' | b'\r'));
        behind::cut(line.map_or(rest, |end| &rest[..end]))
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

impl Sign {
    /// Whether a sign says that a value follows, as no blank and no bracket does.
    fn says(self) -> bool {
        !matches!(self, Self::Blank | Self::Glued | Self::Inside)
    }
}

/// Whether the last word of a line that has no verb is a password: letters and digits, long enough to be no
/// version or number of a thing, and no way of keeping passwords.
fn is_told(head: &str, rest: &str) -> bool {
    const WAYS: [&str; 12] = [
        "sha",
        "md5",
        "base",
        "oauth",
        "bcrypt",
        "scrypt",
        "argon",
        "pbkdf",
        "keepass",
        "1password",
        "windows",
        "iphone",
    ];
    let lower = head.to_ascii_lowercase();
    // A day or a version has its digits between joiners.
    let word =
        head.split('-').any(|part| part.len() >= 4 && !part.bytes().any(|b| b.is_ascii_digit()));
    head.len() >= 7
        && is_mixed(head)
        && is_plain(head)
        && (!head.contains('-') || word)
        && !WAYS.iter().any(|way| lower.starts_with(way))
        && ends_line(rest)
}

/// Whether a value stands in a Han sentence that says what was done with it.
fn is_in_han(head: &str, rest: &str) -> bool {
    const DONE: &str = "已了请請是就别別不也还還刚剛被勿改";
    let next = rest.trim_start_matches([',', '，', '。', ';', '；', '!', '！', ' ']).chars().next();
    next.is_some_and(|c| DONE.contains(c) || (is_han(c) && is_typed(head)))
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Whether further words of its sentence follow a value.
pub(super) fn goes_on(rest: &str) -> bool {
    let next = rest.trim_start_matches([' ', '\t']).chars().next();
    next.is_some_and(|c| c.is_alphanumeric() || c == '[')
}

fn goes_on_han(rest: &str) -> bool {
    rest.trim_start_matches(' ').chars().next().is_some_and(is_han)
}

/// Whether what was taken for a code is the beginning of a name, a time, a number with a point.
fn is_part(rest: &str) -> bool {
    let mut next = rest.bytes();
    let joined = next.next().is_some_and(|b| b"_:.=@%+/".contains(&b));
    joined && next.next().is_some_and(|b| b.is_ascii_alphanumeric())
}

/// Whether a bracket closes what was opened before a value.
fn closes(rest: &str) -> bool {
    rest.starts_with([')', '）'])
}

/// Whether a part of a sentence ends.
pub(super) fn ends_clause(rest: &str) -> bool {
    rest.starts_with(['，', '。', '；', '！'])
        || ends_line(rest)
        || rest.starts_with([',', ';', '.'])
}

/// Whether nothing but a few closing signs follows in the line.
fn ends_line(rest: &str) -> bool {
    let behind = rest.trim_start_matches([' ', '\t']);
    if behind.len() < rest.len() && behind::keeps_books(behind) {
        return true;
    }
    let closing = |c: char| c.is_whitespace() || ",;.)!?:\"'`*|”’」』。，；）".contains(c);
    let next = rest.chars().take(16).find(|c| matches!(c, '\n' | '\r') || !closing(*c));
    match next {
        Some(c) => matches!(c, '\n' | '\r'),
        None => rest.chars().nth(16).is_none(),
    }
}
