//! The edits by which links follow a page that moves. Only the target's bytes of a link are touched,
//! so its anchor, title, shown text, escaped pipe and brackets stay as they are.

use std::fmt::Write as _;

use unicode_normalization::UnicodeNormalization;

use super::files::{How, Target, View, join, key, without_ending};
use crate::edit::{Edit, Splice};
use crate::graph::Files;
use crate::link::{Link, LinkForm};
use crate::page::Page;
use crate::path::PagePath;

/// The edits that this page needs when `old` becomes `new`, last one first, so that each leaves the
/// spans of the others right. `files_before` are the vault's pages before the move. Also when the page
/// is the one that moves: then its own relative links are kept on their targets. A link keeps its
/// form: a wikilink by name stays one while the name is enough, a relative Markdown link stays
/// relative, a link by title or alias is left alone.
pub fn rename_edits(
    page: &Page,
    old: &PagePath,
    new: &PagePath,
    files_before: &Files,
) -> Vec<Edit> {
    let rename = Rename {
        before: View { files: files_before, moved: None },
        after: View { files: files_before, moved: Some((old, new)) },
        old,
        new,
        from: &page.path,
        from_after: if page.path == *old { new } else { &page.path },
    };
    let mut splices: Vec<Splice> = Vec::new();
    for link in &page.links {
        let Some(raw) = page.text.get(link.target_span.clone()) else { continue };
        // What follows `[^1]: ` is a footnote's text.
        if page.text[link.span.start..].starts_with("[^") {
            continue;
        }
        let Some(target) = rename.target(link) else { continue };
        let bracketed = page.text[..link.target_span.start].ends_with('<');
        let text = match link.form {
            LinkForm::Markdown if !bracketed => percent_encoded(&target, raw),
            LinkForm::Markdown | LinkForm::Wiki | LinkForm::Head => target,
        };
        if text != raw {
            splices.push(Splice { span: link.target_span.clone(), text });
        }
    }
    splices.sort_by_key(|splice| splice.span.start);
    // Two links may share a target's bytes (a reference and its definition): one edit is enough.
    splices.dedup_by(|later, first| later.span.start < first.span.end);
    splices.into_iter().rev().map(Edit::Splice).collect()
}

struct Rename<'a> {
    before: View<'a>,
    after: View<'a>,
    old: &'a PagePath,
    new: &'a PagePath,
    from: &'a PagePath,
    from_after: &'a PagePath,
}

