//! Where `remember` puts what it is told, and what it says of it.

use crate::vault::{Vault, remember};
use std::io::Write;
use std::process::Stdio;

fn facts(vault: &Vault, page: &str) -> Vec<String> {
    let reply = vault.json(&["read", page]);
    let facts = reply["facts"].as_array().cloned().unwrap_or_default();
    facts.iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_name_in_the_folder_of_others_is_a_page_of_its_own() {
    let mut vault = Vault::new();
    for (name, others) in [
        ("users/grace", ["users/alice", "users/frank"]),
        ("projects/a", ["projects/atlas", "projects/apollo"]),
        ("Project X", ["Project Xylophone", "Project Yellow"]),
        ("users/clara", ["users/diana", "users/heidi"]),
        ("projects/hermes", ["projects/zeus", "projects/payments"]),
        ("projects/web-frontend", ["projects/web-backend", "projects/web-payments"]),
        ("项目/产品发布", ["项目/产品反馈", "项目/市场活动"]),
        ("项目-产品发布", ["项目-产品反馈", "项目-市场活动"]),
    ] {
        if name.starts_with("项目") {
            vault = Vault::new();
        }
        for page in [name].into_iter().chain(others) {
            let done = remember(&vault, &["--page", page, "--key", "size", "--value", "2"]);
            assert_eq!(done["outcome"], "created", "{page}: {done}");
        }
    }
    // A slip of the hand is still asked about.
    let vault = Vault::new();
    for page in ["users/grace", "projects/web-frontend"] {
        remember(&vault, &["--page", page, "--key", "size", "--value", "2"]);
    }
    for slip in ["users/grcae", "projects/web-fronted", "users/garce"] {
        vault.run(&["remember", "--page", slip, "--key", "size", "--value", "3"]).fails(4);
    }
}

#[test]
fn a_value_is_replaced_in_every_layout_and_on_a_page_without_a_type() {
    for layout in ["agent", "wiki", "docs", "personal"] {
        let vault = Vault::with(&["--no-git", "--zone", "UTC", "--layout", layout]);
        vault.put("notes/x.md", "# X\n\n- size: 1\n- likes tea\n");
        for page in ["项目-产品发布", "notes/x", "notes/y"] {
            let set = |value: &str| {
                remember(&vault, &["--page", page, "--key", "发布日期", "--value", value])
            };
            set("2026-12-01");
            let second = set("2026-12-15");
            assert_eq!(second["outcome"], "replaced", "{layout} {page}: {second}");
            assert_eq!(second["replaced"][0], "发布日期: 2026-12-01", "{layout} {page}");
            assert_eq!(set("2026-12-15")["outcome"], "unchanged", "{layout} {page}");
            let read = vault.run_ok(&["read", page]).out;
            assert!(read.contains("~~发布日期: 2026-12-01~~"), "{layout} {page}: {read}");
            assert_eq!(facts(&vault, page), ["发布日期: 2026-12-15"], "{layout} {page}");
        }
        let hits = vault.json(&["recall", "项目 产品发布 发布日期"])["hits"].to_string();
        assert!(!hits.contains("2026-12-01"), "{layout}: {hits}");
        assert!(vault.text("notes/x.md").starts_with("# X\n\n- size: 1\n- likes tea\n"));
    }
}

#[test]
fn what_somebody_says_of_themselves_is_on_their_page_whoever_else_has_one() {
    let vault = Vault::new();
    remember(&vault, &["--page", "users/grace", "--key", "Works", "--value", "Tuesday to Friday"]);
    let first = vault.run_ok(&["remember", "I moved to Berlin"]);
    assert!(first.out.contains("users/grace"), "{}", first.out);
    assert!(vault.text("users/me.md").contains("I moved to Berlin"));
    remember(&vault, &["--page", "users/alice", "--key", "Works", "--value", "Monday"]);
    for said in ["My desk is by the window", "我住在柏林", "The user prefers short replies"] {
        remember(&vault, &[said]);
        assert!(vault.text("users/me.md").contains(said), "{said}");
    }
    assert!(!vault.text("users/grace.md").contains("Berlin"));
    let others = Vault::new();
    for page in ["users/anna", "users/may"] {
        remember(&others, &["--page", page, "--key", "Works", "--value", "Monday"]);
    }
    let warned = remember(&others, &["we go home now"])["warnings"].to_string();
    assert!(!warned.contains("anna") && warned.contains("other pages in users/"), "{warned}");
}

#[test]
fn a_page_with_the_alias_me_is_the_speakers() {
    let vault = Vault::new();
    vault
        .put("users/ada.md", "---\ntype: user\ntitle: Ada\naliases: [me]\n---\n# Ada\n")
        .put("users/bob.md", "---\ntype: user\ntitle: Bob\n---\n# Bob\n");
    let done = remember(&vault, &["I moved to Berlin"]);
    assert_eq!(done["page"], "users/ada", "{done}");
}

#[test]
fn a_value_without_a_page_replaces_the_one_of_its_day_and_leaves_other_days_theirs() {
    let mut vault = Vault::new();
    remember(&vault, &["Standup: 9:30"]);
    let second = remember(&vault, &["Standup: 10:00"]);
    assert_eq!(second["replaced"][0], "Standup: 9:30", "{second}");
    let third = remember(&vault, &["--page", "today", "--key", "Standup", "--value", "10:15"]);
    assert_eq!(third["replaced"][0], "Standup: 10:00", "{third}");
    assert_eq!(facts(&vault, "today"), ["Standup: 10:15"]);
    vault.set_now("2026-11-12T10:00:00+00:00");
    let fourth = remember(&vault, &["--key", "Standup", "--value", "11:00"]);
    assert!(fourth["replaced"].is_null(), "{fourth}");
    assert_eq!(facts(&vault, "2026-11-11"), ["Standup: 10:15"]);
    assert_eq!(facts(&vault, "today"), ["Standup: 11:00"]);
    let hits = vault.json(&["recall", "when is standup"])["hits"].to_string();
    assert!(hits.find("11:00") < hits.find("10:15"), "{hits}");
}

#[test]
fn values_said_day_by_day_are_found_on_their_days() {
    let mut vault = Vault::new();
    for (day, weight) in [("01", 71), ("02", 72), ("03", 73)] {
        vault.set_now(&format!("2026-11-{day}T09:00:00Z"));
        remember(&vault, &[&format!("weight: {weight} kg")]);
    }
    for (day, weight) in [("01", 71), ("02", 72), ("03", 73)] {
        let during = format!("2026-11-{day}");
        let hits = vault.json(&["recall", "weight", "--during", &during])["hits"].to_string();
        assert!(hits.contains(&format!("weight: {weight} kg")), "{during}: {hits}");
    }
    let newest = vault.json(&["recall", "weight"]);
    assert!(newest["hits"][0]["text"].as_str().unwrap().contains("73"), "{newest}");
}

#[test]
fn a_note_of_the_day_stands_before_its_history() {
    let vault = Vault::new();
    for said in ["Standup: 9:30", "Standup: 10:00", "The lift is broken", "Standup: 11:00"] {
        remember(&vault, &[said]);
    }
    let day = vault.run_ok(&["read", "today"]).out;
    let at = |text: &str| day.find(text).unwrap_or_else(|| panic!("{text}: {day}"));
    assert!(at("The lift is broken") < at("## History"), "{day}");
    assert!(at("## History") < at("~~Standup: 9:30~~"), "{day}");
    assert!(at("~~Standup: 9:30~~") < at("~~Standup: 10:00~~"), "{day}");
}

#[test]
fn notes_of_one_kind_stand_beside_each_other() {
    let vault = Vault::new();
    for said in ["Note: the lift is broken", "Note: the lift works", "TODO: call Ann"] {
        remember(&vault, &[said]);
    }
    let day = vault.run_ok(&["read", "today"]).out;
    assert!(day.contains("the lift is broken") && day.contains("the lift works"), "{day}");
    assert!(!day.contains("History"), "{day}");
}

#[test]
fn marks_of_what_is_said_without_a_page_are_kept() {
    let vault = Vault::new();
    remember(&vault, &["The lift is broken", "--expires", "2026-12-01"]);
    let day = vault.run_ok(&["read", "today"]).out;
    assert!(day.contains("- The lift is broken") && day.contains("expires:2026-12-01"), "{day}");
}

#[test]
fn a_secret_is_in_no_reply_and_saying_it_again_changes_nothing() {
    let vault = Vault::new();
    let secret = "sk-test-AAAABBBBCCCCDDDD1234";
    let text = format!("the key is {secret} for now");
    let cases: [&[&str]; 4] = [
        &["--page", "projects/p", "--key", "token", "--value", secret],
        &["--page", "projects/p", &text],
        &[&text],
        &["--page", "projects/p", "The door <private>code is 4711</private> is by the gate"],
    ];
    for words in cases {
        let mut all = vec!["--json", "remember"];
        all.extend(words);
        let first = vault.run_ok(&all);
        let said = format!("{}{}", first.out, first.err);
        assert!(!said.contains(secret) && !said.contains("4711"), "{said}");
        assert!(said.contains("redacted") || said.contains("private"), "{said}");
        let again = vault.run_ok(&all).json();
        assert_eq!(again["outcome"], "unchanged", "{again}");
    }
    let page = vault.text("projects/p.md");
    assert!(!page.contains("History") && !page.contains(secret), "{page}");
    vault.run(&["remember", "<private>all of it</private>"]).fails(2);
}

#[test]
fn facts_that_hold_are_those_of_today() {
    let vault = Vault::new();
    vault.put(
        "projects/a.md",
        "---\ntype: project\ntitle: A\n---\n\n- Old: 1  expires:2020-01-01\n- Later: 2  valid:2030-01-01..\n- Now: 3\n",
    );
    assert_eq!(facts(&vault, "projects/a"), ["Now: 3"]);
    let done = vault.run_ok(&[
        "remember",
        "--page",
        "projects/a",
        "--key",
        "Past",
        "--value",
        "4",
        "--expires",
        "2026-01-01",
    ]);
    assert!(done.out.contains("expired on 2026-01-01"), "{}{}", done.out, done.err);
}

#[test]
fn a_day_that_does_not_exist_is_no_page_and_a_days_path_is_its_page() {
    let vault = Vault::with_git();
    let before = vault.snapshot();
    for name in [
        "2026-02-30",
        "2026-13-01",
        "daily/2026-02-30",
        "30.2.2026",
        "2026年2月30日",
        "Feb 30",
        "30th of February 2026",
        "April 31st",
        "2月30日",
    ] {
        vault.run(&["remember", "--page", name, "--key", "a", "--value", "b"]).fails(2);
        vault.run(&["append", name, "text"]).fails(2);
        vault.run(&["write", name, "text"]).fails(2);
        vault.run(&["new", name, "--type", "daily"]).fails(2);
    }
    assert_eq!(vault.snapshot(), before);
    vault.run_ok(&["append", "daily/2026-01-01", "New year."]);
    vault.run_ok(&["append", "2026-01-01", "Snow."]);
    let text = vault.text("daily/2026-01-01.md");
    assert!(text.contains("New year.") && text.contains("Snow."), "{text}");
    remember(&vault, &["--page", "today", "--key", "Mood", "--value", "fine"]);
    vault.run_ok(&["forget", "today", "Mood"]);
    assert!(vault.run_ok(&["read", "today"]).out.contains("~~Mood: fine~~"));
    vault.run_ok(&["history", "today"]);
    vault.run(&["forget", "yesterday"]).fails(4);
}

#[test]
fn carriage_returns_alone_end_no_line_and_no_fact_is_lost_in_one() {
    let vault = Vault::new();
    let text = "---\ntype: project\ntitle: C\n---\n\n- Release: 1\r- B: 2\r";
    vault.put("projects/c.md", text);
    let done = vault.run(&["remember", "--page", "projects/c", "--key", "Release", "--value", "2"]);
    done.fails(3);
    assert_eq!(vault.text("projects/c.md"), text);
    for text in ["# cr\rline two\r", "---\ntype: project\n---\n# cr\rline two\r"] {
        vault.put("projects/d.md", text);
        vault.run(&["remember", "--page", "projects/d", "--key", "a", "--value", "b"]).fails(3);
        assert_eq!(vault.text("projects/d.md"), text);
    }
}

#[test]
fn the_address_of_a_projects_owner_is_in_the_context() {
    let vault = Vault::new();
    remember(&vault, &["--page", "users/me", "--key", "Name", "--value", "Ada"]);
    remember(
        &vault,
        &["--page", "projects/atlas", "--key", "Owner", "--value", "[[users/grace|Grace]]"],
    );
    remember(&vault, &["--page", "projects/atlas", "--key", "Release", "--value", "18 June"]);
    remember(&vault, &["--page", "projects/凤凰", "--key", "负责人", "--value", "[[users/李雷]]"]);
    vault.run_ok(&["new", "users/grace", "--title", "Grace Lin"]);
    vault.run_ok(&["new", "users/李雷"]);
    remember(&vault, &["--page", "users/grace", "--key", "E-mail", "--value", "grace@example.org"]);
    remember(&vault, &["--page", "users/李雷", "--key", "邮箱", "--value", "lilei@example.org"]);
    for (question, address) in [
        ("how do I reach the owner of Atlas?", "grace@example.org"),
        ("怎么联系凤凰项目的负责人", "lilei@example.org"),
    ] {
        let context = vault.run_ok(&["context", question]).out;
        assert!(context.contains(address), "{question}: {context}");
    }
}

#[test]
fn a_fact_that_begins_like_a_numbered_item_is_kept_as_it_was_said() {
    let vault = Vault::new();
    vault.put("projects/p.md", "---\ntype: project\ntitle: P\n---\n# P\n\n");
    for said in ["1. num: x", "1) a: b", "2. Buy milk"] {
        vault.run_ok(&["remember", "--page", "projects/p", said]);
        vault.run_ok(&["remember", "--page", "projects/p", said]);
    }
    let text = vault.text("projects/p.md");
    assert!(
        text.contains("- 1\\. num: x  added:") && text.contains("- 1\\) a: b  added:"),
        "{text}"
    );
    assert_eq!(text.matches("num").count(), 1, "{text}");
}

#[test]
fn a_page_whose_head_ends_its_lines_in_carriage_returns_is_refused() {
    let vault = Vault::new();
    let text = "---\rtype: project\rtitle: P\r---\r- Release: 1\r- B: 2\r";
    vault.put("projects/p.md", text);
    vault.run(&["remember", "--page", "projects/p", "--key", "Release", "--value", "2"]).fails(3);
    assert_eq!(vault.text("projects/p.md"), text);
}

#[test]
fn no_date_is_written_into_code_links_addresses_names_tags_and_titles() {
    let vault = Vault::new();
    for kept in [
        "see `tomorrow` flag",
        "[[tomorrow]] page",
        "the [plan](notes/today.md) stands",
        "see https://x.y/today",
        "see (https://x.y/today)",
        "www.today.com is slow",
        "mail ann@today.com or today@example.com",
        "run today.sh",
        "run ./today and /var/today",
        "open today_report",
        "call today() first",
        "#today tag",
        "on #proj/today list",
        "《后天》好看",
        "打开[[明天]]",
        "见 https://zh.example.org/wiki/明天",
        "编辑明天.md",
        "加 #明天 标签",
        "Tomorrow Never Dies",
        "she sang \"Tomorrow Belongs\"",
        "明日香来了",
        "后天培养的习惯",
        "明天会更好",
        "The Day After Tomorrow is good",
    ] {
        let done = remember(&vault, &["--page", "projects/d", kept]);
        let fact = done["fact"].as_str().unwrap_or_default();
        assert_eq!(fact, kept, "{done}");
        let text = vault.text("projects/d.md");
        assert!(text.contains(&format!("- {kept}  added:")), "{kept}: {text}");
    }
    for dated in [
        "`flag` tomorrow",
        "[[plan]] is due tomorrow",
        "https://x.y/today is down today, call",
        "明日香港会议",
        "后天培养新人",
        "看《后天》，明天去",
        "Tomorrow Grace Hopper arrives",
        "she said \"see you tomorrow\"",
        "(tomorrow at noon)",
    ] {
        let done = remember(&vault, &["--page", "projects/e", dated]);
        let fact = done["fact"].as_str().unwrap_or_default();
        assert_eq!(fact.matches("(2026-").count(), 1, "{done}");
    }
}

#[test]
fn a_fact_that_begins_with_a_link_or_a_tag_is_kept_as_it_was_said() {
    let vault = Vault::new();
    for said in ["[x](https://x.y) is the site", "#proj tag", "<https://x.y> is down"] {
        remember(&vault, &["--page", "projects/l", said]);
        let text = vault.text("projects/l.md");
        assert!(text.contains(&format!("- {said}  added:")), "{said}: {text}");
        assert_eq!(remember(&vault, &["--page", "projects/l", said])["outcome"], "unchanged");
    }
    for said in ["[x] done", "# heading", "<div> block"] {
        remember(&vault, &["--page", "projects/l", said]);
        assert!(vault.text("projects/l.md").contains(&format!("- \\{said}")), "{said}");
    }
}

#[test]
fn a_question_is_no_opinion_that_another_replaces() {
    let vault = Vault::new();
    for (question, said) in [
        ("Does Ann like tea?", "Ann doesn't like tea"),
        ("Ann likes coffee?", "Ann doesn't like coffee"),
        ("安喜欢喝茶吗？", "安不喜欢喝茶"),
    ] {
        remember(&vault, &["--page", "users/ann", question]);
        let second = remember(&vault, &["--page", "users/ann", said]);
        assert_eq!(second["outcome"], "added", "{second}");
        assert!(vault.text("users/ann.md").contains(&format!("- {question}")), "{question}");
    }
    let third = remember(&vault, &["--page", "users/ann", "Ann likes tea"]);
    assert_eq!(third["outcome"], "replaced", "{third}");
}

#[test]
fn a_text_that_would_be_read_as_something_else_is_kept_and_the_error_names_what_is_wrong() {
    let vault = Vault::new();
    for (at, said) in
        ["[[Ann]]: likes tea", "**Ann: likes tea**", "[^1]: foot", "k:: v", "#tag k: v", "*k*: v"]
            .into_iter()
            .enumerate()
    {
        let page = format!("projects/p{at}");
        assert_eq!(remember(&vault, &["--page", &page, said])["outcome"], "created", "{said}");
        assert_eq!(remember(&vault, &["--page", &page, said])["outcome"], "unchanged", "{said}");
        assert_eq!(facts(&vault, &page).len(), 1, "{said}");
    }
    let page = ["remember", "--page", "projects/p0"];
    let secret = ["sk-test-", "AAAABBBBCCCCDDDD1234"].concat();
    for (words, code, why) in [
        (["--heading", "", "--key", "a", "--value", "b"], 2, "heading is blank"),
        (["--heading", "History", "--key", "a", "--value", "b"], 3, "no longer holds"),
        (["--heading", "Plan", "--key", &secret, "--value", "b"], 2, "the key is a secret"),
    ] {
        let done = vault.run(&[&page[..], &words[..]].concat()).fails(code);
        assert!(done.err.contains(why) && !done.err.contains(&secret), "{}", done.err);
    }
    let done = vault.run(&["remember", "--page", "projects/p0#Plan", "a: b"]).fails(2);
    assert!(done.err.contains("--heading \"Plan\""), "{}", done.err);
}

#[test]
fn a_nul_is_refused_wherever_text_is_given() {
    let vault = Vault::new();
    vault.put("projects/a.md", "---\ntype: project\n---\n# A\n");
    let before = vault.text("projects/a.md");
    let page = "projects/a";
    for words in
        [&["append", page, "-"][..], &["write", page, "-"], &["remember", "--page", page, "-"]]
    {
        let mut command = vault.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"nul\0in").unwrap();
        let done = child.wait_with_output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(2) && said.contains("NUL"), "{said}");
    }
    assert_eq!(vault.text("projects/a.md"), before);
}

