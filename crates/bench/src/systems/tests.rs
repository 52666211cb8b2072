use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use search::{Embedder, ModelError, Side, Traits};
use serde_json::json;
use wiki::session::{Session, Turn};

use super::System;
use super::bm25::Plain;
use super::command::External;
use super::http::Http;
use super::vectors::{Recipe, Vectors};
use super::words::words;
use crate::corpus::Means;
use crate::datasets::{Dataset, Document, Haystack, Question};
use crate::grain::Grain;
use crate::run::{self, Settings};
use crate::split::{Part, Split};

/// Each word is a direction; a window of six words.
struct Hashed;

const WINDOW: usize = 6;

impl Embedder for Hashed {
    fn fingerprint(&self) -> &str {
        "hashed words"
    }

    fn dimensions(&self) -> usize {
        256
    }

    fn traits(&self) -> Traits {
        Traits { floor: 0.0, match_at: 0.5, multilingual: true }
    }

    fn count(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut from = 0;
        let mut count = 0;
        for (at, c) in text.char_indices() {
            count += usize::from(c.is_whitespace());
            if count == WINDOW {
                pieces.push(from..at);
                (from, count) = (at, 0);
            }
        }
        if from < text.len() {
            pieces.push(from..text.len());
        }
        pieces
    }

    fn embed(&self, _: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let one = |text: &&str| {
            let mut vector = vec![0.0; self.dimensions()];
            for word in words(text) {
                vector[usize::from(blake3::hash(word.as_bytes()).as_bytes()[0])] += 1.0;
            }
            let length = vector.iter().map(|it| it * it).sum::<f32>().sqrt().max(1e-6);
            vector.into_iter().map(|it| it / length).collect()
        };
        Ok(texts.iter().map(one).collect())
    }
}

fn haystack() -> Haystack {
    let turn = |speaker: &str, text: &str| Turn {
        id: String::new(),
        speaker: speaker.to_owned(),
        at: None,
        text: text.to_owned(),
    };
    let session =
        |id: &str, turns: Vec<Turn>| Session { id: id.to_owned(), turns, ..Session::default() };
    Haystack {
        sessions: vec![
            session(
                "tea",
                vec![
                    turn("user", "good morning to you all out there today"),
                    turn("user", "oolong is my favourite"),
                ],
            ),
            session(
                "boat",
                vec![turn("user", "the ferry leaves late"), turn("assistant", "bring a coat")],
            ),
        ],
        documents: vec![
            Document {
                id: "pages/a".to_owned(),
                title: "Clock".to_owned(),
                body: "It strikes twelve.".to_owned(),
            },
            Document {
                id: "pages/b".to_owned(),
                title: "Well".to_owned(),
                body: "It is deep.".to_owned(),
            },
        ],
        questions: Vec::<Rc<Question>>::new(),
    }
}

const GRAINS: [Grain; 3] = [Grain::Session, Grain::Turn, Grain::Page];

fn first(system: &mut dyn System, text: &str, grain: Grain) -> Option<String> {
    system.ask(text, grain).unwrap().map(|found| found.first().cloned().unwrap_or_default())
}

#[test]
fn plain_bm25_finds_every_grain_and_nothing_where_no_word_is() {
    let mut system = Plain::default();
    system.index(&haystack(), &GRAINS).unwrap();
    assert_eq!(first(&mut system, "When do ferries leave?", Grain::Session).unwrap(), "boat");
    assert_eq!(first(&mut system, "my favourites", Grain::Turn).unwrap(), "tea#t-2");
    assert_eq!(first(&mut system, "striking clock", Grain::Page).unwrap(), "pages/a");
    assert!(system.ask("xylophone", Grain::Session).unwrap().unwrap().is_empty());
}

#[test]
fn a_new_haystack_replaces_the_one_before() {
    let mut system = Plain::default();
    system.index(&haystack(), &GRAINS).unwrap();
    system.index(&Haystack::default(), &[Grain::Session]).unwrap();
    assert!(system.ask("ferry", Grain::Session).unwrap().unwrap().is_empty());
    assert_eq!(system.ask("ferry", Grain::Turn).unwrap(), None);
}

#[test]
fn vectors_of_pieces_see_the_whole_session_and_one_vector_only_its_beginning() {
    let asked = "favourite oolong";
    let of = |recipe| {
        let mut system = Vectors::new(recipe, Arc::new(Hashed));
        system.index(&haystack(), &GRAINS).unwrap();
        system
    };
    let mut pieces = of(Recipe::Pieces);
    assert_eq!(first(&mut pieces, asked, Grain::Session).unwrap(), "tea");
    assert_eq!(first(&mut pieces, asked, Grain::Turn).unwrap(), "tea#t-2");
    assert_eq!(first(&mut pieces, "deep well", Grain::Page).unwrap(), "pages/b");
    let mut sessions = of(Recipe::Sessions);
    assert_eq!(first(&mut sessions, "good morning", Grain::Session).unwrap(), "tea");
    assert_eq!(first(&mut sessions, "late ferry", Grain::Session).unwrap(), "boat");
    assert_eq!(first(&mut sessions, asked, Grain::Turn), None);
}

