//! What somebody likes best of a kind: "my favourite drink is tea", "我最喜欢的饮料是茶". Of each kind there is one.

use super::{NEGATIONS, PREPOSITIONS, content};
use crate::canon::{fold, words};

/// Whose, of which kind, and what it is.
pub(super) struct Best {
    whose: Vec<String>,
    kind: Vec<String>,
    answer: Vec<String>,
    /// Under which circumstances: "in winter".
    circumstance: Vec<String>,
    denied: bool,
}

/// What a text says that somebody likes best; `None` where it says no such thing, or of one among several.
pub(super) fn read(text: &str) -> Option<Best> {
    let folded = fold(text);
    han(&folded).or_else(|| english(&folded))
}

/// Two answers to one question, or one that is taken back.
pub(super) fn contradicts(old: &Best, new: &Best) -> bool {
    let same = old.whose == new.whose
        && old.kind == new.kind
        && old.circumstance == new.circumstance
        && !old.denied;
    same && (old.answer == new.answer) == new.denied
}

fn han(folded: &str) -> Option<Best> {
    const MARKS: [&str; 3] = ["最喜欢的", "最爱的", "最喜爱的"];
    const APART: [&str; 6] = ["之一", "也", "还", "以前", "曾经", "原来"];
    if APART.iter().any(|it| folded.contains(it)) {
        return None;
    }
    let (at, length) = MARKS.iter().filter_map(|it| Some((folded.find(it)?, it.len()))).min()?;
    let (before, after) = (&folded[..at], &folded[at + length..]);
    // "我最喜欢的饮料是茶", or "茶是我最喜欢的饮料".
    let (whose, kind, answer) = match (after.split_once('是'), before.split_once('是')) {
        (Some((kind, answer)), _) => (before, kind, answer),
        (None, Some((answer, whose))) => (whose, after, answer),
        (None, None) => return None,
    };
    let denied = [kind, answer].iter().any(|it| it.contains("不再") || it.ends_with('不'));
    let kind = kind.trim_end_matches("已经").trim_end_matches("不再").trim_end_matches('不');
    let answer = answer.trim_end_matches("不再").trim_end_matches('不');
    best(content(whose), content(kind), content(answer), (Vec::new(), denied))
}

fn english(folded: &str) -> Option<Best> {
    const IS: [&str; 4] = ["is", "are", "isnt", "arent"];
    const APART: [&str; 6] = ["one", "some", "was", "were", "also", "among"];
    let mut all = words(folded);
    // `Ada's` is a word here.
    all.retain(|word| word != "s");
    let at = all.iter().position(|word| matches!(word.as_str(), "favourite" | "favorite"))?;
    if all.iter().any(|word| APART.contains(&word.as_str())) {
        return None;
    }
    let is = |words: &[String]| words.iter().position(|word| IS.contains(&word.as_str()));
    let (before, after) = (&all[..at], &all[at + 1..]);
    // "My favourite drink is tea", or "tea is my favourite drink".
    let (whose, kind, answer) = match (is(after), is(before)) {
        (Some(it), _) => (before, &after[..it], &after[it..]),
        (None, Some(it)) => (&before[it + 1..], after, &before[..=it]),
        (None, None) => return None,
    };
    let denied = answer.iter().any(|word| NEGATIONS.contains(&word.as_str()));
    let said = |words: &[String]| -> Vec<String> {
        let kept = words.iter().filter(|word| {
            let word = word.as_str();
            !NEGATIONS.contains(&word) && !IS.contains(&word)
        });
        content(&kept.cloned().collect::<Vec<_>>().join(" "))
    };
    let prepositions = |word: &String| PREPOSITIONS.contains(&word.as_str());
    let until = answer.iter().position(prepositions).unwrap_or(answer.len());
    let circumstance = said(&answer[until..]);
    best(said(whose), said(kind), said(&answer[..until]), (circumstance, denied))
}

fn best(
    whose: Vec<String>,
    kind: Vec<String>,
    answer: Vec<String>,
    (circumstance, denied): (Vec<String>, bool),
) -> Option<Best> {
    let told = !kind.is_empty() && !answer.is_empty();
    told.then_some(Best { whose, kind, answer, circumstance, denied })
}
