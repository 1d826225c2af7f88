//! The evaluation made by hand: rings removed, rows in the making, room to move.

use super::evaluate::Evaluate;
use super::windows::{PATTERNS, Patterns};
use crate::game::{Position, ROW_LENGTH};

/// Worth of a removed ring.
const RING: i32 = 260;

/// Worth of being the one to move.
const TEMPO: i32 = 24;

/// Worth of one possible ring move.
const MOBILITY: i32 = 1;

/// Worth of five points that hold so many of one's markers.
const LINE: [i32; ROW_LENGTH + 1] = [0, 2, 5, 12, 34, 60];

/// What each pattern is worth to white, black's share taken off.
static WORTH: [i16; PATTERNS] = {
    let mut worth = [0; PATTERNS];
    let mut pattern = 0;
    while pattern < PATTERNS {
        let mut rest = pattern;
        let mut count = [0; 5];
        while rest > 0 {
            count[rest % 5] += 1;
            rest /= 5;
        }
        let [_, white_ring, black_ring, white, black] = count;
        worth[pattern] = (share(white, black, black_ring) - share(black, white, white_ring)) as i16;
        pattern += 1;
    }
    worth
};

/// What five points are worth to a player who has so many markers on them, beside so many
/// markers and rings of the other player. A foreign marker may yet be turned; a foreign ring
/// has to move first.
const fn share(own: usize, other: usize, rings: usize) -> i32 {
    let worth = LINE[own] * (10 - 2 * other as i32) / 10;
    match rings {
        0 => worth,
        1 => worth / 2,
        _ => 0,
    }
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
            RING * i32::from(position.removed(color)) + MOBILITY * position.mobility(color) as i32
        };
        lines + side(me) - side(!me) + TEMPO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::windows::{WINDOWS, states, swapped};

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
        assert!(i32::from(i16::MAX) > LINE[ROW_LENGTH] * WINDOWS as i32);
    }
}
