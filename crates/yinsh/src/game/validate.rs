//! Validation of positions that are parsed.
//!
//! Every reachable position is valid. Some unreachable ones are too: no exact test is known.

use super::color::Color;
use super::point::Axis;
use super::position::{MARKERS, Position, RINGS};
use super::stage::Stage;

impl Position {
    /// Checks the position by the rules; the error is the reason.
    pub(super) fn validate(&self) -> Result<(), &'static str> {
        self.validate_counts()?;
        match self.stage {
            Stage::Place => self.validate_place(),
            Stage::Move => self.validate_move(),
            Stage::Row => self.validate_row(),
            Stage::Ring => self.validate_ring(),
            Stage::Over => self.validate_over(),
        }
    }

    /// Whether a colour has removed as many rings as it takes to win.
    fn has_won(&self, color: Color) -> bool {
        self.removed(color) == self.variant.goal()
    }

    fn validate_counts(&self) -> Result<(), &'static str> {
        let goal = self.variant.goal();
        let won = Color::ALL.map(|color| self.has_won(color));
        if self.removed.iter().any(|&removed| removed > goal) || won == [true; 2] {
            return Err("more rings are removed than the game allows");
        }
        for color in Color::ALL {
            let rings = self.rings(color).len();
            let limit = usize::from(RINGS - self.removed(color));
            if rings > limit {
                return Err("a player has too many rings");
            }
            if self.stage != Stage::Place && rings < limit {
                return Err("a player has too few rings for this stage");
            }
        }
        if self.markers[0].len() + self.markers[1].len() > usize::from(MARKERS) {
            return Err("more than 51 markers stand on the board");
        }
        if won != [false; 2] && self.stage != Stage::Over {
            return Err("a player has won, so the stage must be over");
        }
        Ok(())
    }

    fn validate_place(&self) -> Result<(), &'static str> {
        let [white, black] = [self.rings[0].len(), self.rings[1].len()];
        if self.removed != [0, 0] || !(self.markers[0] | self.markers[1]).is_empty() {
            return Err("while rings are placed there are no markers and no removed rings");
        }
        if black == usize::from(RINGS) {
            return Err("all rings are placed, so the stage must be move");
        }
        let to_place = if white == black {
            Color::White
        } else {
            Color::Black
        };
        if white.wrapping_sub(black) > 1 || self.actor != to_place {
            return Err("rings are placed in turns, white first");
        }
        if self.actor != self.mover {
            return Err("while rings are placed actor and mover are the same");
        }
        Ok(())
    }

    fn validate_move(&self) -> Result<(), &'static str> {
        self.validate_no_row()?;
        if self.pool() == 0 {
            return Err("the pool is empty, so the stage must be over");
        }
        if self.actor != self.mover && !self.is_stuck() {
            return Err("actor and mover may differ only when neither can move");
        }
        Ok(())
    }

    fn validate_row(&self) -> Result<(), &'static str> {
        if !self.has_row(self.actor) {
            return Err("the actor has no row to remove");
        }
        self.validate_order()
    }

    fn validate_ring(&self) -> Result<(), &'static str> {
        self.validate_row_removed()?;
        self.validate_order()
    }

    fn validate_over(&self) -> Result<(), &'static str> {
        if let Some(winner) = Color::ALL.into_iter().find(|&color| self.has_won(color)) {
            if self.actor != winner {
                return Err("the winner decided last, by removing a ring");
            }
            self.validate_row_removed()?;
            return self.validate_order();
        }
        self.validate_no_row()?;
        if self.pool() == 0 {
            if self.actor != self.mover {
                return Err("the pool is empty, so actor and mover are the same");
            }
        } else if !self.is_stuck() {
            return Err("nobody has won and the game can go on");
        } else if self.actor == self.mover {
            return Err("after two passes, actor and mover differ");
        }
        Ok(())
    }

    /// Whether no ring can move.
    fn is_stuck(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_move(color))
    }

    fn validate_no_row(&self) -> Result<(), &'static str> {
        if Color::ALL.into_iter().any(|color| self.has_row(color)) {
            return Err("a row stands, so the stage must be row");
        }
        Ok(())
    }

    /// The mover's rows are removed before those of the other player.
    fn validate_order(&self) -> Result<(), &'static str> {
        if self.actor != self.mover && self.has_row(self.mover) {
            return Err("the mover's rows are removed first");
        }
        Ok(())
    }

    /// A row was removed just before, so that its points are empty.
    fn validate_row_removed(&self) -> Result<(), &'static str> {
        let empty = self.empty();
        let mut axes = Axis::ALL.into_iter();
        if axes.all(|axis| empty.row_starts(axis).is_empty()) {
            return Err("a row was just removed, so five points in line must be empty");
        }
        if self.pool() < 5 {
            return Err("a row was just removed, so the pool holds five markers or more");
        }
        Ok(())
    }
}
