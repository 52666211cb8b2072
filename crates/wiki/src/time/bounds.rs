//! Where days begin and end: "since Friday", "3 to 5 October", 10月3日到5日, 十月以来.

use jiff::civil::Date;

use super::calendar::{self, Unit, date};
use super::numeric::YEARS;
use super::scan::{Led, Scan, ends_here};
use super::{Found, Interval, Now, Strength, english, expression, names_month};
use crate::canon::is_han;

/// Which side of an expression is meant.
#[derive(Clone, Copy)]
enum Side {
    At,
    Since,
    From,
    After,
    Before,
    Until,
}

/// Words before an expression, wherever it stands.
const LEADS: [(&str, Side); 5] = [
    ("since", Side::Since),
    ("after", Side::After),
    ("before", Side::Before),
    ("until", Side::Until),
    ("till", Side::Until),
];
/// Words that mean so much only where nothing else is said: "by March" is no more than "in March" within a
/// sentence.
const LEADS_ALONE: [(&str, Side); 5] = [
    ("from", Side::Since),
    ("by", Side::Until),
    ("on", Side::At),
    ("in", Side::At),
    ("during", Side::At),
];
const HAN_LEADS: [(&str, Side); 6] = [
    ("自从", Side::Since),
    ("自從", Side::Since),
    ("截至", Side::Until),
    ("截止到", Side::Until),
    ("早于", Side::Before),
    ("晚于", Side::After),
];
/// What stands behind one, and what would make another word of it.
const ENDINGS: [(&str, Side, &str); 14] = [
    ("以来", Side::Since, ""),
    ("以來", Side::Since, ""),
    ("至今", Side::Since, ""),
    ("起", Side::Since, "草来來床初点點义義飞飛伏诉訴源因步重身"),
    ("之后", Side::After, ""),
    ("之後", Side::After, ""),
    ("以后", Side::After, ""),
    ("以後", Side::After, ""),
    ("后", Side::After, "面台端天半来來续續勤备備悔期"),
    ("後", Side::After, "面台端天半來續勤備悔期"),
    ("之前", Side::Before, ""),
    ("以前", Side::Before, ""),
    ("前", Side::Before, "后後往台端半锋鋒排面方夕天途景期提线線"),
    ("为止", Side::Until, ""),
];

/// The whole of `text[start..]`, with an end left open by `..` as well.
pub(super) fn whole(text: &str, start: usize, now: &Now) -> Option<Found> {
    if let Some(rest) = text[start..].strip_prefix("..") {
        let inner = text.len() - rest.trim_start().len();
        return at_side(text, all(text, inner, now)?, Side::Until, now);
    }
    if let Some(head) = text.strip_suffix("..") {
        let found = all(head.trim_end(), start, now)?;
        return at_side(text, found, Side::From, now);
    }
    let ends = |found: &Found| found.end == text.len();
    within(text, start, now).filter(ends).or_else(|| {
        let (inner, side) = lead(text, start, &LEADS_ALONE)?;
        at_side(text, all(text, inner, now)?, side, now)
    })
}

/// A range that takes the rest of the text.
fn all(text: &str, at: usize, now: &Now) -> Option<Found> {
    range(text, at, now).filter(|found| found.end == text.len())
}

/// What starts here, with the words that say which side of it is meant.
pub(super) fn within(text: &str, at: usize, now: &Now) -> Option<Found> {
    let mut scan = Scan::new(text, at);
    // "Two weeks before 3 August" and "the Sunday before it" are no end of a time.
    let counted =
        scan.follows(|word| english::unit(word).is_some() || english::weekday(word).is_some());
    let led = lead(text, at, &LEADS).filter(|_| !counted).or_else(|| {
        let side = scan.eat_one(&HAN_LEADS)?;
        scan.blanks();
        Some((scan.at, side))
    });
    if let Some((inner, side)) = led
        && let Some(found) = range(text, inner, now).filter(|it| it.strength != Strength::Alone)
    {
        let end = ending(text, found.end).map_or(found.end, |(end, _)| end);
        let found = Found { strength: Strength::Sure, ..found };
        return at_side(text, found, side, now).map(|found| Found { end, ..found });
    }
    let found = range(text, at, now)?;
    let Some((end, side)) = ending(text, found.end) else { return Some(found) };
    at_side(text, found, side, now).map(|it| Found { end, ..it }).or(Some(found))
}

/// The word that stands here and is followed by an expression.
fn lead(text: &str, at: usize, words: &[(&str, Side)]) -> Option<(usize, Side)> {
    let mut scan = Scan::new(text, at);
    let (_, side) = words.iter().find(|(word, _)| scan.eat_word(word))?;
    scan.blanks().then_some((scan.at, *side))
}

fn ending(text: &str, at: usize) -> Option<(usize, Side)> {
    let mut scan = Scan::new(text, at);
    if scan.eat_next_word("onwards") || scan.eat_next_word("onward") {
        return Some((scan.at, Side::Since));
    }
    ENDINGS.iter().find_map(|&(word, side, others)| {
        let mut scan = Scan::new(text, at);
        let there = scan.eat(word) && !scan.peek().is_some_and(|next| others.contains(next));
        there.then_some((scan.at, side))
    })
}

