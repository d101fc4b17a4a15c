//! What follows from the counts: means, intervals, quantiles, tests. Every formula cites its
//! source, and is tested against published values.

use super::tally::Sums;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use std::collections::BTreeMap;

/// The confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;
/// Degrees of freedom from which Student's quantile is taken from its series: the first term left
/// out is then below 1e-8.
const SERIES_FROM: f64 = 1000.0;
/// The same from which Student's distribution is taken for the normal one in tests.
const NORMAL_FROM: f64 = 1e7;

/// A mean with its interval.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Mean {
    /// How many numbers.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1 in the denominator; 0 of a single number.
    pub sd: f64,
    /// Half the width of the interval for the mean; none of a single number.
    pub half: Option<f64>,
}

/// The mean of what was counted, with Student's interval (Student, The probable error of a mean,
/// Biometrika 6, 1908). The variance comes from whole numbers, so that nothing cancels.
pub fn mean(sums: &Sums) -> Mean {
    let n = sums.n;
    if n == 0 {
        return Mean::default();
    }
    let mean = sums.sum as f64 / n as f64;
    if n == 1 {
        return Mean { n, mean, sd: 0.0, half: None };
    }
    let count = i128::from(n);
    let spread = count * sums.squares - sums.sum * sums.sum;
    let sd = (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt();
    let half = student(n - 1) * sd / (n as f64).sqrt();
    Mean { n, mean, sd, half: Some(half) }
}

/// The quantile of Student's distribution for an interval on both sides; of many degrees of freedom
/// by its series (M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.5).
fn student(freedom: u64) -> f64 {
    let at = 0.5 + CONFIDENCE / 2.0;
    let freedom = freedom as f64;
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom < SERIES_FROM => student.inverse_cdf(at),
        _ => {
            let z = Normal::standard().inverse_cdf(at);
            let (z3, z5) = (z.powi(3), z.powi(5));
            z + (z3 + z) / (4.0 * freedom)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom)
        }
    }
}

/// How likely a mean so far from 0, on either side, is by chance alone (Student, as above). 1
/// where nothing varies and the mean is 0; where nothing varies and it is not, as likely as that so
/// many signs are alike (J. Arbuthnott, An argument for divine providence, Phil. Trans. 27, 1710).
pub fn p_value(sums: &Sums) -> f64 {
    let Mean { n, mean, sd, .. } = mean(sums);
    if n < 2 {
        return 1.0;
    }
    if sd == 0.0 {
        // All alike: as likely as so many coins that all fall to one side.
        return if sums.sum == 0 { 1.0 } else { 0.5f64.powf((n - 1) as f64) };
    }
    let t = (mean / (sd / (n as f64).sqrt())).abs();
    let freedom = (n - 1) as f64;
    let tail = match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom < NORMAL_FROM => student.sf(t),
        _ => Normal::standard().sf(t),
    };
    (2.0 * tail).min(1.0)
}

/// A share with its interval.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Share {
    /// How many.
    pub k: u64,
    /// Of how many.
    pub n: u64,
    /// The share.
    pub rate: f64,
    /// The interval.
    pub low: f64,
    /// Its other end.
    pub high: f64,
}

