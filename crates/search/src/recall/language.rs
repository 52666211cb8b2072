//! The query's text → filters, quoted phrases and the rest.
//!
//! Only a known field with a valid value filters (`type:policy`, `after:2024-04`); everything else,
//! operators of other search engines included, is literal text. A type alone that no page has finds nothing.

use std::borrow::Cow;
use std::collections::HashSet;

use jiff::civil::Date;

use wiki::schema::Status;
use wiki::time::{self, Now};

use crate::catalogue::Catalogue;
use crate::error::IndexError;
use crate::query::{Archived, Filters, Query};
use crate::select::Mistake;
use crate::term::{Sign, Term, near, term};

/// Words of a query that are looked at; a pasted log has no meaning in its last megabyte that its first
/// part has not.
const TEXT_BYTES: usize = 64 << 10;

/// A query taken apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Parsed {
    /// Text without filters, phrases without their quotes included.
    pub(super) text: String,
    /// What stood in quotes.
    pub(super) phrases: Vec<String>,
    /// Filters of the text and those given apart.
    pub(super) filters: Filters,
    /// What looks like a filter and is none, each with what to do.
    pub(super) mistaken: Vec<String>,
    /// Why nothing can answer: all that is asked for beside filters is a type that no page has.
    pub(super) unanswerable: Option<String>,
    /// Whether the text was longer than what is looked at.
    pub(super) cut: bool,
}

impl Parsed {
    /// Whether only filters are left.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// What says which values a field can have.
pub(super) struct Values<'a> {
    now: &'a Now,
    /// Types and statuses that pages have, in lower case; looked up only where the text may filter by them.
    types: HashSet<String>,
    statuses: HashSet<String>,
}

impl<'a> Values<'a> {
    pub(super) fn of(catalogue: &Catalogue, query: &'a Query) -> Result<Self, IndexError> {
        Self::for_text(catalogue, &query.text, &query.types, &query.now)
    }

    /// Values for the filters that `text` may hold; `types` are those that the vault knows beside those in use.
    pub(super) fn for_text(
        catalogue: &Catalogue,
        text: &str,
        types: &[String],
        now: &'a Now,
    ) -> Result<Self, IndexError> {
        let text = text.to_ascii_lowercase();
        let mut values = Self { now, types: HashSet::new(), statuses: HashSet::new() };
        let names =
            |field: &str| [':', '：'].iter().any(|it| text.contains(&format!("{field}{it}")));
        if names("type") {
            values.types.extend(catalogue.types()?);
            values.types.extend(types.iter().map(|name| name.to_lowercase()));
        }
        if names("status") {
            values.statuses.extend(catalogue.statuses()?);
        }
        Ok(values)
    }

    fn has_type(&self, name: &str) -> bool {
        self.types.contains(&name.to_lowercase())
    }

    fn has_status(&self, name: &str) -> bool {
        !matches!(Status::from(name), Status::Other(_))
            || self.statuses.contains(&name.to_lowercase())
    }
}

/// Beginning and end of a text that is too long: what a log was pasted for stands at either.
fn kept(text: &str) -> Cow<'_, str> {
    if text.len() <= TEXT_BYTES {
        return Cow::Borrowed(text);
    }
    let end = text.floor_char_boundary(TEXT_BYTES / 2);
    let from = text.ceil_char_boundary(text.len() - TEXT_BYTES / 2 + 1);
    Cow::Owned(format!("{}\n{}", &text[..end], &text[from..]))
}

pub(super) fn parse(text: &str, given: &Filters, values: &Values<'_>) -> Parsed {
    let kept = kept(text);
    let cut = kept.len() < text.len();
    let mut parsed = Parsed { filters: given.clone(), cut, ..Parsed::default() };
    let mut rest = &*kept;
    let (mut strays, mut stray_bytes) = (Vec::new(), 0);
    // A field without a value asks for nothing.
    if let Some(name) = rest.trim().strip_suffix(':')
        && TEXT_FILTERS.iter().any(|field| field.name.eq_ignore_ascii_case(name))
    {
        rest = "";
    }
    while !rest.is_empty() {
        if let Some((quoted, behind)) = quoted(rest) {
            parsed.phrases.push(quoted.to_owned());
            parsed.text.push(' ');
            parsed.text.push_str(quoted);
            parsed.text.push(' ');
            rest = behind;
            continue;
        }
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        // A quote inside a word ends it, unless the word is a filter's value.
        if let Some(behind) = negated(rest, values) {
            let typed = rest[..rest.len() - behind.len()].trim();
            mistake(
                &mut parsed,
                format!("`{typed}` is left out: a filter keeps pages and cannot leave some out"),
            );
            rest = behind;
            continue;
        }
        let (token, behind) = match field(rest) {
            Some((name, value, behind)) if apply(&mut parsed.filters, name, value, values) => {
                rest = behind;
                continue;
            }
            Some((name, value, _)) if is_mistaken(rest, name, value) => {
                let why = lacking(name, value, values);
                if name.eq_ignore_ascii_case("type") {
                    stray_bytes += word;
                    strays.push(why.clone());
                }
                mistake(
                    &mut parsed,
                    format!("`{name}:{value}` filters nothing and is searched as words: {why}"),
                );
                rest.split_at(word)
            }
            _ if word == 0 => {
                let first = rest.chars().next().map_or(1, char::len_utf8);
                rest.split_at(first)
            }
            _ => rest.split_at(word),
        };
        parsed.text.push_str(token);
        rest = behind;
    }
    let bytes: usize = parsed.text.split_whitespace().map(str::len).sum();
    if bytes == stray_bytes && !parsed.cut {
        parsed.unanswerable = strays.into_iter().next();
    }
    parsed
}

