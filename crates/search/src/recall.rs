//! One query from text to hits: analyse, gather evidence, score, calibrate, diversify, show.

mod another;
mod ask;
mod asking;
mod border;
mod calibrate;
mod choose;
mod counting;
mod days;
mod deeds;
mod dense;
mod echo;
mod framed;
mod fuse;
mod graph;
mod han;
mod identifier;
mod keyed;
mod language;
mod lettered;
mod listing;
mod manner;
mod meant;
mod mention;
mod namesake;
mod near;
mod owned;
mod parts;
mod past;
mod question;
mod reduce;
mod region;
mod rerank;
mod score;
mod show;
mod slip;
mod sought;
mod spaced;
mod spelt;
mod succeed;
mod synonyms;
mod untold;
mod values;
mod weak;
mod whose;
mod why;
mod wording;

#[cfg(test)]
mod rerank_tests;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use tantivy::Searcher;

use crate::answer::{Answer, Warning};
use crate::big::{Sizes, Wanted};
use crate::catalogue::{Facts, Names};
use crate::delta::DeltaPage;
use crate::error::IndexError;
use crate::evidence::{PageEvidence, evidence, of_delta};
use crate::index::State;
use crate::query::{Archived, Filters, Order, Query, Unit};
use crate::rerank::Seat;
use crate::text::Texts;
use crate::vector::Vectors;
use crate::view::Passing;

pub use language::text_filters;
pub use listing::Listing;
pub(crate) use listing::wanted;
pub(crate) use synonyms::Given;
pub use weak::is_weak;

use ask::Asked;

/// Atoms that stage one hands to stage two. More changed no answer on conversations or notes, and found a
/// few more of 24,000 pages at a greater cost than it is worth.
const CANDIDATES: usize = 230;
/// Attempts at a view in which catalogue and big index agree.
const ATTEMPTS: usize = 4;
/// Times that a question is answered while others write: a write takes longer than an answer, so that more are asked
/// for only beside many writers.
const ANSWERS: usize = 8;

/// What one query may look at: a fixed state of the index.
struct Snapshot<'a> {
    state: &'a State,
    searcher: Option<Searcher>,
    passing: Arc<Passing>,
    /// All pages that wait, of which the filters let some through.
    waiting: Vec<Arc<DeltaPage>>,
    sizes: Sizes,
    facts: Arc<Facts>,
    /// All names of pages, if they are at hand.
    names: Option<Arc<Names>>,
    /// The catalogue's count of changes.
    changes: u64,
    /// Pages that pass no filter but the default one.
    pages: [u64; 2],
    warnings: Vec<Warning>,
}

