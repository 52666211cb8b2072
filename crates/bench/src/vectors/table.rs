//! The figures as Markdown, each beside its target.

use super::Report;
use crate::line::line;
use crate::scale::figures::Times;
use std::fmt::Write;

/// One promise and what became of it.
struct Target {
    what: String,
    figure: Option<f64>,
    bound: Bound,
    unit: &'static str,
}

enum Bound {
    Most(f64),
    Least(f64),
}

/// The report as a page.
pub(super) fn markdown(report: &Report) -> String {
    let mut page = String::new();
    let machine = &report.machine;
    line!(page, "# The vector stream");
    line!(page);
    line!(
        page,
        "{} cores, {}, load {} at the start and {} at the end, {} build.",
        machine.cores,
        machine.cpu.as_deref().unwrap_or("unknown processor"),
        number(machine.load_at_start, 2),
        number(report.load_at_end, 2),
        machine.build,
    );
    line!(page);
    models(&mut page, report);
    scans(&mut page, report);
    recall(&mut page, report);
    line!(page, "| target | wanted | measured | |");
    line!(page, "|---|--:|--:|---|");
    for target in targets(report) {
        let (wanted, kept) = match target.bound {
            Bound::Most(most) => (format!("≤ {most}"), target.figure.map(|it| it <= most)),
            Bound::Least(least) => (format!("≥ {least}"), target.figure.map(|it| it >= least)),
        };
        let verdict = match kept {
            Some(true) => "pass",
            Some(false) => "**miss**",
            None => "not measured",
        };
        let (what, unit) = (&target.what, target.unit);
        let decimals = if unit.is_empty() { 3 } else { 2 };
        line!(
            page,
            "| {what} | {wanted} {unit} | {} {unit} | {verdict} |",
            number(target.figure, decimals)
        );
    }
    page
}

fn models(page: &mut String, report: &Report) {
    line!(
        page,
        "| model | opened until the first vector, ms | a question p50, ms | p95 | texts | tokens a text | worker, texts/s | bare runtime, texts/s | slower by |"
    );
    line!(page, "|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for model in &report.models {
        line!(
            page,
            "| {} | {} | {} | {} | {} | {:.0} | {:.1} | {:.1} | {:.2} × |",
            model.name,
            number(model.load.map(|it| it.p50_ms), 0),
            number(model.question.map(|it| it.p50_ms), 1),
            number(model.question.map(|it| it.p95_ms), 1),
            model.texts,
            model.tokens as f64 / (model.texts as f64).max(1.0),
            model.worker_texts_per_second,
            model.bare_texts_per_second,
            model.bare_texts_per_second / model.worker_texts_per_second,
        );
    }
    line!(page);
}

fn scans(page: &mut String, report: &Report) {
    line!(
        page,
        "| vectors of 384 | all looked at closely: p50, ms | p95 | a rough look first: p50, ms | p95 | recall@10 | @100 | its bits made in, ms | table, MB | resident, MB |"
    );
    line!(page, "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for scan in [&report.scan, &report.large] {
        line!(
            page,
            "| {} | {} | {} | {} | {} | {:.4} | {:.4} | {:.0} | {:.1} | {} |",
            scan.vectors,
            number(scan.exact.map(|it| it.p50_ms), 2),
            number(scan.exact.map(|it| it.p95_ms), 2),
            number(scan.rough.map(|it| it.p50_ms), 2),
            number(scan.rough.map(|it| it.p95_ms), 2),
            scan.recall[0],
            scan.recall[1],
            scan.signing_seconds * 1e3,
            scan.table_bytes as f64 / 1e6,
            number(scan.resident_bytes.map(|bytes| bytes as f64 / 1e6), 1),
        );
    }
    line!(page);
}

fn recall(page: &mut String, report: &Report) {
    let recall = &report.recall;
    line!(page, "Warm recall, {} pages, {} vectors:", recall.docs, recall.vectors);
    line!(page);
    line!(page, "| a question | p50, ms | p95 | p99 |");
    line!(page, "|---|--:|--:|--:|");
    let mut row = |what: &str, times: Option<Times>| {
        line!(
            page,
            "| {what} | {} | {} | {} |",
            number(times.map(|it| it.p50_ms), 2),
            number(times.map(|it| it.p95_ms), 2),
            number(times.map(|it| it.p99_ms), 2),
        );
    };
    row("words alone", recall.words);
    row("words and vectors, the model reads the question", recall.hybrid);
    row("the same question again", recall.asked_again);
    line!(page);
}

fn targets(report: &Report) -> Vec<Target> {
    let most = |what: &str, figure: Option<f64>, most: f64, unit: &'static str| Target {
        what: what.to_owned(),
        figure,
        bound: Bound::Most(most),
        unit,
    };
    let p50 = |times: Option<Times>| times.map(|it| it.p50_ms);
    let (scan, large, recall) = (&report.scan, &report.large, &report.recall);
    let mut targets = Vec::new();
    for model in &report.models {
        let name = model.name.split('@').next().unwrap_or_default();
        let ratio = model.bare_texts_per_second / model.worker_texts_per_second;
        targets.push(most(&format!("{name}: load"), p50(model.load), 400.0, "ms"));
        targets.push(most(
            &format!("{name}: worker slower than the runtime by"),
            Some(ratio),
            1.5,
            "×",
        ));
    }
    targets.push(most(&format!("scan of {}, p50", scan.vectors), p50(scan.exact), 8.0, "ms"));
    let table = scan.resident_bytes.map(|bytes| bytes as f64 / 1e6);
    targets.push(most(&format!("memory of {}", scan.vectors), table, 60.0, "MB"));
    let least = [("recall@10", 0.995), ("recall@100", 0.98)];
    targets.extend(least.into_iter().zip(large.recall).map(|((what, least), recall)| Target {
        what: format!("{what} after a rough look, {}", large.vectors),
        figure: Some(recall),
        bound: Bound::Least(least),
        unit: "",
    }));
    targets.push(most("warm recall with a model, p50", p50(recall.hybrid), 20.0, "ms"));
    let p95 = recall.hybrid.map(|it| it.p95_ms);
    targets.push(most("warm recall with a model, p95", p95, 40.0, "ms"));
    targets.push(most("without the question's vector, p50", p50(recall.asked_again), 3.0, "ms"));
    targets
}

fn number(figure: Option<f64>, decimals: usize) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.decimals$}"))
}