/// The score interval for a share (E. B. Wilson, Probable inference, the law of succession, and
/// statistical inference, J. Am. Stat. Assoc. 22, 1927), without continuity correction.
pub fn wilson(k: u64, n: u64) -> Share {
    if n == 0 {
        return Share { high: 1.0, ..Share::default() };
    }
    let z = Normal::standard().inverse_cdf(0.5 + CONFIDENCE / 2.0);
    let (count, rate) = (n as f64, k as f64 / n as f64);
    let z2 = z * z;
    let middle = (rate + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let inner = rate * (1.0 - rate) / count + z2 / (4.0 * count * count);
    let half = z * inner.sqrt() / (1.0 + z2 / count);
    // At the ends the interval touches 0 or 1 exactly.
    let low = if k == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if k == n { 1.0 } else { (middle + half).min(1.0) };
    Share { k, n, rate, low, high }
}

/// The smallest value that at least this share of all values does not exceed: definition 1 of R. J.
/// Hyndman and Y. Fan, Sample quantiles in statistical packages, The American Statistician 50,
/// 1996. None of no values.
pub fn quantile(histogram: &BTreeMap<u32, u64>, share: f64) -> Option<u32> {
    let n: u64 = histogram.values().sum();
    // A hair less, so that 0.95 × 20 is the 19th although no float is 0.95.
    let rank = ((share * n as f64 - 1e-9).ceil() as u64).clamp(1, n.max(1));
    let mut so_far = 0;
    histogram.iter().find_map(|(value, count)| {
        so_far += count;
        (so_far >= rank).then_some(*value)
    })
}

/// The probabilities of several tests, adjusted so that one wrong alarm among all of them is as
/// rare as in a single test (S. Holm, A simple sequentially rejective multiple test procedure,
/// Scandinavian Journal of Statistics 6, 1979).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut least: f64 = 0.0;
    for (rank, at) in order.iter().enumerate() {
        least = least.max((p[*at] * (p.len() - rank) as f64).min(1.0));
        adjusted[*at] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(numbers: &[i64]) -> Sums {
        let mut sums = Sums::default();
        numbers.iter().for_each(|x| sums.add(*x));
        sums
    }

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not {b} (within {by})");
    }

    /// Student (Biometrika 6, 1908, p. 20): additional hours of sleep, here in tenths;
    /// the interval and p as R prints them for `t.test(extra ~ group, sleep, paired = TRUE)`.
    #[test]
    fn student_is_right_about_sleep() {
        let hours = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
        let found = mean(&sums(&hours));
        near(found.mean, 15.8, 1e-12);
        near(found.sd, 12.299_954_832_896_83, 1e-9);
        let half = found.half.unwrap();
        near(found.mean - half, 7.001_142, 1e-5);
        near(found.mean + half, 24.598_858, 1e-5);
        near(p_value(&sums(&hours)), 0.002_832_89, 1e-7);
    }

    /// NIST Statistical Reference Datasets, NumAcc1 and NumAcc2: certified means and deviations.
    #[test]
    fn nothing_cancels() {
        let found = mean(&sums(&[10_000_001, 10_000_003, 10_000_002]));
        assert_eq!((found.mean, found.sd), (10_000_002.0, 1.0));
        // NumAcc2 in tenths: 1.2, then 1.1 and 1.3 five hundred times each.
        let mut numbers = vec![12];
        numbers.extend([11, 13].repeat(500));
        let found = mean(&sums(&numbers));
        near(found.mean, 12.0, 1e-12);
        near(found.sd, 1.0, 1e-12);
    }

    /// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
    /// Medicine 17, 1998, table I, method 3.
    #[test]
    fn wilson_as_published() {
        for (k, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let share = wilson(k, n);
            near(share.low, low, 5e-5);
            near(share.high, high, 5e-5);
        }
        assert_eq!(wilson(20, 20).high, 1.0);
        near(wilson(20, 20).low, 1.0 - 0.1611, 5e-5);
    }

    /// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: critical values of Student's t.
    #[test]
    fn quantiles_of_student_as_tabulated() {
        for (freedom, t) in [(1, 12.706), (2, 4.303), (10, 2.228), (30, 2.042), (100, 1.984)] {
            near(student(freedom), t, 6e-4);
        }
        near(student(9_999), 1.960_2, 1e-4);
        // As scipy.stats.t.ppf(0.975, freedom) gives them: on both sides of the series' begin.
        for (freedom, t) in [(999, 1.962_341_46), (1_001, 1.962_336_71), (100_000, 1.959_987_71)] {
            near(student(freedom), t, 2e-8);
        }
        near(student(1_000_000), 1.959_966_36, 2e-8);
    }

    /// As R prints them for `p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm")`.
    #[test]
    fn holm_as_published() {
        let p = [0.01, 0.02, 0.03, 0.04, 0.05];
        let want = [0.05, 0.08, 0.09, 0.09, 0.09];
        for (found, want) in holm(&p).into_iter().zip(want) {
            near(found, want, 1e-12);
        }
        // In any order, each at its own place.
        let found = holm(&[0.04, 0.01]);
        near(found[0], 0.04, 1e-12);
        near(found[1], 0.02, 1e-12);
    }

    #[test]
    fn quantiles_are_values_that_occurred() {
        let histogram: BTreeMap<u32, u64> = (1..=20).map(|value| (value, 1)).collect();
        let at = |share| quantile(&histogram, share).unwrap();
        assert_eq!([at(0.0), at(0.05), at(0.5), at(0.95), at(1.0)], [1, 1, 10, 19, 20]);
        assert_eq!(quantile(&BTreeMap::new(), 0.5), None);
    }

    #[test]
    fn what_does_not_vary_is_certain() {
        assert_eq!(p_value(&sums(&[0, 0, 0])), 1.0);
        assert_eq!(p_value(&sums(&[2, 2, 2])), 0.25);
        assert!(p_value(&sums(&[2; 30])) < 1e-8);
        assert_eq!(mean(&sums(&[7])).half, None);
    }
}
