//! Which page is meant: exact for whatever changes a page, helpful when it is not sure.

use crate::{Error, Kind, Memory, facets, limits, naming, place, problem};
use wiki::canon::{self, Name, Resolved};
use wiki::decision::{Moves, place_hash};
use wiki::path::PagePath;

/// What to do about a vault of which most pages are gone.
pub(crate) const MOUNT: &str =
    "mount the vault's drive again; if the pages were meant to go, run `memopage gc --purge`";

/// What to say of a folder that is another one of the vault but for its letters' case.
pub(crate) fn one_folder(folder: &str, known: &str) -> String {
    format!("`{folder}` and the folder {known} are one on some disks")
}

impl Memory {
    /// The one page that `typed` names: path, id, title, alias or slug, also as `[[link]]`.
    pub(crate) fn resolve(&self, typed: &str) -> Result<PagePath, Error> {
        let typed = bare(typed);
        if typed.trim().is_empty() {
            return Err(Error::bad("the page's name is blank", "name the page to use"));
        }
        // A file that the index does not know yet is still that page.
        let as_path = PagePath::parse_existing(typed);
        if let Ok(path) = &as_path
            && self.vault.stat(&path.file()).map_err(problem::from_vault)?.is_some()
        {
            return self.real(path);
        }
        let found = self.live_or_archived(typed)?;
        match found {
            Resolved::One(path) => Ok(path),
            Resolved::Many(paths) => Err(ambiguous(typed, &paths)),
            Resolved::None { near } => {
                if let Err(refused) = as_path
                    && !naming::begins_with_dot(typed)
                    && !refused.is_of_title()
                {
                    return Err(problem::from_path(&refused));
                }
                Err(self.unknown(typed, &near))
            }
        }
    }

    /// As [`Memory::resolve`], for what changes a page: an archived one is meant by its place alone.
    pub(crate) fn resolve_to_change(&self, typed: &str) -> Result<PagePath, Error> {
        let path = self.resolve(typed)?;
        if is_put_away(typed, &path) { Err(self.put_away(typed, &path)) } else { Ok(path) }
    }

    /// The one page in sight that `typed` means; of what is merely near nothing is looked at.
    pub(crate) fn in_sight(&self, typed: &str) -> Result<Option<PagePath>, Error> {
        let (mut named, failed) = self.looked_up(|lookup| canon::exact(bare(typed), lookup));
        if let Some(err) = failed {
            return Err(problem::from_index(err));
        }
        named.retain(|it| !facets::in_archive(it.path.as_str()));
        let one = named.pop().filter(|_| named.is_empty());
        Ok(one.map(|it| it.path))
    }

    /// What `typed` means among the pages in sight; only if that is nothing, among the archived ones.
    fn live_or_archived(&self, typed: &str) -> Result<Resolved, Error> {
        let (live, failed) = self.looked_up(|lookup| {
            canon::resolve(typed, &|folded| {
                let mut names = lookup(folded);
                names.retain(|it| !facets::in_archive(it.path.as_str()));
                names
            })
        });
        if let Some(err) = failed {
            return Err(problem::from_index(err));
        }
        if !matches!(live, Resolved::None { .. }) {
            return Ok(live);
        }
        let (all, failed) = self.looked_up(|lookup| canon::resolve(typed, lookup));
        match failed {
            Some(err) => Err(problem::from_index(err)),
            None => Ok(all),
        }
    }

    /// The page that `typed` names exactly, else the place of a page that is to be made: what is
    /// replaced as a whole must be named exactly.
    pub(crate) fn resolve_or_new(&self, typed: &str) -> Result<PagePath, Error> {
        match self.resolve(typed) {
            Err(err) if err.kind == Kind::NotFound => self.place_for(typed),
            Err(err) => Err(err),
            // What was put away gives its place free.
            Ok(path) if is_put_away(typed, &path) => self.place_for(typed),
            Ok(path) => self.exactly(typed, path),
        }
    }

    /// The place of a page that is to be made, by its path or its title.
    fn place_for(&self, typed: &str) -> Result<PagePath, Error> {
        let typed = bare(typed);
        if let Some(section) = place::section_of(self, typed) {
            return Err(section);
        }
        self.real(&naming::as_path(typed)?)
    }

