//! Values that hold at different times, and texts that move a day.

use jiff::civil::{Date, date};

use super::{TODAY, after, edits, facts, input, only, page, read, schema, set};
use crate::edit::apply;
use crate::fact::{FactChange, FactInput, FactProblem, Marks};
use crate::page::Page;
use crate::path::PagePath;

fn valid(value: &str, from: Option<Date>, to: Option<Date>) -> FactInput {
    let marks = Marks { valid: Some((from, to)), ..Marks::default() };
    FactInput { marks, ..input(Some("rate"), value) }
}

/// The values that hold on a day, in the page's order.
fn on(text: &str, day: Date) -> Vec<String> {
    let all = facts(&page(text), schema()).into_iter();
    all.filter(|fact| fact.marks.held_on(day)).map(|fact| fact.value).collect()
}

#[test]
fn values_of_different_times_stand_beside_each_other() {
    let first = after("", &valid("5", Some(date(2026, 1, 1)), Some(date(2026, 6, 30))));
    let second = after(&first, &valid("6", Some(date(2026, 7, 1)), Some(date(2026, 12, 31))));
    assert!(!second.contains("History"), "{second}");
    let again =
        set(&page(&second), schema(), &valid("5", Some(date(2026, 1, 1)), Some(date(2026, 6, 30))));
    assert_eq!(again, Ok(FactChange::Unchanged));
    for (day, value) in [(date(2026, 3, 1), "5"), (date(2026, 8, 1), "6")] {
        assert_eq!(on(&second, day), [value], "{day}");
    }
    assert_eq!(on(&second, date(2025, 8, 1)), [""; 0]);
    // What is said now takes the place of the value that holds now, and no other.
    let third = after(&second, &input(Some("rate"), "7"));
    assert!(third.contains("- ~~rate: 5~~ added:2026-05-20 superseded:2026-05-20"), "{third}");
    assert_eq!(on(&third, date(2026, 6, 1)), ["7"]);
    assert_eq!(on(&third, date(2026, 8, 1)), ["6"]);
}

#[test]
fn a_value_of_later_ends_the_present_one_when_it_begins() {
    let text = "- rate: 5  added:2026-01-01\n";
    let planned = after(text, &valid("6", Some(date(2027, 1, 1)), None));
    assert_eq!(
        planned,
        "- rate: 5  added:2026-01-01 valid:..2026-12-31\n- rate: 6  added:2026-05-20 valid:2027-01-01..\n"
    );
    assert_eq!(after(&planned, &valid("6", Some(date(2027, 1, 1)), None)), planned);
    assert_eq!(after(&planned, &input(Some("rate"), "5")), planned);
    let other = after(&planned, &valid("7", Some(date(2027, 1, 1)), None));
    assert_eq!(on(&other, date(2027, 2, 1)), ["7"]);
    assert_eq!(on(&other, TODAY), ["5"]);
}

#[test]
fn c026_a_value_that_is_over_takes_nothings_place() {
    let text = "- rate: 5  added:2026-01-01\n";
    for over in ["6  expires:2020-01-01", "6  valid:2019-01-01..2020-01-01"] {
        let new = after(text, &input(None, &format!("rate: {over}")));
        assert!(new.starts_with(text) && !new.contains("~~"), "{new}");
        assert_eq!(on(&new, TODAY), ["5"], "{new}");
        assert_eq!(on(&new, date(2019, 12, 1)), ["6"], "{new}");
        let next = after(&new, &input(Some("rate"), "8"));
        assert_eq!(on(&next, TODAY), ["8"], "{next}");
        assert!(next.contains("~~rate: 5~~"), "{next}");
    }
    let past = after(text, &input(None, "rate: 6 superseded:2020-01-01"));
    assert_eq!(past, format!("{text}\n## History\n\n- ~~rate: 6~~ superseded:2020-01-01\n"));
    assert_eq!(after(&past, &input(None, "rate: 6 superseded:2020-01-01")), past);
    // Said of the value that stands, it is what retires it.
    let gone = after(text, &input(None, "rate: 5 superseded:2026-05-01"));
    assert_eq!(gone, "## History\n\n- ~~rate: 5~~ added:2026-01-01 superseded:2026-05-01\n");
}

