//! States in Chinese: who stands first, then words of change, then what is done and the answer.

mod lists;

use super::{Claim, Kind, ME, State, single};
use crate::canon::{fold, is_han, is_nicknamed, is_surnamed};
use crate::numeral;
use crate::time;

use Claim::{Beside, Changed, Ended, Holds, Open};
use lists::{
    ADDS, ALREADY, CHANGES, CITIES, LASTED, MEASURES, MINE, NO_OWNER, NO_PLACES, NOW, PASSING,
    ROLES,
};

/// What is done with a place or an employer. Before the answer, and behind it.
const FORMS: &[(&str, &[&str], Kind, Claim)] = &[
    ("住在", &[], Kind::Home, Holds),
    ("住", &[], Kind::Home, Holds),
    ("定居在", &[], Kind::Home, Holds),
    ("搬到", &[], Kind::Home, Changed),
    ("搬去", &[], Kind::Home, Changed),
    ("搬来", &[], Kind::Home, Changed),
    ("搬回", &[], Kind::Home, Changed),
    ("搬家到", &[], Kind::Home, Changed),
    ("在", &["工作", "上班", "任职", "就职"], Kind::Work, Holds),
    ("就职于", &[], Kind::Work, Holds),
    ("任职于", &[], Kind::Work, Holds),
    ("跳槽到", &["工作", "上班", ""], Kind::Work, Changed),
    ("跳槽去", &["工作", "上班", ""], Kind::Work, Changed),
    ("入职了", &[], Kind::Work, Changed),
    ("入职", &[], Kind::Work, Changed),
    ("换工作到", &[], Kind::Work, Changed),
    ("从", &["离职", "辞职"], Kind::Work, Ended),
    ("离开了", &[], Kind::Work, Ended),
    ("离开", &[], Kind::Work, Ended),
    ("升职为", &[], Kind::Role, Changed),
    ("晋升为", &[], Kind::Role, Changed),
    ("升为", &[], Kind::Role, Changed),
    ("升任", &[], Kind::Role, Changed),
    ("当上了", &[], Kind::Role, Changed),
    ("成为了", &[], Kind::Role, Changed),
    ("成为", &[], Kind::Role, Changed),
    ("是", &[], Kind::Role, Holds),
];
/// What a text tells, of which `plain` is the text without its dates.
pub(super) fn read(plain: &str, text: &str) -> Vec<State> {
    let all = clauses(plain);
    let Some((first, rest)) = all.split_first() else { return Vec::new() };
    let mut states: Vec<State> = match rest {
        [] => clause(first, None),
        [second] => match heralded(first) {
            Some(owner) => clause(second, Some(&owner)),
            None => loosened(clause(first, None)),
        },
        _ => loosened(clause(first, None)),
    };
    states.extend(replaced_thing(&all));
    if rest.is_empty() && plain == text {
        states.extend(of_a_thing(first));
    }
    if clauses(text).len() == 1 {
        states.extend(weekly(trimmed(text)));
    }
    states
}

fn loosened(states: Vec<State>) -> Vec<State> {
    let open = |claim| if claim == Changed { Open } else { claim };
    states.into_iter().map(|it| State { loose: true, claim: open(it.claim), ..it }).collect()
}

fn clauses(text: &str) -> Vec<&str> {
    let parts = text.split([',', '，', ';', '；', '。', '!', '！', '、']).map(str::trim);
    parts.filter(|it| !it.is_empty()).collect()
}

fn trimmed(text: &str) -> &str {
    text.trim().trim_end_matches(['。', '！', '!', '.', ' '])
}

/// Who says in a clause that they moved, or changed their work.
fn heralded(first: &str) -> Option<String> {
    let said = first.trim_end_matches('了');
    let before = CHANGES.iter().find_map(|it| said.strip_suffix(it))?;
    Some(led(before)?.0)
}

/// Whose state it is and what is claimed, by what stands before the words that do it.
fn led(before: &str) -> Option<(String, Claim)> {
    let mut said: String = before.split_whitespace().collect();
    let mut claim = Holds;
    for (list, meant) in [(NOW, Changed), (ALREADY, Holds), (ADDS, Beside)] {
        for word in list {
            if said.contains(word) {
                said = said.replace(word, "");
                claim = if meant == Holds { claim } else { meant };
            }
        }
    }
    if MINE.contains(&said.as_str()) {
        return Some((ME.to_owned(), claim));
    }
    let short = said.chars().count() <= 6;
    (short && !said.contains(|c| NO_OWNER.contains(c))).then(|| (fold(&said), claim))
}

