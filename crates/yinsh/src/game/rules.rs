//! The rules: legal actions and their effects.
//!
//! Sections are those of the rulebook (Kris Burm, YINSH, Don & Co, 2003).

use std::fmt;

use super::action::{Action, ActionList, Row};
use super::color::Color;
use super::point::Point;
use super::position::{Position, RINGS};
use super::set::PointSet;
use super::stage::Stage;

/// Why an action is not legal in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalAction {
    /// The game is over.
    Over,
    /// Another kind of action is due.
    WrongStage {
        /// The stage.
        stage: Stage,
    },
    /// The point is not empty.
    Occupied(Point),
    /// The actor has no ring on the point; the colour is that of the ring there, if any.
    NotYourRing(Point, Option<Color>),
    /// The two points are the same.
    SamePoint(Point),
    /// The two points are not on a line.
    NotInLine(Point, Point),
    /// A ring stands in the way.
    RingInTheWay(Point),
    /// A marker stands where the ring would land.
    MarkerThere(Point),
    /// After jumping markers, the ring must stop on this point, the first empty one.
    MustStopAt(Point),
    /// The actor has no such row.
    NoSuchRow(Row),
    /// A ring can move, so the actor must not pass.
    MustMove,
    /// No ring can move, so the actor must pass.
    MustPass,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::WrongStage { stage } => write!(
                f,
                "{}",
                match stage {
                    Stage::Place => "a ring has to be placed",
                    Stage::Move => "a ring has to be moved",
                    Stage::Row => "a row has to be removed",
                    Stage::Ring => "a ring has to be removed",
                    Stage::Over => "the game is over",
                }
            ),
            Self::Occupied(point) => write!(f, "{point} is occupied"),
            Self::NotYourRing(point, None) => write!(f, "no ring stands on {point}"),
            Self::NotYourRing(point, Some(color)) => {
                write!(f, "the ring on {point} is {color}'s")
            }
            Self::SamePoint(point) => write!(f, "the ring stands on {point} already"),
            Self::NotInLine(from, to) => write!(f, "no line joins {from} and {to}"),
            Self::RingInTheWay(point) => write!(f, "the ring on {point} is in the way"),
            Self::MarkerThere(point) => write!(f, "a marker stands on {point}"),
            Self::MustStopAt(point) => {
                write!(f, "after jumping markers the ring must stop at {point}")
            }
            Self::NoSuchRow(row) => write!(f, "no row of five stands on {row}"),
            Self::MustMove => f.write_str("a ring can move, so passing is not allowed"),
            Self::MustPass => f.write_str("no ring can move, so the only action is to pass"),
        }
    }
}

impl std::error::Error for IllegalAction {}

impl Position {
    /// The legal actions; empty if the game is over.
    #[must_use]
    pub fn legal_actions(&self) -> ActionList {
        let mut list = ActionList::new();
        match self.stage {
            Stage::Place => {
                for point in self.empty() {
                    list.push(Action::Place(point));
                }
            }
            Stage::Move => {
                for from in self.rings(self.actor) {
                    self.for_each_target(from, |to| list.push(Action::Move { from, to }));
                }
                if list.is_empty() {
                    list.push(Action::Pass);
                }
            }
            Stage::Row => {
                for row in self.rows(self.actor) {
                    list.push(Action::Row(row));
                }
            }
            Stage::Ring => {
                for point in self.rings(self.actor) {
                    list.push(Action::Ring(point));
                }
            }
            Stage::Over => {}
        }
        list
    }

    /// Number of legal actions, without listing them.
    #[must_use]
    #[inline]
    pub fn count_legal_actions(&self) -> u64 {
        match self.stage {
            Stage::Place => self.empty().len() as u64,
            Stage::Move => u64::from(self.mobility(self.actor).max(1)),
            Stage::Row => self
                .row_starts(self.actor)
                .iter()
                .map(|starts| starts.len() as u64)
                .sum(),
            Stage::Ring => self.rings(self.actor).len() as u64,
            Stage::Over => 0,
        }
    }

