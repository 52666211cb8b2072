//! What is given as a fact, brought into the form in which a page holds it.
//!
//! A text that is written as a fact gives its key and its marks; what Markdown would take for something
//! else is escaped. Nothing here looks at a page.

use super::grammar;
use super::{FactInput, FactProblem};

impl FactInput {
    /// The input as it is set: on one line, with key and marks taken out of a text that is written as a
    /// fact. Doing it twice changes nothing.
    ///
    /// # Errors
    /// [`FactProblem`] when it cannot be a fact.
    pub fn normal(&self) -> Result<Self, FactProblem> {
        normal(self)
    }
}

/// The input on one line, with key and marks taken out of a text that is written as a fact, or why it
/// cannot be a fact.
fn normal(input: &FactInput) -> Result<FactInput, FactProblem> {
    let mut normal = input.clone();
    match &input.key {
        Some(key) => {
            let key = unnumbered(&inert(&grammar::collapsed(uncoded(key.trim()))));
            if let Some(why) = grammar::key_problem(&key).or_else(|| ambiguous_key(&key)) {
                return Err(FactProblem::Key { key, why });
            }
            // Marks that end the value would be read as such in the page.
            let line = format!("{key}: {}", grammar::collapsed(&input.value));
            let (said, marks) = grammar::untrailed(&line);
            normal.marks.add_missing(&marks);
            normal.value = harmless(&said[key.len() + 2..]);
            normal.key = Some(key);
        }
        None => take_apart(&mut normal),
    }
    let shows = |c: char| !c.is_whitespace() && !c.is_control() && !is_unseen(c);
    if !normal.value.contains(shows)
        || (normal.key.is_none() && normal.value.ends_with([':', '：']))
    {
        return Err(FactProblem::Empty);
    }
    if let Some((from, to)) = normal.marks.backwards() {
        return Err(FactProblem::ValidBackwards { from, to });
    }
    if input.heading.as_deref().is_some_and(super::is_history_heading) {
        return Err(FactProblem::InHistory);
    }
    // When it began to be known is not said by the day on which somebody says that it is over.
    let over = normal.marks.superseded.is_some_and(|day| day <= input.today);
    if !over {
        normal.marks.added = Some(normal.marks.added.unwrap_or(input.today));
    }
    normal.marks.tags.retain(|tag| !tag.contains(['[', ']', '\n']) && !tag.trim().is_empty());
    Ok(normal)
}

/// A key without the backticks around it: it is the same key, however it is shown.
pub(super) fn uncoded(key: &str) -> &str {
    let inner = key.strip_prefix('`').and_then(|it| it.strip_suffix('`')).map(str::trim);
    inner.filter(|it| !it.is_empty() && !it.contains('`')).unwrap_or(key)
}

/// Characters of no width and no meaning of their own.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// Reads a text as the grammar would read it in the page, so that what is written is what is found again.
fn take_apart(input: &mut FactInput) {
    let lines: Vec<&str> =
        input.value.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let text = grammar::dotted(&unnumbered(without_marker(&lines.join(" "))));
    // What looks like a block id is the text's own: nobody gives a fact's id in words.
    let id = grammar::read(&text).and_then(|reading| reading.block_id);
    let id = id.map(|id| format!(" ^{id}")).unwrap_or_default();
    let mut text = text.strip_suffix(&id).unwrap_or(&text).trim_end().to_owned();
    // Marks may stand inside marks, and a key may begin with a sign; three rounds are more than anybody writes.
    for _ in 0..3 {
        let Some(reading) = grammar::read(&text).filter(|reading| !reading.struck) else {
            break;
        };
        input.marks.add_missing(&reading.marks);
        let plain = reading.key.as_deref().is_none_or(|key| ambiguous_key(key).is_none());
        if plain && reading.key.is_some() {
            input.key = reading.key;
            text = reading.value;
            break;
        }
        let said = &text[reading.said];
        text = if plain { said.to_owned() } else { format!("\\{said}") };
    }
    input.key = input.key.take().map(|key| inert(&key));
    input.value = harmless(&(text + &id));
    if input.key.is_none() {
        input.value = inert_start(&input.value);
    }
}

fn without_marker(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some(shorter) = ["- ", "* ", "+ "].iter().find_map(|marker| rest.strip_prefix(marker))
    {
        rest = shorter.trim_start();
    }
    rest
}

/// A key that the grammar would read as something else.
fn ambiguous_key(key: &str) -> Option<&'static str> {
    let split = key.contains('：') || key.contains(": ") || key.ends_with(':');
    let bracket = key.starts_with('[') && !key.starts_with("[[");
    let starts = bracket
        || is_heading(key)
        || key.starts_with(['-', '*', '~', '>', '|', '+', '^', '<'])
        || grammar::begins_with_time(key);
    if split {
        Some("it holds a colon")
    } else if starts {
        Some("it starts with a sign of Markdown or a time")
    } else {
        None
    }
}

/// Whether a text is a heading to Markdown; `#tag` is a tag.
fn is_heading(text: &str) -> bool {
    let after = text.trim_start_matches('#');
    after.len() < text.len() && (after.is_empty() || after.starts_with(' '))
}

/// The text on one line, with what would start a comment or end as a block id escaped.
fn harmless(text: &str) -> String {
    let line = inert(&grammar::collapsed(text));
    match line.rfind(" ^") {
        Some(at) if line[at + 2..].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') => {
            format!("{} \\{}", &line[..at], &line[at + 1..])
        }
        _ => line,
    }
}

/// The text with what would start or end a comment or strike something out escaped, however many signs
/// stand in a row.
fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in grammar::unstruck(&text.replace("<!--", "&lt;!--")).chars() {
        if c == '%' && out.ends_with('%') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text that Markdown would take for an item of a numbered list, escaped.
fn unnumbered(text: &str) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = &text[digits..];
    let numbered = (1..10).contains(&digits)
        && after.starts_with(['.', ')'])
        && (after.len() == 1 || after[1..].starts_with(' '));
    if numbered {
        return format!("{}\\{after}", &text[..digits]);
    }
    text.to_owned()
}

/// A text that Markdown would take for another block at an item's start, escaped.
fn inert_start(text: &str) -> String {
    let text = unnumbered(text);
    let boxes =
        |sign: &str| text.strip_prefix(sign).is_some_and(|rest| !rest.starts_with(['(', '[', ':']));
    let boxed = ["[ ]", "[x]", "[X]"].into_iter().any(boxes) || text.starts_with("[!");
    // `<https://…>` is an address.
    let address = text.starts_with('<')
        && text.find('>').is_some_and(|end| {
            let inside = &text[1..end];
            inside.contains("://") && !inside.contains([' ', '"', '='])
        });
    let block = is_heading(&text)
        || text.starts_with('<') && !address
        || text.starts_with(['>', '|', '-', '+', '=', '~'])
        || text.starts_with("```");
    let starred = text.starts_with('*') && !text.trim_start_matches('*').contains('*');
    if boxed || block || starred { format!("\\{text}") } else { text }
}