    /// The page of exactly this path, id or title; nothing that merely sounds like it.
    pub(crate) fn resolve_exact(&self, typed: &str) -> Result<PagePath, Error> {
        let path = self.resolve(typed)?;
        self.exactly(typed, path)
    }

    /// As [`Memory::resolve_exact`], for what changes a page: an archived one is meant by its place alone.
    pub(crate) fn resolve_exact_to_change(&self, typed: &str) -> Result<PagePath, Error> {
        let path = self.resolve_exact(typed)?;
        if is_put_away(typed, &path) { Err(self.put_away(typed, &path)) } else { Ok(path) }
    }

    /// `path`, if it is what was typed to the letter.
    fn exactly(&self, typed: &str, path: PagePath) -> Result<PagePath, Error> {
        let wanted = bare(typed);
        let names = self.ask(|index| index.names(&canon::fold(wanted)))?;
        let is_id = names.iter().any(|it| it.path == path && it.id.as_deref() == Some(wanted));
        // In other letters a title is meant where no other page is called so.
        let is_only = names.len() == 1;
        let is_called =
            |title: &str| title == wanted || is_only && canon::fold(title) == canon::fold(wanted);
        let is_title = names.iter().any(|it| it.path == path && is_called(&it.title));
        let is_path = PagePath::parse_existing(wanted)
            .is_ok_and(|it| same_name(&it, &path) || self.real(&it).is_ok_and(|it| it == path));
        if is_path || is_id || is_title {
            return Ok(path);
        }
        Err(Error::new(Kind::NotFound, format!("no page is called exactly `{wanted}`"))
            .hint(format!("name the page as `{path}` if it is the one you mean"))
            .candidates([path.to_string()]))
    }

    /// The page itself where a path leads through a link to a page that the vault lists.
    pub(crate) fn real(&self, path: &PagePath) -> Result<PagePath, Error> {
        let place = self.vault.place(&path.file()).map_err(problem::from_vault)?;
        if place == path.file() || place.split('/').any(is_unlisted) {
            return Ok(path.clone());
        }
        Ok(PagePath::from_file(&place).unwrap_or_else(|_| path.clone()))
    }

    /// Refuses to change a page under a name that is a link: what would change lies elsewhere.
    pub(crate) fn refuse_link(&self, path: &PagePath) -> Result<(), Error> {
        let place = self.vault.place(&path.file()).map_err(problem::from_vault)?;
        if place == path.file() {
            return Ok(());
        }
        let real = PagePath::from_file(&place).map_or(place, |it| it.to_string());
        Err(Error::new(Kind::Refused, format!("{path} is a link to {real}; nothing was written"))
            .hint(format!("name `{real}`, or remove the link in a file manager"))
            .candidates([real]))
    }

    /// Refuses a place for a page that another page has but for its letters' case, or how its accents are
    /// composed: the two are one file on many disks. `moving` is the page that goes there, if it is there already.
    pub(crate) fn refuse_twin(
        &self,
        path: &PagePath,
        moving: Option<&PagePath>,
    ) -> Result<(), Error> {
        let Some(twin) = self.twin(path, moving)? else {
            return self.refuse_twin_folder(path, moving);
        };
        let in_case = twin.as_str().to_lowercase() == path.as_str().to_lowercase();
        let what = if in_case { "its letters' case" } else { "how its letters are composed" };
        Err(Error::new(
            Kind::Conflict,
            format!(
                "the page {twin} exists already, and {path} differs in {what} only{}",
                crate::lint::written_apart(twin.as_str(), path.as_str())
            ),
        )
        .hint(format!("use `{twin}`, or choose another name"))
        .candidates([twin.to_string()]))
    }

    /// Refuses a place for a page in a folder that is another one of the vault but for its letters' case.
    fn refuse_twin_folder(&self, path: &PagePath, moving: Option<&PagePath>) -> Result<(), Error> {
        for (at, _) in path.as_str().match_indices('/') {
            let part = &path.as_str()[..at];
            if let Some(known) = self.namesake_folder(part, moving)? {
                let right = format!("{known}{}", &path.as_str()[at..]);
                return Err(Error::bad(
                    one_folder(part, &known),
                    format!("write it as it is: `{right}`, or choose another folder"),
                ));
            }
        }
        Ok(())
    }

