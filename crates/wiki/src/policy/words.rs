//! The words that announce a secret, in the languages people write them in: a row for what sort of value
//! follows, and nothing else has to know of a word. Judges no value.

use std::sync::LazyLock;

/// What stands behind a word, which is how strictly it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// What a person types: almost anything.
    Password,
    /// The same behind a word that has other meanings.
    Pass,
    /// The same, also as several words.
    Phrase,
    /// What a program has.
    Key,
    /// The same behind a word that stands in many texts about such things.
    Token,
    /// A signature in a link.
    Signature,
    /// Almost anything; only what a provider issued is a secret.
    Vague,
    /// A part of a token's name; it announces nothing by itself.
    Inner,
    /// Words by lot.
    Seed,
    /// A few digits.
    Pin,
    /// Codes that are typed once.
    Code,
    /// The number of a card.
    Card,
    /// The number that a state gives a person.
    Social,
    /// A name that a password stands beside.
    Login,
    /// What only its owner is to know.
    Answer,
    /// What a browser sends.
    Cookie,
    /// The credentials of a scheme.
    Scheme,
}

use Nature::{
    Answer, Card, Code, Cookie, Inner, Key, Login, Pass, Password, Phrase, Pin, Scheme, Seed,
    Signature, Social, Token, Vague,
};

/// The words by nature, in small letters; a blank stands for a blank, `-`, `_` or nothing.
const WORDS: &[(Nature, &[&str])] = &[
    (
        Password,
        &[
            "password",
            "passwd",
            "pwd",
            "passcode",
            "passwort",
            "kennwort",
            "wachtwoord",
            "hasło",
            "contraseña",
            "contrasenya",
            "mot de passe",
            "пароль",
            "密码",
            "密碼",
            "口令",
            "授权码",
            "授權碼",
            "パスワード",
            "비밀번호",
            "wpa key",
            "wpa2 key",
            "wpa3 key",
            "wifi key",
            "wi fi key",
        ],
    ),
    (Pass, &["pass", "pw", "senha", "암호"]),
    (Phrase, &["passphrase", "pass phrase"]),
    (
        Key,
        &[
            "api key",
            "access key",
            "private key",
            "account key",
            "secret key",
            "signing key",
            "encryption key",
            "master key",
            "shared key",
            "storage key",
            "client secret",
            "app secret",
            "consumer secret",
            "webhook secret",
            "密钥",
            "密鑰",
            "秘钥",
            "秘鑰",
            "私钥",
            "私鑰",
        ],
    ),
    (Token, &["token", "secret", "credential", "令牌", "暗号", "暗號", "凭证", "憑證"]),
    (Signature, &["sig", "signature"]),
    (Vague, &["key", "auth"]),
    (Inner, &["live_", "_sk_", "_sk-", "-sk-", "-sk_", "_pat_", "_pat-", "-pat-", "-pat_"]),
    (
        Seed,
        &[
            "seed phrase",
            "seed words",
            "recovery phrase",
            "mnemonic",
            "mnemonic phrase",
            "助记词",
            "助記詞",
        ],
    ),
    (Pin, &["pin", "pin code", "pin number"]),
    (
        Code,
        &[
            "verification code",
            "recovery code",
            "backup code",
            "security code",
            "access code",
            "login code",
            "one time code",
            "2fa code",
            "mfa code",
            "otp",
            "otp code",
            "cvv",
            "cvc",
            "door code",
            "alarm code",
            "gate code",
            "garage code",
            "entry code",
            "entrance code",
            "keypad code",
            "lock code",
            "lockbox code",
            "safe code",
            "unlock code",
            "safe combination",
            "lock combination",
            "locker combination",
            "验证码",
            "驗證碼",
            "动态码",
            "恢复码",
            "备用码",
            "安全码",
            "激活码",
            "门禁码",
            "开锁码",
            "解锁码",
            "解鎖碼",
        ],
    ),
    (Card, &["card", "visa", "mastercard", "amex", "卡号", "卡號", "银行卡", "信用卡", "储蓄卡"]),
    (Social, &["ssn", "social security number"]),
    (
        Login,
        &[
            "login",
            "logon",
            "user",
            "username",
            "user name",
            "admin",
            "administrator",
            "root",
            "account",
            "wifi",
            "wi fi",
            "wlan",
            "ssid",
            "hotspot",
            "账号",
            "帐号",
            "賬號",
            "帳號",
            "账户",
            "帐户",
            "用户名",
            "登录",
            "无线",
            "热点",
        ],
    ),
    (Answer, &["security answer", "secret answer", "密保答案", "安全问题答案"]),
    (Cookie, &["cookie"]),
    (Scheme, &["bearer", "basic", "ssws"]),
];

