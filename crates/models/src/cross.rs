//! A cross-encoder: question and passage read together, one score each. Passages longer than what the
//! question leaves of the window are read in pieces, and the best piece counts.

use crate::lazy::Lazy;
use crate::net::{Batch, Net, Row, TOKENS_PER_RUN, failed};
use crate::store::Installed;
use crate::tokens::Tokens;
use search::{ModelError, Reranker, Traits};
use std::path::PathBuf;
use std::sync::Arc;
use tokenizers::Encoding;

pub(crate) struct Cross {
    about: Installed,
    folder: PathBuf,
    fingerprint: String,
    threads: usize,
    tokens: Lazy<Tokens>,
    net: Lazy<Net>,
}

struct Pair {
    passage: usize,
    ids: Vec<u32>,
    types: Vec<u32>,
}

impl Cross {
    pub(crate) fn new(about: Installed, folder: PathBuf, threads: usize) -> Self {
        let fingerprint = about.fingerprint();
        Self { about, folder, fingerprint, threads, tokens: Lazy::new(), net: Lazy::new() }
    }

    fn tokens(&self) -> Result<Arc<Tokens>, ModelError> {
        self.tokens.get(|| Tokens::read(&self.folder.join("tokenizer.json")))
    }

    fn net(&self) -> Result<Arc<Net>, ModelError> {
        self.net
            .get(|| Net::load(&self.folder.join("model.onnx"), self.threads, &["logits", "scores"]))
    }

    /// The question in parts that leave at least half of the window to the passage. Of a long text only
    /// the first and the last part are read: what is asked stands at one of its ends.
    fn question(&self, tokens: &Tokens, text: &str) -> Result<Vec<Encoding>, ModelError> {
        let mut parts = tokens.pieces(text, (self.about.window / 2).max(1));
        if parts.len() > 2 {
            parts.drain(1..parts.len() - 1);
        }
        if parts.is_empty() {
            parts.push(0..0);
        }
        parts.into_iter().map(|part| tokens.plain(&text[part])).collect()
    }

    fn pairs(&self, question: &str, passages: &[&str]) -> Result<Vec<Pair>, ModelError> {
        let tokens = self.tokens()?;
        let questions = self.question(&tokens, question)?;
        let mut pairs = Vec::with_capacity(passages.len());
        for (at, passage) in passages.iter().enumerate() {
            for question in &questions {
                let taken = question.len() + tokens.pair_specials();
                let left = self.about.window.checked_sub(taken).filter(|left| *left > 0);
                let left = left.ok_or_else(|| {
                    failed(format!("{}: its window holds no passage", self.about.name))
                })?;
                let mut pieces = tokens.pieces(passage, left);
                if pieces.is_empty() {
                    pieces.push(0..0);
                }
                for piece in pieces {
                    let pair = tokens.pair(question, &tokens.plain(&passage[piece])?)?;
                    let (ids, types) = (pair.get_ids().to_vec(), pair.get_type_ids().to_vec());
                    pairs.push(Pair { passage: at, ids, types });
                }
            }
        }
        pairs.sort_by_key(|pair| pair.ids.len());
        Ok(pairs)
    }
}

impl Reranker for Cross {
    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn traits(&self) -> Traits {
        self.about.scores.into()
    }

    fn rank(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>, ModelError> {
        let mut scores = vec![f32::NEG_INFINITY; passages.len()];
        if passages.is_empty() {
            return Ok(scores);
        }
        let pairs = self.pairs(question, passages)?;
        let net = self.net()?;
        let mut rest = &pairs[..];
        while let Some(shortest) = rest.first() {
            let mut rows = (TOKENS_PER_RUN / shortest.ids.len().max(1)).clamp(1, rest.len());
            // Sorted by length: the last row of a run is its widest.
            while rows > 1 && rows * rest[rows - 1].ids.len() > TOKENS_PER_RUN {
                rows -= 1;
            }
            let (run, after) = rest.split_at(rows);
            rest = after;
            let rows: Vec<Row<'_>> =
                run.iter().map(|pair| Row { ids: &pair.ids, types: Some(&pair.types) }).collect();
            let (shape, logits) = net.run(&Batch::new(&rows))?;
            if logits.len() != run.len() || logits.iter().any(|logit| !logit.is_finite()) {
                return Err(failed(format!(
                    "{}: the model gave numbers of shape {shape:?}, one score for each of {} pairs was \
                     asked for",
                    self.about.name,
                    run.len()
                )));
            }
            for (pair, logit) in run.iter().zip(logits) {
                scores[pair.passage] = scores[pair.passage].max(logit);
            }
        }
        Ok(scores)
    }
}
