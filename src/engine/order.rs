//! In which order the search tries actions: the most promising first, so that the others are soon
//! seen to be no better.

use super::code::{self, CODES, NONE};
use super::search::LONGEST;
use super::threats::Threats;
use crate::game::{Action, ActionList, Color, Position};

/// History values lie between this and its negative.
pub(super) const HISTORY_MAX: i32 = 8_000;

/// Rank of the action that the table holds for best.
const TABLE: i32 = 1_000_000;

/// Rank of an action that completes an own row; what is below is quiet.
pub(super) const OWN_ROW: i32 = 500_000;

/// Ranks of the two actions that were too good last, so many actions ahead.
const KILLER: [i32; 2] = [90_000, 80_000];

/// Rank of the action that was too good last as an answer to the one before.
const COUNTER: i32 = 70_000;

/// What an action that stops a row of the other player ranks above its history.
const STOPS_ROW: i32 = 9_000;

/// What an action ranks above its history for each marker that it turns to the player's own
/// colour, and below it for each that it turns away.
const TURNED: i32 = 500;

/// What a search has learned of actions.
pub(super) struct Order {
    /// Whether it learns at all.
    learns: bool,
    /// The actions that were too good last, by how far ahead they are.
    killers: Vec<[u16; 2]>,
    /// How good actions were, by colour.
    history: Vec<[i16; CODES]>,
    /// The action that was too good last, by colour and the action before.
    counters: Vec<[u16; CODES]>,
}

impl Order {
    /// Nothing learned yet.
    pub(super) fn new(learns: bool) -> Self {
        Self {
            learns,
            killers: vec![[NONE; 2]; LONGEST + 2],
            history: vec![[0; CODES]; 2],
            counters: vec![[NONE; CODES]; 2],
        }
    }

    /// Says how promising each action is, `ply` actions ahead and behind the action `last`.
    pub(super) fn rank(
        &self,
        position: &Position,
        actions: &ActionList,
        [threats, against]: &[Threats; 2],
        best: u16,
        (ply, last): (usize, u16),
        ranks: &mut [i32; ActionList::MOST],
    ) {
        let actor = position.actor();
        let killers = self.killers[ply];
        let counter = self.counters[actor.index()][last as usize];
        let history = &self.history[actor.index()];
        for (&action, rank) in actions.iter().zip(ranks) {
            let code = code::encode(action);
            *rank = if code == best {
                TABLE
            } else if !threats.is_empty() && threats.completed_by(position, action) {
                OWN_ROW
            } else if !self.learns {
                0
            } else if code == killers[0] {
                KILLER[0]
            } else if code == killers[1] {
                KILLER[1]
            } else if code == counter {
                COUNTER
            } else {
                let mut rank =
                    i32::from(history[code as usize]) + TURNED * gained(position, action);
                if !against.is_empty() && against.stopped_by(position, action) {
                    rank += STOPS_ROW;
                }
                rank
            };
        }
    }

    /// Remembers an action that was too good, and those that were tried before it.
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
        self.counters[actor.index()][last as usize] = code;
        let history = &mut self.history[actor.index()];
        let bonus = (depth * depth * 16 + 16).min(1_600);
        let mut learn = |code: u16, bonus: i32| {
            let value = &mut history[code as usize];
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
        };
        learn(code, bonus);
        for &code in tried {
            learn(code, -bonus);
        }
    }
}

/// How many more markers a move turns to the player's own colour than to the other.
#[inline]
fn gained(position: &Position, action: Action) -> i32 {
    let Action::Move { from, to } = action else {
        return 0;
    };
    let turned = position.turned_by(from, to);
    let lost = turned & position.markers(position.actor());
    turned.len() as i32 - 2 * lost.len() as i32
}

/// The most promising of the actions that were not picked yet, with its rank; its code is written
/// down as the next of those tried.
#[inline]
pub(super) fn pick(
    actions: &ActionList,
    ranks: &mut [i32; ActionList::MOST],
    index: usize,
    tried: &mut [u16; ActionList::MOST],
) -> (i32, Action) {
    let ranks = &mut ranks[..actions.len()];
    let most = ranks.iter().fold(i32::MIN, |most, &rank| most.max(rank));
    let at = ranks.iter().position(|&rank| rank == most).unwrap_or(0);
    ranks[at] = i32::MIN;
    tried[index] = code::encode(actions[at]);
    (most, actions[at])
}
