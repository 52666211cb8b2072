//! The identity of a page: its place in the vault, without the `.md`.
//!
//! Decides what may name a page and nothing else: whether such a file exists, and which page a title
//! or an alias means, is other rooms' business.

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::page::turns_direction;

/// Longest file name of one path component, in bytes: the common file systems stop at 255, and an
/// atomic write needs room for a temporary suffix.
const COMPONENT_BYTES: usize = 240;
/// Longest path, in bytes.
const PATH_BYTES: usize = 1024;
/// Characters that one letter is composed of, at most, where it is told how.
const LETTER_CHARS: usize = 4;
/// Characters of a refused path that are repeated.
const SHOWN_CHARS: usize = 80;
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

/// Why a text cannot be a page's path. The reason is the same for every kind of escape: it tells a
/// prober nothing about what lies outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathProblem {
    typed: String,
    why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Outside,
    Long,
    Device,
    End,
    Character(char),
    Unseen,
}

impl PathProblem {
    fn new(typed: &str, why: Why) -> Self {
        Self { typed: typed.to_owned(), why }
    }

    /// What was typed, for a door that names it.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Why it cannot be one, as half a sentence.
    pub fn reason(&self) -> String {
        match self.why {
            Why::Outside => "it is not the path of a page inside the vault".to_owned(),
            Why::Long => {
                format!("a name has over {COMPONENT_BYTES} bytes, or the path over {PATH_BYTES}")
            }
            Why::Device => "Windows keeps such a name for a device".to_owned(),
            Why::End => "a name begins or ends with a space, or ends with a dot".to_owned(),
            Why::Character(c) => format!("a name cannot hold `{c}` on every system or in a link"),
            Why::Unseen => "a name holds a character that nobody sees".to_owned(),
        }
    }

    /// Whether a title may well be so: nothing but a sign that not every file or link can hold, or the dot or space
    /// at an end, is at fault.
    pub fn is_of_title(&self) -> bool {
        matches!(self.why, Why::Character(_) | Why::End)
    }

    /// What to do instead.
    pub fn hint(&self) -> &'static str {
        match self.why {
            Why::Outside => {
                "use a path inside the vault such as people/ada, without \"..\", a leading slash, \
                 backslashes, a drive or hidden folders"
            }
            Why::Long => "use a shorter name, and give the page a long title",
            Why::Device => "add a word to the name",
            Why::End => "leave the spaces and dots at the name's ends out",
            Why::Character(_) => {
                "leave it out or write `-` instead, and give the page a title that has it"
            }
            Why::Unseen => "type the name anew",
        }
    }
}

impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.typed.chars().take(SHOWN_CHARS).collect();
        let rest = if shown.len() < self.typed.len() { "…" } else { "" };
        write!(f, "cannot use {shown:?}{rest} as a page's path: {}", self.reason())
    }
}

impl std::error::Error for PathProblem {}

/// How two names that look alike are written, where they differ in how a letter is composed: "`é` is U+0065 U+0301
/// in the one and U+00E9 in the other". Nothing of names that can be told apart by their look.
pub fn written_apart(one: &str, other: &str) -> Option<String> {
    if one == other || !one.nfc().eq(other.nfc()) {
        return None;
    }
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    // What is put onto a letter belongs to it.
    let letter = |name: &str, at: usize| !name.chars().nth(at).is_some_and(is_combining_mark);
    let start = (0..=same).rev().find(|at| letter(one, *at) && letter(other, *at))?;
    let rest = |name: &str| name.chars().skip(start).collect::<Vec<char>>();
    let (one, other) = (rest(one), rest(other));
    let composed = |chars: &[char]| chars.iter().copied().nfc().collect::<String>();
    let ends = |from: &[char], at: usize| from.get(at).is_none_or(|c| !is_combining_mark(*c));
    // The shortest beginnings that are one and the same letter.
    let pairs = (1..=LETTER_CHARS).flat_map(|a| (1..=LETTER_CHARS).map(move |b| (a, b)));
    let (a, b) = pairs.into_iter().find(|&(a, b)| {
        let (Some(first), Some(second)) = (one.get(..a), other.get(..b)) else { return false };
        ends(&one, a) && ends(&other, b) && composed(first) == composed(second)
    })?;
    let codes = |chars: &[char]| {
        let each: Vec<String> = chars.iter().map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        each.join(" ")
    };
    let shown = composed(&one[..a]);
    Some(format!(
        "`{shown}` is {} in the one and {} in the other",
        codes(&one[..a]),
        codes(&other[..b])
    ))
}

