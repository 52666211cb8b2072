//! A day that moves, told without a page: of which line on which page it takes the place, and of which not.

use crate::vault::{MONDAY, Vault, monday, remember};
use serde_json::json;

#[test]
fn c152_a_moved_day_leaves_what_only_has_its_things_name() {
    for (old, new) in [
        ("Launch rehearsal on Dec 5", "Launch moved to Dec 9"),
        ("Book flights for the launch by Dec 5", "Launch moved to Dec 9"),
        ("Pre-launch checks on Dec 5", "Launch moved to Dec 9"),
        ("Launch party: Dec 5", "Launch moved to Dec 9"),
        ("Do not launch before Dec 3", "Launch moved to Dec 9"),
        ("Never deploy on Dec 5", "Deploy moved to Dec 9"),
        ("Tickets for the concert go on sale on Dec 5", "Concert moved to Dec 9"),
        ("Exam registration closes on Dec 5", "Exam moved to Dec 9"),
        ("产品发布会彩排12月5日", "产品发布会推迟到12月9日"),
        ("12月5日完成发布前的测试", "发布推迟到12月9日"),
        ("不要在12月5日前发布", "发布推迟到12月9日"),
        ("婚礼请柬12月5日寄出", "婚礼推迟到12月9日"),
        ("考试报名12月5日截止", "考试推迟到12月9日"),
        ("Launch on Dec 5", "Launch moved from Dec 9 to Dec 11"),
        ("12月5日发布", "发布从12月9日改到12月11日"),
    ] {
        let mut vault = monday();
        remember(&vault, &[old]);
        // On the same day, on the next one and on a page of another name.
        let same = remember(&vault, &[new]);
        assert!(same["replaced"].is_null() && same["near"].is_string(), "{old} / {new}: {same}");
        let mut next = monday();
        remember(&next, &[old]);
        next.set_now("2026-12-01T10:00:00Z");
        let later = remember(&next, &[new]);
        assert!(later["replaced"].is_null(), "{old} / {new}: {later}");
        remember(&vault, &["--page", "Errands", old]);
        vault.set_now("2026-12-01T10:00:00Z");
        let page = remember(&vault, &["--page", "Errands", new]);
        assert!(page["replaced"].is_null(), "{old} / {new}: {page}");
        // Nor behind a key.
        remember(&vault, &["--page", "Plan", "--key", "Next", "--value", old]);
        let keyed = remember(&vault, &["--page", "Plan", new]);
        assert!(keyed["replaced"].is_null(), "{old} / {new}: {keyed}");
    }
}

#[test]
fn c152_a_meeting_that_moves_is_found_where_it_was_said() {
    for (old, new) in [
        ("I have a meeting with Anna on Dec 3", "The meeting with Anna is postponed to Dec 8"),
        ("I have a meeting with Anna on Dec 3", "The meeting with Anna has been moved to Dec 8"),
        ("My dentist appointment is on Dec 3", "The dentist appointment got moved to Dec 8"),
        ("我12月3日和张三开会", "和张三的会议推迟到12月8日"),
    ] {
        let mut vault = monday();
        assert_eq!(remember(&vault, &[old])["page"], "users/me", "{old}");
        vault.set_now("2026-12-01T10:00:00Z");
        let moved = remember(&vault, &[new]);
        assert_eq!(moved["outcome"], "replaced", "{moved}");
        assert_eq!(moved["page"], "users/me", "{moved}");
        assert_eq!(moved["replaced"], json!([old]), "{moved}");
        assert_eq!(remember(&vault, &[new])["outcome"], "unchanged", "{new}");
    }
    // The other way round, and beside a page that the text names.
    let vault = monday();
    remember(&vault, &["Trip to Rome on Dec 12"]);
    let moved = remember(&vault, &["Our trip to Rome has been postponed until Dec 20"]);
    assert_eq!(moved["replaced"], json!(["Trip to Rome on Dec 12"]), "{moved}");
    let vault = monday();
    remember(&vault, &["Meeting with Anna on Dec 3"]);
    remember(&vault, &["--page", "users/anna", "--type", "user", "Likes tea"]);
    let moved = remember(&vault, &["The meeting with Anna is postponed to Dec 8"]);
    assert_eq!(moved["replaced"], json!(["Meeting with Anna on Dec 3"]), "{moved}");
    assert!(vault.text(&format!("{MONDAY}.md")).contains("postponed to Dec 8"));
    // What may be another is named with its page, and can be named so.
    let vault = monday();
    let old = "I have a meeting with Anna about the budget on Dec 3";
    remember(&vault, &[old]);
    let new = "The meeting with Anna is postponed to Dec 8";
    let near = remember(&vault, &[new]);
    assert_eq!(near["near"], format!("{old} (users/me)"), "{near}");
    let done = remember(&vault, &[new, "--supersedes", near["near"].as_str().unwrap()]);
    assert_eq!(done["replaced"], json!([old]), "{done}");
    assert!(vault.text("users/me.md").contains("~~I have a meeting"));
}

