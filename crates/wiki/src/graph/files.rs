//! Which page a link reaches, as Obsidian decides it: the whole path, then the file name, and last,
//! as our own addition, the title and the aliases.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use crate::canon::Name;
use crate::link::{Link, LinkForm};
use crate::path::PagePath;

/// Namesakes that an ambiguous link lists.
const OTHERS_MAX: usize = 16;

/// Every page of a vault, by whole path, file name, title and alias.
#[derive(Clone, Debug, Default)]
pub struct Files {
    pages: Vec<PagePath>,
    by_path: HashMap<String, Vec<usize>>,
    by_name: HashMap<String, Vec<usize>>,
    by_title: HashMap<String, Vec<usize>>,
    by_alias: HashMap<String, Vec<usize>>,
}

/// What a link reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A page.
    Page {
        /// Which page.
        path: PagePath,
        /// By what it was found.
        how: How,
    },
    /// No page of that name; a folder is none.
    Broken,
    /// Something outside the vault: a link with a scheme.
    External,
    /// A file that is no page, such as a picture. Whether it is there is not known here.
    Attachment,
}

/// By what a link found its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// Its path from the vault's root or from the linking page's folder; also a link to the page itself.
    Path,
    /// Its file name, or the end of its path, which no other page has.
    Name,
    /// A file name, title or alias that several pages have.
    AmbiguousName {
        /// The pages that were not taken, in the order they would have been; at most 16.
        others: Vec<PagePath>,
    },
    /// Its title; Obsidian would not find it.
    Title,
    /// One of its aliases; Obsidian would not find it.
    Alias,
}

impl Target {
    /// The page, if it is one.
    pub fn page(&self) -> Option<&PagePath> {
        match self {
            Self::Page { path, .. } => Some(path),
            Self::Broken | Self::External | Self::Attachment => None,
        }
    }
}

impl Files {
    /// The pages of a vault. Linear in their number.
    pub fn new(names: impl IntoIterator<Item = Name>) -> Self {
        let mut files = Self::default();
        for name in names {
            let number = files.pages.len();
            files.by_path.entry(key(name.path.as_str())).or_default().push(number);
            files.by_name.entry(key(name.path.name())).or_default().push(number);
            files.by_title.entry(key(&name.title)).or_default().push(number);
            for alias in &name.aliases {
                files.by_alias.entry(key(alias)).or_default().push(number);
            }
            files.pages.push(name.path);
        }
        let pages = &files.pages;
        let maps = [&mut files.by_name, &mut files.by_title, &mut files.by_alias];
        for numbers in maps.into_iter().flat_map(HashMap::values_mut).filter(|all| all.len() > 1) {
            numbers.sort_by_cached_key(|&number| rank(&pages[number]));
            numbers.dedup();
        }
        files
    }

    /// What a wikilink's target (without its anchor) reaches from this page.
    pub fn resolve(&self, from: &PagePath, target: &str) -> Target {
        View { files: self, moved: None }.resolve(from, target, LinkForm::Wiki)
    }

    /// What a link reaches from this page. A Markdown link is looked for beside the page first, a
    /// wikilink at the vault's root first.
    pub fn resolve_link(&self, from: &PagePath, link: &Link) -> Target {
        View { files: self, moved: None }.resolve(from, &link.target, link.form)
    }

    /// Whether the page stands in the vault.
    pub fn contains(&self, page: &PagePath) -> bool {
        let same = self.by_path.get(&key(page.as_str()));
        same.is_some_and(|numbers| numbers.iter().any(|&number| self.pages[number] == *page))
    }
}

/// The files as they are, or as they will be once a page has moved.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) files: &'a Files,
    /// From where, to where; a page may stand there already, which then takes the links over.
    pub(super) moved: Option<(&'a PagePath, &'a PagePath)>,
}

impl<'a> View<'a> {
    pub(super) fn resolve(self, from: &PagePath, target: &str, form: LinkForm) -> Target {
        let target = target.trim();
        if target.is_empty() {
            return Target::Page { path: from.clone(), how: How::Path };
        }
        if is_external(target, form) {
            return Target::External;
        }
        if target.ends_with('/') {
            return Target::Broken;
        }
        let tried = [Some(target), without_ending(target)];
        for typed in tried.into_iter().flatten() {
            if let Some(found) = self.by_path(from, typed, form) {
                return found;
            }
        }
        for typed in tried.into_iter().flatten() {
            if let Some(found) = self.by_name(from, typed) {
                return found;
            }
        }
        if is_attachment(target, form) {
            return Target::Attachment;
        }
        let named = |map: &HashMap<String, Vec<usize>>, how, seen: fn(&PagePath) -> bool| {
            let mut pages = self.pages_of(map, target);
            pages.retain(|page| seen(page));
            self.choose(from, pages, how)
        };
        // What is archived keeps its title, and often another page took it over as an alias.
        named(&self.files.by_title, How::Title, is_live)
            .or_else(|| named(&self.files.by_alias, How::Alias, is_live))
            .or_else(|| named(&self.files.by_title, How::Title, |_| true))
            .or_else(|| named(&self.files.by_alias, How::Alias, |_| true))
            .unwrap_or(Target::Broken)
    }

