//! Whether two Chinese phrases name one thing: 团队聚餐 and 聚餐, not 聚餐 and 聚餐的请柬.

use super::apart;
use super::thing::Likeness;
use crate::canon::{fold, is_han, stem};

/// What stands before a thing and names none, longest first.
const LEADS: &[&str] = &[
    "原定于",
    "原计划",
    "进行",
    "举行",
    "召开",
    "参加",
    "出席",
    "我们的",
    "咱们的",
    "用户的",
    "提醒:",
    "备注:",
    "待办:",
    "注意:",
    "更新:",
    "我们",
    "咱们",
    "用户",
    "我的",
    "本次",
    "这次",
    "该次",
    "原定",
    "原来",
    "预计",
    "计划",
    "预定",
    "定于",
    "将于",
    "将要",
    "已经",
    "会在",
    "我",
    "把",
    "将",
    "的",
    ":",
    ",",
    ".",
];
/// What a thing does on its day, and what a day is called, longest first.
const TAILS: &[&str] = &[
    "原定于",
    "安排在",
    "时间",
    "時間",
    "日期",
    "日子",
    "举行",
    "舉行",
    "举办",
    "进行",
    "開始",
    "开始",
    "召开",
    "定在",
    "定于",
    "原定",
    "已经",
    "会被",
    "再次",
    "改期",
    "已",
    "将",
    "被",
    "又",
    "是",
    "在",
    "于",
    "从",
    "由",
    "自",
    "的",
    "了",
    "啦",
    "吧",
    ":",
    ",",
    ".",
    "!",
    "。",
];
/// What makes another thing of one, before its name: 模拟考试, 讨论发布.
const OTHERS: &[&str] = &[
    "准备",
    "筹备",
    "彩排",
    "排练",
    "预演",
    "演练",
    "试运行",
    "试讲",
    "试用",
    "测试",
    "讨论",
    "商量",
    "商议",
    "庆祝",
    "报名",
    "购买",
    "预订",
    "订",
    "买",
    "写",
    "拟",
    "通知",
    "宣布",
    "公布",
    "检查",
    "确认",
    "取消",
    "复习",
    "备考",
    "布置",
    "预约",
    "组织",
    "模拟",
    "模擬",
    "预备",
    "等待",
    "请柬",
    "邀请",
    "邀請",
    "关于",
    "对于",
    "为了",
    "针对",
    "决定",
    "申请",
    "提醒",
    "帮",
    "如果",
    "建议",
    "希望",
    "应该",
];
/// Between two things.
pub(super) const AND: &[char] = &['、', '和', '与', '及', '或', '跟', '+', '&', '/'];
const CLAUSES: &[char] = &[',', ';', '。', '!', '?', '\n', '、'];
/// What a doing takes and leaves it the same: 发布新版本.
const OBJECTS: &[&str] = &[
    "新版本",
    "新版",
    "版本",
    "新产品",
    "新品",
    "产品",
    "新系统",
    "系统",
    "新软件",
    "软件",
    "新应用",
    "应用",
];
/// Words of any thing.
const GENERAL: &[&str] =
    &["产品", "產品", "项目", "項目", "团队", "團隊", "公司", "正式", "本次", "这次", "原定", "的"];
const MEETINGS: &[&str] = &["会议", "會議", "开会", "開會", "碰头会", "会面", "见面"];
/// What ends like one.
const NO_MEETINGS: &[&str] = &["机会", "社会", "协会", "一会", "工会", "学会", "委员会", "误会"];
/// What follows 开会 and says what about.
const TOPICS: &[&str] = &["讨论", "商量", "商议", "谈", "过一下", "对一下", "聊"];
/// By what a project is moved that is called otherwise: 凤凰推迟到周五.
const DELIVERIES: &[&str] = &["发布", "發布", "上线", "上線", "发版", "交付", "验收", "截止"];
/// What a page's name can say that happens on a day: a page called so may tell of other days as well.
const EVENTS: &[&str] = &[
    "发布", "上线", "会", "评审", "发版", "演示", "婚礼", "考试", "面试", "出差", "课", "交付",
    "旅行", "培训", "截止", "验收",
];

