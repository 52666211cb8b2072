//! Plans how a fact is set or retired, as edits of the page.
//!
//! A new value takes the old one's place and its layout; the old one goes under `## History`. Nothing
//! else in the page moves. Edits are ordered so that each one's bytes are right also when they are made
//! one after the other: splices from the page's end to its start, then what is appended.

mod figures;
mod forget;
mod history;
mod key;
mod keyed;
mod moving;
mod place;
mod rewrite;
mod series;
mod several;
mod text;
mod turning;
mod weekly;

use super::grammar::{self, Reading};
use super::{
    Fact, FactChange, FactInput, FactProblem, Marks, is_declared, is_history_heading, is_stated,
    read_all,
};
use crate::canon::{fold, near_duplicate};
use crate::edit::{Edit, Splice, apply};
use crate::page::{Page, ProblemKind, fold_heading};
use crate::schema::Schema;
pub use forget::{retire, retire_these, saying};
use history::{BlockId, block_follows, history_line, into_past, to_history, with_indent};
pub use history::{bury, past};
pub(super) use keyed::{Sentences, named_as};
pub use keyed::{Spoken, speaks_of, spoken, told_otherwise};
pub use moving::{Instead, Line, Moved, instead, moved, names, reworded, set_beside};
use place::{add, insert_after};
use rewrite::{Carry, fresh, new_content, rewritten, successor_marks};
use series::Meets;
use several::{decide, of_one_thing};
pub use text::carrying;
use text::{replace_texts, set_text};
pub use turning::{Turned, changes, turned};

type Known = (Fact, Reading);

/// What to change so that the page says this.
///
/// A key that the page has gets the new value, and the old one goes to the history; of a declared set
/// each value is added. Free text replaces what it contradicts. On a page whose type has no facts only
/// what was stated as one is replaced: a stranger's list stays as it is, and is named where it has the key.
///
/// # Errors
/// [`FactProblem`] when the page or the input does not allow it.
pub fn set(page: &Page, schema: &Schema, input: &FactInput) -> Result<FactChange, FactProblem> {
    settle(page, schema, &input.normal()?, None)
}

/// As [`set`], of the facts of one section alone, whatever its heading; a fact without a day gets none.
///
/// # Errors
/// [`FactProblem`] when the page or the input does not allow it.
pub fn set_in(
    page: &Page,
    schema: &Schema,
    input: &FactInput,
    section: usize,
) -> Result<FactChange, FactProblem> {
    let mut normal = input.normal()?;
    normal.marks.added = input.marks.added.or(normal.marks.added.filter(|it| *it != input.today));
    settle(page, schema, &normal, Some(section))
}

fn settle(
    page: &Page,
    schema: &Schema,
    input: &FactInput,
    within: Option<usize>,
) -> Result<FactChange, FactProblem> {
    readable(page)?;
    let change = plan(page, schema, input, within);
    checked(page, schema, (input, within), change)
}

/// The change, if the page says what is set once it is made.
fn checked(
    page: &Page,
    schema: &Schema,
    (input, within): (&FactInput, Option<usize>),
    change: FactChange,
) -> Result<FactChange, FactProblem> {
    let edits = match &change {
        FactChange::Added(edits)
        | FactChange::Replaced { edits, .. }
        | FactChange::NearDuplicate { edits, .. } => edits,
        FactChange::Unchanged | FactChange::Candidates(_) => return Ok(change),
    };
    // A page can hide what is added (a block that spans headings, a paragraph that swallows the line):
    // a fact that would not be found again is not set.
    let after = apply(page, edits).map_err(|_| FactProblem::NoPlace)?;
    let after = Page::parse(page.path.clone(), after);
    readable(&after).map_err(|_| FactProblem::NoPlace)?;
    if stands(&after, schema, input, within) { Ok(change) } else { Err(FactProblem::NoPlace) }
}

