//! What a value looks like: chance, a reference, a placeholder, a weak word. Judges texts that
//! others found in a place where a secret may stand; finds none itself.

use super::words::Nature;

/// Whether one part between `-` and `_` looks drawn by lot: long, and not a word of small letters.
pub(super) fn is_random(tail: &str, part_length: usize) -> bool {
    tail.split(['-', '_', '.']).filter(|part| part.len() >= part_length).any(|part| {
        let word = part.bytes().all(|b| b.is_ascii_lowercase());
        let first = part.bytes().next();
        let one_letter = part.bytes().all(|b| Some(b) == first);
        !one_letter && (!word || part.len() >= 24)
    })
}

pub(super) fn is_mixed(text: &str) -> bool {
    let letter = text.bytes().any(|b| b.is_ascii_alphabetic());
    letter && text.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a value looks drawn by lot: long, with letters of both cases and digits, or with digits
/// among small letters as in hexadecimal. A shorter one must change as often as chance has it.
pub(super) fn is_lot(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    let one_word = bytes.iter().all(u8::is_ascii_alphanumeric);
    let both = has_both_cases(bytes);
    let long = bytes.len() >= 20 && digits > 0 && (both || (one_word && digits >= 4));
    let often = bytes.len() >= 16 && one_word && number_runs(bytes) >= 2 && is_shuffled(text);
    long || often
}

fn number_runs(bytes: &[u8]) -> usize {
    bytes.split(|b| !b.is_ascii_digit()).filter(|run| !run.is_empty()).count()
}

/// Whether digits stand within the words of a value, as people put them there: `Tr0ub4dor3`.
pub(super) fn is_knit(text: &str) -> bool {
    let bytes = text.as_bytes();
    let within = bytes.windows(3).any(|three| {
        three[0].is_ascii_alphabetic() && three[1].is_ascii_digit() && three[2].is_ascii_lowercase()
    });
    bytes.len() >= 8 && within && number_runs(bytes) >= 2 && !text.contains(['.', '/', '='])
}

/// Whether figures stand once within a long word, as in `Purple9monkey`. What has one or two letters before them is an
/// abbreviation (`k8s`, `i18n`).
pub(super) fn is_knit_once(text: &str) -> bool {
    const BYTES: usize = 8;
    const LETTERS: usize = 3;
    let bytes = text.as_bytes();
    let letters = bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let digits = bytes[letters..].iter().take_while(|b| b.is_ascii_digit()).count();
    let behind = bytes[letters + digits..].iter().take_while(|b| b.is_ascii_lowercase()).count();
    bytes.len() >= BYTES && letters >= LETTERS && digits > 0 && behind >= LETTERS && !is_way(text)
}

/// The same with a capital, so that it is a password also where nothing but its word says so.
pub(super) fn is_told_apart(text: &str) -> bool {
    is_knit_once(text) && text.bytes().any(|b| b.is_ascii_uppercase())
}

/// Whether a word with figures names a way of keeping passwords, or a thing that has one.
pub(super) fn is_way(text: &str) -> bool {
    const WAYS: &[&str] = &[
        "sha",
        "md5",
        "base",
        "oauth",
        "bcrypt",
        "scrypt",
        "argon",
        "pbkdf",
        "keepass",
        "1password",
        "windows",
        "iphone",
    ];
    let lower = text.to_ascii_lowercase();
    WAYS.iter().any(|way| lower.starts_with(way))
}

/// Whether a value looks like what a person types for a password: letters and digits, or letters with a
/// sign among them.
pub(super) fn is_typed(text: &str) -> bool {
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let sign = text.contains(['!', '@', '#', '$', '%', '^', '&', '*', '?', '~', '+']);
    text.len() >= 6 && letters > 0 && (sign || is_mixed(text))
}

/// A word and a number, or a number and its unit: what sentences have.
pub(super) fn is_worded(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (letter, digit) = (|b: &&u8| b.is_ascii_lowercase(), |b: &&u8| b.is_ascii_digit());
    let word = 1 + bytes.iter().skip(1).take_while(letter).count();
    let number = bytes.iter().skip(word).take_while(digit).count();
    let worded = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && word >= 3
        && (1..=4).contains(&number)
        && bytes.len() <= word + number + 1;
    let count = bytes.iter().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    worded || (count > 0 && bytes[count..].iter().all(u8::is_ascii_lowercase))
}

/// Whether the value of a link's parameter that is named for a secret is one: no word, and no words with numbers
/// between `-` and `_`.
pub(super) fn is_opening(text: &str) -> bool {
    const BYTES: usize = 8;
    const PART_BYTES: usize = 6;
    text.len() >= BYTES && made_parts(text, PART_BYTES).next().is_some()
}

/// The same where the name has other meanings, so that the value must be longer and look drawn by lot.
pub(super) fn is_opaque(text: &str) -> bool {
    const PART_BYTES: usize = 12;
    let often = |part: &str| has_both_cases(part.as_bytes()) || number_runs(part.as_bytes()) >= 2;
    is_uuid(text) || made_parts(text, PART_BYTES).any(often)
}

/// One word with figures, as people choose it where a link asks for one: `summer2024`. A count of something has its
/// figures first, and a place in a list has few.
pub(super) fn is_chosen(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let figures = text.len() - letters;
    letters >= 4 && figures >= 4 && text.bytes().skip(letters).all(|b| b.is_ascii_digit())
}

/// Letters and figures in turn, and nothing else: `ab12cd34`.
pub(super) fn is_alternating(text: &str) -> bool {
    let bytes = text.as_bytes();
    let plain = bytes.iter().all(u8::is_ascii_alphanumeric);
    bytes.len() >= 8 && plain && is_mixed(text) && number_runs(bytes) >= 2 && !is_camel(text)
}

/// Whether a word of a sentence, right behind a word for what a program has, is that: long, of letters and digits,
/// and no name of a thing in code.
pub(super) fn is_made(text: &str) -> bool {
    const BYTES: usize = 12;
    const PART_BYTES: usize = 10;
    const THINGS: &[&str] = &[
        "sha1", "sha2", "sha3", "sha5", "hmac", "rs256", "es256", "hs256", "pbkdf", "aes1", "aes2",
        "erc20", "erc721", "oauth", "http", "utf8",
    ];
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let lower = text.to_ascii_lowercase();
    text.len() >= BYTES
        && digits >= 2
        // A day and an hour have one or two.
        && letters >= 4
        && plain
        && !is_uuid(text)
        && !THINGS.iter().any(|it| lower.contains(it))
        && made_parts(text, PART_BYTES).any(|part| !is_camel(part))
}

/// The parts of a value that are long, and no word with a number: letters and digits, or letters of both cases as
/// chance has them.
fn made_parts(text: &str, min: usize) -> impl Iterator<Item = &str> {
    const LETTERS: usize = 16;
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    parts.filter(move |part| {
        let letters = part.len() >= LETTERS && is_shuffled(part);
        part.len() >= min && !is_worded(part) && (is_mixed(part) || letters)
    })
}

/// Whether a part is made of words, as names in code are, with numbers between: `expiresIn3600Seconds`.
fn is_camel(part: &str) -> bool {
    const SHORT: usize = 2;
    const WORD: usize = 4;
    let bytes = part.as_bytes();
    let kinds = bytes.chunk_by(|a, b| {
        a.is_ascii_digit() == b.is_ascii_digit()
            && !(a.is_ascii_lowercase() && b.is_ascii_uppercase())
    });
    let words: Vec<&[u8]> = kinds.filter(|run| !run[0].is_ascii_digit()).collect();
    let is_word =
        |word: &&[u8]| word.len() >= SHORT && word[1..].iter().all(u8::is_ascii_lowercase);
    words.iter().all(is_word) && words.iter().any(|word| word.len() >= WORD) && words.len() > 1
}

pub(super) fn is_uuid(text: &str) -> bool {
    let digit = |(at, b): (usize, &u8)| match at {
        8 | 13 | 18 | 23 => *b == b'-',
        _ => b.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.as_bytes().iter().enumerate().all(digit)
}

/// Digits alone, as many as a password has, and the sign that is pressed before or after them at a door.
pub(super) fn is_dialled(text: &str) -> bool {
    let digits = text.trim_matches(['#', '*']);
    (4..=12).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A number that is more often a year than anything else.
pub(super) fn is_year(text: &str) -> bool {
    text.len() == 4 && (text.starts_with("19") || text.starts_with("20"))
}

/// A code that is typed once: some digits, or groups of letters and digits; `pin` for digits alone. No day.
pub(super) fn is_code(text: &str, nature: Nature) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if nature == Nature::Pin {
        return digits == text.len() && (4..=8).contains(&digits);
    }
    let groups = text.split('-').map(str::len);
    let day = text.bytes().all(|b| b.is_ascii_digit() || b == b'-') && groups.eq([4, 2, 2]);
    let word = text.bytes().any(|b| b.is_ascii_lowercase())
        && text.bytes().any(|b| b.is_ascii_alphabetic())
        && !text.contains('-')
        && is_worded(text);
    let plain = digits == text.len();
    let long = if plain { (3..=10).contains(&digits) } else { text.len() >= 6 && digits >= 2 };
    long && !day && !word && text.len() <= 64
}

/// Words by lot: at least so many, of small letters, and none that sentences are made with.
pub(super) fn is_phrase(text: &str, min: usize) -> bool {
    const TELLING: &[&str] = &[
        "and",
        "any",
        "are",
        "ask",
        "back",
        "been",
        "but",
        "can",
        "changed",
        "every",
        "for",
        "from",
        "has",
        "have",
        "how",
        "into",
        "kept",
        "know",
        "must",
        "never",
        "not",
        "only",
        "our",
        "see",
        "set",
        "should",
        "stored",
        "than",
        "that",
        "the",
        "then",
        "they",
        "this",
        "use",
        "used",
        "was",
        "when",
        "where",
        "will",
        "with",
        "words",
        "characters",
        "letters",
        "digits",
        "written",
        "you",
        "your",
    ];
    let word = |word: &str| (3..=12).contains(&word.len()) && !TELLING.contains(&word);
    let small = text.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b' ' | b'-'));
    small && text.split(' ').count() >= min && text.split(' ').all(word)
}

