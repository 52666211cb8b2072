//! Secrets that stand beside a user, a network, a door or another code, without a sign of their own before them: "user
//! ann, pass …", "wifi: HomeNet, key …", "the gym code is …", "… is the wifi password", "backup codes … and …".

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use super::likeness::{
    is_dialled, is_mixed, is_placeholder, is_plain, is_typed, is_way, is_worded, is_year,
};
use super::secret::Finding;
use crate::time::read_date;

/// What a value must look like where its words say so much.
#[derive(Clone, Copy)]
enum Look {
    /// Chosen by somebody: letters with figures or signs.
    Chosen,
    /// Any run of signs that is no word for none: what stands before it says all.
    Said,
    /// Figures that are pressed at a door.
    Pressed,
    /// Several codes of one list.
    Listed,
}

use Look::{Chosen, Listed, Pressed, Said};

struct Row {
    kind: &'static str,
    look: Look,
    /// `{}` stands for the value, `{#}` for one of figures.
    pattern: &'static str,
}

/// A value: a run without blanks, quotes, brackets and the signs between items.
const VALUE: &str = r#"[`"'“*]*([!#$%&*+./0-9=?@A-Z\\^_a-z~-]+)"#;
/// Figures that are pressed.
const FIGURES: &str = "([0-9*#]+)";
/// Bytes of all that a row reads, at most: a clause has no more.
const CLAUSE: usize = 160;
/// Bytes of a value, at most.
const LONGEST: usize = 64;
/// Bytes of a chosen one, at least.
const CHOSEN: usize = 6;

const ROWS: &[Row] = &[
    Row {
        kind: "password",
        look: Said,
        pattern: r"(?-u:\b)(?:user|username|user name|login|account|id)(?-u:\b)[ :=]*[A-Za-z0-9_.@+-]+(?:[,;/]| and)[ ]*(?:the )?(?:pass|pw|pwd|passwd|password)(?-u:\b)[ :=]*(?:is )?{}",
    },
    Row { kind: "password", look: Chosen, pattern: r"(?:^|[ \t,;(])pwd?(?: is +|[:=] *| +){}" },
    Row {
        kind: "password",
        look: Chosen,
        pattern: r"(?-u:\b)(?:creds?|credentials|logins?)(?-u:\b)(?: for [A-Za-z0-9_.-]+)?[ :=]+(?:are )?[A-Za-z0-9_.@+-]+[:/]{}",
    },
    Row {
        kind: "password",
        look: Chosen,
        pattern: r"(?:口令|密码|账密|账号密码|帐号密码|登录)(?:是|为|：|:)? *[A-Za-z0-9_.@+-]+ *[/／|] *{}",
    },
    Row {
        kind: "password",
        look: Said,
        pattern: r"(?-u:\b)(?:wi-?fi|wlan|ssid|network|hotspot)(?-u:\b)[ :=]*[ A-Za-z0-9_.'-]+[,;/] *(?:the )?(?:key|pass|password|passphrase|passcode|pw)(?-u:\b)[ :=]*(?:is )?{}",
    },
    Row {
        kind: "code",
        look: Pressed,
        pattern: r"(?-u:\b)(?:gym|locker|building|shed|bike|pool|lobby|office|door|gate|garage|alarm|safe|lock|lockbox|keypad|entry|entrance|elevator|lift)(?:'s)? (?:code|pin|combination|combo)(?-u:\b)(?: (?:for|of|to|at|on|in) [A-Za-z0-9' -]+?)?(?:[:=]| is now| is| was)? +{#}",
    },
    Row {
        kind: "code",
        look: Pressed,
        pattern: r"(?:^|[\s:：,，(]){#} (?:is|was) (?:the|my|our|his|her|their|your)(?: [A-Za-z0-9'-]+)* (?:(?:door|gate|garage|alarm|safe|lock|locker|gym|entry|entrance|keypad|lockbox|building|shed|bike|bank|card|phone|sim|unlock) code|pin|combination|combo)(?-u:\b)",
    },
    Row {
        kind: "password",
        look: Chosen,
        pattern: r"(?:^|[\s:：,，(]){} (?:is|was) (?:the|my|our|his|her|their|your)(?: [A-Za-z0-9'-]+)* (?:password|passcode|passphrase|pw)(?-u:\b)",
    },
    Row {
        kind: "code",
        look: Listed,
        pattern: r"(?-u:\b)(?:backup|recovery|reserve|one-time|2fa) codes?(?-u:\b)[ A-Za-z:：()]*?[ :：]([A-Za-z0-9-]+(?:(?:, and |, | and | & |、|，| )[A-Za-z0-9-]+)+)",
    },
    Row {
        kind: "code",
        look: Listed,
        pattern: r"(?:备用码|恢复码|备份码)[ ：:]*(?:是|为|有)?[ ：:]*([A-Za-z0-9-]+(?:(?:、|，| 和 | 和|和 |和|, | )[A-Za-z0-9-]+)+)",
    },
];

