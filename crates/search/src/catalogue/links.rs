//! A page's links as they are kept: all of them in one value, since they share their beginnings, and
//! beside them which page names whom, as numbers that only tell whether two names are equal.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};
use wiki::canon::fold;
use wiki::link::{Link, LinkForm, LinkOrigin};
use wiki::page::Page;
use wiki::path::PagePath;

use super::edges::lead;
use crate::bytes::{Reader, put, put_distance, put_text, put_text_after};
use crate::error::IndexError;

/// Bits of a link's first number, above the two of its form.
const EMBED: u64 = 4;
const TABLE: u64 = 8;
const IN_HEAD: u64 = 16;
const ANCHOR: u64 = 32;
const SHOWN: u64 = 64;

/// A link and the words that stand before it.
pub(super) struct Led {
    pub(super) link: Link,
    pub(super) lead: String,
}

/// A name as a number that equal names share. Of six bytes, which two of a hundred thousand names share
/// once in fifty thousand vaults; who needs to be sure compares the names.
pub(super) fn tie(name: &str) -> i64 {
    let hash = blake3::hash(name.as_bytes());
    hash.as_bytes()[..6].iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
}

/// The folded last component of a link's target, which every way of writing the target shares with the
/// page's own names.
pub(super) fn link_name(target: &str) -> String {
    let target = target.trim().trim_start_matches("[[").trim_end_matches("]]");
    let target = target.split(['|', '#']).next().unwrap_or(target).trim_end_matches('/');
    let name = target.rsplit('/').next().unwrap_or(target);
    fold(name.strip_suffix(".md").unwrap_or(name))
}

/// The folded last component of a target whose link was read: a `#` or `|` in it belongs to the page's name.
pub(super) fn file_name(target: &str) -> String {
    let name = target.trim().rsplit('/').next().unwrap_or(target);
    fold(name.strip_suffix(".md").unwrap_or(name))
}

/// Writes a version's links down.
pub(super) fn insert(db: &Connection, uid: i64, page: &Page) -> Result<(), IndexError> {
    if page.links.is_empty() {
        return Ok(());
    }
    db.prepare_cached("INSERT INTO links VALUES (?1, ?2)")?
        .execute(params![uid, to_bytes(page)])?;
    let mut add = db.prepare_cached("INSERT OR IGNORE INTO ties VALUES (?1, ?2)")?;
    for link in &page.links {
        add.execute([tie(&link_name(&link.target)), uid])?;
    }
    Ok(())
}

/// Drops a version's links. Whom it names is read from them: an index of that by version would be as
/// large as they are.
pub(super) fn remove(db: &Connection, uid: i64) -> Result<(), IndexError> {
    let mut drop = db.prepare_cached("DELETE FROM ties WHERE name = ?1 AND uid = ?2")?;
    for led in of(db, uid)? {
        drop.execute([tie(&link_name(&led.link.target)), uid])?;
    }
    db.prepare_cached("DELETE FROM links WHERE uid = ?1")?.execute([uid])?;
    Ok(())
}

/// A version's links in the order of the page.
pub(super) fn of(db: &Connection, uid: i64) -> Result<Vec<Led>, IndexError> {
    let mut read = db.prepare_cached("SELECT data FROM links WHERE uid = ?1")?;
    Ok(read.query_row([uid], |row| links(row, 0)).optional()?.unwrap_or_default())
}

/// The same of a page's present version.
pub(super) fn of_path(db: &Connection, path: &PagePath) -> Result<Vec<Led>, IndexError> {
    let mut read =
        db.prepare_cached("SELECT data FROM pages JOIN links USING (uid) WHERE path = ?1")?;
    Ok(read.query_row([path.as_str()], |row| links(row, 0)).optional()?.unwrap_or_default())
}

/// The links in a row's column; bytes that are none give none.
pub(super) fn links(row: &Row<'_>, at: usize) -> rusqlite::Result<Vec<Led>> {
    Ok(match row.get_ref(at)? {
        ValueRef::Blob(bytes) => from_bytes(bytes).unwrap_or_default(),
        _ => Vec::new(),
    })
}

fn to_bytes(page: &Page) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, page.links.len() as u64);
    let (mut end, mut before) = (0, "");
    for link in &page.links {
        let (in_table, key) = match &link.origin {
            LinkOrigin::Body { in_table } => (*in_table, None),
            LinkOrigin::Head { key } => (false, Some(key)),
        };
        let form = match link.form {
            LinkForm::Wiki => 0,
            LinkForm::Markdown => 1,
            LinkForm::Head => 2,
        };
        let marks = [
            (EMBED, link.embed),
            (TABLE, in_table),
            (IN_HEAD, key.is_some()),
            (ANCHOR, link.anchor.is_some()),
            (SHOWN, link.shown.is_some()),
        ];
        put(&mut bytes, marks.iter().filter(|(_, is)| *is).fold(form, |all, (bit, _)| all | bit));
        put_distance(&mut bytes, end, link.span.start);
        put_distance(&mut bytes, link.span.start, link.target_span.start);
        put_distance(&mut bytes, link.target_span.start, link.target_span.end);
        put_distance(&mut bytes, link.target_span.end, link.span.end);
        put_text_after(&mut bytes, before, &link.target);
        for text in [&link.anchor, &link.shown].into_iter().flatten() {
            put_text(&mut bytes, text);
        }
        // In the head the key is what stands before.
        put_text(&mut bytes, key.map_or_else(|| lead(page, link), Clone::clone).as_str());
        (end, before) = (link.span.end, &link.target);
    }
    bytes
}

fn from_bytes(bytes: &[u8]) -> Option<Vec<Led>> {
    let mut reader = Reader(bytes);
    let count = reader.count()?;
    let mut links: Vec<Led> = Vec::with_capacity(count);
    let mut end = 0;
    for _ in 0..count {
        let marks = reader.number()?;
        let has = |bit: u64| marks & bit > 0;
        let start = reader.distance(end)?;
        let target_start = reader.distance(start)?;
        let target_end = reader.distance(target_start)?;
        end = reader.distance(target_end)?;
        let target = reader.text_after(links.last().map_or("", |led| led.link.target.as_str()))?;
        let mut text =
            |is: bool| if is { reader.text().map(|it| Some(it.to_owned())) } else { Some(None) };
        let (anchor, shown) = (text(has(ANCHOR))?, text(has(SHOWN))?);
        let lead = text(true)??;
        let origin = match has(IN_HEAD) {
            true => LinkOrigin::Head { key: lead.clone() },
            false => LinkOrigin::Body { in_table: has(TABLE) },
        };
        let form = match marks & 3 {
            0 => LinkForm::Wiki,
            1 => LinkForm::Markdown,
            _ => LinkForm::Head,
        };
        let (span, target_span) = (start..end, target_start..target_end);
        let embed = has(EMBED);
        links.push(Led {
            link: Link { span, target, target_span, anchor, shown, form, embed, origin },
            lead,
        });
    }
    reader.is_empty().then_some(links)
}
