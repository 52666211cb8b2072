//! What a text that tells of a change leaves out, in brackets behind it: who asks "where do I live?" would not find
//! "I moved to Munich". Written where a line takes the place of another, and read back.

use super::{Claim, Kind, ME, State};
use crate::canon::{fold, is_han, stem, words};

/// Whether it is whoever speaks, what it is of, and what is put in brackets.
const TOLD: &[&str] = &[
    "live there",
    "lives there",
    "work there",
    "works there",
    "no longer work there",
    "no longer works there",
    "现在住在那里",
    "现在在那里工作",
    "不再在那里工作",
];

/// The text with what it does not say behind it; `None` where it says that, or nothing is lacking.
pub(super) fn told(text: &str, state: &State) -> Option<String> {
    let end = text.trim_end().trim_end_matches(['.', '。', '!', '！']);
    let folded = fold(text);
    let has = |all: &[&str]| {
        let english = words(&folded).iter().any(|it| all.contains(&stem(it)));
        english || all.iter().any(|it| !it.is_ascii() && folded.contains(it))
    };
    let mine = state.owner == ME;
    let (english, han) = match (&state.kind, state.claim) {
        (Kind::Home, Claim::Changed) if !has(&["liv", "live", "住"]) => {
            (if mine { "live there" } else { "lives there" }, "现在住在那里")
        }
        (Kind::Work, Claim::Changed) if !has(&["work", "工作", "上班"]) => {
            (if mine { "work there" } else { "works there" }, "现在在那里工作")
        }
        (Kind::Work, Claim::Ended) if !has(&["work", "工作", "上班"]) => {
            (if mine { "no longer work there" } else { "no longer works there" }, "不再在那里工作")
        }
        _ => return None,
    };
    Some(if text.contains(is_han) {
        format!("{end}（{han}）")
    } else {
        format!("{end} ({english})")
    })
}

/// What stands before such brackets.
pub(super) fn parted(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let (said, inner) = match text.strip_suffix('）') {
        Some(it) => it.rsplit_once('（')?,
        None => text.strip_suffix(')')?.rsplit_once(" (")?,
    };
    TOLD.contains(&inner).then_some(said)
}
