//! The full reader: blocks and links by CommonMark with tables and math.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, OffsetIter, Options, Parser, Tag, TagEnd};

use crate::head::{line_end, line_start};
use crate::page::Item;

use super::{FILLER, Heading, MarkdownLink, Parts, snap};

/// Longest text of a link that is kept, in bytes, give or take one run of text: links nest.
const SHOWN_BYTES: usize = 1000;

/// How far before its first mark the range of a block may start.
const TAB_BYTES: usize = 4;

/// A list item that is still open.
struct OpenItem {
    start: usize,
    /// Where its own block ends: at the first list in it.
    own_end: Option<usize>,
    /// Whether it stands in a quote.
    quoted: bool,
}

struct OpenLink {
    span: Range<usize>,
    dest: String,
    shown: String,
    /// End of the last thing inside it.
    inner_end: usize,
    embed: bool,
    inline: bool,
    auto: bool,
}

struct Reader<'t> {
    text: &'t str,
    body: usize,
    parts: Parts,
    /// Containers that are open: a heading in one is no section.
    containers: usize,
    quotes: Vec<Range<usize>>,
    items: Vec<OpenItem>,
    /// Where the last item's marker ends.
    marker_end: usize,
    heading: Option<String>,
    links: Vec<OpenLink>,
}

