//! A statement taken out of a page for good: its list items, also those of the history, its notes, and the words
//! themselves wherever else they stand.

use std::ops::Range;

use super::{Fact, read_all};
use crate::canon::fold;
use crate::edit::{Edit, Splice};
use crate::note::notes;
use crate::page::Page;

/// What stands in the place of words in a sentence, or of a turn.
pub const ERASED: &str = "[ERASED]";
/// Characters of a statement that are looked for inside of other text: fewer stand there by chance.
const INSIDE_CHARS: usize = 8;

/// The statements of a page that are named by their words, their key or their `^block`, held or not, each once.
#[must_use]
pub fn stated(page: &Page, which: &str) -> Vec<String> {
    let typed = which.trim().trim_start_matches("- ");
    let wanted = fold(typed);
    let is_meant = |fact: &Fact| match typed.strip_prefix('^') {
        Some(id) => fact.block_id.as_deref() == Some(id),
        None => {
            fold(&fact.said()) == wanted
                || fact.key.as_deref().is_some_and(|key| !fact.retired && fold(key) == wanted)
        }
    };
    let mut said: Vec<String> = Vec::new();
    let facts = read_all(page).into_iter().map(|it| it.0).filter(is_meant).map(|it| it.said());
    let noted = notes(page).into_iter().filter(|it| fold(&it.text) == wanted).map(|it| it.text);
    for it in facts.chain(noted) {
        if !said.iter().any(|known| fold(known) == fold(&it)) {
            said.push(it);
        }
    }
    said
}

/// All that a page states, held or not, each once.
#[must_use]
pub fn all_stated(page: &Page) -> Vec<String> {
    let mut said: Vec<String> = read_all(page).iter().map(|it| it.0.said()).collect();
    said.extend(notes(page).into_iter().map(|it| it.text));
    said.sort_unstable();
    said.dedup();
    said
}

/// The edits that leave nothing of a statement on a page; none where it does not stand there.
#[must_use]
pub fn erase(page: &Page, said: &str) -> Vec<Edit> {
    let wanted = fold(said);
    let mut spans: Vec<(Range<usize>, &str)> = Vec::new();
    for (fact, _) in read_all(page).iter().filter(|(fact, _)| fold(&fact.said()) == wanted) {
        spans.push((fact.span.clone(), ""));
    }
    for note in notes(page).iter().filter(|it| it.bare && fold(&it.text) == wanted) {
        spans.push((note.span.clone(), ""));
    }
    if said.chars().count() >= INSIDE_CHARS {
        let inside = page.text.match_indices(said).map(|(at, _)| at..at + said.len());
        spans.extend(inside.map(|span| (span, ERASED)));
    }
    spans.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut apart: Vec<(Range<usize>, &str)> = Vec::new();
    for (span, text) in spans {
        if apart.last().is_none_or(|(last, _)| last.end <= span.start) {
            apart.push((span, text));
        }
    }
    let splice =
        |(span, text): (Range<usize>, &str)| Edit::Splice(Splice { span, text: text.to_owned() });
    apart.into_iter().rev().map(splice).collect()
}

#[cfg(test)]
mod tests {
    use super::{erase, stated};
    use crate::edit::apply;
    use crate::page::Page;
    use crate::path::PagePath;

    const TEXT: &str = "# Atlas\n\n- Hint: the cat's birthday  added:2026-11-01\n- Owner: Ann\n\nBob said: Hint: the cat's birthday, he said.\n\n## History\n\n- ~~Hint: the cat's birthday~~ added:2026-10-01 superseded:2026-10-02\n";

    #[test]
    fn nothing_of_a_statement_is_left_and_nothing_else_goes() {
        let page = Page::parse(PagePath::parse("projects/atlas").unwrap(), TEXT);
        let said = stated(&page, "hint");
        assert_eq!(said, ["Hint: the cat's birthday"]);
        let after = apply(&page, &erase(&page, &said[0])).unwrap();
        assert_eq!(
            after,
            "# Atlas\n\n- Owner: Ann\n\nBob said: [ERASED], he said.\n\n## History\n\n"
        );
        assert!(erase(&page, "Owner: Bob").is_empty() && stated(&page, "cat").is_empty());
    }
}
