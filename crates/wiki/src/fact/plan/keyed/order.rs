//! The orders in which a sentence names a key and its value: "the owner of Atlas is Bob", "Bob is the owner of
//! Atlas", "Atlas is owned by Bob", "the new owner of Atlas is Bob".

use super::{Joint, Parts};
use crate::canon::fold;

/// One way to read a sentence.
pub(super) struct Reading<'t> {
    /// The key, maybe with the page's name, folded.
    pub(super) subject: String,
    pub(super) value: &'t str,
    pub(super) joint: Joint,
}

/// What somebody does with a thing, and the key that says who does it.
const DONE_BY: [(&str, &[&str]); 4] = [
    ("owned by ", &["owner"]),
    ("led by ", &["lead", "leader"]),
    ("managed by ", &["manager"]),
    ("maintained by ", &["maintainer"]),
];
const NEW: [&str; 6] = ["the new ", "new ", "our new ", "my new ", "新的", "新"];

/// The ways to read a sentence, the plain one first.
pub(super) fn readings((subject, value, joint): Parts<'_>) -> Vec<Reading<'_>> {
    let reading = |subject: &str, value, joint| Reading { subject: fold(subject), value, joint };
    let mut all = Vec::new();
    all.extend(last_value(value, joint).map(|it| reading(subject, it, joint)));
    let folded = fold(subject);
    if let Some(rest) = NEW.iter().find_map(|it| folded.strip_prefix(it)) {
        all.push(reading(rest, value, changed(joint)));
    }
    let said = value.to_lowercase();
    for (verb, keys) in DONE_BY {
        if said.starts_with(verb) && said.len() == value.len() {
            let by = value[verb.len()..].trim();
            all.extend(keys.iter().map(|it| reading(&format!("{it} of {subject}"), by, joint)));
        }
    }
    let turned = fold(value);
    if let Some(rest) = NEW.iter().find_map(|it| turned.strip_prefix(it)) {
        all.push(reading(rest, subject, changed(joint)));
    }
    all.push(reading(value, subject, joint));
    all
}

/// What is new has changed.
fn changed(joint: Joint) -> Joint {
    if joint == Joint::Is { Joint::Now } else { joint }
}

/// The second value of "from Ann to Bob".
fn last_value(value: &str, joint: Joint) -> Option<&str> {
    if joint != Joint::From {
        return Some(value);
    }
    value.split_once(" to ").map(|(_, to)| to.trim())
}
