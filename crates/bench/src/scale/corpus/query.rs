//! Questions: a few words drawn from one page, frequent ones and rare ones mixed.

use super::{Band, Corpus, Language, Page, Random, Stream};

/// Words, and the page that they were drawn from.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    /// Two to four different words, in lower case.
    pub(crate) terms: Vec<String>,
    /// The page that holds them all.
    pub(crate) source: usize,
    /// The language of that page.
    pub(crate) language: Language,
}

impl Query {
    /// A question of one word; its language is English as far as counting goes.
    pub(crate) fn of_word(word: &str, source: usize) -> Self {
        Self { terms: vec![word.to_owned()], source, language: Language::English }
    }

    /// As a person types it.
    pub(crate) fn text(&self) -> String {
        self.terms.join(" ")
    }
}

/// What the words of a question are like, a third of each band; questions take these in turn.
const SHAPES: [&[Band]; 6] = [
    &[Band::Rare, Band::Middle],
    &[Band::Rare, Band::Common, Band::Middle],
    &[Band::Middle, Band::Middle, Band::Common],
    &[Band::Rare, Band::Rare],
    &[Band::Common, Band::Rare, Band::Middle, Band::Common],
    &[Band::Rare, Band::Middle, Band::Middle],
];

pub(super) fn draw(corpus: &Corpus, number: usize) -> Query {
    let mut random = corpus.random(Stream::Query, number);
    let language = Corpus::language(number);
    let mut source = random.below(corpus.docs);
    // Every third page is Chinese, so the next two pages at most are of the other language.
    while Corpus::language(source) != language && corpus.docs >= 3 {
        source = (source + 1) % corpus.docs;
    }
    let page = corpus.page(source);
    // Shapes change after every language had the last one.
    let shape = SHAPES[number / 3 % SHAPES.len()];
    let mut terms: Vec<String> = Vec::new();
    for band in shape {
        if let Some(term) = term(&page, *band, &terms, &mut random) {
            terms.push(term);
        }
    }
    Query { terms, source, language: Corpus::language(source) }
}

/// A word of that band which is not among `taken`; where the page has none, any content word.
fn term(page: &Page, band: Band, taken: &[String], random: &mut Random) -> Option<String> {
    let words = |wanted: &dyn Fn(Band) -> bool| -> Vec<String> {
        let mut words: Vec<String> = page
            .words
            .iter()
            .filter(|(band, _)| wanted(*band))
            .map(|(_, span)| page.text[span.clone()].to_lowercase())
            .filter(|word| !taken.contains(word))
            .collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    let mut candidates = words(&|it| it == band);
    if candidates.is_empty() {
        candidates = words(&|it| it != Band::Function);
    }
    if candidates.is_empty() { None } else { Some(random.pick(&candidates).clone()) }
}
