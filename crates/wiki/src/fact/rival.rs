//! Pairs of statements of one page that both claim to hold and cannot: two values of a key, and a sentence that says
//! another value than the key has.

use std::collections::HashMap;

use jiff::civil::Date;

use super::plan::{Sentences, named_as};
use super::{Fact, doubles, facts};
use crate::page::Page;
use crate::schema::Schema;

/// The pairs of a page.
#[must_use]
pub fn rivals(page: &Page, schema: &Schema, today: Date) -> Vec<(Fact, Fact)> {
    rivals_among(page, schema, &facts(page, schema), today)
}

/// As [`rivals`], of the facts of a page that were read already.
#[must_use]
pub fn rivals_among(page: &Page, schema: &Schema, all: &[Fact], today: Date) -> Vec<(Fact, Fact)> {
    let mut pairs: Vec<(Fact, Fact)> = doubles(all, schema, today)
        .into_iter()
        .map(|(first, second)| (first.clone(), second.clone()))
        .collect();
    // What is over, or not yet so, says nothing of now.
    let holds = |it: &&Fact| !it.retired && !it.marks.is_over(today);
    let free: Vec<&Fact> = all.iter().filter(holds).filter(|it| it.key.is_none()).collect();
    if free.is_empty() {
        return pairs;
    }
    let sentences = Sentences::of(page, &free);
    for fact in all.iter().filter(holds) {
        let Some(key) = fact.key.as_deref().filter(|it| !schema.is_set(it)) else { continue };
        let others = sentences.otherwise((key, &fact.value)).into_iter();
        pairs.extend(others.map(|other| (fact.clone(), other.clone())));
    }
    pairs.extend(named_otherwise(all, today));
    pairs
}

/// Sentences that say of one thing that it is two: "Zed HQ is Oslo" and "Zed HQ is Bergen".
fn named_otherwise(facts: &[Fact], today: Date) -> Vec<(Fact, Fact)> {
    let mut known: HashMap<String, (String, &Fact)> = HashMap::new();
    let mut pairs = Vec::new();
    for fact in facts.iter().filter(|it| !it.retired && it.key.is_none()) {
        if fact.marks.is_over(today) {
            continue;
        }
        let Some((subject, value)) = named_as(&fact.value) else { continue };
        match known.get(&subject) {
            Some((other, first)) if *other != value => pairs.push(((*first).clone(), fact.clone())),
            Some(_) => {}
            None => drop(known.insert(subject, (value, fact))),
        }
    }
    pairs
}
