//! Chinese date expressions, simplified and traditional.

use jiff::civil::{Date, Weekday};

use super::calendar::{self, Unit, date};
use super::scan::{Led, Scan, digit};
use super::{Found, Interval, Now, Strength, season};
use crate::canon::is_han;
use crate::numeral;

/// Years that have 年 behind them, so that they cannot be anything else.
const YEARS_WITH_MARK: std::ops::RangeInclusive<i64> = 1000..=2999;

/// Reads the Chinese expression that starts here.
pub(super) fn read(text: &str, at: usize, now: &Now) -> Option<Found> {
    let scan = Scan::new(text, at);
    let next = scan.peek()?;
    if let Some(found) = quarter(scan, now) {
        return Some(found);
    }
    if digit(next).is_some() || numeral::of_han(next).is_some() {
        let within = scan.before().is_some_and(|c| {
            digit(c).is_some() || numeral::of_han(c).is_some() || "几幾数數好".contains(c)
        });
        return if within { None } else { numbered(scan, now) };
    }
    if !is_han(next) {
        return None;
    }
    named_day(scan, now)
        .or_else(|| modified(scan, now))
        .or_else(|| named_year(scan, now))
        .or_else(|| stretch(scan, now))
        .or_else(|| few(scan, now))
        .or_else(|| half(scan, now))
        .or_else(|| bare_part(scan, now))
        .or_else(|| bare_weekday(scan, now))
}

/// Whether the character before makes these characters part of another word.
fn glued(scan: Scan<'_>, others: &str) -> bool {
    scan.before().is_some_and(|c| others.contains(c))
}

/// What follows a day's word where both are a name or another word: 后天性, 昨日重现, 今日头条. What also
/// begins a clause (明天下午, 今天性能, 明天银行不开门) is none of these.
const NAMES: &[(&[&str], &[&str])] = &[
    (
        &["后天", "後天"],
        &[
            "培养的",
            "培養的",
            "习得",
            "習得",
            "形成的",
            "学习的",
            "學習的",
            "努力的",
            "获得的",
            "獲得的",
            "获得性",
            "獲得性",
            "免疫",
            "因素",
            "失明",
            "失聪",
            "失聰",
            "残疾",
            "殘疾",
        ],
    ),
    (&["今日"], &["头条", "頭條", "说法", "說法"]),
    (&["昨日"], &["重现", "重現", "黄花", "黃花"]),
    (&["明日"], &["方舟", "之星", "之后", "黄花", "黃花"]),
    (
        &["今日", "昨日", "明日"],
        &[
            "传媒", "傳媒", "奈", "花绮", "花綺", "青空", "边缘", "邊緣", "战纪", "戰紀", "帝国",
            "帝國",
        ],
    ),
    (&["明天"], &["会更好", "會更好", "控股", "银行的", "銀行的"]),
];

/// Words that begin with 性 and are none of 后天性: 后天性能测试.
const OF_NATURE: [char; 3] = ['能', '别', '別'];

/// Whether a day's word and what follows it are a name or another word.
fn is_name(word: &str, rest: &str) -> bool {
    let named = |(words, ends): &(&[&str], &[&str])| {
        words.contains(&word) && ends.iter().any(|end| rest.starts_with(end))
    };
    let fragrant =
        rest.strip_prefix('香').is_some_and(|rest| !rest.starts_with(['港', '山', '格', '槟']));
    let acquired = rest.strip_prefix('性').is_some_and(|rest| !rest.starts_with(OF_NATURE));
    NAMES.iter().any(named)
        || matches!(word, "后天" | "後天") && acquired
        || matches!(word, "今日" | "明日" | "昨日") && fragrant
}

