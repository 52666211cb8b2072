//! The query's words → weighted terms, and what else the query says: phrases, speakers, days, names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use jiff::civil::Date;
use wiki::time;

use super::another::Told;
use super::asking::{ASKINGS, is_function, is_function_pair, synonym, understand};
use super::border::unasked;
use super::days::{self, Bound};
use super::identifier::Named;
use super::language::Parsed;
use super::manner::{Manner, manner};
use super::mention::{self, Mention};
use super::question::Question;
use super::score::{ScoredPage, Terms};
use super::spelt::{self, Said};
use super::synonyms::{askings, synonyms};
use super::whose::Of;
use super::wording::{sequence, worded};
use super::{Snapshot, han, meant, parts, reduce, retired, spaced};
use crate::analyse::{Role, Token, day_term, speaker_term, tokens};
use crate::big::Wanted;
use crate::error::IndexError;
use crate::outline::Kind;
use crate::query::Query;
use crate::vector::Dense;

/// Share of a question, by rarity, below which it is taken to be in another language than the pages.
const FOREIGN: f64 = 0.5;
/// Terms that a query is reduced to.
pub(super) const TERMS_MAX: usize = 32;
/// Bytes of a question whose days are what is asked for.
const DATED_BYTES: usize = 1_500;

/// Days of a stretch that is asked for as such.
const SHORT_DAYS: i32 = 8;
/// Days of the shortest month, and of the longest.
const MONTH_DAYS: i32 = 28;
const MONTH_MOST: i32 = 31;

/// What a term weighs by its role. A part of an identifier says less than the whole; a pair of characters
/// that straddles two words says little, but is rare.
const WHOLE: f32 = 1.0;
const PART: f32 = 0.45;
const EXACT: f32 = 0.35;
const VALUE: f32 = 1.2;
pub(super) const SYNONYM: f32 = 0.5;
/// A pair of characters of which one has no meaning of its own.
pub(super) const FUNCTION_PAIR: f32 = 0.25;

/// Documents without any of the words that a small vault is thought to have beside its own: among ten
/// notes, the name that stands in most of them still tells them from the rest.
const BACKGROUND: f32 = 20.0;

/// One term of the query.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) text: String,
    pub(super) weight: f32,
    /// What it counts against that where texts are ranked; whether it is covered asks nothing of it.
    pub(super) boost: f32,
    pub(super) idf: f32,
    /// Documents that have it.
    pub(super) df: u64,
    /// The word of the query that it stands for; a synonym stands for the same as its original.
    pub(super) word: usize,
    pub(super) role: Role,
    /// The term without marks of its own.
    pub(super) shown: String,
    /// The bytes of the query that it was made of; empty for a synonym.
    pub(super) place: (usize, usize),
}

impl Term {
    /// One that is no piece of the query. How rare it is, is not known yet.
    pub(super) fn new(text: String, weight: f32, role: Role, word: usize) -> Self {
        let (shown, place) = (text.clone(), (0, 0));
        Self { text, weight, boost: 1.0, idf: 0.0, df: 0, word, role, shown, place }
    }

    /// What a text gains by having it.
    pub(super) fn strength(&self) -> f32 {
        self.weight * self.boost * self.idf
    }
}

