//! Plans how a fact is set or retired, as edits of the page.
//!
//! A new value takes the old one's place and its layout; the old one goes under `## History`. Nothing
//! else in the page moves. Edits are ordered so that each one's bytes are right also when they are made
//! one after the other: splices from the page's end to its start, then what is appended.

mod figures;
mod key;
mod moving;
mod place;
mod rewrite;
mod series;
mod several;
mod turning;

use jiff::civil::Date;

use super::grammar::{self, Reading};
use super::{
    Fact, FactChange, FactInput, FactProblem, Marks, is_declared, is_history_heading, is_stated,
    read_all, stance, state,
};
use crate::canon::{fold, near_duplicate};
use crate::edit::{Edit, Splice, apply};
use crate::page::{Page, ProblemKind, Section, fold_heading};
use crate::relation::Verbs;
use crate::schema::{Predicate, Schema};
use moving::Moving;
pub use moving::{Instead, Line, Moved, instead, moved, names, reworded, set_beside};
use place::{add, insert_after};
use rewrite::{Carry, fresh, new_content, rewritten, successor_marks};
use series::Meets;
use several::{decide, of_one_thing};
use turning::Turning;
pub use turning::{Turned, changes, turned};

/// The heading made for facts that no longer hold.
const HISTORY_HEADING: &str = "History";
/// Near facts offered for one that is missing, at most.
const NEAR_MAX: usize = 5;

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
        let texts = |known: &&Known| here(known) && known.0.key.is_none();
        let foreign: Vec<&Known> = foreign.iter().filter(texts).collect();
        let change = set_text(page, (&known, &foreign), input, within);
        let beside = known.iter().filter(texts).filter(|_| within.is_none());
        return figures::told(change, (page, schema), beside, input);
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
            match foreign.first() {
                Some(_) => {
                    let of = foreign.iter().map(|(fact, _)| fact.clone()).collect();
                    FactChange::NearDuplicate { of, edits }
                }
                None => FactChange::Added(edits),
            }
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

