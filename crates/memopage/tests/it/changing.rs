//! What a newer statement does to an older one: days that move, changes of mind, and what is nearly the same.

use crate::vault::{MONDAY, Vault, monday, remember};

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
        assert_eq!(planned["page"], MONDAY, "{planned}");
        let moved = remember(&vault, &[then]);
        assert_eq!(moved["outcome"], "replaced", "{moved}");
        assert_eq!(moved["fact"], line, "{moved}");
        let text = vault.text(&format!("{MONDAY}.md"));
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
    assert!(!vault.text(&format!("{MONDAY}.md")).contains("~~"));
    // What stands below a note was said of its day.
    let vault = monday();
    remember(&vault, &["下周三发布"]);
    let page = format!("{MONDAY}.md");
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
    let text = vault.text(&format!("{MONDAY}.md"));
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
        // What names its ends alone goes on with what was done.
        let habit = if new.starts_with("I switched") { " (drink every morning)" } else { "" };
        let shown = &vault.json(&["read", "me"])["facts"];
        assert_eq!(*shown, serde_json::json!([format!("{new}{habit}")]));
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
    assert_eq!(pages, [MONDAY, "projects/deploy"], "{lint}");
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
    assert_eq!(remember(&vault, &["Dan Wu likes tea"])["page"], MONDAY);
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

#[test]
fn c152_a_moved_thing_with_a_new_hour_keeps_no_old_one() {
    for (first, then, line) in [
        ("12月9日下午3点体检", "体检改到12月10日上午10点", "体检改到12月10日上午10点"),
        (
            "项目启动会12月9日下午3点",
            "项目启动会改到12月10日上午10点",
            "项目启动会改到12月10日上午10点",
        ),
        (
            "Dentist next Wednesday at 10am",
            "Dentist moved to Thursday at 9am",
            "Dentist moved to Thursday (2026-12-03) at 9am",
        ),
        (
            "Dentist on December 9 at 10am",
            "Dentist moved to December 10 at 9am",
            "Dentist moved to December 10 at 9am",
        ),
        ("下周三下午三点牙医", "牙医改到周五下午四点", "牙医改到周五(2026-12-11)下午四点"),
        // Where the new text gives no hour, the old one is not known to be over.
        ("12月9日下午3点体检", "体检改到12月10日", "体检改到12月10日（下午3点体检）"),
    ] {
        let vault = monday();
        remember(&vault, &[first]);
        let moved = remember(&vault, &[then]);
        assert_eq!(moved["outcome"], "replaced", "{moved}");
        assert_eq!(moved["fact"], line, "{moved}");
        assert_eq!(remember(&vault, &[then])["outcome"], "unchanged");
    }
}

#[test]
fn c152_what_a_user_does_now_stands_where_it_stood() {
    for (old, new) in [
        ("User prefers coffee", "User now prefers tea"),
        ("The user prefers dark mode", "The user now prefers light mode"),
        ("User likes coffee", "User no longer likes coffee"),
        ("The user likes coffee", "The user switched to tea"),
        ("用户喜欢咖啡", "用户现在改喝茶"),
        ("用户喜欢喝咖啡", "用户改喝茶了"),
        ("用户偏好深色主题", "用户现在偏好浅色主题"),
        ("用户喜欢咖啡", "用户更喜欢茶"),
    ] {
        let vault = monday();
        assert_eq!(remember(&vault, &[old])["page"], "users/me", "{old}");
        let done = remember(&vault, &[new]);
        assert_eq!(done["page"], "users/me", "{done}");
        assert_eq!(done["outcome"], "replaced", "{old} / {new}: {done}");
    }
    // A thing called after users is no user.
    for other in ["User now page is live", "用户更新协议已发布", "用户改进计划启动"]
    {
        assert_eq!(remember(&monday(), &[other])["page"], MONDAY, "{other}");
    }
}

