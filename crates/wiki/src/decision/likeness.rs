//! Whether two texts are one text, more or less: told by a few bits that hold no word of either.
//!
//! One bit of each of 128 minima of hashed words (b-bit minwise hashing: Li and König 2010). Two texts agree
//! in half of the bits by chance, and in more of them the more of their words they share. 128 bits tell that
//! two texts are alike; they are too few to tell what a text said.

use std::collections::HashSet;
use std::fmt;

use crate::canon::fold;

/// Minima, one bit of each.
const BITS: usize = 128;
/// Equal bits that are expected of two texts that share half of all their words.
const LIKE_BITS: u32 = 96;

/// What is kept of a text's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness(u128);

impl Likeness {
    /// Of a text's words, whatever stands between them.
    pub fn of(text: &str) -> Self {
        let words: HashSet<u64> = words(&fold(text)).collect();
        let mut minima = [u64::MAX; BITS];
        for word in words {
            let mut hash = word;
            for least in &mut minima {
                hash = next(hash);
                *least = mixed(hash).min(*least);
            }
        }
        Self(minima.iter().fold(0, |bits, least| bits << 1 | u128::from(least & 1)))
    }

    /// Whether two texts share at least about half of their words.
    pub fn is_like(self, other: Self) -> bool {
        (self.0 ^ other.0).count_zeros() >= LIKE_BITS
    }

    /// Reads what is shown.
    pub fn read(shown: &str) -> Option<Self> {
        u128::from_str_radix(shown, 16).ok().map(Self)
    }
}

impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The hashed words: runs of letters and digits; of a script without spaces, each two neighbours.
fn words(text: &str) -> impl Iterator<Item = u64> {
    let runs = text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
    runs.flat_map(|run| {
        let wide = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}');
        let mut words: Vec<u64> =
            run.split(wide).filter(|word| !word.is_empty()).map(hash).collect();
        let letters: Vec<char> = run.chars().filter(|c| wide(*c)).collect();
        words.extend(letters.windows(2.min(letters.len().max(1))).map(|pair| {
            hash(&pair.iter().collect::<String>())
        }));
        words
    })
}

/// FNV-1a: the same on every machine and in every version.
fn hash(word: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    word.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The next state of a word's own sequence, and what it gives (splitmix64: Steele, Lea and Flood 2014).
fn next(state: u64) -> u64 {
    state.wrapping_add(0x9e37_79b9_7f4a_7c15)
}

fn mixed(state: u64) -> u64 {
    let state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

#[cfg(test)]
mod tests {
    use super::Likeness;

    fn like(one: &str, other: &str) -> bool {
        Likeness::of(one).is_like(Likeness::of(other))
    }

    #[test]
    fn a_text_is_like_itself_with_a_change_and_not_like_another() {
        let plan = "# Plan\n\nThe plan is to sell the boat to Grace in May, before the lease of the mooring ends.\n";
        for changed in [
            plan.replace('\n', "\r\n"),
            plan.replace("May", "June"),
            format!("{plan}\nShe pays in two parts.\n"),
            plan.to_uppercase(),
        ] {
            assert!(like(plan, &changed), "{changed}");
        }
        for other in
            ["# Plan\n\nWalrus herds move north when the ice of the bay breaks up.\n", "# Plan", ""]
        {
            assert!(!like(plan, other), "{other}");
        }
        assert!(like("# Other\nother owl", "# Other\nsnowy owl\n"));
        assert!(!like("# Plan old", "# Zebra\n\nwalrus other\n"));
        assert!(like("乙的笔记：春天种番茄，夏天收", "乙的笔记：春天种番茄，秋天收"));
        assert!(!like("乙的笔记：春天种番茄", "会议记录：预算二十万"));
        assert!(like("", " \n"));
    }

    #[test]
    fn what_is_shown_is_read() {
        let likeness = Likeness::of("a few words");
        assert_eq!(Likeness::read(&likeness.to_string()), Some(likeness));
        assert_eq!(Likeness::read("no hash"), None);
    }
}
