//! Pairs of characters that say how many, in which order or when, and not what a question is about: any text
//! may have them, and among a few hundred notes they look as rare as a name.

/// Characters that count.
const NUMBERS: &str = "一二三四五六七八九十百千万两几第半多";
/// What is counted.
const MEASURES: &str = "个個条條次天年月日岁歲点點分秒小位只隻张張件种種块塊元角斤里米公号號楼樓层層间間座辆輛台部家所场場届屆期步句字页頁段章节節款项項遍回趟双雙对對套组組群批些倍成度圈根颗顆支枝封道顿頓级級路站口名世人";
/// Words of number, time, place and measure.
const WORDS: [&str; 32] = [
    "一共", "一起", "一直", "一定", "一样", "一下", "之后", "以后", "之前", "以前", "大约", "小时",
    "分钟", "年前", "年后", "天前", "天后", "月前", "周前", "附近", "左右", "需要", "最后", "时间",
    "总共", "开始", "已经", "里面", "下面", "上面", "前面", "后面",
];

/// Whether a character is what is counted, as in "多少米".
pub(super) fn is_measure(single: &str) -> bool {
    single.chars().all(|char| MEASURES.contains(char))
}

/// Whether a pair counts or places, and names nothing. A number in a name ("张三", "三亚") does not count.
pub(super) fn counts(pair: &str) -> bool {
    let mut chars = pair.chars();
    let (Some(first), Some(second), None) = (chars.next(), chars.next(), chars.next()) else {
        return false;
    };
    let number = |it: char| NUMBERS.contains(it);
    WORDS.contains(&pair)
        || second == '第'
        || number(first) && (number(second) || MEASURES.contains(second))
}
