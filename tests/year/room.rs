//! What is going on in a channel, as the driver knows it, and what the bot has to say about each
//! step.

use ringleader::game::{Action, Color, Position, Stage};
use serde::{Deserialize, Serialize};

use super::clock::{Clock, Control, short};
use super::console::{shown_minute, shown_time};
use super::game::{Ending, Finished, Game, Offer, Seat, Terms, told};

/// Ring moves that both players must have made for a game to be rated.
const RATED_FROM: usize = 3;

/// What a reply has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) room: String,
    /// The room that it is about, if that is another one.
    pub(crate) about: Option<String>,
    /// What its text contains.
    parts: Vec<String>,
    /// The deadline that it tells.
    deadline: Option<i64>,
    /// If it is a reminder, when the turn began.
    pub(crate) reminds_in: Option<i64>,
    /// The deadline that it tells if it is said only after a kill.
    later: Option<i64>,
    /// Whether it tells everybody whose turn it is.
    pub(crate) tells_turn: bool,
}

impl Expected {
    /// Whether a reply is as expected.
    pub(crate) fn fits(&self, room: &str, text: &str) -> bool {
        let told = text.split_once("Deadline: ").map(|(_, told)| told);
        let deadline = match (self.deadline, told) {
            (None, told) => told.is_none(),
            (Some(_), None) => false,
            (Some(at), Some(told)) => {
                let tells = |at| told.starts_with(&shown_time(at));
                tells(at) || self.later.is_some_and(tells)
            }
        };
        deadline && room == self.room && self.says(text)
    }

    /// It may be said with the deadline as it is after a kill. `moved` has the rooms with their
    /// deadlines before and after.
    pub(crate) fn may_be_late(&mut self, moved: &[(String, [Option<i64>; 2])]) {
        let room = moved.iter().find(|(room, [before, _])| {
            // Private reminders are in a room of their own.
            *before == self.deadline && (*room == self.room || self.room.starts_with('@'))
        });
        self.later = room.and_then(|(_, [_, after])| *after);
    }

    /// Whether a reply is as expected, but perhaps for the deadline.
    pub(crate) fn says(&self, text: &str) -> bool {
        self.parts.iter().all(|part| text.contains(part.as_str()))
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum State {
    Free,
    /// A challenge waits: whose it is, who may answer it, whether it names that person, and until
    /// when.
    Challenge {
        by: String,
        other: String,
        named: bool,
        terms: Terms,
        expires: i64,
    },
    Playing(Box<Game>),
    /// The game has just ended.
    Over(Box<Finished>),
    /// The game has just been adjourned.
    Adjourned(Box<Game>),
}

/// Where a person is reminded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Remind {
    Off,
    #[default]
    Channel,
    Private,
}

/// What falls due by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Due {
    Lapse,
    Reminder { left: i64, which: usize },
    Deadline,
    PauseEnds,
    HolidayEnds(Color),
    Question,
    Adjournment,
}

/// A channel.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Room {
    pub(crate) index: usize,
    pub(crate) server: String,
    /// The server and the channel.
    pub(crate) name: String,
    pub(crate) state: State,
    /// When a player does something next.
    pub(crate) wake: i64,
}

impl Room {
    pub(crate) fn new(index: usize, server: &str, name: &str) -> Self {
        Self {
            index,
            server: server.to_owned(),
            name: name.to_owned(),
            state: State::Free,
            wake: i64::MAX,
        }
    }

    /// A reply about this room without a deadline.
    pub(crate) fn expect(&self, parts: Vec<String>) -> Expected {
        Expected {
            room: self.name.clone(),
            parts,
            deadline: None,
            about: None,
            reminds_in: None,
            later: None,
            tells_turn: false,
        }
    }

    /// A reply that also tells whose turn it is.
    pub(crate) fn with_turn(&self, mut parts: Vec<String>) -> Expected {
        let mut deadline = None;
        if let State::Playing(game) = &self.state {
            deadline = game.told_deadline();
            parts.push(game.turn_line());
        }
        Expected {
            deadline,
            tells_turn: true,
            ..self.expect(parts)
        }
    }

    /// The deadline that is told with the turn.
    pub(crate) fn told_deadline(&self) -> Option<i64> {
        match &self.state {
            State::Playing(game) => game.told_deadline(),
            _ => None,
        }
    }

    pub(crate) fn game(&mut self) -> &mut Game {
        match &mut self.state {
            State::Playing(game) => game,
            state => panic!("no game is played: {state:?}"),
        }
    }