#[test]
fn c152_the_line_of_exactly_that_name_moves_on_whichever_day_it_was_said() {
    for (first, second, new, gone) in [
        (
            "Launch on Dec 6",
            "Team launch on Dec 5",
            "Launch moved to Dec 9",
            Some("Launch on Dec 6"),
        ),
        ("团队聚餐12月6日", "家庭聚餐12月5日", "团队聚餐推迟到12月9日", Some("团队聚餐12月6日")),
        ("Sprint review on Dec 6", "Design review on Dec 5", "The review moved to Dec 9", None),
        (
            "Sprint review on Dec 6",
            "Design review on Dec 5",
            "The review moved from Dec 6 to Dec 9",
            Some("Sprint review on Dec 6"),
        ),
    ] {
        let mut vault = monday();
        remember(&vault, &[first]);
        vault.set_now("2026-12-01T10:00:00Z");
        remember(&vault, &[second]);
        let moved = remember(&vault, &[new]);
        match gone {
            Some(gone) => assert_eq!(moved["replaced"], json!([gone]), "{moved}"),
            None => {
                let near = moved["near"].as_str().unwrap();
                assert!(near.contains(first) && near.contains(second), "{moved}");
                assert!(moved["replaced"].is_null(), "{moved}");
            }
        }
    }
    // Of two pages, too: a day's note of that very name comes before what the page has only like it.
    let vault = monday();
    remember(&vault, &["Atlas launch on Dec 6"]);
    remember(&vault, &["--page", "Atlas", "--type", "project", "Team launch on Dec 5"]);
    let moved = remember(&vault, &["Atlas launch moved to Dec 9"]);
    assert_eq!(moved["replaced"], json!(["Atlas launch on Dec 6"]), "{moved}");
    assert!(!vault.text("projects/atlas.md").contains("~~"));
}

#[test]
fn c152_a_day_that_moved_from_one_to_another_moves_again() {
    for (first, then, last) in [
        ("Launch on Dec 9", "Launch moved from Dec 9 to Dec 11", "Launch moved to Dec 14"),
        (
            "launch next Friday",
            "launch moved from next Friday to next Monday",
            "launch moved from Dec 7 to Dec 20",
        ),
        ("下周五发布", "发布从下周五改到下下周一", "发布推迟到12月20日"),
    ] {
        let vault = monday();
        remember(&vault, &[first]);
        for new in [then, last] {
            let moved = remember(&vault, &[new]);
            assert_eq!(moved["outcome"], "replaced", "{moved}");
            assert_eq!(remember(&vault, &[new])["outcome"], "unchanged", "{new}");
        }
        assert_eq!(vault.text(&format!("{MONDAY}.md")).matches("### ").count(), 1, "{first}");
    }
}

#[test]
fn c154_a_fact_that_would_supersede_itself_is_unchanged() {
    let vault = monday();
    let set = |value: &str, old: &str| {
        let words = ["--page", "P", "--key", "k", "--value", value, "--supersedes", old];
        remember(&vault, &words)
    };
    remember(&vault, &["--page", "P", "--key", "k", "--value", "v1"]);
    let before = vault.snapshot();
    for old in ["k", "k: v1", "- k: v1", "- k: v1  added:2026-11-30", "k：v1"] {
        assert_eq!(set("v1", old)["outcome"], "unchanged", "{old}");
    }
    assert_eq!(vault.snapshot(), before);
    // Named as the page shows it, with its marks.
    assert_eq!(set("v2", "- k: v1  added:2026-11-30")["replaced"], json!(["k: v1"]));
    assert_eq!(set("v3", "k: v2")["replaced"], json!(["k: v2"]));
    remember(&vault, &["The doors close at six"]);
    let same =
        remember(&vault, &["The doors close at six", "--supersedes", "the doors close at six"]);
    assert_eq!(same["outcome"], "unchanged", "{same}");
}

