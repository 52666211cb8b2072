//! English date expressions.

mod word;

use jiff::civil::{Date, Weekday};

use super::calendar::{self, Unit, date};
use super::numeric::{YEARS, quarter_of};
use super::scan::{Scan, Word};
use super::{Found, Interval, Now, Strength};
use word::{Turn, amount, eat_few, is_verb, turn};
pub(super) use word::{is_title, month, unit, weekday};

/// Years behind the name of a month.
const MONTH_YEARS: std::ops::RangeInclusive<i64> = 1500..=2199;

/// What "a few" counts where days or weeks of a whole are counted.
const SOME: i64 = 3;

/// Reads the English expression that starts here.
pub(super) fn read(text: &str, at: usize, now: &Now) -> Option<Found> {
    let mut scan = Scan::new(text, at);
    if scan.eat_word("the") {
        scan.blanks();
    }
    if scan.peek()?.is_ascii_digit() {
        return counted(scan, now);
    }
    let before_word = scan;
    let word = scan.word()?;
    let today = now.today();
    let one = |day: Option<Date>| Some(Found::new(scan.at, Interval::day(day?)).relative());
    match word.as_str() {
        "today" | "tonight" => one(Some(today)),
        "yesterday" => one(calendar::shift(today, Unit::Day, -1)),
        "tomorrow" => one(calendar::shift(today, Unit::Day, 1)),
        "day" => day_beside(scan, today),
        "last" | "past" | "previous" => {
            within(scan, now, &word).or_else(|| modified(scan, now, Turn::Back, &word))
        }
        "next" | "coming" | "upcoming" | "following" => modified(scan, now, Turn::Ahead, &word),
        "this" | "current" => modified(scan, now, Turn::Here, &word),
        "in" => in_units(scan, now),
        "week" => week_of(scan, now),
        "q" => quarter(scan, today),
        "early" | "mid" | "late" | "beginning" | "start" | "middle" | "end" => {
            part_of(scan, now, &word)
        }
        "first" | "second" | "third" | "fourth" | "final" => within(scan, now, &word),
        other => {
            if let Some(weekday) = weekday(other) {
                return from_weekday(scan, now, weekday, &word);
            }
            if let Some(month) = month(other) {
                return from_month(scan, today, month, &word);
            }
            counted(before_word, now)
        }
    }
}

/// "day before yesterday", "day after tomorrow".
fn day_beside(mut scan: Scan<'_>, today: Date) -> Option<Found> {
    let days = if scan.eat_next_word("before") && scan.eat_next_word("yesterday") {
        -2
    } else if scan.eat_next_word("after") && scan.eat_next_word("tomorrow") {
        2
    } else {
        return None;
    };
    let day = calendar::shift(today, Unit::Day, days)?;
    Some(Found::new(scan.at, Interval::day(day)).relative())
}

/// What follows "last", "this" and "next".
fn modified(mut scan: Scan<'_>, now: &Now, turn: Turn, modifier: &Word) -> Option<Found> {
    let today = now.today();
    let start = scan;
    let mut counted = scan;
    counted.blanks();
    if turn == Turn::Back && eat_few(&mut counted) {
        let unit = unit(counted.next_word()?.as_str())?;
        let days = calendar::trailing(today, unit, calendar::few(unit)?)?;
        return Some(Found::new(counted.at, days).vague());
    }
    if let Some(count) = amount(&mut counted) {
        return stretch(counted, now, turn, count);
    }
    let word = scan.next_word()?;
    let found = |end: usize, days: Interval| Some(Found::new(end, days).relative());
    let part = matches!(word.as_str(), "morning" | "afternoon" | "evening" | "night");
    if part && modifier.as_str() == "this" {
        return found(scan.at, Interval::day(today));
    }
    if word.as_str() == "night" && modifier.as_str() == "last" {
        return found(scan.at, Interval::day(calendar::shift(today, Unit::Day, -1)?));
    }
    if let Some(weekday) = weekday(word.as_str()) {
        let day = match turn {
            Turn::Back => calendar::last_weekday(today, weekday),
            Turn::Here => calendar::weekday_in_week(today, 0, weekday),
            Turn::Ahead => calendar::next_weekday(today, weekday),
        };
        return found(scan.at, Interval::day(day?));
    }
    if let Some(month) = month(word.as_str()) {
        let verb = turn == Turn::Here && is_verb(&word);
        let strength = if verb { Strength::Alone } else { Strength::Sure };
        return named_month(scan, today, turn, month).map(|found| found.strength(strength));
    }
    match (unit(word.as_str())?, modifier.as_str()) {
        // "the past week" is the seven days up to now, "last week" the calendar week before.
        (unit, "past") => stretch(start, now, turn, 1).or_else(|| {
            let days = calendar::trailing(today, unit, 1)?;
            found(scan.at, days)
        }),
        (Unit::Hour, "last") => stretch(start, now, turn, 1),
        (Unit::Hour, _) => None,
        // "the next day" is said within a story, of the day before.
        (Unit::Day, _) => found(scan.at, calendar::neighbour(today, Unit::Day, turn.count())?)
            .map(|found| found.strength(Strength::Alone)),
        (Unit::Week, _) => {
            let mut ahead = scan;
            if let Some(word) = ahead.next_word()
                && let Some(weekday) = weekday(word.as_str())
            {
                let day = calendar::weekday_in_week(today, turn.count(), weekday)?;
                return found(ahead.at, Interval::day(day));
            }
            found(scan.at, calendar::neighbour(today, Unit::Week, turn.count())?)
        }
        (unit, _) => found(scan.at, calendar::neighbour(today, unit, turn.count())?),
    }
}

