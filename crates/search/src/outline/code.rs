//! An outline as bytes: numbers of seven bits a byte, places by their distance from the place before, since
//! a large part of the catalogue is outlines.

use super::{Kind, Outline, Place};

/// Bytes that are no outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a page's outline makes no sense")]
pub(crate) struct OutlineProblem;

/// The bit beside a place's kind that says it has a turn's id.
const HAS_TURN: u64 = 4;

impl Outline {
    /// The outline as bytes, which [`Self::from_bytes`] reads.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(&mut bytes, self.tokens as u64);
        put(&mut bytes, self.headings.len() as u64);
        for heading in &self.headings {
            put_text(&mut bytes, heading);
        }
        put(&mut bytes, self.places.len() as u64);
        let mut before = Place(0, 0, 0, 0, 0, None);
        for place in &self.places {
            let turn = if place.5.is_some() { HAS_TURN } else { 0 };
            put(&mut bytes, u64::from(place.3) | turn);
            put_distance(&mut bytes, before.1, place.0);
            put_distance(&mut bytes, place.0, place.1);
            put_distance(&mut bytes, before.2, place.2);
            put_distance(&mut bytes, before.4, place.4);
            if let Some(turn) = &place.5 {
                put_text(&mut bytes, turn);
            }
            before = Place(place.0, place.1, place.2, place.3, place.4, None);
        }
        bytes
    }

    /// Reads what [`Self::to_bytes`] wrote.
    ///
    /// # Errors
    /// Bytes that it cannot have written.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, OutlineProblem> {
        let mut reader = Reader(bytes);
        let outline = reader.outline().ok_or(OutlineProblem)?;
        if reader.0.is_empty() { Ok(outline) } else { Err(OutlineProblem) }
    }
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A distance forward is twice itself, one back twice itself less one.
fn put_distance(bytes: &mut Vec<u8>, from: usize, to: usize) {
    let back = to < from;
    put(bytes, 2 * from.abs_diff(to) as u64 - u64::from(back));
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn outline(&mut self) -> Option<Outline> {
        let tokens = self.size()?;
        // Each heading and place takes a byte at least, so that a number cannot ask for more than is there.
        let headings = self.count()?;
        let headings = (0..headings).map(|_| self.text()).collect::<Option<Vec<_>>>()?;
        let count = self.count()?;
        let mut places = Vec::with_capacity(count);
        let (mut end, mut line, mut section) = (0, 0, 0);
        for _ in 0..count {
            let marks = self.number()?;
            let kind = u8::try_from(marks & !HAS_TURN).ok()?;
            if usize::from(kind) >= Kind::ALL.len() {
                return None;
            }
            let start = self.distance(end)?;
            end = self.distance(start)?;
            line = self.distance(line)?;
            section = self.distance(section)?;
            let turn = if marks & HAS_TURN > 0 { Some(self.text()?) } else { None };
            places.push(Place(start, end, line, kind, section, turn));
        }
        Some(Outline { headings, places, tokens })
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for at in 0..10 {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f).checked_shl(7 * at)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// A number of things that follow.
    fn count(&mut self) -> Option<usize> {
        self.size().filter(|count| *count <= self.0.len())
    }

    fn distance(&mut self, from: usize) -> Option<usize> {
        let number = self.size()?;
        match number % 2 {
            0 => from.checked_add(number / 2),
            _ => from.checked_sub(number / 2 + 1),
        }
    }

    fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn places() -> impl Strategy<Value = Vec<Place>> {
        let number = || prop_oneof![0..300_usize, 0..usize::MAX / 4];
        let place = (number(), number(), number(), 0..4_u8, number(), any::<Option<String>>())
            .prop_map(|(start, end, line, kind, section, turn)| {
                Place(start, end, line, kind, section, turn)
            });
        proptest::collection::vec(place, 0..20)
    }

    proptest! {
        #[test]
        fn an_outline_is_read_as_it_was_written(
            headings in proptest::collection::vec(any::<String>(), 0..5),
            places in places(),
            tokens in 0..1_000_000_usize,
        ) {
            let outline = Outline { headings, places, tokens };
            let bytes = outline.to_bytes();
            prop_assert_eq!(Outline::from_bytes(&bytes), Ok(outline));
            let cut = &bytes[..bytes.len() - 1];
            prop_assert_eq!(Outline::from_bytes(cut), Err(OutlineProblem));
        }

        #[test]
        fn bytes_that_are_no_outline_are_refused_or_read_and_never_fatal(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
        ) {
            if let Ok(outline) = Outline::from_bytes(&bytes) {
                prop_assert_eq!(Outline::from_bytes(&outline.to_bytes()), Ok(outline));
            }
        }
    }
}
