//! What a newer statement does to an older one: days that move, changes of mind, and what is nearly the same.

use crate::vault::Vault;

fn remember(vault: &Vault, words: &[&str]) -> serde_json::Value {
    let mut all = vec!["remember"];
    all.extend(words);
    vault.json(&all)
}

/// A vault on a Monday.
fn monday() -> Vault {
    Vault::new().at("2026-11-30T10:00:00Z")
}

const TODAY: &str = "daily/2026-11-30";

#[test]
fn a_plan_of_the_day_moves_without_a_page() {
    for (first, then, line) in [
        ("下周三发布", "提前到周二", "发布：提前到周二(2026-12-08)"),
        ("下周三发布", "产品发布提前到周二", "产品发布提前到周二(2026-12-08)"),
        (
            "The launch is next Wednesday",
            "moved up to Tuesday",
            "launch: moved up to Tuesday (2026-12-01)",
        ),
    ] {
        let vault = monday();
        let planned = remember(&vault, &[first]);
        assert_eq!(planned["page"], TODAY, "{planned}");
        let moved = remember(&vault, &[then]);
        assert_eq!(moved["outcome"], "replaced", "{moved}");
        assert_eq!(moved["fact"], line, "{moved}");
        let text = vault.text(&format!("{TODAY}.md"));
        let past = format!("- ~~{}~~ added:2026-11-30", moved["replaced"][0].as_str().unwrap());
        assert!(text.contains(&format!("### 10:00 — {line}\n")), "{text}");
        assert!(text.contains("## History") && text.contains(&past), "{text}");
        assert_eq!(text.matches("### ").count(), 1, "{text}");
        assert_eq!(remember(&vault, &[then])["outcome"], "unchanged", "{text}");
        let hits = vault.json(&["recall", first])["hits"].to_string();
        assert!(hits.contains(line) && !hits.contains("~~"), "{hits}");
        vault.json(&["lint"]);
    }
}

#[test]
fn a_moved_day_that_may_mean_several_notes_is_noted_beside_them_and_names_them() {
    let vault = monday();
    remember(&vault, &["下周三发布"]);
    remember(&vault, &["下周四评审"]);
    let moved = remember(&vault, &["提前到周二"]);
    assert_eq!(moved["outcome"], "added", "{moved}");
    let near = moved["near"].as_str().unwrap();
    assert!(near.contains("发布") && near.contains("评审"), "{near}");
    for other in ["提前到周二交电费", "李四的会议提前到周二"] {
        assert_eq!(remember(&vault, &[other])["outcome"], "added", "{other}");
    }
    assert!(!vault.text(&format!("{TODAY}.md")).contains("~~"));
    // What stands below a note was said of its day.
    let vault = monday();
    remember(&vault, &["下周三发布"]);
    let page = format!("{TODAY}.md");
    let text = vault.text(&page);
    vault.put(&page, &format!("{}\n\nBring the cake.\n", text.trim_end()));
    let moved = remember(&vault, &["提前到周二"]);
    assert!(moved["near"].is_string() && moved["outcome"] == "added", "{moved}");
    assert!(vault.text(&page).contains("Bring the cake."));
}

#[test]
fn a_fact_of_the_day_moves_as_well() {
    let vault = monday();
    remember(&vault, &["下周三发布", "--priority", "high"]);
    let moved = remember(&vault, &["提前到周二"]);
    assert_eq!(moved["outcome"], "replaced", "{moved}");
    let text = vault.text(&format!("{TODAY}.md"));
    assert!(text.contains("发布：提前到周二(2026-12-08)"), "{text}");
}

