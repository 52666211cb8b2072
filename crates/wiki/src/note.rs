//! The notes of a day: `### 10:30 — text` on the day's page, each with what stands below it.
//!
//! Reads them only. What a note's text does to another is `fact`'s.

use std::ops::Range;

use crate::fact::is_history_heading;
use crate::page::Page;

/// One note of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Heading and text.
    pub span: Range<usize>,
    /// What it says: its heading without the time, or the text of which the heading shows the beginning.
    pub text: String,
    /// Whether nothing stands below its heading but what that says.
    pub bare: bool,
}

/// The notes of a page that still hold, in order; none of a block that a tool writes again.
pub fn notes(page: &Page) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut blocks = page.generated.iter().map(|it| &it.span).peekable();
    for (at, section) in page.sections.iter().enumerate() {
        let begins = section.span.start;
        while blocks.next_if(|it| it.end <= begins).is_some() {}
        let generated = blocks.peek().is_some_and(|it| it.start <= begins);
        let Some(title) = title(&section.heading).filter(|_| section.level == 3 && !generated)
        else {
            continue;
        };
        if page.breadcrumb(at).into_iter().any(is_history_heading) {
            continue;
        }
        let below = page.text[section.heading_span.end..section.span.end].trim();
        let shown = title.strip_suffix('…').filter(|it| below.starts_with(it));
        notes.push(Note {
            span: section.span.clone(),
            text: if shown.is_some() { below } else { title }.to_owned(),
            bare: below.is_empty() || shown.is_some(),
        });
    }
    notes
}

/// The heading of a note (`10:05 — Choir books`) without the time that it begins with; `None` for another heading.
pub fn title(heading: &str) -> Option<&str> {
    let (clock, title) = heading.split_once(" — ")?;
    let (hour, minute) = clock.trim().split_once(':')?;
    let digits = |it: &str| (1..=2).contains(&it.len()) && it.bytes().all(|b| b.is_ascii_digit());
    (digits(hour) && digits(minute)).then_some(title.trim())
}

#[cfg(test)]
mod tests {
    use super::{Note, notes};
    use crate::page::Page;
    use crate::path::PagePath;

    #[test]
    fn notes_are_headings_with_a_time_outside_of_the_history_and_of_tools_blocks() {
        let text = "# D\n\n### 09:00 — tea\n\n### 9:30 — a walk\n\nIt rained.\n\n### Plan — x\n\n\
            <!-- gen:start -->\n### 10:00 — made\n<!-- gen:end -->\n\n### 11:00 — a long text t…\n\n\
            a long text that goes on\n\n## History\n\n### 12:00 — over\n";
        let page = Page::parse(PagePath::parse("daily/2026-05-20").unwrap(), text);
        let said = |note: &Note| (note.text.clone(), note.bare);
        let told: Vec<_> = notes(&page).iter().map(said).collect();
        let wanted = [("tea", true), ("a walk", false), ("a long text that goes on", true)];
        assert_eq!(told, wanted.map(|(text, bare)| (text.to_owned(), bare)));
    }
}
