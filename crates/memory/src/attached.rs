//! Whether a file that a link names, such as a picture, lies in the vault. Nothing is opened.

use crate::Memory;
use std::cell::OnceCell;
use std::collections::HashSet;
use store::SkipReason;
use wiki::canon::fold;
use wiki::graph::join;
use wiki::page::Page;

/// The files of a vault that are no pages. They are looked up only when a link is not found at once.
pub(crate) struct Attached<'a> {
    memory: &'a Memory,
    /// Paths and each end of them, folded; `None` where a part of the vault could not be looked at.
    names: OnceCell<Option<HashSet<String>>>,
}

impl<'a> Attached<'a> {
    pub(crate) fn new(memory: &'a Memory) -> Self {
        Self { memory, names: OnceCell::new() }
    }

    /// Whether `target` lies beside the page, at that path of the vault, or anywhere under that name, as
    /// Obsidian finds it. What the disk does not tell is taken for being there.
    pub(crate) fn has(&self, page: &Page, target: &str) -> bool {
        let target = target.trim();
        let beside = join(page.path.folder(), target);
        let whole = join("", target);
        let absent = |file: String| matches!(self.memory.vault.stat(&file), Ok(None));
        if !beside.into_iter().chain(whole).all(absent) {
            return true;
        }
        let parts = target.split('/').filter(|it| !matches!(*it, "" | "." | ".."));
        let end: Vec<&str> = parts.collect();
        match self.names.get_or_init(|| self.all()) {
            Some(names) => names.contains(&fold(&end.join("/"))),
            None => true,
        }
    }

    fn all(&self) -> Option<HashSet<String>> {
        let listing = self.memory.vault.list().ok()?;
        if listing.skipped.iter().any(|it| hides(&it.why)) {
            return None;
        }
        let mut names = HashSet::new();
        for file in listing.others {
            let file = fold(&file);
            let ends = file.match_indices('/').map(|(at, _)| file[at + 1..].to_owned());
            names.extend(ends);
            names.insert(file);
        }
        Some(names)
    }
}

/// Whether files may lie behind what was left out of a listing.
fn hides(why: &SkipReason) -> bool {
    matches!(why, SkipReason::Unreadable(_))
}

#[cfg(test)]
mod tests;
