//! How the text of one page becomes part of another: its facts, what else stands there, and where links
//! into it lead.
//!
//! Of two values of one key the newer holds and the older is history. Where nothing says which is newer,
//! both stand and the page's status says so. Which pages may become one is not decided here.

use crate::draft::Draft;
use crate::{Error, problem};
use jiff::civil::Date;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use wiki::canon::fold;
use wiki::edit::{Edit, FieldValue, Splice};
use wiki::fact::{self, Fact, FactChange, FactInput};
use wiki::graph::{Files, rename_edits};
use wiki::head::HeadKind;
use wiki::link::{Link, LinkForm};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;

/// A page that joins another.
pub(crate) struct Join {
    keep: PagePath,
    joining: Page,
    schema: Arc<Schema>,
    today: Date,
    /// Block ids of the other page and what they became.
    blocks: BTreeMap<String, String>,
    /// Headings of the other page that lead elsewhere in the one that stays, folded.
    headings: HashSet<String>,
}

/// What becomes of a value of a key that the page that stays has, too.
enum Order {
    Newer,
    Older(Date),
    Unknown,
}

impl Join {
    pub(crate) fn new(
        draft: &mut Draft<'_>,
        keep: &PagePath,
        joining: Page,
        today: Date,
    ) -> Result<Self, Error> {
        let page = draft.existing(keep)?;
        let folded = |page: &Page| -> HashSet<String> {
            page.sections.iter().filter(|it| it.level > 0).map(|it| fold(&it.heading)).collect()
        };
        let mut headings: HashSet<String> =
            folded(&joining).intersection(&folded(&page)).cloned().collect();
        headings.insert(fold(&joining.title()));
        let (ours, theirs) = (block_ids(&page), block_ids(&joining));
        let mut blocks = BTreeMap::new();
        for id in theirs.intersection(&ours) {
            let mut free = (2..).map(|number| format!("{id}-{number}"));
            let free = free.find(|it| !ours.contains(it) && !theirs.contains(it));
            blocks.insert(id.clone(), free.expect("because numbers do not end"));
        }
        let schema = Arc::clone(&draft.schema);
        Ok(Self { keep: keep.clone(), joining, schema, today, blocks, headings })
    }

    /// Takes everything over and turns the links that lead into the other page.
    pub(crate) fn carry_out(mut self, draft: &mut Draft<'_>, files: &Files) -> Result<(), Error> {
        let taken = self.facts(draft)?;
        self.text(draft, &taken)?;
        self.anchors(draft, files)?;
        // What linked to the other page from here, or within it, is a link to this page now.
        let page = draft.existing(&self.keep)?;
        let own = rename_edits(&page, &self.joining.path, &self.keep, files);
        if own.is_empty() { Ok(()) } else { draft.edit(&self.keep, &own) }
    }

    /// Takes the facts over. Gives the spans of the other page's text that are dealt with.
    fn facts(&mut self, draft: &mut Draft<'_>) -> Result<Vec<Range<usize>>, Error> {
        let mut taken = Vec::new();
        let theirs = fact::facts(&self.joining, &self.schema);
        for fact in theirs.into_iter().filter(|it| !it.retired) {
            if self.fact(draft, &fact)? {
                self.identify(draft, &fact)?;
                taken.push(fact.span.clone());
            }
        }
        Ok(taken)
    }

