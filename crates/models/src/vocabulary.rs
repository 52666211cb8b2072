//! The part of a tokenizer that knows tokens. Vocabularies with a score for each token (SentencePiece's
//! unigram, a quarter of a million tokens in multilingual models) are kept as one sorted list here: the
//! tries of the tokenizers crate take half a second and several hundred megabytes for the same.
//! All other kinds are left to that crate.

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use tokenizers::models::ModelWrapper;
use tokenizers::{AddedToken, Model, Result, Token, Trainer};

pub(crate) enum Vocabulary {
    Scored(Scored),
    Other(ModelWrapper),
}

/// Below the worst known token: what a letter without a token costs.
const UNKNOWN_PENALTY: f64 = 10.0;
const BUCKETS: usize = 1 << 16;

/// Tokens in the order of their bytes, each with its score.
pub(crate) struct Scored {
    text: String,
    /// Where each token begins; one more for the end.
    starts: Vec<u32>,
    ids: Vec<u32>,
    scores: Vec<f64>,
    /// The place in the order for each id.
    places: Vec<u32>,
    /// Where the tokens of two bytes and more begin that start with these two bytes; one more for the end.
    buckets: Vec<u32>,
    /// Tokens of one byte.
    single: Vec<Option<u32>>,
    unknown: Option<u32>,
    unknown_score: f64,
    byte_fallback: bool,
}

#[derive(Deserialize)]
struct Kind {
    r#type: Option<String>,
}

#[derive(Deserialize)]
struct Written<'a> {
    #[serde(borrow)]
    vocab: Vec<(Text<'a>, f64)>,
    unk_id: Option<u32>,
    #[serde(default)]
    byte_fallback: bool,
}

/// A string that is borrowed where the JSON has no escapes in it.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a token")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> std::result::Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.into())))
            }
        }
        from.deserialize_str(Borrow)
    }
}

impl<'de> Deserialize<'de> for Vocabulary {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(from)?;
        let kind: Kind = serde_json::from_str(raw.get()).map_err(D::Error::custom)?;
        if kind.r#type.as_deref() == Some("Unigram") {
            let written: Written<'_> = serde_json::from_str(raw.get()).map_err(D::Error::custom)?;
            return Scored::new(&written).map(Self::Scored).map_err(D::Error::custom);
        }
        serde_json::from_str(raw.get()).map(Self::Other).map_err(D::Error::custom)
    }
}

/// A way through a text: where its last token begins and what it is.
#[derive(Clone, Copy)]
struct Step {
    score: f64,
    from: u32,
    token: Option<u32>,
}

impl Scored {
    fn new(written: &Written<'_>) -> std::result::Result<Self, String> {
        let count = u32::try_from(written.vocab.len()).map_err(|_| "too many tokens")?;
        if written.unk_id.is_some_and(|id| id >= count) {
            return Err("the unknown token is none of the vocabulary".into());
        }
        let lowest = written.vocab.iter().map(|(_, score)| *score).fold(f64::INFINITY, f64::min);
        let mut order: Vec<u32> = (0..count).collect();
        let token = |id: &u32| written.vocab[*id as usize].0.0.as_ref();
        // Of tokens that are written twice the later one counts, so it comes first and stays.
        order.sort_unstable_by(|a, b| token(a).cmp(token(b)).then(b.cmp(a)));
        order.dedup_by(|later, kept| token(later) == token(kept));
        let mut found = Self {
            text: String::with_capacity(order.iter().map(|id| token(id).len()).sum()),
            starts: Vec::with_capacity(order.len() + 1),
            ids: Vec::with_capacity(order.len()),
            scores: Vec::with_capacity(order.len()),
            places: vec![u32::MAX; count as usize],
            buckets: vec![0; BUCKETS + 1],
            single: vec![None; 256],
            unknown: written.unk_id,
            unknown_score: lowest - UNKNOWN_PENALTY,
            byte_fallback: written.byte_fallback,
        };
        for id in order {
            found.push(token(&id), id, written.vocab[id as usize].1)?;
        }
        let end = found.ids.len() as u32;
        found.starts.push(found.text.len() as u32);
        // So far each bucket that has tokens holds their first place plus one; empty ones begin where
        // the next one does.
        let mut next = end;
        for bucket in found.buckets.iter_mut().rev() {
            if *bucket == 0 {
                *bucket = next;
            } else {
                *bucket -= 1;
                next = *bucket;
            }
        }
        Ok(found)
    }