    /// A folder of the vault or of its schema that differs from this one in letter case alone. `moving` is a page
    /// that leaves its own.
    pub(crate) fn namesake_folder(
        &self,
        folder: &str,
        moving: Option<&PagePath>,
    ) -> Result<Option<String>, Error> {
        let schema = self.schema();
        let fixed = facets::ARCHIVES.iter().copied().chain(["templates"]);
        let typed = schema.types.iter().map(|it| it.folder.as_str());
        // Most pages go where others are, which is found without reading all names.
        if self.ask(|index| index.holds_below(folder))? {
            return Ok(None);
        }
        let names = self.ask(|index| index.all_names())?;
        let stand = names.iter().filter(|it| Some(&it.path) != moving).map(|it| it.path.folder());
        let wanted = folder.to_lowercase();
        let mut same = None;
        for known in fixed.chain(typed).chain(stand) {
            let known = known.trim_matches('/');
            // A folder above one that holds pages is one, too.
            let Some(known) = known
                .get(..folder.len())
                .filter(|part| known.len() == part.len() || known[part.len()..].starts_with('/'))
            else {
                continue;
            };
            if known == folder {
                return Ok(None);
            }
            if known.to_lowercase() == wanted {
                same.get_or_insert_with(|| known.to_owned());
            }
        }
        Ok(same)
    }

    /// The page of the vault that is one file with this one on some disks; `moving` is none.
    pub(crate) fn twin(
        &self,
        path: &PagePath,
        moving: Option<&PagePath>,
    ) -> Result<Option<PagePath>, Error> {
        let file = path.on_any_disk();
        let names = self.ask(|index| index.names(&canon::fold(path.name())))?;
        let mut paths = names.into_iter().map(|it| it.path);
        Ok(paths.find(|it| it != path && Some(it) != moving && it.on_any_disk() == file))
    }

    /// The page of exactly this path or id, which may go elsewhere or out of sight. Pages that the
    /// vault works by stay where they are, and archived ones are named by their place.
    pub(crate) fn resolve_movable(&self, typed: &str) -> Result<PagePath, Error> {
        let path = self.resolve_exact_to_change(typed)?;
        // What is said of a link is not meant for the page that it leads to.
        if let Ok(named) = PagePath::parse_existing(bare(typed))
            && self.vault.place(&named.file()).is_ok()
        {
            self.refuse_link(&named)?;
        }
        let schema = self.schema();
        let place = schema.for_path(path.as_str()).filter(|it| it.file.is_some());
        if let Some(page_type) = place {
            return Err(Error::new(
                Kind::Refused,
                format!("{path} is the vault's {} and stays where it is", page_type.name),
            )
            .hint("edit it; or remove it in a file manager if the vault shall do without"));
        }
        Ok(path)
    }

    fn unknown(&self, typed: &str, near: &[PagePath]) -> Error {
        if let Some(gone) = self.gone() {
            return gone;
        }
        if let Some(path) = self.put_away_from(typed) {
            return self
                .put_away(typed, &path)
                .hint(format!("or read it there: `memopage read \"{path}\"`"));
        }
        if let Some(path) = self.moved_from(typed) {
            return Error::new(Kind::NotFound, format!("there is no page `{typed}`: it was moved"))
                .hint(format!("it is `{path}` now"))
                .candidates([path.to_string()]);
        }
        let names = self.near(typed, near);
        let error = Error::new(Kind::NotFound, format!("there is no page `{typed}`"));
        let error = match names.first() {
            None => error.hint("run `memopage list` to see the pages"),
            Some(first) => error.hint(format!("did you mean `{first}`?")),
        };
        error.candidates(names)
    }

    /// Where the page is now that last left the place that was typed. What cannot be read tells of no move.
    pub(crate) fn moved_from(&self, typed: &str) -> Option<PagePath> {
        let place = PagePath::parse_existing(bare(typed)).ok()?;
        let moves = Moves::read(&self.decided().ok()??);
        let left = moves.of(&place);
        let to = &left.first()?.to;
        let names = self.ask(|index| index.all_names()).ok()?;
        names.into_iter().map(|it| it.path).find(|path| place_hash(path) == *to)
    }

