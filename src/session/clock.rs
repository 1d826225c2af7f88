//! The clocks of a game: a fold of the times at which the entries of its log were written.
//!
//! White's clock runs from the game's start, and every other from the moment at which the turn
//! passes to that player. It runs through all decisions of the turn and stops with the last. The
//! time that a turn took is charged in whole seconds, rounded down, so that both clocks can be
//! computed from a record, which tells the time of each turn.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::time_control::TimeControl;
use super::weekend;
use crate::game::Color;

/// Least time between a reminder and the end of the time: whoever is reminded can still act.
const LEAST_NOTICE: i64 = 120;

/// What parts of the time at a turn's start are left when its player is reminded.
const REMINDED_AT: [i64; 2] = [2, 10];

/// Time that the engine does not use, for what happens between its answer and the entry in the log.
const RESERVE: SignedDuration = SignedDuration::from_secs(1);

/// Turns for which what is left of a bank has to last. A game has about thirty for each player.
const TURNS_TO_COME: i32 = 20;

/// Longest time for which a clock may be paused.
pub(super) const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What both players have left, white first.
pub(super) type Left = [SignedDuration; 2];

/// A turn as the clock saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TimedTurn {
    /// Number of actions of the game at its end.
    pub(super) actions: usize,
    /// The time it took, in whole seconds.
    pub(super) used: SignedDuration,
    /// What was left at its start, and what was given during it.
    before: Left,
    /// All that had been given until its end.
    pub(super) given: Left,
}

/// The clock that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Running {
    color: Color,
    /// Since when it runs; if it stands, when it was stopped.
    since: Timestamp,
    /// What of the turn's time was used before that.
    spent: SignedDuration,
    /// How many times the player was reminded in this turn.
    reminded: usize,
    /// The moment of a reminder, and to which it was moved. Void once the reminder has another.
    moved: Option<(Timestamp, Timestamp)>,
}

/// The clocks of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    /// Whether weekends do not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    weekends_off: bool,
    /// What was left at the start of the turn, and what was given since.
    left: Left,
    /// All that was given so far.
    given: Left,
    /// Nothing once the game is over.
    #[serde(skip)]
    running: Option<Running>,
    /// When the clock runs again by itself, if the players have paused it.
    #[serde(skip)]
    resumes: Option<Timestamp>,
    /// Until when white and black are on holiday: their clocks do not run.
    #[serde(skip)]
    holidays: [Option<Timestamp>; 2],
    /// When white and black were last back from a holiday.
    #[serde(skip)]
    back: [Option<Timestamp>; 2],
    turns: Vec<TimedTurn>,
}

impl Clock {
    /// The clocks of a game that starts now; nothing if it is untimed.
    pub(super) fn start(
        control: TimeControl,
        weekends_off: bool,
        at: Timestamp,
        first: Color,
    ) -> Option<Self> {
        let start = control.start()?;
        let mut clock = Self {
            control,
            weekends_off,
            left: [start; 2],
            given: [SignedDuration::ZERO; 2],
            running: None,
            resumes: None,
            holidays: [None; 2],
            back: [None; 2],
            turns: Vec::new(),
        };
        clock.run(first, at);
        Some(clock)
    }

    fn run(&mut self, color: Color, at: Timestamp) {
        self.running = Some(Running {
            color,
            since: at,
            spent: SignedDuration::ZERO,
            reminded: 0,
            moved: None,
        });
    }

    /// What the players agreed on.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Whether weekends do not count, in UTC.
    #[must_use]
    pub const fn weekends_off(&self) -> bool {
        self.weekends_off
    }

    /// Whether the clock of this turn stands: it is paused, or its player is on holiday.
    fn stands(&self, running: &Running) -> bool {
        self.resumes.is_some() || self.holidays[running.color.index()].is_some()
    }

    /// Whether the game is in progress and the clock of this turn stands.
    pub(super) fn is_standing(&self) -> bool {
        self.running.as_ref().is_some_and(|one| self.stands(one))
    }

    /// Time used in this turn so far; never negative, even if the wall clock was set back.
    fn used(&self, running: &Running, now: Timestamp) -> SignedDuration {
        let passed = if self.stands(running) {
            SignedDuration::ZERO
        } else if self.weekends_off {
            weekend::between(running.since, now)
        } else {
            now.duration_since(running.since)
        };
        running
            .spent
            .saturating_add(passed.max(SignedDuration::ZERO))
    }

    /// When this much of the turn's time will have been used; nothing while the clock stands.
    fn when_used(&self, span: SignedDuration) -> Option<Timestamp> {
        let running = self.running.as_ref().filter(|one| !self.stands(one))?;
        let rest = span.saturating_sub(running.spent).max(SignedDuration::ZERO);
        Some(match self.weekends_off {
            true => weekend::after(running.since, rest),
            false => later(running.since, rest),
        })
    }

