//! An encoder of the BERT family, run here: tokens, batches of similar length, pooling, length one.
//!
//! Opening reads nothing but `model.json`; the tokenizer and the weights come with their first use. A
//! text longer than the window is embedded in pieces whose mean, weighted by tokens, stands for it, so
//! that nothing of it is lost; who wants a vector for each piece cuts it before.

use crate::cut::Places;
use crate::estimate::Estimate;
use crate::lazy::Lazy;
use crate::net::{Batch, Net, Row, TOKENS_PER_RUN, failed};
use crate::store::{Installed, Pooling};
use crate::tokens::Tokens;
use crate::vectors;
use search::{Embedder, ModelError, Side, Traits};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) struct Local {
    about: Installed,
    folder: PathBuf,
    fingerprint: String,
    threads: usize,
    reader: Lazy<Reader>,
    net: Lazy<Net>,
}

/// The tokenizer, and what the window leaves for a text.
struct Reader {
    tokens: Tokens,
    capacity: usize,
}

/// A piece of one of the texts.
struct Unit {
    text: usize,
    ids: Vec<u32>,
    weight: f32,
}

impl Local {
    pub(crate) fn new(about: Installed, folder: PathBuf, threads: usize) -> Self {
        let fingerprint = about.fingerprint();
        Self { about, folder, fingerprint, threads, reader: Lazy::new(), net: Lazy::new() }
    }

    fn reader(&self) -> Result<Arc<Reader>, ModelError> {
        self.reader.get(|| {
            let tokens = Tokens::read(&self.folder.join("tokenizer.json"))?;
            let prefixes = [&self.about.query_prefix, &self.about.passage_prefix];
            let prefix = prefixes.iter().map(|prefix| tokens.number(prefix)).max().unwrap_or(0);
            let taken = tokens.specials() + prefix;
            let capacity = self.about.window.checked_sub(taken).filter(|left| *left > 0);
            let capacity = capacity.ok_or_else(|| {
                failed(format!(
                    "{}: a window of {} tokens leaves no room for text",
                    self.about.name, self.about.window
                ))
            })?;
            Ok(Reader { tokens, capacity })
        })
    }

    fn net(&self) -> Result<Arc<Net>, ModelError> {
        self.net.get(|| {
            let outputs = ["last_hidden_state", "token_embeddings"];
            Net::load(&self.folder.join("model.onnx"), self.threads, &outputs)
        })
    }

    fn units(&self, side: Side, texts: &[&str]) -> Result<Vec<Unit>, ModelError> {
        let reader = self.reader()?;
        let prefix = match side {
            Side::Query => &self.about.query_prefix,
            Side::Passage => &self.about.passage_prefix,
        };
        let read = |text: &str| reader.tokens.ids(&format!("{prefix}{text}"));
        let mut units = Vec::with_capacity(texts.len());
        for (at, text) in texts.iter().enumerate() {
            // A text of more bytes than this may be too long for one go of the tokenizer as well.
            if text.len() <= reader.capacity * 16 {
                let ids = read(text)?;
                if ids.len() <= self.about.window {
                    units.push(Unit { text: at, ids, weight: 1.0 });
                    continue;
                }
            }
            for piece in reader.tokens.pieces(text, reader.capacity) {
                let mut ids = read(&text[piece])?;
                // Pieces are cut to fit; this holds even for a tokenizer that breaks its own rules.
                ids.truncate(self.about.window);
                let weight = ids.len() as f32;
                units.push(Unit { text: at, ids, weight });
            }
        }
        // Rows of one run are padded to the longest, so neighbours in length go together.
        units.sort_by_key(|unit| unit.ids.len());
        Ok(units)
    }

    /// The first time, tokenizer and weights are read side by side: each takes about as long as the other.
    fn units_and_net(
        &self,
        side: Side,
        texts: &[&str],
    ) -> Result<(Vec<Unit>, Arc<Net>), ModelError> {
        if self.net.is_made() {
            return Ok((self.units(side, texts)?, self.net()?));
        }
        std::thread::scope(|scope| {
            let net = scope.spawn(|| self.net());
            let units = self.units(side, texts);
            let net = net.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((units?, net?))
        })
    }

    fn pooled(&self, net: &Net, units: &[Unit]) -> Result<Vec<Vec<f32>>, ModelError> {
        let rows: Vec<Row<'_>> =
            units.iter().map(|unit| Row { ids: &unit.ids, types: None }).collect();
        let batch = Batch::new(&rows);
        let (shape, hidden) = net.run(&batch)?;
        let dimensions = self.about.dimensions;
        if shape == [units.len(), dimensions] {
            return Ok(hidden.chunks_exact(dimensions).map(<[f32]>::to_vec).collect());
        }
        if shape != [units.len(), batch.width(), dimensions] {
            return Err(failed(format!(
                "{}: the model gave numbers of shape {shape:?}, vectors of {dimensions} were asked for",
                self.about.name
            )));
        }
        let row_size = batch.width() * dimensions;
        Ok(hidden
            .chunks_exact(row_size)
            .zip(batch.mask().chunks_exact(batch.width()))
            .map(|(row, mask)| self.pool(row, mask))
            .collect())
    }

    fn pool(&self, row: &[f32], mask: &[i32]) -> Vec<f32> {
        let dimensions = self.about.dimensions;
        if self.about.pooling == Pooling::First {
            return row[..dimensions].to_vec();
        }
        let mut sum = vec![0.0; dimensions];
        let mut tokens = 0.0_f32;
        for (token, _) in row.chunks_exact(dimensions).zip(mask).filter(|(_, mask)| **mask != 0) {
            vectors::add(&mut sum, token, 1.0);
            tokens += 1.0;
        }
        sum.iter_mut().for_each(|number| *number /= tokens.max(1.0));
        sum
    }
}

/// Ranges of units whose padded size stays below the bound. Each holds one at least.
fn runs(units: &[Unit]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for end in 1..=units.len() {
        let is_full = units.get(end).is_none_or(|next| {
            // Sorted by length: the next one is the longest so far.
            (end + 1 - start) * next.ids.len() > TOKENS_PER_RUN
        });
        if is_full {
            found.push(start..end);
            start = end;
        }
    }
    found
}

impl Embedder for Local {
    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn dimensions(&self) -> usize {
        self.about.dimensions
    }

    fn traits(&self) -> Traits {
        self.about.scores.into()
    }

    fn count(&self, text: &str) -> usize {
        match self.reader() {
            Ok(reader) => reader.tokens.count(text),
            Err(_) => Estimate.number(text),
        }
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        match self.reader() {
            Ok(reader) => reader.tokens.pieces(text, reader.capacity),
            // `embed` will say what is wrong with the tokenizer.
            Err(_) => crate::cut::pieces(text, self.about.window.max(8) - 4, &Estimate),
        }
    }

    fn embed(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let mut found = vec![vec![0.0; self.about.dimensions]; texts.len()];
        if texts.is_empty() {
            return Ok(found);
        }
        let (units, net) = self.units_and_net(side, texts)?;
        for run in runs(&units) {
            let units = &units[run];
            for (unit, mut vector) in units.iter().zip(self.pooled(&net, units)?) {
                vectors::normalise(&mut vector)?;
                vectors::add(&mut found[unit.text], &vector, unit.weight);
            }
        }
        for vector in &mut found {
            vectors::normalise(vector)?;
        }
        Ok(found)
    }
}
