//! Dispatch: turns a command, or a trigger of the host's own, into an outcome.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;

use super::away::tell;
use super::commands::{COMMANDS, daily_post, engine_turn, in_exercise};
use super::context::Context;
use super::draft::{Draft, Outcome, Show};
use super::due::fall_due;
use super::event::Event;
use super::forgotten::left;
use super::greeting::greeting;
use super::hint::give_hint;
use super::holiday::Holiday;
use super::needs::{any_game, deciding, moderates, running, seated};
use super::outage::outage;
use super::person::Person;
use super::place_gone::{may_not_speak, place_gone};
use super::refusal::Refusal;
use super::replay::{DrawnTurns, give_replay};
use super::reply::{Arg, Phrase};
use super::review::give_review;
use super::rounds::{begin_game, not_begun, record, say_boards};
use super::settings::Scope;
use super::silence_notices::count_silence;
use super::spec::{Call, Command, Commands, Handler, WhenStale};
use super::table::Table;
use super::tournament::{PairedGame, TournamentGame, TournamentResult};
use crate::engine::{Findings, Line};
use crate::game::Action;

/// What makes something happen at a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Trigger {
    /// A person's command.
    Command {
        /// Who.
        by: Person,
        /// What.
        command: Command,
    },
    /// The engine, or another program that plays, has decided on its turn or the rest of it.
    Turn(Vec<Action>),
    /// The engine has decided on a turn in place of another program that failed to.
    StandInTurn(Vec<Action>),
    /// The engine's lines for the pending hint, best first; empty if the engine failed.
    Hint(Vec<Line>),
    /// The engine has reviewed a game.
    Review {
        /// Number of the request.
        number: u64,
        /// What it has found, if it has not failed.
        findings: Option<Box<Findings>>,
    },
    /// A replay was drawn.
    Replay {
        /// Number of the request.
        number: u64,
        /// How, if it could be.
        drawn: Option<DrawnTurns>,
    },
    /// Something has fallen due at the table. It is handled as of the context's time.
    Timer {
        /// The time by which it is told, however late that is.
        now: Timestamp,
    },
    /// The place of the table is gone.
    PlaceGone {
        /// Whether it is gone for good. If the bot was removed and may be invited again, only a timed
        /// game is adjourned: nobody can move there, and nobody shall lose on time.
        for_good: bool,
    },
    /// The bot leaves the place of the table because it may not speak there.
    MayNotSpeak {
        /// Who invited it.
        inviter: Person,
    },
    /// The bot has come into the place of the table for the first time.
    Greeting {
        /// Where the language is set that holds there.
        scope: Scope,
    },
    /// A day has begun, whose puzzle is posted at the table.
    Daily {
        /// The day, by UTC.
        day: Date,
        /// Who solved the puzzle of the day before from this server.
        solvers: Vec<Person>,
    },
    /// A game of a tournament begins at the table.
    Paired(Box<PairedGame>),
    /// No games have begun at these boards of the tournament's current round, because their
    /// announcements may have been lost.
    Boards(Vec<usize>),
    /// A game of the tournament that goes on at the table cannot begin.
    NotBegun(TournamentGame),
    /// Games of the tournament that goes on at the table are over.
    Results(Vec<TournamentResult>),
    /// Somebody whom the table names has had their data deleted.
    Left,
    /// Somebody who watches cannot be told in private.
    Unreached {
        /// Id of the person.
        person: String,
    },
    /// A version before this one did not count the silence of the game in progress.
    CountSilence,
    /// A person has gone on holiday, or is back; or a game has begun.
    Holidays {
        /// The holidays that players are on, if any, by their ids. Nothing is known of others.
        away: BTreeMap<String, Option<Holiday>>,
    },
    /// The bot is up again.
    Outage {
        /// When it was last up.
        from: Timestamp,
        /// When it was up again. Before `from` if the wall clock was set back.
        to: Timestamp,
    },
}