    /// Changes whether the clock stands.
    fn change(&mut self, at: Timestamp, change: impl FnOnce(&mut Self)) {
        let used = self.running.as_ref().map(|running| self.used(running, at));
        change(self);
        if let Some((running, used)) = self.running.as_mut().zip(used) {
            running.spent = used;
            running.since = at;
        }
    }

    /// What a player has left at a moment, at least nothing. A second that has begun still counts.
    #[must_use]
    pub fn left(&self, color: Color, now: Timestamp) -> SignedDuration {
        let left = self.left[color.index()];
        let used = match &self.running {
            Some(running) if running.color == color => whole(self.used(running, now)),
            _ => SignedDuration::ZERO,
        };
        left.saturating_sub(used).max(SignedDuration::ZERO)
    }

    /// When the player whose clock runs has nothing left; nothing while no clock runs.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let color = self.running.as_ref()?.color;
        self.when_used(self.left[color.index()])
    }

    /// How long the player whose clock runs should think about this turn at most, so that time is
    /// left for the turns to come, and to write this one down; nothing while no clock runs. At most
    /// half of what is left.
    #[must_use]
    pub fn budget(&self, now: Timestamp) -> Option<SignedDuration> {
        let color = self.running.as_ref()?.color;
        let left = self.deadline()?.duration_since(now);
        let left = left
            .min(self.left(color, now))
            .saturating_sub(RESERVE)
            .max(SignedDuration::ZERO);
        Some(match self.control {
            TimeControl::Fischer { increment, .. } => {
                (left / TURNS_TO_COME + increment / 2).min(left / 2)
            }
            TimeControl::PerMove(_) | TimeControl::Untimed => left / 2,
        })
    }

    /// When the clock runs again by itself, if the players have paused it.
    #[must_use]
    pub fn resumes(&self) -> Option<Timestamp> {
        self.running.as_ref().and(self.resumes)
    }

    /// Until when a player is on holiday.
    #[must_use]
    pub fn on_holiday(&self, color: Color) -> Option<Timestamp> {
        let until = self.holidays[color.index()];
        self.running.as_ref().and(until)
    }

    /// Since when a player's clock has run, if it does.
    pub(super) fn runs_since(&self, color: Color) -> Option<Timestamp> {
        let running = self.running.as_ref()?;
        (running.color == color && !self.stands(running)).then_some(running.since)
    }

    /// When a player was last back from a holiday.
    pub(super) const fn back_since(&self, color: Color) -> Option<Timestamp> {
        self.back[color.index()]
    }

    /// Who is back from holiday next, and when.
    pub(super) fn next_return(&self) -> Option<(Timestamp, Color)> {
        let mut ends = Color::ALL.map(|color| Some((self.on_holiday(color)?, color)));
        ends.sort();
        ends.into_iter().flatten().next()
    }

    /// The next moment at which the player whose clock runs is reminded, and which reminder of the
    /// turn it is, counted from 1.
    pub(super) fn next_reminder(&self) -> Option<(Timestamp, usize)> {
        let (at, number) = self.natural_reminder()?;
        let moved = self.running.and_then(|running| running.moved);
        let moved = moved.filter(|(from, _)| *from == at);
        Some((moved.map_or(at, |(_, to)| to), number))
    }

    /// The next reminder comes at another moment.
    pub(super) fn move_reminder(&mut self, to: Timestamp) {
        let from = self.natural_reminder();
        if let Some((running, (from, _))) = self.running.as_mut().zip(from) {
            running.moved = Some((from, to));
        }
    }

    /// The same as if none was moved.
    pub(super) fn natural_reminder(&self) -> Option<(Timestamp, usize)> {
        let running = self.running.as_ref()?;
        let all = self.left[running.color.index()];
        let left = all.as_secs();
        let mut before = left;
        for (index, part) in REMINDED_AT.into_iter().enumerate() {
            let notice = (left / part).max(LEAST_NOTICE);
            if notice >= before {
                continue;
            }
            before = notice;
            if index >= running.reminded {
                let at = self.when_used(all.saturating_sub(SignedDuration::from_secs(notice)))?;
                return Some((at, index + 1));
            }
        }
        None
    }

    /// How many reminders of the turn there were.
    pub(super) fn reminders(&self) -> usize {
        self.running.map_or(0, |running| running.reminded)
    }

    /// How long the turns took, and how many actions had been played at the end of each.
    pub(super) fn turns(&self) -> &[TimedTurn] {
        &self.turns
    }

    /// All that was given to both players.
    pub(super) const fn given(&self) -> Left {
        self.given
    }

    /// The turn has ended and passes to the other player.
    pub(super) fn pass(&mut self, at: Timestamp, actions: usize, next: Color) {
        let Some(color) = self.end_turn(at, actions) else {
            return;
        };
        let left = &mut self.left[color.index()];
        *left = self.control.after_turn(*left);
        self.run(next, at);
    }

    /// The game is over: no clock runs any more.
    pub(super) fn stop(&mut self, at: Timestamp, actions: usize) {
        self.end_turn(at, actions);
    }

    /// Charges the turn, and stops its clock. Returns whose turn it was.
    fn end_turn(&mut self, at: Timestamp, actions: usize) -> Option<Color> {
        let running = self.running.take()?;
        let used = whole(self.used(&running, at));
        // A turn without an action is none: the game ended before it was taken.
        if self.turns.last().map_or(0, |turn| turn.actions) < actions {
            self.turns.push(TimedTurn {
                actions,
                used,
                before: self.left,
                given: self.given,
            });
        }
        let left = &mut self.left[running.color.index()];
        *left = left.saturating_sub(used).max(SignedDuration::ZERO);
        Some(running.color)
    }

    /// The game goes back to where this many actions had been played. Turns that are taken back
    /// cost no time: both clocks show what they showed at the start of the first of them, and what
    /// was given since, and the clock of the player to decide starts now. If nobody had completed
    /// a turn meanwhile, it runs on. A pause goes on.
    pub(super) fn take_back(&mut self, at: Timestamp, remaining: usize, actor: Color) {
        let kept = self.turns.partition_point(|turn| turn.actions <= remaining);
        let Some(first) = self.turns.get(kept).copied() else {
            return;
        };
        self.turns.truncate(kept);
        for color in Color::ALL {
            let index = color.index();
            let since = self.given[index].saturating_sub(first.given[index]);
            self.left[index] = first.before[index].saturating_add(since);
        }
        self.run(actor, at);
    }

    /// A player is given time.
    pub(super) fn give(&mut self, at: Timestamp, to: Color, span: SignedDuration) {
        for times in [&mut self.left, &mut self.given] {
            let time = &mut times[to.index()];
            *time = time.saturating_add(span);
        }
        self.skip_reminders(at);
    }

    /// Reminders that would have come before a moment do not come any more.
    fn skip_reminders(&mut self, at: Timestamp) {
        while let Some((_, number)) = self.natural_reminder().filter(|(due, _)| *due < at) {
            self.reminded(number);
        }
    }

    /// The player whose clock runs was reminded; `number` counts the reminders of the turn.
    pub(super) const fn reminded(&mut self, number: usize) {
        if let Some(running) = &mut self.running {
            running.reminded = number;
        }
    }

    /// The bot was down from one moment to another: that time does not count. If `to` is before
    /// `from`, the wall clock was set back instead.
    pub(super) fn outage(&mut self, from: Timestamp, to: Timestamp) {
        self.change(from, |_| ());
        if let Some(running) = &mut self.running {
            running.since = to;
        }
        if let Some(resumes) = &mut self.resumes {
            *resumes = later(*resumes, to.duration_since(from));
        }
        // Holidays go by the calendar. One that ended meanwhile ends now.
        for until in self.holidays.iter_mut().flatten() {
            *until = (*until).max(to);
        }
    }

    /// The clock stops until it is resumed, or until its pause has lasted as long as it may.
    pub(super) fn pause(&mut self, at: Timestamp) {
        if self.resumes.is_none() {
            self.change(at, |clock| clock.resumes = Some(later(at, LONGEST_PAUSE)));
        }
    }

    /// The clock runs again.
    pub(super) fn resume(&mut self, at: Timestamp) {
        self.change(at, |clock| clock.resumes = None);
    }

    /// A player goes on holiday until a moment, or is back if there is none.
    pub(super) fn holiday(&mut self, at: Timestamp, color: Color, until: Option<Timestamp>) {
        let index = color.index();
        if self.holidays[index].is_some() && until.is_none() {
            self.back[index] = Some(at);
        }
        if self.running.is_some_and(|running| running.color == color) {
            self.change(at, |clock| clock.holidays[index] = until);
        } else {
            self.holidays[index] = until;
        }
    }

    /// Somebody else plays a colour. Holidays and reminders are a person's own.
    pub(super) fn hand_over(&mut self, at: Timestamp, color: Color) {
        self.holiday(at, color, None);
        self.back[color.index()] = None;
        if self.running.is_some_and(|running| running.color == color) {
            self.reminded(0);
            self.skip_reminders(at);
        }
    }
}

/// The whole seconds of a span.
const fn whole(span: SignedDuration) -> SignedDuration {
    SignedDuration::from_secs(span.as_secs())
}

/// The time since a moment that does not count because the bot was down from one moment to another.
/// Negative if `to` is before `from`: then the wall clock was set back.
pub(super) fn missed(since: Timestamp, from: Timestamp, to: Timestamp) -> SignedDuration {
    match to < from {
        true => to.duration_since(from),
        false => to.duration_since(from.max(since)).max(SignedDuration::ZERO),
    }
}

/// A moment that is so much later, at most the last that can be written down.
pub(super) fn later(at: Timestamp, by: SignedDuration) -> Timestamp {
    at.checked_add(by).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests;
