//! What was decided and must outlive the page that it was decided of: `decisions.jsonl`.
//!
//! A line for each decision, so that git joins two sides by keeping both: the tombstone of an erased page,
//! where a page was moved to, and which of two statements holds. A tombstone holds hashes and a day, and no word of the page. A
//! conversation's names the conversation and each of its turns, too: it comes back under another title,
//! under another name, or in pieces.

mod likeness;
mod moves;
mod resolved;

pub use likeness::Likeness;
pub use moves::{Moved, Moves, place_hash, whole_hash};
use resolved::statement_hash;
pub use resolved::{Resolved, Verdict};

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use crate::canon::fold;
use crate::page::{Page, Revision};
use crate::path::PagePath;
use crate::session;

/// The file, at the root of the vault.
pub const FILE: &str = "decisions.jsonl";
/// A text of fewer characters is no page's own: `# Ada` alone tells nothing.
const TEXT_CHARS_MIN: usize = 40;
/// What a tombstone's line calls itself.
const ERASED: &str = "erased";
/// Digits of the hash of a turn or a place: there are many of them, and 64 bits tell them apart.
const HASH_DIGITS: usize = 16;

/// The decisions of a vault as they stand and as they shall stand: made of lines of decisions only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisions {
    before: Option<String>,
    text: String,
}

impl Decisions {
    /// The file as it stands; `None` if there is none.
    pub fn of(before: Option<String>) -> Self {
        let text = before.clone().unwrap_or_default();
        Self { before, text }
    }

    /// Adds the tombstone of a page that is erased, once.
    pub fn bury(&mut self, page: &Page, day: Date) {
        let mut grave = json!({
            "decision": ERASED,
            "path": path_hash(&page.path),
            "place": place_hash(&page.path),
            "text": text_hash(&page.text[page.body..]).map(|it| it.to_string()),
            "like": Likeness::of(&page.text[page.body..]).to_string(),
            "at": day.to_string(),
        });
        let turns = session::turns(page);
        if !turns.is_empty() {
            name_turns(&mut grave, page, turns.iter());
        }
        self.add_line(&grave.to_string());
    }

    /// Adds the tombstone of a statement that is erased wherever it stood, with those turns of a page that had it.
    pub fn bury_statement(
        &mut self,
        said: &str,
        pages: &[(&Page, Vec<&session::TurnSpan>)],
        day: Date,
    ) {
        self.add_line(
            &json!({
                "decision": ERASED,
                "statement": statement_hash(said),
                "at": day.to_string(),
            })
            .to_string(),
        );
        for (page, turns) in pages.iter().filter(|it| !it.1.is_empty()) {
            let mut grave = json!({ "decision": ERASED, "at": day.to_string() });
            name_turns(&mut grave, page, turns.iter().copied());
            self.add_line(&grave.to_string());
        }
    }

    /// Adds a decision, once.
    fn add_line(&mut self, line: &str) {
        if self.text.lines().all(|it| it != line) {
            self.push_line(line);
        }
    }

