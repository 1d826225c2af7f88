//! Random keys by which a position is hashed (Zobrist, «A New Hashing Method with Application
//! for Game Playing», 1970).

use super::color::Color;
use super::point::{Point, SLOTS};
use super::position::Position;
use crate::chance::{STEP, mix};

/// Values that stage (5), actor, mover, variant (2 each) and removed rings (4 each) take together.
const STATES: usize = 5 * 2 * 2 * 2 * 4 * 4;

/// Keys of rings and of markers, by colour and slot, and of everything that is not on the board.
struct Keys {
    rings: [[u64; SLOTS]; 2],
    markers: [[u64; SLOTS]; 2],
    turned: [u64; SLOTS],
    states: [u64; STATES],
}

/// One step of the generator: a new state, and a number made from it.
const fn step(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(STEP);
    (state, mix(state))
}

static KEYS: Keys = {
    let mut keys = Keys {
        rings: [[0; SLOTS]; 2],
        markers: [[0; SLOTS]; 2],
        turned: [0; SLOTS],
        states: [0; STATES],
    };
    // Any seed does; this one is the year in which YINSH appeared.
    let mut state = 2003;
    let mut slot = 0;
    while slot < SLOTS {
        let mut color = 0;
        while color < 2 {
            (state, keys.rings[color][slot]) = step(state);
            (state, keys.markers[color][slot]) = step(state);
            color += 1;
        }
        keys.turned[slot] = keys.markers[0][slot] ^ keys.markers[1][slot];
        slot += 1;
    }
    let mut i = 0;
    while i < STATES {
        (state, keys.states[i]) = step(state);
        i += 1;
    }
    keys
};

/// Key of a ring on a point.
#[inline]
pub(super) const fn ring(color: Color, point: Point) -> u64 {
    KEYS.rings[color.index()][point.slot()]
}

/// Key of a marker on a point.
#[inline]
pub(super) const fn marker(color: Color, point: Point) -> u64 {
    KEYS.markers[color.index()][point.slot()]
}

/// What changes in the key when the marker on a point is turned.
#[inline]
pub(super) const fn turned(point: Point) -> u64 {
    KEYS.turned[point.slot()]
}

/// Key of everything that does not stand on the board.
#[inline]
pub(super) const fn state(position: &Position) -> u64 {
    let mut index = position.stage as usize;
    index = index * 2 + position.actor.index();
    index = index * 2 + position.mover.index();
    index = index * 2 + position.variant as usize;
    index = index * 4 + position.removed[0] as usize;
    index = index * 4 + position.removed[1] as usize;
    KEYS.states[index]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::{Stage, Variant};

    #[test]
    fn all_that_does_not_stand_on_the_board_counts() {
        let mut keys = BTreeSet::new();
        let mut count = 0;
        for variant in [Variant::Normal, Variant::Blitz] {
            for stage in [
                Stage::Place,
                Stage::Move,
                Stage::Row,
                Stage::Ring,
                Stage::Over,
            ] {
                for (actor, mover) in Color::ALL
                    .into_iter()
                    .flat_map(|a| Color::ALL.map(|m| (a, m)))
                {
                    for (white, black) in (0..4).flat_map(|w| (0..4).map(move |b| (w, b))) {
                        let mut position = Position::start(variant);
                        (position.stage, position.actor, position.mover) = (stage, actor, mover);
                        position.removed = [white, black];
                        assert_eq!(position.key(), position.key_from_scratch());
                        keys.insert(position.key());
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(keys.len(), count);
    }
}
