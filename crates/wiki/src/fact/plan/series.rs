//! Values of one key that hold at different times: which of them a new one meets.
//!
//! Two values contradict each other where both would hold on one day (the rule of Graphiti's edges: a new
//! one ends those that hold when it begins, and no others). What becomes of the page is planned above.

use jiff::civil::Date;

use super::super::{FactInput, Marks};
use super::Known;

/// What a new value meets among those that stand.
pub(super) enum Meets<'k> {
    /// A newer value: this one held until that day.
    Newer(Date),
    /// Itself, of the same time.
    Itself(&'k Known),
    /// Nothing that it takes the place of, since it is over.
    Nothing,
    /// One that holds until it begins, which is later than today.
    Before(&'k Known),
    /// Those that hold when it begins; none where it begins something new.
    Rivals(Vec<&'k Known>),
}

/// What `input` meets among the values of its key.
pub(super) fn meets<'k>(same: &[&'k Known], input: &FactInput) -> Meets<'k> {
    let (marks, today) = (&input.marks, input.today);
    let over = marks.is_over(today);
    if over || marks.valid.is_some() {
        let alike =
            |(fact, _): &&&Known| fact.value == input.value && fact.marks.valid == marks.valid;
        if let Some(itself) = same.iter().find(alike) {
            return Meets::Itself(itself);
        }
    }
    if over {
        return Meets::Nothing;
    }
    let others = || same.iter().filter(|(fact, _)| fact.value != input.value).map(|it| &it.0.marks);
    if let Some(day) = newer(others(), input) {
        return Meets::Newer(day);
    }
    let begins = begins(input);
    let mut rivals: Vec<&Known> =
        same.iter().filter(|(fact, _)| fact.marks.is_valid_on(begins)).copied().collect();
    if rivals.iter().any(|(fact, _)| !fact.marks.is_over(begins)) {
        rivals.retain(|(fact, _)| !fact.marks.is_over(begins));
    }
    match rivals.as_slice() {
        [one] if begins > today && one.0.marks.first() < begins => Meets::Before(one),
        _ => Meets::Rivals(rivals),
    }
}

/// The day on which a value begins that is newer than `input`, which says itself that it is of an earlier day.
pub(super) fn newer<'m>(
    others: impl Iterator<Item = &'m Marks>,
    input: &FactInput,
) -> Option<Date> {
    let added = input.marks.added.filter(|it| *it < input.today && input.marks.valid.is_none())?;
    others.filter_map(|it| it.added).filter(|it| *it > added).max()
}

/// The first day on which a new value holds.
pub(super) fn begins(input: &FactInput) -> Date {
    input.marks.valid.and_then(|(from, _)| from).unwrap_or(input.today)
}

/// Lets a value without an end hold until the next one begins that stands for later.
pub(super) fn limited(same: &[&Known], input: &FactInput) -> FactInput {
    let mut limited = input.clone();
    let begins = begins(input);
    let later = same.iter().map(|(fact, _)| fact.marks.first()).filter(|it| *it > begins);
    let until = later.min().and_then(|it| it.yesterday().ok());
    let (from, to) = input.marks.valid.unwrap_or_default();
    if let Some(until) =
        until.filter(|it| to.is_none_or(|to| to > *it) && !input.marks.is_over(*it))
    {
        limited.marks.valid = Some((from, Some(until)));
    }
    limited
}

/// Marks that let a value hold until the day before `day`.
pub(super) fn until(marks: &Marks, day: Date) -> Marks {
    let from = marks.valid.and_then(|(from, _)| from);
    Marks { valid: Some((from, day.yesterday().ok())), ..Marks::default() }
}
