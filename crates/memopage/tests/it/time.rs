//! Days and times: what a page says of itself, and what people say of days.

use crate::vault::{Vault, first, pages};

#[test]
fn c025_dates_in_words_are_read_and_a_wrong_one_names_the_forms() {
    let vault = Vault::new();
    for when in ["March 2026", "yesterday"] {
        vault.run_ok(&["list", "--during", when]);
    }
    let done = vault.run(&["list", "--during", "2026-13-40"]).fails(2);
    assert!(done.err.contains("2026-10-31"), "{}", done.err);
}

#[test]
fn c028_a_pages_own_date_beats_the_files() {
    let vault = Vault::new();
    vault.put("a.md", "---\ncreated: 2024-01-05\n---\nAn old note.\n");
    let recent = vault.json(&["list", "--after", "last 7 days"]);
    assert!(!recent["pages"].to_string().contains("\"a\""), "{recent}");
    let all = vault.json(&["list", "a"]);
    assert_eq!(all["pages"][0]["created"], "2024-01-05");
}

#[test]
fn c029_every_day_of_a_month_is_reachable_in_order() {
    let vault = Vault::new();
    for day in 1..=31 {
        vault.put(&format!("daily/2026-10-{day:02}.md"), &format!("Day {day} of sailing.\n"));
    }
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let mut words =
            vec!["list", "daily", "--during", "2026-10-01..2026-10-31", "--sort", "earliest"];
        words.extend(["--limit", "10"]);
        if !cursor.is_empty() {
            words.extend(["--cursor", &cursor]);
        }
        let reply = vault.json(&words);
        assert_eq!(reply["total"], 31);
        for row in reply["pages"].as_array().unwrap() {
            seen.push(row["date"].as_str().unwrap().to_owned());
        }
        match reply["cursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    let days: Vec<String> = (1..=31).map(|day| format!("2026-10-{day:02}")).collect();
    assert_eq!(seen, days);
}

#[test]
fn c029_a_recall_of_a_time_alone_counts_every_day() {
    let vault = Vault::new();
    for day in 1..=31 {
        vault.put(&format!("daily/2026-10-{day:02}.md"), &format!("Day {day} of sailing.\n"));
    }
    let reply = vault.json(&["recall", "--during", "2026-10-01..2026-10-31", "--unit", "page"]);
    assert_eq!(reply["total"], 31);
    assert_eq!(pages(&reply).len(), 10);
}

#[test]
fn c029_words_beside_a_month_count_every_day_once() {
    let vault = Vault::new();
    for day in 1..=31 {
        let text = format!(
            "---\ndate: 2025-10-{day:02}\n---\n### 09:00 — standup\n\nrode bike, ate noodles.\n"
        );
        vault.put(&format!("daily/2025-10-{day:02}.md"), &text);
    }
    let reply = vault.json(&["recall", "bike in October 2025", "--limit", "50"]);
    assert_eq!(reply["hits"].as_array().unwrap().len(), 31);
    assert_eq!(reply["total"], 31);
    let page = vault.json(&["recall", "bike in October 2025", "--limit", "5", "--offset", "5"]);
    assert_eq!(page["total"], 31);
}

#[test]
fn c029_the_page_of_a_day_in_words_is_that_days() {
    let vault = Vault::new().at("2026-11-11T10:00:00+00:00");
    vault.run_ok(&["append", "next Friday", "Call the harbour."]);
    assert!(vault.has("daily/2026-11-20.md") || vault.has("daily/2026-11-13.md"));
    vault.run_ok(&["append", "tomorrow", "Buy rope."]);
    assert!(vault.text("daily/2026-11-12.md").contains("Buy rope."));
}

#[test]
fn c160_the_day_is_the_vaults_and_not_the_machines() {
    let vault =
        Vault::with(&["--no-git", "--zone", "America/Los_Angeles"]).at("2026-11-29T02:30:00Z");
    vault.run_ok(&["append", "today", "x marks the day"]);
    assert!(vault.has("daily/2026-11-28.md"));
    let read = vault.run_ok(&["read", "today"]);
    assert!(read.out.contains("x marks the day"));
    let status = vault.json(&["status"]);
    assert_eq!(status["zone"], "America/Los_Angeles");
    assert_eq!(status["today"], "2026-11-28");
}

#[test]
fn c161_a_date_without_time_never_shifts() {
    for zone in ["Europe/Berlin", "Pacific/Honolulu"] {
        let vault = Vault::with(&["--no-git", "--zone", zone]).at("2026-03-29T12:00:00Z");
        vault.put("a.md", "---\ncreated_at: 2026-03-29\n---\nDue.\n");
        let row = &vault.json(&["list", "a"])["pages"][0];
        assert_eq!(row["created"], "2026-03-29", "{zone}");
    }
}

#[test]
fn c179_a_date_is_found_in_either_form() {
    let vault = Vault::new().at("2026-11-11T10:00:00+00:00");
    vault.distract().put("a.md", "2026年11月3日 发布\n");
    assert_eq!(vault.recall("11月3日").first().map(String::as_str), Some("a"));
    vault.put("daily/2026-11-03.md", "Standup notes.\n");
    let listed = vault.json(&["list", "--during", "上周二"]);
    assert_eq!(listed["pages"][0]["page"], "daily/2026-11-03");
}

#[test]
fn c179_a_question_about_a_month_or_a_year_lists_its_days() {
    let mut vault = Vault::new();
    for day in 1..=31 {
        vault.put(&format!("daily/2026-10-{day:02}.md"), &format!("# Day {day}\n\nSailed on.\n"));
    }
    vault.put("notes/walrus.md", "# Walrus\n\nA walrus was seen from the pier.\n");
    vault.set_now("2026-11-01T10:00:00+00:00");
    let found = |question: &str| {
        let reply = vault.json(&["recall", "--limit", "40", question]);
        (pages(&reply), reply)
    };
    for question in [
        "what did I do last month",
        "last month",
        "what happened last month",
        "What did we work on last month?",
        "上个月做了什么",
        "上月",
        "上个月发生了什么",
        "十月做了什么",
        "十月份",
        "十月",
        "in October",
        "this year",
        "今年做了什么",
    ] {
        let (pages, reply) = found(question);
        assert_eq!(pages.len(), 31, "{question}: {reply}");
        assert_eq!(pages[0], "daily/2026-10-01", "{question}");
    }
    for (question, days) in [
        ("first week of October", 7),
        ("what happened in early October", 10),
        ("late October", 11),
        ("十月初", 10),
        ("十月初做了什么", 10),
        ("上个月底发生了什么", 11),
    ] {
        assert_eq!(found(question).0.len(), days, "{question}");
    }
    assert_eq!(found("walrus last month").0[0], "notes/walrus");
    for question in ["the invoice of last month", "二月做了什么", "who paid for lunch last month"]
    {
        let (pages, reply) = found(question);
        assert!(pages.is_empty(), "{question}: {reply}");
    }
}

#[test]
fn a_day_in_chinese_is_found_however_its_numbers_are_written() {
    let vault = Vault::new();
    vault
        .put("daily/2026-05-20.md", "# 2026-05-20\n\n### 10:00 — 评审\n讨论了接口超时。\n")
        .put("daily/2025-01-03.md", "# 2025-01-03\n\n讨论了预算和人手。\n")
        .put("users/王五.md", "# 王五\n\n- 生日: 5月20号\n");
    for day in [
        "二〇二六年五月二十日",
        "二零二六年五月二十号",
        "2026年5月20日",
        "2026 年 5 月 20 日",
        "２０２６年５月２０日",
        "２０２６－０５－２０",
        "五月二十号",
    ] {
        first(&vault, day, "daily/2026-05-20");
        first(&vault, &format!("{day}讨论了什么"), "daily/2026-05-20");
    }
    first(&vault, "二〇二五年一月三日", "daily/2025-01-03");
}
