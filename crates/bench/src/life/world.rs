//! The made-up world: people, projects, companies and tools, and what is true of each on which day.

use std::collections::HashSet;

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::words::{
    COMPANIES, DESK, FIELDS, FIRST, Field, GIVEN, Kind, LAST, PROJECTS, SURNAMES, TONGUES, TOOLS,
    Tongue, Values,
};
use crate::scale::Random;

/// The first day, a Monday.
pub(super) const FIRST_DAY: Date = date(2030, 1, 7);

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    pub(super) seed: u64,
    pub(super) days: usize,
    pub(super) people: usize,
}

/// A page.
#[derive(Debug)]
pub(super) struct Thing {
    pub(super) kind: Kind,
    pub(super) tongue: Tongue,
    pub(super) name: String,
    pub(super) facts: Vec<Fact>,
    /// The day on which the whole page is put away.
    pub(super) gone: Option<usize>,
}

/// A field of a page through time; days are counted from 0.
#[derive(Debug)]
pub(super) struct Fact {
    pub(super) field: &'static Field,
    /// Its values, each with the day on which it was said.
    pub(super) states: Vec<(usize, String)>,
    /// The day on which it is taken back.
    pub(super) gone: Option<usize>,
    /// The last day on which it holds.
    pub(super) expires: Option<usize>,
}

impl Fact {
    /// What was said last.
    pub(super) fn last(&self) -> &(usize, String) {
        self.states.last().expect("because every fact is said at least once")
    }

    /// Whether its last value still holds when all days are over.
    pub(super) fn holds(&self) -> bool {
        self.gone.is_none() && self.expires.is_none()
    }

    /// The values before the last one.
    pub(super) fn retired(&self) -> Vec<String> {
        let (last, before) = self.states.split_last().expect("because there is a last one");
        before.iter().map(|it| it.1.clone()).filter(|it| *it != last.1).collect()
    }

    /// Its value on a day; none before the first.
    pub(super) fn on(&self, day: usize) -> Option<&str> {
        self.states.iter().rev().find(|it| it.0 <= day).map(|it| it.1.as_str())
    }
}

impl Thing {
    /// The fact of a field, by its English key.
    pub(super) fn fact(&self, key: &str) -> Option<&Fact> {
        self.facts.iter().find(|it| it.field.key[0] == key)
    }
}

/// The day with this number.
pub(super) fn day(number: usize) -> Date {
    let days = i64::try_from(number).expect("because a run has few days");
    FIRST_DAY.checked_add(days.days()).expect("because the calendar goes on for long")
}

/// All pages; the same for the same size and seed.
pub(super) fn made(size: Size) -> Vec<Thing> {
    let mut making = Making { size, taken: HashSet::new() };
    let mut things = making.named();
    let names: Vec<(Kind, Tongue, String)> =
        things.iter().map(|it| (it.kind, it.tongue, it.name.clone())).collect();
    for (nth, thing) in things.iter_mut().enumerate() {
        let mut random = Random::of(size.seed, 0x6661_6374, nth);
        for field in FIELDS.iter().filter(|it| it.kind == thing.kind) {
            let others = |kind| {
                let of = |it: &&(Kind, Tongue, String)| it.0 == kind && it.1 == thing.tongue;
                names.iter().filter(of).map(|it| it.2.clone()).collect::<Vec<_>>()
            };
            let fact = making.fact(field, thing.tongue, &others, &mut random);
            thing.facts.push(fact);
        }
        making.ends(thing, nth, &mut random);
    }
    things
}

struct Making {
    size: Size,
    /// Numbers and addresses that are given to somebody.
    taken: HashSet<String>,
}

impl Making {
    fn named(&self) -> Vec<Thing> {
        let people = self.size.people;
        let few = (people / 5).max(4);
        let counts = [
            (Kind::Person, people),
            (Kind::Project, (people / 2).max(4)),
            (Kind::Company, few),
            (Kind::Tool, few),
        ];
        let mut things = Vec::new();
        for (kind, count) in counts {
            for nth in 0..count {
                let tongue = TONGUES[nth % 2];
                let name = name(kind, tongue, nth / 2);
                things.push(Thing { kind, tongue, name, facts: Vec::new(), gone: None });
            }
        }
        things
    }