    /// What falls due next.
    pub(crate) fn due(&self) -> Option<(i64, Due)> {
        match &self.state {
            State::Challenge { expires, .. } => Some((*expires, Due::Lapse)),
            State::Playing(game) => game.due(),
            State::Free | State::Over(_) | State::Adjourned(_) => None,
        }
    }

    pub(crate) fn begin(&mut self, terms: Terms, length: usize, at: i64) {
        let mut game = Game {
            server: Some(self.server.clone()),
            silence: None,
            clock: terms
                .control
                .map(|control| Clock::start(control, terms.weekends_off, at)),
            position: Position::start(terms.variant),
            started: at,
            actions: Vec::new(),
            offer: None,
            length,
            terms,
        };
        game.stir(at);
        self.state = State::Playing(Box::new(game));
    }

    /// The actor decides.
    pub(crate) fn act(&mut self, actions: &[Action], at: i64) -> Expected {
        let mut parts = Vec::new();
        self.game().stir(at);
        for &action in actions {
            let game = self.game();
            parts.push(told(game.position, action));
            let actor = game.position.actor();
            if game
                .offer
                .is_some_and(|offer| offer != (actor, Offer::Draw))
            {
                game.offer = None;
            }
            game.position = game.position.play(action).unwrap();
            game.actions.push(action);
            let over = game.position.stage() == Stage::Over;
            let played = game.actions.len();
            if (over || game.position.actor() != actor)
                && let Some(clock) = &mut game.clock
            {
                clock.end_turn(at, played, !over);
            }
            if over {
                parts.extend(self.end(Ending::Board, at));
                break;
            }
        }
        self.with_turn(parts)
    }

    /// The game ends. Returns how that is told.
    pub(crate) fn end(&mut self, ending: Ending, at: i64) -> Vec<String> {
        let (room, here) = (self.index, self.server.clone());
        let game = self.game();
        if let Some(clock) = &mut game.clock {
            clock.end_turn(at, game.actions.len(), false);
        }
        let actor = game.position.actor();
        let undecided = !game.colors().contains(&actor);
        let name = |color: Color| game.terms.seats[color.index()].shown();
        let loser = match ending {
            Ending::Resigned(color) => Some(color),
            Ending::Time if !undecided => Some(actor),
            _ => None,
        };
        let (result, termination, mut told) = match (ending, loser) {
            (Ending::Board, _) => {
                let result = game.position.result().unwrap();
                let told = match result.winner() {
                    Some(winner) => format!("({winner}) won "),
                    None => "It's a draw".to_owned(),
                };
                (result.to_string(), None, vec![told])
            }
            (Ending::Agreed, _) => {
                let told = vec!["Draw agreed.".to_owned()];
                ("1/2-1/2".to_owned(), Some("agreement"), told)
            }
            (Ending::Time, None) => {
                let told = "so the game is called off.".to_owned();
                ("*".to_owned(), Some("aborted"), vec![told])
            }
            (_, Some(loser)) => {
                let result = ["0-1", "1-0"][loser.index()].to_owned();
                let winner = format!("{} won!", name(!loser));
                let (termination, how) = match ending {
                    Ending::Time => ("time forfeit", "ran out of time."),
                    _ => ("resignation", "resigned."),
                };
                let how = format!("{} {how}", name(loser));
                (result, Some(termination), vec![how, winner])
            }
            (Ending::Resigned(_), None) => unreachable!(),
        };
        let people = game.terms.seats.iter().all(|seat| seat.person().is_some());
        let moved = |color| game.ring_moves(color) > 0;
        let kept = people || Color::ALL.into_iter().all(moved);
        let enough = Color::ALL
            .into_iter()
            .all(|color| game.ring_moves(color) >= RATED_FROM);
        let counts = game.terms.rated && enough && result != "*";
        if game.terms.rated && !enough && result != "*" {
            told.push("too short to count for the ratings".to_owned());
        }
        let finished = Finished {
            room,
            server: game.server.clone().unwrap_or(here),
            kept,
            players: [0, 1].map(|color| game.terms.seats[color].recorded()),
            variant: game.terms.variant,
            counts,
            control: game.terms.control.map(Control::text),
            weekends_off: game.terms.weekends_off,
            started: game.started,
            ended: at,
            or_ended: None,
            actions: std::mem::take(&mut game.actions),
            result,
            termination: termination.map(str::to_owned),
            lefts: game.clock.as_ref().map(Clock::lefts).unwrap_or_default(),
        };
        self.state = State::Over(Box::new(finished));
        self.wake = i64::MAX;
        told
    }