/// Answers a query, asking the models that are there. A version of a page that is replaced on the way is known no
/// more, and its page would be missing: then the answer is made anew.
pub(crate) fn search(
    state: &State,
    (vectors, judge): (Option<&Vectors>, Option<&Seat<'_>>),
    query: &Query,
    texts: Texts<'_>,
) -> Result<Answer, IndexError> {
    let values = language::Values::of(&state.catalogue, query)?;
    let parsed = language::parse(&query.text, &query.filters, &values);
    if let Some(why) = parsed.unanswerable {
        return Ok(Answer { filters: parsed.filters, ..nothing(&why) });
    }
    let mut time = 1;
    let (snapshot, mut answer) = loop {
        let mut snapshot = snapshot(state, &parsed.filters)?;
        let answer = found(&mut snapshot, (vectors, judge), query, &parsed, texts)?;
        if time == ANSWERS || state.catalogue.marks()?.changes == snapshot.changes {
            break (snapshot, answer);
        }
        time += 1;
    };
    let told = |message| Warning { corpus: "question".to_owned(), status: "reduced", message };
    answer.warnings.splice(0..0, parsed.mistaken.iter().cloned().map(told));
    answer.warnings.splice(0..0, snapshot.warnings);
    answer.filters = parsed.filters;
    Ok(answer)
}

fn found(
    snapshot: &mut Snapshot<'_>,
    (vectors, judge): (Option<&Vectors>, Option<&Seat<'_>>),
    query: &Query,
    parsed: &language::Parsed,
    texts: Texts<'_>,
) -> Result<Answer, IndexError> {
    if parsed.is_empty() {
        return show::listing(snapshot, query, &parsed.filters, texts);
    }
    let mut asked = ask::ask(snapshot, query, parsed)?;
    // The days alone answer: no model has a say in it, so none is waited for.
    if let Some(listed) = days::alone(snapshot, query, (&asked, parsed), texts)? {
        return Ok(listed);
    }
    if let Some(vectors) = vectors.filter(|_| query.streams.vector) {
        asked.dense = dense::ask(snapshot, vectors, (parsed, query.streams), asked.tongue());
    }
    if query.streams.graph {
        asked.linked = graph::linked(snapshot, &asked, texts)?;
    }
    let took_part = [
        ("lexical", query.streams.lexical),
        ("vector", asked.dense.is_some()),
        ("graph", !asked.linked.is_empty()),
    ];
    let judging = rerank::Judging::new(judge, &parsed.text);
    let mut answer = answer(snapshot, query, (&mut asked, &parsed.filters), judging, texts)?;
    answer.streams = took_part.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
    Ok(answer)
}

fn answer(
    snapshot: &Snapshot<'_>,
    query: &Query,
    (asked, filters): (&mut Asked, &Filters),
    mut judging: rerank::Judging<'_>,
    texts: Texts<'_>,
) -> Result<Answer, IndexError> {
    if asked.terms.is_empty() && asked.phrases.is_empty() && asked.dense.is_none() {
        return Ok(nothing("the query has no word to look for"));
    }
    if snapshot.passing.big.len() + snapshot.passing.delta.len() == 0 {
        return Ok(nothing(snapshot.why_none(filters)?));
    }
    let of_days = days::pages(snapshot, asked)?;
    let on_the_day = |asked: &Asked| days::listing(snapshot, query, (asked, filters), texts);
    let mut pages = gather(snapshot, query, asked, &of_days)?;
    wording::retain(snapshot, &asked.worded, &mut pages, texts)?;
    if query.rewritten {
        pages = past::evidence(snapshot, asked, pages, texts)?;
    }
    if pages.is_empty() {
        let why = match asked.days.filter(|_| asked.asks_for_days_only()) {
            Some(days) => days::none_of(days),
            None => why::none(query.streams, asked, Unit::Page),
        };
        let listed = on_the_day(asked)?;
        return listed.map_or_else(|| slipped(snapshot, asked, &[], nothing(&why), texts), Ok);
    }
    let mut scored = echo::scored(snapshot, query, asked, pages, texts)?;
    asked.said = spelt::said(snapshot, asked, &mut scored, texts)?;
    if asked.parts.is_empty() && asked.phrases.is_empty() {
        asked.told = another::told(snapshot, (&*asked, &query.now), &scored, texts)?;
    }
    let mut most = choose::enough(snapshot, query, asked);
    let mut answer = loop {
        let asked = &*asked;
        let mut choice = choose::choose(snapshot, query, (asked, most), &scored, &mut |units| {
            judging.order(snapshot, query, units, texts)
        })?;
        // Where the words are known of another time, pages of this one that lack them are no answer.
        if choice.abstained.is_some()
            && (!choice.untimely || asked.may_list_days())
            && let Some(listed) = on_the_day(asked)?
        {
            return Ok(listed);
        }
        let shown = show::show(snapshot, query, asked, &mut choice, texts)?;
        // Pages that cannot be read, or were shown already, have used up what was thought to be enough.
        if shown.hits.len() == query.limit || choice.more == 0 {
            break shown;
        }
        most = usize::MAX;
    };
    answer.reranked = judging.read;
    answer.warnings.extend(judging.warning);
    slipped(snapshot, asked, &scored, answer, texts)
}

/// An answer that has nothing says which name of the vault is nearly what was typed.
fn slipped(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    scored: &[score::ScoredPage],
    mut answer: Answer,
    texts: Texts<'_>,
) -> Result<Answer, IndexError> {
    if let Some(why) = answer.abstained.as_mut()
        && let Some(name) = slip::near(snapshot, asked, scored, texts)?
    {
        why.push_str(&format!("; did you mean {name}?"));
    }
    Ok(answer)
}

fn nothing(why: &str) -> Answer {
    Answer { abstained: Some(why.to_owned()), ..Answer::default() }
}

/// A state in which the big index has everything that the catalogue says it has.
fn snapshot<'a>(state: &'a State, filters: &Filters) -> Result<Snapshot<'a>, IndexError> {
    let mut warnings = Vec::new();
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let marks = state.catalogue.marks()?;
        let searcher = match &state.big {
            Ok(big) => Some(big.searcher(marks.generation)?),
            Err(_) => None,
        };
        let (passing, agreed) = state.views.passing(&state.catalogue, filters, marks)?;
        // A page that another process writes meanwhile has a new version: what waits is asked for anew.
        let waiting = state.delta.pages(&state.catalogue, &passing.waiting)?;
        let whole = waiting.len() == passing.waiting.len();
        last = Some((marks, searcher, passing, waiting));
        if agreed && whole {
            break;
        }
    }
    let (marks, searcher, passing, waiting) = last.expect("because there is at least one attempt");
    if let Err(why) = &state.big {
        let message = format!("the big index cannot be read and must be rebuilt: {why}");
        warnings.push(Warning { corpus: "index".to_owned(), status: "unavailable", message });
    }
    if let Some(why) = state.access.why() {
        let message = format!("the index cannot be kept on disk: {why}");
        warnings.push(Warning { corpus: "index".to_owned(), status: "reduced", message });
    }
    if marks.rebuilding && state.access.why().is_none() {
        let message = "the index is being rebuilt; pages may be missing".to_owned();
        warnings.push(Warning { corpus: "index".to_owned(), status: "rebuilding", message });
    }
    let mut sizes = match (&state.big, &searcher) {
        (Ok(big), Some(searcher)) => state.views.sizes(big, searcher, marks.generation)?,
        _ => Sizes::default(),
    };
    for atom in waiting.iter().flat_map(|page| &page.atoms) {
        sizes.add(atom.kind, atom.len);
    }
    let facts = state.views.facts(&state.catalogue, marks)?;
    let names = state.views.names(&state.catalogue, marks)?;
    let pages = [facts.stats.documents[0], facts.stats.sessions[0]];
    let changes = marks.changes;
    let mut snapshot = Snapshot {
        state,
        searcher,
        passing,
        waiting,
        sizes,
        facts,
        names,
        changes,
        pages,
        warnings,
    };
    for atom in snapshot.dead(&Wanted::default())?.iter().flat_map(|page| &page.atoms) {
        snapshot.sizes.take(atom.kind, atom.len);
    }
    Ok(snapshot)
}

