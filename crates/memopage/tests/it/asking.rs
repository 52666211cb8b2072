//! How a question may be put, and what is said where there is nothing to give.

use crate::vault::{Vault, pages};

#[test]
fn c179_a_time_is_understood_alike_in_a_question_and_in_a_filter() {
    let vault = Vault::new().at("2026-11-30T10:00:00+00:00");
    let days = (1..=31).map(|day| format!("2026-10-{day:02}"));
    for day in days.chain(["2026-11-28", "2026-11-29", "2026-11-30"].map(str::to_owned)) {
        vault.put(&format!("daily/{day}.md"), &format!("# Log {day}\n\nA walrus swam by.\n"));
    }
    for (time, count, first) in [
        ("十月初", 10, "2026-10-01"),
        ("十月中旬", 10, "2026-10-11"),
        ("十月底", 11, "2026-10-21"),
        ("10月", 31, "2026-10-01"),
        ("2026-10", 31, "2026-10-01"),
        ("2026-W41", 7, "2026-10-05"),
        ("Q4", 34, "2026-10-01"),
        ("第四季度", 34, "2026-10-01"),
        ("前几天", 2, "2026-11-28"),
        ("十月的第一周", 7, "2026-10-01"),
        ("the last 3 days of October", 3, "2026-10-29"),
        ("since October 20", 15, "2026-10-20"),
        ("since Saturday", 3, "2026-11-28"),
        ("between October 3 and October 5", 3, "2026-10-03"),
        ("October 5-7", 3, "2026-10-05"),
        ("10月3日到5日", 3, "2026-10-03"),
        ("十月五号到七号", 3, "2026-10-05"),
        ("10月3日之前", 2, "2026-10-01"),
    ] {
        let asked = vault.json(&["recall", "--limit", "40", time]);
        assert_eq!(asked["total"], count, "{time}: {asked}");
        assert_eq!(pages(&asked)[0], format!("daily/{first}"), "{time}");
        let words = ["list", "daily", "--sort", "earliest", "--during", time];
        let listed = vault.json(&words);
        assert_eq!(listed["total"], count, "{time}");
        assert_eq!(listed["pages"][0]["date"], first, "{time}");
    }
    for (question, first) in [
        ("walrus before October 4", ["2026-10-01", "2026-10-02", "2026-10-03"]),
        ("walrus until October 3", ["2026-10-01", "2026-10-02", "2026-10-03"]),
        ("walrus after November 27", ["2026-11-28", "2026-11-29", "2026-11-30"]),
        ("10月5日到7日的walrus", ["2026-10-05", "2026-10-06", "2026-10-07"]),
    ] {
        let mut found = vault.recall(question);
        found.truncate(3);
        found.sort();
        assert_eq!(found, first.map(|day| format!("daily/{day}")), "{question}");
    }
    let none = vault.json(&["recall", "last quarter"]);
    assert_eq!(none["abstained"], "no page is of 2026-07-01..2026-09-30");
    vault.run(&["list", "--during", "last 0 days"]).fails(2);
    let open = vault.json(&["list", "daily", "--during", "..2026-10-03"]);
    assert_eq!(open["total"], 3);
}

#[test]
fn a_day_without_a_year_is_the_latest_that_the_vault_has() {
    let vault = Vault::new();
    vault.distract();
    vault.put("daily/2023-05-08.md", "# Monday\n\nWe flew kites.\n");
    vault.put("daily/2022-05-08.md", "# Sunday\n\nWe baked bread.\n");
    vault.put("daily/2023-06-11.md", "# Later\n\nWe flew to Rome.\n");
    for question in ["May 8", "what happened on May 8", "5月8日做了什么"] {
        assert_eq!(vault.recall(question)[0], "daily/2023-05-08", "{question}");
    }
    assert_eq!(vault.recall("what happened in June")[0], "daily/2023-06-11");
}

#[test]
fn as_of_looks_for_what_held_on_the_day() {
    let vault = Vault::new();
    vault.distract();
    vault.put(
        "projects/kite.md",
        "---\ntype: project\ntitle: Kite\n---\n\n- colour: red  added:2026-01-01\n- shape: diamond\n- owner: Zoe  added:2026-06-01\n- release: Monday  added:2026-10-01\n\n## History\n\n- ~~release: Friday~~ added:2026-02-01 superseded:2026-10-01\n",
    );
    let found = |question: &str, day: &str| {
        let reply = vault.json(&["recall", question, "--as-of", day]);
        (pages(&reply).len(), reply)
    };
    for question in ["Zoe", "who is the owner"] {
        let (hits, reply) = found(question, "2026-03-01");
        assert_eq!(hits, 0, "{question}: {reply}");
        assert_eq!(reply["abstained"], "nothing that matches held on 2026-03-01");
        assert_eq!(found(question, "2026-07-01").0, 1, "{question}");
    }
    let (_, then) = found("kite release", "2026-09-01");
    let text = then["hits"][0]["text"].as_str().unwrap();
    assert!(text.contains("release: Friday") && !text.contains("Monday"), "{then}");
    assert_eq!(found("Friday", "2026-09-01").0, 1);
    assert_eq!(found("Friday", "2026-11-01").0, 0);
    assert_eq!(found("Monday", "2026-09-01").0, 0);
    assert_eq!(found("release", "2026-01-15").0, 0);
    // The day may stand in the question as well.
    for question in
        ["When was Kite's release on 1 September 2026?", "2026年9月1日的时候 Kite 的 release"]
    {
        let (_, then) = found(question, "2026-09-01");
        let text = then["hits"][0]["text"].as_str().unwrap_or_default();
        assert!(text.contains("release: Friday") && !text.contains("Monday"), "{question}: {then}");
    }
}

