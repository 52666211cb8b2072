//! Links that follow a page to its new place.

use crate::draft::Draft;
use crate::{Error, Kind, Memory};
use wiki::graph::{Files, rename_edits};
use wiki::path::PagePath;
use wiki::schema::WriteRule;

/// Moves `from` to `to` and rewrites links: those that lead to it, and its own relative ones.
pub(crate) fn relocate(draft: &mut Draft<'_>, from: &PagePath, to: &PagePath) -> Result<(), Error> {
    let files = files(draft)?;
    let page = draft.existing(from)?;
    let own = rename_edits(&page, from, to, &files);
    draft.relocate(from, to)?;
    if !own.is_empty() {
        draft.edit(to, &own)?;
    }
    redirect(draft, from, to, &files)
}

/// Rewrites the links of all other pages from `from` to `to`.
pub(crate) fn redirect(
    draft: &mut Draft<'_>,
    from: &PagePath,
    to: &PagePath,
    files: &Files,
) -> Result<(), Error> {
    let linking = draft.memory.linking_to(from, Some(files))?;
    for path in linking {
        if path == *from || path == *to {
            continue;
        }
        let Some(page) = draft.page(&path)? else { continue };
        let edits = rename_edits(&page, from, to, files);
        if edits.is_empty() {
            continue;
        }
        let schema = std::sync::Arc::clone(&draft.schema);
        if schema.type_of(&page).is_some_and(|it| it.rule == WriteRule::Immutable) {
            draft
                .warnings
                .push(format!("{path} is immutable: its link to {from} was left as it is"));
            continue;
        }
        match draft.edit(&path, &edits) {
            Ok(()) => {}
            Err(err) if err.kind == Kind::Refused => {
                draft.warnings.push(format!("a link in {path} was left as it is: {err}"));
            }
            Err(err) => return Err(err),
        }
    }
    Ok(())
}

impl Memory {
    /// Pages with a link that leads to `path`; `files` spares making the table of names anew.
    pub(crate) fn linking_to(
        &self,
        path: &PagePath,
        files: Option<&Files>,
    ) -> Result<Vec<PagePath>, Error> {
        let mut names = vec![path.name().to_owned()];
        if let Some(row) = self.ask(|index| index.row(path))? {
            names.push(row.facets.title);
            names.extend(row.facets.aliases);
        }
        let maybe = self.ask(|index| index.links_named(&names))?;
        if maybe.is_empty() {
            return Ok(Vec::new());
        }
        let made;
        let files = match files {
            Some(files) => files,
            None => {
                made = Files::new(self.ask(|index| index.all_names())?);
                &made
            }
        };
        let mut linking: Vec<PagePath> = maybe
            .into_iter()
            .filter(|(from, link)| {
                from != path && files.resolve_link(from, link).page() == Some(path)
            })
            .map(|(from, _)| from)
            .collect();
        linking.sort();
        linking.dedup();
        Ok(linking)
    }
}

/// All pages by path and name, as they stand before the move.
pub(crate) fn files(draft: &Draft<'_>) -> Result<Files, Error> {
    Ok(Files::new(draft.memory.ask(|index| index.all_names())?))
}
