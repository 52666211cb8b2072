//! Facts through the room's public functions, carried out with `edit::apply`.

mod keyed;
mod life;
mod moved;
mod random;
mod time;
mod undated;
mod weekly;

use std::sync::LazyLock;

use jiff::civil::{Date, date};

use super::{Fact, FactChange, FactInput, FactProblem, Marks, facts, retire, set, split_pair};
use crate::edit::{Edit, apply};
use crate::page::Page;
use crate::path::PagePath;
use crate::schema::{Priority, Schema};

fn schema() -> &'static Schema {
    static AGENT: LazyLock<Schema> = LazyLock::new(|| Schema::parse(""));
    &AGENT
}

fn page(text: &str) -> Page {
    Page::parse(PagePath::parse("projects/atlas").unwrap(), text)
}

const TODAY: Date = date(2026, 5, 20);

fn input(key: Option<&str>, value: &str) -> FactInput {
    FactInput {
        key: key.map(str::to_owned),
        value: value.to_owned(),
        heading: None,
        marks: Marks::default(),
        today: TODAY,
    }
}

fn edits(change: &FactChange) -> &[Edit] {
    match change {
        FactChange::Added(edits)
        | FactChange::Replaced { edits, .. }
        | FactChange::NearDuplicate { edits, .. } => edits,
        FactChange::Unchanged | FactChange::Candidates(_) => &[],
    }
}

/// The page's text after the fact was set.
fn after(text: &str, input: &FactInput) -> String {
    let page = page(text);
    let change = set(&page, schema(), input).unwrap();
    apply(&page, edits(&change)).unwrap()
}

fn read(text: &str) -> Vec<Fact> {
    facts(&page(text), schema())
}

fn only(text: &str) -> Fact {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "{text:?} gave {all:?}");
    all.remove(0)
}

#[test]
fn pairs_are_split_at_the_first_colon_that_is_one() {
    let pair = |text: &str| split_pair(text);
    let both = |key: &str, value: &str| Some((key.to_owned(), value.to_owned()));
    assert_eq!(pair("Release: Friday"), both("Release", "Friday"));
    assert_eq!(pair("发布：周五"), both("发布", "周五"));
    assert_eq!(pair("**Key:** v: w"), both("Key", "v: w"));
    assert_eq!(pair("**Key**: v"), both("Key", "v"));
    assert_eq!(pair("url: https://x.org"), both("url", "https://x.org"));
    assert_eq!(pair("std::fmt: a module"), both("std::fmt", "a module"));
    for text in [
        "https://x.org: a page",
        "at 10:30: lunch",
        "12：30 午饭",
        "Group:",
        "no colon",
        "[[a: b]] c",
        "`a: b` is code",
        "a:b",
        ": x",
        &format!("{}: x", "k".repeat(61)),
    ] {
        assert_eq!(pair(text), None, "{text}");
    }
    assert_eq!(pair(&format!("{}: x", "钥".repeat(60))).unwrap().1, "x");
}

#[test]
fn marks_are_read_before_and_after() {
    let fact = only("- [🟢LOW][CONTEXT] added:2026-02-01 expires:2026-03-01 · Focus: the parser\n");
    assert_eq!((fact.key.as_deref(), fact.value.as_str()), (Some("Focus"), "the parser"));
    assert_eq!(fact.marks.priority, Some(Priority::Low));
    assert_eq!(fact.marks.tags, ["CONTEXT"]);
    assert_eq!(fact.marks.expires, Some(date(2026, 3, 1)));
    let fact = only(
        "- Release: Friday  added:2026-05-18 valid:2026-05-18..2026-06-30 confidence:high source:D1-3 ^r-1\n",
    );
    assert_eq!((fact.value.as_str(), fact.block_id.as_deref()), ("Friday", Some("r-1")));
    assert_eq!(fact.marks.valid, Some((Some(date(2026, 5, 18)), Some(date(2026, 6, 30)))));
    assert_eq!((fact.marks.confidence, fact.marks.source.as_deref()), (Some(0.9), Some("D1-3")));
    let fact = only("- uses npm  valid:2026-05-18.. first-seen:2026-01-01 [TOOL]\n");
    assert_eq!((fact.key, fact.value.as_str(), fact.marks.tags.len()), (None, "uses npm", 1));
    let fact = only("- see [docs](a.md) · added:tomorrow  confidence:2\n");
    assert_eq!(
        fact.value, "see [docs](a.md) · added:tomorrow confidence:2",
        "what is no mark is text"
    );
    let retired = only("- ~~Release: Wednesday~~ added:2026-05-18 superseded:2026-05-20\n");
    assert!(retired.retired && retired.value == "Wednesday");
}

