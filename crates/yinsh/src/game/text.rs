//! The text form of positions: `<board> <actor> <mover> <stage> <removed> <variant>` on one line.
//!
//! The board is the lettered lines A to K joined by `/`, each from its lowest to its highest
//! number: `R` and `r` for a white and a black ring, `M` and `m` for a white and a black marker, a
//! number for a run of empty points.

use std::fmt;
use std::str::FromStr;

use super::color::Color;
use super::excerpt::excerpt;
use super::point::{COLUMN_RANGES, Point};
use super::position::Position;
use super::variant::Variant;

/// Why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PositionError {
    /// There are not six parts separated by spaces.
    Parts(usize),
    /// The board does not have eleven lettered lines.
    Lines(usize),
    /// A lettered line holds too many or too few points.
    LineLength(char),
    /// A character is neither a piece nor a number.
    Character(char),
    /// The named part is invalid.
    Field(&'static str, String),
    /// The rules do not allow the position.
    Rules(&'static str),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts(count) => write!(
                f,
                "a position has six parts (board, actor, mover, stage, removed rings, variant), not {count}"
            ),
            Self::Lines(count) => write!(f, "the board has eleven lettered lines, not {count}"),
            Self::LineLength(letter) => {
                let (low, high) = COLUMN_RANGES[(*letter as u8 - b'A') as usize];
                write!(
                    f,
                    "line {letter} has {} points, {letter}{low} to {letter}{high}",
                    high - low + 1
                )
            }
            Self::Character(character) => write!(
                f,
                "“{}” on the board is neither R, r, M, m nor a number",
                character.escape_default()
            ),
            Self::Field(field, text) => write!(f, "the {field} cannot be “{text}”"),
            Self::Rules(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for PositionError {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (column, (low, high)) in (0u8..).zip(COLUMN_RANGES) {
            if column > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for number in low..=high {
                let piece = Point::new(column, number).and_then(|point| self.piece(point));
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{piece}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        let letter = |color| match color {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(
            f,
            " {} {} {} {}-{} {}",
            letter(self.actor),
            letter(self.mover),
            self.stage,
            self.removed[0],
            self.removed[1],
            self.variant
        )
    }
}

impl Position {
    /// The letter of the piece on a point: `R`, `r`, `M` or `m`.
    #[must_use]
    pub fn piece(&self, point: Point) -> Option<char> {
        Color::ALL.into_iter().find_map(|color| {
            let piece = if self.rings(color).contains(point) {
                'R'
            } else if self.markers(color).contains(point) {
                'M'
            } else {
                return None;
            };
            Some(match color {
                Color::White => piece,
                Color::Black => piece.to_ascii_lowercase(),
            })
        })
    }

    fn read_board(&mut self, board: &str) -> Result<(), PositionError> {
        let count = board.split('/').count();
        if count != COLUMN_RANGES.len() {
            return Err(PositionError::Lines(count));
        }
        for (column, (line, (low, high))) in (0u8..).zip(board.split('/').zip(COLUMN_RANGES)) {
            let wrong_length = || PositionError::LineLength((b'A' + column) as char);
            let mut number = low;
            let mut empty = 0u8;
            for character in line.chars() {
                if let Some(digit) = character.to_digit(10) {
                    empty = empty * 10 + digit as u8;
                    if empty > 10 {
                        return Err(wrong_length());
                    }
                    continue;
                }
                number += std::mem::take(&mut empty);
                let point = Point::new(column, number).ok_or_else(wrong_length)?;
                match character {
                    'R' => self.toggle_ring(Color::White, point),
                    'r' => self.toggle_ring(Color::Black, point),
                    'M' => self.toggle_marker(Color::White, point),
                    'm' => self.toggle_marker(Color::Black, point),
                    _ => return Err(PositionError::Character(character)),
                }
                number += 1;
            }
            if number + empty != high + 1 {
                return Err(wrong_length());
            }
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let field = |name, text: &str| PositionError::Field(name, excerpt(text));
        let parts: Vec<&str> = text.split_whitespace().take(20).collect();
        let &[board, actor, mover, stage, removed, variant] = parts.as_slice() else {
            return Err(PositionError::Parts(parts.len()));
        };
        let variant = match variant {
            "normal" => Variant::Normal,
            "blitz" => Variant::Blitz,
            _ => return Err(field("variant", variant)),
        };
        let color = |name, text| match text {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            _ => Err(field(name, text)),
        };
        let mut position = Self::start(variant);
        position.read_board(board)?;
        position.actor = color("actor", actor)?;
        position.mover = color("mover", mover)?;
        position.stage = stage.parse().map_err(|()| field("stage", stage))?;
        position.removed = match removed.as_bytes() {
            [white @ b'0'..=b'3', b'-', black @ b'0'..=b'3'] => [white - b'0', black - b'0'],
            _ => return Err(field("removed rings", removed)),
        };
        position.validate().map_err(PositionError::Rules)?;
        Ok(position)
    }
}

impl TryFrom<String> for Position {
    type Error = PositionError;

    fn try_from(text: String) -> Result<Self, PositionError> {
        text.parse()
    }
}

impl From<Position> for String {
    fn from(position: Position) -> Self {
        position.to_string()
    }
}