    /// What has fallen due happens. A reminder goes where its player wants it.
    pub(crate) fn fall_due(&mut self, due: Due, at: i64, remind: Remind) -> Option<Expected> {
        if let (Due::Lapse, State::Challenge { by, .. }) = (due, &self.state) {
            let told = format!("@{by}, nobody answered your challenge, so it has expired.");
            let expected = self.expect(vec![told]);
            self.state = State::Free;
            return Some(expected);
        }
        let game = self.game();
        let people = game.terms.seats.iter().filter_map(Seat::person);
        let people: Vec<String> = people.map(|name| format!("@{name}, ")).collect();
        let people = people.concat();
        Some(match due {
            Due::Lapse => unreachable!(),
            Due::Deadline => {
                let mut parts = vec![format!("{people}time's up!")];
                parts.extend(self.end(Ending::Time, at));
                self.expect(parts)
            }
            Due::Reminder { left, which } => {
                let actor = game.position.actor();
                let player = game.terms.seats[actor.index()].shown();
                let left = short(left);
                let told = vec![
                    format!("@{player}, it's your turn against "),
                    format!(" and you have {left} left."),
                ];
                let private = format!("@{player}");
                let deadline = game.told_deadline();
                if let Some(clock) = &mut game.clock {
                    clock.reminded(which);
                }
                let reminds_in = game.clock.as_ref().and_then(Clock::since);
                let expected = self.expect(told);
                let (room, about) = match remind {
                    Remind::Off => return None,
                    Remind::Channel => (expected.room, None),
                    Remind::Private => (private, Some(expected.room)),
                };
                let mut parts = expected.parts;
                parts.extend(about.iter().map(|room| format!(" in #{room} and ")));
                Expected {
                    room,
                    about,
                    parts,
                    deadline,
                    reminds_in,
                    ..expected
                }
            }
            Due::HolidayEnds(color) => self.end_holiday(color, at),
            Due::Question => {
                if let Some(silence) = &mut game.silence {
                    silence.asked = true;
                }
                let told = "nothing has happened in this game for 14 days.";
                self.with_turn(vec![format!("{people}{told}")])
            }
            Due::Adjournment => {
                let told = "nothing has happened here for 28 days, so I've put your game aside";
                let told = format!("{people}{told}");
                self.state = State::Adjourned(Box::new(game.clone()));
                self.expect(vec![told])
            }
            Due::PauseEnds => {
                game.resume(at);
                self.with_turn(vec![format!("{people}the pause is over")])
            }
        })
    }

    /// Players go on holiday until a moment.
    pub(crate) fn begin_holidays(&mut self, away: &[(Color, i64)], at: i64) -> Expected {
        let game = self.game();
        let mut told = Vec::new();
        for &(color, until) in away {
            if let Some(clock) = &mut game.clock {
                clock.take_holiday(color, Some(until), at);
            }
            let player = game.terms.seats[color.index()].shown();
            let until = shown_minute(until);
            told.push(format!("{player} is on holiday until {until}, "));
        }
        self.expect(told)
    }

    /// A player is back from holiday.
    pub(crate) fn end_holiday(&mut self, color: Color, at: i64) -> Expected {
        let game = self.game();
        if let Some(clock) = &mut game.clock {
            clock.take_holiday(color, None, at);
        }
        let player = game.terms.seats[color.index()].shown();
        let moves = game.position.actor() == color;
        let told = vec![format!("{player} is back from holiday.")];
        match moves {
            true => self.with_turn(told),
            false => self.expect(told),
        }
    }

    /// The bot was down, or the clock was set back: no clock ran.
    pub(crate) fn gap(&mut self, from: i64, to: i64) {
        match &mut self.state {
            State::Challenge { expires, .. } => *expires += to - from,
            State::Playing(game) if from != to => {
                if let Some(clock) = &mut game.clock {
                    clock.gap(from, to);
                }
                if let Some(silence) = &mut game.silence {
                    silence.since += to - from;
                }
            }
            State::Playing(_) | State::Free | State::Over(_) | State::Adjourned(_) => {}
        }
        if to < from {
            self.wake = self.wake.saturating_add(to - from);
        }
    }
}
