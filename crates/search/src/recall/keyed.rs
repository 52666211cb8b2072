//! Pages that have what a question asks for where it shows what that is: a fact of the page that it names ("when
//! is the Atlas release?" of the page Atlas with the key `release` or, in other words, `launch date`), or a line with a day ("when is the dentist?").
//! They answer before pages that have the same words somewhere.

use std::collections::HashSet;

use wiki::attribute::{Attributes, without};
use wiki::canon::fold;
use wiki::time::{self, Now};

use super::Snapshot;
use super::another::each;
use super::ask::{Asked, FUNCTION_PAIR, Term};
use super::score::{ScoredPage, Terms};
use crate::analyse::{begins_a_mark, tokens};
use crate::error::IndexError;
use crate::text::Texts;

/// Pages that the question names and that are read for it.
const PAGES_MAX: usize = 4;
/// Share of the question, of that of the page that has most of it, that the named page has at least.
const OF_BEST: f32 = 0.8;
/// Questions for a day, and pages that are read for one.
const WHEN: [&str; 6] =
    ["when is ", "when are ", "when's ", "when does ", "when do ", "what day is "];
const WHEN_HAN: [&str; 4] = ["什么时候", "哪天", "几号", "何时"];
const DATED_MAX: usize = 8;
/// Words of a key.
const KEY_TERMS: usize = 6;

/// Pages that the question calls by name and of which it asks what they have as a fact.
pub(super) fn keyed(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    scored: &[ScoredPage],
    texts: Texts<'_>,
) -> Result<Vec<u64>, IndexError> {
    let mut found = Vec::new();
    if !asked.question.is_short() || asked.mentions.is_empty() {
        return Ok(found);
    }
    let best = scored.iter().map(|page| asked.share_of(page)).fold(0.0, f32::max);
    let asks = fold(&asked.question.text);
    let may_mean_more = !Attributes::asked(&asks).is_empty();
    // Beside the name the question has a word that is the key, and so has the page.
    let has_words = |page: &ScoredPage| {
        page.atoms.iter().any(|atom| !atom.terms.is_empty())
            && asked.share_of(page) >= OF_BEST * best
    };
    let is_called = |page: &&ScoredPage| {
        let named = asked.mentions.iter().any(|mention| mention.uids.contains(&page.uid));
        named && !page.session && (may_mean_more || has_words(page))
    };
    let question: HashSet<String> =
        tokens(&asked.question.text).into_iter().map(|it| it.term).collect();
    let mut named = scored.iter().filter(is_called).take(PAGES_MAX);
    each(snapshot, &mut named, texts, &mut |page, info, text| {
        let name: HashSet<String> =
            tokens(info.path.name()).into_iter().map(|it| it.term).collect();
        let asks = without(&asks, &fold(&info.path.name().replace('-', " ")));
        let in_other_words = Attributes::asked(&asks);
        let in_other_words = match has_more(asked, &in_other_words.rest(&asks)) {
            true => Attributes::default(),
            false => in_other_words,
        };
        let has_words = has_words(page);
        let is_asked = |key: &str| {
            let terms = tokens(key);
            let all = terms.iter().all(|it| question.contains(&it.term));
            let new = terms.iter().any(|it| !name.contains(&it.term));
            let is_short = (1..=KEY_TERMS).contains(&terms.len());
            is_short
                && (has_words && all && new
                    || !in_other_words.is_empty()
                        && !in_other_words.both(Attributes::of_key(key)).is_empty())
        };
        if text.lines().filter_map(key).any(is_asked) {
            found.push(page.uid);
        }
    })?;
    Ok(found)
}

/// Pages with a day in a line that has all that is asked, where a question asks for the day of something.
pub(super) fn dated(
    snapshot: &Snapshot<'_>,
    (asked, now): (&Asked, &Now),
    scored: &[ScoredPage],
    texts: Texts<'_>,
) -> Result<Vec<u64>, IndexError> {
    let mut found = Vec::new();
    let typed = asked.question.lower.as_str();
    let asks_when =
        WHEN.iter().any(|it| typed.starts_with(it)) || WHEN_HAN.iter().any(|it| typed.contains(it));
    if !asks_when || !asked.question.is_short() || asked.stretch.is_some() {
        return Ok(found);
    }
    // What asks for the day may stand in any text.
    let thing = WHEN_HAN.iter().fold(typed.to_owned(), |text, when| text.replace(when, " "));
    let thing: HashSet<String> = tokens(&thing).into_iter().map(|it| it.term).collect();
    let (means, beside): (Vec<&Term>, Vec<&Term>) = asked
        .terms
        .iter()
        .partition(|term| term.df > 0 && term.weight > FUNCTION_PAIR && thing.contains(&term.text));
    let question: HashSet<&str> = means.iter().map(|term| term.text.as_str()).collect();
    if question.is_empty() {
        return Ok(found);
    }
    let beside: HashSet<String> = beside.iter().map(|term| term.text.clone()).collect();
    let share = |terms: Terms| asked.share_beside(terms, &beside);
    let of_page = |page: &ScoredPage| share(page.terms.with(page.head_terms));
    let best = scored.iter().map(of_page).fold(0.0, f32::max);
    let has_all = |terms| share(terms) >= OF_BEST * best;
    let wanted =
        |page: &&ScoredPage| !page.session && page.atoms.iter().any(|atom| has_all(atom.terms));
    let mut order: Vec<&ScoredPage> = scored.iter().filter(wanted).collect();
    order.sort_by(|a, b| b.fused.total_cmp(&a.fused));
    each(snapshot, &mut order.into_iter().take(DATED_MAX), texts, &mut |page, _, text| {
        let says = |line: &str| {
            let words = tokens(line);
            let words: HashSet<&str> = words.iter().map(|it| it.term.as_str()).collect();
            let is_told = |it: &time::Dated| !begins_a_mark(&line[..it.place.start]);
            words.is_superset(&question) && time::find(line, now).iter().any(is_told)
        };
        if text.lines().any(says) {
            found.push(page.uid);
        }
    })?;
    Ok(found)
}

/// Whether what is left of a question has words that say something and stand in the vault.
fn has_more(asked: &Asked, rest: &str) -> bool {
    let rest: HashSet<String> = tokens(rest).into_iter().map(|it| it.term).collect();
    let says = |term: &&Term| term.df > 0 && term.weight > FUNCTION_PAIR;
    asked.terms.iter().filter(says).any(|term| rest.contains(&term.text))
}

/// The key of a fact's line, `- release date: …`.
pub(super) fn key(line: &str) -> Option<&str> {
    let fact = line.trim_start().strip_prefix("- ")?;
    let at = fact.find([':', '：'])?;
    Some(fact[..at].trim_matches(['*', '`', ' ']))
}
