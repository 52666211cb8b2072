//! Why nothing is answered, in terms of the streams that were asked: where words were not, none is missing.

use super::ask::Asked;
use crate::query::{Streams, Unit};

/// Why no page is a candidate at all.
pub(super) fn none(streams: Streams, asked: &Asked, unit: Unit) -> String {
    let what = match unit {
        Unit::Turn | Unit::Session => "conversation",
        Unit::Passage | Unit::Page => "page",
    };
    if streams.lexical {
        return format!("no {what} has these words");
    }
    let alike = match (streams.vector, asked.dense.is_some()) {
        (true, true) => Some(format!("no {what} is alike")),
        (true, false) => Some("likeness could not be asked".to_owned()),
        (false, _) => None,
    };
    let linked = streams.graph.then(|| match asked.mentions.is_empty() {
        true => "the question names no page from which links lead on".to_owned(),
        false => format!("no {what} is linked with what the question names"),
    });
    let told: Vec<String> = alike.into_iter().chain(linked).collect();
    if told.is_empty() {
        "no way to find pages could be asked".to_owned()
    } else {
        told.join(", and ")
    }
}

/// What the best page lacks where words were not searched, behind its name.
pub(super) fn short_of(asked: &Asked) -> &'static str {
    match (asked.dense.is_some(), asked.linked.is_empty()) {
        (true, true) => "is not alike enough",
        (true, false) => "is neither alike enough nor linked closely enough",
        (false, _) => {
            "is linked with what the question names, and says too little of what is asked"
        }
    }
}