    /// Takes one fact over; `false` leaves it to the text.
    fn fact(&self, draft: &mut Draft<'_>, theirs: &Fact) -> Result<bool, Error> {
        let page = draft.existing(&self.keep)?;
        let key = theirs.key.as_deref().filter(|it| !self.schema.is_set(it));
        let mut ours = fact::facts(&page, &self.schema);
        ours.retain(|it| !it.retired && key.is_some_and(|key| has_key(it, key)));
        let since = theirs.marks.added;
        let mut input = FactInput {
            key: theirs.key.clone(),
            value: theirs.value.clone(),
            heading: None,
            marks: theirs.marks.clone(),
            // A value that is replaced has held until the newer one was known.
            today: since.unwrap_or(self.today),
        };
        let clash = match ours.as_slice() {
            [one] if fold(&one.value) != fold(&theirs.value) => Some((one, order(one, theirs))),
            _ => None,
        };
        match clash {
            Some((one, Order::Older(until))) => {
                let Some(edit) = fact::past(&page, &self.joining, theirs, until) else {
                    return Ok(false);
                };
                draft.edit(&self.keep, &[edit])?;
                self.tell(draft, &words(theirs), &words(one));
                return Ok(true);
            }
            Some((one, Order::Unknown)) => {
                input = input.normal().map_err(|err| problem::from_fact(&self.keep, &err))?;
                input.marks.added = since;
                draft.edit(&self.keep, &fact::beside(&page, one, &input))?;
                self.dispute(draft, one, theirs)?;
                return Ok(true);
            }
            Some((_, Order::Newer)) | None => {}
        }
        if clash.is_none() && is_nested(&self.joining, theirs) {
            return Ok(false);
        }
        match fact::set(&page, &self.schema, &input) {
            Ok(FactChange::Unchanged) => {}
            Ok(FactChange::Added(edits)) => draft.edit(&self.keep, &edits)?,
            Ok(FactChange::Replaced { old, edits }) if clash.is_some() || old.is_empty() => {
                draft.edit(&self.keep, &edits)?;
                if let Some(old) = old.first() {
                    self.tell(draft, &words(old), &words(theirs));
                }
            }
            Ok(_) | Err(_) => return Ok(false),
        }
        Ok(true)
    }

    fn tell(&self, draft: &mut Draft<'_>, old: &str, new: &str) {
        let told = format!("{}: `{new}` is newer; `{old}` went to the history", self.keep);
        draft.warnings.push(told);
    }

    /// Says that two values both claim to hold.
    fn dispute(&self, draft: &mut Draft<'_>, one: &Fact, other: &Fact) -> Result<(), Error> {
        let page = draft.existing(&self.keep)?;
        if !page.head.broken && matches!(page.head.kind, HeadKind::Yaml | HeadKind::None) {
            let key = page.head.key_as_written("status").unwrap_or("status").to_owned();
            let value = FieldValue::Text("conflict".to_owned());
            draft.edit(&self.keep, &[Edit::SetField { key, value }])?;
        }
        draft.warnings.push(format!(
            "{}: `{}` and `{}` both claim to hold; `memopage remember --page \"{}\" --key \"{}\" --value \"…\"` says which one does",
            self.keep,
            words(one),
            words(other),
            self.keep,
            one.key.as_deref().unwrap_or_default()
        ));
        Ok(())
    }

    /// Lets links to a fact's block lead to it where it stands now.
    fn identify(&mut self, draft: &mut Draft<'_>, theirs: &Fact) -> Result<(), Error> {
        let Some(id) = theirs.block_id.clone() else { return Ok(()) };
        let page = draft.existing(&self.keep)?;
        let same = |it: &Fact| {
            it.key.as_deref().map(fold) == theirs.key.as_deref().map(fold)
                && fold(&it.value) == fold(&theirs.value)
        };
        let facts = fact::facts(&page, &self.schema);
        let Some(found) = facts.into_iter().rev().find(same) else { return Ok(()) };
        if let Some(own) = found.block_id {
            self.blocks.insert(id, own);
            return Ok(());
        }
        let new = self.blocks.get(&id).unwrap_or(&id);
        let edit = fact::identify(&page, &found, new);
        draft.edit(&self.keep, &edit.into_iter().collect::<Vec<_>>())
    }

