//! A failure or a death at every step of an operation, in the strict double: whoever opens the vault
//! next sees it as before the operation or as after it, in the pages and in what is found.

use crate::ops::Reply;
use crate::{Call, Error, Kind, Memory, Purge};
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use store::{Crash, History, Ram, Vault};
use wiki::policy::Trust;
use wiki::time::Now;

const PAGES: [(&str, &str); 4] = [
    ("notes/ada.md", "# Ada\n\nAda keeps the lighthouse lamp.\n"),
    ("notes/one.md", "# One\n\nSee [[ada]].\n"),
    ("notes/two.md", "# Two\n\nAsk [Ada](ada.md) first.\n"),
    ("users/grace.md", "---\ntype: user\n---\n# Grace\n\n- Release: Wednesday\n"),
];

type Pages = BTreeMap<String, String>;

/// An operation, its input, and a question whose answer it changes.
struct Case {
    name: &'static str,
    input: Value,
    query: &'static str,
}

fn cases() -> [Case; 6] {
    [
        Case {
            name: "write",
            input: json!({"page": "new/note", "text": "# New\n\nA zephyrine wind.\n"}),
            query: "zephyrine",
        },
        Case {
            name: "write",
            input: json!({"page": "notes/ada", "text": "# Ada\n\nA zephyrine coast.\n"}),
            query: "zephyrine",
        },
        Case {
            name: "append",
            input: json!({"page": "notes/two", "text": "A zephyrine postscript."}),
            query: "zephyrine",
        },
        Case {
            name: "remember",
            input: json!({"page": "users/grace", "key": "Release", "value": "zephyrine"}),
            query: "zephyrine",
        },
        Case {
            name: "move",
            input: json!({"page": "notes/ada", "to": "people/byron"}),
            query: "lighthouse lamp",
        },
        Case { name: "forget", input: json!({"page": "notes/ada"}), query: "lighthouse lamp" },
    ]
}

fn vault() -> Ram {
    let ram = Ram::new();
    for (file, text) in PAGES {
        ram.create(file, text.as_bytes()).unwrap();
    }
    ram
}

fn call() -> Call {
    let at = "2026-11-11T10:00:00Z".parse::<jiff::Timestamp>().unwrap();
    Call {
        now: Now { at: at.to_zoned_datetime(TimeZone::UTC) },
        actor: "test".to_owned(),
        door: "test",
        wait: Duration::ZERO,
        trust: Trust::Person,
        scope: None,
    }
}

/// Opens the vault as a fresh process does, and looks at it.
fn opened(ram: &Ram, state: &Path) -> Memory {
    let history = OnceLock::from(History::Off { why: "a test".to_owned() });
    let memory = Memory::with(Arc::new(ram.clone()), state.to_owned(), history).unwrap();
    memory.sync(&call(), Purge::Guarded, &mut |_, _| {}).unwrap();
    memory
}

fn pages(ram: &Ram) -> Pages {
    let files = ram.list().unwrap().files;
    let text = |file: &str| String::from_utf8(ram.read(file).unwrap()).unwrap();
    files.into_iter().map(|stat| (stat.file.clone(), text(&stat.file))).collect()
}

fn found(memory: &Memory, query: &str) -> Vec<Value> {
    let asked = json!({"query": query, "any": true, "unit": "page"});
    let reply = memory.call(&call(), "recall", asked).unwrap();
    let hits = reply.json["hits"].as_array().unwrap().iter();
    hits.map(|hit| hit["page"].clone()).collect()
}

fn run(memory: &Memory, case: &Case) -> Result<Reply, Error> {
    memory.call(&call(), case.name, case.input.clone())
}

/// Pages and hits as they are without and with the operation.
fn sides(case: &Case) -> [(Pages, Vec<Value>); 2] {
    let folder = tempfile::tempdir().unwrap();
    let ram = vault();
    let memory = opened(&ram, folder.path());
    let before = (pages(&ram), found(&memory, case.query));
    run(&memory, case).unwrap();
    let after = (pages(&ram), found(&memory, case.query));
    assert!(before.0 != after.0 && before.1 != after.1, "{} changes nothing", case.name);
    [before, after]
}

