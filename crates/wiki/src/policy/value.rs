//! The value behind a word that announces one: where it ends, and whether it is a secret there. What
//! follows it counts: a word in the middle of a sentence is judged more strictly than one that ends it.

mod digits;
mod line;
mod link;

use std::ops::Range;

use super::likeness::{
    describes, is_alternating, is_call, is_dialled, is_issued, is_knit, is_lot, is_made,
    is_measure, is_mixed, is_phrase, is_placeholder, is_plain, is_reference, is_told_apart,
    is_typed, is_way, is_worded, is_year,
};
use super::scan::Scan;
use super::secret::MARK;
use super::sign::{Assignment, Sign, sign_after};
use super::words::{Nature, Word};
pub(super) use line::{ends_clause, ends_line, goes_on, is_han};

/// Bytes of a quoted password, at most.
const QUOTED_BYTES: usize = 512;
/// Bytes of a value that say what it is.
const HEAD_BYTES: usize = 128;
/// Words of a passphrase and of a seed, at least.
const PHRASE_WORDS: usize = 3;
const SEED_WORDS: usize = 12;

/// What closes a sentence or a bracket behind a value.
pub(super) const CLOSING: [char; 8] = [',', ';', '.', ')', '!', '?', ':', '*'];

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
        let text = self.text[run.clone()].trim_end_matches(CLOSING);
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
                let knit =
                    is_knit(head) || is_told_apart(head) || (sign == Sign::Blank && is_lot(head));
                let weak = (mixed && (!goes_on(rest) || is_kept_somewhere(rest)))
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
    // A day or a version has its digits between joiners.
    let word =
        head.split('-').any(|part| part.len() >= 4 && !part.bytes().any(|b| b.is_ascii_digit()));
    head.len() >= 7
        && is_mixed(head)
        && is_plain(head)
        && (!head.contains('-') || word)
        && !is_way(head)
        && ends_line(rest)
}

/// Whether what follows a value says where it stands or for whom it is: 在路由器背面, 给客人用. A question does not.
fn is_kept_somewhere(rest: &str) -> bool {
    const KEPT: [&str; 8] = ["在", "就在", "写在", "贴在", "放在", "记在", "给", "别"];
    const ASKS: [&str; 5] = ["哪", "怎", "吗", "?", "？"];
    let rest = rest.trim_start_matches([' ', '\t']);
    let clause = rest.split(['，', '。', '；', ',', ';', '\n']).next().unwrap_or_default();
    KEPT.iter().any(|it| rest.starts_with(it)) && !ASKS.iter().any(|it| clause.contains(it))
}

/// Whether a value stands in a Han sentence that says what was done with it.
fn is_in_han(head: &str, rest: &str) -> bool {
    const DONE: &str = "已了请請是就别別不也还還刚剛被勿改";
    let next = rest.trim_start_matches([',', '，', '。', ';', '；', '!', '！', ' ']).chars().next();
    next.is_some_and(|c| DONE.contains(c) || (is_han(c) && is_typed(head)))
}

/// Whether a bracket closes what was opened before a value.
fn closes(rest: &str) -> bool {
    rest.starts_with([')', '）'])
}