/// 今天, 昨日, 大后天.
fn named_day(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    const DAYS: [(&str, i64); 22] = [
        ("大前天", -3),
        ("前天", -2),
        ("昨天", -1),
        ("昨日", -1),
        ("昨晚", -1),
        ("昨夜", -1),
        ("今天", 0),
        ("今日", 0),
        ("今早", 0),
        ("今晨", 0),
        ("今晚", 0),
        ("今夜", 0),
        ("明天", 1),
        ("明日", 1),
        ("明早", 1),
        ("明晚", 1),
        ("后天", 2),
        ("後天", 2),
        ("大后天", 3),
        ("大後天", 3),
        ("前日", -2),
        ("后日", 2),
    ];
    if glued(scan, "目以之从從此先然最今随隨天日") {
        return None;
    }
    let start = scan;
    let days = scan.eat_one(&DAYS)?;
    let word = &start.rest()[..scan.at - start.at];
    // 以后天气: the second character belongs to the next word.
    if matches!(scan.peek(), Some('气' | '氣' | '空' | '生')) {
        return None;
    }
    if is_name(word, scan.rest()) {
        return None;
    }
    let day = calendar::shift(now.today(), Unit::Day, days)?;
    Some(Found::new(scan.at, Interval::day(day)).relative())
}

/// 上周, 下下周三, 这个月, 本季度.
fn modified(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    const TURNS: [(&str, i64); 8] = [
        ("上上", -2),
        ("下下", 2),
        ("上", -1),
        ("下", 1),
        ("这", 0),
        ("這", 0),
        ("本", 0),
        ("当", 0),
    ];
    if glued(scan, "早晚以之马馬网網路身手桌线線墙牆") {
        return None;
    }
    let today = now.today();
    let count = scan.eat_one(&TURNS)?;
    let counted = scan.eat_any(&["一个", "一個", "个", "個", "一"]);
    let found = |end: usize, days: Interval| Some(Found::new(end, days).relative());
    if eat_week(&mut scan) {
        if let Some(weekday) = eat_weekday(&mut scan) {
            let day = calendar::weekday_in_week(today, count, weekday)?;
            return found(scan.at, Interval::day(day));
        }
        if scan.eat("末") {
            return found(scan.at, calendar::neighbour(today, Unit::Weekend, count)?);
        }
        if matches!(scan.peek(), Some('期' | '边' | '邊' | '围' | '圍' | '年' | '刊' | '转' | '轉'))
        {
            return None;
        }
        let week = calendar::neighbour(today, Unit::Week, count)?;
        let days = season::counted(&mut scan, week).unwrap_or(week);
        return found(scan.at, days);
    }
    if scan.eat("月") {
        scan.eat("份");
        if matches!(scan.peek(), Some('亮' | '球' | '光' | '饼' | '餅' | '经' | '經' | '台'))
        {
            return None;
        }
        let month = calendar::neighbour(today, Unit::Month, count)?;
        let days = day_of(&mut scan, month).map(Interval::day);
        let days = days.unwrap_or_else(|| season::of_month(&mut scan, month));
        return found(scan.at, days);
    }
    if scan.eat_any(&["季度"]) {
        let quarter = calendar::neighbour(today, Unit::Quarter, count)?;
        let days = season::counted(&mut scan, quarter).unwrap_or(quarter);
        return found(scan.at, days);
    }
    if !counted && scan.eat_any(&["年度"]) {
        return found(scan.at, calendar::neighbour(today, Unit::Year, count)?);
    }
    None
}

/// The 十五号 of 上个月十五号, the 5日 of 本月的5日.
fn day_of(scan: &mut Scan<'_>, month: Interval) -> Option<Date> {
    let mut ahead = *scan;
    ahead.eat("的");
    ahead.blanks();
    let day = number(&mut ahead)?;
    ahead.blanks();
    // 3号线 is a line, 5号楼 a house.
    let numbers = "线線楼樓院门門机機店馆館";
    if !ahead.eat_any(&["日", "号", "號"]) || ahead.peek().is_some_and(|c| numbers.contains(c)) {
        return None;
    }
    let day = date(i64::from(month.from.year()), i64::from(month.from.month()), day)?;
    *scan = ahead;
    Some(day)
}

/// 半年前, 半个月后.
fn half(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    // 下半年前 and 一年半前 begin elsewhere.
    if glued(scan, "上下前后後大小多年月天周个個每两兩") || !scan.eat("半") {
        return None;
    }
    let (unit, count) = match eat_unit(&mut scan)? {
        Unit::Year => (Unit::Month, 6),
        Unit::Month => (Unit::Week, 2),
        _ => return None,
    };
    beside(scan, now, unit, count)
}

