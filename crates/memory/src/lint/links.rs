//! What the links of a page reach, and how many of each kind there are.

use super::Look;
use schemars::JsonSchema;
use serde::Serialize;
use wiki::canon;
use wiki::graph::{How, Target, anchor_section};
use wiki::link::{Link, LinkForm};
use wiki::page::Page;
use wiki::path::PagePath;

/// Pages of one file name that are read for an anchor, at most.
const NAMESAKES_MAX: usize = 8;

/// How links resolve.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct LinkCounts {
    /// Links to exactly one page
    pub(crate) resolved: usize,
    /// Of those, links that are resolved only by a title or an alias
    pub(crate) by_title: usize,
    /// Links whose name several pages have; the nearest is taken
    pub(crate) ambiguous: usize,
    /// Links to no page
    pub(crate) broken: usize,
    /// Links to the web
    pub(crate) external: usize,
    /// Links to files that are no pages
    pub(crate) attachments: usize,
    /// Of those, links to files that are not in the vault
    pub(crate) missing_attachments: usize,
    /// The same for links written as `[[…]]` alone
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wikilinks: Option<Box<Self>>,
}

impl LinkCounts {
    /// Counts one link by what it reaches.
    fn count(&mut self, target: &Target) {
        match target {
            Target::External => self.external += 1,
            Target::Attachment => self.attachments += 1,
            Target::Broken => self.broken += 1,
            Target::Page { how: How::AmbiguousName { .. }, .. } => self.ambiguous += 1,
            Target::Page { how: How::Title | How::Alias, .. } => {
                self.resolved += 1;
                self.by_title += 1;
            }
            Target::Page { how: How::Path | How::Name, .. } => self.resolved += 1,
        }
    }
}

impl Look<'_> {
    pub(super) fn links(&mut self, page: &Page) {
        for link in &page.links {
            let line = page.line_of(link.span.start);
            let target = self.files.resolve_link(&page.path, link);
            self.report.links.count(&target);
            if link.form == LinkForm::Wiki {
                self.report.links.wikilinks.get_or_insert_default().count(&target);
            }
            match target {
                Target::External => {}
                Target::Attachment => self.attachment(page, line, link),
                Target::Broken => {
                    let message = format!("no page is called `{}`", link.target);
                    self.add(&page.path, line, "broken-link", message);
                }
                Target::Page { path, how } => {
                    if path != page.path && !crate::map::is_map(page) {
                        self.health.linked.insert(path.clone());
                    }
                    self.resolved(page, line, link, &path, &how);
                }
            }
        }
    }

    fn attachment(&mut self, page: &Page, line: usize, link: &Link) {
        if self.attached.has(page, &link.target) {
            return;
        }
        let links = &mut self.report.links;
        links.missing_attachments += 1;
        if link.form == LinkForm::Wiki {
            links.wikilinks.get_or_insert_default().missing_attachments += 1;
        }
        let message = format!("no file `{}` is in the vault", link.target);
        self.add(&page.path, line, "missing-attachment", message);
    }

    fn resolved(&mut self, page: &Page, line: usize, link: &Link, path: &PagePath, how: &How) {
        match how {
            How::Path | How::Name => {}
            How::AmbiguousName { others } => {
                let others: Vec<String> = others.iter().take(3).map(ToString::to_string).collect();
                let message =
                    format!("`{}` is {path}, but also {}", link.target, others.join(", "));
                self.add(&page.path, line, "ambiguous-link", message);
            }
            How::Title | How::Alias => {
                let message = format!(
                    "`{}` is a title or alias of {path}; other programs do not follow it",
                    link.target
                );
                self.add(&page.path, line, "by-title", message);
            }
        }
        let Some(anchor) = &link.anchor else { return };
        let found = *path == page.path && anchor_section(page, anchor).is_some()
            || *path != page.path && self.has_anchor(path, anchor);
        if !found {
            let elsewhere = self.namesake_with(path, anchor).unwrap_or_default();
            let message = format!("{path} has no `#{anchor}`{elsewhere}");
            self.add(&page.path, line, "missing-anchor", message);
        }
    }

    /// Whether another page has an anchor. Many links in a row may lead to one page, which is read once.
    fn has_anchor(&mut self, path: &PagePath, anchor: &str) -> bool {
        if self.target.as_ref().is_none_or(|it| it.path != *path) {
            self.target = self.memory.page_at(path);
        }
        self.target.as_ref().is_some_and(|it| anchor_section(it, anchor).is_some())
    }

    /// What to say of another page of that file name which has the anchor. The map of content in the root
    /// takes the name `index` from the notes' own, as whole paths come first.
    fn namesake_with(&self, path: &PagePath, anchor: &str) -> Option<String> {
        let named =
            |it: &&PagePath| *it != path && canon::fold(it.name()) == canon::fold(path.name());
        let names = self.memory.ask(|index| index.names(&canon::fold(path.name()))).ok()?;
        let has = |it: &&PagePath| {
            let page = self.memory.page_at(it);
            page.is_some_and(|page| anchor_section(&page, anchor).is_some())
        };
        let other = names.iter().map(|it| &it.path).filter(named).take(NAMESAKES_MAX).find(has)?;
        let own = if self.memory.page_at(path).is_some_and(|page| crate::map::is_map(&page)) {
            ", as it is the vault's own map of pages"
        } else {
            ""
        };
        Some(format!("{own}; {other} has: link to it by its path"))
    }
}
