//! A game at a table: who plays, what was played, offers, hints, clocks, and how it ended.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::conditions::{Conditions, Dropped};
use super::event::{HintAmount, Offer};
use super::person::{Person, Seat};
use super::predictions::Predictions;
use super::silence::Silence;
use super::time_control::TimeControl;
use super::tournament::TournamentGame;
use super::votes::Votes;
use crate::game::{Action, Color, GameResult, IllegalAction, Played, Position, Stage, Variant};

/// The end of a game by other means than the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// A player resigned.
    Resigned(Color),
    /// Both players agreed to a draw.
    Agreed,
    /// A player called it off, as the other one had left: there is no result.
    Aborted(Color),
    /// A player ran out of time.
    TimedOut(Color),
    /// A moderator decided it; without a result if it was called off.
    Adjudicated(Option<GameResult>),
    /// The time of a player ran out who had not decided anything yet: there is no result.
    CalledOff(Color),
    /// A player had their data deleted: there is no result.
    Left(Color),
}

impl Ending {
    /// Whether a player ran out of time.
    pub(super) const fn is_on_time(self) -> bool {
        match self {
            Self::TimedOut(_) => true,
            Self::Resigned(_)
            | Self::Agreed
            | Self::Aborted(_)
            | Self::Adjudicated(_)
            | Self::CalledOff(_)
            | Self::Left(_) => false,
        }
    }

    /// The ending as a word, for names of messages.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Resigned(_) => "resigned",
            Self::Agreed => "agreed",
            Self::Aborted(_) | Self::CalledOff(_) | Self::Left(_) | Self::Adjudicated(None) => {
                "aborted"
            }
            Self::Adjudicated(Some(_)) => "adjudicated",
            Self::TimedOut(_) => "timed-out",
        }
    }
}

/// A pending hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintRequest {
    /// Who asked.
    pub by: Person,
    /// How much of a hint.
    pub amount: HintAmount,
    /// Whether it comes by itself.
    pub by_itself: bool,
    /// Number of the entry that asks.
    pub number: u64,
}

/// A game at a table, in progress or over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub(super) seats: [Seat; 2],
    pub(super) variant: Variant,
    pub(super) rated: bool,
    pub(super) server: Option<String>,
    /// Version of the bot's levels as it began.
    pub(super) levels: u32,
    pub(super) started: Timestamp,
    pub(super) ended: Option<Timestamp>,
    pub(super) actions: Vec<Action>,
    /// When each action was taken.
    pub(super) times: Vec<Timestamp>,
    pub(super) position: Position,
    pub(super) offer: Option<(Color, Offer)>,
    pub(super) ending: Option<Ending>,
    pub(super) hint: Option<HintRequest>,
    pub(super) hints: [u32; 2],
    /// Whether hints come by themselves.
    pub(super) coached: bool,
    pub(super) clock: Option<Clock>,
    /// Since a turn was taken back, which colours have not decided anything: what was taken back
    /// must not be played again automatically.
    pub(super) after_undo: [bool; 2],
    /// The seat of this colour is offered to a person. Lapses with the next action of its player.
    pub(super) seat_offer: Option<(Color, Person)>,
    /// Whose seats changed hands after their players had decided something.
    pub(super) handed_over: [bool; 2],
    /// How many actions had been played when they did for the last time.
    pub(super) handed_over_after: [Option<usize>; 2],
    /// None in a timed game.
    pub(super) silence: Option<Silence>,
    /// What each colour answers to foreseen turns.
    pub(super) conditions: [Conditions; 2],
    /// Which player spectators expect to win.
    pub(super) predictions: Predictions,
    /// What a crowd that has to decide has voted for.
    pub(super) votes: Votes,
    /// Which game of a tournament it is, if it is one.
    pub(super) tournament: Option<TournamentGame>,
}