/// The query as the streams see it.
#[derive(Default)]
pub(super) struct Asked {
    /// The query without its filters.
    pub(super) question: Question,
    /// Whether words are searched.
    pub(super) by_words: bool,
    /// Terms to score by; those from `speakers` on only say who speaks, and those from `clauses` on which
    /// clause begins.
    pub(super) terms: Vec<Term>,
    /// Index of the first term that names a speaker.
    pub(super) speakers: usize,
    /// Index of the first term that a clause's line begins with.
    pub(super) clauses: usize,
    pub(super) phrases: Vec<Vec<(usize, String)>>,
    /// Those of them that have stop words, with these.
    pub(super) worded: Vec<Vec<(usize, String)>>,
    /// Whether it asks what there is of the days that it names, in words that any such question has.
    pub(super) only_days: bool,
    /// Days named in the query.
    pub(super) days: Option<(Date, Date)>,
    /// What names the time that answers must be of, if something does.
    pub(super) bound: Option<Bound>,
    /// Where the query spells out its one day, and the pages that say it so.
    pub(super) spelt: Option<Range<usize>>,
    pub(super) said: Said,
    /// Identifiers that an answer must have.
    pub(super) names: Vec<Named>,
    /// Where the query names more days than a week, if it does.
    pub(super) stretch: Option<Stretch>,
    /// Versions of pages that are called exactly what was asked.
    pub(super) named: Vec<u64>,
    /// Those of them that an identifier in the question calls.
    pub(super) ids: Vec<u64>,
    /// Whether a number that is asked for can be nothing but a clause's.
    pub(super) clause_is_sure: bool,
    /// Of whom the question asks, where it asks for something of somebody.
    pub(super) whose: Option<Of>,
    /// What is told of pages beside their words.
    pub(super) told: Told,
    /// Names of pages inside the question.
    pub(super) mentions: Vec<Mention>,
    /// Places that are looked at although no word of the question is near them, by their pages.
    pub(super) hot: HashMap<u64, Vec<usize>>,
    /// How closely pages are linked with those that the question names.
    pub(super) linked: HashMap<u64, f32>,
    /// The round of asking in which a page came among the best, where it was not the first.
    pub(super) rounds: HashMap<u64, usize>,
    /// Questions that the text holds, by their bytes; none where it is one.
    pub(super) parts: Vec<Range<usize>>,
    pub(super) retired: bool,
    /// Terms and weights as the big index takes them; speakers weigh nothing.
    pub(super) wanted: Vec<(String, f32)>,
    /// Terms of the turns that a machine speaks.
    pub(super) machines: Vec<String>,
    /// How the question is put.
    pub(super) manner: Manner,
    /// The question's words: what each weighs by its rarity, and every way of writing it.
    pub(super) words: Vec<(f32, Terms)>,
    /// Every way of writing each word, where the question has a few words in letters and nothing else.
    pub(super) few: Vec<Terms>,
    /// What the vector stream says, where there is one.
    pub(super) dense: Option<Dense>,
    /// Why the query was cut, if it was.
    pub(super) reduced: Option<String>,
}

/// Where a query names many days: `last month`, `in October`, 上个月.
pub(super) struct Stretch {
    place: Range<usize>,
    /// Whether its words in a page say nothing of these days: they count from another day there, or are
    /// those of the whole month.
    is_meant: bool,
    /// Whether its words count from the day on which they are said.
    counts_from_now: bool,
    /// Whether it says a month by its name, which no other word is but "may" and "march".
    names_month: bool,
    /// Whether it is more than a number.
    is_named: bool,
    /// Pages that have these days in their names because they are of them.
    named_by: u64,
    /// Whether the text says where it ends.
    pub(super) is_bounded: bool,
    /// Whether it goes on so long that a page of these days says nothing by being one.
    pub(super) is_open: bool,
}

/// Whether the vault knows the words of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tongue {
    Known,
    /// It is in another language than the pages.
    Other,
}

impl Stretch {
    /// One of which the text says the ends.
    fn bounded(place: Range<usize>) -> Self {
        Self {
            place,
            is_meant: true,
            counts_from_now: true,
            names_month: false,
            is_named: true,
            named_by: 0,
            is_bounded: true,
            is_open: false,
        }
    }

    /// Whether its words count from the day on which they are said.
    pub(super) fn counts_from_now(&self) -> bool {
        self.counts_from_now
    }
}

impl Asked {
    /// Share of the question, by rarity, that the vault knows. Where it is small, the question is in another
    /// language than the pages, and the name or number that is met all the same stands on many of them.
    pub(super) fn understood(&self) -> f64 {
        let rarity = |known: bool| {
            let terms = &self.terms[..self.speakers];
            let of = |term: &&Term| term.weight > FUNCTION_PAIR && (!known || term.df > 0);
            terms.iter().filter(of).map(|term| f64::from(term.weight * term.idf)).sum::<f64>()
        };
        let all = rarity(false);
        if all <= 0.0 { 1.0 } else { rarity(true) / all }
    }

