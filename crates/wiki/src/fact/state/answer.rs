//! What a text that tells of a change leaves out, in brackets behind it: who asks "where do I live?" would not find
//! "I moved to Munich". Written where a line takes the place of another, and read back.

use super::{Claim, Kind, ME, State};
use crate::canon::{fold, is_han, stem, words};
use crate::fact::aside;

/// Of which state, what a text has that says it itself (stems, and signs of Han), and what is put in brackets: of whoever
/// speaks, of another, and in Chinese.
const TOLD: [(Kind, Claim, &[&str], [&str; 3]); 3] = [
    (
        Kind::Home,
        Claim::Changed,
        &["liv", "live", "住"],
        ["live there", "lives there", "现在住在那里"],
    ),
    (Kind::Work, Claim::Changed, WORKS, ["work there", "works there", "现在在那里工作"]),
    (
        Kind::Work,
        Claim::Ended,
        WORKS,
        ["no longer work there", "no longer works there", "不再在那里工作"],
    ),
];
const WORKS: &[&str] = &["work", "工作", "上班"];

/// The text with what it does not say behind it; `None` where it says that, or nothing is lacking.
pub(super) fn told(text: &str, state: &State) -> Option<String> {
    let (_, _, said, [mine, theirs, han]) =
        TOLD.iter().find(|it| it.0 == state.kind && it.1 == state.claim)?;
    let folded = fold(text);
    let english = words(&folded).iter().any(|it| said.contains(&stem(it)));
    if english || said.iter().any(|it| !it.is_ascii() && folded.contains(it)) {
        return None;
    }
    let aside = match () {
        () if text.contains(is_han) => han,
        () if state.owner == ME => mine,
        () => theirs,
    };
    Some(aside::put(text, aside))
}

/// What stands before such brackets.
pub(super) fn parted(text: &str) -> Option<&str> {
    let (said, inner) = aside::parted(text)?;
    TOLD.iter().any(|it| it.3.contains(&inner)).then_some(said)
}
