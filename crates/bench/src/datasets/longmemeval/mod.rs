//! LongMemEval (Wu et al. 2025): questions, each with its own haystack of chat sessions, or all sessions
//! of the file in one vault.
//!
//! Three protocols are in use, and their figures are not comparable: 419 (the authors' code: without
//! `_abs` questions and without questions that no turn of the user answers; gold are the sessions in which
//! a turn of the user does), 470 (without `_abs`) and 500 (`_abs` too, whose near misses count as gold).
//! They are named after the whole data set; a part of it has fewer questions.

mod marks;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jiff::tz::TimeZone;
use memory::import::{Format, parse};
use serde_json::{Value, json};
use wiki::session::Session;
use wiki::time::read_moment;

use super::{Dataset, Gold, Haystack, Question, json, not_a, once, text};
use crate::grain::{Grain, turn_name};
use crate::run::BenchError;
use marks::{Mark, Marks};

/// Whose turns are indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turns {
    User,
    All,
}

/// What is made of the file.
pub(crate) struct Options {
    pub(crate) turns: Turns,
    /// All sessions in one vault, each once; else each question with its own.
    pub(crate) pool: bool,
    /// JSON lines of further sessions for the pool.
    pub(crate) extra: Option<PathBuf>,
    /// A file of the same questions whose turns are marked, for one in which they are not.
    pub(crate) marks: Option<PathBuf>,
}

const OFFICIAL: &str = "419";
const MAIN: &str = "470";
const WHOLE: &str = "500";

pub(crate) fn load(path: &Path, options: &Options) -> Result<Dataset, BenchError> {
    let (whole, value) = json(path)?;
    let items: Vec<&Value> = value.as_array().into_iter().flatten().collect();
    let marked = options.marks.as_deref().map(json).transpose()?.map(|(_, value)| value);
    let marks = Marks::read(marked.as_ref().unwrap_or(&value), options.turns);
    let questions = items.iter().map(|item| Rc::new(question(item, &marks)));
    let mut haystacks = Vec::new();
    if options.pool {
        let mut sessions = sessions(&whole, options.turns);
        if let Some(extra) = &options.extra {
            add(&mut sessions, extra, options.turns)?;
        }
        haystacks.push(Haystack {
            sessions,
            questions: questions.collect(),
            ..Haystack::default()
        });
    } else {
        for (item, question) in items.iter().zip(questions) {
            let one = Value::Array(vec![(*item).clone()]).to_string();
            let sessions = sessions(&one, options.turns);
            haystacks.push(Haystack { sessions, questions: vec![question], ..Haystack::default() });
        }
    }
    if items.is_empty() || haystacks.iter().all(|haystack| haystack.sessions.is_empty()) {
        return Err(not_a("a LongMemEval file", path));
    }
    let official = !marks.is_empty();
    // Marks of another file name sessions; its turns may have been cut differently.
    let turns = official && options.marks.is_none();
    Ok(Dataset {
        notes: notes(&haystacks, options, official),
        haystacks,
        grains: if turns { vec![Grain::Session, Grain::Turn] } else { vec![Grain::Session] },
        main: MAIN,
        others: if official { vec![OFFICIAL, WHOLE] } else { vec![WHOLE] },
        kind_names: BTreeMap::new(),
    })
}

