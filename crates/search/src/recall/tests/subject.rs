//! What a question is about beside its words: whose value, of which time, which identifier, in which habit.

use super::*;

fn topics(vault: &mut Vault) {
    for number in 1..=12 {
        let text = format!("# Topic {number}\n\nSubject {number} has 内容 {number} and no more.\n");
        vault.write(&[(&format!("topics/t{number}.md"), &text)]);
    }
}

#[test]
fn a_habit_that_many_pages_share_does_not_hide_the_page_that_answers() {
    let vault = Vault::of(&[
        ("topics/通勤方式.md", "# 通勤方式\n\n- 地铁二号线\n"),
        ("users/me.md", "# me\n\n- 我每天喝咖啡\n"),
        ("topics/骑车.md", "# 骑车\n\n- 我每天骑车去公司\n"),
        ("topics/周报.md", "# 周报\n\n- 我每天写周报，怎么写？\n"),
    ]);
    for text in ["我每天怎么上班", "我每天怎么去上班", "我坐什么去单位", "how do I get to work"]
    {
        assert_eq!(first(&vault, text).as_deref(), Some("topics/通勤方式.md"), "{text}");
        assert!(vault.hits(text)[0].score > 0.4, "{text}: {}", vault.hits(text)[0].score);
    }
    assert_eq!(first(&vault, "我每天骑车去哪里").as_deref(), Some("topics/骑车.md"));
}

#[test]
fn a_question_of_one_letter_or_number_is_not_answered_with_another() {
    let mut vault = Vault::of(&[
        ("projects/项目a.md", "# 项目A\n\n- 负责人: 王五\n"),
        ("projects/c项目.md", "# C项目\n\n- 负责人: 李雷\n"),
        ("topics/plan-a.md", "# Plan A\n\n- budget: 300\n"),
        ("topics/phases.md", "# Phases\n\nPhase 2 ends in June.\n"),
        ("topics/shots.md", "# Shots\n\nHepatitis B vaccination was in March.\n"),
    ]);
    topics(&mut vault);
    for text in [
        "项目D",
        "项目D的负责人",
        "budget of plan B",
        "when does phase 3 end",
        "when was the hepatitis A vaccination",
    ] {
        let answer = vault.answer(&query(text));
        assert!(answer.hits.is_empty(), "{text}: {:?}", answer.hits[0].page);
        let why = answer.abstained.unwrap_or_default();
        assert!(why.contains("another"), "{text}: {why}");
    }
    for (text, page) in [
        ("项目A", "projects/项目a.md"),
        ("A项目的负责人", "projects/项目a.md"),
        ("项目C", "projects/c项目.md"),
        ("budget of plan A", "topics/plan-a.md"),
        ("when does phase 2 end", "topics/phases.md"),
        ("hepatitis B vaccination", "topics/shots.md"),
        ("budget of plan A or plan B?", "topics/plan-a.md"),
        ("项目A和项目B分别由谁负责", "projects/项目a.md"),
        ("do phase 2 and phase 3 end in June", "topics/phases.md"),
    ] {
        assert_eq!(first(&vault, text).as_deref(), Some(page), "{text}");
    }
}

#[test]
fn a_time_leaves_out_no_page_whose_id_is_named() {
    let mut vault = Vault::of(&[
        (
            "incidents/inc-2024-0999.md",
            "---\nid: INC-2024-0999\ndate: 2024-03-04\n---\n# Disk full\n\nThe log filled it.\n",
        ),
        (
            "incidents/inc-2024-0998.md",
            "---\nid: INC-2024-0998\ndate: 2024-03-05\n---\n# Cable cut\n\nA digger did it.\n",
        ),
    ]);
    topics(&mut vault);
    for text in [
        "what happened in INC-2024-0999 last year",
        "INC-2024-0999 yesterday",
        "去年INC-2024-0999怎么了",
    ] {
        assert_eq!(first(&vault, text).as_deref(), Some("incidents/inc-2024-0999.md"), "{text}");
    }
}

#[test]
fn a_quoted_phrase_has_its_stop_words() {
    let mut vault = Vault::of(&[
        ("topics/humour.md", "# Humour\n\nShe has a sense of humour.\n"),
        ("topics/touch.md", "# Touch\n\nThe sense that reads Braille.\n"),
        ("topics/nose.md", "# Nose\n\nSmell is the oldest sense\nof all.\n"),
    ]);
    topics(&mut vault);
    for (text, pages) in [
        ("\"a sense of\"", &["topics/humour.md"][..]),
        ("\"A Sense of Humour\"", &["topics/humour.md"]),
        ("\"sense of\"", &["topics/humour.md", "topics/nose.md"]),
        ("\"the sense that reads\"", &["topics/touch.md"]),
        ("\"sense\"", &["topics/humour.md", "topics/nose.md", "topics/touch.md"]),
        ("\"a sense for humour\"", &[]),
    ] {
        let mut found: Vec<String> =
            vault.hits(text).into_iter().map(|hit| hit.page.file()).collect();
        found.sort();
        assert_eq!(found, pages, "{text}");
    }
}

