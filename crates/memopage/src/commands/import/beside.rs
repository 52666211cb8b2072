//! What an archive of a vault holds beside pages, which an import passes over and names.

use memory::counted;
use std::collections::BTreeSet;

/// What archives hold beside pages.
#[derive(Default)]
pub(super) struct Beside {
    /// Files by which the vault keeps its books.
    books: BTreeSet<String>,
    /// Other files, such as pictures; the first of them, and how many there are.
    attached: Vec<String>,
    attached_count: usize,
    /// Whether a vault was exported to it, so that its schema is one.
    pub(super) is_of_a_vault: bool,
    /// The layout of an archived vault, by its settings.
    pub(super) layout: Option<String>,
}

impl Beside {
    /// Files that are named.
    const NAMED_MAX: usize = 3;

    /// Notes a file.
    pub(super) fn note(&mut self, file: String) {
        // What a vault keeps its books by is each vault's own.
        if file == memory::MARKER || file == wiki::decision::FILE {
            self.books.insert(file);
            return;
        }
        self.attached_count += 1;
        if self.attached.len() < Self::NAMED_MAX {
            self.attached.push(file);
        }
    }

    /// The books, which each vault keeps for itself, a line each.
    pub(super) fn skipped(&self) -> impl Iterator<Item = String> {
        self.books.iter().map(|file| match file == wiki::decision::FILE {
            true => format!("{file}: what was erased there may come again; unpack the archive with `tar` to have that vault as it was"),
            false => format!("{file}: the vault keeps its own"),
        })
    }

    /// A line for all other files, if there are some.
    pub(super) fn passed_over(&self) -> Option<String> {
        let more = if self.attached_count > self.attached.len() { ", …" } else { "" };
        (self.attached_count > 0).then(|| {
            format!(
                "{} passed over ({}{more}): take them out of the archive with `tar`",
                counted(self.attached_count, "attachment"),
                self.attached.join(", ")
            )
        })
    }
}