/// What somebody does that has part in the thing itself.
const HOLDS: &[&str] = &["看", "参加", "有", "去", "开", "上", "举行", "举办", "进行"];

/// The bytes of what bounds a day, behind it: 12月5日前.
pub(super) fn bound(after: &str) -> usize {
    let bounds = ["之前", "以前", "前后", "前", "之内", "左右"];
    bounds.iter().find(|it| after.starts_with(**it)).map_or(0, |it| it.len())
}

/// Whether a folded text warns off something: 别发布, which is no 告别会.
pub(super) fn warns(folded: &str) -> bool {
    folded.match_indices('别').any(|(at, _)| {
        let before = folded[..at].chars().next_back();
        before.is_none_or(|c| !is_han(c) || "你们家请就先也都可万日号天".contains(c))
    })
}

/// A phrase without what says nothing in it, its blanks and its hour.
fn bare(text: &str) -> String {
    let folded = fold(text);
    let mut said = String::with_capacity(folded.len());
    let mut rest = folded.chars().peekable();
    while let Some(c) = rest.next() {
        let beside = |it: Option<char>| it.is_none_or(|it| !it.is_ascii_alphanumeric());
        let blank =
            c.is_whitespace() && (beside(said.chars().next_back()) || beside(rest.peek().copied()));
        if !blank {
            said.push(c);
        }
    }
    let mut said = said.as_str();
    while let Some(rest) =
        LEADS.iter().find_map(|it| said.strip_prefix(it)).filter(|it| !it.is_empty())
    {
        said = rest;
    }
    while let Some(rest) =
        TAILS.iter().find_map(|it| said.strip_suffix(it)).filter(|it| !it.is_empty())
    {
        said = rest;
    }
    said.trim().to_owned()
}

/// How surely `thing` is what is called `moved`.
pub(super) fn likeness(moved: &str, thing: &str, names: &[String]) -> Option<Likeness> {
    let (subject, old) = (bare(moved), bare(thing));
    if subject.is_empty() || old.is_empty() || old.contains(CLAUSES) {
        return None;
    }
    if subject == old {
        return Some(Likeness::Exact);
    }
    if subject == "会" {
        if NO_MEETINGS.iter().any(|it| old.ends_with(it)) {
            return None;
        }
        if let Some(like) = meeting((moved, ""), &old, names) {
            return Some(like);
        }
    }
    if let Some(whose) = MEETINGS.iter().find_map(|it| subject.strip_suffix(it)) {
        return meeting((moved, whose), &old, names);
    }
    let said = old.clone();
    let (subject, old) = (subject.replace('的', ""), old.replace('的', ""));
    if subject == old {
        return Some(Likeness::Exact);
    }
    if let Some(before) = called(&subject, &old) {
        let anothers = apart::is_anothers(moved, (before, without_names(before, names)), &said);
        let own = without_silent(before, names);
        let plain = old.ends_with(&subject) && (own.is_empty() || HOLDS.contains(&own));
        let like = if plain { Likeness::Fuller } else { Likeness::Narrower };
        return (!anothers && !is_other(before, names)).then_some(like);
    }
    // The new text says it more fully, with words of the page or of any thing: 产品发布 for 发布.
    let mut shorter = subject.as_str();
    while let Some(rest) = without_name(shorter, names) {
        shorter = rest;
        let long = shorter.chars().count() > 1;
        if long && called(shorter, &old).is_some_and(|it| is_named(it, names)) {
            return Some(Likeness::Fuller);
        }
    }
    let delivery = DELIVERIES.iter().any(|it| called(it, &old).is_some_and(str::is_empty));
    let event = EVENTS.iter().any(|it| subject.contains(it));
    (shorter.is_empty() && delivery && !event).then_some(Likeness::Fuller)
}

/// What stands before the name in `old`: with the name at its end, or with what is done and a thing of any kind.
fn called<'o>(name: &str, old: &'o str) -> Option<&'o str> {
    let object = || {
        let doing = OBJECTS.iter().find_map(|it| old.strip_suffix(it))?;
        doing.strip_suffix(name)
    };
    let before = old.strip_suffix(name).or_else(object)?;
    let glued = before.ends_with(|c: char| c.is_ascii_alphanumeric())
        && name.starts_with(|c: char| c.is_ascii_alphanumeric());
    (!glued).then_some(before)
}

