//! The facts of a page that joins another: each goes to what the page that stays says under the same
//! heading.
//!
//! Of two values of one key the newer holds and the older is history; where nothing says which is newer,
//! or they hold at different times, both stand. What has no counterpart of its heading here stays in the other page's text.

use super::{Join, own_section};
use crate::draft::Draft;
use crate::signs::COMMAS;
use crate::{Error, family, problem};
use jiff::civil::Date;
use std::collections::HashSet;
use std::ops::Range;
use wiki::canon::fold;
use wiki::decision::Verdict;
use wiki::edit::{Edit, FieldValue, Splice};
use wiki::fact::{self, Fact, FactChange, FactInput, FactProblem, Marks};
use wiki::graph::Files;
use wiki::head::HeadKind;
use wiki::page::Page;
use wiki::path::PagePath;

/// What becomes of a value of a key that the page that stays has, too.
enum Order {
    Newer,
    Older(Date),
    /// They hold at different times.
    Apart,
    Unknown,
}

/// What became of a fact of the other page.
enum Taken {
    /// It stays in the text.
    No,
    /// It went to the history, and nothing stands for it.
    Past,
    /// This fact of the section says it now, or says what holds instead.
    As(Box<Fact>, usize),
}

impl Join {
    /// Takes the facts over. Gives the spans of the other page's text that are dealt with, in order.
    pub(super) fn facts(
        &mut self,
        draft: &mut Draft<'_>,
        files: &Files,
    ) -> Result<Vec<Range<usize>>, Error> {
        self.part(draft, files)?;
        let mut taken = Vec::new();
        let theirs = fact::facts(&self.joining, &self.schema);
        for fact in theirs.into_iter().filter(|it| !it.retired) {
            match self.fact(draft, &fact, files)? {
                Taken::No => continue,
                Taken::Past => {}
                Taken::As(now, section) => self.identify(draft, &fact, &now, section)?,
            }
            let hanging = family::hanging(&self.joining, &fact);
            taken.push(fact.span.start..fact.span.end.max(hanging.end));
        }
        Ok(taken)
    }

    /// Lets what the page that stays says of the two pages go to the history: a page is not related to
    /// itself.
    fn part(&self, draft: &mut Draft<'_>, files: &Files) -> Result<(), Error> {
        let page = draft.existing(&self.keep)?;
        let facts = fact::facts(&page, &self.schema).into_iter().filter(|it| !it.retired);
        for fact in facts.filter(|it| self.is_between(&page, it, &self.original.path, files)) {
            let page = draft.existing(&self.keep)?;
            let said = words(&fact);
            if let Ok(FactChange::Replaced { edits, .. }) =
                fact::retire(&page, &self.schema, &said, None, self.today)
            {
                draft.edit(&self.keep, &edits)?;
                self.tell_parted(draft, &said);
            }
        }
        Ok(())
    }

    /// Whether a fact says nothing but how its page stands to the other of the two: its value is a link
    /// there, or several.
    fn is_between(&self, page: &Page, fact: &Fact, other: &PagePath, files: &Files) -> bool {
        let Some(item) = page.items.get(fact.item) else { return false };
        let inside = |span: &Range<usize>| {
            item.content.start <= span.start && span.end <= item.content.end.min(fact.span.end)
        };
        let links: Vec<_> = page.links.iter().filter(|it| inside(&it.span)).collect();
        let leads = |it: &&wiki::link::Link| {
            !it.target.is_empty() && files.resolve_link(&page.path, it).page() == Some(other)
        };
        if links.is_empty() || !links.iter().all(leads) {
            return false;
        }
        let said = links.iter().filter_map(|it| page.text.get(it.span.clone()));
        let left = said.fold(fact.value.clone(), |value, raw| value.replacen(raw, " ", 1));
        let left =
            left.trim_matches(|c: char| c.is_whitespace() || c == '、' || COMMAS.contains(&c));
        match fact.key {
            Some(_) => left.is_empty(),
            None => self.schema.predicate(left).is_some(),
        }
    }

