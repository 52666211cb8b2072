//! Scores of one ranked list against its gold, their means, and how sure the means are.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::scale::Random;

/// The measures, in the order of the columns. `any@k`: at least one gold item among the first k; `all@k`:
/// every one; `all@max(3,gold)`: every one among the first three, or as many as there are; `frac@k`: their
/// share; `ndcg@k`: binary gain, the ideal being the whole gold up to k; `mrr`: of the first one found.
pub(crate) const NAMES: [&str; 12] = [
    "any@1",
    "any@3",
    "any@5",
    "any@10",
    "all@5",
    "all@10",
    "all@max(3,gold)",
    "frac@5",
    "frac@10",
    "ndcg@5",
    "ndcg@10",
    "mrr",
];

/// One list's scores, or the means of many, each in [0, 1].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Scores {
    /// Lists that the means are over.
    pub(crate) n: usize,
    values: [f64; NAMES.len()],
}

impl Scores {
    /// The score called `name`, one of [`NAMES`].
    pub(crate) fn get(&self, name: &str) -> f64 {
        let at = NAMES.iter().position(|known| *known == name);
        self.values[at.expect("because callers use names that stand in NAMES")]
    }

    /// All of them, in the order of [`NAMES`].
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }
}

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(NAMES.len() + 1))?;
        map.serialize_entry("n", &self.n)?;
        for (name, value) in NAMES.iter().zip(self.values) {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

/// Scores of one list. Gold counts once however often it is returned.
pub(crate) fn score<T: PartialEq>(ranked: &[T], gold: &[T]) -> Scores {
    let mut ranks: Vec<usize> =
        gold.iter().filter_map(|wanted| ranked.iter().position(|found| found == wanted)).collect();
    ranks.sort_unstable();
    let within = |k: usize| ranks.iter().filter(|rank| **rank < k).count();
    let any = |k: usize| f64::from(u8::from(within(k) > 0));
    let all = |k: usize| f64::from(u8::from(!gold.is_empty() && within(k) == gold.len()));
    let share = |k: usize| if gold.is_empty() { 0.0 } else { within(k) as f64 / gold.len() as f64 };
    let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let ndcg = |k: usize| {
        let ideal: f64 = (0..gold.len().min(k)).map(gain).sum();
        let found: f64 = ranks.iter().filter(|rank| **rank < k).map(|rank| gain(*rank)).sum();
        if ideal > 0.0 { found / ideal } else { 0.0 }
    };
    let mrr = ranks.first().map_or(0.0, |rank| 1.0 / (*rank as f64 + 1.0));
    let values = [
        any(1),
        any(3),
        any(5),
        any(10),
        all(5),
        all(10),
        all(gold.len().max(3)),
        share(5),
        share(10),
        ndcg(5),
        ndcg(10),
        mrr,
    ];
    Scores { n: 1, values }
}

/// The mean of many.
pub(crate) fn mean<'a>(all: impl Iterator<Item = &'a Scores>) -> Scores {
    let mut sum = Scores::default();
    for scores in all {
        sum.n += scores.n;
        for (total, value) in sum.values.iter_mut().zip(scores.values) {
            *total += value;
        }
    }
    let n = (sum.n as f64).max(1.0);
    Scores { n: sum.n, values: sum.values.map(|total| total / n) }
}

/// Resamples of the questions that an interval is taken from.
const RESAMPLES: usize = 1_000;

/// Ends of the 95 % confidence interval of each mean, by resampling whole questions (Efron 1979) with
/// numbers drawn from `seed`; in the order of [`NAMES`].
pub(crate) fn interval(all: &[Scores], seed: u64) -> [(f64, f64); NAMES.len()] {
    let mut means: Vec<Vec<f64>> = vec![Vec::with_capacity(RESAMPLES); NAMES.len()];
    for resample in 0..RESAMPLES {
        let mut random = Random::of(seed, 0x0062_6f6f_7473, resample);
        let drawn = mean((0..all.len()).map(|_| random.pick(all)));
        for (of, value) in means.iter_mut().zip(drawn.values) {
            of.push(value);
        }
    }
    let mut ends = [(0.0, 0.0); NAMES.len()];
    for (end, mut of) in ends.iter_mut().zip(means) {
        of.sort_by(f64::total_cmp);
        *end = (of[RESAMPLES / 40], of[RESAMPLES - 1 - RESAMPLES / 40]);
    }
    ends
}

