//! The text of a page that joins another, but for its facts: how it is taken over, and where it goes.

use super::{Join, from, own_section};
use crate::draft::Draft;
use crate::{Error, problem};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use wiki::canon::fold;
use wiki::edit::{Edit, Splice};
use wiki::fact;
use wiki::markdown::{labels, relabelled};
use wiki::page::{Page, ProblemKind, Section};
use wiki::path::PagePath;

impl Join {
    /// What is left of the other page's text without these spans, and the headings of it that say nothing
    /// any more and stand here already.
    pub(super) fn rest(&self, taken: &[Range<usize>]) -> (String, HashSet<String>) {
        let joining = &self.joining;
        let mut rest = String::new();
        let mut at = joining.body;
        for span in taken {
            rest.push_str(&joining.text[at..span.start.max(at)]);
            at = span.end.max(at);
            // Of the blank lines before and behind what is gone one part is enough.
            if rest.is_empty() || rest.ends_with("\n\n") || rest.ends_with("\n\r\n") {
                let behind = &joining.text[at..];
                at += behind.len() - behind.trim_start_matches(['\r', '\n']).len();
            }
        }
        rest.push_str(&joining.text[at..]);
        without_bare(&Page::parse(joining.path.clone(), rest), &self.headings)
    }

    /// What is left goes under a heading of its own, below what else is to be said; the history goes into
    /// the history.
    pub(super) fn text(
        &self,
        draft: &mut Draft<'_>,
        rest: &str,
        said: Option<&str>,
    ) -> Result<(), Error> {
        let rest = rest.trim_matches(['\n', '\r']).trim_end();
        // What a page of its type begins with says nothing of the other page.
        let rest = if self.is_of_template(draft, rest)? { "" } else { rest };
        let parts = said.into_iter().chain([rest]).filter(|it| !it.trim().is_empty());
        let text = parts.collect::<Vec<_>>().join("\n\n");
        if !text.is_empty() {
            self.under_heading(draft, &self.renamed_all(&text))?;
        }
        if self.history.is_empty() {
            return Ok(());
        }
        let page = draft.existing(&self.keep)?;
        let own = page.sections.iter().find(|it| fact::is_history_heading(&it.heading));
        // What both pages remember of one value is remembered once.
        let past = own.and_then(|it| page.text.get(it.span.clone())).unwrap_or_default();
        let known: HashSet<&str> = past.lines().map(str::trim_end).collect();
        let is_known = |line: &str| line.starts_with("- ~~") && known.contains(line.trim_end());
        let renamed = self.renamed_all(&self.history);
        let text: String = renamed.split_inclusive('\n').filter(|line| !is_known(line)).collect();
        if text.trim().is_empty() {
            return Ok(());
        }
        let heading = own.map_or("History", |it| it.heading.as_str()).to_owned();
        draft.edit(&self.keep, &[Edit::Append { heading: Some(heading), text }])
    }

    /// Whether a text is nothing but headings that the template of the other page's type has, too.
    fn is_of_template(&self, draft: &mut Draft<'_>, rest: &str) -> Result<bool, Error> {
        let rest = Page::parse(self.original.path.clone(), rest);
        let headings = rest.sections.iter().filter(|it| it.level > 0);
        let bytes: usize = headings.clone().map(|it| it.heading_span.len()).sum();
        let said: usize = rest.text.split_whitespace().map(str::len).sum();
        let headed = headings.clone().map(|it| rest.text.get(it.heading_span.clone()));
        let in_headings: usize = headed
            .map(|it| it.unwrap_or_default().split_whitespace().map(str::len).sum::<usize>())
            .sum();
        if bytes == 0 || said != in_headings {
            return Ok(false);
        }
        let file = self.schema.type_of(&self.original).and_then(|it| it.template.as_deref());
        let Some(at) = file.and_then(|it| PagePath::parse_existing(it).ok()) else {
            return Ok(false);
        };
        let Some(template) = draft.page(&at)? else { return Ok(false) };
        let known: HashSet<String> = template.sections.iter().map(|it| fold(&it.heading)).collect();
        Ok(headings.into_iter().all(|it| known.contains(&fold(&it.heading))))
    }

    /// Puts text under the heading for the other page, before a history that stands last.
    fn under_heading(&self, draft: &mut Draft<'_>, text: &str) -> Result<(), Error> {
        let heading = from(&self.title);
        let page = draft.existing(&self.keep)?;
        let open = Page::parse(self.keep.clone(), text).problems;
        let open = open.iter().any(|it| it.kind == ProblemKind::Unterminated);
        // What never ends would take the history in.
        if open || page.section_named(&heading).is_some() {
            return draft.append(&self.keep, Some(heading), text);
        }
        let words: Vec<&str> = heading.split_whitespace().collect();
        draft.append(&self.keep, None, &format!("## {}\n\n{text}", words.join(" ")))
    }

