//! Page → atoms: the smallest things that are indexed. A turn of a conversation is one, elsewhere a
//! passage of about 200 tokens under one heading; the page's own names make one more. Every byte of the
//! page lies in an atom that has a place.

use std::ops::Range;

use wiki::page::{Page, Section};
use wiki::{fact, note, session};

use crate::analyse::{Script, folded, script};
use crate::facets::Facets;
use crate::outline::{Kind, Outline, Place};

/// A passage is closed at the first line end after so many tokens.
const PASSAGE_TOKENS: usize = 200;
/// It is closed earlier, at a blank line, after so many.
const PARAGRAPH_TOKENS: usize = 130;
/// A line longer than this is cut inside.
const LINE_TOKENS: usize = 320;
/// Tokens below which what stands before or behind a cut in a long line goes with its neighbour.
const SHORT_TOKENS: usize = 60;
/// Bytes of headings that take part in the page's names.
const HEADINGS_BYTES: usize = 2_000;

/// Starts the words of a name, in which even stop words count.
pub(crate) const NAME_MARK: char = '\u{3}';
/// Starts the name of who speaks a turn.
pub(crate) const SPEAKER_MARK: char = '\u{2}';

/// One atom with the words it is found by.
#[derive(Debug, Clone)]
pub(crate) struct Atom {
    pub(crate) kind: Kind,
    /// Words that stand elsewhere but belong to it: names, headings above, who speaks. May be empty.
    pub(crate) lead: String,
    /// Bytes of the page that are its own words.
    pub(crate) words: Range<usize>,
}

/// Cuts a page. The atoms and the outline's places have the same order.
pub(crate) fn atoms(page: &Page, facets: &Facets) -> (Vec<Atom>, Outline) {
    let mut cut = Cut {
        page,
        atoms: Vec::new(),
        outline: Outline {
            headings: (0..page.sections.len())
                .map(|section| page.sections[section].heading.clone())
                .collect(),
            ..Outline::default()
        },
        line: Lines::new(&page.text),
        retired: retired(page, facets.holds_facts),
    };
    cut.push(Kind::Head, head_words(page, facets), (0..0, 0..0), 0, None);
    if page.body > 0 {
        cut.run(0..page.body, 0);
    }
    let turns = session::turns(page);
    let mut turns = turns.iter().peekable();
    let trail: Vec<usize> = (0..page.sections.len()).collect();
    for section in trail {
        let span = page.sections[section].span.clone();
        let mut at = span.start;
        while let Some(turn) = turns.next_if(|turn| turn.span.start < span.end) {
            if at < turn.span.start {
                cut.run(at..turn.span.start, section);
            }
            let lead = format!("{SPEAKER_MARK}{}", turn.speaker);
            let whole = turn.span.clone();
            let places = (whole.clone(), turn.text_span.clone());
            cut.push(Kind::Turn, lead, places, section, Some(turn.id.clone()));
            at = whole.end.max(at);
        }
        if at < span.end {
            cut.run(at..span.end, section);
        }
    }
    (cut.atoms, cut.outline)
}

struct Cut<'a> {
    page: &'a Page,
    atoms: Vec<Atom>,
    outline: Outline,
    line: Lines<'a>,
    retired: Vec<Range<usize>>,
}

impl Cut<'_> {
    fn push(
        &mut self,
        kind: Kind,
        lead: String,
        (whole, words): (Range<usize>, Range<usize>),
        section: usize,
        turn: Option<String>,
    ) {
        let line = self.line.of(whole.start);
        self.outline.places.push(Place(whole.start, whole.end, line, kind.code(), section, turn));
        self.atoms.push(Atom { kind, lead, words });
    }

    /// Bytes between turns, or a section: retired items apart from the rest.
    fn run(&mut self, span: Range<usize>, section: usize) {
        let retired: Vec<Range<usize>> = self
            .retired
            .iter()
            .filter(|item| item.start >= span.start && item.end <= span.end)
            .cloned()
            .collect();
        let mut at = span.start;
        for item in retired {
            self.passages(at..item.start, section, Kind::Passage);
            self.passages(item.clone(), section, Kind::Retired);
            at = item.end;
        }
        self.passages(at..span.end, section, Kind::Passage);
    }

    fn passages(&mut self, span: Range<usize>, section: usize, kind: Kind) {
        let text = &self.page.text[span.clone()];
        if text.trim().is_empty() {
            // Blank bytes belong to what stands before them.
            let mut places = self.outline.places.iter_mut().rev();
            if let Some(last) = places.find(|place| place.end() > 0)
                && last.end() == span.start
            {
                last.1 = span.end;
                return;
            }
            if span.is_empty() {
                return;
            }
        }
        for (nth, part) in parts(text).into_iter().enumerate() {
            let place = span.start + part.start..span.start + part.end;
            let trail = match section < self.page.sections.len() {
                true => self.page.breadcrumb(section).join(" > "),
                false => String::new(),
            };
            // A section's first passage has its own heading in its words already.
            let lead = match trail.rsplit_once(" > ") {
                Some((above, _)) if nth == 0 => above.to_owned(),
                None if nth == 0 => String::new(),
                _ => trail,
            };
            self.push(kind, lead, (place.clone(), place), section, None);
        }
    }
}

