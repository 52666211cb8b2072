//! Whether somebody speaks of themselves, or an agent of its user, by the words they begin with.

/// Who a text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    /// Whoever speaks, or the user that an agent speaks of.
    Alone,
    /// Whoever speaks, with others: what they name may be what it is about.
    Among,
    /// Neither.
    Nobody,
}

const ALONE: [&str; 10] =
    ["i", "i'm", "i've", "i'd", "i'll", "my", "me", "mine", "myself", "user's"];
const AMONG: [&str; 7] = ["we", "we're", "we've", "we'll", "we'd", "our", "ours"];

/// What a user does, as agents say it: after any other word `user` is part of a name, as in `user table`.
const USER_DOES: &str = " is was isn't wasn't has had hasn't does doesn't did didn't can can't cannot will won't would \
    prefers likes dislikes loves hates wants needs works lives asked asks said says told tells uses used owns plans \
    thinks believes knows mentioned decided moved speaks reads drinks eats always never usually often also just \
    expects enjoys avoids writes keeps runs studies wrote bought sold joined left started stopped changed confirmed \
    requested reported agreed and wishes hopes should must might may seems feels felt went got switched switches \
    replaced relocated resigned retired sells smokes smoked gave gives quit quits dropped adopted chose became lost found learned liked loved hated preferred needed \
    wanted drank ate ";
/// What may stand between `user` and what a user does.
const ADVERBS: &str = " now no longer currently nowadays still really recently generally mostly only actually probably already \
    sometimes typically normally strongly simply even more ";

const HAN_ALONE: [&str; 2] = ["我", "本人"];
const HAN_AMONG: [&str; 5] = ["我们", "我司", "我方", "咱们", "咱"];
/// Words that begin with 我 and speak of a country or an army.
const HAN_OTHER: [&str; 4] = ["我国", "我军", "我党", "我校"];
const HAN_USER: &str = "用户";
/// What stands behind 用户 where a person is meant.
const HAN_USER_DOES: &str =
    "喜想要需希偏是在有说住叫不会的爱讨觉认今昨明已正常每经曾最很也提问让请打计用：:，,";

/// Likewise in words of which the first letter alone says too little.
const HAN_USER_CHANGES: [&str; 27] = [
    "更喜", "现在", "目前", "如今", "现已", "改喝", "改吃", "改用", "改成", "改为", "更爱", "更偏",
    "换成", "换了", "换用", "戒", "只喝", "只吃", "只用", "搬到", "搬家", "搬去", "跳槽", "从",
    "离职", "入职", "升职",
];

/// Who `words` begin with.
pub(super) fn of(words: &str) -> Speaker {
    let lower = words.trim_start().to_lowercase().replace('’', "'");
    let begins = |all: &[&str]| all.iter().any(|it| lower.starts_with(it));
    if begins(&HAN_OTHER) {
        return Speaker::Nobody;
    }
    if begins(&HAN_AMONG) {
        return Speaker::Among;
    }
    let after = lower.strip_prefix("该").unwrap_or(&lower).strip_prefix(HAN_USER);
    let changes = |rest: &str| HAN_USER_CHANGES.iter().any(|it| rest.starts_with(it));
    let does = after.and_then(|it| it.chars().next()).is_some_and(|c| HAN_USER_DOES.contains(c))
        || after.is_some_and(changes);
    if begins(&HAN_ALONE) || does {
        return Speaker::Alone;
    }
    let mut all = lower.split_whitespace().map(|it| it.trim_end_matches([',', ':', '.', ';', '!']));
    let mut first = all.next().unwrap_or_default();
    if first == "the" {
        first = all.next().unwrap_or_default();
        if !matches!(first, "user" | "user's") {
            return Speaker::Nobody;
        }
    }
    let is = |all: &str, word: &str| all.contains(&format!(" {word} "));
    match first {
        "user" if all.find(|it| !is(ADVERBS, it)).is_some_and(|it| is(USER_DOES, it)) => {
            Speaker::Alone
        }
        _ if ALONE.contains(&first) => Speaker::Alone,
        _ if AMONG.contains(&first) => Speaker::Among,
        _ => Speaker::Nobody,
    }
}