    /// Share of what the vault knows of the question, by rarity, that a page has.
    pub(super) fn share_of(&self, page: &ScoredPage) -> f32 {
        self.share(page.terms.with(page.head_terms))
    }

    /// The same of anything that has these terms.
    pub(super) fn share(&self, has: Terms) -> f32 {
        self.share_beside(has, &HashSet::new())
    }

    /// The same of the question without some words, by their terms.
    pub(super) fn share_beside(&self, has: Terms, beside: &HashSet<String>) -> f32 {
        let is_asked = |word: &&(f32, Terms)| {
            let terms = || word.1.iter().map(|term| &self.terms[term]);
            terms().any(|it| it.df > 0) && !terms().any(|it| beside.contains(&it.text))
        };
        let words = || self.words.iter().filter(is_asked);
        let all: f32 = words().map(|word| word.0).sum();
        let met: f32 = words().filter(|word| has.meets(word.1)).map(|word| word.0).sum();
        if all > 0.0 { met / all } else { 0.0 }
    }

    pub(super) fn tongue(&self) -> Tongue {
        if self.understood() < FOREIGN { Tongue::Other } else { Tongue::Known }
    }

    /// Whether nothing is asked for but what there is of the days that are named.
    pub(super) fn asks_for_days_only(&self) -> bool {
        match &self.stretch {
            Some(stretch) => {
                // "May" and "march" alone may be any word; "in May" is the month.
                let typed = self.question.text.trim();
                let alone =
                    typed.eq_ignore_ascii_case("may") || typed.eq_ignore_ascii_case("march");
                let is_month = stretch.names_month && !alone;
                let is_meant = stretch.is_meant || is_month;
                self.beside(stretch) == 0 && (is_meant || !self.stands(stretch))
            }
            None if self.names_several_days() => self.beside_days() == 0,
            None => self.meant() == 0 && !self.day_stands_somewhere(),
        }
    }

    /// Whether the pages of the days may be the answer where the words have none: a question of a few words
    /// about a day may use others than its page, of a month only one that has hardly any of its own.
    pub(super) fn may_mean_days(&self) -> bool {
        match &self.stretch {
            Some(stretch) => self.beside(stretch) == 0,
            None => self.meant() <= days::FEW,
        }
    }

    /// Words beside those that name the days, but for the ones that any question about days has.
    pub(super) fn beside(&self, stretch: &Stretch) -> usize {
        let apart = |term: &&Term| {
            term.weight > FUNCTION_PAIR
                && term.role != Role::Value
                && !(term.place.0 < stretch.place.end && stretch.place.start < term.place.1)
                && !days::OF_ANY_DAY.contains(&term.shown.as_str())
        };
        self.terms[..self.speakers].iter().filter(apart).count()
    }

    /// Whether a page has the words that name the days for another reason than being of them; numbers such as the
    /// 10 of 10月 stand everywhere.
    fn stands(&self, stretch: &Stretch) -> bool {
        let number = |term: &Term| term.shown.chars().all(|c| c.is_ascii_digit());
        self.terms[..self.speakers].iter().any(|term| {
            term.df > stretch.named_by
                && term.place.0 < stretch.place.end
                && stretch.place.start < term.place.1
                && term.role != Role::Single
                && !(stretch.is_named && number(term))
        })
    }

    /// Whether atoms of this kind are read.
    pub(super) fn reads(&self, kind: Kind) -> bool {
        match kind {
            Kind::Turn | Kind::Passage => true,
            Kind::Retired => self.retired,
            Kind::Head => false,
        }
    }

    pub(super) fn wanted(&self) -> Wanted<'_> {
        Wanted {
            terms: &self.wanted,
            phrases: &self.phrases,
            retired: self.retired,
            machines: &self.machines,
        }
    }
}

