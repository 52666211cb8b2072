//! The line around a value: what stands before its word, where it ends, and whether its sentence goes on.

use std::ops::Range;

use super::Told;
use crate::policy::behind;
use crate::policy::scan::Scan;
use crate::policy::secret::MARK;

/// Bytes of a line that are looked at for several words, at most.
const LINE_BYTES: usize = 512;

impl Scan<'_> {
    /// Whether a word stands in a cell of a table's row that begins with `|`.
    pub(in crate::policy) fn in_cell(&self, at: usize) -> bool {
        self.line_before(at).trim_start().starts_with('|')
    }

    /// Whether a word is the end of a label, as in "Netflix password", that begins its line or sentence: what
    /// follows it is no further word of a sentence then.
    pub(in crate::policy) fn is_labelled(&self, told: Told) -> bool {
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

    /// Whether what stands before a word says whose it is: "my pin", "Ann's debit card pin".
    pub(in crate::policy) fn is_of_somebody(&self, at: usize) -> bool {
        const OWN: [&str; 6] = ["my", "our", "your", "his", "her", "their"];
        const BETWEEN_WORDS: usize = 2;
        let before = self.line_before(at);
        let clause = before.rsplit(['.', ',', ';', ':', '!', '?']).next().unwrap_or_default();
        let near = clause.split_whitespace().rev().take(BETWEEN_WORDS + 1);
        let own = |word: &str| OWN.iter().any(|it| it.eq_ignore_ascii_case(word));
        let owner = |word: &str| {
            let name = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
            name.is_some_and(|it| {
                !["let", "it", "that"].iter().any(|no| it.eq_ignore_ascii_case(no))
            })
        };
        near.into_iter().any(|word| own(word) || owner(word))
    }

    /// Whether what stands before a word says that its value follows: an option, a command.
    pub(in crate::policy) fn is_introduced(&self, at: usize) -> bool {
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
    pub(in crate::policy) fn line_before(&self, at: usize) -> &str {
        let mut from = at.saturating_sub(LINE_BYTES / 2);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let before = &self.text[from..at];
        let line = before.bytes().rposition(|b| matches!(b, b'\n' | b'\r'));
        line.map_or(before, |end| &before[end + 1..])
    }

    /// The rest of a line, as far as it is looked at, without the marks at its end.
    pub(in crate::policy) fn line(&self, from: usize) -> &str {
        let mut end = self.text.len().min(from + LINE_BYTES);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let rest = &self.text[from..end];
        let line = rest.bytes().position(|b| matches!(b, b'\n' | b'\r'));
        behind::cut(line.map_or(rest, |end| &rest[..end]))
    }

    /// The ASCII run without white space and quotes that holds this place.
    pub(in crate::policy) fn value_run(&mut self, from: usize) -> Range<usize> {
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

pub(in crate::policy) fn is_han(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Whether further words of its sentence follow a value.
pub(in crate::policy) fn goes_on(rest: &str) -> bool {
    let next = rest.trim_start_matches([' ', '\t']).chars().next();
    next.is_some_and(|c| c.is_alphanumeric() || c == '[')
}

/// Whether a part of a sentence ends.
pub(in crate::policy) fn ends_clause(rest: &str) -> bool {
    rest.starts_with(['，', '。', '；', '！'])
        || ends_line(rest)
        || rest.starts_with([',', ';', '.'])
}

/// Whether nothing but a few closing signs follows in the line.
pub(in crate::policy) fn ends_line(rest: &str) -> bool {
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
