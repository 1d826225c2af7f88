//! The score of a match, its Elo difference, and the sequential probability ratio test.
//!
//! Statistics are pentanomial: games are counted in pairs (an opening with both colours), because
//! the two games of a pair are not independent. A pair scores 0, 1/2, 1, 3/2 or 2. The Elo
//! difference of a score s is -400 log10(1/s - 1). The test is the GSPRT in its normal
//! approximation (Michel Van den Bergh, "A Practical Introduction to the GSPRT") with Wald's
//! bounds.

use std::collections::HashMap;
use std::fmt;

use crate::game::GameResult;

/// Half the width of the 95 % interval of a normal distribution, in standard deviations.
const WIDTH: f64 = 1.959_964;

/// Number of imaginary pairs, spread evenly over the five scores, so that two won pairs are no
/// certainty.
const PRIOR: f64 = 1.0;

/// A sequential test of two hypotheses about the Elo difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The higher hypothesis.
    pub elo1: f64,
}

/// The conclusion of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtConclusion {
    /// The lower hypothesis is accepted.
    Lower,
    /// The higher hypothesis is accepted.
    Higher,
}

/// The score of a match, from the first side's view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    /// Games won, drawn and lost by the first.
    pub games: [u64; 3],
    /// Pairs in which the first scored 2, 3/2, 1, 1/2 and 0 points.
    pub pairs: [u64; 5],
    /// Doubled points of the first game of an incomplete pair, by pair.
    halves: HashMap<usize, usize>,
}

/// The Elo difference of a score between 0 and 1.
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero turns -0.0 into 0.0.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The expected score of an Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative distribution function of the standard normal distribution.
fn normal(value: f64) -> f64 {
    libm::erfc(-value / std::f64::consts::SQRT_2) / 2.0
}

impl Tally {
    /// Counts a game of a pair.
    pub fn add(&mut self, pair: usize, result: GameResult, first_is_white: bool) {
        let points = match result {
            GameResult::Draw => 1,
            GameResult::White if first_is_white => 2,
            GameResult::Black if !first_is_white => 2,
            GameResult::White | GameResult::Black => 0,
        };
        self.games[2 - points] += 1;
        if let Some(other) = self.halves.remove(&pair) {
            self.pairs[4 - points - other] += 1;
        } else {
            self.halves.insert(pair, points);
        }
    }

    /// Games played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The first's share of the points, 0 to 1; a half before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        let [won, drawn, _] = self.games;
        match self.played() {
            0 => 0.5,
            played => (won as f64 + drawn as f64 / 2.0) / played as f64,
        }
    }

    /// Number of pairs, and mean and variance of their scores (0 to 1), with a prior.
    fn moments(&self, prior: f64) -> (f64, f64, f64) {
        let scores = [1.0, 0.75, 0.5, 0.25, 0.0];
        let weights = self.pairs.map(|count| count as f64 + prior / 5.0);
        let count: f64 = weights.iter().sum();
        let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
            weights
                .iter()
                .zip(scores)
                .map(|(weight, score)| weight * value(score))
                .sum::<f64>()
                / count
        };
        let mean = sum(&|score| score);
        let variance = sum(&|score| (score - mean).powi(2));
        (count, mean, variance)
    }

    /// The Elo difference, and the ends of its 95 % interval. Only complete pairs count; `None`
    /// before the first.
    #[must_use]
    pub fn elo(&self) -> Option<[f64; 3]> {
        if self.pairs.iter().sum::<u64>() == 0 {
            return None;
        }
        let (_, mean, _) = self.moments(0.0);
        let (count, _, variance) = self.moments(PRIOR);
        let error = WIDTH * (variance / count).sqrt();
        Some([mean, mean - error, mean + error].map(elo))
    }

    /// The likelihood of superiority: the probability that the first is the better one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let (count, mean, variance) = self.moments(PRIOR);
        normal((mean - 0.5) / (variance / count).sqrt())
    }

    /// The log-likelihood ratio of the two hypotheses.
    #[must_use]
    pub fn likelihood_ratio(&self, sprt: Sprt) -> f64 {
        if self.pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let (count, mean, variance) = self.moments(PRIOR);
        let (low, high) = (expected(sprt.elo0), expected(sprt.elo1));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The conclusion of the test, if there is one yet.
    #[must_use]
    pub fn conclusion(&self, sprt: Sprt) -> Option<SprtConclusion> {
        let ratio = self.likelihood_ratio(sprt);
        if ratio >= Sprt::BOUND {
            Some(SprtConclusion::Higher)
        } else if ratio <= -Sprt::BOUND {
            Some(SprtConclusion::Lower)
        } else {
            None
        }
    }
}