/// A phrase in straight or curly quotes at the start, with at least one character.
fn quoted(rest: &str) -> Option<(&str, &str)> {
    let first = rest.chars().next()?;
    let close = match first {
        '"' => '"',
        '“' => '”',
        '「' => '」',
        '『' => '』',
        _ => return None,
    };
    let inner = &rest[first.len_utf8()..];
    let end = near(inner).find(close)?;
    let phrase = inner[..end].trim();
    (!phrase.is_empty() && !phrase.contains('\n'))
        .then(|| (phrase, &inner[end + close.len_utf8()..]))
}

/// Mistaken filters of one question that are told.
const MISTAKES_MAX: usize = 3;
/// A longer value is something pasted.
const MISTAKE_BYTES: usize = 60;

fn mistake(parsed: &mut Parsed, told: String) {
    if parsed.mistaken.len() < MISTAKES_MAX {
        parsed.mistaken.push(told);
    }
}

/// What follows `-type:user`, which others read as "all but these".
fn negated<'a>(rest: &'a str, values: &Values<'_>) -> Option<&'a str> {
    let (name, value, behind) = field(rest.strip_prefix('-')?)?;
    apply(&mut Filters::default(), name, value, values).then_some(behind)
}

/// Whether a filter that was not taken was meant to be one, and is no log line or address.
fn is_mistaken(rest: &str, name: &str, value: &str) -> bool {
    let known = ["type", "status", "priority", "after", "before", "during"];
    let plain = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_' | ',' | '.' | ' ');
    known.iter().any(|field| field.eq_ignore_ascii_case(name))
        && value.len() <= MISTAKE_BYTES
        && value.chars().all(plain)
        && !rest.starts_with(char::is_whitespace)
}

/// Why a value is none of its field's, and what would be.
fn lacking(name: &str, value: &str, values: &Values<'_>) -> String {
    match name.to_ascii_lowercase().as_str() {
        "type" => {
            let mut types: Vec<&str> = values.types.iter().map(String::as_str).collect();
            types.sort_unstable();
            types.truncate(12);
            format!("no page has the type `{value}`; there are {}", types.join(", "))
        }
        "status" => format!("no page has the status `{value}`"),
        "in" => "only `in:archive` is there".to_owned(),
        "path" | "tag" | "domain" | "scope" => format!("`{value}` is no {name}"),
        "priority" => "there are critical, high, medium, low and ephemeral".to_owned(),
        _ => format!(
            "`{value}` is no day, month or time; `2026-04`, `2026-04-09` and `\"last week\"` are"
        ),
    }
}

/// `name:value` or `name:"a value"` at the start; the colon may be a wide one. Other signs are text in a question.
fn field(rest: &str) -> Option<(&str, &str, &str)> {
    let term = term(rest)?;
    let is_name = term.name.len() <= 10 && term.name.bytes().all(|it| it.is_ascii_alphabetic());
    let is_filter = is_name && term.sign == Sign::Colon && (term.quoted || !term.value.is_empty());
    is_filter.then_some((term.name, term.value, term.behind))
}