/// The number of a card, by its check digit (ISO/IEC 7812-1, Luhn's).
pub(super) fn is_card(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let doubled = |(at, digit): (usize, &u32)| match at % 2 {
        0 => *digit,
        _ if *digit > 4 => 2 * digit - 9,
        _ => 2 * digit,
    };
    let sum: u32 = digits.iter().rev().enumerate().map(doubled).sum();
    let first = digits.first().is_some_and(|digit| (2..=6).contains(digit));
    (13..=19).contains(&digits.len()) && first && sum.is_multiple_of(10)
}

/// Whether a value looks like a token that a provider issued: a short word, `-` or `_`, and a part drawn by
/// lot. Hexadecimal is not enough: `sha256-…` and ids have it.
pub(super) fn is_issued(text: &str) -> bool {
    let Some((prefix, tail)) = text.split_once(['-', '_']) else { return false };
    let word =
        (2..=12).contains(&prefix.len()) && prefix.bytes().all(|b| b.is_ascii_alphanumeric());
    let begins = prefix.bytes().next().is_some_and(|b| b.is_ascii_alphabetic());
    word && begins && tail.split(['-', '_', '.']).any(is_drawn)
}

/// Whether one part looks drawn by lot and not made of words: 20 letters and digits or more, whose kind
/// changes as often as chance has it, with digits in more than one place. Hexadecimal is what ids have.
pub(super) fn is_drawn(part: &str) -> bool {
    let bytes = part.as_bytes();
    if bytes.len() < 20 || !bytes.iter().all(u8::is_ascii_alphanumeric) {
        return false;
    }
    let letters = bytes.iter().filter(|b| b.is_ascii_alphabetic()).count();
    if letters < 4 || bytes.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    let often = if has_both_cases(bytes) {
        changes(bytes) * 5 >= bytes.len() * 2
    } else {
        changes(bytes) * 4 >= bytes.len()
    };
    number_runs(bytes) >= 2 && often
}