impl Rename<'_> {
    /// The link's new target, decoded; `None` if it can stay.
    fn target(&self, link: &Link) -> Option<String> {
        if link.target.is_empty() {
            return None;
        }
        let (page, how) = match self.before.resolve(self.from, &link.target, link.form) {
            Target::Page { path, how } => (path, how),
            Target::Attachment => return self.other_file(link),
            // A word in brackets may be a template's or a footnote's: only what is surely a path moves.
            Target::Broken
                if link.target.contains('/') || without_ending(&link.target).is_some() =>
            {
                return self.other_file(link);
            }
            Target::Broken => return None,
            Target::External => return None,
        };
        let typed = link.target.trim();
        let named = [Some(typed), without_ending(typed)].into_iter().flatten();
        let by_file = named.map(name_key).any(|name| name == key(page.name()));
        if !by_file && !matches!(how, How::Path) {
            return None;
        }
        let wanted = if page == *self.old { self.new } else { &page };
        if self.still_reaches(link, &how, wanted) {
            return None;
        }
        Some(match link.form {
            LinkForm::Markdown => self.markdown_target(link, &page, wanted),
            LinkForm::Wiki | LinkForm::Head => self.wiki_target(link, &page, wanted),
        })
    }

    /// Whether the link as it is leads to the page once the move is made, as surely as before: not
    /// by a title, nor as one of several where it was the only one.
    fn still_reaches(&self, link: &Link, before: &How, wanted: &PagePath) -> bool {
        let touched = wanted == self.new || self.from != self.from_after;
        match self.after.resolve(self.from_after, &link.target, link.form) {
            Target::Page { path, how } if path == *wanted => match how {
                How::Path => !self.differs_in_case(link, wanted),
                How::Name => link.form != LinkForm::Markdown || *before != How::Path,
                How::AmbiguousName { .. } => {
                    !touched || matches!(before, How::AmbiguousName { .. })
                }
                How::Title | How::Alias => false,
            },
            Target::Page { .. } | Target::Broken | Target::External | Target::Attachment => false,
        }
    }

    /// Whether a Markdown link to the page that moves has its letters in another case than its new name: other
    /// programs take the link for a file's name.
    fn differs_in_case(&self, link: &Link, wanted: &PagePath) -> bool {
        let moved = wanted == self.new && key(self.old.as_str()) == key(self.new.as_str());
        let typed = link.target.trim();
        let stem = without_ending(typed).unwrap_or(typed);
        let path = wanted.as_str().nfc().collect::<String>();
        let steps = |part: &&str| !matches!(*part, "" | "." | "..");
        let named: Vec<&str> = stem.split('/').filter(steps).collect();
        let named: String = named.join("/").nfc().collect();
        moved && link.form == LinkForm::Markdown && !path.ends_with(&named)
    }

    /// Whether this text leads to the page and to no other from anywhere.
    fn names_only(&self, text: &str, form: LinkForm, wanted: &PagePath) -> bool {
        match self.after.resolve(self.from_after, text, form) {
            Target::Page { path, how } => path == *wanted && matches!(how, How::Path | How::Name),
            Target::Broken | Target::External | Target::Attachment => false,
        }
    }

    fn wiki_target(&self, link: &Link, page: &PagePath, wanted: &PagePath) -> String {
        let typed = link.target.trim();
        let ended = |path: &str| with_ending_of(link, page, wanted, path);
        let relative = typed.starts_with("./") || typed.starts_with("../");
        if relative {
            return ended(&relative_path(self.from_after.folder(), wanted.as_str(), typed));
        }
        if typed.starts_with('/') {
            return ended(&format!("/{wanted}"));
        }
        if !typed.contains('/') {
            let name = ended(wanted.name());
            if self.names_only(&name, link.form, wanted) {
                return name;
            }
        }
        ended(wanted.as_str())
    }

    fn markdown_target(&self, link: &Link, page: &PagePath, wanted: &PagePath) -> String {
        let typed = link.target.trim();
        let ended = |path: &str| with_ending_of(link, page, wanted, path);
        if typed.starts_with('/') {
            return ended(&format!("/{wanted}"));
        }
        let stem = without_ending(typed).filter(|stem| key(page.name()).ends_with(&name_key(stem)));
        let stem = stem.unwrap_or(typed);
        let beside =
            join(self.from.folder(), stem).is_some_and(|path| key(&path) == key(page.as_str()));
        if !beside {
            let whole = key(stem) == key(page.as_str());
            let kept = ended(if whole { wanted.as_str() } else { wanted.name() });
            if self.names_only(&kept, link.form, wanted) {
                return kept;
            }
        }
        ended(&relative_path(self.from_after.folder(), wanted.as_str(), typed))
    }

    /// A relative link to a picture, or to a page that is not there yet, when its own page moves.
    fn other_file(&self, link: &Link) -> Option<String> {
        let typed = link.target.trim();
        let dotted = typed.starts_with("./") || typed.starts_with("../");
        let relative = dotted || link.form == LinkForm::Markdown && !typed.starts_with('/');
        if !relative || self.from.folder() == self.from_after.folder() {
            return None;
        }
        let path = join(self.from.folder(), typed)?;
        let slash = if typed.ends_with('/') { "/" } else { "" };
        Some(relative_path(self.from_after.folder(), &path, typed) + slash)
    }
}

fn name_key(path: &str) -> String {
    key(path.rsplit('/').next().unwrap_or(path))
}

/// The path with `.md` behind it if the link had it; other endings belong to the path already.
fn with_ending_of(link: &Link, page: &PagePath, wanted: &PagePath, path: &str) -> String {
    let typed = link.target.trim();
    let written = without_ending(typed).is_some_and(|stem| name_key(stem) == key(page.name()));
    // A page that had its own ending was linked with it, and a page that now has `.md` needs it too
    // where the form is a file's.
    let own = link.form == LinkForm::Markdown && name_key(typed) == key(&file_name(page));
    let has_md = wanted.file() != wanted.as_str();
    if (written || own) && has_md { format!("{path}.md") } else { path.to_owned() }
}

fn file_name(page: &PagePath) -> String {
    page.file().rsplit('/').next().unwrap_or_default().to_owned()
}

/// The way from a folder to a path; begins with `./` where the link did so before.
pub(crate) fn relative_path(folder: &str, path: &str, typed: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let shared = from.iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    for _ in shared..from.len() {
        out.push_str("../");
    }
    if out.is_empty() && typed.starts_with("./") {
        out.push_str("./");
    }
    out.push_str(&to[shared..].join("/"));
    out
}

/// A Markdown destination: what would end it is percent-encoded, and letters beyond ASCII where the
/// link had them so.
pub(crate) fn percent_encoded(target: &str, raw: &str) -> String {
    let bytes = raw.as_bytes();
    let beyond_ascii = bytes
        .windows(2)
        .any(|pair| pair[0] == b'%' && matches!(pair[1], b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F'));
    let mut out = String::with_capacity(target.len());
    for c in target.chars() {
        let must = c.is_whitespace() || c.is_control() || "()<>%#?\\|[]`".contains(c);
        if must || beyond_ascii && !c.is_ascii() {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                write!(out, "%{byte:02X}").expect("because writing to a String cannot fail");
            }
        } else {
            out.push(c);
        }
    }
    out
}