/// What one clause tells; `owner` is whose it is where the clause before said so, and that it changed.
fn clause(said: &str, owner: Option<&str>) -> Vec<State> {
    let ends = said.ends_with('了');
    let mut plain = said.trim_end_matches(['了', '啦']).to_owned();
    let now = NOW.iter().any(|it| plain.contains(it));
    // 在 of 现在 is no place.
    NOW.iter().for_each(|it| plain = plain.replace(it, ""));
    let said = plain.as_str();
    let who = |before: &str| {
        let (own, claim) = led(before)?;
        let claim = if now && claim == Holds { Changed } else { claim };
        match owner {
            Some(owner) if own.is_empty() || own == owner => Some((owner.to_owned(), Changed)),
            Some(_) => None,
            None => Some((own, claim)),
        }
    };
    let mut states = Vec::new();
    for (form, behind, kind, claim) in FORMS {
        let Some((before, rest)) = said.split_once(form) else { continue };
        let denied = ["不再", "不", "没"].iter().find_map(|it| before.strip_suffix(it));
        let Some((owner, led)) = who(denied.unwrap_or(before)) else { continue };
        let answer = match behind {
            [] => Some(rest),
            _ => behind.iter().find_map(|it| rest.strip_suffix(it)),
        };
        let claim = match (claim, led, denied) {
            (Holds, _, Some(_)) if ends || before.ends_with("不再") => Ended,
            (_, _, Some(_)) => continue,
            (Holds, led, _) => led,
            (claim, Beside, _) if *claim == Changed => Beside,
            (claim, ..) => *claim,
        };
        if let Some(state) = answer.and_then(|it| answered(kind, it, claim)) {
            states.push(State { owner, ..state });
            break;
        }
    }
    for end in ["离职", "辞职"] {
        if let Some((owner, _)) = said.strip_suffix(end).and_then(who)
            && !owner.is_empty()
        {
            states.push(State::of(owner, Kind::Work, Vec::new(), Ended));
        }
    }
    states.extend(counted(said, &who));
    states.extend(stops(said, ends, &who));
    states.extend(gone(said));
    states
}

/// 我把高尔夫卖了.
fn gone(said: &str) -> Option<State> {
    let (before, rest) = said.split_once('把').or_else(|| said.split_once("卖掉了"))?;
    led(before).filter(|it| it.0 == ME)?;
    let ends = ["卖掉", "卖", "丢", "扔", "弄丢", "送人", "退"];
    let sold = said.contains('把');
    let thing = if sold { ends.iter().find_map(|it| rest.strip_suffix(it))? } else { rest };
    let thing = thing.trim_start_matches("我的").trim_end_matches(['掉', '弄']);
    let short = (1..=10).contains(&thing.chars().count());
    short.then(|| State::of(ME.to_owned(), Kind::Gone, vec![fold(thing)], Open))
}

fn answered(kind: &Kind, answer: &str, claim: Claim) -> Option<State> {
    let answer = answer.trim_start_matches('了').trim();
    let count = answer.chars().count();
    let clean = !answer.contains(|c| "，的想要把会了，。".contains(c));
    if !clean || answer.is_empty() || count > if answer.is_ascii() { 24 } else { 10 } {
        return None;
    }
    let several = ['和', '与', '或', '及'].iter().any(|it| answer.contains(*it));
    let passing = *kind != Kind::Role
        && (PASSING.iter().any(|it| answer.contains(it))
            || LASTED.iter().any(|it| answer.ends_with(it)));
    match kind {
        Kind::Role => {
            let role =
                ROLES.iter().any(|it| answer.ends_with(it)) || claim != Holds && answer.is_ascii();
            role.then_some(())?;
        }
        _ => {
            let tool = answer.is_ascii()
                && answer.split(' ').any(|it| super::english::is_no_place(&it.to_lowercase()));
            let capital =
                !answer.is_ascii() || answer.starts_with(|c: char| c.is_ascii_uppercase());
            let other = NO_PLACES.iter().any(|it| answer.contains(it)) || answer == "家";
            (!tool && capital && !other).then_some(())?;
        }
    }
    let state = State::of(String::new(), kind.clone(), vec![fold(answer)], claim);
    let region = ["市", "省", "区", "县"].iter().any(|it| answer.ends_with(it));
    let place = *kind == Kind::Work && (region || CITIES.contains(&answer));
    let sort = if place { "place".to_owned() } else { String::new() };
    Some(State { loose: several || passing, sort, ..state })
}

