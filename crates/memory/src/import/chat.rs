//! Chat messages as most programs export them: one object a line, one array, or objects that hold
//! `messages` or a tree of them. Turns come in the order of their times. Damage costs the record that it hit: objects glued together are taken apart, a torn
//! line is reported.

mod order;
mod tree;

use std::collections::HashMap;
use std::io::BufRead;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use wiki::session::{Session, Turn};
use wiki::time::read_moment;

use super::{RecordProblem, minute, problem, shortage, text_of};
use order::Order;

/// Keys by which a chat is recognised.
pub(super) const KEYS: [&str; 10] = [
    "role",
    "messages",
    "content",
    "speaker",
    "sender",
    "author",
    "turns",
    "chat_messages",
    "conversations",
    tree::KEY,
];
const SPEAKERS: [&str; 6] = ["role", "speaker", "sender", "author", "from", "name"];
const TEXTS: [&str; 4] = ["content", "text", "message", "value"];
const TIMES: [&str; 7] =
    ["timestamp", "created_at", "time", "date", "ts", "create_time", "createdAt"];
const SESSIONS: [&str; 6] =
    ["session", "session_id", "conversation_id", "sessionId", "conversation", "thread_id"];
const TURN_IDS: [&str; 5] = ["id", "message_id", "dia_id", "turn_id", "uuid"];
const LISTS: [&str; 4] = ["messages", "turns", "chat_messages", "conversations"];
const TITLES: [&str; 3] = ["title", "topic", "name"];

/// What becomes of a time that is none.
const LEFT_OUT: &str = "does not exist and was left out";

/// A longer silence ends a session where the file itself names none.
const SILENCE: SignedDuration = SignedDuration::from_hours(4);

pub(super) fn read(
    name: &str,
    reader: &mut dyn BufRead,
    zone: &TimeZone,
    sink: &mut dyn FnMut(Session),
) -> Vec<RecordProblem> {
    let mut chat = Chat::new(name, zone);
    let mut bytes = Vec::new();
    if let Err(error) = reader.read_to_end(&mut bytes) {
        chat.problems.push(problem("the file", format!("it cannot be read to its end: {error}")));
    }
    chat.problems.extend(unreadable(&bytes));
    let text = String::from_utf8_lossy(&bytes);
    let mut last = (0, 1);
    records(text.trim_start_matches('\u{feff}'), &mut |line, record| {
        last = if last.0 == line { (line, last.1 + 1) } else { (line, 1) };
        // A whole array may stand on one line.
        let place = match last.1 {
            1 => format!("line {line}"),
            entry => format!("line {line}, entry {entry}"),
        };
        match record {
            Ok(value) => chat.record(place, &value),
            Err(why) => chat.problems.push(problem(place, why)),
        }
    });
    chat.settle();
    chat.ended().for_each(sink);
    chat.problems
}

/// The lines that hold bytes that are no UTF-8; the sign for what cannot be shown takes their place.
fn unreadable(bytes: &[u8]) -> Vec<RecordProblem> {
    if std::str::from_utf8(bytes).is_ok() {
        return Vec::new();
    }
    let why = "it is not UTF-8 throughout: what cannot be read became \u{fffd}";
    let lines = bytes.split(|&byte| byte == b'\n').zip(1..);
    let bad = lines.filter(|(line, _)| std::str::from_utf8(line).is_err());
    bad.map(|(_, number)| shortage(format!("line {number}"), why)).collect()
}

