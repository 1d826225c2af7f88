//! A tournament at the table where it was opened: who takes part, and the rounds so far.
//!
//! Its games are played at other tables. They report their results, which the table records. When
//! all games of a round are over, the next one is paired. An arena has a single round, to which
//! games are added until its time is up.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tournament::{History, Meeting, Outcome, Round, Standing, System};

use super::clock::later;
use super::event::Event;
use super::game::{Ending, Game};
use super::person::Person;
use super::table::Table;
use super::terms::Terms;
use super::time_control::TimeControl;
use crate::game::{Color, GameResult};

/// Maximum number of players.
const MOST_PLAYERS: usize = 64;

/// Minimum number of players: two play a match.
const LEAST_PLAYERS: usize = 3;

/// Maximum number of rounds of a Swiss tournament.
pub(super) const MOST_ROUNDS: usize = 11;

/// Maximum number of games of an arena.
const MOST_GAMES: usize = 1000;

/// How long an arena may last, in minutes.
pub(super) const ARENA_MINUTES: RangeInclusive<u8> = 10..=240;

/// How long an arena lasts if nobody says otherwise, in minutes.
pub(super) const DEFAULT_ARENA_MINUTES: u8 = 60;

/// Maximum initial time on the clocks of an arena.
const LONGEST_ARENA_BANK: SignedDuration = SignedDuration::from_mins(30);

/// Maximum time that a turn adds to it.
const LONGEST_ARENA_INCREMENT: SignedDuration = SignedDuration::from_mins(1);

/// How long people can join before the tournament is called off.
const SIGN_UP_LASTS: SignedDuration = SignedDuration::from_hours(30 * 24);

/// How long before its start those who have joined are told.
const ANNOUNCED_BEFORE: SignedDuration = SignedDuration::from_mins(15);

/// Somebody who takes part in a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entrant {
    pub(super) person: Person,
    /// Whether they play no further games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) withdrawn: bool,
    /// Whether they were removed, and cannot come back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) removed: bool,
    /// Their rating when they joined, if they had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rating: Option<i64>,
}

impl Entrant {
    fn new(person: Person, rating: Option<i64>) -> Self {
        Self {
            person,
            withdrawn: false,
            removed: false,
            rating,
        }
    }

    /// Whether they play no further games, like somebody whose data was deleted: nobody should have
    /// to wait for them.
    fn is_out(&self) -> bool {
        self.withdrawn || self.person.is_forgotten()
    }
}

/// The stage of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// People can join.
    SignUp,
    /// Rounds are played.
    Running,
    /// All rounds have been played.
    Finished,
    /// It was called off.
    CalledOff,
}

/// A tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    /// Identifies it among those of all tables.
    pub(super) id: String,
    /// Who opened it.
    pub(super) organizer: Person,
    pub(super) system: System,
    /// In a simul, the colour of whoever opened it and plays everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<Color>,
    /// The terms of all its games.
    #[serde(flatten)]
    pub(super) terms: Terms,
    /// The server where its games are played, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<String>,
    /// The number of rounds that was asked for, and from the start on the one that is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rounds_wanted: Option<usize>,
    /// How long an arena lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) minutes: Option<u8>,
    /// When it starts by itself, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) starts: Option<Timestamp>,
    /// Until when games begin in an arena in progress; `None` once none begin any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ends: Option<Timestamp>,
    /// Whether those who have joined were told that it starts soon.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) announced: bool,
    pub(super) stage: Stage,
    pub(super) opened: Timestamp,
    /// Those who have joined, in the order in which they did. From the start on they are in the order
    /// of their seeds, by which the rounds name them; in a simul whoever opened it is the first.
    #[serde(default)]
    pub(super) entrants: Vec<Entrant>,
    #[serde(default)]
    pub(super) rounds: Vec<Round>,
}

/// Identifies a game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TournamentGame {
    /// The tournament's id.
    pub tournament: String,
    /// The round, from 1.
    pub round: usize,
    /// The board, from 1.
    pub board: usize,
}

