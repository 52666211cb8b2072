//! Finds HTML and Obsidian comments outside code, and the pairs of them that a tool writes between.
//!
//! One pass over the lines. It knows fences, code spans and quotes just well enough to tell whether a
//! comment is real; the blocks themselves are read elsewhere.

use std::collections::HashMap;
use std::ops::Range;

use crate::page::Generated;

/// Comments of a body.
pub(super) struct Comments {
    /// In order, apart from each other, with their marks.
    pub(super) found: Vec<Range<usize>>,
    /// Fenced code, in order, by lines.
    pub(super) fenced: Vec<Range<usize>>,
    /// Where a fence or a comment starts that never ends.
    pub(super) unterminated: Vec<usize>,
}

/// What decides whether an indented line is code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Blank,
    Code,
    Text,
}

struct Fence {
    start: usize,
    mark: u8,
    length: usize,
    quotes: usize,
    /// Column that a line must reach to stay in the fence's list item.
    column: usize,
}

struct Scanner<'t> {
    text: &'t str,
    out: Comments,
    fence: Option<Fence>,
    /// Bytes before this are in a comment that was found.
    past: usize,
    /// Up to this byte no comment of this sort ends any more.
    html_dead: usize,
    percent_dead: usize,
    /// Depth and end of the quote that was measured last.
    quote: (usize, usize),
    /// What stood on the line before.
    before: Before,
}

/// Where fenced code stands in a text, in order.
pub(crate) fn fences(text: &str) -> Vec<Range<usize>> {
    find(text, 0).fenced
}

/// Whether code or a comment of a text never ends.
pub(crate) fn ends_open(text: &str) -> bool {
    !find(text, 0).unterminated.is_empty()
}

/// Finds the comments from `body` on.
pub(super) fn find(text: &str, body: usize) -> Comments {
    let out = Comments { found: Vec::new(), fenced: Vec::new(), unterminated: Vec::new() };
    let mut scanner = Scanner {
        text,
        out,
        fence: None,
        past: body,
        html_dead: 0,
        percent_dead: 0,
        quote: (0, 0),
        before: Before::Blank,
    };
    let mut at = body;
    for line in text[body..].split_inclusive('\n') {
        scanner.line(at, line);
        at += line.len();
    }
    if let Some(fence) = scanner.fence.take() {
        // A fence within a quote ends with the quote: what comes after it stands outside.
        if fence.quotes == 0 {
            scanner.out.unterminated.push(fence.start);
        }
        scanner.out.fenced.push(fence.start..text.len());
    }
    scanner.out
}

/// Columns of indentation that make a line code, outside lists.
const CODE_COLUMNS: usize = 4;

/// The text of a line behind its quote and list marks.
struct Lead {
    quotes: usize,
    /// Bytes before the text.
    skip: usize,
    /// Column where the text of the innermost list item starts, or 0.
    list_column: usize,
    /// Columns of blanks before the text; a tab counts for as many as code needs.
    indent: usize,
}

fn lead(line: &str) -> Lead {
    let bytes = line.as_bytes();
    let mut lead = Lead { quotes: 0, skip: 0, list_column: 0, indent: 0 };
    let mut at = 0;
    loop {
        let blanks = bytes[at..].iter().take_while(|&&b| b == b' ' || b == b'\t').count();
        lead.indent = if bytes[at..at + blanks].contains(&b'\t') { CODE_COLUMNS } else { blanks };
        at += blanks;
        let digits = bytes[at..].iter().take(10).take_while(|b| b.is_ascii_digit()).count();
        let marker = match bytes.get(at) {
            Some(b'>') => {
                lead.quotes += 1;
                at += 1;
                continue;
            }
            Some(b'-' | b'+' | b'*') => 1,
            _ if digits > 0 && matches!(bytes.get(at + digits), Some(b'.' | b')')) => digits + 1,
            _ => break,
        };
        if !matches!(bytes.get(at + marker), Some(b' ' | b'\t')) {
            break;
        }
        at += marker;
        lead.list_column = at + 1;
    }
    lead.skip = at;
    lead
}

