//! Conditional moves: what a player answers to turns of the opponent that are foreseen.

use serde::{Deserialize, Serialize};

use crate::game::{Action, Position, Turn};

/// Most branches of one player.
pub(super) const MOST_BRANCHES: usize = 20;

/// Most turns of a branch, of both players: further ahead nobody is right.
pub(super) const MOST_TURNS: usize = 12;

/// Turns that are foreseen: one of the opponent, the answer to it, and so on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// Number of actions in the game before them.
    pub after: usize,
    /// Their actions.
    pub actions: Vec<Action>,
}

impl Branch {
    /// What is left of it once these actions were played in the game; nothing if they are others.
    pub(super) fn rest(&self, played: &[Action]) -> Option<&[Action]> {
        self.actions.strip_prefix(played.get(self.after..)?)
    }

    /// What is left of it in the position after the actions that were played, in the notation of
    /// records: `e4-e10 then g2-g5`.
    pub(super) fn notation(&self, position: &Position, played: &[Action]) -> String {
        notation(position, self.rest(played).unwrap_or_default())
    }
}

/// Turns in the notation of records: `e4-e10 then g2-g5`.
pub(super) fn notation(start: &Position, actions: &[Action]) -> String {
    let turns = Turn::group(start, actions);
    let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
    turns.join(" then ")
}

/// Why no conditional moves are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dropped {
    /// The opponent played something else.
    Unforeseen,
    /// A turn was taken back.
    TakenBack,
    /// A player made an offer.
    Offer,
}

/// The conditional moves of one player. Two branches never answer the same turns differently.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Conditions {
    branches: Vec<Branch>,
    dropped: Option<Dropped>,
}

impl Conditions {
    /// Adds a branch, in place of the one with an index if there is one.
    pub(super) fn add(&mut self, branch: Branch, replaces: Option<usize>) {
        match replaces.and_then(|index| self.branches.get_mut(index)) {
            Some(shorter) => *shorter = branch,
            None => self.branches.push(branch),
        }
        self.dropped = None;
    }

    /// Removes the branch with an index, or all.
    pub(super) fn remove(&mut self, index: Option<usize>) {
        let mut place = 0..;
        self.branches
            .retain(|_| index.is_some() && place.next() != index);
    }

    /// The branches, in the order in which they were set.
    pub(super) fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Why there are none any more.
    pub(super) const fn dropped(&self) -> Option<Dropped> {
        self.dropped
    }

    /// The answer to what was played.
    pub(super) fn answer(&self, played: &[Action]) -> Option<Action> {
        let mut branches = self.branches.iter();
        branches.find_map(|branch| branch.rest(played)?.first().copied())
    }

    /// Drops the branches that no longer fit what was played.
    pub(super) fn follow(&mut self, played: &[Action]) {
        let fits = |branch: &Branch| branch.rest(played).is_some();
        let goes_on = |branch: &Branch| branch.rest(played).is_some_and(|rest| !rest.is_empty());
        if !self.branches.iter().any(fits) {
            self.drop_all(Dropped::Unforeseen);
        }
        self.branches.retain(goes_on);
    }

    /// Drops all branches.
    pub(super) fn drop_all(&mut self, why: Dropped) {
        if !std::mem::take(&mut self.branches).is_empty() {
            self.dropped = Some(why);
        }
    }
}
