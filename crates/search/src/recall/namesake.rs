//! Somebody whom the question calls by a first and a second name, and pages of others who share one of the two:
//! a page about Ines Tanaka has not the birthday of Ines Mbeki, nor 罗欣妍 what 何欣妍 is busy with.
//!
//! Only a page on which the shared name always stands with another name beside it is ruled out; one that has it
//! alone may mean whoever is asked for. So it is with things of two names ("Granite Bridge", "Granite Compass").

mod han;

use wiki::canon::is_surnamed;

use super::owned::is_person;
use super::question::Question;
use crate::analyse::is_stop_word;
use crate::catalogue::Info;

/// Names of one question, and letters of each word of a name at least.
const NAMES_MAX: usize = 3;
const LETTERS_LEAST: usize = 2;
/// Characters of a given name in Chinese that tells somebody.
const GIVEN: usize = 2;
/// Before a name they are no first one.
const TITLES: [&str; 8] = ["mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir"];
/// Behind a name they say what it is of: "Ines Tanaka", and "Granite project".
const FORMS: [&str; 4] = ["the", "and", "or", "of"];

/// A name of two parts.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Full {
    Letters {
        first: String,
        last: String,
    },
    /// Surname and given name.
    Han {
        surname: char,
        given: String,
    },
}

/// Who is asked for by both names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Namesakes {
    names: Vec<Full>,
    /// The question, where somebody may be named in it in Han.
    han: Option<String>,
}

impl Namesakes {
    pub(super) fn of(question: &Question) -> Option<Self> {
        if !question.is_short() {
            return None;
        }
        let mut names = letters(&question.text);
        names.extend(names_in_han(&question.text));
        names.truncate(NAMES_MAX);
        let han = han::may_name(&question.text).then(|| question.text.clone());
        (!names.is_empty() || han.is_some()).then_some(Self { names, han })
    }

    /// Whom else a page tells of by one of the two names, where it never tells of the one who is asked for.
    pub(super) fn another(&self, info: &Info, text: &str) -> Option<String> {
        // The words of a file's name are written in small letters.
        let title = info.path.name().replace(['-', '_'], " ").to_lowercase();
        let is_person = is_person(info, text);
        if let Some(question) = &self.han
            && (is_person && han::is_another(question, info.path.name(), text)
                || !is_person && han::is_noted_of_another(question, text))
        {
            return Some("tells of another of a name that begins alike".to_owned());
        }
        let told = |name: &Full| match name {
            Full::Letters { first, last } => {
                let full = format!("{first} {last}");
                if title.contains(&full.to_lowercase()) {
                    Tells::MaybeOfThem
                } else if is_person && shares_one(&title, first, last) && !text.contains(&full) {
                    // On somebody's own page a first name alone is theirs.
                    Tells::OfAnother
                } else {
                    tells(text, first, last)
                }
            }
            Full::Han { surname, given } => tells_han(text, *surname, given),
        };
        let told: Vec<Tells> = self.names.iter().map(told).collect();
        // Of several that are asked for any one is enough.
        let other = told.iter().position(|it| *it == Tells::OfAnother);
        let other = other.filter(|_| !told.contains(&Tells::MaybeOfThem))?;
        Some(format!("tells of another than {}", self.names[other].shown()))
    }
}

/// Of whom a text tells by one of two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    OfNobody,
    OfAnother,
    MaybeOfThem,
}

impl Full {
    fn shown(&self) -> String {
        match self {
            Self::Letters { first, last } => format!("{first} {last}"),
            Self::Han { surname, given } => format!("{surname}{given}"),
        }
    }
}

/// A word of a text as it is written, and whether only a blank stands before it.
struct Word<'a> {
    text: &'a str,
    follows: bool,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut end = 0;
    for part in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '_')))
    {
        let at = part.as_ptr() as usize - text.as_ptr() as usize;
        let bare =
            part.trim_end_matches("'s").trim_end_matches("’s").trim_matches(['\'', '’', '-', '_']);
        if bare.is_empty() {
            continue;
        }
        let follows = !words.is_empty() && text[end..at] == *" ";
        words.push(Word { text: bare, follows });
        end = at + part.len();
    }
    words
}

/// Whether a word is written as a name: one capital, and small letters behind it.
fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase)
        && word.chars().count() >= LETTERS_LEAST
        && chars.all(|it| it.is_lowercase() || matches!(it, '-' | '\'' | '’'))
}

/// Pairs of names that follow each other and are no part of a longer row.
fn letters(question: &str) -> Vec<Full> {
    let words = words(question);
    let is_said = |word: &Word<'_>| {
        let lower = word.text.to_lowercase();
        is_name(word.text) && !is_stop_word(&lower) && !TITLES.contains(&lower.as_str())
    };
    let mut names = Vec::new();
    for (nth, pair) in words.windows(2).enumerate() {
        let [first, last] = pair else { continue };
        let joined = last.follows && is_said(first) && is_said(last);
        // What begins the question is written large whatever it is.
        let longer = words.get(nth + 2).is_some_and(|it| it.follows && is_said(it))
            || first.follows && nth > 1 && is_said(&words[nth - 1]);
        if joined && !longer {
            names.push(Full::Letters { first: first.text.to_owned(), last: last.text.to_owned() });
        }
    }
    names
}

