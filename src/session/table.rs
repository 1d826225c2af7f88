//! A table: the fold of its log.

use jiff::{SignedDuration, Timestamp};
use thiserror::Error;

use super::clock::Clock;
use super::conditions::Dropped;
use super::event::{Challenge, Entry, Event, Offer, PlayedGame, shift};
use super::game::{Ending, Game, HintRequest};
use super::person::{Person, Seat, TableKey};
use super::predictions::Predictions;
use super::replay::ReplayRequest;
use super::schedule::Schedule;
use super::settings::Settings;
use super::silence::Silence;
use super::tournament::Tournament;
use super::turning::TurningPoints;
use super::votes::Votes;
use super::watching::Watchers;
use crate::game::{Color, IllegalAction, Position};

/// Why an entry does not fit the log before it: the log is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LogError {
    /// The entry belongs to a game, but none is in progress.
    #[error("entry {0} belongs to a game, but none is being played")]
    NoGame(u64),
    /// The entry belongs to a tournament, but none was opened.
    #[error("entry {0} belongs to a tournament, but none was opened")]
    NoTournament(u64),
    /// The entry holds an action that the rules do not allow.
    #[error("entry {0} holds an illegal action: {1}")]
    Illegal(u64, IllegalAction),
    /// The entry takes back more than was played.
    #[error("entry {0} takes back actions that were not played")]
    TakesBack(u64),
}

/// A pending review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewRequest {
    /// Number of the entry in which it was asked for first.
    pub number: u64,
    /// Who asked.
    pub by: Person,
    /// Which game.
    pub game: Box<PlayedGame>,
}

/// What the host has to do next for a table, derived from the table alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pending<'a> {
    /// The seat whose turn it is, if the engine or another program has to play it.
    pub turn: Option<&'a Seat>,
    /// The hint that the engine has to find. It goes before the turn.
    pub hint: Option<&'a HintRequest>,
    /// The review that the engine has to make.
    pub review: Option<&'a ReviewRequest>,
    /// The replay that has to be drawn.
    pub replay: Option<&'a ReplayRequest>,
    /// When a timer has to fire: the next moment at which something lapses.
    pub wake_at: Option<Timestamp>,
}

impl Pending<'_> {
    /// The same as it is stored beside the log.
    #[must_use]
    pub const fn waiting(&self) -> Waiting {
        Waiting {
            engine: self.turn.is_some()
                || self.hint.is_some()
                || self.review.is_some()
                || self.replay.is_some(),
            wake_at: self.wake_at,
        }
    }
}

/// A task in the background that a person may have only one of at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EngineTask {
    /// A hint.
    Hint,
    /// A review.
    Review,
    /// A replay.
    Replay,
}

/// Whether a table waits for the engine or for a timer: stored beside the log, so that a restart
/// finds the tables that have something pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// A turn, a hint, a review or a replay is pending.
    pub engine: bool,
    /// When a timer has to fire.
    pub wake_at: Option<Timestamp>,
}

/// The state of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub(super) key: TableKey,
    next: u64,
    version: u64,
    reminders_from: u64,
    pub(super) challenges: Vec<Challenge>,
    pub(super) game: Option<Game>,
    review: Option<ReviewRequest>,
    /// The turning points of the last review, and the number of its request.
    reviewed: Option<(u64, Box<TurningPoints>)>,
    replay: Option<ReplayRequest>,
    pub(super) settings: Settings,
    pub(super) watchers: Watchers,
    pub(super) tournament: Option<Tournament>,
    pub(super) schedule: Option<Schedule>,
}

impl Table {
    /// A table at which nothing has happened.
    #[must_use]
    pub fn new(key: TableKey) -> Self {
        Self {
            key,
            next: 0,
            version: 0,
            reminders_from: 0,
            challenges: Vec::new(),
            game: None,
            review: None,
            reviewed: None,
            replay: None,
            settings: Settings::default(),
            watchers: Watchers::default(),
            tournament: None,
            schedule: None,
        }
    }

