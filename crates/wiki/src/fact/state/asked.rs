//! Questions about one's own life that a line answers in other words: "where do I live?" is answered by "I moved to
//! Munich", 我在哪工作 by 我跳槽到阿里了.

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;

use super::{Claim, Kind, is_one_owner, read};
use crate::canon::fold;

/// What somebody asks of their own life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Where they live.
    Home,
    /// Where, or for whom, they work.
    Work,
    /// What they do for a living.
    Role,
}

/// The questions, folded and without a sign at the end. They are read whole: with another word they ask for more.
const QUESTIONS: [(Life, &str); 6] = [
    (
        Life::Home,
        r"(?:where|(?:in )?(?:which|what) (?:city|town|place|country))(?: do i live(?: in)?| am i living(?: in)?| do i reside)|where(?: is|'s) my (?:home|house|flat)|what(?: is|'s) my home ?town",
    ),
    (
        Life::Work,
        r"where (?:do i work|am i working|am i employed)|(?:who|whom|(?:which|what) (?:company|firm|employer)) (?:do i work (?:for|at)|am i working (?:for|at))|who(?: is|'s) my employer|which company employs me",
    ),
    (
        Life::Role,
        r"what(?: is|'s) my (?:job|job title|occupation|profession|role|position)|what do i (?:do for (?:a living|work)|work as)",
    ),
    (
        Life::Home,
        r"我(?:现在|目前)?(?:住|家|的家)(?:在)?(?:哪里|哪儿|哪|哪个城市|什么地方|什么城市)",
    ),
    (
        Life::Work,
        r"我(?:现在|目前)?(?:在(?:哪里|哪儿|哪家公司|哪个公司|哪|什么公司)(?:工作|上班)|的(?:公司|雇主|单位)是(?:哪家|哪个|什么|谁))",
    ),
    (
        Life::Role,
        r"我(?:现在|目前)?(?:的(?:工作|职业|职位)是什么|是做什么(?:工作)?的|做什么工作|是干什么的)",
    ),
];

static PATTERNS: LazyLock<Vec<(Life, Regex)>> = LazyLock::new(|| {
    let regex =
        |it: &str| Regex::new(&format!("^(?:{it})$")).expect("because the pattern is a constant");
    QUESTIONS.iter().map(|(life, it)| (*life, regex(it))).collect()
});

/// Bytes of such a question, at most.
const QUESTION_BYTES: usize = 120;

impl Life {
    /// What a question asks of the asker's life, if it asks for nothing else.
    #[must_use]
    pub fn asked(question: &str) -> Option<Self> {
        if question.len() > QUESTION_BYTES {
            return None;
        }
        let mut words = fold(question).replace('’', "'");
        let trimmed = words.trim_end_matches(['?', '？', '.', '。', '!', '呢', '啊', ' ']).len();
        words.truncate(trimmed);
        let softly = [" currently", " now", " right", " these days", " at the moment", " again"];
        let soft = |words: &str| softly.iter().find_map(|it| words.strip_suffix(it).map(str::len));
        while let Some(kept) = soft(&words) {
            words.truncate(kept);
        }
        let words = words.replace(" currently ", " ").replace(" now ", " ");
        PATTERNS.iter().find(|(_, it)| it.is_match(&words)).map(|(life, _)| *life)
    }

    /// Whether a line that was said on that day, on a page of these names, tells this of whoever speaks, so that it
    /// still holds.
    #[must_use]
    pub fn told_by(self, line: &str, names: &[String], said: Date) -> bool {
        let kind = match self {
            Self::Home => Kind::Home,
            Self::Work => Kind::Work,
            Self::Role => Kind::Role,
        };
        let holds = |claim| matches!(claim, Claim::Holds | Claim::Beside | Claim::Changed);
        read(line, Some(said), said).iter().any(|it| {
            it.kind == kind && holds(it.claim) && is_one_owner(super::ME, &it.owner, names)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Life;
    use jiff::civil::date;

    #[test]
    fn a_question_about_ones_life_is_known_and_no_other() {
        for (question, life) in [
            ("Where do I live?", Some(Life::Home)),
            ("which city do I live in now", Some(Life::Home)),
            ("我现在住在哪里？", Some(Life::Home)),
            ("我家在哪", Some(Life::Home)),
            ("where do I currently work?", Some(Life::Work)),
            ("Who do I work for?", Some(Life::Work)),
            ("我在哪家公司上班", Some(Life::Work)),
            ("What's my job?", Some(Life::Role)),
            ("我的工作是什么", Some(Life::Role)),
            ("where do I live in summer?", None),
            ("where does Ann live?", None),
            ("where do I work out?", None),
            ("我在哪停车", None),
        ] {
            assert_eq!(Life::asked(question), life, "{question}");
        }
    }

    #[test]
    fn a_line_tells_what_holds_of_the_speakers_life() {
        let (names, said) = (["me".to_owned()], date(2026, 11, 30));
        for (life, line, tells) in [
            (Life::Home, "I moved to Sheffield", true),
            (Life::Home, "I live in Berlin", true),
            (Life::Home, "我搬到上海了", true),
            (Life::Work, "I joined Globex", true),
            (Life::Work, "我跳槽到阿里了", true),
            (Life::Role, "I work as a nurse", true),
            (Life::Home, "I will move to Oslo", false),
            (Life::Home, "I moved to the sofa", false),
            (Life::Home, "Ann moved to Sheffield", false),
            (Life::Work, "I left Globex", false),
            (Life::Home, "I moved my desk", false),
        ] {
            assert_eq!(life.told_by(line, &names, said), tells, "{line}");
        }
    }
}
