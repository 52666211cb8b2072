use proptest::prelude::*;

use super::*;

fn turn(id: &str, speaker: &str, at: Option<&str>, text: &str) -> Turn {
    Turn { id: id.into(), speaker: speaker.into(), at: at.map(Into::into), text: text.into() }
}

fn session(turns: Vec<Turn>) -> Session {
    let at = Some(jiff::civil::date(2023, 5, 8).at(13, 56, 0, 0));
    Session { id: "s-1".into(), at, turns, ..Session::default() }
}

/// Writes the session, parses its pages, and gives the turns back.
fn round_trip(session: &Session) -> Vec<Turn> {
    let mut back = Vec::new();
    for (path, text) in render(session, &[]) {
        let page = Page::parse(path, text);
        back.extend(turns(&page).into_iter().map(|span| Turn {
            text: span.text(&page.text),
            id: span.id,
            speaker: span.speaker,
            at: span.at,
        }));
    }
    back
}

#[test]
fn a_turn_is_a_quoted_block_with_its_id() {
    let said =
        turn("D1:3", "Caroline", Some("2023-05-08 13:56"), "I went to a support group yesterday.");
    let pages = render(&session(vec![said]), &[]);
    assert_eq!(pages.len(), 1);
    assert!(pages[0].1.ends_with(
        "# I went to a support group yesterday\n\n\
         > **Caroline** · 2023-05-08 13:56 · D1:3\n\
         > I went to a support group yesterday.\n\
         > ^D1-3\n"
    ));
}

#[test]
fn any_text_comes_back_as_it_was() {
    let texts = [
        "",
        "one line",
        "two\nlines",
        "ends with a line end\n",
        "\n\n",
        "CRLF\r\nand CR\rhere\r",
        "> quoted\n>\n> ^fake",
        "^x",
        "text ^t1\n\\^t1\n\\\\^a-b  ",
        "```\nunclosed fence\n\n# not a heading\n- not: a fact\n[[not a link]]",
        "<!-- memopage:begin summary -->\nx\n<!-- memopage:end -->\n%% open",
        "---\ntype: evil\n---\n  indented\n\ttab ",
        "我去年去了上海。\n\n很好",
        "nul \0 and \u{2028} and \u{85}",
    ];
    let said: Vec<Turn> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| turn(&format!("t{}", n + 1), "user", None, text))
        .collect();
    assert_eq!(round_trip(&session(said.clone())), said);
}

#[test]
fn speakers_ids_and_times_come_back() {
    let said = vec![
        turn("D1:3", "**Bold** \\ *name*", Some("1:56 pm on 8 May, 2023"), "a"),
        turn("D1-3", "Ada · Byron", None, "b"),
        turn("D1:3", "Ada", Some("D1:3"), "c"),
        turn("2023-05-08-13-56", "Ada", Some("2023-05-08 13:56"), "d"),
        turn("a · b", "Ada", Some("x · y"), "e"),
        turn("轮次", "小明", None, "f"),
        turn("轮次", "小明", Some("昨天"), "g"),
    ];
    assert_eq!(round_trip(&session(said.clone())), said);
}

#[test]
fn a_long_session_has_parts_under_one_id_and_each_block_id_once() {
    let said: Vec<Turn> =
        (0..2_500).map(|n| turn("same", "user", None, &format!("turn {n}"))).collect();
    let whole = session(said.clone());
    let pages = render(&whole, &[]);
    assert_eq!(pages.len(), 3);
    assert!(pages[1].0.as_str().ends_with(" (part 2)"), "{}", pages[1].0);
    let mut ids = HashSet::new();
    for (path, text) in &pages {
        let page = Page::parse(path.clone(), text.clone());
        assert_eq!(page.head.text("id").as_deref(), Some("s-1"));
        assert_eq!(page.head.text("type").as_deref(), Some("session"));
        assert!(turns(&page).into_iter().all(|turn| ids.insert(turn.block_id)));
    }
    assert_eq!(round_trip(&whole), said);
}

