//! What is wrong with the facts and notes of a page.

use super::Look;
use std::collections::HashSet;
use wiki::canon;
use wiki::decision::Verdict;
use wiki::fact::{self, Fact};
use wiki::page::Page;

impl Look<'_> {
    pub(super) fn facts(&mut self, page: &Page) {
        let today = self.call.now.today();
        let facts = fact::facts(page, self.schema);
        let line = |it: &Fact| page.line_of(it.span.start);
        for it in &facts {
            if let Some((from, to)) = it.marks.backwards() {
                let message = format!("it holds from {from} to {to}: it ends before it begins");
                self.add(&page.path, line(it), "inverted-validity", message);
            }
            if let Some(day) = it.marks.expires.filter(|day| !it.retired && *day < today) {
                self.add(&page.path, line(it), "expired", format!("this fact expired on {day}"));
            }
        }
        self.rivals(page, &facts);
        self.repeated(page, &facts);
        for (at, message) in fact::unread(page, self.schema) {
            self.add(&page.path, page.line_of(at), "mark", message);
        }
        for it in fact::unstruck(page, self.schema) {
            let message =
                "stands below History: retired facts are struck out; move it up if it holds";
            self.add(&page.path, line(&it), "history", message);
        }
        self.alike(page, &facts);
    }

    /// Statements that both claim to hold, but for those of which somebody said that both do.
    fn rivals(&mut self, page: &Page, facts: &[Fact]) {
        let line = |it: &Fact| page.line_of(it.span.start);
        let today = self.call.now.today();
        for (first, second) in fact::rivals_among(page, self.schema, facts, today) {
            let decided = self.resolved.of(&page.path, &first.said(), &second.said());
            let told = match decided {
                Some(Verdict::Both) => continue,
                Some(_) => "it was decided before which one holds, and the other stands again; ",
                None => "",
            };
            let how = format!("`memopage resolve \"{}\" …` says which holds", page.path);
            let (rule, message) = match second.key.as_deref() {
                Some(key) => (
                    "double-key",
                    format!("`{key}` stands on line {}, too; {told}{how}", line(&first)),
                ),
                None => (
                    "said-otherwise",
                    format!("line {} says another value of this; {told}{how}", line(&first)),
                ),
            };
            self.add(&page.path, line(&second), rule, message);
        }
    }

    /// Free texts and notes of a day that nearly say what stands there.
    fn alike(&mut self, page: &Page, facts: &[Fact]) {
        if wiki::session::is_session(page) {
            return;
        }
        let texts = facts.iter().filter(|it| !it.retired && it.key.is_none());
        let mut all: Vec<(usize, &str)> =
            texts.map(|it| (it.span.start, it.value.as_str())).collect();
        let notes = wiki::note::notes(page);
        // What was noted twice in the same words happened twice.
        let mut seen = HashSet::new();
        let notes = notes.iter().filter(|it| seen.insert(it.text.as_str()));
        all.extend(notes.map(|it| (it.span.start, it.text.as_str())));
        all.sort_unstable();
        let texts: Vec<&str> = all.iter().map(|(_, text)| *text).collect();
        for (first, second) in canon::near_duplicates(&texts) {
            let message = format!(
                "nearly the same stands on line {}; `memopage forget` or an edit leaves one of them",
                page.line_of(all[first].0)
            );
            self.add(&page.path, page.line_of(all[second].0), "near-duplicate", message);
        }
    }
}
