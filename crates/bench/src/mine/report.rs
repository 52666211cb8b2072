//! What was measured, as a page and as files.

use std::fs;
use std::path::Path;

use super::Outcome;

pub(super) fn page(outcome: &Outcome) -> String {
    let mut page = format!("# {} pages\n\n", outcome.pages);
    page.push_str(&in_words(outcome));
    page.push_str(
        "\n| asked by | in the vault | asked | first hit | among 5 | among 10 | p50, ms | p95, ms |\n",
    );
    page.push_str("|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for kind in outcome.kinds.iter().filter(|kind| kind.asked > 0) {
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
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
    for kind in outcome.kinds.iter().filter(|kind| kind.asked == 0) {
        page.push_str(&format!("\nThe vault has none of these: {}.\n", kind.name));
    }
    lost(outcome, &mut page);
    unkept(outcome, &mut page);
    page
}

/// What the table comes to.
fn in_words(outcome: &Outcome) -> String {
    let Some(titles) = outcome.kinds.first().filter(|kind| kind.asked > 0) else {
        return "No page has a title to ask for.\n".to_owned();
    };
    let of = |share: f64| (share * titles.asked as f64).round() as usize;
    format!(
        "Each page is asked for by what it promises to be found by. Of {} titles {} find their page as \
         the first hit and {} among ten.\n",
        titles.asked,
        of(titles.first),
        of(titles.ten)
    )
}

fn lost(outcome: &Outcome, page: &mut String) {
    if outcome.lost.is_empty() {
        page.push_str(
            "\nEvery page is found by its title, and by each of its aliases that was asked.\n",
        );
        return;
    }
    page.push_str("\n## Pages that one of their own names does not find among ten\n\n");
    for lost in &outcome.lost {
        let (by, asked) = (lost.by, &lost.asked);
        page.push_str(&format!("- `{}`, by its {by} \"{asked}\": {}\n", lost.page, lost.reason));
    }
    more(outcome.lost_total, outcome.lost.len(), page);
}

fn unkept(outcome: &Outcome, page: &mut String) {
    if outcome.unkept.is_empty() {
        return;
    }
    page.push_str("\n## Other words that do not find their page among ten\n\n");
    for it in &outcome.unkept {
        page.push_str(&format!("- {} \"{}\" of `{}`\n", it.by, it.asked, it.page));
    }
    more(outcome.unkept_total, outcome.unkept.len(), page);
}

fn more(total: usize, shown: usize, page: &mut String) {
    if total > shown {
        page.push_str(&format!("- and {} more\n", total - shown));
    }
}

pub(super) fn write(dir: &Path, outcome: &Outcome) -> Result<(), String> {
    let failed = |err: std::io::Error| format!("cannot write into {}: {err}", dir.display());
    fs::create_dir_all(dir).map_err(failed)?;
    fs::write(dir.join("report.md"), page(outcome)).map_err(failed)?;
    let json = format!("{:#}\n", serde_json::json!(outcome));
    fs::write(dir.join("report.json"), json).map_err(failed)
}