    /// Takes one fact over, with what hangs on it.
    fn fact(&self, draft: &mut Draft<'_>, theirs: &Fact, files: &Files) -> Result<Taken, Error> {
        // An item that hangs on another, or has its place in an order, would say something else without it.
        if family::is_child(&self.joining, theirs) || is_numbered(&self.joining, theirs) {
            return Ok(Taken::No);
        }
        let hanging = self.hanging(theirs);
        if self.is_between(&self.joining, theirs, &self.keep, files) {
            if !self.retire(draft, theirs, self.today, &hanging)? {
                return Ok(Taken::No);
            }
            self.tell_parted(draft, &words(theirs));
            return Ok(Taken::Past);
        }
        let page = draft.existing(&self.keep)?;
        let Some(section) = self.place(&page, theirs) else { return Ok(Taken::No) };
        let key = theirs.key.as_deref().filter(|it| !self.schema.is_set(it));
        let mut ours = fact::facts(&page, &self.schema);
        ours.retain(|it| {
            !it.retired && it.section == section && key.is_some_and(|key| has_key(it, key))
        });
        let taken = match ours.as_slice() {
            [one] if fold(&one.value) != fold(&theirs.value) => {
                return self.clash(draft, one, theirs, &hanging);
            }
            [one] => self.unite(draft, &page, one, theirs)?,
            _ if !hanging.is_empty() || is_nested(&self.joining, theirs) => false,
            // A text of several lines keeps them where it is taken over as it stands.
            [] if self.joining.text[theirs.span.clone()].trim_end().contains('\n') => false,
            // Where the type has no facts, only its day says that an item is one.
            [] if theirs.marks.added.is_none() && !self.has_facts(&page) => false,
            _ => self.add(draft, &page, &self.input(theirs), section)?,
        };
        Ok(if taken { Taken::As(Box::new(theirs.clone()), section) } else { Taken::No })
    }

    /// The section here that is said of the same thing: under the same headings. Where none is, or several
    /// are, the fact keeps its own heading.
    fn place(&self, page: &Page, theirs: &Fact) -> Option<usize> {
        let wanted = trail(&self.joining, theirs.section, usize::from(self.headed));
        let own = own_section(page);
        if wanted.is_empty() {
            return Some(own);
        }
        let mut same =
            (1..page.sections.len()).filter(|at| *at != own && trail(page, *at, own) == wanted);
        same.next().filter(|_| same.next().is_none())
    }

    fn has_facts(&self, page: &Page) -> bool {
        self.schema.type_of(page).is_some_and(|it| it.facts)
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
        if !self.add(draft, page, &input, one.section)? {
            return Ok(false);
        }
        let ours = family::parts(page, one).into_iter().map(|it| family::plain(it, page, one));
        let known: HashSet<String> = ours.collect();
        let parts = family::parts(&self.joining, theirs).into_iter().map(|it| self.renamed_all(it));
        let new = |it: &String| !known.contains(&family::plain(it, &self.joining, theirs));
        let news: String = parts.filter(new).collect();
        self.hang(draft, one, one.section, theirs, &news)?;
        Ok(true)
    }

