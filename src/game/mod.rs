//! YINSH itself: board, rules, positions, and their text forms. Pure.

mod action;
mod color;
mod excerpt;
mod perft;
mod played;
mod point;
mod position;
mod record;
mod result;
mod rules;
mod set;
mod sgf;
mod stage;
mod symmetry;
mod tables;
mod text;
mod validate;
mod variant;
mod zobrist;

pub(crate) use action::read_points;
pub use action::{Action, ActionError, ActionList, ROW_LENGTH, Row};
pub use color::{Color, ColorError};
pub use perft::perft;
pub use played::Played;
pub use point::{Axis, Direction, POINT_COUNT, Point, PointError};
pub use position::{MARKERS, Position, RINGS};
pub(crate) use record::cut_name;
pub use record::{GameRecord, RecordError, RecordForm, RecordReason, Termination, Turn};
pub use result::GameResult;
pub use rules::IllegalAction;
pub use set::PointSet;
pub use stage::Stage;
pub use symmetry::Symmetry;
pub use text::PositionError;
pub use variant::Variant;