pub(super) fn ask(
    snapshot: &Snapshot<'_>,
    query: &Query,
    parsed: &Parsed,
) -> Result<Asked, IndexError> {
    let question = Question::read(&parsed.text);
    let framed = question.framed.clone().filter(|_| parsed.phrases.is_empty());
    let found = tokens(&parsed.text);
    let only_stop_words =
        !found.iter().any(|token| !matches!(token.role, Role::Stop | Role::StopPair));
    let (retired, by_words) = (retired(&parsed.filters), query.streams.lexical);
    let mut asked = Asked { retired, by_words, question, ..Asked::default() };
    asked.phrases = parsed.phrases.iter().map(|phrase| sequence(&tokens(phrase))).collect();
    asked.worded = parsed.phrases.iter().filter_map(|phrase| worded(&tokens(phrase))).collect();
    if only_stop_words && asked.phrases.is_empty() {
        asked.phrases.push(sequence(&found));
    }
    asked.phrases.retain(|phrase| !phrase.is_empty());
    let mut terms = weigh(&found, only_stop_words);
    asked.manner = manner(&asked.question.lower);
    fade(&mut terms, &asked.manner, query.weights.framing);
    asked.mentions = mention::mentions(snapshot, &parsed.text)?;
    let found = match framed.as_ref().filter(|it| it.only_frames) {
        Some(framed) => framed.narrow((&mut terms, found), &mut asked.mentions),
        None => found,
    };
    unasked(snapshot, (&mut terms, &found), &parsed.text, &asked.mentions)?;
    let atoms = snapshot.sizes.atoms.iter().sum();
    let small = han::smallness(atoms);
    han::share(&mut terms, small);
    asked.parts = parts::parts(&asked.question.lower);
    (asked.days, asked.stretch) = dated(snapshot, &parsed.text, query, &mut terms)?;
    asked.spelt = spelt::place(&parsed.text, &time::asked(&parsed.text, &query.now));
    asked.bound = asked.days.and_then(|days| Bound::of(&parsed.text, days, &query.now));
    terms.extend(
        synonyms(&found, &query.synonyms, &snapshot.state.views.given).into_iter().map(synonym),
    );
    let askings = askings(&found);
    for (word, asking) in (ASKINGS..).zip(&askings) {
        terms.extend(asking.terms.iter().map(|text| synonym((text.clone(), word))));
    }
    let mut terms = unique(terms);
    let distinct = reduce::to_look_up(&mut terms);
    rarity(snapshot, &mut terms)?;
    spaced::respell(snapshot, &parsed.text, &mut terms)?;
    understand(&mut terms, &askings);
    han::hold_back(&mut terms);
    named(snapshot, (&parsed.text, &found), &mut asked, &mut terms)?;
    if let Some(framed) = framed.filter(|_| asked.named.is_empty()) {
        let thing = &parsed.text[framed.thing];
        asked.named = meant::called(&snapshot.state.catalogue, thing)?;
    }
    reduce::reduce(&mut terms);
    let kept = terms.len();
    let mut singles = unique(han::singles(&terms, &found, small));
    singles.truncate(TERMS_MAX - terms.len());
    rarity(snapshot, &mut singles)?;
    terms.extend(singles);
    if parsed.cut || distinct > TERMS_MAX {
        asked.reduced = Some(format!("the query was reduced to its {kept} rarest words"));
    }
    asked.mentions.iter_mut().for_each(|mention| mention.read(&terms[..kept]));
    // Single characters only rank: whether a word is there is for its pairs to say.
    asked.words = words(&terms[..kept]);
    asked.few = few(&terms[..kept]);
    let clauses = meant::clauses(&parsed.text, &terms[..kept]);
    close(snapshot, asked, terms, clauses)
}

/// Adds the terms that weigh nothing, but tell whose value is asked for, who speaks and which clause begins.
fn close(
    snapshot: &Snapshot<'_>,
    mut asked: Asked,
    mut terms: Vec<Term>,
    mut clauses: Vec<Term>,
) -> Result<Asked, IndexError> {
    rarity(snapshot, &mut clauses)?;
    let mut names: Vec<Term> = terms.iter().filter_map(speaker).collect();
    if asked.parts.is_empty() && asked.phrases.is_empty() {
        asked.whose = Of::read(snapshot, asked.question.whose.as_ref(), &mut terms)?;
    }
    asked.speakers = terms.len();
    // A set of terms has room for 64.
    names.truncate((2 * TERMS_MAX).saturating_sub(clauses.len() + terms.len()));
    terms.extend(names);
    asked.clauses = terms.len();
    terms.extend(clauses);
    asked.wanted = terms.iter().map(|term| (term.text.clone(), term.weight * term.boost)).collect();
    asked.terms = terms;
    if snapshot.pages[1] > 0 {
        asked.machines = machines();
    }
    asked.names = Named::read(&asked.question.text, &asked.terms[..asked.speakers]);
    asked.only_days = asked.days.is_some() && asked.may_list_days() && asked.named.is_empty();
    asked.clause_is_sure = meant::is_sure(&asked.question.text);
    Ok(asked)
}

