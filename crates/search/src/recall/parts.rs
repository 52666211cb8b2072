//! A question that is several: what is asked after "另外" or in a second sentence, and what is meant
//! behind chatter that ends in "what I really want to know is".
//!
//! Each part is scored alone, beside the whole, so that the answers of one part do not crowd out those of
//! another. A question of one part is scored as it always was.

use std::ops::Range;

use super::ask::Asked;
use super::score::{Collection, ScoredPage, score, score_by};
use crate::analyse::Role;
use crate::evidence::PageEvidence;
use crate::weights::Weights;

/// Parts of one question that are told apart.
const PARTS_MAX: usize = 4;
/// Bytes that a part has at least.
const PART_BYTES: usize = 9;
/// What the whole question says beside its parts.
const WHOLE: f32 = 0.3;

/// Words that go on with another question, behind the end of a sentence.
const MORE: [&str; 12] = [
    "另外",
    "此外",
    "还有",
    "還有",
    "顺便",
    "順便",
    "also",
    "and also",
    "additionally",
    "another question",
    "second question",
    "besides",
];
/// Words by which somebody comes to the point, what they say there, and the sign behind it.
const POINT: [&str; 12] = [
    "真正",
    "本来",
    "本來",
    "其实",
    "其實",
    "实际",
    "實際",
    "really",
    "actually",
    "real question",
    "actual question",
    "actual problem",
];
const ASKS: [&str; 24] = [
    "想说",
    "想說",
    "想问",
    "想問",
    "要问",
    "要問",
    "问题",
    "問題",
    "想知道",
    "想了解",
    "弄清",
    "搞清",
    "弄明白",
    "搞明白",
    "问的",
    "問的",
    "want to ask",
    "want to know",
    "wanted to ask",
    "wanted to know",
    "meant to ask",
    "need to know",
    "question is",
    "find out",
];
/// Characters between these.
const POINT_CHARS: usize = 30;

/// The parts of a question in small letters, by their bytes; none where it is one question and nothing else.
pub(super) fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for section in cut(text, 0..text.len(), &|_, rest| goes_on(rest)) {
        match point(&text[section.clone()]) {
            // A question and another one, each closed by its mark.
            0 => parts.extend(cut(text, section, &|mark, rest| {
                matches!(mark, '?' | '？') && rest.contains(['?', '？'])
            })),
            // Whatever was asked in passing before the point is chatter, too.
            chatter => parts.push(section.start + chatter..section.end),
        }
    }
    let said = |text: &str| text.chars().any(char::is_alphanumeric);
    parts.retain(|part| said(&text[part.clone()]) && part.len() >= PART_BYTES);
    let whole = parts.len() == 1 && !said(&text[..parts[0].start]);
    if whole || parts.len() > PARTS_MAX { Vec::new() } else { parts }
}

/// A span cut behind the ends of sentences where `here` says so of the mark and of what follows.
fn cut(text: &str, span: Range<usize>, here: &dyn Fn(char, &str) -> bool) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut from = span.start;
    for (at, mark) in text[span.clone()].char_indices() {
        if pieces.len() >= PARTS_MAX {
            break;
        }
        if !matches!(mark, '?' | '？' | '。' | '！' | '；' | ';' | '!' | '.') {
            continue;
        }
        let end = span.start + at + mark.len_utf8();
        if here(mark, &text[end..span.end]) {
            pieces.push(from..end);
            from = end;
        }
    }
    pieces.push(from..span.end);
    pieces
}

/// Whether a text begins as another question does.
fn goes_on(rest: &str) -> bool {
    MORE.iter().any(|word| rest.trim_start().starts_with(word))
}

/// Bytes of the chatter before the point; 0 where there is none.
fn point(text: &str) -> usize {
    let mut found = 0;
    for cue in POINT {
        let mut at = 0;
        while let Some(start) = text[at..].find(cue).map(|offset| at + offset) {
            let reach = text[start..]
                .char_indices()
                .nth(POINT_CHARS)
                .map_or(text.len(), |(end, _)| start + end);
            let span = &text[start..reach];
            let asks = ASKS.iter().filter_map(|word| Some(span.find(word)? + word.len())).min();
            let sign =
                asks.and_then(|asks| Some(asks + span[asks..].find(['：', ':', '，', ','])?));
            if let Some(sign) = sign {
                let behind = start + sign;
                let width = text[behind..].chars().next().map_or(1, char::len_utf8);
                found = found.max(behind + width);
            }
            at = start + cue.len();
        }
    }
    found
}