/// What setting a fact does; `within` is the one section that counts.
fn plan(page: &Page, schema: &Schema, input: &FactInput, within: Option<usize>) -> FactChange {
    let declared = is_declared(page, schema);
    let mut all = read_all(page);
    all.retain(|(fact, _)| within.is_none_or(|section| fact.section == section));
    let (known, foreign): (Vec<Known>, Vec<Known>) =
        all.into_iter().partition(|(fact, _)| declared || is_stated(fact));
    if let Some(until) = input.marks.superseded.filter(|day| *day <= input.today) {
        return into_past(page, &known, input, until);
    }
    let here = |known: &&Known| stands_here(page, known, input.heading.as_deref());
    let input = &FactInput {
        key: key::known(page, known.iter().filter(here).map(|it| &it.0), input.key.as_deref()),
        ..input.clone()
    };
    let Some(key) = &input.key else {
        let current = known.iter().filter(here);
        let said = keyed::read(page, schema, current, (&input.value, input.today));
        if let Some(said) = said.as_ref().filter(|it| it.replaces || it.says_so()) {
            return plan(page, schema, &keyed::with_key(said, input), within);
        }
        let texts = |known: &&Known| here(known) && known.0.key.is_none();
        let foreign: Vec<&Known> = foreign.iter().filter(texts).collect();
        let change = set_text(page, (&known, &foreign), input, within);
        let beside = known.iter().filter(texts).filter(|_| within.is_none());
        let change = figures::told(change, (page, schema), beside, input);
        let beside = known.iter().filter(texts).filter(|_| within.is_none());
        let change = weekly::told(change, beside, input);
        return said.iter().fold(change, keyed::told);
    };
    let with_key = |known: &&Known| here(known) && has_key(known, key);
    let same: Vec<&Known> = known.iter().filter(with_key).collect();
    let foreign: Vec<&Known> = foreign.iter().filter(with_key).collect();
    if let Some(equal) = foreign.iter().find(|(fact, _)| fact.value == input.value) {
        return remark(page, equal, &input.marks);
    }
    let input = &moving::dated(&same, key, input);
    if schema.is_set(key) {
        return add_to_set(page, (&known, &same), input, within);
    }
    let input = &series::limited(&same, input);
    match series::meets(&same, input) {
        Meets::Newer(until) => into_past(page, &known, input, until),
        Meets::Itself(itself) => remark(page, itself, &input.marks),
        Meets::Before(one) => follow(page, one, input),
        Meets::Rivals(rivals) if !rivals.is_empty() => match rivals.as_slice() {
            [one] => replace_value(page, one, input),
            many => decide(page, many, input).unwrap_or_else(|| {
                FactChange::Candidates(many.iter().map(|(fact, _)| fact.clone()).collect())
            }),
        },
        Meets::Nothing | Meets::Rivals(_) => {
            let edits = match (blank(page, key, input, within), same.last()) {
                (Some(edit), _) => vec![edit],
                (None, Some((like, _))) => vec![insert_after(page, like, &new_content(input))],
                (None, None) => add(page, &known, input, within),
            };
            let mut near: Vec<Fact> = foreign.iter().map(|(fact, _)| fact.clone()).collect();
            near.extend(keyed::sentences(page, known.iter().filter(here), (key, &input.value)));
            added(edits, near)
        }
    }
}

/// Puts a value that begins later behind the one that holds until then.
fn follow(page: &Page, known: &Known, input: &FactInput) -> FactChange {
    let (fact, reading) = known;
    let content = &page.text[reading.at.clone()];
    let marks = series::until(&fact.marks, series::begins(input));
    let ended =
        rewritten(content, reading, &content[reading.value_span.clone()], &(marks, Carry::All));
    let added = insert_after(page, fact, &new_content(input));
    FactChange::Added(vec![added, content_edit(reading, ended)])
}

/// Fills the item of a key that stands there without a value: `- owner:`.
fn blank(page: &Page, key: &str, input: &FactInput, within: Option<usize>) -> Option<Edit> {
    let heading = input.heading.as_deref().map(fold_heading);
    let (at, colon) = page.items.iter().enumerate().find_map(|(at, item)| {
        let section = page.sections.get(item.section)?;
        let here = heading.as_ref().is_none_or(|it| *it == fold_heading(&section.heading))
            && within.is_none_or(|it| it == item.section);
        let past = page.breadcrumb(item.section).into_iter().any(is_history_heading);
        let nested = page
            .items
            .get(at + 1)
            .is_some_and(|next| next.depth > item.depth && next.section == item.section);
        let text = page.text.get(item.content.clone())?.trim_end();
        let (name, colon) = grammar::label(text)?;
        let fits = here && !past && !nested && item.task.is_none() && fold(name) == fold(key);
        fits.then_some((item.content.start..item.content.start + text.len(), colon))
    })?;
    let gap = if colon == '：' { "" } else { " " };
    let marks = grammar::join(&fresh(&input.marks));
    let text = format!("{}{gap}{}  {marks}", &page.text[at.clone()], input.value);
    Some(Edit::Splice(Splice { span: at, text }))
}

/// Whether the page says this, so that setting it again has nothing to do.
fn stands(page: &Page, schema: &Schema, input: &FactInput, within: Option<usize>) -> bool {
    matches!(plan(page, schema, input, within), FactChange::Unchanged)
}

/// The edits that put a fact right behind another of the same key, where neither is known to be newer.
pub fn beside(page: &Page, fact: &Fact, input: &FactInput) -> Vec<Edit> {
    vec![insert_after(page, fact, &new_content(input))]
}

/// The edit that gives a fact a block id, by which links reach it.
pub fn identify(page: &Page, fact: &Fact, id: &str) -> Option<Edit> {
    let at = super::first_paragraph(page, page.items.get(fact.item)?).end;
    Some(Edit::Splice(Splice { span: at..at, text: format!(" ^{id}") }))
}

