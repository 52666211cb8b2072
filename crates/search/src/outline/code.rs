//! An outline as bytes: numbers of seven bits a byte, places by their distance from the place before, since
//! a large part of the catalogue is outlines.

use super::{Kind, Outline, Place};
use crate::bytes::{Reader, put, put_distance, put_text};

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
        let outline = outline(&mut reader).ok_or(OutlineProblem)?;
        if reader.is_empty() { Ok(outline) } else { Err(OutlineProblem) }
    }
}

fn outline(reader: &mut Reader<'_>) -> Option<Outline> {
    let tokens = reader.size()?;
    // Each heading and place takes a byte at least, so that a number cannot ask for more than is there.
    let headings = reader.count()?;
    let headings =
        (0..headings).map(|_| reader.text().map(str::to_owned)).collect::<Option<Vec<_>>>()?;
    let count = reader.count()?;
    let mut places = Vec::with_capacity(count);
    let (mut end, mut line, mut section) = (0, 0, 0);
    for _ in 0..count {
        let marks = reader.number()?;
        let kind = u8::try_from(marks & !HAS_TURN).ok()?;
        if usize::from(kind) >= Kind::ALL.len() {
            return None;
        }
        let start = reader.distance(end)?;
        end = reader.distance(start)?;
        line = reader.distance(line)?;
        section = reader.distance(section)?;
        let turn = if marks & HAS_TURN > 0 { Some(reader.text()?.to_owned()) } else { None };
        places.push(Place(start, end, line, kind, section, turn));
    }
    Some(Outline { headings, places, tokens })
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
