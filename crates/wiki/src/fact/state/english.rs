//! States in English. Each form is a row of words that are followed from the owner on.

mod lists;
mod word;

use super::{Claim, Kind, ME, State, single};
use crate::canon::stem;
use crate::fact::list::has;
use crate::fact::stance;
use crate::time;
use lists::{
    BESIDES, CLUBS, HOBBIES, NO_NAMES, NO_PLACES, ONWARD, PARTLY, PLAYED, PRAISE, ROLES, TAILS,
};
use word::{Word, denied, follow, in_words, split, stems, until};

/// Words of a text, at most.
const WORDS_MAX: usize = 24;
/// Words that name whose something is, at most.
const OWNER_MAX: usize = 3;
/// Words that name a thing, at most.
const THING_MAX: usize = 4;

/// What is asked of what follows a row of words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Home,
    /// A home by what brought somebody there, which may be a desk.
    Moved,
    Work,
    /// Work by how it began.
    Began,
    /// Likewise, of what may be a club.
    Joined,
    /// The work that is named with its end.
    Job,
    /// Whatever the work was.
    AnyJob,
    /// What is a doing for a living by its name.
    Role,
    /// What is one whatever its name.
    Post,
}

use Claim::{Changed, Ended, Holds, Open};
use Form::{AnyJob, Began, Home, Job, Joined, Moved, Post, Role, Work};

/// Rows of words; `a|b` is one of both, `a?` may lack, `*` is one to three words of any kind.
const FORMS: &[(&str, Form, Claim)] = &[
    ("live|lives in|at", Home, Holds),
    ("am|is|are living|based in|at", Home, Holds),
    ("moved|relocated back|over? to", Moved, Changed),
    ("moved|relocated from * to", Moved, Changed),
    ("am|is|are moving|relocating back? to", Home, Open),
    ("am|is|are going to move|live to|in", Home, Open),
    ("will move|live to|in", Home, Open),
    ("used to live in|at", Home, Open),
    ("work|works at|for", Work, Holds),
    ("am|is|are working|employed at|for|by", Work, Holds),
    ("am|is|are joining", Work, Open),
    ("will join", Work, Open),
    ("used to work at|for", Work, Open),
    ("left|quit * for|and|to joined|join|started? at?", Began, Changed),
    ("joined", Joined, Changed),
    ("started at", Began, Changed),
    ("started work|working at|for", Began, Changed),
    ("started|got|took|found|accepted|have|has a new? job|position|role at|with", Began, Changed),
    ("changed|switched|moved job|jobs|employer|employers|companies to", Began, Changed),
    (
        "changed|switched job|jobs|employer|employers|companies and? joined|am|work at?",
        Began,
        Changed,
    ),
    ("left|quit my|his|her|their? job|position at|with", Job, Ended),
    ("left|quit my|his|her|their job", AnyJob, Ended),
    ("left|quit", Job, Ended),
    ("resigned|retired from", Job, Ended),
    ("got|was laid|let off|go from|by", Job, Ended),
    ("got|was laid|let off|go", AnyJob, Ended),
    ("got|was fired from|by", Job, Ended),
    ("got|was fired", AnyJob, Ended),
    ("retired", AnyJob, Ended),
    ("am|is|are retired", AnyJob, Ended),
    ("am|is|are a|an|the", Role, Holds),
    ("work|works as a|an|the?", Post, Holds),
    ("am|is|are working as a|an|the?", Post, Holds),
    ("got|was|were? promoted to", Post, Changed),
    ("became a|an|the?", Role, Changed),
];

/// Whether a word in small letters names a tool, a department or a day.
pub(super) fn is_no_place(word: &str) -> bool {
    has(NO_PLACES, word)
}

/// What a sentence tells, of which `plain` is the text without its dates.
pub(super) fn read(plain: &str, text: &str) -> Vec<State> {
    let (said, whole) = (Sentence::read(plain), Sentence::read(text));
    let mut states = said.as_ref().map(Sentence::forms).unwrap_or_default();
    states.extend(said.as_ref().map(Sentence::stops).unwrap_or_default());
    states.extend(said.as_ref().and_then(Sentence::gone));
    states.extend(whole.as_ref().and_then(Sentence::counted));
    states.extend(whole.as_ref().and_then(Sentence::weekly));
    states.extend(said.as_ref().and_then(Sentence::being));
    if plain.len() == text.len() {
        states.extend(said.as_ref().and_then(Sentence::of_a_thing));
        states.extend(said.as_ref().and_then(Sentence::measured));
    }
    states
}

