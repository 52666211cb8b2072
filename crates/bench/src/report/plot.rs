//! Plots as SVG, written by hand: three simple pictures need no library.

use super::{Reliability, Summary, SystemRow};

const WIDTH: f64 = 760.0;
const LABELS: f64 = 310.0;
const BAR: f64 = 22.0;
const GAP: f64 = 8.0;
const TOP: f64 = 36.0;
const INK: &str = "#1f2933";
const OWN: &str = "#1d6fa5";
const OTHER: &str = "#9aa5b1";

/// Every plot that the summary has figures for, with its file's name.
pub(super) fn all(summary: &Summary) -> Vec<(String, String)> {
    let mut plots = Vec::new();
    for unit in summary.units.keys() {
        let rows: Vec<Row> = summary
            .systems
            .iter()
            .filter_map(|system| {
                let share = system.units.get(unit)?.get("any@5");
                Some(Row::share(&system.name, share, system.own))
            })
            .collect();
        let title = format!("{}: any@5, {unit}, percent", summary.dataset);
        plots.push((format!("any5-{unit}.svg"), bars(&title, &rows)));
    }
    for (unit, of) in &summary.reliability {
        let title = format!("{}: stated and right, {unit}", summary.dataset);
        plots.push((format!("reliability-{unit}.svg"), reliability(&title, of)));
    }
    if let Some(first) = summary.systems.first() {
        plots.push(("latency.svg".to_owned(), latency(&summary.dataset, first)));
    }
    plots
}

struct Row {
    label: String,
    /// Length of the bar, in [0, 1].
    length: f64,
    shown: String,
    colour: &'static str,
}

impl Row {
    fn share(label: &str, share: f64, own: bool) -> Self {
        Self {
            label: label.to_owned(),
            length: share,
            shown: format!("{:.1}", share * 100.0),
            colour: if own { OWN } else { OTHER },
        }
    }
}

fn escaped(text: &str) -> String {
    let named = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    named.replace('"', "&quot;")
}

fn text(x: f64, y: f64, anchor: &str, words: &str) -> String {
    let words = escaped(words);
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{INK}\">{words}</text>\n"
    )
}

fn picture(height: f64, title: &str, inside: &str) -> String {
    let title = text(12.0, 22.0, "start", title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{title}{inside}</svg>\n"
    )
}

fn bars(title: &str, rows: &[Row]) -> String {
    let room = WIDTH - LABELS - 70.0;
    let mut inside = String::new();
    for (nth, row) in rows.iter().enumerate() {
        let y = TOP + nth as f64 * (BAR + GAP);
        let width = (row.length * room).max(0.5);
        let colour = row.colour;
        inside.push_str(&text(LABELS - 8.0, y + 15.0, "end", &row.label));
        inside.push_str(&format!(
            "<rect x=\"{LABELS}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BAR}\" fill=\"{colour}\"/>\n"
        ));
        inside.push_str(&text(LABELS + width + 6.0, y + 15.0, "start", &row.shown));
    }
    picture(TOP + rows.len() as f64 * (BAR + GAP) + 8.0, title, &inside)
}

/// Stated chance to the right, share that was right upwards; a dot's area is the number of questions.
fn reliability(title: &str, of: &Reliability) -> String {
    let (left, side) = (60.0, 320.0);
    let at = |stated: f64, right: f64| (left + stated * side, TOP + (1.0 - right) * side);
    let mut inside = format!(
        "<rect x=\"{left}\" y=\"{TOP}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"{OTHER}\"/>\n"
    );
    let ((x1, y1), (x2, y2)) = (at(0.0, 0.0), at(1.0, 1.0));
    inside.push_str(&format!(
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{OTHER}\" stroke-dasharray=\"4 4\"/>\n"
    ));
    let all: usize = of.bands.iter().map(|band| band.n).sum();
    for band in &of.bands {
        let (x, y) = at(band.stated, band.right);
        let radius = 3.0 + 17.0 * (band.n as f64 / all.max(1) as f64).sqrt();
        inside.push_str(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{OWN}\" fill-opacity=\"0.6\"/>\n"
        ));
    }
    for tick in [0.0, 0.5, 1.0] {
        let (x, y) = at(tick, tick);
        inside.push_str(&text(x, TOP + side + 18.0, "middle", &format!("{tick}")));
        inside.push_str(&text(left - 8.0, y + 4.0, "end", &format!("{tick}")));
    }
    inside.push_str(&text(left + side / 2.0, TOP + side + 38.0, "middle", "stated"));
    inside.push_str(&text(
        left + side + 12.0,
        TOP + 14.0,
        "start",
        &format!("error {:.3}", of.ece),
    ));
    picture(TOP + side + 50.0, title, &inside)
}

fn latency(dataset: &str, system: &SystemRow) -> String {
    let cost = &system.cost;
    let most = cost.histogram.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1);
    let rows: Vec<Row> = cost
        .histogram
        .iter()
        .map(|(end, n)| Row {
            label: format!("up to {end} ms"),
            length: *n as f64 / most as f64,
            shown: n.to_string(),
            colour: OWN,
        })
        .collect();
    bars(&format!("{dataset}: time of a question"), &rows)
}
