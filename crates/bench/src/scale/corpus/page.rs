//! One page: a head, a title, sections with paragraphs and lists, links to other pages.

use super::random::Random;
use super::vocabulary::{Vocabulary, Word};
use super::{Band, Corpus, Language, PAGE_BYTES, Stream};
use std::fmt::Write as _;
use std::ops::Range;

/// A page and where its words stand.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    /// Its vault path, with `.md`.
    pub(crate) file: String,
    /// The whole file.
    pub(crate) text: String,
    /// The words of its sentences, each with its place in `text`.
    pub(super) words: Vec<(Band, Range<usize>)>,
}

/// What a page is called; others link to it by this.
pub(super) struct Identity {
    pub(super) file: String,
    pub(super) title: String,
    page_type: &'static str,
    subjects: Vec<Word>,
}

/// Folder, type, and how many of a hundred pages are of it.
const TYPES: [(&str, &str, usize); 4] = [
    ("projects", "project", 40),
    ("meetings", "meeting", 25),
    ("procedures", "procedure", 20),
    ("notes", "note", 15),
];

const TITLE_WORDS: usize = 3;
/// Words that a page keeps coming back to, beside those of its title.
const TOPIC_WORDS: usize = 9;

pub(super) fn identity(corpus: &Corpus, number: usize) -> Identity {
    let mut random = corpus.random(Stream::Identity, number);
    let language = Corpus::language(number);
    let vocabulary = corpus.vocabulary(language);
    let subjects: Vec<Word> = (0..TITLE_WORDS).map(|_| vocabulary.subject(&mut random)).collect();
    let words: Vec<&str> = subjects.iter().map(|word| word.text.as_str()).collect();
    let mut at = random.below(100);
    let kind = TYPES.iter().find(|(_, _, share)| {
        let inside = at < *share;
        at = at.saturating_sub(*share);
        inside
    });
    let (folder, page_type, _) = kind.unwrap_or(&TYPES[0]);
    let (title, slug) = match language {
        Language::English => (capitalised(&words.join(" ")), words.join("-")),
        Language::Chinese => (words.concat(), words.join("-")),
    };
    // The number keeps two pages with the same words apart.
    Identity { file: format!("{folder}/{slug}-{number}.md"), title, page_type, subjects }
}

pub(super) fn write(corpus: &Corpus, number: usize) -> Page {
    let Identity { file, title, page_type, subjects } = identity(corpus, number);
    let language = Corpus::language(number);
    let vocabulary = corpus.vocabulary(language);
    let mut random = corpus.random(Stream::Text, number);
    let mut topic = subjects;
    topic.extend((0..TOPIC_WORDS).map(|_| vocabulary.subject(&mut random)));
    let mut pen =
        Pen { text: String::new(), words: Vec::new(), vocabulary, language, random, topic };
    pen.head(&title, page_type);
    // The last section goes past the target by a tenth of a page on average.
    let target = PAGE_BYTES * pen.random.between(60, 120) / 100;
    pen.paragraph();
    while pen.text.len() < target {
        pen.heading();
        pen.paragraph();
        if pen.random.percent(45) {
            pen.list();
        }
        if pen.random.percent(30) {
            let other = identity(corpus, pen.random.below(corpus.docs));
            pen.link(&other);
        }
    }
    Page { file, text: pen.text, words: pen.words }
}

/// Writes Markdown and notes where each word of a sentence came to stand.
struct Pen<'a> {
    text: String,
    words: Vec<(Band, Range<usize>)>,
    vocabulary: &'a Vocabulary,
    language: Language,
    random: Random,
    topic: Vec<Word>,
}

impl Pen<'_> {
    fn head(&mut self, title: &str, page_type: &str) {
        let day = date(&mut self.random);
        let tags: Vec<String> =
            (0..2).map(|_| self.random.pick(&self.topic).text.clone()).collect();
        write!(
            self.text,
            "---\ntitle: {title}\ntype: {page_type}\ntags: [{}]\ncreated_at: {day}\n---\n\n# {title}\n\n",
            tags.join(", ")
        )
        .expect("because a string takes any text");
    }

    fn word(&mut self, form: Form) {
        let (word, band) = self.vocabulary.draw(&mut self.random, &self.topic);
        let start = self.text.len();
        match form {
            Form::Opening => self.text.push_str(&capitalised(&word)),
            Form::Inside => self.text.push_str(&word),
        }
        self.words.push((band, start..self.text.len()));
    }

    /// Words up to, not including, the full stop.
    fn clause(&mut self, words: usize) {
        for at in 0..words {
            match self.language {
                Language::English if at > 0 => {
                    self.text.push_str(if self.random.percent(7) { ", " } else { " " });
                }
                Language::Chinese if at > 0 && self.random.percent(14) => self.text.push('，'),
                Language::English | Language::Chinese => {}
            }
            self.word(if at == 0 { Form::Opening } else { Form::Inside });
        }
    }

    fn sentence(&mut self) {
        let words = self.random.between(8, 22);
        self.clause(words);
        if self.random.percent(8) {
            let number = self.random.between(2, 9_999);
            let space = if self.language == Language::English { " " } else { "" };
            write!(self.text, "{space}{number}").expect("because a string takes any text");
        }
        self.text.push_str(match self.language {
            Language::English => ". ",
            Language::Chinese => "。",
        });
    }

    fn paragraph(&mut self) {
        for _ in 0..self.random.between(3, 7) {
            self.sentence();
        }
        self.end_block();
    }

    fn heading(&mut self) {
        self.text.push_str(if self.random.percent(75) { "## " } else { "### " });
        let words = self.random.between(2, 4);
        self.clause(words);
        self.end_block();
    }

    fn list(&mut self) {
        for _ in 0..self.random.between(3, 6) {
            self.text.push_str("- ");
            let (before, colon) = match self.language {
                Language::English => (2, ": "),
                Language::Chinese => (1, "："),
            };
            self.clause(before);
            self.text.push_str(colon);
            let words = self.random.between(3, 9);
            self.clause(words);
            self.text.push('\n');
        }
        self.end_block();
    }

    fn link(&mut self, other: &Identity) {
        let path = other.file.trim_end_matches(".md");
        let lead = match self.language {
            Language::English => "See also",
            Language::Chinese => "参见",
        };
        write!(self.text, "{lead} [[{path}|{}]]", other.title)
            .expect("because a string takes any text");
        self.end_block();
    }

    fn end_block(&mut self) {
        let kept = self.text.trim_end().len();
        self.text.truncate(kept);
        self.text.push_str("\n\n");
    }
}

#[derive(Clone, Copy)]
enum Form {
    Opening,
    Inside,
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        let mut word: String = first.to_uppercase().collect();
        word.push_str(letters.as_str());
        word
    })
}

/// A day of 2025 or of the first half of 2026.
pub(super) fn date(random: &mut Random) -> String {
    let month = random.below(18);
    format!("{}-{:02}-{:02}", 2025 + month / 12, month % 12 + 1, random.between(1, 28))
}
