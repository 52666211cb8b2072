//! Making a vault, finding it, and what the program says of itself.

use crate::vault::{Vault, finished, git};

#[test]
fn c146_a_missing_argument_or_an_unknown_flag_is_a_usage_error() {
    let vault = Vault::new();
    let before = vault.snapshot();
    for words in [&["import"][..], &["recall", "--globb", "*.md"], &["recal", "x"], &[]] {
        let done = vault.run(words);
        assert_eq!(done.code, 2, "{words:?}: {}", done.err);
    }
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn every_layout_makes_its_folders_rules_and_map() {
    for (layout, files) in [
        ("agent", &["SCHEMA.md", "index.md"][..]),
        ("wiki", &["SCHEMA.md", "index.md", "log.md"]),
        ("docs", &["SCHEMA.md", "index.md"]),
        ("personal", &["SCHEMA.md", "INDEX.md", "NOW.md"]),
    ] {
        let vault = Vault::with(&["--layout", layout, "--no-git", "--zone", "UTC"]);
        for file in files.iter().chain(&["memopage.toml", ".gitignore"]) {
            assert!(vault.has(file), "{layout}: {file}");
        }
        let lint = vault.json(&["lint"]);
        assert_eq!(lint["findings"], serde_json::json!([]), "{layout}: {lint}");
        assert_eq!(vault.json(&["status"])["schema_problems"], serde_json::Value::Null, "{layout}");
    }
}

#[test]
fn init_in_a_folder_of_notes_changes_none_of_them() {
    let vault = Vault::bare();
    vault
        .put("Home.md", "# Home\r\n[[Ideas]]\r\n")
        .put("Ideas.md", "---\ntags: [a]\n---\nideas")
        .put(".obsidian/app.json", "{}")
        .put("index.md", "my own index\n")
        .put(".gitignore", "*.tmp\n");
    let before = vault.snapshot();
    let root = vault.root();
    let done = finished(vault.command(&["init", root.to_str().unwrap(), "--json"])).ok().json();
    let after = vault.snapshot();
    for file in &before {
        assert!(after.contains(file), "{} changed", file.0.display());
    }
    assert!(done["kept"].to_string().contains("index.md"), "{done}");
    assert_eq!(vault.recall("ideas")[0], "Ideas");
    assert_eq!(vault.text("index.md"), "my own index\n");
    assert_eq!(vault.run(&["init", root.to_str().unwrap()]).code, 5);
}

#[test]
fn without_a_vault_the_program_says_what_to_type() {
    let vault = Vault::bare();
    let mut command = vault.command(&["recall", "x"]);
    command.env_remove("MEMOPAGE_VAULT");
    let done = finished(command);
    assert_eq!(done.code, 7);
    assert!(done.err.contains("memopage init"), "{}", done.err);
    assert_eq!(vault.run(&["recall", "x"]).code, 7);
}

#[test]
fn the_nearest_parent_that_is_a_vault_is_used() {
    let vault = Vault::new();
    vault.put("deep/er/a.md", "The heron.\n");
    let mut command = vault.command(&["recall", "heron", "--json"]);
    command.env_remove("MEMOPAGE_VAULT").current_dir(vault.root().join("deep/er"));
    assert_eq!(finished(command).ok().json()["hits"][0]["page"], "deep/er/a");
}

#[test]
fn status_says_what_made_it_the_vault_that_is_meant() {
    let vault = Vault::new();
    let root = vault.root();
    let asked = |words: &[&str], folder: &std::path::Path| {
        let mut command = vault.command(words);
        command.env_remove("MEMOPAGE_VAULT").current_dir(folder);
        finished(command).ok().json()["chosen_by"].as_str().unwrap().to_owned()
    };
    let status = ["status", "--json"];
    assert_eq!(vault.json(&["status"])["chosen_by"], "named by MEMOPAGE_VAULT");
    let named = ["status", "--json", "--vault", root.to_str().unwrap()];
    assert_eq!(asked(&named, vault.beside("").as_path()), "named by `--vault`");
    vault.put("deep/a.md", "a\n");
    assert_eq!(asked(&status, &root), "the current folder");
    assert_eq!(asked(&status, &root.join("deep")), "holds the current folder");
    let config = vault.beside(".config/memopage/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    std::fs::write(&config, format!("vault = {:?}\n", root.to_str().unwrap())).unwrap();
    assert!(asked(&status, vault.beside("").as_path()).contains("config.toml"));
    assert!(vault.run_ok(&["status"]).out.contains("(named by MEMOPAGE_VAULT)"));
}

#[test]
fn help_manual_and_completions_name_every_operation() {
    let vault = Vault::bare();
    let help = vault.run_ok(&["--help"]).out;
    let manual = vault.run_ok(&["man"]).out;
    let completions = vault.run_ok(&["completions", "bash"]).out;
    for entry in memory::ops::ALL {
        for text in [&help, &manual, &completions] {
            assert!(text.contains(entry.name), "{}", entry.name);
        }
    }
    let as_json = vault.json(&["completions", "bash"]);
    assert_eq!(as_json["script"].as_str().map(str::trim_end), Some(completions.trim_end()));
    assert_eq!(as_json["shell"], "bash");
    assert_eq!(vault.json(&["man"])["text"].as_str().map(str::trim_end), Some(manual.trim_end()));
}

#[test]
fn doctor_finds_nothing_wrong_with_a_fresh_vault_and_names_what_is() {
    let vault = Vault::with_git();
    vault.run_ok(&["doctor"]);
    vault.put("SCHEMA.md", "```yaml\ntypes: [\n```\n");
    let done = vault.run(&["doctor"]);
    assert_eq!(done.code, 7, "{}", done.out);
    assert!(done.out.contains("SCHEMA.md"), "{}", done.out);
}

#[test]
fn doctor_tries_a_write_and_names_what_refuses() {
    let vault = Vault::with_git();
    vault.put("deep/er/a.md", "a\n");
    let done = vault.run_ok(&["doctor"]);
    assert!(done.out.contains("the vault can be written"), "{}", done.out);
    let before = vault.snapshot();
    vault.run_ok(&["doctor"]);
    assert_eq!(vault.snapshot(), before, "nothing is left of the trial");
    let temporary = vault.root().join(".memopage/tmp");
    std::fs::remove_dir_all(&temporary).unwrap();
    std::fs::write(&temporary, "a file").unwrap();
    let done = vault.run(&["doctor"]).fails(7);
    assert!(done.out.contains("FAIL  write") && done.out.contains(".memopage"), "{}", done.out);
    assert!(vault.run(&["remember", "x is y"]).code != 0);
}

/// Root may write anywhere, so this says nothing there.
#[cfg(unix)]
#[test]
fn doctor_names_a_folder_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let vault = Vault::with_git();
    vault.put("closed/a.md", "a\n");
    let closed = vault.root().join("closed");
    let allow = |mode| std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(mode));
    allow(0o555).unwrap();
    let is_bound = std::fs::write(closed.join("x.txt"), "x").is_err();
    let done = vault.run(&["doctor"]);
    allow(0o755).unwrap();
    assert_eq!(done.out.contains("cannot write closed: permission denied"), is_bound);
    assert_eq!(done.code, if is_bound { 7 } else { 0 }, "{}", done.out);
}