#[test]
fn c026_an_older_value_and_a_clock_that_goes_back_invert_nothing() {
    let text = "- rate: 7  added:2026-04-01\n";
    let older = after(text, &input(None, "rate: 8 added:2019-01-01"));
    assert_eq!(
        older,
        format!("{text}\n## History\n\n- ~~rate: 8~~ added:2019-01-01 superseded:2026-04-01\n")
    );
    let later = after("- rate: 7  added:2030-01-01\n", &input(Some("rate"), "8"));
    assert!(later.contains("~~rate: 7~~ added:2030-01-01 superseded:2030-01-01"), "{later}");
    assert!(read(&later).iter().all(|fact| fact.marks.backwards().is_none()), "{later}");
    for text in [
        "rate: 6 added:2026-05-02 superseded:2026-05-01",
        "rate: 6 valid:2026-05-02.. expires:2026-05-01",
    ] {
        let problem = set(&page(""), schema(), &input(None, text)).unwrap_err();
        assert!(matches!(problem, FactProblem::ValidBackwards { .. }), "{text}: {problem}");
    }
}

#[test]
fn what_is_over_and_said_again_holds_again() {
    let text = "- rate: 5  added:2026-01-01 expires:2026-02-01\n- likes tea  expires:2026-02-01\n";
    let keyed = after(text, &input(Some("rate"), "5"));
    assert!(keyed.starts_with("- rate: 5  added:2026-05-20\n"), "{keyed}");
    let line = "- ~~rate: 5~~ added:2026-01-01 expires:2026-02-01 superseded:2026-05-20";
    assert!(keyed.contains(line), "{keyed}");
    assert!(after(text, &input(None, "likes tea")).contains("- likes tea  added:2026-05-20\n"));
}

#[test]
fn a_text_that_moves_a_day_takes_the_place_of_the_text_that_named_it() {
    for (old, new, kept) in [
        ("下周三(2026-05-27)发布", "提前到周二", "提前到周二(2026-05-26)"),
        ("发布定在2026年5月27日", "发布推迟到周五", "发布推迟到周五(2026-05-29)"),
        (
            "Launch is next Wednesday (2026-05-27)",
            "The launch moved up to Tuesday",
            "The launch moved up to Tuesday (2026-05-26)",
        ),
        ("The demo is on 2026-05-27", "demo postponed to June 3", "demo postponed to June 3"),
        ("demo定在2026-05-27", "demo改到周二 (2026-05-26)", "demo改到周二 (2026-05-26)"),
        (
            "The talk is on 2026-05-27",
            "talk moved to Friday (2026-05-29)",
            "talk moved to Friday (2026-05-29)",
        ),
        ("Release: 2026-05-27", "moved to Monday", "moved to Monday (2026-05-25)"),
    ] {
        let text = after("", &input(None, old));
        let moved = after(&text, &input(None, new));
        let now: Vec<_> = read(&moved).into_iter().filter(|fact| !fact.retired).collect();
        assert_eq!(now.len(), 1, "{moved}");
        assert_eq!(now[0].value, kept, "{moved}");
        assert!(moved.contains("~~"), "{moved}");
        assert_eq!(after(&moved, &input(None, new)), moved, "{new}");
    }
}