/// Puts what no longer holds since `until` into the history. Where the page says that it holds, it leaves its
/// place for that.
fn into_past(page: &Page, known: &[Known], input: &FactInput, until: Date) -> FactChange {
    let key = input.key.as_deref().map(fold);
    let alike = |(fact, _): &&Known| {
        fact.key.as_deref().map(fold) == key && fold(&fact.value) == fold(&input.value)
    };
    let gone = |known: &&Known| {
        known.0.retired && known.0.marks.superseded.is_some_and(|day| day >= until)
    };
    if known.iter().filter(alike).any(|known| gone(&known)) {
        return FactChange::Unchanged;
    }
    let current =
        |known: &&Known| alike(known) && stands_here(page, known, input.heading.as_deref());
    if let Some(current) = known.iter().find(current) {
        let (splice, line) = leave(page, current, until, BlockId::Kept);
        let mut edits = vec![Edit::Splice(splice)];
        edits.extend(line.map(|line| to_history(page, &[line])));
        return FactChange::Replaced { old: vec![current.0.clone()], edits };
    }
    let said = new_content(&FactInput { marks: Marks::default(), ..input.clone() });
    FactChange::Added(vec![to_history(page, &[past_line(&said, &input.marks, until)])])
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

/// What to change so that the page no longer says this: a key, `^block` or a fact's text; of those under
/// `heading`, or of all.
///
/// # Errors
/// [`FactProblem`] when there is no such fact.
pub fn retire(
    page: &Page,
    schema: &Schema,
    which: &str,
    heading: Option<&str>,
    today: Date,
) -> Result<FactChange, FactProblem> {
    readable(page)?;
    let declared = is_declared(page, schema);
    let mut known = read_all(page);
    known.retain(|(fact, _)| declared || is_stated(fact));
    if !declared && known.is_empty() {
        let page_type = schema.type_of(page).map(|page_type| page_type.name.clone());
        return Err(FactProblem::NoFacts { page_type });
    }
    let here = |known: &&Known| stands_here(page, known, heading);
    let current: Vec<&Known> = known.iter().filter(here).collect();
    let verbs = Verbs::of(schema);
    let meant = meant(&current, which, &verbs);
    match meant.as_slice() {
        [] => {
            let wanted = wanted(which);
            let texts = current
                .iter()
                .map(|(fact, _)| fact.key.clone().unwrap_or_else(|| fact.value.clone()));
            let near = texts.filter(|text| is_near(&wanted, &fold(text))).take(NEAR_MAX).collect();
            Err(FactProblem::Missing { which: which.to_owned(), near })
        }
        // What is said twice, also as a relation and as a key, is one thing to forget.
        same if say_one(same, &verbs) && of_one_thing(page, same) => {
            // A link to its block still leads to it.
            let facts: Vec<&Fact> = same.iter().map(|(fact, _)| fact).collect();
            let edits = retire_these(page, &facts, today);
            let old = same.iter().map(|(fact, _)| fact.clone()).collect();
            Ok(FactChange::Replaced { old, edits })
        }
        many => Ok(FactChange::Candidates(many.iter().map(|(fact, _)| fact.clone()).collect())),
    }
}

/// Current list items of a page whose text is exactly this one, with its key, whether or not its type has facts.
pub fn saying(page: &Page, text: &str) -> Vec<Fact> {
    let wanted = wanted(text);
    let all = read_all(page).into_iter().map(|(fact, _)| fact);
    all.filter(|fact| !fact.retired && fold(&said(fact)) == wanted).collect()
}

/// The edits that put these facts of the page into its history.
pub fn retire_these(page: &Page, facts: &[&Fact], today: Date) -> Vec<Edit> {
    let known = read_all(page);
    let meant = known.iter().filter(|(it, _)| facts.iter().any(|fact| fact.item == it.item));
    let gone = meant.map(|known| leave(page, known, today, BlockId::Kept));
    let (splices, lines): (Vec<Splice>, Vec<Option<String>>) = gone.unzip();
    let mut edits: Vec<Edit> = splices.into_iter().rev().map(Edit::Splice).collect();
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    if !lines.is_empty() {
        edits.push(to_history(page, &lines));
    }
    edits
}

/// The facts that are named by a block id, by their text, by their key, or by a predicate in any of its
/// spellings. Where a predicate means several, those that are written as it was typed are meant.
fn meant<'k>(current: &[&'k Known], which: &str, verbs: &Verbs<'_>) -> Vec<&'k Known> {
    if let Some(id) = which.trim().strip_prefix('^') {
        let has_id = |known: &&&Known| known.0.block_id.as_deref() == Some(id);
        return current.iter().filter(has_id).copied().collect();
    }
    let wanted = wanted(which);
    // As the page shows it, with its marks.
    let shown = grammar::read(which.trim().trim_start_matches("- "));
    let shown = shown.map(|it| fold(&told_pair(it.key.as_deref(), &it.value)));
    let typed = |known: &&Known| {
        let said = fold(&said(&known.0));
        said == wanted || Some(&said) == shown.as_ref() || has_key(known, &wanted)
    };
    let verb = verbs.find(which);
    let related = |known: &&Known| {
        verb.is_some_and(|verb| relation(&known.0, verbs).is_some_and(|it| it.0 == verb))
    };
    let mut all = current.to_vec();
    all.retain(|known| typed(known) || related(known));
    if !say_one(&all, verbs) && all.iter().any(&typed) {
        all.retain(|known| typed(known));
    }
    all
}

/// A typed name of a fact as it is compared.
fn wanted(which: &str) -> String {
    fold(which.trim().trim_start_matches("- "))
}

/// Whether facts say the same, however each is written.
fn say_one(facts: &[&Known], verbs: &Verbs<'_>) -> bool {
    let mut all = facts.iter().map(|known| told(&known.0, verbs));
    let first = all.next();
    all.all(|it| Some(it) == first)
}

