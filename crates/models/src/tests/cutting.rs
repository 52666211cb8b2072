use crate::{Api, Network, RemoteConfig, open_remote};
use proptest::prelude::*;
use search::{Embedder, Traits};

/// An embedder that is never called: its tokenizer is not at hand, so it estimates.
fn far_away(window: usize) -> Box<dyn Embedder> {
    open_remote(RemoteConfig {
        api: Api::OpenAi,
        url: "http://127.0.0.1:9".into(),
        model: "m".into(),
        dimensions: 3,
        window,
        batch: 8,
        query_prefix: String::new(),
        passage_prefix: String::new(),
        traits: Traits { floor: 0.2, match_at: 0.6, multilingual: true },
        key: None,
        network: Network::default(),
    })
    .unwrap()
}

const WINDOW: usize = 24;
/// Of the window eight are kept free.
const CAPACITY: usize = WINDOW - 8;

proptest! {
    #[test]
    fn any_text_is_cut_without_gaps_into_pieces_that_fit(text in "(?s).{0,400}|[a-z .\\n]{0,2000}|[中文。 ]{0,300}") {
        let model = far_away(WINDOW);
        let pieces = model.pieces(&text);
        let mut end = 0;
        for piece in &pieces {
            prop_assert_eq!(piece.start, end);
            prop_assert!(piece.end > piece.start);
            let tokens = model.count(&text[piece.clone()]);
            // One letter may be worth several tokens, and cannot be cut.
            prop_assert!(tokens <= CAPACITY || text[piece.clone()].chars().count() == 1);
            end = piece.end;
        }
        prop_assert_eq!(end, text.len());
        if model.count(&text) <= CAPACITY {
            prop_assert!(pieces.len() <= 1);
        }
    }
}

#[test]
fn a_megabyte_of_anything_is_cut_in_one_pass() {
    let model = far_away(512);
    for unit in ["a", " ", "中", "\n\n", "word ", "a.b.", "\u{301}", "。"] {
        let text = unit.repeat(1_000_000 / unit.len());
        let pieces = model.pieces(&text);
        assert_eq!(pieces.last().map(|piece| piece.end), Some(text.len()), "{unit:?}");
    }
}

#[test]
fn a_paragraph_ends_a_piece_before_a_sentence_does_and_a_sentence_before_a_word() {
    let model = far_away(WINDOW);
    let text = "one two three four. five six.\n\nseven eight. nine ten eleven twelve thirteen";
    let first = model.pieces(text)[0].clone();
    assert_eq!(&text[first], "one two three four. five six.\n\n");
    let text = "one two three four five six. seven v1.5 eight nine ten eleven twelve thirteen";
    let first = model.pieces(text)[0].clone();
    assert_eq!(&text[first], "one two three four five six.");
}

#[test]
fn han_is_counted_from_above() {
    let model = far_away(WINDOW);
    assert_eq!(model.count("上班通勤"), 8);
    assert!(model.count("commute to work") >= 4);
}
