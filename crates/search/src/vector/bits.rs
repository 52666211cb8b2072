//! Counting of bits, compiled several times: each time for processors of one kind, of which the one that
//! this is takes its own.
//!
//! Processors of the last ten years count the bits of a word, and some those of eight words, in one
//! instruction, but a program that is to run on every one of its architecture may not say so.

use multiversion::multiversion;

/// In how many bits each row differs from the question, behind what stands in `apart`. A row has as many words
/// as the question.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq+popcnt",
    "x86_64+popcnt",
))]
pub(super) fn differing(rows: &[u64], question: &[u64], apart: &mut Vec<u16>) {
    // What common models have, so that their loops are unrolled: 256, 384, 512, 768 and 1,024 numbers.
    match question.len() {
        4 => fixed::<4>(rows, question, apart),
        6 => fixed::<6>(rows, question, apart),
        8 => fixed::<8>(rows, question, apart),
        12 => fixed::<12>(rows, question, apart),
        16 => fixed::<16>(rows, question, apart),
        width => apart.extend(rows.chunks_exact(width.max(1)).map(|row| count(row, question))),
    }
}

#[inline(always)]
fn fixed<const WORDS: usize>(rows: &[u64], question: &[u64], apart: &mut Vec<u16>) {
    let Some(question) = question.first_chunk::<WORDS>() else { return };
    apart.extend(rows.as_chunks::<WORDS>().0.iter().map(|row| count(row, question)));
}

#[inline(always)]
fn count(row: &[u64], question: &[u64]) -> u16 {
    let bits = row.iter().zip(question).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
    u16::try_from(bits).unwrap_or(u16::MAX)
}
