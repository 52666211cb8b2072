//! Folders that hold one kind of text only: conversations, days, templates, and what was put away.
//!
//! Says which page does not belong where it is to be put. What lies there already is nobody's business
//! here: lint reports it.

use crate::{Error, Kind, facets};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;
use wiki::session;
use wiki::time::read_date;

/// Why a text does not belong into a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// The archive holds what was put away.
    Archive,
    /// New pages are made from templates.
    Template,
    /// It is no conversation.
    Session,
    /// It is not called as a day is, or says that it is something else.
    Daily,
}

impl Misfit {
    /// Why the page does not belong at `to`; none where it does.
    pub(crate) fn of(page: &Page, to: &PagePath, schema: &Schema) -> Option<Self> {
        let says = page.head.text("type").map(|it| it.trim().to_owned());
        if facets::in_archive(to.as_str()) {
            let status = page.head.text("status").unwrap_or_default();
            // A new page has no place but the one that it shall have.
            let came_from_there = page.path != *to && facets::in_archive(page.path.as_str());
            let is_away = came_from_there || status.trim() == "archived";
            return (!is_away).then_some(Self::Archive);
        }
        if facets::is_template(schema, to) {
            return Some(Self::Template);
        }
        let row = schema.for_folder(to.folder())?;
        match row.name.as_str() {
            "session" => {
                let there = Page::parse(to.clone(), page.text.as_str());
                (!session::is_session(&there)).then_some(Self::Session)
            }
            "daily" => {
                let is_other = says.is_some_and(|it| it != row.name);
                let is_day = to.name().len() == 10 && read_date(to.name()).is_some();
                (is_other || !is_day).then_some(Self::Daily)
            }
            _ => None,
        }
    }

    /// What is wrong, as half a sentence.
    pub(crate) fn why(self) -> &'static str {
        match self {
            Self::Archive => "the archive is for pages that were put away",
            Self::Template => "that folder is for what new pages begin with",
            Self::Session => "that folder is for conversations, and it holds no turn",
            Self::Daily => "that folder is for the pages of days",
        }
    }

    fn hint(self, from: &PagePath) -> String {
        match self {
            Self::Archive => format!("put it away with `memopage forget \"{from}\"`"),
            Self::Template => "write the template in an editor".to_owned(),
            Self::Session => {
                "import conversations, and keep other pages in a folder of theirs".to_owned()
            }
            Self::Daily => "add the text to the day: `memopage append today TEXT`".to_owned(),
        }
    }

    /// The error of whoever wanted to put a page there.
    pub(crate) fn refusal(self, from: &PagePath, to: &PagePath) -> Error {
        Error::new(Kind::Refused, format!("{from} cannot lie at {to}: {}", self.why()))
            .hint(self.hint(from))
    }
}