    /// The fold of a log whose first entry has number `first`: 0, or that of an
    /// [`Event::Started`].
    ///
    /// # Errors
    ///
    /// The first entry that does not fit those before it.
    pub fn replay<'a>(
        key: TableKey,
        first: u64,
        log: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<Self, LogError> {
        let mut table = Self::new(key);
        table.next = first;
        for entry in log {
            table.apply(entry)?;
        }
        Ok(table)
    }

    /// The platform's place of the table.
    #[must_use]
    pub const fn key(&self) -> &TableKey {
        &self.key
    }

    /// Number of entries in the log, which is the number that the next one gets.
    #[must_use]
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// A number that changes whenever an older choice may no longer mean what it meant.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// A number that changes whenever older reminders are out of date: with the
    /// [version](Self::version), and with the deadline.
    #[must_use]
    pub const fn reminders_from(&self) -> u64 {
        self.reminders_from
    }

    /// The game in progress, or the last one.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The game in progress.
    #[must_use]
    pub fn running(&self) -> Option<&Game> {
        self.game.as_ref().filter(|game| !game.is_over())
    }

    /// Ids of the persons who play the game in progress, or have begun it for a crowd.
    #[must_use]
    pub fn players(&self) -> Vec<String> {
        let seats = self.running().map(|game| game.seats.iter());
        let people = seats.into_iter().flatten().filter_map(Seat::responsible);
        people.map(|person| person.id.clone()).collect()
    }

    /// The turning points of the last review.
    #[must_use]
    pub fn turning_points(&self) -> Option<&TurningPoints> {
        self.reviewed.as_ref().map(|(_, turning)| &**turning)
    }

    /// The event that tells them again.
    pub(super) fn reviewed_again(&self) -> Option<Event> {
        self.reviewed
            .clone()
            .map(|(number, turning)| Event::Reviewed {
                number,
                turning: Some(turning),
            })
    }

    /// The pending review.
    #[must_use]
    pub const fn review(&self) -> Option<&ReviewRequest> {
        self.review.as_ref()
    }

    /// The pending replay.
    #[must_use]
    pub const fn replay_request(&self) -> Option<&ReplayRequest> {
        self.replay.as_ref()
    }

    /// The open challenges, oldest first.
    #[must_use]
    pub fn challenges(&self) -> &[Challenge] {
        &self.challenges
    }

    /// Ids of the persons who have made open challenges, and of those to whom they are made.
    #[must_use]
    pub fn in_challenges(&self) -> Vec<String> {
        let challenges = self.challenges.iter();
        let people = challenges.flat_map(|one| std::iter::once(&one.by).chain(&one.to));
        people.map(|person| person.id.clone()).collect()
    }

