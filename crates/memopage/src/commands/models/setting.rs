//! The lines `model = "NAME"` and `reranker = "NAME"` of `memopage.toml`, changed without touching any
//! other: comments, order and blanks stay. The result is read back, so that a file whose form is not foreseen is left alone.

use memory::{Error, Kind, MARKER, MODEL_NOTE};

/// Which line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Model,
    Reranker,
}

impl Line {
    fn key(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Reranker => "reranker",
        }
    }

    /// Stands above the line.
    fn said(self) -> &'static str {
        match self {
            Self::Model => MODEL_NOTE,
            Self::Reranker => "# Orders the best passages of `recall --vector` anew.",
        }
    }
}

/// The text with this model in its line, or without the line.
pub(super) fn with_model(text: &str, line: Line, name: Option<&str>) -> Result<String, Error> {
    let key = line.key();
    let unread = |err: toml::de::Error| {
        Error::new(Kind::BadRequest, format!("cannot read {MARKER}: {}", err.message()))
            .hint("correct the file, or delete the line that is wrong")
    };
    let mut wanted: toml::Table = text.parse().map_err(unread)?;
    if wanted.get(key).is_some_and(toml::Value::is_table) {
        return Err(Error::new(Kind::Conflict, format!("{MARKER} names an endpoint in [{key}]"))
            .hint("delete that section first; it may hold settings that are nowhere else"));
    }
    match name {
        Some(name) => drop(wanted.insert(key.to_owned(), name.into())),
        None => drop(wanted.remove(key)),
    }
    let changed = spliced(text, line, name);
    match changed.parse::<toml::Table>() {
        Ok(found) if found == wanted => Ok(changed),
        _ => Err(Error::new(Kind::Conflict, format!("the line `{key}` in {MARKER} is not found"))
            .hint(match name {
                Some(name) => {
                    format!("write it by hand, above the first section: {key} = \"{name}\"")
                }
                None => "delete it by hand".to_owned(),
            })),
    }
}

fn spliced(text: &str, line: Line, name: Option<&str>) -> String {
    let key = line.key();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let value = name.map(|it| toml::Value::from(it).to_string());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let section = lines.iter().position(|it| it.trim_start().starts_with('['));
    let top = &lines[..section.unwrap_or(lines.len())];
    let mut made: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
    if let Some(at) = top.iter().position(|it| is_ours(it, key)) {
        match value {
            None => taken_out(&mut made, at, line.said()),
            Some(value) => {
                let body = lines[at].trim_end_matches(['\r', '\n']);
                let kept = &lines[at][body.len()..];
                let comment = comment(body).map(|it| format!(" {it}")).unwrap_or_default();
                made[at] = format!("{key} = {value}{comment}{kept}");
            }
        }
        return made.concat();
    }
    let Some(value) = value else { return made.concat() };
    let said = format!("{}{end}{key} = {value}{end}", line.said());
    match section {
        Some(at) => made.insert(at, format!("{said}{end}")),
        None => {
            if made.last().is_some_and(|it| !it.ends_with('\n')) {
                made.push(end.to_owned());
            }
            let gap = if made.is_empty() { "" } else { end };
            made.push(format!("{gap}{said}"));
        }
    }
    made.concat()
}

/// Takes the line away, and what was written above it when it came.
fn taken_out(lines: &mut Vec<String>, at: usize, said: &str) {
    drop(lines.remove(at));
    if at > 0 && lines[at - 1].trim() == said {
        drop(lines.remove(at - 1));
        if at > 1 && lines[at - 2].trim().is_empty() {
            drop(lines.remove(at - 2));
        }
    }
}

fn is_ours(line: &str, key: &str) -> bool {
    let rest = line.trim_start().strip_prefix(key);
    rest.is_some_and(|it| it.trim_start().starts_with('='))
}

/// The comment behind a value in quotes.
fn comment(line: &str) -> Option<&str> {
    let value = line.split_once('=')?.1.trim_start();
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let rest = value[1..].split_once(quote)?.1.trim_start();
    rest.starts_with('#').then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{Line, with_model};

    const FILE: &str = "# A vault.\nformat = 1\n\n# Days.\nzone = \"UTC\"  # here\n";

    #[test]
    fn the_line_comes_goes_and_changes_and_nothing_else_does() {
        let with = with_model(FILE, Line::Model, Some("m")).unwrap();
        assert!(with.starts_with(FILE) && with.ends_with("model = \"m\"\n"), "{with}");
        let other = with_model(&with, Line::Model, Some("n")).unwrap();
        assert_eq!(other, with.replace("\"m\"", "\"n\""));
        let without = with_model(&other, Line::Model, None).unwrap();
        assert_eq!(without, FILE);
        assert_eq!(with_model(FILE, Line::Model, None).unwrap(), FILE);
    }

    #[test]
    fn a_model_and_a_reranker_stand_side_by_side() {
        let with = with_model(FILE, Line::Model, Some("m")).unwrap();
        let both = with_model(&with, Line::Reranker, Some("r")).unwrap();
        assert!(both.starts_with(&with) && both.ends_with("reranker = \"r\"\n"), "{both}");
        assert_eq!(with_model(&both, Line::Reranker, None).unwrap(), with);
        let alone = with_model(&both, Line::Model, None).unwrap();
        assert_eq!(alone, with_model(FILE, Line::Reranker, Some("r")).unwrap());
    }

    #[test]
    fn sections_comments_and_line_ends_stay() {
        let text = "format = 1\r\nmodel = 'a' # mine\r\n[other]\r\nmodel = \"x\"\r\n";
        let with = with_model(text, Line::Model, Some("b")).unwrap();
        assert_eq!(with, "format = 1\r\nmodel = \"b\" # mine\r\n[other]\r\nmodel = \"x\"\r\n");
        let text = "format = 1\n[other]\nmodel = \"x\"";
        let with = with_model(text, Line::Model, Some("b")).unwrap();
        assert!(with.contains("model = \"b\"\n\n[other]\nmodel = \"x\""), "{with}");
        assert!(with_model("", Line::Model, Some("b")).unwrap().ends_with("model = \"b\"\n"));
    }

    #[test]
    fn what_is_not_foreseen_is_left_alone() {
        for text in
            ["a = '''\nmodel = \"x\"\n'''\n", "\"model\" = \"x\"\n", "a = [\n1]\n\n[model]\n"]
        {
            assert!(with_model(text, Line::Model, Some("b")).is_err(), "{text}");
        }
    }
}