impl Sprt {
    /// The bound of the log-likelihood ratio for 5 % of false conclusions either way:
    /// ln((1 - 0.05) / 0.05).
    pub const BOUND: f64 = 2.944_439;
}

impl fmt::Display for Tally {
    /// `+10 =1 -1, 87.50 %, elo +338.0 +- 120.2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        let percent = 100.0 * self.score();
        write!(f, "+{won} ={drawn} -{lost}, {percent:.2} %")?;
        if let Some([elo, low, high]) = self.elo() {
            let error = (high - low) / 2.0;
            write!(f, ", elo {elo:+.1} +- {error:.1}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match with these numbers of pairs.
    fn tally(pairs: [usize; 5]) -> Tally {
        let mut tally = Tally::default();
        let mut pair = 0;
        for (count, results) in pairs.into_iter().zip([
            [GameResult::White, GameResult::Black],
            [GameResult::White, GameResult::Draw],
            [GameResult::White, GameResult::White],
            [GameResult::Black, GameResult::Draw],
            [GameResult::Black, GameResult::White],
        ]) {
            for _ in 0..count {
                tally.add(pair, results[0], true);
                tally.add(pair, results[1], false);
                pair += 1;
            }
        }
        tally
    }

    #[test]
    fn games_and_pairs_are_counted() {
        let tally = tally([5, 4, 3, 2, 1]);
        assert_eq!(tally.pairs, [5, 4, 3, 2, 1]);
        assert_eq!(tally.games, [10 + 4 + 3, 4 + 2, 3 + 2 + 2]);
        assert!((tally.score() - 20.0 / 30.0).abs() < 1e-9);
        assert!(tally.halves.is_empty());
    }

    #[test]
    fn elo_and_its_error_are_computed() {
        // 75 % are 190.85 Elo; the variance of a pair's score is 1/16.
        let tally = tally([5_000, 0, 5_000, 0, 0]);
        let [elo, low, high] = tally.elo().unwrap();
        assert!((elo - 190.85).abs() < 0.01, "{elo}");
        let error = WIDTH * (1.0f64 / 16.0 / 10_000.0).sqrt();
        assert!((super::elo(0.75 + error) - high).abs() < 0.1, "{high}");
        assert!((super::elo(0.75 - error) - low).abs() < 0.1, "{low}");
        assert!(tally.superiority() > 0.999_999);
        assert_eq!(super::elo(1.0), f64::INFINITY);
        assert!((expected(200.0) - 0.759_747).abs() < 1e-6);
        assert!((normal(1.0) - 0.841_345).abs() < 1e-6);
        assert!((normal(-WIDTH) - 0.025).abs() < 1e-6);
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 10.0,
        };
        assert!((Sprt::BOUND - (0.95f64 / 0.05).ln()).abs() < 1e-6);
        assert_eq!(Tally::default().likelihood_ratio(sprt), 0.0);
        // Two pairs are too few for a conclusion.
        assert_eq!(tally([2, 0, 0, 0, 0]).conclusion(sprt), None);
        let strong = tally([500, 200, 1_000, 200, 300]);
        assert_eq!(strong.conclusion(sprt), Some(SprtConclusion::Higher));
        let equal = tally([1_000, 500, 3_000, 500, 1_000]);
        assert_eq!(equal.conclusion(sprt), Some(SprtConclusion::Lower));
        // By hand: mean 0.5454..., about sigma squared 0.1 at 2,200 pairs.
        let (low, high) = (0.5, expected(10.0));
        let (count, mean, variance) = strong.moments(PRIOR);
        let by_hand = count * ((mean - low).powi(2) - (mean - high).powi(2)) / (2.0 * variance);
        assert!((strong.likelihood_ratio(sprt) - by_hand).abs() < 1e-9);
    }
}