/// Reads a body; `masked` is its text with comments blanked.
pub(super) fn read(text: &str, body: usize, masked: &str) -> Parts {
    let mut reader = Reader {
        text,
        body,
        parts: Parts::default(),
        containers: 0,
        quotes: Vec::new(),
        items: Vec::new(),
        marker_end: body,
        heading: None,
        links: Vec::new(),
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH;
    let events = Parser::new_ext(masked, options).into_offset_iter();
    reader.definitions(&events);
    for (event, span) in events {
        reader.take(event, snap(text, body + span.start..body + span.end));
    }
    reader.parts.links.sort_by_key(|link| link.span.start);
    reader.parts
}

impl Reader<'_> {
    fn definitions(&mut self, events: &OffsetIter<'_>) {
        for (_, definition) in events.reference_definitions().iter() {
            let span = self.body + definition.span.start..self.body + definition.span.end;
            let span = snap(self.text, span);
            let Some(dest_span) = definition_dest(self.text, &span) else { continue };
            let dest = definition.dest.to_string();
            self.parts.links.push(MarkdownLink {
                span,
                dest_span,
                dest,
                shown: None,
                embed: false,
            });
        }
    }

    fn take(&mut self, event: Event<'_>, span: Range<usize>) {
        let is_inner = !matches!(event, Event::End(TagEnd::Link | TagEnd::Image));
        if let Some(link) = self.links.last_mut().filter(|_| is_inner) {
            link.inner_end = link.inner_end.max(span.end);
        }
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, &span),
            Event::Text(text) => self.show(&text),
            Event::Code(text) => {
                self.show(&text);
                self.parts.no_links.push(span);
            }
            Event::SoftBreak | Event::HardBreak => self.show(" "),
            Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.show(&text);
                self.parts.no_links.push(span);
            }
            Event::InlineHtml(_) => self.parts.no_links.push(span),
            _ => {}
        }
    }

    fn show(&mut self, text: &str) {
        let text = &text.replace(FILLER, " ");
        if let Some(heading) = &mut self.heading {
            heading.push_str(text);
        }
        if let Some(link) = self.links.last_mut().filter(|link| link.shown.len() < SHOWN_BYTES) {
            link.shown.push_str(text);
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Range<usize>) {
        match tag {
            Tag::Heading { .. } => self.heading = Some(String::new()),
            Tag::BlockQuote(_) => {
                self.containers += 1;
                if self.quotes.is_empty() && is_turn(&self.text[span.clone()]) {
                    self.parts.no_links.push(span.clone());
                }
                self.quotes.push(span);
            }
            Tag::List(_) => {
                self.containers += 1;
            }
            Tag::Item => {
                let quoted = !self.quotes.is_empty();
                let start = self.block_start(&span);
                let own = self.text[start..].find([' ', '\t', '\r', '\n']);
                self.marker_end = own.map_or(self.text.len(), |length| start + length);
                if let Some(item) = self.items.last_mut() {
                    item.own_end.get_or_insert(start);
                }
                self.items.push(OpenItem { start, own_end: None, quoted });
            }
            Tag::CodeBlock(kind) => {
                let end = match kind {
                    CodeBlockKind::Fenced(_) => self.line_end(span.end),
                    CodeBlockKind::Indented => span.end,
                };
                self.parts.opaque.push(self.block_start(&span)..end);
            }
            Tag::HtmlBlock => self.html(&span),
            Tag::Table(_) => self.parts.tables.push(span),
            Tag::Link { link_type, dest_url, .. } => {
                self.link(span, link_type, dest_url.to_string(), false);
            }
            Tag::Image { link_type, dest_url, .. } => {
                self.link(span, link_type, dest_url.to_string(), true);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: &Range<usize>) {
        match tag {
            TagEnd::Heading(level) => {
                let text = self.heading.take().unwrap_or_default();
                if self.containers == 0 {
                    let start = line_start(self.text, span.start).max(self.body);
                    let span = start..self.line_end(span.end);
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.parts.headings.push(Heading { level: level as u8, text, span });
                }
            }
            TagEnd::BlockQuote(_) => {
                self.containers -= 1;
                self.quotes.pop();
            }
            TagEnd::List(_) => self.containers -= 1,
            TagEnd::Item => self.item(span),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => {}
        }
    }

    fn item(&mut self, span: &Range<usize>) {
        let Some(open) = self.items.pop() else { return };
        if open.quoted {
            return;
        }
        let end = open.own_end.unwrap_or(span.end).max(open.start);
        let depth = u8::try_from(self.items.len()).unwrap_or(u8::MAX);
        self.parts.items.push(item(self.text, open.start..end, depth));
    }

    fn html(&mut self, span: &Range<usize>) {
        let html = self.text[span.clone()].trim_start().to_ascii_lowercase();
        let raw = ["<pre", "<script", "<style", "<textarea", "<!--", "<?", "<![cdata["];
        if raw.iter().any(|tag| html.starts_with(tag)) {
            self.parts.opaque.push(span.clone());
        }
    }

    fn link(&mut self, span: Range<usize>, kind: LinkType, dest: String, embed: bool) {
        let inline = kind == LinkType::Inline;
        let auto = kind == LinkType::Autolink;
        let inner_end = span.start + if embed { 2 } else { 1 };
        self.links.push(OpenLink {
            span,
            dest,
            shown: String::new(),
            inner_end,
            embed,
            inline,
            auto,
        });
    }

    fn end_link(&mut self) {
        let Some(link) = self.links.pop() else { return };
        if let Some(outer) = self.links.last_mut() {
            outer.inner_end = outer.inner_end.max(link.span.end);
            if outer.shown.len() < SHOWN_BYTES {
                outer.shown.push_str(&link.shown);
            }
        }
        let dest_span = if link.auto {
            Some(link.span.start + 1..link.span.end - 1)
        } else if link.inline {
            inline_dest(self.text, link.inner_end, link.span.end)
        } else {
            None
        };
        let Some(dest_span) = dest_span else { return };
        let shown = Some(link.shown).filter(|shown| !shown.is_empty() && !link.auto);
        let (span, dest, embed) = (link.span, link.dest, link.embed);
        self.parts.links.push(MarkdownLink { span, dest_span, dest, shown, embed });
    }

    /// Where a block's first mark stands. Its range may start with its indentation, and after a tab of
    /// which a list item took some columns, up to three bytes before the tab.
    fn block_start(&self, span: &Range<usize>) -> usize {
        let blanks = [' ', '\t', '\r', '\n'];
        let mut start = span.start.max(self.marker_end.min(span.end));
        loop {
            let rest = &self.text[start..span.end];
            start += rest.len() - rest.trim_start_matches(blanks).len();
            let lead = &self.text[line_start(self.text, start).max(self.body)..start];
            let is_first = lead.chars().all(|c| " \t>-+*.)0123456789".contains(c) || c == FILLER);
            let next = line_end(self.text, start);
            if is_first || next >= span.end || next > span.start + TAB_BYTES {
                return start;
            }
            start = next;
        }
    }

    /// The end of the line in which a block ends; a block that took its line end is there already.
    fn line_end(&self, at: usize) -> usize {
        if at > self.body && self.text.as_bytes()[at - 1] == b'\n' {
            at
        } else {
            line_end(self.text, at)
        }
    }
}

/// An item from its marker to the end of its own lines.
pub(super) fn item(text: &str, span: Range<usize>, depth: u8) -> Item {
    let bytes = text.as_bytes();
    let own = text[span.clone()].trim_end_matches([' ', '\t', '\r', '\n']);
    let last = span.start + own.len();
    let rest = &text[last..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    let at_line_end = bytes.get(last + blanks).is_none_or(|&b| b == b'\n');
    let end = if at_line_end { line_end(text, last) } else { span.end };
    let marker = own.find([' ', '\t', '\r', '\n']).unwrap_or(own.len());
    let after = &own[marker..];
    let mut start =
        span.start + marker + (after.len() - after.trim_start_matches([' ', '\t']).len());
    let content = &text[start..last];
    let task = match content.as_bytes() {
        [b'[', mark @ (b' ' | b'x' | b'X'), b']'] => Some(*mark != b' '),
        [b'[', mark @ (b' ' | b'x' | b'X'), b']', b' ' | b'\t' | b'\r' | b'\n', ..] => {
            Some(*mark != b' ')
        }
        _ => None,
    };
    if task.is_some() {
        let after = &content[3..];
        start += 3 + (after.len() - after.trim_start_matches([' ', '\t']).len());
    }
    Item {
        span: span.start..end.max(last),
        content: start..last.max(start),
        depth,
        task,
        section: 0,
    }
}

/// A quoted block that is one turn of a session: who speaks in bold first, the block's id last.
pub(super) fn is_turn(quote: &str) -> bool {
    let mut lines = quote.lines().map(|line| line.trim_start().trim_start_matches('>').trim());
    if !lines.next().is_some_and(|first| first.starts_with("**")) {
        return false;
    }
    let last = lines.rfind(|line| !line.is_empty()).and_then(|line| line.strip_prefix('^'));
    last.is_some_and(|id| {
        !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    })
}

/// Where the target of `[text](target "title")` stands, when its text ends at `from`.
pub(super) fn inline_dest(text: &str, from: usize, end: usize) -> Option<Range<usize>> {
    let at = from + text.get(from..end)?.find("](")? + 2;
    dest(text, at, end)
}

/// Where the target of `[label]: target "title"` stands.
pub(super) fn definition_dest(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let source = &text[span.clone()];
    let mut escaped = false;
    let close = source.bytes().position(|byte| {
        let closes = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })?;
    source[close + 1..].starts_with(':').then_some(())?;
    dest(text, span.start + close + 2, span.end)
}

fn dest(text: &str, from: usize, end: usize) -> Option<Range<usize>> {
    let rest = text.get(from..end)?;
    let start = from + (rest.len() - rest.trim_start().len());
    let rest = &text[start..end];
    if let Some(inner) = rest.strip_prefix('<') {
        let close = inner.find('>')?;
        return Some(start + 1..start + 1 + close);
    }
    let mut parens = 0_usize;
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'(' => parens += 1,
            b')' if parens == 0 => return Some(start..start + at),
            b')' => parens -= 1,
            b' ' | b'\t' | b'\r' | b'\n' => return Some(start..start + at),
            _ => {}
        }
    }
    Some(start..end)
}
