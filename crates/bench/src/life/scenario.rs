//! A stretch of days: what is written, said and forgotten on each, and what is asked at its end.
//!
//! As a file it is JSON lines, one event a line; `docs/benchmarks.md` names the fields.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::civil;
use crate::datasets;

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum Event {
    Write(Write),
    Talk(Talk),
    Forget(Forget),
    Ask(Ask),
}

/// A field of a page gets a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Write {
    #[serde(with = "civil")]
    pub(super) day: Date,
    /// The page's title.
    pub(super) page: String,
    /// The page's type, for the first write to it.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub(super) page_type: Option<String>,
    pub(super) key: String,
    pub(super) value: String,
    /// The last day on which it holds.
    #[serde(default, with = "civil::maybe", skip_serializing_if = "Option::is_none")]
    pub(super) expires: Option<Date>,
    /// The same as somebody would say it, for `--feed dialogue`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) said: Option<String>,
}

/// Something is said that no question asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Talk {
    #[serde(with = "civil")]
    pub(super) day: Date,
    pub(super) text: String,
}

/// A field is taken back, or a whole page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Forget {
    #[serde(with = "civil")]
    pub(super) day: Date,
    pub(super) page: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<String>,
}

/// A question, and what is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    /// It is asked after all that happens on this day, and after that day's maintenance.
    #[serde(with = "civil")]
    pub(super) day: Date,
    pub(super) question: String,
    #[serde(default)]
    pub(super) dimension: Dimension,
    /// What the report calls questions of this sort.
    #[serde(default)]
    pub(super) kind: String,
    /// The value that is right; none: it was never said, or no longer holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) gold: Option<String>,
    /// Values that would be wrong, since they no longer hold, or do not hold yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) retired: Vec<String>,
    /// The title of the page that says it, to check the source by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) page: Option<String>,
    /// The past day that is asked about.
    #[serde(default, with = "civil::maybe", skip_serializing_if = "Option::is_none")]
    pub(super) as_of: Option<Date>,
    /// Questions of one group ask for the same thing and count as one, right if all of them are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<String>,
}

/// What a question measures.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub(super) enum Dimension {
    #[default]
    Accuracy,
    Consistency,
    Update,
    CrossReference,
}

impl Event {
    fn day(&self) -> Date {
        match self {
            Self::Write(it) => it.day,
            Self::Talk(it) => it.day,
            Self::Forget(it) => it.day,
            Self::Ask(it) => it.day,
        }
    }
}

/// One day: what happens, in order, and what is asked at its end.
#[derive(Debug, Default)]
pub(super) struct Day {
    pub(super) changes: Vec<Event>,
    pub(super) asks: Vec<Ask>,
}

/// The events by day; those of one day keep their order.
pub(super) fn days(events: &[Event]) -> BTreeMap<Date, Day> {
    let mut days: BTreeMap<Date, Day> = BTreeMap::new();
    for event in events {
        let day = days.entry(event.day()).or_default();
        match event {
            Event::Ask(ask) => day.asks.push(ask.clone()),
            other => day.changes.push(other.clone()),
        }
    }
    days
}

/// Reads a scenario; a line that is no event is named by its number.
pub(super) fn read(file: &Path) -> Result<Vec<Event>, String> {
    let text = datasets::text(file).map_err(|err| err.to_string())?;
    parsed(&text).map_err(|why| format!("{}:{why}", file.display()))
}

fn parsed(text: &str) -> Result<Vec<Event>, String> {
    let mut events = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let event: Event = serde_json::from_str(line).map_err(|err| {
            format!("{}: {err}; docs/benchmarks.md says what a line holds", number + 1)
        })?;
        if let Some(empty) = blank(&event) {
            return Err(format!("{}: `{empty}` is empty", number + 1));
        }
        events.push(event);
    }
    if !events.iter().any(|it| matches!(it, Event::Ask(_))) {
        return Err("1: no question is asked".to_owned());
    }
    Ok(events)
}

/// A field that must say something and does not.
fn blank(event: &Event) -> Option<&'static str> {
    let fields: &[(&'static str, Option<&str>)] = match event {
        Event::Write(it) => {
            &[("page", Some(&it.page)), ("key", Some(&it.key)), ("value", Some(&it.value))]
        }
        Event::Talk(it) => &[("text", Some(&it.text))],
        Event::Forget(it) => &[("page", Some(&it.page)), ("key", it.key.as_deref())],
        Event::Ask(it) => &[("question", Some(&it.question)), ("gold", it.gold.as_deref())],
    };
    fields.iter().find(|(_, it)| it.is_some_and(|it| it.trim().is_empty())).map(|it| it.0)
}

/// The events as a file has them.
pub(super) fn written(events: &[Event]) -> String {
    let line = |it: &Event| format!("{}\n", serde_json::json!(it));
    events.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn a_scenario_may_be_gzip() {
        let line = "{\"do\":\"ask\",\"day\":\"2030-01-08\",\"question\":\"Where is Ada?\"}\n";
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut gzip = GzEncoder::new(file.reopen().unwrap(), Compression::default());
        gzip.write_all(line.as_bytes()).unwrap();
        gzip.finish().unwrap();
        assert_eq!(read(file.path()).unwrap(), parsed(line).unwrap());
    }

    #[test]
    fn a_scenario_is_read_as_it_was_written_and_a_bad_line_is_named() {
        let lines = "\u{feff}{\"do\":\"write\",\"day\":\"2030-01-07\",\"page\":\"Ada\",\"key\":\"city\",\"value\":\"Porto\"}\n\n\
                     {\"do\":\"talk\",\"day\":\"2030-01-07\",\"text\":\"It rains.\"}\n\
                     {\"do\":\"forget\",\"day\":\"2030-01-08\",\"page\":\"Ada\",\"key\":\"city\"}\n\
                     {\"do\":\"ask\",\"day\":\"2030-01-08\",\"question\":\"Where is Ada?\",\"retired\":[\"Porto\"]}\n";
        let events = parsed(lines).unwrap();
        assert_eq!(events.len(), 4);
        assert_eq!(parsed(&written(&events)).unwrap(), events);
        let by_day = days(&events);
        let second = by_day.values().nth(1).unwrap();
        assert_eq!((by_day.len(), second.changes.len(), second.asks.len()), (2, 1, 1));
        let ask = |rest: &str| format!("{{\"do\":\"ask\",\"day\":\"2030-01-08\",{rest}}}");
        for (text, says) in [
            ("{\"do\":\"sing\"}".to_owned(), "1: unknown variant `sing`"),
            (format!("\n{}", ask("\"question\":\"a\",\"golden\":\"b\"")), "2: unknown field"),
            (ask("\"question\":\" \""), "1: `question` is empty"),
            (ask("\"question\":\"a\",\"gold\":\"\""), "1: `gold` is empty"),
            (lines.lines().next().unwrap().to_owned(), "no question is asked"),
            ("{\"do\":\"talk\",\"day\":\"soon\",\"text\":\"x\"}".to_owned(), "1: "),
        ] {
            let why = parsed(&text).unwrap_err();
            assert!(why.contains(says), "{text}: {why}");
        }
    }
}
