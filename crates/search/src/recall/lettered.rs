//! Things that are told apart by one letter or number: a page that tells of plan B and never of plan C has not
//! the answer to a question about plan C, however well the rest fits.
//!
//! Only a page that names another one of the same kind is ruled out; one that names none may mean the one that
//! is asked for. Words that no list has are kinds where they are written as names ("iPhone 15", "the B train");
//! in a conversation such a page stays, since there one thing goes by many names.

mod asked;
mod lists;
mod marks;
mod runs;
mod told;

use std::ops::Range;

use self::asked::lettered;
use super::question::Question;
use super::score::ScoredPage;
use crate::catalogue::Info;

/// A kind and its letter or number in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lettered {
    place: Range<usize>,
    /// In small letters.
    kind: String,
    mark: String,
    side: Side,
    /// Whether the kind is known to be told apart so, and not only written as if it were.
    is_listed: bool,
    /// Whether a text must write the kind as a name, since the question does not show that it is one.
    as_name: bool,
}

/// Where a letter stands by its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// As is usual in the language of the kind.
    Any,
    /// "the B train".
    Ahead,
    /// It has no kind beside it: a code such as `T14`.
    Alone,
}

impl Lettered {
    /// A kind in small letters and its letter or number, written in the usual way and in no list.
    fn new(place: Range<usize>, kind: &str, mark: &str) -> Self {
        let (kind, mark) = (kind.to_owned(), mark.to_ascii_lowercase());
        Self { place, kind, mark, side: Side::Any, is_listed: false, as_name: false }
    }
}

/// What a question tells apart by letters.
pub(super) struct Letters<'a> {
    asked: Vec<Lettered>,
    question: &'a Question,
}

impl<'a> Letters<'a> {
    pub(super) fn of(question: &'a Question) -> Option<Self> {
        let asked = lettered(&question.text);
        (!asked.is_empty()).then_some(Self { asked, question })
    }

    /// What a page tells of instead, if that is another one: of several that are named any one is enough.
    pub(super) fn another(&self, page: &ScoredPage, info: &Info, text: &str) -> Option<String> {
        // A file's name has small letters only.
        let whole = format!("{}\n{text}", info.path.name().to_ascii_uppercase());
        let lower = whole.to_ascii_lowercase();
        let is_another = |it: &Lettered| {
            let spares = page.session && !it.is_listed;
            let kinds = || it.is_of_another_kind((&whole, &lower), &self.question.lower);
            !spares && (it.is_another(&whole, &lower) || kinds())
        };
        let first = self.asked.first().filter(|_| self.asked.iter().all(is_another))?;
        let named = self.question.text.get(first.place.clone()).unwrap_or_default();
        Some(format!("tells of another than {named}"))
    }
}
