use std::sync::{Arc, OnceLock};
use std::time::Duration;

use jiff::tz::TimeZone;
use serde_json::json;
use store::{History, Ram, Readable, Vault};
use wiki::policy::Trust;
use wiki::time::Now;

use crate::{Call, Memory};

/// What `lint` says of a page that names two pictures, of which one lies in another folder.
fn linted(ram: &Ram) -> String {
    let state = tempfile::tempdir().unwrap();
    let history = OnceLock::from(History::Off { why: "a test".to_owned() });
    let memory = Memory::with(Arc::new(ram.clone()), state.path().to_owned(), history).unwrap();
    let at = "2026-11-11T10:00:00Z".parse::<jiff::Timestamp>().unwrap();
    let call = Call {
        now: Now { at: at.to_zoned_datetime(TimeZone::UTC) },
        actor: "test".to_owned(),
        door: "test",
        wait: Duration::ZERO,
        trust: Trust::Person,
        scope: None,
    };
    memory.sync(&call, crate::Purge::Guarded, &mut |_, _| {}).unwrap();
    memory.call(&call, "lint", json!({})).unwrap().json.to_string()
}

#[test]
fn a_picture_in_a_folder_that_cannot_be_read_is_not_said_to_be_missing() {
    let ram = Ram::new();
    ram.create("a.md", b"# A\n\n![[tea.png]] and ![[lost.png]]\n").unwrap();
    ram.create("pictures/tea.png", b"x").unwrap();
    let found = linted(&ram);
    assert!(found.contains("lost.png") && !found.contains("tea.png"), "{found}");
    ram.set_readable("pictures", Readable::No);
    let found = linted(&ram);
    assert!(!found.contains("lost.png") && !found.contains("tea.png"), "{found}");
}
