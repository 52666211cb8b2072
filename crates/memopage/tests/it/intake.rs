//! What an import leaves out, refuses or takes as it can, and what it says of it.

use crate::importing::{CHAT, file};
use crate::vault::Vault;

#[test]
fn what_is_left_out_is_counted_and_an_import_of_nothing_fails() {
    let vault = Vault::new();
    for name in ["CON.md", "a....md", "ok.md"] {
        file(&vault, &format!("bad/{name}"), "text of a note\n");
    }
    std::fs::write(vault.beside("bad/u.md"), [0xff, 0xfe]).unwrap();
    let folder = vault.beside("bad");
    let done = vault.run_ok(&["import", folder.to_str().unwrap()]);
    assert!(done.out.contains("4 notes, ") && done.out.contains("3 left out"), "{}", done.out);
    std::fs::remove_file(vault.beside("bad/ok.md")).unwrap();
    let done = vault.run(&["import", folder.to_str().unwrap()]).fails(2);
    assert!(done.err.contains("nothing could be taken in"), "{}", done.err);
    let other = r#"[{"title":"t","nodes":{"x":{"message":{"author":{"role":"user"},"content":{"parts":["hi"]}}}}}]"#;
    vault.run(&["import", &file(&vault, "other.json", other)]).fails(2);
    let tree = other.replace("nodes", "mapping");
    vault.run_ok(&["import", &file(&vault, "tree.json", &tree)]);
}

#[test]
fn half_a_character_costs_no_turn() {
    let vault = Vault::new();
    let cut = r#"{"role":"user","content":"a \ud83d …, my cat is Miso"}"#;
    let done = vault.json(&["import", &file(&vault, "cut.jsonl", cut)]);
    assert_eq!((&done["turns"], &done["left_out"]), (&1.into(), &0.into()), "{done}");
    let page = vault.text(&format!("{}.md", done["made"][0].as_str().unwrap()));
    assert!(page.contains("a \u{fffd} …, my cat is Miso"), "{page}");
}

