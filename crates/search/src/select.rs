//! Which pages a listing wants: filters as in a question, and comparisons over any field of the head. What cannot
//! be read is a mistake that is told, and never an empty list. Nothing is ranked here.

use std::cmp::Ordering;
use std::collections::HashSet;

use wiki::path::PagePath;
use wiki::time::{Now, read_date};

use crate::compare::{Asked, fold_name, is_version_field};
use crate::facets::Facets;
use crate::field;
use crate::index::Row;
use crate::query::{Filters, Order};
use crate::term::{Sign, Term};

/// Terms of one listing.
const TERMS_MAX: usize = 32;

/// What a listing wants.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Filters that the catalogue has columns for.
    pub filters: Filters,
    /// Comparisons over fields; all must hold.
    pub(crate) tests: Vec<Test>,
    /// In which order.
    pub order: Order,
    /// By which field, before `order`.
    pub sort: Option<Sort>,
    /// Fields that the filters were given by, as typed.
    pub shown: Vec<String>,
    /// Only these pages.
    pub only: Option<HashSet<PagePath>>,
}

/// An order by a field of the head. Pages without the field come last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    /// The field, as typed.
    pub field: String,
    /// Which value comes first.
    pub way: Way,
}

/// Which value of a field comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The least.
    Rising,
    /// The greatest.
    Falling,
}

/// What is wrong with what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// In a few words.
    pub said: String,
    /// What to do.
    pub hint: String,
}

/// The pages of a listing.
#[derive(Debug, Clone, Default)]
pub struct Selected {
    /// The rows asked for.
    pub rows: Vec<Row>,
    /// Pages that pass.
    pub total: usize,
    /// Of each comparison, in the order of the terms, what it met.
    pub met: Vec<Met>,
}

/// What one comparison met on its way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Met {
    /// The term as a person would write it.
    pub term: String,
    /// Pages with the field.
    pub present: usize,
    /// Those whose value is of another kind than the one asked for, such as text where a day is.
    pub unlike: usize,
    /// One such value.
    pub example: Option<String>,
}

/// One comparison.
#[derive(Debug, Clone)]
pub(crate) struct Test {
    pub(crate) field: String,
    pub(crate) name: String,
    sign: Sign,
    /// Whether pages are wanted that do not pass.
    negated: bool,
    /// One of them must fit; none asks for the field alone.
    asked: Vec<Asked>,
}

