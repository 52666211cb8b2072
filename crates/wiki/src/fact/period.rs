//! On which days a fact holds, by its marks alone.
//!
//! `added:` is the day on which it was written down, and where nothing else says so, the first on which it
//! holds. What two facts say of each other is not decided here.

use jiff::civil::Date;

use super::Marks;

impl Marks {
    /// First and last day of an interval that ends before it begins; such a fact is reported and still found.
    pub fn backwards(&self) -> Option<(Date, Date)> {
        let (from, to) = self.valid.unwrap_or_default();
        let end = to.into_iter().chain(self.expires).min();
        let backwards = |it: &(Date, Date)| it.0 > it.1;
        let valid = from.zip(end).filter(backwards);
        valid.or_else(|| self.added.zip(self.superseded).filter(backwards))
    }

    /// Whether it has ceased to hold before `day`, or on it.
    pub fn is_over(&self, day: Date) -> bool {
        self.last() < day
    }

    /// Whether it held on `day`. A value that was written down when it was over held before that, too.
    pub fn held_on(&self, day: Date) -> bool {
        let (from, to) = self.valid.unwrap_or_default();
        let end = to.into_iter().chain(self.expires).min();
        let known = self.added.filter(|added| end.is_none_or(|end| *added <= end));
        from.or(known).is_none_or(|from| from <= day) && !self.is_over(day)
    }

    /// Whether it and another one hold both on a day, `since` or later.
    pub fn competes(&self, other: &Self, since: Date) -> bool {
        self.first().max(other.first()).max(since) <= self.last().min(other.last())
    }

    /// The first day for which it is stated.
    pub(super) fn first(&self) -> Date {
        self.valid.and_then(|(from, _)| from).unwrap_or(Date::MIN)
    }

    /// The last day on which it holds.
    fn last(&self) -> Date {
        let to = self.valid.and_then(|(_, to)| to);
        let before = self.superseded.map(|day| day.yesterday().unwrap_or(Date::MIN));
        to.into_iter().chain(self.expires).chain(before).min().unwrap_or(Date::MAX)
    }

    /// Whether `valid:` lets it hold on `day`.
    pub(super) fn is_valid_on(&self, day: Date) -> bool {
        let (from, to) = self.valid.unwrap_or_default();
        from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to)
    }
}