/// The edits that put a fact right behind another of the same key, where neither is known to be newer.
pub fn beside(page: &Page, fact: &Fact, input: &FactInput) -> Vec<Edit> {
    vec![insert_after(page, fact, &new_content(input))]
}

/// The edit that puts a fact of another page into this one's history, as no longer true since `until`;
/// `None` if the other page has no such item.
pub fn past(page: &Page, other: &Page, fact: &Fact, until: Date) -> Option<Edit> {
    let known = read_all(other).into_iter().find(|(it, _)| it.item == fact.item)?;
    let content = other.text.get(known.1.at.clone())?;
    Some(to_history(page, &[history_line(content, &known.1, until, BlockId::Gone)]))
}

/// The edit that gives a fact a block id, by which links reach it.
pub fn identify(page: &Page, fact: &Fact, id: &str) -> Option<Edit> {
    let at = super::first_paragraph(page, page.items.get(fact.item)?).end;
    Some(Edit::Splice(Splice { span: at..at, text: format!(" ^{id}") }))
}

/// Predicate and object of a relation, with a colon or without: `depends-on: [[k]]`, `requires [[k]]`.
fn relation<'f, 's>(fact: &'f Fact, verbs: &Verbs<'s>) -> Option<(&'s Predicate, &'f str)> {
    let (verb, object) = match &fact.key {
        Some(key) => (key.as_str(), fact.value.as_str()),
        None => fact.value.split_at(fact.value.find("[[")?),
    };
    Some((verbs.find(verb)?, object))
}

/// What a fact says, however it is written.
fn told(fact: &Fact, verbs: &Verbs<'_>) -> (Option<String>, String) {
    match relation(fact, verbs) {
        Some((predicate, object)) => (Some(fold(&predicate.name)), fold(object)),
        None => (fact.key.as_deref().map(fold), fold(&fact.value)),
    }
}

/// The text of a fact as a person would name it.
fn said(fact: &Fact) -> String {
    told_pair(fact.key.as_deref(), &fact.value)
}

fn told_pair(key: Option<&str>, value: &str) -> String {
    key.map_or_else(|| value.to_owned(), |key| format!("{key}: {value}"))
}

fn is_near(wanted: &str, text: &str) -> bool {
    let inside = wanted.len() >= 3 && text.contains(wanted);
    let lengths = wanted.chars().count().max(text.chars().count()) <= 80;
    inside || (lengths && strsim::normalized_damerau_levenshtein(wanted, text) >= 0.6)
}