/// Whether one part looks drawn by lot where the kind of token is known: also without digits, and as 32
/// hexadecimal digits or more.
pub(super) fn is_drawn_of_kind(part: &str) -> bool {
    let bytes = part.as_bytes();
    let hex = bytes.len() >= 32 && is_mixed(part) && bytes.iter().all(u8::is_ascii_hexdigit);
    let letters =
        bytes.len() >= 20 && bytes.iter().all(u8::is_ascii_alphanumeric) && is_shuffled(part);
    is_drawn(part) || hex || letters
}

/// Whether letters of both cases change as often as chance has it, which words in camel case do not.
pub(super) fn is_shuffled(text: &str) -> bool {
    let bytes = text.as_bytes();
    has_both_cases(bytes) && changes(bytes) * 5 >= bytes.len() * 2
}

/// How often the kind of letter changes. Of letters and digits by lot, six neighbours in ten differ in kind
/// where both cases occur, else four.
fn changes(bytes: &[u8]) -> usize {
    let kind = |b: u8| (b.is_ascii_digit(), b.is_ascii_uppercase());
    bytes.windows(2).filter(|pair| kind(pair[0]) != kind(pair[1])).count()
}

fn has_both_cases(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_uppercase) && bytes.iter().any(u8::is_ascii_lowercase)
}

