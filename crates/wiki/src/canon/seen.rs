//! What of a title tells it from another: letters and numbers, and the few signs by which names differ.
//!
//! Spaces, hyphens and the like are nothing here, and whether two pages are one is not decided.

use super::fold::fold;

/// Signs behind a letter or number that make another name of it: `C++`, `C#`, `A*`.
const SIGNS: [char; 3] = ['+', '#', '*'];

/// The folded title without what parts words. Equal ones look like one name; `C`, `C++` and `C#` differ, and so
/// do `A` and `A-`, `Version 1.5` and `Version 15`, `NET` and `.NET`.
#[must_use]
pub fn seen(title: &str) -> String {
    let chars: Vec<char> = fold(title).trim().chars().collect();
    let at = |nth: usize| chars.get(nth).copied().unwrap_or(' ');
    let mut seen = String::new();
    for (nth, char) in chars.iter().copied().enumerate() {
        let before = nth.checked_sub(1).map_or(' ', at);
        let behind = at(nth + 1);
        let kept = match char {
            // A sign joins two words where another follows.
            '+' | '#' | '*' => {
                let ends = |c: &&char| !SIGNS.contains(c);
                let next = chars[nth..].iter().take(4).find(ends).copied().unwrap_or(' ');
                (before.is_alphanumeric() || seen.ends_with(SIGNS)) && !next.is_alphanumeric()
            }
            '-' => {
                let grade = nth.checked_sub(2).map_or(' ', at);
                before.is_alphabetic() && !grade.is_alphanumeric() && behind == ' '
            }
            '.' | ',' | ':' | '/' if before.is_ascii_digit() => behind.is_ascii_digit(),
            '.' => before == ' ' && behind.is_alphabetic(),
            char => char.is_alphanumeric(),
        };
        if kept {
            seen.push(char);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::seen;

    #[test]
    fn titles_differ_by_letters_numbers_and_the_signs_of_names() {
        for (one, other) in [
            ("C", "C++"),
            ("C", "C#"),
            ("C++", "C#"),
            ("F", "F#"),
            ("A* search", "A search"),
            ("Grade A", "Grade A-"),
            ("Version 1.5", "Version 15"),
            (".NET", "NET"),
            ("Plan A", "Plan B"),
            ("一期", "二期"),
        ] {
            assert_ne!(seen(one), seen(other), "{one}, {other}");
        }
        for (one, other) in [
            ("Tram lines", "Tram-lines"),
            ("tram_lines", "Tram lines!"),
            ("[otter", "Otter"),
            ("Bread + butter", "bread+butter"),
            ("Topic 1.", "topic 1"),
            ("# Notes", "Notes"),
        ] {
            assert_eq!(seen(one), seen(other), "{one}, {other}");
        }
        assert_eq!(seen(&"+".repeat(5_000)), "");
    }
}
