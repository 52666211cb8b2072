use super::{Role, speaker_term, tokens};

fn terms(text: &str) -> Vec<String> {
    tokens(text).into_iter().map(|token| token.term).collect()
}

fn has(text: &str, term: &str) -> bool {
    terms(text).iter().any(|found| found == term)
}

#[test]
fn c013_an_identifier_is_one_term_and_its_parts() {
    for term in ["max_retry_count", "max", "retri", "count", "5"] {
        assert!(has("set max_retry_count=5 in worker.toml", term), "{term}");
    }
}

#[test]
fn names_of_languages_keep_their_marks() {
    assert!(has("written in C++.", "c++"));
    assert!(has("C# and F#", "c#"));
    assert!(has("on .NET today", ".net"));
    assert!(!has("issue #12", "#12"));
}

#[test]
fn c178_camel_case_is_split_and_kept() {
    for term in ["parsehttprespons", "pars", "http", "respons"] {
        let found = terms("parseHttpResponse() drops headers");
        let prefix = found.iter().any(|have| have.starts_with(term));
        assert!(prefix, "{term} in {found:?}");
    }
    assert!(has("parseHttpResponse()", "parsehttpresponse"));
    assert!(has("parseHTTPresponse", "parsehttpresponse"));
}

#[test]
fn c016_a_version_is_one_term() {
    assert!(has("pinned tokio 1.44.7 today", "1.44.7"));
    assert!(has("v1.44.7", "1.44.7"));
}

#[test]
fn a_version_inside_a_longer_name_is_a_term_of_its_own() {
    for text in ["v1.44.7-alpha", "tokio-1.44.7", "tokio@1.44.7", "1.44.7rc1", "python1.44.7"] {
        assert!(has(text, "1.44.7"), "{text}: {:?}", terms(text));
    }
    assert!(has("listen on 10.0.0.1:8080", "10.0.0.1"));
    assert!(!has("max_retry_count_5", "1.44.7") && terms("worker-2.toml").len() == 4);
}

#[test]
fn a_number_that_is_dialled_is_known_without_its_hyphens() {
    for (text, number) in [
        ("138-0013-8000", "13800138000"),
        ("call 010-88889999 at noon", "01088889999"),
        ("555-0123", "5550123"),
        ("电话：138-0013-8000。", "13800138000"),
    ] {
        assert!(has(text, number), "{text}: {:?}", terms(text));
    }
    assert!(!has("2026-05-20", "20260520") && !has("05-20-2026", "05202026"));
    assert!(!has("1-2-3", "123"));
}

#[test]
fn groups_of_digits_are_one_number_however_they_are_parted() {
    for text in [
        "1000000",
        "1,000,000",
        "1 000 000",
        "1\u{a0}000\u{a0}000",
        "1\u{202f}000\u{202f}000",
        "1'000'000",
        "1_000_000",
    ] {
        assert!(has(text, "1000000"), "{text}: {:?}", terms(text));
    }
    assert!(has("1 000.50", "1000.50"));
    // Two numbers side by side are both found, too.
    assert!(has("rooms 12 345", "12") && has("rooms 12 345", "345"));
    assert!(!has("in 2026 100 people came", "2026100"));
    assert!(has("1 000-2 000", "1000") && has("1 000-2 000", "2000"));
}

#[test]
fn a_hash_is_called_by_its_beginning() {
    let hash = "3f2a9c1d0b7e4a6f8c9d0e1f2a3b4c5d6e7f8a9b";
    assert!(has(hash, "3f2a9c1") && has(hash, hash));
    assert!(has("3f2a9c1d0b", "3f2a9c1"));
    assert!(!has("defaced", "deface1") && terms("3f2a9c1").len() == 1);
    assert!(!has("1234567890", "1234567"), "a long number is no hash");
}

#[test]
fn a_line_that_begins_with_a_clauses_number_has_its_term() {
    let openings = |text: &str| -> Vec<String> {
        super::openings(text).into_iter().map(|token| token.term).collect()
    };
    for text in [
        "3.2.5 Refunds",
        "### 3.2.5 Refunds",
        "**3.2.5** Refunds",
        "§ 3.2.5 Refunds",
        "第3.2.5条 退款",
        "- 3.2.5: no",
    ] {
        assert_eq!(openings(text), ["\u{1}c3.2.5"], "{text}");
    }
    assert_eq!(openings("第五条 退款\n第十二条 期限"), ["\u{1}c5", "\u{1}c12"]);
    assert_eq!(openings("第一百零三条 附则\n第一〇四条 附则"), ["\u{1}c103", "\u{1}c104"]);
    assert!(openings("see 3.2.5\n5. eggs\n3.5% of it\n-3.2 degrees\n3.2.5-beta").is_empty());
}

