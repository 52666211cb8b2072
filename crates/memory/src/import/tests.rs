use jiff::tz::TimeZone;

use super::*;

fn read_text(name: &str, text: &str) -> Imported {
    parse(detect(name, text), name, text, &TimeZone::UTC)
}

/// Each session as `id at: speaker/turn-id: text | …`.
fn shown(imported: &Imported) -> Vec<String> {
    let session = |session: &Session| {
        let turns: Vec<String> = session
            .turns
            .iter()
            .map(|turn| format!("{}/{}: {}", turn.speaker, turn.id, turn.text))
            .collect();
        let at = session.at.map(minute).unwrap_or_default();
        format!("{} {at}: {}", session.id, turns.join(" | "))
    };
    imported.sessions.iter().map(session).collect()
}

fn places(imported: &Imported) -> Vec<&str> {
    imported.problems.iter().map(|problem| problem.place.as_str()).collect()
}

#[test]
fn formats_are_recognised_by_content() {
    for (name, text, format) in [
        ("a.json", r#"[{"question_id":"q","haystack_sessions":[]}]"#, Format::LongMemEval),
        ("a.json", r#"[{"conversation":{"session_1":[{"dia_id":"D1:1"}]}}]"#, Format::Locomo),
        ("a.jsonl", r#"{"role":"user","content":"the \"haystack_sessions\" key"}"#, Format::Chat),
        ("a.json", "\u{feff} {\"messages\":[]}", Format::Chat),
        ("a.md", "{", Format::Page),
        ("a.csv", "role,content", Format::Unknown),
        ("a.json", r#"{"x":1}"#, Format::Unknown),
    ] {
        assert_eq!(detect(name, text), format, "{text}");
    }
    assert_eq!(read_text("a.csv", "x").problems.len(), 1);
}

#[test]
fn damage_in_a_chat_is_told_once() {
    let turn = |text: &str| format!(r#"{{"role":"user","content":"{text}"}}"#);
    let ok = turn("hi");
    for (line, turns, problems) in [
        ("broken {".to_owned(), 0, 1),
        ("broken {\"role\": \"us".to_owned(), 0, 1),
        ("{ broken { {".to_owned(), 0, 1),
        (format!("words {ok}"), 1, 1),
        (format!("{ok} broken {{"), 1, 1),
        (format!("a {ok} b {ok}"), 2, 2),
        (format!("{{\"messages\": [{ok}, {{\"role\": \"us"), 1, 1),
        (format!("{{\"messages\": [{ok}, broken {{"), 1, 1),
        (format!("{{\"title\": x, \"messages\": [{ok}, {ok}]}}"), 2, 1),
    ] {
        let read = read_text("a.jsonl", &format!("{}\n{line}\n{}\n", turn("first"), turn("last")));
        let count: usize = read.sessions.iter().map(|it| it.turns.len()).sum();
        assert_eq!(
            (count, read.problems.len()),
            (turns + 2, problems),
            "{line}: {:?}",
            read.problems
        );
    }
}

#[test]
fn locomo_sessions_keep_dates_ids_and_captions() {
    let text = r#"[{"qa":[],"sample_id":"conv-1","conversation":{
        "speaker_a":"Ada","speaker_b":"Bo",
        "session_2_date_time":"12:09 am on 13 September, 2023","session_2":[{"speaker":"Bo","dia_id":"D2:1","text":"Hi"}],
        "session_1_date_time":"1:56 pm on 8 May, 2023","session_1":[
            {"speaker":"Ada","dia_id":"D1:1","text":"Look","img_url":["http://x"],"query":"dog","blip_caption":"a photo of a dog"},
            {"speaker":"Bo","dia_id":"D1:2"},
            "torn",
            {"speaker":"Bo","dia_id":"D1:3","text":"Nice"}]}},
        {"sample_id":"conv-2","conversation":7}]"#;
    let read = read_text("locomo.json", text);
    assert_eq!(
        shown(&read),
        [
            "conv-1-session-1 2023-05-08 13:56: Ada/D1:1: Look\n[image: a photo of a dog] | Bo/D1:3: Nice",
            "conv-1-session-2 2023-09-13 00:09: Bo/D2:1: Hi"
        ]
    );
    assert_eq!(
        places(&read),
        ["sample conv-1, session 1, turn 2", "sample conv-1, session 1, turn 3", "sample conv-2"]
    );
    assert_eq!(read.sessions[0].participants, ["Ada", "Bo"]);
    assert_eq!(read.sessions[0].turns[0].at.as_deref(), Some("2023-05-08 13:56"));
}

#[test]
fn longmemeval_sessions_are_read_once_and_a_torn_file_keeps_its_beginning() {
    let session = r#"[{"role":"user","content":"hello"},{"role":"assistant","content":""}]"#;
    let question = |id: &str, session_id: &str| {
        format!(
            r#"{{"question_id":"{id}","haystack_dates":["2023/05/20 (Sat) 02:21"],"haystack_session_ids":["{session_id}"],"haystack_sessions":[{session}]}}"#
        )
    };
    let text = format!(
        "[{},\n{},\n{{\"question_id\":\"q3\"}},\n{},\n{{\"question_id\":",
        question("q1", "s1"),
        question("q2", "s1"),
        question("q4", "s2")
    );
    let read = read_text("oracle.json", &text);
    assert_eq!(
        shown(&read),
        ["s1 2023-05-20 02:21: user/: hello", "s2 2023-05-20 02:21: user/: hello"]
    );
    assert_eq!(
        places(&read),
        ["session s1, turn 2", "question q3", "session s2, turn 2", "line 5"]
    );
}

#[test]
fn chat_lines_are_grouped_by_session() {
    let text = r#"{"session":"a","role":"user","content":"one","timestamp":"2026-03-05T08:15:00"}
{"session":"b","role":"Tom","content":[{"type":"text","text":"two"},{"type":"image_url"}],"id":"m7"}
{"session":"a","role":"assistant","content":"three","timestamp":"2026-03-05T08:15:52Z"}"#;
    let read = read_text("chats.jsonl", text);
    assert_eq!(
        shown(&read),
        ["a 2026-03-05 08:15: user/: one | assistant/: three", "b : Tom/m7: two\n[image_url]"]
    );
    assert!(read.problems.is_empty());
    assert_eq!(read.sessions[0].source.as_deref(), Some("chats.jsonl"));
}

#[test]
fn a_long_silence_starts_a_session_where_none_is_named() {
    let at = |time: &str| format!(r#"{{"role":"user","content":"x","timestamp":"{time}"}}"#);
    let text = [at("2026-03-05T08:00:00"), at("2026-03-05T12:00:00"), at("2026-03-05T16:00:01")];
    let read = read_text("logs/chat.jsonl", &text.join("\n"));
    let ids: Vec<&str> = read.sessions.iter().map(|session| session.id.as_str()).collect();
    assert_eq!(ids, ["chat", "chat-2"]);
    assert_eq!(read.sessions[0].turns.len(), 2);
}

#[test]
fn times_with_a_zone_are_turned_into_the_vaults() {
    let text = r#"[{"role":"user","content":"a","timestamp":"2026-11-29T02:30:00Z"},
        {"role":"user","content":"b","timestamp":1764383400},
        {"role":"user","content":"c","timestamp":"2026-11-28 18:30"}]"#;
    let zone = TimeZone::get("America/Los_Angeles").unwrap();
    let read = parse(Format::Chat, "a.json", text, &zone);
    let times: Vec<_> =
        read.sessions.iter().flat_map(|s| &s.turns).map(|turn| turn.at.clone().unwrap()).collect();
    assert_eq!(times, ["2025-11-28 18:30", "2026-11-28 18:30", "2026-11-28 18:30"]);
}

#[test]
fn turns_out_of_order_are_sorted_by_their_times_within_their_session() {
    let line = |session: &str, text: &str, at: &str| {
        let time = if at.is_empty() { String::new() } else { format!(r#","timestamp":"{at}""#) };
        let session =
            if session.is_empty() { String::new() } else { format!(r#","session":"{session}""#) };
        format!(r#"{{"role":"user","content":"{text}"{time}{session}}}"#)
    };
    let (first, second, third) = ("2026-01-01T00:00", "2026-01-02T00:00", "2026-01-03T00:00");
    let loose = [line("", "c", third), line("", "a", first), line("", "b", second)];
    let read = read_text("order.jsonl", &loose.join("\n"));
    let sessions = [
        "order 2026-01-01 00:00: user/: a",
        "order-2 2026-01-02 00:00: user/: b",
        "order-3 2026-01-03 00:00: user/: c",
    ];
    assert_eq!(shown(&read), sessions);
    assert_eq!(places(&read), ["the file"]);
    assert!(read.problems[0].is_kept && read.problems[0].message.contains("sorted"));

    let named = [line("s", "b", second), line("t", "x", third), line("s", "a", first)];
    let read = read_text("order.jsonl", &named.join("\n"));
    let sessions = ["s 2026-01-01 00:00: user/: a | user/: b", "t 2026-01-03 00:00: user/: x"];
    assert_eq!(shown(&read), sessions);
    assert_eq!(places(&read), ["session s"]);

    let some = [line("s", "b", second), line("s", "x", ""), line("s", "a", first)];
    let read = read_text("order.jsonl", &some.join("\n"));
    assert_eq!(shown(&read), ["s 2026-01-02 00:00: user/: b | user/: x | user/: a"]);
    assert!(read.problems[0].message.contains("left as they stand"), "{:?}", read.problems);

    // Clocks of two machines differ by seconds.
    let skew = [line("s", "a", "2026-01-01T00:00:30"), line("s", "b", "2026-01-01T00:00:10")];
    let read = read_text("order.jsonl", &skew.join("\n"));
    assert_eq!(shown(&read), ["s 2026-01-01 00:00: user/: a | user/: b"]);
    assert_eq!(read.problems, []);
}

#[test]
fn a_tree_of_messages_is_read_along_the_way_that_was_seen() {
    let node = |id: &str, parent: &str, role: &str, text: &str| {
        format!(
            r#""{id}":{{"id":"{id}","parent":"{parent}","message":{{"id":"{id}","author":{{"role":"{role}"}},"create_time":1764000000.5,"content":{{"content_type":"text","parts":["{text}"]}}}}}}"#
        )
    };
    let nodes = [
        r#""root":{"id":"root","parent":null,"message":null}"#.to_owned(),
        node("s", "root", "system", ""),
        node("a", "s", "user", "otters?"),
        node("b", "a", "assistant", "first answer"),
        node("c", "a", "assistant", "better answer"),
    ];
    let tree = |current: &str| {
        let nodes = nodes.join(",");
        format!(
            r#"[{{"title":"Otter chat","create_time":1764000000,"mapping":{{{nodes}}},"current_node":"{current}"}}]"#
        )
    };
    let read = read_text("conversations.json", &tree("c"));
    let said = ["conversations 2025-11-24 16:00: user/a: otters? | assistant/c: better answer"];
    assert_eq!(shown(&read), said);
    assert_eq!(read.sessions[0].topic.as_deref(), Some("Otter chat"));
    assert_eq!(read.problems.len(), 1);
    let told = &read.problems[0];
    assert!(told.is_kept && told.message.starts_with("1 other version"), "{told:?}");
    // A node that follows itself ends the way.
    let loops = r#"{"mapping":{"a":{"parent":"a","message":{"author":{"role":"user"},"content":{"parts":["x"]}}}},"current_node":"a"}"#;
    assert_eq!(read_text("loop.json", loops).sessions[0].turns.len(), 1);
    let sharegpt =
        r#"{"conversations":[{"from":"human","value":"yak?"},{"from":"gpt","value":"yes"}]}"#;
    assert_eq!(shown(&read_text("sg.json", sharegpt)), ["sg : human/: yak? | gpt/: yes"]);
}

#[test]
fn entries_of_one_line_are_told_apart() {
    let text = r#"[{"role":"user","content":"a"},{"x":1},{"y":2}]"#;
    let read = parse(Format::Chat, "a.json", text, &TimeZone::UTC);
    assert_eq!(places(&read), ["line 1, entry 2", "line 1, entry 3"]);
}

#[test]
fn c058_glued_objects_are_taken_apart() {
    let one = r#"{"role":"user","content":"a"}"#;
    let two = r#"{"role":"user","content":"b {"}"#;
    let read = read_text("spool.jsonl", &format!("{one}{two}\r\n\n{one}"));
    assert_eq!(read.sessions[0].turns.len(), 3);
    assert!(read.problems.is_empty());
}

#[test]
fn c059_c136_a_bad_record_costs_only_itself() {
    let good = r#"{"role":"user","content":"fine"}"#;
    let text = format!(
        "{good}\n{{\"x\":\n{good}\nplain words\n{{\"content\":\"nobody\"}}\n{{\"role\":\"user\",\"content\":null}}\n{good}\n{{\"role\":\"user\",\"cont"
    );
    let read = read_text("events.jsonl", &text);
    assert_eq!(read.sessions[0].turns.len(), 3);
    assert_eq!(places(&read), ["line 2", "line 4", "line 5", "line 6", "line 8"]);
}

#[test]
fn conversations_with_their_own_messages_are_sessions() {
    let text = r#"[{"id":"c1","title":"Trip plans","created_at":"2026-01-02T03:04:00","messages":[{"role":"user","content":"one"},{"role":"user"}]},
        {"name":"Second","chat_messages":[{"sender":"human","text":"two","uuid":"u1"}]}]"#;
    let read = read_text("export.json", text);
    assert_eq!(shown(&read), ["c1 2026-01-02 03:04: user/: one", "export : human/u1: two"]);
    assert_eq!(read.sessions[0].topic.as_deref(), Some("Trip plans"));
    assert_eq!(places(&read), ["line 1, message 2"]);
    let torn =
        r#"{"messages":[{"role":"user","content":"one"},{"role":"user","content":"two"},{"ro"#;
    let read = read_text("torn.json", torn);
    assert_eq!(read.sessions[0].turns.len(), 2);
    assert_eq!(read.problems.len(), 1);
}

#[test]
fn hostile_nesting_is_reported_and_costs_little() {
    let read = parse(Format::Chat, "a.jsonl", &"{\"a\":[\n".repeat(20_000), &TimeZone::UTC);
    assert_eq!(read.problems.len(), 20_000);
    let read = parse(Format::Chat, "a.jsonl", &"[".repeat(100_000), &TimeZone::UTC);
    assert_eq!(read, Imported::default());
    assert_eq!(parse(Format::Locomo, "a", &"[".repeat(100_000), &TimeZone::UTC).problems.len(), 1);
}

#[test]
fn a_folder_of_notes_is_taken_byte_for_byte() {
    let file = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
    let notes = folder::read([
        file("people/Ada.md", b"\xef\xbb\xbfone\r\n"),
        file("people/ada.md", b"two"),
        file(".obsidian/x.md", b"x"),
        file("a.markdown", b"x"),
        file("bad.md", b"\xff"),
        file("con.md", b"x"),
        file("pic.png", b"x"),
    ]);
    let pages: Vec<_> =
        notes.pages.iter().map(|(path, text)| (path.file(), text.as_str())).collect();
    assert_eq!(
        pages,
        [("people/Ada.md".to_owned(), "\u{feff}one\r\n"), ("a.markdown".to_owned(), "x")]
    );
    let problems: Vec<_> = notes.problems.iter().map(|problem| problem.place.as_str()).collect();
    assert_eq!(problems, ["people/ada.md", "bad.md", "con.md"]);
    assert_eq!(notes.others, ["pic.png"]);
}

#[test]
fn a_line_of_chat_that_is_an_empty_list_is_named() {
    let said = r#"{"role":"user","content":"one"}"#;
    for (text, lines, turns) in [
        (format!("{said}\n[]\n{said}\n"), vec!["line 2"], 2),
        (format!("{said}\n{said}\n\n[]"), vec!["line 4"], 2),
        (format!("[\n{said},\n[],\n{said}\n]\n"), vec!["line 3"], 2),
        (format!("[\n{said}\n]\n"), vec![], 1),
        (format!("{said}\n7\n[]\n"), vec!["line 2", "line 3"], 1),
    ] {
        let read = read_text("a.jsonl", &text);
        assert_eq!(places(&read), lines, "{text}");
        assert_eq!(read.sessions.iter().map(|it| it.turns.len()).sum::<usize>(), turns, "{text}");
    }
}
