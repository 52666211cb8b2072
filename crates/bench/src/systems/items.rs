//! A haystack as plain texts with names: what every other system is given.

use std::collections::BTreeSet;

use wiki::session::{Session, Turn};

use crate::datasets::Haystack;
use crate::grain::{Grain, turn_name};

/// One session, turn or page.
pub(super) struct Item {
    pub(super) name: String,
    pub(super) text: String,
    /// When, as `2023-05-08 13:56`, if that is known.
    pub(super) at: Option<String>,
    /// The session that it is or belongs to.
    pub(super) session: Option<String>,
    /// The same without its date.
    pub(super) said: String,
    /// What each turn of it says, speakers included; a page is one.
    pub(super) parts: Vec<String>,
    /// The turns of the user alone; all of them where nobody is called user.
    pub(super) user_text: String,
}

/// All items of a haystack in one grain.
pub(super) fn items(haystack: &Haystack, grain: Grain) -> Vec<Item> {
    match grain {
        Grain::Session => haystack.sessions.iter().map(session).collect(),
        Grain::Turn => haystack.sessions.iter().flat_map(turns).collect(),
        Grain::Page => haystack.documents.iter().map(page).collect(),
    }
}

/// The names of all items of a haystack in one grain.
pub(crate) fn names(haystack: &Haystack, grain: Grain) -> BTreeSet<String> {
    items(haystack, grain).into_iter().map(|item| item.name).collect()
}

fn page(document: &crate::datasets::Document) -> Item {
    let text = format!("{}\n{}", document.title, document.body);
    Item {
        name: document.id.clone(),
        at: None,
        session: None,
        parts: vec![text.clone()],
        user_text: text.clone(),
        said: text.clone(),
        text,
    }
}

fn spoken(turn: &Turn) -> String {
    format!("{}: {}", turn.speaker, turn.text)
}

/// The date stands in words, so that a question in words can meet it.
fn dated(session: &Session, text: &str) -> String {
    match session.at {
        Some(at) => format!("{}\n{text}", at.strftime("%H:%M, %-d %B %Y")),
        None => text.to_owned(),
    }
}

fn minute(session: &Session) -> Option<String> {
    session.at.map(|at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

fn session(session: &Session) -> Item {
    let parts: Vec<String> = session.turns.iter().map(spoken).collect();
    let of_user: Vec<&str> = session
        .turns
        .iter()
        .filter(|turn| turn.speaker == "user")
        .map(|turn| turn.text.as_str())
        .collect();
    let said = parts.join("\n");
    let text = dated(session, &said);
    Item {
        name: session.id.clone(),
        at: minute(session),
        session: Some(session.id.clone()),
        user_text: if of_user.is_empty() { text.clone() } else { of_user.join("\n") },
        parts: parts.iter().map(|part| dated(session, part)).collect(),
        said,
        text,
    }
}

fn turns(session: &Session) -> impl Iterator<Item = Item> {
    session.turns.iter().enumerate().map(|(nth, turn)| {
        let id = if turn.id.is_empty() { format!("t-{}", nth + 1) } else { turn.id.clone() };
        let text = dated(session, &spoken(turn));
        Item {
            name: turn_name(&session.id, &id),
            at: turn.at.clone().or_else(|| minute(session)),
            session: Some(session.id.clone()),
            parts: vec![text.clone()],
            user_text: turn.text.clone(),
            said: spoken(turn),
            text,
        }
    })
}