/// How a game of a tournament has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentResult {
    /// Which game.
    pub game: TournamentGame,
    /// How it has ended.
    pub outcome: Outcome,
}

impl Tournament {
    /// The tournament's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// A number by which choices know it among those of its table.
    pub(super) fn number(&self) -> usize {
        usize::try_from(self.opened.as_second()).unwrap_or_default()
    }

    pub(super) const fn is_open(&self) -> bool {
        matches!(self.stage, Stage::SignUp)
    }

    pub(super) const fn is_running(&self) -> bool {
        matches!(self.stage, Stage::Running)
    }

    /// Whether people can join it, or it is being played.
    #[must_use]
    pub const fn goes_on(&self) -> bool {
        self.is_open() || self.is_running()
    }

    /// Whether one player meets everybody else.
    pub(super) const fn is_simul(&self) -> bool {
        matches!(self.system, System::Simul)
    }

    /// Whether players meet again and again until its time is up.
    pub(super) const fn is_arena(&self) -> bool {
        matches!(self.system, System::Arena)
    }

    /// Whether people can join it: an arena for as long as games begin.
    pub(super) const fn takes_players(&self) -> bool {
        self.is_open() || self.pairing_ends().is_some()
    }

    /// When the last games of an arena begin; `None` if none begin any more.
    pub(super) const fn pairing_ends(&self) -> Option<Timestamp> {
        match self.is_running() {
            true => self.ends,
            false => None,
        }
    }

    /// Minimum number of people who have to join. Whoever gives a simul is one of the players.
    pub(super) fn least_entrants(&self) -> usize {
        LEAST_PLAYERS - usize::from(self.is_simul())
    }

    /// Maximum number of people who can join.
    pub(super) fn most_entrants(&self) -> usize {
        MOST_PLAYERS - usize::from(self.is_simul())
    }

    /// Whether it has not started, and starts by itself.
    pub(super) const fn starts_by_itself(&self) -> bool {
        self.is_open() && self.starts.is_some()
    }

    /// When the sign-up ends by itself.
    pub(super) fn sign_up_ends(&self) -> Option<Timestamp> {
        let lapses = || later(self.opened, SIGN_UP_LASTS);
        self.is_open().then(|| self.starts.unwrap_or_else(lapses))
    }

    /// When those who have joined are told that it starts soon.
    pub(super) fn next_announcement(&self) -> Option<Timestamp> {
        let starts = self.starts.filter(|_| self.is_open() && !self.announced)?;
        let at = starts.checked_sub(ANNOUNCED_BEFORE).ok()?;
        (at > self.opened).then_some(at)
    }

    /// The person's number, if they take part or have taken part.
    pub(super) fn number_of(&self, person: &Person) -> Option<usize> {
        let mut entrants = self.entrants.iter();
        entrants.position(|entrant| entrant.person == *person)
    }

    /// The player of a number.
    pub(super) fn player(&self, number: usize) -> Option<&Person> {
        self.entrants.get(number).map(|entrant| &entrant.person)
    }

    /// Who does not play any more.
    pub(super) fn withdrawn(&self) -> Vec<bool> {
        self.entrants.iter().map(Entrant::is_out).collect()
    }

    /// Number of people who play.
    pub(super) fn active(&self) -> usize {
        self.entrants.iter().filter(|one| !one.is_out()).count()
    }

    /// Number of rounds.
    pub(super) fn total_rounds(&self) -> usize {
        tournament::rounds(self.system, self.entrants.len(), self.rounds_wanted)
    }

