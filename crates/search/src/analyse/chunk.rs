//! One run of word characters and what joins them: a word, or an identifier with its parts.

use std::ops::Range;

use super::fold::{exact, folded};
use super::number;
use super::script::{Script, plain, script};
use super::{Out, Role, TERM_CHARS, VALUE, stemmed};

/// Words in one compound; a longer chain is read as several.
const WORDS_MAX: usize = 16;
/// Bytes of one compound after which no further word joins it.
const COMPOUND_BYTES: usize = 200;

/// Whether a dotted name such as `.NET` starts here.
pub(super) fn starts_dotted(text: &str, at: usize) -> bool {
    let mut rest = text[at..].chars();
    let dotted =
        rest.next() == Some('.') && rest.next().is_some_and(|char| char.is_ascii_alphabetic());
    let before = text[..at].chars().next_back();
    dotted
        && before.is_none_or(|char| char.is_whitespace() || matches!(char, '(' | '`' | '"' | '*'))
}

/// Reads the compound that starts at `start`; returns where it ends.
pub(super) fn read(text: &str, start: usize, out: &mut Out) -> usize {
    let dotted = text[start..].starts_with('.');
    let (words, mut end) = words(text, start + usize::from(dotted));
    if words.is_empty() {
        return end;
    }
    let last = words.last().map_or(0, |word| word.len());
    let suffix = suffix(&text[end..], last);
    end += suffix;
    let pieces: Vec<Vec<Range<usize>>> = words.iter().map(|word| pieces(text, word)).collect();
    let single = words.len() == 1 && pieces[0].len() == 1 && suffix == 0 && !dotted;
    if single {
        let word = &text[words[0].clone()];
        let term = word_term(word);
        if !term.is_ascii() || !word.is_ascii() {
            let exact = exact(cut(word));
            if exact != term {
                out.push(format!("{VALUE}x{exact}"), Role::Exact, start..end);
            }
        }
        out.word(term, Role::Word, start..end);
        hash(word, start, out);
        return end;
    }
    out.stop = None;
    let whole = &text[start..end];
    if number::is_number(whole) {
        read_number(text, start..end, &words, out);
        return end;
    }
    if whole.chars().count() <= TERM_CHARS {
        out.push(whole_term(whole), Role::Whole, start..end);
        if let Some((before, name)) = whole.rsplit_once('/')
            && name.contains(['.', '_', '-'])
            && !before.is_empty()
        {
            out.push(whole_term(name), Role::Whole, end - name.len()..end);
        }
        // `max_retry_count` and `maxRetryCount` are one name in two languages' ways of writing.
        if words.len() > 1 && whole.chars().all(|char| char == '_' || char.is_alphanumeric()) {
            out.push(whole_term(&whole.replace('_', "")), Role::Whole, start..end);
        }
    }
    let inner = number::inside(text, &words);
    for (nth, (word, pieces)) in words.iter().zip(&pieces).enumerate() {
        for number in inner.iter().filter(|number| number.word == nth) {
            out.push(number.term.clone(), Role::Part, number.place.clone());
        }
        if words.len() > 1 && pieces.len() > 1 {
            out.push(word_term(&text[word.clone()]), Role::Whole, word.clone());
        }
        for piece in pieces {
            out.word(word_term(&text[piece.clone()]), Role::Part, piece.clone());
        }
        hash(&text[word.clone()], word.start, out);
    }
    out.stop = None;
    end
}

/// A number is one term; its groups stay words where only a space joins them, which may join two numbers.
fn read_number(text: &str, place: Range<usize>, words: &[Range<usize>], out: &mut Out) {
    let whole = &text[place.clone()];
    if whole.contains(' ') && words.len() > number::GROUPS_MAX {
        for word in words {
            out.word(word_term(&text[word.clone()]), Role::Word, word.clone());
        }
        return;
    }
    out.push(number::term(whole), Role::Whole, place.clone());
    for part in number::addresses(whole) {
        out.push(number::term(part), Role::Part, place.clone());
    }
    if whole.contains(' ') {
        for word in words {
            out.word(word_term(&text[word.clone()]), Role::Part, word.clone());
        }
    } else {
        out.position += 1;
    }
}

/// The beginning of a hash, by which it is called.
fn hash(word: &str, start: usize, out: &mut Out) {
    if let Some(short) = number::short_hash(word) {
        let place = start..start + short.len();
        out.beside(stemmed(&short), Role::Part, place);
    }
}

