//! Nasty pages from a fixed seed: whatever stands in them, their spans cover them once, and an edit
//! changes only its own bytes.

use proptest::prelude::*;

use crate::edit::{Edit, FieldValue, Splice, apply};
use crate::head::{self, HeadKind};
use crate::page::Page;
use crate::path::PagePath;

/// A small generator with a fixed sequence (SplitMix64), so that a failure can be had again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % sides as u64).unwrap()
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.roll(from.len())]
    }
}

const HEAD_LINES: &[&str] = &[
    "title: Ada",
    "title: \"A: b\" # c",
    "tags: [a, 'b']",
    "tags:",
    "  - x",
    "- y # z",
    "# not a heading",
    "n: NO",
    "v: 1.10",
    "x: |",
    "  text",
    "bad: a: b",
    "\t- t",
    "k: \"open",
    "a: &a [1]",
    "b: *a",
    "up: \"[[Ada|A]]\"",
    "m: {a: 1}",
    "empty:",
    "",
    "标题: 你好",
    "🚀: x",
    "d: >-",
    "'q': '''",
    "? c",
    "...",
    "dup: 1",
    "dup: 2",
];

const LINES: &[&str] = &[
    "# H",
    "## Facts",
    "### H #",
    "#no",
    "T\n===",
    "T\n---",
    "text",
    "",
    "",
    "  ",
    "\t",
    "- a",
    "  - b",
    "    - c",
    "- [ ] t",
    "- [x] d",
    "1. one",
    "* - nested",
    "> quote",
    "> - q",
    "> > # q",
    "> **A** · now\n> hi [[no]]\n> ^D1",
    "```",
    "~~~",
    "````md",
    "    code",
    "`span",
    "`[[c]]`",
    "``` x ```",
    "| a | b |\n|---|---|\n| [[g\\|h]] | `|` |",
    "[[Ada]]",
    "![[e#h|s]]",
    "[x](a%20b.md#h 'T')",
    "[x](<a b.md>)",
    "[r][d]",
    "[d]: x.md \"t\"",
    "\\[[no]]",
    "<!-- c -->",
    "<!-- open",
    "-->",
    "<!-- memopage:begin X -->",
    "<!-- memopage:end -->",
    "%%",
    "%% c %% x",
    "50%%",
    "<div>",
    "</div>",
    "<pre>\n[[x]]\n</pre>",
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> b",
    "---",
    "***",
    "+++",
    "你好，世界",
    "🚀 é e\u{301}",
    "$x$ $$",
    "a\0b",
    "a\rb",
    "\u{feff}",
    "\u{2028}",
    "[[a]b]]",
    "[[[a]]]",
    "^id",
    "&amp; \\# <b a=\"[[x]]\">",
    "{",
    "}",
];

fn nasty(dice: &mut Dice) -> String {
    let eols: &[&str] = match dice.roll(4) {
        0 => &["\r\n"],
        1 => &["\n", "\r\n"],
        _ => &["\n"],
    };
    let mut text = String::new();
    if dice.roll(6) == 0 {
        text.push('\u{feff}');
    }
    if dice.roll(2) == 0 {
        let fence = dice.pick(&["---", "---", "---", "+++", "--- "]);
        text += fence;
        text += dice.pick(eols);
        for _ in 0..dice.roll(7) {
            text += dice.pick(HEAD_LINES);
            text += dice.pick(eols);
        }
        if dice.roll(8) > 0 {
            text += fence;
            text += dice.pick(eols);
        }
    }
    for _ in 0..dice.roll(14) {
        let indent = dice.pick(&["", "", "", "", "  ", "    ", "\t", "> ", "- "]);
        text += indent;
        text += &dice.pick(LINES).replace('\n', dice.pick(eols));
        text += dice.pick(eols);
    }
    if dice.roll(3) == 0 {
        text.truncate(text.trim_end_matches(['\r', '\n']).len());
    }
    text
}

fn page(text: &str) -> Page {
    Page::parse(PagePath::parse("notes/page").unwrap(), text)
}