    /// The archived page that lay at the place that was typed.
    pub(crate) fn put_away_from(&self, typed: &str) -> Option<PagePath> {
        let home = PagePath::parse_existing(bare(typed)).ok()?;
        let places = facets::ARCHIVES.iter().map(|folder| format!("{folder}/{home}"));
        let mut places = places.filter_map(|it| PagePath::parse_existing(&it).ok());
        places.find(|it| self.vault.stat(&it.file()).is_ok_and(|stat| stat.is_some()))
    }

    /// Why a page that a name stands for has no file: it may be on a drive that is gone.
    pub(crate) fn no_page(&self, path: &PagePath) -> Error {
        if self.behind().vanished {
            let message = format!("{path} cannot be read: most pages are gone from the disk");
            return Error::new(Kind::Unavailable, message).hint(MOUNT);
        }
        let error = Error::new(Kind::NotFound, format!("there is no page {path}"));
        let is_day = wiki::time::read_date(path.name())
            .is_some_and(|day| crate::daily::path(self, day).is_ok_and(|it| it == *path));
        if is_day {
            return error
                .hint(format!(
                    "nothing was noted on that day; begin its page with `memopage append {} TEXT`",
                    path.name()
                ))
                .hint(
                    "what is remembered without a page stands on today's: `memopage remember TEXT`",
                );
        }
        error.hint("run `memopage list` to see the pages")
    }

    /// Runs `find` with a look-up of names by folded key; a failing index is told apart from no name.
    pub(crate) fn looked_up<T>(
        &self,
        find: impl FnOnce(&dyn Fn(&str) -> Vec<Name>) -> T,
    ) -> (T, Option<search::IndexError>) {
        let failed = std::cell::RefCell::new(None);
        let found = find(&|folded| match self.asked(|index| index.names(folded)) {
            Ok(names) => names,
            Err(err) => {
                *failed.borrow_mut() = Some(err);
                Vec::new()
            }
        });
        (found, failed.into_inner())
    }

    /// The bytes of a page's file, if there is one.
    pub(crate) fn read_bytes(&self, path: &PagePath) -> Result<Option<Vec<u8>>, Error> {
        let file = path.file();
        match self.vault.stat(&file).map_err(problem::from_vault)? {
            None => Ok(None),
            Some(_) => self.vault.read(&file).map(Some).map_err(problem::from_vault),
        }
    }
}

/// Whether a page is archived, and was not named by its place there.
fn is_put_away(typed: &str, path: &PagePath) -> bool {
    let by_place = PagePath::parse_existing(bare(typed)).is_ok_and(|it| same_name(&it, path));
    facets::in_archive(path.as_str()) && !by_place
}

/// What `restore` takes for an archived page. The place that it had may be that of several, and then
/// `restore` asks.
pub(crate) fn back(typed: &str, path: &PagePath) -> String {
    let typed = bare(typed);
    let home = path.as_str().split_once('/').map_or(path.as_str(), |(_, home)| home);
    if PagePath::parse_existing(typed).is_ok_and(|it| it.as_str() == home) {
        home
    } else {
        path.as_str()
    }
    .to_owned()
}

/// Whether two paths are one name, however its accents are written on the disk.
fn same_name(typed: &PagePath, path: &PagePath) -> bool {
    typed == path || PagePath::parse_existing(path.as_str()).is_ok_and(|it| it == *typed)
}

/// Folders and files that the vault does not list.
fn is_unlisted(part: &str) -> bool {
    part.starts_with('.') && part != ".archive"
}

/// `[[Target|shown]]` → `Target`.
pub(crate) fn bare(typed: &str) -> &str {
    let typed = typed.trim();
    match typed.strip_prefix("[[").and_then(|it| it.strip_suffix("]]")) {
        Some(inner) => inner.split('|').next().unwrap_or(inner).trim(),
        None => typed,
    }
}

pub(crate) fn ambiguous(typed: &str, paths: &[PagePath]) -> Error {
    let names: Vec<String> =
        paths.iter().take(limits::CANDIDATES_MAX).map(ToString::to_string).collect();
    Error::new(Kind::Conflict, format!("`{typed}` names {} pages", paths.len()))
        .hint(format!("name one of them by its path: {}", names.join(", ")))
        .candidates(names)
}
