//! Finished games: what is kept of them, and what commands may ask about them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::adjourned::AdjournedGames;
use super::clock::Clock;
use super::featured::RatedTable;
use super::game::{Ending, Game};
use super::moderation::{AuditEntry, ReportEntry};
use super::my_data::MyData;
use super::own_games::OwnGames;
use super::person::{Person, Seat, TableKey};
use super::predictions::Predictions;
use super::rating::{Rating, RatingChange};
use super::table::Table;
use super::tournament::TournamentGame;
use super::training::Training;
use super::votes::Votes;
use super::watching::WatchedGames;
use crate::game::{Action, Color, GameResult, Played, Point, Position, Variant};

/// The levels of the bot are fixed points: when one plays differently from before, this is
/// counted up, and statistics and records keep the two apart.
pub const LEVELS_VERSION: u32 = 2;

/// Ring moves that both players must have made for a game to be rated.
const RATED_FROM: usize = 3;

/// A finished game, as the archive keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Who played white and black.
    pub seats: [Seat; 2],
    /// The variant.
    pub variant: Variant,
    /// The server at which it was played; empty if at none, such as in a private chat.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub server: String,
    /// Whether it changed the ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// When it began.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// All actions that were not taken back.
    pub actions: Vec<Action>,
    /// When each was taken.
    pub times: Vec<Timestamp>,
    /// The result; none if the game was called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// How it ended, if the board did not end it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The clocks as they were at the end, if it was timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// How many hints white and black were given.
    #[serde(default)]
    pub hints: [u32; 2],
    /// Whose seats changed hands after rings had been moved.
    #[serde(default, skip_serializing_if = "is_neither")]
    pub handed_over: [bool; 2],
    /// How many actions had been played when they did for the last time. Earlier versions did not
    /// keep it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub handed_over_after: [Option<usize>; 2],
    /// Version of the bot's levels as it began.
    pub levels: u32,
}

/// Whether something holds for neither colour.
fn is_neither(colors: &[bool; 2]) -> bool {
    *colors == [false; 2]
}

/// Whether neither colour has any.
fn is_nothing(colors: &[Option<usize>; 2]) -> bool {
    *colors == [None; 2]
}

impl FinishedGame {
    /// Who played a colour.
    #[must_use]
    pub const fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// The colour that a person played.
    #[must_use]
    pub fn color_of(&self, person: &Person) -> Option<Color> {
        let mut colors = Color::ALL.into_iter();
        colors.find(|&color| self.seat(color).holds(person))
    }

    /// Where white and black placed their first rings.
    fn first_rings(&self) -> [Option<Point>; 2] {
        let start = Position::start(self.variant);
        let opening = &self.actions[..self.actions.len().min(2)];
        let mut rings = [None; 2];
        for played in Played::sequence(&start, opening) {
            if let Action::Place(point) = played.action {
                rings[played.by.index()] = Some(point);
            }
        }
        rings
    }

    /// The two persons, if both were.
    #[must_use]
    pub fn people(&self) -> Option<[&Person; 2]> {
        match &self.seats {
            [Seat::Person(white), Seat::Person(black)] => Some([white, black]),
            _ => None,
        }
    }
}

impl Game {
    /// How many ring moves a colour has made.
    fn ring_moves(&self, color: Color) -> usize {
        let played = self.played();
        let moves = played
            .iter()
            .filter(|played| played.by == color && matches!(played.action, Action::Move { .. }));
        moves.count()
    }

    /// Whether the game counts for the ratings as it ended.
    pub(super) fn counts(&self) -> bool {
        let mut moves = Color::ALL.into_iter().map(|color| self.ring_moves(color));
        self.rated
            && self.result().is_some()
            && self.seats.iter().all(|seat| !seat.is_bot())
            && self.hints == [0; 2]
            && moves.all(|moves| moves >= RATED_FROM)
    }

    /// Whether the archive keeps the game. One against the bot that was given up before both made a
    /// ring move was not played.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        let mut colors = Color::ALL.into_iter();
        self.seats.iter().all(|seat| !seat.is_bot())
            || colors.all(|color| self.ring_moves(color) > 0)
    }

    /// The game as the archive keeps it, once it is over. A game of an old log does not know its
    /// server: it is `server` then.
    #[must_use]
    pub fn finished(&self, server: Option<&str>) -> Option<FinishedGame> {
        Some(FinishedGame {
            seats: self.seats.clone(),
            variant: self.variant,
            server: self
                .server
                .as_deref()
                .or(server)
                .unwrap_or_default()
                .to_owned(),
            rated: self.counts(),
            started: self.started,
            ended: self.ended?,
            actions: self.actions.clone(),
            times: self.times.clone(),
            result: self.result(),
            ending: self.ending,
            clock: self.clock.clone(),
            hints: self.hints,
            handed_over: self.handed_over,
            handed_over_after: self.handed_over_after,
            levels: self.levels,
        })
    }
}

