//! What people, projects and things are asked for, in English and Chinese: which key a question means that does
//! not say it ("who runs Atlas?" asks for its owner, 打哪个号码 for a phone).
//!
//! A list, and no more: a key that is not in it is asked for by its own words, and `synonyms` of `SCHEMA.md`
//! add to it. It is about keys alone; which page is meant is decided elsewhere.

mod list;

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::canon::fold;
use list::ATTRIBUTES;

/// First names of the attributes that people alone have.
const PEOPLES: [&str; 7] =
    ["email", "role", "employer", "birthday", "allergy", "commute", "blood type"];

/// One thing that is asked for: the names of its keys, and ways of asking for it that no key is called.
#[derive(Debug)]
struct Attribute {
    names: &'static [&'static str],
    ways: &'static [&'static str],
    /// Other words by one of which whoever says it of somebody cannot but say it; none where there are too many.
    said: Option<&'static [&'static str]>,
}

const fn of(names: &'static [&'static str], ways: &'static [&'static str]) -> Attribute {
    Attribute { names, ways, said: None }
}

/// An attribute that a text which has none of these words does not tell.
const fn said(by: &'static [&'static str], it: &Attribute) -> Attribute {
    Attribute { names: it.names, ways: it.ways, said: Some(by) }
}

/// Every word by which something is asked for, and for each the number of its attribute.
static WORDS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let each = |(nth, it): (usize, &'static Attribute)| {
        it.names.iter().chain(it.ways).map(move |word| (*word, nth))
    };
    let (words, of): (Vec<&str>, Vec<usize>) = ATTRIBUTES.iter().enumerate().flat_map(each).unzip();
    (AhoCorasick::new(words).expect("because the words are few and short"), of)
});

/// Which of the attributes a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attributes(u64);

impl Attributes {
    /// Those that a text, [folded](fold), asks for by a key's name or in other words.
    #[must_use]
    pub fn asked(folded: &str) -> Self {
        let (words, of) = &*WORDS;
        let found = words.find_overlapping_iter(folded);
        let found = found.filter(|it| is_whole(folded, it.span().range()));
        Self(found.fold(0, |all, it| all | 1 << of[it.pattern().as_usize()]))
    }

    /// Those that a key names, with or without words before it: `email`, `work email`, 所在城市.
    #[must_use]
    pub fn of_key(key: &str) -> Self {
        let key = fold(&key.replace(['_', '*', '`'], " "));
        let key = key.trim();
        let is_named = |it: &Attribute| it.names.iter().any(|name| ends_with(key, name));
        Self::those(&is_named)
    }

    fn those(is_meant: &dyn Fn(&Attribute) -> bool) -> Self {
        let bits = ATTRIBUTES.iter().enumerate().filter(|(_, it)| is_meant(it));
        Self(bits.fold(0, |all, (nth, _)| all | 1 << nth))
    }

    /// Those that are in both.
    #[must_use]
    pub fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those that are in either.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are in this one alone.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether one of these is of people and of nothing else: an employer, a birthday.
    #[must_use]
    pub fn is_of_people(self) -> bool {
        self.each().any(|it| PEOPLES.contains(&it.names[0]))
    }

    /// A question, [folded](fold), without the words by which it asks for these.
    #[must_use]
    pub fn rest(self, folded: &str) -> String {
        let words = self.each().flat_map(|it| it.names.iter().chain(it.ways));
        let mut words: Vec<&str> = words.copied().collect();
        words.sort_by_key(|it| std::cmp::Reverse(it.len()));
        words.iter().fold(folded.to_owned(), |rest, word| without(&rest, word))
    }

    /// The word of a question for what a text about somebody, both [folded](fold), cannot tell of these: it lacks every
    /// word for it. None where one of these may be told in words that no list has.
    #[must_use]
    pub fn untold(self, question: &str, text: &str) -> Option<&'static str> {
        let tells = |it: &Attribute| {
            let mut words = it.said?.iter().chain(it.names).chain(it.ways);
            Some(words.any(|word| text.contains(word)))
        };
        let is_untold = !self.is_empty() && self.each().all(|it| tells(it) == Some(false));
        let mut names = self.each().flat_map(|it| it.names.iter().chain(it.ways)).copied();
        names.find(|it| is_untold && stands(question, it))
    }

    fn each(self) -> impl Iterator<Item = &'static Attribute> {
        (0..).zip(ATTRIBUTES).filter(move |(nth, _)| self.0 & 1_u64 << nth != 0).map(|(_, it)| it)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Whether a key is called so, or has the name behind other words.
