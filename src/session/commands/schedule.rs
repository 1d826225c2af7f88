//! `schedule`: recurring tournaments.

use jiff::tz::TimeZone;
use tournament::System;

use super::terms::{RATED, TIME, VARIANT, WEEKENDS};
use super::tournament::{ROUNDS, format, must_have_threads, system};
use crate::session::clock::later;
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::moderation::AuditNote;
use crate::session::needs::moderates;
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::recurrence::{DAYS, EVERY_DAY, Recurrence};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::schedule::{LEAST_NOTICE, Schedule};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec};

/// The system, or the end of it all.
const WHAT: OptionSpec = OptionSpec::optional(
    "what",
    "option-schedule",
    Kind::Choice(Choices {
        words: &["swiss", "round-robin", "knockout", "arena", "off"],
        also: &[
            ("roundrobin", "round-robin"),
            ("robin", "round-robin"),
            ("knock-out", "knockout"),
            ("elimination", "knockout"),
            ("stop", "off"),
        ],
        has_default: false,
    }),
);

/// The days on which they begin.
const DAY: OptionSpec = OptionSpec::optional(
    "day",
    "option-day",
    Kind::Choice(Choices {
        words: &DAYS,
        also: &[
            ("mon", "monday"),
            ("tue", "tuesday"),
            ("wed", "wednesday"),
            ("thu", "thursday"),
            ("fri", "friday"),
            ("sat", "saturday"),
            ("sun", "sunday"),
            ("daily", EVERY_DAY),
            ("everyday", EVERY_DAY),
        ],
        has_default: false,
    }),
)
.written("[friday|daily]");

/// The time of the day.
const AT: OptionSpec = OptionSpec::optional("at", "option-at", Kind::TimeOfDay);

/// The time zone of that time.
const ZONE: OptionSpec = OptionSpec::optional("zone", "option-zone", Kind::Zone);

pub(super) static SCHEDULE: Spec = Spec {
    // Times of the day before lengths of time.
    options: &[WHAT, DAY, AT, ZONE, ROUNDS, TIME, WEEKENDS, VARIANT, RATED],
    example: "schedule swiss friday 18:00 Europe/Warsaw 15m+10s",
    details: Some(|| Phrase::new("schedule-details")),
    lookups: &[Lookup::Rights],
    works_anywhere: true,
    ..Spec::new("schedule", Group::Moderate, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let what = call.options.word(&WHAT);
    if let Some(system) = what.and_then(system) {
        return schedule(call, system);
    }
    match what {
        Some(_) => end(call),
        None if call.options.is_empty() => show(call),
        None => Err(call.spec.missing()),
    }
}

fn show(call: &Call<'_>) -> Handled {
    let line = match call.table.schedule() {
        Some(schedule) => schedule.phrase(),
        None => Phrase::new("schedule-none").with("example", Arg::command(call.spec.example())),
    };
    Ok(say(line))
}

fn schedule(call: &Call<'_>, system: System) -> Handled {
    let Call {
        table,
        person,
        options,
        context,
        ..
    } = *call;
    moderates(context)?;
    must_have_threads(table, context)?;
    if !context.inherited.plays() {
        return Err(Phrase::new("play-off")
            .with("set", Arg::command("set channel play on"))
            .into());
    }
    // A lone number, such as an hour, is that of the rounds.
    if options.time_of_day(&AT).is_none() && options.number(&ROUNDS).is_some() {
        return Err(Refusal::new(Phrase::new("schedule-time")).and(call.spec.usage_line()));
    }
    let (Some(word), Some(at)) = (options.word(&DAY), options.time_of_day(&AT)) else {
        return Err(call.spec.missing());
    };
    let zone = options.zone(&ZONE).unwrap_or(TimeZone::UTC);
    let format = format(call, system)?;
    let every = Recurrence::new(word, at, zone).ok_or_else(|| call.spec.missing())?;
    let schedule = Schedule {
        by: person.clone(),
        every,
        system,
        terms: format.terms,
        server: context.server.map(str::to_owned),
        rounds: format.rounds,
        minutes: format.minutes,
        next: context.now,
        opens: context.now,
    };
    let soonest = later(context.now, LEAST_NOTICE);
    let schedule = schedule.further(soonest, context.now);
    let schedule = schedule.ok_or_else(|| call.spec.missing())?;
    let mut draft = say(schedule.phrase());
    if schedule.opens > context.now {
        let line = Phrase::new("schedule-opens").with("opens", Arg::Time(schedule.opens));
        draft.text.push(line);
    }
    draft.moderation.audit = Some(AuditNote::new(person, "schedule".to_owned()));
    let schedule = Box::new(schedule);
    Ok(draft.event(Event::TournamentScheduled { schedule }))
}

fn end(call: &Call<'_>) -> Handled {
    moderates(call.context)?;
    if call.table.schedule().is_none() {
        return show(call);
    }
    let mut draft = say(Phrase::new("schedule-off"));
    let tournament = call.table.tournament().filter(|one| one.is_open());
    if let Some(starts) = tournament.and_then(|one| one.starts) {
        let still = Phrase::new("schedule-open-still")
            .with("starts", Arg::Time(starts))
            .with("stop", Arg::command("tournament stop"));
        draft.text.push(still);
    }
    draft.moderation.audit = Some(AuditNote::new(call.person, "schedule off".to_owned()));
    Ok(draft.event(Event::ScheduleEnded))
}

fn say(line: Phrase) -> Draft {
    let mut draft = Draft::say(line, Show::Nothing);
    draft.apart = true;
    draft
}
