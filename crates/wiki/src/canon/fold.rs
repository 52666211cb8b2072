//! Names as they are compared, and as they become file names.

use unicode_normalization::UnicodeNormalization;

/// Longest slug, in bytes: below what one component of a path may hold, with room for a date in front.
const SLUG_BYTES: usize = 160;

/// A text as names are compared: NFKC, without case and diacritics, white space collapsed. `_`, `-`
/// and space stay apart, for they are three different file names. Folding twice changes nothing.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return join_words(&text.to_ascii_lowercase());
    }
    // One pass can leave a character that the next one folds further (a compatibility form whose
    // lowercase has another), so it is repeated until nothing moves; the bound is never reached in practice.
    let mut folded = fold_once(text);
    for _ in 0..4 {
        let again = fold_once(&folded);
        if again == folded {
            break;
        }
        folded = again;
    }
    folded
}

fn fold_once(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let lower = text.nfkc().flat_map(char::to_lowercase);
    for c in lower.nfd().filter(|c| !is_diacritic(*c) && !is_invisible(*c)) {
        match without_stroke(c) {
            Some(letters) => plain.push_str(letters),
            None => plain.push(c),
        }
    }
    join_words(&plain.nfkc().collect::<String>())
}

fn join_words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Marks that are written over a letter of another alphabet. Vowel signs of Indic scripts and the
/// voicing marks of kana are letters of their own and stay.
fn is_diacritic(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{00ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{fe0f}' | '\u{fe0e}')
}

/// Letters that NFD leaves whole.
fn without_stroke(c: char) -> Option<&'static str> {
    Some(match c {
        'ł' => "l",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ŧ' => "t",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ς' => "σ",
        _ => return None,
    })
}

/// The file name for a title, without ending: lowercase words joined by `-`; Han, `_`, `+` and the
/// dots of `v1.2` are kept. A title without any such character gets a name from its hash.
pub fn slug(title: &str) -> String {
    let lower: String = title.nfkc().flat_map(char::to_lowercase).nfc().collect();
    let chars: Vec<char> = lower.chars().filter(|c| !is_invisible(*c)).collect();
    let mut out = String::new();
    let mut gap = false;
    for (at, &c) in chars.iter().enumerate() {
        let inside = |ok: fn(char) -> bool| {
            at > 0 && ok(chars[at - 1]) && chars.get(at + 1).is_some_and(|next| ok(*next))
        };
        let kept = is_word_char(c) || c == '_' || c == '+' || (c == '.' && inside(is_word_char));
        if c == '#' && is_sharp(&chars, at) && out.len() + "-sharp".len() <= SLUG_BYTES {
            out.push_str("-sharp");
            continue;
        }
        if !kept {
            // An apostrophe inside a word joins it: "Ada's" is one word.
            gap |= !(matches!(c, '\'' | '’') && inside(char::is_alphabetic));
            continue;
        }
        if gap && !out.is_empty() {
            out.push('-');
        }
        gap = false;
        if out.len() + c.len_utf8() > SLUG_BYTES {
            break;
        }
        out.push(c);
    }
    finish_slug(&out, title)
}

/// Whether a `#` ends a name of one letter: `C#` is another language than C.
fn is_sharp(chars: &[char], at: usize) -> bool {
    let word =
        |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(|c| is_word_char(*c));
    let letter = at.checked_sub(1).is_some_and(|at| chars[at].is_ascii_alphabetic());
    letter && !word(at.checked_sub(2)) && !word(Some(at + 1))
}

fn finish_slug(out: &str, title: &str) -> String {
    let mut name = out.trim_end_matches(['.', '-']);
    for ending in [".markdown", ".md"] {
        name = name.strip_suffix(ending).unwrap_or(name);
    }
    let stem = name.split('.').next().unwrap_or(name);
    if name.is_empty() || name.chars().all(|c| matches!(c, '.' | '-' | '_' | '+')) {
        let hash = blake3::hash(title.as_bytes()).to_hex();
        return format!("page-{}", &hash[..8]);
    }
    // Windows takes these for devices, whatever ending follows.
    let device = matches!(stem, "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")));
    if device { format!("page-{name}") } else { name.to_owned() }
}

/// Why a file name tells a reader nothing: a bare number or an id.
pub fn says_nothing(name: &str) -> Option<&'static str> {
    if name.len() >= 6 && name.chars().all(|c| c.is_ascii_digit()) {
        return Some("number");
    }
    let digits = name.chars().filter(char::is_ascii_hexdigit).count();
    let dashes = name.chars().filter(|c| *c == '-').count();
    let some_number = name.chars().any(|c| c.is_ascii_digit());
    (some_number && digits >= 16 && digits + dashes == name.chars().count()).then_some("id")
}

/// Letters, digits and the marks that belong to them.
pub(crate) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c)
}

/// Whether a character is Han: the ideographs with their extensions and compatibility forms, and `〇`.
pub fn is_han(c: char) -> bool {
    matches!(c,
        '\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Scripts that write no space between words: Han, its sign of repetition, and kana.
pub(crate) fn is_spaceless(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3005}' | '\u{3040}'..='\u{30ff}')
}