type Who<'w> = dyn Fn(&str) -> Option<(String, Claim)> + 'w;

/// 我有两只猫.
fn counted(said: &str, who: &Who<'_>) -> Option<State> {
    let (before, rest) = said.split_once('有')?;
    let (owner, claim) = who(before).filter(|it| !it.0.is_empty())?;
    let (number, length) = numeral::count(rest)?;
    let thing = rest[length..].strip_prefix(|c| MEASURES.contains(c))?;
    let listed = thing.find(['和', '与', '或', '在']);
    let (thing, loose) = (&thing[..listed.unwrap_or(thing.len())], listed.is_some());
    let short = (1..=6).contains(&thing.chars().count());
    short.then(|| State {
        loose,
        ..State::of(owner, Kind::Count(vec![thing.to_owned()]), vec![number.to_string()], claim)
    })
}

/// What somebody is or does, and what they stop: 我在学西班牙语, 我不学西班牙语了, 我戒烟了.
fn stops(said: &str, ends: bool, who: &Who<'_>) -> Option<State> {
    const STOPS: [(&str, Claim); 6] = [
        ("不再", Ended),
        ("停止", Ended),
        ("放弃", Ended),
        ("戒掉了", Ended),
        ("戒", Ended),
        ("不", Ended),
    ];
    let chars: Vec<usize> = said.char_indices().map(|it| it.0).collect();
    let of = |owner: String, done: &str, claim: Claim| {
        let done = done.trim_start_matches(['了', '再']);
        let done = ["正在", "在"].iter().find_map(|it| done.strip_prefix(it)).unwrap_or(done);
        // Of smoking and drinking one says the thing alone.
        let done = match done {
            "抽烟" | "吸烟" | "烟" => "烟",
            "喝酒" | "酒" => "酒",
            it => it,
        };
        let short = (1..=12).contains(&done.chars().count());
        short.then(|| State::of(owner, Kind::Doing, vec![fold(done)], claim))
    };
    for (word, claim) in STOPS {
        if let Some((before, done)) = said.split_once(word)
            && let Some((owner, _)) = who(before).filter(|it| !it.0.is_empty())
            && (ends || word != "不")
        {
            return of(owner, done, claim);
        }
    }
    // The shortest that can be whose it is: 我 of 我在学, 小李 of 小李抽烟.
    let mine = MINE.iter().find_map(|it| Some((ME.to_owned(), said.strip_prefix(it)?)));
    let named = || {
        let at = *chars.get(2)?;
        let name = is_nicknamed(&said[..at]) || is_surnamed(&said[..at]);
        name.then(|| (fold(&said[..at]), &said[at..]))
    };
    let (owner, mut done) = mine.or_else(named)?;
    for word in NOW.iter().chain(ALREADY) {
        done = done.strip_prefix(word).unwrap_or(done);
    }
    of(owner, done, Holds)
}

/// 我每周二跑步, 我现在每周四跑步.
fn weekly(text: &str) -> Option<State> {
    let ends = text.trim_end_matches('了');
    let (before, rest) = ends.split_once('每').or_else(|| {
        // Without 每 a day comes again only where it is said that it does now.
        let leads = ["改成", "改为", "改到", "现在", "如今"];
        let at = leads.iter().find_map(|it| Some(ends.find(it)? + it.len()))?;
        Some((&ends[..at], &ends[at..]))
    })?;
    let change = ["改成", "改为", "改到"].iter().find_map(|it| before.strip_suffix(it));
    let (owner, claim) = led(change.unwrap_or(before)).filter(|it| !it.0.is_empty())?;
    let rest = rest.strip_prefix('每').unwrap_or(rest);
    let (length, weekday) = time::weekday(rest)?;
    let done = rest[length..].trim().trim_start_matches('都');
    let short = (1..=10).contains(&done.chars().count());
    let loose = done.contains(['和', '、', '或', '周', '点']);
    let claim = if change.is_some() { Changed } else { claim };
    short.then(|| State {
        loose,
        ..State::of(owner, Kind::Weekly(vec![fold(done)]), vec![format!("{weekday:?}")], claim)
    })
}

