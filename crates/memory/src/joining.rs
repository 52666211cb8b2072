//! How the text of one page becomes part of another: its facts, what else stands there, and where links
//! into it lead.
//!
//! Of two values of one key the newer holds and the older is history. Where nothing says which is newer,
//! both stand and the page's status says so. Which pages may become one is not decided here.

use crate::draft::Draft;
use crate::{Error, family, problem};
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use wiki::canon::fold;
use wiki::edit::{Edit, FieldValue, Splice};
use wiki::fact::{self, Fact, FactChange, FactInput, FactProblem};
use wiki::graph::{Files, rename_edits};
use wiki::head::HeadKind;
use wiki::link::{Link, LinkForm};
use wiki::page::{Page, ProblemKind, Section};
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
    /// The other page's title.
    title: String,
    /// Headings of the other page that lead elsewhere in the one that stays, by their folded text.
    headings: HashMap<String, String>,
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
        let schema = Arc::clone(&draft.schema);
        let title = joining.title();
        let named = |page: &Page| -> HashMap<String, String> {
            let headings = page.sections.iter().filter(|it| it.level > 0);
            headings.map(|it| (fold(&it.heading), it.heading.clone())).collect()
        };
        let ours = named(&page);
        let mut headings = named(&joining);
        // The histories become one, and what leads to one leads to it.
        headings.retain(|folded, it| ours.contains_key(folded) && !fact::is_history_heading(it));
        headings.insert(fold(&title), title.clone());
        let blocks = renamed_blocks(&page, &joining, &schema);
        let mut join = Self { keep: keep.clone(), joining, schema, today, blocks, title, headings };
        // A link to a heading that says nothing leads to the one that stands here already.
        let (_, bare) = without_bare(&join.joining, &join.headings);
        let all = join.headings.clone();
        join.headings.retain(|it, _| !bare.contains(it));
        join.joining = join.prepared()?;
        join.headings = all;
        Ok(join)
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
                let hanging = family::hanging(&self.joining, &fact);
                taken.push(fact.span.start..fact.span.end.max(hanging.end));
            }
        }
        Ok(taken)
    }

    /// Takes one fact over, with what hangs on it; `false` leaves it to the text.
    fn fact(&self, draft: &mut Draft<'_>, theirs: &Fact) -> Result<bool, Error> {
        let page = draft.existing(&self.keep)?;
        let key = theirs.key.as_deref().filter(|it| !self.schema.is_set(it));
        let mut ours = fact::facts(&page, &self.schema);
        ours.retain(|it| !it.retired && key.is_some_and(|key| has_key(it, key)));
        // An item that hangs on another would say something else without it.
        if family::is_child(&self.joining, theirs) {
            return Ok(false);
        }
        let hanging = self.hanging(theirs);
        match ours.as_slice() {
            [one] if fold(&one.value) != fold(&theirs.value) => {
                self.clash(draft, one, theirs, &hanging)
            }
            [one] if !hanging.is_empty() => self.unite(draft, &page, one, theirs),
            _ if !hanging.is_empty() || is_nested(&self.joining, theirs) => Ok(false),
            // A text of several lines keeps them where it is taken over as it stands.
            [] if self.joining.text[theirs.span.clone()].trim_end().contains('\n') => Ok(false),
            _ => self.add(draft, &page, &self.input(theirs)),
        }
    }

    /// Takes over the marks of a fact that stands here already, and what hangs on it and not on ours. What
    /// hangs is compared by whole items: a line alone can say something else in another place.
    fn unite(
        &self,
        draft: &mut Draft<'_>,
        page: &Page,
        one: &Fact,
        theirs: &Fact,
    ) -> Result<bool, Error> {
        let input = FactInput { value: one.value.clone(), ..self.input(theirs) };
        if !self.add(draft, page, &input)? {
            return Ok(false);
        }
        let ours = family::parts(page, one).into_iter().map(|it| family::plain(it, page, one));
        let known: HashSet<String> = ours.collect();
        let parts = family::parts(&self.joining, theirs).into_iter().map(|it| self.renamed_all(it));
        let new = |it: &String| !known.contains(&family::plain(it, &self.joining, theirs));
        let news: String = parts.filter(new).collect();
        self.hang(draft, one, theirs, &news)?;
        Ok(true)
    }

    /// Takes over a fact that contradicts none.
    fn add(&self, draft: &mut Draft<'_>, page: &Page, input: &FactInput) -> Result<bool, Error> {
        match fact::set(page, &self.schema, input) {
            Ok(FactChange::Unchanged) => {}
            Ok(FactChange::Added(edits)) => draft.edit(&self.keep, &edits)?,
            Ok(FactChange::Replaced { old, edits }) if old.is_empty() => {
                draft.edit(&self.keep, &edits)?;
            }
            Ok(_) | Err(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Lets the newer of two values hold, or both where nothing says which is.
    fn clash(
        &self,
        draft: &mut Draft<'_>,
        one: &Fact,
        theirs: &Fact,
        hanging: &str,
    ) -> Result<bool, Error> {
        let page = draft.existing(&self.keep)?;
        match order(one, theirs) {
            Order::Older(until) => {
                let Some(edit) = fact::past(&page, &self.joining, theirs, until) else {
                    return Ok(false);
                };
                let edits = family::with_past(vec![edit], (&self.joining, theirs), hanging)?;
                draft.edit(&self.keep, &edits)?;
                self.tell(draft, &words(theirs), &words(one));
            }
            Order::Unknown => {
                let since = theirs.marks.added;
                let input = self.input(theirs).normal();
                let mut input = input.map_err(|err| problem::from_fact(&self.keep, &err))?;
                input.marks.added = since;
                draft.edit(&self.keep, &fact::beside(&page, one, &input))?;
                self.dispute(draft, one, theirs)?;
                self.hang(draft, theirs, theirs, hanging)?;
            }
            Order::Newer => {
                // What hangs on the older value goes to the history with it.
                let own = family::hanging(&page, one);
                let cut = Splice { span: own.clone(), text: String::new() };
                let bare = wiki::edit::apply(&page, &[Edit::Splice(cut.clone())])
                    .map_err(|err| problem::from_edit(&self.keep, &err))?;
                let bare = Page::parse(self.keep.clone(), bare);
                let set = fact::set(&bare, &self.schema, &self.input(theirs));
                let Ok(FactChange::Replaced { old, edits }) = set else { return Ok(false) };
                if !own.is_empty() {
                    draft.edit(&self.keep, &[Edit::Splice(cut)])?;
                }
                draft
                    .edit(&self.keep, &family::with_past(edits, (&page, one), &page.text[own])?)?;
                if let Some(old) = old.first() {
                    self.tell(draft, &words(old), &words(theirs));
                }
                self.hang(draft, theirs, theirs, hanging)?;
            }
        }
        Ok(true)
    }

    /// A fact of the other page as it is set here.
    fn input(&self, theirs: &Fact) -> FactInput {
        FactInput {
            key: theirs.key.clone(),
            value: theirs.value.clone(),
            heading: None,
            marks: theirs.marks.clone(),
            // A value that is replaced has held until the newer one was known.
            today: theirs.marks.added.unwrap_or(self.today),
        }
    }

    /// What hangs on a fact of the other page, with its block ids as they are from now on.
    fn hanging(&self, theirs: &Fact) -> String {
        self.renamed_all(&self.joining.text[family::hanging(&self.joining, theirs)])
    }

    /// Puts what hung on a fact of the other page under the one that holds here.
    fn hang(
        &self,
        draft: &mut Draft<'_>,
        fact: &Fact,
        theirs: &Fact,
        hanging: &str,
    ) -> Result<(), Error> {
        if hanging.is_empty() {
            return Ok(());
        }
        let page = draft.existing(&self.keep)?;
        let facts = fact::facts(&page, &self.schema);
        let found = facts.iter().rev().find(|it| !it.retired && is_same(it, fact));
        // Without its place the text would be lost: nothing is merged.
        let found = found.ok_or_else(|| problem::from_fact(&self.keep, &FactProblem::NoPlace))?;
        family::hang(draft, &self.keep, found, (&self.joining, theirs), hanging)
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
        let facts = fact::facts(&page, &self.schema);
        let Some(found) = facts.into_iter().rev().find(|it| is_same(it, theirs)) else {
            return Ok(());
        };
        if let Some(own) = found.block_id {
            self.blocks.insert(id, own);
            return Ok(());
        }
        let new = self.blocks.get(&id).unwrap_or(&id);
        let edit = fact::identify(&page, &found, new);
        draft.edit(&self.keep, &edit.into_iter().collect::<Vec<_>>())
    }

    /// What is left of the other page's text goes under a heading of its own, its history into the
    /// history.
    fn text(&mut self, draft: &mut Draft<'_>, taken: &[Range<usize>]) -> Result<(), Error> {
        let joining = &self.joining;
        let mut gone = taken.to_vec();
        let mut history = String::new();
        for (at, section) in joining.sections.iter().enumerate() {
            let trail = joining.breadcrumb(at);
            if !trail.iter().any(|it| fact::is_history_heading(it)) {
                continue;
            }
            let outer = fact::is_history_heading(&section.heading);
            let from = if outer { section.heading_span.end } else { section.span.start };
            let said = joining.text[from..section.span.end].trim_matches(['\n', '\r']);
            if !said.trim().is_empty() {
                let gap = if outer || history.is_empty() { "" } else { "\n" };
                history.push_str(&format!("{gap}{said}\n"));
            }
            gone.push(section.span.clone());
        }
        gone.sort_by_key(|span| span.start);
        let mut rest = String::new();
        let mut at = joining.body;
        for span in gone {
            rest.push_str(&joining.text[at..span.start.max(at)]);
            at = span.end.max(at);
        }
        rest.push_str(&joining.text[at..]);
        let (rest, bare) = without_bare(&Page::parse(joining.path.clone(), rest), &self.headings);
        // A link to a heading that is not taken over leads to the one that stands there already.
        self.headings.retain(|it, _| !bare.contains(it));
        let rest = rest.trim_matches(['\n', '\r']).trim_end();
        if !rest.trim().is_empty() {
            self.under_heading(draft, &self.renamed_all(rest))?;
        }
        if history.is_empty() {
            return Ok(());
        }
        let page = draft.existing(&self.keep)?;
        let own = page.sections.iter().find(|it| fact::is_history_heading(&it.heading));
        let heading = own.map_or("History", |it| it.heading.as_str()).to_owned();
        draft.edit(
            &self.keep,
            &[Edit::Append { heading: Some(heading), text: self.renamed_all(&history) }],
        )
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
    /// will stand, its headings stand below the one that they come under, and its title is gone.
    fn prepared(&self) -> Result<Page, Error> {
        let page = &self.joining;
        let mut splices = Vec::new();
        let own = page.links.iter().filter(|it| it.target.is_empty() && it.span.start >= page.body);
        splices.extend(own.filter_map(|link| self.anchor(page, link, None)));
        let before = page.sections.first().map_or(0..0, |it| it.span.clone());
        let blank = page.text.get(before).is_some_and(|it| it.trim().is_empty());
        let title = page.sections.get(1).filter(|it| it.level == 1 && blank);
        let title = title.filter(|it| it.heading == self.title).map(|it| it.heading_span.clone());
        let inner = page.sections.iter().enumerate().filter(|(at, it)| {
            let past = page.breadcrumb(*at).into_iter().any(fact::is_history_heading);
            it.level > 0 && !past && title.as_ref() != Some(&it.heading_span)
        });
        let inner: Vec<_> = inner.map(|(_, it)| it).collect();
        let least = inner.iter().map(|it| it.level).min().unwrap_or(3);
        for section in inner {
            let level = (section.level + 3_u8.saturating_sub(least)).min(6);
            splices.extend(lowered(page, section, level));
        }
        splices.extend(title.map(|span| Splice { span, text: String::new() }));
        splices.sort_by_key(|it| (it.span.start, it.span.end));
        splices.dedup_by(|later, first| later.span.start < first.span.end);
        let edits: Vec<Edit> = splices.into_iter().map(Edit::Splice).collect();
        let text = wiki::edit::apply(page, &edits)
            .map_err(|err| problem::from_edit(&self.joining.path, &err))?;
        Ok(Page::parse(page.path.clone(), text))
    }

    /// Lines with their block ids as they are from now on.
    fn renamed_all(&self, lines: &str) -> String {
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
    fn anchors(&self, draft: &mut Draft<'_>, files: &Files) -> Result<(), Error> {
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
                let was = named(&self.joining, outer) || named(&self.joining, &spaced);
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
    fn anchor(&self, page: &Page, link: &Link, there: Option<&Page>) -> Option<Splice> {
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

/// Block ids of the other page and what they become: another where ours has it, too, and that of the
/// same fact here.
fn renamed_blocks(ours: &Page, theirs: &Page, schema: &Schema) -> BTreeMap<String, String> {
    let (taken, wanted) = (block_ids(ours), block_ids(theirs));
    let mut blocks = BTreeMap::new();
    for id in wanted.intersection(&taken) {
        let mut free = (2..).map(|number| format!("{id}-{number}"));
        let free = free.find(|it| !taken.contains(it) && !wanted.contains(it));
        blocks.insert(id.clone(), free.expect("because numbers do not end"));
    }
    let known: HashMap<(Option<String>, String), String> = fact::facts(ours, schema)
        .into_iter()
        .filter_map(|it| Some((saying(&it), it.block_id?)))
        .collect();
    for fact in fact::facts(theirs, schema) {
        if let (Some(own), Some(id)) = (known.get(&saying(&fact)), fact.block_id) {
            blocks.insert(id, own.clone());
        }
    }
    blocks
}

/// Key and value, folded.
fn saying(fact: &Fact) -> (Option<String>, String) {
    (fact.key.as_deref().map(fold), fold(&fact.value))
}

fn is_same(one: &Fact, other: &Fact) -> bool {
    saying(one) == saying(other)
}

/// A text without the headings that have nothing under them and stand on the page that stays, too; and
/// which these are, folded.
fn without_bare(rest: &Page, known: &HashMap<String, String>) -> (String, HashSet<String>) {
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
