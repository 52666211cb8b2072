//! The LoCoMo data set: two people who talk over months, with pictures. Questions, summaries and
//! picture addresses are left out; a picture's caption stays as a line of its turn.

use std::io::BufRead;

use serde_json::{Map, Value};
use wiki::session::{Session, Turn};
use wiki::time::read_moment;

use super::{RecordProblem, each_value, minute, problem, shortage, text_of};

pub(super) fn read(
    name: &str,
    reader: &mut dyn BufRead,
    sink: &mut dyn FnMut(Session),
) -> Vec<RecordProblem> {
    let mut problems = Vec::new();
    let whole = each_value(reader, &mut |index, value| {
        let id = value.get("sample_id").and_then(text_of);
        let id = id.unwrap_or_else(|| format!("sample-{}", index + 1));
        match value.get("conversation").unwrap_or(&value) {
            Value::Object(conversation) => sample(name, &id, conversation, &mut problems, sink),
            _ => problems.push(problem(format!("sample {id}"), "`conversation` is not an object")),
        }
    });
    problems.extend(whole.err());
    problems
}

fn sample(
    name: &str,
    id: &str,
    conversation: &Map<String, Value>,
    problems: &mut Vec<RecordProblem>,
    sink: &mut dyn FnMut(Session),
) {
    let mut numbers: Vec<u64> =
        conversation.keys().filter_map(|key| key.strip_prefix("session_")?.parse().ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        problems.push(problem(format!("sample {id}"), "it has no `session_N`"));
    }
    let speakers = ["speaker_a", "speaker_b"].into_iter();
    let participants: Vec<String> =
        speakers.filter_map(|key| text_of(conversation.get(key)?)).collect();
    for number in numbers {
        let place = format!("sample {id}, session {number}");
        let Some(Value::Array(turns)) = conversation.get(&format!("session_{number}")) else {
            problems.push(problem(place, "the session is not a list of turns"));
            continue;
        };
        let date = conversation.get(&format!("session_{number}_date_time")).and_then(text_of);
        let at = date.as_deref().and_then(read_moment);
        if at.is_none() {
            let shown = date.unwrap_or_default();
            problems.push(shortage(place.clone(), format!("its date `{shown}` cannot be read")));
        }
        let mut session = Session {
            id: format!("{id}-session-{number}"),
            at,
            participants: participants.clone(),
            source: Some(name.to_owned()),
            ..Session::default()
        };
        for (index, value) in turns.iter().enumerate() {
            match turn(value, at.map(minute)) {
                Ok(turn) => session.turns.push(turn),
                Err(why) => {
                    problems.push(problem(format!("{place}, turn {}", index + 1), why));
                }
            }
        }
        sink(session);
    }
}

fn turn(value: &Value, at: Option<String>) -> Result<Turn, &'static str> {
    let field = |key: &str| value.get(key).and_then(text_of);
    let speaker = field("speaker").ok_or("it has no speaker")?;
    let mut text = field("text").unwrap_or_default();
    if let Some(caption) = field("blip_caption").filter(|caption| !caption.trim().is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("[image: {}]", caption.trim()));
    }
    if text.trim().is_empty() {
        return Err("it has no text");
    }
    Ok(Turn { id: field("dia_id").unwrap_or_default(), speaker, at, text })
}
