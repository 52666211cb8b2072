//! What a value is called where it is no secret: the number of an order, the code of a place, the hash of a
//! commit, a link that anybody may follow. Looks at the line around a place that others found.

use std::ops::Range;

use super::scan::Scan;
use super::sign::{Assignment, Sign};

/// Bytes of a link that are looked at on either side of a place.
const LINK_BYTES: usize = 1024;
/// Words before a number that say whose it is.
const LABEL_WORDS: usize = 4;
/// How the ids of a shared document begin, which its links call tokens.
const DOCUMENTS: &[&str] = &[
    "doccn", "doxcn", "docx", "shtcn", "sheet", "bascn", "wikcn", "fldcn", "boxcn", "bmncn",
    "mnncn", "sldcn", "tblcn", "docus", "doxus", "shtus", "basus", "wikus", "fldus", "boxus",
];

impl Scan<'_> {
    /// Whether the number at a place, which has a card's check digit by chance, is that of an order or a
    /// thing: its label says so, and none says that it is a card's.
    pub(super) fn is_of_a_thing(&self, at: usize) -> bool {
        const THINGS: &[&str] = &[
            "order",
            "orders",
            "serial",
            "invoice",
            "tracking",
            "parcel",
            "shipment",
            "ticket",
            "booking",
            "reservation",
            "imei",
            "licence",
            "license",
            "s/n",
            "sn",
            "confirmation",
        ];
        const FILLERS: &[&str] = &["no", "number", "nr", "num", "id", "is", "was", "code"];
        const HAN: &[&str] =
            &["订单", "訂單", "序列号", "序列號", "单号", "單號", "发票号", "發票號", "编号"];
        const CARDS: &[&str] = &["card", "visa", "mastercard", "amex", "卡"];
        let line = self.line_before(at).to_lowercase();
        let apart = |c: char| !(c.is_alphanumeric() || c == '/');
        let words: Vec<&str> = line.split(apart).filter(|it| !it.is_empty()).collect();
        let near = &words[words.len().saturating_sub(LABEL_WORDS)..];
        let label = near.iter().rev().find(|it| !FILLERS.contains(it));
        let of_a_thing =
            |label: &&str| THINGS.contains(label) || HAN.iter().any(|it| label.contains(it));
        let of_a_card = near.iter().any(|word| CARDS.iter().any(|it| word.contains(it)));
        label.is_some_and(of_a_thing) && !of_a_card
    }

    /// Whether six digits behind `pin code` are the code of a place in an address, or four or more are said
    /// to be those of a place.
    pub(super) fn is_of_a_place(
        &self,
        word: Range<usize>,
        sign: &Assignment,
        code: Range<usize>,
    ) -> bool {
        let is_said = matches!(sign.kind, Sign::Colon | Sign::Blank);
        if is_said && code.len() == 6 && names_town(self.line(code.end)) {
            return true;
        }
        if !self.text[word.clone()].to_ascii_lowercase().ends_with("code") {
            return false;
        }
        let capital = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
        let between = &self.text[word.end..sign.value];
        let named = ["of ", "in "].into_iter().find_map(|it| between.trim_start().strip_prefix(it));
        // "the pin code of Ann's card" is hers.
        let of_a_thing = |it: &str| {
            const THINGS: &[&str] = &["card", "visa", "amex", "bank", "sim", "phone", "'", "’"];
            let lower = it.to_ascii_lowercase();
            THINGS.iter().any(|thing| lower.contains(thing))
        };
        if named.is_some_and(|it| capital(it) && !of_a_thing(it)) {
            return true;
        }
        let before = self.line_before(word.start).trim_end().trim_end_matches(['*', '_', '-']);
        let addressed = before
            .trim_end()
            .strip_suffix(',')
            .is_some_and(|it| it.rsplit([' ', ',', ':']).next().is_some_and(capital));
        let rest = self.line(code.end).trim_start_matches(['*', '_', ')']);
        let goes_on =
            rest.strip_prefix([',', '-', '–', '/']).is_some_and(|it| capital(it.trim_start()));
        code.len() == 6 && (addressed || goes_on)
    }

    /// Whether hexadecimal digits are the hash of a commit, as the words of their line say.
    pub(super) fn is_of_a_commit(&self, value: &Range<usize>) -> bool {
        const WORDS: &[&str] =
            &["commit", "commits", "committed", "sha", "sha1", "revision", "hash", "git", "head"];
        let text = &self.text[value.clone()];
        let hash = text.len() == 40 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let told = |text: &str| {
            let lower = text.to_lowercase();
            lower.contains("提交")
                || lower.contains("哈希")
                || lower.split(|c: char| !c.is_ascii_alphanumeric()).any(|it| WORDS.contains(&it))
        };
        hash && (told(self.line_before(value.start)) || told(self.line(value.end)))
    }

    /// Whether a value in a link is the code by which its host lets in whoever has the link: without it the link
    /// leads nowhere. `at` is the place of the parameter's name.
    pub(super) fn is_shared(&self, at: usize, value: &str) -> bool {
        const DRIVES: [&str; 2] = ["pan.baidu.com", "yun.baidu.com"];
        const MEETINGS: [&str; 2] = ["zoom.us", "zoom.com.cn"];
        let from = self.text.floor_char_boundary(at.saturating_sub(LINK_BYTES));
        let before = &self.text[from..at];
        let name = self.text[at..].strip_prefix("pwd=").is_some() && before.ends_with(['?', '&']);
        let Some((_, link)) = before.rsplit_once("://").filter(|_| name) else { return false };
        let (host, path) = link.split_once('/').unwrap_or((link, ""));
        let is_one =
            |path: &str| !path.contains(|c: char| c.is_whitespace() || "<>\"'`".contains(c));
        let of = |known: &str| {
            host.strip_suffix(known).is_some_and(|it| it.is_empty() || it.ends_with('.'))
        };
        let code = (4..=6).contains(&value.len()) && DRIVES.iter().any(|it| of(it));
        is_one(path) && (code || MEETINGS.iter().any(|it| of(it)))
    }

    /// Whether a link's `token=` or `signature=` opens nothing: it is the id of a document, or of a signed link
    /// that only leads on to an address which stands in it.
    pub(super) fn is_of_a_link(&self, at: usize, value: &str) -> bool {
        let id = |start: &&str| {
            value.strip_prefix(*start).is_some_and(|it| (12..=27).contains(&it.len()))
        };
        let plain = value.bytes().all(|b| b.is_ascii_alphanumeric());
        if plain && DOCUMENTS.iter().any(id) {
            return true;
        }
        let ends = |c: char| c.is_whitespace() || "<>\"'`()[]".contains(c);
        let from = self.text.floor_char_boundary(at.saturating_sub(LINK_BYTES));
        let before = &self.text[from..at];
        let before = &before[before.rfind(ends).map_or(0, |end| after(before, end))..];
        let until = self.text.floor_char_boundary(at + LINK_BYTES);
        let rest = &self.text[at..until];
        let rest = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let Some((_, query)) = before.split_once('?') else { return false };
        let parameters = || query.split('&').chain(rest.split('&'));
        let named =
            |name: &str| parameters().find_map(|it| it.strip_prefix(name)?.strip_prefix('='));
        let leads = ["url", "target", "to", "link"].into_iter().filter_map(named);
        let mut leads = leads.map(str::to_ascii_lowercase);
        let signed = named("signature").is_some_and(|it| !it.is_empty());
        before.starts_with("http")
            && signed
            && leads.any(|it| it.starts_with("https%3a%2f%2f") || it.starts_with("http%3a%2f%2f"))
    }
}

/// Whether nothing but the name of a town follows a number in its line.
fn names_town(rest: &str) -> bool {
    const WORDS_MAX: usize = 3;
    const OTHER: &[&str] = &[
        "for", "the", "my", "his", "her", "our", "is", "to", "on", "at", "in", "use", "please",
        "thanks", "do", "not", "keep", "card", "bank", "phone", "sim", "door", "home", "gate",
        "alarm", "safe", "visa", "amex", "and", "or", "ok", "don", "never", "secret",
    ];
    let Some(name) = rest.strip_prefix(' ') else { return false };
    let name = name.trim().trim_end_matches('.');
    let part = |word: &str| {
        word.starts_with(|c: char| c.is_uppercase())
            && word.chars().skip(1).all(char::is_lowercase)
            && word.chars().count() > 2
            && !OTHER.contains(&word.to_lowercase().as_str())
    };
    let words = name.split(' ').count();
    words <= WORDS_MAX && name.split(' ').all(part)
}

/// The place behind the sign that stands at `at`.
fn after(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}
