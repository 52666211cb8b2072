//! Which crate may name which, read from `cargo metadata`, and where an async runtime may appear.
//!
//! Development dependencies keep the same arrows: a test that needs the room above belongs there.

use super::Finding;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A crate of the workspace and the crates of the workspace it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("wiki", &[]),
    ("store", &["wiki"]),
    ("search", &["wiki"]),
    // Heavy and a leaf: only what starts a program links it.
    ("models", &["search"]),
    ("memory", &["wiki", "store", "search"]),
    ("memopage", &["wiki", "store", "search", "memory", "models"]),
    ("bench", &["wiki", "store", "search", "memory", "models"]),
    ("xtask", &[]),
];

const RUNTIME: &str = "tokio";
const MAY_RUN: &str = "memopage";

pub(super) fn check(metadata: &Value) -> Vec<Finding> {
    let members = members(metadata);
    let reach = Reach::new(metadata);
    let names: HashSet<&str> =
        members.iter().filter_map(|member| member["name"].as_str()).collect();
    let mut findings = Vec::new();
    for member in &members {
        let name = member["name"].as_str().unwrap_or_default();
        let Some((_, allowed)) = ARROWS.iter().find(|(crate_name, _)| *crate_name == name) else {
            findings.push(Finding::new(name, 0, "the crate has no row in the table of arrows"));
            continue;
        };
        for dependency in dependencies(member) {
            if names.contains(dependency) && !allowed.contains(&dependency) {
                findings.push(Finding::new(
                    name,
                    0,
                    format!("depends on `{dependency}`: no such arrow"),
                ));
            }
        }
        let id = member["id"].as_str().unwrap_or_default();
        if name != MAY_RUN && (dependencies(member).any(|d| d == RUNTIME) || reach.links(id)) {
            findings.push(Finding::new(
                name,
                0,
                format!("links {RUNTIME}, which only {MAY_RUN} may"),
            ));
        }
    }
    findings
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn members(metadata: &Value) -> Vec<&Value> {
    let ids: HashSet<&str> =
        list(&metadata["workspace_members"]).filter_map(Value::as_str).collect();
    list(&metadata["packages"])
        .filter(|package| package["id"].as_str().is_some_and(|id| ids.contains(id)))
        .collect()
}

fn dependencies(package: &Value) -> impl Iterator<Item = &str> {
    list(&package["dependencies"]).filter_map(|dependency| dependency["name"].as_str())
}

/// The resolved graph, to see what arrives through other crates.
struct Reach<'a> {
    next: HashMap<&'a str, Vec<&'a str>>,
    runtimes: HashSet<&'a str>,
}

impl<'a> Reach<'a> {
    fn new(metadata: &'a Value) -> Self {
        let next = list(&metadata["resolve"]["nodes"])
            .filter_map(|node| {
                let into = list(&node["dependencies"]).filter_map(Value::as_str).collect();
                Some((node["id"].as_str()?, into))
            })
            .collect();
        let runtimes = list(&metadata["packages"])
            .filter(|package| package["name"] == RUNTIME)
            .filter_map(|package| package["id"].as_str())
            .collect();
        Self { next, runtimes }
    }

    fn links(&self, from: &'a str) -> bool {
        let mut seen = HashSet::from([from]);
        let mut open = vec![from];
        while let Some(id) = open.pop() {
            if self.runtimes.contains(id) {
                return true;
            }
            let into = self.next.get(id).into_iter().flatten();
            open.extend(into.copied().filter(|id| seen.insert(id)));
        }
        false
    }
}