/// Whether what stands before a name makes another thing of it, or names a second one.
fn is_other(before: &str, names: &[String]) -> bool {
    let own = without_names(before, names);
    let ordered = ["前", "后", "後"].iter().any(|it| own.contains(it));
    // 和张三聚餐 is with him, 彩排和发布 are two.
    let several = own.trim_start_matches(AND).contains(AND);
    let trial = own.ends_with(['预', '試', '试', '初', '复', '重', '待']);
    ordered || trial || several || own.contains(CLAUSES) || OTHERS.iter().any(|it| own.contains(it))
}

/// The text without what words of the page's names, or of any thing, stand before it.
fn without_names<'t>(text: &'t str, names: &[String]) -> &'t str {
    let mut own = text;
    while let Some(rest) = without_name(own, names) {
        own = rest;
    }
    own
}

/// The text without the words of the page's names, and those that make no other thing of one, before it.
fn without_silent<'t>(text: &'t str, names: &[String]) -> &'t str {
    const SILENT: [&str; 5] = ["正式", "本次", "这次", "原定", "的"];
    let mut own = text;
    let silent = |own: &'t str| SILENT.iter().find_map(|it| own.strip_prefix(it));
    while let Some(rest) = silent(own).or_else(|| without_own(own, names)) {
        own = rest;
    }
    own
}

/// The text without a word of the page's names, or of any thing, before it.
fn without_name<'t>(text: &'t str, names: &[String]) -> Option<&'t str> {
    let general = GENERAL.iter().find_map(|it| text.strip_prefix(it));
    general.or_else(|| without_own(text, names))
}

/// The text without a word of the page's names before it.
fn without_own<'t>(text: &'t str, names: &[String]) -> Option<&'t str> {
    let letters = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let length = if letters > 0 { letters } else { text.chars().next()?.len_utf8() };
    let word = &text[..length];
    names.iter().any(|it| it == stem(word)).then(|| &text[length..])
}

/// Whether a text has no other words than those of the page's names.
fn is_named(text: &str, names: &[String]) -> bool {
    let mut rest = text;
    while let Some(shorter) = without_own(rest, names) {
        rest = shorter;
    }
    rest.is_empty()
}

/// Whether a line is a meeting with these people or about this: 和张三开会, 开会讨论预算.
fn meeting((moved, whose): (&str, &str), old: &str, names: &[String]) -> Option<Likeness> {
    let held = |it: &&&str| {
        let after = old.split_once(**it).map(|it| it.1);
        after.is_some_and(|it| it.is_empty() || TOPICS.iter().any(|topic| it.starts_with(topic)))
    };
    let found = MEETINGS.iter().find(held);
    let short = whose.chars().count() > 1 && old.ends_with(&format!("{whose}会"));
    if found.is_none() && !short {
        return None;
    }
    let silent = |c: char| AND.contains(&c) || c == '的';
    let parts = whose.split(silent).filter(|it| !it.is_empty());
    let general = |part: &str| without_names(part, names).is_empty();
    let before = found.and_then(|it| old.split(*it).next()).unwrap_or_default();
    let owner = before.trim_end_matches('的');
    if apart::is_anothers(moved, (owner, without_names(owner, names)), old) {
        return None;
    }
    let mut missing = parts.filter(|it| !old.contains(it)).peekable();
    if missing.peek().is_some() && !(is_named(before, names) && missing.all(general)) {
        return None;
    }
    let beside = before.strip_prefix(whose).unwrap_or(before);
    let other = OTHERS.iter().any(|it| beside.contains(it));
    let own = whose.chars().filter(|c| !silent(*c)).eq(before.chars().filter(|c| !silent(*c)));
    let ends = found.is_some_and(|it| old.ends_with(it));
    let plain = ends && without_silent(beside, names).chars().all(silent);
    (!other).then_some(match (own && ends, plain) {
        (true, _) => Likeness::Exact,
        (false, true) => Likeness::Fuller,
        (false, false) => Likeness::Narrower,
    })
}
