//! Days in a scenario's file: `2030-01-07`.

use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serializer};

fn read<E: serde::de::Error>(text: &str) -> Result<Date, E> {
    text.parse().map_err(|_| E::custom(format!("`{text}` is no day such as 2030-01-07")))
}

pub(super) fn serialize<S: Serializer>(day: &Date, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(day)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
    read(&String::deserialize(from)?)
}

/// The same, where there may be none.
pub(super) mod maybe {
    use super::{Date, Deserialize, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(in crate::life) fn serialize<S: Serializer>(
        day: &Option<Date>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match day {
            Some(day) => to.collect_str(day),
            None => to.serialize_none(),
        }
    }

    pub(in crate::life) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Date>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.as_deref().map(super::read).transpose()
    }
}
