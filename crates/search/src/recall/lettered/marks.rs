//! What a page says beside one place of the kind: this letter or number, another one, or none.

use std::ops::Range;

use wiki::canon::KINDS_HAN;

use super::Lettered;
use super::lists::{ORDINALS, SUFFIXES};
use super::runs::{digit_before, is_amount, is_code, is_number, runs};

/// Bytes of a text behind a kind in which more of its letters may stand: "plans A, B and C".
const LIST_BYTES: usize = 24;
/// What joins the letters of a list.
const LISTS: &str = " ,/&-–~、，和与與及或到至";

/// What a place of a text says of the thing that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    This,
    Another,
}

impl Lettered {
    /// What stands behind the kind.
    pub(super) fn behind(&self, text: &str, end: usize) -> Said {
        let is_han = !self.kind.is_ascii();
        if SUFFIXES.contains(&self.kind.as_str()) || ORDINALS.contains(&self.kind.as_str()) {
            return Said::Nothing;
        }
        let plural = usize::from(!is_han && text[end..].starts_with(['s', 'S']));
        let rest = text[end + plural..].trim_start_matches([' ', '-', '#', '_', '\u{a0}']);
        let from = text.len() - rest.len();
        let digit = rest.starts_with(|c: char| c.is_ascii_digit());
        if !is_han && from == end + plural && !(self.as_name && digit) {
            return Said::Nothing;
        }
        let until = text.ceil_char_boundary(from + LIST_BYTES);
        let line = text[from..until].lines().next().unwrap_or_default();
        let mut marks = runs(line).map(|run| (run.start, &line[run]));
        let Some((_, first)) = marks.next().filter(|(at, _)| *at == 0) else {
            return Said::Nothing;
        };
        let counts = first.starts_with(|c: char| c.is_ascii_digit());
        if counts && !self.is_listed && is_amount(first, &line[first.len()..]) {
            return Said::Nothing;
        }
        match self.said(first) {
            Said::Another if self.is_in_list(line) => Said::This,
            said => said,
        }
    }

    /// Whether a list of letters or numbers with which a line begins has this one: "2, 3 and 4".
    fn is_in_list(&self, line: &str) -> bool {
        let joins = |between: &str| between.chars().all(|c| LISTS.contains(c));
        let mut end = 0;
        for run in runs(line) {
            let word = &line[run.clone()];
            // What is cut off in the middle may be anything.
            if !joins(&line[end..run.start]) || run.end == line.len() && line.len() >= LIST_BYTES {
                return false;
            }
            if end > 0 && self.is_listed_as(word) {
                return true;
            }
            let goes_on = ["and", "or", "to"].contains(&word) || self.said(word) != Said::Nothing;
            if !goes_on {
                return false;
            }
            end = run.end;
        }
        false
    }

    /// What stands before a kind whose letters stand there: "the A train", "the A and B trains".
    pub(super) fn ahead(&self, text: &str, at: usize) -> Said {
        let from = text.floor_char_boundary(at.saturating_sub(LIST_BYTES));
        let line = text[from..at].lines().next_back().unwrap_or_default();
        let bare = line.trim_end_matches([' ', '-']);
        if bare.len() == line.len() {
            return Said::Nothing;
        }
        let mut said = Said::Nothing;
        let mut end = bare.len();
        let all: Vec<Range<usize>> = runs(bare).collect();
        for run in all.iter().rev() {
            let word = &bare[run.clone()];
            if !bare[run.end..end].chars().all(|c| LISTS.contains(c)) {
                break;
            }
            end = run.start;
            let capital = word.len() == 1 && word.bytes().all(|b| b.is_ascii_uppercase());
            // At the start of a sentence an `A` is any train.
            let led = bare[..run.start]
                .trim_end()
                .ends_with(|c: char| c.is_ascii_alphanumeric() || c == ',');
            match capital && word != "I" && (word != "A" || led) {
                true if word.eq_ignore_ascii_case(&self.mark) => return Said::This,
                true => said = Said::Another,
                false if ["and", "or"].contains(&word) && said == Said::Another => {}
                false => break,
            }
        }
        said
    }

    /// What stands before the kind: only Han has letters there.
    pub(super) fn before(&self, text: &str, at: usize) -> Said {
        if self.kind.is_ascii() {
            return Said::Nothing;
        }
        let before = text[..at].trim_end_matches([' ', '-']);
        if let Some((_, number)) = digit_before(before) {
            return self.said(&number);
        }
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric());
        let start =
            start.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        self.said(&before[start..])
    }

    /// What a run that can be a letter or number says.
    pub(super) fn said(&self, run: &str) -> Said {
        let own = run.to_ascii_lowercase();
        let numbered = self.mark.starts_with(|c: char| c.is_ascii_digit());
        let part = numbered
            && own
                .strip_prefix(&self.mark)
                .is_some_and(|it| it.starts_with(|c: char| c == '.' || c.is_ascii_alphabetic()));
        if own == self.mark || part {
            return Said::This;
        }
        let code = self.mark.as_bytes();
        // Of what a list has, any other letter is another one: 维生素C is not 维生素B12.
        let any = KINDS_HAN.contains(&self.kind.as_str());
        if is_code(code) {
            let other = is_code(own.as_bytes()) && (any || own.as_bytes()[0] == code[0]);
            let other =
                other || any && own.len() == 1 && run.bytes().all(|b| b.is_ascii_alphabetic());
            return if other { Said::Another } else { Said::Nothing };
        }
        let alike = match numbered {
            // "version 2" may tell of 2.1 as well, and class 3 of 3A.
            true => {
                let digits = run.trim_end_matches(|c: char| c.is_ascii_alphabetic());
                let short =
                    digits.len() + 1 >= run.len() && is_number(digits) && !digits.is_empty();
                let part = self.mark.strip_prefix(&own);
                short && part.is_none_or(|it| it.starts_with(|c: char| c.is_ascii_digit()))
            }
            false => {
                let letter = own.len() == 1 && run.bytes().all(|b| b.is_ascii_alphabetic());
                letter && !article(run) || any && is_code(own.as_bytes())
            }
        };
        if alike { Said::Another } else { Said::Nothing }
    }

    /// Whether a run further on in a list is the letter: a small one is a word there.
    fn is_listed_as(&self, run: &str) -> bool {
        run.eq_ignore_ascii_case(&self.mark) && !article(run)
    }
}

fn article(run: &str) -> bool {
    matches!(run, "a" | "i")
}
