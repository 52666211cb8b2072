//! The way out: what an export holds, and what is left of what failed.

use crate::vault::{Vault, finished};

fn unpacked(archive: &std::path::Path, to: &std::path::Path) {
    let mut archive = tar::Archive::new(std::fs::File::open(archive).unwrap());
    archive.unpack(to).unwrap();
}

#[test]
fn a_tar_of_the_vault_is_a_vault_when_it_is_unpacked() {
    let vault = Vault::new();
    vault.run_ok(&[
        "write",
        "notes/plan",
        "# Plan\n\nThe walrus moves in March, as the ice goes.\n",
    ]);
    vault.run_ok(&["write", "notes/gone", "# Gone\n\nThe heron sells the boat to Grace in May.\n"]);
    vault.run_ok(&["forget", "--erase", "--yes", "notes/gone"]);
    vault.put_bytes("assets/i.png", &[0, 159, 255]);
    let tar = vault.root().join("out.tar");
    let note = vault.run_ok(&["export", "--format", "tar", "-o", tar.to_str().unwrap()]).err;
    assert!(note.contains("other files"), "{note}");
    let copy = vault.beside("copy");
    unpacked(&tar, &copy);
    assert!(!copy.join("out.tar").exists());
    std::fs::remove_file(&tar).unwrap();
    for file in ["memopage.toml", "decisions.jsonl", "assets/i.png", ".gitignore", "notes/plan.md"]
    {
        let original = std::fs::read(vault.root().join(file)).unwrap();
        assert_eq!(std::fs::read(copy.join(file)).unwrap(), original, "{file}");
    }
    let asked = |words: &[&str]| {
        let mut command = vault.command(words);
        command.env_remove("MEMOPAGE_VAULT").current_dir(&copy);
        finished(command).ok().json()
    };
    assert_eq!(asked(&["--json", "recall", "walrus"])["hits"][0]["page"], "notes/plan");
    // What was erased stays erased there.
    let old = vault.beside("old/notes/gone.md");
    std::fs::create_dir_all(old.parent().unwrap()).unwrap();
    std::fs::write(&old, "# Gone\n\nThe heron sells the boat to Grace in May.\n").unwrap();
    let folder = vault.beside("old");
    assert_eq!(
        asked(&["--json", "import", folder.to_str().unwrap()])["made"],
        serde_json::json!([])
    );
}

#[test]
fn a_tar_with_attachments_comes_back_page_by_page_and_says_what_it_passes_over() {
    let vault = Vault::new();
    vault.put("notes/plan.md", "# Plan\n\nThe walrus.\n").put_bytes("assets/i.png", &[0, 1]);
    let tar = vault.beside("out.tar");
    vault.run_ok(&["export", "--format", "tar", "-o", tar.to_str().unwrap()]);
    let other = Vault::new();
    let done = other.json(&["import", tar.to_str().unwrap()]);
    assert_eq!(done["made"], serde_json::json!(["notes/plan"]), "{done}");
    assert!(done["problems"].to_string().contains("1 attachment passed over"), "{done}");
    assert!(!other.has("assets/i.png"));
}

/// Runs the program where no file can have more than so many blocks of 512 bytes.
#[cfg(unix)]
fn cramped(vault: &Vault, blocks: usize, words: &[&str]) -> crate::vault::Done {
    let plain = vault.command(words);
    let mut command = std::process::Command::new("sh");
    command
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""))
        .arg(plain.get_program())
        .args(plain.get_args());
    for (key, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(key, value),
            None => command.env_remove(key),
        };
    }
    finished(command)
}

