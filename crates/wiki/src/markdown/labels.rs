//! Labels by which a page's footnotes and link definitions are reached, and other names for those that
//! another page has, too.
//!
//! Where a footnote or a definition leads is not asked here.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag};

use super::{comments, masked, snap, too_much};
use crate::edit::Splice;
use crate::page::Page;

/// Where a label stands, and what its place takes when it is called otherwise.
enum Place {
    /// Between the brackets: `[label]: …`, `[^label]`, `[text][label]`.
    Named(Range<usize>),
    /// Behind the text that is the label, too: `[label]` and `[label][]`.
    Behind(Range<usize>),
}

/// A label in a page.
struct Label {
    /// As labels are compared; a footnote's begins with `^`.
    name: String,
    /// As it is written.
    written: String,
    place: Place,
    defines: bool,
}

/// The labels that a page defines, as they are compared; a footnote's begins with `^`.
pub fn labels(page: &Page) -> HashSet<String> {
    found(page).into_iter().filter(|it| it.defines).map(|it| it.name).collect()
}

/// What gives each label that the page defines and that is `taken` a name of its own, where it is defined
/// and wherever it is named. Ordered from the page's start.
pub fn relabelled(page: &Page, taken: &HashSet<String>) -> Vec<Splice> {
    let found = found(page);
    let own: HashSet<&str> =
        found.iter().filter(|it| it.defines).map(|it| it.name.as_str()).collect();
    let mut new: HashMap<&str, String> = HashMap::new();
    for label in found.iter().filter(|it| it.defines && taken.contains(&it.name)) {
        let mut free = (2..).map(|number| format!("{}-{number}", label.written));
        let is_free = |it: &String| !taken.contains(&fold(it)) && !own.contains(fold(it).as_str());
        let free = free.find(is_free).expect("because numbers do not end");
        new.entry(&label.name).or_insert(free);
    }
    let splices = found.iter().filter_map(|label| {
        let text = new.get(label.name.as_str())?;
        Some(match &label.place {
            Place::Named(span) => Splice { span: span.clone(), text: text.clone() },
            Place::Behind(span) => Splice { span: span.clone(), text: format!("[{text}]") },
        })
    });
    let mut splices: Vec<Splice> = splices.collect();
    splices.sort_by_key(|it| (it.span.start, it.span.end));
    splices.dedup_by(|later, first| later.span.start < first.span.end);
    splices
}

/// All labels of the body. A page that is too large to be read block by block has none.
fn found(page: &Page) -> Vec<Label> {
    let (text, body) = (page.text.as_str(), page.body);
    if !text[body..].contains('[') || too_much(text, body).is_some() {
        return Vec::new();
    }
    let source = masked(text, body, &comments::find(text, body).found);
    let options = Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_FOOTNOTES;
    let events = Parser::new_ext(&source, options).into_offset_iter();
    let place = |span: &Range<usize>| snap(text, body + span.start..body + span.end);
    let mut labels = Vec::new();
    for (_, definition) in events.reference_definitions().iter() {
        let span = place(&definition.span);
        labels.extend(first(text, &span).map(|span| label(text, span, "", true)));
    }
    for (event, span) in events {
        let span = place(&span);
        let label = match event {
            Event::FootnoteReference(_) => first(text, &span).map(|it| label(text, it, "", false)),
            Event::Start(Tag::FootnoteDefinition(_)) => {
                first(text, &span).map(|it| label(text, it, "", true))
            }
            Event::Start(Tag::Link { link_type, id, .. } | Tag::Image { link_type, id, .. }) => {
                reference(text, span, link_type, &id)
            }
            _ => None,
        };
        labels.extend(label);
    }
    labels
}

/// The label of a link that names a definition.
fn reference(text: &str, span: Range<usize>, kind: LinkType, id: &str) -> Option<Label> {
    match kind {
        LinkType::Reference => Some(label(text, last(text, &span)?, "", false)),
        LinkType::Collapsed => {
            // The reader leaves the empty brackets out of the link.
            let end = if text[span.clone()].ends_with("[]") { span.end } else { span.end + 2 };
            text.get(..end)?.ends_with("[]").then(|| label(text, end - 2..end, id, false))
        }
        LinkType::Shortcut => Some(label(text, span.end..span.end, id, false)),
        _ => None,
    }
}

/// A label at its place; `id` where the place itself does not hold it.
fn label(text: &str, span: Range<usize>, id: &str, defines: bool) -> Label {
    let (written, place) = if id.is_empty() {
        (text[span.clone()].to_owned(), Place::Named(span))
    } else {
        (id.to_owned(), Place::Behind(span))
    };
    Label { name: fold(&written), written, place, defines }
}

/// The inside of the first brackets of a span.
fn first(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let open = span.start + text.get(span.clone())?.find('[')? + 1;
    let mut escaped = false;
    let close = text[open..span.end].bytes().position(|byte| {
        let closes = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })?;
    Some(open..open + close)
}

/// The inside of the brackets that end a span.
fn last(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let inner = text.get(span.clone())?.strip_suffix(']')?;
    // Between two brackets of one label every other one is escaped.
    let open = inner
        .rmatch_indices('[')
        .map(|(at, _)| at)
        .find(|at| inner[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0)?;
    Some(span.start + open + 1..span.end - 1)
}

/// Labels are compared without case and repeated spaces.
fn fold(label: &str) -> String {
    label.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}