/// The pages that the text names, as a whole or inside. What was typed by sound becomes the name's terms.
fn named(
    snapshot: &Snapshot<'_>,
    (text, found): (&str, &[Token]),
    asked: &mut Asked,
    terms: &mut Vec<Term>,
) -> Result<(), IndexError> {
    let catalogue = &snapshot.state.catalogue;
    (asked.named, asked.ids) = meant::named(catalogue, text, found)?;
    for sounded in mention::sounded(catalogue, text, terms)? {
        let place = &sounded.mention.place;
        let inside = |term: &Term| place.start <= term.place.0 && term.place.1 <= place.end;
        let word = terms.iter().find(|term| inside(term)).map_or(0, |term| term.word);
        // Letters that stand nowhere in the vault are not missing where the name is.
        terms.retain(|term| !inside(term) || term.df > 0);
        let mut spelled: Vec<Term> =
            sounded.names.iter().flat_map(|name| weigh(&tokens(name), false)).collect();
        spelled.retain(|term| terms.iter().all(|other| other.text != term.text));
        for term in &mut spelled {
            (term.word, term.place) = (word, (place.start, place.end));
        }
        let mut spelled = unique(spelled);
        rarity(snapshot, &mut spelled)?;
        terms.extend(spelled);
        match sounded.whole {
            true => asked.named.extend(sounded.mention.uids),
            false => asked.mentions.push(sounded.mention),
        }
    }
    asked.named.sort_unstable();
    asked.named.dedup();
    let atoms = snapshot.sizes.atoms.iter().sum();
    for mention in &mut asked.mentions {
        let telling = mention::telling(&mention.place, terms, atoms);
        mention.telling = if mention.is_lettered || mention.is_mixed { 1.0 } else { telling };
    }
    Ok(())
}
/// The days that a text names, and where it names more of them than one.
type Dated = (Option<(Date, Date)>, Option<Stretch>);

/// The days that the text names. Words such as "yesterday" stand for the day: they say little where they
/// stand in a page, and the day itself is looked for instead.
fn dated(
    snapshot: &Snapshot<'_>,
    text: &str,
    query: &Query,
    terms: &mut Vec<Term>,
) -> Result<Dated, IndexError> {
    let found = time::asked(text, &query.now);
    // The days of a pasted text are not what is asked for.
    let named = found.first().filter(|_| text.len() <= DATED_BYTES);
    let Some(named) = named else { return Ok((None, None)) };
    let days = days::meant(snapshot, named, query.now.today())?;
    let place = named.place.clone();
    let fewer = |count: i32| days.from.until(days.to).is_ok_and(|span| span.get_days() < count);
    if named.is_bounded {
        // What stands at an end is not what is asked for, and may even be what is not.
        without(terms, text, &place);
        let stretch = Stretch { is_open: !fewer(MONTH_MOST), ..Stretch::bounded(place) };
        return Ok((Some((days.from, days.to)), Some(stretch)));
    }
    // A month or a year is a word like others.
    if !fewer(SHORT_DAYS) || !named.is_relative && days.single().is_none() {
        let from_today = time::counts_from_now(&text[place.clone()]) && named.is_relative;
        let is_named = text[place.clone()].contains(|c: char| !c.is_numeric());
        let is_meant = from_today || fewer(MONTH_DAYS - 1);
        let named_by = days::named_by(snapshot, days)?;
        let (is_bounded, is_open) = (false, false);
        let stretch = Stretch {
            place,
            is_meant,
            counts_from_now: from_today,
            names_month: fewer(MONTH_MOST + 1) && is_named,
            is_named,
            named_by,
            is_bounded,
            is_open,
        };
        return Ok((Some((days.from, days.to)), Some(stretch)));
    }
    // So does a day in characters or full-width digits: pages write it in as many ways as questions do.
    let spelt = |it: &time::Dated| !text[it.place.clone()].is_ascii() && it.days.single().is_some();
    let stands_for_day = |it: &&time::Dated| it.is_relative || spelt(it);
    let relative: Vec<_> = found.iter().filter(stands_for_day).map(|it| &it.place).collect();
    let within = |term: &Term| {
        relative.iter().any(|span| term.place.0 < span.end && span.start < term.place.1)
    };
    for term in terms.iter_mut().filter(|term| term.role != Role::Value && within(term)) {
        term.weight = term.weight.min(FUNCTION_PAIR);
    }
    if days.from == days.to && !relative.is_empty() {
        let word = terms.iter().map(|term| term.word + 1).max().unwrap_or_default();
        let place = relative.first().map_or((0, 0), |span| (span.start, span.end));
        let day = Term::new(day_term(days.from), VALUE, Role::Value, word);
        terms.push(Term { place, shown: String::new(), ..day });
    }
    Ok((Some((days.from, days.to)), None))
}

