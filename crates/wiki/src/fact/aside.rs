//! What a text does not say and is found by, in brackets behind it: "I switched to tea (drink)", 我搬到上海了（现在住在那里）.
//!
//! Which words stand there is said where they are put and read.

use crate::canon::{fold, is_han};

/// The text with an aside in the brackets of its script, without the sign that ended it.
pub(super) fn put(text: &str, aside: &str) -> String {
    let end = ended(text);
    if aside.contains(is_han) { format!("{end}（{aside}）") } else { format!("{end} ({aside})") }
}

/// What stands before the brackets that end a text, and in them.
pub(super) fn parted(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    match text.strip_suffix('）') {
        Some(it) => it.rsplit_once('（'),
        None => text.strip_suffix(')')?.rsplit_once(" ("),
    }
}

/// Whether two texts are one but for the sign that ends them.
pub(super) fn is_one(one: &str, other: &str) -> bool {
    fold(ended(one)) == fold(ended(other))
}

fn ended(text: &str) -> &str {
    text.trim_end().trim_end_matches(['.', '。', '!', '！'])
}
