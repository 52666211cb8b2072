//! Whether two texts are one sentence with other figures: a number, an amount, a day, however it is written.
//!
//! Which of the two holds is not known here: such a sentence may be a newer one or a second one.

use super::duplicate::{is_light, stem, words};
use crate::time;

/// Texts of more words are no one sentence.
const WORDS_MAX: usize = 60;
/// What stands for any figures in their place.
const FIGURES: &str = "0";

/// Whether two texts say the same but for their figures: "Rent is 900 euros" and "Rent is 950 euros", "due on Dec 9"
/// and "due on 12/19". Both have some, at the same places.
pub(crate) fn differs_in_figures(a: &str, b: &str) -> bool {
    let (left, right) = (words(a), words(b));
    let has_figures = |words: &[String]| words.iter().any(|it| it.chars().any(char::is_numeric));
    let bounded = left.len().max(right.len()) <= WORDS_MAX;
    if !bounded || !has_figures(&left) || !has_figures(&right) || left == right {
        return false;
    }
    let (left, right) = (skeleton(&left), skeleton(&right));
    left == right && left.iter().any(|it| *it != FIGURES)
}

/// The stems of the words that say something, each run of figures as one.
fn skeleton(words: &[String]) -> Vec<&str> {
    let mut said = Vec::new();
    for word in words.iter().filter(|it| !is_light(it)) {
        let part = if is_figure(word) { FIGURES } else { stem(word) };
        if part != FIGURES || said.last() != Some(&FIGURES) {
            said.push(part);
        }
    }
    said
}

fn is_figure(word: &str) -> bool {
    word.chars().any(char::is_numeric) || time::is_day_name(word)
}

#[cfg(test)]
mod tests {
    use super::differs_in_figures;

    #[test]
    fn one_sentence_with_another_number_amount_or_day_is_seen() {
        for (one, other, is_so) in [
            ("Rent is 900 euros", "The rent is now 1,050 euros", true),
            ("The visa expires on Dec 9", "The visa expires on Jan 19", true),
            ("visa expires 2027-01-09", "visa expires on 9 February 2027", true),
            ("签证1月9日到期", "签证2月19日到期", true),
            ("Trip to Rome starts December 9th", "Trip to Rome now starts December 16th", true),
            ("Rent is 900 euros", "Rent is 900 euros", false),
            ("Rent is 900 euros", "Rent is not 950 euros", false),
            ("Rent is 900 euros", "Heating is 900 euros", false),
            ("Rent is 900 euros", "Rent is due", false),
            ("900", "950", false),
        ] {
            assert_eq!(differs_in_figures(one, other), is_so, "{one} / {other}");
            assert_eq!(differs_in_figures(other, one), is_so, "{other} / {one}");
        }
    }
}