/// Leaves out the terms of a place, unless nothing else is asked for.
fn without(terms: &mut Vec<Term>, text: &str, place: &Range<usize>) {
    let values: Vec<String> = tokens(&text[place.clone()])
        .into_iter()
        .filter(|token| token.role == Role::Value)
        .map(|token| token.term)
        .collect();
    let inside = |term: &Term| match term.role {
        Role::Value => values.contains(&term.text),
        _ => term.place.0 < place.end && place.start < term.place.1,
    };
    if terms.iter().any(|term| term.weight > FUNCTION_PAIR && !inside(term)) {
        terms.retain(|term| !inside(term));
    }
}

/// Says who speaks, for a word that may be a name.
fn speaker(term: &Term) -> Option<Term> {
    let word = matches!(term.role, Role::Word | Role::Part | Role::Pair);
    word.then(|| Term { text: speaker_term(&term.text), weight: 0.0, ..term.clone() })
}

/// Takes weight from words that only frame the question, unless there are no others.
fn fade(terms: &mut [Term], manner: &Manner, share: f64) {
    let within = |term: &Term, places: &[Range<usize>]| {
        let place = &term.place;
        places.iter().any(|frame| place.0 < frame.end && frame.start < place.1)
    };
    let frames = |term: &Term| within(term, &manner.frame);
    let says = |term: &Term| within(term, &manner.saying);
    if terms.iter().all(|term| term.role == Role::Value || frames(term) || says(term)) {
        return;
    }
    for term in terms.iter_mut().filter(|term| term.role != Role::Value && says(term)) {
        term.weight = term.weight.min(FUNCTION_PAIR);
    }
    for term in terms.iter_mut().filter(|term| term.role != Role::Value && frames(term)) {
        term.weight *= share as f32;
    }
}

/// The words that the terms stand for.
fn words(terms: &[Term]) -> Vec<(f32, Terms)> {
    let mut at: HashMap<usize, usize> = HashMap::new();
    let mut words: Vec<(f32, Terms)> = Vec::new();
    for (nth, term) in (0..).zip(terms) {
        let word = *at.entry(term.word).or_insert_with(|| {
            words.push((term.weight * term.idf, Terms::default()));
            words.len() - 1
        });
        words[word].1.insert(nth);
    }
    words
}

/// Words of a question that is no more than those: two to four in letters that say something.
fn few(terms: &[Term]) -> Vec<Terms> {
    let mut said: HashMap<usize, Terms> = HashMap::new();
    let mut telling: HashSet<usize> = HashSet::new();
    for (nth, term) in (0..).zip(terms).filter(|(_, term)| term.weight > FUNCTION_PAIR) {
        match term.role {
            Role::Word | Role::Whole | Role::Part => drop(telling.insert(term.word)),
            _ => return Vec::new(),
        }
        said.entry(term.word).or_default().insert(nth);
    }
    let words = if (2..=4).contains(&telling.len()) { said } else { HashMap::new() };
    words.into_values().collect()
}

