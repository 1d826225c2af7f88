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
    /// By what somebody did whose turn it was not.
    OutOfTurn,
}

/// A game between the two people, which may be over.
#[derive(Debug, Clone)]
struct Game {
    position: Position,
    actions: Vec<Action>,
    /// When the running clock began; later if the bot was down meanwhile, which does not count.
    since: Timestamp,
    /// Time that the bot may count as an outage, as it crashed before it stored its heartbeat.
    unsure: SignedDuration,
    /// The first deadline that has passed. The bot may have ended the game then, if it was not down before.
    over_from: Option<Timestamp>,
    end: Option<End>,
}

/// A table at which two people play.
#[derive(Debug, Clone)]
pub(crate) struct Desk {
    pub(crate) key: TableKey,
    /// White and black.
    pub(crate) players: [&'static str; 2],
    challenged: bool,
    /// The last game.
    game: Option<Game>,
    /// How many games were lost on time.
    pub(crate) timed_out: usize,
}

impl Desk {
    pub(crate) fn new(key: TableKey, players: [&'static str; 2]) -> Self {
        Self {
            key,
            players,
            challenged: false,
            game: None,
            timed_out: 0,
        }
    }

    /// Whether a challenge waits, which lapses by itself.
    pub(crate) fn is_challenged(&self) -> bool {
        self.challenged
    }

    /// What somebody says, and what it changes.
    pub(crate) fn command(&self, random: &mut TestRng) -> (&'static str, String, Effect) {
        let [white, black] = self.players;
        let roll = random.random_range(0..12_u32);
        if roll == 0 {
            return (white, "!status".to_owned(), Effect::Nothing);
        }
        if self.challenged {
            return match roll {
                1 => (white, "!accept".to_owned(), Effect::Nothing),
                _ => (black, "!accept".to_owned(), Effect::Accept),
            };
        }
        let Some(game) = self.game.as_ref().filter(|game| game.end.is_none()) else {
            return self.challenge();
        };
        let index = game.position.actor().index();
        let action = choose(&game.position, random).unwrap();
        let (due, other) = (self.players[index], self.players[1 - index]);
        match roll {
            1 => (other, format!("!{action}"), Effect::Nothing),
            2 => (due, "!move A2 K10".to_owned(), Effect::Nothing),
            3 if random.random_ratio(1, 8) => (due, "!resign yes".to_owned(), Effect::Resign),
            _ => (due, format!("!{action}"), Effect::Act(action)),
        }
    }

    fn challenge(&self) -> (&'static str, String, Effect) {
        let [white, black] = self.players;
        let text = format!("!challenge @{black} blitz white {}", CONTROL.0);
        (white, text, Effect::Challenge)
    }

    /// A command is carried out. False if it changes nothing: whoever is heard too late has lost already.
    pub(crate) fn apply(&mut self, effect: Effect, now: Timestamp) -> bool {
        match (effect, self.running()) {
            (Effect::Challenge, _) => self.challenged = true,
            (Effect::Accept, _) => {
                self.challenged = false;
                self.game = Some(Game {
                    position: Position::start(Variant::Blitz),
                    actions: Vec::new(),
                    since: now,
                    unsure: SignedDuration::ZERO,
                    over_from: None,
                    end: None,
                });
            }
            (Effect::Act(action), Some(game)) => game.act(action, now),
            (Effect::Resign, Some(game)) => game.end = Some(End::Resigned),
            _ => return false,
        }
        true
    }

    /// The game whose clock runs.
    fn running(&mut self) -> Option<&mut Game> {
        self.game.as_mut().filter(|game| game.end.is_none())
    }

    /// When somebody runs out of time.
    pub(crate) fn due(&self) -> Option<Timestamp> {
        let game = self.game.as_ref().filter(|game| game.end.is_none())?;
        Some(game.since + CONTROL.1)
    }

    /// The clock has moved. If the deadline has passed for certain, the game is lost on time.
    pub(crate) fn pass(&mut self, now: Timestamp) {
        let Some(game) = self.running() else {
            return;
        };
        let due = game.since + CONTROL.1;
        if now >= due {
            game.over_from.get_or_insert(due);
        }
        if now >= due + game.unsure {
            game.end = Some(End::TimedOut);
            self.timed_out += 1;
        }
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

    /// Whether the deadline has passed while it is uncertain that the bot has noticed.
    pub(crate) fn is_unsure(&self, now: Timestamp) -> bool {
        self.due().is_some_and(|due| now >= due)
    }

    /// Learns from the log whether the game was lost on time, where that is uncertain.
    pub(crate) fn learn(&mut self, log: &Log, now: Timestamp) {
        if !self.is_unsure(now) {
            return;
        }
        if let Some(game) = self.running()
            && game
                .end_in(log)
                .is_some_and(|(end, _)| end == End::TimedOut)
        {
            game.end = Some(End::TimedOut);
            self.timed_out += 1;
        }
    }

    /// What is wrong with what is stored.
    pub(crate) fn check(&mut self, log: &Log, now: Timestamp) -> Result<(), String> {
        self.learn(log, now);
        log.fold(self.key.clone())
            .map_err(|error| error.to_string())?;
        let entries = &log.entries;
        let started = entries
            .iter()
            .rposition(|entry| matches!(entry.event, Event::Started { .. }));
        if started.unwrap_or(0) > 0 {
            return Err("the log does not begin with the last game".to_owned());
        }
        let challenged = entries
            .iter()
            .filter(|entry| matches!(entry.event, Event::Challenged(_)))
            .count();
        if challenged != usize::from(self.challenged) {
            return Err(format!("{challenged} challenges are open"));
        }
        let Some(game) = &self.game else {
            return match started {
                Some(_) => Err("a game that nobody began".to_owned()),
                None => Ok(()),
            };
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
        let end = game.end_in(log);
        if end.map(|(end, _)| end) != game.end {
            return Err(format!("the end is {end:?}, not {:?}", game.end));
        }
        let due = game.since + CONTROL.1;
        match end {
            Some((End::TimedOut, at))
                if at < game.over_from.unwrap_or(due) || at > due + game.unsure =>
            {
                Err(format!("lost on time at {at}, not at {due}"))
            }
            _ => Ok(()),
        }
    }
}

impl Game {
    /// How and when it has ended by a log.
    fn end_in(&self, log: &Log) -> Option<(End, Timestamp)> {
        let due = self.position.actor();
        let last = log.entries.iter().rev().find_map(|entry| {
            let (end, by) = match entry.event {
                Event::Resigned { by } => (End::Resigned, by),
                Event::TimedOut { by } => (End::TimedOut, by),
                _ => return None,
            };
            Some((if by == due { end } else { End::OutOfTurn }, entry.at))
        });
        let over = self.position.stage() == Stage::Over;
        last.or_else(|| over.then_some((End::Played, log.entries.last()?.at)))
    }

    fn act(&mut self, action: Action, now: Timestamp) {
        let before = self.position.actor();
        self.position = self.position.play(action).unwrap();
        self.actions.push(action);
        if self.position.stage() == Stage::Over {
            self.end = Some(End::Played);
        } else if self.position.actor() != before {
            self.since = now;
            self.unsure = SignedDuration::ZERO;
            self.over_from = None;
        }
    }
}
