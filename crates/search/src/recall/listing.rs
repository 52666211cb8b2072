//! What a listing is asked for, as text → filters, comparisons and an order. Terms are read as in a question, but
//! here every word must mean something: what does not is told.

use std::collections::HashSet;

use wiki::time::Now;

use super::language::{self, Values};
use crate::catalogue::Catalogue;
use crate::compare::fold_name;
use crate::error::IndexError;
use crate::field;
use crate::query::{Filters, Order};
use crate::select::{Mistake, Negated, Sort, Test, Wanted, Way, few};
use crate::term::{Sign, near, term};

/// Longest text of filters, in bytes.
const TEXT_BYTES: usize = 8 << 10;
/// Fields that a refusal names.
const NAMED_MAX: usize = 30;

/// A listing as it is asked for.
pub struct Listing<'a> {
    /// Filters as typed, `type:policy effective_date<2024-04-01`; a word without a sign is a folder or page.
    pub texts: &'a [String],
    /// The order as typed: `latest`, or a field, with a `-` before it from the greatest.
    pub sort: Option<&'a str>,
    /// Filters given apart from the text; both apply.
    pub filters: Filters,
    /// The present, against which relative times are read.
    pub now: &'a Now,
    /// Types that the vault knows beside those that pages have.
    pub types: &'a [String],
    /// Fields that pages may have by the schema beside those that they have.
    pub fields: &'a [String],
}

impl Listing<'_> {
    /// Whether a text holds a filter, and is not just the path of a folder or page.
    #[must_use]
    pub fn is_filter(text: &str) -> bool {
        let is_term = |rest: &str| term(rest.strip_prefix('-').unwrap_or(rest)).is_some();
        let mut rest = text.trim_start();
        while !rest.is_empty() && text.len() <= TEXT_BYTES {
            if is_term(rest) {
                return true;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            rest = rest[end..].trim_start();
        }
        false
    }
}

pub(crate) fn wanted(
    catalogue: &Catalogue,
    listing: &Listing<'_>,
) -> Result<Result<Wanted, Mistake>, IndexError> {
    let text = listing.texts.join(" ");
    let values = Values::for_text(catalogue, &text, listing.types, listing.now)?;
    let read = Wanted { filters: listing.filters.clone(), ..Wanted::default() };
    let mut sort = listing.sort.map(str::to_owned);
    let wanted = match terms(listing, &values, read, &mut sort) {
        Ok(wanted) => wanted,
        Err(mistake) => return Ok(Err(mistake)),
    };
    let wanted = ordered(wanted, sort.as_deref());
    let unknown = |name: &&str| {
        let folded = fold_name(name);
        !field::is_own(&folded) && !listing.fields.iter().any(|it| fold_name(it) == folded)
    };
    let asked: Vec<&str> = wanted.fields().into_iter().filter(unknown).collect();
    if !asked.is_empty() {
        let mut used: Vec<String> = catalogue.fields()?.into_iter().collect();
        let is_used = |it: &&&str| used.iter().any(|used| fold_name(used) == fold_name(it));
        if let Some(name) = asked.iter().find(|it| !is_used(it)) {
            used.extend(listing.fields.iter().cloned());
            return Ok(Err(no_field(name, used)));
        }
    }
    Ok(Ok(wanted))
}

fn terms(
    listing: &Listing<'_>,
    values: &Values<'_>,
    mut wanted: Wanted,
    sort: &mut Option<String>,
) -> Result<Wanted, Mistake> {
    for text in listing.texts {
        if text.len() > TEXT_BYTES {
            return Err(Mistake {
                said: "the filters are too long".to_owned(),
                hint: format!("give at most {TEXT_BYTES} bytes"),
            });
        }
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (negated, from) = match rest.strip_prefix('-') {
                Some(from) => (Negated::Yes, from),
                None => (Negated::No, rest),
            };
            let Some(term) = term(from) else {
                rest = bare(rest, &mut wanted)?.trim_start();
                continue;
            };
            rest = term.behind.trim_start();
            few(wanted.tests.len())?;
            let folded = fold_name(term.name);
            if folded == "sort" && matches!(term.sign, Sign::Colon | Sign::Equal) {
                *sort = Some(term.value.to_owned());
            } else if negated == Negated::No
                && language::listed(&mut wanted.filters, &term, values)?
            {
                let shown = ["status", "priority", "tag", "domain", "scope"];
                wanted.shown.extend(shown.contains(&folded.as_str()).then_some(folded));
            } else {
                wanted.tests.push(Test::read(&term, negated, listing.now)?);
            }
        }
    }
    Ok(wanted)
}

/// A word, or several in quotes, without a sign: a folder or page. Gives what is behind it.
fn bare<'a>(rest: &'a str, wanted: &mut Wanted) -> Result<&'a str, Mistake> {
    let (word, behind) = match rest.strip_prefix('"').and_then(|it| Some((it, near(it).find('"')?)))
    {
        Some((inner, end)) => (&inner[..end], &inner[end + 1..]),
        None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    if word.starts_with(['-', '<', '>', '=', ':', '!', '"']) || word.is_empty() {
        return Err(Mistake {
            said: format!("`{word}` is no filter"),
            hint: "write `field:value`, `field<value`, `-field:value` or the path of a folder"
                .to_owned(),
        });
    }
    wanted.filters.paths.push(word.to_owned());
    Ok(behind)
}

fn ordered(mut wanted: Wanted, sort: Option<&str>) -> Wanted {
    match sort.map(str::trim).filter(|it| !it.is_empty()) {
        None => {}
        Some("path") => wanted.order = Order::Path,
        Some("latest") => wanted.order = Order::Latest,
        Some("earliest") => wanted.order = Order::Earliest,
        Some("changed") => wanted.order = Order::Changed,
        Some(field) => {
            let (field, way) = match field.strip_prefix('-') {
                Some(field) => (field, Way::Falling),
                None => (field, Way::Rising),
            };
            wanted.sort = Some(Sort { field: field.to_owned(), way });
        }
    }
    wanted
}

fn no_field(name: &str, used: Vec<String>) -> Mistake {
    let folded = fold_name(name);
    let own = field::names().map(|it| (1, it.to_owned()));
    let mut known: Vec<(u8, String)> = own.chain(used.into_iter().map(|it| (0, it))).collect();
    let begin: String = folded.chars().take(3).collect();
    known.sort_by_key(|(own, it)| (!fold_name(it).starts_with(&begin), *own, it.clone()));
    let mut seen = HashSet::new();
    known.retain(|(_, it)| seen.insert(fold_name(it)));
    let mut known: Vec<String> = known.into_iter().map(|(_, it)| it).collect();
    let more = if known.len() > NAMED_MAX { " …" } else { "" };
    known.truncate(NAMED_MAX);
    Mistake {
        said: format!("no page has the field `{name}` in its head"),
        hint: format!("use one of: {}{more}", known.join(", ")),
    }
}