#[test]
fn errors_are_json_when_asked_for() {
    let vault = Vault::new();
    let done = vault.run(&["read", "nothing", "--json"]);
    assert_eq!(done.code, 4);
    assert_eq!(done.out, "");
    let error: serde_json::Value = serde_json::from_str(&done.err).unwrap();
    assert_eq!(error["error"]["kind"], "not_found");
    assert!(error["error"]["hints"][0].is_string());
}

#[test]
fn the_map_of_content_follows_the_pages() {
    let vault = Vault::new();
    vault.run_ok(&["new", "Atlas", "--type", "project"]);
    let index = vault.text("index.md");
    assert!(index.contains("[[projects/atlas|Atlas]]"), "{index}");
    let page = vault.recall("Atlas")[0].clone();
    vault.run_ok(&["forget", &page]);
    assert!(!vault.text("index.md").contains("Atlas"), "{}", vault.text("index.md"));
}

#[test]
fn init_says_what_is_wrong_with_the_folder() {
    let vault = Vault::bare();
    std::fs::write(vault.beside("file"), "x").unwrap();
    let path = vault.beside("file");
    let done = vault.run(&["init", path.to_str().unwrap()]).fails(5);
    assert!(done.err.contains("is a file") && !done.err.contains("page"), "{}", done.err);
    let below = vault.beside("file/x");
    let done = vault.run(&["init", below.to_str().unwrap()]);
    assert!(done.code != 0 && !done.err.contains("pages"), "{}", done.err);
}