/// Whether each line of the page can be told from the next, or why not.
fn readable(page: &Page) -> Result<(), FactProblem> {
    let open = page.problems.iter().find(|problem| problem.kind == ProblemKind::Unterminated);
    if let Some(problem) = open {
        return Err(FactProblem::Unterminated { line: problem.line });
    }
    if let Some(lines) = page.unmerged() {
        return Err(FactProblem::Unmerged { lines });
    }
    // A head whose lines end in carriage returns is not read, nor are the items behind it.
    if crate::edit::opens_head(&page.text[page.body..]) {
        return Err(FactProblem::LoneReturn { line: page.line_of(page.body) });
    }
    let returns = |text: &str| {
        let text = text.as_bytes();
        text.iter().enumerate().any(|(at, byte)| *byte == b'\r' && text.get(at + 1) != Some(&b'\n'))
    };
    // Where no line ends otherwise, the whole page is one line to everything that reads it.
    let body = &page.text[page.body..];
    if !body.trim_end().contains('\n') && returns(body) {
        return Err(FactProblem::LoneReturn { line: page.line_of(page.body) });
    }
    let lone =
        page.items.iter().find(|it| returns(page.text.get(it.span.clone()).unwrap_or_default()));
    match lone {
        Some(item) => Err(FactProblem::LoneReturn { line: page.line_of(item.span.start) }),
        None => Ok(()),
    }
}

/// Whether a fact holds, and stands under that heading if there is one.
fn stands_here(page: &Page, (fact, _): &Known, heading: Option<&str>) -> bool {
    let heading = heading.map(fold_heading);
    let section = page.sections.get(fact.section);
    let same =
        |wanted: String| section.is_some_and(|section| fold_heading(&section.heading) == wanted);
    !fact.retired && heading.is_none_or(same)
}

fn has_key((fact, _): &Known, key: &str) -> bool {
    fact.key.as_deref().is_some_and(|known| fold(known) == fold(key))
}

fn replace_value(page: &Page, known: &Known, input: &FactInput) -> FactChange {
    let (fact, reading) = known;
    if fact.value == input.value && !is_renewed(fact, input) {
        return remark(page, known, &input.marks);
    }
    let content = &page.text[reading.at.clone()];
    let new = rewritten(content, reading, &input.value, &successor_marks(&input.marks));
    let edits = vec![
        content_edit(reading, new),
        to_history(page, &[history_line(content, reading, input.today, BlockId::Gone)]),
    ];
    FactChange::Replaced { old: vec![fact.clone()], edits }
}

/// Whether what is over is said to hold.
fn is_renewed(fact: &Fact, input: &FactInput) -> bool {
    fact.marks.is_over(input.today) && !input.marks.is_over(input.today)
}

fn content_edit(reading: &Reading, text: String) -> Edit {
    Edit::Splice(Splice { span: reading.at.clone(), text })
}

/// The value stands there already; what is said about it may be new.
fn remark(page: &Page, (fact, reading): &Known, marks: &Marks) -> FactChange {
    let old = &fact.marks;
    let news = differs(&marks.priority, &old.priority)
        || differs(&marks.expires, &old.expires)
        || differs(&marks.superseded, &old.superseded)
        || differs(&marks.first_seen, &old.first_seen)
        || differs(&marks.valid, &old.valid)
        || differs(&marks.confidence, &old.confidence)
        || differs(&marks.source, &old.source)
        || differs(&marks.continues, &old.continues)
        || marks.tags.iter().any(|tag| !old.tags.contains(tag));
    if !news {
        return FactChange::Unchanged;
    }
    let content = &page.text[reading.at.clone()];
    let only_new = Marks { added: old.added, ..marks.clone() };
    let new = rewritten(content, reading, &fact.value, &(only_new, Carry::All));
    if new == content {
        return FactChange::Unchanged;
    }
    FactChange::Replaced { old: Vec::new(), edits: vec![content_edit(reading, new)] }
}

fn differs<T: PartialEq>(new: &Option<T>, old: &Option<T>) -> bool {
    new.is_some() && new != old
}

fn add_to_set(
    page: &Page,
    (known, same): (&[Known], &[&Known]),
    input: &FactInput,
    within: Option<usize>,
) -> FactChange {
    if let Some(equal) = same.iter().find(|(fact, _)| fold(&fact.value) == fold(&input.value)) {
        return remark(page, equal, &input.marks);
    }
    let edits = match same.last() {
        Some((like, _)) => vec![insert_after(page, like, &new_content(input))],
        None => add(page, known, input, within),
    };
    let near = same.iter().find(|(fact, _)| near_duplicate(&fact.value, &input.value));
    added(edits, near.map(|(fact, _)| fact.clone()).into_iter().collect())
}

/// A fact that is new, with those that stand and may be the same or meant by it.
fn added(edits: Vec<Edit>, of: Vec<Fact>) -> FactChange {
    if of.is_empty() { FactChange::Added(edits) } else { FactChange::NearDuplicate { of, edits } }
}

fn line_end(page: &Page) -> &'static str {
    if page.text.contains("\r\n") { "\r\n" } else { "\n" }
}
