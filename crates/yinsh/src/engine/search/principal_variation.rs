//! The principal variation: the best line found so far, for each ply of the search (a triangular
//! table).

use crate::engine::action_code::{self, NONE};
use crate::game::Action;

/// Maximum length of a line, in actions. A game has at most 10 placements, 51 moves and two
/// removals for each of five rows; a search never gets that far.
pub(in crate::engine) const MAX_PLY: usize = 100;

/// The best line from one ply on.
#[derive(Clone)]
struct PvLine {
    codes: [u16; MAX_PLY],
    length: u8,
}

/// The best line from each ply on.
pub(super) struct PrincipalVariation(Vec<PvLine>);

impl PrincipalVariation {
    pub(super) fn new() -> Self {
        let empty = PvLine {
            codes: [NONE; MAX_PLY],
            length: 0,
        };
        Self(vec![empty; MAX_PLY + 2])
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].length = 0;
    }

    /// Makes an action, followed by the line of the next ply, the line of this ply.
    pub(super) fn extend(&mut self, ply: usize, code: u16) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        let (line, next) = (&mut head[ply], &tail[0]);
        let length = (next.length as usize).min(MAX_PLY - 1);
        line.codes[0] = code;
        line.codes[1..=length].copy_from_slice(&next.codes[..length]);
        line.length = length as u8 + 1;
    }

    /// The line of the root.
    pub(super) fn root(&self) -> Vec<Action> {
        let line = &self.0[0];
        line.codes[..line.length as usize]
            .iter()
            .map_while(|&code| action_code::decode(code))
            .collect()
    }
}