/// "last March" is the latest that is over, "next March" the first to come.
fn named_month(scan: Scan<'_>, today: Date, turn: Turn, month: i64) -> Option<Found> {
    let here = i64::from(today.month());
    let year = i64::from(today.year())
        + match turn {
            Turn::Back if month >= here => -1,
            Turn::Ahead if month <= here => 1,
            _ => 0,
        };
    Some(Found::new(scan.at, calendar::month(year, month)?).relative())
}

/// "last 7 days", "next two weeks", "past 24h": the number has been read, the unit follows.
fn stretch(mut scan: Scan<'_>, now: &Now, turn: Turn, count: i64) -> Option<Found> {
    scan.blanks();
    let unit = unit(scan.word()?.as_str())?;
    if turn == Turn::Here || count == 0 {
        return None;
    }
    if unit == Unit::Hour {
        let (days, exact) = calendar::hours(now, -turn.count() * count)?;
        return Some(Found { exact: Some(exact), ..Found::new(scan.at, days).relative() });
    }
    let days = match turn {
        Turn::Ahead => calendar::leading(now.today(), unit, count)?,
        Turn::Back | Turn::Here => calendar::trailing(now.today(), unit, count)?,
    };
    Some(Found::new(scan.at, days).relative())
}

/// "in 3 days". Also said of how long something took, so it must stand alone.
fn in_units(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    scan.blanks();
    let count = amount(&mut scan)?;
    scan.blanks();
    let unit = unit(scan.word()?.as_str()).filter(|unit| *unit != Unit::Hour)?;
    let day = calendar::shift(now.today(), unit, count)?;
    Some(Found::new(scan.at, Interval::day(day)).relative().strength(Strength::Alone))
}

/// "early October", "mid-October", "the end of last month": the first ten days, the next ten, the rest.
fn part_of(mut scan: Scan<'_>, now: &Now, part: &Word) -> Option<Found> {
    let short = matches!(part.as_str(), "early" | "mid" | "late");
    if short {
        scan.eat("-");
    } else if !scan.eat_next_word("of") {
        return None;
    }
    scan.blanks();
    let (month, inner) = month_at(scan, now)?;
    let day = |day: i64| date(month.0, month.1, day);
    let (from, to) = match part.as_str() {
        "early" | "beginning" | "start" => (inner.days.from, day(10)?),
        "mid" | "middle" => (day(11)?, day(20)?),
        _ => (day(21)?, inner.days.to),
    };
    Some(Found { days: Interval { from, to }, ..inner })
}