#[test]
fn c152_what_supersedes_a_named_line_leaves_every_other() {
    for (lines, which, new, fact) in [
        (
            ["Meeting with Anna on Dec 3", "Meeting with Bob on Dec 4"],
            "Meeting with Bob on Dec 4",
            "Meeting moved to Dec 10",
            "Meeting moved to Dec 10 (Meeting with Bob)",
        ),
        (
            ["和小王的评审在12月3日", "和小李的评审在12月4日"],
            "和小李的评审在12月4日",
            "评审改到12月10日",
            "评审改到12月10日（和小李的评审）",
        ),
        (
            ["Launch on Dec 1", "Launch on Dec 5"],
            "Launch on Dec 5",
            "Launch moved to Dec 10",
            "Launch moved to Dec 10",
        ),
        (
            ["Launch on Dec 1", "Demo on Dec 5"],
            "Demo on Dec 5",
            "moved to Dec 10",
            "Demo: moved to Dec 10",
        ),
    ] {
        // As notes of one day, of two, and as facts of a page.
        for place in ["day", "days", "page"] {
            let mut vault = monday();
            let page: &[&str] = if place == "page" { &["--page", "projects/x"] } else { &[] };
            let say = |vault: &Vault, words: &[&str]| remember(vault, &[page, words].concat());
            say(&vault, &[lines[0]]);
            say(&vault, &[lines[1]]);
            if place == "days" {
                vault.set_now("2026-12-01T10:00:00Z");
            }
            let done = say(&vault, &[new, "--supersedes", which]);
            assert_eq!(done["replaced"], json!([lines[1]]), "{place}: {done}");
            assert_eq!(done["fact"], fact, "{place}: {done}");
            let file = if place == "page" { "projects/x.md" } else { "daily/2026-11-30.md" };
            let text = vault.text(file);
            assert!(!text.contains(&format!("~~{}", lines[0])), "{place}: {text}");
            assert!(text.contains(&format!("~~{}~~", lines[1])), "{place}: {text}");
            assert_eq!(say(&vault, &[new])["outcome"], "unchanged", "{place}: {new}");
        }
    }
    // Named with its page, as the reply names it.
    let mut vault = monday();
    remember(&vault, &["Launch on Dec 5"]);
    vault.set_now("2026-12-01T10:00:00Z");
    remember(&vault, &["Launch on Dec 3"]);
    let named = format!("Launch on Dec 5 ({MONDAY})");
    let done = remember(&vault, &["Launch moved to Dec 10", "--supersedes", &named]);
    assert_eq!(done["replaced"], json!(["Launch on Dec 5"]), "{done}");
    assert!(!vault.text("daily/2026-12-01.md").contains("~~"));
}

#[test]
fn c152_another_thing_of_that_name_is_named_wherever_it_stands() {
    for (old, new) in [
        ("Mom's checkup is on Dec 3", "My checkup moved to Dec 6"),
        ("Anna's birthday party is on Dec 4", "My birthday party moved to Dec 8"),
        ("Our launch on Dec 3", "Their launch moved to Dec 8"),
        ("妈妈12月3日体检", "我的体检改到12月6日"),
        ("孩子12月4日打疫苗", "我打疫苗改到12月8日"),
        ("Flight from Paris to Rome on Dec 3", "Flight from Rome to Paris moved to Dec 8"),
        ("Launch on Dec 1", "Launch might be moved to Dec 9"),
        ("上午的面试12月3日", "下午的面试改到12月8日"),
        ("Flight at 9am on Dec 3", "Flight at 5pm moved to Dec 8"),
        ("Trip from Dec 3 to Dec 8", "Trip moved to Dec 10"),
        ("出差12月3日到12月8日", "出差改到12月10日"),
        ("Vacation Dec 3-8", "Vacation moved to Dec 10-15"),
    ] {
        for now in ["2026-11-30T11:00:00Z", "2026-12-01T10:00:00Z"] {
            let mut vault = monday();
            remember(&vault, &[old]);
            vault.set_now(now);
            let told = remember(&vault, &[new]);
            assert!(told["replaced"].is_null(), "{old} / {new}: {told}");
            assert!(told["near"].as_str().unwrap_or_default().contains(old), "{new}: {told}");
        }
    }
    for (old, new, fact) in [
        ("Dentist on Dec 3 at 3pm", "Dentist moved to 5pm", "Dentist moved to 5pm (2026-12-03)"),
        ("牙医预约12月3日下午3点", "牙医预约改到下午5点", "牙医预约改到下午5点(2026-12-03)"),
        (
            "Review on Friday",
            "Review moved from Friday to Monday",
            "Review moved from Friday to Monday (2026-12-07)",
        ),
    ] {
        let mut vault = monday();
        remember(&vault, &[old]);
        vault.set_now("2026-12-01T10:00:00Z");
        let told = remember(&vault, &[new]);
        assert_eq!(told["replaced"], json!([old]), "{told}");
        assert_eq!(told["fact"], fact, "{told}");
        assert_eq!(remember(&vault, &[new])["outcome"], "unchanged", "{new}");
    }
}
