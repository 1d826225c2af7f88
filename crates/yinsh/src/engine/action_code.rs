//! Actions as 16-bit codes: for the search's tables and for files of training games.

use crate::game::{Action, Axis, Point, Row};

/// Slots of the grid of points.
const SLOTS: u16 = 121;

const PLACE: u16 = SLOTS * SLOTS;
const RING: u16 = PLACE + SLOTS;
const ROW: u16 = RING + SLOTS;
const PASS: u16 = ROW + 3 * SLOTS;

/// Number of codes.
pub(super) const CODES: usize = PASS as usize + 1;

/// No action. No move from a point to itself exists, so that its code is free.
pub(super) const NONE: u16 = 0;

/// The code of an action, at least 1 and less than `CODES`.
#[inline]
pub const fn encode(action: Action) -> u16 {
    match action {
        Action::Move { from, to } => from.slot() as u16 * SLOTS + to.slot() as u16,
        Action::Place(point) => PLACE + point.slot() as u16,
        Action::Ring(point) => RING + point.slot() as u16,
        Action::Row(row) => ROW + row.ends().0.slot() as u16 * 3 + row.axis() as u16,
        Action::Pass => PASS,
    }
}

/// The action of a code that [`encode`] made.
pub fn decode(code: u16) -> Option<Action> {
    let point = |slot: u16| Point::ALL.into_iter().find(|p| p.slot() == slot as usize);
    Some(match code {
        NONE => return None,
        PASS => Action::Pass,
        ROW..PASS => Action::Row(Row::along(
            point((code - ROW) / 3)?,
            *Axis::ALL.get(((code - ROW) % 3) as usize)?,
        )?),
        RING..ROW => Action::Ring(point(code - RING)?),
        PLACE..RING => Action::Place(point(code - PLACE)?),
        _ if code < PLACE => Action::Move {
            from: point(code / SLOTS)?,
            to: point(code % SLOTS)?,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_a_code_of_its_own() {
        let mut seen = vec![false; CODES];
        let mut check = |action| {
            let code = encode(action);
            assert_eq!(decode(code), Some(action));
            assert_ne!(code, NONE);
            assert!(!std::mem::replace(&mut seen[code as usize], true));
        };
        check(Action::Pass);
        for from in Point::ALL {
            check(Action::Place(from));
            check(Action::Ring(from));
            Axis::ALL
                .into_iter()
                .filter_map(|axis| Row::along(from, axis))
                .for_each(|row| check(Action::Row(row)));
            for to in Point::ALL.into_iter().filter(|&to| to != from) {
                check(Action::Move { from, to });
            }
        }
    }
}
