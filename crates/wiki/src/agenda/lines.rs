//! The lines of a `NOW` page by the part in which they stand.

use super::read::what_blocks;
use super::{AgendaProblem, matching};
use crate::canon::fold;
use crate::page::Page;

/// Headings of the parts, folded; the first one is written where there is none.
pub(super) const DONE: &[&str] = &["Done", "finished", "已完成", "完成"];
pub(super) const DOING: &[&str] = &["In progress", "doing", "open", "进行中"];
const PLANNED: &[&str] = &["Priorities", "priority", "planned", "next", "优先级", "计划"];
/// What the layouts write where nothing is said yet.
const UNWRITTEN: &str = "_Not written yet._";
/// Signs before what an item says.
const SIGNS: [&str; 7] = ["✅", "🔄", "[ ]", "[x]", "[X]", "☑", "⏳"];

/// The page, line by line, without the line ends.
pub(super) struct Lines {
    lines: Vec<String>,
    /// The first line behind the head.
    body: usize,
    end: &'static str,
    /// Whether the last line has an end.
    ended: bool,
}

impl Lines {
    pub(super) fn of(page: &Page) -> Self {
        let end = if page.text.contains("\r\n") { "\r\n" } else { "\n" };
        let lines = page.text.lines().map(str::to_owned).collect();
        let body = page.text[..page.body].lines().count();
        Self { lines, body, end, ended: page.text.is_empty() || page.text.ends_with('\n') }
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.lines.join(self.end);
        if self.ended {
            text.push_str(self.end);
        }
        text
    }

    /// The lines below a heading of one of these words, up to the next heading.
    fn part(&self, names: &[&str]) -> Option<std::ops::Range<usize>> {
        let heading = |line: &str| {
            let title = line.strip_prefix("## ").or_else(|| line.strip_prefix("### "))?;
            let title = title.trim_matches(|c: char| !c.is_alphanumeric());
            Some(fold(title))
        };
        let named = |line: &String| {
            heading(line).is_some_and(|it| names.iter().any(|name| fold(name) == it))
        };
        let at = (self.body..self.lines.len()).find(|at| named(&self.lines[*at]))?;
        let next = (at + 1..self.lines.len()).find(|at| self.lines[*at].starts_with('#'));
        Some(at + 1..next.unwrap_or(self.lines.len()))
    }

    /// The items of a part, each with its line and without its sign; of what is in progress without what blocks it.
    pub(super) fn items(&self, of: &[&str]) -> Vec<(usize, String)> {
        let whole = self.written(of);
        let bare = |text: String| what_blocks(&text).map_or(text.clone(), |it| it.0.to_owned());
        whole.into_iter().map(|(at, text)| (at, bare(text))).collect()
    }

    pub(super) fn items_as_written(&self, of: &[&str]) -> Vec<String> {
        self.written(of).into_iter().map(|it| it.1).collect()
    }

    fn written(&self, of: &[&str]) -> Vec<(usize, String)> {
        let part = self.part(of).unwrap_or(0..0);
        let item = |at: usize| {
            let line = self.lines[at].trim_start();
            let text = ["- ", "* ", "+ "].iter().find_map(|it| line.strip_prefix(it))?;
            let mut text = text.trim();
            while let Some(rest) = SIGNS.iter().find_map(|it| text.strip_prefix(it)) {
                text = rest.trim_start();
            }
            (!text.is_empty()).then(|| (at, text.to_owned()))
        };
        part.filter_map(item).collect()
    }

    /// The rows of the table of what is planned that say something: priority, thing and day.
    pub(super) fn rows(&self) -> Vec<(usize, [String; 3])> {
        let part = self.part(PLANNED).unwrap_or(0..0);
        let rows = part.filter_map(|at| Some((at, cells(&self.lines[at])?)));
        rows.filter(|(_, row)| is_rank(&row[0]) && !row[1].is_empty()).collect()
    }

    /// The value of a line such as `Focus: …`, above the parts.
    pub(super) fn line(&self, names: &[&str]) -> Option<String> {
        let at = self.place_of(names)?;
        let value = self.lines[at].split_once([':', '：'])?.1;
        let value = value.trim().trim_matches('*').trim();
        (!value.is_empty()).then(|| value.to_owned())
    }