#[test]
fn a_moved_day_replaces_with_its_thing_before_it_and_behind_a_key() {
    for (page, first, then, fact) in [
        ("产品发布", "下周三发布", "产品发布提前到周二", "产品发布提前到周二(2026-12-08)"),
        ("凤凰产品发布", "下周三发布", "产品发布提前到下周二", "产品发布提前到下周二(2026-12-08)"),
        ("新品发布", "下周三发布", "新品发布改到周二", "新品发布改到周二(2026-12-08)"),
        (
            "Product launch",
            "Launch is next Wednesday",
            "Product launch moved up to Tuesday",
            "Product launch moved up to Tuesday (2026-12-01)",
        ),
    ] {
        let vault = monday();
        remember(&vault, &["--page", page, first]);
        let moved = remember(&vault, &["--page", page, then]);
        assert_eq!(moved["outcome"], "replaced", "{moved}");
        assert_eq!(moved["fact"], fact, "{moved}");
    }
    // The text finds the page by its name.
    let vault = monday();
    remember(&vault, &["--page", "产品发布", "下周三发布"]);
    let moved = remember(&vault, &["产品发布提前到周二"]);
    assert_eq!(moved["outcome"], "replaced", "{moved}");
    assert_eq!(moved["page"], "topics/产品发布", "{moved}");
    let vault = monday();
    for (page, first, then, fact) in [
        ("发布一", "下周三", "提前到周二", "日期: 提前到周二(2026-12-08)"),
        ("发布二", "下周三", "周二", "日期: 周二(2026-12-08)"),
        (
            "发布三",
            "next Wednesday",
            "moved up to Tuesday",
            "日期: moved up to Tuesday (2026-12-01)",
        ),
        ("发布四", "next Wednesday", "Tuesday", "日期: Tuesday (2026-12-01)"),
    ] {
        let set =
            |value: &str| remember(&vault, &["--page", page, "--key", "日期", "--value", value]);
        set(first);
        let moved = set(then);
        assert_eq!(moved["outcome"], "replaced", "{moved}");
        assert_eq!(moved["fact"], fact, "{moved}");
        assert_eq!(set(then)["outcome"], "unchanged", "{moved}");
    }
    let first = remember(&vault, &["--page", "发布五", "--key", "日期", "--value", "周五"]);
    assert_eq!(first["fact"], "日期: 周五(2026-12-04)", "{first}");
}

#[test]
fn c152_a_change_that_names_what_is_over_replaces_it() {
    for (old, new, question) in [
        ("我最喜欢的饮料是咖啡", "我最喜欢的饮料是茶", "我最喜欢的饮料"),
        ("我喝咖啡", "我不喝咖啡了", "咖啡"),
        ("我喜欢喝咖啡", "我更喜欢喝茶", "喜欢喝什么"),
        ("我喜欢喝咖啡", "我不再喝咖啡，改喝茶了", "喝咖啡"),
        (
            "I drink coffee every morning",
            "I drink tea every morning now instead of coffee",
            "drink",
        ),
        ("I drink coffee every morning", "I switched from coffee to tea", "coffee"),
    ] {
        let vault = monday();
        remember(&vault, &[old]);
        let done = remember(&vault, &[new]);
        assert_eq!(done["outcome"], "replaced", "{old} / {new}: {done}");
        assert_eq!(done["replaced"][0], old, "{done}");
        let hits = vault.json(&["recall", question])["hits"].to_string();
        assert!(hits.contains(new), "{question}: {hits}");
        let shown = vault.json(&["read", "me"])["facts"].to_string();
        assert_eq!(shown, serde_json::json!([new]).to_string());
    }
    for (old, new) in [("我喜欢喝咖啡", "我喜欢喝茶"), ("I drink coffee", "I drink tea")]
    {
        let vault = monday();
        remember(&vault, &[old]);
        let done = remember(&vault, &[new]);
        assert!(done["replaced"].is_null(), "{done}");
    }
}

#[test]
fn c008_near_notes_of_a_day_are_told_and_found_by_lint() {
    let vault = monday();
    remember(&vault, &["部署脚本改用蓝绿发布"]);
    let near = remember(&vault, &["部署脚本改为使用蓝绿发布"]);
    assert_eq!(near["near"], "部署脚本改用蓝绿发布", "{near}");
    let other = remember(&vault, &["部署脚本改用金丝雀发布"]);
    assert!(other["near"].is_null(), "{other}");
    for said in [
        "The deploy script uses blue-green releases",
        "Deploy script is using blue-green release",
        "The deploy script uses canary releases",
    ] {
        remember(&vault, &["--page", "projects/deploy", said]);
    }
    vault.put(
        "daily/2026-11-29.md",
        "---\ntype: daily\ntitle: 2026-11-29\n---\n# 2026-11-29\n\n### 09:00 — 部署脚本改用蓝绿发布\n\n\
         <!-- gen:start -->\n### 09:30 — 部署脚本改为使用蓝绿发布\n<!-- gen:end -->\n",
    );
    let lint = vault.json(&["lint", "--rule", "near-duplicate"]);
    let found = lint["findings"].as_array().unwrap();
    let pages: Vec<&str> = found.iter().map(|it| it["page"].as_str().unwrap()).collect();
    assert_eq!(pages, [TODAY, "projects/deploy"], "{lint}");
}

