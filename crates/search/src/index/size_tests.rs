//! What is kept: that it is little, that nothing of it is lost, and that what is gone leaves no room taken.

use std::collections::HashMap;
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use proptest::prelude::*;
use wiki::path::PagePath;
use wiki::time::Now;

use super::{Batch, Index, Put, Touch};
use crate::{Filters, Order, PageText, Query, Unit};

fn built(dir: &std::path::Path, pages: &[(String, String)]) -> Index {
    let index = Index::open(dir).unwrap();
    let put = pages.iter().map(|(file, text)| Put::of(file, text)).collect();
    index.apply(&Batch { put, ..Batch::default() }).unwrap();
    index.caught_up().unwrap();
    index
}

fn found(index: &Index, pages: &[(String, String)], asked: &str) -> Vec<String> {
    let texts: HashMap<&str, &str> =
        pages.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    let now = Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC);
    let mut query = Query::new(asked, Now { at: now });
    (query.unit, query.limit, query.abstain) = (Unit::Page, 50, false);
    let text = |file: &str| texts.get(file).map(|text| PageText::shared((*text).to_owned()));
    let answer = index.search(&query, &text).unwrap();
    let mut found: Vec<String> = answer.hits.iter().map(|hit| hit.page.file()).collect();
    found.sort();
    found
}

