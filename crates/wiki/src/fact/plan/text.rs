//! Free texts: which lines of the page a new one takes the place of, and beside which it is added.
//!
//! Whether one text takes back, moves or ends what another says is decided in `stance`, `shift` and `state`.

use jiff::civil::Date;

use super::super::grammar;
use super::super::{Fact, FactChange, FactInput, Marks, stance, state};
use super::history::{BlockId, history_line, into_past, leave, to_history};
use super::moving::{self, Moving};
use super::place::add;
use super::rewrite::{new_content, rewritten, successor_marks};
use super::turning::{self, Turning};
use super::{Known, added, content_edit, is_renewed, remark, series, stands_here};
use crate::canon::{fold, near_duplicate};
use crate::edit::Edit;
use crate::page::Page;

/// What setting a free text does; `foreign` are lines that were not written as facts.
pub(super) fn set_text(
    page: &Page,
    (known, foreign): (&[Known], &[&Known]),
    input: &FactInput,
    within: Option<usize>,
) -> FactChange {
    let here = |known: &&Known| {
        known.0.key.is_none() && stands_here(page, known, input.heading.as_deref())
    };
    let texts: Vec<&Known> = known.iter().filter(here).collect();
    if let Some(change) = standing(page, (&texts, foreign), input) {
        return change;
    }
    let begins = series::begins(input);
    let (mut dated, mut of) = (input.clone(), Vec::new());
    if !input.marks.is_over(input.today) && begins <= input.today {
        let moving = moving::set_day(page, known, input);
        let mut current = texts.clone();
        current.retain(|(fact, _)| fact.marks.is_valid_on(begins));
        let mut against = current.clone();
        against.retain(|(fact, _)| stance::contradicts(&fact.value, &input.value));
        match moving {
            Some(Moving::Done(change)) => return change,
            Some(Moving::Unsure { value, near }) => (dated.value, of) = (value, near),
            None if against.is_empty() => match turning::held_against(page, &current, input) {
                Some(Turning::One(old)) => against.push(old),
                Some(Turning::Near(near)) => of = near,
                None => {}
            },
            None => {}
        }
        if let Some(day) = series::newer(against.iter().map(|it| &it.0.marks), input) {
            return into_past(page, known, input, day);
        }
        let unsure = unsure(&current, input);
        if !unsure.is_empty() {
            return added(add(page, known, &dated, within), unsure);
        }
        if !against.is_empty() {
            let mut old = against.iter().map(|(fact, _)| fact.value.as_str());
            let value = old.find_map(|it| carrying(it, &input.value, input.today));
            let value = value.unwrap_or_else(|| input.value.clone());
            return replace_texts(page, &against, &FactInput { value, ..input.clone() });
        }
    }
    if of.is_empty() {
        let near = |(fact, _): &&&Known| {
            near_duplicate(&fact.value, &input.value)
                || stance::same_question(&fact.value, &input.value)
        };
        of.extend(texts.iter().find(near).map(|(fact, _)| fact.clone()));
    }
    added(add(page, known, &dated, within), of)
}

/// What setting a text does that the page says already; `None` where it does not.
fn standing(
    page: &Page,
    (texts, foreign): (&[&Known], &[&Known]),
    input: &FactInput,
) -> Option<FactChange> {
    let wanted = fold(&input.value);
    let says = |value: &str| {
        let bracketed = stance::says(value, &input.value) || state::says(value, &input.value);
        fold(value) == wanted || bracketed
    };
    if let Some(equal) = texts.iter().chain(foreign).find(|(fact, _)| says(&fact.value)) {
        let renews =
            is_renewed(&equal.0, input) && !foreign.iter().any(|it| std::ptr::eq(*it, *equal));
        return Some(match renews {
            true => replace_texts(page, &[*equal], input),
            false => remark(page, equal, &input.marks),
        });
    }
    // A text that the grammar does not read as a fact (it begins with a time) is known by its line.
    let wanted = fold(&new_content(&FactInput { marks: Marks::default(), ..input.clone() }));
    let stands = page.items.iter().any(|item| {
        let text = page.text.get(item.content.clone()).unwrap_or_default();
        let plain = text.rsplit_once("  ").map_or(text, |(plain, _)| plain);
        item.task.is_none() && grammar::read(text).is_none() && fold(plain) == wanted
    });
    stands.then_some(FactChange::Unchanged)
}

/// The new text with the habit or the state of the old one that it goes on with.
pub fn carrying(old: &str, new: &str, today: Date) -> Option<String> {
    stance::carrying(old, new).or_else(|| state::carrying(old, new, today))
}

/// The lines of which a text may change one, or one only in part.
fn unsure(current: &[&Known], input: &FactInput) -> Vec<Fact> {
    let lines: Vec<&str> = current.iter().map(|(fact, _)| fact.value.as_str()).collect();
    let unsure = stance::unsure(&lines, &input.value);
    let meant = current.iter().filter(|(fact, _)| unsure.contains(&fact.value.as_str()));
    meant.map(|(fact, _)| fact.clone()).collect()
}

/// The first that gives way gives its place, the others leave theirs.
pub(super) fn replace_texts(page: &Page, against: &[&Known], input: &FactInput) -> FactChange {
    let mut edits = Vec::new();
    let mut lines = Vec::new();
    for (at, known) in against.iter().enumerate() {
        let (_, reading) = known;
        let content = &page.text[reading.at.clone()];
        if at == 0 {
            let new = rewritten(content, reading, &input.value, &successor_marks(&input.marks));
            edits.push(content_edit(reading, new));
            lines.push(history_line(content, reading, input.today, BlockId::Gone));
        } else {
            let (splice, line) = leave(page, known, input.today, BlockId::Kept);
            edits.push(Edit::Splice(splice));
            lines.extend(line);
        }
    }
    edits.reverse();
    edits.push(to_history(page, &lines));
    FactChange::Replaced { old: against.iter().map(|(fact, _)| fact.clone()).collect(), edits }
}
