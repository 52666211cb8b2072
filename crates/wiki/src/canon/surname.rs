//! How the names of people begin in Chinese: with a surname, or as somebody is called.

/// Surnames of one character, simplified and traditional.
const SURNAMES: &str = "王李张張刘劉陈陳杨楊黄黃赵趙周吴吳徐孙孫朱马馬胡郭林何罗羅郑鄭梁谢謝宋唐许許邓鄧韩韓冯馮曹彭曾萧肖田董潘袁蔡蒋蔣余杜叶葉程魏苏蘇吕呂丁卢盧姚沈钟鍾姜崔谭譚陆陸范汪廖韦韋贾賈付邹鄒熊孟秦阎閻薛侯雷龙龍段郝孔邵毛钱錢尹黎顾顧贺賀龚龔陶邢俞聂聶";
/// Words that begin like a name and are none.
const NO_NAMES: &[&str] = &[
    "丁字", "丁香", "付出", "付款", "付费", "何人", "何处", "何故", "何时", "何种", "余下", "余地",
    "余额", "侯爵", "叶子", "叶片", "周一", "周三", "周二", "周五", "周会", "周六", "周刊", "周四",
    "周围", "周報", "周年", "周报", "周日", "周期", "周末", "周转", "周边", "周长", "唐代", "唐朝",
    "唐诗", "姜汁", "姜茶", "孔径", "孔洞", "孟买", "宋代", "宋朝", "宋词", "张家", "张数", "张贴",
    "彭博", "徐州", "徐徐", "曾经", "朱砂", "朱红", "李子", "李树", "杜绝", "杨树", "杨梅", "林业",
    "林区", "林地", "梁上", "梁柱", "段子", "段考", "段落", "毛利", "毛发", "毛坯", "毛巾", "毛病",
    "毛衣", "汪汪", "汪洋", "沈阳", "熊猫", "王位", "王后", "王国", "王子", "王室", "王朝", "王者",
    "田地", "田径", "田野", "秦朝", "秦皇", "程序", "程式", "罗列", "罗马", "肖像", "胡同", "胡子",
    "胡椒", "胡萝", "苏州", "苏打", "苏联", "范例", "范围", "范本", "董事", "许可", "许多", "谢师",
    "谢幕", "谢谢", "郑州", "郑重", "钟头", "钟楼", "钟点", "钟表", "钱包", "钱数", "钱财", "陆军",
    "陆地", "陆续", "陈列", "陈旧", "陈述", "陶器", "陶瓷", "陶艺", "雷声", "雷电", "雷达", "雷雨",
    "顾及", "顾客", "顾虑", "顾问", "马上", "马克", "马拉", "马术", "马桶", "马赛", "马路", "马车",
    "马里", "黄山", "黄昏", "黄河", "黄油", "黄瓜", "黄色", "黄豆", "黄酒", "黄金", "黎明", "龙井",
    "龙卷", "龙头", "龙舟", "龙虾",
];
/// What is no name behind 小, 老 or 阿.
const NO_CALL: &str = "区时组说学猫狗型孩费票程节数板家师婆公妈爸年旧拉里尔姨組學區鼠乡鄉";

/// What follows a surname as a title.
pub const TITLES: &[&str] = &[
    "主任", "先生", "医生", "博士", "叔", "叔叔", "同学", "哥", "大夫", "女士", "姐", "导", "小姐",
    "局长", "工", "师傅", "律师", "总", "教授", "校长", "经理", "老师", "老板", "阿姨",
];

/// Whether a text begins with a surname, and with no word that merely begins like one.
#[must_use]
pub fn is_surnamed(text: &str) -> bool {
    text.chars().next().is_some_and(|first| SURNAMES.contains(first))
        && !NO_NAMES.iter().any(|word| text.starts_with(word))
}

/// Whether a text begins as people are called: 小明, 老王.
#[must_use]
pub fn is_nicknamed(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| matches!(first, '小' | '老' | '阿'))
        && chars.next().is_some_and(|second| !NO_CALL.contains(second))
}

#[cfg(test)]
mod tests {
    use super::{is_nicknamed, is_surnamed};

    #[test]
    fn names_are_told_from_words_that_begin_like_them() {
        assert!(["王伟", "陈老师", "馬英"].iter().all(|it| is_surnamed(it)));
        assert!(["周年", "马拉松", "程序", "我", ""].iter().all(|it| !is_surnamed(it)));
        assert!(["小明", "老王"].iter().all(|it| is_nicknamed(it)));
        assert!(["小时", "老师", "小", "明"].iter().all(|it| !is_nicknamed(it)));
    }
}