/// A row of numbers that looks like chance.
fn chance(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

/// Pages whose words are as often as words are: the few common ones make up half of a text.
fn notes(count: usize, word: impl Fn(usize) -> String, between: &str) -> Vec<(String, String)> {
    let mut pick = chance(3);
    let mut page = |number: usize| {
        let mut words = Vec::new();
        for _ in 0..500 {
            let most = [40, 400, 3_000][pick(3)];
            words.push(word(pick(most)));
        }
        (format!("notes/{number}.md"), format!("# Note {number}\n\n{}\n", words.join(between)))
    };
    (0..count).map(&mut page).collect()
}

#[test]
fn c163_the_index_of_notes_takes_no_more_than_1_5_times_their_text() {
    let english = |number: usize| -> String {
        let sounds = ["ba", "ker", "lin", "to", "sta", "mer", "no", "vel"];
        let digits = [number % 8, number / 8 % 8, number / 64 % 8, number / 512 % 8];
        digits.iter().map(|digit| sounds[*digit]).collect()
    };
    let han = |number: usize| -> String {
        let char = |at: usize| char::from_u32(0x4e00 + at as u32).unwrap();
        [char(number % 600), char(number / 600 + number % 7)].iter().collect()
    };
    for (pages, what) in [(notes(200, english, " "), "English"), (notes(200, han, ""), "Chinese")] {
        let dir = tempfile::tempdir().unwrap();
        let index = built(dir.path(), &pages);
        index.join().unwrap();
        let text: usize = pages.iter().map(|(_, text)| text.len()).sum();
        let bytes = index.status().unwrap().bytes as f64;
        assert!(bytes <= 1.5 * text as f64, "{what}: {:.2}", bytes / text as f64);
    }
}

#[test]
fn c065_what_is_replaced_gives_its_room_back_and_nothing_grows() {
    let dir = tempfile::tempdir().unwrap();
    let first = notes(100, |number| format!("word{number}"), " ");
    let index = built(dir.path(), &first);
    let fresh = index.status().unwrap().bytes;
    for round in 0..6 {
        let anew: Vec<(String, String)> = first
            .iter()
            .map(|(file, text)| (file.clone(), format!("{text}\nround{round}\n")))
            .collect();
        let put = anew.iter().map(|(file, text)| Put::of(file, text)).collect();
        index.apply(&Batch { put, ..Batch::default() }).unwrap();
    }
    // And one that waits, since it came alone.
    let last = Put::of("notes/1.md", "# Note 1\n\nShort.\n");
    index.apply(&Batch { put: vec![last], ..Batch::default() }).unwrap();
    let (before, free) = (index.status().unwrap().bytes, index.reclaimable().unwrap());
    assert!(before > 2 * fresh && free > fresh, "{before} {free} {fresh}");
    index.reclaim(Duration::from_secs(5)).unwrap();
    let after = index.status().unwrap().bytes;
    assert!(after as f64 <= fresh as f64 * 1.15, "{after} of {before}, {fresh} at first");
    assert_eq!(index.reclaimable().unwrap(), 0);
    index.reclaim(Duration::from_secs(5)).unwrap();
    assert!(index.status().unwrap().bytes <= after);
}

#[test]
fn a_phrase_of_han_stands_in_the_big_index_as_it_does_before() {
    let page = |file: &str, text: &str| (format!("{file}.md"), format!("{text}\n"));
    let mut pages = vec![
        page("whole", "我们讨论机器学习方法。"),
        page("apart", "机器很大，学习很难，器学是什么。"),
        page("mixed", "见第 3 章：绪论。"),
        page("other", "见第 5 章，共 3 页。"),
        page("words", "the deep learning course 机器"),
    ];
    for asked in ["\"机器学习\"", "\"第 3 章\"", "\"learning course 机器\"", "\"学\"", "\"机器\""]
    {
        let dir = tempfile::tempdir().unwrap();
        let index = built(dir.path(), &pages);
        let waiting = found(&index, &pages, asked);
        index.compact(Duration::from_secs(5)).unwrap();
        assert_eq!(index.status().unwrap().delta, 0);
        assert_eq!(found(&index, &pages, asked), waiting, "{asked}");
        assert!(!waiting.is_empty(), "{asked}");
        pages.rotate_left(1);
    }
}

#[test]
fn a_file_is_known_by_its_own_name_and_a_time_however_far() {
    let dir = tempfile::tempdir().unwrap();
    let pages: Vec<(String, String)> = [
        ("Notes/A.md", "---\ntitle: Other\n---\none\n"),
        ("Ünlü/B.MD", "two"),
        ("x/z.markdown", "three"),
    ]
    .map(|(file, text)| (file.to_owned(), text.to_owned()))
    .to_vec();
    let index = built(dir.path(), &pages);
    let far = i128::from(i64::MAX) * 3;
    let touch = |file: &str, mtime_ns| Touch { file: file.to_owned(), size: 9, mtime_ns };
    let touch = vec![touch("Ünlü/B.MD", far), touch("x/z.markdown", -5), touch("not/there.md", 1)];
    index.apply(&Batch { touch, ..Batch::default() }).unwrap();
    let known = index.known().unwrap();
    assert_eq!(known.len(), 3);
    assert_eq!((known["Ünlü/B.MD"].mtime_ns, known["x/z.markdown"].mtime_ns), (far, -5));
    let of = |paths: &[&str], order| {
        let paths = paths.iter().map(|path| (*path).to_owned()).collect();
        let rows = index.rows(&Filters { paths, ..Filters::default() }, order, 0, 9).unwrap();
        rows.rows.into_iter().map(|row| (row.file, row.facets.title)).collect::<Vec<_>>()
    };
    let pair = |file: &str, title: &str| (file.to_owned(), title.to_owned());
    assert_eq!(of(&["ünlü"], Order::Path), [pair("Ünlü/B.MD", "B.MD")]);
    assert_eq!(of(&["NOTES"], Order::Path), [pair("Notes/A.md", "Other")]);
    assert_eq!(of(&[], Order::Changed)[0].0, "Ünlü/B.MD");
    // A page that takes another one's file takes its place.
    let put = vec![Put { file: "x/z.markdown".to_owned(), ..Put::of("x/y.md", "four") }];
    index.apply(&Batch { put, ..Batch::default() }).unwrap();
    let z = PagePath::from_file("x/z.markdown").unwrap();
    assert!(index.row(&z).unwrap().is_none() && index.known().unwrap().len() == 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Links of any kind come back as they were read, and go with their page.
    #[test]
    fn links_come_back_as_they_were_read(
        parts in proptest::collection::vec(
            prop_oneof![
                Just("[[notes/Engine#Parts|the engine]]".to_owned()),
                Just("![[notes/Engine]]".to_owned()),
                Just("[text](notes/other%20page.md#a)".to_owned()),
                Just("| a | [[T\\|x]] |".to_owned()),
                Just("\n\n- 负责人：[[人/李雷]]\n".to_owned()),
                "[a-zé李 ]{0,12}".prop_map(|name| format!("[[{name}]]")),
                "[ a-z\n]{0,9}",
            ],
            0..12,
        ),
    ) {
        let text = format!("---\nrelated_to: [\"[[x/Y]]\"]\n---\n{}\n", parts.join(" "));
        let dir = tempfile::tempdir().unwrap();
        let index = built(dir.path(), &[("a.md".to_owned(), text.clone())]);
        let put = Put::of("a.md", &text);
        let path = &put.page.path;
        prop_assert_eq!(index.links_from(path).unwrap(), put.page.links.clone());
        for link in &put.page.links {
            let named = index.links_named(std::slice::from_ref(&link.target)).unwrap();
            prop_assert!(named.iter().any(|(_, it)| it == link));
        }
        index.apply(&Batch { remove: vec![path.clone()], ..Batch::default() }).unwrap();
        prop_assert!(index.links_named(&["x/Y".to_owned()]).unwrap().is_empty());
    }
}