#[test]
fn a_number_that_is_no_time_is_not_written_as_one() {
    for (number, time) in [
        ("-5", None),
        ("1e+300", None),
        ("12", None),
        ("\"-5\"", None),
        ("1767261600", Some("2026-01-01 10:00")),
        ("\"1767261600\"", Some("2026-01-01 10:00")),
        ("1767261600000", Some("2026-01-01 10:00")),
        ("\"2026\"", Some("2026")),
        ("\"in the evening\"", Some("in the evening")),
    ] {
        let vault = Vault::new();
        let chat = format!(r#"{{"role":"user","content":"hello walrus","timestamp":{number}}}"#);
        let done = vault.json(&["import", &file(&vault, "chat.jsonl", &chat)]);
        let page = vault.text(&format!("{}.md", done["made"][0].as_str().unwrap()));
        let header = time.map_or("> **user**\n".to_owned(), |it| format!("> **user** · {it}\n"));
        assert!(page.contains(&header), "{number}: {page}");
        assert_eq!(done["problems"].to_string().contains("does not exist"), time.is_none());
        assert_eq!(done["left_out"], 0);
    }
}

#[test]
fn a_folder_for_one_kind_of_text_takes_no_other_by_import_or_move() {
    let vault = Vault::new();
    file(&vault, "notes/n1.md", "a note of walrus\n");
    let notes = vault.beside("notes");
    for folder in ["archive", "sessions", "templates", "daily"] {
        let done = vault.run(&["import", notes.to_str().unwrap(), "--into", folder]).fails(2);
        assert!(done.err.contains("that folder is for") || folder == "archive", "{}", done.err);
        assert!(!vault.has(&format!("{folder}/n1.md")));
    }
    vault.run_ok(&["new", "projects/a"]);
    for to in ["archive/", "sessions/", "templates/", "daily/2026-11-29"] {
        vault.run(&["move", "projects/a", to]).fails(3);
    }
    assert!(vault.has("projects/a.md"));
    // What fits is taken.
    file(&vault, "days/2026-11-01.md", "walrus day\n");
    let days = vault.beside("days");
    vault.run_ok(&["import", days.to_str().unwrap(), "--into", "daily"]);
    assert!(vault.has("daily/2026-11-01.md"));
    vault.run_ok(&["import", &file(&vault, "chat.jsonl", CHAT), "--into", "sessions/old"]);
    // A vault's folders come over as they lie.
    file(&vault, "whole/archive/x.md", "put away\n");
    let whole = vault.beside("whole");
    vault.run_ok(&["import", whole.to_str().unwrap()]);
    assert!(vault.has("archive/x.md"));
}

#[cfg(unix)]
#[test]
fn a_place_that_is_no_file_is_named_as_such() {
    let done = Vault::new().run(&["import", "/dev/null"]).fails(2);
    assert!(done.err.contains("neither a file nor a folder"), "{}", done.err);
}

#[test]
fn another_turn_at_the_time_of_one_that_is_there_is_a_conflict() {
    let vault = Vault::new();
    let line = |role: &str, at: &str, text: &str| {
        format!(
            "{{\"session\":\"s\",\"role\":\"{role}\",\"content\":\"{text}\",\"timestamp\":\"2026-03-05T{at}\"}}\n"
        )
    };
    let chat = line("user", "08:15:00", "a heron") + &line("assistant", "08:16:02", "noted");
    vault.run_ok(&["import", &file(&vault, "a.jsonl", &chat)]);
    let before = vault.snapshot();
    let other = line("user", "08:15:00", "a different thing");
    vault.run(&["import", &file(&vault, "b.jsonl", &other)]).fails(5);
    assert_eq!(vault.snapshot(), before);
    // In the minute of the last turn anybody may have said more: a page has no seconds.
    let more =
        line("user", "08:16:20", "and one more thing") + &line("assistant", "08:17:00", "fine");
    let done = vault.json(&["import", &file(&vault, "c.jsonl", &more)]);
    assert_eq!(done["continued"].as_array().unwrap().len(), 1, "{done}");
}

#[test]
fn a_note_without_a_title_is_called_by_its_file_and_comes_in_and_out_byte_for_byte() {
    let vault = Vault::new();
    let text = "walrus plan for spring\r\n\n- budget: 5";
    let empty = "---\ntitle:\n---\nheron\n";
    let folders = ["meetings", "people", "projects", "topics", "users"];
    for folder in folders {
        file(&vault, &format!("notes/{folder}/Garden.md"), text);
    }
    file(&vault, "notes/projects/Empty.md", empty);
    let done = vault.json(&["import", vault.beside("notes").to_str().unwrap()]);
    assert_eq!(done["left_out"], 0, "{done}");
    let out = vault.beside("out.jsonl");
    vault.run_ok(&["export", "--output", out.to_str().unwrap()]);
    let other = Vault::new();
    let back = other.json(&["import", out.to_str().unwrap()]);
    assert_eq!(back["left_out"], 0, "{back}");
    for vault in [&vault, &other] {
        for folder in folders {
            assert_eq!(vault.text(&format!("{folder}/Garden.md")), text);
        }
        assert_eq!(vault.text("projects/Empty.md"), empty);
        assert_eq!(vault.json(&["read", "projects/Garden"])["title"], "Garden");
    }
    // It can be written to as any other page, and what is written here has the same title.
    vault.run_ok(&["remember", "--page", "projects/Garden", "--key", "owner", "--value", "Ada"]);
    vault.run_ok(&["write", "projects/bare", "no title\n"]);
    assert_eq!(vault.json(&["read", "projects/bare"])["title"], "bare");
}

#[test]
fn notes_that_are_refused_are_left_out_and_the_others_are_one_commit() {
    let vault = Vault::with_git();
    for number in 0..60 {
        file(&vault, &format!("notes/topics/n{number}.md"), &format!("# N {number}\n"));
    }
    let secret = format!("{}{}", "ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    file(&vault, &format!("notes/topics/{secret}.md"), "# Key\n");
    file(&vault, "notes/topics/large.md", &"walrus \n".repeat((1 << 20) + 1));
    let done = vault.json(&["import", vault.beside("notes").to_str().unwrap()]);
    assert_eq!((&done["left_out"], &done["commits"]), (&2.into(), &1.into()), "{done}");
    assert_eq!(done["made"].as_array().unwrap().len(), 60, "{done}");
    assert!(done["problems"].to_string().contains("topics/large: "), "{done}");
    vault.run_ok(&["undo"]);
    assert!(!vault.has("topics/n0.md") && !vault.has("topics/n59.md"));
}

#[cfg(unix)]
#[test]
fn links_and_pipes_in_a_folder_are_named_and_counted_as_left_out() {
    use std::os::unix::fs::symlink;
    let vault = Vault::new();
    file(&vault, "notes/z.md", "walrus\n");
    let notes = vault.beside("notes");
    for (to, from) in [("z.md", "ok.md"), ("loop.md", "loop.md"), ("none.md", "gone.md")] {
        symlink(to, notes.join(from)).unwrap();
    }
    symlink("..", notes.join("up")).unwrap();
    symlink("z.md", notes.join(".hidden.md")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(notes.join("pipe.md")).status().unwrap();
    assert!(made.success());
    let notes = notes.to_str().unwrap();
    let done = vault.json(&["import", notes]);
    assert_eq!(done["made"], serde_json::json!(["z"]), "{done}");
    assert_eq!(
        done["problems"],
        serde_json::json!([
            "gone.md: it is a symbolic link that leads nowhere",
            "loop.md: it is a symbolic link that leads nowhere",
            "ok.md: it is a symbolic link, which is not followed",
            "pipe.md: it is neither a file nor a folder",
            "up: it is a symbolic link, which is not followed",
        ])
    );
    assert_eq!((&done["left_out"], &done["notes"]), (&5.into(), &1.into()), "{done}");
}

#[test]
fn bytes_and_times_of_a_chat_that_are_none_are_said_with_their_line() {
    let vault = Vault::new();
    let path = vault.beside("bad.jsonl");
    let lines: [&[u8]; 3] = [
        b"{\"role\":\"user\",\"content\":\"a heron\"}\n",
        b"{\"role\":\"user\",\"content\":\"walrus \xff\xfe\"}\n",
        b"{\"role\":\"user\",\"content\":\"an otter\"}\n",
    ];
    std::fs::write(&path, lines.concat()).unwrap();
    let done = vault.json(&["import", path.to_str().unwrap()]);
    let problems = done["problems"].to_string();
    assert!(problems.contains("bad.jsonl: line 2: it is not UTF-8"), "{done}");
    assert_eq!((&done["turns"], &done["left_out"]), (&3.into(), &0.into()), "{done}");
    for (time, is_said) in [
        ("true", true),
        ("[]", true),
        ("{}", true),
        ("\"2026-01-01T00:00:00+99:00\"", true),
        ("\"2026-01-01T00:00-0460\"", true),
        ("null", false),
        ("\"2026-01-01T00:00:00+14:00\"", false),
        ("\"2026-01-01T00:00:00-03:30\"", false),
        ("\"10:00 2026-01-30\"", false),
    ] {
        let vault = Vault::new();
        let chat =
            format!("\n{{\"role\":\"user\",\"content\":\"a heron\",\"timestamp\":{time}}}\n");
        let done = vault.json(&["import", &file(&vault, "ts.jsonl", &chat)]);
        let problems = done["problems"].to_string();
        assert_eq!(problems.contains("ts.jsonl: line 2: its time"), is_said, "{time}: {done}");
        let page = done["made"][0].as_str().unwrap();
        let dated = page.contains("2025-12-31") || page.contains("2026-01-");
        assert_eq!(dated, !is_said && time != "null", "{time}: {page}");
    }
}

#[test]
fn a_stray_line_before_an_import_costs_that_line_and_is_named() {
    let vault = Vault::new();
    let chat = format!("garbage\n{CHAT}");
    let done = vault.json(&["import", &file(&vault, "g.jsonl", &chat)]);
    assert_eq!((&done["sessions"], &done["left_out"]), (&2.into(), &1.into()), "{done}");
    assert!(done["problems"][0].as_str().unwrap().contains("g.jsonl: line 1: "), "{done}");
    let locomo = r#"[{"sample_id":"c1","conversation":{"session_1_date_time":"1:56 pm on 8 May, 2023",
"session_1":[{"speaker":"Ann","dia_id":"D1:1","text":"A heron."}]}}]"#;
    let done = vault.json(&["import", &file(&vault, "l.json", &format!("\n$ cat l\n{locomo}"))]);
    assert_eq!(done["made"].as_array().unwrap().len(), 1, "{done}");
    assert!(done["problems"][0].as_str().unwrap().contains("l.json: line 2: "), "{done}");
    vault.put("notes/walrus.md", "A walrus.\n");
    for (format, name) in [("jsonl", "out.jsonl"), ("tar", "out.tar")] {
        let out = vault.beside(name);
        vault.run_ok(&["export", "--format", format, "--output", out.to_str().unwrap()]);
        let mut bytes = b"user@host: ~\n".to_vec();
        bytes.extend(std::fs::read(&out).unwrap());
        std::fs::write(&out, bytes).unwrap();
        let other = Vault::new();
        let done = other.json(&["import", out.to_str().unwrap()]);
        assert_eq!(other.text("notes/walrus.md"), "A walrus.\n", "{done}");
        assert!(done["problems"].to_string().contains(name), "{done}");
    }
    // What is no conversation stays none.
    for text in ["garbage\nmore\n", "a\nb\nc\nd\n{\"role\":\"user\",\"content\":\"x\"}\n"] {
        vault.run(&["import", &file(&vault, "no.jsonl", text)]).fails(2);
    }
}

#[test]
fn words_in_the_place_of_a_time_stay_and_are_told() {
    let vault = Vault::new();
    let chat = r#"{"role":"user","content":"a walrus","timestamp":"yesterday evening"}"#;
    let done = vault.json(&["import", &file(&vault, "w.jsonl", chat)]);
    let told = done["problems"][0].as_str().unwrap();
    assert!(told.contains("line 1: its time `yesterday evening` cannot be read"), "{done}");
    let page = vault.text(&format!("{}.md", done["made"][0].as_str().unwrap()));
    assert!(page.contains("> **user** · yesterday evening\n"), "{page}");
}

#[test]
fn the_summary_of_an_import_counts_what_stands_elsewhere() {
    let vault = Vault::new();
    let chat = file(&vault, "chat.jsonl", CHAT);
    vault.run_ok(&["import", &chat]);
    let done = vault.run_ok(&["import", &chat, "--into", "other"]);
    assert!(done.out.contains("0 unchanged, 2 skipped"), "{}", done.out);
}
