//! What changes of a `NOW` page do to its lines.

use super::{Agenda, AgendaProblem, Doing, Planned, Step, changed, read};
use crate::page::Page;
use crate::path::PagePath;

const MADE: &str = "# Now\n\n_Not written yet._\n\n## Done\n\n## In progress\n\n## Priorities\n\n| Priority | What | Due |\n|---|---|---|\n| P0 | | |\n| P1 | | |\n";
const AT: &str = "2026-12-01 10:20";

fn page(text: &str) -> Page {
    Page::parse(PagePath::parse("NOW").unwrap(), text)
}

fn after(text: &str, steps: &[Step]) -> String {
    changed(&page(text), steps, AT).unwrap()
}

fn start(what: &str, blocked: Option<&str>) -> Step {
    Step::Start(Doing { what: what.to_owned(), blocked: blocked.map(str::to_owned) })
}

fn plan(rank: &str, what: &str, due: Option<&str>) -> Step {
    let (rank, what) = (rank.to_owned(), what.to_owned());
    Step::Plan(Planned { rank, what, due: due.map(str::to_owned) })
}

#[test]
fn a_page_is_filled_part_by_part_and_says_it_back() {
    let text = after(
        MADE,
        &[
            Step::Focus("ship the gateway".to_owned()),
            start("review", Some("Ann's answer")),
            plan("P0", "fix a|b", Some("2026-12-03")),
            plan("P1", "docs", None),
            plan("P0", "write tests", None),
            Step::Done("stand-up".to_owned()),
        ],
    );
    let wanted = "# Now\n\nUpdated: 2026-12-01 10:20\nFocus: ship the gateway\n\n## Done\n\n- ✅ stand-up\n\n## In progress\n\n- 🔄 review — blocked by Ann's answer\n\n## Priorities\n\n| Priority | What | Due |\n|---|---|---|\n| P0 | fix a\\|b | 2026-12-03 |\n| P0 | write tests |  |\n| P1 | docs |  |\n";
    assert_eq!(text, wanted);
    let agenda = read(&page(&text));
    assert_eq!(agenda.focus.as_deref(), Some("ship the gateway"));
    assert_eq!(agenda.done, ["stand-up"]);
    assert_eq!(agenda.doing[0].blocked.as_deref(), Some("Ann's answer"));
    assert_eq!(agenda.planned.len(), 3);
    assert_eq!(agenda.planned[0].what, "fix a|b");
}

#[test]
fn what_is_done_leaves_its_place_and_what_somebody_wrote_stays() {
    let text = "---\ntitle: Now\n---\n# Now\r\n\r\nUpdated: then\r\nMy own line.\r\n\r\n## Done\r\n\r\n## In progress\r\n\r\n- 🔄 review of the gateway — blocked by Ann\r\n- 🔄 review\r\n- by hand\r\n";
    let done = after(text, &[Step::Done("by hand".to_owned())]);
    assert!(
        done.contains("My own line.\r\n") && done.contains("## Done\r\n\r\n- ✅ by hand\r\n"),
        "{done}"
    );
    assert!(
        !done.contains("- by hand") && done.contains("Updated: 2026-12-01 10:20\r\n"),
        "{done}"
    );
    let started = after(text, &[start("review", None)]);
    assert!(started.contains("review of the gateway — blocked by Ann"), "{started}");
    assert_eq!(started.matches("- 🔄 review\r\n").count(), 1, "{started}");
}

#[test]
fn what_is_planned_again_moves_and_what_is_dropped_is_gone() {
    let text = after(MADE, &[plan("P1", "docs", None), plan("P0", "docs", Some("2026-12-04"))]);
    assert!(text.contains("| P0 | docs | 2026-12-04 |\n| P1 | | |\n"), "{text}");
    let text = after(&text, &[Step::Drop("docs".to_owned())]);
    assert_eq!(read(&page(&text)), Agenda { updated: Some(AT.to_owned()), ..Agenda::default() });
    let text = after(&text, &[Step::Done("a".to_owned()), Step::Clear]);
    assert!(read(&page(&text)).done.is_empty(), "{text}");
}

#[test]
fn words_that_mean_nothing_or_several_lines_change_nothing() {
    let text = after(MADE, &[start("review of A", None), start("review of B", None)]);
    let step = |what: &str| changed(&page(&text), &[Step::Drop(what.to_owned())], AT);
    assert_eq!(step("lunch"), Err(AgendaProblem::Missing("lunch".to_owned())));
    assert!(matches!(step("review"), Err(AgendaProblem::Several { of, .. }) if of.len() == 2));
    assert_eq!(step("  "), Err(AgendaProblem::Empty));
}

#[test]
fn a_page_without_the_parts_gets_them() {
    let text = after("# Today\n\nmine", &[plan("P2", "rest", None), start("x", None)]);
    assert_eq!(
        text,
        "# Today\n\nUpdated: 2026-12-01 10:20\n\nmine\n\n## Priorities\n\n| Priority | What | Due |\n|---|---|---|\n| P2 | rest |  |\n\n## In progress\n\n- 🔄 x"
    );
}

#[test]
fn parts_that_are_filled_and_emptied_again_keep_their_blank_lines() {
    let once = after(MADE, &[start("a", None)]);
    let mut text = once.clone();
    for _ in 0..3 {
        text = after(&text, &[Step::Done("a".to_owned()), Step::Clear, start("a", None)]);
    }
    assert_eq!(text, once);
}
