//! A scenario from a seed: what is written and said on each day of a made-up world, and what is asked.

use super::questions;
use super::scenario::{Event, Forget, Talk, Write};
use super::words::{Kind, TALK, TONGUES, Values};
use super::world::{Fact, Size, Thing, day, made};
use crate::scale::Random;

/// Remarks of a day that no question asks for.
const REMARKS: usize = 6;

/// The events in the order of their days; the same for the same size and seed.
pub(super) fn scenario(size: Size) -> Vec<Event> {
    let things = made(size);
    let mut events = Vec::new();
    for number in 0..size.days {
        let mut today: Vec<Event> = Vec::new();
        for thing in &things {
            written(thing, number, &mut today);
        }
        shuffled(&mut today, size, number);
        said_in_passing(&things, size, number, &mut today);
        for thing in &things {
            forgotten(thing, number, &mut today);
        }
        events.append(&mut today);
    }
    events.extend(questions::all(size, &things).into_iter().map(Event::Ask));
    events
}

fn written(thing: &Thing, number: usize, today: &mut Vec<Event>) {
    for fact in &thing.facts {
        let of_today = fact.states.iter().filter(|it| it.0 == number);
        today.extend(of_today.map(|(_, value)| Event::Write(write(thing, fact, number, value))));
    }
}

fn write(thing: &Thing, fact: &Fact, number: usize, value: &str) -> Write {
    let field = fact.field;
    let said = thing.tongue.of(field.said).replace("{}", &thing.name).replace("{value}", value);
    let value = match field.values {
        Values::Link(_) => format!("[[{value}]]"),
        _ => value.to_owned(),
    };
    Write {
        day: day(number),
        page: thing.name.clone(),
        page_type: Some(thing.kind.page_type().to_owned()),
        key: thing.tongue.of(field.key).to_owned(),
        value,
        expires: fact.expires.map(day),
        said: Some(said),
    }
}

fn forgotten(thing: &Thing, number: usize, today: &mut Vec<Event>) {
    for fact in thing.facts.iter().filter(|it| it.gone == Some(number)) {
        let key = Some(thing.tongue.of(fact.field.key).to_owned());
        today.push(Event::Forget(Forget { day: day(number), page: thing.name.clone(), key }));
    }
    if thing.gone == Some(number) {
        today.push(Event::Forget(Forget { day: day(number), page: thing.name.clone(), key: None }));
    }
}

/// Mixes the writes of a day; those of one field keep their order.
fn shuffled(today: &mut [Event], size: Size, number: usize) {
    let mut random = Random::of(size.seed, 0x6d69_7865, number);
    let field = |it: &Event| match it {
        Event::Write(it) => Some((it.page.clone(), it.key.clone())),
        _ => None,
    };
    let before: Vec<Event> = today.to_vec();
    for place in (1..today.len()).rev() {
        today.swap(place, random.below(place + 1));
    }
    // A correction comes after what it corrects.
    for at in 0..today.len() {
        let mut same = before.iter().filter(|it| field(it) == field(&today[at]));
        let nth = today[..at].iter().filter(|it| field(it) == field(&today[at])).count();
        if let Some(event) = same.nth(nth) {
            today[at] = event.clone();
        }
    }
}

fn said_in_passing(things: &[Thing], size: Size, number: usize, today: &mut Vec<Event>) {
    let mut random = Random::of(size.seed, 0x7461_6c6b, number);
    for nth in 0..REMARKS {
        let tongue = TONGUES[nth % 2];
        let of = |it: &&Thing| it.kind == Kind::Person && it.tongue == tongue;
        let people: Vec<&Thing> = things.iter().filter(of).collect();
        let text = random.pick(tongue.of(TALK)).replace("{}", &random.pick(&people).name);
        let place = random.below(today.len() + 1);
        today.insert(place, Event::Talk(Talk { day: day(number), text }));
    }
}
