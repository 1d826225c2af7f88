//! The variants of the game.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A variant of the game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Three removed rings win.
    #[default]
    Normal,
    /// One removed ring wins.
    Blitz,
}

impl Variant {
    /// Number of removed rings that wins.
    #[must_use]
    #[inline]
    pub const fn goal(self) -> u8 {
        match self {
            Self::Normal => 3,
            Self::Blitz => 1,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "normal",
            Self::Blitz => "blitz",
        })
    }
}
