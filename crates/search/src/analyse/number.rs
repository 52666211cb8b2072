//! Numbers however their groups are written, versions inside longer names, and the short form of a hash:
//! `1,000,000` is `1 000 000`, `1.44.7` stands in `v1.44.7-alpha`, and `3f2a9c1` begins a commit's name.

use std::ops::Range;

use super::TERM_CHARS;

/// Groups of digits that spaces join to one number; more are a list.
pub(super) const GROUPS_MAX: usize = 5;
/// Digits of a number that is dialled, by ITU-T E.164, and of bank cards, at most.
const DIALLED: std::ops::RangeInclusive<usize> = 7..=19;
/// By how many characters a hash is called.
const SHORT_HASH: usize = 7;
/// A run of so many hexadecimal digits is a hash even if all of them are digits; no hash is longer than the other.
const LONG_HASH: usize = 20;
const HASH_MAX: usize = 128;

/// What stands between groups of three digits: a comma, an apostrophe, and spaces of several widths.
fn is_group_mark(char: char) -> bool {
    matches!(char, ',' | ' ' | '\'' | '’' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// Bytes of the mark at `at` that joins the digits before to three digits behind; `start` is where the
/// number would begin. 0 where it joins nothing.
pub(super) fn group_joint(text: &str, start: usize, at: usize) -> usize {
    let Some(mark) = text[at..].chars().next().filter(|char| is_group_mark(*char)) else {
        return 0;
    };
    let mut groups = text[start..at].split(is_group_mark);
    let first = groups.next().unwrap_or_default();
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    // A comma may stand behind more digits than three; what is before it may be a part of a longer name.
    let opens = digits(first) && (1..=3).contains(&first.len());
    let fits = opens && groups.all(|group| digits(group) && group.len() == 3);
    let comma = mark == ',' && text[..at].ends_with(|char: char| char.is_ascii_digit());
    if !fits && !comma {
        return 0;
    }
    let behind = &text[at + mark.len_utf8()..];
    let length = behind.bytes().take(4).take_while(u8::is_ascii_digit).count();
    let glued = behind[length..].starts_with(|char: char| char.is_alphabetic() && char.is_ascii());
    if length == 3 && (comma || !glued) { mark.len_utf8() } else { 0 }
}

/// Digits joined by dots, colons or the marks of groups, with or without a leading `v`.
pub(super) fn is_number(whole: &str) -> bool {
    let digits = whole.strip_prefix(['v', 'V']).unwrap_or(whole);
    digits.starts_with(|char: char| char.is_ascii_digit())
        && digits
            .chars()
            .all(|char| char.is_ascii_digit() || matches!(char, '.' | ':') || is_group_mark(char))
}

/// The number's term, in which groups are not told apart.
pub(super) fn term(whole: &str) -> String {
    let digits = whole.strip_prefix(['v', 'V']).unwrap_or(whole);
    digits.chars().filter(|char| !is_group_mark(*char)).take(TERM_CHARS).collect()
}

/// The dotted parts of a number with colons, as of an address with its port.
pub(super) fn addresses(whole: &str) -> impl Iterator<Item = &str> {
    let parts = whole.split(':').filter(|part| part.contains('.'));
    parts.filter(move |part| part.len() < whole.len())
}

/// A number within a longer name.
pub(super) struct Inner {
    /// The word of the name in which it begins.
    pub(super) word: usize,
    pub(super) term: String,
    pub(super) place: Range<usize>,
}

/// Versions and grouped numbers within a name: digits joined by dots, or by `_` in groups of three.
pub(super) fn inside(text: &str, words: &[Range<usize>]) -> Vec<Inner> {
    let mut found = Vec::new();
    let mut nth = 0;
    while nth < words.len() {
        let (last, place) = version(text, words, nth);
        if last > nth {
            found.push(Inner { word: nth, term: term(&text[place.clone()]), place });
        }
        nth = last.max(nth) + 1;
    }
    found.extend(grouped(text, words));
    found
}

/// The version that begins in the word `nth`: the last word that it reaches, and its bytes.
fn version(text: &str, words: &[Range<usize>], nth: usize) -> (usize, Range<usize>) {
    let digit = |byte: &u8| byte.is_ascii_digit();
    let word = text[words[nth].clone()].as_bytes();
    let trailing = word.iter().rev().take_while(|byte| digit(byte)).count();
    let name = &word[..word.len() - trailing];
    // `x2y3` is no name with a number behind it.
    let named = !name.iter().any(digit) && name.is_ascii();
    let mut place = words[nth].end - trailing..words[nth].end;
    let mut last = nth;
    if trailing == 0 || !named {
        return (last, place);
    }
    while let Some(next) = words.get(last + 1) {
        let leading = text[next.clone()].bytes().take_while(u8::is_ascii_digit).count();
        if &text[words[last].end..next.start] != "." || leading == 0 {
            break;
        }
        last += 1;
        place.end = next.start + leading;
        if leading < next.len() {
            break;
        }
    }
    (last, place)
}

/// The number that all words make together, as in `1_000_000` or `138-0013-8000`.
fn grouped(text: &str, words: &[Range<usize>]) -> Option<Inner> {
    let first = words.first().filter(|_| words.len() > 1)?;
    let place = first.start..words.last()?.end;
    let digits = |word: &Range<usize>| text[word.clone()].bytes().all(|byte| byte.is_ascii_digit());
    let joined_by =
        |mark: &str| words.windows(2).all(|pair| &text[pair[0].end..pair[1].start] == mark);
    let threes = || first.len() <= 3 && words[1..].iter().all(|word| word.len() == 3);
    let fits = words.iter().all(digits)
        && (joined_by("_") && threes() || joined_by("-") && is_dialled(words));
    fits.then(|| {
        let term = words.iter().map(|word| &text[word.clone()]).collect::<String>();
        Inner { word: words.len() - 1, term: term.chars().take(TERM_CHARS).collect(), place }
    })
}

/// Whether groups of so many digits may be those of one number that is dialled or typed as a whole; a date is
/// known as one already.
fn is_dialled(words: &[Range<usize>]) -> bool {
    let all: usize = words.iter().map(Range::len).sum();
    let year = |word: &Range<usize>| word.len() == 4;
    let is_date = words.len() == 3
        && words.iter().filter(|word| year(word)).count() == 1
        && words.iter().all(|word| year(word) || word.len() <= 2);
    DIALLED.contains(&all) && !is_date
}

/// The first characters of what looks like a hash and is longer than these.
pub(super) fn short_hash(word: &str) -> Option<String> {
    let is_hex = (SHORT_HASH + 1..=HASH_MAX).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex {
        return None;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_mixed = digits > 0 && digits < word.len();
    (is_mixed || word.len() >= LONG_HASH).then(|| word[..SHORT_HASH].to_ascii_lowercase())
}