/// A name, what follows it, and whether it is surely one of the kind that is asked for.
struct Named<'w> {
    words: &'w [Word],
    rest: &'w [Word],
    sure: bool,
}

/// A sentence without the words that say since when it holds.
struct Sentence {
    words: Vec<Word>,
    claim: Claim,
}

impl Sentence {
    fn read(text: &str) -> Option<Self> {
        let mut words = split(text);
        if words.is_empty() || words.len() > WORDS_MAX {
            return None;
        }
        let mut claim = Holds;
        // "no longer" is said before the verb, the rest behind it.
        let two = |words: &[Word], one: &str, other: &str| {
            words.windows(2).position(|it| it[0].low == one && it[1].low == other)
        };
        let ends = |words: &[Word], count: usize| {
            let last: Vec<&str> =
                words.iter().rev().take(count).map(|it| it.low.as_str()).collect();
            matches!(last.as_slice(), ["anymore"] | ["more" | "longer", "any"])
        };
        if let Some(at) = two(&words, "no", "longer") {
            words.drain(at..at + 2);
            claim = Ended;
        } else if let Some(count) = [1, 2].into_iter().find(|it| ends(&words, *it)) {
            words.truncate(words.len() - count);
            denied(&mut words)?;
            claim = Ended;
        } else if denied(&mut words).is_some() {
            claim = Ended;
        }
        let now = |it: &Word| matches!(it.low.as_str(), "now" | "nowadays");
        let adds = |it: &Word| matches!(it.low.as_str(), "also" | "too" | "additionally");
        if words.iter().any(|it| matches!(it.low.as_str(), "not" | "never" | "almost" | "nearly")) {
            return None;
        }
        if claim == Holds && words.iter().any(now) {
            claim = Changed;
        }
        if words.iter().any(adds) {
            claim = Claim::Beside;
        }
        let silent = |it: &Word| {
            now(it)
                || adds(it)
                || matches!(
                    it.low.as_str(),
                    "just" | "recently" | "finally" | "officially" | "already" | "currently"
                )
        };
        words.retain(|it| !silent(it));
        Some(Self { words, claim })
    }

    /// Whose state it is, and what follows; each way to part the words.
    fn owners(&self) -> impl Iterator<Item = (String, &[Word])> {
        (0..=OWNER_MAX.min(self.words.len())).filter_map(|at| {
            let rest = &self.words[at..];
            let owner = owner(&self.words[..at])?;
            // "have moved", not "have two".
            let past = rest.len() > 1
                && matches!(rest[0].low.as_str(), "have" | "has" | "had")
                && (rest[1].low.ends_with("ed")
                    || matches!(
                        rest[1].low.as_str(),
                        "left" | "quit" | "got" | "become" | "given" | "sold" | "lost"
                    ));
            Some((owner, if past { &rest[1..] } else { rest }))
        })
    }

