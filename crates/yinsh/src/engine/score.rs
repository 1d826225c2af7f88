//! Scores of positions.

use std::fmt;
use std::ops::Neg;

use serde::{Deserialize, Serialize};

/// Score of a game won on the spot.
const WIN: i32 = 30_000;

/// Scores from here on are proven wins; those from its negative down proven losses.
const PROVEN: i32 = WIN - 1_000;

/// How good a position is for its actor: an estimate in cp, or a proven win or loss with the
/// number of actions until the end.
///
/// 200 cp are one natural unit of log-odds (logit): a score `s` stands for odds of winning of
/// `exp(s / 200)` to 1. UGI, like UCI, calls the unit `cp`; it is no hundredth of anything on the
/// board (one removed ring is worth about 300 cp).
///
/// ```
/// use yinsh::engine::Score;
/// assert_eq!(Score::EVEN.chance(), 0.5);
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert_eq!((-Score::win_in(3)).end_in(), Some((false, 3)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Score(i32);

impl Score {
    /// Neither player is better off, or the game is drawn.
    pub const EVEN: Self = Self(0);

    /// One natural unit of log-odds, in cp.
    pub const CP_PER_LOGIT: i32 = 200;

    /// The best score that is not a proven win.
    pub(super) const MAX_UNPROVEN: Self = Self(PROVEN - 1);

    /// Below every score.
    pub(super) const LOWEST: Self = Self(-WIN - 1);

    /// A score in cp, proven wins and losses included.
    pub(super) const fn new(cp: i32) -> Self {
        Self(cp)
    }

    /// The score of a win after a number of actions of both players, 0 to 999.
    #[must_use]
    pub const fn win_in(actions: u32) -> Self {
        Self(WIN - actions as i32)
    }

    /// The score in cp, between -30,000 and 30,000; beyond ±29,000 it is proven.
    #[must_use]
    pub const fn cp(self) -> i32 {
        self.0
    }

    /// For a proven win or loss: whether the actor wins, and after how many actions of both
    /// players.
    #[must_use]
    pub const fn end_in(self) -> Option<(bool, u32)> {
        if self.0 >= PROVEN {
            Some((true, (WIN - self.0) as u32))
        } else if self.0 <= -PROVEN {
            Some((false, (WIN + self.0) as u32))
        } else {
            None
        }
    }

    /// The actor's chance of winning, 0.0 to 1.0; a draw counts as half a win.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self.end_in() {
            Some((true, _)) => 1.0,
            Some((false, _)) => 0.0,
            None => 1.0 / (1.0 + (-f64::from(self.0) / f64::from(Self::CP_PER_LOGIT)).exp()),
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// In UGI's notation: `cp 35`, or `mate 3` for a win three actions away (`mate -3` for a
    /// loss).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end_in() {
            Some((true, actions)) => write!(f, "mate {actions}"),
            Some((false, actions)) => write!(f, "mate -{actions}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}