/// Cuts a text into passages, at blank lines where one is near, else at line ends, else inside a line.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut from, mut at, mut tokens) = (0, 0, 0);
    for line in text.split_inclusive('\n') {
        let cost = estimate(line);
        if cost > LINE_TOKENS {
            let mut cut = pieces(line).into_iter().map(|part| at + part.start..at + part.end);
            // A heading alone, or a line or two, say too little to be a passage of their own.
            let first = match tokens < SHORT_TOKENS {
                true => cut.next().map(|first| from..first.end),
                false => Some(from..at),
            };
            parts.extend(first.into_iter().chain(cut));
            at += line.len();
            (from, tokens) = (at, 0);
            continue;
        }
        at += line.len();
        tokens += cost;
        let blank = line.trim().is_empty();
        if tokens >= PASSAGE_TOKENS || (blank && tokens >= PARAGRAPH_TOKENS) {
            parts.push(from..at);
            (from, tokens) = (at, 0);
        }
    }
    if at > from {
        let rest = &text[from..at];
        match parts.last_mut() {
            Some(last) if rest.trim().is_empty() => last.end = at,
            _ => parts.push(from..at),
        }
    }
    parts
}

/// Cuts a long line behind a sentence or a space where one is near, else behind any character.
fn pieces(line: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut from, mut quarters) = (0, 0);
    for (at, char) in line.char_indices() {
        quarters += quarter_tokens(char);
        let tokens = quarters / 4;
        let sentence = matches!(char, '.' | '。' | '！' | '？' | '!' | '?' | ';' | '；');
        let space = char.is_whitespace() || matches!(char, '，' | ',' | '、');
        let cut = tokens >= PASSAGE_TOKENS && sentence
            || tokens >= PASSAGE_TOKENS + 60 && space
            || tokens >= LINE_TOKENS;
        if cut {
            let end = at + char.len_utf8();
            pieces.push(from..end);
            (from, quarters) = (end, 0);
        }
    }
    match pieces.last_mut() {
        Some(last) if estimate(&line[from..]) < SHORT_TOKENS => last.end = line.len(),
        _ if from < line.len() => pieces.push(from..line.len()),
        _ => {}
    }
    pieces
}

/// About how many tokens a text has: a character of a script without spaces is one, elsewhere four
/// characters are.
pub fn estimate(text: &str) -> usize {
    text.chars().map(quarter_tokens).sum::<usize>().div_ceil(4)
}

fn quarter_tokens(char: char) -> usize {
    if char.is_ascii() || script(char) != Script::Unspaced { 1 } else { 4 }
}

/// List items that are no longer true: struck, marked as superseded, or facts of the page's history.
fn retired(page: &Page, holds_facts: bool) -> Vec<Range<usize>> {
    let is_retired = |content: &str| {
        let marks = content.trim_start();
        let struck = marks.starts_with("~~") && marks[2..].contains("~~");
        struck || content.contains("superseded:2") || content.contains("superseded: 2")
    };
    let past = fact::in_history(page, holds_facts);
    let mut retired: Vec<Range<usize>> = Vec::new();
    for (at, item) in page.items.iter().enumerate() {
        let Some(content) = page.text.get(item.content.clone()) else { continue };
        if !is_retired(content) && past.binary_search(&at).is_err() {
            continue;
        }
        match retired.last_mut() {
            Some(last) if last.end == item.span.start => last.end = item.span.end,
            _ => retired.push(item.span.clone()),
        }
    }
    retired
}

/// What the page calls itself; what matters more stands there more often, so that one field with one
/// length serves for weights (Robertson and Zaragoza 2004).
fn head_words(page: &Page, facets: &Facets) -> String {
    let mut words = String::from(NAME_MARK);
    let mut add = |text: &str, times: usize| {
        for _ in 0..times {
            words.push_str(text);
            words.push('\n');
        }
    };
    let title = if facets.title.is_empty() { page.title() } else { facets.title.clone() };
    add(&title, 3);
    for alias in &facets.aliases {
        add(alias, 2);
    }
    for tag in &facets.tags {
        add(tag, 1);
    }
    if let Some(id) = &facets.id {
        add(id, 1);
    }
    if folded(page.path.name()) != folded(&title) {
        add(page.path.name(), 1);
    }
    for folder in page.path.folder().split('/') {
        add(folder, 1);
    }
    for who in &facets.participants {
        add(who, 1);
    }
    if let Some(day) = facets.day {
        add(&day.strftime("%-d %B %Y").to_string(), 1);
    }
    if let Some(description) = &facets.description {
        add(description, 1);
    }
    let mut left = HEADINGS_BYTES;
    // The heading of a note of the day is what it says, and no name of the page.
    let names = |it: &&Section| !it.heading.is_empty() && note::title(&it.heading).is_none();
    for section in page.sections.iter().filter(names) {
        if section.heading.len() > left {
            break;
        }
        left -= section.heading.len();
        add(&section.heading, 1);
    }
    words
}

/// Line numbers of ascending bytes, in one pass.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, line: 1 }
    }

    /// The line of `byte`, which is never before the byte asked for last.
    fn of(&mut self, byte: usize) -> usize {
        let span = self.at.min(byte)..byte;
        self.line += self.bytes[span].iter().filter(|&&byte| byte == b'\n').count();
        self.at = byte.max(self.at);
        self.line
    }
}