/// Every object that stands in the text, with the line it starts on. Brackets and commas around them
/// are passed over; after a damaged one, reading goes on in the next line, or within its list of
/// messages if it holds one. What is damaged is told once: with the words before it, and with what is damaged
/// in its list. A nested object is never parsed more often than the parser's depth limit, so damage costs
/// linear time.
fn records(text: &str, sink: &mut dyn FnMut(usize, Result<Value, String>)) {
    let mut at = 0;
    let mut line = 1;
    let mut counted = 0;
    // The lines whose damage was told by the words before an object, and by the object around a list.
    let (mut before, mut around) = (0, 0);
    loop {
        line += text[counted..at].matches('\n').count();
        let skip = text[at..].find(|c: char| !c.is_whitespace() && !"[],".contains(c));
        let between = &text[at..skip.map_or(text.len(), |skip| at + skip)];
        for (row, said) in (line..).zip(between.split('\n')) {
            // A list without anything in it, where a turn should stand.
            let is_empty = said.trim().trim_end_matches(',').trim_end() == "[]";
            if is_empty && before != row && around != row {
                sink(row, Err("it is not a JSON object".to_owned()));
            }
        }
        if skip.is_none() {
            break;
        }
        at += between.len();
        line += between.matches('\n').count();
        counted = at;
        let line_end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        if !text[at..].starts_with('{') {
            let inner = text[at..line_end].find('{').map(|brace| at + brace);
            if !text[at..line_end].starts_with('}') && around != line {
                sink(line, Err("it is not a JSON object".to_owned()));
                before = line;
            }
            at = inner.unwrap_or(line_end);
            continue;
        }
        let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => {
                at += stream.byte_offset();
                before = 0;
                sink(line, Ok(value));
            }
            Some(Err(error)) => {
                if before != line && around != line {
                    sink(line, Err(format!("it is not valid JSON: {error}")));
                }
                let list = LISTS.iter().find_map(|key| {
                    let found = text[at..line_end].find(&format!("\"{key}\""))?;
                    text[at + found..line_end].find('[').map(|open| at + found + open)
                });
                around = if list.is_some() { line } else { around };
                at = list.unwrap_or(line_end);
            }
            None => break,
        }
    }
}

struct Chat<'a> {
    name: &'a str,
    zone: &'a TimeZone,
    sessions: Vec<Talk>,
    /// The sessions that the records name, by that name.
    named: HashMap<String, usize>,
    /// Turns that no session was named for yet.
    loose: Vec<Said>,
    unnamed_count: usize,
    problems: Vec<RecordProblem>,
}

/// A session and its turns as they come.
struct Talk {
    session: Session,
    turns: Vec<Said>,
}

/// A turn and when it was said, as exactly as its file says it.
struct Said {
    turn: Turn,
    at: Option<DateTime>,
}

/// Where a turn belongs.
#[derive(Clone, Copy)]
enum Within {
    /// To the session at this place.
    Session(usize),
    /// To what its own record names.
    Named,
}

impl<'a> Chat<'a> {
    fn new(name: &'a str, zone: &'a TimeZone) -> Self {
        Self {
            name,
            zone,
            sessions: Vec::new(),
            named: HashMap::new(),
            loose: Vec::new(),
            unnamed_count: 0,
            problems: Vec::new(),
        }
    }

    fn record(&mut self, place: String, value: &Value) {
        if let Some(tree::Way { messages, branches }) = tree::messages(value) {
            if branches > 0 {
                let what = crate::counted(branches, "other version");
                let why = format!(
                    "{what} of its messages left out: only the branch that its program shows is taken"
                );
                self.problems.push(shortage(place.clone(), why));
            }
            return self.conversation(&place, value, &messages);
        }
        let list = LISTS.iter().find_map(|key| value.get(key)?.as_array());
        match list {
            Some(messages) => self.conversation(&place, value, messages),
            None => self.message(place, value, Within::Named),
        }
    }

    /// An object with its own list of messages is one session.
    fn conversation(&mut self, place: &str, value: &Value, messages: &[Value]) {
        self.settle();
        let field = |keys: &[&str]| keys.iter().find_map(|key| text_of(value.get(key)?));
        let id = field(&SESSIONS).or_else(|| field(&["id", "uuid"])).filter(|it| is_name(it));
        let at = match id {
            Some(id) => self.session_named(&id),
            None => self.session_unnamed(),
        };
        let session = &mut self.sessions[at].session;
        session.topic = field(&TITLES);
        session.at = TIMES.iter().find_map(|key| moment(value.get(key)?, self.zone));
        let is_timed = session.at.is_some();
        let written = TIMES.iter().find_map(|key| value.get(key)).filter(|_| !is_timed);
        if let Some(time) = written.and_then(timeless) {
            self.problems.push(shortage(place, format!("{time} {LEFT_OUT}")));
        }
        for (index, message) in messages.iter().enumerate() {
            let place = format!("{place}, message {}", index + 1);
            self.message(place, message, Within::Session(at));
        }
    }

