use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::make::scenario;
use super::outcome::Outcome;
use super::scenario::{Ask, Dimension, Event, Write};
use super::world::Size;
use super::{command, measure, report};

const USUAL: Size = Size { seed: 1, days: 30, people: 40 };

fn asks(events: &[Event]) -> Vec<&Ask> {
    let all = events.iter().filter_map(|it| match it {
        Event::Ask(ask) => Some(ask),
        _ => None,
    });
    all.collect()
}

fn writes(events: &[Event]) -> Vec<&Write> {
    let all = events.iter().filter_map(|it| match it {
        Event::Write(write) => Some(write),
        _ => None,
    });
    all.collect()
}

fn is_han(text: &str) -> bool {
    text.chars().any(crate::systems::is_han)
}

#[test]
fn the_same_seed_makes_the_same_weeks_and_another_one_does_not() {
    assert_eq!(scenario(USUAL), scenario(USUAL));
    assert_ne!(scenario(USUAL), scenario(Size { seed: 2, ..USUAL }));
}

#[test]
fn the_usual_weeks_ask_enough_in_both_languages_and_in_every_dimension() {
    let events = scenario(USUAL);
    let asks = asks(&events);
    assert!(asks.len() >= 300, "{}", asks.len());
    let han = asks.iter().filter(|it| is_han(&it.question)).count();
    assert!((40..=60).contains(&(han * 100 / asks.len())), "{han} of {}", asks.len());
    let mut kinds: BTreeMap<(Dimension, &str), usize> = BTreeMap::new();
    for ask in &asks {
        *kinds.entry((ask.dimension, &ask.kind)).or_default() += 1;
    }
    let dimensions: BTreeSet<Dimension> = kinds.keys().map(|it| it.0).collect();
    assert_eq!(dimensions.len(), 4);
    for kind in [
        "a fact",
        "a fact, in the other language",
        "never said of somebody known",
        "somebody never named",
        "asked again on other days",
        "the current value",
        "corrected within the day",
        "the value on a date",
        "the value on a date that the question names",
        "forgotten",
        "expired",
        "before it expires",
        "put away",
        "2 pages",
        "2 pages, in other words",
        "2 pages, in the other language",
        "3 pages",
        "3 pages, in other words",
    ] {
        assert!(kinds.keys().any(|it| it.1 == kind), "{kind}: {kinds:?}");
    }
}

#[test]
fn gold_is_what_was_written_last_and_no_retired_value_is() {
    let size = Size { seed: 5, days: 30, people: 60 };
    let events = scenario(size);
    let writes = writes(&events);
    for ask in asks(&events) {
        let of_page = |it: &&&Write| ask.page.as_ref() == Some(&it.page) && it.day <= ask.day;
        let bare = |it: &Write| it.value.trim_matches(['[', ']']).to_owned();
        if let Some(gold) = &ask.gold {
            assert!(!ask.retired.contains(gold), "{ask:?}");
            let mut said = writes.iter().filter(of_page).filter(|it| bare(it) == *gold);
            let write = said.next_back().unwrap_or_else(|| panic!("nobody said it: {ask:?}"));
            let until = ask.as_of.unwrap_or(ask.day);
            let same = |it: &&&Write| it.key == write.key && it.day <= until;
            let last = writes.iter().filter(of_page).rfind(same);
            assert_eq!(last.map(|it| bare(it)).as_ref(), Some(gold), "{ask:?}");
        } else if let Some(page) = &ask.page {
            let said =
                |value: &String| writes.iter().any(|it| it.page == *page && bare(it) == *value);
            assert!(!ask.retired.is_empty() && ask.retired.iter().all(said), "{ask:?}");
        }
    }
}