    fn push_line(&mut self, line: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Takes back what one change had added or taken away, and nothing of what was decided since.
    pub fn take_back(&mut self, before: &str, after: &str) {
        let (old, new, now) = (counted(before), counted(after), counted(&self.text));
        let times = |lines: &HashMap<&str, usize>, line: &str| *lines.get(line).unwrap_or(&0);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let kept = self.text.split_inclusive('\n').filter(|line| {
            let line = line.trim_end();
            let nth = seen.entry(line).or_default();
            *nth += 1;
            // A line may stand there several times; of those this change added the last that it saw.
            let last = times(&new, line).min(times(&now, line));
            let added = times(&new, line).saturating_sub(times(&old, line));
            *nth > last || *nth + added <= last
        });
        let kept: String = kept.collect();
        let mut told: HashSet<&str> = HashSet::new();
        let is_gone = |line: &&str| {
            times(&old, line) > times(&new, line) && times(&now, line) < times(&old, line)
        };
        let gone = before.lines().filter(is_gone).filter(|line| told.insert(line));
        let gone: Vec<&str> = gone.collect();
        self.text = kept;
        gone.into_iter().for_each(|line| self.push_line(line));
    }

    /// What stood there; `None` for no file.
    pub fn before(&self) -> Option<&str> {
        self.before.as_deref()
    }

    /// What shall stand there.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether anything changes.
    pub fn is_changed(&self) -> bool {
        self.before.as_deref().unwrap_or_default() != self.text
    }
}

/// The erased pages of a vault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buried {
    /// By hash of text; the day, as it stands in the line.
    days: HashMap<String, String>,
    /// By hash of path or place, what the pages were like that were erased there, and the day; one that says
    /// nothing of that may have been any.
    likes: HashMap<String, Vec<(Option<Likeness>, String)>>,
    /// By hash of the name of a conversation of which a part was erased.
    sessions: HashSet<String>,
    /// By hash of a turn, in its conversation or anywhere; the day.
    turns: HashMap<String, String>,
    /// Hashes of statements.
    statements: HashSet<String>,
}

/// What a turn is known by when its page is gone: hashes, no words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// As a turn of its conversation: by speaker, time and words.
    here: String,
    /// By its words alone; `None` for too few to be one's own.
    anywhere: Option<String>,
    /// By speaker, time and words, whatever the conversation is called; `None` without a time.
    spoken: Option<String>,
}

impl Trace {
    /// A turn of the conversation with this id.
    pub fn of(id: &str, turn: &session::Turn) -> Self {
        Self::new(id, &turn.speaker, turn.at.as_deref(), &turn.text)
    }

    /// A turn that stands in a page.
    pub fn of_span(id: &str, turn: &session::TurnSpan, page: &Page) -> Self {
        Self::new(id, &turn.speaker, turn.at.as_deref(), &turn.text(&page.text))
    }

    fn new(id: &str, speaker: &str, at: Option<&str>, text: &str) -> Self {
        let speaker = if speaker.trim().is_empty() { "?" } else { speaker };
        let turn = [speaker, at.unwrap_or_default(), text].map(words).join("\n");
        let hash = |whole: String| short(&Revision::of(whole.as_bytes()));
        Self {
            here: hash(format!("turn {}\n{turn}", plain_id(id))),
            anywhere: text_hash(text).map(|it| short(&it)),
            spoken: at.map(|_| hash(format!("spoken\n{turn}"))),
        }
    }
}

impl Buried {
    /// Reads the tombstones; a line that is none, or cannot be read, is passed over.
    pub fn read(decisions: &str) -> Self {
        let mut buried = Self::default();
        for line in decisions.lines() {
            let Ok(grave) = serde_json::from_str::<Value>(line) else { continue };
            if grave["decision"] != ERASED {
                continue;
            }
            let day = grave["at"].as_str().unwrap_or("an unknown day");
            let like = grave["like"].as_str().and_then(Likeness::read);
            for hash in ["path", "place"].iter().filter_map(|key| grave[*key].as_str()) {
                let there = buried.likes.entry(hash.to_owned()).or_default();
                there.push((like, day.to_owned()));
            }
            if let Some(hash) = grave["text"].as_str() {
                buried.days.insert(hash.to_owned(), day.to_owned());
            }
            buried.statements.extend(grave["statement"].as_str().map(str::to_owned));
            buried.sessions.extend(grave["session"].as_str().map(str::to_owned));
            let kinds = ["turns", "said", "spoken"].into_iter();
            let turns = kinds.filter_map(|key| grave[key].as_array());
            for hash in turns.flatten().filter_map(Value::as_str) {
                buried.turns.insert(hash.to_owned(), day.to_owned());
            }
        }
        buried
    }

    /// Whether turns of the conversation with this id were erased; never of one without an id.
    pub fn knows(&self, id: &str) -> bool {
        session_hash(id).is_some_and(|it| self.sessions.contains(&it))
    }

