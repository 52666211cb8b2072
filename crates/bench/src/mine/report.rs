//! What was measured, as a page and as files.

use std::fs;
use std::path::Path;

use super::Outcome;

pub(super) fn page(outcome: &Outcome) -> String {
    let mut page = format!("# {} pages\n\n", outcome.pages);
    page.push_str(
        "| asked by | promises | asked | recall@1 | recall@5 | recall@10 | p50, ms | p95, ms |\n",
    );
    page.push_str("|---|---|---|---|---|---|---|---|\n");
    for kind in &outcome.kinds {
        let percent = |share: f64| match kind.asked {
            0 => "–".to_owned(),
            _ => format!("{:.1} %", share * 100.0),
        };
        page.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {:.1} | {:.1} |\n",
            kind.name,
            kind.promises,
            kind.asked,
            percent(kind.first),
            percent(kind.five),
            percent(kind.ten),
            kind.p50_ms,
            kind.p95_ms
        ));
    }
    if outcome.lost.is_empty() {
        page.push_str("\nEvery page is found by its title and aliases.\n");
        return page;
    }
    page.push_str("\nPages that their own title or alias does not find among ten:\n\n");
    for lost in &outcome.lost {
        page.push_str(&format!("- {} (asked: {}): {}\n", lost.page, lost.asked, lost.reason));
    }
    let more = outcome.lost_total - outcome.lost.len();
    if more > 0 {
        page.push_str(&format!("- and {more} more\n"));
    }
    page
}

pub(super) fn write(dir: &Path, outcome: &Outcome) -> Result<(), String> {
    let failed = |err: std::io::Error| format!("cannot write into {}: {err}", dir.display());
    fs::create_dir_all(dir).map_err(failed)?;
    fs::write(dir.join("report.md"), page(outcome)).map_err(failed)?;
    let json = format!("{:#}\n", serde_json::json!(outcome));
    fs::write(dir.join("report.json"), json).map_err(failed)
}
