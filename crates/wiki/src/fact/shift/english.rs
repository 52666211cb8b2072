//! Whether two English phrases name one thing: "the sprint review" and "the review", not "the review notes".

use super::thing::Likeness;
use crate::canon::{fold, stem, words};
use crate::fact::list::has;
use crate::fact::stance;

const PREPOSITIONS: &str = "with of at in for about to by from before after between until till on during over near via as \
    per into onto around since against regarding concerning among behind under";
const ARTICLES: &str = "the a an my our your his her their its this that these";
/// What stands before a thing and names none.
const LEADS: &str = "i we user there theres have has ive weve got is are am will be going to need must planned scheduled \
    currently now next upcoming original also so then ok okay";
/// What says of which kind a line is, before a colon.
const LABELS: &str = "note reminder todo plan update fyi remember news important event";
/// What a thing does on its day, and says nothing else.
const HAPPENS: &str = "happens happen happening takes take taking place starts start starting begins begin beginning occurs \
    is are was were will be been being has have had held due scheduled planned set fixed confirmed currently now just \
    already also again got get gets getting must may might needs goes live s then officially finally";
/// Behind a thing's name these name its day, or nothing.
const EMPTY: &str = "appointment appointments date day slot time";
/// What somebody does that has part in the thing itself: "attend the wedding".
const HOLDS: &str = "attend attending have having hold holding host hosting join joining do doing run running give giving \
    take taking see seeing start starting begin catch sit visit";
/// What makes another thing of one, before its name: "pre-launch", "book flights", "mock exam".
const OTHERS: &str = "pre post non anti after mock test testing trial pilot practice dry dress fake rehearse rehearsing \
    rehearsal prep prepare preparing preparation plan discuss announce announcing announcement book booking buy buying \
    order reserve cancel check confirm celebrate celebration party register registration sign apply submit send write \
    draft study practise practising practicing organise organize arrange schedule remind decide want need ask prefer \
    say said think hope expect wish should could would pay ship deliver invite invitation ticket watch finish complete \
    skip miss postpone delay freeze block follow read readiness ready until deadline bill press record film install print \
    clean pack inform notify contact share publish evaluate approve sell stream get bring translate upload download move \
    change remember forget try stop halt";
/// Words of any thing.
const GENERAL: &str = "product project team company official planned scheduled original";
const AND: &str = "and or plus";
/// By what a project is moved that is called otherwise: "Atlas moved to Friday".
const DELIVERIES: &str = "launch release ship shipping delivery deadline rollout deploy";
/// What a page's name can say that happens on a day: a page called so may tell of other days as well.
const EVENTS: &str = "launch release meeting review demo party wedding exam interview trip deadline call talk workshop \
    delivery visit dinner lunch flight appointment conference";

pub(super) fn is_preposition(word: &str) -> bool {
    has(PREPOSITIONS, word)
}

