//! Questions to the made-up world, each with what is right.

use super::scenario::{Ask, Dimension};
use super::words::{DESK, FIELDS, Field, Kind, NEVER, TONGUES, Tongue, WAYS, Way, filled};
use super::world::{Fact, Size, Thing, day, name};
use crate::scale::Random;

/// Everything that is asked, in no order.
pub(super) fn all(size: Size, things: &[Thing]) -> Vec<Ask> {
    let asking = Asking { size, things };
    let mut asks = Vec::new();
    for (nth, thing) in things.iter().enumerate() {
        let mut random = Random::of(size.seed, 0x6173_6b73, nth);
        if thing.gone.is_some() {
            asking.put_away(thing, &mut random, &mut asks);
            continue;
        }
        asking.plain(thing, &mut random, &mut asks);
        asking.again(thing, nth, &mut random, &mut asks);
        asking.changed(thing, &mut random, &mut asks);
        asking.ended(thing, &mut random, &mut asks);
    }
    asking.never(&mut asks);
    for (nth, way) in WAYS.iter().enumerate() {
        asking.steps(way, nth, &mut asks);
    }
    asks
}

struct Asking<'a> {
    size: Size,
    things: &'a [Thing],
}

/// A question without its particulars.
fn ask(on: usize, dimension: Dimension, kind: &str, question: String) -> Ask {
    Ask {
        day: day(on),
        question,
        dimension,
        kind: kind.to_owned(),
        gold: None,
        retired: Vec::new(),
        page: None,
        as_of: None,
        group: None,
    }
}

fn question(field: &Field, tongue: Tongue, subject: &str, random: &mut Random) -> String {
    let ways = tongue.of(field.ask);
    filled(ways[random.below(ways.len())], subject)
}