fn at_side(text: &str, found: Found, side: Side, now: &Now) -> Option<Found> {
    let Interval { from, to } = found.days;
    let days = match side {
        Side::At => return Some(Found { end: text.len(), ..found }),
        Side::Since => Interval { from, to: now.today().max(from) },
        Side::From => Interval { from, to: Date::MAX },
        Side::After => Interval { from: to.tomorrow().ok()?, to: Date::MAX },
        Side::Before => Interval { from: Date::MIN, to: from.yesterday().ok()? },
        Side::Until => Interval { from: Date::MIN, to },
    };
    Some(Found { days, end: text.len(), exact: None, bounded: true, yearless: false, ..found })
}

/// One expression, or two with a connector between them.
pub(super) fn range(text: &str, at: usize, now: &Now) -> Option<Found> {
    let mut scan = Scan::new(text, at);
    let word = scan.eat_word("between") || scan.eat_word("from") || scan.eat_any(&["从", "從"]);
    let lead = if word { Led::Between } else { Led::Not };
    if word {
        scan.blanks();
    }
    if let Some(found) = days_of_month(scan, text, lead, now) {
        return Some(found);
    }
    let first = expression(text, scan.at, now)?;
    let said = &text[scan.at..first.end];
    let mut rest = Scan::new(text, first.end);
    let joined = rest.connector(lead) || rest.before().is_some_and(is_han) && rest.eat("-");
    let second = if joined { second(text, rest, (&first, said), lead, now) } else { None };
    match second {
        Some((first, second)) => Some(Found {
            end: second.end,
            days: Interval { from: first.days.from, to: second.days.to },
            exact: None,
            strength: match lead {
                Led::Between => Strength::Sure,
                Led::Not => first.strength.max(second.strength),
            },
            relative: first.relative || second.relative,
            yearless: first.yearless && second.yearless,
            bounded: true,
            vague: first.vague || second.vague,
        }),
        // 从 leads to nothing else here; "from" and "between" are read again as what stands before a date.
        None => (lead == Led::Not || first.bounded).then_some(first),
    }
}

/// Both ends, each in the year that the other says.
fn second(
    text: &str,
    scan: Scan<'_>,
    (first, said): (&Found, &str),
    lead: Led,
    now: &Now,
) -> Option<(Found, Found)> {
    let Some(second) = expression(text, scan.at, now) else {
        return if names_month(said) { bare_day(text, scan, first, lead) } else { None };
    };
    let (mut first, mut second) = (*first, second);
    if first.yearless && !second.relative {
        first.days = in_year(first.days, second.days.from.year())?;
        if first.days.from > second.days.to {
            first.days = in_year(first.days, second.days.from.year() - 1)?;
        }
        first.yearless = false;
    } else if second.yearless && (first.yearless || !first.relative) {
        second.days = in_year(second.days, first.days.from.year())?;
        if second.days.to < first.days.from {
            second.days = in_year(second.days, first.days.from.year() + 1)?;
        }
        second.yearless = first.yearless;
    }
    (second.days.to >= first.days.from).then_some((first, second))
}

/// The same days of another year.
pub(super) fn in_year(days: Interval, year: i16) -> Option<Interval> {
    let years = i64::from(year) - i64::from(days.from.year());
    let moved = |day: Date| calendar::shift(day, Unit::Year, years);
    let to = moved(days.to)?;
    // The last of February is not always the same day.
    let months = days.from == days.from.first_of_month() && days.to == days.to.last_of_month();
    Some(Interval { from: moved(days.from)?, to: if months { to.last_of_month() } else { to } })
}

/// The "7" of "October 5 to 7".
fn bare_day(text: &str, mut scan: Scan<'_>, first: &Found, lead: Led) -> Option<(Found, Found)> {
    first.days.single()?;
    if scan.eat_word("the") {
        scan.blanks();
    }
    let (day, _) = scan.number(2)?;
    scan.eat_any(&["st", "nd", "rd", "th"]);
    let mut first = *first;
    let mut year = scan;
    year.eat(",");
    if first.yearless
        && year.blanks()
        && let Some((number, 4)) = year.number(4)
        && YEARS.contains(&number)
        && ends_here(text, year.at)
    {
        first.days = in_year(first.days, i16::try_from(number).ok()?)?;
        first.yearless = false;
        scan = year;
    }
    let mut ahead = scan;
    ahead.blanks();
    let goes_on = ahead.peek().is_some_and(char::is_alphanumeric);
    if !ends_here(text, scan.at) || goes_on && lead == Led::Not {
        return None;
    }
    let from = first.days.single()?;
    let day = date(from.year().into(), from.month().into(), day).filter(|day| *day >= from)?;
    Some((first, Found { end: scan.at, days: Interval::day(day), ..first }))
}

/// "3 to 5 October", "between the 3rd and the 5th of October": the month stands behind both days.
fn days_of_month(mut scan: Scan<'_>, text: &str, lead: Led, now: &Now) -> Option<Found> {
    if scan.eat_word("the") {
        scan.blanks();
    }
    let (first, _) = scan.number(2)?;
    scan.eat_any(&["st", "nd", "rd", "th"]);
    if !scan.connector(lead) && !scan.eat("-") {
        return None;
    }
    let last = expression(text, scan.at, now)?;
    let to = last.days.single()?;
    let said = &text[scan.at..last.end];
    if !names_month(said) || !said.contains(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let from = date(to.year().into(), to.month().into(), first).filter(|from| *from < to)?;
    Some(Found { days: Interval { from, to }, bounded: true, ..last })
}
