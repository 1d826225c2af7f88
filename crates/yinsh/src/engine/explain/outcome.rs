//! Claims about who wins, and when.

use super::Deed;
use crate::engine::claim::Claim;
use crate::engine::proof::Prover;
use crate::engine::score::Score;
use crate::game::GameResult;

/// Positions that may be looked at for a proof: a small part of what a hint's search looks at.
const POSITIONS: u32 = 30_000;

/// Maximum number of turns of a forced win that is looked for. Longer ones are seldom proved.
const TURNS: u32 = 3;

/// The claim that tells who wins and when, if the search has found that and it can be proved.
pub(super) fn of(deed: &Deed<'_>, score: Score) -> Option<Claim> {
    let (next, me) = (&deed.next, deed.me);
    if deed.last.result() == Some(GameResult::win(me)) {
        return Some(Claim::WinsNow);
    }
    let (wins, _) = score.end_in()?;
    let mut prover = Prover::new(POSITIONS);
    if wins {
        if prover.wins(next, me, 0, true)? {
            return Some(Claim::WinsNow);
        }
        let end = deed.end?;
        for turns in 2..=TURNS {
            if prover.wins(&end, me, turns - 1, false)? {
                return Some(Claim::WinsIn { turns });
            }
        }
    } else {
        let end = deed.end?;
        for turns in 1..=TURNS {
            if prover.wins(&end, !me, turns, false)? {
                return Some(Claim::LosesIn { turns });
            }
        }
    }
    None
}
