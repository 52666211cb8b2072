//! Many measured times as a few numbers, and answers as a share of those that were right.

use super::corpus::{Language, Query};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Percentiles of measured times, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Times {
    /// How many were measured.
    pub(crate) count: usize,
    /// Half took no longer.
    pub(crate) p50_ms: f64,
    /// 95 of 100 took no longer.
    pub(crate) p95_ms: f64,
    /// 99 of 100 took no longer.
    pub(crate) p99_ms: f64,
}

impl Times {
    /// Of at least one time; none of nothing.
    pub(crate) fn of(times: &[Duration]) -> Option<Self> {
        let mut milliseconds: Vec<f64> =
            times.iter().map(|time| time.as_secs_f64() * 1_000.0).collect();
        milliseconds.sort_by(f64::total_cmp);
        Some(Self {
            count: milliseconds.len(),
            p50_ms: percentile(&milliseconds, 50)?,
            p95_ms: percentile(&milliseconds, 95)?,
            p99_ms: percentile(&milliseconds, 99)?,
        })
    }
}

/// The smallest value that `percent` of 100 values do not exceed (nearest rank: no value is made up).
/// `sorted` ascends.
pub(crate) fn percentile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.max(1) - 1).copied()
}

/// The middle one of an odd number of times; the lower middle one of an even number.
pub(crate) fn median(times: &[Duration]) -> Option<Duration> {
    let mut times = times.to_vec();
    times.sort_unstable();
    let middle = times.len().checked_sub(1)? / 2;
    times.get(middle).copied()
}

/// How many questions found the page that they were drawn from, by language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(crate) struct Found {
    english: Share,
    chinese: Share,
}

/// So many of so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(crate) struct Share {
    hits: usize,
    of: usize,
}

impl Found {
    /// Counts one question; `pages` are the answer's page numbers.
    pub(crate) fn count(&mut self, query: &Query, pages: &[usize]) {
        let share = match query.language {
            Language::English => &mut self.english,
            Language::Chinese => &mut self.chinese,
        };
        share.of += 1;
        share.hits += usize::from(pages.contains(&query.source));
    }

    /// In English.
    pub(crate) fn english(&self) -> Option<f64> {
        self.english.fraction()
    }

    /// In Chinese.
    pub(crate) fn chinese(&self) -> Option<f64> {
        self.chinese.fraction()
    }

    /// In both.
    pub(crate) fn all(&self) -> Option<f64> {
        let hits = self.english.hits + self.chinese.hits;
        Share { hits, of: self.english.of + self.chinese.of }.fraction()
    }
}

impl Share {
    fn fraction(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(numbers: impl IntoIterator<Item = u64>) -> Vec<Duration> {
        numbers.into_iter().map(Duration::from_millis).collect()
    }

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let times = Times::of(&milliseconds((1..=200).rev())).unwrap();
        assert_eq!(times, Times { count: 200, p50_ms: 100.0, p95_ms: 190.0, p99_ms: 198.0 });
        let few = Times::of(&milliseconds([4, 2, 9])).unwrap();
        assert_eq!(few, Times { count: 3, p50_ms: 4.0, p95_ms: 9.0, p99_ms: 9.0 });
        let one = Times::of(&milliseconds([5])).unwrap();
        assert_eq!(one, Times { count: 1, p50_ms: 5.0, p95_ms: 5.0, p99_ms: 5.0 });
        assert_eq!(Times::of(&[]), None);
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(&milliseconds([9, 1, 4])), Some(Duration::from_millis(4)));
        assert_eq!(median(&milliseconds([9, 1, 4, 7])), Some(Duration::from_millis(4)));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn found_pages_are_counted_by_language() {
        let query = |source, language| Query { terms: vec!["x".to_owned()], source, language };
        let mut found = Found::default();
        found.count(&query(3, Language::English), &[1, 2, 3]);
        found.count(&query(4, Language::English), &[1, 2, 3]);
        found.count(&query(5, Language::Chinese), &[5]);
        assert_eq!(found.english(), Some(0.5));
        assert_eq!(found.chinese(), Some(1.0));
        assert_eq!(found.all(), Some(2.0 / 3.0));
        assert_eq!(Found::default().all(), None);
    }
}
