//! How long files and functions may be, and that a module says what it is for.
//!
//! Functions are found by indentation, which is exact for formatted code: a body ends at the first line
//! that is the function's own indentation and a brace.

use super::Finding;
use crate::repo::File;

/// Lines of a file, the tests in it included: they are read with it.
const FILE_LINES_MAX: usize = 700;
/// Lines of a function's body without blank lines and comments, as clippy counts them.
const FUNCTION_LINES_MAX: usize = 70;

pub(super) fn check(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !file.text.trim_start_matches('\u{feff}').starts_with("//!") && !file.is_test() {
        findings.push(Finding::new(&file.path, 1, "a module begins with `//!`: what it is for"));
    }
    if file.is_test() {
        return findings;
    }
    let lines: Vec<&str> = file.text.lines().collect();
    if lines.len() > FILE_LINES_MAX {
        findings.push(Finding::new(
            &file.path,
            0,
            format!("{} lines, {FILE_LINES_MAX} is the most", lines.len()),
        ));
    }
    for (at, length) in functions(&lines[..own_lines(&lines)]) {
        if length > FUNCTION_LINES_MAX {
            findings.push(Finding::new(
                &file.path,
                at + 1,
                format!("a function of {length} lines, {FUNCTION_LINES_MAX} is the most"),
            ));
        }
    }
    findings
}

/// How many lines stand before the module of tests.
fn own_lines(lines: &[&str]) -> usize {
    let tests = lines.windows(2).position(|pair| {
        pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{')
    });
    tests.unwrap_or(lines.len())
}

/// The first line (from 0) of each function with a body on lines of its own, and the body's length.
fn functions(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if !is_function(line.trim_start()) {
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let close = format!("{indent}}}");
        let Some(open) = opening(&lines[at..]) else { continue };
        let body = &lines[at + open + 1..];
        let Some(end) = body.iter().position(|line| *line == close) else { continue };
        let length = body[..end].iter().filter(|line| is_code(line.trim())).count();
        found.push((at, length));
    }
    found
}

fn is_code(line: &str) -> bool {
    !line.is_empty() && !line.starts_with("//")
}

/// The line (from 0) that ends with the body's brace; none for a declaration or a body on one line.
fn opening(lines: &[&str]) -> Option<usize> {
    for (at, line) in lines.iter().enumerate() {
        if line.ends_with('{') {
            return Some(at);
        }
        if line.ends_with(';') || line.ends_with('}') {
            return None;
        }
    }
    None
}

fn is_function(line: &str) -> bool {
    let mut rest = line;
    loop {
        if rest.starts_with("fn ") {
            return true;
        }
        let Some((word, after)) = rest.split_once(' ') else { return false };
        let known = word == "pub"
            || word.starts_with("pub(")
            || word.ends_with(')') && word.contains("::")
            || ["async", "const", "unsafe", "extern", "\"C\"", "in"].contains(&word);
        if !known {
            return false;
        }
        rest = after;
    }
}
