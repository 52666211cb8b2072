//! Where links into a page lead once its text stands in another: its blocks, its headings.
//!
//! Which block ids change is decided where the texts meet; here they are looked up.

use super::{Join, from};
use crate::Error;
use crate::draft::Draft;
use std::collections::{BTreeMap, HashSet};
use wiki::canon::fold;
use wiki::edit::{Edit, Splice};
use wiki::graph::Files;
use wiki::link::{Link, LinkForm};
use wiki::page::Page;

impl Join {
    /// Lines with their block ids as they are from now on.
    pub(super) fn renamed_all(&self, lines: &str) -> String {
        lines.split_inclusive('\n').map(|line| self.renamed(line)).collect()
    }

    /// A line with its block id as it is from now on.
    fn renamed(&self, line: &str) -> String {
        let plain = line.trim_end();
        let Some((at, id)) = block_id(plain) else { return line.to_owned() };
        match self.blocks.get(id) {
            Some(new) => format!("{}{new}{}", &line[..at], &line[plain.len()..]),
            None => line.to_owned(),
        }
    }

    /// Turns links to a block or heading of the other page to where that stands now.
    pub(super) fn anchors(&self, draft: &mut Draft<'_>, files: &Files) -> Result<(), Error> {
        let other = &self.joining.path;
        let there = draft.existing(&self.keep)?;
        let mut linking = draft.memory.linking_to(other, Some(files))?;
        if !linking.contains(&self.keep) {
            linking.push(self.keep.clone());
        }
        for path in linking {
            let Some(page) = draft.page(&path)?.filter(|_| path != *other) else { continue };
            let mut splices: Vec<Splice> = Vec::new();
            for link in &page.links {
                let leads = files.resolve_link(&path, link).page() == Some(other);
                let anchor = leads.then(|| self.anchor(&page, link, Some(&there))).flatten();
                splices.extend(anchor);
            }
            splices.sort_by_key(|it| std::cmp::Reverse(it.span.start));
            splices.dedup_by(|earlier, later| earlier.span.end > later.span.start);
            if splices.is_empty() {
                continue;
            }
            let edits: Vec<Edit> = splices.into_iter().map(Edit::Splice).collect();
            if let Err(err) = draft.edit(&path, &edits) {
                draft.warnings.push(format!("a link in {path} was left as it is: {err}"));
            }
        }
        Ok(())
    }

    /// The anchor for a heading of the other page, now that its text stands in `there`: empty for the page
    /// as a whole, nothing where the anchor stays.
    fn heading(&self, anchor: &str, there: Option<&Page>) -> Option<String> {
        let (outer, inner) = anchor.split_once('#').unwrap_or((anchor, ""));
        // A web slug has hyphens for the spaces.
        let spaced = outer.replace('-', " ");
        let known = self.headings.get(&fold(outer)).or_else(|| self.headings.get(&fold(&spaced)));
        let named = |page: &Page, heading: &str| page.section_named(heading).is_some();
        let stands = |heading: &str| there.is_none_or(|page| named(page, heading));
        let under = from(&self.title);
        let mut new = match known {
            Some(heading) if stands(&under) && *heading == self.title => under,
            Some(heading) if stands(&under) => format!("{under}#{heading}"),
            // Where nothing was left to stand under a heading of its own, the page is what is meant.
            Some(heading) if *heading == self.title => return Some(String::new()),
            Some(heading) => heading.clone(),
            None => {
                let was = named(&self.original, outer) || named(&self.original, &spaced);
                let gone = was && !stands(outer) && !stands(&spaced);
                return gone.then(String::new);
            }
        };
        if !inner.is_empty() {
            new.push_str(&format!("#{inner}"));
        }
        Some(new)
    }

    /// The new anchor of a link, if it needs one.
    pub(super) fn anchor(&self, page: &Page, link: &Link, there: Option<&Page>) -> Option<Splice> {
        let anchor = link.anchor.as_deref()?;
        let new = match anchor.strip_prefix('^') {
            Some(id) => format!("^{}", self.blocks.get(id)?),
            None => self.heading(anchor, there)?,
        };
        let start = link.target_span.end;
        let raw = page.text.get(start..link.span.end)?.strip_prefix('#')?;
        let ends: &[char] = match link.form {
            LinkForm::Markdown => &[')', '>', ' ', '"'],
            LinkForm::Wiki | LinkForm::Head => &['|', ']', '\\', '"'],
        };
        let length = raw.find(ends).unwrap_or(raw.len());
        if new.is_empty() {
            return Some(Splice { span: start..start + 1 + length, text: new });
        }
        let text = if link.form == LinkForm::Markdown { new.replace(' ', "%20") } else { new };
        Some(Splice { span: start + 1..start + 1 + length, text })
    }
}

/// Block ids that both pages have, and other ones for those of the other page.
pub(super) fn renamed_blocks(ours: &Page, theirs: &Page) -> BTreeMap<String, String> {
    let (taken, wanted) = (block_ids(ours), block_ids(theirs));
    let mut blocks = BTreeMap::new();
    for id in wanted.intersection(&taken) {
        let mut free = (2..).map(|number| format!("{id}-{number}"));
        let free = free.find(|it| !taken.contains(it) && !wanted.contains(it));
        blocks.insert(id.clone(), free.expect("because numbers do not end"));
    }
    blocks
}

/// The block ids of a page.
fn block_ids(page: &Page) -> HashSet<String> {
    let body = page.text.get(page.body..).unwrap_or_default();
    let ids = body.lines().filter_map(|line| block_id(line.trim_end()));
    ids.map(|(_, id)| id.to_owned()).collect()
}

/// The block id that ends a line, and where it begins.
fn block_id(line: &str) -> Option<(usize, &str)> {
    let caret = line.rfind('^')?;
    let id = &line[caret + 1..];
    let is_id = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let apart = line[..caret].is_empty() || line[..caret].ends_with([' ', '\t', '>']);
    (is_id && apart).then_some((caret + 1, id))
}
