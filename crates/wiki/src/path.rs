//! The identity of a page: its place in the vault, without the `.md`.
//!
//! Decides what may name a page and nothing else: whether such a file exists, and which page a title
//! or an alias means, is other rooms' business.

use std::fmt;

use unicode_normalization::UnicodeNormalization;

/// Longest file name of one path component, in bytes: the common file systems stop at 255, and an
/// atomic write needs room for a temporary suffix.
const COMPONENT_BYTES: usize = 240;
/// Longest path, in bytes.
const PATH_BYTES: usize = 1024;
/// The one hidden folder whose pages are read.
const ARCHIVE: &str = ".archive";
/// Encoded separators and dots: a door that decodes once more must not find an escape here.
const ENCODED: [&str; 4] = ["%2e", "%2f", "%5c", "%00"];
/// Names that Windows gives to devices, whatever ending follows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The identity of a page: its vault-relative path with `/`, without `.md`. Other endings of a page
/// (`.markdown`, `.MD`) belong to the identity, so that two such files never share one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PagePath(String);

/// Why a text cannot be a page's path. The text shown is the same for every kind of escape: it tells
/// a prober nothing about what lies outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathProblem {
    typed: String,
}

impl PathProblem {
    fn new(typed: &str) -> Self {
        Self { typed: typed.to_owned() }
    }

    /// What was typed, for a door that names it.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// What to do instead.
    pub fn hint(&self) -> &'static str {
        "use a path inside the vault such as people/ada, without \"..\", a leading slash, \
         backslashes, hidden folders or a trailing dot or space"
    }
}

impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not the path of a page inside the vault")
    }
}

impl std::error::Error for PathProblem {}

impl PagePath {
    /// Reads what a person or an agent typed: with or without `.md`, composed to NFC, and refused
    /// when it could leave the vault or cannot be a file on every common system.
    ///
    /// # Errors
    /// [`PathProblem`], the same for each reason.
    pub fn parse(typed: &str) -> Result<Self, PathProblem> {
        let problem = || PathProblem::new(typed);
        if typed.len() > 4 * PATH_BYTES || typed.chars().any(is_unsafe_char) {
            return Err(problem());
        }
        let path: String = typed.trim().nfc().collect();
        if path.len() > PATH_BYTES || path.contains('\\') || has_drive(&path) || is_encoded(&path) {
            return Err(problem());
        }
        let identity = identity_of(&path).unwrap_or(&path);
        let page = Self(identity.to_owned());
        let file = page.file();
        let all_fine = identity.split('/').all(is_portable)
            && file.split('/').all(|part| part.len() <= COMPONENT_BYTES);
        if all_fine { Ok(page) } else { Err(problem()) }
    }

    /// Takes a file that stands in the vault: any name that ends like a page and stays inside. The
    /// bytes of the name are kept, because they are what opens the file again.
    ///
    /// # Errors
    /// [`PathProblem`] when the name is not a page's, or leaves the vault.
    pub fn from_file(file: &str) -> Result<Self, PathProblem> {
        let problem = || PathProblem::new(file);
        let identity = identity_of(file).ok_or_else(problem)?;
        let inside = |path: &str| {
            path.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
        };
        if inside(identity) && inside(file) && !file.contains('\0') {
            Ok(Self(identity.to_owned()))
        } else {
            Err(problem())
        }
    }

    /// The identity: `people/ada`, `note.markdown`, `trash.MD`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file in the vault: `people/ada.md`.
    pub fn file(&self) -> String {
        if keeps_ending(&self.0) { self.0.clone() } else { format!("{}.md", self.0) }
    }

    /// The folder, without a slash at its end; empty at the vault's root.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The last component: `ada`.
    pub fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }
}

impl fmt::Display for PagePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The identity that a file name stands for, or `None` when it does not end like a page.
fn identity_of(file: &str) -> Option<&str> {
    if keeps_ending(file) {
        return Some(file);
    }
    file.strip_suffix(".md")
}

/// Whether the ending is part of the identity. `x.markdown.md` keeps its own too: without it, it would
/// share the identity of `x.markdown`.
fn keeps_ending(path: &str) -> bool {
    let stem = path.trim_end_matches(".md");
    let Some((before, ending)) = stem.rsplit_once('.') else {
        return false;
    };
    let named = !before.is_empty() && !before.ends_with('/');
    named && (ending.eq_ignore_ascii_case("markdown") || ending.eq_ignore_ascii_case("md"))
}

fn is_unsafe_char(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
}

fn is_encoded(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    ENCODED.iter().any(|code| lower.contains(code))
}

fn is_portable(part: &str) -> bool {
    let hidden = part.starts_with('.') && part != ARCHIVE;
    let bad_end = part.ends_with(['.', ' ']) || part.ends_with(char::is_whitespace);
    let bad_start = part.starts_with(char::is_whitespace);
    !part.is_empty() && !hidden && !bad_end && !bad_start && !is_device(part)
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_lowercase();
    if DEVICES.contains(&stem.as_str()) {
        return true;
    }
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let mut digits = port.unwrap_or("").chars();
    let one = digits.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c));
    one && digits.next().is_none()
}

#[cfg(test)]
mod tests;
