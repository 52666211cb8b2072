//! Emoji as terms: a whole cluster is one term, without skin tone and presentation marks.

use unicode_segmentation::UnicodeSegmentation;

use super::script::is_emoji;
use super::{Out, Role};

/// Reads the cluster that starts at `start`; returns where it ends.
pub(super) fn read(text: &str, start: usize, out: &mut Out) -> usize {
    out.stop = None;
    let first = text[start..].chars().next().map_or(1, char::len_utf8);
    // A cluster has no bound of its own; this one keeps the look-ahead constant.
    let end = text.floor_char_boundary(start + 64);
    let cluster = text[start..end].graphemes(true).next().unwrap_or(&text[start..start + first]);
    let plain = |char: &char| !matches!(u32::from(*char), 0x1f3fb..=0x1f3ff | 0xfe0e | 0xfe0f);
    let term: String = cluster.chars().filter(plain).collect();
    let end = start + cluster.len();
    if term.chars().any(is_emoji) {
        out.push(term, Role::Emoji, start..end);
        out.position += 1;
    }
    end
}
