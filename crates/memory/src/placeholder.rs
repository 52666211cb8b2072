//! Placeholders of templates, `{{title}}`: where they stand, and what takes their place. What stands for a name is the
//! caller's business; a name that nothing stands for stays as it is.

/// A longer text in braces is no placeholder.
const NAME_BYTES: usize = 64;

/// Every placeholder of a text: the byte where it begins, and its name.
pub(crate) fn all(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + text.get(from..)?.find("{{")?;
            from = at + 2;
            if let Some(name) = name(&text[from..]) {
                from += name.len() + 2;
                return Some((at, name.trim()));
            }
            // Of `{{{x}}` the inner braces are the placeholder's.
            from = at + 1;
        }
    })
}

/// The text with what `stands_for` gives in the place of each placeholder. What it gives is not read again.
pub(crate) fn fill(text: &str, stands_for: &dyn Fn(&str) -> Option<String>) -> String {
    let (mut filled, mut done) = (String::with_capacity(text.len()), 0);
    for (at, name) in all(text) {
        let Some(value) = stands_for(name) else { continue };
        let end = at + text[at..].find("}}").map_or(0, |it| it + 2);
        filled.push_str(&text[done..at]);
        filled.push_str(&value);
        done = end;
    }
    filled.push_str(&text[done..]);
    filled
}

/// The name behind `{{`, with the blanks around it.
fn name(behind: &str) -> Option<&str> {
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    let end = behind.find(|c| !of_name(c))?;
    let (name, rest) = behind.split_at(end);
    let is_name = end <= NAME_BYTES && !name.trim().is_empty() && rest.starts_with("}}");
    is_name.then_some(name)
}