    /// What is left of the other page's text goes under a heading of its own.
    fn text(&mut self, draft: &mut Draft<'_>, taken: &[Range<usize>]) -> Result<(), Error> {
        let joining = &self.joining;
        let mut rest = String::new();
        let mut at = joining.body;
        for span in taken {
            rest.push_str(&joining.text[at..span.start.max(at)]);
            at = span.end.max(at);
        }
        rest.push_str(&joining.text[at..]);
        let title = joining.title();
        let (rest, bare) = without_bare(&Page::parse(joining.path.clone(), rest), &self.headings);
        // A link to a heading that is not taken over leads to the one that stands there already.
        self.headings.retain(|it| !bare.contains(it));
        let rest = rest.trim().strip_prefix(&format!("# {title}")).unwrap_or(rest.trim()).trim();
        if rest.is_empty() {
            return Ok(());
        }
        let lines = rest.split_inclusive('\n').map(|line| self.renamed(line));
        let text: String = lines.collect();
        draft.edit(&self.keep, &[Edit::Append { heading: Some(from(&title)), text }])
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
    fn anchors(&self, draft: &mut Draft<'_>, files: &Files) -> Result<(), Error> {
        let other = &self.joining.path;
        let mut linking = draft.memory.linking_to(other, Some(files))?;
        if !linking.contains(&self.keep) {
            linking.push(self.keep.clone());
        }
        for path in linking {
            let Some(page) = draft.page(&path)?.filter(|_| path != *other) else { continue };
            let mut splices: Vec<Splice> = Vec::new();
            for link in &page.links {
                let leads = files.resolve_link(&path, link).page() == Some(other);
                splices.extend(leads.then(|| self.anchor(&page, link)).flatten());
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

    /// The new anchor of a link, if it needs one.
    fn anchor(&self, page: &Page, link: &Link) -> Option<Splice> {
        let anchor = link.anchor.as_deref()?;
        let new = match anchor.strip_prefix('^') {
            Some(id) => format!("^{}", self.blocks.get(id)?),
            None => {
                let outer = anchor.split('#').next().unwrap_or(anchor);
                self.headings.contains(&fold(outer)).then(|| from(&self.joining.title()))?
            }
        };
        let start = link.target_span.end;
        let raw = page.text.get(start..link.span.end)?.strip_prefix('#')?;
        let ends: &[char] = match link.form {
            LinkForm::Markdown => &[')', '>', ' ', '"'],
            LinkForm::Wiki | LinkForm::Head => &['|', ']', '\\', '"'],
        };
        let length = raw.find(ends).unwrap_or(raw.len());
        let text = if link.form == LinkForm::Markdown { new.replace(' ', "%20") } else { new };
        Some(Splice { span: start + 1..start + 1 + length, text })
    }
}

/// A text without the headings that have nothing under them and stand on the page that stays, too; and
/// which these are, folded.
fn without_bare(rest: &Page, known: &HashSet<String>) -> (String, HashSet<String>) {
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
        if known.contains(&heading) && is_bare(at) {
            let end = section.heading_span.end + own(at).len();
            text.push_str(&rest.text[from..section.heading_span.start]);
            from = end;
            bare.insert(heading);
        }
    }
    text.push_str(&rest.text[from..]);
    (text, bare)
}

/// The heading over the text of a page that joined.
fn from(title: &str) -> String {
    format!("From {title}")
}

/// Whether an item hangs on another or others hang on it: apart they would say something else.
fn is_nested(page: &Page, fact: &Fact) -> bool {
    let depth = |at: usize| page.items.get(at).map(|item| (item.depth, item.section));
    let own = depth(fact.item).unwrap_or_default();
    own.0 > 0 || depth(fact.item + 1).is_some_and(|next| next.1 == own.1 && next.0 > own.0)
}

fn has_key(fact: &Fact, key: &str) -> bool {
    fact.key.as_deref().is_some_and(|it| fold(it) == fold(key))
}

fn order(ours: &Fact, theirs: &Fact) -> Order {
    match (ours.marks.added, theirs.marks.added) {
        (Some(ours), Some(theirs)) if theirs > ours => Order::Newer,
        (Some(ours), Some(theirs)) if theirs < ours => Order::Older(ours),
        _ => Order::Unknown,
    }
}

fn words(fact: &Fact) -> String {
    crate::remember::described(fact)
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