#[test]
fn a_mark_of_a_day_that_no_calendar_has_is_refused() {
    let vault = Vault::new();
    vault.run_ok(&["new", "topics/t"]);
    let before = vault.snapshot();
    for text in [
        "Lease  expires:2026-13-01",
        "Lease expires:2026-02-30",
        "Rent: 5 valid:2026-01-01..2026-06-31",
        "added:2026-00-10 · Rent: 5",
        "Lease expires:2026-2-30 [OFFICE]",
    ] {
        let done = vault.run(&["remember", "--page", "topics/t", text]).fails(2);
        assert!(done.err.contains("hint:") && done.err.contains("calendar"), "{}", done.err);
        vault.run(&["remember", "--page", "topics/t", "--key", "k", "--value", text]).fails(2);
    }
    assert_eq!(vault.snapshot(), before);
    // A value and free text are what somebody said.
    remember(&vault, &["--page", "topics/t", "--key", "Due", "--value", "2026-13-40"]);
    remember(&vault, &["--page", "topics/t", "meet on 2026-02-30, it says expires:never"]);
    remember(&vault, &["--page", "topics/t", "The flag is `expires:2026-13-01` in the file"]);
}

#[test]
fn words_that_only_open_a_sentence_are_no_part_of_it() {
    let vault = Vault::new();
    remember(&vault, &["I live in Berlin"]);
    let moved = remember(&vault, &["Actually, I live in Hamburg now"]);
    assert_eq!(
        (&moved["outcome"], &moved["fact"]),
        (&"replaced".into(), &"I live in Hamburg now".into())
    );
    for (text, said) in [
        ("Actually my name is Ada", "my name is Ada"),
        ("Remember that I am allergic to nuts", "I am allergic to nuts"),
        ("Please remember: my desk is number 7", "my desk is number 7"),
        ("FYI, I play the oboe", "I play the oboe"),
        ("By the way, please note that I read on trains", "I read on trains"),
        ("请记住：我对花生过敏", "我对花生过敏"),
        ("记一下，我穿42码的鞋", "我穿42码的鞋"),
        ("对了，我会拉小提琴", "我会拉小提琴"),
        ("It turns out that I need glasses", "I need glasses"),
        ("Oh, and I sing in a choir", "I sing in a choir"),
        ("No, sorry, I read on Sundays", "I read on Sundays"),
        ("Correction: my desk is number 9", "my desk is number 9"),
        ("更正：我的座位是9号", "我的座位是9号"),
    ] {
        let done = remember(&vault, &[text]);
        assert_eq!((&done["page"], &done["fact"]), (&"users/me".into(), &said.into()), "{text}");
    }
    let shoes = remember(&vault, &["Note: my shoe size is 42"]);
    assert_eq!(shoes["page"], "users/me", "{shoes}");
    // A part of what is said.
    for text in [
        "Remember the Milk subscription ends in May",
        "Remember that day in Paris",
        "Actually",
        "Note: buy milk",
        "Notes are kept in the drawer",
        "记住密码功能坏了",
    ] {
        let done = remember(&vault, &[text]);
        assert!(done["page"].as_str().unwrap().starts_with("daily/"), "{text}: {done}");
        assert_eq!(done["fact"], text, "{done}");
    }
}