#[test]
fn tildes_are_kept_as_they_were_said() {
    for (said, kept) in [
        ("价格 ~~5~~ 6元", "价格 \\~\\~5\\~\\~ 6元"),
        ("range ~~approx", "range \\~\\~approx"),
        ("range \\~\\~approx", "range \\~\\~approx"),
        ("about ~5 min~", "about ~5 min~"),
        ("~~~~", "\\~\\~\\~\\~"),
        ("C:\\dir\\", "C:\\dir\\"),
    ] {
        let text = after("", &input(Some("k"), said));
        assert_eq!(only(&text).value, kept, "{text}");
        assert_eq!(after(&text, &input(Some("k"), said)), text);
        let next = after(&text, &input(Some("k"), "other"));
        let old = read(&next).into_iter().find(|fact| fact.retired).unwrap();
        let plain = |text: &str| text.replace('\\', "");
        assert_eq!(plain(&old.value), plain(kept), "{next}");
        assert_eq!(old.marks.superseded, Some(TODAY), "{next}");
    }
    let by_hand = after("- k: 5 ~~or~~ 6\n", &input(Some("k"), "7"));
    assert!(by_hand.contains("- ~~k: 5 \\~\\~or\\~\\~ 6~~ superseded:2026-05-20"), "{by_hand}");
}

#[test]
fn a_text_that_would_be_read_as_something_else_is_escaped() {
    for (said, key, value) in [
        ("[[Ann]]: likes tea", Some("[[Ann]]"), "likes tea"),
        ("**Ann: likes tea**", None, "**Ann: likes tea**"),
        ("[^1]: foot", Some("\\[^1]"), "foot"),
        ("[ann@x.y]: val", Some("\\[ann@x.y]"), "val"),
        ("k:: v", Some("k"), "v"),
        ("#tag k: v", Some("#tag k"), "v"),
        ("***k:*** v", Some("k"), "v"),
        ("*k*: v", Some("k"), "v"),
        ("> q: v", Some("\\> q"), "v"),
        ("# q: v", Some("\\# q"), "v"),
        ("<div>: v", Some("\\<div>"), "v"),
        ("[x] q: v", Some("\\[x] q"), "v"),
        (">引用：内容", Some("\\>引用"), "内容"),
        ("**a: b:** v", Some("\\**a"), "b:** v"),
    ] {
        let text = after("", &input(None, said));
        let fact = only(&text);
        assert_eq!((fact.key.as_deref(), fact.value.as_str()), (key, value), "{said}: {text}");
        assert_eq!(after(&text, &input(None, said)), text, "{said}");
    }
}

