//! How good a position is for the player who decides there.

use std::fmt;
use std::ops::Neg;

/// Score of a game won on the spot.
const WIN: i32 = 30_000;

/// Scores beyond this are wins or losses that the search has seen to the end.
const SEEN: i32 = WIN - 1_000;

/// How good a position is for the player who decides there.
///
/// A score is 200 times the natural logarithm of the odds that the player wins, or, once the
/// search has seen the end of the game, the number of actions until then.
///
/// ```
/// use ringleader::engine::Score;
/// assert_eq!(Score::EVEN.chance(), 0.5);
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert_eq!((-Score::win_in(3)).end_in(), Some((false, 3)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Neither player is better off, or the game is drawn.
    pub const EVEN: Self = Self(0);

    /// Units of one natural unit of log-odds: a player whose odds are e : 1 has this score.
    pub(crate) const UNIT: i32 = 200;

    /// The best score of a position that is not seen to the end.
    pub(super) const BEST: Self = Self(SEEN - 1);

    /// Below every score.
    pub(super) const LOWEST: Self = Self(-WIN - 1);

    /// From units as the search counts them.
    pub(super) const fn new(units: i32) -> Self {
        Self(units)
    }

    /// The player who decides wins by the last of so many actions of both players, 0 to 999.
    #[must_use]
    pub const fn win_in(actions: u32) -> Self {
        Self(WIN - actions as i32)
    }

    /// The number itself: between -30,000 and 30,000.
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// If the end of the game is seen: whether the player who decides wins it, and after how many
    /// actions of both players.
    #[must_use]
    pub const fn end_in(self) -> Option<(bool, u32)> {
        if self.0 >= SEEN {
            Some((true, (WIN - self.0) as u32))
        } else if self.0 <= -SEEN {
            Some((false, (WIN + self.0) as u32))
        } else {
            None
        }
    }

    /// The chance that the player who decides wins, 0.0 to 1.0; a draw counts as half a win.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self.end_in() {
            Some((true, _)) => 1.0,
            Some((false, _)) => 0.0,
            None => 1.0 / (1.0 + (-f64::from(self.0) / f64::from(Self::UNIT)).exp()),
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
    /// As UGI writes it: `cp 35`, or `mate 3` where the end is three actions away (`mate -3` for
    /// a loss).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end_in() {
            Some((true, actions)) => write!(f, "mate {actions}"),
            Some((false, actions)) => write!(f, "mate -{actions}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}
