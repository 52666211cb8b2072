//! Maps by the numbers of versions and vectors. The numbers are given by the databases, one after the other, so that
//! nobody can choose them: one multiplication spreads them as well as the standard hasher does, which is
//! made for keys from outside.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map whose keys are numbers of versions or of vectors.
pub(crate) type ByNumber<V> = HashMap<u64, V, BuildHasherDefault<OfNumber>>;

/// Odd, and near 2^64 over the golden ratio (Knuth, volume 3, 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Debug, Default)]
pub(crate) struct OfNumber(u64);

impl Hasher for OfNumber {
    fn finish(&self) -> u64 {
        // The upper bits are the better ones, and a map takes its place from the lower.
        self.0.rotate_left(32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(SPREAD);
    }
}
