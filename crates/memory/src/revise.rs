//! A write that names the revision it is based on, when the page has moved on since.

use crate::{Error, Kind, Memory, limits};
use serde_json::json;
use wiki::merge::{self, Merged};
use wiki::page::{Page, Revision};
use wiki::path::PagePath;

/// The text to write: `ours`, merged with what others wrote since `expected`.
pub(crate) fn merged(
    memory: &Memory,
    page: &Page,
    expected: Option<&str>,
    ours: &str,
) -> Result<String, Error> {
    let Some(expected) = expected else { return Ok(ours.to_owned()) };
    let expected = parsed(expected)?;
    if page.revision() == expected || page.text == ours {
        return Ok(ours.to_owned());
    }
    let Some(base) = memory.text_at_revision(&page.path, expected)? else {
        return Err(conflict(page, ours, None));
    };
    match merge::merge(&base, ours, &page.text) {
        Merged::Clean(text) => Ok(text),
        Merged::Conflict(_) => Err(conflict(page, ours, Some(&base))),
    }
}

/// Reads a revision as typed.
pub(crate) fn parsed(typed: &str) -> Result<Revision, Error> {
    typed.trim().parse().map_err(|_| {
        Error::bad(
            format!("`{typed}` is no revision"),
            "a revision is 32 hexadecimal digits, as `memopage read --json` shows it",
        )
    })
}

/// The page that a revision was expected of is not there any more.
pub(crate) fn gone(path: &PagePath) -> Error {
    Error::new(Kind::Conflict, format!("the page {path} is gone since it was read"))
        .hint("leave `expected` out to make it anew")
}

/// Both texts, for whoever has to decide.
fn conflict(page: &Page, ours: &str, base: Option<&str>) -> Error {
    Error::new(Kind::Conflict, format!("{} changed since it was read", page.path))
        .hint(format!(
            "read the page again and write with `expected` {}; nothing was changed",
            page.revision()
        ))
        .detail(json!({
            "page": page.path.as_str(),
            "revision": page.revision().to_string(),
            "base": base,
            "yours": ours,
            "theirs": page.text,
            "difference": merge::difference(&page.text, ours, limits::DIFFERENCE_LINES),
        }))
}

impl Memory {
    /// The text that had this revision, from the page's history; none if history does not have it.
    pub(crate) fn text_at_revision(
        &self,
        path: &PagePath,
        revision: Revision,
    ) -> Result<Option<String>, Error> {
        let Ok(entries) = self.history().log(Some(&path.file()), limits::BASE_VERSIONS_MAX) else {
            return Ok(None);
        };
        for entry in entries {
            if let Ok(bytes) = self.history().show(&entry.id, &path.file())
                && Revision::of(&bytes) == revision
            {
                return Ok(String::from_utf8(bytes).ok());
            }
        }
        Ok(None)
    }
}