/// 我的经理现在是小李, API上限改为250.
fn of_a_thing(said: &str) -> Option<State> {
    const TO: [(&str, Claim); 12] = [
        ("现在是", Changed),
        ("如今是", Changed),
        ("目前是", Holds),
        ("改为", Changed),
        ("改成", Changed),
        ("换成", Changed),
        ("变成", Changed),
        ("调整为", Changed),
        ("提高到", Changed),
        ("降到", Changed),
        ("不再是", Ended),
        ("是", Holds),
    ];
    let ends = said.ends_with('了');
    let said = said.trim_end_matches('了');
    let (subject, answer, claim) = TO.iter().find_map(|(word, claim)| {
        let (subject, answer) = said.split_once(word)?;
        Some((subject, answer, *claim))
    })?;
    let (subject, claim) = match subject.strip_suffix('不') {
        Some(subject) if claim == Holds && ends => (subject, Ended),
        Some(_) => return None,
        None => (subject, claim),
    };
    thing(subject, answer.trim_start_matches('了'), claim)
}

fn thing(subject: &str, answer: &str, claim: Claim) -> Option<State> {
    let subject = subject.trim().trim_end_matches(['已', '被', '将']).trim_end_matches("已经");
    let (owner, named) = match MINE.iter().find_map(|it| subject.strip_prefix(it)) {
        Some(named) => (ME, named.strip_prefix('的')?),
        None => ("the", subject),
    };
    let (named, claim) = match named.strip_prefix('新') {
        Some(named) if claim == Holds && single::is_single_han(named.trim()) => (named, Changed),
        // Of what one has several a new one may stand beside the old ones.
        Some(named) if claim == Holds => (named, Open),
        _ => (named, claim),
    };
    let named: String = named.split_whitespace().collect();
    let count = named.chars().count();
    let clean = !named.contains(|c| "这那他她它你谁哪说想不没把".contains(c));
    let answer = answer.trim();
    if !clean || !(1..=16).contains(&count) || answer.is_empty() || answer.chars().count() > 16 {
        return None;
    }
    let digit = |c: char| c.is_ascii_digit();
    let sort = if answer.contains('@') {
        "mail".to_owned()
    } else if answer.starts_with(digit) {
        format!("# {}", answer.trim_start_matches(|c: char| digit(c) || ".,".contains(c)))
    } else if let Some(at) = answer.find(digit) {
        let rest = answer[at..].trim_start_matches(digit);
        format!("@ {}#{rest}", &answer[..at])
    } else if is_name(answer) {
        "name".to_owned()
    } else {
        format!("~ {answer}")
    };
    let loose = answer.contains(['和', '与', '或', '及', '、']);
    Some(State {
        owner: owner.to_owned(),
        kind: Kind::Is(vec![fold(&named)]),
        answer: vec![fold(answer)],
        claim,
        sort,
        loose,
    })
}

fn is_name(answer: &str) -> bool {
    let letters = answer.starts_with(|c: char| c.is_ascii_uppercase()) && !answer.contains(is_han);
    letters || answer.chars().count() <= 4 && (is_surnamed(answer) || is_nicknamed(answer))
}

/// 我换了经理，是小李.
fn replaced_thing(all: &[&str]) -> Option<State> {
    let [first, second] = all else { return None };
    let said = first.trim_end_matches('了');
    let (before, named) = said.split_once("换了").or_else(|| said.split_once('换'))?;
    let (owner, _) = led(before).filter(|it| it.0 == ME)?;
    let answer =
        ["现在是", "新的是", "是", "现在叫"].iter().find_map(|it| second.strip_prefix(it))?;
    let named = named.trim_start_matches(['新', '了', '个']);
    let state = thing(named, answer.trim_end_matches('了'), Changed)?;
    Some(State { owner, ..state })
}
