//! How the text of one page becomes part of another: its facts, what else stands there, and where links
//! into it lead.
//!
//! Which pages may become one is not decided here.

mod anchors;
mod facts;
mod head;
mod text;

pub(crate) use head::take as take_head;

use crate::Error;
use crate::draft::Draft;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use wiki::canon::fold;
use wiki::fact;
use wiki::graph::{Files, rename_edits};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;

/// How often the text is taken over anew, when its links turn out to lead elsewhere.
const ROUNDS_MAX: usize = 3;

/// A page that joins another.
pub(crate) struct Join {
    keep: PagePath,
    /// The other page as it stands.
    original: Page,
    /// The other page as it is taken over, without its history.
    joining: Page,
    /// The other page's history.
    history: String,
    /// Whether the first section of what is taken over is headed by what the other page calls itself.
    headed: bool,
    schema: Arc<Schema>,
    today: Date,
    /// Block ids of the other page and what they became.
    blocks: BTreeMap<String, String>,
    /// The other page's title.
    title: String,
    /// Headings of the other page that lead elsewhere in the one that stays, by their folded text.
    headings: HashMap<String, String>,
}

/// Where links into the other page are taken to lead.
#[derive(Clone, PartialEq)]
struct Ways {
    /// Block ids and what they become.
    blocks: BTreeMap<String, String>,
    /// Headings that are not taken over, since they say nothing.
    bare: HashSet<String>,
}

impl Join {
    pub(crate) fn new(
        draft: &mut Draft<'_>,
        keep: &PagePath,
        joining: Page,
        today: Date,
    ) -> Result<Self, Error> {
        let page = draft.existing(keep)?;
        let schema = Arc::clone(&draft.schema);
        let title = joining.title();
        let named = |page: &Page| -> HashMap<String, String> {
            let headings = page.sections.iter().filter(|it| it.level > 0);
            headings.map(|it| (fold(&it.heading), it.heading.clone())).collect()
        };
        let ours = named(&page);
        let mut headings = named(&joining);
        // The histories become one, and what leads to one leads to it.
        headings.retain(|folded, it| ours.contains_key(folded) && !fact::is_history_heading(it));
        headings.insert(fold(&title), title.clone());
        Ok(Self {
            keep: keep.clone(),
            original: joining.clone(),
            joining,
            history: String::new(),
            headed: false,
            schema,
            today,
            blocks: BTreeMap::new(),
            title,
            headings,
        })
    }

    /// Takes everything over and turns the links that lead into the other page. `said` is what else is to
    /// be said of it, above its text.
    pub(crate) fn carry_out(
        mut self,
        draft: &mut Draft<'_>,
        files: &Files,
        said: Option<&str>,
    ) -> Result<(), Error> {
        let page = draft.existing(&self.keep)?;
        let bare = text::without_bare(&self.original, &self.headings).1;
        let mut ways = Ways { blocks: anchors::renamed_blocks(&page, &self.original), bare };
        let warned = draft.warnings.len();
        let mut rest = String::new();
        // Which facts give way is known only when they have met, and its text leads to them.
        for _ in 0..ROUNDS_MAX {
            draft.put(&self.keep, page.text.clone())?;
            draft.warnings.truncate(warned);
            let taken = self.meet(draft, &page, &ways, files)?;
            let (text, bare) = self.rest(&taken);
            rest = text;
            let found = Ways { blocks: self.blocks.clone(), bare };
            if found == ways {
                break;
            }
            ways = found;
        }
        // A link to a heading that is not taken over leads to the one that stands there already.
        self.headings.retain(|it, _| !ways.bare.contains(it));
        self.text(draft, &rest, said)?;
        self.anchors(draft, files)?;
        // What linked to the other page from here, or within it, is a link to this page now.
        let page = draft.existing(&self.keep)?;
        let own = rename_edits(&page, &self.original.path, &self.keep, files);
        if own.is_empty() { Ok(()) } else { draft.edit(&self.keep, &own) }
    }

    /// Lets the facts of both pages meet. Gives the spans of what is taken over that are dealt with.
    fn meet(
        &mut self,
        draft: &mut Draft<'_>,
        page: &Page,
        ways: &Ways,
        files: &Files,
    ) -> Result<Vec<Range<usize>>, Error> {
        let all = self.headings.clone();
        self.blocks.clone_from(&ways.blocks);
        self.headings.retain(|it, _| !ways.bare.contains(it));
        self.prepare(page)?;
        self.headings = all;
        self.facts(draft, files)
    }
}

/// The section in which a page speaks of itself: under its title, or before any heading.
fn own_section(page: &Page) -> usize {
    let before = page.sections.first().and_then(|it| page.text.get(it.span.clone()));
    let blank = before.is_none_or(|it| it.trim().is_empty());
    let titled = blank && page.sections.get(1).is_some_and(|it| it.level == 1);
    usize::from(titled)
}

/// The heading over the text of a page that joined.
fn from(title: &str) -> String {
    format!("From {title}")
}
