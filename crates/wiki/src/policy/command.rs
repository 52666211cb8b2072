//! Passwords in the options of commands that take them there: a row for each option. A password behind
//! `--password` is announced by its word.

use std::ops::Range;

use super::likeness::is_placeholder;
use super::scan::{Scan, USER_INFO_BYTES};

/// How an option holds a password.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Behind the user's name and a colon.
    Login,
    /// Right behind the option.
    Glued,
    /// Right behind the option or after a blank.
    Next,
}

struct Row {
    option: &'static str,
    commands: &'static [&'static str],
    form: Form,
}

const ROWS: &[Row] = &[
    Row { option: " -u", commands: &["curl ", "wget ", "http "], form: Form::Login },
    Row { option: " --user", commands: &["curl ", "wget ", "http "], form: Form::Login },
    Row {
        option: " -p",
        commands: &["mysql ", "mysqldump ", "mysqladmin ", "mariadb ", "7z "],
        form: Form::Glued,
    },
    Row {
        option: " -p",
        commands: &[
            "sshpass ",
            "docker login ",
            "podman login ",
            "registry login ",
            "mongo ",
            "mongosh ",
            "az login ",
        ],
        form: Form::Next,
    },
    Row { option: " -a", commands: &["redis-cli "], form: Form::Next },
    Row { option: " -w", commands: &["ldapsearch ", "ldapadd ", "ldapmodify "], form: Form::Next },
    Row { option: " -P", commands: &["zip "], form: Form::Next },
];

/// The patterns of where an option can stand.
pub(super) fn patterns() -> impl Iterator<Item = String> {
    ROWS.iter().map(|row| regex::escape(row.option))
}

impl Scan<'_> {
    /// The password of a command's option that stands here.
    pub(super) fn in_command(&self, at: usize) -> Option<Range<usize>> {
        let rest = &self.text[at..];
        let mut rows = ROWS.iter().filter(|row| rest.starts_with(row.option)).peekable();
        rows.peek()?;
        // With the blank that ends the word before the option.
        let line = self.line_before(at + 1);
        let line = line.rsplit(['|', ';', '&']).next().unwrap_or(line);
        rows.filter(|row| row.commands.iter().any(|command| line.contains(command)))
            .find_map(|row| self.option_value(at + row.option.len(), row.form))
    }

    fn option_value(&self, after: usize, form: Form) -> Option<Range<usize>> {
        let gap = usize::from(self.text[after..].starts_with([' ', '=']));
        if form == Form::Glued && gap > 0 {
            return None;
        }
        let start = after + gap;
        let start = start + usize::from(self.text[start..].starts_with(['"', '\'']));
        let inside = self.text.as_bytes()[start..].iter().take(USER_INFO_BYTES);
        let part = |b: &&u8| b.is_ascii_graphic() && !b"\"'`<>|".contains(*b);
        let word = start..start + inside.take_while(part).count();
        let password = match form {
            Form::Login => word.start + self.text[word.clone()].find(':')? + 1..word.end,
            Form::Glued | Form::Next => word,
        };
        let text = &self.text[password.clone()];
        // Other commands of the line have ports.
        let number = text.bytes().all(|b| b.is_ascii_digit() || b == b':');
        let port = form == Form::Next && number && (text.contains(':') || text.len() < 6);
        let shown = text.len() < 4 || text.starts_with('-') || port || is_placeholder(text);
        (!shown).then_some(password)
    }
}
