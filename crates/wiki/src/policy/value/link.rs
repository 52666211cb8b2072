//! Values in the parameters of a link, in an XML element and in what a browser sends.

use std::ops::Range;

use super::Told;
use crate::policy::likeness::{is_chosen, is_mixed, is_opaque, is_opening, is_placeholder};
use crate::policy::scan::Scan;
use crate::policy::secret::MARK;
use crate::policy::sign::{Assignment, Sign};
use crate::policy::words::Nature;

/// Bytes of a link's name before its `=`, at most.
const NAME_BYTES: usize = 40;

impl Scan<'_> {
    /// What a browser sends: all of it, if a part of it was drawn by lot.
    pub(in crate::policy) fn cookies(&self, sign: &Assignment) -> Option<Range<usize>> {
        if sign.kind != Sign::Colon {
            return None;
        }
        let line = self.line(sign.value);
        let line = &line[..line.find(['"', '\'', '`']).unwrap_or(line.len())];
        let drawn = line.split(';').any(|pair| {
            let value = pair.split_once('=').map_or("", |(_, value)| value.trim());
            value.len() >= 8 && is_mixed(value) && !value.contains(' ') && !is_placeholder(value)
        });
        let pairs = line.split(';').next().is_some_and(|first| first.contains('='));
        let end = sign.value + line.trim_end().len();
        (pairs && drawn && !line.contains(MARK)).then_some(sign.value..end)
    }

    /// Whether a word is the name in a link's `?name=value&name=value`, or ends it.
    pub(in crate::policy) fn in_query(&self, at: usize) -> bool {
        self.name_before(at).is_some()
    }

    /// What stands before a word in the name of a link's parameter.
    pub(in crate::policy) fn name_before(&self, at: usize) -> Option<&str> {
        let from = at.saturating_sub(NAME_BYTES);
        let before = &self.text.as_bytes()[from..at];
        let name = |b: &&u8| b.is_ascii_alphanumeric() || b"_-.".contains(b);
        let start = at - before.iter().rev().take_while(name).count();
        let sign = start.checked_sub(1).map(|sign| self.text.as_bytes()[sign])?;
        // A fragment has parameters, too, and HTML writes `&amp;`.
        (start > from && matches!(sign, b'?' | b'&' | b'#' | b';')).then(|| &self.text[start..at])
    }

    /// Whether the value of a link's parameter opens what the link leads to, as the parameter's name says.
    pub(in crate::policy) fn is_parameter(&self, told: Told, head: &str) -> bool {
        // What says where a long answer goes on.
        const PLACES: &[&str] = &["page", "next", "continu", "cursor", "sync"];
        const KEYS: &[&str] = &["auth", "app", "dev", "user"];
        let Some(before) = self.name_before(told.at) else { return false };
        let before = before.to_ascii_lowercase();
        match told.word.nature {
            Nature::Key | Nature::Token => {
                let opens = is_opening(head) || is_chosen(head);
                opens && !PLACES.iter().any(|it| before.contains(it))
            }
            Nature::Signature => is_opaque(head),
            // `monkey=` is none.
            Nature::Vague => {
                let whole = before.is_empty() || before.ends_with(['_', '-', '.']);
                is_opaque(head) && (whole || KEYS.iter().any(|it| before.ends_with(it)))
            }
            _ => false,
        }
    }

    /// Whether a word is the name of an XML element, or ends it.
    pub(in crate::policy) fn in_element(&self, at: usize) -> bool {
        let before = &self.text.as_bytes()[at.saturating_sub(NAME_BYTES)..at];
        let name = |b: &&u8| b.is_ascii_alphanumeric() || b"_-.:".contains(b);
        let length = before.iter().rev().take_while(name).count();
        before[..before.len() - length].last() == Some(&b'<')
    }
}