#[test]
fn c152_a_change_said_in_other_words_replaces() {
    for (page, old, new) in [
        ("me", "我喜欢喝咖啡", "我现在喜欢喝茶"),
        ("me", "I like coffee", "I like tea now"),
        ("me", "I like coffee", "I now like tea better than coffee"),
        ("me", "我爱喝咖啡", "我现在只喝茶"),
        ("me", "我习惯喝咖啡", "我改喝茶了"),
        ("me", "我喜欢喝咖啡", "我戒咖啡了"),
        ("me", "I prefer tea to coffee", "I prefer coffee to tea"),
        ("me", "I prefer aisle seats", "I prefer window seats"),
        ("me", "I usually have coffee for breakfast", "I now have tea for breakfast"),
        ("me", "我用VS Code", "我现在用Neovim"),
        ("Ann", "Ann likes coffee", "Ann now likes tea"),
        ("小李", "小李喜欢咖啡", "小李现在喜欢茶"),
    ] {
        let vault = monday();
        remember(&vault, &["--page", page, old]);
        let done = remember(&vault, &["--page", page, new]);
        assert_eq!(done["outcome"], "replaced", "{old} / {new}: {done}");
        assert_eq!(done["replaced"], serde_json::json!([old]), "{done}");
    }
    for (old, new) in [
        ("I like coffee", "I also like tea now"),
        ("I like cats", "I like tea now"),
        ("我喜欢咖啡", "我现在也喜欢茶"),
        ("我喜欢咖啡", "我现在喜欢爬山"),
        ("我早上喝咖啡", "我晚上只喝茶"),
        ("I drink coffee", "I only drink tea in the evening"),
        ("I like work", "I prefer walking to work"),
        ("I have coffee for breakfast", "I now have tea for lunch"),
        ("I like coffee", "I now have tea for breakfast"),
        ("I prefer short answers", "I prefer English answers"),
        ("我喜欢咖啡", "我喜欢戒指"),
        ("我爱吃鱼", "我现在只喝茶"),
    ] {
        let vault = monday();
        remember(&vault, &["--page", "me", old]);
        let done = remember(&vault, &["--page", "me", new]);
        assert!(done["replaced"].is_null(), "{old} / {new}: {done}");
    }
    let vault = monday();
    remember(&vault, &["I prefer short answers"]);
    let near = remember(&vault, &["I prefer detailed answers"]);
    assert_eq!(near["near"], "I prefer short answers", "{near}");
}

#[test]
fn c152_a_day_moved_in_other_words_replaces() {
    for (old, new, line) in [
        ("下周三发布", "发布时间提前到周二", "发布时间提前到周二(2026-12-08)"),
        ("下周三和张三开会", "和张三的会议提前到周二", "和张三的会议提前到周二(2026-12-08)"),
        ("下周三发布", "发布推迟一周", "发布推迟一周(2026-12-16)"),
        (
            "The launch is on December 9",
            "The launch slipped by two weeks",
            "The launch slipped by two weeks (2026-12-23)",
        ),
        (
            "We ship on December 9",
            "We ship on December 16 instead",
            "We ship on December 16 instead",
        ),
    ] {
        let vault = monday();
        remember(&vault, &["--page", "P", old]);
        let done = remember(&vault, &["--page", "P", new]);
        assert_eq!(done["outcome"], "replaced", "{old} / {new}: {done}");
        assert_eq!(done["fact"], line, "{done}");
        assert_eq!(remember(&vault, &["--page", "P", new])["outcome"], "unchanged", "{new}");
    }
    for (old, new) in [
        ("下周三发布", "提前一周通知客户"),
        ("下周三发布新版本", "发布时间提前到周二"),
        ("下周三和张三开会", "会议提前到周二"),
        ("Dentist on December 9", "We ship on December 16 instead"),
        ("12月9日和张三开会", "李四的会议提前到12月8日"),
    ] {
        let vault = monday();
        remember(&vault, &["--page", "P", old]);
        let done = remember(&vault, &["--page", "P", new]);
        assert!(done["replaced"].is_null(), "{old} / {new}: {done}");
    }
    let vault = monday();
    let set = |page: &str, value: &str| {
        remember(&vault, &["--page", page, "--key", "date", "--value", value])
    };
    set("Launch", "next Wednesday");
    set("Launch", "moved up to Tuesday");
    let later = set("Launch", "pushed back two weeks");
    assert_eq!(later["fact"], "date: pushed back two weeks (2026-12-15)", "{later}");
    assert_eq!(set("Launch", "pushed back two weeks")["outcome"], "unchanged");
    set("发布", "2026-12-09");
    assert_eq!(set("发布", "推迟一周")["fact"], "date: 推迟一周(2026-12-16)");
    // A key that says what moves is not repeated in its value.
    for (old, new, line) in [
        (
            "Appointment: December 9 at 10am",
            "Appointment moved to December 10 at 9am",
            "Appointment: moved to December 10 at 9am",
        ),
        ("发布会：12月9日", "发布会改到12月8日", "发布会: 改到12月8日"),
    ] {
        remember(&vault, &["--page", "Dentist", old]);
        let done = remember(&vault, &["--page", "Dentist", new]);
        assert_eq!(done["outcome"], "replaced", "{done}");
        assert_eq!(done["fact"], line, "{done}");
        assert_eq!(remember(&vault, &["--page", "Dentist", new])["outcome"], "unchanged");
    }
}

