//! The stage of a position: the kind of decision that is due.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The kind of decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Place a ring.
    Place,
    /// Move a ring, or pass if none can move.
    Move,
    /// Remove a row of markers.
    Row,
    /// Remove a ring.
    Ring,
    /// Nothing: the game is over.
    Over,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Place => "place",
            Self::Move => "move",
            Self::Row => "row",
            Self::Ring => "ring",
            Self::Over => "over",
        })
    }
}

impl FromStr for Stage {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "place" => Ok(Self::Place),
            "move" => Ok(Self::Move),
            "row" => Ok(Self::Row),
            "ring" => Ok(Self::Ring),
            "over" => Ok(Self::Over),
            _ => Err(()),
        }
    }
}
