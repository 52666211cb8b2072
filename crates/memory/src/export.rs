//! The vault as a stream of records: every page with its text and what is known of it.

use crate::sync::{is_left_alone, named};
use crate::{Call, Error, Memory, Purge, problem};
use serde::Serialize;
use wiki::page::{Page, Problem, ProblemKind};
use wiki::path::PagePath;

/// One page, ready to be written as a JSON line; or why it could not be.
#[derive(Debug, Serialize)]
pub struct Exported {
    /// The page's path in the vault, without `.md`.
    pub page: String,
    /// The file's name in the vault.
    pub file: String,
    /// The page's title.
    pub title: String,
    /// The page's type.
    #[serde(rename = "type")]
    pub page_type: Option<String>,
    /// The day that the page is about, or was made.
    pub date: Option<String>,
    /// The content hash.
    pub revision: Option<String>,
    /// The whole Markdown.
    pub text: Option<String>,
    /// Why the text is missing or was decoded with loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The line from which the head is none that can be read whole, and why. The text is all there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head_problem: Option<(usize, String)>,
}

/// What an export met.
#[derive(Debug, Default)]
pub struct Exporting {
    /// Pages that were handed over.
    pub pages: usize,
    /// Other files that were handed over, where the form holds them.
    pub others: usize,
    /// Files and folders that stand in the vault and could not be seen, each with the reason.
    pub unseen: Vec<(String, String)>,
    /// How many of those hold something that the export lacks; a link that leads nowhere does not.
    pub lacking: usize,
}

/// What git is told about a vault.
const FOR_GIT: [&str; 2] = [".gitignore", ".gitattributes"];

/// Takes a file's name and its bytes, or why they cannot be read.
pub(crate) type EachFile<'a> = dyn FnMut(&str, Result<Vec<u8>, String>) -> Result<(), Error> + 'a;

/// What is wrong with a head that other programs will not read, either.
fn head_problem(page: &Page) -> Option<(usize, String)> {
    use ProblemKind::{BrokenHead, HeadLimit, OpenHead};
    let of_head = |it: &&Problem| matches!(it.kind, BrokenHead | OpenHead | HeadLimit);
    page.problems.iter().find(of_head).map(|it| (it.line, it.message.clone()))
}

impl Memory {
    /// The vault's files, after a look at the disk: a vault whose pages are gone is none to be kept.
    fn to_export(&self, call: &Call) -> Result<(store::Listing, Exporting), Error> {
        self.sync(call, Purge::Guarded, &mut |_, _| {})?;
        if let Some(gone) = self.gone() {
            return Err(gone);
        }
        let listing = self.vault.list().map_err(problem::from_vault)?;
        let unseen = listing.skipped.iter().filter(|it| !is_left_alone(it)).map(named).collect();
        let holds = |it: &&store::Skipped| {
            use store::SkipReason::{NameNotText, TooLarge, Unreadable};
            matches!(it.why, Unreadable(_) | TooLarge(_) | NameNotText)
        };
        let lacking = listing.skipped.iter().filter(holds).count();
        let exporting = Exporting { pages: listing.files.len(), others: 0, unseen, lacking };
        Ok((listing, exporting))
    }

    /// Hands every page of the vault to `each`, in path order. A page that cannot be read is handed
    /// over with its problem; it never ends the export.
    ///
    /// # Errors
    /// `Unavailable` when the vault or its index cannot be read, or most pages are gone; whatever `each` says.
    pub fn export(
        &self,
        call: &Call,
        each: &mut dyn FnMut(Exported) -> Result<(), Error>,
    ) -> Result<Exporting, Error> {
        let (listing, exporting) = self.to_export(call)?;
        let schema = self.schema();
        for file in listing.files {
            let mut record = Exported {
                page: file.file.clone(),
                file: file.file.clone(),
                title: String::new(),
                page_type: None,
                date: None,
                revision: None,
                text: None,
                problem: None,
                head_problem: None,
            };
            match (PagePath::from_file(&file.file), self.vault.read(&file.file)) {
                (Ok(path), Ok(bytes)) => {
                    let revision = wiki::page::Revision::of(&bytes).to_string();
                    if std::str::from_utf8(&bytes).is_err() {
                        record.problem = Some("not valid UTF-8, decoded with loss".to_owned());
                    }
                    let page = Page::parse(path, problem::text_of(bytes));
                    let facets = crate::facets::of(&page, &schema);
                    record.page = page.path.to_string();
                    record.date = facets.date().map(|it| it.to_string());
                    record.head_problem = head_problem(&page);
                    record.title = facets.title;
                    record.page_type = facets.page_type;
                    record.revision = Some(revision);
                    record.text = Some(page.text);
                }
                (Err(err), _) => record.problem = Some(err.to_string()),
                (_, Err(err)) => record.problem = Some(err.to_string()),
            }
            each(record)?;
        }
        Ok(exporting)
    }

    /// Hands every file of the vault with its bytes to `each`, or why it cannot be read: the pages in path
    /// order, then what else makes it a vault (its settings, what was decided, what git is told) and the
    /// attachments.
    ///
    /// # Errors
    /// As [`Memory::export`].
    pub fn export_bytes(&self, call: &Call, each: &mut EachFile<'_>) -> Result<Exporting, Error> {
        let (listing, mut exporting) = self.to_export(call)?;
        let mut others = Vec::new();
        for file in FOR_GIT {
            if self.vault.stat(file).map_err(problem::from_vault)?.is_some() {
                others.push(file.to_owned());
            }
        }
        others.extend(listing.others);
        exporting.others = others.len();
        for file in listing.files.into_iter().map(|it| it.file).chain(others) {
            let bytes = self.vault.read(&file).map_err(|err| err.to_string());
            each(&file, bytes)?;
        }
        Ok(exporting)
    }
}
