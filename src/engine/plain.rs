//! A plain opponent: it tries every action, looks at the best the other player could do with one
//! move, and takes what leaves it best off. It completes its rows and gives none away if it can
//! help it.

use crate::game::{Action, Axis, Color, Position, ROW_LENGTH, Row, Stage};

/// Worth of a removed ring. Everything else is small beside it: nothing makes up for a ring.
const RING: i32 = 10_000;

/// Worth of a row that the other player can make in one move. Just under a ring: it is not
/// removed yet.
const THREAT: i32 = 6_000;

/// Worth of five points in a line that hold so many of one's markers and nothing of the other's.
/// The steps grow as the row comes nearer.
const LINE: [i32; ROW_LENGTH + 1] = [0, 1, 6, 25, 90, 400];

/// Worth of one possible ring move.
const MOBILITY: i32 = 1;

/// Range of the chance that is added to each action while rings are placed, so that games
/// differ; wide enough to choose among the better half of the board.
const WHIM_PLACING: u64 = 14;

/// The same afterwards: only among actions that are worth nearly the same.
const WHIM: u64 = 5;

/// The action chosen, or none once the game is over.
pub(super) fn choose(position: &Position, seed: u64) -> Option<Action> {
    let me = position.actor();
    let whim_range = match position.stage() {
        Stage::Place => WHIM_PLACING,
        _ => WHIM,
    };
    position
        .legal_actions()
        .iter()
        .map(|&action| {
            let next = position.play_unchecked(action);
            let whim = mix(next.key() ^ seed) % whim_range;
            (outlook(&next, me) + whim as i32, action)
        })
        .max_by_key(|(worth, _)| *worth)
        .map(|(_, action)| action)
}

/// A number that looks random (the finaliser of SplitMix64).
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What a position is worth to a player, the other one's best next move considered.
fn outlook(position: &Position, me: Color) -> i32 {
    let other = !me;
    let now = standing(position, me);
    if position.stage() != Stage::Move || position.actor() != other {
        return now;
    }
    let threatened = position.legal_actions().iter().any(|&action| {
        let next = position.play_unchecked(action);
        next.rows(other).next().is_some()
    });
    if threatened { now - THREAT } else { now }
}

/// What a position is worth to a player as it stands.
fn standing(position: &Position, me: Color) -> i32 {
    let side = |color| {
        let rows = position.rows(color).count() as i32;
        i32::from(position.removed(color)) * RING
            // A row that stands is as good as a ring, or nearly so.
            + rows.min(1) * RING * 9 / 10
            + position.mobility(color) as i32 * MOBILITY
            + lines(position, color)
    };
    side(me) - side(!me)
}

/// Worth of all rows in the making.
fn lines(position: &Position, color: Color) -> i32 {
    let own = position.markers(color);
    let free = position.empty() | own | position.rings(color);
    let mut worth = 0;
    for axis in Axis::ALL {
        for start in crate::game::Point::ALL {
            let Some(row) = Row::along(start, axis) else {
                continue;
            };
            let points = row.points();
            if (points - free).is_empty() {
                worth += LINE[(points & own).len()];
            }
        }
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    /// Plays a game of the plain opponent against one that acts at random.
    fn game_against_chance(plain: Color, seed: u64) -> Position {
        let mut position = Position::start(Variant::Normal);
        let mut chance = seed;
        while position.stage() != Stage::Over {
            let action = if position.actor() == plain {
                choose(&position, seed).unwrap()
            } else {
                chance = mix(chance.wrapping_add(0x9e37_79b9_7f4a_7c15));
                let actions = position.legal_actions();
                actions[(chance % actions.len() as u64) as usize]
            };
            position = position.play(action).unwrap();
        }
        position
    }

    #[test]
    fn it_beats_chance() {
        for seed in 0..10 {
            let color = Color::ALL[(seed % 2) as usize];
            let end = game_against_chance(color, seed);
            assert_eq!(end.removed(color), 3, "seed {seed}: {end}");
        }
    }

    #[test]
    fn it_completes_its_row_and_stops_the_other_player() {
        // White: four markers A2 to A5 would need a fifth; here E3 to E6 and a ring on E2 that
        // leaves its marker there.
        let position: Position = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 normal"
            .parse()
            .unwrap();
        let next = position.play(choose(&position, 1).unwrap()).unwrap();
        assert!(next.rows(Color::White).next().is_some(), "{next}");

        let position: Position = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 b b move 0-0 normal"
            .parse()
            .unwrap();
        let next = position.play(choose(&position, 1).unwrap()).unwrap();
        let white_rows = next
            .legal_actions()
            .iter()
            .filter(|&&action| {
                next.play_unchecked(action)
                    .rows(Color::White)
                    .next()
                    .is_some()
            })
            .count();
        assert_eq!(white_rows, 0, "{next}");
    }
}
