//! Other ways of typing a page's names: in simplified characters, by sound, by the first letter of each
//! sound. They are looked up like names and never written anywhere.
//!
//! A character that is read in several ways gives a key for each, as far as there is room.

use std::collections::HashSet;

use pinyin::ToPinyinMulti;
use wiki::canon::{Name, fold};

use crate::analyse::{Script, script, simplified};

/// Names with more Han characters are not typed by sound.
const SOUND_CHARS: usize = 12;
/// Names that are typed by first letters have so many characters.
const INITIAL_CHARS: std::ops::RangeInclusive<usize> = 2..=8;
/// Of a longer name the usual readings count alone: nobody types all of it in an unusual one.
const SHORT_PARTS: usize = 6;
/// Parts of one name that are typed by sound.
const PARTS_MAX: usize = 4;
/// Keys of one name by sound, and by first letters.
const SOUNDS_MAX: usize = 8;
const INITIALS_MAX: usize = 4;

/// Marks that no name contains, since control characters are folded away from what is looked up.
const SIMPLE: &str = "\u{1}t";
const SOUND: &str = "\u{1}y";
const INITIALS: &str = "\u{1}i";

/// A name folded, in simplified characters.
pub(crate) fn simple(name: &str) -> String {
    fold(name).chars().map(simplified).collect()
}

/// The key of a name that is written in other characters than its simplified form, which is given.
pub(crate) fn simple_key(simple: &str) -> String {
    format!("{SIMPLE}{simple}")
}

/// The key of a name by its sound: `letters` without spaces and tones.
pub(crate) fn sound_key(letters: &str) -> String {
    format!("{SOUND}{letters}")
}

/// The key of a name by the first letters of its sounds.
pub(crate) fn initials_key(letters: &str) -> String {
    format!("{INITIALS}{letters}")
}

/// Whether a key is a sound or its first letters: those are looked up whole, and nothing begins with them.
pub(crate) fn is_sound(key: &str) -> bool {
    key.starts_with(SOUND) || key.starts_with(INITIALS)
}

/// Typed letters as they stand in a key: `Qīng dǎo` is `qingdao`. None when something else stands there.
pub(crate) fn letters(typed: &str) -> Option<String> {
    let folded = fold(typed);
    let between = |char: char| char.is_whitespace() || matches!(char, '\'' | '’' | '-' | '·');
    let letters: String = folded.chars().filter(|char| !between(*char)).collect();
    let plain = letters.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (plain && letters.bytes().any(|byte| byte.is_ascii_lowercase())).then_some(letters)
}

/// Every key under which a page is found beside those of `canon::keys`, each once.
pub(crate) fn keys(name: &Name) -> Vec<String> {
    let mut keys = Vec::new();
    let names = name.aliases.iter().map(String::as_str);
    for called in names.chain([name.title.as_str(), name.path.name()]) {
        if !called.is_ascii() {
            keys.extend(keys_of(called));
            keys.extend(keys_of_parts(called));
        }
    }
    let mut seen = HashSet::new();
    keys.retain(|key| seen.insert(key.clone()));
    keys
}

/// Parts of a name that are set apart: "旅行-青岛", "旅行·青岛".
fn set_apart(called: &str) -> impl Iterator<Item = &str> {
    let between = |char: char| matches!(char, '-' | '·' | '_' | '—' | '/') || char.is_whitespace();
    let parts = called.split(between).filter(|part| !part.is_empty());
    // A name of one part is the whole.
    parts.filter(move |part| part.len() < called.trim().len()).take(PARTS_MAX)
}

/// The name, or the part of it that is set apart, which a key stands for.
pub(crate) fn stands_for<'a>(called: &'a str, key: &str) -> Option<&'a str> {
    let is_it = |name: &str| keys_of(name).iter().any(|it| it == key);
    std::iter::once(called).chain(set_apart(called)).find(|name| is_it(name))
}

/// The keys of a name's parts by sound and by first letters: of those with two characters of Han or more, since one sounds like many.
fn keys_of_parts(called: &str) -> Vec<String> {
    let han =
        |part: &&str| part.chars().filter(|char| script(*char) == Script::Unspaced).count() > 1;
    let keys = set_apart(called).filter(han).flat_map(keys_of);
    keys.filter(|key| key.starts_with(SOUND) || key.starts_with(INITIALS)).collect()
}

