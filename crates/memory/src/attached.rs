//! Whether a file that a link names, such as a picture, lies in the vault. Nothing is opened.

use crate::Memory;
use std::cell::OnceCell;
use std::collections::HashSet;
use wiki::canon::fold;
use wiki::graph::join;
use wiki::page::Page;

/// The files of a vault that are no pages. They are looked up only when a link is not found at once.
pub(crate) struct Attached<'a> {
    memory: &'a Memory,
    /// Paths and each end of them, folded.
    names: OnceCell<HashSet<String>>,
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
        self.names.get_or_init(|| self.all()).contains(&fold(&end.join("/")))
    }

    fn all(&self) -> HashSet<String> {
        let mut names = HashSet::new();
        for file in self.memory.vault.others() {
            let file = fold(&file);
            let ends = file.match_indices('/').map(|(at, _)| file[at + 1..].to_owned());
            names.extend(ends);
            names.insert(file);
        }
        names
    }
}