fn notes(haystacks: &[Haystack], options: &Options, official: bool) -> Vec<String> {
    let mut notes = vec![match options.turns {
        Turns::User => "only turns of the user are indexed".to_owned(),
        Turns::All => "all turns are indexed".to_owned(),
    }];
    let count: usize = haystacks.iter().map(|haystack| haystack.sessions.len()).sum();
    if options.pool {
        notes.push(format!("{count} sessions of all questions in one vault"));
    } else {
        let each = count as f64 / haystacks.len().max(1) as f64;
        notes.push(format!("each question has its own vault, {each:.1} sessions on average"));
        if each < 10.0 {
            notes.push("haystacks this small say nothing about retrieval; use --pool".to_owned());
        }
    }
    match (official, options.turns) {
        (false, _) => {
            notes.push("no turn is marked, so protocol 419 and turns are left out".to_owned());
        }
        (true, Turns::All) => notes.push(
            "419 has the authors' questions and gold, but not their user turns only; see --turns"
                .to_owned(),
        ),
        (true, Turns::User) => {}
    }
    let mut late = 0;
    for haystack in haystacks {
        let last = haystack.sessions.iter().filter_map(|session| session.at).max();
        late +=
            haystack.questions.iter().filter(|it| it.asked.is_some() && it.asked < last).count();
    }
    if late > 0 {
        notes
            .push(format!("{late} questions are asked before a session of their vault took place"));
    }
    notes
}

/// The sessions of a text, each once.
fn sessions(text: &str, turns: Turns) -> Vec<Session> {
    let mut sessions = parse(Format::LongMemEval, "longmemeval", text, &TimeZone::UTC).sessions;
    if turns == Turns::User {
        for session in &mut sessions {
            session.turns.retain(|turn| turn.speaker == marks::USER);
        }
    }
    sessions
}

/// Adds sessions of JSON lines `{"session_id", "date", "turns"}` that are not there yet.
fn add(sessions: &mut Vec<Session>, file: &Path, turns: Turns) -> Result<(), BenchError> {
    let mut known: HashSet<String> = sessions.iter().map(|session| session.id.clone()).collect();
    for line in text(file)?.lines().filter(|line| !line.trim().is_empty()) {
        let value: Value = serde_json::from_str(line)
            .map_err(|source| BenchError::Json { path: file.to_owned(), source })?;
        let one = json!([{
            "question_id": "extra",
            "haystack_session_ids": [value["session_id"]],
            "haystack_dates": [value["date"]],
            "haystack_sessions": [value["turns"]],
        }]);
        let more = self::sessions(&one.to_string(), turns);
        sessions.extend(more.into_iter().filter(|session| known.insert(session.id.clone())));
    }
    Ok(())
}

fn question(item: &Value, marks: &Marks) -> Question {
    let id = item["question_id"].as_str().unwrap_or_default();
    let answerable = !id.ends_with("_abs");
    let named = item["answer_session_ids"].as_array().into_iter().flatten();
    let sessions = once(named.filter_map(Value::as_str).map(str::to_owned));
    let marked = |wanted: &dyn Fn(&Mark) -> bool| -> Vec<(String, String)> {
        let of = |session: &String| {
            let turns = marks.of(id, session).iter().filter(|mark| wanted(mark));
            turns.map(|mark| (session.clone(), turn_name(session, &mark.turn))).collect::<Vec<_>>()
        };
        sessions.iter().flat_map(of).collect()
    };
    let names = |marked: Vec<(String, String)>| marked.into_iter().map(|(_, turn)| turn).collect();
    let mut plain = Gold::from([(Grain::Session, sessions.clone())]);
    if !marks.is_empty() {
        plain.insert(Grain::Turn, names(marked(&|mark| mark.indexed)));
    }
    let mut gold = BTreeMap::from([(WHOLE, plain.clone())]);
    if answerable {
        gold.insert(MAIN, plain);
        let by_user = marked(&|mark| mark.user);
        if !by_user.is_empty() {
            let sessions = once(by_user.iter().map(|(session, _)| session.clone()));
            let turns = names(by_user);
            gold.insert(OFFICIAL, Gold::from([(Grain::Session, sessions), (Grain::Turn, turns)]));
        }
    }
    Question {
        id: id.to_owned(),
        kind: item["question_type"].as_str().unwrap_or_default().to_owned(),
        text: item["question"].as_str().unwrap_or_default().to_owned(),
        asked: item["question_date"].as_str().and_then(read_moment),
        gold,
        answerable,
    }
}