    fn message(&mut self, place: String, value: &Value, within: Within) {
        // Some programs wrap the message: the time and the session stand outside, the text within.
        let inner = value.get("message").filter(|inner| inner.is_object()).unwrap_or(value);
        let field = |keys: &[&str]| {
            keys.iter().find_map(|key| inner.get(key).or_else(|| value.get(key)).and_then(text_of))
        };
        let Some(speaker) = SPEAKERS.iter().find_map(|key| speaker(inner.get(key)?)) else {
            return self.problems.push(problem(place, "it has no role"));
        };
        let text = TEXTS.iter().find_map(|key| content(inner.get(key)?));
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
            return self.problems.push(problem(place, "it has no text"));
        };
        let written = TIMES.iter().find_map(|key| value.get(key).or_else(|| inner.get(key)));
        let at = written.and_then(|value| moment(value, self.zone));
        let turn = Turn {
            id: field(&TURN_IDS).unwrap_or_default(),
            speaker,
            at: at.map(minute).or_else(|| written.and_then(text_of).filter(|it| !no_time(it))),
            text,
        };
        if let Some(time) = written.filter(|_| at.is_none()).and_then(timeless) {
            // Words may tell a reader something; they put the turn into no order.
            let what = if turn.at.is_some() {
                "cannot be read and stays as it was written"
            } else {
                LEFT_OUT
            };
            self.problems.push(shortage(place, format!("{time} {what}")));
        }
        let named = field(&SESSIONS).filter(|it| is_name(it));
        let session = match within {
            Within::Session(session) => Some(session),
            Within::Named => named.map(|id| self.session_named(&id)),
        };
        let said = Said { turn, at };
        match session {
            Some(session) => self.sessions[session].turns.push(said),
            None => self.loose.push(said),
        }
    }

    /// Makes sessions of the turns that named none: a long silence ends one.
    fn settle(&mut self) {
        let mut loose = std::mem::take(&mut self.loose);
        let order = order::sort(&mut loose, |it| it.at);
        self.tell(order, "the file");
        let mut going_on: Option<(usize, Option<DateTime>)> = None;
        for said in loose {
            let goes_on = going_on.filter(|(_, last)| match (last, said.at) {
                (Some(last), Some(at)) => at.duration_since(*last) <= SILENCE,
                _ => true,
            });
            let (session, last) = goes_on.unwrap_or_else(|| (self.session_unnamed(), None));
            going_on = Some((session, said.at.or(last)));
            self.sessions[session].turns.push(said);
        }
    }

    /// The sessions that have turns, as they were said.
    fn ended(&mut self) -> impl Iterator<Item = Session> + use<> {
        let mut sessions = std::mem::take(&mut self.sessions);
        for talk in &mut sessions {
            let order = order::sort(&mut talk.turns, |it| it.at);
            self.tell(order, &format!("session {}", talk.session.id));
        }
        sessions.into_iter().filter(|talk| !talk.turns.is_empty()).map(|talk| {
            let at = talk.session.at.or_else(|| talk.turns.iter().find_map(|it| it.at));
            let turns = talk.turns.into_iter().map(|it| it.turn).collect();
            Session { at, turns, ..talk.session }
        })
    }

    fn tell(&mut self, order: Order, place: &str) {
        let why = match order {
            Order::Kept => return,
            Order::Sorted => {
                "its turns did not stand in the order of their times; they were sorted"
            }
            Order::Unknown => {
                "its turns do not stand in the order of their times, and not all have one; they were left as they stand"
            }
        };
        self.problems.push(shortage(place, why));
    }

    fn session_named(&mut self, id: &str) -> usize {
        if let Some(&session) = self.named.get(id) {
            return session;
        }
        let session = self.add(id.to_owned());
        self.named.insert(id.to_owned(), session);
        session
    }

    fn session_unnamed(&mut self) -> usize {
        self.unnamed_count += 1;
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or(self.name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let id = match self.unnamed_count {
            1 => stem.to_owned(),
            count => format!("{stem}-{count}"),
        };
        let session = self.add(id);
        self.sessions[session].session.nameless = true;
        session
    }

    fn add(&mut self, id: String) -> usize {
        let source = Some(self.name.to_owned());
        let session = Session { id, source, ..Session::default() };
        self.sessions.push(Talk { session, turns: Vec::new() });
        self.sessions.len() - 1
    }
}

/// A value that stands for a time and is none that can be read, as it is shown; nothing of one that is missing, or
/// that says a day or less.
fn timeless(value: &Value) -> Option<String> {
    const SHOWN: usize = 40;
    let shown = match value {
        Value::Null => return None,
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
        Value::String(_) | Value::Number(_) => text_of(value).filter(|it| !is_coarse(it))?,
    };
    let more = if shown.chars().nth(SHOWN).is_some() { "…" } else { "" };
    let shown: String = shown.chars().take(SHOWN).collect();
    Some(format!("its time `{shown}{more}`"))
}