pub(super) fn is_article(word: &str) -> bool {
    has(ARTICLES, word)
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// Whether two words are forms of one.
fn same(one: &str, other: &str) -> bool {
    stem(one) == stem(other) || singular(one) == singular(other)
}

/// A phrase taken apart.
struct Phrase {
    /// What is done with it, before an article within: "launch" of "launch the new version".
    verb: Vec<String>,
    /// The name, without what follows a preposition.
    head: Vec<String>,
    /// What follows it.
    rest: Vec<String>,
}

/// How surely `thing` is what is called `moved`.
pub(super) fn likeness(moved: &str, thing: &str, names: &[String]) -> Option<Likeness> {
    let content = stance::content(moved);
    // A letter behind the name is no article.
    let lettered = |it: &str| it.trim_end().ends_with(" A");
    let same_letter = lettered(moved) == lettered(thing);
    if !content.is_empty() && content == stance::content(thing) && same_letter {
        return Some(Likeness::Exact);
    }
    let (subject, old) = (Phrase::read(moved)?, Phrase::read(thing)?);
    if !old.is_called(&subject) {
        return old.is_delivery(&subject, names);
    }
    let named = |word: &str| names.iter().any(|it| it == stem(word));
    let missing: Vec<&str> = subject.all().filter(|it| !old.has(it)).collect();
    let more = old.all().filter(|it| !subject.has(it) && !has(EMPTY, it));
    let more: Vec<&str> = more.collect();
    let before = |word: &&&str| !old.rest.iter().any(|it| it == **word);
    let mut extra = more.iter().filter(before).filter(|it| !named(it));
    if missing.is_empty() {
        let other = extra.any(|it| has(OTHERS, it) || has(OTHERS, singular(it)));
        let silent = |word: &str| named(word) || has(HOLDS, word);
        let like = match more.as_slice() {
            [] if same_letter => Likeness::Exact,
            more if same_letter && more.iter().all(|it| silent(it)) => Likeness::Fuller,
            _ => Likeness::Narrower,
        };
        return (!other).then_some(like);
    }
    let general = |word: &str| named(word) || has(GENERAL, word);
    let told = missing.into_iter().all(general) && extra.next().is_none();
    let like = if old.rest.iter().all(|it| subject.has(it) || named(it)) {
        Likeness::Fuller
    } else {
        Likeness::Narrower
    };
    told.then_some(like)
}

impl Phrase {
    /// `None` for what is more than one phrase, or none.
    fn read(text: &str) -> Option<Self> {
        let text = match text.split_once(':') {
            Some((label, rest)) if has(LABELS, &fold(label)) => rest,
            _ => text,
        };
        let edge = |c: char| c.is_whitespace() || ",.;:!-–—".contains(c);
        let text = text.trim_matches(edge);
        if text.contains([',', ';', '&', '+', '/', '!', '?', '\n']) || text.contains(". ") {
            return None;
        }
        Self::of(&words(text))
    }

    fn of(all: &[String]) -> Option<Self> {
        let lead = |word: &&String| has(LEADS, word) || has(ARTICLES, word);
        let all = &all[all.iter().take_while(lead).count()..];
        let end = all.iter().position(|it| has(PREPOSITIONS, it)).unwrap_or(all.len());
        let (head, rest) = all.split_at(end);
        if head.is_empty() || head.iter().any(|word| has(AND, word)) {
            return None;
        }
        if let ([going], [to, thing @ ..]) = (head, rest)
            && matches!(going.as_str(), "go" | "going")
            && to == "to"
        {
            return Self::of(thing);
        }
        let article = head.iter().rposition(|word| has(ARTICLES, word));
        let (verb, head) = article.map_or((&head[..0], head), |at| (&head[..at], &head[at + 1..]));
        let said = |word: &&String| {
            let silent = [PREPOSITIONS, ARTICLES, HAPPENS];
            !silent.iter().any(|list| has(list, word))
        };
        let (mut head, mut rest) =
            (head.to_vec(), rest.iter().filter(said).cloned().collect::<Vec<_>>());
        while head.len() > 1 && head.last().is_some_and(|it| has(HAPPENS, it)) {
            head.pop();
        }
        // "Release 2.1", "exam B".
        let numbers = |word: &String| {
            let figures = word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
            figures || word.chars().count() == 1
        };
        while head.len() > 1 && head.last().is_some_and(numbers) {
            rest.extend(head.pop());
        }
        Some(Self { verb: verb.to_vec(), head, rest })
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        self.verb.iter().chain(&self.head).chain(&self.rest).map(String::as_str)
    }

    fn has(&self, word: &str) -> bool {
        self.all().any(|it| same(it, word))
    }

    /// Whether the last word of the name is that of `subject`'s.
    fn is_called(&self, subject: &Self) -> bool {
        let Some(last) = subject.head.last() else { return false };
        let same = |word: &String| same(word, last);
        let own = match self.verb.as_slice() {
            [] => true,
            [verb] if has(HOLDS, verb) => true,
            verb => verb == subject.verb,
        };
        let mut head = self.head.as_slice();
        while let Some((end, before)) = head.split_last() {
            if same(end) {
                return own;
            }
            if !has(EMPTY, end) {
                break;
            }
            if before.is_empty() {
                // "The appointment with the dentist" is the dentist's.
                return own && self.rest.first().is_some_and(same);
            }
            head = before;
        }
        // "Launch the new version": it is what is done.
        subject.verb.is_empty() && matches!(self.verb.as_slice(), [verb] if same(verb))
    }

    /// Whether this is the one thing by which a project is moved, and `subject` the page's own name.
    fn is_delivery(&self, subject: &Self, names: &[String]) -> Option<Likeness> {
        let named = |word: &str| names.iter().any(|it| it == stem(word));
        let own = subject.all().all(|it| named(it) && !has(EVENTS, it));
        let mut head = self.head.iter().filter(|it| !named(it));
        let one = head.next().is_some_and(|it| has(DELIVERIES, it) || has(EMPTY, it));
        let plain = self.rest.iter().all(|it| named(it));
        let like = if plain { Likeness::Fuller } else { Likeness::Narrower };
        (own && self.verb.is_empty() && one && head.next().is_none()).then_some(like)
    }
}
