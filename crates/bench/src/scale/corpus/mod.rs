//! A vault of any size that nobody wrote: the same pages for the same seed on every machine.
//!
//! Every page is a function of the seed and its number, so that the index, the baselines and the
//! questions can each make the pages they need without holding 70 MB of text. The text means
//! nothing; what counts is that lengths, word frequencies, headings, lists and links are like those
//! of kept notes. Nothing here measures.

mod page;
mod query;
mod random;
mod talk;
#[cfg(test)]
mod tests;
mod vocabulary;

pub(crate) use page::Page;
pub(crate) use query::Query;
pub(crate) use random::Random;

use vocabulary::Vocabulary;
use wiki::path::PagePath;

/// Bytes of a page on average.
pub(crate) const PAGE_BYTES: usize = 3_000;

/// What a page is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Language {
    /// Two of three pages.
    English,
    /// Every third page.
    Chinese,
}

/// How frequent a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Band {
    /// `the`, `的`: on every page.
    Function,
    /// On a large part of the pages.
    Common,
    /// On about one page in a hundred.
    Middle,
    /// On few pages, or on one.
    Rare,
}

/// A vault that can be made page by page.
#[derive(Debug)]
pub(crate) struct Corpus {
    seed: u64,
    docs: usize,
    english: Vocabulary,
    chinese: Vocabulary,
}

impl Corpus {
    /// `docs` pages; at least 1.
    pub(crate) fn new(seed: u64, docs: usize) -> Self {
        let english = Vocabulary::of(Language::English);
        let chinese = Vocabulary::of(Language::Chinese);
        Self { seed, docs: docs.max(1), english, chinese }
    }

    /// The language of page `number`.
    pub(crate) fn language(number: usize) -> Language {
        if number % 3 == 2 { Language::Chinese } else { Language::English }
    }

    /// Page `number`, below the count given to [`Corpus::new`].
    pub(crate) fn page(&self, number: usize) -> Page {
        page::write(self, number)
    }

    /// `count` questions whose words were drawn from one page each, a third of them Chinese.
    pub(crate) fn queries(&self, count: usize) -> Vec<Query> {
        (0..count).map(|number| query::draw(self, number)).collect()
    }

    /// The pages of conversation `number`, any number, as the product writes them.
    pub(crate) fn conversation(&self, number: usize) -> Vec<(PagePath, String)> {
        talk::write(self, number)
    }

    fn random(&self, stream: Stream, number: usize) -> Random {
        Random::of(self.seed, stream as u64, number)
    }

    fn vocabulary(&self, language: Language) -> &Vocabulary {
        match language {
            Language::English => &self.english,
            Language::Chinese => &self.chinese,
        }
    }
}

/// Sequences of numbers that do not touch each other.
#[derive(Debug, Clone, Copy)]
enum Stream {
    Identity = 1,
    Text = 2,
    Query = 3,
    Talk = 4,
}
