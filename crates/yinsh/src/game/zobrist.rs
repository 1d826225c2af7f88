//! Zobrist keys for hashing positions (Zobrist, "A New Hashing Method with Application for Game
//! Playing", 1970).

use super::color::Color;
use super::point::{Point, SLOTS};
use super::stage::Stage;
use super::variant::Variant;
use crate::split_mix::{STEP, mix};

/// Number of states off the board: stage (5), actor, mover and variant (2 each), removed rings (4
/// each).
const STATES: usize = 5 * 2 * 2 * 2 * 4 * 4;

/// The keys of rings and markers by colour and slot, of turned markers, and of states off the
/// board.
struct Keys {
    rings: [[u64; SLOTS]; 2],
    markers: [[u64; SLOTS]; 2],
    turned: [u64; SLOTS],
    states: [u64; STATES],
}

/// One step of SplitMix64: the next state and number.
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
    // Any seed will do; YINSH appeared in 2003.
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

/// The key of a ring on a point.
#[inline]
pub(super) const fn ring(color: Color, point: Point) -> u64 {
    KEYS.rings[color.index()][point.slot()]
}

/// The key of a marker on a point.
#[inline]
pub(super) const fn marker(color: Color, point: Point) -> u64 {
    KEYS.markers[color.index()][point.slot()]
}

/// The change of the key when the marker on a point is turned.
#[inline]
pub(super) const fn turned(point: Point) -> u64 {
    KEYS.turned[point.slot()]
}

/// The key of everything off the board.
#[inline]
pub(super) const fn state(
    stage: Stage,
    actor: Color,
    mover: Color,
    variant: Variant,
    removed: [u8; 2],
) -> u64 {
    let mut index = stage as usize;
    index = index * 2 + actor.index();
    index = index * 2 + mover.index();
    index = index * 2 + variant as usize;
    index = index * 4 + removed[0] as usize;
    index = index * 4 + removed[1] as usize;
    KEYS.states[index]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn states_have_different_keys() {
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
                        keys.insert(state(stage, actor, mover, variant, [white, black]));
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(keys.len(), count);
    }
}