#[cfg(unix)]
#[test]
fn an_export_that_fails_leaves_no_part_and_can_be_made_again() {
    let vault = Vault::new();
    vault.put("long.md", &"The walrus moves in March.\n".repeat(20_000));
    vault.run_ok(&["recall", "walrus"]);
    let out = vault.beside("out.tar");
    for format in ["tar", "jsonl"] {
        let words = ["export", "--format", format, "-o", out.to_str().unwrap()];
        cramped(&vault, 100, &words).fails(7);
        assert!(!out.exists(), "{format}");
        vault.run_ok(&words);
        std::fs::remove_file(&out).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_init_that_fails_leaves_nothing_of_its_own_and_all_that_was_there() {
    let vault = Vault::bare();
    let made = vault.beside("deep/made");
    let done = cramped(&vault, 1, &["init", made.to_str().unwrap()]);
    assert!(done.code != 0 && done.err.contains("nothing is left of the try"), "{}", done.err);
    assert!(!vault.beside("deep").exists());
    vault.put("mine.md", "mine\n").put("templates/own.md", "own\n");
    let before = vault.snapshot();
    let root = vault.root();
    assert_ne!(cramped(&vault, 1, &["init", root.to_str().unwrap()]).code, 0);
    assert_eq!(vault.snapshot(), before);
    vault.run_ok(&["init", root.to_str().unwrap()]);
}

#[test]
fn an_archive_of_another_layout_says_which_vault_to_make_and_what_is_passed_over() {
    let docs = Vault::with(&["--layout", "docs", "--no-git", "--zone", "UTC"]);
    docs.put("clients/acme.md", "---\ntype: client\ntitle: Acme\n---\n# Acme\n");
    docs.put("notes/gone.md", "# Gone\n\nWhat must not come back, said at some length.\n");
    docs.run_ok(&["forget", "notes/gone", "--erase", "--yes"]);
    docs.put("assets/a.png", "x").put("assets/b.png", "x");
    let tar = docs.beside("v.tar");
    let tar = tar.to_str().unwrap();
    docs.run_ok(&["export", "--format", "tar", "-o", tar]);
    let agent = Vault::new();
    let done = agent.run(&["import", tar]).fails(5);
    assert!(done.err.contains("--layout docs"), "{}", done.err);
    assert!(!done.err.contains("--into"), "{}", done.err);
    for named in ["skipped: decisions.jsonl: what was erased", "skipped: memopage.toml"] {
        assert!(done.out.contains(named), "{named}: {}", done.out);
    }
    for named in ["2 attachments", "assets/a.png"] {
        assert!(done.err.contains(named), "{named}: {}", done.err);
    }
    // The hint is right: in such a vault nothing is in the way.
    let like = Vault::with(&["--layout", "docs", "--no-git", "--zone", "UTC"]);
    like.run_ok(&["import", tar]);
    assert!(like.has("clients/acme.md"));
}

#[test]
fn an_export_to_a_file_has_a_reply_and_one_to_standard_output_is_the_data_alone() {
    let vault = Vault::new();
    vault.put("notes/plan.md", "# Plan\n").put_bytes("assets/i.png", &[0, 1]);
    for (format, others) in [("jsonl", false), ("tar", true)] {
        let out = vault.beside(&format!("out.{format}"));
        let words = ["export", "--format", format, "-o", out.to_str().unwrap()];
        let done = vault.json(&words);
        assert_eq!(done["format"], format);
        assert_eq!(done["path"], out.to_str().unwrap());
        assert_eq!(done["bytes"], std::fs::metadata(&out).unwrap().len());
        assert_eq!(done["problems"], serde_json::json!([]));
        assert!(done["pages"].as_u64().is_some_and(|it| it > 1), "{done}");
        assert_eq!(done["other_files"].is_u64(), others, "{done}");
    }
    let lines = vault.run_ok(&["export", "--json"]).out;
    assert_eq!(lines, std::fs::read_to_string(vault.beside("out.jsonl")).unwrap());
}

/// A folder that may not be looked into; whether that binds whoever runs the test: root may look anywhere.
#[cfg(unix)]
fn closed(folder: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o000)).unwrap();
    std::fs::read_dir(folder).is_err()
}

