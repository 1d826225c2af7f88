//! Forced wins, proved by trying every reply. The search's own scores are not enough to claim
//! one, since it prunes.

use super::threats::Threats;
use crate::game::{Action, Color, GameResult, Position, Stage};

/// Proves forced wins, within a number of positions.
pub(super) struct Prover {
    left: u32,
}

impl Prover {
    /// A prover that may look at so many positions.
    pub(super) const fn new(positions: u32) -> Self {
        Self { left: positions }
    }

    /// Whether a player wins whatever the other one does, by at most `turns` turns that begin from
    /// here on; `None` if that takes too many positions. `in_turn` says that the position belongs
    /// to a turn of the player's that has begun already.
    pub(super) fn wins(
        &mut self,
        position: &Position,
        player: Color,
        turns: u32,
        in_turn: bool,
    ) -> Option<bool> {
        if position.stage() == Stage::Over {
            return Some(position.result() == Some(GameResult::win(player)));
        }
        self.left = self.left.checked_sub(1)?;
        let own = position.actor() == player;
        let turns = match (own && !in_turn, turns.checked_sub(1)) {
            (true, None) => return Some(false),
            (true, Some(rest)) => rest,
            (false, _) => turns,
        };
        if own && turns == 0 && !can_end(position) {
            return Some(false);
        }
        for action in ordered(position, player) {
            let next = position.play_unchecked(action);
            if self.wins(&next, player, turns, own)? == own {
                return Some(own);
            }
        }
        Some(!own)
    }
}

/// Whether the actor's decision may end the game in the same turn.
fn can_end(position: &Position) -> bool {
    position.stage() != Stage::Move
        || position.pool() <= 1
        || !Threats::of(position, position.actor()).is_empty()
        || !position.can_move(position.actor())
}

/// The legal actions, those first that are likely to decide the proof.
fn ordered(position: &Position, player: Color) -> Vec<Action> {
    let actor = position.actor();
    let (own, other) = (Threats::of(position, actor), Threats::of(position, !actor));
    let rank = |&action: &Action| {
        if position.stage() != Stage::Move {
            return 0;
        }
        if own.completed_by(position, action) {
            0
        } else if other.stopped_by(position, action) {
            1
        } else if actor == player {
            let next = position.play_unchecked(action);
            2 + u32::from(Threats::of(&next, actor).is_empty())
        } else {
            2
        }
    };
    let mut actions = position.legal_actions().to_vec();
    actions.sort_by_cached_key(rank);
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White's ring on E2 leaves the fifth marker of a row, which wins in blitz.
    const FOUR: &str = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 blitz";

    fn wins(position: &str, player: Color, turns: u32, positions: u32) -> Option<bool> {
        let position = position.parse().unwrap();
        Prover::new(positions).wins(&position, player, turns, false)
    }

    #[test]
    fn wins_are_counted_in_turns_that_begin() {
        assert_eq!(wins(FOUR, Color::White, 0, 1000), Some(false));
        assert_eq!(wins(FOUR, Color::White, 1, 1000), Some(true));
        assert_eq!(wins(FOUR, Color::Black, 1, 1000), Some(false));
        // Black can stop it by I7–D2 only.
        let black = FOUR.replace("w w", "b b");
        assert_eq!(wins(&black, Color::White, 1, 100_000), Some(false));
        let elsewhere = "4/7/8/9/rRMMMM4/4R4/1R4R3/7r1/R5r1/2r2r1/4 b b move 0-0 blitz";
        assert_eq!(wins(elsewhere, Color::White, 1, 100_000), Some(true));
        // It takes more than a few positions to try everything.
        assert_eq!(wins(elsewhere, Color::White, 1, 5), None);
        // Three rows are needed.
        let normal = FOUR.replace("blitz", "normal");
        assert_eq!(wins(&normal, Color::White, 1, 1000), Some(false));
    }
}