    /// Takes over a fact that contradicts none.
    fn add(
        &self,
        draft: &mut Draft<'_>,
        page: &Page,
        input: &FactInput,
        section: usize,
    ) -> Result<bool, Error> {
        match fact::set_in(page, &self.schema, input, section) {
            Ok(FactChange::Unchanged) => {}
            Ok(FactChange::Added(edits)) => draft.edit(&self.keep, &edits)?,
            Ok(FactChange::Replaced { old, edits }) if old.is_empty() => {
                draft.edit(&self.keep, &edits)?;
            }
            Ok(_) | Err(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Puts a fact of the other page into the history.
    fn retire(
        &self,
        draft: &mut Draft<'_>,
        theirs: &Fact,
        until: Date,
        hanging: &str,
    ) -> Result<bool, Error> {
        let page = draft.existing(&self.keep)?;
        let Some(edit) = fact::past(&page, &self.joining, theirs, until) else { return Ok(false) };
        let edits = family::with_past(vec![edit], (&self.joining, theirs), hanging)?;
        draft.edit(&self.keep, &edits)?;
        Ok(true)
    }

    /// Lets the newer of two values hold, or both where nothing says which is.
    fn clash(
        &self,
        draft: &mut Draft<'_>,
        one: &Fact,
        theirs: &Fact,
        hanging: &str,
    ) -> Result<Taken, Error> {
        let page = draft.existing(&self.keep)?;
        let section = one.section;
        match self.order(draft, one, theirs)? {
            Order::Older(until) => {
                if !self.retire(draft, theirs, until, hanging)? {
                    return Ok(Taken::No);
                }
                self.tell(draft, &words(theirs), &words(one));
                return Ok(Taken::As(Box::new(one.clone()), section));
            }
            found @ (Order::Unknown | Order::Apart) => {
                let since = theirs.marks.added;
                let input = self.input(theirs).normal();
                let mut input = input.map_err(|err| problem::from_fact(&self.keep, &err))?;
                input.marks.added = since;
                draft.edit(&self.keep, &fact::beside(&page, one, &input))?;
                if matches!(found, Order::Unknown) {
                    self.dispute(draft, one, theirs)?;
                }
            }
            Order::Newer => {
                // What hangs on the older value goes to the history with it.
                let own = family::hanging(&page, one);
                let cut = Splice { span: own.clone(), text: String::new() };
                let bare = wiki::edit::apply(&page, &[Edit::Splice(cut.clone())])
                    .map_err(|err| problem::from_edit(&self.keep, &err))?;
                let bare = Page::parse(self.keep.clone(), bare);
                let set = fact::set_in(&bare, &self.schema, &self.input(theirs), section);
                let Ok(FactChange::Replaced { old, edits }) = set else { return Ok(Taken::No) };
                if !own.is_empty() {
                    draft.edit(&self.keep, &[Edit::Splice(cut)])?;
                }
                draft
                    .edit(&self.keep, &family::with_past(edits, (&page, one), &page.text[own])?)?;
                if let Some(old) = old.first() {
                    self.tell(draft, &words(old), &words(theirs));
                }
            }
        }
        self.hang(draft, theirs, section, theirs, hanging)?;
        Ok(Taken::As(Box::new(theirs.clone()), section))
    }

    /// Which of the two is older, by their marks; where these do not tell, by what somebody decided.
    fn order(&self, draft: &mut Draft<'_>, one: &Fact, theirs: &Fact) -> Result<Order, Error> {
        let found = order(one, theirs, self.today);
        if !matches!(found, Order::Unknown) {
            return Ok(found);
        }
        let decided = draft.resolved()?.of(&self.keep, &one.said(), &theirs.said());
        Ok(match decided {
            Some(Verdict::First) => Order::Older(self.today),
            Some(Verdict::Second) => Order::Newer,
            Some(Verdict::Both) => Order::Apart,
            None => found,
        })
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
        section: usize,
        theirs: &Fact,
        hanging: &str,
    ) -> Result<(), Error> {
        if hanging.is_empty() {
            return Ok(());
        }
        let found = self.standing(draft, fact, section)?;
        // Without its place the text would be lost: nothing is merged.
        let found = found.ok_or_else(|| problem::from_fact(&self.keep, &FactProblem::NoPlace))?;
        family::hang(draft, &self.keep, &found, (&self.joining, theirs), hanging)
    }

    /// The fact of a section here that says the same as this one.
    fn standing(
        &self,
        draft: &mut Draft<'_>,
        fact: &Fact,
        section: usize,
    ) -> Result<Option<Fact>, Error> {
        let page = draft.existing(&self.keep)?;
        let facts = fact::facts(&page, &self.schema).into_iter().rev();
        let mut same = facts.filter(|it| !it.retired && it.section == section && is_same(it, fact));
        Ok(same.next())
    }

    fn tell(&self, draft: &mut Draft<'_>, old: &str, new: &str) {
        let told = format!("{}: `{new}` is newer; `{old}` went to the history", self.keep);
        draft.warnings.push(told);
    }

    fn tell_parted(&self, draft: &mut Draft<'_>, said: &str) {
        draft.warnings.push(format!(
            "{}: `{said}` was said of the two pages that are one now; it went to the history",
            self.keep
        ));
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

    /// Lets links to the block of a fact of the other page lead to the fact that stands for it now.
    fn identify(
        &mut self,
        draft: &mut Draft<'_>,
        theirs: &Fact,
        now: &Fact,
        section: usize,
    ) -> Result<(), Error> {
        let Some(id) = theirs.block_id.clone() else { return Ok(()) };
        let Some(found) = self.standing(draft, now, section)? else { return Ok(()) };
        if let Some(own) = found.block_id {
            self.blocks.insert(id, own);
            return Ok(());
        }
        let page = draft.existing(&self.keep)?;
        let new = self.blocks.get(&id).unwrap_or(&id);
        let edit = fact::identify(&page, &found, new);
        draft.edit(&self.keep, &edit.into_iter().collect::<Vec<_>>())
    }
}

/// The headings over a section, folded, but for the page's own one.
fn trail(page: &Page, section: usize, own: usize) -> Vec<String> {
    let mut trail = Vec::new();
    let mut at = Some(section).filter(|it| *it > 0);
    while let Some(section) = at.filter(|it| *it > 0 && *it != own)
        && let Some(found) = page.sections.get(section)
    {
        trail.push(fold(&found.heading));
        at = found.parent;
    }
    trail
}

/// Key and value, folded.
fn saying(fact: &Fact) -> (Option<String>, String) {
    (fact.key.as_deref().map(fold), fold(&fact.value))
}

fn is_same(one: &Fact, other: &Fact) -> bool {
    saying(one) == saying(other)
}

/// Whether an item hangs on another or others hang on it: apart they would say something else.
fn is_nested(page: &Page, fact: &Fact) -> bool {
    let depth = |at: usize| page.items.get(at).map(|item| (item.depth, item.section));
    let own = depth(fact.item).unwrap_or_default();
    own.0 > 0 || depth(fact.item + 1).is_some_and(|next| next.1 == own.1 && next.0 > own.0)
}

/// Whether an item has a number.
fn is_numbered(page: &Page, fact: &Fact) -> bool {
    let item = page.items.get(fact.item);
    let mark = item.and_then(|item| page.text[item.span.clone()].trim_start().chars().next());
    mark.is_some_and(|c| c.is_ascii_digit())
}

fn has_key(fact: &Fact, key: &str) -> bool {
    fact.key.as_deref().is_some_and(|it| fold(it) == fold(key))
}

fn order(ours: &Fact, theirs: &Fact, today: Date) -> Order {
    let (one, other) = (&ours.marks, &theirs.marks);
    if !one.competes(other, Date::MIN) {
        return Order::Apart;
    }
    let holds = |it: &Marks| !it.is_over(today);
    match (one.added, other.added) {
        // What is over takes the place of nothing that holds.
        (Some(ours), Some(theirs)) if theirs > ours && (holds(other) || !holds(one)) => {
            Order::Newer
        }
        (Some(ours), Some(theirs)) if theirs < ours && (holds(one) || !holds(other)) => {
            Order::Older(ours)
        }
        _ if !holds(one) || !holds(other) => Order::Apart,
        _ => Order::Unknown,
    }
}

fn words(fact: &Fact) -> String {
    crate::remember::described(fact)
}
