//! Recurring tournaments: when the next one is opened, and what it is like.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tournament::System;

use super::context::Context;
use super::draft::{Draft, Show};
use super::event::Event;
use super::person::Person;
use super::recurrence::Recurrence;
use super::reply::{Arg, Phrase};
use super::sign_up::{open, system_phrase};
use super::table::Table;
use super::terms::Terms;
use super::tournament::{Stage, Tournament};

/// Minimum time between scheduling a tournament and its start.
pub(super) const LEAST_NOTICE: SignedDuration = SignedDuration::from_mins(1);

/// How long before its start people can join a weekly tournament.
const WEEKLY_SIGN_UP: SignedDuration = SignedDuration::from_hours(24);

/// The same for a daily one, shorter so that the last one can be over by then.
const DAILY_SIGN_UP: SignedDuration = SignedDuration::from_hours(6);

/// Recurring tournaments of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Who scheduled them.
    pub(super) by: Person,
    /// When they begin.
    pub(super) every: Recurrence,
    pub(super) system: System,
    /// The terms of all their games.
    #[serde(flatten)]
    pub(super) terms: Terms,
    /// The server where their games are played, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<String>,
    /// The number of rounds, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rounds: Option<usize>,
    /// How long an arena lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) minutes: Option<u8>,
    /// When the next one that has not been opened begins.
    pub(super) next: Timestamp,
    /// When it is opened, so that people can join.
    pub(super) opens: Timestamp,
}

impl Schedule {
    /// The schedule as of `now`, from the first tournament after `after` on; `None` at the end of time.
    pub(super) fn further(&self, after: Timestamp, now: Timestamp) -> Option<Self> {
        let next = self.every.next(after)?;
        let before = match self.every.is_daily() {
            true => DAILY_SIGN_UP,
            false => WEEKLY_SIGN_UP,
        };
        let opens = next.checked_sub(before).unwrap_or(now).max(now);
        Some(Self {
            next,
            opens,
            ..self.clone()
        })
    }

    /// What is scheduled, and when the next one begins.
    pub(super) fn phrase(&self) -> Phrase {
        Phrase::new("schedule-line")
            .with("every", Phrase::new(format!("on-{}", self.every.word())))
            .with("at", self.every.time_text())
            .with("zone", self.every.zone_text())
            .with("system", system_phrase(self.system, self.minutes))
            .with("games", self.terms.full_phrase())
            .with("next", Arg::Time(self.next))
    }

    fn tournament(&self, context: &Context<'_>) -> Tournament {
        Tournament {
            id: context.tournament_id(),
            organizer: self.by.clone(),
            system: self.system,
            color: None,
            terms: self.terms,
            server: self.server.clone(),
            rounds_wanted: self.rounds,
            minutes: self.minutes,
            starts: Some(self.next),
            ends: None,
            announced: false,
            stage: Stage::SignUp,
            opened: context.now,
            entrants: Vec::new(),
            rounds: Vec::new(),
        }
    }
}

impl Table {
    /// The tournaments that are scheduled here.
    pub(super) const fn schedule(&self) -> Option<&Schedule> {
        self.schedule.as_ref()
    }

    /// Whether tournaments are scheduled here.
    #[must_use]
    pub const fn is_scheduled(&self) -> bool {
        self.schedule.is_some()
    }

    /// The event that tells of them again.
    pub(super) fn scheduled_again(&self) -> Option<Event> {
        let schedule = Box::new(self.schedule()?.clone());
        Some(Event::TournamentScheduled { schedule })
    }
}

/// Opens the next tournament, once quiet hours are over if they end before its start. It is skipped
/// if the last one is still in progress, if the bot does not play here, or if its start was before
/// `now`.
pub(super) fn open_next(table: &Table, context: &Context<'_>, now: Timestamp) -> Option<Draft> {
    let schedule = table.schedule()?;
    let further = match schedule.further(schedule.next.max(now), context.now) {
        Some(further) => Event::TournamentScheduled {
            schedule: Box::new(further),
        },
        None => Event::ScheduleEnded,
    };
    let is_missed = schedule.next <= now;
    if let Some(opens) = context.quiet_here_until()
        && opens < schedule.next
        && !is_missed
    {
        let schedule = Box::new(Schedule {
            opens,
            ..schedule.clone()
        });
        let moved = Event::TournamentScheduled { schedule };
        return Some(Draft::silent(Show::Nothing).event(moved));
    }
    if is_missed || table.tournament_id().is_some() || !context.inherited.plays() {
        return Some(Draft::silent(Show::Nothing).event(further));
    }
    Some(open(schedule.tournament(context)).event(further))
}
