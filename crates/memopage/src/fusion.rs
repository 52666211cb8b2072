//! The section `[recall]` of `memopage.toml`: how the streams of a question become one score.
//!
//! What the two ways do is decided in `search`; a wrong value is refused here, since whoever wrote it would
//! take the answers for what it asked for.

use memory::{Error, Kind, MARKER};
use search::{Fusion, Weights};

/// The ways by name.
const WAYS: [(&str, Fusion); 2] = [("zscore", Fusion::Standard), ("rrf", Fusion::Reciprocal)];
/// The numbers of `rrf`, as [`Weights::reciprocal`] has them, each with the largest that makes sense: all
/// are above 0, since what counts nothing is left out with `--streams`.
const NUMBERS: [(&str, f64); 3] = [("rrf_k", 1_000.0), ("rrf_lexical", 1.0), ("rrf_vector", 1.0)];

/// The weights of a vault whose settings have this section.
pub(crate) fn weights(section: Option<&toml::Value>) -> Result<Weights, Error> {
    let mut weights = Weights::default();
    let Some(section) = section else { return Ok(weights) };
    let table = section.as_table().ok_or_else(|| {
        wrong("`recall` is no section", "write `[recall]` on a line, and `fusion = \"rrf\"` below")
    })?;
    for (key, value) in table {
        if key == "fusion" {
            weights.fusion = way(value)?;
            continue;
        }
        let place = NUMBERS.iter().position(|(name, _)| name == key).ok_or_else(|| {
            let names = NUMBERS.map(|(name, _)| format!("`{name}`")).join(", ");
            wrong(
                &format!("[recall] has no setting `{key}`"),
                &format!("there are `fusion`, {names}"),
            )
        })?;
        weights.reciprocal[place] = number(key, value, NUMBERS[place].1)?;
    }
    Ok(weights)
}

fn way(value: &toml::Value) -> Result<Fusion, Error> {
    let found = value.as_str().and_then(|text| WAYS.iter().find(|(name, _)| *name == text));
    found.map(|(_, way)| *way).ok_or_else(|| {
        wrong(
            &format!("no way to fuse is called {value}"),
            "write `fusion = \"zscore\"` (the default: standardised scores are added) or `fusion = \"rrf\"` (reciprocal ranks are)",
        )
    })
}

fn number(key: &str, value: &toml::Value, most: f64) -> Result<f64, Error> {
    let number = value.as_float().or_else(|| value.as_integer().map(|it| it as f64));
    number.filter(|it| *it > 0.0 && *it <= most).ok_or_else(|| {
        wrong(
            &format!("`{key}` cannot be {value}"),
            &format!("give a number above 0 and at most {most}"),
        )
    })
}

fn wrong(what: &str, hint: &str) -> Error {
    Error::new(Kind::BadRequest, format!("{MARKER}: {what}")).hint(hint.to_owned())
}