impl From<&FinishedGame> for Game {
    /// The game as its table had it when it ended.
    fn from(finished: &FinishedGame) -> Self {
        let start = Position::start(finished.variant);
        Self {
            seats: finished.seats.clone(),
            variant: finished.variant,
            rated: finished.rated,
            server: Some(finished.server.clone()),
            levels: finished.levels,
            started: finished.started,
            ended: Some(finished.ended),
            actions: finished.actions.clone(),
            times: finished.times.clone(),
            position: finished
                .actions
                .iter()
                .fold(start, |position, &action| position.play_unchecked(action)),
            offer: None,
            ending: finished.ending,
            hint: None,
            hints: finished.hints,
            coached: false,
            clock: finished.clock.clone(),
            after_undo: [false; 2],
            seat_offer: None,
            handed_over: finished.handed_over,
            handed_over_after: finished.handed_over_after,
            silence: None,
            conditions: Default::default(),
            predictions: Predictions::default(),
            votes: Votes::default(),
            tournament: None,
        }
    }
}

impl Table {
    /// The game that has ended since the table was as it is in `before`.
    #[must_use]
    pub fn ended_since(&self, before: &Self) -> Option<&Game> {
        let game = self.game().filter(|game| game.is_over())?;
        let known = before.game().filter(|before| before.is_over());
        let is_known = known.is_some_and(|known| known.started == game.started);
        (!is_known).then_some(game)
    }
}

/// Where results belong together: a server of a platform.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The platform.
    pub platform: String,
    /// The platform's name of the server; empty if there is none, such as in a private chat.
    pub server: String,
}

/// A game in the archive.
#[derive(Debug, Clone, PartialEq)]
pub struct ArchivedGame {
    /// Its number, of one sequence for the bot.
    pub number: u64,
    /// Its table.
    pub table: TableKey,
    /// The game.
    pub game: FinishedGame,
    /// What it did to the ratings, if it was rated.
    pub ratings: Option<RatingChange>,
}

/// What statistics need to know of a finished game. It is stored apart, so that the actions need
/// not be read for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Who played white and black.
    pub seats: [Seat; 2],
    /// The result; none if the game was called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Whether it was decided by the clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_time: bool,
    /// Whose seats changed hands after rings had been moved.
    #[serde(default, skip_serializing_if = "is_neither")]
    pub handed_over: [bool; 2],
    /// Version of the bot's levels.
    pub levels: u32,
    /// Where white and black placed their first rings.
    #[serde(default)]
    pub first_rings: [Option<Point>; 2],
    /// What it did to the ratings, if it was rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingChange>,
}

impl Summary {
    /// Of a game, with what it did to the ratings.
    #[must_use]
    pub fn of(game: &FinishedGame, ratings: Option<RatingChange>) -> Self {
        Self {
            seats: game.seats.clone(),
            result: game.result,
            on_time: game.ending.is_some_and(Ending::is_on_time),
            handed_over: game.handed_over,
            levels: game.levels,
            first_rings: game.first_rings(),
            ratings,
        }
    }

    /// The colour that a person played.
    #[must_use]
    pub fn color_of(&self, person: &Person) -> Option<Color> {
        let mut colors = Color::ALL.into_iter();
        colors.find(|&color| self.seats[color.index()].holds(person))
    }
}

/// A person's rating on a server, in a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Who.
    pub person: Person,
    /// The rating after the last rated game.
    pub rating: Rating,
    /// Number of rated games.
    pub games: u32,
}

/// How a command names a game at another table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedGame {
    /// By its number among the person's own games in progress, as `games` lists them; or by that of a
    /// finished game, if the person plays in fewer.
    Number(usize),
    /// By the name of its channel, room or thread.
    Place(String),
}

/// The game at another table that a command is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeantGame {
    /// One in progress that the author may see.
    Running(NamedGame),
    /// One that the author watches, by its number; that of the place or the only one if absent.
    Watched(Option<usize>),
}