impl Test {
    /// Reads a term.
    pub(crate) fn read(term: &Term<'_>, negated: Negated, now: &Now) -> Result<Self, Mistake> {
        let value = term.value.trim_end_matches([',', ';']);
        if value.trim().is_empty() {
            return Err(Mistake {
                said: format!("`{}` is compared with nothing", term.name),
                hint: format!(
                    "give a value, as in `{0}:value`; `{0}:*` lists pages that have the field",
                    term.name
                ),
            });
        }
        let one_of = matches!(term.sign, Sign::Colon | Sign::Equal | Sign::Unequal);
        let is_number = value.split(',').all(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
        let parts: Vec<&str> = match one_of && !term.quoted && !is_number {
            true => value.split([',', '，']).filter(|it| !it.is_empty()).collect(),
            false => vec![value],
        };
        let is_any = one_of && value == "*";
        let test = Self {
            field: term.name.to_owned(),
            name: fold_name(term.name),
            sign: term.sign,
            negated: (negated == Negated::Yes) != (term.sign == Sign::Unequal),
            asked: if is_any {
                Vec::new()
            } else {
                parts.iter().map(|it| Asked::read(unlinked(it), now)).collect()
            },
        };
        let wrong = test.asked.iter().find(|it| !it.is_time());
        if let Some(wrong) = wrong.filter(|_| field::is_day(&test.name)) {
            return Err(Mistake {
                said: format!(
                    "`{}` is no day, month or time, which `{}` holds",
                    wrong.text, term.name
                ),
                hint: "write it as `2026-04-09`, `2026-04`, `2026` or `\"last week\"`".to_owned(),
            });
        }
        Ok(test)
    }

    /// Whether a page passes; what was met is counted.
    pub(crate) fn passes(&self, path: &PagePath, facets: &Facets, met: &mut Met) -> bool {
        let values = field::values(path, facets, &self.name);
        met.present += usize::from(!values.is_empty());
        if self.asked.is_empty() {
            return values.is_empty() == self.negated;
        }
        let (mut fits, mut alike) = (false, values.is_empty());
        for value in &values {
            for asked in &self.asked {
                let order = asked.compare(unlinked(value), is_version_field(&self.name));
                alike |= order.is_some();
                let is_below = || self.name.starts_with("tag") && is_below(value, &asked.text);
                fits |= order.is_some_and(|it| self.sign.fits(it)) || is_below();
            }
        }
        // What is no day equals none, whatever it is; a day is asked for as such.
        let is_order = matches!(self.sign, Sign::Less | Sign::AtMost | Sign::More | Sign::AtLeast);
        let matters = is_order || values.iter().any(|it| read_date(it).is_some());
        if !alike && !fits && matters {
            met.unlike += 1;
            met.example = met.example.take().or_else(|| values.into_iter().next());
        }
        fits != self.negated
    }

    pub(crate) fn term(&self) -> String {
        let values: Vec<&str> = self.asked.iter().map(|it| it.text.as_str()).collect();
        let sign = match self.sign {
            Sign::Colon => ":",
            Sign::Equal => "=",
            Sign::Unequal => "!=",
            Sign::Less => "<",
            Sign::AtMost => "<=",
            Sign::More => ">",
            Sign::AtLeast => ">=",
        };
        format!("{}{sign}{}", self.field, values.join(","))
    }
}

/// Whether a term has a hyphen before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Negated {
    No,
    Yes,
}

impl Sign {
    /// Whether a value that stands so to the one asked for fits. What is unlike is told by its opposite.
    fn fits(self, order: Ordering) -> bool {
        match self {
            Self::Colon | Self::Equal | Self::Unequal => order == Ordering::Equal,
            Self::Less => order == Ordering::Less,
            Self::AtMost => order != Ordering::Greater,
            Self::More => order == Ordering::Greater,
            Self::AtLeast => order != Ordering::Less,
        }
    }
}

/// The page that a value names where it is a link: `clients/acme` of `[[clients/acme|Acme]]`.
fn unlinked(value: &str) -> &str {
    let inner = value.trim().strip_prefix("[[").and_then(|it| it.strip_suffix("]]"));
    inner.map_or(value, |it| it.split(['|', '#']).next().unwrap_or(it))
}

/// Whether a tag lies below another: `a/b` below `a`.
fn is_below(tag: &str, above: &str) -> bool {
    let (tag, above) = (tag.to_lowercase(), above.trim_start_matches('#').to_lowercase());
    tag.strip_prefix(&above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Refuses more terms than a listing has.
pub(crate) fn few(terms: usize) -> Result<(), Mistake> {
    if terms < TERMS_MAX {
        return Ok(());
    }
    Err(Mistake {
        said: format!("there are more than {TERMS_MAX} filters"),
        hint: "ask for fewer at a time".to_owned(),
    })
}

impl Wanted {
    /// The fields that pages are compared or ordered by, as typed, each once.
    #[must_use]
    pub fn fields(&self) -> Vec<&str> {
        let mut fields: Vec<&str> = self.shown.iter().map(String::as_str).collect();
        fields.extend(self.tests.iter().map(|it| it.field.as_str()));
        fields.extend(self.sort.iter().map(|it| it.field.as_str()));
        let mut seen = HashSet::new();
        fields.retain(|it| seen.insert(fold_name(it)));
        fields
    }

    /// Whether more than the catalogue's columns decides.
    pub(crate) fn compares(&self) -> bool {
        !self.tests.is_empty() || self.sort.is_some() || self.only.is_some()
    }
}

impl Row {
    /// The values of a field, as typed, in the page's order.
    #[must_use]
    pub fn values(&self, field: &str) -> Vec<String> {
        field::values(&self.path, &self.facets, &fold_name(field))
    }
}
