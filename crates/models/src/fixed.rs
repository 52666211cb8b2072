//! A token table: a text's vector is the mean of its tokens' vectors. No context and no window, thousands
//! of texts a second.

use crate::cut::Places;
use crate::estimate::Estimate;
use crate::lazy::Lazy;
use crate::net::failed;
use crate::store::Installed;
use crate::tokens::Tokens;
use crate::{cut, vectors, weights};
use search::{Embedder, ModelError, Side, Traits};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) struct Static {
    about: Installed,
    folder: PathBuf,
    fingerprint: String,
    tokens: Lazy<Tokens>,
    table: Lazy<Vec<f32>>,
}

impl Static {
    pub(crate) fn new(about: Installed, folder: PathBuf) -> Self {
        let fingerprint = about.fingerprint();
        Self { about, folder, fingerprint, tokens: Lazy::new(), table: Lazy::new() }
    }

    fn tokens(&self) -> Result<Arc<Tokens>, ModelError> {
        self.tokens.get(|| Tokens::read(&self.folder.join("tokenizer.json")))
    }

    fn table(&self) -> Result<Arc<Vec<f32>>, ModelError> {
        self.table.get(|| {
            let path = self.folder.join("model.safetensors");
            let table = weights::Weights::open(&path)
                .and_then(|file| file.table())
                .map_err(|problem| failed(format!("{}: {problem}", path.display())))?;
            if table.columns != self.about.dimensions {
                return Err(failed(format!(
                    "{}: rows of {} numbers instead of {}",
                    path.display(),
                    table.columns,
                    self.about.dimensions
                )));
            }
            Ok(table.numbers)
        })
    }
}

impl Embedder for Static {
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
        match self.tokens() {
            Ok(tokens) => tokens.count(text),
            Err(_) => Estimate.number(text),
        }
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        // The mean of a whole book says nothing, so there is a window here too.
        match self.tokens() {
            Ok(tokens) => tokens.pieces(text, self.about.window),
            Err(_) => cut::pieces(text, self.about.window, &Estimate),
        }
    }

    fn embed(&self, _side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let (tokens, table) = (self.tokens()?, self.table()?);
        let dimensions = self.about.dimensions;
        let mut found = Vec::with_capacity(texts.len());
        for text in texts {
            let mut vector = vec![0.0; dimensions];
            // In pieces, so that a text of any length takes bounded memory.
            for piece in tokens.pieces(text, self.about.window) {
                for id in tokens.plain(&text[piece])?.get_ids() {
                    let start = *id as usize * dimensions;
                    if let Some(row) = table.get(start..start + dimensions) {
                        vectors::add(&mut vector, row, 1.0);
                    }
                }
            }
            vectors::normalise(&mut vector)?;
            found.push(vector);
        }
        Ok(found)
    }
}
