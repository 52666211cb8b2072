//! Digits behind a word that announces them: a pin, codes that are typed once, the numbers of cards and of people.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Told;
use super::line::{ends_clause, is_han};
use crate::policy::likeness::{is_card, is_code, is_placeholder, is_year};
use crate::policy::scan::Scan;
use crate::policy::sign::{Assignment, Sign};
use crate::policy::words::Nature;

impl Scan<'_> {
    /// Digits, and codes that are typed once, one or several of one length.
    pub(in crate::policy) fn codes(&self, told: Told, sign: &Assignment) -> Option<Range<usize>> {
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
        let is_pin = word == "PIN"
            || (word.len() > 3 && text.len() == 4)
            || self.is_of_somebody(told.at) && says_no_more(&self.text[end..]);
        let told_by_blank =
            matches!(sign.kind, Sign::Blank | Sign::Glued) && shown && (!pin || is_pin);
        let word = told.at..told.after();
        let told = length.is_some() && (sign.kind.says() || told_by_blank);
        let named = is_placeholder(text) || (pin && self.is_of_a_place(word, sign, start..end));
        (told && !named).then_some(start..end)
    }

    /// The digits behind what they open: `passcode for the door 4821`.
    pub(in crate::policy) fn for_a_door(
        &self,
        nature: Nature,
        sign: &Assignment,
    ) -> Option<Range<usize>> {
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

    /// The number of a card behind its word.
    pub(in crate::policy) fn card(&self, after: usize) -> Option<Range<usize>> {
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
    pub(in crate::policy) fn social(&self, sign: &Assignment) -> Option<Range<usize>> {
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
}

/// Whether nothing follows a code, or what it is for: "my pin 4821 for the card", not "my pin 4821 photos".
fn says_no_more(rest: &str) -> bool {
    let behind = rest.trim_start_matches([' ', '\t']);
    ends_clause(rest) || ["for ", "at ", "of "].iter().any(|it| behind.starts_with(it))
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
