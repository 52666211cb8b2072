//! How pages hang together: which page a link reaches, who links to whom, and which links follow a
//! page that moves.
//!
//! Reads links that `link` has found, and changes nothing: a rename gives edits as data.

mod anchor;
mod files;
mod rename;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use crate::link::Link;
use crate::path::PagePath;

pub use anchor::anchor_section;
pub use files::{Files, How, Target, join};
pub use rename::rename_edits;
pub(crate) use rename::{percent_encoded, relative_path};

/// Who links to whom. Links of a page to itself are left out.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pages: Vec<PagePath>,
    numbers: HashMap<PagePath, usize>,
    /// For each page the pages it links to, each once, in the order of their first link.
    out: Vec<Vec<usize>>,
    /// For each page the pages that link to it, in the order they were given.
    into: Vec<Vec<usize>>,
}

/// How far a walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Steps away from the start.
    pub hops_max: usize,
    /// Pages found, apart from those at the start.
    pub pages_max: usize,
}

/// A page that a walk found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The page.
    pub page: PagePath,
    /// Its distance from the nearest start, from 1.
    pub hops: usize,
    /// The page before it on the way.
    pub via: PagePath,
}

impl Graph {
    /// The graph of these pages; links that reach none of them are left out. Linear in pages and links.
    pub fn build<'a>(
        pages: impl IntoIterator<Item = (&'a PagePath, &'a [Link])>,
        files: &Files,
    ) -> Self {
        let given: Vec<(&PagePath, &[Link])> = pages.into_iter().collect();
        let mut graph = Self::default();
        for (page, _) in &given {
            if !graph.numbers.contains_key(*page) {
                graph.numbers.insert((*page).clone(), graph.pages.len());
                graph.pages.push((*page).clone());
            }
        }
        graph.out.resize(graph.pages.len(), Vec::new());
        graph.into.resize(graph.pages.len(), Vec::new());
        let mut seen = HashSet::new();
        for (page, links) in given {
            let from = graph.numbers[page];
            for link in links {
                let Target::Page { path, .. } = files.resolve_link(page, link) else { continue };
                let Some(&to) = graph.numbers.get(&path) else { continue };
                if to != from && seen.insert((from, to)) {
                    graph.out[from].push(to);
                    graph.into[to].push(from);
                }
            }
        }
        graph
    }

    /// The pages that this one links to, each once, in the order of the links.
    pub fn neighbours(&self, page: &PagePath) -> Vec<&PagePath> {
        self.listed(page, &self.out)
    }

    /// The pages that link to this one, each once.
    pub fn backlinks(&self, page: &PagePath) -> Vec<&PagePath> {
        self.listed(page, &self.into)
    }

    /// The pages that no other page links to, in the order they were given.
    pub fn orphans(&self) -> Vec<&PagePath> {
        let lonely = |(_, into): &(&PagePath, &Vec<usize>)| into.is_empty();
        self.pages.iter().zip(&self.into).filter(lonely).map(|(page, _)| page).collect()
    }

    /// The pages around some pages, nearest first, over links in both directions. Unknown starts are
    /// passed over.
    pub fn walk(&self, starts: &[PagePath], bounds: Bounds) -> Vec<Step> {
        let mut seen: HashSet<usize> = HashSet::new();
        let mut ring: Vec<usize> = Vec::new();
        for start in starts.iter().filter_map(|page| self.numbers.get(page)) {
            if seen.insert(*start) {
                ring.push(*start);
            }
        }
        let mut steps = Vec::new();
        for hops in 1..=bounds.hops_max {
            let mut next = Vec::new();
            for &from in &ring {
                for &to in self.out[from].iter().chain(&self.into[from]) {
                    if steps.len() == bounds.pages_max {
                        return steps;
                    }
                    if seen.insert(to) {
                        next.push(to);
                        let page = self.pages[to].clone();
                        steps.push(Step { page, hops, via: self.pages[from].clone() });
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        steps
    }

    fn listed(&self, page: &PagePath, lists: &[Vec<usize>]) -> Vec<&PagePath> {
        let list = self.numbers.get(page).map(|&number| lists[number].as_slice());
        list.unwrap_or_default().iter().map(|&number| &self.pages[number]).collect()
    }
}