/// 去年, 今年三月, 明年的3月5日.
fn named_year(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    const YEARS_AWAY: [(&str, i64); 6] =
        [("去年", -1), ("今年", 0), ("明年", 1), ("前年", -2), ("后年", 2), ("後年", 2)];
    if glued(scan, "过過以之目天年几幾数數") {
        return None;
    }
    let year = i64::from(now.today().year()) + scan.eat_one(&YEARS_AWAY)?;
    let mut ahead = scan;
    ahead.eat("的");
    let dated = number(&mut ahead).and_then(|month| month_day(ahead, year, month));
    match dated {
        Some(found) => Some(found.relative()),
        None => {
            let days = calendar::around(date(year, 1, 1)?, Unit::Year)?;
            let days = season::of_year(&mut scan, days);
            Some(Found::new(scan.at, days).relative())
        }
    }
}

/// 过去7天, 最近一周, 未来三个月, 过去24小时.
fn stretch(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    const TURNS: [(&str, i64); 10] = [
        ("过去", -1),
        ("過去", -1),
        ("最近", -1),
        ("近", -1),
        ("未来", 1),
        ("未來", 1),
        ("接下来", 1),
        ("接下來", 1),
        ("今后", 1),
        ("今後", 1),
    ];
    if glued(scan, "附靠接将將邻鄰临臨最") {
        return None;
    }
    let turn = scan.eat_one(&TURNS)?;
    scan.eat_any(&["的", "这", "這"]);
    scan.blanks();
    let count = number(&mut scan).filter(|count| *count > 0)?;
    scan.blanks();
    let unit = eat_unit(&mut scan)?;
    let today = now.today();
    if unit == Unit::Hour {
        let (days, exact) = calendar::hours(now, -turn * count)?;
        return Some(Found { exact: Some(exact), ..Found::new(scan.at, days).relative() });
    }
    let days = if turn < 0 {
        calendar::trailing(today, unit, count)?
    } else {
        calendar::leading(today, unit, count)?
    };
    Some(Found::new(scan.at, days).relative())
}

/// 第四季度, 四季度: of this year, or of the last where this year's is far ahead.
fn quarter(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    let counts = |c: char| c == '第' || digit(c).is_some() || numeral::of_han(c).is_some();
    if scan.before().is_some_and(|c| counts(c) || "前后後年几幾数數个個".contains(c)) {
        return None;
    }
    scan.eat("第");
    let count = number(&mut scan)?;
    if !scan.eat("季度") || scan.peek().is_some_and(|c| "前后後内內之以".contains(c)) {
        return None;
    }
    let year = calendar::year_for(now.today(), count.checked_mul(3)? - 2, 1);
    Some(super::numeric::quarter_of(scan.at, year, count)?.yearless())
}

/// 前几天, 这几周, 最近几个月, 几天前: nobody counts them.
fn few(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    const TURNS: [&str; 10] =
        ["前", "这", "這", "最近", "近", "过去", "過去", "过去的", "過去的", "最近这"];
    // 十几天 is a count, and 考试前几天 begins with something else than today.
    let start = scan;
    let apart = |c: char| !is_han(c) || "我你他她们們在就是于於也都还還又从從而但".contains(c);
    if scan.before().is_some_and(|c| !apart(c)) {
        return None;
    }
    let led = scan.eat_any(&TURNS);
    if !scan.eat_any(&["几", "幾"]) {
        return None;
    }
    let unit = eat_unit(&mut scan)?;
    let count = calendar::few(unit)?;
    let ago = if led {
        start.rest().starts_with('前')
    } else {
        scan.eat_any(&["之前", "以前", "前"])
    };
    if !led && !ago {
        return None;
    }
    let days = calendar::trailing(now.today(), unit, count)?;
    let days = if ago { calendar::before_today(days)? } else { days };
    Some(Found::new(scan.at, days).vague())
}

