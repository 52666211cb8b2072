//! A number with what it counts, as sentences say it. Only for words whose plural ends in `s`.

/// "1 page", "2 pages".
#[must_use]
pub fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