#[test]
fn a_letter_with_a_sign_is_another_name() {
    let mut vault = Vault::of(&[
        ("topics/c++.md", "# C++\n\nC++ templates are compiled once per use.\n"),
        ("topics/drivers.md", "# Drivers\n\n小王用C++写驱动\n"),
    ]);
    topics(&mut vault);
    for text in ["what is C#?", "C# templates", "谁用C#写驱动"] {
        let answer = vault.answer(&query(text));
        assert!(answer.hits.is_empty(), "{text}: {:?}", answer.hits[0].page);
    }
    for (text, page) in [
        ("what is C++?", "topics/c++.md"),
        ("C++ or C# templates", "topics/c++.md"),
        ("谁用C++写驱动", "topics/drivers.md"),
    ] {
        assert_eq!(first(&vault, text).as_deref(), Some(page), "{text}");
    }
}

fn people() -> Vault {
    let mut vault = Vault::of(&[
        ("users/李雷.md", "# 李雷\n\n- 生日: 3月8日\n"),
        ("users/韩梅梅.md", "# 韩梅梅\n\n- 电话: 13800001111\n"),
        ("users/妻子.md", "# 妻子\n\n- 手机号: 13900002222\n"),
        ("users/ann.md", "# Ann\n\n- city: Lisbon\n- Ann drinks green tea\n"),
        ("users/bob.md", "# Bob\n\n- birthday: 8 May\n- email: bob@example.com\n"),
        ("topics/cat.md", "# Cat\n\nThe cat is called Miso, her name is short.\n"),
        ("projects/kite.md", "# Kite\n\n- deadline: 2026-12-20\n"),
    ]);
    topics(&mut vault);
    vault
}

#[test]
fn a_question_of_somebody_unknown_is_not_answered_with_anothers_value() {
    let vault = people();
    for text in [
        "王五的生日",
        "王五的电话",
        "我妈的生日",
        "小明的生日是哪天",
        "陈老师的电话",
        "丈夫的手机号",
        "Carol's birthday",
        "my dog's name",
        "what does Zoe drink",
        "deadline of zephyr",
    ] {
        let answer = vault.answer(&query(text));
        assert!(answer.hits.is_empty(), "{text}: {:?}", answer.hits[0].page);
        assert!(answer.abstained.is_some(), "{text}");
        let any = vault.answer(&Query { abstain: false, ..query(text) });
        assert!(any.hits.iter().all(|hit| hit.score <= 0.1), "{text}: {}", any.hits[0].score);
    }
}

#[test]
fn a_question_of_somebody_known_is_answered_by_what_tells_of_them() {
    let vault = people();
    for (text, file) in [
        ("李雷的生日", "users/李雷.md"),
        ("妻子的手机号", "users/妻子.md"),
        ("我老婆的手机号", "users/妻子.md"),
        ("Bob's birthday", "users/bob.md"),
        ("birthday of Bob", "users/bob.md"),
        ("what does Ann drink", "users/ann.md"),
        ("deadline of kite", "projects/kite.md"),
    ] {
        assert_eq!(first(&vault, text).as_deref(), Some(file), "{text}");
        assert!(vault.hits(text)[0].score > 0.4, "{text}: {}", vault.hits(text)[0].score);
    }
    // Whoever is known without the value is named in place of those who have it.
    let answer = vault.answer(&query("李雷的电话"));
    let why = answer.abstained.unwrap_or_default();
    assert!(answer.hits.is_empty() && why.contains("users/李雷, says no 电话"), "{why}");
    let any = vault.answer(&Query { abstain: false, ..query("李雷的电话") });
    assert_eq!(any.hits[0].page.file(), "users/李雷.md");
}

