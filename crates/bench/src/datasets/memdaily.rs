//! MemDaily (Zhang et al. 2024): short trajectories of dated messages in Chinese, a question each. A
//! trajectory is a haystack, a day of it a session, a message a turn. The place that a message was sent
//! from is left out, as it is the same for all of a trajectory.

use std::path::Path;
use std::rc::Rc;

use jiff::civil::DateTime;
use serde_json::Value;
use wiki::session::{Session, Turn};
use wiki::time::read_moment;

use super::{Dataset, Gold, Haystack, Question, json, not_a, once};
use crate::grain::{Grain, turn_name};
use crate::run::BenchError;

/// Every question, as the data set has them.
const MAIN: &str = "all";
/// Without those whose words were lost when the set was made: nothing can be right for them.
const WITH_WORDS: &str = "with words";
/// What stands in the place of lost words.
const LOST: &str = "[ERRORQ]";

pub(crate) fn load(path: &Path) -> Result<Dataset, BenchError> {
    let (_, value) = json(path)?;
    let trajectories = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let haystacks: Vec<Haystack> = trajectories.iter().map(haystack).collect();
    if haystacks.iter().all(|haystack| haystack.questions.is_empty()) {
        return Err(not_a("a MemDaily file", path));
    }
    let mut notes = vec!["each trajectory is a vault of its own, each message a turn".to_owned()];
    let questions = haystacks.iter().flat_map(|haystack| &haystack.questions);
    let lost = questions.filter(|question| question.text.trim() == LOST).count();
    if lost > 0 {
        notes.push(format!("{lost} questions are {LOST} and cannot be answered"));
    }
    Ok(Dataset {
        haystacks,
        grains: vec![Grain::Turn],
        main: MAIN,
        others: if lost > 0 { vec![WITH_WORDS] } else { Vec::new() },
        notes,
        ..Dataset::default()
    })
}

fn haystack(trajectory: &Value) -> Haystack {
    let id = trajectory["id"].as_str().unwrap_or_default();
    let mut sessions: Vec<Session> = Vec::new();
    let mut places: Vec<(u64, String)> = Vec::new();
    for message in trajectory["messages"].as_array().into_iter().flatten() {
        let (Some(number), Some(text)) = (message["id"].as_u64(), message["text"].as_str()) else {
            continue;
        };
        let at = message["time"].as_str().and_then(moment);
        let session = match sessions.last() {
            Some(last) if last.at.map(DateTime::date) == at.map(DateTime::date) => sessions.pop(),
            _ => None,
        };
        let mut session = session.unwrap_or_else(|| Session {
            id: format!("{id}-{}", sessions.len() + 1),
            at,
            source: Some("memdaily".to_owned()),
            ..Session::default()
        });
        let turn = format!("m{number}");
        places.push((number, turn_name(&session.id, &turn)));
        let at = at.map(|at| at.strftime("%Y-%m-%d %H:%M").to_string());
        session.turns.push(Turn {
            id: turn,
            speaker: "user".to_owned(),
            at,
            text: text.to_owned(),
        });
        sessions.push(session);
    }
    let kind = trajectory["kind"].as_str().unwrap_or_default();
    let asked = trajectory["questions"].as_array().into_iter().flatten().enumerate();
    let questions = asked.map(|(nth, it)| Rc::new(question(id, nth, kind, it, &places))).collect();
    Haystack { sessions, questions, ..Haystack::default() }
}

fn question(
    trajectory: &str,
    nth: usize,
    kind: &str,
    value: &Value,
    places: &[(u64, String)],
) -> Question {
    let evidence = value["evidence"].as_array().into_iter().flatten().filter_map(Value::as_u64);
    let place = |number: u64| places.iter().find(|(of, _)| *of == number).map(|(_, it)| it.clone());
    let turns = once(evidence.filter_map(place));
    let text = value["question"].as_str().unwrap_or_default();
    let gold = Gold::from([(Grain::Turn, turns.clone())]);
    let both = [MAIN, WITH_WORDS].into_iter().filter(|it| *it == MAIN || text.trim() != LOST);
    Question {
        id: format!("{trajectory}:{nth}"),
        kind: kind.to_owned(),
        text: text.to_owned(),
        asked: value["time"].as_str().and_then(moment),
        answerable: !turns.is_empty(),
        gold: both.map(|protocol| (protocol, gold.clone())).collect(),
    }
}

/// `2024年04月01日 周一 08:30`; the day of the week says nothing that the date does not.
fn moment(text: &str) -> Option<DateTime> {
    let rest: Vec<&str> =
        text.split_whitespace().filter(|word| !word.starts_with(['周', '星', '礼'])).collect();
    read_moment(&rest.join(" "))
}
