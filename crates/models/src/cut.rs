//! Cuts a text into pieces of at most so many tokens, where a reader would: between paragraphs, sentences,
//! words, in this order. Knows no tokenizer; it asks one for the places of tokens, a block at a time, so
//! that time and memory stay linear in the text.

use std::ops::Range;

/// A tokenizer as far as cutting needs one.
pub(crate) trait Places {
    /// Byte ranges of the tokens of `text`, in order.
    fn places(&self, text: &str) -> Vec<(usize, usize)>;

    /// Number of tokens of a short `text`.
    fn number(&self, text: &str) -> usize;
}

/// Bytes of a block for each token of the capacity: several pieces of ordinary prose.
const BLOCK_BYTES_PER_TOKEN: usize = 32;
const BLOCK_BYTES_MIN: usize = 4096;
/// Tokens are counted in blocks of this many bytes.
const COUNT_BLOCK_BYTES: usize = 65_536;

/// Ranges that follow each other without gaps and each hold at most `capacity` tokens.
pub(crate) fn pieces(text: &str, capacity: usize, places: &dyn Places) -> Vec<Range<usize>> {
    let capacity = capacity.max(1);
    let block_bytes = (capacity * BLOCK_BYTES_PER_TOKEN).max(BLOCK_BYTES_MIN);
    let mut found = Vec::new();
    let (mut start, mut tokens) = (0, 0);
    while start < text.len() {
        let end = block_end(text, start, block_bytes);
        let cuts = cuts_in_block(&text[start..end], capacity, places, end == text.len());
        for cut in cuts {
            let range = start..start + cut.len();
            start = range.end;
            tokens += keep(text, range, capacity, places, &mut found);
        }
    }
    if tokens <= capacity && found.len() > 1 {
        // Long runs of spaces or of letters that are one unknown word: more bytes than tokens.
        return std::iter::once(0..text.len()).collect();
    }
    found
}

/// Number of tokens, counted block by block.
pub(crate) fn count(text: &str, places: &dyn Places) -> usize {
    let mut start = 0;
    let mut sum = 0;
    while start < text.len() {
        let end = block_end(text, start, COUNT_BLOCK_BYTES);
        sum += places.number(&text[start..end]);
        start = end;
    }
    sum
}

/// End of the block that begins at `start`: at a space where there is one in its second half.
fn block_end(text: &str, start: usize, bytes: usize) -> usize {
    if text.len() - start <= bytes {
        return text.len();
    }
    let hard = text.floor_char_boundary(start + bytes).max(start + 1);
    start + nicest(&text[start..text.ceil_char_boundary(hard)])
}

/// Consecutive ranges of a block. The last one is left for the next block unless this is the end.
fn cuts_in_block(
    block: &str,
    capacity: usize,
    places: &dyn Places,
    is_last: bool,
) -> Vec<Range<usize>> {
    let tokens = places.places(block);
    let mut cuts = Vec::new();
    let (mut start, mut first) = (0, 0);
    while tokens.len() - first > capacity {
        let limit = block.floor_char_boundary(tokens[first + capacity].0.min(block.len()));
        let cut = if limit > start {
            start + nicest(&block[start..limit])
        } else {
            // Tokens that share one character: it cannot be divided.
            block.ceil_char_boundary(start + 1)
        };
        cuts.push(start..cut);
        start = cut;
        first += tokens[first..].iter().take_while(|(begin, _)| *begin < cut).count();
    }
    if start < block.len() && (is_last || cuts.is_empty()) {
        cuts.push(start..block.len());
    }
    cuts
}

/// Adds a piece and tells its tokens; one that has more of them alone than it had in its surroundings is
/// halved.
fn keep(
    text: &str,
    range: Range<usize>,
    capacity: usize,
    places: &dyn Places,
    found: &mut Vec<Range<usize>>,
) -> usize {
    let mut sum = 0;
    let mut waiting = vec![range];
    while let Some(range) = waiting.pop() {
        let piece = &text[range.clone()];
        let half = piece.floor_char_boundary(piece.len() / 2);
        let tokens = places.number(piece);
        if half == 0 || tokens <= capacity {
            sum += tokens;
            found.push(range);
            continue;
        }
        let cut = range.start + nicest(&piece[..half]);
        waiting.push(cut..range.end);
        waiting.push(range.start..cut);
    }
    sum
}

/// The best place to end a piece in the second half of `text`: after a paragraph, a sentence, a word,
/// else at its end.
fn nicest(text: &str) -> usize {
    let from = text.ceil_char_boundary(text.len() / 2);
    let (mut sentence, mut word) = (None, None);
    let mut following = None;
    for (at, letter) in text[from..].char_indices().rev() {
        let end = from + at + letter.len_utf8();
        let is_space_after = following.is_none_or(char::is_whitespace);
        match letter {
            '\n' if text[..from + at].ends_with('\n') => return end,
            '\n' | '。' | '！' | '？' | '；' => sentence = sentence.or(Some(end)),
            // A full stop inside of a number or a name of a file ends no sentence.
            '.' | '!' | '?' | ';' if is_space_after => sentence = sentence.or(Some(end)),
            _ => {}
        }
        if letter.is_whitespace() {
            word = word.or(Some(end));
        }
        following = Some(letter);
    }
    sentence.or(word).unwrap_or(text.len())
}