impl PagePath {
    /// Reads what a person or an agent typed for a page, also one to be made: with or without `.md`,
    /// composed to NFC, and refused when it could leave the vault or cannot be a file on every common
    /// system and the target of a link.
    ///
    /// # Errors
    /// [`PathProblem`]
    pub fn parse(typed: &str) -> Result<Self, PathProblem> {
        let page = Self::parse_existing(typed)?;
        match page.0.char_indices().find_map(|(at, c)| unfit(&page.0[..at], c)) {
            Some(why) => Err(PathProblem::new(typed, why)),
            None => Ok(page),
        }
    }

    /// Reads what was typed for a page that stands there: as [`Self::parse`], but for characters that
    /// some systems or links cannot hold and others gave to a name.
    ///
    /// # Errors
    /// [`PathProblem`]
    pub fn parse_existing(typed: &str) -> Result<Self, PathProblem> {
        let problem = |why| Err(PathProblem::new(typed, why));
        if typed.chars().any(is_unsafe_char) {
            return problem(Why::Outside);
        }
        if typed.len() > 4 * PATH_BYTES {
            return problem(Why::Long);
        }
        let path: String = typed.trim().nfc().collect();
        let identity = identity_of(&path).unwrap_or(&path);
        let hidden = |part: &str| {
            part.is_empty()
                || (part.starts_with('.') && part != ARCHIVE)
                || part.trim() == ".."
                || is_wide_dots(part)
        };
        if path.contains('\\')
            || has_drive(&path)
            || is_encoded(&path)
            || identity.split('/').any(hidden)
        {
            return problem(Why::Outside);
        }
        let page = Self(identity.to_owned());
        let file = page.file();
        if path.len() > PATH_BYTES || file.split('/').any(|part| part.len() > COMPONENT_BYTES) {
            return problem(Why::Long);
        }
        if identity.split('/').any(is_device) {
            return problem(Why::Device);
        }
        let blank = |part: &str| part.trim() != part || part.ends_with('.');
        if identity.split('/').any(blank) { problem(Why::End) } else { Ok(page) }
    }

    /// Takes a file that stands in the vault: any name that ends like a page and stays inside. The
    /// bytes of the name are kept, because they are what opens the file again.
    ///
    /// # Errors
    /// [`PathProblem`] when the name is not a page's, or leaves the vault.
    pub fn from_file(file: &str) -> Result<Self, PathProblem> {
        let problem = || PathProblem::new(file, Why::Outside);
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

    /// Takes an identity as [`Self::as_str`] gave it, also one that ends like a file: `MAKE.md` is the page of
    /// the file `MAKE.md.md`.
    ///
    /// # Errors
    /// [`PathProblem`] when it leaves the vault.
    pub fn from_identity(identity: &str) -> Result<Self, PathProblem> {
        Self::from_file(&Self(identity.to_owned()).file())
    }

    /// The identity: `people/ada`, `note.markdown`, `trash.MD`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file in the vault: `people/ada.md`.
    pub fn file(&self) -> String {
        if keeps_ending(&self.0) { self.0.clone() } else { format!("{}.md", self.0) }
    }

    /// What this path has in common with every other that is the same file on a disk that tells neither the
    /// case of letters nor the ways of composing an accent apart.
    pub fn on_any_disk(&self) -> String {
        let composed: String = self.0.nfc().collect();
        composed.to_lowercase().nfc().collect()
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
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') || turns_direction(c)
}

/// Whether a part is what `.` or `..` becomes where signs are made narrow: `．．`.
fn is_wide_dots(part: &str) -> bool {
    let mut signs = part.nfkc();
    signs.clone().take(3).count() <= 2 && signs.all(|c| c == '.')
}

/// Whether a path begins with a drive: one letter, a colon, and no blank as in the title `Q: what is it`.
fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    let sign = bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    sign && !path[2..].starts_with(char::is_whitespace)
}

fn is_encoded(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    ENCODED.iter().any(|code| lower.contains(code))
}

/// Why a character is not for a new name; `before` is what stands before it.
fn unfit(before: &str, c: char) -> Option<Why> {
    match c {
        ':' | '?' | '"' | '<' | '>' | '|' | '*' | '#' | '^' | '[' | ']' => Some(Why::Character(c)),
        '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{206f}' => {
            Some(Why::Unseen)
        }
        // Within an emoji or a word of some scripts they say how it is drawn.
        '\u{200c}' | '\u{200d}' => {
            let inside = before.chars().next_back().is_some_and(|c| !c.is_ascii());
            (!inside).then_some(Why::Unseen)
        }
        _ => None,
    }
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
