//! One number of letters and digits in its three ways of writing: `LH455`, `LH 455`, `LH-455`. Where the vault
//! does not know the way that was typed, but another one, that is looked for.

use std::ops::Range;

use super::Snapshot;
use super::ask::{Term, rarity, weigh};
use crate::analyse::tokens;
use crate::error::IndexError;

/// Letters and digits of such a number, at least.
const LEAST: usize = 2;
/// Bytes of a question that are looked through.
const TEXT_BYTES: usize = 400;

/// Puts the way of writing that the vault has in the place of one that it does not know.
pub(super) fn respell(
    snapshot: &Snapshot<'_>,
    text: &str,
    terms: &mut Vec<Term>,
) -> Result<(), IndexError> {
    if text.len() > TEXT_BYTES || terms.iter().all(|term| term.df > 0) {
        return Ok(());
    }
    for (place, letters, digits) in numbers(text) {
        let inside = |term: &Term| {
            place.start <= term.place.0 && term.place.1 <= place.end && term.place.1 > 0
        };
        let is_unknown =
            |term: &Term| term.df == 0 && text[term.place.0..term.place.1].ends_with(digits);
        if !terms.iter().any(|term| inside(term) && is_unknown(term)) {
            continue;
        }
        let typed = &text[place.clone()];
        for way in [format!("{letters} {digits}"), format!("{letters}{digits}")] {
            let next = terms.iter().map(|term| term.word + 1).max().unwrap_or_default();
            let mut spelled = weigh(&tokens(&way), false);
            for (nth, term) in spelled.iter_mut().enumerate() {
                (term.place, term.word) = ((place.start, place.end), next + nth);
                typed.clone_into(&mut term.shown);
            }
            rarity(snapshot, &mut spelled)?;
            if way != typed && !spelled.is_empty() && spelled.iter().all(|term| term.df > 0) {
                terms.retain(|term| !inside(term));
                terms.extend(spelled);
                break;
            }
        }
    }
    Ok(())
}

/// Letters with digits behind them, and a space or hyphen between at most: the place, the letters, the digits.
fn numbers(text: &str) -> Vec<(Range<usize>, &str, &str)> {
    let bytes = text.as_bytes();
    let run = |from: usize, of: fn(&u8) -> bool| {
        bytes[from..].iter().position(|it| !of(it)).map_or(bytes.len(), |length| from + length)
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let word = run(at, u8::is_ascii_alphabetic);
        let joint = usize::from(matches!(bytes.get(word), Some(b' ' | b'-')));
        let end = run(word + joint, u8::is_ascii_digit);
        let ends = bytes.get(end).is_none_or(|it| !it.is_ascii_alphanumeric());
        let digits = end - word - joint;
        if word - at >= LEAST && digits >= LEAST && ends {
            found.push((at..end, &text[at..word], &text[word + joint..end]));
        }
        // The next word begins behind whatever stood here.
        at = run(word.max(at), u8::is_ascii_digit).max(at + 1);
        while at < bytes.len()
            && bytes[at - 1].is_ascii_alphanumeric()
            && bytes[at].is_ascii_alphanumeric()
        {
            at += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn letters_and_digits_are_one_number() {
        let found = |text: &'static str| -> Vec<(&str, &str)> {
            numbers(text).into_iter().map(|(_, letters, digits)| (letters, digits)).collect()
        };
        for text in ["when does LH455 leave", "LH 455", "飞机LH-455几点起飞"] {
            assert_eq!(found(text), [("LH", "455")], "{text}");
        }
        for text in ["LH455a", "1LH455", "A4", "LH", "455", "é", ""] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