/// Works out what follows from a trigger. What [has fallen due](Table::is_due) goes before it: the
/// caller has to let the timer fire first.
///
/// # Errors
///
/// A refusal, if nothing happens; it says why.
pub fn handle(table: &Table, trigger: &Trigger, context: &Context<'_>) -> Result<Outcome, Refusal> {
    let current = context
        .version
        .is_none_or(|version| version == table.version());
    let commands = match context.vocabulary {
        Some(known) => COMMANDS.with_vocabulary(known),
        None => COMMANDS,
    };
    let draft = match trigger {
        Trigger::Command { by, command } => Some(run(commands, table, by, command, context)?),
        Trigger::Turn(actions) if current => engine_turn(table, actions, false).transpose()?,
        Trigger::StandInTurn(actions) if current => {
            engine_turn(table, actions, true).transpose()?
        }
        Trigger::Hint(lines) if current => give_hint(table, lines, context.now),
        // The table has moved on while the engine was thinking.
        Trigger::Turn(_) | Trigger::StandInTurn(_) | Trigger::Hint(_) => None,
        Trigger::Review { number, findings } => give_review(table, *number, findings.as_deref()),
        Trigger::Replay { number, drawn } => give_replay(table, *number, *drawn),
        Trigger::Timer { now } => return fall_due(table, context, *now),
        Trigger::PlaceGone { for_good } => return place_gone(table, *for_good, context),
        Trigger::MayNotSpeak { inviter } => return Ok(may_not_speak(table, inviter)),
        Trigger::Greeting { scope } => return Ok(greeting(table, *scope)),
        Trigger::Daily { day, solvers } => {
            return Ok(daily_post(table, *day, solvers, context));
        }
        Trigger::Paired(paired) => begin_game(table, paired, context),
        Trigger::Boards(boards) => say_boards(table, boards),
        Trigger::NotBegun(game) => not_begun(table, game),
        Trigger::Results(results) => record(table, results),
        Trigger::Left => left(table),
        Trigger::Unreached { person } => {
            let by = person.clone();
            Some(Draft::silent(Show::Nothing).event(Event::Unwatched { by }))
        }
        Trigger::CountSilence => Some(count_silence()),
        Trigger::Holidays { away } => match tell(table, away, context.now) {
            Some((at, draft)) => {
                let then = Context {
                    now: at,
                    ..*context
                };
                return draft.into_outcome(table, &then);
            }
            None => None,
        },
        Trigger::Outage { from, to } => outage(table, *from, *to),
    };
    match draft {
        Some(draft) => draft.into_outcome(table, context),
        None => Ok(Outcome::nothing(table)),
    }
}

/// Runs a command: refuses a stale button press, looks up what the handler needs, and calls the
/// handler.
pub(super) fn run(
    commands: Commands,
    table: &Table,
    person: &Person,
    command: &Command,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    let Command { spec, options } = command;
    let stale = context
        .version
        .is_some_and(|version| version != table.version());
    let refused = stale
        && match spec.when_stale {
            WhenStale::Run => false,
            WhenStale::Refuse => true,
            WhenStale::RefuseIf(is_gone) => is_gone(table, options),
        };
    if refused {
        return Err(Phrase::new("stale-choice")
            .with("board", Arg::command("board"))
            .into());
    }
    let call = Call {
        table,
        person,
        options,
        context,
        spec,
        commands,
    };
    if let Some(handled) = in_exercise(&call) {
        return handled;
    }
    match spec.handler {
        Handler::Any(handler) => handler(&call),
        Handler::Game(handler) => handler(&call, any_game(table)?),
        Handler::Running(handler) => handler(&call, running(table)?),
        Handler::Seat(handler) => handler(&call, seated(table, person)?),
        Handler::Turn(handler) => handler(&call, deciding(table, person)?),
        Handler::Moderator(handler) => {
            moderates(context)?;
            handler(&call)
        }
    }
}