#[test]
fn c152_a_plan_of_a_day_before_moves() {
    for (first, then, line, question) in [
        (
            "The launch is on December 9",
            "The launch moved to December 8",
            "The launch moved to December 8",
            "when is the launch",
        ),
        (
            "The launch is next Wednesday",
            "The launch moved up to Tuesday",
            "The launch moved up to Tuesday (2026-12-01)",
            "when is the launch",
        ),
        ("下周三发布", "发布提前到周二", "发布提前到周二(2026-12-08)", "什么时候发布"),
        ("下周三发布", "产品发布提前到周二", "产品发布提前到周二(2026-12-08)", "什么时候发布"),
        (
            "Dentist on December 9 at 10am",
            "Dentist moved to December 10 at 9am",
            "Dentist moved to December 10 at 9am",
            "when is the dentist",
        ),
        ("产品发布会：12月9日", "产品发布会改到12月8日", "产品发布会: 改到12月8日", "产品发布会"),
    ] {
        let mut vault = monday();
        remember(&vault, &[first]);
        vault.set_now("2026-12-01T10:00:00Z");
        let moved = remember(&vault, &[then]);
        assert_eq!(moved["outcome"], "replaced", "{first} / {then}: {moved}");
        assert_eq!(moved["fact"], line, "{moved}");
        let old = vault.text(&format!("{MONDAY}.md"));
        assert!(old.contains("~~ added:2026-11-30 superseded:2026-12-01"), "{old}");
        let hits = vault.json(&["recall", question])["hits"].to_string();
        let told = hits.contains(line) || hits.contains(&line.replace(": ", "："));
        assert!(told && !hits.contains("~~"), "{hits}");
        assert_eq!(remember(&vault, &[then])["outcome"], "unchanged", "{then}");
        vault.json(&["lint"]);
    }
}

#[test]
fn a_plan_of_a_day_before_stays_where_another_may_be_meant() {
    let mut vault = monday();
    remember(&vault, &["下周三发布"]);
    vault.set_now("2026-12-02T10:00:00Z");
    // What moves is not said: which it is, is told and not decided.
    let bare = remember(&vault, &["提前到周二"]);
    assert!(bare["replaced"].is_null(), "{bare}");
    assert_eq!(bare["fact"], "提前到周二(2026-12-08)", "{bare}");
    assert_eq!(bare["near"], format!("下周三(2026-12-09)发布 ({MONDAY})"), "{bare}");
    for (first, then) in [
        ("Ann's dentist is on December 9", "Bob's dentist moved to December 10"),
        ("下周三评审", "李四的会议提前到周二"),
    ] {
        let mut vault = monday();
        remember(&vault, &[first]);
        vault.set_now("2026-12-02T10:00:00Z");
        assert!(remember(&vault, &[then])["replaced"].is_null(), "{then}");
    }
    // Three weeks later nobody speaks of that note.
    let mut vault = monday();
    remember(&vault, &["The launch is on December 30"]);
    vault.set_now("2026-12-22T10:00:00Z");
    let late = remember(&vault, &["The launch moved to December 29"]);
    assert!(late["replaced"].is_null(), "{late}");
}

#[test]
fn c154_a_key_said_with_the_name_of_its_page_is_the_same_key() {
    let vault = monday();
    remember(&vault, &["--page", "Launch", "--key", "date", "--value", "2026-12-01"]);
    for (said, line) in [
        ("Launch date: 2026-12-05", "date: 2026-12-05"),
        ("Launch's date: 2026-12-06", "date: 2026-12-06"),
        ("The launch date: 2026-12-07", "date: 2026-12-07"),
    ] {
        let done = remember(&vault, &[said, "--page", "Launch"]);
        assert_eq!(done["outcome"], "replaced", "{done}");
        assert_eq!(done["fact"], line, "{done}");
        assert_eq!(remember(&vault, &[said, "--page", "Launch"])["outcome"], "unchanged");
    }
    // The text finds the page by its name.
    let named = remember(&vault, &["Launch date: 2026-12-08"]);
    assert_eq!(named["fact"], "date: 2026-12-08", "{named}");
    let other = remember(&vault, &["Launch party date: 2026-12-09"]);
    assert!(other["replaced"].is_null(), "{other}");
    remember(&vault, &["--page", "产品发布", "--key", "产品发布日期", "--value", "12月1日"]);
    let done = remember(&vault, &["--page", "产品发布", "--key", "日期", "--value", "12月2日"]);
    assert_eq!(done["outcome"], "replaced", "{done}");
    assert_eq!(done["fact"], "产品发布日期: 12月2日", "{done}");
}