/// Whether what stands for a time that cannot be read says no time at all: a number, or no day of any year.
fn no_time(text: &str) -> bool {
    false_date(text) || text.trim().parse::<f64>().is_ok() && !is_coarse(text)
}

/// A year, a month or a day without its strokes, or nothing: what somebody wrote and meant so.
fn is_coarse(text: &str) -> bool {
    let text = text.trim();
    matches!(text.len(), 0 | 4 | 6 | 8) && text.bytes().all(|it| it.is_ascii_digit())
}

/// Whether a time that cannot be read begins as a date in figures does: `2026-02-30`.
fn false_date(text: &str) -> bool {
    let text = text.trim();
    let mut parts = text.splitn(3, ['-', '/', '.']);
    let figures = |part: Option<&str>, digits: usize| {
        part.is_some_and(|it| {
            let found = it.bytes().take_while(u8::is_ascii_digit).count();
            (1..=digits).contains(&found)
        })
    };
    let year = parts.next();
    let rest = figures(parts.next(), 2) && figures(parts.next(), 2);
    figures(year, 4) && year.is_some_and(|it| it.len() == 4) && rest
}

/// Whether a time ends in a distance from UTC that no zone has: `T10:00:00+99:00`.
fn false_zone(text: &str) -> bool {
    let Some((clock, zone)) = text.rsplit_once(['+', '-']) else { return false };
    let last = clock.trim_end().rsplit([' ', 'T', 't']).next();
    let digits: String = zone.chars().filter(|it| *it != ':').collect();
    let is_zone = matches!(digits.len(), 2 | 4) && digits.bytes().all(|it| it.is_ascii_digit());
    if !last.is_some_and(|it| it.contains(':')) || !is_zone {
        return false;
    }
    // The bounds are those of the dates' reader, and further out than any zone was.
    let (hours, minutes) = digits.split_at(2);
    hours > "25" || minutes > "59"
}

/// Whether an id tells one conversation from another.
fn is_name(id: &str) -> bool {
    !id.trim().is_empty()
}

/// A name, or the role or name within an object.
fn speaker(value: &Value) -> Option<String> {
    let named =
        text_of(value).or_else(|| ["name", "role"].iter().find_map(|key| text_of(value.get(key)?)));
    named.filter(|name| !name.trim().is_empty())
}

/// A text, or the texts of a list of parts; other parts leave their kind in brackets.
fn content(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts: Vec<String> = parts.iter().filter_map(part).collect();
            (!texts.is_empty()).then(|| texts.join("\n"))
        }
        Value::Object(_) => {
            let parts = value.get("parts").or_else(|| value.get("content"));
            part(value).or_else(|| content(parts?))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn part(value: &Value) -> Option<String> {
    if let Value::String(text) = value {
        return Some(text.clone());
    }
    let text = value.get("text").and_then(Value::as_str).map(str::to_owned);
    text.or_else(|| Some(format!("[{}]", value.get("type")?.as_str()?)))
}

/// A time in the vault's zone: one that names its zone is turned, seconds or milliseconds since 1970
/// too, and one without a zone is taken as it stands.
fn moment(value: &Value, zone: &TimeZone) -> Option<DateTime> {
    let here = |at: Timestamp| at.to_zoned_datetime(zone.clone()).datetime();
    let counted = |number: f64| {
        const MILLIS_FROM: f64 = 100_000_000_000.0;
        // Small numbers count from the beginning of the talk, or are places in it.
        const SECONDS_FROM: f64 = 100_000_000.0;
        let number = Some(number).filter(|number| *number >= SECONDS_FROM)?;
        let seconds = if number >= MILLIS_FROM { number / 1_000.0 } else { number };
        Timestamp::from_second(seconds as i64).ok().map(here)
    };
    match value {
        Value::String(text) => {
            let text = text.trim();
            let named = text
                .parse::<Timestamp>()
                .ok()
                .map(here)
                .or_else(|| read_moment(text).filter(|_| !false_zone(text)));
            named.or_else(|| counted(text.parse().ok()?))
        }
        Value::Number(number) => counted(number.as_f64()?),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
