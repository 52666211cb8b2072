//! LoCoMo (Maharana et al. 2024): ten conversations of two people. A question counts when it names
//! evidence (`D3:12`); each conversation is a haystack of its own. Where somebody has corrected the
//! evidence, both golds are scored.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::rc::Rc;

use jiff::tz::TimeZone;
use memory::import::{Format, parse};
use serde_json::Value;

use super::{Dataset, Gold, Haystack, Question, json, not_a, once};
use crate::grain::{Grain, turn_name};
use crate::run::BenchError;

/// Gold as the data set has it.
const RAW: &str = "raw";
/// Gold as the file of corrections has it, and raw where that says nothing.
const CORRECTED: &str = "corrected";

const CATEGORIES: [(&str, &str); 5] = [
    ("1", "multi-hop"),
    ("2", "temporal"),
    ("3", "open-domain"),
    ("4", "single-hop"),
    ("5", "adversarial"),
];

/// Corrections by question id, or by conversation and question text.
#[derive(Default)]
struct Corrections(HashMap<(String, String), String>);

pub(crate) fn load(path: &Path, corrected: &[&Path]) -> Result<Dataset, BenchError> {
    let (text, value) = json(path)?;
    let mut corrections = Corrections::default();
    for file in corrected {
        let before = corrections.0.len();
        corrections.read(&json(file)?.1);
        if corrections.0.len() == before {
            let file = file.display();
            return Err(BenchError::Usage(format!(
                "{file} corrects nothing: it must hold {{\"question id\": [\"D1:3\"]}}, or a list of objects \
                 with `id` and `evidence`"
            )));
        }
    }
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
    let mut used = 0;
    for (index, sample) in samples.into_iter().enumerate() {
        let id =
            sample["sample_id"].as_str().map_or(format!("sample-{}", index + 1), str::to_owned);
        let sessions = sessions.remove(&id).unwrap_or_default();
        let known: HashSet<&str> = sessions
            .iter()
            .flat_map(|session| &session.turns)
            .map(|turn| turn.id.as_str())
            .collect();
        let of = Sample { id: &id, index, known: &known, corrections: &corrections };
        let questions = of.questions(&sample["qa"], !corrected.is_empty(), &mut used);
        haystacks.push(Haystack { sessions, questions, ..Haystack::default() });
    }
    if haystacks.iter().all(|haystack| haystack.questions.is_empty()) {
        return Err(not_a("a LoCoMo file", path));
    }
    let mut notes = vec!["each conversation is a vault of its own".to_owned()];
    if !corrected.is_empty() {
        notes.push(format!("{used} questions have corrected evidence"));
    }
    Ok(Dataset {
        haystacks,
        grains: vec![Grain::Session, Grain::Turn],
        main: RAW,
        others: if !corrected.is_empty() { vec![CORRECTED] } else { Vec::new() },
        kind_names: CATEGORIES.into(),
        notes,
    })
}

struct Sample<'a> {
    id: &'a str,
    /// Its place in the file, from 0.
    index: usize,
    known: &'a HashSet<&'a str>,
    corrections: &'a Corrections,
}

impl Sample<'_> {
    fn questions(&self, value: &Value, both: bool, used: &mut usize) -> Vec<Rc<Question>> {
        let mut questions = Vec::new();
        for (nth, item) in value.as_array().into_iter().flatten().enumerate() {
            let raw = self.gold(&item["evidence"].to_string());
            let Some(raw) = raw else {
                continue;
            };
            let id = format!("{}-{nth}", self.id);
            let text = item["question"].as_str().unwrap_or_default();
            let mut gold = std::collections::BTreeMap::from([(RAW, raw.clone())]);
            if both {
                let ids = [id.clone(), format!("locomo_{}_qa{nth}", self.index)];
                let other = self.corrections.of(self.id, &ids, text).and_then(|it| self.gold(it));
                *used += usize::from(other.is_some());
                gold.insert(CORRECTED, other.unwrap_or(raw));
            }
            questions.push(Rc::new(Question {
                id,
                kind: item["category"].to_string(),
                text: text.to_owned(),
                asked: None,
                gold,
                answerable: true,
            }));
        }
        questions
    }

    /// None where the evidence names no turn.
    fn gold(&self, evidence: &str) -> Option<Gold> {
        let turns = evidence_ids(evidence);
        let session = |turn: &String| {
            let number = turn[1..].split(':').next().unwrap_or_default();
            format!("{}-session-{number}", self.id)
        };
        let sessions = once(turns.iter().map(session));
        let known = turns.iter().filter(|turn| self.known.contains(turn.as_str()));
        let names = known.map(|turn| turn_name(&session(turn), turn)).collect();
        (!turns.is_empty()).then(|| Gold::from([(Grain::Session, sessions), (Grain::Turn, names)]))
    }
}

impl Corrections {
    /// `{question id: ids}`, `{conversation: {question: ids}}`, or a list of objects with `id`, or
    /// `conversation` (`sample_id`) and `question`, or `question_id` as the audit of dial481 has it
    /// (`locomo_<conversation>_qa<question>`, both from 0), and `evidence` (`correct_evidence`). Ids are a
    /// list or a text that holds them.
    fn read(&mut self, value: &Value) {
        let all = &mut self.0;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let either = |item: &Value, keys: [&str; 2]| {
            keys.iter().map(|key| item[*key].clone()).find(|it| !it.is_null()).unwrap_or_default()
        };
        for item in value.as_array().into_iter().flatten() {
            let evidence = either(item, ["correct_evidence", "evidence"]).to_string();
            let key = match either(item, ["id", "question_id"]).as_str() {
                Some(id) => (String::new(), id.to_owned()),
                None => {
                    (text(&either(item, ["conversation", "sample_id"])), text(&item["question"]))
                }
            };
            all.insert(key, evidence);
        }
        for (key, of) in value.as_object().into_iter().flatten() {
            match of.as_object() {
                None => drop(all.insert((String::new(), key.clone()), of.to_string())),
                Some(questions) => all.extend(
                    questions
                        .iter()
                        .map(|(asked, of)| ((key.clone(), asked.clone()), of.to_string())),
                ),
            }
        }
    }

    fn of(&self, conversation: &str, ids: &[String], question: &str) -> Option<&str> {
        let by_id = ids.iter().find_map(|id| self.0.get(&(String::new(), id.clone())));
        let by_text = || self.0.get(&(conversation.to_owned(), question.to_owned()));
        by_id.or_else(by_text).map(String::as_str)
    }
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