    fn history<'a>(&'a self, rounds: &'a [Round], withdrawn: &'a [bool]) -> History<'a> {
        History {
            players: self.entrants.len(),
            rounds,
            withdrawn,
        }
    }

    /// The games that begin next in an arena.
    pub(super) fn next_games(&self) -> Vec<Meeting> {
        let withdrawn = self.withdrawn();
        let mut games = tournament::next_games(&self.history(&self.rounds, &withdrawn));
        games.truncate(MOST_GAMES.saturating_sub(self.meetings().len()));
        games
    }

    /// Whether an arena has reached its maximum number of games.
    pub(super) fn is_full(&self) -> bool {
        self.meetings().len() >= MOST_GAMES
    }

    /// Who meets whom next; nothing if all rounds have been played, or nobody is left to play.
    pub(super) fn next_round(&self) -> Option<Round> {
        let withdrawn = self.withdrawn();
        let history = self.history(&self.rounds, &withdrawn);
        let mut round = tournament::next_round(self.system, self.total_rounds(), &history)?;
        if self.color == Some(Color::Black) {
            for Meeting { white, black, .. } in &mut round.meetings {
                std::mem::swap(white, black);
            }
        }
        Some(round)
    }

    /// Number of rounds that are over.
    pub(super) fn rounds_over(&self) -> usize {
        let is_playing = self.is_running() && !self.round_is_over();
        self.rounds.len() - usize::from(is_playing)
    }

    /// The standings after the rounds that are over, or in an arena after the games that are over;
    /// the best first.
    pub(super) fn standings(&self) -> Vec<Standing> {
        let withdrawn = self.withdrawn();
        let rounds = match self.is_arena() {
            true => &self.rounds[..],
            false => &self.rounds[..self.rounds_over()],
        };
        tournament::standings(self.system, &self.history(rounds, &withdrawn))
    }

    /// The meetings of the current round.
    pub(super) fn meetings(&self) -> &[Meeting] {
        let round = self.rounds.last();
        round.map(|round| &*round.meetings).unwrap_or_default()
    }

    /// A meeting of the current round, by its board, from 1.
    pub(super) fn meeting(&self, board: usize) -> Option<&Meeting> {
        self.meetings().get(board.checked_sub(1)?)
    }

    /// The games of the current round that are not over.
    #[must_use]
    pub fn open_games(&self) -> Vec<TournamentGame> {
        let meetings = match self.is_running() {
            true => self.meetings(),
            false => &[],
        };
        let open = (1..).zip(meetings).filter(|(_, one)| one.outcome.is_none());
        open.map(|(board, _)| TournamentGame {
            tournament: self.id.clone(),
            round: self.rounds.len(),
            board,
        })
        .collect()
    }

    /// Whether all games of the current round are over.
    pub(super) fn round_is_over(&self) -> bool {
        let mut meetings = self.meetings().iter();
        meetings.all(|meeting| meeting.outcome.is_some())
    }

    /// Whether a game belongs to the current round and still has no result.
    pub(super) fn awaits(&self, game: &TournamentGame) -> bool {
        self.is_running()
            && game.tournament == self.id
            && game.round == self.rounds.len()
            && self
                .meeting(game.board)
                .is_some_and(|meeting| meeting.outcome.is_none())
    }

    /// Applies an event of the tournament.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::TournamentJoined { by, rating } => match self.number_of(by) {
                Some(number) => self.entrants[number].withdrawn = false,
                None => self.entrants.push(Entrant::new(by.clone(), *rating)),
            },
            Event::TournamentLeft { by, .. } if self.is_open() => {
                self.entrants.retain(|entrant| entrant.person.id != *by);
            }
            Event::TournamentLeft { by, removed } => {
                let mut entrants = self.entrants.iter_mut();
                if let Some(entrant) = entrants.find(|entrant| entrant.person.id == *by) {
                    entrant.withdrawn = true;
                    entrant.removed |= removed;
                }
            }
            Event::TournamentStarted {
                players,
                rounds,
                ends,
            } => {
                self.stage = Stage::Running;
                self.ends = *ends;
                self.rounds_wanted = Some(*rounds);
                let entrants = players.iter();
                let entrants = entrants.map(|person| Entrant::new(person.clone(), None));
                self.entrants = entrants.collect();
            }
            Event::RoundPaired { round } => self.rounds.push(round.clone()),
            Event::GamesPaired { games } => {
                if let Some(round) = self.rounds.last_mut() {
                    round.meetings.extend(games);
                }
            }
            Event::PairingEnded => self.ends = None,
            Event::MeetingEnded { board, outcome } => {
                let board = board.checked_sub(1);
                let round = self.rounds.last_mut();
                let meeting = round
                    .zip(board)
                    .and_then(|(round, i)| round.meetings.get_mut(i));
                if let Some(meeting) = meeting {
                    meeting.outcome = Some(*outcome);
                }
            }
            Event::TournamentAnnounced => self.announced = true,
            Event::TournamentFinished => self.stage = Stage::Finished,
            Event::TournamentCalledOff => self.stage = Stage::CalledOff,
            _ => {}
        }
    }
}

