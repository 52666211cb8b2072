//! The line `model = "NAME"` of `memopage.toml`, changed without touching any other: comments, order and
//! blanks stay. The result is read back, so that a file whose form is not foreseen is left alone.

use memory::{Error, Kind, MARKER, MODEL_NOTE};

/// The text with this model in it, or with none.
pub(super) fn with_model(text: &str, name: Option<&str>) -> Result<String, Error> {
    let unread = |err: toml::de::Error| {
        Error::new(Kind::BadRequest, format!("cannot read {MARKER}: {}", err.message()))
            .hint("correct the file, or delete the line that is wrong")
    };
    let mut wanted: toml::Table = text.parse().map_err(unread)?;
    if wanted.get("model").is_some_and(toml::Value::is_table) {
        return Err(Error::new(Kind::Conflict, format!("{MARKER} names an endpoint in [model]"))
            .hint("delete that section first; it may hold settings that are nowhere else"));
    }
    match name {
        Some(name) => drop(wanted.insert("model".to_owned(), name.into())),
        None => drop(wanted.remove("model")),
    }
    let changed = spliced(text, name);
    match changed.parse::<toml::Table>() {
        Ok(found) if found == wanted => Ok(changed),
        _ => Err(Error::new(
            Kind::Conflict,
            format!("the line of the model in {MARKER} is not found"),
        )
        .hint(match name {
            Some(name) => format!("write it by hand, above the first section: model = \"{name}\""),
            None => "delete it by hand".to_owned(),
        })),
    }
}

fn spliced(text: &str, name: Option<&str>) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let value = name.map(|it| toml::Value::from(it).to_string());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let section = lines.iter().position(|it| it.trim_start().starts_with('['));
    let top = &lines[..section.unwrap_or(lines.len())];
    let mut made: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
    if let Some(at) = top.iter().position(|it| is_ours(it)) {
        match value {
            None => taken_out(&mut made, at),
            Some(value) => {
                let body = lines[at].trim_end_matches(['\r', '\n']);
                let kept = &lines[at][body.len()..];
                let comment = comment(body).map(|it| format!(" {it}")).unwrap_or_default();
                made[at] = format!("model = {value}{comment}{kept}");
            }
        }
        return made.concat();
    }
    let Some(value) = value else { return made.concat() };
    let said = format!("{MODEL_NOTE}{end}model = {value}{end}");
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
fn taken_out(lines: &mut Vec<String>, at: usize) {
    drop(lines.remove(at));
    if at > 0 && lines[at - 1].trim() == MODEL_NOTE {
        drop(lines.remove(at - 1));
        if at > 1 && lines[at - 2].trim().is_empty() {
            drop(lines.remove(at - 2));
        }
    }
}

fn is_ours(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix("model");
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
    use super::with_model;

    const FILE: &str = "# A vault.\nformat = 1\n\n# Days.\nzone = \"UTC\"  # here\n";

    #[test]
    fn the_line_comes_goes_and_changes_and_nothing_else_does() {
        let with = with_model(FILE, Some("m")).unwrap();
        assert!(with.starts_with(FILE) && with.ends_with("model = \"m\"\n"), "{with}");
        let other = with_model(&with, Some("n")).unwrap();
        assert_eq!(other, with.replace("\"m\"", "\"n\""));
        let without = with_model(&other, None).unwrap();
        assert_eq!(without, FILE);
        assert_eq!(with_model(FILE, None).unwrap(), FILE);
    }

    #[test]
    fn sections_comments_and_line_ends_stay() {
        let text = "format = 1\r\nmodel = 'a' # mine\r\n[other]\r\nmodel = \"x\"\r\n";
        let with = with_model(text, Some("b")).unwrap();
        assert_eq!(with, "format = 1\r\nmodel = \"b\" # mine\r\n[other]\r\nmodel = \"x\"\r\n");
        let text = "format = 1\n[other]\nmodel = \"x\"";
        let with = with_model(text, Some("b")).unwrap();
        assert!(with.contains("model = \"b\"\n\n[other]\nmodel = \"x\""), "{with}");
        assert!(with_model("", Some("b")).unwrap().ends_with("model = \"b\"\n"));
    }

    #[test]
    fn what_is_not_foreseen_is_left_alone() {
        for text in
            ["a = '''\nmodel = \"x\"\n'''\n", "\"model\" = \"x\"\n", "a = [\n1]\n\n[model]\n"]
        {
            assert!(with_model(text, Some("b")).is_err(), "{text}");
        }
    }
}