#[cfg(unix)]
fn open(folder: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn an_export_names_the_folders_and_files_that_it_could_not_see() {
    let vault = Vault::new();
    vault.put("notes/private/a.md", "# A\n").put("b.md", "# B\n");
    std::os::unix::fs::symlink("loop.md", vault.root().join("loop.md")).unwrap();
    for format in ["jsonl", "tar"] {
        let private = vault.root().join("notes/private");
        let is_bound = closed(&private);
        let out = vault.beside(format);
        let words = ["export", "--format", format, "-o", out.to_str().unwrap()];
        let done = vault.run(&[&words[..], &["--json"]].concat());
        std::fs::remove_file(&out).unwrap();
        let told = vault.run(&words);
        open(&private);
        // What lacks a folder is no backup; a link that leads nowhere holds nothing.
        let code = if is_bound { 7 } else { 0 };
        assert_eq!((done.code, told.code), (code, code), "{}", told.err);
        let done = done.json();
        let problems = done["problems"].to_string();
        assert!(problems.contains("loop.md: is a link that leads nowhere"), "{done}");
        assert_eq!(problems.contains("notes/private: cannot be read"), is_bound, "{done}");
        let count = format!("{} with problems", done["problems"].as_array().unwrap().len());
        assert!(told.err.contains(&count) && told.err.contains("loop.md"), "{}", told.err);
    }
}

#[test]
fn a_vault_whose_pages_are_gone_from_the_disk_is_not_exported() {
    let vault = Vault::new();
    vault.distract().run_ok(&["recall", "gardens"]);
    std::fs::rename(vault.root().join("notes"), vault.beside("aside")).unwrap();
    for format in ["jsonl", "tar"] {
        let out = vault.beside("out");
        let words = ["export", "--format", format, "-o", out.to_str().unwrap()];
        let done = vault.run(&words).fails(7);
        assert!(done.err.contains("most pages are gone from the disk"), "{}", done.err);
        assert!(!out.exists());
    }
}

#[cfg(unix)]
#[test]
fn an_import_names_what_it_cannot_read_and_takes_in_the_rest() {
    let vault = Vault::new();
    let folder = vault.beside("in");
    for (file, text) in [("a/one.md", "# One\n"), ("b/two.md", "# Two\n"), ("c/three.md", "# 3\n")]
    {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let chat = vault.beside("chat.jsonl");
    std::os::unix::fs::symlink("chat.jsonl", &chat).unwrap();
    let paths = [folder.to_str().unwrap(), chat.to_str().unwrap()];
    let is_bound = closed(&folder.join("b"));
    for words in [&["import", "--dry-run"][..], &["import"]] {
        let done = vault.json(&[words, &paths].concat());
        let problems = done["problems"].to_string();
        assert!(problems.contains("chat.jsonl: it cannot be read"), "{done}");
        assert_eq!(
            problems.contains("b: it cannot be read: permission denied"),
            is_bound,
            "{done}"
        );
        assert_eq!(done["left_out"], 1 + usize::from(is_bound), "{done}");
        assert_eq!(done["made"].as_array().unwrap().len(), 3 - usize::from(is_bound), "{done}");
    }
    open(&folder.join("b"));
    assert!(vault.has("a/one.md") && vault.has("c/three.md"));
    for more in [&[][..], &["--dry-run"], &["--format", "chat"]] {
        let done = vault.run(&[&["import", paths[1]], more].concat()).fails(7);
        assert!(done.err.contains("1 file or folder cannot be read"), "{}", done.err);
    }
    vault.run(&["import", vault.beside("nothing").to_str().unwrap()]).fails(4);
}

#[test]
fn a_file_that_must_be_unpacked_or_saved_anew_says_so() {
    let vault = Vault::new();
    let said = "{\"role\":\"user\",\"content\":\"The heron.\"}\n";
    let wide: Vec<u8> = said.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked: Vec<u8> = [b"\xff\xfe".as_slice(), &wide].concat();
    let rows: [(&str, &[u8], &str); 5] = [
        ("chat.jsonl", &wide, "it is UTF-16"),
        ("chat.json", &marked, "it is UTF-16"),
        ("v.tar.gz", b"\x1f\x8b\x08\0", "it is compressed"),
        ("v.zip", b"PK\x03\x04", "it is compressed"),
        ("v.json.zst", b"\x28\xb5\x2f\xfd", "it is compressed"),
    ];
    for (name, bytes, why) in rows {
        let file = vault.beside(name);
        std::fs::write(&file, bytes).unwrap();
        let done = vault.run(&["import", file.to_str().unwrap()]).fails(2);
        assert!(done.err.contains(&format!("{name}: {why}")), "{}", done.err);
    }
}

#[cfg(unix)]
#[test]
fn what_an_archive_holds_beside_files_and_what_it_holds_twice_is_named() {
    let vault = Vault::new();
    let path = vault.beside("v.tar");
    let mut archive = tar::Builder::new(std::fs::File::create(&path).unwrap());
    let mut put = |name: &str, text: &str| {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        // The name as it stands: the library would refuse or shorten it.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        archive.append(&header, text.as_bytes()).unwrap();
    };
    put("a/./b.md", "# B\n");
    put("twice.md", "# Twice\n");
    put("twice.md", "# Twice more\n");
    for (kind, name) in [(tar::EntryType::Symlink, "s.md"), (tar::EntryType::Link, "h.md")] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        archive.append_link(&mut header, name, "twice.md").unwrap();
    }
    archive.finish().unwrap();
    let done = vault.json(&["import", path.to_str().unwrap()]);
    assert_eq!(done["made"], serde_json::json!(["a/b", "twice"]), "{done}");
    let problems = done["problems"].to_string();
    for named in
        ["twice.md: it comes twice", "s.md: it is a symbolic link", "h.md: it is a hard link"]
    {
        assert!(problems.contains(named), "{named}: {done}");
    }
    assert_eq!(vault.text("twice.md"), "# Twice\n");
}

#[test]
fn a_hyphen_for_a_file_is_standard_output() {
    let vault = Vault::new();
    vault.run_ok(&["write", "notes/plan", "# Plan\n\nThe walrus moves in March.\n"]);
    let plain = vault.run_ok(&["export"]).out;
    assert!(plain.contains("walrus"), "{plain}");
    let done = vault.run_ok(&["export", "--output", "-"]);
    assert_eq!(done.out, plain);
    assert!(!std::path::Path::new("-").exists());
}
