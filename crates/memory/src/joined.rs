//! Pages that `merge` put away: what stands on another page now is not brought back beside it.

use crate::{Error, Kind, Memory, facets};
use wiki::canon::fold;
use wiki::head::HeadKind;
use wiki::path::PagePath;

/// Commits of one file among which its merge is looked for.
const COMMITS_MAX: usize = 20;

impl Memory {
    /// The page in sight that an archived one was joined to: the one says so, and the other has its name.
    pub(crate) fn joined_to(&self, archived: &PagePath) -> Option<PagePath> {
        let page = self.page_at(archived)?;
        // As `merge` gave its name to the page that stayed.
        let title = if page.head.broken { page.title_of_body() } else { page.title() };
        let says = !page.head.broken && matches!(page.head.kind, HeadKind::Yaml | HeadKind::None);
        let said = page.head.list("superseded_by");
        let kept = said.iter().filter_map(|it| self.in_sight(it).ok().flatten());
        // A head that nothing is written to cannot say it; then the history does.
        let title = fold(&title);
        let named = match says || self.merge_of(archived).is_none() {
            true => Vec::new(),
            false => self.ask(|index| index.names(&title)).unwrap_or_default(),
        };
        let named = named.into_iter().map(|it| it.path);
        let mut kept = kept.chain(named).filter(|it| !facets::in_archive(it.as_str()));
        kept.find(|it| {
            self.page_at(it).is_some_and(|kept| {
                let mut names = kept.head.list("aliases");
                names.push(kept.title());
                names.iter().any(|name| fold(name) == title)
            })
        })
    }

    /// Refuses to bring a page back that was joined to another one.
    pub(crate) fn refuse_joined(&self, archived: &PagePath) -> Result<(), Error> {
        let Some(kept) = self.joined_to(archived) else { return Ok(()) };
        let message = format!(
            "{archived} was joined to {kept}: back in its place it would be a second page of it"
        );
        let error = Error::new(Kind::Conflict, message).candidates([kept.to_string()]);
        let merge = self.merge_of(archived);
        Err(match merge {
            Some(commit) => error.hint(format!(
                "take the merge back with `memopage undo {}`, or go on with `{kept}`",
                commit.id.get(..10).unwrap_or(&commit.id)
            )),
            None => error.hint(format!(
                "go on with `{kept}`, which has what it said; its own text can be read as `{archived}`"
            )),
        })
    }

    /// The commit that put a page away because it joined another one.
    fn merge_of(&self, archived: &PagePath) -> Option<store::Commit> {
        let file = archived.file();
        let log = self.history().log(Some(&file), COMMITS_MAX).ok()?;
        log.into_iter().find(|it| it.operation.as_deref() == Some("merge"))
    }

    /// Why a page that was put away is not meant by the name of the place that it had.
    pub(crate) fn put_away(&self, typed: &str, path: &PagePath) -> Error {
        if let Some(kept) = self.joined_to(path) {
            return Error::new(Kind::NotFound, format!("`{typed}` was joined to {kept}"))
                .hint(format!("name `{kept}`, where its facts and links are"))
                .candidates([kept.to_string()]);
        }
        let back = crate::canonical::back(typed, path);
        Error::new(Kind::NotFound, format!("`{typed}` is archived, as {path}"))
            .hint(format!("bring it back first: `memopage restore \"{back}\"`"))
            .candidates([path.to_string()])
    }
}