static PATTERNS: LazyLock<(RegexSet, Vec<Regex>)> = LazyLock::new(|| {
    let all: Vec<String> = ROWS
        .iter()
        .map(|row| format!("(?im)(?:{})", row.pattern.replace("{}", VALUE).replace("{#}", FIGURES)))
        .collect();
    let regex = |it: &String| Regex::new(it).expect("because the pattern is a constant");
    let set = RegexSet::new(&all).expect("because the patterns are constants");
    (set, all.iter().map(regex).collect())
});

/// Adds what the rows find to what was found, which is in order before and after.
pub(super) fn secrets(text: &str, found: &mut Vec<Finding>) {
    let (set, patterns) = &*PATTERNS;
    let mut more: Vec<Finding> = Vec::new();
    for at in set.matches(text) {
        for captures in patterns[at].captures_iter(text) {
            let short = captures.get(0).is_some_and(|it| it.len() <= CLAUSE);
            let Some(value) = captures.get(1).filter(|_| short) else { continue };
            let row = &ROWS[at];
            let spans = spans(text, value.range(), row.look).into_iter();
            more.extend(spans.map(|span| Finding { kind: row.kind, span }));
        }
    }
    more.sort_by_key(|it| (it.span.start, it.span.end));
    more.dedup_by(|next, last| next.span.start < last.span.end);
    let is_new = |it: &Finding| {
        let next = found.partition_point(|known| known.span.end <= it.span.start);
        found.get(next).is_none_or(|known| it.span.end <= known.span.start)
    };
    more.retain(is_new);
    if !more.is_empty() {
        found.extend(more);
        found.sort_by_key(|it| it.span.start);
    }
}

/// The parts of a value that look like what the row is for.
fn spans(text: &str, value: Range<usize>, look: Look) -> Vec<Range<usize>> {
    if let Listed = look {
        return listed(text, value);
    }
    let said = text[value.clone()].trim_end_matches(['.', '!', '?', ':', '*', '`', ')']);
    let kept = value.start..value.start + said.len();
    if said.len() > LONGEST {
        return Vec::new();
    }
    let is_one = match look {
        Pressed => is_dialled(said) && !is_year(said),
        Chosen => said.len() >= CHOSEN && is_typed(said) && is_no_word(said),
        Said => said.len() >= CHOSEN && is_no_word(said) && !is_small(said),
        Listed => false,
    };
    if is_one { vec![kept] } else { Vec::new() }
}

/// The codes of a list, each of which is digits or letters with digits; a word among them ends it.
fn listed(text: &str, list: Range<usize>) -> Vec<Range<usize>> {
    let mut at = list.start;
    let mut codes = Vec::new();
    let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    for word in text[list].split_inclusive(|c| !part(c)) {
        let code = word.trim_end_matches(|c| !part(c));
        let digits = code.bytes().filter(u8::is_ascii_digit).count();
        if (digits >= 4 || is_mixed(code) && digits >= 2) && read_date(code).is_none() {
            codes.push(at..at + code.len());
        } else if !matches!(code, "" | "and") {
            break;
        }
        at += word.len();
    }
    codes
}

/// Whether letters alone, which may be a word of the sentence.
fn is_small(said: &str) -> bool {
    said.bytes().all(|b| b.is_ascii_lowercase()) || !said.is_ascii()
}

fn is_no_word(said: &str) -> bool {
    is_plain(said) && !is_placeholder(said) && !is_way(said) && !is_worded_short(said)
}

/// A word with one figure or two, as a version or a place in a list has.
fn is_worded_short(said: &str) -> bool {
    let digits = said.bytes().filter(u8::is_ascii_digit).count();
    digits < 2 && is_worded(said) && !said.contains(['-', '!', '@', '#', '$', '%'])
}