    /// The day on which this turn was erased: of this conversation, or at this time of whatever one.
    pub fn turn(&self, said: &Trace) -> Option<&str> {
        let spoken = || self.turns.get(said.spoken.as_ref()?);
        self.turns.get(&said.here).or_else(spoken).map(String::as_str)
    }

    /// The day on which a turn with these words was erased, of whatever conversation.
    pub fn words(&self, said: &Trace) -> Option<&str> {
        self.turns.get(said.anywhere.as_ref()?).map(String::as_str)
    }

    /// The day on which a page was erased at this place, whatever it said.
    pub fn at(&self, place: &str) -> Option<&str> {
        self.likes.get(place)?.last().map(|(_, day)| day.as_str())
    }

    /// The day on which a page like this text was erased at this path or place.
    fn like(&self, place: &str, body: &str) -> Option<&str> {
        let there = self.likes.get(place)?;
        let like = Likeness::of(body);
        let same = |it: &&(Option<Likeness>, String)| it.0.is_none_or(|it| it.is_like(like));
        there.iter().rev().find(same).map(|(_, day)| day.as_str())
    }

    /// Whether nothing was erased.
    pub fn is_empty(&self) -> bool {
        self.likes.is_empty() && self.turns.is_empty() && self.statements.is_empty()
    }

    /// Whether a statement was erased.
    pub fn has_statement(&self, said: &str) -> bool {
        !self.statements.is_empty() && self.statements.contains(&statement_hash(said))
    }

    /// Whether any statement was erased.
    pub fn knows_statements(&self) -> bool {
        !self.statements.is_empty()
    }

    /// The day on which a page of this path and like this one, or with these words, was erased.
    pub fn when(&self, page: &Page) -> Option<&str> {
        if self.is_empty() {
            return None;
        }
        let body = &page.text[page.body..];
        let by_text = || self.days.get(&text_hash(body)?.to_string()).map(String::as_str);
        self.like(&path_hash(&page.path), body).or_else(by_text)
    }

    /// The day on which another page than this one was erased at its path.
    pub fn another(&self, page: &Page) -> Option<&str> {
        self.at(&path_hash(&page.path)).filter(|_| self.when(page).is_none())
    }
}

/// Adds to a grave what turns of a page are known by.
fn name_turns<'t>(
    grave: &mut Value,
    page: &Page,
    turns: impl Iterator<Item = &'t session::TurnSpan>,
) {
    let id = page.head.text("id").unwrap_or_default();
    let said: Vec<Trace> = turns.map(|it| Trace::of_span(&id, it, page)).collect();
    // Without a name it is no conversation that another one could be.
    if let Some(session) = session_hash(&id) {
        grave["session"] = json!(session);
        grave["turns"] = said.iter().map(|it| it.here.as_str()).collect();
    }
    grave["said"] = said.iter().filter_map(|it| it.anywhere.as_deref()).collect();
    grave["spoken"] = said.iter().filter_map(|it| it.spoken.as_deref()).collect();
}

/// So much of a hash that it tells many things apart.
fn short(hash: &Revision) -> String {
    hash.to_string().chars().take(HASH_DIGITS).collect()
}

/// An archived page is the page that it was.
fn path_hash(path: &PagePath) -> String {
    let path = path.as_str();
    let home = [".archive/", "archive/"].iter().find_map(|it| path.strip_prefix(it));
    Revision::of(format!("path {}", fold(home.unwrap_or(path))).as_bytes()).to_string()
}

/// The hash of the words of a body; `None` for too few.
fn text_hash(body: &str) -> Option<Revision> {
    let words = words(body);
    let told = words.chars().nth(TEXT_CHARS_MIN - 1).is_some();
    told.then(|| Revision::of(format!("text {words}").as_bytes()))
}

