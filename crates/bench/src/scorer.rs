//! Our scores of lists that somebody else published, beside the scores they published for them: whether
//! two reports mean the same by a name.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde::Deserialize;

use crate::datasets::{json, text};
use crate::run::BenchError;
use crate::score::{NAMES, Scores, mean, score};

pub(crate) const NAME: &str = "scorer";

/// Two means that differ by less are the same figure.
const SAME: f64 = 1e-9;

/// A file of results, as agentmemory publishes its own.
#[derive(Deserialize)]
struct Published {
    #[serde(default)]
    mode: String,
    recall_any_at_5: f64,
    recall_any_at_10: f64,
    ndcg_at_10: f64,
    mrr: f64,
    per_question: Vec<One>,
}

#[derive(Deserialize)]
struct One {
    #[serde(default)]
    question_id: String,
    ndcg_at_10: f64,
    mrr: f64,
    retrieved_session_ids: Vec<String>,
    gold_session_ids: Vec<String>,
}

/// One measure by us and by them.
#[derive(Debug)]
struct Row {
    name: &'static str,
    ours: f64,
    theirs: f64,
}

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Score published ranked lists, and compare with the figures published for them")
        .long_about(
            "Score published ranked lists, and compare with the figures published for them. A file is a \
             JSON object with recall_any_at_5, recall_any_at_10, ndcg_at_10, mrr and per_question: a list \
             of {retrieved_session_ids, gold_session_ids, ndcg_at_10, mrr}. Fails if any@5 or any@10 differ.",
        )
        .arg(
            Arg::new("data")
                .long("data")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .num_args(1..)
                .action(ArgAction::Append)
                .required(true)
                .help("Files of published results, gzip or not"),
        )
        .arg(
            Arg::new("only")
                .long("only")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Also score those questions alone that this LongMemEval file has, without `_abs`"),
        )
}

