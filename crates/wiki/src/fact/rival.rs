//! Pairs of statements of one page that both claim to hold and cannot: two values of a key, and a sentence that says
//! another value than the key has.

use std::collections::HashMap;

use jiff::civil::Date;

use super::plan::named_as;
use super::{Fact, FactInput, doubles, facts, told_otherwise};
use crate::page::Page;
use crate::schema::Schema;

/// The pairs of a page, in its order.
#[must_use]
pub fn rivals(page: &Page, schema: &Schema, today: Date) -> Vec<(Fact, Fact)> {
    let all = facts(page, schema);
    let mut pairs: Vec<(Fact, Fact)> = doubles(&all, schema, today)
        .into_iter()
        .map(|(first, second)| (first.clone(), second.clone()))
        .collect();
    for fact in all.iter().filter(|it| !it.retired && !it.marks.is_over(today)) {
        let Some(key) = &fact.key else { continue };
        let input = FactInput {
            key: Some(key.clone()),
            value: fact.value.clone(),
            heading: None,
            marks: fact.marks.clone(),
            today,
        };
        let others = told_otherwise(page, schema, &input).into_iter();
        // What is over, or not yet so, says no other value of now.
        let current = others.filter(|it| !it.marks.is_over(today));
        pairs.extend(current.map(|other| (fact.clone(), other)));
    }
    pairs.extend(named_otherwise(&all, today));
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