/// "first week of October", "last 3 days of last month", "second Friday of May", "last quarter of 2025": counted
/// from an end of the whole, weeks of a month by seven days.
fn within(mut scan: Scan<'_>, now: &Now, which: &Word) -> Option<Found> {
    scan.blanks();
    let nth: i64 = match which.as_str() {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "last" | "final" => -1,
        _ => return None,
    };
    let some = nth.abs() == 1 && eat_few(&mut scan);
    let count = match nth {
        _ if some => Some(SOME),
        1 | -1 => amount(&mut scan),
        _ => None,
    };
    if count.is_some() {
        scan.blanks();
    }
    let counted = scan.word()?;
    let half = counted.as_str() == "half";
    let (unit, day) = (unit(counted.as_str()), weekday(counted.as_str()));
    if !(scan.eat_next_word("of") || scan.eat_next_word("in")) {
        return None;
    }
    scan.blanks();
    let inner = period_at(scan, now)?;
    let days = match (unit, day) {
        _ if half && count.is_none() => halved(inner.days, nth)?,
        (Some(unit), _) => counted_from(inner.days, unit, (nth, count.unwrap_or(1)))?,
        (None, Some(day)) if count.is_none() => Interval::day(nth_weekday(inner.days, day, nth)?),
        _ => return None,
    };
    let inside = inner.days.from <= days.from && days.to <= inner.days.to;
    inside.then_some(Found { days, ..inner })
}

/// The `nth` stretch of `count` units of the whole, the last one for -1.
fn counted_from(whole: Interval, unit: Unit, (nth, count): (i64, i64)) -> Option<Interval> {
    if matches!(unit, Unit::Hour | Unit::Weekend) || count == 0 {
        return None;
    }
    if nth < 0 {
        let from = calendar::shift(calendar::shift(whole.to, Unit::Day, 1)?, unit, -count)?;
        return Some(Interval { from, to: whole.to });
    }
    let from = calendar::shift(whole.from, unit, nth - 1)?;
    Some(Interval {
        from,
        to: calendar::shift(calendar::shift(from, unit, count)?, Unit::Day, -1)?,
    })
}

fn halved(whole: Interval, nth: i64) -> Option<Interval> {
    let days = i64::from(whole.from.until(whole.to).ok()?.get_days()) + 1;
    // Half a month ends with its 15th day, half a year with June.
    let middle = match days {
        28..=31 => calendar::shift(whole.from, Unit::Day, 14)?,
        _ if whole.from.month() == 1 => date(whole.from.year().into(), 6, 30)?,
        _ => return None,
    };
    match nth {
        1 => Some(Interval { from: whole.from, to: middle }),
        2 | -1 => Some(Interval { from: middle.tomorrow().ok()?, to: whole.to }),
        _ => None,
    }
}

fn nth_weekday(whole: Interval, weekday: Weekday, nth: i64) -> Option<Date> {
    if nth < 0 {
        return calendar::latest_weekday(whole.to, weekday);
    }
    let first = calendar::next_weekday(whole.from.yesterday().ok()?, weekday)?;
    calendar::shift(first, Unit::Week, nth - 1)
}

/// The month, quarter or year that is named here, after a word that makes it one. What is read calls nothing that
/// reads such a part, so that "first day of first day of …" cannot nest as deep as the text is long.
fn period_at(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    if scan.eat_word("the") {
        scan.blanks();
    }
    let whole = |end, unit| {
        let days = calendar::around(now.today(), unit)?;
        Some(Found::new(end, days).relative())
    };
    let found = if scan.peek()?.is_ascii_digit() {
        let found = super::numeric::read(scan.rest(), 0)?;
        Found { end: scan.at + found.end, ..found }
    } else {
        let word = scan.word()?;
        match (turn(word.as_str()), month(word.as_str())) {
            (Some(turn), _) => modified(scan, now, turn, &word)?,
            (None, Some(month)) => from_month(scan, now.today(), month, &word)?,
            (None, None) if word.as_str() == "q" => quarter(scan, now.today())?,
            (None, None) => match word.as_str() {
                "month" => whole(scan.at, Unit::Month)?,
                "quarter" => whole(scan.at, Unit::Quarter)?,
                "year" => whole(scan.at, Unit::Year)?,
                _ => return None,
            },
        }
    };
    let period = [Unit::Month, Unit::Quarter, Unit::Year]
        .into_iter()
        .any(|unit| calendar::around(found.days.from, unit) == Some(found.days));
    let alone = found.strength == Strength::Alone;
    let strength = if alone { Strength::Alone } else { Strength::Sure };
    period.then_some(Found { strength, ..found })
}

