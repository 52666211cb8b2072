//! Numbers that are known by their check digit wherever they stand: cards in groups, bank accounts (IBAN), Chinese
//! identity cards. A row for each kind. A number without a check digit is a secret only behind its word.

use super::kinds::ends_word;
use super::likeness::is_card;

/// A kind of number.
struct Kind {
    name: &'static str,
    /// Where one can begin.
    pattern: &'static str,
    /// The bytes of the number at the start of a text, if its check digit is right.
    length: fn(&str) -> Option<usize>,
    /// The signs that make it the end of a longer number, if a digit stands before them.
    joiners: &'static str,
}

/// What a card's number is called.
pub(super) const CARD: &str = "card number";

const KINDS: &[Kind] = &[
    Kind { name: CARD, pattern: r"[2-6][0-9]{3}[ -][0-9]{4}", length: card, joiners: " -." },
    Kind {
        name: "identity number",
        pattern: r"[1-9][0-9]{16}[0-9Xx]",
        length: identity,
        joiners: "-.",
    },
    Kind {
        name: "account number",
        pattern: r"[A-Z]{2}[0-9]{2} ?[A-Z0-9]{4}",
        length: iban,
        joiners: "-.",
    },
];

/// Letters and digits of an account's number in each country that has them (ISO 13616, SWIFT's registry).
const IBANS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 \
    EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 \
    KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 \
    QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20";

/// The patterns of where one can begin.
pub(super) fn patterns() -> impl Iterator<Item = String> {
    KINDS.iter().map(|kind| kind.pattern.to_owned())
}

/// The number at the start of `rest`: what it is and its bytes. `before` is what stands in front of it.
pub(super) fn number_at(before: &str, rest: &str) -> Option<(&'static str, usize)> {
    if ends_word(before) || before.ends_with('_') {
        return None;
    }
    let mut back = before.chars().rev();
    let last = back.next();
    let digit = back.next().is_some_and(|c| c.is_ascii_digit());
    KINDS.iter().find_map(|kind| {
        if digit && last.is_some_and(|c| kind.joiners.contains(c)) {
            return None;
        }
        let length = (kind.length)(rest)?;
        let after = rest[length..].chars().next();
        let whole = !after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        whole.then_some((kind.name, length))
    })
}

/// A card's number in groups, as it is printed: by its makers' first digits and Luhn's check digit.
fn card(text: &str) -> Option<usize> {
    const GROUPS: [&[usize]; 3] = [&[4, 4, 4, 4], &[4, 6, 5], &[4, 4, 4, 4, 3]];
    let joiner = *text.as_bytes().get(4)?;
    let (mut groups, mut at) = (Vec::new(), 0);
    loop {
        let digits = text.as_bytes()[at..].iter().take(7).take_while(|b| b.is_ascii_digit());
        let count = digits.count();
        groups.push(count);
        at += count;
        let next = text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
        if count == 0 || groups.len() > 5 || text.as_bytes().get(at) != Some(&joiner) || !next {
            break;
        }
        at += 1;
    }
    let number = &text[..at];
    let maker = matches!(
        number.as_bytes(),
        [b'4', ..]
            | [b'3', b'4' | b'7', ..]
            | [b'5', b'1'..=b'5', ..]
            | [b'2', b'2'..=b'7', ..]
            | [b'6', b'0' | b'2' | b'4' | b'5', ..]
    );
    (GROUPS.contains(&groups.as_slice()) && maker && is_card(number)).then_some(at)
}

/// The number of a Chinese identity card: region, day of birth and check digit (GB 11643-1999).
fn identity(text: &str) -> Option<usize> {
    const LENGTH: usize = 18;
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const CHECKS: &[u8; 11] = b"10X98765432";
    let number = text.as_bytes().get(..LENGTH)?;
    let digits = &number[..WEIGHTS.len()];
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let figure = |from: usize, to: usize| text[from..to].parse::<u32>().unwrap_or(0);
    let (region, year, month, day) = (figure(0, 2), figure(6, 10), figure(10, 12), figure(12, 14));
    let is_region =
        matches!(region, 11..=15 | 21..=23 | 31..=37 | 41..=46 | 50..=54 | 61..=65 | 71 | 81..=83);
    let is_day =
        (1900..2050).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(b, weight)| u32::from(b - b'0') * weight).sum();
    let check = CHECKS[(sum % 11) as usize];
    (is_region && is_day && number[17].to_ascii_uppercase() == check).then_some(LENGTH)
}

/// The number of a bank account, with its check digits (ISO 13616: the remainder by 97 is 1), with or without
/// blanks between its groups.
fn iban(text: &str) -> Option<usize> {
    let country = text.get(..2)?;
    let row = IBANS.split(' ').find(|row| row.starts_with(country))?;
    let wanted: usize = row[2..].parse().ok()?;
    let mut signs = Vec::with_capacity(wanted);
    let mut at = 0;
    while signs.len() < wanted {
        let byte = *text.as_bytes().get(at)?;
        if byte.is_ascii_uppercase() || byte.is_ascii_digit() {
            signs.push(byte);
        } else if byte != b' ' || signs.len() % 4 != 0 || text.as_bytes()[at - 1] == b' ' {
            return None;
        }
        at += 1;
    }
    signs.rotate_left(4);
    let value = |byte: &u8| match byte {
        b'0'..=b'9' => (u32::from(byte - b'0'), 10),
        _ => (u32::from(byte - b'A') + 10, 100),
    };
    let rest = signs.iter().map(value).fold(0, |rest, (value, by)| (rest * by + value) % 97);
    (rest == 1).then_some(at)
}
