//! Lines that are only added, and what becomes of bad ones.

use wiki::Observation;
use wiki::policy::screen;

use crate::{Cursor, Disk, Durability, Journal, Ram, Vault};

const FILE: &str = "journal/2026-05.jsonl";

fn seen(when: &str, text: &str) -> wiki::Screened {
    screen(Observation {
        who: "ada".into(),
        when: when.into(),
        session: Some("s1".into()),
        kind: "prompt".into(),
        text: text.into(),
    })
}

fn start() -> Cursor {
    Cursor::default()
}

#[test]
fn observations_are_read_in_order_and_once() {
    let vault = Ram::new();
    let journal = Journal::new(&vault);
    assert_eq!(journal.read(&start(), 9).unwrap().records, []);
    for (when, text) in [
        ("2026-05-31T23:59:00Z", "one\nline"),
        ("2026-06-01T00:00:00Z", "two"),
        ("yesterday", "three"),
        ("../../x", "four"),
    ] {
        journal.append(&seen(when, text), Durability::Synced).unwrap();
    }
    let first = journal.read(&start(), 2).unwrap();
    let texts: Vec<String> =
        first.records.iter().map(|it| it.observation().unwrap().text).collect();
    assert_eq!(texts, ["one\nline", "two"]);
    let rest = journal.read(&first.next, 9).unwrap();
    let texts: Vec<String> = rest.records.iter().map(|it| it.observation().unwrap().text).collect();
    assert_eq!(texts, ["three", "four"]);
    assert_eq!(journal.read(&rest.next, 9).unwrap().records, []);
    assert_eq!(
        vault.list_state("journal").unwrap(),
        ["2026-05.jsonl", "2026-06.jsonl", "undated.jsonl"]
    );
}

#[test]
fn c058_glued_records_and_a_missing_newline_cost_nothing() {
    let vault = Ram::new();
    let journal = Journal::new(&vault);
    vault.replace_state(FILE, b"{\"a\":1}{\"b\":2}\n{\"c\":3}").unwrap();
    let batch = journal.read(&start(), 9).unwrap();
    let keys: Vec<String> = batch.records.iter().map(|it| it.value.to_string()).collect();
    assert_eq!(keys, ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"]);
    assert_eq!((batch.records[1].line, batch.records[1].nth), (1, 1));
    journal.append(&seen("2026-05-01", "next"), Durability::Written).unwrap();
    let next = journal.read(&batch.next, 9).unwrap();
    assert_eq!(next.records.len(), 1);
    assert_eq!(next.bad, []);
    assert_eq!(journal.read(&start(), 9).unwrap().records.len(), 4);
}

#[test]
fn c059_one_bad_line_costs_itself_and_is_kept_once() {
    let vault = Ram::new();
    let journal = Journal::new(&vault);
    vault.replace_state(FILE, b"{\"n\":1}\n{\"x\":\n\xff\xfe\n\n[1]\n{\"n\":2}\n").unwrap();
    for _ in 0..3 {
        let batch = journal.read(&start(), 9).unwrap();
        assert_eq!(batch.records.len(), 2);
        let lines: Vec<usize> = batch.bad.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [2, 3, 5]);
        assert_eq!(
            batch.bad[0].to_string(),
            "line 2 (byte 8) of the journal 2026-05 cannot be read"
        );
    }
    let kept = vault.read_state("journal/quarantine.jsonl", 0, 9999).unwrap();
    let kept = String::from_utf8(kept).unwrap();
    assert_eq!(kept.lines().count(), 3);
    assert!(kept.lines().next().unwrap().contains("{\\\"x\\\":"), "{kept}");
}

#[test]
fn a_torn_last_line_waits_and_does_not_hurt_the_next_one() {
    let vault = Ram::new();
    let journal = Journal::new(&vault);
    vault.replace_state(FILE, b"{\"n\":1}\n{\"torn\":\"te").unwrap();
    let batch = journal.read(&start(), 9).unwrap();
    assert_eq!((batch.records.len(), batch.bad.len(), batch.next.offset), (1, 0, 8));
    journal.append(&seen("2026-05-01", "after"), Durability::Synced).unwrap();
    let batch = journal.read(&batch.next, 9).unwrap();
    assert_eq!((batch.records.len(), batch.bad.len()), (1, 1));
    assert_eq!(batch.records[0].observation().unwrap().text, "after");
}

#[test]
fn what_was_synced_survives_a_crash_at_any_step() {
    for n in 0..40 {
        let vault = Ram::new();
        vault.die_at(n);
        let journal = Journal::new(&vault);
        let mut acknowledged = 0;
        for text in ["one", "two", "three"] {
            let done = journal.append(&seen("2026-05-01", text), Durability::Synced);
            acknowledged += usize::from(done.is_ok());
        }
        vault.crash(crate::Crash::Forget);
        journal.append(&seen("2026-05-02", "later"), Durability::Synced).unwrap();
        let batch = journal.read(&start(), 99).unwrap();
        let texts: Vec<String> =
            batch.records.iter().map(|it| it.observation().unwrap().text).collect();
        let expected: Vec<&str> =
            ["one", "two", "three"].into_iter().take(acknowledged).chain(["later"]).collect();
        assert_eq!(texts, expected, "step {n}");
    }
}

#[test]
fn a_journal_of_nothing_but_garbage_is_read_in_bounds() {
    let vault = Ram::new();
    let journal = Journal::new(&vault);
    vault.replace_state(FILE, "{".repeat(3 << 20).as_bytes()).unwrap();
    let batch = journal.read(&start(), 9).unwrap();
    assert_eq!((batch.records.len(), batch.bad.len()), (0, 0));
    vault.append_state(FILE, "[".repeat(1 << 20).as_bytes(), Durability::Written).unwrap();
    vault.append_state(FILE, b"{\"n\":1}\n", Durability::Written).unwrap();
    let batch = journal.read(&start(), 9).unwrap();
    assert_eq!((batch.records.len(), batch.bad.len()), (1, 2));
}

#[test]
fn a_line_without_end_is_skipped_up_to_its_end() {
    let vault = Ram::new();
    let journal = Journal::new(&vault);
    let mut bytes = b"{\"n\":1}\n".to_vec();
    bytes.extend("x".repeat(40 << 20).bytes());
    bytes.extend(b"\n{\"n\":2}\n");
    vault.replace_state(FILE, &bytes).unwrap();
    let batch = journal.read(&start(), 9).unwrap();
    let lines: Vec<usize> = batch.bad.iter().map(|bad| bad.line).collect();
    assert_eq!((batch.records.len(), lines), (2, vec![2]));
    assert_eq!(batch.records[1].line, 3);
}

#[test]
fn c056_eight_threads_lose_no_line() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let disk = &disk;
            scope.spawn(move || {
                for n in 0..50 {
                    let text = format!("{thread}-{n} {}", "x".repeat(500));
                    Journal::new(disk)
                        .append(&seen("2026-05-01", &text), Durability::Written)
                        .unwrap();
                }
            });
        }
    });
    let batch = Journal::new(&disk).read(&start(), 9999).unwrap();
    let mut texts: Vec<String> =
        batch.records.iter().map(|it| it.observation().unwrap().text).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!((texts.len(), batch.bad.len()), (400, 0));
}