/// The month that is named here, by year and number.
fn month_at(scan: Scan<'_>, now: &Now) -> Option<((i64, i64), Found)> {
    let found = period_at(scan, now)?;
    let whole = calendar::around(found.days.from, Unit::Month)?;
    let month = (i64::from(whole.from.year()), i64::from(whole.from.month()));
    (whole == found.days).then_some((month, found))
}

/// "week of March 5", "week 45 of 2026".
fn week_of(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    let today = now.today();
    if scan.eat_next_word("of") {
        scan.blanks();
        // "week of week of …" must not nest as deep as the text is long.
        let mut ahead = scan;
        if ahead.eat_word("the") {
            ahead.blanks();
        }
        if ahead.eat_word("week") {
            return None;
        }
        let inner = super::expression(scan.rest(), 0, now)?;
        let days = calendar::around(inner.days.single()?, Unit::Week)?;
        return Some(Found { days, end: scan.at + inner.end, ..inner });
    }
    scan.blanks();
    let (week, _) = scan.number(2)?;
    scan.eat_next_word("of");
    let mut ahead = scan;
    ahead.blanks();
    let year = ahead.number(4).filter(|(year, _)| YEARS.contains(year));
    let end = if year.is_some() { ahead.at } else { scan.at };
    let named = year.map_or(i64::from(today.year()), |(year, _)| year);
    let monday = jiff::civil::ISOWeekDate::new(
        named.try_into().ok()?,
        week.try_into().ok()?,
        Weekday::Monday,
    );
    let found = Found::new(end, calendar::around(monday.ok()?.date(), Unit::Week)?);
    Some(if year.is_some() { found } else { found.yearless() })
}

/// "Q3", "Q3 2026".
fn quarter(mut scan: Scan<'_>, today: Date) -> Option<Found> {
    let (quarter, _) = scan.number(1)?;
    let mut ahead = scan;
    ahead.blanks();
    ahead.eat_word("of");
    ahead.blanks();
    match ahead.number(4).filter(|(year, _)| YEARS.contains(year)) {
        Some((year, _)) => quarter_of(ahead.at, year, quarter),
        None => quarter_of(scan.at, i64::from(today.year()), quarter)
            .map(|found| found.yearless().strength(Strength::WithCue)),
    }
}

/// "Friday", "Friday of next week", "Friday, 8 May 2026".
fn from_weekday(scan: Scan<'_>, now: &Now, weekday: Weekday, word: &Word) -> Option<Found> {
    let today = now.today();
    let mut ahead = scan;
    ahead.eat_next_word("of");
    if let Some(turn) = ahead.next_word().and_then(|word| turn(word.as_str()))
        && ahead.eat_next_word("week")
    {
        let day = calendar::weekday_in_week(today, turn.count(), weekday)?;
        return Some(Found::new(ahead.at, Interval::day(day)).relative());
    }
    let mut dated = scan;
    dated.eat(".");
    dated.eat(",");
    if dated.blanks() {
        dated.eat_word("the");
        dated.blanks();
        let inner = match dated.peek() {
            Some(c) if c.is_ascii_digit() => super::numeric::read(dated.rest(), 0)
                .or_else(|| counted(Scan::new(dated.rest(), 0), now)),
            _ => {
                let mut named = Scan::new(dated.rest(), 0);
                named.word().and_then(|word| from_month(named, today, month(word.as_str())?, &word))
            }
        };
        if let Some(found) = inner.filter(|found| found.days.single().is_some()) {
            return Some(Found { end: dated.at + found.end, ..found });
        }
    }
    let day = calendar::latest_weekday(today, weekday)?;
    let found = Found::new(scan.at, Interval::day(day)).relative();
    let short = word.as_str().len() < 6;
    Some(found.strength(if short && !word.capital { Strength::Alone } else { Strength::WithCue }))
}

