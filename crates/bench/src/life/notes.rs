//! What people do without us: notes that are only ever added to, searched by words or by likeness.
//!
//! A note is a line with its day. Nothing is replaced; what is taken back is a further note that says so. What is
//! asked about a past day is looked for among the notes until then, which is more than such notes get as a rule.
//! Of equally good notes the newest comes first.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::ZonedDateTime;
use jiff::civil::Date;
use search::{Embedder, Side};

use super::grade::Hit;
use super::scenario::Ask;
use super::system::{Bytes, System, Told};
use crate::systems::Bm25;

/// Hits that a question gets.
const TOP: usize = 10;
/// Texts that a model gets at once.
const BATCH: usize = 32;
/// Bytes of a number of a vector.
const NUMBER_BYTES: usize = 4;

/// What is found together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// One note.
    Note,
    /// All notes about one page.
    Page,
}

/// How notes are found.
pub(super) enum By {
    Words,
    Likeness(Arc<dyn Embedder>),
}

struct Note {
    day: Date,
    page: String,
    text: String,
}

/// Notes in one file.
pub(super) struct Notes {
    file: PathBuf,
    unit: Unit,
    by: By,
    notes: Vec<Note>,
    /// A vector for every note, where they are found by likeness.
    vectors: Vec<Vec<f32>>,
    /// An index of all notes, made anew when there are more.
    words: Option<Words>,
}

struct Words {
    index: Bm25,
    until: Option<Date>,
    items: Vec<Vec<usize>>,
}

impl Notes {
    pub(super) fn new(file: PathBuf, unit: Unit, by: By) -> Self {
        Self { file, unit, by, notes: Vec::new(), vectors: Vec::new(), words: None }
    }

    /// The notes that are found together, each by its number; those of one page in the order of its first note.
    fn items(&self, until: Option<Date>) -> Vec<Vec<usize>> {
        let numbers = (0..self.notes.len())
            .filter(|it| until.is_none_or(|until| self.notes[*it].day <= until));
        if self.unit == Unit::Note {
            return numbers.map(|it| vec![it]).collect();
        }
        let mut items: Vec<Vec<usize>> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for number in numbers {
            let place = *places.entry(&self.notes[number].page).or_insert_with(|| {
                items.push(Vec::new());
                items.len() - 1
            });
            items[place].push(number);
        }
        items
    }

    fn text(&self, item: &[usize]) -> String {
        let lines: Vec<&str> = item.iter().map(|it| self.notes[*it].text.as_str()).collect();
        lines.join("\n")
    }

    fn indexed(&self, until: Option<Date>) -> Words {
        let items = self.items(until);
        let texts: Vec<String> = items.iter().map(|it| self.text(it)).collect();
        Words { index: Bm25::of(texts.iter().map(String::as_str)), until, items }
    }

    fn embedded(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        let By::Likeness(model) = &self.by else { return Ok(Vec::new()) };
        let mut vectors = Vec::new();
        for batch in texts.chunks(BATCH) {
            vectors.extend(model.embed(side, batch).map_err(|err| err.message)?);
        }
        Ok(vectors)
    }

    /// The items with their scores, in the order of their last notes; none that scores nothing.
    fn scored(&mut self, ask: &Ask) -> Result<Vec<(Vec<usize>, f64)>, String> {
        if matches!(self.by, By::Likeness(_)) {
            let question = self.embedded(Side::Query, &[&ask.question])?.pop().unwrap_or_default();
            let near = |number: &usize| {
                let pairs = question.iter().zip(&self.vectors[*number]);
                f64::from(pairs.map(|(left, right)| left * right).sum::<f32>())
            };
            let items = self.items(ask.as_of).into_iter();
            let best = |item: &[usize]| item.iter().map(near).fold(f64::MIN, f64::max);
            return Ok(items.map(|item| (best(&item), item)).map(|(by, it)| (it, by)).collect());
        }
        if self.words.as_ref().is_none_or(|it| it.until != ask.as_of) {
            self.words = Some(self.indexed(ask.as_of));
        }
        let words = self.words.as_ref().expect("because it was just made");
        let scores = words.index.scores(&ask.question);
        let pairs = words.items.iter().cloned().zip(scores);
        Ok(pairs.filter(|(_, score)| *score > 0.0).collect())
    }
}