    /// Where somebody lives and works, and what they are.
    fn forms(&self) -> Vec<State> {
        for (owner, rest) in self.owners() {
            let found: Vec<State> = FORMS
                .iter()
                .filter_map(|(row, form, claim)| {
                    let after = follow(rest, row)?;
                    self.answered((*form, *claim), after)
                })
                .map(|state| State { owner: owner.clone(), ..state })
                .take(1)
                .collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn answered(&self, (form, claim): (Form, Claim), after: &[Word]) -> Option<State> {
        let claim = match (claim, self.claim) {
            (claim, Holds) => claim,
            (Holds, said) => said,
            (Changed | Ended, Changed) => claim,
            (Changed, Claim::Beside) => Claim::Beside,
            _ => return None,
        };
        let kind = match form {
            Home | Moved => Kind::Home,
            Role | Post => return role(form, claim, after),
            _ => Kind::Work,
        };
        if form == AnyJob {
            let state = State::of(String::new(), kind, Vec::new(), claim);
            return after.is_empty().then_some(state);
        }
        let Named { words, rest, sure } = self.name(form, after)?;
        let loose = is_loose(words, rest, claim);
        let state = State { loose, ..State::of(String::new(), kind, stems(words), claim) };
        // What ends is known from the line that says it.
        if form == Job {
            return (!loose && rest.first().is_none_or(|it| it.low == "in")).then_some(state);
        }
        Some(match sure {
            true if loose && claim == Changed => State { claim: Open, ..state },
            true => state,
            false => State { claim: Open, loose: true, ..state },
        })
    }

    /// The name that an answer begins with.
    fn name<'w>(&self, form: Form, after: &'w [Word]) -> Option<Named<'w>> {
        let capital = |it: &Word| it.raw.starts_with(char::is_uppercase);
        let mut from = after;
        // "the Netherlands", "a flat in Munich".
        if let [the, next, ..] = from
            && the.low == "the"
            && capital(next)
        {
            from = &from[1..];
        } else if from.first().is_some_and(|it| has(NO_NAMES, &it.low) && !capital(it)) {
            let at = from.iter().position(|it| it.low == "in").filter(|_| form == Home)?;
            from = from.get(at + 1..).filter(|it| it.first().is_some_and(capital))?;
        }
        let first = from.first()?;
        let own = |(at, it): &(usize, &Word)| {
            capital(it) && (*at == 0 || !has(NO_PLACES, &it.low) && !from[at - 1].ends)
        };
        let count = from.iter().enumerate().take_while(own).count();
        let (words, rest) = from.split_at(count.max(1));
        if count == 0 {
            // "i live in munich", of somebody who writes no capital letters, not "I live in fear".
            let capitals = || self.words.iter().filter(|it| capital(it));
            let small = capitals().all(|it| it.low == "i") && !has(NO_NAMES, &first.low);
            let sure = matches!(form, Home | Work) && capitals().next().is_none();
            return small.then_some(Named { words, rest, sure });
        }
        let thing = has(NO_PLACES, &first.low);
        let figures = |it: &Word| it.raw.starts_with(|c: char| c.is_ascii_digit());
        let numbered = rest.first().is_some_and(figures);
        let club = words.iter().any(|it| has(CLUBS, &it.low) || it.low.ends_with("'s"));
        let other = match form {
            Home => thing,
            Moved => thing || numbered,
            Joined => club || numbered,
            Began => words.iter().any(|it| it.low == "gym") || numbered,
            _ => false,
        };
        // One may work at what others only use.
        let sure = !thing || matches!(form, Work | Job);
        (!other).then_some(Named { words, rest, sure })
    }

    /// What somebody is or does, and what they stop; each way to part the words.
    fn stops(&self) -> Vec<State> {
        let stop = |(owner, rest): (String, &[Word])| {
            let row =
                ["stopped|quit|ended", "gave|given up"].iter().find_map(|it| follow(rest, it));
            let doing = row.filter(|it| it.first().is_some_and(|it| it.low.ends_with("ing")));
            let (rest, claim) = match (doing, self.claim) {
                (Some(rest), _) => (rest, Ended),
                (None, Ended) => (rest, Ended),
                (None, _) => (rest, Holds),
            };
            let mut said: Vec<&Word> = rest.iter().collect();
            while said.last().is_some_and(|it| has("in on since at last this", &it.low)) {
                said.pop();
            }
            let silent = |it: &Word| has("am is are a an the be being", &it.low);
            let kept: Vec<String> =
                said.iter().filter(|it| !silent(it)).map(|it| stem(&it.low).to_owned()).collect();
            let short = (1..=6).contains(&kept.len());
            short.then(|| State::of(owner, Kind::Doing, kept, claim))
        };
        self.owners().filter(|it| !it.0.is_empty()).filter_map(stop).collect()
    }

    /// "I sold my Golf."
    fn gone(&self) -> Option<State> {
        let (owner, rest) = self.owners().find(|it| it.0 == ME)?;
        let row = "sold|lost|returned|donated|scrapped|crashed|totaled|totalled my|our|the";
        let thing = follow(rest, row)?;
        let short = (1..=THING_MAX).contains(&thing.len());
        short.then(|| State::of(owner, Kind::Gone, stems(thing), Open))
    }

    /// "I have two cats."
    fn counted(&self) -> Option<State> {
        self.owners().filter(|it| !it.0.is_empty()).find_map(|(owner, rest)| {
            let rest = follow(rest, "have|has|own|owns got?")?;
            let (first, thing) = rest.split_first()?;
            let article = matches!(first.low.as_str(), "a" | "an");
            let figures = first.low.bytes().all(|it| it.is_ascii_digit());
            let number = in_words(&first.low).map(|it| it.to_string());
            let number = number.or_else(|| article.then(|| "1".to_owned()));
            let number = number.or_else(|| figures.then(|| first.low.clone()))?;
            let named = until(thing, |it| has("and or with in on at for who that which", it));
            let loose = named.len() < thing.len();
            let claim = if self.claim == Ended { return None } else { self.claim };
            (1..=3).contains(&named.len()).then(|| State {
                loose,
                ..State::of(owner, Kind::Count(stems(named)), vec![number], claim)
            })
        })
    }

