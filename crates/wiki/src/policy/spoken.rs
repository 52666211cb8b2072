//! Passwords of Han alone, as people say them at a door: `口令是…`, `家里的密码：…`. Nothing in their letters tells them
//! from a sentence about passwords, so what stands before the word and what the value is made of must both say so.

use std::ops::Range;

use super::likeness::is_mixed;
use super::scan::Scan;
use super::sign::{Assignment, Sign};
use super::value::{Told, ends_clause, is_han};
use super::words::Nature;

/// Words behind which a password may be of Han alone.
const WORDS: &[&str] = &["密码", "密碼", "口令", "暗号", "暗號"];
/// Characters of one, at least and at most; one of two halves has as many in each.
const CHARS: std::ops::RangeInclusive<usize> = 4..=12;
/// Whose or what for a password is, right before its word: by itself at the start of a clause, or behind another of
/// these. `财富密码` and `成功的密码` are figures of speech.
const OWNERS: &[&str] = &[
    "我",
    "你",
    "您",
    "他",
    "她",
    "它",
    "们",
    "咱",
    "俺",
    "家",
    "家里",
    "公司",
    "办公室",
    "单位",
    "学校",
    "宿舍",
    "仓库",
    "车库",
    "大门",
    "后门",
    "前门",
    "开门",
    "进门",
    "门",
    "门锁",
    "门禁",
    "房门",
    "今天",
    "今晚",
    "今日",
    "明天",
    "明晚",
    "本周",
    "本月",
    "当前",
    "现在",
    "最新",
    "目前",
    "新",
    "旧",
    "老",
    "登录",
    "登陆",
    "登入",
    "支付",
    "取款",
    "提现",
    "交易",
    "开机",
    "开锁",
    "锁屏",
    "解锁",
    "屏保",
    "银行卡",
    "信用卡",
    "储蓄卡",
    "邮箱",
    "微信",
    "支付宝",
    "淘宝",
    "网银",
    "手机",
    "电脑",
    "平板",
    "路由器",
    "无线",
    "无线网",
    "网络",
    "热点",
    "账号",
    "账户",
    "帐号",
    "后台",
    "管理员",
    "服务器",
    "数据库",
    "保险箱",
    "保险柜",
    "行李箱",
    "压缩包",
    "解压",
    "提取",
    "群",
    "进群",
    "入群",
    "会议",
    "入会",
    "房间",
    "包间",
    "接头",
    "见面",
    "联络",
    "碰头",
    "临时",
    "默认",
    "初始",
    "备用",
    "个人",
    "主",
];
/// Words that may come before all that, as in "记住：…" or "对了，…"; a clause begins behind them.
const OPENERS: &[&str] =
    &["记住", "记一下", "备忘", "提醒", "注意", "请记住", "记得", "另外", "还有"];
/// What stands in a sentence about a password, and hardly ever in one.
const TELLING: &[&str] = &[
    "的", "了", "吗", "呢", "吧", "请", "見", "见", "看", "问", "无", "無", "未", "已", "待", "需",
    "要", "应", "该", "能", "会", "给", "让", "被", "把", "将", "由", "用", "使", "同", "和", "或",
    "与", "及", "每", "默", "否", "什", "怎", "谁", "哪", "何", "几", "多", "都", "也", "还", "没",
    "只", "有", "从", "对", "按", "等", "这", "那", "其", "此", "为", "于", "就", "很", "最", "更",
    "较", "太", "某", "各", "所", "如", "则", "若", "不同", "不能", "不是", "不对", "不变", "不安",
    "不明", "不详", "不得", "不可", "在", "是", "一种", "一个", "一样", "一致", "一项", "两",
    "第一", "第二", "生日", "手机", "电话", "号码", "学号", "工号", "证号", "名字", "姓名", "拼音",
    "字母", "数字", "字符", "长度", "大写", "小写", "加密", "解密", "存储", "保存", "保管", "设置",
    "设定", "修改", "更改", "更新", "更换", "重置", "找回", "忘记", "错误", "正确", "失效", "过期",
    "泄露", "安全", "信息", "凭证", "凭据", "防线", "资产", "基础", "手段", "方式", "方法", "工具",
    "技术", "关键", "钥匙", "问题", "数据", "系统", "学科", "艺术", "概念", "核心", "重点", "随机",
    "相同", "统一", "自己", "本人", "老板", "经理", "管理", "联系", "抽屉", "便签", "手册", "文档",
    "私信", "邮件", "短信", "发送", "发给", "告诉", "转告", "哈希", "明文", "密文", "强度", "中等",
    "复杂", "简单", "规则", "要求", "策略", "政策", "说明", "下面", "上面", "以下", "以上", "以内",
    "至少", "暂", "保密", "秘密", "隐私", "机密", "敏感", "必填", "选填", "可选", "字段", "输入",
    "填写", "验证", "校验", "认证", "登录", "登陆", "账户", "账号", "用户", "中国", "古代", "现代",
    "数学", "研究", "战争", "战时", "历史", "部队", "军队", "军事", "士兵", "通信", "通讯", "立正",
    "稍息", "看齐", "齐步", "正步", "跑步", "报数", "解散", "敬礼", "集合", "起立", "坐下", "向左",
    "向右", "向后", "向前", "照旧", "记号", "标记", "标志", "暗语", "暗示", "手势", "游戏", "小说",
    "电影", "作者", "出版", "备注", "网址", "地址", "链接", "公司", "学校", "楼上", "楼下", "保险",
    "支付", "银行", "微信", "日期", "年份", "月份", "格式", "类型", "范围", "次数", "位数", "有效",
    "无效", "可以", "可能", "必须", "定期", "永久", "临时", "单独", "知道", "一年", "一月", "一季",
    "分别", "口头", "当面", "现场",
];
/// What else stands there: where a value is taken from, a sign that is made, another word for one.
const DESCRIBING: &str = "身份证 护照 社保 车牌 门牌 出生 尾号 后六位 前六位 后四位 前四位 后八位 \
    前八位 后几位 首字母 全拼 口令 密码 密碼 暗号 暗號 红包 一声 两声 三声 一下 \
    两下 三下 几下 敲门 咳嗽 挥手 拍手 举手 点头 口哨 没变 依旧 如常 如前 照常";
