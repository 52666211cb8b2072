//! From the YAML block of `SCHEMA.md` to typed rows.

use super::{Retention, Schema};

pub(super) fn schema(_schema_md: &str) -> Schema {
    Schema {
        types: Vec::new(),
        predicates: Vec::new(),
        head_relations: Vec::new(),
        sets: Vec::new(),
        synonyms: Vec::new(),
        retention: Retention {
            rows: Vec::new(),
            stale_after_days: None,
            archive: "archive".to_owned(),
        },
        zone: None,
        layout: None,
        problems: Vec::new(),
    }
}

pub(super) fn name_fits(_pattern: &str, _name: &str) -> bool {
    true
}