/// Each byte is in the BOM, the head or exactly one section; every other span is whole characters.
fn check_spans(page: &Page) {
    let bom = if page.text.starts_with('\u{feff}') { 3 } else { 0 };
    assert_eq!(page.head.span.start, bom);
    assert_eq!(page.head.span.end, page.body);
    let mut at = page.body;
    for (index, section) in page.sections.iter().enumerate() {
        assert_eq!(section.span.start, at);
        at = section.span.end;
        assert_eq!(section.heading_span.start, section.span.start);
        assert!(
            section.heading_span.end <= section.span.end
                && page.text.get(section.heading_span.clone()).is_some()
        );
        assert_eq!(section.level == 0, index == 0);
        assert!(
            section
                .parent
                .is_none_or(|parent| parent < index && page.sections[parent].level < section.level)
        );
    }
    assert_eq!(at, page.text.len());
    let mut entry_end = bom;
    for entry in &page.head.entries {
        if page.head.kind == HeadKind::Yaml {
            assert!(entry.span.start >= entry_end, "{:?}", page.text);
        }
        entry_end = entry.span.end;
        assert!(page.head.span.start <= entry.span.start && entry.span.end <= page.head.span.end);
        assert!(
            entry.span.start <= entry.value_span.start && entry.value_span.end <= entry.span.end,
            "{:?}",
            page.text
        );
        assert!(
            page.text.get(entry.span.clone()).is_some()
                && page.text.get(entry.value_span.clone()).is_some()
        );
    }
    check_parts(page);
    let lines = page.text.split('\n').count();
    assert!(page.problems.iter().all(|problem| (1..=lines).contains(&problem.line)));
}

/// Items, links, code and generated blocks lie within the page, in order, on whole characters.
fn check_parts(page: &Page) {
    for item in &page.items {
        assert!(
            page.text.get(item.span.clone()).is_some()
                && page.text.get(item.content.clone()).is_some()
        );
        assert!(
            item.span.start < item.content.start && item.content.end <= item.span.end,
            "{:?}",
            page.text
        );
        let section = &page.sections[item.section].span;
        assert!(
            section.start <= item.span.start && item.span.end <= section.end,
            "{:?}",
            page.text
        );
    }
    for pair in page.items.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{:?}", page.text);
    }
    for link in &page.links {
        assert!(
            page.text.get(link.span.clone()).is_some()
                && page.text.get(link.target_span.clone()).is_some()
        );
        assert!(
            link.span.start <= link.target_span.start && link.target_span.end <= link.span.end,
            "{:?}",
            page.text
        );
    }
    for pair in page.opaque.windows(2) {
        assert!(pair[0].end <= pair[1].start);
    }
    for range in &page.opaque {
        assert!(page.body <= range.start && page.text.get(range.clone()).is_some());
    }
    for block in &page.generated {
        assert!(block.span.start < block.inner.start && block.inner.end < block.span.end);
    }
}

fn boundary(page: &Page, dice: &mut Dice, from: usize) -> usize {
    let mut at = from + dice.roll(page.text.len() - from + 1);
    while !page.text.is_char_boundary(at) {
        at += 1;
    }
    at
}

const VALUES: &[&str] = &[
    "new",
    "a: b",
    "# x",
    "- y",
    "\"q\"",
    "it's",
    "",
    " pad ",
    "one\ntwo",
    "one\n\n  two\n",
    "[[Ada]]",
    "null",
    "你好",
    "a\tb",
    "x\u{0}y",
    "*a",
    "{",
    "2024-01-02",
    "\r\n",
    "a\rb",
    "~",
    "---",
];

/// One random edit, and the bytes of the page that it may touch.
fn random_edit(page: &Page, dice: &mut Dice) -> (Edit, std::ops::Range<usize>) {
    let value = dice.pick(VALUES).to_owned();
    match dice.roll(6) {
        0 => {
            let (a, b) = (boundary(page, dice, page.body), boundary(page, dice, page.body));
            let span = a.min(b)..a.max(b);
            (Edit::Splice(Splice { span: span.clone(), text: value }), span)
        }
        1 => {
            let (a, b) = (boundary(page, dice, page.body), boundary(page, dice, page.body));
            let span = a.min(b)..a.max(b);
            let old = page.text[span.clone()].to_owned();
            (Edit::ReplaceText { old, new: value }, span)
        }
        2 => (Edit::ReplaceBody { text: value }, page.body..page.text.len()),
        3 => {
            let heading = [None, Some("Facts"), Some("H"), Some("New")][dice.roll(4)];
            (
                Edit::Append { heading: heading.map(str::to_owned), text: value },
                page.body..page.text.len(),
            )
        }
        4 => {
            let key = dice
                .pick(&["title", "tags", "x", "empty", "new", "up", "dup", "b", "m", "d"])
                .to_owned();
            let value = if dice.roll(2) == 0 {
                FieldValue::Text(value)
            } else {
                FieldValue::List(vec![value, dice.pick(VALUES).to_owned()])
            };
            (Edit::SetField { key, value }, page.head.span.clone())
        }
        _ => (
            Edit::RemoveField { key: dice.pick(&["title", "tags", "a", "dup"]).to_owned() },
            page.head.span.clone(),
        ),
    }
}

