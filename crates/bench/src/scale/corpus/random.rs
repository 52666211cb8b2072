//! Numbers that look random and are the same on every machine; and ranks that fall as words do.
//!
//! Not for secrets, and not for statistics finer than a synthetic text needs.

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): one addition and a mix for each number.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    state: u64,
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection of 64 bits in which every bit of the input reaches every bit of the output.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Random {
    /// The numbers of item `index` in the sequence `stream` of `seed`; each item has its own, so
    /// that any page can be made without those before it.
    pub(crate) fn of(seed: u64, stream: u64, index: usize) -> Self {
        let index = u64::try_from(index).expect("because usize has at most 64 bits");
        Self { state: mix(mix(mix(seed ^ GOLDEN) ^ stream).wrapping_add(index)) }
    }

    /// 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// A number from 0 to `bound - 1`; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.bits()) * (bound as u128);
        usize::try_from(wide >> 64).expect("because the high half is below `bound`")
    }

    /// A number from `from` to `to`, both included.
    pub(crate) fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// A number from 0 to just under 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True in `percent` of 100 cases.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Ranks drawn with probability ∝ 1 / (rank + shift)^exponent (Zipf, with Mandelbrot's shift).
#[derive(Debug, Clone)]
pub(crate) struct Zipf {
    cumulative: Vec<f64>,
}

impl Zipf {
    /// `ranks` must be at least 1.
    pub(crate) fn new(ranks: usize, exponent: f64, shift: f64) -> Self {
        let mut total = 0.0;
        let cumulative = (0..ranks)
            .map(|rank| {
                total += (rank as f64 + 1.0 + shift).powf(-exponent);
                total
            })
            .collect();
        Self { cumulative }
    }

    /// A rank, from 0.
    pub(crate) fn draw(&self, random: &mut Random) -> usize {
        let last = self.cumulative.len() - 1;
        let at = random.unit() * self.cumulative[last];
        self.cumulative.partition_point(|sum| *sum <= at).min(last)
    }
}
