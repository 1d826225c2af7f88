//! A game, as the driver knows it.

use ringleader::game::{Action, Color, Point, Position, Stage, Variant};
use serde::{Deserialize, Serialize};

use super::clock::{Clock, Control, DAY};
use super::room::Due;

/// The bot's name.
const BOT: &str = "Ringleader";

/// Who plays a colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Seat {
    Person(String),
    Bot(u8),
}

impl Seat {
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Person(name) => name.clone(),
            Self::Bot(_) => BOT.to_owned(),
        }
    }

    /// The name in the record.
    pub(crate) fn recorded(&self) -> String {
        match self {
            Self::Person(name) => name.clone(),
            Self::Bot(level) => format!("{BOT}, level {level}"),
        }
    }

    pub(crate) const fn person(&self) -> Option<&String> {
        match self {
            Self::Person(name) => Some(name),
            Self::Bot(_) => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Offer {
    Draw,
    Undo,
    Pause,
    Resume,
}

/// What players agree on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) seats: [Seat; 2],
    pub(crate) variant: Variant,
    pub(crate) rated: bool,
    pub(crate) control: Option<Control>,
    /// Whether Saturdays and Sundays do not count.
    pub(crate) weekends_off: bool,
}

/// An untimed game in which nothing happens.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Silence {
    pub(crate) since: i64,
    /// Whether the players were asked if it is still on.
    pub(crate) asked: bool,
}

/// A game in progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Game {
    pub(crate) terms: Terms,
    /// Where it began. An earlier version did not store that; it is where the game ends then.
    pub(crate) server: Option<String>,
    pub(crate) started: i64,
    pub(crate) actions: Vec<Action>,
    pub(crate) position: Position,
    pub(crate) clock: Option<Clock>,
    pub(crate) offer: Option<(Color, Offer)>,
    /// Since when nothing has happened, if it is untimed.
    pub(crate) silence: Option<Silence>,
    /// Actions after which somebody has had enough.
    pub(crate) length: usize,
}

/// A game that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) room: usize,
    pub(crate) server: String,
    /// The names in the record.
    pub(crate) players: [String; 2],
    pub(crate) variant: Variant,
    /// Whether the archive keeps it.
    pub(crate) kept: bool,
    /// Whether it counts for the ratings.
    pub(crate) counts: bool,
    pub(crate) control: Option<String>,
    pub(crate) weekends_off: bool,
    pub(crate) started: i64,
    pub(crate) ended: i64,
    /// If the bot ended it around a kill, when it may have ended as well.
    pub(crate) or_ended: Option<i64>,
    pub(crate) actions: Vec<Action>,
    pub(crate) result: String,
    pub(crate) termination: Option<String>,
    /// What the player of each turn had left at its end.
    pub(crate) lefts: Vec<i64>,
}

/// How a game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Board,
    Resigned(Color),
    Agreed,
    Time,
}

impl Game {
    pub(crate) fn due(&self) -> Option<(i64, Due)> {
        if let Some(Silence { since, asked }) = self.silence {
            return Some(match asked {
                false => (since + 14 * DAY, Due::Question),
                true => (since + 28 * DAY, Due::Adjournment),
            });
        }
        let clock = self.clock.as_ref()?;
        let holiday = clock.holiday();
        let holiday = holiday.map(|(at, color)| (at, Due::HolidayEnds(color)));
        let pause = clock.pause().map(|at| (at, Due::PauseEnds));
        let deadline = clock.deadline().map(|at| (at, Due::Deadline));
        let reminder = clock
            .reminder()
            .filter(|_| self.actor().person().is_some())
            .map(|(at, left, which)| (at, Due::Reminder { left, which }));
        let turn = reminder.or(deadline).or(pause);
        // Of two at the same moment the first.
        turn.into_iter().chain(holiday).min_by_key(|(at, _)| *at)
    }

    /// Whether holidays stop the clocks of the game.
    pub(crate) fn has_holidays(&self) -> bool {
        self.terms.control.is_some_and(Control::is_slow) && self.people().count() == 2
    }

    /// The people who play.
    pub(crate) fn people(&self) -> impl Iterator<Item = &String> {
        self.terms.seats.iter().filter_map(Seat::person)
    }

    /// The colour that a person plays.
    pub(crate) fn color_of(&self, name: &str) -> Option<Color> {
        let plays = |color: &Color| {
            let person = self.terms.seats[color.index()].person();
            person.is_some_and(|one| one == name)
        };
        Color::ALL.into_iter().find(plays)
    }