/// Whether games with these terms are short enough for an arena, in which people wait for them.
pub(super) fn suits_arena(terms: Terms) -> bool {
    match terms.time {
        TimeControl::Fischer { bank, increment } => {
            bank <= LONGEST_ARENA_BANK
                && increment <= LONGEST_ARENA_INCREMENT
                && !terms.weekends_off
        }
        TimeControl::PerMove(_) | TimeControl::Untimed => false,
    }
}

impl Game {
    /// Whether it is this game of a tournament.
    #[must_use]
    pub fn is_of_tournament(&self, game: &TournamentGame) -> bool {
        self.tournament.as_ref() == Some(game)
    }

    /// How the game ended for its tournament, if it is over and belongs to one. Whoever does not
    /// turn up, leaves or has their data deleted leaves the point to the other player.
    pub(super) fn tournament_outcome(&self) -> Option<Outcome> {
        let against = |color: Color| match color {
            Color::White => Outcome::BlackWinsByForfeit,
            Color::Black => Outcome::WhiteWinsByForfeit,
        };
        Some(match self.result() {
            Some(GameResult::White) => Outcome::WhiteWins,
            Some(GameResult::Black) => Outcome::BlackWins,
            Some(GameResult::Draw) => Outcome::Draw,
            None => match self.ending()? {
                Ending::CalledOff(color) | Ending::Left(color) => against(color),
                Ending::Aborted(color) => against(!color),
                _ => Outcome::NoPoints,
            },
        })
    }
}

impl Table {
    /// The tournament that was opened here last.
    #[must_use]
    pub const fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_ref()
    }

    /// Whether a result is known that was reported for the tournament here.
    #[must_use]
    pub fn knows_result(&self, game: &TournamentGame) -> bool {
        let is_here = |one: &&Tournament| one.is_running() && one.id == game.tournament;
        self.tournament()
            .filter(is_here)
            .is_none_or(|one| game.round <= one.rounds.len() && !one.awaits(game))
    }

    /// The event that tells of it again if it goes on.
    pub(super) fn tournament_again(&self) -> Option<Event> {
        let tournament = self.tournament().filter(|one| one.goes_on())?;
        let tournament = Box::new(tournament.clone());
        Some(Event::TournamentOpened { tournament })
    }

    /// Whether the tournament here waits for the result of a game.
    #[must_use]
    pub fn awaits_game(&self, game: &TournamentGame) -> bool {
        self.tournament().is_some_and(|one| one.awaits(game))
    }

    /// The id of the tournament that goes on here.
    #[must_use]
    pub fn tournament_id(&self) -> Option<&str> {
        let goes_on = self.tournament().filter(|one| one.goes_on());
        goes_on.map(Tournament::id)
    }

    /// The result of the game that was in progress at the table before, if it belongs to a tournament
    /// and is over.
    #[must_use]
    pub fn tournament_result(&self, before: &Self) -> Option<TournamentResult> {
        let game = self.ended_since(before)?;
        Some(TournamentResult {
            game: game.tournament.clone()?,
            outcome: game.tournament_outcome()?,
        })
    }
}

/// A game of a tournament that is to begin at a table of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedGame {
    /// Which one.
    pub game: TournamentGame,
    /// Who plays white.
    pub white: Person,
    /// Who plays black.
    pub black: Person,
    /// The tournament's system.
    #[serde(default = "swiss")]
    pub(super) system: System,
    #[serde(flatten)]
    pub(super) terms: Terms,
    /// The server where it is played, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<String>,
}

/// The system of games that were paired before it was stored with them.
const fn swiss() -> System {
    System::Swiss
}
