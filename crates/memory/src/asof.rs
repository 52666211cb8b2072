//! Facts as they stood on a day: what was said later is left out, what was replaced later stands again. So they are
//! looked for, and so they are shown.

use crate::recall::{Found, source};
use crate::{Error, Memory, problem};
use jiff::civil::Date;
use search::PageText;
use std::sync::Arc;
use wiki::fact::{self, Fact};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;
use wiki::time::{self, Now};

/// The text of a page with what held on `day` in its place: other facts are blank, and what was retired since is not
/// struck. Every byte that stays is where it was.
pub(crate) fn on(schema: &Schema, file: &str, text: Arc<PageText>, day: Date) -> Arc<PageText> {
    let Ok(path) = PagePath::from_file(file) else { return text };
    let page = Page::parse(path, text.as_str().to_owned());
    let facts = fact::facts(&page, schema);
    if facts.is_empty() {
        return text;
    }
    let mut bytes = page.text.clone().into_bytes();
    for fact in &facts {
        let span = &mut bytes[fact.span.clone()];
        if !fact.marks.held_on(day) {
            span.iter_mut().filter(|it| !matches!(it, b'\n' | b'\r')).for_each(|it| *it = b' ');
        } else if fact.retired {
            unstruck(span);
        }
    }
    // What stands below it again is no past.
    let past = page.sections.iter().filter(|it| fact::is_history_heading(&it.heading));
    for start in past.map(|it| it.span.start) {
        bytes[start..]
            .iter_mut()
            .take_while(|it| !matches!(**it, b'\n' | b'\r'))
            .for_each(|it| *it = b' ');
    }
    let words = String::from_utf8(bytes).expect("because whole characters became spaces");
    PageText::shared(words)
}

/// A question without the day as of which it is answered: that day is no word that a page has. The whole
/// question, where it asks for nothing else.
pub(crate) fn without_day(question: &str, day: Date, now: &Now) -> String {
    let mut rest = question.to_owned();
    for dated in time::asked(question, now).iter().rev().filter(|it| it.days.to == day) {
        rest.replace_range(dated.place.clone(), " ");
    }
    if rest.chars().any(char::is_alphanumeric) { rest } else { question.to_owned() }
}

/// Blanks the signs of a fact that no longer holds: what strikes it, and since when.
fn unstruck(span: &mut [u8]) {
    const SINCE: &[u8] = b"superseded:";
    let mut at = 0;
    while at < span.len() {
        let word = match &span[at..] {
            [b'~', b'~', ..] => 2,
            rest if rest.starts_with(SINCE) => {
                rest.iter().take_while(|it| !it.is_ascii_whitespace()).count()
            }
            _ => {
                at += 1;
                continue;
            }
        };
        // A word that is cut within a character cannot be: it ends before white space.
        span[at..at + word].fill(b' ');
        at += word;
    }
}

/// Rewrites the hits of pages with facts so that they show what held on `day`; drops empty ones.
pub(crate) fn narrow(memory: &Memory, found: &mut Found, day: Date) -> Result<(), Error> {
    let schema = memory.schema();
    let mut kept = Vec::new();
    for mut hit in std::mem::take(&mut found.hits) {
        // All facts of a page are shown at its first hit.
        if kept
            .iter()
            .any(|it: &crate::recall::FoundHit| it.page == hit.page && it.heading.is_none())
        {
            continue;
        }
        let path = PagePath::from_file(&hit.file).map_err(|err| problem::from_path(&err))?;
        let Some(page) = memory.page_at(&path) else {
            kept.push(hit);
            continue;
        };
        let facts = fact::facts(&page, &schema);
        if facts.is_empty() {
            if hit.date.as_deref().and_then(wiki::time::read_date).is_none_or(|it| it <= day) {
                kept.push(hit);
            }
            continue;
        }
        let then: Vec<&Fact> = facts.iter().filter(|it| it.marks.held_on(day)).collect();
        if then.is_empty() {
            continue;
        }
        hit.text = then.iter().map(|it| line(it)).collect();
        let lines = then.iter().map(|it| page.line_of(it.span.start));
        let (first, last) = (lines.clone().min().unwrap_or(1), lines.max().unwrap_or(1));
        hit.lines = [first, last];
        hit.source = source(&page.path, None, (first, last));
        hit.heading = None;
        kept.push(hit);
    }
    if kept.is_empty() && found.left_out == 0 {
        found.abstained = Some(format!("nothing that matches held on {day}"));
    }
    found.hits = kept;
    Ok(())
}

fn line(fact: &Fact) -> String {
    format!("- {}\n", fact.said())
}
