//! Words that only frame a question about one thing: "how does X work?", "my notes on X", "tell me about X",
//! 介绍一下X, X是怎么工作的. What is left is the thing that is asked for.
//!
//! Only whole frames count: who did the work on X is asked for by "work". Pages are not read here.

use std::ops::Range;

use super::ask::{FUNCTION_PAIR, Term};
use super::mention::Mention;
use crate::analyse::{Role, Token, tokens};

/// A longer text is no question but something pasted.
const BYTES_MAX: usize = 300;

/// What must stand before the thing, step by step, of which an empty way may be left out; and what must
/// stand behind it, if something does.
type Frame = (&'static [&'static [&'static str]], &'static [&'static str]);

const ASKS: &[&str] =
    &["can you ", "could you ", "would you ", "please ", "can you please ", "what can you ", ""];
const WORKS: &[&str] = &[
    " work",
    " works",
    " actually work",
    " actually works",
    " really work",
    " work exactly",
    " work in practice",
    " function",
    " functions",
    " operate",
    " operates",
];
const ABOUT: &[&str] = &["about ", "on ", "of "];
const FRAMES: &[Frame] = &[
    (&[&["how "], &["does ", "do ", "did ", "can ", ""]], WORKS),
    (
        &[
            ASKS,
            &["explain to me ", "explain ", "tell me ", "describe ", "show me "],
            &["how "],
            &["does ", "do ", ""],
        ],
        WORKS,
    ),
    (&[&["what do "], &["my ", "the "], &["notes "], &["say ", "tell me ", "have "], ABOUT], &[]),
    (
        &[
            &[
                "show me ",
                "find me ",
                "find ",
                "give me ",
                "open ",
                "what are ",
                "where are ",
                "what is ",
                "what's ",
                "do i have ",
                "are there ",
                "",
            ],
            &["all ", "any ", ""],
            &["of ", ""],
            &["my ", "the ", ""],
            &["notes ", "note ", "thoughts ", "opinion ", "opinions ", "views ", "view ", "take "],
            &["on ", "about "],
        ],
        &[],
    ),
    (
        &[
            ASKS,
            &["tell me "],
            &["everything ", "something ", "anything ", "a bit ", "more ", "all ", ""],
            &["about "],
        ],
        &[],
    ),
    (
        &[
            ASKS,
            &["explain to me ", "explain ", "describe ", "define ", "summarize ", "summarise "],
        ],
        &[],
    ),
    (
        &[
            ASKS,
            &["give me ", ""],
            &["an ", "a ", ""],
            &["quick ", "short ", "brief ", ""],
            &["overview ", "summary ", "introduction ", "explanation "],
            &["of ", "to "],
        ],
        &[],
    ),
    (
        &[
            &["what "],
            &["do ", "did ", "have ", "can "],
            &["i ", "you ", "we "],
            &[
                "know ", "write ", "written ", "learn ", "learned ", "learnt ", "note ", "noted ",
                "think ", "thought ", "say ", "said ",
            ],
            ABOUT,
        ],
        &[],
    ),
    (
        &[
            &["who "],
            &["first ", "originally ", ""],
            &["came up with ", "come up with ", "coined ", "invented ", "thought of ", "proposed "],
        ],
        &[],
    ),
];
/// Who does something, at the beginning of what is said to work, and what leads to work at its end.
const DOERS: [&str; 6] = ["i ", "you ", "we ", "they ", "he ", "she "];
const GOES: [&str; 7] = [" to", " at", " from", " for", " the", " my", " after"];
/// Frames of which the words are asked for no less than the thing.
const TELLING: &[Frame] = &[(
    &[
        &["who "],
        &[
            "wrote ",
            "created ",
            "made ",
            "founded ",
            "started ",
            "designed ",
            "built ",
            "directed ",
        ],
    ],
    &[],
)];

/// Who is asked, before a verb.
const ASKS_HAN: &[&str] = &[
    "请你",
    "麻烦你",
    "能不能",
    "可不可以",
    "可以",
    "请",
    "能",
    "你",
    "帮我",
    "给我",
    "跟我",
    "向我",
    "为我",
    "和我",
];
/// Verbs that ask to be told, which may also begin a name unless something shows that they do not.
const TELL_HAN: &[&str] =
    &["介绍", "讲解", "解释", "描述", "说明", "总结", "概括", "讲", "说", "谈", "聊", "科普"];
const SOFTLY_HAN: &[&str] = &["一下", "一说", "一讲", "一聊", "下"];
const TWICE_HAN: &[&str] = &["讲讲", "说说", "谈谈", "聊聊", "告诉我"];
const ABOUT_HAN: &[&str] = &["关于", "有关"];
const FRAMES_HAN: &[Frame] = &[
    (
        &[],
        &[
            "是怎么工作的",
            "是如何工作的",
            "是怎样工作的",
            "是怎么运作的",
            "是如何运作的",
            "怎么工作的",
            "如何工作的",
            "怎么工作",
            "如何工作",
            "怎么运作",
            "如何运作",
            "的工作原理是什么",
            "的工作原理",
            "工作原理是什么",
            "工作原理",
            "的原理是什么",
            "是什么意思",
            "是谁提出的",
            "是谁发明的",
            "是谁想出来的",
        ],
    ),
    (
        &[
            &["我写的", "我记的", "我有没有", "我", "有没有", "找一下", "找", ""],
            &["关于", "有关", "对"],
        ],
        &[
            "的笔记在哪里",
            "的笔记在哪",
            "的笔记有哪些",
            "的笔记",
            "的记录",
            "的想法是什么",
            "的想法",
            "的看法是什么",
            "的看法",
            "的观点是什么",
            "的观点",
            "的资料",
            "的内容",
            "的思考",
            "有什么看法",
            "有什么想法",
            "怎么看",
            "我写过什么",
            "我记过什么",
            "我知道什么",
            "我知道些什么",
        ],
    ),
    (
        &[&[
            "我怎么看待",
            "我怎么看",
            "我如何看待",
            "谁提出了",
            "谁提出的",
            "谁发明了",
            "谁发明的",
            "谁想出了",
            "谁想出来的",
        ]],
        &[],
    ),
];

/// What a question asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Framed {
    /// The bytes of the thing.
    pub(super) thing: Range<usize>,
    /// Whether the words around it say nothing.
    pub(super) only_frames: bool,
}

impl Framed {
    /// Takes weight from the words around the thing, and their meanings with it.
    pub(super) fn narrow(
        &self,
        (terms, mut found): (&mut [Term], Vec<Token>),
        mentions: &mut Vec<Mention>,
    ) -> Vec<Token> {
        let thing = &self.thing;
        let inside = |from: usize, end: usize| thing.start <= from && end <= thing.end;
        let frames =
            |term: &&mut Term| term.role != Role::Value && !inside(term.place.0, term.place.1);
        for term in terms.iter_mut().filter(frames) {
            term.weight = term.weight.min(FUNCTION_PAIR);
        }
        mentions.retain(|mention| inside(mention.place.start, mention.place.end));
        found.retain(|token| token.role == Role::Value || inside(token.start, token.end));
        found
    }
}

/// The thing that a question asks for, where its other words only frame it or may do so; `lower` is the same text in
/// small letters.
pub(super) fn framed(text: &str, lower: &str) -> Option<Framed> {
    if text.len() > BYTES_MAX {
        return None;
    }
    let start = lower.len() - lower.trim_start().len();
    let signs = |c: char| c.is_whitespace() || "?？!！。.…".contains(c);
    let end = lower.trim_end_matches(signs).len();
    if end <= start {
        return None;
    }
    let of = |frames: &[Frame]| frames.iter().find_map(|frame| inside(lower, start..end, frame));
    let found = of(FRAMES).or_else(|| told_han(lower, start..end)).or_else(|| of(FRAMES_HAN));
    let only_frames = found.is_some();
    let thing = found.or_else(|| of(TELLING))?;
    let means = |place: &Range<usize>| {
        let found = tokens(&text[place.clone()]);
        found.iter().any(|it| !matches!(it.role, Role::Stop | Role::StopPair))
    };
    Some(Framed { thing, only_frames }).filter(|it| means(&it.thing))
}

/// The thing in a frame, if the text has that.
fn inside(lower: &str, span: Range<usize>, (heads, tails): &Frame) -> Option<Range<usize>> {
    let mut at = span.start;
    for step in *heads {
        at += step.iter().find(|way| lower[at..span.end].starts_with(**way))?.len();
    }
    let rest = &lower[at..span.end];
    let tail = tails.iter().find(|tail| rest.ends_with(**tail));
    if tail.is_none() && !tails.is_empty() {
        return None;
    }
    let end = span.end - tail.map_or(0, |tail| tail.len());
    let place = trimmed(lower, at..end);
    // "How do I get to work" asks for a way, not for how something works.
    let thing = &lower[place.clone()];
    let does = tail.is_some()
        && (DOERS.iter().any(|it| thing.starts_with(it))
            || GOES.iter().any(|it| thing.ends_with(it)));
    (!place.is_empty() && !does).then_some(place)
}

/// The thing that somebody asks to be told about in Chinese: 给我介绍一下X, 讲讲X.
fn told_han(lower: &str, span: Range<usize>) -> Option<Range<usize>> {
    let mut at = span.start;
    let mut asks = false;
    let step = |at: usize, ways: &[&str]| {
        ways.iter().find(|way| lower[at..span.end].starts_with(**way)).map_or(0, |way| way.len())
    };
    loop {
        let more = step(at, ASKS_HAN);
        if more == 0 {
            break;
        }
        asks = true;
        at += more;
    }
    let twice = step(at, TWICE_HAN);
    if twice > 0 {
        at += twice;
    } else {
        let verb = step(at, TELL_HAN);
        let softly = step(at + verb, SOFTLY_HAN);
        // 介绍信, 说明书 begin with the verb and are things.
        let told = verb > '说'.len_utf8() && asks || softly > 0;
        if verb == 0 || !told {
            return None;
        }
        at += verb + softly;
    }
    at += step(at, ABOUT_HAN);
    let rest = lower[at..span.end].trim_end_matches(['吧', '呗', '吗']);
    let rest = rest.strip_suffix("好").unwrap_or(rest);
    let place = trimmed(lower, at..at + rest.len());
    let works = inside(lower, place.clone(), &FRAMES_HAN[0]);
    works.or(Some(place)).filter(|place| !place.is_empty())
}

/// A place without the signs around it.
fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let sign = |c: char| c.is_whitespace() || "\"'“”‘’「」《》:：,，".contains(c);
    let start = place.end - text[place.clone()].trim_start_matches(sign).len();
    let end = start + text[start..place.end].trim_end_matches(sign).len();
    start..end
}

#[cfg(test)]
mod tests {
    use super::Framed;

    fn framed(text: &str) -> Option<Framed> {
        super::framed(text, &text.to_ascii_lowercase())
    }

    #[test]
    fn a_thing_is_told_from_the_words_that_frame_the_question() {
        let thing = |text: &'static str| framed(text).map(|it| (&text[it.thing], it.only_frames));
        for (text, asked) in [
            ("how does DNS work?", "DNS"),
            ("How do search engines work", "search engines"),
            ("explain how DNS works", "DNS"),
            ("my notes on machine learning", "machine learning"),
            ("show me all my notes about DNS", "DNS"),
            ("what do my notes say about DNS?", "DNS"),
            ("Tell me about  \"Order theory\".", "Order theory"),
            ("can you tell me more about DNS", "DNS"),
            ("who came up with attention?", "attention"),
            ("what do I think about Materialism?", "Materialism"),
            ("介绍一下DNS", "DNS"),
            ("请给我介绍机器学习吧", "机器学习"),
            ("讲讲机器学习", "机器学习"),
            ("DNS是怎么工作的？", "DNS"),
            ("我关于DNS的笔记", "DNS"),
            ("我对远程办公有什么看法", "远程办公"),
        ] {
            assert_eq!(thing(text), Some((asked, true)), "{text}");
        }
        assert_eq!(thing("who wrote a city is not a tree?"), Some(("a city is not a tree", false)));
        for text in [
            "who did the work on DNS?",
            "how does she work?",
            "how do I get to work",
            "how does Ann go to work",
            "tell me about it",
            "notes of the meeting",
            "where are my notes",
            "介绍信在哪里",
            "说明书放在哪",
            "小王在哪工作",
            "?",
            "",
        ] {
            assert_eq!(thing(text), None, "{text}");
        }
        assert_eq!(framed(&"tell me about ".repeat(1_000)), None);
    }
}
