//! The program as a person uses it: real processes, a vault of its own for each test, a fixed clock.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod asking;
mod changing;
mod concurrency;
mod conversations;
mod crash;
mod damage;
mod facts;
mod finding;
mod forgetting;
mod fusing;
mod graph;
mod heads;
mod history;
mod http;
mod importing;
mod intake;
mod leaving;
mod links;
mod listing;
mod living;
mod maintaining;
mod making;
mod merging;
mod moving;
mod naming;
mod paths;
mod recall;
mod reference;
mod reimporting;
mod remembering;
mod reranker;
mod rewriting;
mod safekeeping;
mod setup;
mod superseding;
mod templates;
mod time;
mod triples;
mod undoing;
mod unmerged;
mod vault;
mod vectors;
mod worker;
mod writing;