/// A name of a variable that holds a secret: `active_api_key`, `settings.password`, `userToken`.
pub(super) fn is_reference(text: &str) -> bool {
    const ENDS: &[&str] = &[
        "key",
        "keys",
        "token",
        "tokens",
        "secret",
        "secrets",
        "password",
        "passwd",
        "pwd",
        "credential",
        "credentials",
        "passphrase",
    ];
    let name = text.trim_end_matches([')', ']', '}', ',', ';']);
    let parts: Vec<&str> = name.split('.').collect();
    let is_name =
        |part: &&str| part.len() > 1 && part.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
    if !parts.iter().all(is_name) {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let last = lower.rsplit(['_', '.']).next().unwrap_or_default();
    let hump = ENDS.iter().any(|end| {
        let at = name.len().saturating_sub(end.len());
        at > 0
            && lower.ends_with(end)
            && name.as_bytes()[at].is_ascii_uppercase()
            && name.as_bytes()[at - 1].is_ascii_lowercase()
    });
    parts.len() > 1 || hump || (last.len() < lower.len() && ENDS.contains(&last))
}

/// Whether a text between quotes says something about a password.
pub(super) fn describes(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "password",
        "your",
        "must",
        "should",
        "please",
        "required",
        "enter",
        "the",
        "is",
        "not",
        "for",
        "invalid",
        "reset",
        "incorrect",
        "to",
    ];
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    // Letters by themselves are no article.
    let article = |pair: &[&str]| matches!(pair[0], "a" | "an") && pair[1].len() > 1;
    words.iter().any(|word| WORDS.contains(word)) || words.windows(2).any(article)
}

/// Keys that are pressed together: `Alt+F4`.
fn is_chord(text: &str) -> bool {
    const HELD: &[&str] = &[
        "ctrl", "control", "alt", "altgr", "shift", "cmd", "command", "win", "windows", "meta",
        "super", "option", "opt", "fn",
    ];
    let mut keys = text.split(['+', '-']);
    let held = keys.next().is_some_and(|key| HELD.iter().any(|it| it.eq_ignore_ascii_case(key)));
    let last = text.rsplit(['+', '-']).next().unwrap_or_default();
    // A figure or a letter, a key of functions, or one with a name.
    let number = last.strip_prefix(['F', 'f']).is_some_and(|it| it.parse::<u8>().is_ok());
    let named = last.bytes().all(|b| b.is_ascii_alphabetic());
    held && text.contains(['+', '-']) && (last.len() == 1 || number || named)
}