/// What an edit of this sort may change and what it must do.
fn check_edit(page: &Page, edit: &Edit, span: &std::ops::Range<usize>, after: &str) {
    let before = &page.text;
    assert_eq!(
        after.as_bytes()[..span.start],
        before.as_bytes()[..span.start],
        "{edit:?} of {before:?}"
    );
    assert!(
        after.len() >= before.len() - span.len() && after.ends_with(&before[span.end..]),
        "{edit:?} of {before:?}"
    );
    match edit {
        Edit::Append { .. } => {
            // Only something was put in: what stood before and behind is all there.
            let same_start = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
            let same_end =
                before.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
            assert!(same_start + same_end >= before.len(), "{edit:?} of {before:?} gave {after:?}");
        }
        Edit::SetField { key, value } => {
            let head = head::read(after, &mut Vec::new()).head;
            let written = page.head.key_as_written(key).unwrap_or(key);
            let texts: Vec<_> = match value {
                FieldValue::Text(text) => vec![text.replace("\r\n", "\n")],
                FieldValue::List(texts) => {
                    texts.iter().map(|text| text.replace("\r\n", "\n")).collect()
                }
            };
            let found = match head.get(written) {
                Some(head::Value::List(values)) => {
                    values.iter().filter_map(|v| v.as_text().map(str::to_owned)).collect()
                }
                Some(head::Value::Text(text)) => vec![text.clone()],
                other => panic!("{edit:?} of {before:?} gave {other:?}"),
            };
            assert_eq!(found, texts, "{edit:?} of {before:?}");
            for entry in page.head.entries.iter().filter(|entry| entry.key != *written) {
                assert!(
                    after.contains(&before[entry.span.clone()]),
                    "{edit:?} of {before:?} gave {after:?}"
                );
            }
        }
        Edit::RemoveField { key } => {
            assert_eq!(head::read(after, &mut Vec::new()).head.get(key), None);
        }
        _ => {}
    }
}

#[test]
fn twenty_thousand_nasty_pages_are_covered_once_and_edited_in_place() {
    let mut dice = Dice(20_260_520);
    let mut made = [0_usize; 2];
    for _ in 0..20_000 {
        let text = nasty(&mut dice);
        let before = page(&text);
        assert_eq!(before.text, text);
        check_spans(&before);
        let (edit, span) = random_edit(&before, &mut dice);
        match apply(&before, std::slice::from_ref(&edit)) {
            Ok(after) => {
                check_edit(&before, &edit, &span, &after);
                check_spans(&page(&after));
                made[0] += 1;
            }
            Err(_) => made[1] += 1,
        }
    }
    assert!(made[0] > 12_000, "too many edits were refused: {made:?}");
}

proptest! {
    #[test]
    fn any_text_is_a_page(text in any::<String>()) {
        check_spans(&page(&text));
    }

    #[test]
    fn any_marks_are_a_page(text in "[-#>*+`~\\[\\]()|<!%:{}\"'\\\\$^&_=.0a \t\r\n\u{feff}é]{0,80}") {
        check_spans(&page(&text));
        check_spans(&page(&format!("---\n{text}\n---\n{text}")));
    }

    #[test]
    fn any_value_of_a_field_comes_back(value in any::<String>(), old in "[a-z\"' #:|-]{0,12}") {
        let before = page(&format!("---\nfirst: 1\nkey: {old}\nlast: 2\n---\nbody"));
        let edit = Edit::SetField { key: "key".into(), value: FieldValue::Text(value.clone()) };
        if let Ok(after) = apply(&before, &[edit]) {
            let after = page(&after);
            prop_assert_eq!(after.head.text("key"), Some(value.replace("\r\n", "\n")));
            prop_assert_eq!(after.head.text("last"), Some("2".to_owned()));
        }
        let made = super::new_page(&[("key".into(), FieldValue::List(vec![value.clone(), value.clone()]))], "body");
        let value = head::Value::Text(value.replace("\r\n", "\n"));
        let found = page(&made).head.get("key").cloned();
        prop_assert_eq!(found, Some(head::Value::List(vec![value.clone(), value])));
    }
}
