//! The text of an item: with another value and its old marks, or new from its input.
//!
//! Where the item stands, and what becomes of the old one, is planned by the room above.

use super::super::grammar::{self, DOT, Kind, Reading, Token};
use super::super::{FactInput, Marks};

/// Which marks of the old fact the new one keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Carry {
    /// What is said about the key: priority, tags, when it was first seen.
    KeyOnly,
    All,
}

pub(super) fn successor_marks(marks: &Marks) -> (Marks, Carry) {
    (marks.clone(), Carry::KeyOnly)
}

/// The item's text with another value, in the layout of the old one.
pub(super) fn rewritten(
    content: &str,
    reading: &Reading,
    value: &str,
    (marks, carry): &(Marks, Carry),
) -> String {
    let mut rest = marks.clone();
    let lead = carried(&reading.lead, &mut rest, *carry);
    let trail = carried(&reading.trail, &mut rest, *carry);
    let mut new = fresh(&rest);
    let (mut lead, mut trail) = (lead, trail);
    if reading.lead.is_empty() {
        trail.append(&mut new);
    } else {
        lead.append(&mut new);
    }

    let key = &content[reading.said.start..reading.value_span.start];
    let mut out = content[..reading.lead_span.start].to_owned();
    if !lead.is_empty() {
        let dotted = content[reading.lead_span.clone()].contains(DOT)
            || lead.iter().any(|token| token.kind != Kind::Priority);
        out.push_str(&grammar::join(&lead));
        out.push_str(if dotted { " · " } else { " " });
    }
    out.push_str(key);
    out.push_str(value);
    if !trail.is_empty() {
        out.push_str("  ");
        out.push_str(&grammar::join(&trail));
    }
    if let Some(id) = &reading.block_id {
        out.push_str(" ^");
        out.push_str(id);
    }
    out
}

/// The old marks in their order, each with its new value if it has one. What was taken leaves `marks`.
fn carried(tokens: &[Token], marks: &mut Marks, carry: Carry) -> Vec<Token> {
    let mut out = Vec::new();
    for token in tokens {
        if token.kind == Kind::Tag {
            let tag = token.text.trim_matches(['[', ']']);
            marks.tags.retain(|new| new != tag);
            out.push(token.clone());
            continue;
        }
        let new = grammar::written(token.kind, marks);
        take(token.kind, marks);
        let keeps = carry == Carry::All || matches!(token.kind, Kind::Priority | Kind::FirstSeen);
        match new {
            // A priority that stays is left as its author wrote it.
            Some(text) if !same_mark(token, &text) => out.push(Token { kind: token.kind, text }),
            Some(_) => out.push(token.clone()),
            None if keeps => out.push(token.clone()),
            None => {}
        }
    }
    out
}

fn same_mark(token: &Token, text: &str) -> bool {
    let plain = |text: &str| text.trim_matches(['[', ']']).parse::<crate::schema::Priority>().ok();
    token.kind == Kind::Priority && plain(&token.text) == plain(text)
}

fn take(kind: Kind, marks: &mut Marks) {
    match kind {
        Kind::Priority => marks.priority = None,
        Kind::Tag => {}
        Kind::Added => marks.added = None,
        Kind::Expires => marks.expires = None,
        Kind::Superseded => marks.superseded = None,
        Kind::FirstSeen => marks.first_seen = None,
        Kind::Valid => marks.valid = None,
        Kind::Confidence => marks.confidence = None,
        Kind::Source => marks.source = None,
        Kind::Continues => marks.continues = None,
    }
}

/// All marks, in the order they are written.
pub(super) fn fresh(marks: &Marks) -> Vec<Token> {
    const DATED: [Kind; 8] = [
        Kind::Added,
        Kind::Expires,
        Kind::Superseded,
        Kind::FirstSeen,
        Kind::Valid,
        Kind::Confidence,
        Kind::Source,
        Kind::Continues,
    ];
    let token = |kind| grammar::written(kind, marks).map(|text| Token { kind, text });
    let mut out: Vec<Token> = token(Kind::Priority).into_iter().collect();
    out.extend(marks.tags.iter().map(|tag| Token { kind: Kind::Tag, text: format!("[{tag}]") }));
    out.extend(DATED.into_iter().filter_map(token));
    out
}

/// A new item, without marker and line end.
pub(super) fn new_content(input: &FactInput) -> String {
    let said = input.said();
    let marks = grammar::join(&fresh(&input.marks));
    if marks.is_empty() {
        return said;
    }
    let leads = input.marks.priority.is_some() || !input.marks.tags.is_empty();
    if leads { format!("{marks} · {said}") } else { format!("{said}  {marks}") }
}
