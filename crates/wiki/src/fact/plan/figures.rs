//! A text that is added beside the same sentence with other figures: both are kept, and the one that stands is named.
//!
//! Which of the two holds is not guessed: "Rent is 950 euros" may be news of the same flat, or of another one.

use super::super::{FactChange, FactInput};
use super::{Known, added};
use crate::canon::differs_in_figures;
use crate::page::Page;
use crate::schema::{Schema, WriteRule};

/// The change, with the text of `beside` that says the same but for its figures, where nothing else was found near.
pub(super) fn told<'k>(
    change: FactChange,
    (page, schema): (&Page, &Schema),
    mut beside: impl Iterator<Item = &'k Known>,
    input: &FactInput,
) -> FactChange {
    // Lines of a day or a log are entries, of which one may repeat another: "ran 5 km", "ran 8 km".
    let is_entry = |rule, name| rule == WriteRule::Append || name == "daily";
    let entries = schema.type_of(page).is_some_and(|it| is_entry(it.rule, it.name.as_str()));
    let edits = match change {
        FactChange::Added(edits) if !entries && !input.marks.is_over(input.today) => edits,
        other => return other,
    };
    let same = |(fact, _): &&Known| {
        !fact.retired
            && !fact.marks.is_over(input.today)
            && differs_in_figures(&fact.value, &input.value)
    };
    added(edits, beside.find(same).map(|(fact, _)| fact.clone()).into_iter().collect())
}