impl Game {
    /// Who plays a colour.
    #[must_use]
    pub const fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// Who plays white and black.
    #[must_use]
    pub const fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The colour that a person plays.
    #[must_use]
    pub fn color_of(&self, person: &Person) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.seat(color).holds(person))
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// All actions so far.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The hint that the player to decide waits for.
    #[must_use]
    pub const fn hint(&self) -> Option<&HintRequest> {
        self.hint.as_ref()
    }

    /// How many hints a colour was given.
    #[must_use]
    pub const fn hints_of(&self, color: Color) -> u32 {
        self.hints[color.index()]
    }

    /// Whether the players agreed that the game is rated.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        self.rated
    }

    /// When the game began.
    #[must_use]
    pub const fn started(&self) -> Timestamp {
        self.started
    }

    /// How the game ended, if the board did not end it.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The result, if there is one. A game that was called off has none.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        match self.ending {
            Some(Ending::Resigned(color) | Ending::TimedOut(color)) => {
                Some(GameResult::win(!color))
            }
            Some(Ending::Agreed) => Some(GameResult::Draw),
            Some(Ending::Adjudicated(result)) => result,
            Some(Ending::Aborted(_) | Ending::CalledOff(_) | Ending::Left(_)) => None,
            None => self.position.result(),
        }
    }

    /// Whether the game ended without a result.
    #[must_use]
    pub const fn is_called_off(&self) -> bool {
        matches!(
            self.ending,
            Some(
                Ending::Aborted(_)
                    | Ending::CalledOff(_)
                    | Ending::Left(_)
                    | Ending::Adjudicated(None)
            )
        )
    }

    /// The clocks, if the game is timed.
    #[must_use]
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Whether the clock is paused: nobody may decide.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.clock
            .as_ref()
            .is_some_and(|clock| clock.resumes().is_some())
    }

    /// Whether the clock of the other player would run once a pause ends, and could run out before
    /// they hear of it: they have to agree. Nobody waits for the bot.
    pub(super) fn needs_consent_to_run(&self, color: Color) -> bool {
        let time = self.time();
        !time.is_untimed()
            && !time.is_slow()
            && self.position.actor() != color
            && !self.seat(!color).is_bot()
    }

    /// How long the players may think.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        self.clock
            .as_ref()
            .map_or(TimeControl::Untimed, Clock::control)
    }

    /// The conditional moves of a colour.
    pub(super) const fn conditions_of(&self, color: Color) -> &Conditions {
        &self.conditions[color.index()]
    }

    /// Drops the conditional moves of both players.
    pub(super) fn drop_conditions(&mut self, why: Dropped) {
        for conditions in &mut self.conditions {
            conditions.drop_all(why);
        }
    }

    /// Whether a decision without alternative may be taken for a colour.
    pub(super) const fn may_play_forced(&self, color: Color) -> bool {
        !self.after_undo[color.index()]
    }

    /// Whether a colour has decided anything in the game.
    pub(super) fn has_decided(&self, color: Color) -> bool {
        self.played().iter().any(|action| action.by == color)
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending.is_some() || self.position.stage() == Stage::Over
    }

    /// Plays an action.
    pub(super) fn act(&mut self, at: Timestamp, action: Action) -> Result<(), IllegalAction> {
        let after = self.position.play(action)?;
        if self.offer_lapses() {
            self.offer = None;
        }
        let before = self.position.actor();
        self.seat_offer.take_if(|(by, _)| *by == before);
        self.after_undo[before.index()] = false;
        self.position = after;
        self.hint = None;
        self.actions.push(action);
        self.times.push(at);
        self.votes = Votes::begin(at);
        for conditions in &mut self.conditions {
            conditions.follow(&self.actions);
        }
        if let Some(clock) = &mut self.clock {
            let actions = self.actions.len();
            if after.stage() == Stage::Over {
                clock.stop(at, actions);
            } else if after.actor() != before {
                clock.pass(at, actions, after.actor());
            }
        }
        Ok(())
    }

    /// Goes back to where this many actions had been played, at most as many as there are.
    pub(super) fn take_back(&mut self, at: Timestamp, remaining: usize) {
        self.actions.truncate(remaining);
        self.times.truncate(remaining);
        let start = Position::start(self.variant);
        self.position = self
            .actions
            .iter()
            .fold(start, |position, &action| position.play_unchecked(action));
        self.offer = None;
        self.hint = None;
        self.votes = Votes::begin(at);
        for after in self.handed_over_after.iter_mut().flatten() {
            *after = remaining.min(*after);
        }
        self.after_undo = [true; 2];
        self.drop_conditions(Dropped::TakenBack);
        if let Some(clock) = &mut self.clock {
            clock.take_back(at, remaining, self.position.actor());
        }
    }

    /// Ends the game by other means than the board.
    pub(super) fn end(&mut self, at: Timestamp, ending: Ending) {
        self.ending = Some(ending);
        self.hint = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(at, self.actions.len());
        }
    }

    /// Whether the offer lapses with the next action. A draw may still be agreed on after the move
    /// of the player who offered it; everything else lapses when the game goes on.
    pub(super) fn offer_lapses(&self) -> bool {
        self.offer
            .is_some_and(|offer| offer != (self.position.actor(), Offer::Draw))
    }

    /// Every action with its player and the markers that it turned.
    #[must_use]
    pub fn played(&self) -> Vec<Played> {
        Played::sequence(&Position::start(self.variant), &self.actions)
    }

    /// How many actions remain when a colour's last turn is taken back, and all that followed
    /// it; nothing if the colour has not acted yet.
    #[must_use]
    pub fn before_last_turn_of(&self, color: Color) -> Option<usize> {
        let played = self.played();
        let end = played.iter().rposition(|action| action.by == color)? + 1;
        Some(end - Played::last_turn(&played[..end]).len())
    }
}