    /// The other page as it is taken over: its links to its own headings and blocks lead to where those
    /// Makes of the other page what can be taken over: its links to its own headings and blocks lead to
    /// where those will stand, its labels are its own, its history is apart, and its headings stand below
    /// the one that they come under, without its title.
    pub(super) fn prepare(&mut self, keep: &Page) -> Result<(), Error> {
        let page = &self.original;
        let mut splices = relabelled(page, &labels(keep));
        let own = page.links.iter().filter(|it| it.target.is_empty() && it.span.start >= page.body);
        splices.extend(own.filter_map(|link| self.anchor(page, link, None)));
        let page = spliced(page, splices)?;
        let past: Vec<bool> = (0..page.sections.len())
            .map(|at| page.breadcrumb(at).into_iter().any(fact::is_history_heading))
            .collect();
        let head = Some(own_section(&page)).filter(|at| *at > 0 && !past[*at]);
        let title = head.filter(|at| page.sections[*at].heading == self.title);
        let inner = page.sections.iter().enumerate();
        let inner = inner.filter(|(at, it)| it.level > 0 && !past[*at] && Some(*at) != title);
        let inner: Vec<&Section> = inner.map(|(_, it)| it).collect();
        let least = inner.iter().map(|it| it.level).min().unwrap_or(3);
        let mut splices = Vec::new();
        for section in inner {
            let level = (section.level + 3_u8.saturating_sub(least)).min(6);
            splices.extend(lowered(&page, section, level));
        }
        let cut = |span: &Range<usize>| Splice { span: span.clone(), text: String::new() };
        splices.extend(title.map(|at| cut(&page.sections[at].heading_span)));
        let gone = page.sections.iter().zip(&past).filter(|(_, past)| **past);
        splices.extend(gone.map(|(section, _)| cut(&section.span)));
        self.joining = spliced(&page, splices)?;
        self.headed = head.is_some() && title.is_none();
        self.history = history(&page, &past);
        Ok(())
    }
}

/// The text of the sections that are past, without the heading that says so.
fn history(page: &Page, past: &[bool]) -> String {
    let mut history = String::new();
    for (section, _) in page.sections.iter().zip(past).filter(|(_, past)| **past) {
        let outer = fact::is_history_heading(&section.heading);
        let from = if outer { section.heading_span.end } else { section.span.start };
        let said = page.text[from..section.span.end].trim_matches(['\n', '\r']);
        if !said.trim().is_empty() {
            let gap = if outer || history.is_empty() { "" } else { "\n" };
            history.push_str(&format!("{gap}{said}\n"));
        }
    }
    history
}

/// The page with these pieces replaced; of two that overlap the first counts.
fn spliced(page: &Page, mut splices: Vec<Splice>) -> Result<Page, Error> {
    splices.sort_by_key(|it| (it.span.start, it.span.end));
    splices.dedup_by(|later, first| later.span.start < first.span.end);
    let edits: Vec<Edit> = splices.into_iter().map(Edit::Splice).collect();
    let text =
        wiki::edit::apply(page, &edits).map_err(|err| problem::from_edit(&page.path, &err))?;
    Ok(Page::parse(page.path.clone(), text))
}

/// The edits that give a heading another level.
fn lowered(page: &Page, section: &Section, level: u8) -> Vec<Splice> {
    let marks = "#".repeat(usize::from(level));
    let span = section.heading_span.clone();
    let Some(raw) = page.text.get(span.clone()) else { return Vec::new() };
    let start = span.start + (raw.len() - raw.trim_start().len());
    let old = raw.trim_start().bytes().take_while(|b| *b == b'#').count();
    if old > 0 {
        return vec![Splice { span: start..start + old, text: marks }];
    }
    // An underlined heading of one line; one of several cannot be written otherwise.
    let lines: Vec<&str> = raw.split_inclusive('\n').collect();
    let [first, line] = lines.as_slice() else { return Vec::new() };
    let underline = span.start + first.len()..span.start + first.len() + line.len();
    vec![
        Splice { span: start..start, text: format!("{marks} ") },
        Splice { span: underline, text: String::new() },
    ]
}

/// A text without the headings that have nothing under them and stand on the page that stays, too; and
/// which these are, folded.
pub(super) fn without_bare(
    rest: &Page,
    known: &HashMap<String, String>,
) -> (String, HashSet<String>) {
    let own = |at: usize| {
        let section = &rest.sections[at];
        let end = rest.sections.get(at + 1).map_or(section.span.end, |it| it.span.start);
        rest.text.get(section.heading_span.end..end).unwrap_or_default()
    };
    let is_bare = |at: usize| {
        let level = rest.sections[at].level;
        let below = rest.sections[at + 1..].iter().take_while(|it| it.level > level).count();
        level > 1 && (at..=at + below).all(|it| own(it).trim().is_empty())
    };
    let mut text = String::new();
    let mut bare = HashSet::new();
    let mut from = 0;
    for (at, section) in rest.sections.iter().enumerate() {
        let heading = fold(&section.heading);
        if known.contains_key(&heading) && is_bare(at) {
            let end = section.heading_span.end + own(at).len();
            text.push_str(&rest.text[from..section.heading_span.start]);
            from = end;
            bare.insert(heading);
        }
    }
    text.push_str(&rest.text[from..]);
    (text, bare)
}
