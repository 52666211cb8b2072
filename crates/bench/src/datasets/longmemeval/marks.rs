//! Which turns hold an answer (`has_answer`), by the names that the indexed pages give them.

use std::collections::HashMap;

use serde_json::Value;

use super::Turns;

/// Who asks in these chats.
pub(super) const USER: &str = "user";

/// One turn that holds an answer.
pub(super) struct Mark {
    /// The turn's name on its page.
    pub(super) turn: String,
    /// The user said it.
    pub(super) user: bool,
    /// It stands on the page.
    pub(super) indexed: bool,
}

/// All of a file, by question and session: the same session may answer several questions with different
/// turns.
pub(super) struct Marks(HashMap<(String, String), Vec<Mark>>);

impl Marks {
    pub(super) fn read(value: &Value, turns: Turns) -> Self {
        let mut marks = HashMap::new();
        for item in value.as_array().into_iter().flatten() {
            let question = item["question_id"].as_str().unwrap_or_default();
            let ids = item["haystack_session_ids"].as_array().into_iter().flatten();
            for (nth, id) in ids.enumerate() {
                let found = marked(&item["haystack_sessions"][nth], turns);
                if let (false, Some(id)) = (found.is_empty(), id.as_str()) {
                    marks.insert((question.to_owned(), id.to_owned()), found);
                }
            }
        }
        Self(marks)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn of(&self, question: &str, session: &str) -> &[Mark] {
        let key = (question.to_owned(), session.to_owned());
        self.0.get(&key).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Turns without a role or words are not on the page, and the others are numbered in their order.
fn marked(session: &Value, turns: Turns) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut number = 0;
    for turn in session.as_array().into_iter().flatten() {
        let field = |key: &str| turn[key].as_str().filter(|text| !text.trim().is_empty());
        let (Some(role), Some(_)) = (field("role"), field("content")) else {
            continue;
        };
        let user = role == USER;
        let indexed = turns == Turns::All || user;
        number += usize::from(indexed);
        if turn["has_answer"].as_bool() == Some(true) {
            let turn = if indexed { format!("t-{number}") } else { String::new() };
            marks.push(Mark { turn, user, indexed });
        }
    }
    marks
}