/// Names under which machines speak in imported conversations.
const MACHINES: [&str; 8] =
    ["assistant", "system", "tool", "function", "bot", "chatgpt", "gpt", "助手"];

/// The terms that turns spoken by machines have.
fn machines() -> Vec<String> {
    // A character of a name in Chinese is in many names of people.
    let whole = |name: &&str| tokens(name).into_iter().max_by_key(|token| token.end - token.start);
    MACHINES.iter().filter_map(whole).map(|token| speaker_term(&token.term)).collect()
}

/// Each term with the weight of its role, by the word that it stands for.
pub(super) fn weigh(found: &[Token], only_stop_words: bool) -> Vec<Term> {
    let alone = |token: &Token| {
        let beside = |at: Option<usize>| {
            found.iter().any(|other| {
                other.role == Role::Single
                    && Some(other.position) == at
                    && (other.end == token.start || token.end == other.start)
            })
        };
        !beside(token.position.checked_sub(1)) && !beside(Some(token.position + 1))
    };
    let mut terms = Vec::new();
    for token in found {
        let weight = match token.role {
            Role::Word | Role::Emoji => 1.0,
            Role::Whole => WHOLE,
            Role::Part => PART,
            Role::Exact => EXACT,
            Role::Value => VALUE,
            Role::Pair if is_function_pair(&token.term) => FUNCTION_PAIR,
            Role::Pair => 1.0,
            Role::Single if found.len() < 64 && alone(token) && is_function(&token.term) => {
                FUNCTION_PAIR
            }
            Role::Single if found.len() < 64 && alone(token) => 1.0,
            Role::Stop | Role::StopPair if only_stop_words => 1.0,
            Role::Single | Role::Stop | Role::StopPair => continue,
        };
        // Values stand behind all words, each for itself.
        let word = token.position + if token.role == Role::Value { terms.len() } else { 0 };
        let shown = token.term.trim_start_matches('\u{1}').to_owned();
        let term = Term::new(token.term.clone(), weight, token.role, word);
        terms.push(Term { shown, place: (token.start, token.end), ..term });
    }
    terms
}

/// Equal terms once, with the greatest weight.
pub(super) fn unique(terms: Vec<Term>) -> Vec<Term> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut unique: Vec<Term> = Vec::new();
    for term in terms {
        match seen.get(&term.text) {
            Some(&at) => unique[at].weight = unique[at].weight.max(term.weight),
            None => {
                seen.insert(term.text.clone(), unique.len());
                unique.push(term);
            }
        }
    }
    unique
}

/// Document frequency and idf (Robertson and Spärck Jones, as in Lucene) over big index and delta.
pub(super) fn rarity(snapshot: &Snapshot<'_>, terms: &mut [Term]) -> Result<(), IndexError> {
    if let (Ok(big), Some(searcher)) = (&snapshot.state.big, &snapshot.searcher) {
        let texts: Vec<(String, f32)> = terms.iter().map(|term| (term.text.clone(), 0.0)).collect();
        for (term, df) in terms.iter_mut().zip(big.frequencies(searcher, &texts)?) {
            term.df = df;
        }
        let gone = snapshot.dead(&Wanted { terms: &texts, ..Wanted::default() })?;
        for (nth, _) in gone.iter().flat_map(|page| &page.atoms).flat_map(|atom| atom.hits.iter()) {
            let df = &mut terms[usize::from(nth)].df;
            *df = df.saturating_sub(1);
        }
    }
    for term in terms.iter_mut() {
        let atoms = snapshot.waiting.iter().flat_map(|page| &page.atoms);
        term.df += atoms.filter(|atom| atom.terms.contains_key(&term.text)).count() as u64;
    }
    let atoms = snapshot.sizes.atoms.iter().sum::<u64>();
    let (count, small) = (atoms as f32, han::smallness(atoms));
    for term in terms {
        let df = (term.df as f32).min(count);
        let count = count + BACKGROUND * small;
        term.idf = (1.0 + (count - df + 0.5) / (df + 0.5)).ln();
    }
    Ok(())
}
