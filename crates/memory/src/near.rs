//! The pages that may have been meant by a name that no page has. They are offered, and none of them is chosen.

use crate::canonical::bare;
use crate::{Error, Kind, Memory, facets, limits};
use std::collections::{BTreeSet, HashSet};
use wiki::canon::{self, Name};
use wiki::path::PagePath;

/// Names shorter than this are near to none.
const CHARS_MIN: usize = 4;

impl Memory {
    /// The paths of pages that a typed name is near to, nearest first. `slips` are those that a look-up of the name
    /// with a slip gave.
    pub(crate) fn near(&self, typed: &str, slips: &[PagePath]) -> Vec<String> {
        let wanted = Typed::new(typed);
        let shown = |paths: &[PagePath]| -> Vec<String> {
            paths.iter().filter(|it| wanted.is_near(it)).map(ToString::to_string).collect()
        };
        let mut names = self.of_other_signs(typed);
        names.extend(shown(slips));
        let all = self.alike(typed);
        if names.is_empty() {
            names = shown(&all);
        } else {
            // Whoever typed the beginning of a name means that one before what is cut from it.
            let begun = all.iter().filter(|it| wanted.begins(it)).map(ToString::to_string);
            names.splice(0..0, begun);
        }
        let mut seen = HashSet::new();
        names.retain(|it| seen.insert(it.clone()));
        names.truncate(limits::CANDIDATES_MAX);
        names
    }

    /// What to say of a page that would make a folder beside one of nearly its name; none where it makes none.
    pub(crate) fn slip_of_folder(&self, typed: &str) -> Result<Option<Error>, Error> {
        let Ok(path) = PagePath::parse_existing(bare(typed)) else { return Ok(None) };
        let Some((folder, rest)) = path.as_str().split_once('/') else { return Ok(None) };
        let schema = self.schema();
        let first =
            |it: &str| it.trim_matches('/').split('/').next().unwrap_or_default().to_owned();
        let mut known: BTreeSet<String> =
            schema.types.iter().map(|it| first(&it.folder)).filter(|it| !it.is_empty()).collect();
        if known.contains(folder) || self.ask(|index| index.holds_below(folder))? {
            return Ok(None);
        }
        let names = self.ask(|index| index.all_names())?;
        known
            .extend(names.iter().map(|it| it.path.folder()).filter(|it| !it.is_empty()).map(first));
        let near = |it: &&String| {
            let is_fixed = facets::ARCHIVES.contains(&it.as_str()) || *it == "templates";
            !is_fixed && canon::is_near_folder(folder, it)
        };
        Ok(known.iter().find(near).map(|known| {
            let meant = format!("{known}/{rest}");
            Error::new(
                Kind::NotFound,
                format!("there is no folder `{folder}/`, and one is called `{known}/`"),
            )
            .hint(format!("did you mean `{meant}`?"))
            .candidates([meant])
        }))
    }

    /// Pages in sight whose file would be that of what was typed, and that are called otherwise.
    fn of_other_signs(&self, typed: &str) -> Vec<String> {
        let key = canon::fold(&canon::slug(bare(typed)));
        let Ok(names) = self.ask(|index| index.names(&key)) else { return Vec::new() };
        let other =
            |it: &&Name| !facets::in_archive(it.path.as_str()) && canon::has_other_signs(typed, it);
        names.iter().filter(other).map(|it| it.path.to_string()).collect()
    }

    /// Pages whose names look like what was typed, most alike first.
    fn alike(&self, typed: &str) -> Vec<PagePath> {
        let Ok(mut names) = self.ask(|index| index.all_names()) else { return Vec::new() };
        names.retain(|it| !it.page_type.as_deref().is_some_and(facets::is_apart_type));
        canon::near(typed, &names, limits::CANDIDATES_MAX)
    }
}

/// A name as it was typed, with or without a folder before it.
struct Typed<'t> {
    whole: &'t str,
    folder: Option<&'t str>,
    own: &'t str,
}

impl<'t> Typed<'t> {
    fn new(whole: &'t str) -> Self {
        match whole.rsplit_once('/') {
            Some((folder, own)) => Self { whole, folder: Some(folder), own: own.trim() },
            None => Self { whole, folder: None, own: whole.trim() },
        }
    }

    /// Whether a page can be what was meant: no template, and in the folder that was typed, if one was.
    fn is_near(&self, page: &PagePath) -> bool {
        // In a name of so few letters one other letter is another name.
        if self.own.chars().count() < CHARS_MIN {
            return false;
        }
        if self.begins(page) {
            return true;
        }
        // `Sprint 13` is not a slip for `Sprint 12`.
        let (wanted, has) = (numbers(self.whole), numbers(page.name()));
        if !wanted.is_empty() && !has.is_empty() && wanted != has {
            return false;
        }
        !page.as_str().starts_with("templates/") && self.is_beside(page)
    }

    /// Whether a page's name begins with what was typed: `plan-20` and `plan-2026`.
    fn begins(&self, page: &PagePath) -> bool {
        let (own, name) = (canon::fold(&canon::slug(self.own)), canon::fold(page.name()));
        own.chars().count() >= CHARS_MIN
            && name.strip_prefix(&own).is_some_and(|rest| !rest.is_empty())
            && self.is_beside(page)
    }

    /// Whether a page lies in the folder that was typed, if one was.
    fn is_beside(&self, page: &PagePath) -> bool {
        self.folder.is_none_or(|it| canon::fold(it) == canon::fold(page.folder()))
    }
}

fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty()).collect()
}
