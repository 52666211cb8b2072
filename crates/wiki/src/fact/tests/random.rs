//! Any page and any fact: nothing is lost, doubled or changed that nobody asked to change.

use proptest::prelude::*;

use super::*;

fn pages() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "# Title\n",
        "## History\n",
        "## Other\n",
        "\n",
        "Text.\n",
        "- Key: one\n",
        "* key: two  added:2026-01-01\n",
        "- free text\n",
        "- [🟢LOW] · free\n",
        "  - nested: x\n",
        "1. First: y ^id\n",
        "- [ ] Key: task\n",
        "> - Key: quoted\n",
        "```\n",
        "- Key: crlf\r\n",
        "- likes tea\n",
        "- uses npm",
        "<!-- gen:start -->\n",
        "<!-- gen:end -->\n",
        "- 10:30 x\n",
        "- [CTX] Key: three\n",
        "- Key: four expires:2027-01-01 [HIGH]\n",
        "---\ntype: project\n---\n",
        "- ~~Key: zero~~ superseded:2026-01-01\n",
        "- Wide：值\n",
    ]);
    prop::collection::vec(line, 0..14).prop_map(|lines| lines.concat())
}

fn inputs() -> impl Strategy<Value = FactInput> {
    let key = prop::option::of(prop::sample::select(vec![
        "Key", "first", "new key", "值", "member", "wide",
    ]));
    let value = prop::sample::select(vec![
        "one",
        "likes tea",
        "no longer likes tea",
        "uses pnpm",
        "10:30 x",
        "x  added:2026-01-01",
        "~~x~~",
        "a ^id",
        "- dash",
        "[LOW] · dotted",
        "a: b",
        "free text",
        "ends:",
        "值：二",
        "1. one",
        "[ ] task",
        "# no",
        "> quote",
        "```",
        "<!-- c",
        "x expires:2027-01-01",
        "shift [ENTER]",
        "red [HIGH]",
        "[CTX] [HIGH] Key: red confidence:0.5",
        "expires:2027-01-01",
        "added:2026-01-01 expires:2027-01-01 [A]",
        "a: expires:2027-01-01",
    ]);
    (key, value, prop::option::of(Just("Other".to_owned())), any::<u8>()).prop_map(
        |(key, value, heading, flags)| {
            let mut marks = Marks::default();
            if flags & 1 == 1 {
                marks.priority = Some(Priority::High);
            }
            if flags & 2 == 2 {
                marks.expires = Some(date(2027, 1, 1));
            }
            FactInput {
                key: key.map(str::to_owned),
                value: value.to_owned(),
                heading,
                marks,
                today: TODAY,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn setting_a_fact_twice_changes_nothing_the_second_time(text in pages(), input in inputs()) {
        let page = page(&text);
        if let Ok(change) = set(&page, schema(), &input) {
            let once = apply(&page, edits(&change)).unwrap();
            let again = Page::parse(page.path.clone(), once.as_str());
            let second = set(&again, schema(), &input).unwrap();
            let settled = matches!(second, FactChange::Unchanged | FactChange::Candidates(_));
            prop_assert!(settled, "{:?} gave {:?} and then {:?}", change, once, second);
        }
    }

    #[test]
    fn what_is_not_replaced_stays_byte_for_byte(text in pages(), input in inputs()) {
        let page = page(&text);
        if let Ok(change) = set(&page, schema(), &input) {
            let new = apply(&page, edits(&change)).unwrap();
            let old: Vec<_> = match &change {
                FactChange::Replaced { old, .. } => old.iter().map(|fact| fact.span.clone()).collect(),
                _ => Vec::new(),
            };
            let replaced = page.items.iter().filter(|item| edits(&change).iter().any(|edit| {
                matches!(edit, Edit::Splice(splice) if splice.span == item.content && !splice.span.is_empty())
            }));
            let mut gone = old;
            gone.extend(replaced.map(|item| item.span.clone()));
            gone.sort_by_key(|span| span.start);
            let (mut at, mut from) = (0, 0);
            for span in gone.into_iter().chain(std::iter::once(text.len()..text.len())) {
                if span.start < at { continue; }
                for line in text[at..span.start].split_inclusive('\n') {
                    let found = new[from..].find(line.trim_end_matches(['\n', '\r']));
                    prop_assert!(found.is_some(), "{:?} lost {:?}: {:?}", text, line, new);
                    from += found.unwrap_or(0) + line.trim_end_matches(['\n', '\r']).len();
                }
                at = span.end;
            }
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in any::<String>()) {
        let _facts = read(&format!("- {text}"));
        let _pair = split_pair(&text);
        let _change = set(&page(&text), schema(), &input(None, &text));
    }
}
