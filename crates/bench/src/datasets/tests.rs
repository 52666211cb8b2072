use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::longmemeval::{Options, Turns};
use super::{Dataset, Question, locomo, longmemeval, memdaily, squad, text};
use crate::grain::Grain;

fn written(dir: &Path, name: &str, value: &serde_json::Value) -> PathBuf {
    let path = dir.join(name);
    std::fs::write(&path, value.to_string()).unwrap();
    path
}

fn question<'a>(dataset: &'a Dataset, id: &str) -> &'a Question {
    let all = dataset.haystacks.iter().flat_map(|haystack| &haystack.questions);
    all.into_iter().find(|question| question.id == id).unwrap()
}

fn gold<'a>(dataset: &'a Dataset, id: &str, protocol: &str, grain: Grain) -> Option<&'a [String]> {
    question(dataset, id).gold.get(protocol)?.get(&grain).map(Vec::as_slice)
}

#[test]
fn gzip_is_read_as_it_is_and_other_bytes_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let packed = dir.path().join("a.json");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all("{\"钟\": 1}".as_bytes()).unwrap();
    std::fs::write(&packed, encoder.finish().unwrap()).unwrap();
    assert_eq!(text(&packed).unwrap(), "{\"钟\": 1}");
    std::fs::write(&packed, [0x1f, 0x8b, 1, 2, 3]).unwrap();
    assert!(text(&packed).is_err());
    std::fs::write(&packed, [0xff, 0xfe]).unwrap();
    assert!(text(&packed).is_err());
}

fn chats() -> serde_json::Value {
    let turn = |role: &str, content: &str, answer: bool| json!({ "role": role, "content": content, "has_answer": answer });
    json!([
        {
            "question_id": "q1", "question_type": "single-session-user",
            "question": "Which tea do I like?", "question_date": "2023/05/01 (Mon) 10:00",
            "answer_session_ids": ["s1", "s2"],
            "haystack_session_ids": ["s1", "s2", "s3"],
            "haystack_dates": ["2023/04/01 (Sat) 09:00", "2023/04/02 (Sun) 09:00", "2023/06/01 (Thu) 09:00"],
            "haystack_sessions": [
                [turn("user", "Hello", false), turn("assistant", "Hello", false), turn("user", "I like oolong", true)],
                [turn("user", "What do I drink?", false), turn("assistant", "Oolong", true)],
                [turn("user", "Rain again", false)],
            ],
        },
        {
            "question_id": "q2", "question_type": "single-session-assistant",
            "question": "What did you tell me I drink?", "question_date": "2023/07/01 (Sat) 10:00",
            "answer_session_ids": ["s2"],
            "haystack_session_ids": ["s2", "s3"],
            "haystack_dates": ["2023/04/02 (Sun) 09:00", "2023/06/01 (Thu) 09:00"],
            "haystack_sessions": [
                [turn("user", "What do I drink?", false), turn("assistant", "Oolong", true)],
                [turn("user", "Rain again", false)],
            ],
        },
        {
            "question_id": "q3_abs", "question_type": "single-session-user",
            "question": "Which coffee do I like?", "question_date": "2023/05/01 (Mon) 10:00",
            "answer_session_ids": ["s1"],
            "haystack_session_ids": ["s1"],
            "haystack_dates": ["2023/04/01 (Sat) 09:00"],
            "haystack_sessions": [[turn("user", "I like oolong", false)]],
        },
    ])
}

fn options(turns: Turns, pool: bool) -> Options {
    Options { turns, pool, extra: None, marks: None }
}

#[test]
fn each_protocol_has_its_own_questions_and_gold() {
    let dir = tempfile::tempdir().unwrap();
    let file = written(dir.path(), "lme.json", &chats());
    let dataset = longmemeval::load(&file, &options(Turns::All, false)).unwrap();
    let sessions = |id, protocol| gold(&dataset, id, protocol, Grain::Session);
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(dataset.haystacks.len(), 3);
    assert_eq!(dataset.grains, [Grain::Session, Grain::Turn]);
    // Only the session in which the user answers is gold by the authors' protocol.
    assert_eq!(sessions("q1", "419").unwrap(), names(&["s1"]));
    assert_eq!(sessions("q1", "470").unwrap(), names(&["s1", "s2"]));
    assert_eq!(gold(&dataset, "q1", "470", Grain::Turn).unwrap(), names(&["s1#t-3", "s2#t-2"]));
    // No turn of the user answers it.
    assert_eq!(sessions("q2", "419"), None);
    assert_eq!(sessions("q2", "470").unwrap(), names(&["s2"]));
    assert_eq!((sessions("q3_abs", "470"), sessions("q3_abs", "419")), (None, None));
    assert_eq!(sessions("q3_abs", "500").unwrap(), names(&["s1"]));
    assert!(!question(&dataset, "q3_abs").answerable);
}