#[test]
fn a_day_that_moves_keeps_what_is_done_on_it() {
    for (old, new, line) in [
        ("下周三(2026-05-27)发布", "提前到周二", "发布：提前到周二(2026-05-26)"),
        ("下周三(2026-05-27)发布", "提前到周二(2026-05-26)", "发布：提前到周二(2026-05-26)"),
        ("产品下周三(2026-05-27)发布", "已经推迟到周五", "产品发布：已经推迟到周五(2026-05-29)"),
        ("发布定在2026年5月27日", "提前到周二下午3点", "发布：提前到周二(2026-05-26)下午3点"),
        (
            "The launch is next Wednesday (2026-05-27)",
            "moved up to Tuesday",
            "launch: moved up to Tuesday (2026-05-26)",
        ),
        (
            "Launch is on 2026-05-27",
            "It was postponed to June 3",
            "Launch: It was postponed to June 3",
        ),
        (
            "The launch is on 2026-05-27 at 10:30",
            "moved up to Tuesday because Bob is ill",
            "moved up to Tuesday (2026-05-26) because Bob is ill (launch at 10:30)",
        ),
        ("下周三(2026-05-27)10:30发布", "提前到周二", "提前到周二(2026-05-26)（10:30发布）"),
        (
            "Launch is next Wednesday (2026-05-27) in Berlin",
            "moved up to Tuesday",
            "Launch in Berlin: moved up to Tuesday (2026-05-26)",
        ),
        ("下周三(2026-05-27)发布", "提前到周二发布", "提前到周二(2026-05-26)发布"),
        ("周三(2026-05-27)", "提前到周二", "提前到周二(2026-05-26)"),
        ("Release: 2026-05-27", "moved to 2026-05-26", "Release: moved to 2026-05-26"),
    ] {
        let moved = after(&after("", &input(None, old)), &input(None, new));
        assert!(moved.starts_with(&format!("- {line}  added:")), "{old} / {new}: {moved}");
        assert!(moved.contains("~~"), "{moved}");
        assert_eq!(after(&moved, &input(None, new)), moved, "{new}");
    }
    // A key of another fact is not made twice.
    let other = after("- 发布: v2\n- 下周三(2026-05-27)发布\n", &input(None, "提前到周二"));
    assert!(other.contains("\n- 提前到周二(2026-05-26)（发布）  added:"), "{other}");
    // It moves again, and is still the same thing.
    let first = after("- 下周三(2026-05-27)10:30发布\n", &input(None, "提前到周二"));
    let again = after(&first, &input(None, "推迟到周四"));
    assert!(again.starts_with("- 推迟到周四(2026-05-28)（10:30发布）  added:"), "{again}");
    let first = after("- 下周三(2026-05-27)发布\n", &input(None, "提前到周二"));
    let again = after(&first, &input(None, "推迟到周四"));
    assert!(again.starts_with("- 发布：推迟到周四(2026-05-28)  added:"), "{again}");
}

#[test]
fn a_text_that_may_move_two_things_or_none_moves_nothing() {
    for (old, new) in [
        ("- launch on 2026-05-27\n- demo on 2026-05-28\n", "moved to Tuesday"),
        ("- launch on 2026-05-27\n", "The demo moved to Tuesday"),
        ("- launched on 2026-05-01\n", "moved to Tuesday"),
        ("- launch on 2026-05-27\n", "Ann moved to Berlin"),
        ("- 周三(2026-05-27)发布\n- 周四(2026-05-28)评审\n", "提前到周二"),
        ("- 周三(2026-05-27)评审，周四(2026-05-28)发布\n", "提前到周二"),
        ("- 下周三(2026-05-27)交房租\n", "提前到周二交电费"),
        ("- 下周三(2026-05-27)发布手机\n", "提前到周二发布电脑"),
        ("- 下周三(2026-05-27)发布A产品\n", "提前到周二发布B产品"),
        ("- 下周三(2026-05-27)开会\n", "推迟到周四交报告"),
        ("- 交房租：提前到周二(2026-05-26)\n", "提前到周一交水费"),
        ("- Pay the rent on 2026-05-27\n", "moved up to Tuesday: pay the power bill"),
    ] {
        let new = after(old, &input(None, new));
        assert!(new.starts_with(old) && !new.contains("History"), "{new}");
    }
}

