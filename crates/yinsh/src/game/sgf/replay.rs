//! Replays the steps of a Boardspace file as actions.

use crate::game::action::{Action, Row};
use crate::game::color::Color;
use crate::game::excerpt::excerpt;
use crate::game::point::Point;
use crate::game::record::{ActionSequence, RecordError, RecordReason, Termination};
use crate::game::rules::IllegalAction;
use crate::game::stage::Stage;

/// The verbs of steps. All but `remove` and `move` may also revise an earlier step.
const VERBS: [&str; 15] = [
    "place",
    "move",
    "remove",
    "pick",
    "drop",
    "undo",
    "pass",
    "done",
    "resign",
    "offerdraw",
    "acceptdraw",
    "declinedraw",
    "gameoverontime",
    "edit",
    "reset",
];

/// A step of a player.
pub(super) struct SgfStep {
    /// The player, 0 or 1.
    pub(super) player: usize,
    verb: String,
    /// The object, such as `wr` or `board`; empty if the verb has none.
    object: String,
    /// The points, without white space.
    points: String,
    /// The whole step, for errors.
    text: String,
}

impl SgfStep {
    /// Parses a step; the verb is in lower case.
    pub(super) fn read(player: usize, verb: &str, rest: &str) -> Self {
        let rest = rest.trim();
        let (object, points) = match verb {
            "place" | "remove" | "pick" | "drop" => {
                rest.split_once(char::is_whitespace).unwrap_or((rest, ""))
            }
            _ => ("", rest),
        };
        Self {
            player,
            text: excerpt(format!("{verb} {rest}").trim_end()),
            verb: verb.to_owned(),
            object: object.to_lowercase(),
            points: points.split_whitespace().collect(),
        }
    }

    /// Whether the verb is known.
    pub(super) fn is_known(&self) -> bool {
        VERBS.contains(&self.verb.as_str())
    }

    /// Parses the points.
    fn points(&self) -> Result<Vec<Point>, RecordReason> {
        let mut points = Vec::new();
        let mut rest = self.points.as_str();
        while let Some(letter) = rest.chars().next() {
            let behind = &rest[letter.len_utf8()..];
            let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
            let (name, behind) = rest.split_at(letter.len_utf8() + digits);
            let point = name.parse().map_err(|_| {
                RecordReason::Sgf(format!("the board has no point “{}”", excerpt(name)))
            })?;
            points.push(point);
            rest = behind;
        }
        Ok(points)
    }

    fn unreadable(&self) -> RecordReason {
        RecordReason::Sgf(format!("“{}” is not a valid step", self.text))
    }
}

/// Writes an action as a step.
pub(super) fn write_action(actor: Color, action: Action) -> String {
    let spaced = |point: Point| format!("{} {}", point.letter(), point.number());
    let color = match actor {
        Color::White => 'w',
        Color::Black => 'b',
    };
    match action {
        Action::Place(point) => format!("place {color}r {}", spaced(point)),
        Action::Move { from, to } => format!("move {} {}", spaced(from), spaced(to)),
        Action::Row(row) => {
            let (start, end) = row.ends();
            format!("remove {color} {} {}", spaced(start), spaced(end))
        }
        Action::Ring(point) => format!("remove {color}r {}", spaced(point)),
        Action::Pass => "Pass ".to_owned(),
    }
}

/// The state of a replay.
pub(super) struct Replay {
    line: ActionSequence,
    /// The player who is white.
    first: usize,
    /// The action that the player can still revise.
    pending: Option<(Color, Action)>,
    /// The point from which the player has picked up a ring.
    held: Option<Point>,
    /// The player who has resigned; a second `resign` takes it back.
    resigning: Option<Color>,
    /// The player who has offered a draw that is not answered.
    offer: Option<Color>,
    /// How the game ended, and by whose step.
    ending: Option<(Termination, Color)>,
}

impl Replay {
    /// A replay that begins; `first` is the player who is white.
    pub(super) fn new(line: ActionSequence, first: usize) -> Self {
        Self {
            line,
            first,
            pending: None,
            held: None,
            resigning: None,
            offer: None,
            ending: None,
        }
    }

    fn fault(&self, reason: RecordReason) -> RecordError {
        RecordError {
            turn: Some(self.line.next_turn()),
            reason,
        }
    }

    /// Makes the pending action final.
    fn commit(&mut self) -> Result<(), RecordError> {
        self.held = None;
        match self.pending.take() {
            Some((_, action)) => self.line.push(action),
            None => Ok(()),
        }
    }

    /// Prepares a step of a player: a pending action that the step does not revise becomes final,
    /// and it must be the player's turn.
    fn ready(
        &mut self,
        player: Color,
        revises: impl Fn(Action) -> bool,
    ) -> Result<(), RecordError> {
        match self.pending {
            Some((who, action)) if who == player && revises(action) => {}
            Some(_) => self.commit()?,
            None => {}
        }
        if self.ending.is_some() {
            return Err(self.fault(RecordReason::Illegal(IllegalAction::Over)));
        }
        // Playing on takes a resignation back, and declines an offer.
        self.resigning = None;
        self.offer = self.offer.filter(|&by| by == player);
        let position = &self.line.position;
        if position.actor() != player
            && position.stage() == Stage::Move
            && !position.can_move(position.actor())
        {
            // Boardspace may leave out a forced pass.
            self.line.push(Action::Pass)?;
        }
        let position = &self.line.position;
        if position.actor() != player && position.stage() != Stage::Over {
            return Err(self.fault(RecordReason::NotTheirTurn(position.actor())));
        }
        Ok(())
    }