/// A word that was found at a place.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) nature: Nature,
    /// Its bytes.
    pub(super) length: usize,
}

/// Which letters a word is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// ASCII alone.
    Ascii,
    /// Letters without case, such as Han.
    Caseless,
    /// Others.
    Other,
}

impl Script {
    fn of(form: &str) -> Self {
        let cased = |c: char| c.is_lowercase() || c.is_uppercase();
        match (form.is_ascii(), form.contains(cased)) {
            (true, _) => Self::Ascii,
            (false, false) => Self::Caseless,
            (false, true) => Self::Other,
        }
    }
}

/// The patterns of where a word of these letters can begin.
pub(super) fn patterns(script: Script) -> impl Iterator<Item = String> {
    let forms = WORDS.iter().flat_map(|(_, forms)| *forms);
    forms.filter(move |form| Script::of(form) == script).map(move |form| {
        // Unicode has further letters that fold to ASCII ones.
        let flags = match script {
            Script::Ascii => "i-u",
            Script::Caseless => "u",
            Script::Other => "i",
        };
        format!("(?{flags}:{})", regex::escape(form).replace(' ', "[ _-]?"))
    })
}

/// The longest word at the start of a text, which stands behind `before`. A word that has other meanings is
/// one only by itself or as the end of a name: `DB_PASS`, `userPw`, and no `compass`.
pub(super) fn word_at(before: &str, rest: &str) -> Option<Word> {
    static BY_LETTER: LazyLock<Vec<(char, Nature, &'static str)>> = LazyLock::new(|| {
        let rows = WORDS.iter().flat_map(|(nature, forms)| {
            let first = |form: &'static str| form.chars().next().unwrap_or(' ');
            forms.iter().map(move |form| (first(form), *nature, *form))
        });
        rows.collect()
    });
    let first = lower(rest.chars().next()?);
    let rows = BY_LETTER.iter().filter(|(letter, _, _)| *letter == first);
    let words = rows.filter_map(|(_, nature, form)| {
        let length = length_of(form, rest)?;
        (is_whole(*nature, before, rest)).then_some(Word { nature: *nature, length })
    });
    words.max_by_key(|word| word.length)
}

/// The bytes of a form at the start of a text.
fn length_of(form: &str, rest: &str) -> Option<usize> {
    let mut letters = rest.chars();
    for expected in form.chars() {
        if expected == ' ' {
            if letters.clone().next().is_some_and(|c| matches!(c, ' ' | '-' | '_')) {
                letters.next();
            }
        } else if letters.next().map(lower) != Some(expected) {
            return None;
        }
    }
    Some(rest.len() - letters.as_str().len())
}

fn is_whole(nature: Nature, before: &str, rest: &str) -> bool {
    let last = before.bytes().next_back().unwrap_or(b' ');
    let first = rest.bytes().next().unwrap_or(b' ');
    match nature {
        Pass | Pin | Code | Card | Social | Login | Answer | Cookie | Signature | Seed | Scheme => {
            let hump = last.is_ascii_lowercase() && first.is_ascii_uppercase();
            !first.is_ascii() || hump || !last.is_ascii_alphanumeric()
        }
        Password | Phrase | Key | Token | Vague | Inner => true,
    }
}

fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(c)
}