const OWN: &str = r#"{"do":"write","day":"2030-01-07","page":"Atlas","type":"project","key":"owner","value":"[[Ada Novak]]"}
{"do":"write","day":"2030-01-07","page":"Ada Novak","type":"user","key":"city","value":"Lisbon"}
{"do":"write","day":"2030-01-07","page":"Ada Novak","key":"email","value":"ada@mail.example"}
{"do":"talk","day":"2030-01-08","text":"The soup was far too salty."}
{"do":"write","day":"2030-01-09","page":"Ada Novak","key":"city","value":"Porto"}
{"do":"write","day":"2030-01-09","page":"Ada Novak","key":"desk","value":"B-12"}
{"do":"forget","day":"2030-01-10","page":"Ada Novak","key":"desk"}
{"do":"ask","day":"2030-01-10","question":"What is the email of the owner of Atlas?","gold":"ada@mail.example","page":"Ada Novak","dimension":"cross_reference","kind":"owner"}
{"do":"ask","day":"2030-01-10","question":"Which city does Ada Novak live in?","gold":"Porto","retired":["Lisbon"],"page":"Ada Novak","dimension":"update","kind":"moved"}
{"do":"ask","day":"2030-01-10","question":"Ada Novak, city","as_of":"2030-01-08","gold":"Lisbon","retired":["Porto"],"page":"Ada Novak","dimension":"update","kind":"before"}
{"do":"ask","day":"2030-01-10","question":"Ada Novak's desk","retired":["B-12"],"page":"Ada Novak","dimension":"update","kind":"gone"}
{"do":"ask","day":"2030-01-08","question":"Ada Novak's email","gold":"ada@mail.example","page":"Ada Novak","dimension":"consistency","group":"mail"}
{"do":"ask","day":"2030-01-10","question":"email of Ada Novak","gold":"ada@mail.example","page":"Ada Novak","dimension":"consistency","group":"mail"}
{"do":"ask","day":"2030-01-10","question":"How do volcanoes form?","dimension":"accuracy","kind":"never"}
"#;

fn lived(more: &[&str]) -> (tempfile::TempDir, Outcome) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("own.jsonl");
    fs::write(&file, OWN).unwrap();
    let out = dir.path().join("out");
    let mut args = vec![super::NAME, "--scenario", file.to_str().unwrap()];
    args.extend(["--out", out.to_str().unwrap()]);
    args.extend(more);
    let outcome = measure(&command().get_matches_from(args)).unwrap();
    (dir, outcome)
}

#[test]
fn a_scenario_of_ones_own_is_lived_through_and_told() {
    let (dir, outcome) = lived(&[]);
    let page = report::page(&outcome);
    let names: Vec<&str> = outcome.systems.iter().map(|it| it.name).collect();
    assert_eq!(names, ["memopage", "notes, BM25", "notes by page, BM25"]);
    let ours = &outcome.systems[0];
    assert!(ours.dimensions.iter().all(|it| it.right == it.n && it.n > 0), "{page}");
    assert_eq!((ours.sources.n, ours.sources.right), (5, 5), "{page}");
    assert_eq!((ours.retired_stated, ours.cost.refused, ours.cost.memories), (0, 0, 7), "{page}");
    // Notes of one page hold the old city beside the new one; two questions of one group count once.
    let by_page = &outcome.systems[2];
    assert!(by_page.retired_stated > 0 && by_page.dimensions[2].right < 3, "{page}");
    assert_eq!(by_page.dimensions[1].n, 1, "{page}");
    assert!(page.contains("| cross-reference (1) | 0.970 | 1.000 | 0.000 | 0.000 |"), "{page}");
    let out = dir.path().join("out");
    let lines = fs::read_to_string(out.join("questions.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 3 * outcome.questions);
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("report.json")).unwrap()).unwrap();
    assert_eq!(json["systems"][0]["dimensions"][3]["share"], 1.0);
    assert_eq!(fs::read_to_string(out.join("report.md")).unwrap(), page);
}

#[test]
fn a_small_life_that_is_made_up_can_be_kept_and_lived_again() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (kept, file) = (at("kept"), at("made.jsonl"));
    let args = [super::NAME, "--people", "4", "--days", "10", "--feed", "dialogue"];
    let args = args.into_iter().chain(["--keep", &kept, "--write-scenario", &file]);
    let matches = command().get_matches_from(args);
    let outcome = measure(&matches).unwrap();
    assert!(
        fs::read_to_string(dir.path().join("kept/notes-1.md")).unwrap().starts_with("2030-01-07 ")
    );
    assert!(dir.path().join("kept/vault/memopage.toml").is_file());
    assert!(measure(&matches).unwrap_err().contains("exists already"));
    let events = super::scenario::read(file.as_ref()).unwrap();
    assert_eq!(asks(&events).len(), outcome.questions);
    assert_eq!(events, scenario(Size { seed: 1, days: 10, people: 4 }));
}