/// 月初, 月底, 年底: of this month, of this year.
fn bare_part(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    if glued(
        scan,
        "每逢隔两兩几幾数數半整一二三四五六七八九十个個上下这這本当某各成全多少年月0123456789",
    ) {
        return None;
    }
    let start = scan;
    let days = if scan.eat("月") {
        season::third(&mut scan, calendar::around(now.today(), Unit::Month)?)
    } else {
        season::part(&mut scan, calendar::around(now.today(), Unit::Year)?)
    };
    let named = scan.at > start.at + "月".len();
    named.then(|| Found::new(scan.at, days).relative())
}

/// 星期三, 周五, 周末. Not 每周三 (each week) nor 一周三次 (three times a week).
fn bare_weekday(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    if glued(scan, "每逢隔两兩几幾数數半整一二三四五六七八九十个個上下这這本双雙单單方0123456789")
    {
        return None;
    }
    if !eat_week(&mut scan) {
        return None;
    }
    let today = now.today();
    if scan.eat("末") {
        let days = calendar::around(today, Unit::Weekend)?;
        return Some(Found::new(scan.at, days).relative());
    }
    let weekday = eat_weekday(&mut scan)?;
    let day = calendar::latest_weekday(today, weekday)?;
    Some(Found::new(scan.at, Interval::day(day)).relative())
}

/// What starts with a number: 2026年11月3日, 11月3日, 三天前, 两周后.
fn numbered(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    let start = scan.at;
    let today = now.today();
    let count = number(&mut scan)?;
    let width = scan.at - start;
    scan.blanks();
    if scan.eat("年") {
        if YEARS_WITH_MARK.contains(&count) && width >= 4 {
            return Some(year_on(scan, count));
        }
        return beside(scan, now, Unit::Year, count);
    }
    if scan.rest().starts_with('月') {
        let year = calendar::year_for(today, count, 1);
        let found = month_day(scan, year, count)?;
        let Some(day) = found.days.single() else { return Some(found.yearless()) };
        let days = Interval::day(calendar::yearless(today, count, i64::from(day.day()))?);
        return Some(Found { days, ..found.yearless() });
    }
    let unit = eat_unit(&mut scan).filter(|unit| *unit != Unit::Hour)?;
    beside(scan, now, unit, count)
}

/// The year is read; month and day may follow.
fn year_on(mut scan: Scan<'_>, year: i64) -> Found {
    let mut ahead = scan;
    ahead.eat("的");
    ahead.blanks();
    let dated = number(&mut ahead).and_then(|month| {
        ahead.blanks();
        month_day(ahead, year, month)
    });
    dated.unwrap_or_else(|| {
        let whole = Interval {
            from: jiff::civil::Date::new(year as i16, 1, 1).unwrap_or(jiff::civil::Date::MIN),
            to: jiff::civil::Date::new(year as i16, 12, 31).unwrap_or(jiff::civil::Date::MAX),
        };
        let days = season::of_year(&mut scan, whole);
        Found::new(scan.at, days)
    })
}

/// 前 or 后 behind a counted unit.
fn beside(mut scan: Scan<'_>, now: &Now, unit: Unit, count: i64) -> Option<Found> {
    if scan.eat_any(&["之前", "以前", "前"]) {
        return Some(Found::new(scan.at, calendar::ago(now.today(), unit, count)?).relative());
    }
    if scan.eat_any(&["之后", "之後", "以后", "以後", "后", "後"]) {
        let day = calendar::shift(now.today(), unit, count)?;
        return Some(Found::new(scan.at, Interval::day(day)).relative());
    }
    None
}