impl System for Notes {
    fn name(&self) -> &'static str {
        match (&self.by, self.unit) {
            (By::Words, Unit::Note) => "notes, BM25",
            (By::Words, Unit::Page) => "notes by page, BM25",
            (By::Likeness(_), Unit::Note) => "notes, vectors",
            (By::Likeness(_), Unit::Page) => "notes by page, vectors",
        }
    }

    fn begin(&mut self, _: &ZonedDateTime) -> Result<(), String> {
        Ok(())
    }

    fn take(&mut self, at: &ZonedDateTime, told: Told<'_>) -> Result<Result<(), String>, String> {
        let day = at.date();
        let (page, said) = match told {
            Told::Write(it) => {
                let until = it.expires.map(|day| format!(" (until {day})")).unwrap_or_default();
                let value = it.value.trim_start_matches("[[").trim_end_matches("]]");
                (it.page.clone(), format!("{}, {}: {value}{until}", it.page, it.key))
            }
            // What is about no page stands on its day's.
            Told::Said(text) => (day.to_string(), text.to_owned()),
            Told::Forget(it) => {
                let what = it.key.as_ref().map(|key| format!(", {key}")).unwrap_or_default();
                (it.page.clone(), format!("{}{what}: no longer holds", it.page))
            }
        };
        let text = format!("{day} {said}");
        let failed = |err: std::io::Error| format!("cannot write {}: {err}", self.file.display());
        let mut file =
            OpenOptions::new().create(true).append(true).open(&self.file).map_err(failed)?;
        writeln!(file, "{text}").map_err(failed)?;
        self.vectors.extend(self.embedded(Side::Passage, &[&text])?);
        self.notes.push(Note { day, page, text });
        self.words = None;
        Ok(Ok(()))
    }

    fn date_files(&mut self, _: &ZonedDateTime) -> Result<(), String> {
        Ok(())
    }

    fn maintain(&mut self, _: &ZonedDateTime) -> Result<usize, String> {
        Ok(0)
    }

    fn settle(&mut self) -> Result<(), String> {
        if matches!(self.by, By::Words) {
            self.words = Some(self.indexed(None));
        }
        Ok(())
    }

    fn ask(&mut self, _: &ZonedDateTime, ask: &Ask) -> Result<Vec<Hit>, String> {
        let mut scored = self.scored(ask)?;
        // Newest first, which a stable sort leaves so among equals.
        scored.sort_by_key(|(item, _)| std::cmp::Reverse(item.last().copied()));
        scored.sort_by(|left, right| right.1.total_cmp(&left.1));
        let hits = scored.into_iter().take(TOP).map(|(item, _)| {
            let ends = [item.first(), item.last()].map(|it| it.map_or(0, |it| it + 1));
            let page = item.first().map(|it| self.notes[*it].page.clone()).unwrap_or_default();
            Hit { page, text: self.text(&item), place: "notes".to_owned(), lines: ends }
        });
        Ok(hits.collect())
    }

    fn look_up(&self, _: &ZonedDateTime, hit: &Hit) -> Result<String, String> {
        let failed = |err: std::io::Error| format!("cannot read {}: {err}", self.file.display());
        let text = fs::read_to_string(&self.file).map_err(failed)?;
        let count = (hit.lines[1] + 1).saturating_sub(hit.lines[0]);
        let lines: Vec<&str> =
            text.lines().skip(hit.lines[0].saturating_sub(1)).take(count).collect();
        Ok(lines.join("\n"))
    }

    fn bytes(&self) -> Result<Bytes, String> {
        let text = fs::metadata(&self.file).map(|it| it.len()).unwrap_or_default();
        let numbers: usize = self.vectors.iter().map(Vec::len).sum();
        Ok(Bytes { text, index: (numbers * NUMBER_BYTES) as u64 })
    }
}