    /// A player has done something.
    pub(crate) fn stir(&mut self, at: i64) {
        self.silence = self.terms.control.is_none().then_some(Silence {
            since: at,
            asked: false,
        });
    }

    /// Who has to decide.
    pub(crate) const fn actor(&self) -> &Seat {
        &self.terms.seats[self.position.actor().index()]
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.clock.as_ref().is_some_and(|one| one.pause().is_some())
    }

    /// Whether a player who ends a pause has to ask the other one: that one's clock would run, and
    /// there is less than a day for a move.
    pub(crate) fn asks_to_resume(&self, color: Color) -> bool {
        let is_live = self.terms.control.is_some_and(|control| !control.is_slow());
        is_live && self.people().count() == 2 && self.position.actor() != color
    }

    /// The clock runs again.
    pub(crate) fn resume(&mut self, at: i64) {
        self.offer.take_if(|(_, offer)| *offer == Offer::Resume);
        if let Some(clock) = &mut self.clock {
            clock.resume(at);
        }
    }

    /// The deadline that goes with the turn: people are told theirs.
    pub(crate) fn told_deadline(&self) -> Option<i64> {
        self.actor().person()?;
        self.clock.as_ref()?.deadline()
    }

    pub(crate) fn turn_line(&self) -> String {
        match self.actor() {
            _ if self.is_paused() => "The clock is paused until".to_owned(),
            Seat::Person(name) => format!("{name} ({})", self.position.actor()),
            Seat::Bot(_) => "My turn".to_owned(),
        }
    }

    /// Whose each action was.
    pub(crate) fn colors(&self) -> Vec<Color> {
        let mut position = Position::start(self.terms.variant);
        let by = |&action: &Action| {
            let actor = position.actor();
            position = position.play(action).unwrap();
            actor
        };
        self.actions.iter().map(by).collect()
    }

    pub(crate) fn ring_moves(&self, color: Color) -> usize {
        let by = self.colors();
        let played = by.iter().zip(&self.actions);
        let moves =
            played.filter(|(by, action)| **by == color && matches!(action, Action::Move { .. }));
        moves.count()
    }

    /// How many actions were played before the last turn of a colour.
    pub(crate) fn before_turn_of(&self, color: Color) -> Option<usize> {
        let by = self.colors();
        let last = by.iter().rposition(|one| *one == color)?;
        let earlier = by[..last].iter().rposition(|one| *one != color);
        Some(earlier.map_or(0, |index| index + 1))
    }

    /// The last turn of a colour is taken back.
    pub(crate) fn take_back(&mut self, color: Color, at: i64) {
        let Some(remaining) = self.before_turn_of(color) else {
            return;
        };
        self.actions.truncate(remaining);
        let start = Position::start(self.terms.variant);
        let play = |position: Position, action: &Action| position.play(*action).unwrap();
        self.position = self.actions.iter().fold(start, play);
        self.offer = None;
        if let Some(clock) = &mut self.clock {
            clock.take_back(at, remaining, color.index());
        }
    }

    /// Actions that a reply tells of, in order, until a person has to decide.
    pub(crate) fn read_bot(&self, text: &str) -> Vec<Action> {
        let mut position = self.position;
        let mut rest = text;
        let mut found = Vec::new();
        while position.stage() != Stage::Over
            && self.terms.seats[position.actor().index()]
                .person()
                .is_none()
        {
            let legal = position.legal_actions();
            let told = legal.iter().filter_map(|&action| {
                let words = told(position, action);
                let at = rest.find(&words)?;
                Some((at, words.len(), action))
            });
            let Some((at, length, action)) = told.min_by_key(|(at, ..)| *at) else {
                panic!("no action in {rest:?}, position {position}");
            };
            rest = &rest[at + length..];
            position = position.play(action).unwrap();
            found.push(action);
        }
        found
    }
}

/// How an action is told.
pub(crate) fn told(position: Position, action: Action) -> String {
    let point = |point: Point| point.to_string();
    match action {
        Action::Place(at) => format!("placed a {} ring on {}.", position.actor(), point(at)),
        Action::Move { from, to } => match position.turned_by(from, to).len() {
            0 => format!("moved {from} → {to}."),
            turned => format!("moved {from} → {to} and flipped {turned} marker"),
        },
        Action::Row(row) => format!("removed the row {row}."),
        Action::Ring(at) => format!("removed the ring on {}: ring", point(at)),
        Action::Pass => "passed: no ring could move.".to_owned(),
    }
}