/// The keys of one name.
pub(crate) fn keys_of(called: &str) -> Vec<String> {
    let folded = fold(called);
    let simple: String = folded.chars().map(simplified).collect();
    let mut keys = Vec::new();
    if simple != folded {
        keys.push(simple_key(&simple));
    }
    let Some(parts) = parts(&simple) else { return keys };
    let most = if parts.len() > SHORT_PARTS { 1 } else { SOUNDS_MAX };
    keys.extend(combined(&parts, most).iter().map(|sound| sound_key(sound)));
    let han =
        parts.iter().all(|readings| !readings[0].starts_with(|char: char| char.is_ascii_digit()));
    if han
        && INITIAL_CHARS.contains(&parts.len())
        && simple.chars().all(|char| !char.is_ascii_alphanumeric())
    {
        let first = |readings: &Vec<String>| {
            let mut first: Vec<String> = Vec::new();
            for letter in readings.iter().filter_map(|reading| reading.chars().next()) {
                if !first.contains(&letter.to_string()) {
                    first.push(letter.to_string());
                }
            }
            first
        };
        let firsts: Vec<Vec<String>> = parts.iter().map(first).collect();
        keys.extend(combined(&firsts, INITIALS_MAX).iter().map(|letters| initials_key(letters)));
    }
    keys
}

/// The readings of each character, and letters as they are. None for a name without Han, with too much of
/// it, or with letters of a third script.
fn parts(simple: &str) -> Option<Vec<Vec<String>>> {
    let (mut parts, mut han) = (Vec::new(), 0);
    for char in simple.chars() {
        if char.is_ascii_alphanumeric() {
            parts.push(vec![char.to_string()]);
        } else if let Some(readings) = readings(char) {
            han += 1;
            parts.push(readings);
        } else if script(char) != Script::Between {
            return None;
        }
        if han > SOUND_CHARS || parts.len() > 4 * SOUND_CHARS {
            return None;
        }
    }
    (han > 0).then_some(parts)
}

/// How a character is read, the usual way first. ü is typed as `v` or `u`.
fn readings(char: char) -> Option<Vec<String>> {
    let mut readings: Vec<String> = Vec::new();
    for reading in char.to_pinyin_multi()? {
        let plain: String =
            reading.plain().chars().map(|c| if c == 'ü' { 'v' } else { c }).collect();
        if !readings.contains(&plain) {
            readings.push(plain);
        }
    }
    if let Some(other) = readings.iter().find(|it| it.contains('v')).map(|it| it.replace('v', "u"))
        && !readings.contains(&other)
    {
        readings.push(other);
    }
    Some(readings)
}

/// Ways of reading all parts one after the other, at most `max`: all as usual first, then those in which
/// one part is read otherwise, then those in which more are.
fn combined(parts: &[Vec<String>], max: usize) -> Vec<String> {
    let usual: Vec<usize> = vec![0; parts.len()];
    let mut choices = vec![usual];
    let mut at = 0;
    while at < choices.len() && choices.len() < max {
        let choice = choices[at].clone();
        let from = choice.iter().rposition(|nth| *nth > 0).map_or(0, |last| last + 1);
        'more: for part in from..parts.len() {
            for other in 1..parts[part].len() {
                if choices.len() >= max {
                    break 'more;
                }
                let mut next = choice.clone();
                next[part] = other;
                choices.push(next);
            }
        }
        at += 1;
    }
    let read = |choice: &Vec<usize>| -> String {
        choice.iter().zip(parts).map(|(nth, readings)| readings[*nth].as_str()).collect()
    };
    choices.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::{keys_of, letters};

    fn has(name: &str, key: &str) -> bool {
        keys_of(name).iter().any(|it| it == key)
    }

    #[test]
    fn a_name_is_typed_by_sound_by_first_letters_and_in_simplified_characters() {
        assert!(has("青岛", "\u{1}yqingdao") && has("青岛", "\u{1}iqd"));
        assert!(has("重庆", "\u{1}ychongqing") && has("重庆", "\u{1}yzhongqing"));
        assert!(has("後端", "\u{1}t后端") && has("後端", "\u{1}yhouduan"));
        assert!(has("Rust 并发", "\u{1}yrustbingfa") && !has("Rust 并发", "\u{1}irbf"));
        assert!(has("绿色", "\u{1}ylvse") && has("绿色", "\u{1}yluse"));
        assert!(keys_of("plain").is_empty());
        assert!(!has("茶", "\u{1}ic"), "one letter is nobody's name");
    }

    #[test]
    fn letters_are_taken_without_spaces_and_tones() {
        assert_eq!(letters("Qīng Dǎo").as_deref(), Some("qingdao"));
        assert_eq!(letters("xi'an").as_deref(), Some("xian"));
        assert_eq!(letters("青岛"), None);
        assert_eq!(letters("42"), None);
    }

    #[test]
    fn keys_of_a_name_are_few_and_of_a_long_one_none() {
        assert!(keys_of("长乐长乐长乐长乐").len() <= 12);
        assert!(keys_of(&"长".repeat(5_000)).is_empty());
    }
}