/// Whether each line of the page can be told from the next, or why not.
fn readable(page: &Page) -> Result<(), FactProblem> {
    let open = page.problems.iter().find(|problem| problem.kind == ProblemKind::Unterminated);
    if let Some(problem) = open {
        return Err(FactProblem::Unterminated { line: problem.line });
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

/// Whether a retired line takes its block id along; one whose place is taken leaves it to the successor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockId {
    Kept,
    Gone,
}

/// `- ~~Key: old~~ added:… superseded:… ^id`
fn history_line(content: &str, reading: &Reading, today: Date, id: BlockId) -> String {
    let said = grammar::collapsed(&content[reading.said.clone()]);
    let line = past_line(&said, &reading.marks, today);
    match &reading.block_id {
        Some(block) if id == BlockId::Kept => format!("{line} ^{block}"),
        _ => line,
    }
}

/// What was said, struck out, with the dates of its marks. A clock that goes back lets nothing end before it
/// began.
fn past_line(said: &str, marks: &Marks, until: Date) -> String {
    let until = marks.added.map_or(until, |added| added.max(until));
    let marks =
        Marks { priority: None, tags: Vec::new(), superseded: Some(until), ..marks.clone() };
    format!("- ~~{}~~ {}", grammar::strikable(said), grammar::join(&fresh(&marks)))
}

/// The edit that puts a text of the page, which was said on the day `added` and was true until now, into its history.
pub fn bury(page: &Page, said: &str, added: Date, until: Date) -> Edit {
    let marks = Marks { added: Some(added), ..Marks::default() };
    to_history(page, &[past_line(&grammar::collapsed(said), &marks, until)])
}

fn to_history(page: &Page, lines: &[String]) -> Edit {
    let present = page.sections.iter().find(|section| is_history_section(section));
    let heading = present.map_or(HISTORY_HEADING, |section| &section.heading);
    Edit::Append { heading: Some(heading.to_owned()), text: lines.join("\n") }
}

fn is_history_section(section: &Section) -> bool {
    section.level > 0 && is_history_heading(&section.heading)
}

/// Takes a fact out of its place: its line goes, or, where items hang on it, is struck out there.
fn leave(
    page: &Page,
    (fact, reading): &Known,
    today: Date,
    id: BlockId,
) -> (Splice, Option<String>) {
    let item = &page.items[fact.item];
    let content = &page.text[reading.at.clone()];
    let line = history_line(content, reading, today, id);
    let nested = page
        .items
        .get(fact.item + 1)
        .is_some_and(|next| next.depth > item.depth && next.section == item.section);
    let goes_on = !block_follows(page, fact)
        && page.text.get(fact.span.end..item.span.end).is_some_and(|rest| !rest.trim().is_empty());
    if nested || goes_on {
        let text = line.strip_prefix("- ").unwrap_or(&line).to_owned();
        return (Splice { span: reading.at.clone(), text }, None);
    }
    // The indent of a nested item goes with it: left behind, it would be the next line's.
    let start = with_indent(page, fact.span.start);
    (Splice { span: start..fact.span.end, text: String::new() }, Some(line))
}

/// Where an item's line begins, if nothing but blanks stands before its marker.
fn with_indent(page: &Page, marker: usize) -> usize {
    let line = page.text[..marker].trim_end_matches([' ', '\t']);
    if line.is_empty() || line.ends_with('\n') { line.len() } else { marker }
}

/// Whether a comment (a tool's block) stands behind a fact, in what counts as its item.
fn block_follows(page: &Page, fact: &Fact) -> bool {
    let rest = page.text.get(fact.span.end..page.items[fact.item].span.end);
    rest.is_some_and(|rest| rest.trim_start().starts_with("<!--"))
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
    match same.iter().find(|(fact, _)| near_duplicate(&fact.value, &input.value)) {
        Some((fact, _)) => FactChange::NearDuplicate { of: vec![fact.clone()], edits },
        None => FactChange::Added(edits),
    }
}

fn set_text(
    page: &Page,
    (known, foreign): (&[Known], &[&Known]),
    input: &FactInput,
    within: Option<usize>,
) -> FactChange {
    let here = |known: &&Known| {
        known.0.key.is_none() && stands_here(page, known, input.heading.as_deref())
    };
    let texts: Vec<&Known> = known.iter().filter(here).collect();
    let wanted = fold(&input.value);
    let says = |value: &str| {
        let bracketed = stance::says(value, &input.value) || state::says(value, &input.value);
        fold(value) == wanted || bracketed
    };
    if let Some(equal) = texts.iter().chain(foreign).find(|(fact, _)| says(&fact.value)) {
        if is_renewed(&equal.0, input) && !foreign.iter().any(|it| std::ptr::eq(*it, *equal)) {
            return replace_texts(page, &[*equal], input);
        }
        return remark(page, equal, &input.marks);
    }
    // A text that the grammar does not read as a fact (it begins with a time) is known by its line.
    let wanted = fold(&new_content(&FactInput { marks: Marks::default(), ..input.clone() }));
    let stands = page.items.iter().any(|item| {
        let text = page.text.get(item.content.clone()).unwrap_or_default();
        let plain = text.rsplit_once("  ").map_or(text, |(plain, _)| plain);
        item.task.is_none() && grammar::read(text).is_none() && fold(plain) == wanted
    });
    if stands {
        return FactChange::Unchanged;
    }
    let begins = series::begins(input);
    let mut moved = None;
    if !input.marks.is_over(input.today) && begins <= input.today {
        match moving::set_day(page, known, input) {
            Some(Moving::Done(change)) => return change,
            Some(Moving::Unsure { value, near }) => {
                moved = Some((FactInput { value, ..input.clone() }, near));
            }
            None => {}
        }
        let mut current = texts.clone();
        current.retain(|(fact, _)| fact.marks.is_valid_on(begins));
        let mut against = current.clone();
        against.retain(|(fact, _)| stance::contradicts(&fact.value, &input.value));
        if against.is_empty() && moved.is_none() {
            match turning::held_against(page, &current, input) {
                Some(Turning::One(old)) => against.push(old),
                Some(Turning::Near(near)) => moved = Some((input.clone(), near)),
                None => {}
            }
        }
        if let Some(day) = series::newer(against.iter().map(|it| &it.0.marks), input) {
            return into_past(page, known, input, day);
        }
        let dated = moved.as_ref().map_or(input, |it| &it.0);
        if let Some(change) = add_unsure(page, (known, &texts), (input, dated), within) {
            return change;
        }
        if !against.is_empty() {
            let mut old = against.iter().map(|(fact, _)| fact.value.as_str());
            let value = old.find_map(|it| carrying(it, &input.value, input.today));
            let value = value.unwrap_or_else(|| input.value.clone());
            return replace_texts(page, &against, &FactInput { value, ..input.clone() });
        }
    }
    let (dated, mut of) = moved.unwrap_or_else(|| (input.clone(), Vec::new()));
    let edits = add(page, known, &dated, within);
    if of.is_empty() {
        let near = |(fact, _): &&&Known| {
            near_duplicate(&fact.value, &input.value)
                || stance::same_question(&fact.value, &input.value)
        };
        of.extend(texts.iter().find(near).map(|(fact, _)| fact.clone()));
    }
    if of.is_empty() { FactChange::Added(edits) } else { FactChange::NearDuplicate { of, edits } }
}

/// The new text with the habit or the state of the old one that it goes on with.
pub fn carrying(old: &str, new: &str, today: Date) -> Option<String> {
    stance::carrying(old, new).or_else(|| state::carrying(old, new, today))
}

/// Adds a text that may change one of several facts, or one only in part, and names them; `None` where it does neither.
fn add_unsure(
    page: &Page,
    (known, texts): (&[Known], &[&Known]),
    (input, dated): (&FactInput, &FactInput),
    within: Option<usize>,
) -> Option<FactChange> {
    let begins = series::begins(input);
    let valid = texts.iter().filter(|(fact, _)| fact.marks.is_valid_on(begins));
    let valid: Vec<&str> = valid.map(|(fact, _)| fact.value.as_str()).collect();
    let unsure = stance::unsure(&valid, &input.value);
    let meant = texts.iter().filter(|(fact, _)| unsure.contains(&fact.value.as_str()));
    let of: Vec<Fact> = meant.map(|(fact, _)| fact.clone()).collect();
    let edits = || add(page, known, dated, within);
    (!of.is_empty()).then(|| FactChange::NearDuplicate { of, edits: edits() })
}

/// The first that gives way gives its place, the others leave theirs.
fn replace_texts(page: &Page, against: &[&Known], input: &FactInput) -> FactChange {
    let mut edits = Vec::new();
    let mut lines = Vec::new();
    for (at, known) in against.iter().enumerate() {
        let (_, reading) = known;
        let content = &page.text[reading.at.clone()];
        if at == 0 {
            let new = rewritten(content, reading, &input.value, &successor_marks(&input.marks));
            edits.push(content_edit(reading, new));
            lines.push(history_line(content, reading, input.today, BlockId::Gone));
        } else {
            let (splice, line) = leave(page, known, input.today, BlockId::Kept);
            edits.push(Edit::Splice(splice));
            lines.extend(line);
        }
    }
    edits.reverse();
    edits.push(to_history(page, &lines));
    FactChange::Replaced { old: against.iter().map(|(fact, _)| fact.clone()).collect(), edits }
}

fn line_end(page: &Page) -> &'static str {
    if page.text.contains("\r\n") { "\r\n" } else { "\n" }
}