    /// The table's settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the host has to do next.
    #[must_use]
    pub fn pending(&self) -> Pending<'_> {
        Pending {
            turn: self.bot_decides(),
            hint: self.running().and_then(Game::hint),
            review: self.review.as_ref(),
            replay: self.replay.as_ref(),
            wake_at: self.next_due().map(|(at, _)| at),
        }
    }

    /// The seat that has to decide, if the bot holds it, itself or by another program.
    #[must_use]
    pub fn bot_decides(&self) -> Option<&Seat> {
        let game = self.running().filter(|game| !game.is_paused())?;
        let seat = game.seat(game.position.actor());
        seat.is_bot().then_some(seat)
    }

    fn running_mut(&mut self) -> Result<&mut Game, LogError> {
        let next = self.next;
        self.game
            .as_mut()
            .filter(|game| !game.is_over())
            .ok_or(LogError::NoGame(next))
    }

    /// Changes the clocks of the game in progress, if it is timed.
    fn clock_mut(&mut self, change: impl FnOnce(&mut Clock)) -> Result<(), LogError> {
        if let Some(clock) = &mut self.running_mut()?.clock {
            change(clock);
        }
        Ok(())
    }

    /// Folds an entry into the table.
    ///
    /// # Errors
    ///
    /// The entry does not fit; the table is unchanged.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), LogError> {
        let next = self.next;
        let deadline = self.deadline();
        let actor = self.actor();
        match &entry.event {
            Event::Challenged(challenge) => self.challenges.push(challenge.clone()),
            Event::Accepted { challenger, .. }
            | Event::Declined { challenger, .. }
            | Event::Withdrawn { challenger }
            | Event::Expired { challenger } => {
                self.challenges.retain(|one| one.by.id != *challenger);
            }
            Event::Started {
                white,
                black,
                variant,
                rated,
                server,
                time,
                silence,
                weekends_off,
                levels,
                settings,
            } => {
                self.challenges.clear();
                self.review = None;
                self.reviewed = None;
                self.replay = None;
                self.watchers.clear();
                // What goes on or comes again follows.
                self.tournament = None;
                self.schedule = None;
                self.settings = settings.clone();
                self.game = Some(Game {
                    seats: [white.clone(), black.clone()],
                    variant: *variant,
                    rated: *rated,
                    server: server.clone(),
                    levels: *levels,
                    started: entry.at,
                    ended: None,
                    actions: Vec::new(),
                    times: Vec::new(),
                    position: Position::start(*variant),
                    offer: None,
                    ending: None,
                    hint: None,
                    hints: [0; 2],
                    coached: false,
                    clock: Clock::start(*time, *weekends_off, entry.at, Color::White),
                    after_undo: [false; 2],
                    seat_offer: None,
                    handed_over: [false; 2],
                    handed_over_after: [None; 2],
                    silence: (*silence && time.is_untimed()).then(|| Silence::start(entry.at)),
                    conditions: Default::default(),
                    predictions: Predictions::begin(next + 1),
                    votes: Votes::begin(entry.at),
                    tournament: None,
                });
            }
            Event::HintAsked {
                by,
                amount,
                by_itself,
            } => {
                self.running_mut()?.hint = Some(HintRequest {
                    by: by.clone(),
                    amount: *amount,
                    by_itself: *by_itself,
                    number: next,
                });
            }
            Event::Coached { on } => {
                let game = self.running_mut()?;
                game.coached = *on;
                if !on {
                    game.hint.take_if(|hint| hint.by_itself);
                }
            }
            Event::Hinted { to } => {
                let game = self.running_mut()?;
                game.hint = None;
                game.hints[to.index()] += 1;
            }
            Event::HintFailed => self.running_mut()?.hint = None,
            Event::ReviewAsked { number, by, game } => {
                self.review = Some(ReviewRequest {
                    number: *number,
                    by: by.clone(),
                    game: game.clone(),
                });
            }
            Event::Reviewed { number, turning } => {
                self.review.take_if(|wish| wish.number == *number);
                if let Some(turning) = turning {
                    self.reviewed = Some((*number, turning.clone()));
                }
            }
            Event::ReplayAsked { number, by, game } => {
                self.replay = Some(ReplayRequest {
                    number: *number,
                    by: by.clone(),
                    game: game.clone(),
                });
            }
            Event::Replayed { number } => {
                self.replay.take_if(|wish| wish.number == *number);
            }
            Event::Acted { action } => {
                self.running_mut()?
                    .act(entry.at, *action)
                    .map_err(|reason| LogError::Illegal(next, reason))?;
            }
            Event::Offered { by, offer } => {
                self.running_mut()?.offer = Some((*by, *offer));
            }
            Event::Planned {
                by,
                branch,
                replaces,
            } => {
                let conditions = &mut self.running_mut()?.conditions[by.index()];
                conditions.add(branch.clone(), *replaces);
            }
            Event::PlanDropped { by, branch } => {
                self.running_mut()?.conditions[by.index()].remove(*branch);
            }
            Event::Refused { .. } => self.running_mut()?.offer = None,
            Event::TookBack { remaining } => {
                let game = self.running_mut()?;
                if *remaining > game.actions.len() {
                    return Err(LogError::TakesBack(next));
                }
                game.take_back(entry.at, *remaining);
            }
            Event::TimedOut { by } => {
                let game = self.running_mut()?;
                let ending = match game.has_decided(*by) {
                    true => Ending::TimedOut(*by),
                    false => Ending::CalledOff(*by),
                };
                game.end(entry.at, ending);
            }
            Event::Rescheduled { at } => {
                let game = self.running_mut()?;
                match (&mut game.clock, &mut game.silence) {
                    (Some(clock), _) => clock.move_reminder(*at),
                    (None, Some(silence)) => silence.move_question(*at),
                    (None, None) => {}
                }
            }
            Event::Reminded { number } => self.clock_mut(|clock| clock.reminded(*number))?,
            Event::TimeGiven { to, seconds } => {
                let span = SignedDuration::from_secs(i64::from(*seconds));
                self.clock_mut(|clock| clock.give(entry.at, *to, span))?;
            }
            Event::Paused => {
                self.running_mut()?.offer = None;
                self.clock_mut(|clock| clock.pause(entry.at))?;
            }
            Event::HolidayBegan { by, until } => {
                self.clock_mut(|clock| clock.holiday(entry.at, *by, Some(*until)))?;
            }
            Event::HolidayEnded { by } => {
                self.clock_mut(|clock| clock.holiday(entry.at, *by, None))?;
            }
            Event::Resumed => {
                let game = self.running_mut()?;
                game.offer.take_if(|(_, offer)| *offer == Offer::Resume);
                self.clock_mut(|clock| clock.resume(entry.at))?;
            }
            // Of a game that is over there is nothing to count.
            Event::SilenceBegan => {
                if let Some(game) = &mut self.game {
                    game.silence = game.clock.is_none().then(|| Silence::start(entry.at));
                }
            }
            Event::PlayersAsked => {
                if let Some(silence) = &mut self.running_mut()?.silence {
                    silence.asked();
                }
            }
            Event::Kept { .. } => {
                self.running_mut()?;
            }
            Event::SeatOffered { by, to } => {
                let game = self.running_mut()?;
                game.seat_offer = Some((*by, to.clone()));
                // They would be the player's next action, with which the offer lapses.
                game.conditions[by.index()].drop_all(Dropped::Offer);
            }
            Event::SeatRefused => self.running_mut()?.seat_offer = None,
            Event::Reseated { color, seat } => {
                self.running_mut()?.reseat(*color, seat.clone());
                if let Seat::Person(person) = seat {
                    self.watchers.remove(&person.id);
                    self.running_mut()?.votes.remove(person);
                }
                // They were about somebody else.
                self.running_mut()?.predictions = Predictions::begin(next + 1);
                self.clock_mut(|clock| clock.hand_over(entry.at, *color))?;
            }
            Event::Adjourned => {
                self.running_mut()?;
                self.game = None;
            }
            Event::Watched { by } => {
                self.running_mut()?;
                self.watchers.add(by);
            }
            Event::Unwatched { by } => self.watchers.remove(by),
            Event::Voted { by, actions } => self.running_mut()?.votes.add(by, actions, entry.at),
            Event::Predicted { by, winner } => {
                self.running_mut()?.predictions.add(by, *winner);
            }
            Event::RoundMoved { to } => self.running_mut()?.votes.move_end(*to),
            Event::VotesTold => self.running_mut()?.votes.tell(),
            Event::TournamentOpened { tournament } => self.tournament = Some(*tournament.clone()),
            event @ (Event::TournamentJoined { .. }
            | Event::TournamentLeft { .. }
            | Event::TournamentStarted { .. }
            | Event::RoundPaired { .. }
            | Event::GamesPaired { .. }
            | Event::PairingEnded
            | Event::MeetingEnded { .. }
            | Event::TournamentFinished
            | Event::TournamentCalledOff
            | Event::TournamentAnnounced) => {
                let tournament = self.tournament.as_mut();
                tournament.ok_or(LogError::NoTournament(next))?.apply(event);
            }
            Event::TournamentScheduled { schedule } => self.schedule = Some(*schedule.clone()),
            Event::ScheduleEnded => self.schedule = None,
            Event::Paired { game } => self.running_mut()?.tournament = Some(game.clone()),
            Event::WatchersTold => match self.running() {
                Some(_) => self.watchers.told(entry.at),
                None => self.watchers.clear(),
            },
            Event::Continued {
                adjourned,
                settings,
            } => {
                self.watchers.clear();
                // What was reviewed where the game was played before is not for everybody here.
                self.reviewed = None;
                // Those of the table follow.
                self.tournament = None;
                self.schedule = None;
                let game = self.running_mut()?;
                game.predictions = Predictions::begin(next + 1);
                game.offer = None;
                game.seat_offer = None;
                game.hint = None;
                game.votes = Votes::begin(entry.at);
                match &mut game.clock {
                    Some(clock) => {
                        clock.outage(*adjourned, entry.at);
                        clock.resume(entry.at);
                    }
                    None => game.silence = Some(Silence::start(entry.at)),
                }
                self.settings = settings.clone();
            }
            Event::Drawn => self.running_mut()?.end(entry.at, Ending::Agreed),
            Event::Resigned { by } => self.running_mut()?.end(entry.at, Ending::Resigned(*by)),
            Event::Aborted { by } => self.running_mut()?.end(entry.at, Ending::Aborted(*by)),
            Event::Left { by } => self.running_mut()?.end(entry.at, Ending::Left(*by)),
            Event::Adjudicated { result } => {
                self.running_mut()?
                    .end(entry.at, Ending::Adjudicated(*result));
            }
            Event::Outage { from, to } => {
                shift(&mut self.challenges, *from, *to);
                self.watchers.shift(to.duration_since(*from));
                if let Some(game) = &mut self.game {
                    if let Some(clock) = &mut game.clock {
                        clock.outage(*from, *to);
                    }
                    if let Some(silence) = &mut game.silence {
                        silence.outage(*from, *to);
                    }
                    game.votes.outage(*from, *to);
                }
            }
            Event::Configured { settings } => self.settings = settings.clone(),
            Event::Themed { theme } => self.settings.theme = Some(theme.clone()),
            Event::Flipped => self.settings.view = Some(!self.settings.board_view()),
        }
        if let Some(game) = &mut self.game {
            if game.is_over() {
                game.ended.get_or_insert(entry.at);
            }
            if let Some(silence) = &mut game.silence
                && entry.event.breaks_silence()
            {
                *silence = Silence::start(entry.at);
            }
        }
        let is_back = matches!(entry.event, Event::TookBack { .. });
        if is_back || self.actor() != actor {
            self.watchers.notice(is_back);
        }
        self.next += 1;
        let leaves_choices = entry.event.leaves_choices();
        if !leaves_choices {
            self.version = self.next;
        }
        if !leaves_choices || !is_about(deadline, self.deadline()) {
            self.reminders_from = self.next;
        }
        Ok(())
    }

    /// Who has to decide in the game in progress.
    fn actor(&self) -> Option<Color> {
        self.running().map(|game| game.position.actor())
    }

    /// When the player whose clock runs has no time left.
    fn deadline(&self) -> Option<Timestamp> {
        self.running()?.clock()?.deadline()
    }
}

/// Whether two deadlines are less than a minute apart, as after a short outage.
fn is_about(one: Option<Timestamp>, other: Option<Timestamp>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.duration_since(other).abs() < SignedDuration::from_mins(1),
        (one, other) => one == other,
    }
}