fn ends_with(key: &str, name: &str) -> bool {
    let Some(before) = key.strip_suffix(name) else { return false };
    !name.is_ascii() || before.is_empty() || before.ends_with([' ', '-'])
}

/// Whether a name stands in a text, both [folded](fold): as whole words in scripts that part them, in English with or
/// without the `s` of several.
#[must_use]
pub fn stands(folded: &str, name: &str) -> bool {
    places(folded, name).next().is_some()
}

/// A text without a name that [stands] in it.
#[must_use]
pub fn without(folded: &str, name: &str) -> String {
    let (mut rest, mut end) = (String::with_capacity(folded.len()), 0);
    for at in places(folded, name) {
        rest.push_str(&folded[end..at]);
        rest.push(' ');
        end = at + name.len();
    }
    rest + &folded[end..]
}

fn places<'a>(folded: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let found = folded.match_indices(name).filter(|_| !name.is_empty());
    found.map(|(at, _)| at).filter(move |at| is_whole(folded, *at..at + name.len()))
}

/// Whether a place is one of whole words.
fn is_whole(folded: &str, place: Range<usize>) -> bool {
    let letter = |char: Option<char>| char.is_some_and(|it| it.is_ascii_alphanumeric());
    let (before, name, behind) =
        (&folded[..place.start], &folded[place.clone()], &folded[place.end..]);
    let plural = behind.strip_prefix('s').unwrap_or(behind);
    let starts = !letter(name.chars().next()) || !letter(before.chars().next_back());
    let ends = !letter(name.chars().next_back())
        || !letter(behind.chars().next())
        || !letter(plural.chars().next());
    starts && ends
}

#[cfg(test)]
mod tests {
    use super::{ATTRIBUTES, Attributes, fold};

    fn asks(question: &str, key: &str) -> bool {
        !Attributes::asked(&fold(question)).both(Attributes::of_key(key)).is_empty()
    }

    #[test]
    fn a_question_asks_for_a_key_in_other_words_and_the_other_language() {
        for (question, key) in [
            ("Who runs Atlas?", "owner"),
            ("Who is responsible for Atlas?", "负责人"),
            ("Atlas 归谁管？", "owner"),
            ("On what number can Ann be rung?", "phone"),
            ("打哪个号码能找到王伟？", "电话"),
            ("Where is Ann living now?", "city"),
            ("王伟定居在什么地方？", "所在城市"),
            ("Which company employs Ann?", "works for"),
            ("王伟在哪家公司上班？", "employer"),
            ("When does Atlas ship?", "release_date"),
            ("How much money is there for Atlas?", "预算"),
            ("how do I reach Ann", "work e-mail"),
            ("王伟的血型", "blood type"),
        ] {
            assert!(asks(question, key), "{question} asks for {key}");
        }
    }

    #[test]
    fn a_question_for_one_thing_asks_for_no_other() {
        for (question, key) in [
            ("Who runs Atlas?", "budget"),
            ("What is Ann's phone number?", "email"),
            ("Where does Ann live?", "phone"),
            ("王伟的电话是多少？", "邮箱"),
            ("I called the runner", "phone"),
            ("What blood type does Ann have?", "type"),
            ("王伟怎么上班？", "employer"),
        ] {
            assert!(!asks(question, key), "{question} asks for {key}");
        }
    }

    #[test]
    fn every_word_of_the_list_is_folded_and_there_is_room_for_all() {
        assert!(ATTRIBUTES.len() <= 64);
        for word in ATTRIBUTES.iter().flat_map(|it| it.names.iter().chain(it.ways)) {
            assert_eq!(fold(word), *word);
        }
    }
}