    fn place_of(&self, names: &[&str]) -> Option<usize> {
        let end = (self.body..self.lines.len()).find(|at| self.lines[*at].starts_with("##"));
        (self.body..end.unwrap_or(self.lines.len())).find(|at| {
            let line = self.lines[*at].trim_start_matches(['-', '*', ' ']);
            let key = line.split_once([':', '：']).map(|it| fold(it.0.trim_matches('*')));
            key.is_some_and(|key| names.iter().any(|it| fold(it) == key))
        })
    }

    /// Sets such a line, in the place of the one that is there or of what stands for nothing said.
    pub(super) fn set_line(&mut self, names: &[&str], written: &str, value: &str) {
        let line = format!("{written}: {value}");
        if let Some(at) = self.place_of(names) {
            let (key, _) = self.lines[at].split_once([':', '：']).unwrap_or((written, ""));
            let colon = if self.lines[at][key.len()..].starts_with('：') { "：" } else { ": " };
            let key = key.to_owned();
            self.lines[at] = format!("{key}{colon}{value}");
            return;
        }
        if let Some(at) = self.lines.iter().position(|it| it.trim() == UNWRITTEN) {
            self.lines[at] = line;
            return;
        }
        let title = (self.body..self.lines.len()).find(|at| self.lines[*at].starts_with("# "));
        let mut at = title.map_or(self.body, |at| at + 1);
        while self.lines.get(at).is_some_and(|it| it.trim().is_empty()) {
            at += 1;
        }
        let other = ["Updated", "Focus", "更新", "重点"];
        let beside =
            self.lines.get(at).is_some_and(|it| other.iter().any(|key| it.starts_with(key)));
        self.lines.insert(at, line);
        if !beside {
            self.lines.insert(at + 1, String::new());
        }
    }

    /// Puts an item behind the last one of a part, which is made if there is none.
    pub(super) fn add_item(&mut self, of: &[&str], text: &str) {
        let part = self.part_or_new(of);
        let item = format!("- {text}");
        let last = part.clone().rev().find(|at| !self.lines[*at].trim().is_empty());
        if let Some(last) = last {
            self.lines.insert(last + 1, item);
            return;
        }
        // A part without a word has blank lines at most.
        let behind = self.lines.get(part.end).is_some();
        let new = [String::new(), item].into_iter().chain(behind.then(String::new));
        self.lines.splice(part, new);
    }

    /// Puts a row behind the last one of its priority, or in the place of one that is blank.
    pub(super) fn add_row(&mut self, rank: &str, what: &str, due: &str) {
        let row = format!("| {rank} | {} | {} |", escaped(what), escaped(due));
        let part = self.part_or_new(PLANNED);
        let ranks: Vec<(usize, [String; 3])> =
            part.clone().filter_map(|at| Some((at, cells(&self.lines[at])?))).collect();
        let blank =
            ranks.iter().find(|(_, it)| it[0].eq_ignore_ascii_case(rank) && it[1].is_empty());
        if let Some((at, _)) = blank {
            self.lines[*at] = row;
            return;
        }
        let before =
            |it: &&(usize, [String; 3])| is_rank(&it.1[0]) && *it.1[0].to_uppercase() <= *rank;
        let head = ranks.iter().map(|it| it.0).next();
        match (ranks.iter().rev().find(before), head) {
            (Some((at, _)), _) => self.lines.insert(at + 1, row),
            // Below the heading of the table and its line.
            (None, Some(head)) => self.lines.insert((head + 2).min(part.end), row),
            (None, None) => {
                let head = ["", "| Priority | What | Due |", "|---|---|---|"].map(str::to_owned);
                let new = head.into_iter().chain([row]);
                self.lines.splice(part.start..part.start, new);
            }
        }
    }

    fn part_or_new(&mut self, names: &[&str]) -> std::ops::Range<usize> {
        if let Some(part) = self.part(names) {
            return part;
        }
        if self.lines.last().is_some_and(|it| !it.trim().is_empty()) {
            self.lines.push(String::new());
        }
        self.lines.push(format!("## {}", names[0]));
        self.lines.len()..self.lines.len()
    }