/// The words of a text, whatever stands between them.
fn words(text: &str) -> String {
    let composed: String = text.nfc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The hash of a conversation's id; `None` for none.
fn session_hash(id: &str) -> Option<String> {
    let id = plain_id(id);
    (!id.is_empty()).then(|| Revision::of(format!("session {id}").as_bytes()).to_string())
}

/// How often each line stands in a text.
fn counted(text: &str) -> HashMap<&str, usize> {
    let mut lines = HashMap::new();
    for line in text.lines() {
        *lines.entry(line.trim_end()).or_default() += 1;
    }
    lines
}

/// A conversation's id without the number that tells it from its namesakes.
fn plain_id(id: &str) -> String {
    let id = words(id);
    let number = id.strip_suffix(')').and_then(|it| it.rsplit_once(" ("));
    match number {
        Some((name, number))
            if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) =>
        {
            name.to_owned()
        }
        _ => id,
    }
}

#[cfg(test)]
mod tests {
    use super::{Buried, Decisions};
    use crate::page::Page;
    use crate::path::PagePath;
    use jiff::civil::date;

    fn page(path: &str, text: &str) -> Page {
        Page::parse(PagePath::parse(path).unwrap(), text)
    }

    const SAID: &str = "# Secret\n\nThe plan is to sell the boat to Grace in May.\n";

    #[test]
    fn a_buried_page_is_known_by_place_and_by_words_and_no_word_is_kept() {
        let mut decisions = Decisions::of(Some("{\"decision\":\"other\"}".to_owned()));
        decisions.bury(&page("archive/notes/Plan", SAID), date(2026, 11, 11));
        let text = decisions.text();
        assert!(text.starts_with("{\"decision\":\"other\"}\n") && text.ends_with("}\n"), "{text}");
        for word in ["plan", "Plan", "boat", "notes"] {
            assert!(!text.contains(word), "{text}");
        }
        let buried = Buried::read(text);
        let moved = format!("---\ntitle: x\n---\r\n{}", SAID.replace('\n', "\r\n"));
        let changed = SAID.replace("May", "June");
        for found in [page("notes/plan", &changed), page("b", SAID), page("b", &moved)] {
            assert_eq!(buried.when(&found), Some("2026-11-11"), "{found:?}");
        }
        assert_eq!(buried.when(&page("notes/other", "# Secret\n")), None);
        let another = page("notes/plan", "other words");
        assert_eq!((buried.when(&another), buried.another(&another)), (None, Some("2026-11-11")));
        let older = text.lines().last().unwrap().replace("like", "unknown");
        assert!(Buried::read(&older).when(&another).is_some());
        assert_eq!(Buried::read("<<<<<<< ours\n{\n[]\n").when(&page("a", SAID)), None);
    }

    #[test]
    fn a_conversation_without_an_id_makes_no_other_one_known() {
        for (head, id, known) in [
            ("", "", false),
            ("id: \"\"\n", " ", false),
            ("id: X\n", "X (2)", true),
            ("id: X\n", "X ()", false),
        ] {
            let said = "> **Ada** · 2023\n> hello\n> ^t1\n";
            let text = format!("---\ntype: session\n{head}---\n\n{said}");
            let mut decisions = Decisions::of(None);
            decisions.bury(&page("sessions/one", &text), date(2026, 11, 11));
            assert_eq!(Buried::read(decisions.text()).knows(id), known, "{}", decisions.text());
        }
    }

    #[test]
    fn what_one_change_decided_is_taken_back_alone() {
        let mut decisions = Decisions::of(None);
        decisions.bury(&page("a", SAID), date(2026, 11, 11));
        let first = decisions.text().to_owned();
        decisions.bury(&page("b", SAID), date(2026, 11, 12));
        decisions.take_back("", &first);
        assert_eq!(decisions.text().lines().count(), 1);
        assert!(Buried::read(decisions.text()).another(&page("a", "short")).is_none());
        assert!(Buried::read(decisions.text()).another(&page("b", "short")).is_some());
    }
}
