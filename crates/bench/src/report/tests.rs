use std::collections::BTreeMap;
use std::rc::Rc;

use wiki::session::{Session, Turn};

use super::{Summary, histogram, markdown, plot, write};
use crate::corpus::Means;
use crate::datasets::{Dataset, Gold, Haystack, Question};
use crate::grain::Grain;
use crate::run::{Outcome, Settings, run};
use crate::split::{Part, Split};

const MAIN: &str = "raw";
const OTHER: &str = "corrected";

fn question(id: &str, text: &str, session: Option<&str>) -> Rc<Question> {
    let gold = |session: &str| {
        let turn = format!("{session}#t-1");
        Gold::from([(Grain::Session, vec![session.to_owned()]), (Grain::Turn, vec![turn])])
    };
    let main = session.map(|session| (MAIN, gold(session)));
    Rc::new(Question {
        id: id.to_owned(),
        kind: "1".to_owned(),
        text: text.to_owned(),
        asked: None,
        gold: main.into_iter().chain([(OTHER, gold("s2"))]).collect(),
        answerable: session.is_some(),
    })
}

fn dataset() -> Dataset {
    let session = |id: &str, text: &str| Session {
        id: id.to_owned(),
        at: Some(jiff::civil::date(2023, 5, 8).at(9, 0, 0, 0)),
        turns: vec![Turn {
            id: String::new(),
            speaker: "user".to_owned(),
            at: None,
            text: text.to_owned(),
        }],
        ..Session::default()
    };
    let haystack = Haystack {
        sessions: vec![
            session("s1", "My favourite tea is oolong from the mountain village."),
            session("s2", "The evening ferry to the island leaves at half past ten."),
            session("s3", "We repaired the roof of the garden shed on Saturday."),
        ],
        questions: vec![
            question("a", "Which tea is my favourite?", Some("s1")),
            question("b", "When does the evening ferry leave?", Some("s2")),
            question("c_abs", "When does the night train to Lisbon leave?", None),
        ],
        ..Haystack::default()
    };
    Dataset {
        haystacks: vec![haystack],
        grains: vec![Grain::Session, Grain::Turn],
        main: MAIN,
        others: vec![OTHER],
        kind_names: BTreeMap::from([("1", "multi-hop")]),
        notes: vec!["a note".to_owned()],
    }
}

fn measured(ablate: bool) -> (Summary, Outcome) {
    let settings = Settings {
        means: Means::default(),
        abstain: false,
        split: Split { part: Part::All, seed: 1 },
        unrelated: vec!["What is the boiling point of ethanol?".to_owned()],
        ablate,
        weights: Settings::default_weights(),
        vary: Vec::new(),
    };
    let dataset = dataset();
    let against = ["bm25"].map(|name| crate::systems::named(name, None).unwrap());
    let outcome = run(&dataset, &settings, &mut Vec::from(against)).unwrap();
    let config = BTreeMap::from([("seed".to_owned(), "1".to_owned())]);
    (Summary::of("made-up", &dataset, &outcome, &settings, config), outcome)
}

#[test]
fn the_json_object_has_the_keys_that_others_read() {
    let (summary, _) = measured(false);
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["dataset"], "made-up");
    assert_eq!(json["config"]["seed"], "1");
    assert_eq!(
        (&json["units"]["session"]["n"], &json["units"]["turn"]["any@1"]),
        (&2.into(), &1.0.into())
    );
    assert_eq!(json["by_type"]["1"]["session"]["any@5"], 1.0);
    assert_eq!(json["type_names"]["1"], "multi-hop");
    // The other protocol counts the third question, and calls the first one's session wrong.
    assert_eq!(json["protocols"]["corrected"]["session"]["n"], 3);
    assert_eq!((&json["unrelated"]["n"], &json["unanswerable"]["n"]), (&1.into(), &1.into()));
    assert_eq!(json["interval"]["session"]["any@5"], serde_json::json!([1.0, 1.0]));
    assert_eq!(json["systems"][1]["name"], "BM25");
    assert_eq!(json["systems"][0]["cost"]["queries"], 6);
}

#[test]
fn every_switched_off_piece_of_evidence_has_its_row() {
    let (summary, outcome) = measured(true);
    let page = markdown::page(&summary);
    for name in ["head", "page", "speaker", "time"] {
        assert!(page.contains(&format!("| memopage, without {name} | 2 |")), "{page}");
    }
    assert!(page.contains("| BM25 | 2 |") && page.contains("type 1 (multi-hop)"), "{page}");
    assert_eq!(outcome.columns.len(), outcome.own + 1);
}

#[test]
fn a_folder_gets_report_lines_and_plots() {
    let (summary, outcome) = measured(false);
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &summary, &outcome).unwrap();
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    let lines = read("questions.jsonl");
    assert_eq!(lines.lines().count(), 6);
    let line: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&line["system"], &line["session"]["found"][0]), (&"memopage".into(), &"s1".into()));
    assert!(read("report.md").contains("- a note"));
    for name in ["any5-session.svg", "any5-turn.svg", "reliability-session.svg", "latency.svg"] {
        let svg = read(name);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{name}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }
}

#[test]
fn names_in_plots_are_escaped() {
    let (mut summary, _) = measured(false);
    summary.systems[1].name = "<b>&\"".to_owned();
    let (_, svg) = plot::all(&summary).remove(0);
    assert!(svg.contains("&lt;b&gt;&amp;&quot;") && !svg.contains("<b>"), "{svg}");
}

#[test]
fn every_time_is_in_one_band() {
    let bands = histogram(&[0.1, 0.2, 0.9, 7.0]);
    assert_eq!(bands, [(0.25, 2), (0.5, 0), (1.0, 1), (2.0, 0), (4.0, 0), (8.0, 1)]);
    assert!(histogram(&[]).is_empty());
}