/// Stage one: the pages of the best atoms of the big index, every waiting page that matches, pages that
/// are called what was asked, and pages of the days that the question names.
fn gather(
    snapshot: &Snapshot<'_>,
    query: &Query,
    asked: &Asked,
    of_days: &[u64],
) -> Result<Vec<PageEvidence>, IndexError> {
    let mut wanted = asked.wanted();
    wanted.retired |= query.rewritten;
    let mut pages = Vec::new();
    if query.streams.lexical {
        pages = gather_words(snapshot, asked, of_days, &wanted)?;
    }
    // A phrase must be there word by word.
    if wanted.phrases.is_empty() && (asked.dense.is_some() || !asked.linked.is_empty()) {
        let have: HashSet<u64> = pages.iter().map(|page| page.uid).collect();
        let near = asked.dense.iter().flat_map(|dense| &dense.near).map(|row| row.uid);
        let brought = near.chain(asked.linked.keys().copied());
        let mut missing: Vec<u64> = brought.filter(|uid| !have.contains(uid)).collect();
        missing.sort_unstable();
        missing.dedup();
        pages.extend(snapshot.evidence_of(&missing, &wanted)?);
    }
    pages.sort_by_key(|page| page.uid);
    Ok(pages)
}

fn gather_words(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    of_days: &[u64],
    wanted: &Wanted<'_>,
) -> Result<Vec<PageEvidence>, IndexError> {
    let mut pages = Vec::new();
    if let (Ok(big), Some(searcher)) = (&snapshot.state.big, &snapshot.searcher) {
        let live = &snapshot.passing.big;
        pages = big.evidence(searcher, wanted, live, CANDIDATES)?;
        let missing: Vec<u64> = asked
            .named
            .iter()
            .chain(asked.mentions.iter().flat_map(|mention| &mention.uids))
            .chain(of_days)
            .copied()
            .filter(|uid| live.contains(*uid) && pages.iter().all(|page| page.uid != *uid))
            .collect();
        if wanted.phrases.is_empty() {
            let mut more = big.evidence_of(searcher, &missing, wanted)?;
            // Without a word and without a model a page is no hit, and would only move the mean by which
            // the others are scored; of waiting pages none such is looked at.
            let is_met = |page: &PageEvidence| page.atoms.iter().any(|atom| !atom.hits.is_empty());
            more.retain(|page| asked.dense.is_some() || is_met(page));
            pages.extend(more);
        }
    }
    let weighs = |(nth, _): (u16, u32)| wanted.terms[usize::from(nth)].1 > 0.0;
    let is_met = |page: &PageEvidence| page.atoms.iter().any(|atom| atom.hits.iter().any(weighs));
    for page in snapshot.delta() {
        let found = of_delta(page, wanted);
        pages.extend(found.filter(|page| !wanted.phrases.is_empty() || is_met(page)));
    }
    Ok(pages)
}

