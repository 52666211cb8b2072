//! The corpus is the same every time, of the size and the mix that it says, and its words fall as
//! words do.

use super::*;
use std::collections::{HashMap, HashSet};

fn han(text: &str) -> usize {
    text.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count()
}

#[test]
fn the_same_seed_gives_the_same_pages_in_any_order() {
    let one = Corpus::new(7, 30);
    let two = Corpus::new(7, 30);
    let forward: Vec<String> = (0..30).map(|number| one.page(number).text).collect();
    let backward: Vec<String> = (0..30).rev().map(|number| two.page(number).text).collect();
    assert!(forward.iter().eq(backward.iter().rev()));
    assert_eq!(one.queries(12)[11].terms, two.queries(12)[11].terms);
    assert_eq!(one.conversation(5), two.conversation(5));
    assert_ne!(one.page(3).text, Corpus::new(8, 30).page(3).text);
}

#[test]
fn the_text_of_a_seed_does_not_change_between_versions() {
    let corpus = Corpus::new(1, 10);
    let text: String = (0..10).map(|number| corpus.page(number).text).collect();
    assert_eq!(wiki::Revision::of(text.as_bytes()).to_string(), "2ed0f80ea3dfc271039bef25f5a1edc1");
}

#[test]
fn pages_are_three_kilobytes_and_every_third_is_chinese() {
    let corpus = Corpus::new(1, 300);
    let pages: Vec<Page> = (0..300).map(|number| corpus.page(number)).collect();
    let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
    let mean = bytes / pages.len();
    assert!((2_700..=3_300).contains(&mean), "{mean} bytes a page");
    for (number, page) in pages.iter().enumerate() {
        let share = han(&page.text) * 3 * 100 / page.text.len();
        match Corpus::language(number) {
            Language::Chinese => assert!(share > 75, "page {number} is {share} % Han"),
            Language::English => assert!(share < 15, "page {number} is {share} % Han"),
        }
    }
    let files: HashSet<&str> = pages.iter().map(|page| page.file.as_str()).collect();
    assert_eq!(files.len(), 300);
    assert!((0..300).all(|number| page::identity(&corpus, number).file == pages[number].file));
}

#[test]
fn a_page_is_what_the_product_calls_a_page() {
    let corpus = Corpus::new(1, 60);
    let mut links = 0;
    let mut items = 0;
    for number in 0..60 {
        let made = corpus.page(number);
        let path = PagePath::parse(&made.file).unwrap();
        let page = wiki::Page::parse(path, made.text.clone());
        assert!(page.problems.is_empty(), "{}: {:?}", made.file, page.problems);
        assert_eq!(page.title(), page::identity(&corpus, number).title);
        assert_eq!(page.head.list("tags").len(), 2);
        assert!(page.head.text("created_at").is_some());
        assert!(page.sections.len() >= 3);
        links += page.links.len();
        items += page.items.len();
    }
    assert!(links >= 20 && items >= 60, "{links} links, {items} items");
}

#[test]
fn few_words_stand_on_many_pages_and_many_words_on_one() {
    let corpus = Corpus::new(1, 600);
    let mut pages_of: HashMap<String, usize> = HashMap::new();
    for number in (0..600).filter(|it| Corpus::language(*it) == Language::English) {
        let page = corpus.page(number);
        let words: HashSet<String> =
            page.words.iter().map(|(_, span)| page.text[span.clone()].to_lowercase()).collect();
        for word in words {
            *pages_of.entry(word).or_default() += 1;
        }
    }
    let total = pages_of.len();
    let once = pages_of.values().filter(|pages| **pages == 1).count();
    let often = pages_of.values().filter(|pages| **pages > 200).count();
    // Half of the words of a natural collection come once, or near it.
    assert!((40..=75).contains(&(once * 100 / total)), "{once} of {total} words on one page");
    assert!((20..=200).contains(&often), "{often} words on half of the pages");
}

#[test]
fn a_question_is_made_of_words_of_its_page() {
    let corpus = Corpus::new(1, 90);
    let queries = corpus.queries(60);
    assert_eq!(queries.iter().filter(|it| it.language == Language::Chinese).count(), 20);
    for query in &queries {
        let text = corpus.page(query.source).text.to_lowercase();
        assert!((2..=4).contains(&query.terms.len()), "{:?}", query.terms);
        for term in &query.terms {
            assert!(text.contains(term), "{term} is not on its page");
        }
        let different: HashSet<&String> = query.terms.iter().collect();
        assert_eq!(different.len(), query.terms.len());
    }
}

#[test]
fn a_conversation_is_a_session_page_with_all_its_turns() {
    let corpus = Corpus::new(1, 10);
    for number in 0..9 {
        let pages = corpus.conversation(number);
        assert_eq!(pages.len(), 1);
        let (path, text) = pages[0].clone();
        let page = wiki::Page::parse(path, text);
        let turns = wiki::session::turns(&page);
        assert!((16..=28).contains(&turns.len()));
        assert_eq!(turns[0].id, format!("D{number}:1"));
    }
}
