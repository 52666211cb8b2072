//! The tables. A row of `pages` is one version of one page and carries a number that is never used
//! again, so that postings of an older version can be told from those of the present one.
//!
//! What follows from something else is not kept: a file is its page's path and an ending, unless
//! `own_file` says otherwise; a title that is the file's name is left out of `facets`. Where only
//! equality is asked for, a number stands for a text (`sounds`, `ties`).

use rusqlite::{Connection, TransactionBehavior};

use super::FORMAT;
use crate::error::IndexError;

const TABLES: &str = "
CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('next_uid', 1), ('generation', 0), ('changes', 0), ('rebuilding', 0), ('schema', 0);
CREATE TABLE stats(session INTEGER PRIMARY KEY, pages INTEGER NOT NULL, atoms INTEGER NOT NULL, tokens INTEGER NOT NULL);
INSERT INTO stats VALUES (0, 0, 0, 0), (1, 0, 0, 0);
CREATE TABLE pages(
  uid INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  own_file TEXT,
  own_folded TEXT,
  size INTEGER NOT NULL,
  mtime_ns NOT NULL,
  revision BLOB NOT NULL,
  type TEXT, status TEXT, priority TEXT, scope TEXT, domain TEXT, day TEXT, changed TEXT,
  archived INTEGER NOT NULL,
  apart INTEGER NOT NULL,
  replaced INTEGER NOT NULL,
  session TEXT,
  facets TEXT NOT NULL,
  dirty INTEGER NOT NULL,
  atoms INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  is_session INTEGER NOT NULL,
  file TEXT AS (coalesce(own_file, path || '.md')) VIRTUAL,
  folded TEXT AS (coalesce(own_folded, lower(path))) VIRTUAL
);
CREATE INDEX pages_live ON pages(dirty, archived, apart);
CREATE INDEX pages_day ON pages(day) WHERE day IS NOT NULL;
CREATE INDEX pages_status ON pages(status) WHERE status IS NOT NULL;
CREATE INDEX pages_replaced ON pages(uid) WHERE replaced;
CREATE INDEX pages_file ON pages(own_file) WHERE own_file IS NOT NULL;
CREATE INDEX pages_pinned ON pages(path) WHERE json_extract(facets, '$.pinned');
CREATE INDEX pages_session ON pages(session) WHERE session IS NOT NULL;
CREATE TABLE outlines(uid INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE pending(uid INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, text TEXT NOT NULL);
CREATE TABLE dead(uid INTEGER PRIMARY KEY);
CREATE TABLE names(folded TEXT NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY(folded, uid)) WITHOUT ROWID;
CREATE TABLE sounds(sound INTEGER NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY(sound, uid)) WITHOUT ROWID;
CREATE TABLE tags(tag TEXT NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY(tag, uid)) WITHOUT ROWID;
CREATE TABLE supersedes(folded TEXT NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY(folded, uid)) WITHOUT ROWID;
CREATE TABLE links(uid INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE ties(name INTEGER NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY(name, uid)) WITHOUT ROWID;
CREATE TABLE relations(
  uid INTEGER NOT NULL, at INTEGER NOT NULL, predicate TEXT NOT NULL, name TEXT, data TEXT NOT NULL,
  PRIMARY KEY(uid, at)
) WITHOUT ROWID;
CREATE INDEX relations_name ON relations(name) WHERE name IS NOT NULL;
";

/// Makes the tables, unless another process did so in the meantime.
pub(super) fn create(db: &mut Connection) -> Result<(), IndexError> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let format: i32 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format == 0 {
        change.execute_batch(TABLES)?;
        change.pragma_update(None, "user_version", FORMAT)?;
    }
    change.commit()?;
    Ok(())
}

/// Fills empty tables from the catalogue that `uri` names, which is only read.
pub(super) fn copy(db: &mut Connection, uri: &str) -> Result<(), IndexError> {
    db.execute("ATTACH ?1 AS disk", [uri])?;
    let copied = filled(db);
    let left = db.execute_batch("DETACH disk");
    copied?;
    Ok(left?)
}

fn filled(db: &mut Connection) -> Result<(), IndexError> {
    let format: i32 = db.pragma_query_value(Some("disk"), "user_version", |row| row.get(0))?;
    if format != FORMAT {
        return Err(rusqlite::Error::InvalidQuery.into());
    }
    let change = db.transaction()?;
    for table in [
        "meta",
        "stats",
        "pages",
        "outlines",
        "pending",
        "dead",
        "names",
        "sounds",
        "tags",
        "supersedes",
        "links",
        "ties",
        "relations",
    ] {
        // Columns that are made of others are not among these.
        let columns: String = change.query_row(
            "SELECT group_concat(name) FROM pragma_table_info(?1)",
            [table],
            |row| row.get(0),
        )?;
        let copy = "INSERT OR REPLACE INTO main";
        change.execute(
            &format!("{copy}.{table}({columns}) SELECT {columns} FROM disk.{table}"),
            [],
        )?;
    }
    Ok(change.commit()?)
}
