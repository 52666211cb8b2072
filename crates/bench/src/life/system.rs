//! What a memory has to do to be measured: take what happens, and answer.

use jiff::ToSpan;
use jiff::ZonedDateTime;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::grade::Hit;
use super::scenario::{Ask, Forget, Write};

/// Which form of what happens a system is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feed {
    /// Page, key and value.
    Writes,
    /// The words in which somebody says it.
    Dialogue,
}

/// A change that was told, in the form that the feed says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Told<'a> {
    Write(&'a Write),
    Said(&'a str),
    Forget(&'a Forget),
}

/// Bytes on disk.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bytes {
    pub(super) text: u64,
    pub(super) index: u64,
}

/// A memory.
pub(super) trait System {
    /// Its name in the report.
    fn name(&self) -> &'static str;

    /// A new process begins: whatever is not on disk is gone.
    fn begin(&mut self, at: &ZonedDateTime) -> Result<(), String>;

    /// Takes in what happens. An inner error says why it was refused, which is counted.
    fn take(&mut self, at: &ZonedDateTime, told: Told<'_>) -> Result<Result<(), String>, String>;

    /// Gives the files that were written the time that they would have, since upkeep goes by it. It is not counted.
    fn date_files(&mut self, at: &ZonedDateTime) -> Result<(), String>;

    /// The upkeep of a day; how many things it did.
    fn maintain(&mut self, at: &ZonedDateTime) -> Result<usize, String>;

    /// Gets ready to be asked; its time is counted as a write's.
    fn settle(&mut self) -> Result<(), String>;

    /// Hits, best first.
    fn ask(&mut self, at: &ZonedDateTime, ask: &Ask) -> Result<Vec<Hit>, String>;

    /// What stands at the place that a hit names, as the system itself gives it.
    fn look_up(&self, at: &ZonedDateTime, hit: &Hit) -> Result<String, String>;

    /// What it keeps on disk.
    fn bytes(&self) -> Result<Bytes, String>;
}

/// A moment of a day: `share` thousandths of the time from eight in the morning to six in the evening; more than
/// a thousand are the evening.
pub(super) fn moment(day: Date, thousandths: i64) -> ZonedDateTime {
    let morning =
        day.at(8, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).expect("because UTC has every hour");
    let seconds = (thousandths * 36).seconds();
    morning.checked_add(seconds).expect("because the calendar goes on for long")
}
