//! A model's own tokenizer: numbers of tokens, places to cut, ids to feed.
//!
//! Truncation and padding of the file are taken off, since a text is cut by us and never silently. Names of
//! special tokens inside of a text are plain text: a page cannot end a sequence.

use crate::cut::{self, Places};
use crate::estimate::Estimate;
use crate::net::failed;
use crate::vocabulary::Vocabulary;
use search::ModelError;
use std::ops::Range;
use std::path::Path;
use tokenizers::{
    DecoderWrapper, Encoding, NormalizerWrapper, PostProcessor, PostProcessorWrapper,
    PreTokenizerWrapper, TokenizerImpl,
};

type Tokenizer = TokenizerImpl<
    Vocabulary,
    NormalizerWrapper,
    PreTokenizerWrapper,
    PostProcessorWrapper,
    DecoderWrapper,
>;

pub(crate) struct Tokens {
    inner: Tokenizer,
}

impl Tokens {
    pub(crate) fn read(path: &Path) -> Result<Self, ModelError> {
        let bytes = std::fs::read(path)
            .map_err(|error| failed(format!("cannot read {}: {error}", path.display())))?;
        Self::parse(&bytes).map_err(|error| failed(format!("{}: {error}", path.display())))
    }

    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let mut inner: Tokenizer = serde_json::from_slice(bytes)
            .map_err(|error| format!("not a tokenizer this program reads: {error}"))?;
        inner.with_truncation(None).map_err(|error| error.to_string())?;
        inner.with_padding(None);
        inner.set_encode_special_tokens(true);
        Ok(Self { inner })
    }

    /// Tokens that are put around one text.
    pub(crate) fn specials(&self) -> usize {
        self.inner.get_post_processor().map_or(0, |post| post.added_tokens(false))
    }

    /// Tokens that are put around and between two texts.
    pub(crate) fn pair_specials(&self) -> usize {
        self.inner.get_post_processor().map_or(0, |post| post.added_tokens(true))
    }

    pub(crate) fn vocabulary(&self) -> usize {
        self.inner.get_vocab_size(true)
    }

    /// The text's tokens, without special ones.
    pub(crate) fn plain(&self, text: &str) -> Result<Encoding, ModelError> {
        self.inner.encode_fast(text, false).map_err(|error| failed(format!("tokenizer: {error}")))
    }

    /// Ids with the special tokens of one text around them.
    pub(crate) fn ids(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let encoding = self
            .inner
            .encode_fast(text, true)
            .map_err(|error| failed(format!("tokenizer: {error}")))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// Ids and token types of two texts as the model was trained to see them.
    pub(crate) fn pair(&self, a: &Encoding, b: &Encoding) -> Result<Encoding, ModelError> {
        self.inner
            .post_process(a.clone(), Some(b.clone()), true)
            .map_err(|error| failed(format!("tokenizer: {error}")))
    }

    pub(crate) fn count(&self, text: &str) -> usize {
        cut::count(text, self)
    }

    pub(crate) fn pieces(&self, text: &str, capacity: usize) -> Vec<Range<usize>> {
        cut::pieces(text, capacity, self)
    }
}

impl Places for Tokens {
    fn places(&self, text: &str) -> Vec<(usize, usize)> {
        // A tokenizer that has no token for something fails as a whole; the estimate still cuts soundly.
        match self.inner.encode(text, false) {
            Ok(encoding) => encoding.get_offsets().to_vec(),
            Err(_) => Estimate.places(text),
        }
    }

    fn number(&self, text: &str) -> usize {
        match self.plain(text) {
            Ok(encoding) => encoding.len(),
            Err(_) => Estimate.number(text),
        }
    }
}
