//! Models for the vector stream: encoders and token tables that run here, endpoints that run elsewhere,
//! a reranker, and the folder in which models are installed.
//!
//! Text goes in, vectors or scores come out, through the traits of `search`. What is embedded, when, and
//! what the numbers mean for an answer is decided by others. Folder, key, threads and proxy are handed in:
//! nothing here reads the environment or a clock.

mod cross;
mod cut;
mod estimate;
mod fixed;
mod http;
mod lazy;
mod local;
mod net;
mod remote;
mod store;
mod tokens;
mod vectors;
mod vocabulary;
mod weights;

pub use http::Network;
pub use remote::{Api, Key, RemoteConfig, open_remote, probe_dimensions};
pub use store::{
    ENGLISH, HUB, InstallFrom, Installed, Kind, Known, MULTILINGUAL, Others, Part, Pooling,
    Progress, Pull, RERANKER, Scores, Step, Store, StoreError, known,
};

#[cfg(test)]
mod tests;
