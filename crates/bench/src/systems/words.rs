//! Words of a text for the plain baselines: lower case, without the commonest English ones, Han runs as
//! pairs of characters.

use frostem::{Algorithm, Stemmer};

/// The list of Lucene's standard analyser, with what questions begin with.
const STOP: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "did", "do", "does", "for",
    "from", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in", "into", "is", "it",
    "its", "me", "my", "no", "not", "of", "on", "or", "our", "she", "such", "that", "the", "their",
    "then", "there", "these", "they", "this", "to", "was", "we", "were", "what", "when", "where",
    "which", "who", "why", "will", "with", "you", "your",
];

/// Words as they stand, in order.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut run = String::new();
    let mut han = false;
    let mut flush = |run: &mut String, han: bool| {
        if han {
            let all: Vec<char> = run.chars().collect();
            let pairs = all.windows(2).map(String::from_iter);
            words.extend(pairs);
            if all.len() == 1 {
                words.push(run.clone());
            }
        } else if !run.is_empty() {
            let lower = run.to_lowercase();
            if !STOP.contains(&lower.as_str()) {
                words.push(lower);
            }
        }
        run.clear();
    };
    for c in text.chars() {
        if !c.is_alphanumeric() || is_han(c) != han {
            flush(&mut run, han);
        }
        if c.is_alphanumeric() {
            han = is_han(c);
            run.push(c);
        }
    }
    flush(&mut run, han);
    words
}

/// The same, each English word as its stem (Porter 2).
pub(super) fn stems(stemmer: &Stemmer, text: &str) -> Vec<String> {
    words(text).iter().map(|word| stemmer.stem(word).into_owned()).collect()
}

/// For [`stems`].
pub(super) fn stemmer() -> Stemmer {
    Stemmer::new(Algorithm::English)
}

/// Whether a character is Han, for systems that know of Chinese no more than that.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::{stemmer, stems, words};

    #[test]
    fn a_text_is_cut_into_words_and_pairs_of_characters() {
        assert_eq!(
            words("When did Ann's dog-sitter 来北京 7?"),
            ["ann", "s", "dog", "sitter", "来北", "北京", "7"]
        );
        assert_eq!(words("我 and the"), ["我"]);
        assert_eq!(stems(&stemmer(), "Painted paintings"), ["paint", "paint"]);
    }
}