#[test]
fn marks_need_no_second_space_nor_dot_where_they_are_plain() {
    let read = |line: &str| {
        let fact = only(&format!("- {line}\n"));
        let key = fact.key.map(|key| format!("{key}: ")).unwrap_or_default();
        (format!("{key}{}", fact.value), fact.marks)
    };
    let day = Some(date(2026, 5, 20));
    for line in [
        "K: g expires:2026-05-20",
        "[LOW] K: g expires:2026-05-20",
        "K: g expires:2026-05-20 [HIGH]",
        "K: g [HIGH] expires:2026-05-20",
        "K: g source:D1-3 expires:2026-05-20",
        "[CTX] K: g expires:2026-05-20  added:2026-01-01",
        "[HIGH] [CTX] expires:2026-05-20 K: g",
        "[CTX][MORE] expires:2026-05-20 · K: g",
        "expires:2026-05-20 K: g",
    ] {
        let (said, marks) = read(line);
        assert_eq!((said.as_str(), marks.expires), ("K: g", day), "{line}");
    }
    let (said, marks) = read("[CONTEXT] Place: Rome");
    assert_eq!((said.as_str(), marks.tags), ("Place: Rome", vec!["CONTEXT".to_owned()]));
    let (said, marks) = read("Colour: red [🔴HIGH] confidence:0.8");
    assert_eq!((said.as_str(), marks.priority), ("Colour: red", Some(Priority::High)));
    assert_eq!(marks.confidence, Some(0.8));
    let (said, marks) = read("expires:2026-05-20 the wiki is down");
    assert_eq!((said.as_str(), marks.expires), ("the wiki is down", day));
    let (said, marks) = read("K: shift [ENTER] added:2026-05-20 [CTX]");
    assert_eq!((said.as_str(), marks.added), ("K: shift [ENTER]", day));
    // What may be a word of the value or the key is one.
    for line in [
        "K: shift [ENTER]",
        "K: see source:main",
        "K: a risk [high]",
        "K: expires:2026-05-20",
        "[API] is down",
        "[Context] Place: Rome",
        "[API](a.md) K: v",
        "K: until expires:tomorrow",
    ] {
        let (said, marks) = read(line);
        assert_eq!((said.as_str(), marks), (line, Marks::default()));
    }
}

#[test]
fn marks_at_the_end_of_a_value_that_is_given_are_marks() {
    let text =
        after("# A\n\n- Owner: Ann\n", &input(Some("Owner"), "Bob [HIGH] expires:2026-06-30"));
    let fact = read(&text).remove(0);
    assert_eq!((fact.value.as_str(), fact.marks.priority), ("Bob", Some(Priority::High)));
    assert_eq!(fact.marks.expires, Some(date(2026, 6, 30)));
    let text = after("# A\n\n- Colour: red [HIGH]\n", &input(Some("Colour"), "blue"));
    assert!(text.contains("- Colour: blue  [HIGH] added:2026-05-20\n"), "{text}");
    let text = after("# A\n\n- [CONTEXT] Place: Rome\n", &input(Some("Place"), "Oslo"));
    assert!(text.contains("[CONTEXT] added:2026-05-20 · Place: Oslo\n"), "{text}");
    assert!(text.contains("- ~~Place: Rome~~"), "{text}");
}

#[test]
fn a_row_of_marks_is_read_in_linear_time() {
    for row in ["[A] ", "  [A]  ", "[HIGH] ", "added:2026-05-20 ", "source:x ", "confidence:1 "] {
        let row = row.repeat(50_000);
        let fact = only(&format!("- K: v {row}\n"));
        assert_eq!(fact.key.as_deref(), Some("K"));
        let _facts = read(&format!("- {row} K: v\n"));
    }
}

#[test]
fn tasks_times_callouts_code_and_generated_blocks_hold_no_facts() {
    let text = "- [ ] Key: open\n- [x] Key: done\n- 10:30 standup\n- 2026-05-20 10:30: shipped\n- Group:\n\n> [!note]\n> - In: callout\n\n\
                ```\n- In: code\n```\n\n<!-- gen:start -->\n- Candidate: x\n  confidence: 0.1\n<!-- gen:end -->\n\n- Real: yes\n";
    let keys: Vec<_> = read(text).into_iter().map(|fact| fact.key.unwrap_or(fact.value)).collect();
    assert_eq!(keys, ["Real"]);
    let stranger = Page::parse(PagePath::parse("notes/x").unwrap(), "- Real: yes\n");
    assert_eq!(facts(&stranger, schema()), []);
}

#[test]
fn a_fact_ends_before_what_git_sets_around_a_conflict() {
    let day = "added:2026-11-01";
    let text = format!(
        "# A\n\n- a: b  {day}\n<<<<<<< x\n- c: d  {day}\n||||||| o\n- c: f  {day}\n=======\n- c: e  {day}\n>>>>>>> y\n"
    );
    let page = page(&text);
    let said: Vec<String> = facts(&page, schema()).iter().map(Fact::said).collect();
    assert_eq!(said, ["a: b", "c: d", "c: f", "c: e"]);
}