/// Whether a title of several names has one of the two and another in the place of the other.
fn shares_one(title: &str, first: &str, last: &str) -> bool {
    let names: Vec<&str> = title.split_whitespace().collect();
    let is = |name: Option<&&str>, it: &str| name.is_some_and(|name| *name == it.to_lowercase());
    names.len() > 1 && is(names.first(), first) != is(names.last(), last)
}

/// Of another, where one of two names always stands beside another than the other.
fn tells(text: &str, first: &str, last: &str) -> Tells {
    let words = words(text);
    let mut told = Tells::OfNobody;
    let is_part = |word: &Word<'_>| {
        let lower = word.text.to_lowercase();
        is_name(word.text)
            && !is_stop_word(&lower)
            && !TITLES.contains(&lower.as_str())
            && !FORMS.contains(&lower.as_str())
    };
    for (nth, word) in words.iter().enumerate() {
        let before = nth.checked_sub(1).map(|at| &words[at]).filter(|_| word.follows);
        let behind = words.get(nth + 1).filter(|it| it.follows);
        let beside = match word.text {
            it if it == first => behind,
            it if it == last => before,
            _ => continue,
        };
        match beside.filter(|it| is_part(it)) {
            Some(it) if it.text != last && it.text != first => told = Tells::OfAnother,
            // Alone, or with a title, it may be anybody of that name.
            _ => return Tells::MaybeOfThem,
        }
    }
    told
}

/// What may be a name in Chinese in a question: a surname and two more characters, wherever they stand. What is none
/// stands behind no surname on any page.
fn names_in_han(question: &str) -> Vec<Full> {
    let mut names = Vec::new();
    for (at, surname) in question.char_indices() {
        let rest = &question[at..];
        let given: String = rest.chars().skip(1).take(GIVEN).collect();
        let is_given = given.chars().filter(|it| wiki::canon::is_han(*it)).count() == GIVEN;
        if is_surnamed(rest) && is_given {
            names.push(Full::Han { surname, given });
        }
    }
    names
}

/// Of another, where the given name stands behind other surnames alone.
fn tells_han(text: &str, surname: char, given: &str) -> Tells {
    let mut told = Tells::OfNobody;
    for (at, _) in text.match_indices(given) {
        match text[..at].chars().next_back() {
            Some(it) if it != surname && is_surnamed(&format!("{it}{given}")) => {
                told = Tells::OfAnother;
            }
            _ => return Tells::MaybeOfThem,
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::{Full, Tells, letters, names_in_han, tells, tells_han};

    #[test]
    fn two_names_beside_each_other_are_one_name() {
        let full = |text: &str| letters(text).iter().map(Full::shown).collect::<Vec<_>>();
        assert_eq!(full("What is Ines Mbeki busy with?"), ["Ines Mbeki"]);
        assert_eq!(full("When is Ines Mbeki's birthday?"), ["Ines Mbeki"]);
        assert!(full("Does Ines like jazz?").is_empty());
        assert_eq!(full("Ines Mbeki born"), ["Ines Mbeki"]);
        assert_eq!(full("Got Ines Mbeki's mail handy?"), ["Ines Mbeki"]);
        assert!(full("in the New York Times article").is_empty());
        assert_eq!(
            names_in_han("给何欣妍打电话").first().map(Full::shown).as_deref(),
            Some("何欣妍")
        );
    }

    #[test]
    fn a_text_tells_of_another_where_the_shared_name_is_never_alone() {
        for (text, wanted) in [
            ("# Ines Tanaka\n\n- phone: 1", Tells::OfAnother),
            ("# Ines Tanaka\n\nInes likes tea.", Tells::MaybeOfThem),
            ("Ines Tanaka met Ines Mbeki.", Tells::MaybeOfThem),
            ("Jonas Mbeki called.", Tells::OfAnother),
            ("Mr Mbeki called.", Tells::MaybeOfThem),
            ("Nobody called.", Tells::OfNobody),
        ] {
            assert_eq!(tells(text, "Ines", "Mbeki"), wanted, "{text}");
        }
        for (text, wanted) in [
            ("# 罗欣妍\n\n- 电话: 1", Tells::OfAnother),
            ("# 罗欣妍\n\n欣妍很忙", Tells::MaybeOfThem),
            ("何欣妍和罗欣妍", Tells::MaybeOfThem),
            ("没有人", Tells::OfNobody),
        ] {
            assert_eq!(tells_han(text, '何', "欣妍"), wanted, "{text}");
        }
    }
}
