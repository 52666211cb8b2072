//! Parts of a month, a year or a week in Chinese: 月初, 中旬, 年底, 下半年, 最后一天, 第一周, 四季度.

use jiff::civil::Date;

use super::Interval;
use super::calendar::{self, Unit, date};
use super::han::{eat_unit, eat_week, eat_weekday, number};
use super::scan::Scan;

/// Last days of the first and the middle third of a month.
const THIRDS: (i64, i64) = (10, 20);
/// Last day of its first half.
const HALF: i64 = 15;
/// What 几 counts where days, weeks or months of a whole are counted.
const SOME: i64 = 3;

/// The part of a month that is named or counted behind it; the whole month where none is.
pub(super) fn of_month(scan: &mut Scan<'_>, whole: Interval) -> Interval {
    counted(scan, whole).unwrap_or_else(|| third(scan, whole))
}

/// The part of a year that is named or counted behind it; the whole year where none is.
pub(super) fn of_year(scan: &mut Scan<'_>, whole: Interval) -> Interval {
    counted(scan, whole).unwrap_or_else(|| part(scan, whole))
}

/// The third or half of a month that is named behind it; the whole month where none is.
pub(super) fn third(scan: &mut Scan<'_>, whole: Interval) -> Interval {
    let day = |day: i64| date(i64::from(whole.from.year()), i64::from(whole.from.month()), day);
    let between = |from: Option<Date>, to: Option<Date>| Some(Interval { from: from?, to: to? });
    let (early, middle) = THIRDS;
    let found = if scan.eat("上旬") || eat_begin(scan) {
        between(Some(whole.from), day(early))
    } else if scan.eat("中旬") {
        between(day(early + 1), day(middle))
    } else if scan.eat("下旬") || eat_end(scan) {
        between(day(middle + 1), Some(whole.to))
    } else if scan.eat("上半月") {
        between(Some(whole.from), day(HALF))
    } else if scan.eat("下半月") {
        between(day(HALF + 1), Some(whole.to))
    } else {
        None
    };
    found.unwrap_or(whole)
}

/// The part of a year that is named behind it; the whole year where none is. Its beginning and its end are
/// two months each.
pub(super) fn part(scan: &mut Scan<'_>, whole: Interval) -> Interval {
    let year = i64::from(whole.from.year());
    let months = |first: i64, last: i64| {
        let (from, to) = (date(year, first, 1)?, date(year, last, 1)?.last_of_month());
        Some(Interval { from, to })
    };
    let mut ahead = *scan;
    ahead.eat("年");
    let found = if eat_begin(&mut ahead) {
        months(1, 2)
    } else if eat_end(&mut ahead) {
        months(11, 12)
    } else if ahead.eat("上半年") {
        months(1, 6)
    } else if ahead.eat("下半年") {
        months(7, 12)
    } else {
        return whole;
    };
    *scan = ahead;
    found.unwrap_or(whole)
}

/// 的第一周, 最后一天, 前三天, 第四季度: units counted from an end of the whole.
pub(super) fn counted(scan: &mut Scan<'_>, whole: Interval) -> Option<Interval> {
    let mut ahead = *scan;
    ahead.eat("的");
    if let Some(day) = counted_weekday(&mut ahead, whole).filter(|day| whole.contains(*day)) {
        *scan = ahead;
        return Some(Interval::day(day));
    }
    let found = if ahead.eat_any(&["最后", "最後", "末"]) {
        let (count, unit) = amount(&mut ahead)?;
        let from = calendar::shift(calendar::shift(whole.to, Unit::Day, 1)?, unit, -count)?;
        Interval { from: from.max(whole.from), to: whole.to }
    } else if ahead.eat_any(&["前", "头", "頭", "最初", "开头", "開頭"]) {
        let (count, unit) = amount(&mut ahead)?;
        let to = calendar::shift(calendar::shift(whole.from, unit, count)?, Unit::Day, -1)?;
        Interval { from: whole.from, to: to.min(whole.to) }
    } else {
        let named = ahead.eat("第");
        let (count, unit) = amount(&mut ahead)?;
        if !named && unit != Unit::Quarter {
            return None;
        }
        let from = calendar::shift(whole.from, unit, count - 1)?;
        let to = calendar::shift(calendar::shift(from, unit, 1)?, Unit::Day, -1)?;
        Interval { from, to: to.min(whole.to) }
    };
    if found.from < whole.from || found.from > found.to {
        return None;
    }
    *scan = ahead;
    Some(found)
}

/// 最后一个周五, 第二个星期一: a weekday counted from an end of the whole. Nothing is read where it is none.
fn counted_weekday(scan: &mut Scan<'_>, whole: Interval) -> Option<Date> {
    let mut ahead = *scan;
    let nth = match ahead.eat_any(&["最后", "最後"]) {
        true => {
            ahead.eat_any(&["一"]);
            None
        }
        false if ahead.eat("第") => Some(number(&mut ahead)?),
        false => return None,
    };
    ahead.eat_any(&["个", "個"]);
    let weekday = eat_week(&mut ahead).then(|| eat_weekday(&mut ahead)).flatten()?;
    let day = match nth {
        None => calendar::latest_weekday(whole.to, weekday)?,
        Some(nth) => {
            let first = calendar::next_weekday(whole.from.yesterday().ok()?, weekday)?;
            calendar::shift(first, Unit::Week, nth.checked_sub(1)?)?
        }
    };
    *scan = ahead;
    Some(day)
}

/// How many of which unit: 三天, 一个星期, 几天.
fn amount(scan: &mut Scan<'_>) -> Option<(i64, Unit)> {
    let count = if scan.eat_any(&["几", "幾"]) { SOME } else { number(scan)? };
    let unit = eat_unit(scan).filter(|unit| *unit != Unit::Hour)?;
    (count > 0).then_some((count, unit))
}

/// 初, where it does not begin another word: 初中, 初三, 初步.
fn eat_begin(scan: &mut Scan<'_>) -> bool {
    eat_unless(scan, "初", "中一二三四五六七八九十级級次步始审審赛賽稿版心衷恋戀")
}

/// 底 or 末, where they do not begin another word.
fn eat_end(scan: &mut Scan<'_>) -> bool {
    eat_unless(scan, "底", "片下层層部座线線") || eat_unless(scan, "末", "班日端")
}

fn eat_unless(scan: &mut Scan<'_>, word: &str, others: &str) -> bool {
    let mut ahead = *scan;
    if !ahead.eat(word) || ahead.peek().is_some_and(|next| others.contains(next)) {
        return false;
    }
    *scan = ahead;
    true
}
