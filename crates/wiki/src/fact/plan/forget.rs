//! Which facts somebody names that are to be forgotten: by a key, a block, a text or a predicate in any of its spellings.
//!
//! How they leave their place is `history`'s.

use jiff::civil::Date;

use super::super::grammar;
use super::super::{Fact, FactChange, FactProblem, is_declared, is_stated, read_all};
use super::history::{BlockId, leave, to_history};
use super::{Known, has_key, of_one_thing, readable, stands_here};
use crate::canon::fold;
use crate::edit::{Edit, Splice};
use crate::page::Page;
use crate::relation::Verbs;
use crate::schema::{Predicate, Schema};

/// Near facts offered for one that is missing, at most.
const NEAR_MAX: usize = 5;

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
    all.filter(|fact| !fact.retired && fold(&fact.said()) == wanted).collect()
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
    let shown = shown.map(|it| fold(&super::super::said(it.key.as_deref(), &it.value)));
    let typed = |known: &&Known| {
        let said = fold(&known.0.said());
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

fn is_near(wanted: &str, text: &str) -> bool {
    let inside = wanted.len() >= 3 && text.contains(wanted);
    let lengths = wanted.chars().count().max(text.chars().count()) <= 80;
    inside || (lengths && strsim::normalized_damerau_levenshtein(wanted, text) >= 0.6)
}