#[test]
fn c023_a_name_that_goes_on_behind_a_hyphen_is_another() {
    for [first, second] in [["my-app", "my-app-web"], ["my-app-web", "my-app"]] {
        let vault = monday();
        for page in [first, second] {
            let done = remember(&vault, &["--page", page, "--key", "a", "--value", page]);
            assert_eq!(done["outcome"], "created", "{done}");
        }
        vault.run_ok(&["link", "my-app", "my-app-web"]);
        for page in [first, second] {
            let read = vault.json(&["read", page])["facts"].to_string();
            assert!(read.contains(&format!("a: {page}\"")), "{read}");
        }
        let slip = ["remember", "--page", "my-app-wbe", "--key", "a", "--value", "b"];
        vault.run(&slip).fails(4);
    }
}

#[test]
fn a_name_that_notes_share_is_asked_about_by_that_name() {
    let vault = monday();
    for page in ["a/c1", "b/c2"] {
        vault.put(&format!("{page}.md"), "---\ntitle: Cara Ng\n---\n");
    }
    vault.put("dan.md", "---\ntitle: Dan Wu\n---\n");
    vault.run_ok(&["status"]);
    let before = vault.snapshot();
    for said in ["Cara Ng likes tea", "Cara Ng's phone: 555"] {
        let done = vault.run(&["remember", said]).fails(5);
        assert!(done.err.contains("`Cara Ng` names 2 pages"), "{}", done.err);
        assert!(done.err.contains("a/c1") && done.err.contains("b/c2"), "{}", done.err);
    }
    assert_eq!(vault.snapshot(), before);
    // A note takes no facts by being named.
    assert_eq!(remember(&vault, &["Dan Wu likes tea"])["page"], TODAY);
    assert_eq!(remember(&vault, &["I like tea"])["page"], "users/me");
}

#[test]
fn c044_a_head_that_never_ends_gets_no_second_one() {
    let vault = Vault::new();
    let text = "---\ntype: project\ntitle: t\ntags: [a]\n\n# T\n\n- K: 1\n";
    vault.put("projects/u.md", text);
    let lint = vault.json(&["lint", "--rule", "text"]);
    assert!(lint["findings"].to_string().contains("never ends"), "{lint}");
    for words in [
        &["edit", "projects/u", "--set", "status=stale"][..],
        &["edit", "projects/u", "--unset", "tags"],
        &["verify", "projects/u"],
    ] {
        let done = vault.run(words).fails(3);
        assert!(done.err.contains("close the head"), "{}", done.err);
        assert_eq!(vault.text("projects/u.md"), text, "{words:?}");
    }
    vault.run_ok(&["edit", "projects/u", "# T", "# Title"]);
    assert_eq!(vault.text("projects/u.md"), text.replace("# T\n", "# Title\n"));
    // A line across the page is no head.
    vault.put("rule.md", "---\nThis is a rule: a line above the text.\n");
    vault.run_ok(&["edit", "rule", "--set", "status=stale"]);
}

#[test]
fn marks_that_cannot_be_read_are_found_by_lint() {
    let vault = Vault::new();
    vault.put(
        "projects/p.md",
        "---\ntype: project\ntitle: P\n---\n\n- a: 1 added:2026-13-45\n- b: 2  added:2026-01-01\n\
         - c: 1 confidence:2\n- d: see valid:x in the code\n- f: 1 expires:tomorrow\n\
         - g: 1  added:2026-01-01 added:2026-02-01\n",
    );
    let lint = vault.json(&["lint", "--rule", "mark"]);
    let found = lint["findings"].as_array().unwrap();
    let lines: Vec<u64> = found.iter().map(|it| it["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [6, 8, 10, 11], "{lint}");
}