    /// First said in the first third, changed later if it changes at all.
    fn fact(
        &mut self,
        field: &'static Field,
        tongue: Tongue,
        others: &dyn Fn(Kind) -> Vec<String>,
        random: &mut Random,
    ) -> Fact {
        let days = self.size.days;
        let mut on = vec![random.below((days / 3).max(1))];
        if field.changes && random.percent(70) {
            for _ in 0..random.between(1, 3) {
                let later = on[0] + 1 + random.below(days.saturating_sub(on[0] + 1).max(1));
                on.push(later.min(days - 1));
            }
            on.sort_unstable();
            on.dedup();
            // Somebody who corrects himself at once.
            if random.percent(12) {
                on.push(on[on.len() - 1]);
            }
        }
        let mut states: Vec<(usize, String)> = Vec::new();
        for day in on {
            let known = |value: &String| states.iter().any(|it| it.1 == *value);
            let mut value = self.value(field, tongue, others, random);
            let mut tries = 0;
            while known(&value) && tries < 20 {
                value = self.value(field, tongue, others, random);
                tries += 1;
            }
            if !known(&value) {
                states.push((day, value));
            }
        }
        Fact { field, states, gone: None, expires: None }
    }

    /// What is taken back, holds for a while only, or is put away.
    fn ends(&mut self, thing: &mut Thing, nth: usize, random: &mut Random) {
        let days = self.size.days;
        let late = days * 7 / 10;
        match (thing.kind, nth / 2 % 5) {
            (Kind::Person, 1) => {
                let key = *random.pick(&["allergy", "favourite", "commute"]);
                if let Some(fact) = thing.facts.iter_mut().find(|it| it.field.key[0] == key) {
                    fact.states.retain(|it| it.0 <= late);
                    fact.gone = Some(late);
                }
            }
            (Kind::Person, 2) => {
                let none = |_| Vec::new();
                let value = self.value(&DESK, thing.tongue, &none, random);
                let states = vec![(random.below((days / 3).max(1)), value)];
                let expires = Some(days * 6 / 10);
                thing.facts.push(Fact { field: &DESK, states, gone: None, expires });
            }
            (Kind::Project, 3) => {
                let gone = days * 8 / 10;
                thing.facts.iter_mut().for_each(|it| it.states.retain(|it| it.0 <= gone));
                thing.gone = Some(gone);
            }
            _ => {}
        }
    }

    fn value(
        &mut self,
        field: &Field,
        tongue: Tongue,
        others: &dyn Fn(Kind) -> Vec<String>,
        random: &mut Random,
    ) -> String {
        let any = |random: &mut Random, from: usize, to: usize| random.between(from, to);
        match field.values {
            Values::Of(both) => (*random.pick(tongue.of(both))).to_owned(),
            Values::Mail => self.unique(random, |random| {
                let letter = |random: &mut Random| char::from(b'a' + random.below(26) as u8);
                let letters = [letter(random), letter(random)];
                format!("{}{}{}@mail.example", letters[0], letters[1], any(random, 1_000, 9_999))
            }),
            Values::Phone => {
                self.unique(random, |random| format!("555-{}", any(random, 1_000, 9_999)))
            }
            Values::Birthday => {
                let day = date(1960, 1, 1).checked_add((random.below(14_000) as i64).days());
                day.expect("because that is before the year 2000").to_string()
            }
            Values::Ahead => day(self.size.days + random.between(30, 300)).to_string(),
            Values::Numbered(letters) => {
                self.unique(random, |random| format!("{letters}{}", any(random, 1_000, 99_999)))
            }
            Values::Version => {
                let part = |random: &mut Random| random.between(1, 19);
                format!("{}.{}.{}", part(random), part(random), part(random))
            }
            Values::Link(kind) => {
                let names = others(kind);
                if names.is_empty() { String::new() } else { random.pick(&names).clone() }
            }
        }
    }

    fn unique(&mut self, random: &mut Random, make: impl Fn(&mut Random) -> String) -> String {
        loop {
            let value = make(random);
            if self.taken.insert(value.clone()) {
                return value;
            }
        }
    }
}

/// The name of the `nth` thing of its kind and language; all of them differ.
pub(super) fn name(kind: Kind, tongue: Tongue, nth: usize) -> String {
    let (first, second): (&[&str], &[&str]) = match (kind, tongue) {
        (Kind::Person, Tongue::English) => (&FIRST, &LAST),
        (Kind::Person, Tongue::Chinese) => (&SURNAMES, &GIVEN),
        (Kind::Project, _) => tongue.of(PROJECTS).into(),
        (Kind::Company, _) => tongue.of(COMPANIES).into(),
        (Kind::Tool, _) => tongue.of(TOOLS).into(),
    };
    let of_first = nth % first.len();
    let of_second = (nth / first.len() + of_first) % second.len();
    let blank = match tongue {
        Tongue::English => " ",
        Tongue::Chinese => "",
    };
    format!("{}{blank}{}", first[of_first], second[of_second])
}
