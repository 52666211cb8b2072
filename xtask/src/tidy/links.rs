//! Every relative link of the papers leads to a file, and its anchor to a heading.
//!
//! The papers are the Markdown files of the root and of `docs/`. Notes for the demo and data for tests
//! may have any link they like.

use super::Finding;
use crate::repo::File;
use std::collections::{HashMap, HashSet};

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let texts: HashMap<&str, &str> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let folders: HashSet<&str> = texts.keys().flat_map(|path| parents(path)).collect();
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_paper(&file.path)) {
        for (line, target) in links(&file.text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let Some(path) = resolve(&file.path, path) else {
                findings.push(Finding::new(
                    &file.path,
                    line,
                    format!("`{target}` leaves the repository"),
                ));
                continue;
            };
            match texts.get(path.as_str()) {
                None if folders.contains(path.as_str()) => {}
                None => {
                    findings.push(Finding::new(&file.path, line, format!("no file `{path}`")));
                }
                Some(text) if !anchor.is_empty() && !anchors(text).contains(anchor) => {
                    findings.push(Finding::new(
                        &file.path,
                        line,
                        format!("`{path}` has no heading `#{anchor}`"),
                    ));
                }
                Some(_) => {}
            }
        }
    }
    findings
}

fn is_paper(path: &str) -> bool {
    path.ends_with(".md") && (!path.contains('/') || path.starts_with("docs/"))
}

fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// The path a link means, from the root; `None` if it climbs out.
fn resolve(from: &str, target: &str) -> Option<String> {
    if target.is_empty() {
        return Some(from.to_owned());
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Lines outside fenced code with their number from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        let indented = line.starts_with("    ");
        (!fenced && !indented).then_some((at + 1, line))
    })
}

/// Targets of `[shown](target)` with their line, outside code.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // Every second piece between backticks is code.
        for piece in line.split('`').step_by(2) {
            for (at, _) in piece.match_indices("](") {
                let rest = &piece[at + 2..];
                if let Some(end) = rest.find(')') {
                    let target = rest[..end].split(' ').next().unwrap_or_default();
                    found.push((number, target));
                }
            }
        }
    }
    found
}

/// The anchors that headings get: lower case, punctuation out, blanks to hyphens.
fn anchors(text: &str) -> HashSet<String> {
    prose(text)
        .filter(|(_, line)| line.starts_with('#'))
        .map(|(_, line)| {
            line.trim_start_matches('#')
                .trim()
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() })
                .collect()
        })
        .collect()
}