/// The number of a standard: `ISO-3166`, `RFC-7519`.
fn is_standard(text: &str) -> bool {
    const BODIES: &[&str] = &[
        "iso", "iec", "rfc", "ieee", "din", "ansi", "ecma", "itu", "nist", "fips", "en", "gb",
        "bs", "jis", "astm", "pep", "cve", "eip", "bip", "rip",
    ];
    let mut parts = text.split(['-', '_', '/', ':']);
    let body =
        parts.next().is_some_and(|it| BODIES.iter().any(|body| body.eq_ignore_ascii_case(it)));
    let mut numbers = parts.peekable();
    let is_number =
        |it: &str| (1..=6).contains(&it.len()) && it.bytes().all(|b| b.is_ascii_digit());
    body && numbers.peek().is_some() && numbers.all(is_number)
}

/// What stands in a secret's place and is of another kind: keys of a keyboard, a standard, a word for how it is.
fn is_of_other_kind(text: &str) -> bool {
    is_chord(text) || is_standard(text) || is_state(text)
}

/// A word for how a secret is, in its place.
fn is_state(text: &str) -> bool {
    const STATES: &str = "unchanged same tbc pending forgotten expired disabled";
    STATES.split(' ').any(|it| it.eq_ignore_ascii_case(text))
}

/// What stands for a secret and is none.
pub(super) fn is_placeholder(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "none", "null", "true", "false", "yes", "no", "required", "optional", "string", "str",
        "todo", "tbd", "unset", "empty", "redacted", "unknown", "changed", "secret", "password",
        "token", "text", "n/a",
    ];
    const STARTS: &[&str] = &[
        "your",
        "<",
        "example",
        "changeme",
        "change-me",
        "change_me",
        "placeholder",
        "insert",
        "replace",
        "xxxx",
        "my-api",
        "my_api",
        "dummy",
    ];
    // What passwords are kept with.
    const METHODS: &[&str] = &[
        "md5",
        "sha1",
        "sha2",
        "sha256",
        "sha384",
        "sha512",
        "bcrypt",
        "scrypt",
        "argon2",
        "argon2i",
        "argon2id",
        "pbkdf2",
        "base64",
        "base32",
        "utf8",
        "aes128",
        "aes256",
        "rsa2048",
        "rsa4096",
        "ed25519",
        "oauth2",
        "oauth",
        "hmac",
        "totp",
        "2fa",
        "mfa",
        "x509",
        "varchar",
        "varchar255",
    ];
    let first = text.chars().next().unwrap_or(' ');
    let mut parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    let method = parts.any(|part| METHODS.iter().any(|it| it.eq_ignore_ascii_case(part)));
    let lower = text.get(..text.len().min(16)).unwrap_or_default().to_ascii_lowercase();
    let variable =
        matches!(first, '$' | '<' | '{' | '[' | '%' | '(' | '*' | '&' | '@' | '/' | '#' | '\\');
    variable
        || method
        || is_of_other_kind(text)
        || STARTS.iter().any(|start| lower.starts_with(start))
        || text.starts_with("-----BEGIN")
        || text.starts_with("os.environ")
        || text.bytes().all(|b| matches!(b, b'*' | b'.' | b'x' | b'X' | b'-' | b'_' | b'='))
        || WORDS.contains(&text.to_ascii_lowercase().as_str())
        || text.contains("://")
}

/// Letters, figures and the signs that people put among them.
pub(super) fn is_plain(head: &str) -> bool {
    head.bytes().all(|b| b.is_ascii_alphanumeric() || b"!@#$%^&*?~+_-".contains(&b))
}

/// A call of a function, or a variable, also one of a table: `params[:password]`.
pub(super) fn is_call(value: &str) -> bool {
    let of_table = value.split_once('[').is_some_and(|(name, key)| {
        let word = |it: &str| it.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.".contains(&b));
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '@' | '_'));
        // What stands in quotes is no part of a value.
        let key = key.strip_prefix(':').map_or_else(|| key.is_empty().then_some(""), Some);
        let key = key.map(|it| it.trim_end_matches([']', ',', ';', ')']));
        begins && word(name.trim_start_matches('@')) && key.is_some_and(word)
    });
    of_table
        || value.contains('(')
        || value.starts_with("self.")
        || value.starts_with("process.env")
}

/// A number and its unit.
pub(super) fn is_measure(value: &str) -> bool {
    let unit = value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    unit.len() < value.len() && unit.len() <= 3 && unit.bytes().all(|b| b.is_ascii_alphabetic())
}