    fn by_path(self, from: &PagePath, typed: &str, form: LinkForm) -> Option<Target> {
        let root = typed.strip_prefix('/');
        let beside = root.is_none().then(|| join(from.folder(), typed)).flatten();
        let whole = Some(root.unwrap_or(typed).to_owned());
        let order = if form == LinkForm::Markdown { [beside, whole] } else { [whole, beside] };
        let path = order.into_iter().flatten().find_map(|path| self.at(&path))?;
        Some(Target::Page { path: path.clone(), how: How::Path })
    }

    /// The page at this very path, in any case; the same case wins.
    fn at(self, path: &str) -> Option<&'a PagePath> {
        let mut pages = self.pages_of(&self.files.by_path, path);
        if let Some((_, new)) = self.moved
            && key(new.as_str()) == key(path)
        {
            pages.push(new);
        }
        let exact = pages.iter().find(|page| page.as_str() == path).copied();
        exact.or_else(|| pages.into_iter().min())
    }

    /// By the file name; of a target with folders, its path must end so.
    fn by_name(self, from: &PagePath, typed: &str) -> Option<Target> {
        let name = typed.rsplit('/').next().unwrap_or(typed);
        let relative = typed.split('/').any(|part| part.is_empty() || part == "." || part == "..");
        if relative {
            return None;
        }
        let mut pages = self.pages_of(&self.files.by_name, name);
        if let Some((_, new)) = self.moved
            && key(new.name()) == key(name)
            && !pages.contains(&new)
        {
            pages.push(new);
            pages.sort_by_cached_key(|page| rank(page));
        }
        if typed.contains('/') {
            let ending = format!("/{}", key(typed));
            pages.retain(|page| key(page.as_str()).ends_with(&ending));
        }
        self.choose(from, pages, How::Name)
    }

    /// The pages that a map has under a key, those that moved at their new place. A page that takes
    /// its name with it is added by the caller, which knows what the key stands for.
    fn pages_of(self, map: &HashMap<String, Vec<usize>>, typed: &str) -> Vec<&'a PagePath> {
        let numbers = map.get(&key(typed)).map(Vec::as_slice).unwrap_or_default();
        let pages = numbers.iter().map(|&number| &self.files.pages[number]);
        match self.moved {
            None => pages.collect(),
            Some((old, _)) => pages.filter(|page| *page != old).collect(),
        }
    }

    /// Of pages in the order of their rank, those under the linking page's folder first.
    fn choose(self, from: &PagePath, mut pages: Vec<&'a PagePath>, how: How) -> Option<Target> {
        pages.sort_by_key(|page| !is_under(page.as_str(), from.folder()));
        let (first, others) = pages.split_first()?;
        let others: Vec<PagePath> =
            others.iter().take(OTHERS_MAX).map(|&page| page.clone()).collect();
        let how = if others.is_empty() { how } else { How::AmbiguousName { others } };
        Some(Target::Page { path: (*first).clone(), how })
    }
}

/// Whether a page lies in no archive.
fn is_live(page: &PagePath) -> bool {
    !matches!(page.as_str().split('/').next(), Some("archive" | ".archive"))
}

/// The shortest path first, then byte order.
fn rank(page: &PagePath) -> (usize, PagePath) {
    (page.as_str().chars().count(), page.clone())
}

fn is_under(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Names are compared composed and without case.
pub(super) fn key(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfc().collect::<String>().to_lowercase().nfc().collect()
}

/// The target without `.md`, if it has it.
pub(super) fn without_ending(target: &str) -> Option<&str> {
    let at = target.len().checked_sub(3)?;
    let ending = target.get(at..)?;
    ending.eq_ignore_ascii_case(".md").then(|| &target[..at])
}

/// A relative path from a folder, without `.` and `..`; `None` if it leaves the vault.
pub fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn is_external(target: &str, form: LinkForm) -> bool {
    let Some((scheme, rest)) = target.split_once(':') else {
        return form == LinkForm::Markdown && target.starts_with("//");
    };
    let letters = scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    let named = scheme.len() >= 2 && scheme.as_bytes()[0].is_ascii_alphabetic() && letters;
    // A wikilink may well name a page "Topic: part", so there only the usual schemes count.
    let usual = rest.starts_with("//") || matches!(scheme, "mailto" | "tel" | "data");
    named && (usual || form == LinkForm::Markdown && !rest.starts_with(char::is_whitespace))
}

/// Whether the target has a file ending. "v1.2 notes" and "Node.js" are titles as wikilinks, so there
/// only the endings that vaults attach count.
fn is_attachment(target: &str, form: LinkForm) -> bool {
    const ATTACHED: [&str; 42] = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "tif", "tiff", "ico", "heic",
        "mp3", "m4a", "wav", "ogg", "flac", "opus", "3gp", "mp4", "mov", "mkv", "webm", "avi",
        "ogv", "pdf", "canvas", "base", "csv", "tsv", "txt", "html", "json", "xml", "yaml", "zip",
        "doc", "docx", "xls", "xlsx", "ppt", "pptx",
    ];
    let name = target.rsplit('/').next().unwrap_or(target);
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let known = ATTACHED.iter().any(|known| ending.eq_ignore_ascii_case(known));
    let page = ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown");
    let like_ending = (1..=10).contains(&ending.len())
        && ending.bytes().all(|b| b.is_ascii_alphanumeric())
        && ending.bytes().any(|b| b.is_ascii_alphabetic());
    !stem.is_empty() && (known || form == LinkForm::Markdown && like_ending && !page)
}
