//! Move ordering: the most promising actions are searched first, so that the others are soon cut
//! off.

use super::principal_variation::MAX_PLY;
use crate::engine::action_code::{self, CODES, NONE};
use crate::engine::threats::Threats;
use crate::game::{Action, ActionList, Color, Position};

/// Largest absolute value of a history score.
pub(super) const HISTORY_MAX: i32 = 8_000;

/// Rank of the transposition table's best action.
const TABLE_ACTION: i32 = 1_000_000;

/// Rank of an action that completes a row of the actor's. Actions below it are quiet.
pub(super) const OWN_ROW: i32 = 500_000;

/// Ranks of the two killers of the ply.
const KILLER: [i32; 2] = [90_000, 80_000];

/// Rank of the countermove.
const COUNTERMOVE: i32 = 70_000;

/// Bonus of an action that stops a row of the other player.
const STOPS_ROW: i32 = 9_000;

/// Bonus of a move for each marker that it turns to the actor's colour; malus for each that it
/// turns away.
const TURNED_MARKER: i32 = 500;

/// What a search has learned about actions.
pub(super) struct MoveOrdering {
    /// Whether anything is learned.
    learns: bool,
    /// The last two actions that caused a cutoff, by ply.
    killers: Vec<[u16; 2]>,
    /// History scores, by colour and action.
    history: Vec<[i16; CODES]>,
    /// The last action that refuted an action, by colour and refuted action.
    countermoves: Vec<[u16; CODES]>,
}

impl MoveOrdering {
    pub(super) fn new(learns: bool) -> Self {
        Self {
            learns,
            killers: vec![[NONE; 2]; MAX_PLY + 2],
            history: vec![[0; CODES]; 2],
            countermoves: vec![[NONE; CODES]; 2],
        }
    }

    /// Ranks actions at a ply, after the action `last`; higher ranks first.
    pub(super) fn rank(
        &self,
        position: &Position,
        actions: &ActionList,
        [threats, against]: &[Threats; 2],
        table_action: u16,
        (ply, last): (usize, u16),
        ranks: &mut [i32; ActionList::MOST],
    ) {
        let actor = position.actor();
        let killers = self.killers[ply];
        let countermove = self.countermoves[actor.index()][last as usize];
        let history = &self.history[actor.index()];
        for (&action, rank) in actions.iter().zip(ranks) {
            let code = action_code::encode(action);
            *rank = if code == table_action {
                TABLE_ACTION
            } else if !threats.is_empty() && threats.completed_by(position, action) {
                OWN_ROW
            } else if !self.learns {
                0
            } else if code == killers[0] {
                KILLER[0]
            } else if code == killers[1] {
                KILLER[1]
            } else if code == countermove {
                COUNTERMOVE
            } else {
                let turned = TURNED_MARKER * net_turned(position, action);
                let mut rank = i32::from(history[code as usize]) + turned;
                if !against.is_empty() && against.stopped_by(position, action) {
                    rank += STOPS_ROW;
                }
                rank
            };
        }
    }

    /// Learns from an action that caused a cutoff, and from those that were searched before it.
    pub(super) fn reward(
        &mut self,
        actor: Color,
        depth: i32,
        (ply, last): (usize, u16),
        code: u16,
        tried: &[u16],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.countermoves[actor.index()][last as usize] = code;
        let history = &mut self.history[actor.index()];
        let bonus = (depth * depth * 16 + 16).min(1_600);
        let mut update = |code: u16, bonus: i32| {
            let value = &mut history[code as usize];
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
        };
        update(code, bonus);
        for &code in tried {
            update(code, -bonus);
        }
    }
}

/// Markers that a move turns to the actor's colour, less those that it turns away.
#[inline]
fn net_turned(position: &Position, action: Action) -> i32 {
    let Action::Move { from, to } = action else {
        return 0;
    };
    let turned = position.turned_by(from, to);
    let lost = turned & position.markers(position.actor());
    turned.len() as i32 - 2 * lost.len() as i32
}

/// Picks the action of the highest rank among those not picked yet, and returns it with its rank.
/// Its code becomes entry `index` of `tried`.
#[inline]
pub(super) fn pick(
    actions: &ActionList,
    ranks: &mut [i32; ActionList::MOST],
    index: usize,
    tried: &mut [u16; ActionList::MOST],
) -> (i32, Action) {
    let ranks = &mut ranks[..actions.len()];
    let best = ranks.iter().fold(i32::MIN, |best, &rank| best.max(rank));
    let at = ranks.iter().position(|&rank| rank == best).unwrap_or(0);
    ranks[at] = i32::MIN;
    tried[index] = action_code::encode(actions[at]);
    (best, actions[at])
}