#[cfg(unix)]
#[test]
fn a_link_to_the_vault_itself_is_named_as_that() {
    let vault = Vault::new();
    std::os::unix::fs::symlink(".", vault.root().join("selfdir")).unwrap();
    let done = vault.run_ok(&["status"]);
    assert!(done.out.contains("the vault's own folder"), "{}", done.out);
}

#[test]
fn help_on_help_is_help_and_tells_the_exit_codes() {
    let vault = Vault::bare();
    let help = vault.run_ok(&["--help"]).out;
    assert_eq!(vault.run_ok(&["help", "--help"]).out, help);
    for code in ["0", "2", "3", "4", "5", "6", "7", "65", "70"] {
        assert!(help.lines().any(|it| it.trim_start().starts_with(&format!("{code}  "))), "{code}");
    }
}

#[test]
fn a_folder_where_a_page_must_stand_keeps_the_vault_from_being_begun() {
    let vault = Vault::bare();
    std::fs::create_dir_all(vault.root().join("index.md")).unwrap();
    let done = vault.run(&["init", vault.root().to_str().unwrap(), "--no-git"]).fails(5);
    assert!(done.err.contains("index.md"), "{}", done.err);
    let left: Vec<_> = std::fs::read_dir(vault.root()).unwrap().collect();
    assert_eq!(left.len(), 1);
}

#[test]
fn a_folder_that_is_no_vault_is_a_vault_that_cannot_be_used() {
    let vault = Vault::bare();
    let done = vault.run(&["recall", "x", "--json"]);
    assert_eq!(done.code, 7, "{}", done.err);
    assert!(done.err.contains("unavailable") && done.err.contains("memopage init"), "{}", done.err);
    let gone = vault.beside("gone");
    vault.run(&["status", "--vault", gone.to_str().unwrap()]).fails(7);
    let vault = Vault::new();
    vault.run(&["import", "nothere"]).fails(4);
}

#[test]
fn the_help_of_a_command_keeps_its_own_options_apart() {
    let vault = Vault::new();
    let help = vault.run_ok(&["recall", "--help"]).out;
    let (own, general) = help.split_once("General options:").unwrap();
    assert!(own.contains("--limit") && own.contains("--vector"), "{help}");
    for option in ["--vault", "--json", "--wait", "--actor"] {
        assert!(!own.contains(&format!("{option} ")) && general.contains(option), "{help}");
    }
}

#[test]
fn a_vault_within_a_vault_is_made_only_where_that_is_asked_for() {
    let vault = Vault::new();
    let before = vault.snapshot();
    for inner in ["inner", "people/deep/er"] {
        let inner = vault.root().join(inner);
        let done = vault.run(&["init", inner.to_str().unwrap()]).fails(5);
        assert!(done.err.contains("lies within the vault"), "{}", done.err);
        assert!(!inner.exists());
    }
    assert_eq!(vault.snapshot(), before);
    let inner = vault.root().join("inner");
    vault.run_ok(&["init", inner.to_str().unwrap(), "--nested", "--no-git"]);
    assert!(vault.has("inner/memopage.toml"));
    // One that stands is told so, not that it lies in another.
    let again = vault.run(&["init", inner.to_str().unwrap()]).fails(5);
    assert!(again.err.contains("is a vault already"), "{}", again.err);
}

#[test]
fn a_vault_around_a_vault_is_made_only_where_that_is_asked_for() {
    let vault = Vault::bare();
    let (root, inner) = (vault.root(), vault.root().join("notes/wiki"));
    let (root, inner) = (root.to_str().unwrap(), inner.to_str().unwrap());
    vault.run_ok(&["init", inner, "--no-git"]);
    let before = vault.snapshot();
    let done = vault.run(&["init", root]).fails(5);
    assert!(
        done.err.contains("holds the vault") && done.err.contains("notes/wiki"),
        "{}",
        done.err
    );
    assert!(done.err.contains("--nested"), "{}", done.err);
    assert_eq!(vault.snapshot(), before);
    vault.run_ok(&["init", root, "--nested", "--no-git"]);
    assert!(vault.has("memopage.toml"));
}