impl Scanner<'_> {
    fn line(&mut self, at: usize, line: &str) {
        if self.past >= at + line.len() {
            return;
        }
        let lead = lead(line);
        let text = &line[lead.skip..];
        if self.past <= at && self.in_fence(at, line, &lead) {
            self.before = Before::Text;
            return;
        }
        let code = self.is_code(line, &lead);
        self.before = match line.trim().is_empty() {
            true if self.before == Before::Code => Before::Code,
            true => Before::Blank,
            false if code => Before::Code,
            false => Before::Text,
        };
        let run = |mark: u8| text.bytes().take_while(|&b| b == mark).count();
        for mark in [b'`', b'~'] {
            let length = run(mark);
            let info_is_plain = mark == b'~' || !text[length..].contains('`');
            if length >= 3 && info_is_plain && self.past <= at && !code {
                let column = lead.list_column;
                self.fence = Some(Fence { start: at, mark, length, quotes: lead.quotes, column });
                return;
            }
        }
        self.inline(at, line, &lead);
    }

    /// Whether the line may be indented code. In a list it may be text too; then its comments are found
    /// only where they end on the line, and the reader of blocks sees the others.
    fn is_code(&self, line: &str, lead: &Lead) -> bool {
        let outside = lead.quotes == 0 && lead.list_column == 0;
        outside
            && lead.indent >= CODE_COLUMNS
            && self.before != Before::Text
            && !line.trim().is_empty()
    }

    /// Whether the line belongs to the open fence; closes the fence when it ends here.
    fn in_fence(&mut self, at: usize, line: &str, lead: &Lead) -> bool {
        let Some(fence) = &self.fence else { return false };
        let blank = line.trim().is_empty();
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let left_quote = lead.quotes < fence.quotes;
        let left_item = !blank
            && fence.column > 0
            && indent < fence.column
            && lead.quotes == fence.quotes
            && fence.quotes == 0;
        if left_quote || left_item {
            let fence = self.fence.take().expect("because it was just seen");
            self.out.fenced.push(fence.start..at);
            return false;
        }
        let text = quoted_text(line, fence.quotes).trim_start_matches([' ', '\t']);
        let length = text.bytes().take_while(|&b| b == fence.mark).count();
        if length >= fence.length && text[length..].trim().is_empty() {
            let start = fence.start;
            self.fence = None;
            self.out.fenced.push(start..at + line.len());
        }
        true
    }

    /// Looks for comments in a line of text.
    fn inline(&mut self, at: usize, line: &str, lead: &Lead) {
        let bytes = line.as_bytes();
        let mut here = self.past.saturating_sub(at);
        let mut spans = CodeSpans::default();
        while let Some(next) =
            bytes.get(here..).and_then(|rest| rest.iter().position(|b| b"`<%\\".contains(b)))
        {
            here += next;
            here = match bytes[here] {
                b'\\' => here + 2,
                b'`' => spans.after(bytes, here),
                b'<' if bytes[here..].starts_with(b"<!--") => self.html(at, line, here, lead),
                b'%' if bytes[here..].starts_with(b"%%") => self.percent(at, line, here, lead),
                _ => here + 1,
            };
        }
    }

    fn html(&mut self, at: usize, line: &str, here: usize, lead: &Lead) -> usize {
        let start = at + here;
        let limit = self.limit(at, line, lead);
        if limit > self.html_dead {
            if let Some(end) = find_end(self.text, start + 4, limit, "-->") {
                return self.comment(start..end) - at;
            }
            if here == lead.skip && lead.quotes == 0 && self.before != Before::Code {
                self.out.unterminated.push(start);
            }
            self.html_dead = limit;
        }
        here + 4
    }

    /// A `%%` at a line's start opens a block, which may span lines; elsewhere its comment ends on the
    /// line, because prose has percent signs too.
    fn percent(&mut self, at: usize, line: &str, here: usize, lead: &Lead) -> usize {
        let start = at + here;
        if here != lead.skip {
            let end = find_end(self.text, start + 2, at + line.len(), "%%");
            return end.map_or(here + 2, |end| self.comment(start..end) - at);
        }
        let limit = self.limit(at, line, lead);
        if limit > self.percent_dead {
            if let Some(end) = find_end(self.text, start + 2, limit, "%%") {
                return self.comment(start..end) - at;
            }
            if lead.quotes == 0 && self.before != Before::Code {
                self.out.unterminated.push(start);
            }
            self.percent_dead = limit;
        }
        here + 2
    }

    fn comment(&mut self, span: Range<usize>) -> usize {
        self.past = span.end;
        self.out.found.push(span);
        self.past
    }

    /// How far a comment on this line may reach. Indented code ends it with its line, and a quote with
    /// its last, so that quoted text cannot hide what follows the quote.
    fn limit(&mut self, at: usize, line: &str, lead: &Lead) -> usize {
        if self.before == Before::Code {
            return at + line.len();
        }
        if lead.quotes == 0 {
            return self.text.len();
        }
        if self.quote.0 != lead.quotes || self.quote.1 <= at {
            self.quote = (lead.quotes, quote_end(self.text, at, lead.quotes));
        }
        self.quote.1
    }
}

