//! Pairs of characters that say how many, in which order or when, and not what a question is about: any text
//! may have them, and among a few hundred notes they look as rare as a name.

/// Characters that count.
const NUMBERS: &str = "一二三四五六七八九十百千万两几第半";
/// Words of time, place and measure.
const WORDS: [&str; 26] = [
    "之后", "以后", "之前", "以前", "大约", "小时", "分钟", "年前", "年后", "天前", "天后", "月前",
    "周前", "附近", "左右", "需要", "最后", "时间", "总共", "开始", "已经", "里面", "下面", "上面",
    "前面", "后面",
];

/// Whether a pair counts or places, and names nothing.
pub(super) fn counts(pair: &str) -> bool {
    WORDS.contains(&pair)
        || pair.chars().count() == 2 && pair.chars().any(|it| NUMBERS.contains(it))
}