#[test]
fn the_layout_that_the_settings_name_holds_where_the_rules_are_lost() {
    for lost in [None, Some(""), Some("# Tables of our database\n\nusers\n")] {
        let vault = Vault::with(&["--layout", "personal", "--no-git", "--zone", "UTC"])
            .at("2026-11-30T10:00:00Z");
        let schema = vault.root().join("SCHEMA.md");
        match lost {
            None => std::fs::remove_file(&schema).unwrap(),
            Some(text) => std::fs::write(&schema, text).unwrap(),
        }
        vault.put("semantic/old.md", "---\npriority: low\nupdated_at: 2026-01-01\n---\n# Old\n");
        vault.put("semantic/mid.md", "---\npriority: medium\nupdated_at: 2026-01-01\n---\n# Mid\n");
        let made = vault.json(&["remember", "--page", "Bob", "--key", "age", "--value", "5"]);
        assert_eq!(made["page"], "semantic/knowledge-bob", "{lost:?}: {made}");
        assert_eq!(vault.json(&["new", "Xu", "--type", "person"])["page"], "people/xu", "{lost:?}");
        // In this layout nothing is lowered or archived for its age.
        let plan = vault.run_ok(&["maintain", "--dry-run"]).out;
        assert!(plan.contains("0 steps would be done, 1 reported"), "{lost:?}: {plan}");
        let found = vault.json(&["lint"])["findings"].to_string();
        assert!(found.contains("so those of the personal layout hold"), "{lost:?}: {found}");
        let done = vault.run(&["doctor"]).fails(7);
        assert!(done.out.contains("FAIL  schema"), "{lost:?}: {}", done.out);
    }
    let vault = Vault::bare();
    vault.put("SCHEMA.md", "# Tables of our database\n");
    vault.run_ok(&["init", vault.root().to_str().unwrap(), "--layout", "docs", "--no-git"]);
    assert_eq!(vault.json(&["new", "Acme", "--type", "client"])["page"], "clients/acme");
}

#[test]
fn a_setting_of_an_unknown_name_is_told_and_passed_over() {
    let vault = Vault::new();
    vault.put("memopage.toml", "format = 1\nzonee = \"UTC\"\n\n[server]\nport = 1\n");
    let done = vault.run_ok(&["status"]);
    assert!(done.err.contains("unknown setting `zonee`"), "{}", done.err);
    assert!(done.err.contains("did you mean `zone`?"), "{}", done.err);
    assert!(done.err.contains("unknown section `server`, which is passed over"), "{}", done.err);
    vault.put("memopage.toml", "format = 1\nzone = \"UTC\"\n");
    assert_eq!(vault.run_ok(&["status"]).err, "");
}

#[test]
fn settings_that_cannot_be_read_are_damaged_state() {
    for settings in ["zone = \"UTC", "zone = \"Mars/Olympus\"\n", "layout = \"agnet\"\n"] {
        let vault = Vault::new();
        vault.put("memopage.toml", settings);
        let done = vault.run(&["recall", "x"]).fails(65);
        assert!(done.err.contains("memopage.toml"), "{settings}: {}", done.err);
    }
}

#[test]
fn a_vault_of_another_user_says_how_git_comes_to_trust_it() {
    let vault = Vault::with_git();
    let asked = |words: &[&str]| {
        let mut command = vault.command(words);
        // Git's own way to take the vault for somebody else's.
        command.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
        finished(command)
    };
    let remedy = "git config --global --add safe.directory";
    let written = asked(&["remember", "The heron stands in the reeds."]).ok();
    assert!(written.out.contains(remedy), "{}", written.out);
    for words in [&["undo"][..], &["history"]] {
        let done = asked(words).fails(7);
        assert!(done.err.contains(remedy) && !done.err.contains("git init"), "{}", done.err);
    }
    let done = asked(&["doctor"]).fails(7);
    assert!(done.out.contains(remedy), "{}", done.out);
}

#[test]
fn more_than_the_most_is_refused_as_nothing_is() {
    let vault = Vault::new();
    for words in [
        &["recall", "x", "--limit", "201"][..],
        &["recall", "x", "--limit", "4294967296"],
        &["recall", "x", "--budget", "100001"],
        &["context", "x", "--budget", "100001"],
        &["list", "--limit", "1001"],
        &["graph", "--limit", "1001"],
        &["history", "--limit", "1001"],
        &["history", "--limit", "0"],
        &["recall", "x", "--limit", "0"],
    ] {
        let done = vault.run(words).fails(2);
        assert!(done.err.contains("give a number from 1 to"), "{words:?}: {}", done.err);
    }
    vault.run_ok(&["recall", "x", "--limit", "200", "--budget", "100000"]);
}