fn find_end(text: &str, from: usize, limit: usize, mark: &str) -> Option<usize> {
    let found = text.get(from..limit)?.find(mark)?;
    Some(from + found + mark.len())
}

/// Where code spans of one line end. Knows the last run of backticks of each length, so that a run
/// without a partner is not searched for again and again.
#[derive(Default)]
pub(super) struct CodeSpans {
    last: Option<HashMap<usize, usize>>,
}

impl CodeSpans {
    /// The byte after the code span that starts here, or after the backticks when none does.
    pub(super) fn after(&mut self, line: &[u8], start: usize) -> usize {
        let run = |from: usize| line[from..].iter().take_while(|&&b| b == b'`').count();
        let next_run =
            |from: usize| line[from..].iter().position(|&b| b == b'`').map(|next| from + next);
        let last = self.last.get_or_insert_with(|| {
            let mut last = HashMap::new();
            let mut at = start;
            while let Some(found) = next_run(at) {
                last.insert(run(found), found);
                at = found + run(found);
            }
            last
        });
        let length = run(start);
        let mut at = start + length;
        if last.get(&length).is_none_or(|&found| found <= start) {
            return at;
        }
        while let Some(found) = next_run(at) {
            at = found + run(found);
            if at - found == length {
                return at;
            }
        }
        start + length
    }
}

/// Where the quote that this line is in ends.
fn quote_end(text: &str, at: usize, quotes: usize) -> usize {
    let mut end = at;
    for line in text[at..].split_inclusive('\n') {
        if lead(line).quotes < quotes {
            break;
        }
        end += line.len();
    }
    end
}

fn quoted_text(line: &str, quotes: usize) -> &str {
    let mut rest = line;
    for _ in 0..quotes {
        rest = rest.trim_start_matches([' ', '\t']);
        rest = rest.strip_prefix('>').unwrap_or(rest);
    }
    rest
}

/// One comment that begins or ends a generated block.
struct Mark {
    tool: String,
    name: String,
    ends: bool,
}

/// The pairs among these comments, in order of their start.
pub(super) fn pairs(text: &str, comments: &[Range<usize>]) -> Vec<Generated> {
    let mut open: Vec<(Mark, Range<usize>)> = Vec::new();
    let mut blocks = Vec::new();
    for comment in comments {
        let Some(mark) = mark(&text[comment.clone()]) else { continue };
        if !mark.ends {
            open.push((mark, comment.clone()));
            continue;
        }
        let Some(at) = open.iter().rposition(|(begin, _)| begin.tool == mark.tool) else {
            continue;
        };
        let (begin, begin_span) = open.swap_remove(at);
        // What was opened inside and not ended is no block.
        open.truncate(at);
        blocks.push(Generated {
            name: begin.name,
            span: begin_span.start..comment.end,
            inner: begin_span.end..comment.start,
        });
    }
    blocks.sort_by_key(|block| block.span.start);
    blocks
}

fn mark(comment: &str) -> Option<Mark> {
    let inner = comment.strip_prefix("<!--")?.strip_suffix("-->")?;
    let mut words = inner.split_whitespace();
    let first = words.next()?.to_lowercase();
    let (tool, verb) = match first.rsplit_once(':') {
        Some((tool, verb)) => (tool.to_owned(), verb.to_owned()),
        None => (words.next()?.to_lowercase(), first),
    };
    let ends = match verb.as_str() {
        "begin" | "start" => false,
        "end" | "stop" => true,
        _ => return None,
    };
    let rest = inner.split_whitespace().nth(1).filter(|_| tool == "memopage");
    let name = rest.map_or_else(|| tool.clone(), str::to_owned);
    Some(Mark { tool, name, ends })
}
