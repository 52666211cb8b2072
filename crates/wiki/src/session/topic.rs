//! What a session is called when nobody named it: the first sentence of the person who asked.

use super::{Session, Turn, one_line};
use crate::canon::is_spaceless;
use crate::policy;

/// Words of a topic in a script that puts spaces between them.
const WORDS_MAX: usize = 8;
/// Characters of a topic in a script that does not.
const HAN_MAX: usize = 24;
/// Characters of a topic in any case, so that a hostile word stays a usable file name.
const CHARS_MAX: usize = 80;
/// Turns that are looked at.
const TURNS_MAX: usize = 6;
/// Bytes of a turn that are looked at.
const HEAD_BYTES_MAX: usize = 2_000;

/// The given topic, else salient words of the first turns, else the session's id.
pub(super) fn topic(session: &Session) -> String {
    let given = session.topic.as_deref().map(telling_words).unwrap_or_default();
    if !given.is_empty() {
        return given;
    }
    let people = session.turns.iter().filter(|turn| !is_machine(&turn.speaker)).take(TURNS_MAX);
    let anyone = session.turns.iter().take(TURNS_MAX);
    let said: Vec<String> = people.chain(anyone).map(first_sentence).collect();
    let telling = said.iter().find(|sentence| weight(sentence) >= 4);
    let found = telling.or_else(|| said.iter().find(|sentence| !sentence.is_empty()));
    let id = || Some(telling_words(&session.id)).filter(|id| !id.is_empty());
    found.cloned().or_else(id).unwrap_or_else(|| "session".to_owned())
}

fn is_machine(speaker: &str) -> bool {
    let name = speaker.trim().to_lowercase();
    matches!(
        name.as_str(),
        "assistant" | "system" | "tool" | "developer" | "function" | "ai" | "bot" | "model"
    )
}

/// The turn's first sentence that says something, short enough for a file name.
fn first_sentence(turn: &Turn) -> String {
    let mut end = turn.text.len().min(HEAD_BYTES_MAX);
    while !turn.text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &own_words(&open(&turn.text[..end]));
    let sentences =
        head.split(['\n', '\r', '。', '！', '？', '!', '?']).flat_map(|s| s.split(". "));
    let cleaned: Vec<String> = sentences.map(shortened).collect();
    let telling = cleaned.iter().find(|sentence| weight(sentence) >= 4);
    telling.or_else(|| cleaned.iter().find(|s| !s.is_empty())).cloned().unwrap_or_default()
}

/// A text without what it quotes; all of it where it does nothing else.
fn own_words(text: &str) -> String {
    let is_own = |line: &&str| !line.trim_start().starts_with('>');
    let own: Vec<&str> = text.split(['\n', '\r']).filter(is_own).collect();
    let own = own.join("\n");
    if own.trim().is_empty() { text.to_owned() } else { own }
}

/// A text without its secrets: the topic names a file, where nothing could be redacted any more.
fn open(text: &str) -> String {
    policy::redact(text).0.replace("[REDACTED]", " ")
}

fn telling_words(text: &str) -> String {
    shortened(&open(text))
}

/// Roughly how much a sentence says: its words, each Han character counting as half a word.
fn weight(sentence: &str) -> usize {
    let han = sentence.chars().filter(|&c| is_spaceless(c)).count();
    let words = sentence.split(|c: char| c.is_whitespace() || is_spaceless(c));
    words.filter(|word| !word.is_empty()).count() + han / 2
}

/// The first words, without what a file name or a link cannot hold.
fn shortened(text: &str) -> String {
    let fits = |c: char| !"\\/:*?\"<>|#^[]%`~{}()".contains(c);
    let plain: String = text
        .chars()
        .take(4 * CHARS_MAX)
        .map(|c| if fits(c) && !c.is_control() { c } else { ' ' })
        .collect();
    let mut out = String::new();
    let mut han = 0;
    for word in one_line(&plain).split(' ').take(WORDS_MAX) {
        let mut piece = String::new();
        for c in word.chars() {
            if is_spaceless(c) {
                han += 1;
                if han > HAN_MAX {
                    break;
                }
            }
            piece.push(c);
        }
        if out.chars().count() + piece.chars().count() >= CHARS_MAX && !out.is_empty() {
            break;
        }
        if !out.is_empty() && !piece.is_empty() {
            out.push(' ');
        }
        out.extend(piece.chars().take(CHARS_MAX));
        if han > HAN_MAX {
            break;
        }
    }
    // Cut in the middle of a phrase: the phrases before it say enough.
    if han > HAN_MAX
        && let Some(comma) = out.rfind(['，', '、', '；', '：'])
        && out[..comma].chars().count() >= HAN_MAX / 3
    {
        out.truncate(comma);
    }
    let edge = |c: char| !c.is_alphanumeric();
    out.trim_start_matches(edge).trim_end_matches(edge).to_owned()
}
