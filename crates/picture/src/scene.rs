//! What a picture shows.

use super::theme::Theme;
use yinsh::game::{Action, Color, GameResult, Played, Point, PointSet, Position, Row};

/// A suggested action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    /// What could be played.
    pub action: Action,
}

/// Everything that a picture shows.
#[derive(Debug, Clone)]
pub struct Scene {
    /// What stands on the board.
    pub position: Position,
    /// The names of white and black, of any length and in any script.
    pub names: [String; 2],
    /// What white and black are called where nothing of their name can be drawn, as the font does
    /// not have its script.
    pub colors: [String; 2],
    /// One sentence below the board: who decides what.
    pub caption: String,
    /// How the game ended, where the board does not tell: a resignation, a draw agreed on.
    pub result: Option<GameResult>,
    /// What is left on the clocks of white and black, in a few characters, if the game is timed.
    pub clocks: Option<[String; 2]>,
    /// Whether nobody's clock runs: nobody's name is lit then.
    pub stands: bool,
    /// What was just played, oldest first.
    pub last: Vec<Played>,
    /// A ring whose targets are shown.
    pub targets: Option<Point>,
    /// Points with numbers, from 1: what can be chosen.
    pub numbers: Vec<Point>,
    /// Areas of the board that stand out: numbered, from 1, if no points are.
    pub areas: Vec<PointSet>,
    /// Highlighted points, which give away less than a hint.
    pub nudge: PointSet,
    /// Rows that stand out, not in use where the actor removes rows.
    pub glowing: Vec<Row>,
    /// Hints, the best first: arrows, ghosts of rings, lines through rows, crosses on rings; all
    /// but the best thinner and fainter, and numbered from 1 if there are several (rows keep the
    /// numbers by which they are chosen).
    pub hints: Vec<Hint>,
    /// How it looks.
    pub theme: Theme,
    /// Whose side of the board is at the bottom.
    pub view: Color,
    /// Width of the picture in pixels; drawing clamps it into [`SMALLEST`](crate::SMALLEST) to
    /// [`LARGEST`](crate::LARGEST).
    pub size: u32,
}

impl Scene {
    /// A bare position: no names, no caption and no marks, seen by white, 1000 pixels wide.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            names: [String::new(), String::new()],
            colors: ["White", "Black"].map(str::to_owned),
            caption: String::new(),
            result: None,
            clocks: None,
            stands: false,
            last: Vec::new(),
            targets: None,
            numbers: Vec::new(),
            areas: Vec::new(),
            nudge: PointSet::EMPTY,
            glowing: Vec::new(),
            hints: Vec::new(),
            theme: Theme::default(),
            view: Color::White,
            size: 1000,
        }
    }

    /// How the game ended, if it is over.
    fn ended(&self) -> Option<GameResult> {
        self.result.or(self.position.result())
    }

    /// The player whose name is lit: who decides while the game is going on, or once it is over who
    /// won, if anybody.
    pub(super) fn lit(&self) -> Option<Color> {
        match self.ended() {
            Some(result) => result.winner(),
            None if self.stands => None,
            None => Some(self.position.actor()),
        }
    }

    /// Whether the game is over.
    pub(super) fn over(&self) -> bool {
        self.ended().is_some()
    }
}