#[test]
fn the_head_says_what_the_session_is_and_given_fields_win() {
    let mut whole = session(vec![
        turn("1", "Ada", None, "Shall we release on Friday or wait for the audit to finish?"),
        turn("2", "assistant", None, "Wait."),
    ]);
    whole.source = Some("chat.json".into());
    let fields = [
        ("scope".to_owned(), FieldValue::Text("site".into())),
        ("source".to_owned(), FieldValue::Text("export".into())),
    ];
    let (path, text) = render(&whole, &fields).remove(0);
    assert!(path.as_str().starts_with("sessions/2023-05-08-"), "{path}");
    let page = Page::parse(path, text);
    assert_eq!(page.head.text("created_at").as_deref(), Some("2023-05-08 13:56"));
    assert_eq!(page.head.text("scope").as_deref(), Some("site"));
    assert_eq!(page.head.list("source"), ["export"]);
    assert_eq!(page.head.list("participants"), ["Ada", "assistant"]);
    assert_eq!(page.title(), "Shall we release on Friday or wait for");
    assert!(is_session(&page));
}

#[test]
fn the_topic_is_the_first_telling_sentence() {
    let topic = |texts: &[&str]| {
        let said = texts.iter().map(|text| turn("", "user", None, text)).collect();
        topic::topic(&session(said))
    };
    assert_eq!(
        topic(&["Hi!", "Hello there. How do I pickle cucumbers at home?"]),
        "How do I pickle cucumbers at home"
    );
    assert_eq!(topic(&["你好", "下周三发布新版本，请准备说明"]), "下周三发布新版本，请准备说明");
    assert_eq!(topic(&["", "ok"]), "ok");
    assert_eq!(topic(&["../../etc/passwd: [[x]] | <b>"]), "etc passwd x b");
    assert_eq!(topic(&[]), "s-1");
    let hostile = topic(&["x".repeat(100_000).as_str()]);
    assert!(hostile.len() <= 80);
}

#[test]
fn a_page_elsewhere_that_quotes_somebody_is_no_session() {
    let text = "> **Ada** · 2023\n> said\n> ^t1\n";
    let parse = |path: &str| Page::parse(PagePath::parse(path).unwrap(), text);
    assert!(turns(&parse("people/ada")).is_empty());
    assert_eq!(turns(&parse("sessions/x")).len(), 1);
    let plain = Page::parse(PagePath::parse("sessions/readme").unwrap(), "> just a quote\n");
    assert!(!is_session(&plain));
}

#[test]
fn a_page_with_converted_line_ends_gives_the_same_text() {
    let (path, text) = render(&session(vec![turn("1", "Ada", None, "one\ntwo")]), &[]).remove(0);
    let page = Page::parse(path, text.replace('\n', "\r\n"));
    assert_eq!(turns(&page)[0].text(&page.text), "one\ntwo");
}

proptest! {
    #[test]
    fn turns_round_trip(
        texts in proptest::collection::vec("[a^>\\\\ \n\r\t#-`*<!0-9一]{0,30}", 1..6),
        speaker in "[a-zA-Z*\\\\·一][a-zA-Z*\\\\·]{0,6}",
        id in "[a-z0-9:·-]{1,5}",
        at in proptest::option::of("[0-9:·a-]{1,6}"),
    ) {
        let said: Vec<Turn> =
            texts.iter().map(|text| turn(&id, &speaker, at.as_deref(), text)).collect();
        prop_assert_eq!(round_trip(&session(said.clone())), said);
    }
}

#[test]
fn c010_a_secret_in_the_first_turn_names_no_file() {
    let session = Session {
        id: "s1".to_owned(),
        turns: vec![turn("1", "Ada", None, "密钥sk-test-AAAABBBBCCCCDDDD1234已更新")],
        ..Session::default()
    };
    let (path, text) = render(&session, &[]).remove(0);
    assert!(!path.as_str().to_lowercase().contains("aaaabbbb"), "{path}");
    assert!(!text.lines().take(8).any(|line| line.starts_with("title") && line.contains("AAAA")));
    let named =
        Session { topic: Some("rotate sk-test-AAAABBBBCCCCDDDD1234".to_owned()), ..session };
    assert_eq!(render(&named, &[])[0].0.as_str(), "sessions/rotate");
}
