//! The words of an English sentence, and rows of words that it is held against.

use crate::canon::stem;
use crate::fact::list::has;
use crate::numeral;

/// A word as it is written, and folded.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) raw: String,
    pub(super) low: String,
    /// Whether a comma or the end of a sentence follows.
    pub(super) ends: bool,
}

/// The number that a word in small letters says: "no cats" are none.
pub(super) fn in_words(word: &str) -> Option<i64> {
    numeral::of_word(word).or_else(|| (word == "no").then_some(0))
}

/// What stands behind a row of words that a text begins with.
pub(super) fn follow<'w>(words: &'w [Word], row: &str) -> Option<&'w [Word]> {
    let Some((piece, rest)) = row.split_once(' ').or((!row.is_empty()).then_some((row, ""))) else {
        return Some(words);
    };
    if piece == "*" {
        return (1..=3.min(words.len())).find_map(|count| {
            let any = words[..count].iter().all(|it| !it.ends);
            follow(&words[count..], rest).filter(|_| any)
        });
    }
    let (piece, optional) = piece.strip_suffix('?').map_or((piece, None), |it| (it, Some(())));
    let fits = words.first().is_some_and(|it| piece.split('|').any(|one| one == it.low));
    if fits && let Some(found) = follow(&words[1..], rest) {
        return Some(found);
    }
    optional.and_then(|()| follow(words, rest))
}

/// Takes the denial out of "do not live", "am not vegetarian".
pub(super) fn denied(words: &mut Vec<Word>) -> Option<()> {
    let at = words.iter().position(|it| it.low == "not").filter(|at| *at > 0)?;
    let from = match words[at - 1].low.as_str() {
        "do" | "does" => at - 1,
        "am" | "is" | "are" => at,
        _ => return None,
    };
    words.drain(from..=at);
    Some(())
}

pub(super) fn until(words: &[Word], ends: impl Fn(&str) -> bool) -> &[Word] {
    let at = words.iter().position(|it| ends(&it.low));
    let comma = words.iter().position(|it| it.ends).map(|at| at + 1);
    &words[..at.into_iter().chain(comma).min().unwrap_or(words.len())]
}

pub(super) fn stems(words: &[Word]) -> Vec<String> {
    words.iter().map(|it| stem(&it.low).to_owned()).collect()
}

/// The words of a text, contractions in full.
pub(super) fn split(text: &str) -> Vec<Word> {
    const SHORT: [(&str, &str); 12] = [
        ("i'm", "i am"),
        ("i've", "i have"),
        ("we're", "we are"),
        ("we've", "we have"),
        ("don't", "do not"),
        ("doesn't", "does not"),
        ("isn't", "is not"),
        ("aren't", "are not"),
        ("didn't", "did not"),
        ("haven't", "have not"),
        ("hasn't", "has not"),
        ("user's", "my"),
    ];
    let mut words = Vec::new();
    let text = text.replace('’', "'");
    for token in text.split_whitespace() {
        let edge = |c: char| !c.is_alphanumeric() && !"$€£%'+#".contains(c);
        let raw = token.trim_matches(edge);
        if raw.is_empty() {
            continue;
        }
        let low = raw.to_lowercase();
        let short = has("dr mr mrs ms prof st mt", &low) && !token.ends_with(',');
        let ends = token.ends_with([',', '.', ';', '!', ':']) && !short;
        match SHORT.iter().find(|it| it.0 == low) {
            Some((_, long)) => {
                let parts = long.split(' ').map(str::to_owned);
                words.extend(parts.map(|it| Word { raw: it.clone(), low: it, ends: false }));
            }
            None => words.push(Word { raw: raw.to_owned(), low, ends }),
        }
    }
    words
}
