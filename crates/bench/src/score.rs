//! Scores of one ranked list against its gold, and their means.

use serde::Serialize;

/// One list's scores, each in [0, 1].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(crate) struct Scores {
    /// Lists that the means are over.
    pub(crate) n: usize,
    #[serde(rename = "any@1")]
    pub(crate) any_1: f64,
    #[serde(rename = "any@5")]
    pub(crate) any_5: f64,
    #[serde(rename = "any@10")]
    pub(crate) any_10: f64,
    #[serde(rename = "all@5")]
    pub(crate) all_5: f64,
    #[serde(rename = "all@10")]
    pub(crate) all_10: f64,
    #[serde(rename = "frac@10")]
    pub(crate) frac_10: f64,
    #[serde(rename = "ndcg@10")]
    pub(crate) ndcg_10: f64,
    pub(crate) mrr: f64,
}

/// Scores of one list. Gold counts once however often it is returned; NDCG's ideal is the whole gold,
/// up to ten.
pub(crate) fn score<T: PartialEq>(ranked: &[T], gold: &[T]) -> Scores {
    let mut ranks: Vec<usize> =
        gold.iter().filter_map(|wanted| ranked.iter().position(|found| found == wanted)).collect();
    ranks.sort_unstable();
    let within = |k: usize| ranks.iter().filter(|rank| **rank < k).count();
    let any = |k: usize| f64::from(u8::from(within(k) > 0));
    let all = |k: usize| f64::from(u8::from(!gold.is_empty() && within(k) == gold.len()));
    let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let ideal: f64 = (0..gold.len().min(10)).map(gain).sum();
    let found: f64 = ranks.iter().filter(|rank| **rank < 10).map(|rank| gain(*rank)).sum();
    Scores {
        n: 1,
        any_1: any(1),
        any_5: any(5),
        any_10: any(10),
        all_5: all(5),
        all_10: all(10),
        frac_10: if gold.is_empty() { 0.0 } else { within(10) as f64 / gold.len() as f64 },
        ndcg_10: if ideal > 0.0 { found / ideal } else { 0.0 },
        mrr: ranks.first().map_or(0.0, |rank| 1.0 / (*rank as f64 + 1.0)),
    }
}

/// The mean of many.
pub(crate) fn mean<'a>(all: impl Iterator<Item = &'a Scores>) -> Scores {
    let mut sum = Scores::default();
    for scores in all {
        sum.n += scores.n;
        sum.any_1 += scores.any_1;
        sum.any_5 += scores.any_5;
        sum.any_10 += scores.any_10;
        sum.all_5 += scores.all_5;
        sum.all_10 += scores.all_10;
        sum.frac_10 += scores.frac_10;
        sum.ndcg_10 += scores.ndcg_10;
        sum.mrr += scores.mrr;
    }
    let n = (sum.n as f64).max(1.0);
    Scores {
        n: sum.n,
        any_1: sum.any_1 / n,
        any_5: sum.any_5 / n,
        any_10: sum.any_10 / n,
        all_5: sum.all_5 / n,
        all_10: sum.all_10 / n,
        frac_10: sum.frac_10 / n,
        ndcg_10: sum.ndcg_10 / n,
        mrr: sum.mrr / n,
    }
}

/// One band of stated chances, and how often it was right.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Band {
    pub(crate) n: usize,
    pub(crate) stated: f64,
    pub(crate) right: f64,
}

/// Ten bands of stated chance, and the expected calibration error over them (Guo et al. 2017).
pub(crate) fn reliability(stated: &[(f64, bool)]) -> (Vec<Band>, f64) {
    let mut bands = Vec::new();
    let mut error = 0.0;
    for band in 0..10 {
        let inside = |chance: f64| ((chance * 10.0) as usize).min(9) == band;
        let of: Vec<&(f64, bool)> = stated.iter().filter(|(chance, _)| inside(*chance)).collect();
        if of.is_empty() {
            continue;
        }
        let n = of.len() as f64;
        let mean: f64 = of.iter().map(|(chance, _)| chance).sum::<f64>() / n;
        let right = of.iter().filter(|(_, right)| *right).count() as f64 / n;
        error += n / stated.len() as f64 * (mean - right).abs();
        bands.push(Band { n: of.len(), stated: mean, right });
    }
    (bands, error)
}

#[cfg(test)]
mod tests {
    use super::{mean, reliability, score};

    #[test]
    fn a_list_with_all_gold_first_is_perfect() {
        let scores = score(&["a", "b", "c"], &["b", "a"]);
        assert_eq!((scores.any_1, scores.all_5, scores.ndcg_10, scores.mrr), (1.0, 1.0, 1.0, 1.0));
    }

    #[test]
    fn gold_that_is_missing_lowers_all_but_any() {
        let scores = score(&["x", "a", "a", "y"], &["a", "b"]);
        assert_eq!((scores.any_1, scores.any_5, scores.all_5), (0.0, 1.0, 0.0));
        assert_eq!((scores.frac_10, scores.mrr), (0.5, 0.5));
        // 1/log2(3) over 1/log2(2) + 1/log2(3).
        assert!((scores.ndcg_10 - 0.386_85).abs() < 1e-4);
    }

    #[test]
    fn the_tenth_place_counts_and_the_eleventh_does_not() {
        let ranked: Vec<u32> = (0..20).collect();
        assert_eq!(score(&ranked, &[9]).any_10, 1.0);
        assert_eq!(score(&ranked, &[10]).any_10, 0.0);
        assert_eq!(score(&ranked, &[10]).mrr, 1.0 / 11.0);
    }

    #[test]
    fn means_are_over_lists() {
        let lists = [score(&["a"], &["a"]), score(&["x"], &["a"])];
        let mean = mean(lists.iter());
        assert_eq!((mean.n, mean.any_1), (2, 0.5));
    }

    #[test]
    fn stated_chances_that_come_true_have_no_error() {
        let right = |n: usize| (0..10).map(move |at| (0.7, at < n));
        assert!(reliability(&right(7).collect::<Vec<_>>()).1 < 1e-9);
        assert!((reliability(&right(2).collect::<Vec<_>>()).1 - 0.5).abs() < 1e-9);
    }
}
