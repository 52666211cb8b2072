//! When two values claim to hold on one page, its status says so until somebody decides.
//!
//! Whether values are in dispute is read from the page; which of them holds is never decided here.

use crate::Error;
use crate::draft::Draft;
use jiff::civil::Date;
use wiki::decision::{Resolved, Verdict};
use wiki::edit::{Edit, FieldValue};
use wiki::fact;
use wiki::head::HeadKind;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::{Schema, Status};

/// Whether the page says that two values claim to hold.
pub(crate) fn is_disputed(page: &Page) -> bool {
    page.head.text("status").map(|it| Status::from(it.as_str())) == Some(Status::Conflict)
}

/// Whether a key that has one value stands twice in a section for one time.
fn is_double(page: &Page, schema: &Schema, resolved: &Resolved, today: Date) -> bool {
    let facts = fact::facts(page, schema);
    fact::doubles(&facts, schema, today).into_iter().any(|(first, second)| {
        let decided = resolved.of(&page.path, &first.said(), &second.said());
        decided != Some(Verdict::Both)
    })
}

/// Once the last value in dispute is decided, the page is active again. `before` is the page as it was.
pub(crate) fn settle(draft: &mut Draft<'_>, before: &Page) -> Result<(), Error> {
    let path: &PagePath = &before.path;
    let page = draft.existing(path)?;
    let schema = std::sync::Arc::clone(&draft.schema);
    let today = draft.call.now.today();
    if !is_disputed(&page) {
        return Ok(());
    }
    let (known, now) = (draft.resolved()?, Resolved::read(draft.decisions()?.text()));
    let decided =
        is_double(before, &schema, &known, today) && !is_double(&page, &schema, &now, today);
    if !decided || page.head.broken || page.head.kind != HeadKind::Yaml {
        return Ok(());
    }
    let key = page.head.key_as_written("status").unwrap_or("status").to_owned();
    let value = FieldValue::Text(Status::Active.to_string());
    draft.edit(path, &[Edit::SetField { key, value }])?;
    draft.notes.push(format!("{path}: nothing is in dispute any more; its status is `active`"));
    Ok(())
}
