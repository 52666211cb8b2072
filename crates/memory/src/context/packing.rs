//! Pieces of a context and the budget that they share.

use schemars::JsonSchema;
use serde::Serialize;
use wiki::page::Page;
use wiki::path::PagePath;

use super::{escaped, held_lines};
use crate::{counted, recall};

/// One piece of a context.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Piece {
    /// `pinned`, `now`, `open`, `recalled` or `linked`
    pub(crate) kind: &'static str,
    /// Where it stands, as `path#heading:lines`
    pub(crate) source: String,
    /// Tokens that it takes
    pub(crate) tokens: usize,
    /// Lines of the page that the budget left out
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) left_out: usize,
    #[serde(skip)]
    text: String,
    /// The page of which it is the whole, as far as it fits.
    #[serde(skip)]
    page: Option<PagePath>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands on a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Piece {
    /// The piece as it stands in the context, under the name of its source.
    pub(super) fn written(&self) -> String {
        let body = escaped(self.text.trim_end());
        let source: String = escaped(&self.source).chars().fold(String::new(), |mut out, c| {
            // What would close the bracket, or begin a line of its own.
            match c {
                '[' | ']' | '<' | '>' => out.extend(['\\', c]),
                c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => out.push(' '),
                c => out.push(c),
            }
            out
        });
        format!("\n[{}: {source}]\n{body}\n", self.kind)
    }
}

pub(super) struct Packing {
    pub(super) pieces: Vec<Piece>,
    pub(super) left: usize,
}

impl Packing {
    pub(super) fn of(budget: usize) -> Self {
        Self { pieces: Vec::new(), left: budget }
    }

    /// Takes a piece in if it fits as it will be written; a long one is cut at a line.
    pub(super) fn take(&mut self, kind: &'static str, source: String, text: &str, most: usize) {
        let text = text.trim();
        if text.is_empty() || self.pieces.iter().any(|it| it.source == source) {
            return;
        }
        let mut piece =
            Piece { kind, source, tokens: 0, left_out: 0, text: String::new(), page: None };
        let lines: Vec<&str> = text.lines().collect();
        let count = fitting(&piece, &lines, self.left.min(most));
        piece.text = lines[..count].join("\n");
        self.add(piece);
    }

    /// Takes in what a page says now, as much of it as fits. Of a page that is pinned its last lines, which are the
    /// newest, of another its first ones; what is left out is told.
    pub(super) fn take_page(&mut self, kind: &'static str, page: &Page, most: usize) {
        if self.pieces.iter().any(|it| it.page.as_ref() == Some(&page.path)) {
            return;
        }
        if let Some(piece) = part_of(kind, page, self.left.min(most)) {
            self.add(piece);
        }
    }

    /// Gives pages that were cut what is left of the budget.
    pub(super) fn fill(&mut self, read: &dyn Fn(&PagePath) -> Option<Page>) {
        for at in 0..self.pieces.len() {
            let piece = &self.pieces[at];
            let path = piece.page.as_ref().filter(|_| piece.left_out > 0 && self.left > 0);
            let Some(page) = path.and_then(read) else { continue };
            let room = piece.tokens + self.left;
            let Some(mut more) = part_of(piece.kind, &page, room) else { continue };
            more.tokens = search::count_tokens(&more.written());
            if more.left_out < piece.left_out && more.tokens <= room {
                self.left = room - more.tokens;
                self.pieces[at] = more;
            }
        }
    }

    fn add(&mut self, mut piece: Piece) {
        if piece.text.trim().is_empty() {
            return;
        }
        piece.tokens = search::count_tokens(&piece.written());
        self.left = self.left.saturating_sub(piece.tokens);
        self.pieces.push(piece);
    }
}

/// How many of the lines fit, from the first on.
fn fitting(piece: &Piece, lines: &[&str], room: usize) -> usize {
    let mut tokens = search::count_tokens(&piece.written());
    let fits = |line: &&&str| {
        // Each part is rounded up, so that the whole is never more than their sum.
        tokens += search::count_tokens(&format!("{}\n", escaped(line)));
        tokens <= room
    };
    lines.iter().take_while(fits).count()
}

/// What a page says now, or the part of it that fits.
fn part_of(kind: &'static str, page: &Page, room: usize) -> Option<Piece> {
    let lines = held_lines(page);
    let (first, last) = (lines.first()?.0, lines.last()?.0);
    let source = |from, to| recall::source(&page.path, None, (from, to));
    let path = Some(page.path.clone());
    let source_of_all = source(first, last);
    let mut piece = Piece {
        kind,
        source: source_of_all,
        tokens: 0,
        left_out: 0,
        text: String::new(),
        page: path,
    };
    let texts: Vec<&str> = lines.iter().map(|it| it.1).collect();
    if fitting(&piece, &texts, room) == texts.len() {
        piece.text = texts.join("\n");
        return Some(piece);
    }
    let told = |count: usize| {
        format!("… {} left out: `memopage read {}`", counted(count, "line"), page.path)
    };
    // What says that something is left out needs room as well, and has most figures where most is.
    let room = room.saturating_sub(search::count_tokens(&format!("{}\n", told(texts.len()))));
    if kind != "pinned" {
        let count = fitting(&piece, &texts, room);
        piece.left_out = texts.len() - count;
        piece.source = source(first, lines[count.checked_sub(1)?].0);
        piece.text = format!("{}\n{}", texts[..count].join("\n"), told(piece.left_out));
        return Some(piece);
    }
    let title = usize::from(texts[0].starts_with("# "));
    let newest: Vec<&str> =
        texts[..title].iter().chain(texts[title..].iter().rev()).copied().collect();
    let count = fitting(&piece, &newest, room).saturating_sub(title);
    let from = texts.len() - count;
    piece.left_out = from - title;
    piece.source = source(lines.get(from)?.0, last);
    let kept = texts[..title].iter().copied().map(str::to_owned);
    let kept =
        kept.chain([told(piece.left_out)]).chain(texts[from..].iter().map(|it| (*it).to_owned()));
    piece.text = kept.collect::<Vec<_>>().join("\n");
    Some(piece)
}