#[test]
fn a_context_never_takes_more_than_its_budget() {
    let vault = Vault::new();
    for number in 0..40 {
        let more = "卡片笔记的好处在于可以复用，[[也]]可以连接。\n\n".repeat(1 + number % 7);
        let text = format!(
            "# 笔记 {number}\n\n- [ ] 整理 {number}\n\n知识管理 walrus {number}。\n\n{more}"
        );
        vault.put(&format!("notes/一篇很长名字的笔记 {number}.md"), &text);
    }
    for budget in [60_usize, 120, 300, 1_000, 2_000, 3_000] {
        for prompt in ["知识管理 卡片笔记", "walrus"] {
            let budget_text = budget.to_string();
            let reply = vault.json(&["context", prompt, "--budget", &budget_text]);
            let tokens = reply["tokens"].as_u64().unwrap();
            assert!(tokens <= budget as u64, "{budget}: {tokens}");
        }
    }
    let done = vault.run(&["context", "walrus", "--budget", "20"]).fails(2);
    assert!(done.err.contains("the wrapper alone takes"), "{}", done.err);
}

#[test]
fn what_recall_gives_as_a_source_can_be_read() {
    let vault = Vault::new();
    vault.distract();
    vault.put(
        "topics/通勤方式.md",
        "# 通勤方式\n\n地铁二号线，每天八点。\n\n## Head One\n\n- a walrus ^blk\n- a seal\n\nLast line.\n",
    );
    let hit = &vault.json(&["recall", "地铁二号线"])["hits"][0];
    let source = hit["source"].as_str().unwrap();
    assert!(vault.run_ok(&["read", source]).out.contains("地铁二号线"), "{source}");
    for (place, text) in [
        ("通勤方式:3", "地铁二号线，每天八点。"),
        ("通勤方式#Head One", "## Head One\n\n- a walrus ^blk\n- a seal\n\nLast line."),
        ("[[通勤方式#^blk]]", "- a walrus ^blk"),
        ("topics/通勤方式#Head One:7-8", "- a walrus ^blk\n- a seal"),
    ] {
        assert_eq!(vault.run_ok(&["read", place]).out.trim_end(), text, "{place}");
    }
    vault.run(&["read", "通勤方式#nothing"]).fails(4);
    vault.run(&["read", "通勤方式#^nothing"]).fails(4);
    vault.run(&["read", "通勤方式:3", "--lines", "1-2"]).fails(2);
    let chat = vault.beside("chat.jsonl");
    std::fs::write(&chat, "{\"role\":\"user\",\"content\":\"the otter sleeps\"}\n").unwrap();
    vault.run_ok(&["import", chat.to_str().unwrap()]);
    let hit = &vault.json(&["recall", "otter", "--unit", "turn"])["hits"][0];
    let place = format!("{}#^{}", hit["page"].as_str().unwrap(), hit["turn"].as_str().unwrap());
    assert!(vault.run_ok(&["read", &place]).out.contains("the otter sleeps"), "{place}");
}

#[test]
fn what_only_archived_pages_pass_says_so() {
    let vault = Vault::new();
    vault.put("notes/a.md", "A walrus.\n");
    vault.put("archive/old.md", "---\nstatus: archived\n---\nAn otter.\n");
    let reply = vault.json(&["recall", "otter path:archive"]);
    assert!(reply["abstained"].as_str().unwrap().contains("--archived"), "{reply}");
    // Whoever asks for the status asks for the archive.
    assert_eq!(vault.recall("otter status:archived"), ["archive/old"]);
    assert!(vault.run_ok(&["list", "archive"]).out.contains("--archived"));
    assert!(vault.json(&["list", "notes"])["note"].is_null());
}