    /// "I am single", "I am 31 years old".
    fn being(&self) -> Option<State> {
        const FAMILIES: [&str; 2] = [
            "single married engaged divorced widowed separated",
            "vegetarian vegan pescatarian omnivore carnivore ",
        ];
        self.owners().filter(|it| !it.0.is_empty()).find_map(|(owner, rest)| {
            let rest = follow(rest, "am|is|are|got|became a|an?")?;
            let (first, more) = rest.split_first()?;
            let age = first.low.bytes().all(|it| it.is_ascii_digit()) && first.low.len() < 4;
            let old = more.is_empty() || follow(more, "years old").is_some_and(<[Word]>::is_empty);
            let family = FAMILIES.iter().find(|it| has(it, &first.low) && more.is_empty());
            let asked = match family {
                Some(family) => family.split_ascii_whitespace().next()?,
                None if age && old => "years",
                None => return None,
            };
            let answer = vec![first.low.clone()];
            Some(State::of(owner, Kind::Is(vec![asked.to_owned()]), answer, self.claim))
        })
    }

    /// "The server runs on port 8080": a number at the end of what is so all the time.
    fn measured(&self) -> Option<State> {
        const VERBS: &str = "run runs cost costs take takes wake wakes get gets sleep sleeps weigh weighs earn earns pay \
            pays listen listens start starts open opens close closes allow allows hold holds last lasts drink smoke";
        let figures = |it: &Word| it.raw.contains(|c: char| c.is_ascii_digit());
        let at = self.words.iter().position(figures)?;
        let verb =
            self.words[..at].iter().position(|it| has(VERBS, &it.low)).filter(|it| *it > 0)?;
        let last = self.words.len() - at <= 2 && at - verb <= 4;
        let mut named = stems(&self.words[..at]);
        named.extend(stems(&self.words[at + 1..]));
        let answer = vec![self.words[at].low.clone()];
        last.then(|| State::of("the".to_owned(), Kind::Is(named), answer, self.claim))
    }

    /// "I run every Tuesday."
    fn weekly(&self) -> Option<State> {
        self.owners().filter(|it| !it.0.is_empty()).find_map(|(owner, rest)| {
            let at = rest.iter().position(|it| has("every on each", &it.low))?;
            let (done, days) = (&rest[..at], &rest[at..]);
            let verb = done.first().filter(|_| (1..=5).contains(&done.len()))?;
            if has("am is are was were have has will had went did", &verb.low)
                || verb.low.ends_with("ed")
            {
                return None;
            }
            let (day, more) = days.get(1..)?.split_first()?;
            let singular = day.low.strip_suffix('s');
            let plural = singular.and_then(time::weekday);
            let (_, weekday) = plural.or_else(|| time::weekday(&day.low))?;
            let again = plural.is_some() || matches!(days[0].low.as_str(), "every" | "each");
            again.then(|| State {
                loose: !more.is_empty(),
                ..State::of(
                    owner,
                    Kind::Weekly(stems(done)),
                    vec![format!("{weekday:?}")],
                    self.claim,
                )
            })
        })
    }

    /// "My manager is Ann", "The API limit was raised to 250".
    fn of_a_thing(&self) -> Option<State> {
        let first = self.words.first()?;
        let pronouns = "i we you he she it they this that there here what who which today now one everything nobody";
        if has(pronouns, &first.low) {
            return None;
        }
        const ROWS: [(&str, Option<Claim>); 4] = [
            (
                "was|is|were|are|has|have|got been? changed|raised|lowered|increased|reduced|cut|set|bumped|doubled to",
                Some(Changed),
            ),
            ("changed|rose|fell|went|increased|dropped up|down? to", Some(Changed)),
            ("has|have become", Some(Changed)),
            ("is|are", None),
        ];
        let (at, after, claim) = (1..=THING_MAX + 2).find_map(|at| {
            let rest = self.words.get(at..)?;
            ROWS.iter().find_map(|(row, claim)| Some((at, follow(rest, row)?, *claim)))
        })?;
        let subject = &self.words[..at];
        let new = subject.len() > 1 && subject[1].low == "new";
        let low: Vec<&str> = subject.iter().map(|it| it.low.as_str()).collect();
        let claim = match (claim, self.claim) {
            (_, Ended) => Ended,
            (Some(claim), _) => claim,
            (None, Holds) if new && single::is_single(&low) => Changed,
            // Of what one has several a new one may stand beside the old ones.
            (None, Holds) if new => Open,
            (None, claim) => claim,
        };
        let told: Vec<&str> = subject.iter().map(|it| it.raw.as_str()).collect();
        let mut named = stance::content(&told.join(" "));
        named.retain(|it| it != "new");
        let owner = match first.low.as_str() {
            "my" | "our" => ME,
            "his" | "her" | "their" | "your" => first.low.as_str(),
            _ => "the",
        };
        let (answer, sort, loose) = sorted(after)?;
        (!named.is_empty()).then(|| State {
            owner: owner.to_owned(),
            kind: Kind::Is(named),
            answer,
            claim,
            sort,
            loose,
        })
    }
}

