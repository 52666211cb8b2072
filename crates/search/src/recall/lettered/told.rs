//! Whether the text of a page tells of another one than is asked for.

use std::ops::Range;

use wiki::canon::is_han;

use super::lists::{ALIKE, DIGITS};
use super::marks::Said;
use super::runs::{last_word, runs};
use super::{Lettered, Side};
use crate::analyse::is_stop_word;

impl Lettered {
    /// Whether a text names others of the kind, and never this one; `lower` is the same text in small letters.
    pub(super) fn is_another(&self, text: &str, lower: &str) -> bool {
        if self.is_spelled(lower) {
            return false;
        }
        if self.side == Side::Alone {
            let said: Vec<Said> = runs(text).map(|run| self.said(&text[run])).collect();
            return said.contains(&Said::Another) && !said.contains(&Said::This);
        }
        let mut another = false;
        let letter = |at: usize| lower.as_bytes()[at].is_ascii_alphabetic();
        for (at, _) in lower.match_indices(&self.kind) {
            if self.kind.is_ascii() && at.checked_sub(1).is_some_and(letter) {
                continue;
            }
            if self.as_name && !text.as_bytes()[at].is_ascii_uppercase() {
                // It may be this one all the same.
                if self.behind(text, at + self.kind.len()) == Said::This {
                    return false;
                }
                continue;
            }
            let said = match self.side {
                Side::Any | Side::Alone => {
                    [self.behind(text, at + self.kind.len()), self.before(text, at)]
                }
                Side::Ahead => [self.ahead(text, at), Said::Nothing],
            };
            if said.contains(&Said::This) {
                return false;
            }
            another |= said.contains(&Said::Another);
        }
        another
    }

    /// Whether a text does not have the kind in either language, and the letter only beside words that the
    /// question, in small letters, has not: hepatitis B is no plan B.
    pub(super) fn is_of_another_kind(&self, (text, lower): (&str, &str), question: &str) -> bool {
        let meant = ALIKE.iter().filter(|kinds| kinds.contains(&self.kind.as_str()));
        let has = |kind: &str| lower.contains(kind);
        if self.mark.len() > 1
            || self.side != Side::Any
            || self.as_name
            || has(&self.kind)
            || meant.flat_map(|it| *it).any(|kind| has(kind))
        {
            return false;
        }
        let letter = self.mark.to_ascii_uppercase();
        let mut places = runs(text).filter(|run| text[run.clone()] == *letter).peekable();
        places.peek().is_some() && places.all(|run| foreign(lower, &run, question))
    }

    /// Whether the number stands in words: "third phase", 第三阶段.
    fn is_spelled(&self, lower: &str) -> bool {
        let kind = &self.kind;
        if kind == "version" && lower.contains(&format!("v{}", self.mark)) {
            return true;
        }
        let nth = self.mark.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        let Some([word, ordinal, roman, han]) = nth.and_then(|it| DIGITS.get(it)) else {
            return false;
        };
        let ways = [
            format!("{kind} {word}"),
            format!("{kind} {roman}"),
            format!("{ordinal} {kind}"),
            format!("第{han}{kind}"),
            format!("{kind}{han}"),
            format!("第{}{kind}", self.mark),
        ];
        ways.iter().any(|way| lower.contains(way))
    }
}

/// Whether what stands beside a letter is a word that the question has not.
fn foreign(text: &str, run: &Range<usize>, question: &str) -> bool {
    let before = text[..run.start].trim_end_matches([' ', '-']);
    let latin = (before.len() < run.start).then_some(last_word(before).1);
    let last: String = before.chars().rev().take_while(|c| is_han(*c)).take(2).collect();
    let last: String = last.chars().rev().collect();
    let first: String = text[run.end..].chars().take_while(|c| is_han(*c)).take(2).collect();
    let beside = [latin.unwrap_or_default(), last.as_str(), first.as_str()];
    let mut words = beside.into_iter().filter(|word| word.chars().count() > 1).peekable();
    words.peek().is_some() && words.all(|word| !question.contains(word) && !is_stop_word(word))
}

#[cfg(test)]
mod tests {
    use super::super::asked::lettered;

    #[test]
    fn a_text_about_another_letter_is_told_from_one_that_has_both_or_none() {
        for (question, text, another) in [
            ("budget of plan C", "# Plan A\nbudget: 300", true),
            ("budget of plan C", "plans A, B and C cost 300", false),
            ("budget of plan C", "We plan to buy a car", false),
            ("budget of plan A", "we plan a trip", false),
            ("budget of plan A", "plan b costs 5", true),
            ("when does phase 3 end", "Phase 2 ends in June", true),
            ("when does phase 3 end", "phases 2, 3 and 4 end in June", false),
            ("when does phase 3 end", "phase 2 ended; the third phase ends in July", false),
            ("when does phase 2 end", "phase 2.1 ends in July", false),
            ("is version 3 out", "version 2 is out, v3 is not", false),
            ("is version 2.1 out", "version 2 is out", false),
            ("hepatitis A vaccination", "Hepatitis B vaccination was in March", true),
            ("hepatitis A vaccination", "vaccination was in March", false),
            ("项目D的负责人", "项目A的负责人是王五", true),
            ("项目D的负责人", "项目A和D项目的负责人", false),
            ("A项目的负责人", "C项目的负责人", true),
            ("维生素C吃多少", "维生素D每天一片", true),
            ("第3阶段什么时候结束", "第三阶段六月结束，第2阶段五月", false),
            ("is Emma in class 3A", "Emma is in class 3B", true),
            ("is Emma in class 3", "Emma is in class 3B", false),
            ("三期什么时候完工", "一期工程在5月完工", true),
            ("三期什么时候完工", "一期工程在5月完工，3期未定", false),
            ("我坐3号线吗", "我坐2号线上班", true),
            ("which lounge is in terminal 1", "Terminal 2 is for Lufthansa", true),
        ] {
            let is = lettered(question)[0].is_another(text, &text.to_ascii_lowercase());
            assert_eq!(is, another, "{question}: {text}");
        }
        for (question, text, another) in [
            ("budget of plan B", "Hepatitis B vaccination", true),
            ("budget of plan B", "budget B is 300", false),
            ("plan C", "C项目的负责人", true),
            ("project C", "C项目的负责人", false),
            ("plan C", "written in C", false),
        ] {
            let (asked, lower) = (lettered(question), text.to_ascii_lowercase());
            let is = asked[0].is_of_another_kind((text, &lower), &question.to_ascii_lowercase());
            assert_eq!(is, another, "{question}: {text}");
        }
    }
}
