//! Findings in the Static Analysis Results Interchange Format, as code hosts show them beside a change.
//!
//! Source: OASIS, SARIF version 2.1.0.

use crate::lint::{Finding, RULES, Severity};
use serde_json::{Value, json};

/// The findings as one run.
pub(super) fn of(findings: &[Finding]) -> Value {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(rule, severity)| {
            json!({ "id": rule, "defaultConfiguration": { "level": level(*severity) } })
        })
        .collect();
    let results: Vec<Value> = findings.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "memopage",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "results": results,
        }],
    })
}

fn result(it: &Finding) -> Value {
    json!({
        "ruleId": it.rule,
        "level": level(it.severity),
        "message": { "text": it.message },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&it.page) },
            "region": { "startLine": it.line.max(1) },
        } }],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The page's file as a relative reference (RFC 3986).
fn uri(page: &str) -> String {
    let mut uri = String::new();
    for byte in page.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    if page.rsplit('/').next().is_some_and(|it| it.contains('.')) { uri } else { uri + ".md" }
}
