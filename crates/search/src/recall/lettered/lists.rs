//! Words by which things that one letter or number tells apart are known from amounts, times and deeds.

/// Behind a letter or number, in Chinese characters as well: `D座`, `3号线`, 三期.
pub(super) const SUFFIXES: &[&str] = &[
    "号线", "號線", "年级", "年級", "单元", "單元", "号楼", "號樓", "座", "栋", "棟", "班", "组",
    "組", "期", "轮", "輪", "房间", "房間", "号房", "號房", "室", "路", "高速", "国道", "國道",
];
/// The same behind an ordinal alone: 第三章.
pub(super) const ORDINALS: &[&str] =
    &["章", "节", "節", "课", "課", "集", "回", "卷", "讲", "講", "册", "冊", "届", "屆"];
/// Words in Chinese before a number that is an amount.
pub(super) const AMOUNTS_HAN: &[&str] = &[
    "身高", "体重", "價格", "价格", "温度", "年龄", "年齡", "房租", "工资", "工資", "电话", "電話",
    "号码", "號碼", "手机", "手機", "密码", "密碼", "尾号", "分机", "编号", "生日", "预算", "預算",
    "费用", "總共", "总共", "一共", "大约", "大約", "左右", "超过", "超過", "至少", "最多", "还有",
    "還有", "剩下", "需要", "买了", "买過", "吃了", "花了", "跑了", "周期", "时间", "時間", "早上",
    "上午", "中午", "下午", "晚上", "今天", "明天", "昨天", "凌晨", "傍晚", "每天", "每周", "星期",
];
/// Words that are done to a number of things, where they begin a question; sorted.
pub(super) const DONE: [&str; 41] = [
    "add", "book", "bring", "buy", "call", "choose", "cook", "cut", "delete", "drink", "eat",
    "find", "get", "give", "have", "hire", "invite", "list", "make", "meet", "name", "need",
    "needs", "order", "pack", "pick", "plant", "print", "read", "rent", "reserve", "run", "sell",
    "send", "show", "take", "try", "use", "walk", "watch", "write",
];
/// Characters that are in no name before a number.
pub(super) const SAYS_NO_NAME: &str = "的了吗呢吧啊是在有我你他她它们这那哪什么怎谁几个就都也还又和与或把被给跟对从到很太最更不没会要能可以第约共近满超过一二两三四五六七八九十百千万年月日号点分周";
/// Behind a number it counts something.
pub(super) const COUNTERS: &str = "个個人年月天次名位周週小元万萬千百点點号號日时時分秒岁歲家条條%";
/// Kinds that are one in both languages.
pub(super) const ALIKE: &[&[&str]] = &[
    &["project", "项目", "項目"],
    &["product", "产品", "產品"],
    &["team", "团队", "團隊", "小组", "小組", "group"],
    &["plan", "方案", "计划", "計劃", "option"],
    &["client", "customer", "客户", "客戶"],
    &["module", "模块", "模塊"],
    &["phase", "stage", "阶段", "階段"],
    &["version", "release", "版本"],
    &["class", "班级", "room", "教室"],
    &["system", "系统", "系統"],
];
/// One to ten as they are written otherwise.
pub(super) const DIGITS: [[&str; 4]; 10] = [
    ["one", "first", "i", "一"],
    ["two", "second", "ii", "二"],
    ["three", "third", "iii", "三"],
    ["four", "fourth", "iv", "四"],
    ["five", "fifth", "v", "五"],
    ["six", "sixth", "vi", "六"],
    ["seven", "seventh", "vii", "七"],
    ["eight", "eighth", "viii", "八"],
    ["nine", "ninth", "ix", "九"],
    ["ten", "tenth", "x", "十"],
];
/// Words before a number that is not their own.
pub(super) const NO_KINDS: [&str; 47] = [
    "age",
    "aged",
    "april",
    "august",
    "aug",
    "best",
    "dec",
    "december",
    "every",
    "exactly",
    "feb",
    "february",
    "fewer",
    "first",
    "friday",
    "jan",
    "january",
    "july",
    "june",
    "last",
    "least",
    "march",
    "may",
    "mar",
    "monday",
    "most",
    "nearly",
    "next",
    "nov",
    "november",
    "oct",
    "october",
    "only",
    "other",
    "past",
    "roughly",
    "saturday",
    "sep",
    "sept",
    "september",
    "sunday",
    "than",
    "thursday",
    "top",
    "tuesday",
    "turned",
    "wednesday",
];
/// Words behind a number that counts.
pub(super) const UNITS: [&str; 44] = [
    "am",
    "cm",
    "day",
    "days",
    "dollars",
    "euros",
    "gb",
    "hour",
    "hours",
    "hrs",
    "inch",
    "inches",
    "kg",
    "kids",
    "km",
    "kilometers",
    "mb",
    "meters",
    "metres",
    "miles",
    "min",
    "mins",
    "minute",
    "minutes",
    "month",
    "months",
    "more",
    "other",
    "people",
    "percent",
    "persons",
    "pieces",
    "pm",
    "points",
    "pounds",
    "st",
    "nd",
    "rd",
    "th",
    "times",
    "week",
    "weeks",
    "year",
    "years",
];
