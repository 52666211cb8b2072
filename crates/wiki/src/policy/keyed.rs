//! Values of a line whose whole key says that they are secret, as `- wifi password: blue fish`: words that would be a
//! sentence anywhere else. What plainly says where the secret is, or how it is made, stays.

use std::ops::Range;

use super::likeness::{is_call, is_mixed, is_placeholder, is_plain, is_reference};
use super::scan::Scan;
use super::sign::{Sign, sign_after};
use super::spoken::{ends, is_said, run_of_han, said_with_figures};
use super::value::{Told, ends_line, is_han};
use super::words::Nature;

/// Bytes of such a value, at most, and its words.
const BYTES: usize = 64;
const WORDS: usize = 8;
/// Words that a key may have before the one that says what it is.
const KEY_WORDS: usize = 3;
/// Words of a key that make it the name of a deed or a kind, and not of one secret.
const DEEDS: &str = "about add ask bad change changed changing check choose confirm create default enter expired find \
    forget forgot forgotten get good hash hashed hide how invalid lost no old set show store strong update \
    reset resetting rotate rotating send share temporary the this type weak what where which why wrong without no \
    encrypted good safe secure";
/// What a value begins with that says where a secret is, what to do for it or how it is.
const BEGINS: &str = "above ask asked at behind below beside between by call changed check contact contains \
    default deleted different disabled empty expired expires find forgotten from get held hidden if in inside \
    it kept known like knows lives look lost managed min minimum missing must n/a near need needs never no none not nothing now on only \
    optional pending please printed private protected random removed remains required reset rotate rotated rotates saved secret see \
    sent set shared should some somewhere stays stored strong taped tba tbc tbd the there to too two under unchanged \
    unknown unset use via was weak what when where who with without written";
/// What a value holds that describes a secret, wherever it stands.
const HOLDS: &str = "1password app are ask be been birthday bitwarden can changed character characters chars days \
    different digits does every expires file for has hint how is keepass keychain keyring kept lastpass least length \
    letters knows manager minimum months must not on only per policy printed protected required reset rotation rules safe \
    same see should someone stored that their they unchanged until usual vault was weeks when which will written you \
    your envelope drawer notebook sticker page uses than or never";
/// The one word that stands for a secret of a program and is none.
const STANDS: &str = "aes ask dsa ecdsa encrypted env environment file header keychain local compromised expired leaked managed generated gpg kms offline openai pgp query raw rsa revoked rotated public private \
    shared standard vault yes no none set unset symmetric";

impl Scan<'_> {
    /// The value of a line whose key, as a whole, says that it is secret.
    pub(super) fn keyed(&self, told: Told) -> Option<Range<usize>> {
        // Several have a sign of the plural.
        let one = !self.text[told.after()..].starts_with(['s', 'S', 'e', 'E']);
        if !one || !self.is_whole_key(told.at) {
            return None;
        }
        let sign = sign_after(self.text, told.after()).filter(|it| it.kind == Sign::Colon)?;
        let line = self.line(sign.value);
        let end = match told.word.nature {
            Nature::Password | Nature::Phrase => words(line).or_else(|| of_han(line)),
            Nature::Pass if self.text[told.at..told.after()].eq_ignore_ascii_case("pw") => {
                words(line)
            }
            Nature::Key => one_word(line),
            Nature::Token if self.text[told.at..told.after()].eq_ignore_ascii_case("token") => {
                labelled_token(line)
            }
            _ => None,
        }?;
        Some(sign.value..sign.value + end)
    }

    /// Whether nothing stands before a word in its line but what else its key says, and that is no deed.
    fn is_whole_key(&self, at: usize) -> bool {
        let before = self.line_before(at);
        let key = before.trim_start_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, ' ' | '\t' | '-' | '*' | '+' | '>' | '.' | '"' | '_')
        });
        if key.contains(is_han) {
            return self.is_owned(at) && !self.is_task(at);
        }
        let words: Vec<&str> = key.split([' ', '_']).filter(|it| !it.is_empty()).collect();
        let plain = |word: &&str| {
            let named = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-'".contains(&b));
            named && !is_in(DEEDS, word)
        };
        words.len() <= KEY_WORDS && words.iter().all(plain)
    }
}

/// The bytes of several words that are a password.
fn words(line: &str) -> Option<usize> {
    // What stands behind them is said of them.
    let text = line.split([',', ';', '(', '，', '；', '（', '。']).next().unwrap_or_default();
    let text = text.trim_end().trim_end_matches(['.', '"', '\'', '*']);
    let words: Vec<&str> = text.split([' ', '\t']).filter(|it| !it.is_empty()).collect();
    let fits = (2..=WORDS).contains(&words.len())
        && text.len() <= BYTES
        && words.iter().all(|it| {
            it.bytes().all(|b| b.is_ascii_alphanumeric() || b"-'!?&@#$%.+_".contains(&b))
        })
        && text.bytes().any(|b| b.is_ascii_alphabetic())
        && !words.iter().any(|it| is_placeholder(it) || is_in(HOLDS, it.trim_end_matches('.')))
        && !is_in(BEGINS, words[0]);
    fits.then_some(text.len())
}

/// The bytes of a password of Han, also with figures behind it.
fn of_han(line: &str) -> Option<usize> {
    let first = run_of_han(line);
    if is_said(first) && ends(&line[first.len()..]) {
        return Some(first.len());
    }
    said_with_figures(line, true)
}

/// The bytes of the one word that is a program's secret. A name is that of a service.
fn one_word(line: &str) -> Option<usize> {
    let word = first_word(line)?;
    let small = !word.bytes().any(|b| b.is_ascii_uppercase());
    let fits = word.len() > 2
        && is_plain(word)
        && (small || is_mixed(word))
        && !word.bytes().all(|b| b.is_ascii_digit())
        && !is_reference(word)
        && !is_in(STANDS, word)
        && !is_in(BEGINS, word);
    fits.then_some(word.len())
}

/// The bytes of a token that says for what it was issued.
fn labelled_token(line: &str) -> Option<usize> {
    const BYTES: usize = 12;
    let word = first_word(line)?;
    let issued = ["tok_", "sk_", "pat_", "key_"].iter().any(|it| word.starts_with(it))
        || ["_live_", "_test_", "_prod_"].iter().any(|it| word.contains(it));
    (issued && word.len() >= BYTES && is_plain(word) && !is_reference(word)).then_some(word.len())
}

/// The word that is the whole rest of a line.
fn first_word(line: &str) -> Option<&str> {
    let length = line.find(|c: char| !c.is_ascii_graphic()).unwrap_or(line.len());
    let word = line[..length].trim_end_matches(super::value::CLOSING);
    let fits = !word.is_empty()
        && word.len() <= BYTES
        && ends_line(&line[word.len()..])
        && !is_placeholder(word)
        && !is_call(word);
    fits.then_some(word)
}

fn is_in(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case(word))
}