#[test]
fn c008_generated_lines_are_never_facts_and_near_duplicates_are_reported() {
    let text = "- 部署脚本改用蓝绿发布\n\n<!-- gen:start -->\n- 部署脚本改为使用蓝绿发布\n<!-- gen:end -->\n";
    let page = page(text);
    let near = set(&page, schema(), &input(None, "部署脚本改为使用蓝绿发布")).unwrap();
    assert!(
        matches!(&near, FactChange::NearDuplicate { of, .. } if of[0].value == "部署脚本改用蓝绿发布"),
        "{near:?}"
    );
    let other = set(&page, schema(), &input(None, "部署脚本改用金丝雀发布")).unwrap();
    assert!(matches!(other, FactChange::Added(_)), "{other:?}");
}

#[test]
fn the_same_key_gets_the_new_value_and_the_old_one_goes_to_the_history() {
    let text = "# Atlas\n\nIntro.\n\n- Owner: Ada\n- release: Wednesday  added:2026-05-18 ^rel\n- Stage: beta\n\n## Notes\n\nText.\n";
    assert_eq!(
        after(text, &input(Some("Release"), "Friday")),
        "# Atlas\n\nIntro.\n\n- Owner: Ada\n- release: Friday  added:2026-05-20 ^rel\n- Stage: beta\n\n## Notes\n\nText.\n\n\
         ## History\n\n- ~~release: Wednesday~~ added:2026-05-18 superseded:2026-05-20\n"
    );
}

#[test]
fn a_second_replacement_follows_in_the_same_history() {
    let text = "- Release: Wednesday  added:2026-05-18\n\n## History\n\n- ~~Release: Monday~~ added:2026-05-01 superseded:2026-05-18\n";
    let once = after(text, &input(Some("Release"), "Friday"));
    assert_eq!(
        once,
        "- Release: Friday  added:2026-05-20\n\n## History\n\n- ~~Release: Monday~~ added:2026-05-01 superseded:2026-05-18\n\
         - ~~Release: Wednesday~~ added:2026-05-18 superseded:2026-05-20\n"
    );
    let current: Vec<_> = read(&once).into_iter().filter(|fact| !fact.retired).collect();
    assert_eq!(current.len(), 1);
}

#[test]
fn the_layout_of_marks_and_the_line_ends_are_kept() {
    let text = "- **Focus:** parser\r\n* [🟢LOW][CONTEXT] added:2026-02-01 expires:2026-03-01 · Mood: fine\r\n";
    let new = after(text, &input(Some("mood"), "great"));
    assert!(new.contains("* [🟢LOW][CONTEXT] added:2026-05-20 · Mood: great\r\n"), "{new:?}");
    assert!(
        new.contains("- ~~Mood: fine~~ added:2026-02-01 expires:2026-03-01 superseded:2026-05-20"),
        "{new:?}"
    );
    assert!(!new.replace("\r\n", "").contains('\n'), "{new:?}");
    let new = after(text, &input(Some("focus"), "lexer"));
    assert!(new.starts_with("- **Focus:** lexer  added:2026-05-20\r\n"), "{new:?}");
    assert!(new.contains("- ~~**Focus:** parser~~ superseded:2026-05-20"), "{new:?}");
}

#[test]
fn an_equal_value_is_unchanged_and_new_marks_are_taken_over_in_place() {
    let text = "- Release: Friday  added:2026-05-18\n";
    let page = page(text);
    assert_eq!(
        set(&page, schema(), &input(Some("release"), " Friday ")).unwrap(),
        FactChange::Unchanged
    );
    let mut marked = input(Some("release"), "Friday");
    marked.marks.expires = Some(date(2026, 6, 1));
    assert_eq!(after(text, &marked), "- Release: Friday  added:2026-05-18 expires:2026-06-01\n");
}

#[test]
fn a_key_that_stands_twice_gives_candidates_unless_it_is_a_set() {
    let text = "- Port: 80\n- Port: 81\n- Member: Ada\n- Member: Bob\n- End: x\n";
    let page = page(text);
    let change = set(&page, schema(), &input(Some("Port"), "82")).unwrap();
    assert!(matches!(change, FactChange::Candidates(both) if both.len() == 2));
    assert_eq!(set(&page, schema(), &input(Some("member"), "bob")).unwrap(), FactChange::Unchanged);
    assert_eq!(
        after(text, &input(Some("Member"), "Cy")),
        "- Port: 80\n- Port: 81\n- Member: Ada\n- Member: Bob\n- Member: Cy  added:2026-05-20\n- End: x\n"
    );
}

