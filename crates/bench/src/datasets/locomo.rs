//! LoCoMo (Maharana et al. 2024): ten conversations of two people. A question counts when it names
//! evidence (`D3:12`); each conversation is a haystack of its own.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use jiff::tz::TimeZone;
use memory::import::{Format, parse};
use serde_json::Value;

use super::{Dataset, Haystack, Question, json};
use crate::run::BenchError;

pub(crate) fn load(path: &Path) -> Result<Dataset, BenchError> {
    let (text, value) = json(path)?;
    let mut sessions: HashMap<String, Vec<_>> = HashMap::new();
    for session in parse(Format::Locomo, "locomo", &text, &TimeZone::UTC).sessions {
        let sample = session.id.rsplit_once("-session-").map_or("", |(sample, _)| sample);
        sessions.entry(sample.to_owned()).or_default().push(session);
    }
    let samples = match &value {
        Value::Array(samples) => samples.iter().collect(),
        one => vec![one],
    };
    let mut haystacks = Vec::new();
    for (index, sample) in samples.into_iter().enumerate() {
        let id =
            sample["sample_id"].as_str().map_or(format!("sample-{}", index + 1), str::to_owned);
        let sessions = sessions.remove(&id).unwrap_or_default();
        let known: HashSet<&str> = sessions
            .iter()
            .flat_map(|session| &session.turns)
            .map(|turn| turn.id.as_str())
            .collect();
        let questions = questions(&id, &sample["qa"], &known);
        haystacks.push(Haystack { sessions, questions });
    }
    Ok(Dataset { haystacks })
}

fn questions(sample: &str, value: &Value, known: &HashSet<&str>) -> Vec<Question> {
    let mut questions = Vec::new();
    for (nth, item) in value.as_array().into_iter().flatten().enumerate() {
        let evidence = item["evidence"].to_string();
        let turns = evidence_ids(&evidence);
        let turns: Vec<(String, String)> = turns
            .into_iter()
            .map(|turn| {
                let session = turn[1..].split(':').next().unwrap_or_default();
                (format!("{sample}-session-{session}"), turn)
            })
            .collect();
        if turns.is_empty() {
            continue;
        }
        let mut sessions: Vec<String> = turns.iter().map(|(session, _)| session.clone()).collect();
        sessions.dedup();
        sessions.sort();
        sessions.dedup();
        questions.push(Question {
            id: format!("{sample}-{nth}"),
            kind: item["category"].to_string(),
            text: item["question"].as_str().unwrap_or_default().to_owned(),
            asked: None,
            sessions,
            turns: turns.into_iter().filter(|(_, turn)| known.contains(turn.as_str())).collect(),
        });
    }
    questions
}

/// Every `D<session>:<turn>` in a text, each once, in order.
fn evidence_ids(text: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for part in text.split('D').skip(1) {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let session = digits(part);
        let Some(rest) = part[session..].strip_prefix(':').filter(|_| session > 0) else {
            continue;
        };
        let turn = digits(rest);
        let id = format!("D{}:{}", &part[..session], &rest[..turn]);
        if turn > 0 && !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::evidence_ids;

    #[test]
    fn evidence_is_every_turn_id_in_the_text_once() {
        assert_eq!(evidence_ids(r#"["D1:3; D12:4", "D1:3", "D:9", "D7"]"#), ["D1:3", "D12:4"]);
        assert!(evidence_ids("[]").is_empty());
    }
}