#[test]
fn a_question_names_clauses_alone_or_inside_a_sentence() {
    let asked = |text: &str| -> Vec<String> {
        super::asked_clauses(text).into_iter().map(|clause| clause.term).collect()
    };
    for text in ["3.2.5", "what does clause 3.2.5 say?", "§3.2.5", "第 3.2.5 条说什么", "条款3.2.5"]
    {
        assert_eq!(asked(text), ["\u{1}c3.2.5"], "{text}");
    }
    assert_eq!(asked("第五条是什么"), ["\u{1}c5"]);
    assert_eq!(asked("section 7 and article 9"), ["\u{1}c7", "\u{1}c9"]);
    assert!(asked("7 days, v1.2.3, INC-2024-0887, worker-3.2").is_empty());
    assert!(asked(&"1 ".repeat(1 << 18)).is_empty());
}

#[test]
fn c176_numbers_with_units_have_one_value() {
    let value = |text: &str| {
        tokens(text).into_iter().find(|token| token.role == Role::Value).map(|token| token.term)
    };
    let first = value("timeout is 1,500 ms");
    assert!(first.is_some());
    for same in ["1500ms timeout", "1.5 seconds timeout", "超时 1.5秒"] {
        assert_eq!(value(same), first, "{same}");
    }
    assert_ne!(value("15 s"), first);
}

#[test]
fn c179_dates_have_one_value() {
    let day = "\u{1}d11-03";
    for text in
        ["2026年11月3日 发布", "11月3日", "2026-11-03", "Nov 3rd", "3 November 2026", "2026/11/3"]
    {
        assert!(has(text, day), "{text}: {:?}", terms(text));
    }
    assert!(has("2026年11月3日", "\u{1}d2026-11-03"));
}

#[test]
fn diacritics_are_folded_and_kept_apart_from_other_scripts() {
    assert!(has("Łucja i Юлия", "lucja"));
    assert!(has("Łucja i Юлия", "юлия"));
    assert!(has("सुनीता कल", "सुनीता"));
    assert!(has("cafe\u{301} Straße ＡＰＩ", "cafe"));
    assert!(has("Straße ＡＰＩ１２", "strass"));
    assert!(has("ＡＰＩ", "api"));
}

#[test]
fn unspaced_scripts_become_characters_and_pairs() {
    assert_eq!(terms("接口"), ["接", "接口", "口"]);
    assert!(has("내일은윷놀이를하자", "놀이"));
    assert!(has("昨夜はたこやきを", "たこ"));
}

#[test]
fn emoji_are_terms_without_skin_tone() {
    assert!(has("status 🚧 blocked", "🚧"));
    assert_eq!(terms("👍🏽"), ["👍"]);
}

#[test]
fn possessives_and_contractions_are_words() {
    assert_eq!(terms("Caroline's")[0], terms("Caroline")[0]);
    assert!(tokens("don't").iter().all(|token| token.role == Role::Stop));
}

#[test]
fn side_by_side_stop_words_make_a_pair() {
    assert!(has("The Who are a band", "\u{1}pthe who"));
    assert!(!has("the. who", "\u{1}pthe who"));
}

#[test]
fn a_huge_word_is_one_short_term() {
    let text = "a".repeat(1 << 20);
    let found = terms(&text);
    assert_eq!(found.len(), 1);
    assert!(found[0].len() <= super::TERM_CHARS);
}

#[test]
fn text_cannot_forge_terms_of_ours() {
    assert!(!terms("\u{1}s caroline \u{1}scaroline").contains(&speaker_term("caroline")));
}

proptest::proptest! {
    #[test]
    fn every_text_is_read_in_order(text in "\\PC{0,200}") {
        let found = tokens(&text);
        for token in &found {
            proptest::prop_assert!(token.start <= token.end && token.end <= text.len());
            proptest::prop_assert!(text.is_char_boundary(token.start) && text.is_char_boundary(token.end));
            proptest::prop_assert!(!token.term.is_empty());
        }
    }
}