/// "March", "March 2026", "March 5", "March 5th, 2026", "March 5-9".
fn from_month(mut scan: Scan<'_>, today: Date, month: i64, word: &Word) -> Option<Found> {
    scan.eat(".");
    let verb = is_verb(word);
    let lone = if verb { Strength::Alone } else { Strength::WithCue };
    let bare = |end: usize| {
        let days = calendar::month(calendar::year_for(today, month, 1), month)?;
        Some(Found::new(end, days).yearless().strength(Strength::WithCue))
    };
    let without_dot = scan.at - usize::from(scan.before() == Some('.'));
    let mut ahead = scan;
    ahead.eat(",");
    let of = ahead.eat_next_word("of");
    ahead.blanks();
    let Some((number, digits)) = ahead.number(4) else { return bare(without_dot) };
    if digits == 4 && MONTH_YEARS.contains(&number) {
        return Some(Found::new(ahead.at, calendar::month(number, month)?));
    }
    if of || digits > 2 {
        return bare(without_dot);
    }
    let ordinal = ahead.eat_any(&["st", "nd", "rd", "th"]);
    let last = day_range(&mut ahead);
    let strength = if ordinal || !verb { Strength::Sure } else { lone };
    with_year(ahead, today, month, number, last.unwrap_or(number))
        .map(|found| found.strength(if found.relative { strength } else { Strength::Sure }))
        .or_else(|| bare(without_dot))
}

/// The "-9" of "March 5-9".
fn day_range(scan: &mut Scan<'_>) -> Option<i64> {
    let mut ahead = *scan;
    if !ahead.eat_any(&["-", "–"]) {
        return None;
    }
    let (day, _) = ahead.number(2)?;
    ahead.eat_any(&["st", "nd", "rd", "th"]);
    *scan = ahead;
    Some(day)
}

/// The day and month are known; a year may follow.
fn with_year(scan: Scan<'_>, today: Date, month: i64, first: i64, last: i64) -> Option<Found> {
    let mut ahead = scan;
    let comma = ahead.eat(",");
    let spaced = ahead.blanks();
    // Behind a comma it can be nothing but a year.
    let known = |year: &i64| YEARS.contains(year) || comma && (1000..=2999).contains(year);
    let year = ahead.number(4).filter(|(year, digits)| *digits == 4 && known(year));
    if let Some((year, _)) = year
        && (comma || spaced)
        && !ahead.peek().is_some_and(|c| c.is_alphanumeric())
    {
        let days = Interval { from: date(year, month, first)?, to: date(year, month, last)? };
        let bounded = days.from < days.to;
        return (days.from <= days.to).then(|| Found { bounded, ..Found::new(ahead.at, days) });
    }
    let from = calendar::yearless(today, month, first)?;
    let to = date(i64::from(from.year()), month, last)?;
    let bounded = from < to;
    let found = Found::new(scan.at, Interval { from, to }).yearless();
    (from <= to).then_some(Found { bounded, ..found })
}

/// What starts with a number: "3 days ago", "two weeks from now", "8 May, 2023", "5th of March".
fn counted(mut scan: Scan<'_>, now: &Now) -> Option<Found> {
    let today = now.today();
    let mut some = scan;
    if some.eat_word("a") {
        some.blanks();
    }
    if eat_few(&mut some) {
        let unit = unit(some.next_word()?.as_str())?;
        let days = calendar::trailing(today, unit, calendar::few(unit)?)?;
        let days = calendar::before_today(days)?;
        return some.eat_next_word("ago").then(|| Found::new(some.at, days).vague());
    }
    let digits = scan.peek().is_some_and(|c| c.is_ascii_digit());
    let count = amount(&mut scan)?;
    if digits && scan.eat_any(&["st", "nd", "rd", "th"]) {
        scan.eat_next_word("of");
    }
    let month_at = scan;
    scan.blanks();
    let word = scan.word()?;
    if digits && let Some(month) = month(word.as_str()) {
        if !month_at.rest().starts_with([' ', '\t', '\n', '\r']) {
            return None;
        }
        let without_dot = scan.at;
        scan.eat(".");
        let found = with_year(scan, today, month, count, count)?;
        let end = if found.end == scan.at { without_dot } else { found.end };
        return Some(Found { end, ..found });
    }
    let unit = unit(word.as_str()).filter(|unit| *unit != Unit::Hour)?;
    let found = |end: usize, days: Interval| Some(Found::new(end, days).relative());
    if scan.eat_next_word("ago") {
        return found(scan.at, calendar::ago(today, unit, count)?);
    }
    let later =
        scan.eat_next_word("from") && (scan.eat_next_word("now") || scan.eat_next_word("today"));
    let day = later.then(|| calendar::shift(today, unit, count)).flatten()?;
    found(scan.at, Interval::day(day))
}