impl Snapshot<'_> {
    /// The waiting pages that the filters let through.
    fn delta(&self) -> impl Iterator<Item = &Arc<DeltaPage>> {
        let passes = |page: &&Arc<DeltaPage>| self.passing.delta.binary_search(&page.uid).is_ok();
        self.waiting.iter().filter(passes)
    }

    /// What the big index still counts of versions that are gone.
    fn dead(&self, wanted: &Wanted<'_>) -> Result<Vec<PageEvidence>, IndexError> {
        match (&self.state.big, &self.searcher) {
            (Ok(big), Some(searcher)) => big.evidence_of(searcher, &self.passing.dead, wanted),
            _ => Ok(Vec::new()),
        }
    }

    /// The evidence of these versions whether or not they match, wherever they are.
    fn evidence_of(
        &self,
        uids: &[u64],
        wanted: &Wanted<'_>,
    ) -> Result<Vec<PageEvidence>, IndexError> {
        let mut pages = Vec::new();
        if let (Ok(big), Some(searcher)) = (&self.state.big, &self.searcher) {
            let live: Vec<u64> =
                uids.iter().copied().filter(|uid| self.passing.big.contains(*uid)).collect();
            pages = big.evidence_of(searcher, &live, wanted)?;
        }
        let waiting = self.delta().filter(|page| uids.contains(&page.uid));
        pages.extend(waiting.map(|page| evidence(page, wanted)));
        Ok(pages)
    }
}

impl Snapshot<'_> {
    /// Whether the filters let this version through.
    fn passes(&self, uid: u64) -> bool {
        self.passing.big.contains(uid) || self.passing.delta.binary_search(&uid).is_ok()
    }

    /// Whether the filters keep archived pages alone.
    fn only_archived(&self, filters: &Filters) -> bool {
        let wider = Filters { archived: Archived::Include, ..filters.clone() };
        let rows = self.state.catalogue.rows(&wider, Order::Path, (0, 1));
        filters.archived == Archived::Skip && rows.is_ok_and(|rows| rows.total > 0)
    }

    /// Why no page may be looked at.
    fn why_none(&self, filters: &Filters) -> Result<&'static str, IndexError> {
        if self.pages == [0, 0] {
            return Ok("the vault is empty");
        }
        let content = Filters { archived: Archived::Include, ..Filters::default() };
        let (big, delta) = self.state.catalogue.live(&content)?;
        if big.len() + delta.len() == 0 {
            return Ok("the vault has no pages but those that say how it works");
        }
        let archived = filters.archived == Archived::Only;
        let open = Filters { archived: Archived::Skip, ..filters.clone() };
        Ok(match open == Filters::default() {
            true if archived => "no page is archived",
            true => "every page is archived",
            false if self.only_archived(filters) => {
                "only archived pages pass the filters; `--archived` or `in:archive` lets them take part"
            }
            false => "no page passes the filters",
        })
    }
}

/// Whether retired facts take part: only where archived pages do.
fn retired(filters: &Filters) -> bool {
    filters.archived != Archived::Skip
}
