//! Quiet hours: what the bot says by itself is moved out of them, and whoever is mentioned in theirs
//! is not woken.

use jiff::{SignedDuration, Timestamp};

use super::clock::Clock;
use super::context::Context;
use super::event::Event;
use super::game::Game;
use super::person::{Person, Seat};
use super::reply::Reply;
use super::settings::{Hours, Quiet, Remind, quiet_around};
use super::table::Table;

/// What has to be left to act: of a turn's time after the quiet hours, for a reminder at their end;
/// and before they begin, for one that comes early.
const NOTICE: SignedDuration = SignedDuration::from_mins(30);

/// What becomes of something that the bot would say by itself at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    /// It is said then.
    Keep,
    /// It is said then, in quiet hours: later it would be too late, and earlier there was nothing to
    /// say.
    Quietly,
    /// It is said at another moment.
    Move(Timestamp),
}

/// What becomes of something that would be said at a moment, and is of use until `deadline`.
fn plan(hours: &[Hours], at: Timestamp, deadline: Option<Timestamp>, now: Timestamp) -> Plan {
    let Some((begin, end)) = quiet_around(hours, at) else {
        return Plan::Keep;
    };
    let is_quiet = |at| quiet_around(hours, at).is_some();
    let in_time = deadline.is_none_or(|deadline| deadline.duration_since(end) >= NOTICE);
    if in_time && !is_quiet(end) {
        return Plan::Move(end);
    }
    match begin.checked_sub(NOTICE) {
        Ok(before) if before > now && !is_quiet(before) => Plan::Move(before),
        _ => Plan::Quietly,
    }
}

impl Context<'_> {
    /// The quiet hours of a person.
    fn quiet_of(&self, person: &Person) -> Option<Hours> {
        self.personal.of(person).quiet.as_ref()?.hours().cloned()
    }

    /// The quiet hours of the place.
    pub(super) fn quiet_here(&self) -> Option<Hours> {
        self.inherited
            .quiet
            .as_ref()
            .and_then(Quiet::hours)
            .cloned()
    }

    /// What becomes of a reminder of a game that would come at a moment.
    pub(super) fn plan_reminder(&self, game: &Game, at: Timestamp) -> Plan {
        let Some(person) = game.seat(game.position().actor()).person() else {
            return Plan::Keep;
        };
        let is_public = self.reminders_of(person) == Remind::Channel;
        let here = self.quiet_here().filter(|_| is_public);
        let hours: Vec<Hours> = self.quiet_of(person).into_iter().chain(here).collect();
        let deadline = game.clock().and_then(Clock::deadline);
        plan(&hours, at, deadline, self.now)
    }

    /// What becomes of the question whether a game is still on.
    pub(super) fn plan_question(&self, game: &Game, at: Timestamp) -> Plan {
        let people = game.seats().iter().filter_map(Seat::person);
        let own = people.filter_map(|person| self.quiet_of(person));
        let hours: Vec<Hours> = own.chain(self.quiet_here()).collect();
        plan(&hours, at, None, self.now)
    }

    /// When the quiet hours end that the place has now, if it has.
    pub(super) fn quiet_here_until(&self) -> Option<Timestamp> {
        let here: Vec<Hours> = self.quiet_here().into_iter().collect();
        quiet_around(&here, self.now).map(|(_, end)| end)
    }

    /// Whether it is quiet at the place now.
    pub(super) fn is_quiet_here(&self) -> bool {
        self.quiet_here_until().is_some()
    }

    /// Whether all whom a reply mentions have quiet hours now.
    fn wakes_nobody(&self, reply: &Reply) -> bool {
        let mut mentions = reply.mentions().peekable();
        mentions.peek().is_some()
            && mentions.all(|person| {
                let own: Vec<Hours> = self.quiet_of(person).into_iter().collect();
                quiet_around(&own, self.now).is_some()
            })
    }
}

impl Reply {
    /// Has it come without a sound if all whom it mentions have quiet hours.
    pub(super) fn keep_quiet(&mut self, context: &Context<'_>) {
        self.silent = context.wakes_nobody(self);
    }
}

/// The event that moves the next reminder, or the question whether the game is still on, out of the
/// quiet hours that hold now, or back; nothing if it comes when it should.
pub(super) fn reschedule(table: &Table, context: &Context<'_>) -> Option<Event> {
    let game = table.running()?;
    let (natural, planned, plan) = match game.clock() {
        Some(clock) => {
            let (natural, _) = clock.natural_reminder()?;
            let (planned, _) = clock.next_reminder()?;
            (natural, planned, context.plan_reminder(game, natural))
        }
        None => {
            let silence = game.silence?;
            let natural = silence.natural_question()?;
            let planned = silence.question()?;
            (natural, planned, context.plan_question(game, natural))
        }
    };
    let at = match plan {
        Plan::Keep | Plan::Quietly => natural,
        Plan::Move(at) => at,
    };
    // What is due is for the timer.
    (at != planned && at > context.now).then_some(Event::Rescheduled { at })
}