fn days() -> Vault {
    let mut vault = Vault::new();
    for day in 1..=31 {
        let file = format!("daily/2026-10-{day:02}.md");
        let text = format!("# 2026-10-{day:02}\n\n### 10:00 — saw the walrus\n");
        vault.write(&[(&file, &text)]);
    }
    vault.write(&[
        ("daily/2026-11-07.md", "# 2026-11-07\n\n### 10:00 — walrus again, with Tom\n"),
        ("daily/2026-11-08.md", "# 2026-11-08\n\n### 10:00 — walrus again, and lunch with Ann\n"),
        ("daily/2026-11-10.md", "# 2026-11-10\n\n### 10:00 — hiking with Tom\n"),
        ("topics/tusks.md", "# Tusks\n\nNotes on teeth.\n"),
    ]);
    vault
}

fn limited(text: &str) -> Query {
    Query { limit: 50, unit: Unit::Page, ..query(text) }
}

#[test]
fn c179_a_time_in_a_question_leaves_out_pages_of_other_days() {
    let vault = days();
    for (text, from, to, count) in [
        ("walrus before October 4", "daily/2026-10-01.md", "daily/2026-10-03.md", 3),
        ("walrus in October", "daily/2026-10-01.md", "daily/2026-10-31.md", 31),
        ("walrus 十月底", "daily/2026-10-21.md", "daily/2026-10-31.md", 11),
        ("when did we see the walrus last week", "daily/2026-11-07.md", "daily/2026-11-08.md", 2),
        ("Tom since November 9", "daily/2026-11-10.md", "daily/2026-11-10.md", 1),
    ] {
        let mut files: Vec<String> =
            vault.answer(&limited(text)).hits.iter().map(|hit| hit.page.file()).collect();
        files.sort();
        assert_eq!(files.len(), count, "{text}: {files:?}");
        assert_eq!((files[0].as_str(), files[count - 1].as_str()), (from, to), "{text}");
    }
}

#[test]
fn c179_where_nothing_of_the_time_has_the_words_nothing_is_answered() {
    let vault = days();
    for text in ["lunch last month", "what did I do with Tom last month", "walrus last quarter"] {
        let answer = vault.answer(&query(text));
        assert!(answer.hits.is_empty(), "{text}: {:?}", answer.hits[0].page);
        assert!(answer.abstained.unwrap().contains("nothing of that time"), "{text}");
        let any = vault.answer(&Query { abstain: false, ..query(text) });
        assert!(any.hits.iter().all(|hit| hit.score <= 0.1), "{text}");
    }
}

#[test]
fn c179_a_page_of_another_day_that_names_the_time_is_of_it() {
    let mut vault = days();
    vault.write(&[(
        "daily/2026-11-09.md",
        "# 2026-11-09\n\n### 10:00 — the dentist in October was kind\n",
    )]);
    assert_eq!(first(&vault, "dentist in October").as_deref(), Some("daily/2026-11-09.md"));
}

#[test]
fn c179_the_day_of_a_mark_is_no_day_that_is_told_of() {
    let mut vault = Vault::new();
    for name in ["house", "cat", "pill", "shop", "car"] {
        let head = "---\ntitle: x\ncreated_at: 2026-11-11\nupdated_at: 2026-11-11\n---\n";
        let text = format!("{head}# {name}\n\n- The {name} is red  added:2026-11-11\n");
        vault.write(&[(&format!("topics/{name}.md"), &text)]);
    }
    vault.write(&[
        ("daily/2026-11-11.md", "# 2026-11-11\n\n### 09:00 — Went hiking\n"),
        ("topics/meet.md", "# Meet\n\n- The board meets on 2026-12-03  added:2026-11-11\n"),
    ]);
    for text in ["today", "what happened today", "今天", "今天做了什么"] {
        assert_eq!(vault.files(text), ["daily/2026-11-11.md"], "{text}");
        vault.fold();
        assert_eq!(vault.files(text), ["daily/2026-11-11.md"], "{text}: in the big index");
    }
    assert_eq!(first(&vault, "3 December 2026").as_deref(), Some("topics/meet.md"));
}

#[test]
fn an_identifier_that_stands_nowhere_is_not_answered_with_its_neighbours() {
    let mut vault = Vault::new();
    for number in 1041..1044 {
        let text = format!("# ACME-{number}\n\nThe ticket ACME-{number} is about a kettle.\n");
        vault.write(&[(&format!("tickets/ACME-{number}.md"), &text)]);
    }
    for number in 1..30 {
        vault.write(&[(&format!("z/zebra{number}.md"), &format!("zebra{number} grazes here.\n"))]);
    }
    vault.write(&[("users/bob.md", "# Bob\n\n- email: bob@example.com\n")]);
    for text in ["ACME-9999", "ticket ACME-9999", "carol@example.com", "zebra200"] {
        assert!(vault.hits(text).is_empty(), "{text}: {:?}", vault.hits(text)[0].page);
    }
    assert_eq!(first(&vault, "ticket ACME-1042").as_deref(), Some("tickets/ACME-1042.md"));
    let hits = vault.hits("zebra3");
    assert_eq!(hits[0].page.file(), "z/zebra3.md");
    assert!(hits[1..].iter().all(|hit| hit.score <= 0.1), "{}", hits[1].score);
    assert_eq!(first(&vault, "bob@example.com").as_deref(), Some("users/bob.md"));
}

