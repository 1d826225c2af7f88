//! A table of the simulated world: what has to be stored there.

use jiff::{SignedDuration, Timestamp};
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::game::{Action, Position, Stage, Variant};
use ringleader::session::{Event, TableKey};
use ringleader::store::Log;

use super::play::choose;

/// How long somebody may think about a turn, as it is typed and as it is.
const CONTROL: (&str, SignedDuration) = ("1d", SignedDuration::from_hours(24));

/// What a command changes, if it is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Challenge,
    Accept,
    Act(Action),
    Resign,
    Nothing,
}

/// How a game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Played,
    Resigned,
    TimedOut,
}

#[derive(Debug, Clone)]
pub(crate) struct Game {
    position: Position,
    actions: Vec<Action>,
    /// When the running clock began; later if the bot was down meanwhile, which does not count.
    since: Timestamp,
    /// How much of the time may not count, as the bot has crashed: at most what has passed since it noted
    /// that it was up.
    unsure: SignedDuration,
    end: Option<End>,
}

#[derive(Debug, Clone)]
enum State {
    Idle,
    Challenged,
    Playing(Box<Game>),
}

/// A table at which two people play.
#[derive(Debug, Clone)]
pub(crate) struct Desk {
    pub(crate) key: TableKey,
    /// White and black.
    pub(crate) players: [&'static str; 2],
    state: State,
}

impl Desk {
    pub(crate) fn new(key: TableKey, players: [&'static str; 2]) -> Self {
        Self {
            key,
            players,
            state: State::Idle,
        }
    }

    /// Whether a challenge waits, which lapses by itself.
    pub(crate) fn is_challenged(&self) -> bool {
        matches!(self.state, State::Challenged)
    }

    /// What somebody says, and what it changes.
    pub(crate) fn command(&self, random: &mut TestRng) -> (&'static str, String, Effect) {
        let [white, black] = self.players;
        let aside = random.random_range(0..12_u32);
        if aside == 0 {
            return (white, "!status".to_owned(), Effect::Nothing);
        }
        match &self.state {
            State::Idle => self.challenge(),
            State::Challenged if aside == 1 => (white, "!accept".to_owned(), Effect::Nothing),
            State::Challenged => (black, "!accept".to_owned(), Effect::Accept),
            State::Playing(game) if game.end.is_some() => self.challenge(),
            State::Playing(game) => {
                let index = game.position.actor().index();
                let action = choose(&game.position, random).unwrap();
                let (due, other) = (self.players[index], self.players[1 - index]);
                match aside {
                    1 => (other, format!("!{action}"), Effect::Nothing),
                    2 => (due, "!move A2 K10".to_owned(), Effect::Nothing),
                    3 if random.random_ratio(1, 8) => {
                        (due, "!resign yes".to_owned(), Effect::Resign)
                    }
                    _ => (due, format!("!{action}"), Effect::Act(action)),
                }
            }
        }
    }

    fn challenge(&self) -> (&'static str, String, Effect) {
        let [white, black] = self.players;
        let text = format!("!challenge @{black} blitz white {}", CONTROL.0);
        (white, text, Effect::Challenge)
    }

    /// A command was carried out.
    pub(crate) fn apply(&mut self, effect: Effect, now: Timestamp) {
        match (effect, &mut self.state) {
            (Effect::Challenge, state) => *state = State::Challenged,
            (Effect::Accept, state) => {
                *state = State::Playing(Box::new(Game {
                    position: Position::start(Variant::Blitz),
                    actions: Vec::new(),
                    since: now,
                    unsure: SignedDuration::ZERO,
                    end: None,
                }));
            }
            (Effect::Act(action), State::Playing(game)) => game.act(action, now),
            (Effect::Resign, State::Playing(game)) => game.end = Some(End::Resigned),
            _ => {}
        }
    }

    /// The game whose clock runs.
    fn running(&mut self) -> Option<&mut Game> {
        match &mut self.state {
            State::Playing(game) => Some(game.as_mut()).filter(|game| game.end.is_none()),
            _ => None,
        }
    }

    /// Time has passed. Returns whether somebody has run out of it.
    pub(crate) fn pass(&mut self, now: Timestamp) -> bool {
        let over = self
            .running()
            .filter(|game| now >= game.since + CONTROL.1 + game.unsure);
        if let Some(game) = over {
            game.end = Some(End::TimedOut);
            return true;
        }
        false
    }

    /// The bot has crashed while so much time passed: it may not know that it was up.
    pub(crate) fn crash(&mut self, passed: SignedDuration) {
        if let Some(game) = self.running() {
            game.unsure += passed;
        }
    }

    /// So much time has passed while the bot was down: nobody could play, and it does not count.
    pub(crate) fn wait(&mut self, passed: SignedDuration) {
        if let Some(game) = self.running() {
            game.since += passed;
        }
    }

    /// What is wrong with what is stored.
    pub(crate) fn check(&mut self, log: &Log, now: Timestamp) -> Result<(), String> {
        let started = log
            .entries
            .iter()
            .rposition(|entry| matches!(entry.event, Event::Started { .. }));
        if started.unwrap_or(0) > 0 {
            return Err("the log does not begin with the last game".to_owned());
        }
        let entries = &log.entries;
        let challenged = entries
            .iter()
            .filter(|entry| matches!(entry.event, Event::Challenged(_)))
            .count();
        let expected = usize::from(self.is_challenged());
        if challenged != expected {
            return Err(format!("{challenged} challenges, not {expected}"));
        }
        let State::Playing(game) = &mut self.state else {
            return Ok(());
        };
        if started.is_none() {
            return Err("no game has begun".to_owned());
        }
        let actions: Vec<Action> = entries
            .iter()
            .filter_map(|entry| match entry.event {
                Event::Acted { action } => Some(action),
                _ => None,
            })
            .collect();
        if actions != game.actions {
            return Err(format!("{actions:?} were played, not {:?}", game.actions));
        }
        let end = entries.iter().rev().find_map(|entry| match entry.event {
            Event::Resigned { by } if by == game.position.actor() => Some(End::Resigned),
            Event::TimedOut { by } if by == game.position.actor() => Some(End::TimedOut),
            _ => None,
        });
        let end = end.or_else(|| (game.position.stage() == Stage::Over).then_some(End::Played));
        let may_end = game.end.is_none() && now >= game.since + CONTROL.1;
        if end == Some(End::TimedOut) && may_end {
            game.end = end;
        }
        if end != game.end {
            return Err(format!("the end is {end:?}, not {:?}", game.end));
        }
        Ok(())
    }
}

impl Game {
    fn act(&mut self, action: Action, now: Timestamp) {
        let before = self.position.actor();
        self.position = self.position.play(action).unwrap();
        self.actions.push(action);
        if self.position.stage() == Stage::Over {
            self.end = Some(End::Played);
        } else if self.position.actor() != before {
            self.since = now;
            self.unsure = SignedDuration::ZERO;
        }
    }
}