/// What a command has to know from the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// The game with this number.
    Game(u64),
    /// The last game of the table.
    LastGame,
    /// Finished games, newest first.
    Games {
        /// Of whom; of everybody if absent.
        of: Option<Person>,
        /// Number of the page, from 1.
        page: usize,
    },
    /// A person's games and rating.
    Results {
        /// Whose.
        of: Person,
        /// In which variant.
        variant: Variant,
    },
    /// Everybody's ratings.
    Standings(Variant),
    /// Which of these tournament games have not begun, by their boards.
    BoardsWithoutGames(Vec<TournamentGame>),
    /// The ratings of the puzzles.
    Puzzles,
    /// The same, and who solved yesterday's puzzle of the day from the author's server.
    Daily,
    /// The game in progress at another table.
    Running(NamedGame),
    /// The best game in progress in the channel, or in an open thread of it.
    Featured,
    /// The best scores in races at the author's server.
    Races,
    /// The mistakes of the person who asks that they can train.
    Training {
        /// The number of one of them; those that are due if absent.
        number: Option<i64>,
    },
    /// The games that the person who asks watches.
    Watched,
    /// A person's own games that are not over.
    OwnGames,
    /// A person's own adjourned games, and the one with this number, if one is asked for.
    Adjourned(Option<usize>),
    /// How many notes to the moderators were left in the last day.
    Reports,
    /// The notes to the moderators.
    Notes {
        /// Number of the page, from 1.
        page: usize,
    },
    /// What moderators did.
    Audit {
        /// Number of the page, from 1.
        page: usize,
    },
    /// Whom the person who asks has blocked.
    Blocked,
    /// All that is stored about the person who asks.
    MyData {
        /// Number of the part, from 1.
        part: usize,
    },
}

/// The answer to a [`Question`].
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The game, if the person may see it.
    Game(Option<Box<ArchivedGame>>),
    /// One page of games, newest first.
    Games {
        /// Its games.
        games: Vec<ArchivedGame>,
        /// Number of games on all pages.
        total: usize,
    },
    /// A person's results.
    Results {
        /// All games of the person at the place, oldest first.
        games: Vec<Summary>,
        /// The person's rating, if there is one.
        standing: Option<Standing>,
    },
    /// All ratings, highest first.
    Standings(Vec<Standing>),
    /// The boards at which no game has begun.
    BoardsWithoutGames(Vec<usize>),
    /// The ratings of the puzzles that somebody has tried, by the puzzles' ids.
    Puzzles(BTreeMap<u32, Rating>),
    /// The same, and who solved yesterday's puzzle of the day.
    Daily {
        /// The ratings.
        ratings: BTreeMap<u32, Rating>,
        /// Who solved it.
        solvers: Vec<Person>,
    },
    /// The game in progress, if there is one that the person may see.
    Running(Option<Box<GameElsewhere>>),
    /// The best game in progress, if there is one that all may see.
    Featured(Option<Box<RatedTable>>),
    /// The best scores in races, the highest first.
    Races(Vec<(Person, u32)>),
    /// The mistakes that the person who asks can train.
    Training(Training),
    /// The games that the person watches.
    Watched(WatchedGames),
    /// The person's own games.
    OwnGames(OwnGames),
    /// Adjourned games.
    Adjourned(AdjournedGames),
    /// Notes of the last day.
    Reports {
        /// Those of the person who asks.
        own: usize,
        /// Those of the table.
        here: usize,
    },
    /// One page of the notes to the moderators, newest first.
    Notes {
        /// Its notes.
        entries: Vec<ReportEntry>,
        /// Number of notes on all pages.
        total: usize,
    },
    /// One page of what moderators did, newest first.
    Audit {
        /// Its entries.
        entries: Vec<AuditEntry>,
        /// Number of entries on all pages.
        total: usize,
    },
    /// Whom the person who asks has blocked, by name.
    Blocked(Vec<Person>),
    /// One part of all that is stored about the person who asks.
    MyData(Box<MyData>),
}

/// A game in progress at another table.
#[derive(Debug, Clone, PartialEq)]
pub struct GameElsewhere {
    /// Its table.
    pub table: Table,
    /// Whether all may see it who read where it is asked for; otherwise only the person who asks.
    pub for_all: bool,
}

/// A note for the moderators of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Who left it.
    pub by: Person,
    /// The server; empty if there is none.
    pub server: String,
    /// The note.
    pub note: String,
}

/// Games on one page of a list: as many lines as a chat shows without scrolling.
pub const PAGE: usize = 10;
