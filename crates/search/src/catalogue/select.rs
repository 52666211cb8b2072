//! Listings that compare fields of the head: every page that passes the columns' filters is read once, and of those
//! that pass only what they are ordered by is kept.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use rusqlite::params_from_iter;

use super::Catalogue;
use super::read::{Condition, ROW, by, facets, row, unreadable};
use super::write::page_path;
use crate::compare::{Rank, fold_name, is_version_field};
use crate::error::IndexError;
use crate::field::values;
use crate::select::{Met, Selected, Test, Wanted, Way};

impl Catalogue {
    /// The pages that are wanted: `page.1` of them from `page.0` on.
    pub(crate) fn select(
        &self,
        wanted: &Wanted,
        page: (usize, usize),
    ) -> Result<Selected, IndexError> {
        if !wanted.compares() {
            let rows = self.rows(&wanted.filters, wanted.order, page)?;
            return Ok(Selected { rows: rows.rows, total: rows.total, met: Vec::new() });
        }
        let met = |test: &Test| Met { term: test.term(), ..Met::default() };
        let mut met: Vec<Met> = wanted.tests.iter().map(met).collect();
        let condition = Condition::of(&wanted.filters);
        let sort = wanted.sort.as_ref().map(|it| (fold_name(&it.field), it.way));
        self.with(|db| {
            let db = db.transaction()?;
            let by = by(wanted.order);
            let sql = format!(
                "SELECT uid, file, facets FROM pages WHERE {} ORDER BY {by}",
                condition.sql
            );
            let mut read = db.prepare_cached(&sql)?;
            let mut found = read.query(params_from_iter(&condition.values))?;
            let mut passing: Vec<(Option<Rank>, i64)> = Vec::new();
            while let Some(found) = found.next()? {
                let path = page_path(found.get_ref(1)?.as_str().map_err(unreadable)?)?;
                if wanted.only.as_ref().is_some_and(|only| !only.contains(&path)) {
                    continue;
                }
                let facets = facets(found.get_ref(2)?.as_str().map_err(unreadable)?, &path)?;
                // Each test meets each page, so that what it met does not hang on the others.
                let mut passes = true;
                for (test, met) in wanted.tests.iter().zip(&mut met) {
                    passes &= test.passes(&path, &facets, met);
                }
                if passes {
                    let rank = sort.as_ref().and_then(|(name, _)| {
                        let value = values(&path, &facets, name).into_iter().next()?;
                        Some(Rank::of(&value, is_version_field(name)))
                    });
                    passing.push((rank, found.get(0)?));
                }
            }
            if let Some((_, way)) = sort {
                passing.sort_by(|a, b| order(a.0.as_ref(), b.0.as_ref(), way));
            }
            let mut rows = Vec::new();
            let mut read = db.prepare_cached(&format!("{ROW} WHERE uid = ?1"))?;
            for (_, uid) in passing.iter().skip(page.0).take(page.1) {
                let mut found = read.query([uid])?;
                if let Some(found) = found.next()? {
                    rows.push(row(found)?);
                }
            }
            Ok(Selected { rows, total: passing.len(), met })
        })
    }

    /// The fields of heads in use that have no place of their own among the facets, as written.
    pub(crate) fn fields(&self) -> Result<BTreeSet<String>, IndexError> {
        self.with(|db| {
            let mut read =
                db.prepare("SELECT DISTINCT key FROM pages, json_each(facets, '$.extra')")?;
            let keys = read.query_map([], |row| row.get(0))?;
            Ok(keys.collect::<Result<_, _>>()?)
        })
    }
}

fn order(a: Option<&Rank>, b: Option<&Rank>, way: Way) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if way == Way::Rising => a.order(b),
        (Some(a), Some(b)) => b.order(a),
        // What has no such field comes last either way.
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}
