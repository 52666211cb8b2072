//! LongMemEval (Wu et al. 2024): questions, each with its own haystack of chat sessions. Questions that
//! have no answer (`_abs`) are left out of retrieval.

use std::path::Path;

use jiff::tz::TimeZone;
use memory::import::{Format, parse};
use serde_json::Value;
use wiki::time::read_moment;

use super::{Dataset, Haystack, Question, json};
use crate::run::BenchError;

pub(crate) fn load(path: &Path) -> Result<Dataset, BenchError> {
    let (_, value) = json(path)?;
    let mut haystacks = Vec::new();
    for item in value.as_array().into_iter().flatten() {
        let id = item["question_id"].as_str().unwrap_or_default();
        if id.ends_with("_abs") {
            continue;
        }
        let one = Value::Array(vec![item.clone()]).to_string();
        let sessions = parse(Format::LongMemEval, "longmemeval", &one, &TimeZone::UTC).sessions;
        let gold = item["answer_session_ids"].as_array().into_iter().flatten();
        let question = Question {
            id: id.to_owned(),
            kind: item["question_type"].as_str().unwrap_or_default().to_owned(),
            text: item["question"].as_str().unwrap_or_default().to_owned(),
            asked: item["question_date"].as_str().and_then(read_moment),
            sessions: gold.filter_map(Value::as_str).map(str::to_owned).collect(),
            turns: Vec::new(),
        };
        haystacks.push(Haystack { sessions, questions: vec![question] });
    }
    Ok(Dataset { haystacks })
}