#[expect(clippy::print_stdout, reason = "a report is what it is for")]
pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    let mut same = true;
    let only = match matches.get_one::<PathBuf>("only").map(|path| ids(path)).transpose() {
        Ok(only) => only,
        Err(error) => {
            crate::report::complain(&error);
            return ExitCode::FAILURE;
        }
    };
    for path in matches.get_many::<PathBuf>("data").into_iter().flatten() {
        match read(path) {
            Ok(published) => {
                let (page, agrees) = compared(path, &published);
                print!("{page}");
                if let Some(only) = &only {
                    print!("{}", part(&published, only));
                }
                same &= agrees;
            }
            Err(error) => {
                crate::report::complain(&error);
                return ExitCode::FAILURE;
            }
        }
    }
    if same { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read(path: &Path) -> Result<Published, BenchError> {
    let published: Published = serde_json::from_str(&text(path)?)
        .map_err(|source| BenchError::Json { path: path.to_owned(), source })?;
    if published.per_question.is_empty() {
        let path = path.display();
        return Err(BenchError::Usage(format!(
            "{path} scores no question: `per_question` is empty"
        )));
    }
    Ok(published)
}

/// The ids of a file's questions that have an answer.
fn ids(path: &Path) -> Result<HashSet<String>, BenchError> {
    let (_, questions) = json(path)?;
    let all = questions.as_array().into_iter().flatten();
    let ids = all.filter_map(|it| it["question_id"].as_str());
    Ok(ids.filter(|id| !id.ends_with("_abs")).map(str::to_owned).collect())
}

/// All measures over the published questions with these ids.
fn part(published: &Published, ids: &HashSet<String>) -> String {
    let of = published.per_question.iter().filter(|one| ids.contains(&one.question_id));
    let scores: Vec<Scores> =
        of.map(|one| score(&one.retrieved_session_ids, &one.gold_session_ids)).collect();
    let mean = mean(scores.iter());
    let mut page = format!("Of these, {} questions, by us:\n\n| {} |\n", mean.n, NAMES.join(" | "));
    page.push_str(&format!("|{}\n", "--:|".repeat(NAMES.len())));
    let cells = NAMES.iter().map(|name| format!("{:.1}", mean.get(name) * 100.0));
    page.push_str(&format!("| {} |\n\n", cells.collect::<Vec<_>>().join(" | ")));
    page
}

/// The report of one file, and whether any@5 and any@10 are theirs.
fn compared(path: &Path, published: &Published) -> (String, bool) {
    let scores: Vec<Scores> = published
        .per_question
        .iter()
        .map(|one| score(&one.retrieved_session_ids, &one.gold_session_ids))
        .collect();
    let ours = mean(scores.iter());
    let row = |name, theirs| Row { name, ours: ours.get(name), theirs };
    let rows = [
        row("any@5", published.recall_any_at_5),
        row("any@10", published.recall_any_at_10),
        row("ndcg@10", published.ndcg_at_10),
        row("mrr", published.mrr),
    ];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut page = format!("# {name} ({}, {} questions)\n\n", published.mode, ours.n);
    page.push_str("| measure | ours | theirs | difference |\n|---|---|---|---|\n");
    for Row { name, ours, theirs } in &rows {
        let shown = |value: &f64| format!("{:.2}", value * 100.0);
        let difference = shown(&(ours - theirs));
        page.push_str(&format!(
            "| {name} | {} | {} | {difference} |\n",
            shown(ours),
            shown(theirs)
        ));
    }
    page.push_str(&format!("\n{}\n\n{}\n\n", ndcg(published, &scores), mrr(published, &scores)));
    (page, rows[..2].iter().all(|row| (row.ours - row.theirs).abs() < SAME))
}

/// Where NDCG differs, and which ideal explains it.
fn ndcg(published: &Published, scores: &[Scores]) -> String {
    let pairs: Vec<(&One, f64)> =
        published.per_question.iter().zip(scores.iter().map(|it| it.get("ndcg@10"))).collect();
    let differs: Vec<&(&One, f64)> =
        pairs.iter().filter(|(one, ours)| (one.ndcg_at_10 - ours).abs() > 1e-6).collect();
    let found_only = |one: &One| {
        let gold = &one.gold_session_ids;
        let found: Vec<&String> =
            gold.iter().filter(|it| one.retrieved_session_ids.contains(it)).collect();
        let ranked: Vec<&String> = one.retrieved_session_ids.iter().collect();
        score(&ranked, &found).get("ndcg@10")
    };
    let n = pairs.len().max(1) as f64;
    let easy = pairs.iter().map(|(one, _)| found_only(one)).sum::<f64>() / n;
    let several = pairs.iter().filter(|(one, _)| one.gold_session_ids.len() > 1).count();
    if differs.is_empty() {
        return format!(
            "NDCG is the same for every question: their ideal is the whole gold, too. {several} questions \
             have more than one gold session; with only what was found as the ideal it would read {:.2}.",
            easy * 100.0
        );
    }
    let explained =
        differs.iter().filter(|(one, _)| (one.ndcg_at_10 - found_only(one)).abs() < 1e-6).count();
    format!(
        "NDCG differs for {} of {} questions. For {explained} of these theirs is what comes out when only \
         the gold that was found makes the ideal list, which hides what was missed; ours is the whole gold. \
         {several} questions have more than one gold session.",
        differs.len(),
        pairs.len()
    )
}

/// Where MRR differs: a list that was cut before it was published.
fn mrr(published: &Published, scores: &[Scores]) -> String {
    let pairs = published.per_question.iter().zip(scores.iter().map(|it| it.get("mrr")));
    let differs: Vec<(&One, f64)> =
        pairs.filter(|(one, ours)| (one.mrr - ours).abs() > 1e-6).collect();
    if differs.is_empty() {
        return "MRR is the same for every question.".to_owned();
    }
    let behind = differs.iter().filter(|(_, ours)| *ours == 0.0).count();
    format!(
        "MRR differs for {} questions; in {behind} of these the published list ends before the first gold \
         session that theirs counts.",
        differs.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(theirs: f64, ndcg: f64) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("results.json");
        let value = serde_json::json!({
            "mode": "made up",
            "recall_any_at_5": theirs, "recall_any_at_10": 1.0, "ndcg_at_10": 0.5, "mrr": 0.5,
            "per_question": [
                {
                    "question_id": "q1", "ndcg_at_10": 1.0, "mrr": 1.0,
                    "retrieved_session_ids": ["s1", "s2", "s3"], "gold_session_ids": ["s1"],
                },
                {
                    "question_id": "q2", "ndcg_at_10": ndcg, "mrr": 1.0 / 6.0,
                    "retrieved_session_ids": ["a", "b", "c", "d", "e", "f"],
                    "gold_session_ids": ["f", "g"],
                },
            ],
        });
        std::fs::write(&file, value.to_string()).unwrap();
        (dir, file)
    }

    #[test]
    fn published_lists_get_the_published_figures() {
        // 1/log2(7) over 1 + 1/log2(3).
        let (_dir, file) = written(0.5, 0.218_408_3);
        let (page, same) = compared(&file, &read(&file).unwrap());
        assert!(same, "{page}");
        assert!(page.contains("| any@5 | 50.00 | 50.00 | 0.00 |"), "{page}");
        assert!(page.contains("NDCG is the same for every question"), "{page}");
        assert!(page.contains("MRR is the same"), "{page}");
    }

    #[test]
    fn a_part_of_the_questions_is_scored_alone() {
        let (dir, file) = written(0.5, 0.218_408_3);
        let set = dir.path().join("set.json");
        std::fs::write(&set, r#"[{"question_id":"q1"},{"question_id":"q2_abs"}]"#).unwrap();
        let page = part(&read(&file).unwrap(), &ids(&set).unwrap());
        assert!(page.contains("Of these, 1 questions"), "{page}");
        assert!(page.contains("| 100.0 | 100.0 |"), "{page}");
    }

    #[test]
    fn an_ideal_of_what_was_found_is_told_from_the_whole_gold() {
        // 1/log2(7) alone: as if `g` had never been wanted.
        let (_dir, file) = written(0.75, 0.356_207_2);
        let (page, same) = compared(&file, &read(&file).unwrap());
        assert!(!same);
        assert!(page.contains("NDCG differs for 1 of 2 questions. For 1 of these"), "{page}");
    }
}
