//! Whether two texts say the same in nearly the same words.
//!
//! Words are aligned, and the answer rests on what is left over: a substitution of one content word
//! for another makes two facts, an added particle does not. Method: longest common subsequence over
//! words (single characters in Han and kana), with the edit distance of left-over words of one place.

use std::collections::HashSet;

use super::fold::{fold, is_spaceless, is_word_char};

/// Texts of more words are compared as equal or not.
const WORDS_MAX: usize = 400;
/// Left-over content of the longer text, as a part of its content, at most.
const EXTRA_PART: f64 = 0.2;
/// Words that change no fact, in folded form.
const LIGHT: &str = " a an the of to is are was were be been has have had will would it its that this \
    and or in on at for with by as so very really just also now 的 了 为 在 是 就 也 都 把 被 将 已 着 地 得 ";
/// Words that turn a fact into its opposite.
const TURNS: &str = " not no never none without cannot cant dont doesnt didnt isnt wont stop stopped \
    unlike off disabled 不 没 无 未 非 别 ";

/// Whether two texts say the same in nearly the same words. Numbers and negations must be equal.
pub fn near_duplicate(a: &str, b: &str) -> bool {
    let (left, right) = (words(a), words(b));
    if left == right {
        return !left.is_empty();
    }
    if left.is_empty() || right.is_empty() || left.len().max(right.len()) > WORDS_MAX {
        return false;
    }
    let firm = |words: &[String]| -> Vec<String> {
        let mut firm: Vec<String> = words.iter().filter(|word| is_firm(word)).cloned().collect();
        firm.sort();
        firm
    };
    if firm(&left) != firm(&right) {
        return false;
    }
    if !shares_most(&left, &right) {
        return false;
    }
    let (mut extra_left, mut extra_right) = left_over(&left, &right);
    drop_variants(&mut extra_left, &mut extra_right);
    if !extra_left.is_empty() && !extra_right.is_empty() {
        return false;
    }
    let content = |words: &[String]| words.iter().filter(|word| !is_light(word)).count();
    let extra = extra_left.len() + extra_right.len();
    let longest = content(&left).max(content(&right));
    let shortest = content(&left).min(content(&right));
    #[expect(clippy::cast_precision_loss, reason = "at most WORDS_MAX words")]
    let part = extra as f64 / longest.max(1) as f64;
    shortest > 0 && part <= EXTRA_PART
}

/// A cheap look before the alignment: half of the shorter text's words stand in the other.
fn shares_most(left: &[String], right: &[String]) -> bool {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let known: HashSet<&str> = long.iter().map(|word| stem(word)).collect();
    let shared = short.iter().filter(|word| known.contains(stem(word))).count();
    shared * 2 >= short.len()
}

/// Folded words; each character of a script without spaces is one.
pub(crate) fn words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in folded.chars() {
        if is_spaceless(c) {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            words.push(c.to_string());
        } else if is_word_char(c) || (matches!(c, '.' | '_') && !word.is_empty()) {
            word.push(c);
        } else if !matches!(c, '\'' | '’') && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    words.push(word);
    let trimmed = words.into_iter().map(|word| word.trim_end_matches(['.', '_']).to_owned());
    trimmed.filter(|word| !word.is_empty()).collect()
}

fn is_firm(word: &str) -> bool {
    word.chars().any(char::is_numeric) || TURNS.contains(&format!(" {word} "))
}

pub(super) fn is_light(word: &str) -> bool {
    LIGHT.contains(&format!(" {word} "))
}

/// Content words outside a longest common subsequence, in order.
fn left_over(left: &[String], right: &[String]) -> (Vec<String>, Vec<String>) {
    let width = right.len() + 1;
    let mut longest = vec![0_u16; (left.len() + 1) * width];
    for i in (0..left.len()).rev() {
        for j in (0..right.len()).rev() {
            longest[i * width + j] = if left[i] == right[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut extra_left, mut extra_right) = (Vec::new(), Vec::new());
    while i < left.len() || j < right.len() {
        if i < left.len() && j < right.len() && left[i] == right[j] {
            i += 1;
            j += 1;
        } else if j == right.len()
            || (i < left.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        {
            extra_left.push(left[i].clone());
            i += 1;
        } else {
            extra_right.push(right[j].clone());
            j += 1;
        }
    }
    extra_left.retain(|word| !is_light(word));
    extra_right.retain(|word| !is_light(word));
    (extra_left, extra_right)
}

/// Takes out pairs of left-over words that are forms or misspellings of one word, and words that only
/// moved.
fn drop_variants(left: &mut Vec<String>, right: &mut Vec<String>) {
    let mut used = HashSet::new();
    left.retain(|word| {
        let pair = right
            .iter()
            .enumerate()
            .find(|(at, other)| !used.contains(at) && is_variant(word, other));
        match pair {
            Some((at, _)) => {
                used.insert(at);
                false
            }
            None => true,
        }
    });
    let mut at = 0;
    right.retain(|_| {
        at += 1;
        !used.contains(&(at - 1))
    });
}

fn is_variant(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let misspelt = a.chars().count().min(b.chars().count()) >= 6 && strsim::osa_distance(a, b) <= 1;
    stem(a) == stem(b) || misspelt
}

/// An English word without its inflection, as far as its ending shows it.
pub(crate) fn stem(word: &str) -> &str {
    for ending in ["ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y"] {
        let Some(rest) = word.strip_suffix(ending).filter(|rest| rest.len() >= 2) else {
            continue;
        };
        let mut last = rest.chars().rev();
        let (end, before) = (last.next(), last.next());
        let doubled =
            end == before && end.is_some_and(|c| c.is_ascii_alphabetic() && !"aeiouls".contains(c));
        return if doubled && ending.len() > 1 { &rest[..rest.len() - 1] } else { rest };
    }
    word
}

#[cfg(test)]
mod tests {
    use super::near_duplicate;

    #[test]
    fn c008_han_texts_are_compared_by_what_is_left_over() {
        let first = "部署脚本改用蓝绿发布";
        assert!(near_duplicate(first, "部署脚本改为使用蓝绿发布"));
        assert!(!near_duplicate(first, "部署脚本改用金丝雀发布"));
        assert!(!near_duplicate("发布改到周三", "发布改到周四"));
    }

    #[test]
    fn c008_words_numbers_and_negations_decide_in_english() {
        let first = "The deploy script uses blue-green releases";
        assert!(near_duplicate(first, "Deploy script is using blue-green release"));
        assert!(!near_duplicate(first, "The deploy script uses canary releases"));
        assert!(!near_duplicate("the api listens on port 8080", "the api listens on port 8081"));
        assert!(!near_duplicate(
            "deploys run on Friday evening",
            "deploys do not run on Friday evening"
        ));
        assert!(!near_duplicate("", ""));
    }
}
