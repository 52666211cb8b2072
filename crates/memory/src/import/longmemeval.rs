//! The LongMemEval data set: questions, each with a haystack of chat sessions. The same session
//! stands under many questions and is read once; the questions are left out.

use std::collections::HashSet;
use std::io::BufRead;

use serde_json::Value;
use wiki::session::{Session, Turn};
use wiki::time::read_moment;

use super::{RecordProblem, each_value, minute, problem, shortage, text_of};

pub(super) fn read(
    name: &str,
    reader: &mut dyn BufRead,
    sink: &mut dyn FnMut(Session),
) -> Vec<RecordProblem> {
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    let whole = each_value(reader, &mut |index, value| {
        let id = value.get("question_id").and_then(text_of);
        let place = id.map_or(format!("question {}", index + 1), |id| format!("question {id}"));
        let Some(Value::Array(sessions)) = value.get("haystack_sessions") else {
            problems.push(problem(place, "it has no list `haystack_sessions`"));
            return;
        };
        for (number, turns) in sessions.iter().enumerate() {
            let at_index = |key: &str| value.get(key)?.get(number).and_then(text_of);
            let id = at_index("haystack_session_ids");
            let id = id.unwrap_or_else(|| format!("{place}, session {}", number + 1));
            if !seen.insert(id.clone()) {
                continue;
            }
            let date = at_index("haystack_dates");
            match session(name, &id, date.as_deref(), turns, &mut problems) {
                Some(session) => sink(session),
                None => problems.push(not_turns(&id)),
            }
        }
    });
    problems.extend(whole.err());
    problems
}

fn not_turns(id: &str) -> RecordProblem {
    problem(format!("session {id}"), "it is not a list of turns")
}

fn session(
    name: &str,
    id: &str,
    date: Option<&str>,
    turns: &Value,
    problems: &mut Vec<RecordProblem>,
) -> Option<Session> {
    let at = date.and_then(read_moment);
    if at.is_none() {
        let shown = date.unwrap_or_default();
        problems
            .push(shortage(format!("session {id}"), format!("its date `{shown}` cannot be read")));
    }
    let source = Some(name.to_owned());
    let mut session = Session { id: id.to_owned(), at, source, ..Session::default() };
    for (index, turn) in turns.as_array()?.iter().enumerate() {
        let field =
            |key: &str| turn.get(key).and_then(text_of).filter(|text| !text.trim().is_empty());
        let place = || format!("session {id}, turn {}", index + 1);
        let Some(speaker) = field("role") else {
            problems.push(problem(place(), "it has no role"));
            continue;
        };
        let Some(text) = field("content") else {
            problems.push(problem(place(), "it has no text"));
            continue;
        };
        session.turns.push(Turn { id: String::new(), speaker, at: at.map(minute), text });
    }
    Some(session)
}
