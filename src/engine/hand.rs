//! The evaluation made by hand: rings removed, rows in the making, room to move.
//!
//! Which terms there are is made up; what each is worth is learned from games by
//! `ringleader learn weigh`.

use super::evaluate::Evaluate;
use super::windows::{PATTERNS, Patterns, STATES};
use crate::game::{Color, Position, ROW_LENGTH};

/// The term of being the one to move.
const TEMPO: usize = 0;

/// The term of a possible ring move.
const MOBILITY: usize = 1;

/// The term of a removed ring.
const RING: usize = 2;

/// The first term of five points with markers on them, see [`line`].
const LINE: usize = 3;

/// Foreign markers in a line that are told apart: so many or more are one.
const FOREIGN: usize = 2;

/// How many terms there are.
pub(crate) const TERMS: usize = LINE + ROW_LENGTH * (FOREIGN + 1) * 2 * 2;

/// What each term is worth, in units of a score. The lines have a row for each number of own
/// markers; in it, for no, one and more foreign markers, lines without a foreign ring before
/// those with one, and of each those without an own ring before those with one.
#[rustfmt::skip]
const WEIGHTS: [i16; TERMS] = [
    29, -1, 295,
    0, 2, -3, 0, 0, 3, -3, 0, -7, 7, -16, -2,
    0, 7, -8, 1, -7, -2, -7, 2, -5, 8, -8, 0,
    0, 23, -17, 9, -3, 19, -2, 0, 5, 0, 0, 0,
    9, 91, 6, 0, 28, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// The term of five points for a player who has so many markers there (1 to 5), beside so many
/// foreign ones, and rings of either. A foreign marker may yet be turned, a foreign ring has to
/// move first, and an own ring that moves leaves a marker.
const fn line(own: usize, foreign: usize, foreign_rings: usize, own_rings: usize) -> usize {
    let foreign = if foreign > FOREIGN { FOREIGN } else { foreign };
    let [foreign_ring, own_ring] = [(foreign_rings > 0) as usize, (own_rings > 0) as usize];
    LINE + (((own - 1) * (FOREIGN + 1) + foreign) * 2 + foreign_ring) * 2 + own_ring
}

/// The terms of a pattern: white's and black's, where they have markers on it.
const fn lines(pattern: usize) -> [Option<usize>; 2] {
    let mut rest = pattern;
    let mut count = [0; STATES];
    while rest > 0 {
        count[rest % STATES] += 1;
        rest /= STATES;
    }
    let [_, white_rings, black_rings, white, black] = count;
    [
        if white > 0 {
            Some(line(white, black, black_rings, white_rings))
        } else {
            None
        },
        if black > 0 {
            Some(line(black, white, white_rings, black_rings))
        } else {
            None
        },
    ]
}

/// What each pattern is worth to white, black's share taken off.
static WORTH: [i16; PATTERNS] = {
    let mut worth = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let [white, black] = lines(pattern);
        if let Some(term) = white {
            worth[pattern] += WEIGHTS[term];
        }
        if let Some(term) = black {
            worth[pattern] -= WEIGHTS[term];
        }
        pattern += 1;
    }
    worth
};

/// How often each term stands in a position for its actor, less how often for the other player.
pub(crate) fn terms(position: &Position) -> [i16; TERMS] {
    let mut terms = [0; TERMS];
    let me = position.actor();
    let difference = |count: &dyn Fn(Color) -> i16| count(me) - count(!me);
    terms[TEMPO] = 1;
    terms[MOBILITY] = difference(&|color| position.mobility(color) as i16);
    terms[RING] = difference(&|color| i16::from(position.removed(color)));
    for &pattern in Patterns::of(position).all() {
        for (color, term) in Color::ALL.into_iter().zip(lines(pattern as usize)) {
            if let Some(term) = term {
                terms[term] += if color == me { 1 } else { -1 };
            }
        }
    }
    terms
}

/// The evaluation made by hand.
pub(crate) struct Hand;

/// The patterns on the board, and what they are worth to white.
#[derive(Clone, Copy)]
pub(crate) struct State {
    patterns: Patterns,
    sum: i32,
}

impl Evaluate for Hand {
    type State = State;

    fn state(&self, position: &Position) -> State {
        let patterns = Patterns::of(position);
        let sum = patterns
            .all()
            .iter()
            .map(|&pattern| i32::from(WORTH[pattern as usize]))
            .sum();
        State { patterns, sum }
    }

    #[inline]
    fn after(&self, state: &State, old: &Position, new: &Position) -> State {
        let mut sum = state.sum;
        let patterns = state.patterns.after(
            old,
            new,
            |_, _, _| {},
            |before, after| sum += i32::from(WORTH[after]) - i32::from(WORTH[before]),
        );
        State { patterns, sum }
    }

    #[inline]
    fn judge(&self, state: &State, position: &Position) -> i32 {
        let me = position.actor();
        let lines = if me.index() == 0 {
            state.sum
        } else {
            -state.sum
        };
        let side = |color| {
            i32::from(WEIGHTS[RING]) * i32::from(position.removed(color))
                + i32::from(WEIGHTS[MOBILITY]) * position.mobility(color) as i32
        };
        lines + side(me) - side(!me) + i32::from(WEIGHTS[TEMPO])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::windows::{states, swapped};
    use crate::game::{Stage, Variant};

    #[test]
    fn what_is_good_for_one_is_bad_for_the_other() {
        for pattern in 0..PATTERNS {
            assert_eq!(
                WORTH[pattern],
                -WORTH[swapped(pattern)],
                "{:?}",
                states(pattern)
            );
        }
    }

    #[test]
    fn the_judgement_is_what_the_terms_are_worth() {
        let mut seed = 7_u64;
        let mut position = Position::start(Variant::Normal);
        let mut state = Hand.state(&position);
        while position.stage() != Stage::Over {
            if matches!(position.stage(), Stage::Place | Stage::Move) {
                let worth: i32 = terms(&position)
                    .iter()
                    .zip(WEIGHTS)
                    .map(|(&count, weight)| i32::from(count) * i32::from(weight))
                    .sum();
                assert_eq!(Hand.judge(&state, &position), worth, "{position}");
            }
            let actions = position.legal_actions();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let next = position.play_unchecked(actions[(seed >> 33) as usize % actions.len()]);
            state = Hand.after(&state, &position, &next);
            position = next;
        }
    }
}
