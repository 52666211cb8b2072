//! What a value looks like: chance, a reference, a placeholder, a weak word. Judges texts that
//! `secret` found in a place where a secret may stand; finds none itself.

/// Whether one part between `-` and `_` looks drawn by lot: long, and not a word of small letters.
pub(super) fn is_random(tail: &str, part_length: usize) -> bool {
    tail.split(['-', '_', '.']).any(|part| {
        let word = part.bytes().all(|b| b.is_ascii_lowercase());
        let first = part.bytes().next();
        let one_letter = part.bytes().all(|b| Some(b) == first);
        part.len() >= part_length && !one_letter && (!word || part.len() >= 24)
    })
}

pub(super) fn is_mixed(text: &str) -> bool {
    let letter = text.bytes().any(|b| b.is_ascii_alphabetic());
    letter && text.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a value looks drawn by lot: long, with letters of both cases and digits, or with digits
/// among small letters as in hexadecimal.
pub(super) fn is_lot(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let upper = text.bytes().any(|b| b.is_ascii_uppercase());
    let lower = text.bytes().any(|b| b.is_ascii_lowercase());
    let one_word = text.bytes().all(|b| b.is_ascii_alphanumeric());
    text.len() >= 20 && digits > 0 && ((upper && lower) || (one_word && digits >= 4))
}

/// Words after which almost anything may stand; only what a provider issued is a secret there.
pub(super) fn is_vague(word: &str) -> bool {
    word.eq_ignore_ascii_case("key") || word.eq_ignore_ascii_case("auth")
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
    let letters = bytes.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let plain = bytes.iter().all(u8::is_ascii_alphanumeric);
    if bytes.len() < 20 || !plain || letters < 4 || bytes.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    let numbers = bytes.split(|b| !b.is_ascii_digit()).filter(|run| !run.is_empty()).count();
    let often = if has_both_cases(bytes) {
        changes(bytes) * 5 >= bytes.len() * 2
    } else {
        changes(bytes) * 4 >= bytes.len()
    };
    numbers >= 2 && often
}

/// Whether one part looks drawn by lot where the kind of token is known: also without digits, and as 32
/// hexadecimal digits or more.
pub(super) fn is_drawn_of_kind(part: &str) -> bool {
    let bytes = part.as_bytes();
    let hex = bytes.len() >= 32 && is_mixed(part) && bytes.iter().all(u8::is_ascii_hexdigit);
    let letters = bytes.len() >= 20
        && bytes.iter().all(u8::is_ascii_alphanumeric)
        && has_both_cases(bytes)
        && changes(bytes) * 5 >= bytes.len() * 2;
    is_drawn(part) || hex || letters
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

/// Words for what a person types, not a program.
pub(super) fn is_password_word(word: &str) -> bool {
    const KEYS: &[&str] = &["key", "token", "secret", "credential"];
    let lower = word.to_ascii_lowercase();
    !KEYS.iter().any(|key| lower.ends_with(key))
        && !["密钥", "密鑰", "令牌", "秘钥", "暗号"].contains(&word)
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
        "a",
        "an",
        "to",
    ];
    let lower = text.to_ascii_lowercase();
    lower.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| WORDS.contains(&word))
}

/// `token` and `密钥` stand in many texts about tokens; only what looks drawn by lot is one.
pub(super) fn is_weak(word: &str, value: &str) -> bool {
    let vague = matches!(
        word.to_ascii_lowercase().as_str(),
        "token" | "secret" | "credential" | "令牌" | "暗号" | "암호" | "senha"
    );
    let call =
        value.contains('(') || value.starts_with("self.") || value.starts_with("process.env");
    call || (vague && !(value.len() >= 8 && is_mixed(value)))
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
    let first = text.chars().next().unwrap_or(' ');
    let lower = text.get(..text.len().min(16)).unwrap_or_default().to_ascii_lowercase();
    let variable =
        matches!(first, '$' | '<' | '{' | '[' | '%' | '(' | '*' | '&' | '@' | '/' | '#' | '\\');
    variable
        || STARTS.iter().any(|start| lower.starts_with(start))
        || text.starts_with("-----BEGIN")
        || text.starts_with("os.environ")
        || text.bytes().all(|b| matches!(b, b'*' | b'.' | b'x' | b'X' | b'-' | b'_' | b'='))
        || WORDS.contains(&text.to_ascii_lowercase().as_str())
        || text.contains("://")
}
