//! The handcrafted evaluation: removed rings, mobility, and windows of five points with markers.
//!
//! The terms are chosen by hand; their weights are fitted to games by `ringleader learn weigh`.

use super::evaluate::Evaluate;
use super::features::{PATTERNS, Patterns, STATES};
use crate::game::{Color, Position, ROW_LENGTH};

/// Index of the term for being to move.
const TEMPO: usize = 0;

/// Index of the term for each ring move.
const MOBILITY: usize = 1;

/// Index of the term for each removed ring.
const RING: usize = 2;

/// Index of the first term for windows with markers, see [`window_term`].
const WINDOW: usize = 3;

/// Largest number of the other player's markers in a window that has a term of its own.
const FOREIGN: usize = 2;

/// Number of terms.
pub const TERMS: usize = WINDOW + ROW_LENGTH * (FOREIGN + 1) * 2 * 2;

/// Weights of the terms, in cp. Windows have a row for each number of own markers (1 to 5); in it
/// three groups, for none, one and more markers of the other player; in each group the windows
/// without and with a ring of the other player, each without and with an own ring.
#[rustfmt::skip]
const WEIGHTS: [i16; TERMS] = [
    29, -1, 295,
    0, 2, -3, 0, 0, 3, -3, 0, -7, 7, -16, -2,
    0, 7, -8, 1, -7, -2, -7, 2, -5, 8, -8, 0,
    0, 23, -17, 9, -3, 19, -2, 0, 5, 0, 0, 0,
    9, 91, 6, 0, 28, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// Index of the term for a window with `own` markers (1 to 5) and `own_rings` of a player, and
/// `foreign` markers and `foreign_rings` of the other player. A foreign marker may yet be turned, a
/// foreign ring has to move first, and an own ring that moves leaves a marker.
const fn window_term(own: usize, foreign: usize, foreign_rings: usize, own_rings: usize) -> usize {
    let foreign = if foreign > FOREIGN { FOREIGN } else { foreign };
    let [foreign_ring, own_ring] = [(foreign_rings > 0) as usize, (own_rings > 0) as usize];
    WINDOW + (((own - 1) * (FOREIGN + 1) + foreign) * 2 + foreign_ring) * 2 + own_ring
}

/// The terms of a pattern: white's and black's, for those who have markers in it.
const fn window_terms(pattern: usize) -> [Option<usize>; 2] {
    let mut rest = pattern;
    let mut count = [0; STATES];
    while rest > 0 {
        count[rest % STATES] += 1;
        rest /= STATES;
    }
    let [_, white_rings, black_rings, white, black] = count;
    [
        if white > 0 {
            Some(window_term(white, black, black_rings, white_rings))
        } else {
            None
        },
        if black > 0 {
            Some(window_term(black, white, white_rings, black_rings))
        } else {
            None
        },
    ]
}

/// Score of each pattern for white, in cp.
static PATTERN_SCORES: [i16; PATTERNS] = {
    let mut scores = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let [white, black] = window_terms(pattern);
        if let Some(term) = white {
            scores[pattern] += WEIGHTS[term];
        }
        if let Some(term) = black {
            scores[pattern] -= WEIGHTS[term];
        }
        pattern += 1;
    }
    scores
};

/// How often each term applies to the actor of a position, less how often to the other player.
pub fn terms(position: &Position) -> [i16; TERMS] {
    let mut terms = [0; TERMS];
    let me = position.actor();
    let difference = |count: &dyn Fn(Color) -> i16| count(me) - count(!me);
    terms[TEMPO] = 1;
    terms[MOBILITY] = difference(&|color| position.mobility(color) as i16);
    terms[RING] = difference(&|color| i16::from(position.removed(color)));
    for &pattern in Patterns::of(position).all() {
        for (color, term) in Color::ALL.into_iter().zip(window_terms(pattern as usize)) {
            if let Some(term) = term {
                terms[term] += if color == me { 1 } else { -1 };
            }
        }
    }
    terms
}

/// The handcrafted evaluation.
pub(crate) struct Handcrafted;

/// The patterns of a position, and the sum of their scores for white.
#[derive(Clone, Copy)]
pub(crate) struct PatternSum {
    patterns: Patterns,
    sum: i32,
}

impl Evaluate for Handcrafted {
    type Accumulator = PatternSum;

    fn refresh(&self, position: &Position) -> PatternSum {
        let patterns = Patterns::of(position);
        let sum = patterns
            .all()
            .iter()
            .map(|&pattern| i32::from(PATTERN_SCORES[pattern as usize]))
            .sum();
        PatternSum { patterns, sum }
    }

    #[inline]
    fn update(&self, accumulator: &PatternSum, old: &Position, new: &Position) -> PatternSum {
        let mut sum = accumulator.sum;
        let patterns = accumulator.patterns.update(
            old,
            new,
            |_, _, _| {},
            |before, after| {
                sum += i32::from(PATTERN_SCORES[after]) - i32::from(PATTERN_SCORES[before]);
            },
        );
        PatternSum { patterns, sum }
    }

    #[inline]
    fn evaluate(&self, accumulator: &PatternSum, position: &Position) -> i32 {
        let me = position.actor();
        let windows = match me {
            Color::White => accumulator.sum,
            Color::Black => -accumulator.sum,
        };
        let side = |color| {
            i32::from(WEIGHTS[RING]) * i32::from(position.removed(color))
                + i32::from(WEIGHTS[MOBILITY]) * position.mobility(color) as i32
        };
        windows + side(me) - side(!me) + i32::from(WEIGHTS[TEMPO])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::features::{states, swapped};
    use crate::game::{Stage, Variant};

    #[test]
    fn scores_change_sign_when_colours_are_swapped() {
        for pattern in 0..PATTERNS {
            assert_eq!(
                PATTERN_SCORES[pattern],
                -PATTERN_SCORES[swapped(pattern)],
                "{:?}",
                states(pattern)
            );
        }
    }

    #[test]
    fn the_evaluation_is_the_weighted_sum_of_the_terms() {
        let mut seed = 7_u64;
        let mut position = Position::start(Variant::Normal);
        let mut accumulator = Handcrafted.refresh(&position);
        while position.stage() != Stage::Over {
            if matches!(position.stage(), Stage::Place | Stage::Move) {
                let sum: i32 = terms(&position)
                    .iter()
                    .zip(WEIGHTS)
                    .map(|(&count, weight)| i32::from(count) * i32::from(weight))
                    .sum();
                let score = Handcrafted.evaluate(&accumulator, &position);
                assert_eq!(score, sum, "{position}");
            }
            let actions = position.legal_actions();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let next = position.play_unchecked(actions[(seed >> 33) as usize % actions.len()]);
            accumulator = Handcrafted.update(&accumulator, &position, &next);
            position = next;
        }
    }
}