/// What somebody does for a living. What many do besides is named at most.
fn role(form: Form, claim: Claim, after: &[Word]) -> Option<State> {
    let role = until(after, |it| has("at for in with of on and or", it));
    let last = role.last().filter(|_| (1..=THING_MAX).contains(&role.len()))?;
    let praised = role.iter().any(|it| has(PRAISE, &it.low));
    let known = form == Post || has(ROLES, &last.low) || has(HOBBIES, &last.low);
    let several = after.get(role.len()).is_some_and(|it| has("and or", &it.low));
    let played = after[role.len()..].iter().any(|it| has(PLAYED, &it.low));
    let loose = several || played || has(HOBBIES, &last.low);
    let claim = if loose && claim == Changed { Open } else { claim };
    let state = State { loose, ..State::of(String::new(), Kind::Role, stems(role), claim) };
    (known && !praised).then_some(state)
}

/// The words of an answer, of which sort it is, and whether there are several.
fn sorted(after: &[Word]) -> Option<(Vec<String>, String, bool)> {
    let article = after.first().is_some_and(|it| has("a an the", &it.low));
    let said = if article { &after[1..] } else { after };
    let first = said.first().filter(|_| said.len() <= 6)?;
    let loose =
        said.iter().any(|it| has("and or but until except", &it.low) || it.low.contains('/'))
            || said[..said.len() - 1].iter().any(|it| it.ends);
    let figure = |it: &Word| it.raw.contains(|c: char| c.is_ascii_digit());
    let capital = |it: &Word| it.raw.starts_with(char::is_uppercase);
    let plain = |all: &[Word]| {
        let kept = all.iter().filter(|it| !figure(it) && !capital(it));
        kept.map(|it| it.low.as_str()).collect::<Vec<_>>().join(" ")
    };
    let number = |it: &Word| figure(it) || in_words(&it.low).is_some();
    let sort = if number(first) {
        format!("# {}", plain(&said[1..]))
    } else if first.low.contains('@') && said.len() == 1 {
        "mail".to_owned()
    } else if has("on in at under near by", &first.low) && said.len() > 1 {
        format!("@ {}", plain(said))
    } else if said.iter().all(capital) {
        "name".to_owned()
    } else {
        // Of an adjective nobody knows what it takes the place of.
        format!("~ {}", plain(said))
    };
    Some((stems(said), sort, loose))
}

/// Whether what stands behind a name makes another statement of it.
fn is_loose(name: &[Word], rest: &[Word], claim: Claim) -> bool {
    let Some(first) = rest.first() else { return false };
    if rest.iter().any(|it| has(ONWARD, &it.low) || has(BESIDES, &it.low)) {
        return true;
    }
    if name.last().is_some_and(|it| it.ends) {
        return rest.iter().take(3).any(|it| has(PARTLY, &it.low));
    }
    let aged = rest.iter().any(|it| has("child kid boy girl teenager", &it.low));
    // "as a designer" is no time of a life.
    let as_what = first.low == "as" && !aged;
    let partly = !as_what && rest.iter().any(|it| has(PARTLY, &it.low));
    // What is left of a date says no more.
    let of_date = rest.iter().all(|it| has("on in", &it.low));
    let plain = of_date || !partly;
    let tail = claim != Changed || has(TAILS, &first.low);
    !(plain && tail)
}

/// Whose a state is; `None` for what is no owner.
fn owner(words: &[Word]) -> Option<String> {
    let low: Vec<&str> = words.iter().map(|it| it.low.as_str()).collect();
    let name = |it: &Word| it.raw.starts_with(char::is_uppercase);
    match low.as_slice() {
        [] => Some(String::new()),
        ["i" | "we" | "user"] | ["the", "user"] => Some(ME.to_owned()),
        ["my" | "our" | "the", rest @ ..]
            if !rest.is_empty() && !words.iter().any(|it| it.ends) =>
        {
            Some(low.join(" "))
        }
        _ if words.iter().all(name) && !words.iter().any(|it| it.ends) => {
            let pronoun = |it: &&str| has("he she they it you there this that here", it);
            (!low.iter().any(pronoun)).then(|| low.join(" "))
        }
        _ => None,
    }
}