/// A field that filters where it stands in a question, as `name:value`.
struct TextFilter {
    /// The field's name, in lower case.
    name: &'static str,
    /// Takes the value in; false when it can be none of the field's.
    take: fn(&mut Filters, &str, &Values<'_>) -> bool,
}

/// Every field that filters. What begins like none of these is text.
const TEXT_FILTERS: &[TextFilter] = &[
    TextFilter {
        name: "type",
        take: |filters, value, values| {
            value.split(',').all(|it| values.has_type(it)) && words(&mut filters.types, value)
        },
    },
    TextFilter {
        name: "status",
        take: |filters, value, values| {
            // What is archived lies in an archive more often than it says so.
            if value.eq_ignore_ascii_case("archived") && filters.archived != Archived::All {
                filters.archived = Archived::Only;
                return true;
            }
            value.split(',').all(|it| values.has_status(it)) && words(&mut filters.statuses, value)
        },
    },
    TextFilter {
        name: "priority",
        take: |filters, value, _| {
            let known: Option<Vec<&str>> = value.split(',').map(priority).collect();
            filters.priorities.extend(known.iter().flatten().map(|it| (*it).to_owned()));
            known.is_some()
        },
    },
    TextFilter {
        name: "tag",
        take: |filters, value, _| words(&mut filters.tags, value.trim_start_matches('#')),
    },
    TextFilter { name: "domain", take: |filters, value, _| words(&mut filters.domains, value) },
    TextFilter { name: "scope", take: |filters, value, _| words(&mut filters.scopes, value) },
    TextFilter {
        name: "path",
        take: |filters, value, _| {
            // What follows the colon of a web address is no folder.
            let is_path = !value.starts_with("//");
            filters.paths.extend(is_path.then(|| value.to_owned()));
            is_path
        },
    },
    TextFilter {
        name: "after",
        take: |filters, value, values| {
            days(value, values.now).map(|(first, _)| from(filters, first)).is_some()
        },
    },
    TextFilter {
        name: "before",
        take: |filters, value, values| {
            days(value, values.now).map(|(_, last)| until(filters, last)).is_some()
        },
    },
    TextFilter {
        name: "during",
        take: |filters, value, values| {
            let days = days(value, values.now);
            let taken = days.map(|(first, last)| {
                from(filters, first);
                until(filters, last);
            });
            taken.is_some()
        },
    },
    TextFilter {
        name: "in",
        take: |filters, value, _| {
            let is_archive = value.eq_ignore_ascii_case("archive");
            if is_archive && filters.archived == Archived::Skip {
                filters.archived = Archived::Include;
            }
            is_archive
        },
    },
];

/// The fields that filter where they stand in a question, as `name:value`.
pub fn text_filters() -> impl Iterator<Item = &'static str> {
    TEXT_FILTERS.iter().map(|filter| filter.name)
}

/// Takes in a term of a listing if it is one of the filters that a question has, too; false where it is none.
pub(super) fn listed(
    filters: &mut Filters,
    term: &Term<'_>,
    values: &Values<'_>,
) -> Result<bool, Mistake> {
    let known = TEXT_FILTERS.iter().find(|field| field.name.eq_ignore_ascii_case(term.name));
    if known.is_none() || term.sign != Sign::Colon || term.value.is_empty() || term.value == "*" {
        return Ok(false);
    }
    // The type of a page that is being looked for may have a sign that no word has.
    if apply(filters, term.name, term.value, values) {
        return Ok(true);
    }
    Err(Mistake {
        said: format!("`{}:{}` filters nothing", term.name, term.value),
        hint: lacking(term.name, term.value, values),
    })
}

/// Takes a filter in; false when the field is unknown or the value cannot be one of its values.
fn apply(filters: &mut Filters, name: &str, value: &str, values: &Values<'_>) -> bool {
    let value = value.trim_end_matches([',', ';']);
    let known = TEXT_FILTERS.iter().find(|field| field.name.eq_ignore_ascii_case(name));
    known.is_some_and(|field| (field.take)(filters, value, values))
}

/// Takes in a value that is one word, or several with commas between them.
fn words(values: &mut Vec<String>, value: &str) -> bool {
    let of_word = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_' | '/' | '.');
    let is_word = |it: &str| !it.is_empty() && it.chars().all(of_word);
    let are_words = value.split(',').all(is_word);
    if are_words {
        values.extend(value.split(',').map(str::to_owned));
    }
    are_words
}

fn from(filters: &mut Filters, first: Date) {
    filters.after = filters.after.max(Some(first));
}

fn until(filters: &mut Filters, last: Date) {
    filters.before = Some(filters.before.map_or(last, |before| before.min(last)));
}

fn priority(value: &str) -> Option<&'static str> {
    let value = value.to_lowercase();
    let value = match value.as_str() {
        "🔴" => "high",
        "🟡" | "med" => "medium",
        "🟢" => "low",
        other => other,
    };
    ["critical", "high", "medium", "low", "ephemeral"].into_iter().find(|known| *known == value)
}

/// First and last day of `2024`, `2024-04`, `2024-04-09`, `2024-04..2024-06`, `"last week"`.
fn days(value: &str, now: &Now) -> Option<(Date, Date)> {
    time::interval(value, now).ok().map(|span| (span.from, span.to))
}