/// One band of stated chances, and how often it was right.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
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
    use super::{interval, mean, reliability, score};

    #[test]
    fn a_list_with_all_gold_first_is_perfect() {
        let scores = score(&["a", "b", "c"], &["b", "a"]);
        assert!(scores.values().iter().all(|value| *value == 1.0), "{scores:?}");
    }

    #[test]
    fn gold_that_is_missing_lowers_all_but_any() {
        let scores = score(&["x", "a", "a", "y"], &["a", "b"]);
        let of = |name| scores.get(name);
        assert_eq!((of("any@1"), of("any@3"), of("any@5"), of("all@5")), (0.0, 1.0, 1.0, 0.0));
        assert_eq!((of("frac@5"), of("frac@10"), of("mrr")), (0.5, 0.5, 0.5));
        // 1/log2(3) over 1/log2(2) + 1/log2(3).
        assert!((of("ndcg@10") - 0.386_85).abs() < 1e-4);
    }

    #[test]
    fn the_tenth_place_counts_and_the_eleventh_does_not() {
        let ranked: Vec<u32> = (0..20).collect();
        assert_eq!(score(&ranked, &[9]).get("any@10"), 1.0);
        assert_eq!(score(&ranked, &[10]).get("any@10"), 0.0);
        assert_eq!(score(&ranked, &[10]).get("mrr"), 1.0 / 11.0);
    }

    #[test]
    fn as_many_places_as_gold_but_three_at_least() {
        let ranked: Vec<u32> = (0..20).collect();
        assert_eq!(score(&ranked, &[2]).get("all@max(3,gold)"), 1.0);
        assert_eq!(score(&ranked, &[3]).get("all@max(3,gold)"), 0.0);
        assert_eq!(score(&ranked, &[0, 1, 2, 3]).get("all@max(3,gold)"), 1.0);
        assert_eq!(score(&ranked, &[0, 1, 2, 4]).get("all@max(3,gold)"), 0.0);
    }

    #[test]
    fn means_are_over_lists() {
        let lists = [score(&["a"], &["a"]), score(&["x"], &["a"])];
        let mean = mean(lists.iter());
        assert_eq!((mean.n, mean.get("any@1")), (2, 0.5));
        let json = serde_json::to_value(mean).unwrap();
        assert_eq!((&json["n"], &json["any@1"]), (&2.into(), &0.5.into()));
    }

    #[test]
    fn an_interval_holds_the_mean_and_is_the_same_for_the_same_seed() {
        let lists: Vec<_> = (0..100).map(|at| score(&[u8::from(at % 4 == 0)], &[1])).collect();
        let ends = interval(&lists, 7);
        assert!(ends[0].0 < 0.25 && 0.25 < ends[0].1 && ends[0].1 - ends[0].0 < 0.25, "{ends:?}");
        assert_eq!(ends, interval(&lists, 7));
        assert_ne!(ends, interval(&lists, 8));
        assert_eq!(interval(&[score(&[1], &[1])], 7)[0], (1.0, 1.0));
    }

    #[test]
    fn stated_chances_that_come_true_have_no_error() {
        let right = |n: usize| (0..10).map(move |at| (0.7, at < n));
        assert!(reliability(&right(7).collect::<Vec<_>>()).1 < 1e-9);
        assert!((reliability(&right(2).collect::<Vec<_>>()).1 - 0.5).abs() < 1e-9);
    }
}