/// What a word for a kind of thing ends with.
const KINDS: &str = "学法性化者类種种式段项型库表页";

impl Scan<'_> {
    /// A password that a person made of words of Han and of letters and figures: `密码是生日0512`, `阳光2024abc`.
    pub(super) fn in_han(&self, nature: Nature, sign: &Assignment) -> Option<Range<usize>> {
        if nature != Nature::Password
            || !matches!(sign.kind, Sign::Colon | Sign::Equals | Sign::Verb)
        {
            return None;
        }
        let made = made_of_han(self.line(sign.value))?;
        let rest = &self.text[sign.value + made.len()..];
        let apart = is_mixed(made) && rest.starts_with(|c: char| !c.is_alphanumeric());
        (apart || ends_clause(rest)).then(|| sign.value..sign.value + made.len())
    }

    /// The words of Han behind one of the words for a password.
    pub(super) fn spoken(&self, told: Told, sign: &Assignment) -> Option<Range<usize>> {
        let says = matches!(sign.kind, Sign::Colon | Sign::Equals | Sign::Verb);
        if !says || !WORDS.contains(&&self.text[told.at..told.after()]) || !self.is_owned(told.at) {
            return None;
        }
        let line = self.line(sign.value);
        let first = run_of_han(line);
        let mut end = first.len();
        // `天王盖地虎，宝塔镇河妖` is one.
        if let Some(rest) = line[end..].strip_prefix(['，', ',', ' '])
            && run_of_han(rest).chars().count() == first.chars().count()
        {
            let second = run_of_han(rest);
            if is_said(second) && ends(&rest[second.len()..]) {
                end = line.len() - rest.len() + second.len();
            }
        }
        let is_one = is_said(first) && (end > first.len() || ends(&line[end..]));
        let with_figures = || said_with_figures(line, false);
        let end = if is_one { Some(end) } else { with_figures() }?;
        Some(sign.value..sign.value + end)
    }

    /// Whether what stands before a word says what is to be done with a password, or that there is none.
    pub(super) fn is_task(&self, at: usize) -> bool {
        const DONE: &str = "改换換忘没沒无無重设設输輸填找问問要给給告查丢需试試猜记記";
        let line = self.line_before(at);
        let clause = line.rsplit(['，', '。', '；', '！', '？', ',', ';', '!', '?']);
        let clause = clause.into_iter().next().unwrap_or_default();
        clause.contains(|c| DONE.contains(c))
    }

    /// Whether what stands before a word says whose password it is, or nothing does.
    pub(super) fn is_owned(&self, at: usize) -> bool {
        let line = self.line_before(at).trim_end_matches(['*', '_', '`', '"', '“']);
        let clause =
            line.rsplit(['，', '。', '；', '：', '！', '？', ',', ';', ':', '!', '?', '（', '(']);
        let mut before = clause.into_iter().next().unwrap_or_default().trim();
        before = before.trim_start_matches(|c: char| {
            matches!(c, '-' | '*' | '+' | '>' | '#' | '.' | ' ') || c.is_ascii_digit()
        });
        before = OPENERS.iter().find_map(|it| before.strip_prefix(it)).unwrap_or(before).trim();
        // Names that a program or a network has are written in ASCII: `WiFi密码`.
        while !before.is_empty() {
            let rest = before.trim_end_matches(|c: char| c.is_ascii() && c != ' ').trim_end();
            let shorter = OWNERS.iter().filter_map(|it| before.strip_suffix(it)).map(str::trim_end);
            let genitive = before.strip_suffix('的').filter(|it| !it.is_empty());
            let next = if rest.len() < before.len() {
                Some(rest)
            } else {
                shorter.chain(genitive).min_by_key(|it| it.len())
            };
            let Some(next) = next else { return false };
            before = next;
        }
        true
    }
}