/// The words of the compound and where it ends. `_` lies between words here.
fn words(text: &str, start: usize) -> (Vec<Range<usize>>, usize) {
    let mut words = Vec::new();
    let mut at = start;
    let mut spaced = false;
    loop {
        let word = text[at..]
            .char_indices()
            .find(|(offset, char)| !belongs(text, at + offset, *char))
            .map_or(text.len(), |(offset, _)| at + offset);
        if word > at {
            words.push(at..word);
        }
        let full = words.len() >= WORDS_MAX || word - start > COMPOUND_BYTES;
        let group = if full { 0 } else { number::group_joint(text, start, word) };
        spaced |= group > 0 && !text[word..].starts_with(',');
        let joint = match (full, group) {
            (true, _) => 0,
            (false, 0) if spaced => decimal(&text[word..]),
            (false, 0) => joint(text, word),
            (false, group) => group,
        };
        if joint == 0 {
            return (words, word);
        }
        at = word + joint;
    }
}

/// What may follow the groups of a number: its decimals.
fn decimal(rest: &str) -> usize {
    let behind = rest.strip_prefix('.').unwrap_or_default();
    usize::from(behind.starts_with(|char: char| char.is_ascii_digit()))
}

/// Word characters, and an apostrophe between letters.
fn belongs(text: &str, at: usize, char: char) -> bool {
    if matches!(char, '\'' | '’') {
        let letter = |char: char| char.is_alphabetic() && script(char) == Script::Word;
        let before = text[..at].chars().next_back().is_some_and(letter);
        return before && text[at + char.len_utf8()..].chars().next().is_some_and(letter);
    }
    char != '_' && script(plain(char)) == Script::Word
}

/// Bytes of what joins the word before `at` to one behind; 0 when nothing does.
fn joint(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let length = if rest.starts_with("://") {
        3
    } else if rest.starts_with("::") || rest.starts_with("->") {
        2
    } else {
        match rest.bytes().next() {
            Some(b'_') => rest.bytes().take_while(|&b| b == b'_').take(8).count(),
            Some(b'-' | b'.' | b'/' | b':' | b'@' | b'+' | b'&' | b'~' | b'\\' | b'#') => 1,
            _ => 0,
        }
    };
    let follows = rest[length..].chars().next();
    let word = follows.is_some_and(|char| char != '_' && script(char) == Script::Word);
    // A trailing underscore is part of the name too (`self_`), but joins nothing.
    if word { length } else { 0 }
}

/// Bytes of `++` or `#` that belong to a name such as `C++`, `F#`.
fn suffix(rest: &str, last_word: usize) -> usize {
    let ends = |rest: &str| !rest.chars().next().is_some_and(|char| script(char) == Script::Word);
    if rest.starts_with("++") && ends(&rest[2..]) {
        2
    } else if rest.starts_with('#') && last_word <= 2 && last_word > 0 && ends(&rest[1..]) {
        1
    } else {
        0
    }
}

/// Parts of one word by case and by digits: `parseHttp2`, `1500ms`, `iphone15`.
fn pieces(text: &str, word: &Range<usize>) -> Vec<Range<usize>> {
    let slice = &text[word.clone()];
    if slice.len() > 2 * TERM_CHARS {
        return vec![word.clone()];
    }
    let chars: Vec<(usize, char)> = slice.char_indices().collect();
    let mut cuts = Vec::new();
    for at in 1..chars.len() {
        let (before, char) = (chars[at - 1].1, chars[at].1);
        let next = chars.get(at + 1).map(|(_, char)| *char);
        let hump = before.is_lowercase() && char.is_uppercase();
        let acronym =
            before.is_uppercase() && char.is_uppercase() && next.is_some_and(char::is_lowercase);
        if hump || acronym {
            cuts.push(chars[at].0);
        }
    }
    let digits = |char: char| char.is_ascii_digit();
    let changes: Vec<usize> =
        (1..chars.len()).filter(|&at| digits(chars[at - 1].1) != digits(chars[at].1)).collect();
    if let [at] = changes[..]
        && (digits(chars[0].1) || at >= 3)
    {
        cuts.push(chars[at].0);
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut pieces = Vec::with_capacity(cuts.len() + 1);
    let mut from = 0;
    for cut in cuts.into_iter().chain([slice.len()]) {
        pieces.push(word.start + from..word.start + cut);
        from = cut;
    }
    pieces
}

/// A word folded, cut, without its apostrophes and possessive.
fn word_term(word: &str) -> String {
    let word = cut(word);
    let word = ["'s", "’s", "'S", "’S"].iter().find_map(|s| word.strip_suffix(s)).unwrap_or(word);
    let term = folded(word);
    if term.contains(['\'', '’']) { term.replace(['\'', '’'], "") } else { term }
}

fn cut(word: &str) -> &str {
    word.char_indices().nth(TERM_CHARS).map_or(word, |(at, _)| &word[..at])
}

fn whole_term(whole: &str) -> String {
    folded(whole)
}