#[test]
fn a_heading_is_part_of_a_facts_identity() {
    let text = "## A\n\n- Port: 80\n\n## B\n\n- Port: 81\n";
    let mut under = input(Some("port"), "82");
    under.heading = Some("B".to_owned());
    let new = after(text, &under);
    assert!(
        new.contains("- Port: 80\n") && new.contains("## B\n\n- Port: 82  added:2026-05-20\n"),
        "{new}"
    );
    under.heading = Some("C".to_owned());
    let new = after(text, &under);
    assert!(
        new.contains("- Port: 81\n") && new.ends_with("## C\n\n- port: 82  added:2026-05-20\n"),
        "{new}"
    );
}

#[test]
fn a_new_fact_follows_the_others_and_never_lands_in_the_history() {
    assert_eq!(after("", &input(None, "likes tea")), "- likes tea  added:2026-05-20\n");
    assert_eq!(after("# T\n", &input(Some("a"), "b")), "# T\n\n- a: b  added:2026-05-20\n");
    assert_eq!(
        after("# T\n\n- x: 1\n  - nested\n\nText.\n", &input(Some("a"), "b")),
        "# T\n\n- x: 1\n  - nested\n- a: b  added:2026-05-20\n\nText.\n"
    );
    let past = "# T\n\n## History\n\n- ~~a: c~~ superseded:2026-05-01\n";
    let new = after(past, &input(Some("a"), "b"));
    assert_eq!(
        new,
        "# T\n\n- a: b  added:2026-05-20\n\n## History\n\n- ~~a: c~~ superseded:2026-05-01\n"
    );
    assert_eq!(after("- x: 1", &input(Some("a"), "b")), "- x: 1\n- a: b  added:2026-05-20");
    let mut marked = input(None, "see the parser");
    marked.marks.priority = Some(Priority::Low);
    marked.marks.tags = vec!["CONTEXT".to_owned()];
    assert_eq!(after("", &marked), "- [🟢LOW][CONTEXT] added:2026-05-20 · see the parser\n");
}

#[test]
fn c026_an_interval_that_ends_before_it_begins_is_refused_and_found() {
    let mut backwards = input(Some("Release"), "Friday");
    backwards.marks.valid = Some((Some(date(2026, 5, 2)), Some(date(2026, 5, 1))));
    let problem = set(&page(""), schema(), &backwards).unwrap_err();
    assert!(problem.to_string().contains("2026-05-02") && !problem.hint().is_empty());
    let standing = only("- Release: Friday  valid:2026-05-02..2026-05-01\n");
    assert!(standing.marks.backwards().is_some() && standing.value == "Friday");
}

#[test]
fn c152_a_contradiction_keeps_both_and_only_the_new_one_holds() {
    let first = after("", &input(None, "I like the dark theme"));
    let second = after(&first, &input(None, "I cannot stand the dark theme any more"));
    let all = read(&second);
    let current: Vec<_> = all.iter().filter(|fact| !fact.retired).collect();
    assert_eq!(current.len(), 1);
    assert_eq!(current[0].value, "I cannot stand the dark theme any more");
    assert_eq!(current[0].marks.added, Some(TODAY));
    let past: Vec<_> = all.iter().filter(|fact| fact.retired).collect();
    assert_eq!((past.len(), past[0].value.as_str()), (1, "I like the dark theme"));
    assert_eq!(past[0].marks.superseded, Some(TODAY));
}

#[test]
fn c155_the_correction_holds_and_what_it_corrects_is_past() {
    for (old, new) in
        [("uses npm", "uses pnpm"), ("prefers coffee", "prefers tea"), ("更爱喝咖啡", "更爱喝茶")]
    {
        let text = after(&format!("- {old}  added:2026-01-05\n"), &input(None, new));
        let all = read(&text);
        let of = |value: &str| all.iter().find(|fact| fact.value == value).unwrap();
        assert!(!of(new).retired && of(old).retired, "{text}");
        assert_eq!(of(old).marks.added, Some(date(2026, 1, 5)));
    }
}