#[test]
fn two_answers_to_one_question_are_told_and_both_stand() {
    for (old, new) in [
        ("My birthday is May 1", "my birthday is May 2"),
        ("The owner of Atlas is Ann", "The owner of Atlas is Bob"),
        ("我的生日是5月1日", "我的生日是5月2日"),
    ] {
        let change = set(&page(&format!("- {old}\n")), schema(), &input(None, new)).unwrap();
        assert!(
            matches!(&change, FactChange::NearDuplicate { of, .. } if of[0].value == old),
            "{change:?}"
        );
    }
    for (old, new) in [("The plan is good", "The plan is late"), ("It is May", "It is June")] {
        let change = set(&page(&format!("- {old}\n")), schema(), &input(None, new)).unwrap();
        assert!(matches!(change, FactChange::Added(_)), "{change:?}");
    }
}

#[test]
fn c026_a_heading_of_the_past_takes_no_new_value() {
    for heading in ["History", "历史"] {
        let input = FactInput { heading: Some(heading.to_owned()), ..input(Some("rate"), "5") };
        assert_eq!(set(&page(""), schema(), &input), Err(FactProblem::InHistory));
    }
    assert_eq!(only("- rate: 5\n").value, "5");
}

/// What a page of this title says after both, in its first line.
fn titled(title: &str, old: &str, new: &str) -> String {
    let mut text = format!("---\ntype: project\ntitle: {title}\n---\n");
    for said in [old, new, new] {
        let page = Page::parse(PagePath::parse("projects/p").unwrap(), text.as_str());
        let change = set(&page, schema(), &input(None, said)).unwrap();
        if change != FactChange::Unchanged {
            text = apply(&page, edits(&change)).unwrap();
        }
    }
    text
}

#[test]
fn a_moved_day_is_said_of_its_thing_more_fully() {
    for (title, old, new, line) in [
        (
            "产品发布",
            "下周三(2026-05-27)发布",
            "产品发布提前到周二",
            "产品发布提前到周二(2026-05-26)",
        ),
        ("产品发布", "下周三(2026-05-27)发布", "产品发布改到周二", "产品发布改到周二(2026-05-26)"),
        (
            "产品发布",
            "下周三(2026-05-27)发布",
            "产品发布提前到下周二(2026-05-26)",
            "产品发布提前到下周二(2026-05-26)",
        ),
        ("凤凰", "下周三(2026-05-27)发布", "凤凰发布推迟到周五", "凤凰发布推迟到周五(2026-05-29)"),
        ("凤凰", "下周三(2026-05-27)发布", "凤凰推迟到周五", "凤凰推迟到周五(2026-05-29)（发布）"),
        ("杂事", "下周三(2026-05-27)发布", "产品发布提前到周二", "产品发布提前到周二(2026-05-26)"),
        (
            "Product launch",
            "Launch is next Wednesday (2026-05-27)",
            "Product launch moved up to Tuesday",
            "Product launch moved up to Tuesday (2026-05-26)",
        ),
    ] {
        let text = titled(title, old, new);
        assert!(text.contains(&format!("- {line}  added:")), "{title} {old} / {new}: {text}");
        assert!(text.contains("- ~~") && text.matches("added:2026-05-20").count() == 2, "{text}");
    }
    for (title, old, new) in [
        ("产品发布", "下周三(2026-05-27)和李四开会", "产品发布提前到周二"),
        ("产品发布", "下周三(2026-05-27)产品评审", "产品发布提前到周二"),
        ("B产品", "A产品下周三(2026-05-27)发布", "B产品发布提前到周二"),
        ("杂事", "下周三(2026-05-27)会议", "李四的会议提前到周二"),
        ("杂事", "下周三(2026-05-27)发布", "凤凰发布提前到周二"),
        ("Product launch", "The review is on 2026-05-27", "Product launch moved to Tuesday"),
        ("Atlas", "The launch is on 2026-05-27 in Berlin", "The Atlas launch moved to Tuesday"),
        ("Errands", "The launch is on 2026-05-27", "Bob's launch moved to Tuesday"),
    ] {
        let text = titled(title, old, new);
        assert!(!text.contains("~~") && text.contains(old), "{title} {old} / {new}: {text}");
    }
}