impl Asking<'_> {
    fn last_day(&self) -> usize {
        self.size.days - 1
    }

    fn of(&self, thing: &Thing, fact: &Fact, plain: Ask) -> Ask {
        let gold = fact.holds().then(|| fact.last().1.clone());
        let retired = match gold {
            Some(_) => fact.retired(),
            None => fact.states.iter().map(|it| it.1.clone()).collect(),
        };
        Ask { gold, retired, page: Some(thing.name.clone()), ..plain }
    }

    /// What never changed: some fields in the page's own language, one in the other.
    fn plain(&self, thing: &Thing, random: &mut Random, asks: &mut Vec<Ask>) {
        let mut still: Vec<&Fact> =
            thing.facts.iter().filter(|it| it.holds() && it.states.len() == 1).collect();
        let wanted = if thing.kind == Kind::Person { 3 } else { 1 };
        for nth in 0..wanted + 1 {
            if still.is_empty() {
                return;
            }
            let fact = still.swap_remove(random.below(still.len()));
            let (tongue, kind) = match nth {
                0 => (thing.tongue.other(), "a fact, in the other language"),
                _ => (thing.tongue, "a fact"),
            };
            let words = question(fact.field, tongue, &thing.name, random);
            let plain = ask(self.last_day(), Dimension::Accuracy, kind, words);
            asks.push(self.of(thing, fact, plain));
        }
    }

    /// The same thing on three days, in three ways and the other language.
    fn again(&self, thing: &Thing, nth: usize, random: &mut Random, asks: &mut Vec<Ask>) {
        let days = [self.size.days * 4 / 10, self.size.days * 7 / 10, self.last_day()];
        let mut still: Vec<&Fact> = thing
            .facts
            .iter()
            .filter(|it| it.holds() && it.states.len() == 1 && it.last().0 <= days[0])
            .collect();
        if thing.kind != Kind::Person || still.is_empty() {
            return;
        }
        let fact = still.swap_remove(random.below(still.len()));
        let ways = thing.tongue.of(fact.field.ask);
        let other = question(fact.field, thing.tongue.other(), &thing.name, random);
        let own = days.into_iter().enumerate();
        let mut asked: Vec<(usize, String)> =
            own.map(|(at, day)| (day, filled(ways[at % ways.len()], &thing.name))).collect();
        asked.push((self.last_day(), other));
        for (on, words) in asked {
            let plain = ask(on, Dimension::Consistency, "asked again on other days", words);
            let group = Some(format!("{nth}: {}", fact.field.key[0]));
            asks.push(Ask { group, ..self.of(thing, fact, plain) });
        }
    }

    /// What did change: now, and on a day between two changes.
    fn changed(&self, thing: &Thing, random: &mut Random, asks: &mut Vec<Ask>) {
        for fact in thing.facts.iter().filter(|it| it.holds() && it.states.len() > 1) {
            let at_once = fact.states.windows(2).any(|it| it[0].0 == it[1].0);
            let kind = if at_once { "corrected within the day" } else { "the current value" };
            let words = question(fact.field, thing.tongue, &thing.name, random);
            let plain = ask(self.last_day(), Dimension::Update, kind, words);
            asks.push(self.of(thing, fact, plain));
            let between = fact.states.windows(2).filter(|it| it[1].0 > it[0].0 + 1);
            let between: Vec<usize> = between.map(|it| it[0].0 + 1).collect();
            if between.is_empty() || at_once || random.percent(40) {
                continue;
            }
            let on = *random.pick(&between);
            let Some(gold) = fact.on(on) else { continue };
            // Some name the day in the question, too, and some leave it to `as_of`.
            let (kind, words) = if random.percent(50) {
                let words = filled(thing.tongue.of(fact.field.past), &thing.name);
                let words = words.replace("{day}", &in_words(on, thing.tongue));
                ("the value on a date that the question names", words)
            } else {
                let words = question(fact.field, thing.tongue, &thing.name, random);
                ("the value on a date", words)
            };
            let plain = ask(self.last_day(), Dimension::Update, kind, words);
            let others = fact.states.iter().map(|it| it.1.clone()).filter(|it| it != gold);
            asks.push(Ask {
                gold: Some(gold.to_owned()),
                retired: others.collect(),
                page: Some(thing.name.clone()),
                as_of: Some(day(on)),
                ..plain
            });
        }
    }

    /// What was taken back, and what held for a while.
    fn ended(&self, thing: &Thing, random: &mut Random, asks: &mut Vec<Ask>) {
        for fact in thing.facts.iter().filter(|it| !it.holds()) {
            let words = question(fact.field, thing.tongue, &thing.name, random);
            let kind = if fact.gone.is_some() { "forgotten" } else { "expired" };
            let plain = ask(self.last_day(), Dimension::Update, kind, words);
            asks.push(self.of(thing, fact, plain));
            let Some(until) = fact.expires else { continue };
            let words = question(&DESK, thing.tongue, &thing.name, random);
            let kind = "before it expires";
            let plain = ask(until, Dimension::Update, kind, words);
            let gold = Some(fact.last().1.clone());
            asks.push(Ask { gold, page: Some(thing.name.clone()), ..plain });
        }
    }

    /// A page that was put away says nothing.
    fn put_away(&self, thing: &Thing, random: &mut Random, asks: &mut Vec<Ask>) {
        for fact in thing.facts.iter().take(2).filter(|it| !it.states.is_empty()) {
            let words = question(fact.field, thing.tongue, &thing.name, random);
            let plain = ask(self.last_day(), Dimension::Update, "put away", words);
            let retired = fact.states.iter().map(|it| it.1.clone()).collect();
            asks.push(Ask { retired, page: Some(thing.name.clone()), ..plain });
        }
    }

    /// What nobody said: of known people, and of people whom nobody named.
    fn never(&self, asks: &mut Vec<Ask>) {
        let people = self.things.iter().filter(|it| it.kind == Kind::Person).enumerate();
        for (nth, person) in people.filter(|(nth, _)| nth / 2 % 2 == 0) {
            let forms = person.tongue.of(NEVER);
            let words = filled(forms[nth / 4 % forms.len()], &person.name);
            let kind = "never said of somebody known";
            asks.push(ask(self.last_day(), Dimension::Accuracy, kind, words));
        }
        for nth in 0..self.size.people / 2 {
            let mut random = Random::of(self.size.seed, 0x6e6f_6e65, nth);
            let tongue = TONGUES[nth % 2];
            let stranger = name(Kind::Person, tongue, self.size.people.div_ceil(2) + nth / 2);
            let fields: Vec<&Field> = FIELDS.iter().filter(|it| it.kind == Kind::Person).collect();
            let words =
                question(fields[random.below(fields.len())], tongue, &stranger, &mut random);
            let kind = "somebody never named";
            asks.push(ask(self.last_day(), Dimension::Accuracy, kind, words));
        }
    }

    /// Over two or three pages: with the pages' own words, in others, and in the other language.
    fn steps(&self, way: &Way, nth: usize, asks: &mut Vec<Ask>) {
        let starts = self.things.iter().filter(|it| it.kind == way.from).enumerate();
        for (at, start) in starts {
            let mut random = Random::of(self.size.seed, 0x7374_6570 + nth as u64, at);
            let end = *random.pick(way.ends);
            let Some((last, fact, retired)) = self.followed(start, way.links, end) else {
                continue;
            };
            let count = way.links.len() + 1;
            let mut push = |kind: String, words: String| {
                let plain = ask(self.last_day(), Dimension::CrossReference, &kind, words);
                let gold = Some(fact.last().1.clone());
                let mut retired = retired.clone();
                retired.retain(|it| Some(it) != gold.as_ref());
                asks.push(Ask { gold, retired, page: Some(last.name.clone()), ..plain });
            };
            let named = |tongue: Tongue| {
                let form = tongue.of(way.named).replace("{key}", tongue.of(fact.field.key));
                filled(&form, &start.name)
            };
            match at / 2 % 3 {
                0 => push(format!("{count} pages"), named(start.tongue)),
                1 => {
                    let subject = filled(start.tongue.of(way.other), &start.name);
                    let words = question(fact.field, start.tongue, &subject, &mut random);
                    push(format!("{count} pages, in other words"), words);
                }
                _ => {
                    let words = named(start.tongue.other());
                    push(format!("{count} pages, in the other language"), words);
                }
            }
        }
    }

    /// The page and field at the end of a way, and the values that are wrong: those before, and those of pages that
    /// a link led to before.
    fn followed(
        &self,
        start: &Thing,
        links: &[&str],
        end: &str,
    ) -> Option<(&Thing, &Fact, Vec<String>)> {
        let thing = |name: &str| self.things.iter().find(|it| it.name == name);
        let mut now = thing(&start.name)?;
        let mut before: Vec<&Thing> = Vec::new();
        for link in links {
            let is_there = now.gone.is_none();
            let fact =
                now.fact(link).filter(|it| is_there && it.holds() && !it.states.is_empty())?;
            before = fact.retired().iter().filter_map(|it| thing(it)).collect();
            now = thing(&fact.last().1)?;
        }
        let fact = now.fact(end).filter(|it| now.gone.is_none() && it.holds())?;
        let mut retired = fact.retired();
        retired.extend(before.iter().filter_map(|it| it.fact(end)).map(|it| it.last().1.clone()));
        Some((now, fact, retired))
    }
}

fn in_words(number: usize, tongue: Tongue) -> String {
    let day = day(number);
    match tongue {
        Tongue::English => day.strftime("%-d %B %Y").to_string(),
        Tongue::Chinese => format!("{}年{}月{}日", day.year(), day.month(), day.day()),
    }
}