#[test]
fn a_page_without_facts_says_what_to_do() {
    let raw = Page::parse(PagePath::parse("notes/x").unwrap(), "- a: b\n");
    let problem = retire(&raw, schema(), "a", None, TODAY).unwrap_err();
    assert_eq!(problem, FactProblem::NoFacts { page_type: None });
    assert!(problem.hint().contains("type:"));
    for key in ["", "a: b", "12:30", "http://x", "- a", &"k".repeat(61)] {
        let problem = set(&page(""), schema(), &input(Some(key), "v")).unwrap_err();
        assert!(matches!(problem, FactProblem::Key { .. }), "{key}");
    }
    assert_eq!(set(&page(""), schema(), &input(None, " \n ")).unwrap_err(), FactProblem::Empty);
}

#[test]
fn what_is_stated_on_a_page_without_a_type_is_replaced_and_its_own_list_is_not() {
    let stranger = "# X\n\n- a: b\n- a: other\n- likes tea\n";
    let raw = |text: &str| Page::parse(PagePath::parse("notes/x").unwrap(), text);
    let said = |text: &str, value: &str| {
        let change = set(&raw(text), schema(), &input(Some("a"), value)).unwrap();
        (apply(&raw(text), edits(&change)).unwrap(), change)
    };
    let (first, change) = said(stranger, "c");
    assert!(matches!(change, FactChange::NearDuplicate { .. }), "{change:?}");
    assert!(first.starts_with(stranger) && first.contains("- a: c  added:2026-05-20"), "{first}");
    let (second, change) = said(&first, "d");
    assert!(matches!(change, FactChange::Replaced { .. }), "{change:?}");
    assert!(second.starts_with(stranger) && second.contains("- ~~a: c~~"), "{second}");
    let denied = set(&raw(stranger), schema(), &input(None, "no longer likes tea")).unwrap();
    assert!(
        matches!(denied, FactChange::Added(_) | FactChange::NearDuplicate { .. }),
        "{denied:?}"
    );
    let same = set(&raw(stranger), schema(), &input(Some("a"), "b")).unwrap();
    assert_eq!(same, FactChange::Unchanged);
    let read = facts(&raw(&second), schema());
    assert_eq!(read.iter().filter(|it| !it.retired).count(), 1, "{read:?}");
}

#[test]
fn an_item_with_a_lone_carriage_return_is_no_place_for_facts() {
    let text = "- Release: 1\r- B: 2\r";
    let problem = set(&page(text), schema(), &input(Some("Release"), "2")).unwrap_err();
    assert_eq!(problem, FactProblem::LoneReturn { line: 1 });
    assert!(retire(&page(text), schema(), "Release", None, TODAY).is_err());
}

#[test]
fn a_fact_stands_under_the_title_and_not_under_the_last_heading() {
    let text = "---\ntype: project\n---\n\n# T\n\n## Goal\n\n## Open items\n";
    let first = after(text, &input(Some("Release"), "1 May"));
    assert_eq!(
        first,
        "---\ntype: project\n---\n\n# T\n\n- Release: 1 May  added:2026-05-20\n\n## Goal\n\n## Open items\n"
    );
    let listed = first.replace("## Goal\n", "## Goal\n\n- walk\n");
    let second = after(&listed, &input(Some("Owner"), "Ann"));
    assert!(second.contains("- Release: 1 May  added:2026-05-20\n- Owner: Ann"), "{second}");
    let listed = text.replace("items\n", "items\n\n- buy paint\n");
    let keyed = after(&listed, &input(Some("Release"), "1 May"));
    assert!(keyed.contains("# T\n\n- Release: 1 May"), "{keyed}");
    let none = after("---\ntype: project\n---\n## Log\n\nText.\n", &input(Some("a"), "b"));
    assert!(none.contains("---\n- a: b  added:2026-05-20\n\n## Log"), "{none}");
}