#[test]
fn what_is_named_in_part_is_named_in_full_however_often_it_moves() {
    let mut text = "- The sprint review is on 2026-05-27\n".to_owned();
    for (said, line) in [
        (
            "The review moved from Wednesday to Tuesday",
            "The review moved from Wednesday to Tuesday (2026-05-26) (sprint review)",
        ),
        ("review moved to Friday", "review moved to Friday (2026-05-29) (sprint review)"),
        ("moved to Thursday", "sprint review: moved to Thursday (2026-05-28)"),
    ] {
        text = after(&text, &input(None, said));
        assert!(text.starts_with(&format!("- {line}  added:")), "{said}: {text}");
        assert_eq!(after(&text, &input(None, said)), text, "{said}");
    }
}

#[test]
fn a_keys_value_that_says_a_weekday_has_its_date() {
    let old = "- 日期: 下周三(2026-05-27)\n";
    for (text, key, value, kept) in [
        (old, "日期", "提前到周二", "提前到周二(2026-05-26)"),
        (old, "日期", "周二", "周二(2026-05-26)"),
        (old, "日期", "推迟到周五下午3点", "推迟到周五(2026-05-29)下午3点"),
        ("- when: next Wednesday (2026-05-27)\n", "when", "Tuesday", "Tuesday (2026-05-26)"),
        (
            "- when: next Wednesday (2026-05-27)\n",
            "when",
            "moved up to Tuesday",
            "moved up to Tuesday (2026-05-26)",
        ),
        ("", "截止日期", "周五", "周五(2026-05-22)"),
        ("", "Due date", "on Friday", "on Friday (2026-05-22)"),
        ("", "deadline", "by Friday", "by Friday (2026-05-22)"),
        ("", "launch", "moved up to Friday", "moved up to Friday (2026-05-22)"),
        // What comes again each week has no date.
        ("", "Works", "Monday", "Monday"),
        ("", "例会", "周二", "周二"),
        ("- Works: Monday\n", "Works", "Tuesday to Friday", "Tuesday to Friday"),
        ("", "例会", "推迟到每周二", "推迟到每周二"),
    ] {
        let kept = format!("- {key}: {kept}  added:2026-05-20");
        let after = after(text, &input(Some(key), value));
        assert!(after.contains(&kept), "{key}: {value}: {after}");
        assert_eq!(super::after(&after, &input(Some(key), value)), after);
    }
}

#[test]
fn a_day_that_moves_one_of_several_things_names_them() {
    let text = "- 周三(2026-05-27)发布\n- 周四(2026-05-28)评审\n";
    let change = set(&page(text), schema(), &input(None, "提前到周二")).unwrap();
    let FactChange::NearDuplicate { of, .. } = &change else { panic!("{change:?}") };
    assert_eq!(of.len(), 2);
    // Whichever moves, it is that day; of another thing nobody knows.
    let other = "- 周四(2026-06-04)开会\n";
    for (text, said, kept) in [
        (text, "提前到周二", "提前到周二(2026-05-26)"),
        (other, "李四的会议提前到周二", "李四的会议提前到周二"),
        ("", "李四的会议提前到周五", "李四的会议提前到周五"),
    ] {
        let text = after(text, &input(None, said));
        assert!(text.contains(&format!("- {kept}  added:")), "{said}: {text}");
    }
    let text = "- 周三(2026-05-27)交房租\n";
    let change = set(&page(text), schema(), &input(None, "提前到周二交电费")).unwrap();
    assert!(matches!(change, FactChange::NearDuplicate { .. }), "{change:?}");
}