    /// Replays the next step.
    pub(super) fn step(&mut self, step: &SgfStep) -> Result<(), RecordError> {
        let player = if step.player == self.first {
            Color::White
        } else {
            Color::Black
        };
        if !step.is_known() {
            return Err(self.fault(step.unreadable()));
        }
        let points = step.points().map_err(|reason| self.fault(reason))?;
        let is_ring = matches!(step.object.as_str(), "wr" | "br");
        let is_marker = matches!(step.object.as_str(), "w" | "b");
        match (step.verb.as_str(), points.as_slice()) {
            ("done", []) => {
                self.commit()?;
                if let Some(loser) = self.resigning.take() {
                    self.ending = Some((Termination::Resignation, loser));
                }
            }
            ("place", &[point]) if is_ring => self.act(player, Action::Place(point))?,
            ("place", &[point]) if is_marker => {
                self.ready(player, |action| matches!(action, Action::Move { .. }))?;
                self.pending = None;
                self.held = Some(point);
            }
            ("move", &[from, to]) => self.act(player, Action::Move { from, to })?,
            ("remove", &[point]) if is_ring => self.act(player, Action::Ring(point))?,
            ("remove", &[start, end]) if is_marker => match Row::new(start, end) {
                Some(row) => self.act(player, Action::Row(row))?,
                None => return Err(self.fault(step.unreadable())),
            },
            ("pick", &[point]) => self.pick(player, point)?,
            ("drop", &[point]) => self.drop(player, point)?,
            ("undo", []) if self.resigning == Some(player) => self.resigning = None,
            ("undo", []) if self.offer == Some(player) => self.offer = None,
            ("pick" | "drop" | "undo", []) => self.put_back(player)?,
            ("pass", []) => self.act(player, Action::Pass)?,
            ("resign", []) => {
                self.resigning = match self.resigning {
                    Some(who) if who == player => None,
                    _ => Some(player),
                };
            }
            ("acceptdraw", []) => {
                self.commit()?;
                if self.offer != Some(!player) {
                    let reason = "no draw has been offered to this player";
                    return Err(self.fault(RecordReason::Sgf(reason.to_owned())));
                }
                self.ending = Some((Termination::Agreement, player));
            }
            ("gameoverontime", []) => {
                self.commit()?;
                self.ending = Some((Termination::Time, player));
            }
            ("offerdraw", []) => self.offer = Some(player),
            ("declinedraw", []) => self.offer = None,
            _ => return Err(self.fault(step.unreadable())),
        }
        Ok(())
    }

    /// Makes an action pending; it replaces a pending one of the same kind.
    fn act(&mut self, player: Color, action: Action) -> Result<(), RecordError> {
        let kind = std::mem::discriminant(&action);
        self.ready(player, |pending| std::mem::discriminant(&pending) == kind)?;
        self.held = None;
        self.pending = Some((player, action));
        Ok(())
    }

    /// Picks up a ring: one that was just put down, or one to move.
    fn pick(&mut self, player: Color, point: Point) -> Result<(), RecordError> {
        self.ready(player, |action| {
            matches!(action, Action::Place(_) | Action::Move { .. })
        })?;
        match self.pending.take() {
            Some((_, Action::Move { from, to })) if to == point => self.held = Some(from),
            Some((_, Action::Place(_))) => self.held = None,
            _ => self.held = Some(point),
        }
        Ok(())
    }

    /// Puts down a ring: a new one, or the one held; at its old point, the move is undone. Without
    /// a held ring it is the marker, which picks the ring up.
    fn drop(&mut self, player: Color, point: Point) -> Result<(), RecordError> {
        self.ready(player, |action| {
            matches!(action, Action::Place(_) | Action::Move { .. })
        })?;
        if self.line.position.stage() == Stage::Place {
            return self.act(player, Action::Place(point));
        }
        let from = match self.pending.take() {
            Some((_, Action::Move { from, .. })) => Some(from),
            _ => self.held.take(),
        };
        match from {
            Some(from) if from == point => {}
            Some(from) => self.act(player, Action::Move { from, to: point })?,
            None => self.held = Some(point),
        }
        Ok(())
    }

    /// Takes back what the player has not confirmed.
    fn put_back(&mut self, player: Color) -> Result<(), RecordError> {
        self.ready(player, |_| true)?;
        self.held = None;
        self.pending = None;
        Ok(())
    }

    /// The actions, and how the game ended, if by a step.
    pub(super) fn finish(
        mut self,
    ) -> Result<(ActionSequence, Option<(Termination, Color)>), RecordError> {
        self.commit()?;
        if let Some(loser) = self.resigning {
            self.ending = Some((Termination::Resignation, loser));
        }
        Ok((self.line, self.ending))
    }
}