/// The 月 and perhaps the day, after the month's number.
fn month_day(mut scan: Scan<'_>, year: i64, month: i64) -> Option<Found> {
    if !scan.eat("月") {
        return None;
    }
    let whole = calendar::month(year, month)?;
    let mut ahead = scan;
    ahead.blanks();
    let tight = ahead.at == scan.at;
    if let Some(day) = number(&mut ahead) {
        // 五月二十 is a day where nothing follows that could be counted.
        let tight = tight && ends(ahead);
        ahead.blanks();
        if let Some(found) = days_to(ahead, (year, month, day)) {
            return Some(found);
        }
        if ahead.eat_any(&["日", "号", "號"]) || tight {
            // 29 February without a year is looked up by the caller, so only the number is checked.
            let day = date(year, month, day).or_else(|| date(2024, month, day))?;
            return Some(Found::new(ahead.at, Interval::day(day)));
        }
    }
    scan.eat("份");
    if matches!(scan.peek(), Some('亮' | '球' | '光' | '饼' | '餅' | '龄' | '齡')) {
        return None;
    }
    let days = season::of_month(&mut scan, whole);
    Some(Found::new(scan.at, days).strength(Strength::Sure))
}

/// Whether the text ends here, or a clause of it.
fn ends(scan: Scan<'_>) -> bool {
    scan.peek().is_none_or(|c| "，。、；：？！,;?!）)」』”\n".contains(c))
}

/// The weekday that a text begins with, and its bytes.
pub(super) fn weekday(text: &str) -> Option<(usize, Weekday)> {
    let mut scan = Scan::new(text, 0);
    let day = if eat_week(&mut scan) { eat_weekday(&mut scan)? } else { return None };
    Some((scan.at, day))
}

/// The 到5日 of 10月3日到5日, the -5日 of 10月3-5日.
fn days_to(mut scan: Scan<'_>, (year, month, first): (i64, i64, i64)) -> Option<Found> {
    scan.eat_any(&["日", "号", "號"]);
    if !scan.connector(Led::Not) && !scan.eat("-") {
        return None;
    }
    let last = number(&mut scan)?;
    if !scan.eat_any(&["日", "号", "號"]) {
        return None;
    }
    let days = Interval { from: date(year, month, first)?, to: date(year, month, last)? };
    (days.from < days.to).then(|| Found { bounded: true, ..Found::new(scan.at, days) })
}

pub(super) fn eat_week(scan: &mut Scan<'_>) -> bool {
    scan.eat_any(&["周", "週", "星期", "礼拜", "禮拜"])
}

pub(super) fn eat_weekday(scan: &mut Scan<'_>) -> Option<Weekday> {
    const DAYS: [(&str, Weekday); 8] = [
        ("一", Weekday::Monday),
        ("二", Weekday::Tuesday),
        ("三", Weekday::Wednesday),
        ("四", Weekday::Thursday),
        ("五", Weekday::Friday),
        ("六", Weekday::Saturday),
        ("日", Weekday::Sunday),
        ("天", Weekday::Sunday),
    ];
    let mut ahead = *scan;
    let weekday = ahead.eat_one(&DAYS)?;
    // 周三次 counts, 周日均 averages, 周一百 is a larger number.
    let counts = "次遍回顿頓节節均期十百千万萬个個";
    if ahead.peek().is_some_and(|c| counts.contains(c)) {
        return None;
    }
    *scan = ahead;
    Some(weekday)
}

pub(super) fn eat_unit(scan: &mut Scan<'_>) -> Option<Unit> {
    let mut ahead = *scan;
    ahead.eat_any(&["个", "個"]);
    let unit = ahead.eat_one(&[
        ("小时", Unit::Hour),
        ("小時", Unit::Hour),
        ("钟头", Unit::Hour),
        ("天", Unit::Day),
        ("日", Unit::Day),
        ("周", Unit::Week),
        ("週", Unit::Week),
        ("星期", Unit::Week),
        ("礼拜", Unit::Week),
        ("禮拜", Unit::Week),
        ("月", Unit::Month),
        ("季度", Unit::Quarter),
        ("年", Unit::Year),
    ])?;
    *scan = ahead;
    Some(unit)
}

/// A number in digits or Han numerals: 11, 十一, 二十三, 二〇二六.
pub(super) fn number(scan: &mut Scan<'_>) -> Option<i64> {
    if scan.peek().and_then(digit).is_some() {
        return scan.number(5).map(|(value, _)| value);
    }
    let (value, length) = numeral::han(scan.rest())?;
    scan.at += length;
    Some(value)
}