#[test]
fn a_retired_fact_keeps_its_block_id_and_a_replaced_one_leaves_it() {
    for text in ["- Release: 1 ^rel\n", "- Release: 1 ^rel\n  - why\n"] {
        let page = page(text);
        let change = retire(&page, schema(), "^rel", None, TODAY).unwrap();
        let done = apply(&page, edits(&change)).unwrap();
        assert!(done.contains("- ~~Release: 1~~ superseded:2026-05-20 ^rel\n"), "{done}");
    }
    let replaced = after("- Release: 1 ^rel\n", &input(Some("Release"), "2"));
    assert_eq!(replaced.matches("^rel").count(), 1, "{replaced}");
    assert!(replaced.contains("- Release: 2  added:2026-05-20 ^rel"), "{replaced}");
}

#[test]
fn a_fact_is_retired_by_key_block_or_text() {
    let text =
        "# T\n\n- Release: Friday  added:2026-05-18 ^r1\n- likes tea\n- Group: x\n  - nested\n";
    let done = |which: &str| {
        let page = page(text);
        let change = retire(&page, schema(), which, None, TODAY).unwrap();
        apply(&page, edits(&change)).unwrap()
    };
    let by_key = done("release");
    assert_eq!(by_key, done("^r1"));
    assert_eq!(by_key, done("Release: Friday"));
    assert_eq!(
        by_key,
        "# T\n\n- likes tea\n- Group: x\n  - nested\n\n## History\n\n- ~~Release: Friday~~ added:2026-05-18 superseded:2026-05-20 ^r1\n"
    );
    assert!(done("Likes  tea").contains("- ~~likes tea~~ superseded:2026-05-20"));
    assert!(
        done("group").contains("- ~~Group: x~~ superseded:2026-05-20\n  - nested\n"),
        "{}",
        done("group")
    );
    let missing = retire(&page(text), schema(), "Relaese", None, TODAY).unwrap_err();
    assert!(missing.hint().contains("Release"), "{}", missing.hint());
    let twice = page("- a: 1\n- a: 2\n");
    assert!(matches!(
        retire(&twice, schema(), "a", None, TODAY).unwrap(),
        FactChange::Candidates(_)
    ));
}

#[test]
fn facts_under_other_items_or_headings_are_said_of_other_things() {
    let team =
        "- Ada\n  - role: dev\n  - status: active\n- Bob\n  - role: lead\n  - status: active\n";
    let homes = "## Home\n\n- phone: 1\n\n## Work\n\n- phone: 1\n";
    let change = set(&page(team), schema(), &input(Some("role"), "dev")).unwrap();
    assert!(matches!(change, FactChange::Candidates(both) if both.len() == 2));
    for (text, which) in [(team, "status"), (team, "status: active"), (homes, "phone")] {
        let change = retire(&page(text), schema(), which, None, TODAY).unwrap();
        assert!(matches!(change, FactChange::Candidates(both) if both.len() == 2), "{which}");
    }
}

#[test]
fn of_one_thing_a_value_said_again_holds_and_what_is_said_twice_goes_together() {
    let ada = "- Ada\n  - role: dev\n  - role: lead\n- Bob\n";
    let held = after(ada, &input(Some("role"), "lead"));
    assert!(
        held.starts_with("- Ada\n  - role: lead\n- Bob\n\n## History\n\n- ~~role: dev~~"),
        "{held}"
    );
    let twice = page("- Ada\n  - role: dev\n  - role: dev\n- Bob\n");
    let change = retire(&twice, schema(), "role", None, TODAY).unwrap();
    let done = apply(&twice, edits(&change)).unwrap();
    assert!(done.starts_with("- Ada\n- Bob\n\n## History\n"), "{done}");
}

#[test]
fn a_nested_fact_leaves_with_its_indent_and_the_items_after_it_stay_where_they_are() {
    let ends = [("\n", "  "), ("\r\n", "  "), ("\n", "\t")];
    for (eol, indent) in ends {
        let text =
            format!("- Ada{eol}{indent}- role: dev{eol}{indent}- status: active{eol}- Bob{eol}");
        let kept = page(&text);
        for (which, left) in [
            ("role", format!("- Ada{eol}{indent}- status: active{eol}- Bob{eol}")),
            ("status", format!("- Ada{eol}{indent}- role: dev{eol}- Bob{eol}")),
        ] {
            let change = retire(&kept, schema(), which, None, TODAY).unwrap();
            let done = apply(&kept, edits(&change)).unwrap();
            assert!(done.starts_with(&format!("{left}{eol}## History")), "{done:?}");
        }
    }
}

