//! Behaviour of the room through its public names. No weights lie in the repository: a tiny model is
//! written by `tiny`, computed once more with plain loops by `reference`, and served by `server`.

mod cross;
mod cutting;
mod encoder;
mod pull;
mod reference;
mod remote;
mod server;
mod store;
mod tiny;
mod vocabulary;

use crate::{InstallFrom, Installed, Others, Store, StoreError};
use std::path::Path;

/// Installs from a path, without listening to progress.
fn install(store: &Store, path: &Path) -> Result<Installed, StoreError> {
    store.install_from(
        &InstallFrom { path, name: None, sha256: None, others: Others::Refused },
        &mut |_| {},
    )
}

/// Largest distance between two numbers at the same place.
fn distance(a: &[f32], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max)
}

fn widen(vector: &[f32]) -> Vec<f64> {
    vector.iter().map(|number| f64::from(*number)).collect()
}