/// What each term weighs in each part; nothing where the question has no parts.
pub(super) fn weights(asked: &Asked) -> Vec<Vec<f32>> {
    let inside =
        |part: &Range<usize>, place: (usize, usize)| part.start <= place.0 && place.1 <= part.end;
    let of = |part: &Range<usize>| -> Vec<f32> {
        let words: Vec<usize> = asked
            .terms
            .iter()
            .filter(|term| term.place.1 > 0 && inside(part, term.place))
            .map(|term| term.word)
            .collect();
        let counts = |term: &super::ask::Term| {
            // A value says not where it stood; a synonym stands where its word does.
            (term.role == Role::Value && term.place.1 == 0) || words.contains(&term.word)
        };
        asked.terms.iter().map(|term| if counts(term) { term.strength() } else { 0.0 }).collect()
    };
    asked
        .parts
        .iter()
        .map(of)
        .filter(|weights| weights.iter().any(|weight| *weight > 0.0))
        .collect()
}

/// Scores the pages by the whole question, or by its parts and the whole.
pub(super) fn scored(
    pages: &[PageEvidence],
    asked: &Asked,
    collection: &Collection,
    weights: &Weights,
) -> Vec<ScoredPage> {
    let whole = score(pages, asked, collection, weights);
    let parts = self::weights(asked);
    if parts.is_empty() {
        return whole;
    }
    let parts: Vec<Vec<ScoredPage>> = parts
        .into_iter()
        .map(|terms| score_by(pages, asked, (terms, collection), weights))
        .collect();
    joined(whole, &parts)
}

/// The best that any part says of each place, and a little of what the whole says.
pub(super) fn joined(mut whole: Vec<ScoredPage>, parts: &[Vec<ScoredPage>]) -> Vec<ScoredPage> {
    let tops: Vec<[f32; 2]> = parts.iter().map(|part| tops(part)).collect();
    let own = self::tops(&whole);
    for (at, page) in whole.iter_mut().enumerate() {
        let share = |nth: usize, of: &dyn Fn(&ScoredPage) -> f32| {
            let each = parts.iter().zip(&tops).map(|(part, top)| of(&part[at]) / top[nth]);
            each.fold(f32::NEG_INFINITY, f32::max)
        };
        let join =
            |own: f32, score: f32, best: f32| own * (best + WHOLE * score / own) / (1.0 + WHOLE);
        page.fused = join(own[0], page.fused, share(0, &|page| page.fused));
        for (nth, atom) in page.atoms.iter_mut().enumerate() {
            atom.fused = join(own[1], atom.fused, share(1, &|page| page.atoms[nth].fused));
        }
    }
    whole
}

/// The best score of a page and of an atom, each at least 1 so that it can be divided by.
pub(super) fn tops(scored: &[ScoredPage]) -> [f32; 2] {
    let atoms = scored.iter().flat_map(|page| &page.atoms).map(|atom| atom.fused);
    [scored.iter().map(|page| page.fused).fold(1.0, f32::max), atoms.fold(1.0, f32::max)]
}

#[cfg(test)]
mod tests {
    use super::parts;

    fn told(text: &str) -> Vec<&str> {
        parts(&text.to_ascii_lowercase()).into_iter().map(|part| text[part].trim()).collect()
    }

    #[test]
    fn a_second_question_is_told_from_the_first() {
        assert_eq!(
            told("我上司是哪个学校毕业的？另外，交流会的时间是什么？"),
            ["我上司是哪个学校毕业的？", "另外，交流会的时间是什么？"]
        );
        assert_eq!(told("Who owns Atlas? Also, when is the kickoff?").len(), 2);
        assert_eq!(told("Where is the office? And when does it open?").len(), 2);
    }

    #[test]
    fn one_question_has_no_parts() {
        assert!(told("Who owns Atlas?").is_empty());
        assert!(told("v1.2.3 failed. Why did it?").is_empty());
        assert!(told("").is_empty());
        assert!(told(&"？".repeat(100_000)).is_empty());
    }

    #[test]
    fn a_question_in_the_chatter_is_no_part() {
        assert_eq!(
            told("小猫是不是又跑出来了？周末去超市。我真正的问题是：我居住的小区怎么样？"),
            ["我居住的小区怎么样？"]
        );
        assert!(told("其实我不知道他的邮箱，你知道吗？").is_empty());
    }

    #[test]
    fn chatter_before_the_point_is_told_from_it() {
        assert_eq!(
            told(
                "今天天气真好，适合散步。等等，我真正想问的问题是：那个身高是171cm的人，邮箱是什么？"
            ),
            ["那个身高是171cm的人，邮箱是什么？"]
        );
        assert_eq!(
            told("Nice weather today. What I really want to know is: who owns Atlas?"),
            ["who owns Atlas?"]
        );
    }
}