#[test]
fn several_values_of_a_filter_may_be_parted_by_commas() {
    let vault = Vault::new();
    vault.put("users/ann.md", "---\ntype: user\n---\nAnn met a walrus.\n");
    vault.put("projects/kite.md", "---\ntype: project\n---\nKite has a walrus.\n");
    vault.put("notes/n.md", "A walrus.\n");
    let mut found = vault.recall("walrus type:user,project");
    found.sort();
    assert_eq!(found, ["projects/kite", "users/ann"]);
    let reply = vault.json(&["recall", "walrus", "--type", "user,project"]);
    assert_eq!(pages(&reply).len(), 2);
    assert_eq!(vault.json(&["list", "--type", "user,project"])["total"], 2);
    vault.run(&["list", "--type", "user,nope"]).fails(2);
    assert!(vault.json(&["recall", "type:"])["hits"].as_array().unwrap().is_empty());
}

#[test]
fn a_type_alone_that_no_page_has_is_answered_with_the_types_that_there_are() {
    let vault = Vault::new();
    vault
        .put("topics/walrus.md", "---\ntype: topic\n---\nThe policy says what type a walrus is.\n");
    for query in ["type:policy", "type:policy status:active", "type:policy type:law"] {
        let done = vault.run_ok(&["recall", query]);
        assert!(
            done.out.starts_with("nothing found: no page has the type `policy`"),
            "{}",
            done.out
        );
        assert!(done.out.contains("topic") && !done.out.contains("walrus"), "{}", done.out);
    }
    // With words beside it they are looked for, and what was meant as a filter is told.
    let found = vault.json(&["recall", "walrus type:policy"]);
    assert_eq!(pages(&found), ["topics/walrus"]);
    assert!(found["warnings"].to_string().contains("filters nothing"), "{found}");
}

#[test]
fn a_vault_whose_pages_are_gone_is_neither_untied_nor_full_of_faults() {
    let vault = Vault::new();
    for number in 0..60 {
        vault.put(&format!("n/n{number}.md"), &format!("[[n{}]]\n", (number + 1) % 60));
    }
    vault.run_ok(&["list"]);
    std::fs::rename(vault.root().join("n"), vault.beside("n")).unwrap();
    for words in [&["graph", "n/n3"][..], &["graph"], &["lint"]] {
        let done = vault.run(words).fails(7);
        assert!(done.err.contains("gone from the disk"), "{}", done.err);
    }
    std::fs::rename(vault.beside("n"), vault.root().join("n")).unwrap();
    vault.run_ok(&["lint"]);
}

#[test]
fn lint_tells_of_a_second_scope() {
    let vault = Vault::new();
    vault.put("notes/a.md", "---\nscope: [beta, gamma]\n---\nOne.\n");
    vault.put("notes/b.md", "---\nscope: beta\n---\nTwo.\n");
    let found = vault.json(&["lint", "--rule", "scope"]);
    assert_eq!(found["findings"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["findings"][0]["page"], "notes/a");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let vault = Vault::new();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = vault.command(&["--help"]);
    let done = command.stdout(full).output().unwrap();
    assert_eq!(done.status.code(), Some(7));
}

#[test]
fn what_was_said_to_the_asker_is_found_without_the_words_for_saying_it() {
    let vault = Vault::new();
    vault.distract();
    let file = vault.beside("chat.jsonl");
    let said = [
        ("user", "周末去湖边放风筝"),
        ("assistant", "可以先买一把民谣吉他，每天练习和弦三十分钟。"),
        ("user", "好的，谢谢"),
    ];
    let line = |(role, text): &(&str, &str)| {
        format!("{{\"session\":\"s1\",\"role\":\"{role}\",\"content\":\"{text}\"}}\n")
    };
    std::fs::write(&file, said.iter().map(line).collect::<String>()).unwrap();
    vault.run_ok(&["import", file.to_str().unwrap()]);
    for question in ["你之前推荐的吉他是什么", "上次你建议的是什么吉他？", "您跟我说过什么吉他"]
    {
        let hit = &vault.json(&["recall", question, "--unit", "turn"])["hits"][0];
        assert_eq!(hit["turn"], "t-2", "{question}: {hit}");
    }
}

#[test]
fn c149_a_question_too_long_for_an_argument_is_read_from_standard_input() {
    use std::io::Write;
    let vault = Vault::new();
    vault.put("topics/crane.md", "# Crane\n\nThe crane is yellow.\n");
    for question in ["crane\n".to_owned(), format!("{} crane", "lorem ipsum ".repeat(17_000))] {
        let mut command = vault.command(&["recall", "-", "--any", "--json"]);
        let piped = std::process::Stdio::piped;
        command.stdin(piped()).stdout(piped()).stderr(piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
        let done = child.wait_with_output().unwrap();
        let said: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(done.status.code(), Some(0), "{said}");
        if question.len() < 100 {
            assert_eq!(said["hits"][0]["page"], "topics/crane", "{said}");
        }
    }
}
