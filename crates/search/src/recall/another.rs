//! Pages that tell of another than the question asks for, as the text of the best pages shows it: another letter
//! or number of the kind, the value of somebody else.
//!
//! Only questions that name such a thing have pages read. What is another is decided where it is named.

use std::collections::{HashMap, HashSet};

use wiki::time::Now;

use super::Snapshot;
use super::ask::{Asked, rarity, weigh};
use super::keyed::{dated, keyed};
use super::lettered::Letters;
use super::namesake::Namesakes;
use super::owned::{ME, Owned, asks_for_a_way, beside_the_thing, is_of_oneself};
use super::score::{ScoredPage, Terms};
use super::sought::Sought;
use super::untold::Untold;
use crate::analyse::tokens;
use crate::catalogue::Info;
use crate::error::IndexError;
use crate::text::Texts;

/// Read of one page, and pages read for one question.
const TEXT_BYTES: usize = 256 << 10;
const PAGES_MAX: usize = 120;
const THINGS_MAX: usize = 20;
const NAMED_MAX: usize = 8;
/// Share of the question, by rarity, that the page of the asker has to be about it.
const OWN_SHARE: f32 = 0.45;
/// The same of one passage of that page to stand first; and of what the page has that is most about it.
const OWN_PASSAGE: f32 = 0.3;
const OWN_OF_BEST: f32 = 0.8;

/// What is told of pages beside their words.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Pages that tell of another, each with what it tells of: words that go on "the nearest …".
    pub(super) others: HashMap<u64, String>,
    /// Those of them that lack the value that is asked for, whoever they tell of.
    pub(super) lacking: HashSet<u64>,
    /// A thing of the asker's for which the vault has no word.
    pub(super) unknown: Option<String>,
    /// Pages of the asker that have what the question asks of them.
    pub(super) own: Vec<u64>,
    /// Pages that have what is asked for and not another's, where some have another's.
    pub(super) mine: Vec<u64>,
}

/// Reads the best pages for what the question tells apart by a letter, and for whose value they have.
pub(super) fn told(
    snapshot: &Snapshot<'_>,
    (asked, now): (&Asked, &Now),
    scored: &[ScoredPage],
    texts: Texts<'_>,
) -> Result<Told, IndexError> {
    let question = &asked.question;
    let (letters, owned) = (Letters::of(question), Owned::of(question));
    let mut told = Told::default();
    if owned.is_some() || is_of_oneself(question) {
        told.own = snapshot.state.catalogue.named(&ME.map(str::to_owned))?;
    }
    if letters.is_some() || owned.is_some() {
        // Any thing that somebody may have is in many pages, of which the best ones answer.
        let is_thing = letters.is_none() && owned.as_ref().is_some_and(Owned::is_thing);
        let most = if is_thing { THINGS_MAX } else { PAGES_MAX };
        read(snapshot, (scored, most), texts, &mut |page, info, text| {
            let of_others = owned.as_ref().filter(|_| !told.own.contains(&page.uid));
            let lettered = letters.as_ref().and_then(|it| it.another(page, info, text));
            if let Some(why) = lettered.or_else(|| of_others?.another(page, info, text)) {
                told.others.insert(page.uid, why);
            } else if owned.as_ref().is_some_and(|it| !it.is_deed() && it.is_in(page, text)) {
                told.mine.push(page.uid);
            }
        })?;
    }
    let is_settled = !told.others.is_empty();
    namesakes(snapshot, asked, scored, texts, &mut told)?;
    without_value(snapshot, asked, scored, texts, &mut told)?;
    if !is_settled {
        told.mine = keyed(snapshot, asked, scored, texts)?;
        told.mine.extend(dated(snapshot, (asked, now), scored, texts)?);
    }
    // A model may know the thing by another name.
    if asked.dense.is_none()
        && let Some(ways) = owned.as_ref().and_then(Owned::listed)
        && is_unknown(snapshot, ways)?
    {
        let typed = ways.iter().find(|way| question.lower.contains(way.as_str()));
        told.unknown = typed.cloned();
    }
    // What the asker does is told by their own pages, whoever else does it: any note may say "I".
    if let Some(deed) = owned.as_ref().filter(|it| it.is_deed()) {
        let (own, mine) = (&told.own, &mut told.mine);
        let mut pages = scored.iter().filter(|page| own.contains(&page.uid));
        each(snapshot, &mut pages, texts, &mut |page, _, text| {
            mine.extend(Some(page.uid).filter(|_| deed.is_in(page, text)));
        })?;
    }
    if is_of_oneself(question) && !asks_for_a_way(question) {
        told.mine.extend(first_of_own(asked, scored, &told.own));
    }
    told.own.retain(|uid| {
        if told.mine.contains(uid) {
            return true;
        }
        let page = scored.iter().find(|page| page.uid == *uid);
        page.is_some_and(|page| asked.share_of(page) >= OWN_SHARE)
    });
    Ok(told)
}