    /// Checks that an action is legal.
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        let stage = self.stage;
        match (stage, action) {
            (Stage::Over, _) => Err(IllegalAction::Over),
            (Stage::Place, Action::Place(point)) => {
                if self.empty().contains(point) {
                    Ok(())
                } else {
                    Err(IllegalAction::Occupied(point))
                }
            }
            (Stage::Move, Action::Move { from, to }) => self.check_move(from, to),
            (Stage::Move, Action::Pass) => {
                if self.can_move(self.actor) {
                    Err(IllegalAction::MustMove)
                } else {
                    Ok(())
                }
            }
            (Stage::Row, Action::Row(row)) => {
                if (row.points() - self.markers(self.actor)).is_empty() {
                    Ok(())
                } else {
                    Err(IllegalAction::NoSuchRow(row))
                }
            }
            (Stage::Ring, Action::Ring(point)) => self.check_own_ring(point),
            (Stage::Place | Stage::Move | Stage::Row | Stage::Ring, _) => {
                Err(IllegalAction::WrongStage { stage })
            }
        }
    }

    fn check_own_ring(&self, point: Point) -> Result<(), IllegalAction> {
        if self.rings(self.actor).contains(point) {
            return Ok(());
        }
        let other = self.rings(!self.actor).contains(point);
        Err(IllegalAction::NotYourRing(
            point,
            other.then_some(!self.actor),
        ))
    }

    fn check_move(&self, from: Point, to: Point) -> Result<(), IllegalAction> {
        self.check_own_ring(from)?;
        if from == to {
            return Err(IllegalAction::SamePoint(from));
        }
        if self.targets(from).contains(to) {
            return Ok(());
        }
        if !self.can_move(self.actor) {
            return Err(IllegalAction::MustPass);
        }
        let axis = from.axis_to(to).ok_or(IllegalAction::NotInLine(from, to))?;
        let rings = self.rings[0] | self.rings[1];
        let markers = self.markers[0] | self.markers[1];
        let path = PointSet::between(from, to, axis) | PointSet::of(to);
        let mut steps: Vec<Point> = path.iter().collect();
        if to < from {
            steps.reverse();
        }
        let mut jumped = false;
        for point in steps {
            if rings.contains(point) {
                return Err(IllegalAction::RingInTheWay(point));
            }
            if markers.contains(point) {
                jumped = true;
            } else if jumped && point != to {
                return Err(IllegalAction::MustStopAt(point));
            }
        }
        Err(IllegalAction::MarkerThere(to))
    }

    /// The position after an action.
    ///
    /// # Errors
    ///
    /// The reason why the action is not legal.
    pub fn play(&self, action: Action) -> Result<Self, IllegalAction> {
        self.check(action)?;
        Ok(self.play_unchecked(action))
    }

    /// The markers that a ring move turns: all those between its ends (section D.4).
    #[must_use]
    #[inline]
    pub fn turned_by(&self, from: Point, to: Point) -> PointSet {
        let between = match from.axis_to(to) {
            Some(axis) => PointSet::between(from, to, axis),
            None => PointSet::EMPTY,
        };
        between & (self.markers[0] | self.markers[1])
    }

    /// The position after an action that is known to be legal.
    ///
    /// An illegal action may panic, or result in an invalid position with which later calls panic.
    /// Use [`Position::play`] for untrusted actions.
    #[must_use]
    #[inline]
    pub fn play_unchecked(&self, action: Action) -> Self {
        let mut next = *self;
        let actor = self.actor;
        match action {
            Action::Place(point) => {
                next.toggle_ring(actor, point);
                next.hand_over();
                if next.rings(Color::Black).len() == usize::from(RINGS) {
                    next.stage = Stage::Move;
                }
            }
            Action::Move { from, to } => {
                let turned = self.turned_by(from, to);
                next.toggle_ring(actor, from);
                next.toggle_ring(actor, to);
                next.toggle_marker(actor, from);
                next.turn(turned);
                // Already so: at this stage, actor and mover differ only when no ring can move.
                next.mover = actor;
                next.resolve();
            }
            Action::Row(row) => {
                for point in row.points() {
                    next.toggle_marker(actor, point);
                }
                next.stage = Stage::Ring;
            }
            Action::Ring(point) => {
                next.toggle_ring(actor, point);
                next.removed[actor.index()] += 1;
                if next.removed[actor.index()] == next.variant.goal() {
                    next.stage = Stage::Over;
                } else {
                    next.resolve();
                }
            }
            Action::Pass => {
                if self.actor != self.mover {
                    // The second pass in a row: no ring can ever move again.
                    next.stage = Stage::Over;
                } else if self.can_move(!actor) {
                    next.hand_over();
                } else {
                    // `mover` stays: actor ≠ mover records the first pass.
                    next.actor = !actor;
                }
            }
        }
        next
    }

    /// The position if the player to move a ring could pass (a null move): what the other player
    /// can do there is a threat.
    pub(crate) fn passed(&self) -> Option<Self> {
        (self.stage == Stage::Move && self.actor == self.mover).then(|| {
            let mut next = *self;
            next.hand_over();
            next
        })
    }

    /// Begins the other player's turn.
    #[inline]
    fn hand_over(&mut self) {
        self.mover = !self.mover;
        self.actor = self.mover;
    }

    /// Sets actor and stage after a move or a removed ring: the mover's rows come first, then the
    /// opponent's, then the pool is counted, then the opponent moves (sections E and F).
    #[inline]
    fn resolve(&mut self) {
        if self.has_row(self.mover) {
            self.actor = self.mover;
            self.stage = Stage::Row;
        } else if self.has_row(!self.mover) {
            self.actor = !self.mover;
            self.stage = Stage::Row;
        } else if self.pool() == 0 {
            self.actor = self.mover;
            self.stage = Stage::Over;
        } else {
            self.hand_over();
            self.stage = Stage::Move;
        }
    }
}
