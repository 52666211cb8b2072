//! Which of many texts nearly say the same, in bounded time.
//!
//! Two texts that do share most of their words, so each is held only against some of those that share its
//! rarest ones. Whether two do is decided in `duplicate`.

use std::collections::HashMap;

use super::duplicate::{near_duplicate, stem, words};

/// Texts of more words are left out.
const WORDS_MAX: usize = 100;
/// Rare words of a text by which others are found.
const RARE_WORDS: usize = 6;
/// Texts that have a word and are looked at, the nearest before.
const SHARING_MAX: usize = 32;
/// The weight of a word that one text alone has.
const WEIGHT: usize = 1_000_000;
/// Texts that one is compared with.
const COMPARED_MAX: usize = 8;

/// Texts that nearly say what an earlier one says, each with the earlier one: indices, in order of the later.
pub fn near_duplicates(texts: &[&str]) -> Vec<(usize, usize)> {
    let said: Vec<Vec<String>> = texts.iter().map(|text| distinct(text)).collect();
    let mut spread: HashMap<&str, usize> = HashMap::new();
    for word in said.iter().flatten() {
        *spread.entry(word).or_default() += 1;
    }
    let mut having: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut found = Vec::new();
    for (at, all) in said.iter().enumerate() {
        let mut rare: Vec<&str> = all.iter().map(String::as_str).collect();
        rare.retain(|word| spread[word] > 1);
        rare.sort_by_key(|word| (spread[word], *word));
        let mut shared: HashMap<usize, usize> = HashMap::new();
        // What few texts have tells more.
        let weight = |word: &str| WEIGHT / spread[word];
        for word in rare.iter().take(RARE_WORDS) {
            let before = having.get(word).map_or(&[][..], Vec::as_slice);
            for other in before.iter().rev().take(SHARING_MAX) {
                *shared.entry(*other).or_default() += weight(word);
            }
        }
        let mut likely: Vec<(usize, usize)> = shared.into_iter().collect();
        likely.sort_by_key(|(other, weight)| (usize::MAX - weight, *other));
        let mut likely = likely.iter().take(COMPARED_MAX);
        if let Some((other, _)) = likely.find(|(other, _)| near_duplicate(texts[*other], texts[at]))
        {
            found.push((*other, at));
        }
        for word in all {
            having.entry(word).or_default().push(at);
        }
    }
    found
}

/// The stems of a text's words, each once; none of a long text.
fn distinct(text: &str) -> Vec<String> {
    // A word has a byte at least, and a sign behind it.
    if text.chars().nth(WORDS_MAX * 16).is_some() {
        return Vec::new();
    }
    let all = words(text);
    if all.len() > WORDS_MAX {
        return Vec::new();
    }
    let mut all: Vec<String> = all.iter().map(|word| stem(word).to_owned()).collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::near_duplicates;

    #[test]
    fn c008_the_pairs_among_many_texts_are_found() {
        let texts = [
            "部署脚本改用蓝绿发布",
            "The deploy script uses blue-green releases",
            "部署脚本改用金丝雀发布",
            "部署脚本改为使用蓝绿发布",
            "The deploy script uses canary releases",
            "Deploy script is using blue-green release",
        ];
        assert_eq!(near_duplicates(&texts), [(0, 3), (1, 5)]);
        let mut many: Vec<String> =
            (0..3000).map(|it| format!("build {it} of atlas is done")).collect();
        many.push("Build 7 of the atlas is done".to_owned());
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(near_duplicates(&many), [(7, 3000)]);
        assert_eq!(near_duplicates(&["", "", "a"]), []);
    }
}