    fn push(&mut self, token: &str, id: u32, score: f64) -> std::result::Result<(), String> {
        let place = self.ids.len() as u32;
        let start = u32::try_from(self.text.len()).map_err(|_| "the vocabulary is too large")?;
        self.places[id as usize] = place;
        self.starts.push(start);
        self.ids.push(id);
        self.scores.push(score);
        self.text.push_str(token);
        match token.as_bytes() {
            [] => {}
            [byte] => self.single[*byte as usize] = Some(place),
            [first, second, ..] => {
                let bucket = &mut self.buckets[bucket(*first, *second)];
                if *bucket == 0 {
                    *bucket = place + 1;
                }
            }
        }
        Ok(())
    }

    fn token(&self, place: u32) -> &str {
        let place = place as usize;
        &self.text[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// Calls `found` with the place and length of every token that `rest` begins with.
    fn each_prefix(&self, rest: &[u8], mut found: impl FnMut(u32, usize)) {
        let Some(first) = rest.first() else { return };
        if let Some(place) = self.single[*first as usize] {
            found(place, 1);
        }
        let Some(second) = rest.get(1) else { return };
        let at = bucket(*first, *second);
        let mut low = self.buckets[at];
        let mut high = self.bucket_end(at, *first, *second, low);
        let mut depth = 2;
        while low < high {
            if self.token(low).len() == depth {
                found(low, depth);
                low += 1;
            }
            let Some(next) = rest.get(depth) else { return };
            // All of these begin alike and are longer: their next byte is in order.
            let byte = |place: u32| self.token(place).as_bytes().get(depth).copied();
            low = first_place(low, high, |place| byte(place) >= Some(*next));
            high = first_place(low, high, |place| byte(place) > Some(*next));
            depth += 1;
        }
    }

    /// A bucket ends where tokens that begin otherwise do. A token of one byte stands before its bucket,
    /// so the next bucket's first place is not always the end.
    fn bucket_end(&self, at: usize, first: u8, second: u8, low: u32) -> u32 {
        let mut high = self.buckets[at + 1];
        while high > low && !self.token(high - 1).as_bytes().starts_with(&[first, second]) {
            high -= 1;
        }
        high
    }

    fn place_of(&self, token: &str) -> Option<u32> {
        let mut place = None;
        self.each_prefix(token.as_bytes(), |found, length| {
            if length == token.len() {
                place = Some(found);
            }
        });
        place
    }

    /// The way of tokens with the greatest sum of scores, as ends and tokens. Linear in the text, since
    /// no token is longer than the longest of the vocabulary.
    fn best(&self, text: &str) -> Vec<(usize, usize, Option<u32>)> {
        let start = Step { score: 0.0, from: u32::MAX, token: None };
        let mut steps = vec![start; text.len() + 1];
        let better = |step: &mut Step, score: f64, from: usize, token: Option<u32>| {
            if step.from == u32::MAX || score > step.score {
                *step = Step { score, from: from as u32, token };
            }
        };
        for (at, letter) in text.char_indices() {
            let so_far = steps[at].score;
            let width = letter.len_utf8();
            let mut is_known = false;
            self.each_prefix(&text.as_bytes()[at..], |place, length| {
                is_known |= length == width;
                let score = so_far + self.scores[place as usize];
                better(&mut steps[at + length], score, at, Some(place));
            });
            if !is_known {
                better(&mut steps[at + width], so_far + self.unknown_score, at, None);
            }
        }
        let mut way = Vec::new();
        let mut end = text.len();
        while end > 0 {
            let step = steps[end];
            let from = step.from as usize;
            match (step.token, way.last_mut()) {
                // Unknown letters in a row are one unknown token.
                (None, Some((start, _, None))) => *start = from,
                _ => way.push((from, end, step.token)),
            }
            end = from;
        }
        way.reverse();
        way
    }

    fn unknown_tokens(&self, text: &str, offsets: (usize, usize)) -> Result<Vec<Token>> {
        if self.byte_fallback {
            let bytes: Option<Vec<Token>> = text
                .bytes()
                .map(|byte| {
                    let name = format!("<0x{byte:02X}>");
                    let place = self.place_of(&name)?;
                    Some(Token::new(self.ids[place as usize], name, offsets))
                })
                .collect();
            if let Some(bytes) = bytes {
                return Ok(bytes);
            }
        }
        let id = self.unknown.ok_or("a letter without a token, and no token for unknown ones")?;
        Ok(vec![Token::new(id, text.into(), offsets)])
    }
}

fn bucket(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}

/// The first place from `low` to `high` for which the condition holds, which then holds for all after it.
fn first_place(low: u32, high: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

impl Model for Vocabulary {
    type Trainer = Untrained;

    fn tokenize(&self, text: &str) -> Result<Vec<Token>> {
        let scored = match self {
            Self::Scored(scored) => scored,
            Self::Other(other) => return other.tokenize(text),
        };
        if u32::try_from(text.len()).is_err() {
            return Err("a text of four gigabytes".into());
        }
        let mut tokens = Vec::new();
        for (start, end, place) in scored.best(text) {
            match place {
                Some(place) => tokens.push(Token::new(
                    scored.ids[place as usize],
                    text[start..end].into(),
                    (start, end),
                )),
                None => tokens.extend(scored.unknown_tokens(&text[start..end], (start, end))?),
            }
        }
        Ok(tokens)
    }

    fn token_to_id(&self, token: &str) -> Option<u32> {
        match self {
            Self::Scored(scored) => scored.place_of(token).map(|place| scored.ids[place as usize]),
            Self::Other(other) => other.token_to_id(token),
        }
    }

    fn id_to_token(&self, id: u32) -> Option<String> {
        match self {
            Self::Scored(scored) => {
                let place = scored.places.get(id as usize).filter(|place| **place != u32::MAX)?;
                Some(scored.token(*place).into())
            }
            Self::Other(other) => other.id_to_token(id),
        }
    }

    fn get_vocab(&self) -> HashMap<String, u32> {
        match self {
            Self::Scored(scored) => (0..scored.ids.len() as u32)
                .map(|place| (scored.token(place).into(), scored.ids[place as usize]))
                .collect(),
            Self::Other(other) => other.get_vocab(),
        }
    }

    fn get_vocab_size(&self) -> usize {
        match self {
            Self::Scored(scored) => scored.places.len(),
            Self::Other(other) => other.get_vocab_size(),
        }
    }

    fn save(&self, _folder: &Path, _prefix: Option<&str>) -> Result<Vec<PathBuf>> {
        Err("a vocabulary is only read here".into())
    }

    fn get_trainer(&self) -> Untrained {
        Untrained
    }
}

/// The trait of a model wants a trainer; none is ever run.
pub(crate) struct Untrained;

impl Trainer for Untrained {
    type Model = Vocabulary;

    fn should_show_progress(&self) -> bool {
        false
    }

    fn train(&self, _model: &mut Vocabulary) -> Result<Vec<AddedToken>> {
        Err("a vocabulary is only read here".into())
    }

    fn feed<I, S, F>(&mut self, _iterator: I, _process: F) -> Result<()>
    where
        I: Iterator<Item = S> + Send,
        S: AsRef<str> + Send,
        F: Fn(&str) -> Result<Vec<String>> + Sync,
    {
        Err("a vocabulary is only read here".into())
    }
}
