//! YINSH itself: board, rules, positions, and their text forms. Pure, and without any dependency
//! but serde's derive.

mod action;
mod color;
mod excerpt;
mod perft;
mod played;
mod point;
mod position;
mod record;
mod rules;
mod set;
mod sgf;
mod tables;
mod text;
mod validate;
mod zobrist;

pub(crate) use action::read_points;
pub use action::{Action, ActionError, ActionList, ROW_LENGTH, Row};
pub use color::{Color, ColorError};
pub use perft::perft;
pub use played::Played;
pub use point::{Axis, Direction, POINT_COUNT, Point, PointError};
pub use position::{GameResult, MARKERS, Position, RINGS, Stage, Variant};
pub use record::{GameRecord, RecordError, RecordForm, RecordReason, Termination, Turn};
pub use rules::IllegalAction;
pub use set::PointSet;
pub use text::PositionError;
