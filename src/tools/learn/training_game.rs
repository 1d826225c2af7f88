//! Files of training games: all decisions with their scores.
//!
//! A game is the number of its decisions (16 bits), its variant and result (a byte), and for each
//! decision the code of the action and its score for the actor (16 bits each), little-endian.

use crate::engine::action_code;
use crate::game::{Action, Color, GameResult, Position, Variant};

/// The stored score of a random decision.
const NO_SCORE: i16 = i16::MIN;

/// A decision of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScoredAction {
    pub(super) action: Action,
    /// Score of the position for its actor, in cp; `None` for a random decision.
    pub(super) score: Option<i16>,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TrainingGame {
    pub(super) variant: Variant,
    pub(super) decisions: Vec<ScoredAction>,
    pub(super) result: GameResult,
}

impl TrainingGame {
    /// Appends the game to the bytes of a file.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.decisions.len() as u16).to_le_bytes());
        let variant = u8::from(self.variant == Variant::Blitz);
        let result = match self.result.winner() {
            None => 0,
            Some(Color::White) => 1,
            Some(Color::Black) => 2,
        };
        bytes.push(variant << 4 | result);
        for decision in &self.decisions {
            bytes.extend(action_code::encode(decision.action).to_le_bytes());
            bytes.extend(decision.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
    }

    /// Reads a game and advances `bytes` past it; `None` at the end, or if the bytes are invalid.
    pub(super) fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (&[kind], mut rest) = rest.split_first_chunk()?;
        let variant = match kind >> 4 {
            0 => Variant::Normal,
            1 => Variant::Blitz,
            _ => return None,
        };
        let result = match kind & 15 {
            0 => GameResult::Draw,
            1 => GameResult::White,
            2 => GameResult::Black,
            _ => return None,
        };
        let mut decisions = Vec::new();
        for _ in 0..u16::from_le_bytes(*length) {
            let (action, after) = rest.split_first_chunk()?;
            let (score, after) = after.split_first_chunk()?;
            rest = after;
            let score = i16::from_le_bytes(*score);
            decisions.push(ScoredAction {
                action: action_code::decode(u16::from_le_bytes(*action))?,
                score: (score != NO_SCORE).then_some(score),
            });
        }
        *bytes = rest;
        Some(Self {
            variant,
            decisions,
            result,
        })
    }

    /// The positions of the game, each with the decision made there, up to an illegal action.
    pub(super) fn positions(&self) -> impl Iterator<Item = (Position, ScoredAction)> {
        let mut position = Some(Position::start(self.variant));
        self.decisions.iter().map_while(move |&decision| {
            let now = position?;
            position = now.play(decision.action).ok();
            Some((now, decision))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_reads_back_equal() {
        let decision = |text: &str, score| ScoredAction {
            action: text.parse().unwrap(),
            score,
        };
        let game = TrainingGame {
            variant: Variant::Blitz,
            decisions: vec![decision("e4", None), decision("a2", Some(-120))],
            result: GameResult::Black,
        };
        let mut bytes = Vec::new();
        game.encode(&mut bytes);
        game.encode(&mut bytes);
        let mut rest = bytes.as_slice();
        assert_eq!(TrainingGame::decode(&mut rest).as_ref(), Some(&game));
        assert_eq!(TrainingGame::decode(&mut rest).as_ref(), Some(&game));
        assert_eq!(TrainingGame::decode(&mut rest), None);
        assert_eq!(TrainingGame::decode(&mut &bytes[..9]), None);
        assert_eq!(game.positions().count(), 2);
    }
}