#[test]
fn turns_of_the_user_alone_keep_their_marks() {
    let dir = tempfile::tempdir().unwrap();
    let file = written(dir.path(), "lme.json", &chats());
    let dataset = longmemeval::load(&file, &options(Turns::User, false)).unwrap();
    let turns = &dataset.haystacks[0].sessions[0].turns;
    assert_eq!(
        turns.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>(),
        ["Hello", "I like oolong"]
    );
    assert_eq!(gold(&dataset, "q1", "419", Grain::Turn).unwrap(), ["s1#t-2"]);
    assert!(gold(&dataset, "q2", "470", Grain::Turn).unwrap().is_empty());
}

#[test]
fn a_pool_holds_each_session_once_and_the_extra_ones() {
    let dir = tempfile::tempdir().unwrap();
    let file = written(dir.path(), "lme.json", &chats());
    let extra = dir.path().join("extra.jsonl");
    let line = |id: &str| json!({ "session_id": id, "date": "2023/01/01 (Sun) 08:00", "turns": [{ "role": "user", "content": "x" }] });
    std::fs::write(&extra, format!("{}\n\n{}\n", line("s1"), line("s9"))).unwrap();
    let options = Options { extra: Some(extra), ..options(Turns::All, true) };
    let dataset = longmemeval::load(&file, &options).unwrap();
    let ids: Vec<&str> = dataset.haystacks[0].sessions.iter().map(|it| it.id.as_str()).collect();
    assert_eq!((dataset.haystacks.len(), ids), (1, vec!["s1", "s2", "s3", "s9"]));
    assert_eq!(dataset.haystacks[0].questions.len(), 3);
    let late = dataset.notes.iter().find(|note| note.contains("asked before")).unwrap();
    assert!(late.starts_with("2 "), "{late}");
}