    /// Takes the one line out that these words mean, of what is in progress and what is planned; gives what it said.
    pub(super) fn take(&mut self, what: &str) -> Result<Option<String>, AgendaProblem> {
        let mut all = self.items(DOING);
        all.extend(self.rows().into_iter().map(|(at, [_, what, _])| (at, what)));
        // A thing that is planned and in progress is one.
        let found = matching(&all, what);
        let Some((_, said)) = found.first() else { return Ok(None) };
        if found.iter().any(|it| fold(&it.1) != fold(said)) {
            return Err(several(what, &found));
        }
        let said = said.clone();
        let mut places: Vec<usize> = found.iter().map(|it| it.0).collect();
        places.sort_unstable();
        for at in places.into_iter().rev() {
            self.remove(at);
        }
        Ok(Some(said))
    }

    pub(super) fn take_from(
        &mut self,
        of: &[&str],
        what: &str,
    ) -> Result<Option<String>, AgendaProblem> {
        let all = self.items(of);
        self.take_one(&all, what)
    }

    pub(super) fn take_done(&mut self, what: &str) -> Result<Option<String>, AgendaProblem> {
        self.take_from(DONE, what)
    }

    pub(super) fn take_row(&mut self, what: &str) -> Result<Option<String>, AgendaProblem> {
        let all: Vec<(usize, String)> =
            self.rows().into_iter().map(|(at, [_, what, _])| (at, what)).collect();
        self.take_one(&all, what)
    }

    fn take_one(
        &mut self,
        all: &[(usize, String)],
        what: &str,
    ) -> Result<Option<String>, AgendaProblem> {
        let found = matching(all, what);
        match found.as_slice() {
            [] => Ok(None),
            [(at, said)] => {
                self.remove(*at);
                Ok(Some(said.clone()))
            }
            _ => Err(several(what, &found)),
        }
    }

    /// Removes a line; of a priority that has no other row a blank one stays.
    fn remove(&mut self, at: usize) {
        let rank = cells(&self.lines[at]).map(|it| it[0].clone()).filter(|it| is_rank(it));
        let alone = |rank: &String| {
            let same = |it: &&(usize, [String; 3])| it.1[0].eq_ignore_ascii_case(rank);
            self.rows().iter().filter(same).count() == 1
        };
        match rank.filter(alone) {
            Some(rank) => self.lines[at] = format!("| {rank} | | |"),
            None => self.cut(at),
        }
    }

    /// Takes every item of a part out.
    pub(super) fn clear(&mut self, of: &[&str]) {
        let places: Vec<usize> = self.written(of).into_iter().map(|it| it.0).collect();
        places.into_iter().rev().for_each(|at| self.cut(at));
    }

    /// Takes a line out, and one of two blank lines that come together.
    fn cut(&mut self, at: usize) {
        self.lines.remove(at);
        let blank = |at: usize| self.lines.get(at).is_some_and(|it| it.trim().is_empty());
        if at > 0 && blank(at - 1) && blank(at) {
            self.lines.remove(at);
        }
    }
}

fn several(what: &str, found: &[&(usize, String)]) -> AgendaProblem {
    AgendaProblem::Several {
        what: what.to_owned(),
        of: found.iter().map(|it| it.1.clone()).collect(),
    }
}

fn is_rank(text: &str) -> bool {
    let digits = text.strip_prefix(['P', 'p']).unwrap_or_default();
    digits.len() == 1 && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The first three cells of a row.
fn cells(line: &str) -> Option<[String; 3]> {
    let inner = line.trim().strip_prefix('|')?.trim_end_matches('|');
    let mut cells = vec![String::new()];
    let mut signs = inner.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if signs.peek() == Some(&'|') => cells.last_mut()?.extend(signs.next()),
            '|' => cells.push(String::new()),
            sign => cells.last_mut()?.push(sign),
        }
    }
    let cell = |nth: usize| cells.get(nth).map(|it| it.trim().to_owned()).unwrap_or_default();
    Some([cell(0), cell(1), cell(2)])
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
