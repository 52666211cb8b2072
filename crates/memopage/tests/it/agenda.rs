//! `now`: reading and changing `NOW.md`.

use crate::vault::{MONDAY, Vault, monday};

#[test]
fn the_day_is_planned_begun_and_done_and_each_change_is_one_commit() {
    let vault = Vault::with_git().at("2026-11-30T10:00:00Z");
    let none = vault.json(&["now"]);
    assert!(
        none["updated"].is_null() && none["priorities"].as_array().unwrap().is_empty(),
        "{none}"
    );
    vault.json(&["now", "--focus", "ship the gateway", "--p0", "fix login", "--due", "Friday"]);
    vault.json(&["now", "--start", "review", "--blocked", "Ann's answer", "--p1", "docs"]);
    let now = vault.json(&["now", "--done", "fix login"]);
    assert_eq!(now["done"][0], "fix login", "{now}");
    assert_eq!(now["in_progress"][0]["blocked"], "Ann's answer", "{now}");
    assert_eq!(now["priorities"][0]["what"], "docs", "{now}");
    let text = vault.text("NOW.md");
    assert!(text.contains("Focus: ship the gateway") && !text.contains("Not written"), "{text}");
    assert!(
        now["updated"].as_str().unwrap().starts_with(MONDAY.trim_start_matches("daily/")),
        "{now}"
    );
    vault.run_ok(&["undo"]);
    let back = vault.json(&["now"]);
    assert_eq!(back["priorities"][0]["due"], "2026-12-04", "{back}");
    // What an agent has before it.
    let context = vault.run_ok(&["context"]).out;
    assert!(
        context.contains("fix login") && context.contains("blocked by Ann's answer"),
        "{context}"
    );
}

#[test]
fn what_cannot_be_done_to_the_day_says_why_and_changes_nothing() {
    let vault = monday();
    vault.json(&["now", "--start", "review of A"]);
    vault.json(&["now", "--start", "review of B"]);
    let text = vault.text("NOW.md");
    for (args, code, said) in [
        (&["now", "--drop", "lunch"][..], 4, "nothing in NOW is called `lunch`"),
        (&["now", "--done", "review"], 5, "may be 2 things"),
        (&["now", "--blocked", "rain"], 2, "--start"),
        (&["now", "--due", "Friday"], 2, "--p0"),
        (&["now", "--p0", " "], 2, "no words"),
        (&["now", "--p0", "x", "--due", "2026-13-40"], 2, "2026-13-40"),
    ] {
        let done = vault.run(args);
        assert_eq!(done.code, code, "{args:?}: {}", done.err);
        assert!(done.err.contains(said), "{args:?}: {}", done.err);
        assert_eq!(vault.text("NOW.md"), text, "{args:?}");
    }
}

#[test]
fn a_secret_in_the_day_is_not_kept() {
    let vault = Vault::new();
    let secret = ["hunter2", "-Zebra"].concat();
    vault.json(&["now", "--p0", &format!("reset the wifi, password: {secret}")]);
    assert!(!vault.text("NOW.md").contains(&secret));
}

#[test]
fn a_page_that_is_no_text_is_no_empty_day() {
    let vault = monday();
    vault.put_bytes("NOW.md", b"# Now\n\xff\xfe\n");
    let read = vault.run(&["now"]);
    assert!(read.code == 7 && read.err.contains("UTF-8"), "{}{}", read.out, read.err);
    let set = vault.run(&["now", "--p0", "x"]);
    assert!(set.code == 3 && set.err.contains("UTF-8"), "{}{}", set.out, set.err);
}