#[test]
fn marks_may_come_from_a_file_with_whole_sessions() {
    let dir = tempfile::tempdir().unwrap();
    let marked = written(dir.path(), "whole.json", &chats());
    let mut cut = chats();
    for item in cut.as_array_mut().unwrap() {
        for turn in item["haystack_sessions"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .flat_map(|it| it.as_array_mut().unwrap())
        {
            turn.as_object_mut().unwrap().remove("has_answer");
        }
    }
    let file = written(dir.path(), "cut.json", &cut);
    let without = longmemeval::load(&file, &options(Turns::All, false)).unwrap();
    assert_eq!((without.grains, without.others), (vec![Grain::Session], vec!["500"]));
    let options = Options { marks: Some(marked), ..options(Turns::All, false) };
    let with = longmemeval::load(&file, &options).unwrap();
    assert_eq!(with.grains, [Grain::Session]);
    assert_eq!(gold(&with, "q1", "419", Grain::Session).unwrap(), ["s1"]);
}

#[test]
fn paragraphs_are_pages_and_questions_may_be_in_another_language() {
    let dir = tempfile::tempdir().unwrap();
    let set = |context: &str, question: &str, title: &str| {
        json!({ "data": [{ "title": title, "paragraphs": [
            { "context": "first", "qas": [] },
            { "context": context, "qas": [{ "id": "a", "question": question }] },
        ] }] })
    };
    let english =
        written(dir.path(), "en.json", &set("The clock strikes.", "What strikes?", "Old_Clock"));
    let chinese = written(dir.path(), "zh.json", &set("钟敲响了。", "什么敲响了？", "老钟"));
    let dataset = squad::load(&chinese, Some(&english)).unwrap();
    let haystack = &dataset.haystacks[0];
    assert_eq!(
        (haystack.documents[1].body.as_str(), haystack.documents[1].title.as_str()),
        ("钟敲响了。", "老钟")
    );
    assert_eq!(question(&dataset, "a").text, "What strikes?");
    assert_eq!(gold(&dataset, "a", "all", Grain::Page).unwrap(), ["pages/0002"]);
    let same = squad::load(&english, None).unwrap();
    assert_eq!(same.haystacks[0].documents[1].title, "Old Clock");
    let none = written(dir.path(), "none.json", &json!({ "data": [] }));
    assert!(squad::load(&english, Some(&none)).err().unwrap().to_string().contains("no questions"));
}

#[test]
fn a_trajectory_is_a_vault_its_days_sessions_its_messages_turns() {
    let dir = tempfile::tempdir().unwrap();
    let message = |id: u64, day: u8, text: &str| json!({ "id": id, "text": text, "time": format!("2024年04月0{day}日 周一 08:30"), "place": "上海" });
    let file = written(
        dir.path(),
        "daily.json",
        &json!([{
            "id": "k:1", "kind": "simple",
            "messages": [message(0, 1, "我喝茶。"), message(1, 1, "下雨。"), message(2, 2, "晴天。")],
            "questions": [{ "question": "我喝什么？", "time": "2024年04月03日 周三 09:00", "evidence": [0, 2, 0] }],
        }]),
    );
    let dataset = memdaily::load(&file).unwrap();
    let haystack = &dataset.haystacks[0];
    assert_eq!(haystack.sessions.iter().map(|it| it.turns.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(haystack.sessions[1].at.unwrap().to_string(), "2024-04-02T08:30:00");
    assert_eq!(haystack.questions[0].asked.unwrap().to_string(), "2024-04-03T09:00:00");
    assert_eq!(gold(&dataset, "k:1:0", "all", Grain::Turn).unwrap(), ["k:1-1#m0", "k:1-2#m2"]);
}

#[test]
fn a_question_whose_words_were_lost_is_counted_and_left_out_beside() {
    let dir = tempfile::tempdir().unwrap();
    let trajectory = |id: &str, question: &str| {
        json!({
            "id": id, "kind": "simple",
            "messages": [{ "id": 0, "text": "我喝茶。", "time": "2024年04月01日 周一 08:30" }],
            "questions": [{ "question": question, "time": "", "evidence": [0] }],
        })
    };
    let set = json!([trajectory("a", "我喝什么？"), trajectory("b", "[ERRORQ]")]);
    let dataset = memdaily::load(&written(dir.path(), "daily.json", &set)).unwrap();
    assert_eq!(dataset.others, ["with words"]);
    assert!(gold(&dataset, "a:0", "with words", Grain::Turn).is_some());
    assert!(gold(&dataset, "b:0", "with words", Grain::Turn).is_none());
    assert!(gold(&dataset, "b:0", "all", Grain::Turn).is_some());
}

#[test]
fn corrected_evidence_stands_beside_the_data_sets_own() {
    let dir = tempfile::tempdir().unwrap();
    let turn = |id: &str| json!({ "speaker": "Ann", "dia_id": id, "text": "words" });
    let qa = |question: &str, evidence: &str| json!({ "question": question, "evidence": [evidence], "category": 1 });
    let file = written(
        dir.path(),
        "locomo.json",
        &json!([{
            "sample_id": "c1",
            "conversation": {
                "speaker_a": "Ann", "speaker_b": "Bo",
                "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": [turn("D1:1"), turn("D1:2")],
                "session_2_date_time": "1:56 pm on 9 May, 2023", "session_2": [turn("D2:1")],
            },
            "qa": [qa("one?", "D1:1"), qa("two?", "D1:2"), qa("three?", "D1:2"), qa("none?", "")],
        }]),
    );
    let forms = [
        json!({ "c1-0": ["D2:1"], "c1": { "two?": "D2:1" } }),
        json!([{ "question_id": "locomo_0_qa0", "correct_evidence": ["D2:1"] }, { "id": "c1-1", "evidence": "D2:1" }]),
        json!([{ "id": "c1-0", "evidence": ["D2:1"] }, { "sample_id": "c1", "question": "two?", "correct_evidence": ["D2:1"] }]),
    ];
    for form in forms {
        let dataset = locomo::load(&file, &[&written(dir.path(), "gold.json", &form)]).unwrap();
        assert_eq!(dataset.haystacks[0].questions.len(), 3);
        for id in ["c1-0", "c1-1"] {
            assert_eq!(
                gold(&dataset, id, "corrected", Grain::Turn).unwrap(),
                ["c1-session-2#D2:1"]
            );
            assert_eq!(gold(&dataset, id, "raw", Grain::Session).unwrap(), ["c1-session-1"]);
        }
        assert_eq!(
            gold(&dataset, "c1-2", "corrected", Grain::Turn),
            gold(&dataset, "c1-2", "raw", Grain::Turn)
        );
        assert!(dataset.notes.iter().any(|note| note.starts_with("2 questions")));
    }
}

#[test]
fn a_file_that_is_another_data_set_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = written(dir.path(), "other.json", &json!([{ "hello": 1 }]));
    let said = |result: Result<Dataset, crate::run::BenchError>| result.err().unwrap().to_string();
    assert!(said(locomo::load(&file, &[])).contains("not a LoCoMo file"));
    assert!(said(memdaily::load(&file)).contains("not a MemDaily file"));
    assert!(
        said(longmemeval::load(&file, &options(Turns::All, true)))
            .contains("not a LongMemEval file")
    );
    assert!(said(squad::load(&file, None)).contains("not a set of questions on paragraphs"));
}

#[test]
fn a_file_that_holds_nothing_is_told_with_what_it_must_hold() {
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let said = |result: Result<Dataset, crate::run::BenchError>| result.err().unwrap().to_string();
    let file = written(
        dir.path(),
        "locomo.json",
        &json!([{ "sample_id": "c1", "qa": [{ "question": "one?", "evidence": ["D1:1"], "category": 1 }] }]),
    );
    for nothing in ["{}", "[]", "1"] {
        let why = said(locomo::load(&file, &[&put("gold.json", nothing.as_bytes())]));
        assert!(why.contains("gold.json corrects nothing") && why.contains("evidence"), "{why}");
    }
    for nothing in ["", "\n \n", "# only a comment\n"] {
        let why = super::lines(&put("unrelated.txt", nothing.as_bytes())).unwrap_err().to_string();
        assert!(why.contains("unrelated.txt holds no question: write one"), "{why}");
    }
    let why = said(locomo::load(&put("broken.json", b"{bad"), &[]));
    assert!(why.contains("broken.json") && why.contains("--help"), "{why}");
    let why = said(locomo::load(&put("bytes.json", &[0xff, 0xfe, 0x00]), &[]));
    assert!(why.contains("bytes.json is neither text in UTF-8 nor gzip"), "{why}");
}