/// Whether no page has a thing in any of the ways of writing it.
fn is_unknown(snapshot: &Snapshot<'_>, ways: &[String]) -> Result<bool, IndexError> {
    for way in ways {
        let mut terms = weigh(&tokens(way), false);
        rarity(snapshot, &mut terms)?;
        if !terms.is_empty() && terms.iter().all(|term| term.df > 0) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Pages that tell of another of the same name.
fn namesakes(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    scored: &[ScoredPage],
    texts: Texts<'_>,
    told: &mut Told,
) -> Result<(), IndexError> {
    let Some(namesakes) = Namesakes::of(&asked.question) else { return Ok(()) };
    read(snapshot, (scored, NAMED_MAX), texts, &mut |page, info, text| {
        let is_known = page.session || told.others.contains_key(&page.uid);
        if let Some(why) = Some(()).filter(|()| !is_known).and(namesakes.another(info, text)) {
            told.others.insert(page.uid, why);
        }
    })
}

/// Pages of somebody that do not tell what is asked of them.
fn without_value(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    scored: &[ScoredPage],
    texts: Texts<'_>,
    told: &mut Told,
) -> Result<(), IndexError> {
    if let Some(mut untold) = Untold::of(asked) {
        read(snapshot, (scored, NAMED_MAX), texts, &mut |page, info, text| {
            untold.see(asked, page, (info, text));
        })?;
        for (uid, why) in untold.pages() {
            told.lacking.insert(uid);
            told.others.entry(uid).or_insert(why);
        }
    }
    if let Some(sought) = Sought::of(&asked.question) {
        read(snapshot, (scored, PAGES_MAX), texts, &mut |page, _, text| {
            if !page.session && !sought.is_in(asked, page, text) {
                told.lacking.insert(page.uid);
                told.others.entry(page.uid).or_insert_with(|| sought.lack(&asked.question));
            }
        })?;
    }
    Ok(())
}

/// Pages of the asker that a question about them is answered by, however much others say of the thing: one
/// passage has nearly as much of the question as any page.
fn first_of_own(asked: &Asked, scored: &[ScoredPage], own: &[u64]) -> Vec<u64> {
    let beside = beside_the_thing(&asked.question);
    let share = |terms: Terms| match asked.share_beside(Terms::ALL, &beside) > 0.0 {
        true => asked.share_beside(terms, &beside),
        false => asked.share(terms),
    };
    let (own, others): (Vec<_>, Vec<_>) = scored.iter().partition(|page| own.contains(&page.uid));
    let all = |page: &ScoredPage| page.terms.with(page.head_terms);
    let best = others.into_iter().map(|page| share(all(page))).fold(0.0, f32::max);
    let least = OWN_PASSAGE.max(OWN_OF_BEST * best);
    let has = |page: &&ScoredPage| page.atoms.iter().any(|atom| share(atom.terms) >= least);
    own.into_iter().filter(has).map(|page| page.uid).collect()
}

/// Hands on the text of the best pages, best first, those that are too long left out.
pub(super) fn read(
    snapshot: &Snapshot<'_>,
    (scored, most): (&[ScoredPage], usize),
    texts: Texts<'_>,
    to: &mut dyn FnMut(&ScoredPage, &Info, &str),
) -> Result<(), IndexError> {
    let mut order: Vec<&ScoredPage> = scored.iter().collect();
    order.sort_by(|a, b| b.fused.total_cmp(&a.fused));
    each(snapshot, &mut order.into_iter().take(most), texts, to)
}

/// Hands on the text of pages, those that are too long left out.
pub(super) fn each<'a>(
    snapshot: &Snapshot<'_>,
    pages: &mut dyn Iterator<Item = &'a ScoredPage>,
    texts: Texts<'_>,
    to: &mut dyn FnMut(&ScoredPage, &Info, &str),
) -> Result<(), IndexError> {
    let state = snapshot.state;
    for page in pages {
        let Some(info) = state.views.info(&state.catalogue, page.uid)? else { continue };
        let text = texts(&info.file).filter(|it| it.as_str().len() <= TEXT_BYTES);
        if let Some(text) = text {
            to(page, &info, text.as_str());
        }
    }
    Ok(())
}
