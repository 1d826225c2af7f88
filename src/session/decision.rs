//! Decisions of a player, as they were worded, and how the notation is read.

use super::refusal::Refusal;
use super::reply::Phrase;
use crate::game::{Action, ActionError, Point, read_points};

/// One decision of a player, as it was worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// A complete action.
    Exact(Action),
    /// The row with this number.
    RowNumber(usize),
    /// Remove the ring, and the row if only one stands and has not been removed yet.
    Ring(Point),
    /// A point without a word: whatever the stage calls for.
    Point(Point),
    /// Two points without a word: whatever the stage calls for.
    Points(Point, Point),
}

impl Decision {
    /// Reads decisions in notation, without a command's word: `E4`, `e4-e10`, `xe5-e9xc3`.
    pub(super) fn read_notation(text: &str) -> Result<Vec<Self>, Refusal> {
        if text.starts_with(['x', 'X']) {
            return text
                .split(['x', 'X'])
                .filter(|text| !text.trim().is_empty())
                .map(|removal| match format!("x{removal}").parse() {
                    Ok(Action::Ring(point)) => Ok(Self::Ring(point)),
                    Ok(action) => Ok(Self::Exact(action)),
                    Err(error) => Err(bad_point(error)),
                })
                .collect();
        }
        match read_points(text) {
            Ok(Some((point, None))) => Ok(vec![Self::Point(point)]),
            Ok(Some((from, Some(to)))) => Ok(vec![Self::Points(from, to)]),
            Ok(None) => {
                let shown = text.chars().take(LONGEST_UNREADABLE).collect();
                Err(bad_point(ActionError::Unreadable(shown)))
            }
            Err(error) => Err(bad_point(error)),
        }
    }
}

/// Most characters of an unreadable decision that are quoted.
const LONGEST_UNREADABLE: usize = 24;

/// Why points or an action in notation cannot be read.
pub(super) fn bad_point(error: ActionError) -> Refusal {
    match error {
        ActionError::NoSuchPoint(point) => Phrase::new("no-such-point").with("point", point),
        ActionError::NotFive(start, end) => Phrase::new("not-five")
            .with("start", start)
            .with("end", end),
        ActionError::Unreadable(text) => Phrase::new("unreadable").with("text", text),
    }
    .into()
}