#[test]
fn c061_a_death_at_any_step_of_an_operation_leaves_before_or_after() {
    let (mut befores, mut afters) = (0, 0);
    for case in cases() {
        let [before, after] = sides(&case);
        for step in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let ram = vault();
            let memory = opened(&ram, folder.path());
            ram.die_at(step);
            let acknowledged = run(&memory, &case).is_ok();
            let died = ram.has_failed();
            drop(memory);
            ram.crash(Crash::Forget);
            let memory = opened(&ram, folder.path());
            let now = (pages(&ram), found(&memory, case.query));
            if now == after {
                afters += 1;
            } else {
                assert_eq!(now, before, "{} at step {step}", case.name);
                assert!(!acknowledged, "{} at step {step}", case.name);
                befores += 1;
            }
            let next = json!({"page": "notes/next", "text": "# Next\n"});
            memory.call(&call(), "write", next).unwrap();
            if !died {
                break;
            }
        }
    }
    assert!(befores > 20 && afters > 20, "both outcomes are reached: {befores}, {afters}");
}

#[test]
fn a_full_disk_at_any_step_of_an_operation_is_told_and_changes_nothing() {
    let mut failures = 0;
    for case in cases() {
        let [before, after] = sides(&case);
        for step in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let ram = vault();
            let memory = opened(&ram, folder.path());
            ram.fail_at(step);
            let reply = run(&memory, &case);
            let failed = ram.has_failed();
            let now = (pages(&ram), found(&memory, case.query));
            match reply {
                Ok(_) => assert_eq!(now, after, "{} at step {step}", case.name),
                Err(err) => {
                    assert_eq!(err.kind, Kind::Unavailable, "{}", err.message);
                    assert_eq!(now, before, "{} at step {step}", case.name);
                    failures += 1;
                }
            }
            if !failed {
                break;
            }
        }
    }
    assert!(failures > 20, "{failures}");
}

/// The writer that waited for the lock of one that died plans on the pages as they then stand.
#[test]
fn a_writer_finishes_what_died_while_it_waited() {
    let moving = &cases()[4];
    let [_, after] = sides(moving);
    let mut finished = 0;
    for step in 0.. {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let ram = vault();
        let waiting = opened(&ram, other.path());
        ram.die_at(step);
        let done = run(&opened(&ram, folder.path()), moving).is_ok();
        let died = ram.has_failed();
        ram.crash(Crash::Keep);
        let again = json!({"page": "people/byron", "text": "A postscript."});
        match waiting.call(&call(), "append", again) {
            Ok(_) => {
                finished += usize::from(!done);
                let text = format!("{}\nA postscript.\n", after.0["people/byron.md"]);
                assert_eq!(pages(&ram)["people/byron.md"], text, "step {step}");
            }
            Err(err) => {
                assert!(!done, "step {step}");
                assert_eq!(err.kind, Kind::NotFound, "step {step}: {}", err.message);
                assert_eq!(pages(&ram), Pages::from(PAGES.map(|(f, t)| (f.into(), t.into()))));
            }
        }
        if !died {
            break;
        }
    }
    assert!(finished > 5, "{finished}");
}

/// Whoever looks while a writer that lives is in the middle of its change waits for its end.
#[test]
fn a_reader_beside_a_writer_answers_from_no_half_of_its_change() {
    let moving = &cases()[4];
    let sides = sides(moving).map(|it| it.1);
    for step in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let ram = vault();
        let memory = opened(&ram, folder.path());
        ram.die_at(step);
        // What has died here is a writer that goes on below.
        let is_done = run(&memory, moving).is_ok() && !ram.has_failed();
        drop(memory);
        ram.crash(Crash::Keep);
        let lock = store::lock(folder.path(), Duration::ZERO).unwrap();
        let off = History::Off { why: "a test".to_owned() };
        let now = std::thread::scope(|scope| {
            let reader = scope.spawn(|| found(&opened(&ram, folder.path()), moving.query));
            store::recover(&ram, &lock, &off).unwrap();
            drop(lock);
            reader.join().unwrap()
        });
        assert!(sides.contains(&now), "step {step}: {now:?}");
        if is_done {
            break;
        }
    }
}
