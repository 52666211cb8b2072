//! Questions on paragraphs, as SQuAD, CMRC 2018 and XQuAD write them. Every paragraph is a page of one
//! vault under its article's title, and the answer is the page. The questions may come from a file in
//! another language whose ids are the same.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use serde_json::Value;

use super::{Dataset, Document, Gold, Haystack, Question, json, not_a};
use crate::grain::Grain;
use crate::run::BenchError;

/// The one protocol.
const MAIN: &str = "all";

pub(crate) fn load(paragraphs: &Path, questions: Option<&Path>) -> Result<Dataset, BenchError> {
    let (_, value) = json(paragraphs)?;
    let mut documents = Vec::new();
    let mut place: HashMap<String, String> = HashMap::new();
    for paragraph in each(&value) {
        let id = format!("pages/{:04}", documents.len() + 1);
        for question in paragraph.questions {
            place.insert(question.id, id.clone());
        }
        documents.push(Document { id, title: paragraph.title, body: paragraph.text });
    }
    let other = questions.map(json).transpose()?.map(|(_, value)| value);
    let mut all = Vec::new();
    let mut lost = 0;
    for asked in each(other.as_ref().unwrap_or(&value)).into_iter().flat_map(|it| it.questions) {
        let Some(page) = place.get(&asked.id) else {
            lost += 1;
            continue;
        };
        let gold = Gold::from([(Grain::Page, vec![page.clone()])]);
        all.push(Rc::new(Question {
            id: asked.id,
            kind: "question".to_owned(),
            text: asked.text,
            asked: None,
            gold: [(MAIN, gold)].into(),
            answerable: true,
        }));
    }
    if all.is_empty() {
        return Err(not_a("a set of questions on paragraphs", questions.unwrap_or(paragraphs)));
    }
    let mut notes = vec![format!("{} paragraphs, each a page of one vault", documents.len())];
    if lost > 0 {
        notes.push(format!("{lost} questions left out: no paragraph has their id"));
    }
    let haystack = Haystack { documents, questions: all, ..Haystack::default() };
    Ok(Dataset {
        haystacks: vec![haystack],
        grains: vec![Grain::Page],
        main: MAIN,
        notes,
        ..Dataset::default()
    })
}

struct Paragraph {
    title: String,
    text: String,
    questions: Vec<Asked>,
}

struct Asked {
    id: String,
    text: String,
}

fn each(value: &Value) -> Vec<Paragraph> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut all = Vec::new();
    for article in list(&value["data"]) {
        let title = text(&article["title"]).replace('_', " ");
        for paragraph in list(&article["paragraphs"]) {
            let questions = list(&paragraph["qas"]);
            let questions = questions
                .iter()
                .map(|it| Asked { id: text(&it["id"]), text: text(&it["question"]) });
            all.push(Paragraph {
                title: title.clone(),
                text: text(&paragraph["context"]),
                questions: questions.collect(),
            });
        }
    }
    all
}