#[test]
fn help_is_text_whatever_form_is_asked_for() {
    let vault = Vault::bare();
    assert_eq!(vault.run_ok(&["help", "--json"]).out, vault.run_ok(&["help"]).out);
    let of_one = vault.run_ok(&["help", "recall", "--json"]).out;
    assert!(of_one.contains("--limit"), "{of_one}");
}

#[test]
fn a_day_without_a_page_says_how_to_begin_one() {
    let vault = Vault::new();
    for typed in ["today", "2026-11-11"] {
        let done = vault.run(&["read", typed]).fails(4);
        assert!(done.err.contains("memopage append 2026-11-11"), "{}", done.err);
    }
    vault.run_ok(&["append", "2026-11-11", "The heron came."]);
    assert!(vault.run_ok(&["read", "today"]).out.contains("heron"));
}

#[test]
fn a_present_beyond_the_calendar_is_told_where_it_ends() {
    let mut vault = Vault::new();
    vault.set_now("9999-12-31T23:59:59Z");
    let done = vault.run(&["status"]).fails(2);
    assert!(done.err.contains("at the latest 9999-12-30"), "{}", done.err);
    vault.set_now("9999-12-30T21:59:59Z");
    vault.run_ok(&["status"]);
}

#[test]
fn doctor_is_content_with_a_vault_that_was_made_without_history() {
    let vault = Vault::new();
    let done = vault.run_ok(&["doctor"]);
    assert!(done.out.contains("note  history"), "{}", done.out);
    let vault = Vault::bare();
    let outer = vault.root();
    git(&vault, &["init", "-q"]);
    let inner = outer.join("notes");
    vault.run_ok(&["init", inner.to_str().unwrap()]);
    vault.run_ok(&["doctor", "--vault", inner.to_str().unwrap()]);
    vault.put("notes/.git", "gitdir: nowhere\n");
    let done = vault.run(&["doctor", "--vault", inner.to_str().unwrap()]).fails(7);
    assert!(done.out.contains("FAIL  history"), "{}", done.out);
}

#[cfg(unix)]
#[test]
fn doctor_names_pages_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let vault = Vault::with(&["--no-git", "--layout", "wiki"]);
    vault.put("a.md", "# A\n");
    let mark = |file: &str, mode: u32| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(vault.root().join(file), permissions).unwrap();
    };
    mark("a.md", 0o444);
    let done = vault.run_ok(&["doctor"]);
    assert!(done.out.contains("marked read-only: a.md"), "{}", done.out);
    vault.run_ok(&["append", "today", "x"]);
    mark("log.md", 0o444);
    let done = vault.run(&["doctor"]).fails(7);
    assert!(done.out.contains("log.md") && done.out.contains("nor a.md"), "{}", done.out);
}

#[test]
fn lint_and_doctor_name_a_broken_schema_and_a_torn_decision() {
    let vault = Vault::with_git();
    vault.put("decisions.jsonl", "{\"decision\":\"erased\"}\n{\"decision\":\"era\n");
    let schema = vault.text("SCHEMA.md").replacen("rule: append", "rule: whenever", 1);
    assert!(schema.contains("whenever"));
    vault.put("SCHEMA.md", &schema);
    let found = vault.run(&["lint"]).out;
    assert!(found.contains("decisions.jsonl:2"), "{found}");
    assert!(found.contains("SCHEMA:") && found.contains("whenever"), "{found}");
    let done = vault.run(&["doctor"]);
    assert!(done.out.contains("decisions.jsonl:2: this line cannot be read"), "{}", done.out);
}

#[test]
fn an_empty_folder_that_is_no_vault_may_be_a_drive_that_is_not_mounted() {
    let vault = Vault::bare();
    let root = vault.root();
    let done = vault.run(&["list", "--vault", root.to_str().unwrap()]).fails(7);
    assert!(done.err.contains("may not be mounted"), "{}", done.err);
    vault.put("a.txt", "x");
    let done = vault.run(&["list", "--vault", root.to_str().unwrap()]).fails(7);
    assert!(!done.err.contains("mounted"), "{}", done.err);
}
