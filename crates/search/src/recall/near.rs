//! What the vector stream says of a candidate page, atom by atom and as a whole.

use super::ask::Tongue;
use crate::evidence::PageEvidence;
use crate::vector::Dense;

/// Best passages of a page whose mean says what the page is about.
const BEST: usize = 3;

/// Cosines of one page's places; what has no vector has none.
pub(super) struct Near {
    /// Each place with the question.
    pub(super) alone: Vec<Option<f32>>,
    /// The window around each turn of a conversation; elsewhere a place stands for itself.
    windows: Option<Vec<Option<f32>>>,
    /// The best of the first, the best of the second, and the mean of the three best of the first.
    pub(super) page: [f32; 3],
    /// Places that are among the nearest of the whole vault.
    pub(super) hot: Vec<usize>,
}

impl Near {
    /// The window around each turn, and any other place itself.
    pub(super) fn around(&self) -> &[Option<f32>] {
        self.windows.as_deref().unwrap_or(&self.alone)
    }
}

/// The likeness of a page's places; none when the page has no vectors yet.
pub(super) fn near(
    dense: &Dense,
    page: &PageEvidence,
    places: &[usize],
    session: bool,
    tongue: Tongue,
) -> Option<Near> {
    let [scores, windows] = dense.page(page.uid);
    let alone: Vec<Option<f32>> = places.iter().map(|at| scores.of(*at)).collect();
    let windows = session.then(|| places.iter().map(|at| windows.of(*at)).collect());
    let hot = match dense.hot(page.uid) {
        [] => Vec::new(),
        hot => (0..places.len()).filter(|nth| hot.contains(&places[*nth])).collect(),
    };
    // The page's own names count as one of its passages. A name in the question's language, of a page in
    // another one, is near whatever the page says of it.
    let mut best: Vec<f32> = match tongue {
        Tongue::Other if alone.iter().any(Option::is_some) => {
            alone.iter().flatten().copied().collect()
        }
        _ => scores.all().collect(),
    };
    best.sort_unstable_by(|a, b| b.total_cmp(a));
    let first = *best.first()?;
    let near = Near { alone, windows, page: [0.0; 3], hot };
    let most = near.around().iter().flatten().copied().fold(f32::NEG_INFINITY, f32::max);
    let most = if most.is_finite() { most } else { first };
    best.truncate(BEST);
    let mean = best.iter().sum::<f32>() / best.len() as f32;
    Some(Near { page: [first, most, mean], ..near })
}