#[test]
fn an_exact_spelling_is_no_less_sure_than_a_folded_one() {
    let mut vault = Vault::of(&[(
        "topics/cafe.md",
        "# Corner\n\nThe CAFÉ in the Straße near İstanbul, with Łucja O’Brien.\n",
    )]);
    topics(&mut vault);
    for (exact, folded) in
        [("CAFÉ", "cafe"), ("Straße", "strasse"), ("İstanbul", "istanbul"), ("Łucja", "lucja")]
    {
        let (exact, folded) = (vault.hits(exact)[0].score, vault.hits(folded)[0].score);
        assert!(exact > folded - 0.001, "{exact} < {folded}");
    }
}

#[test]
fn a_single_character_beside_a_word_that_asks_is_a_word() {
    let mut vault = Vault::of(&[
        ("topics/药.md", "# 药\n\n- 药饭后吃，一天三次\n"),
        ("topics/车.md", "# 车\n\n- 车每年三月修\n"),
        ("topics/周会.md", "# 周会\n\n- 周会每周三下午两点开\n"),
    ]);
    topics(&mut vault);
    for (text, file) in [
        ("药什么时候吃", "topics/药.md"),
        ("药怎么吃", "topics/药.md"),
        ("车什么时候修", "topics/车.md"),
        ("周会什么时候开", "topics/周会.md"),
    ] {
        assert_eq!(first(&vault, text).as_deref(), Some(file), "{text}");
    }
}

#[test]
fn what_looks_like_a_filter_and_is_none_is_told() {
    let mut anna =
        Put::of("users/anna.md", "---\ntype: user\n---\n# Anna\n\nAnna likes wombats.\n");
    anna.facets.page_type = Some("user".to_owned());
    let mut vault = Vault::of(&[("projects/zoo.md", "# Zoo\n\nAnna runs the zoo of wombats.\n")]);
    vault.texts.insert("users/anna.md".to_owned(), anna.page.text.clone());
    vault.index.apply(&Batch { put: vec![anna], ..Batch::default() }).unwrap();
    for (text, says) in [
        ("type:nope anna", "`type:nope` filters nothing"),
        ("after:2026-13 wombat", "`after:2026-13` filters nothing"),
        ("anna -type:user", "`-type:user` is left out"),
    ] {
        let answer = vault.answer(&query(text));
        assert!(answer.warnings.iter().any(|it| it.message.contains(says)), "{text}");
        assert!(!answer.hits.is_empty(), "{text}");
    }
    // A wide colon is one.
    let wide = vault.answer(&query("type：user anna"));
    let files: Vec<String> = wide.hits.iter().map(|hit| hit.page.file()).collect();
    assert_eq!((files, wide.warnings.len()), (vec!["users/anna.md".to_owned()], 0));
    for text in
        ["see https://example.com", "note: call anna", "anna 说：今天", "error type:std::io"]
    {
        assert!(vault.answer(&query(text)).warnings.is_empty(), "{text}");
    }
}

#[test]
fn words_that_frame_a_question_do_not_outweigh_the_page_of_its_thing() {
    let mut vault = Vault::of(&[
        ("notes/DNS.md", "# DNS\n\nNames are turned into addresses by asking servers in turn.\n"),
        ("notes/job.md", "# Job\n\nAt work I fixed the DNS of the office. Work was long today.\n"),
        ("notes/Machine learning.md", "# Machine learning\n\nModels are fitted to data.\n"),
        (
            "notes/day.md",
            "# Day\n\nI took notes on my machine in a learning session; tell me about it, I think.\n",
        ),
        ("notes/机器学习.md", "# 机器学习\n\n用数据拟合模型。\n"),
        ("notes/周记.md", "# 周记\n\n今天的工作是介绍机器学习的笔记，怎么工作都想不出来。\n"),
    ]);
    topics(&mut vault);
    for (text, page) in [
        ("how does DNS work?", "notes/DNS.md"),
        ("what do I think about DNS?", "notes/DNS.md"),
        ("tell me about machine learning", "notes/Machine learning.md"),
        ("my notes on machine learning", "notes/Machine learning.md"),
        ("who came up with the machine learning?", "notes/Machine learning.md"),
        ("介绍一下机器学习", "notes/机器学习.md"),
        ("机器学习是怎么工作的", "notes/机器学习.md"),
        ("我关于机器学习的笔记", "notes/机器学习.md"),
        ("who did the work on DNS of the office", "notes/job.md"),
    ] {
        assert_eq!(first(&vault, text).as_deref(), Some(page), "{text}");
    }
}

