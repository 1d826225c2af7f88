//! Watching: people who are told of each turn of a game in private, quietly, until it ends.
//!
//! A turn is told with what follows from it, in the same change. Turns that come faster than
//! [`APART`] are told together, when that time has passed: only the newest board.

use jiff::{SignedDuration, Timestamp};

use super::clock::later;
use super::event::Event;
use super::game::Game;
use super::person::Person;
use super::present::{board, result_line};
use super::reply::{Arg, BoardForm, Keep, Phrase, Reply, Visual};
use super::table::Table;
use crate::game::{Color, Position, Turn};

/// Most people who watch one game: each turn is a message to each of them.
pub(super) const MOST_WATCHERS: usize = 20;

/// Most games that one person watches.
pub const MOST_WATCHED: usize = 5;

/// The shortest time between two messages to one person about a game.
const APART: SignedDuration = SignedDuration::from_secs(10);

/// Somebody who watches a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watcher {
    /// Who.
    pub person: Person,
    /// When they were told last, if they were.
    told: Option<Timestamp>,
    /// Whether they are still to be told of a turn.
    news: bool,
}

impl Watcher {
    /// When they may be told of what they are still to be told of.
    fn due(&self, now: Timestamp) -> Option<Timestamp> {
        self.news
            .then(|| self.told.map_or(now, |told| later(told, APART)))
    }
}

/// The games that a person watches, as far as they may be told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WatchedGames {
    /// Their tables, with their numbers among all of them, from 1.
    pub tables: Vec<(usize, Table)>,
    /// Number of all of them.
    pub total: usize,
    /// Whether nobody can be told in private of the game at the table.
    pub untold: bool,
}

/// Those who watch the game in progress.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Watchers {
    people: Vec<Watcher>,
    /// Whether what there is to tell is that turns were taken back.
    back: bool,
}

impl Watchers {
    /// Somebody watches from here on.
    pub(super) fn add(&mut self, person: &Person) {
        if !self.holds(person) {
            self.people.push(Watcher {
                person: person.clone(),
                told: None,
                news: false,
            });
        }
    }

    /// The person with this id does not watch any longer.
    pub(super) fn remove(&mut self, id: &str) {
        self.people.retain(|one| one.person.id != id);
    }

    /// Whether a person watches.
    pub(super) fn holds(&self, person: &Person) -> bool {
        self.people.iter().any(|one| one.person == *person)
    }

    /// There is something to tell: a turn, or that turns were taken `back`.
    pub(super) fn notice(&mut self, back: bool) {
        self.people.iter_mut().for_each(|one| one.news = true);
        self.back = back;
    }

    /// Those who could be told were told.
    pub(super) fn told(&mut self, at: Timestamp) {
        for one in &mut self.people {
            if one.due(at).is_some_and(|due| due <= at) {
                one.told = Some(at);
                one.news = false;
            }
        }
    }

    /// The clock that they are told by was set back, or stood.
    pub(super) fn shift(&mut self, missed: SignedDuration) {
        for one in &mut self.people {
            one.told = one.told.map(|told| later(told, missed));
        }
    }

    pub(super) fn clear(&mut self) {
        self.people.clear();
    }
}

impl Reply {
    /// Whether this is how a game stands that somebody watches, or how it ended.
    #[must_use]
    pub fn shows_newest_turn(&self, table: &Table) -> bool {
        let shown = self.board();
        let game = table.game();
        shown.zip(game).is_none_or(|(shown, game)| {
            shown.result.is_some() || shown.position == *game.position()
        })
    }
}

impl Table {
    /// Those who watch the game in progress.
    #[must_use]
    pub fn watchers(&self) -> &[Watcher] {
        &self.watchers.people
    }

    /// Ids of those who watch the game in progress.
    #[must_use]
    pub fn watching(&self) -> Vec<String> {
        let watchers = self.watchers().iter();
        watchers.map(|one| one.person.id.clone()).collect()
    }

    /// Whether a person watches the game in progress.
    pub(super) fn is_watched_by(&self, person: &Person) -> bool {
        self.watchers.holds(person)
    }

    /// When the next of those who watch is to be told of something that could not be told at once.
    pub(super) fn next_told(&self) -> Option<Timestamp> {
        let watchers = self.watchers().iter();
        watchers.filter_map(|one| one.due(Timestamp::MIN)).min()
    }

    /// What those who watch are told now, and the event that it was; nothing if there is nothing to tell.
    pub(super) fn tell_watchers(
        &self,
        before: &Self,
        now: Timestamp,
    ) -> Option<(Event, Vec<Reply>)> {
        let is_over = self.running().is_none();
        let is_due = |one: &&Watcher| is_over || one.due(now).is_some_and(|due| due <= now);
        let watchers: Vec<&Watcher> = self.watchers().iter().filter(is_due).collect();
        let game = self.game().or_else(|| before.game())?;
        if watchers.is_empty() {
            return None;
        }
        let phrase = told(self, game);
        let board = board(self, game, BoardForm::Picture, None, now);
        let replies = watchers
            .into_iter()
            // Nobody reads it any more.
            .filter(|one| !one.person.is_forgotten())
            .map(|one| Reply {
                text: vec![phrase.clone()],
                visual: Some(Visual::Board(Box::new(board.clone()))),
                only_for: Some(one.person.clone()),
                private: true,
                silent: true,
                watched: true,
                apart: true,
                keep: Keep::Nothing,
                version: self.version(),
                ..Reply::default()
            });
        Some((Event::WatchersTold, replies.collect()))
    }
}

/// The last turn or what was taken back, and who is next; or how the game ended.
fn told(table: &Table, game: &Game) -> Phrase {
    let turns = Turn::group(&Position::start(game.variant), game.actions());
    let last = turns.last();
    let next = Arg::seat(game.seat(game.position().actor()));
    let phrase = match (table.running(), last) {
        (Some(_), Some(turn)) if table.watchers.back => Phrase::new("watched-back")
            .with("turn", turn.number + 1)
            .with("next", next),
        (Some(_), Some(turn)) => Phrase::new("watched-turn")
            .with("player", Arg::seat(game.seat(turn.color)))
            .with("turn", format!("{}. {turn}", turn.number))
            .with("next", next),
        (Some(_), None) => Phrase::new("watched-start").with("next", next),
        (None, _) if game.is_over() => {
            Phrase::new("watched-over").with("result", result_line(game))
        }
        (None, _) => Phrase::new("watched-adjourned")
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black))),
    };
    phrase.with("place", Arg::Place(table.key().clone()))
}
