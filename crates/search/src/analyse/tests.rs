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
