//! Passwords in ordinary sentences, which have no sign before their value: "I changed my password to …",
//! "use password … for the NAS", "… with password …".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::likeness::{
    is_dialled, is_knit_once, is_mixed, is_placeholder, is_plain, is_told_apart, is_typed, is_way,
    is_worded, is_year,
};
use super::scan::Scan;
use super::value::{Told, ends_clause};
use super::words::Nature;

/// Bytes of a password in a sentence, at least.
const BYTES: usize = 6;
/// Words right before the one for a password among which one may say that its value follows.
const NEAR_WORDS: usize = 4;

impl Scan<'_> {
    /// The password behind its word in a sentence: the new one of a change, or the one that is used.
    pub(super) fn in_sentence(&self, told: Told) -> Option<Range<usize>> {
        let typed = matches!(told.word.nature, Nature::Password | Nature::Pass | Nature::Phrase);
        let digits = matches!(told.word.nature, Nature::Pin | Nature::Code);
        if !self.text[told.after()..].starts_with([' ', '\t']) || !(typed || digits) {
            return None;
        }
        let used = || if typed { self.used(told) } else { None };
        self.changed(told, typed).or_else(used)
    }

    /// What a password was changed to, with the one before it where that is said, too.
    fn changed(&self, told: Told, typed: bool) -> Option<Range<usize>> {
        const VERBS: &[&str] = &[
            "change",
            "changed",
            "changing",
            "changes",
            "set",
            "setting",
            "sets",
            "reset",
            "resetting",
            "resets",
            "update",
            "updated",
            "updating",
            "switch",
            "switched",
            "rotate",
            "rotated",
            "make",
            "made",
        ];
        static TO: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"(?i)\A(?:[ \t]+(?:for|of|on|at|in)(?:[ \t]+[^\s:=,.;]{1,24}){1,4}?)?",
                r"(?:[ \t]+from[ \t]+(?P<old>[^\s<>|\[\]]+))?",
                r#"[ \t]+(?:to|as)[ \t]+(?:be[ \t]+)?["'`“‘*]{0,2}(?P<new>[^\s"'`”’<>|\[\]]+)"#,
            ))
            .expect("because the pattern is a constant")
        });
        if !self.near_words(told.at, usize::MAX).any(|word| is_one_of(word, VERBS)) {
            return None;
        }
        let start = told.after();
        let said = TO.captures(self.line(start))?;
        let new = said.name("new")?;
        let word = new.as_str().trim_end_matches(super::value::CLOSING);
        let end = start + new.start() + word.len();
        let opens = told.word.nature != Nature::Pin || self.opens_something(told);
        let dialled = opens && is_dialled(word) && !is_year(word) && ends_clause(&self.text[end..]);
        if !(dialled || typed && is_chosen_word(word)) {
            return None;
        }
        let old =
            said.name("old").filter(|it| is_chosen_word(it.as_str()) || is_dialled(it.as_str()));
        let from = old.map_or(new.start(), |it| it.start());
        let signs = self.line(end).bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
        Some(start + from..end + if typed { signs } else { 0 })
    }

    /// The password that a sentence has right behind its word.
    fn used(&self, told: Told) -> Option<Range<usize>> {
        const SAYING: &[&str] =
            &["use", "uses", "using", "used", "with", "and", "enter", "type", "try", "has"];
        const SAID_BEHIND: [&str; 5] =
            ["will be ", "should be ", "must be ", "you need is ", "to use is "];
        let line = self.line(told.after());
        let word = line.trim_start_matches([' ', '\t']);
        let told_so = SAID_BEHIND.iter().find_map(|it| word.strip_prefix(it));
        let word = told_so.unwrap_or(word);
        let start = told.after() + (line.len() - word.len());
        // Tables and marks stand behind more than one blank.
        if told_so.is_none() && start > told.after() + 1 {
            return None;
        }
        let length = word.find(|c: char| !c.is_ascii_graphic() || "\"'`<>|[]".contains(c));
        let word = word[..length.unwrap_or(word.len())].trim_end_matches(super::value::CLOSING);
        let end = start + word.len();
        let said = told_so.is_some()
            || self.near_words(told.at, NEAR_WORDS).any(|it| is_one_of(it, SAYING));
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let within = is_told_apart(word) || said && is_knit_once(word);
        let whole = said && digits > 1 && word.len() > BYTES && says_where(&self.text[end..]);
        let is_secret = is_chosen_word(word) && is_mixed(word) && (within || whole);
        let signs = self.line(end).bytes().take_while(|b| matches!(b, b'!' | b'?')).count();
        is_secret.then(|| start..end + signs)
    }

    /// Whether a pin is one that is typed, and none of a chip or a map.
    fn opens_something(&self, told: Told) -> bool {
        const THINGS: &[&str] = &[
            "door",
            "gate",
            "garage",
            "alarm",
            "safe",
            "lock",
            "bank",
            "card",
            "debit",
            "credit",
            "phone",
            "sim",
            "ipad",
            "tablet",
            "voicemail",
        ];
        let word = &self.text[told.at..told.after()];
        let thing = self.near_words(told.at, NEAR_WORDS).any(|it| is_one_of(it, THINGS));
        word == "PIN" || word.len() > 3 || thing || self.is_of_somebody(told.at)
    }

    /// The words of the sentence before a place, from the last one on.
    fn near_words(&self, at: usize, count: usize) -> impl Iterator<Item = &str> {
        let clause = self.line_before(at).rsplit(['.', ';', '!', '?', ':']).next();
        let words = clause.unwrap_or_default().split(|c: char| !c.is_alphanumeric());
        words.rev().filter(|word| !word.is_empty()).take(count)
    }
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Whether a word in the place of a password is one, and no word of the sentence: letters with figures or signs.
fn is_chosen_word(word: &str) -> bool {
    let counted = word.starts_with(|c: char| c.is_ascii_digit())
        && (is_worded(word) || word.contains(['-', '.']));
    let dated = is_worded(word) && is_year(&word[word.len().saturating_sub(4)..]);
    word.len() >= BYTES
        && is_plain(word)
        && is_typed(word)
        && !counted
        && !dated
        && !is_placeholder(word)
        && !is_way(word)
}

/// Whether a sentence ends behind a value, or says what it is for.
pub(super) fn says_where(rest: &str) -> bool {
    const JOINS: [&str; 9] = ["for ", "on ", "at ", "in ", "to ", "when ", "if ", "and ", "as "];
    let behind = rest.trim_start_matches([' ', '\t']);
    ends_clause(rest) || JOINS.iter().any(|it| behind.starts_with(it))
}