#[test]
fn a_day_that_is_spelt_out_is_found_where_it_is_said_so_before_where_it_stands_in_figures() {
    let vault = Vault::of(&[
        ("plans/trip.md", "# Trip\n\n五月二十号去青岛\n"),
        ("plans/launch.md", "# Launch\n\n2026-05-20 发布\n"),
        ("plans/check.md", "# Check\n\n5月20号体检\n"),
        ("plans/rent.md", "# Rent\n\n五月二十日交房租\n"),
        ("plans/later.md", "# Later\n\n十五月二十号楼\n"),
        ("daily/2026-05-20.md", "# 2026-05-20\n\n### 10:00 — 吃面\n"),
    ]);
    for (asked, says_so) in [
        ("五月二十号", "plans/trip.md"),
        ("五月二十號", "plans/trip.md"),
        ("五月二十日", "plans/rent.md"),
        ("5月20号", "plans/check.md"),
        ("５月２０号", "plans/check.md"),
    ] {
        assert_eq!(first(&vault, asked).as_deref(), Some(says_so), "{asked}");
        let found = vault.files(asked);
        assert!(found[1..3].contains(&"plans/launch.md".to_owned()), "{asked}: {found:?}");
        assert!(found[1..3].contains(&"daily/2026-05-20.md".to_owned()), "{asked}: {found:?}");
        assert!(vault.hits(asked)[0].score > 0.2, "{asked}");
    }
    for asked in ["五月二十号做了什么", "五月二十号去哪"] {
        let found = vault.files(asked);
        assert_eq!(found[0], "daily/2026-05-20.md", "{asked}");
        assert!(found[1..3].contains(&"plans/trip.md".to_owned()), "{asked}: {found:?}");
    }
    // What is asked of the day counts more than how the day is written.
    let found = vault.files("五月二十号发布");
    let place = |file: &str| found.iter().position(|it| it == file);
    assert!(place("plans/launch.md") < place("plans/trip.md").or(Some(99)), "{found:?}");
}

#[test]
fn what_happened_on_a_day_is_told_by_its_page_then_by_notes_with_it_then_by_the_same_words() {
    // It is Wednesday, 11 November 2026.
    let vault = Vault::of(&[
        ("daily/2026-11-04.md", "# 2026-11-04\n\n### 09:00 — signed the lease\n"),
        ("daily/2026-11-09.md", "# 2026-11-09\n\n### 09:00 — 和小王吃火锅\n"),
        ("daily/2026-11-10.md", "# 2026-11-10\n\n### 10:00 — fixed the boiler with Ann\n"),
        ("notes/train.md", "# Trip\n\nOn 2026-11-04 the train leaves at nine.\n"),
        (
            "notes/club.md",
            "# Wednesday club\n\nWhat happened at the club: it meets every Wednesday. Last Wednesday of the month is quiz night.\n",
        ),
        ("notes/retro.md", "# Retro\n\nWe ask what happened this week and what we did do.\n"),
        ("notes/song.md", "# Yesterday song\n\nYesterday I did learn a song.\n"),
        ("notes/zh.md", "# 周三例会\n\n每周三发生了什么都要记录。上周三发生了什么也写。\n"),
    ]);
    for asked in
        ["what happened last Wednesday?", "上周三发生了什么", "what did we do last Wednesday"]
    {
        assert_eq!(first(&vault, asked).as_deref(), Some("daily/2026-11-04.md"), "{asked}");
        let found = vault.files(asked);
        assert_eq!(found[1], "notes/train.md", "{asked}: {found:?}");
        assert!(vault.hits(asked)[0].score > 0.3, "{asked}");
    }
    for asked in ["what did I do yesterday?", "昨天发生了什么", "what happened yesterday"] {
        assert_eq!(first(&vault, asked).as_deref(), Some("daily/2026-11-10.md"), "{asked}");
    }
    for asked in ["what happened this week?", "这周发生了什么"] {
        let mut found = vault.files(asked);
        found.truncate(2);
        found.sort();
        assert_eq!(found, ["daily/2026-11-09.md", "daily/2026-11-10.md"], "{asked}");
    }
}