#[test]
fn c154_what_a_fact_supersedes_can_be_said() {
    let vault = monday();
    let old = "API rate limit is 100 requests per minute per key";
    let new = "API rate limit is 250 requests per minute per key";
    remember(&vault, &["--page", "API", old]);
    let near = remember(&vault, &["--page", "API", new]);
    assert_eq!(near["near"], old, "{near}");
    let done = remember(&vault, &["--page", "API", new, "--supersedes", old]);
    assert_eq!(done["outcome"], "replaced", "{done}");
    assert_eq!(done["replaced"], serde_json::json!([old]), "{done}");
    assert_eq!(vault.json(&["read", "API"])["facts"], serde_json::json!([new]));
    let before = vault.snapshot();
    vault.run(&["remember", "--page", "API", "Limit: 300", "--supersedes", "tea"]).fails(4);
    vault.run(&["remember", "--page", "New thing", "x", "--supersedes", "tea"]).fails(4);
    assert_eq!(vault.snapshot(), before);
    // Of a note of the day, and of one before.
    let mut vault = monday();
    remember(&vault, &["The office closes at six"]);
    vault.set_now("2026-12-01T10:00:00Z");
    let done = remember(
        &vault,
        &["The doors are locked at eight", "--supersedes", "the office closes at six"],
    );
    assert_eq!(done["outcome"], "replaced", "{done}");
    assert!(vault.text(&format!("{MONDAY}.md")).contains("~~The office closes at six~~"));
}

#[test]
fn a_note_that_is_named_and_takes_no_facts_is_told() {
    let vault = monday();
    vault.put("notes/dan.md", "---\ntitle: Dan Wu\n---\n");
    let done = remember(&vault, &["Dan Wu likes tea"]);
    assert_eq!(done["page"], MONDAY, "{done}");
    assert!(done["warnings"].to_string().contains("--page \\\"notes/dan"), "{done}");
    assert!(remember(&vault, &["Tea for Dan Wu"])["warnings"].to_string().find("dan").is_none());
}

#[test]
fn a_sentence_with_another_number_or_day_names_the_one_that_stands_there() {
    for (page, first, then) in [
        ("flat", "Rent is 900 euros", "Rent is 950 euros"),
        ("visa", "The visa expires on Dec 9", "The visa expires on Dec 19"),
        ("visa", "The visa expires on 2027-01-09", "The visa expires on 2027-02-09"),
        ("visa", "签证1月9日到期", "签证2月9日到期"),
        ("proj", "Launch on Dec 1", "Launch on Dec 9"),
        ("rome", "Trip to Rome starts December 9th", "Trip to Rome now starts December 16th"),
        ("proj", "Launch on 12/1", "Launch on 12/9"),
        ("", "My visa expires on Dec 9", "My visa expires on Dec 19"),
    ] {
        let vault = monday();
        let on = |text| match page {
            "" => remember(&vault, &[text]),
            page => remember(&vault, &["--page", page, text]),
        };
        assert!(on(first)["near"].is_null(), "{first}");
        let told = on(then);
        assert_eq!(told["outcome"], "added", "{then}: {told}");
        let near = told["near"].as_str().unwrap_or_else(|| panic!("{then}: {told}"));
        assert!(near.starts_with(first), "{then}: {near}");
    }
    // Notes of a day repeat each other: "ran 5 km", "ran 8 km".
    let vault = monday();
    remember(&vault, &["ran 5 km"]);
    assert!(remember(&vault, &["ran 8 km"])["near"].is_null());
}

#[test]
fn c152_a_day_in_figures_without_a_year_moves_as_one_in_words_does() {
    for (first, then) in [
        ("Launch on 12/15", "Launch moved to 12/20"),
        ("Launch on 15.12.", "Launch moved to 20.12."),
        ("Launch on Dec 15", "Launch moved to 12/20"),
        ("Launch on 15/12", "Launch moved from 15/12 to 20/12"),
        ("12/15发布", "发布推迟到12/20"),
    ] {
        let vault = monday();
        remember(&vault, &["--page", "proj", first]);
        let moved = remember(&vault, &["--page", "proj", then]);
        assert_eq!(moved["outcome"], "replaced", "{first} / {then}: {moved}");
        assert_eq!(moved["replaced"][0], first, "{moved}");
    }
    // What can be read in two ways, and what is no day, moves nothing.
    for (first, then) in [
        ("Launch on 12/5", "Launch moved to 12/6"),
        ("Support is there 24/7", "Support moved to 12/20"),
        ("Launch needs 15/100 of it", "Launch moved to 12/20"),
        ("Launch 1.12.3 is out", "Launch moved to 12/20"),
    ] {
        let vault = monday();
        remember(&vault, &["--page", "proj", first]);
        let moved = remember(&vault, &["--page", "proj", then]);
        assert_eq!(moved["outcome"], "added", "{first} / {then}: {moved}");
    }
}