#[test]
fn rrf_joins_the_ranks_of_words_and_vectors() {
    let mut system = Vectors::new(Recipe::Rrf512, Arc::new(Hashed));
    system.index(&haystack(), &GRAINS).unwrap();
    // Behind the model's window the vector is blind, and the words are not.
    assert_eq!(first(&mut system, "favourite oolong", Grain::Session).unwrap(), "tea");
    assert_eq!(first(&mut system, "clock", Grain::Page).unwrap(), "pages/a");
    assert_eq!(first(&mut system, "clock", Grain::Turn), None);
}

#[cfg(unix)]
#[test]
fn a_command_gets_folder_unit_and_question_and_prints_files_or_ids() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("system.sh");
    std::fs::write(
        &script,
        "cd \"$1\" && grep -l -i -- \"$3\" \"$2\"/*.md && echo && echo boat && grep -c unit items.jsonl\n",
    )
    .unwrap();
    let mut system = External::new(&format!("sh {}", script.display()));
    system.index(&haystack(), &GRAINS).unwrap();
    let found = system.ask("oolong", Grain::Session).unwrap().unwrap();
    assert_eq!(found, ["tea", "boat", "8"]);
    assert!(system.ask("xylophone", Grain::Session).is_err());
    assert!(External::new("/nonexistent/program").name().contains("/nonexistent/program"));
}

/// Answers `answers.len()` requests, one connection each, and gives back what was sent.
fn server(answers: Vec<String>) -> (String, std::thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/search", listener.local_addr().unwrap());
    let serving = std::thread::spawn(move || {
        let mut bodies = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                let lower = line.to_lowercase();
                if let Some(value) = lower.strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            bodies.push(String::from_utf8(body).unwrap());
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                answer.len()
            );
            stream.write_all(format!("{head}{answer}").as_bytes()).unwrap();
        }
        bodies
    });
    (url, serving)
}

#[test]
fn a_server_is_asked_and_its_ids_are_read_where_they_stand() {
    let answer =
        json!({ "data": { "hits": [{ "doc": { "key": 7 } }, { "doc": { "key": "boat" } }, {}] } });
    let (url, serving) = server(vec!["{}".to_owned(), "{}".to_owned(), answer.to_string()]);
    let mut system = Http::new(&url);
    system.ingest = Some(url.clone());
    system.ids = "data.hits.*.doc.key".split('.').map(str::to_owned).collect();
    system.names = HashMap::from([("7".to_owned(), "tea".to_owned())]);
    system.index(&haystack(), &[Grain::Session]).unwrap();
    assert_eq!(system.ask("oolong", Grain::Session).unwrap().unwrap(), ["tea", "boat"]);
    let sent: Vec<serde_json::Value> =
        serving.join().unwrap().iter().map(|body| serde_json::from_str(body).unwrap()).collect();
    assert_eq!(
        (&sent[0]["id"], &sent[2]["query"], &sent[2]["limit"]),
        (&json!("tea"), &json!("oolong"), &json!(50))
    );
}

#[test]
fn a_server_whose_ids_stand_elsewhere_stops_the_run() {
    let (url, serving) = server(vec![json!({ "hits": [] }).to_string()]);
    let error = Http::new(&url).ask("oolong", Grain::Session).unwrap_err().to_string();
    serving.join().unwrap();
    assert!(error.contains("no `results`") && error.contains("`results.*.id`"), "{error}");
}

#[test]
fn a_system_whose_ids_are_all_its_own_stops_the_run() {
    let question = Question {
        id: "q".to_owned(),
        text: "favourite oolong".to_owned(),
        kind: String::new(),
        asked: None,
        gold: BTreeMap::new(),
        answerable: true,
    };
    let haystack = Haystack { questions: vec![Rc::new(question)], ..haystack() };
    let dataset =
        Dataset { haystacks: vec![haystack], grains: vec![Grain::Session], ..Dataset::default() };
    let answer = |id: &str| json!({ "results": [{ "id": id }] }).to_string();
    let (url, serving) = server(vec![answer("row-17"), answer("tea")]);
    let settings = Settings {
        means: Means::default(),
        abstain: false,
        split: Split { part: Part::All, seed: 1 },
        unrelated: Vec::new(),
        weights: Settings::default_weights(),
        vary: Vec::new(),
        ablate: false,
    };
    let run = || {
        let mut systems: Vec<Box<dyn System>> = vec![Box::new(Http::new(&url))];
        run::run(&dataset, &settings, &mut systems)
    };
    let error = run().err().unwrap().to_string();
    assert!(error.contains("`row-17`") && error.contains("`boat`"), "{error}");
    assert!(run().is_ok());
    serving.join().unwrap();
}

#[test]
fn a_server_that_answers_no_json_stops_the_run_by_its_name() {
    let (url, serving) = server(vec!["busy".to_owned()]);
    let error = Http::new(&url).ask("oolong", Grain::Session).unwrap_err().to_string();
    serving.join().unwrap();
    assert!(error.contains(&url) && error.contains("no JSON"), "{error}");
}