#[test]
fn a_value_added_to_a_nested_set_stands_beside_the_others() {
    assert_eq!(
        after("- Team\n  - Member: Ada\n  - Lead: Bob\n", &input(Some("Member"), "Cy")),
        "- Team\n  - Member: Ada\n  - Member: Cy  added:2026-05-20\n  - Lead: Bob\n"
    );
}

#[test]
fn a_caret_in_a_text_is_no_block_id() {
    let text = after("---\ntype: project\n---\n", &input(None, "line must match ^foo"));
    assert!(text.contains("- line must match \\^foo  added:2026-05-20"), "{text}");
    assert_eq!(only(&text).block_id, None);
    let text = after("---\ntype: project\n---\n", &input(None, "a: 5  expires:2026-06-01 ^x"));
    assert_eq!(
        (only(&text).value.as_str(), only(&text).marks.expires),
        ("5 \\^x", Some(date(2026, 6, 1)))
    );
}

#[test]
fn a_text_written_as_a_fact_is_that_fact_with_its_marks() {
    let head = "---\ntype: project\n---\n";
    for typed in ["[🔴HIGH] a: 5", "- [🔴HIGH] a: 5", "[🔴HIGH] · a: 5"] {
        let fact = only(&after(head, &input(None, typed)));
        assert_eq!((fact.key.as_deref(), fact.value.as_str()), (Some("a"), "5"), "{typed}");
        assert_eq!(fact.marks.priority, Some(Priority::High), "{typed}");
    }
    let fact = only(&after(head, &input(None, "- [x-tag] k: v  added:2026-01-02")));
    assert_eq!((fact.key.as_deref(), fact.value.as_str()), (Some("k"), "v"));
    assert_eq!(
        (fact.marks.tags, fact.marks.added),
        (vec!["x-tag".to_owned()], Some(date(2026, 1, 2)))
    );
    let fact = only(&after(head, &input(None, "- a: 5")));
    assert_eq!((fact.key.as_deref(), fact.value.as_str()), (Some("a"), "5"));
}

#[test]
fn a_text_of_nothing_to_see_is_empty() {
    let page = page("---\ntype: project\n---\n");
    for typed in ["\u{200b}\u{200d}", "\u{1}\u{7f}", " \u{feff}\n"] {
        for key in [None, Some("a")] {
            let refused = set(&page, schema(), &input(key, typed)).unwrap_err();
            assert_eq!(refused, FactProblem::Empty, "{typed:?}");
        }
    }
}

#[test]
fn a_source_of_several_words_stays_readable() {
    let mut asked = input(Some("Release"), "Friday");
    asked.marks.source = Some("notes of the  board, p. 5".to_owned());
    let text = after("---\ntype: project\n---\n", &asked);
    assert!(text.contains("source:\"notes of the board, p. 5\""), "{text}");
    assert_eq!(only(&text).marks.source.as_deref(), Some("notes of the board, p. 5"));
    assert_eq!(only("- a: 5  source:\"b c\" [tag]\n").marks.source.as_deref(), Some("b c"));
}

#[test]
fn a_key_without_a_value_is_filled_in_place() {
    for (line, filled) in [
        ("- owner:", "- owner: Ada  added:2026-05-20"),
        ("* **Owner:**", "* **Owner:** Ada  added:2026-05-20"),
        ("- **Owner**:", "- **Owner**: Ada  added:2026-05-20"),
        ("- owner：", "- owner：Ada  added:2026-05-20"),
    ] {
        let text = format!("---\ntype: project\n---\n- a: 1\n{line}\n- z: 2\n");
        assert_eq!(after(&text, &input(Some("owner"), "Ada")), text.replace(line, filled));
    }
    let list = "---\ntype: project\n---\n- owner:\n  - Ada\n";
    assert!(after(list, &input(Some("owner"), "Bob")).starts_with(list));
}