/// The Han at the start of a text.
pub(super) fn run_of_han(text: &str) -> &str {
    &text[..text.find(|c| !is_han(c)).unwrap_or(text.len())]
}

/// Whether words are such as people choose, and say nothing of a password.
pub(super) fn is_said(words: &str) -> bool {
    let is_one_sign = words.chars().all(|c| words.starts_with(c));
    CHARS.contains(&words.chars().count())
        && !is_one_sign
        // `口令为空时报错`.
        && !words.starts_with('空')
        && !words.ends_with(|c| KINDS.contains(c))
        && !TELLING.iter().any(|it| words.contains(it))
        && !DESCRIBING.split(' ').any(|it| words.contains(it))
}

/// The bytes of words of Han with figures behind them, which end their clause: `芝麻123`. Behind a key that says that it
/// is one, words may be joined.
pub(super) fn said_with_figures(line: &str, keyed: bool) -> Option<usize> {
    const HAN: std::ops::RangeInclusive<usize> = 2..=8;
    const FIGURES: std::ops::RangeInclusive<usize> = 2..=8;
    const COUNTED: &str = "位年月日号楼层室第共约满前后";
    let han = run_of_han(line);
    let figures = line[han.len()..].bytes().take_while(u8::is_ascii_digit).count();
    let told = if keyed { han.replace('的', "") } else { han.to_owned() };
    let plain = !told.contains(|c| COUNTED.contains(c))
        && !TELLING.iter().any(|it| told.contains(it))
        && !DESCRIBING.split(' ').any(|it| told.contains(it));
    let end = han.len() + figures;
    let fits = HAN.contains(&han.chars().count()) && FIGURES.contains(&figures) && plain;
    (fits && ends(&line[end..])).then_some(end)
}

/// Whether a clause ends here, or the quotes around what was said.
pub(super) fn ends(rest: &str) -> bool {
    ends_clause(rest.trim_start_matches(['”', '’', '」', '』', '"', '\'', '`', '*', '）', ')']))
}

/// The beginning of a line that is a password of Han with letters and figures.
fn made_of_han(line: &str) -> Option<&str> {
    const SEEN: &[&str] =
        &["见", "見", "在", "请", "請", "参见", "不", "已", "和", "跟", "发", "用", "同", "由"];
    const DONE: &str = "的了已请請是就也还還和或及里上后後位个個";
    const CHARS_MAX: usize = 40;
    const HAN_MAX: usize = 6;
    let part = |c: char| is_han(c) || c.is_ascii_alphanumeric() || "!@#$%^&*_+~-".contains(c);
    let end = line.char_indices().take(CHARS_MAX).find(|(_, c)| !part(*c));
    let end = end.map_or_else(|| line.chars().take(CHARS_MAX).map(char::len_utf8).sum(), |it| it.0);
    let mut made = &line[..end];
    // What is said of it behind it is no part of it.
    let tail = made.trim_end_matches(is_han).len();
    if made[tail..].starts_with(|c| DONE.contains(c)) || made[tail..].chars().count() > HAN_MAX {
        made = &made[..tail];
    }
    let made = made.trim_end_matches(['!', '-']);
    let ascii: String = made.chars().filter(char::is_ascii_alphanumeric).collect();
    let digits = ascii.bytes().filter(u8::is_ascii_digit).count();
    let mut runs = made.split(|c| !is_han(c)).map(|run| run.chars().count());
    let begins = made.starts_with(is_han) || made.starts_with(|c: char| c.is_ascii_alphabetic());
    let fits = made.contains(is_han)
        && begins
        && ascii.len() >= 4
        && (digits >= 4 || digits >= 2 && digits < ascii.len())
        && runs.all(|count| count <= HAN_MAX)
        && !SEEN.iter().any(|it| made.starts_with(it));
    fits.then_some(made)
}
