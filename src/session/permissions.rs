//! Who may not use a command where, and why: the muted, the blocked, places in which the bot does
//! not play.

use jiff::Timestamp;

use super::context::Context;
use super::needs::{moderates, seated};
use super::person::Person;
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::settings::{Challengers, Settings};
use super::spec::{Command, Group};
use super::table::Table;

/// Why a muted person may not use a command. They finish the games that they are in, and, where
/// nobody else reads it, may look after their own affairs.
#[must_use]
pub fn muted(
    table: &Table,
    person: &Person,
    command: &Command,
    unseen: bool,
    until: Timestamp,
) -> Option<Refusal> {
    let own_affairs = unseen && command.spec.group == Group::More;
    if own_affairs || seated(table, person).is_ok() {
        return None;
    }
    Some(Phrase::new("muted").with("until", Arg::Time(until)).into())
}

/// Why a command is not followed where the bot does not play. A game or a tournament that is in progress
/// there goes on.
#[must_use]
pub fn not_here(table: &Table, command: &Command, here: &Settings) -> Option<Refusal> {
    let is_busy = table.running().is_some() || table.tournament_id().is_some();
    if here.plays() || command.spec.works_anywhere || is_busy {
        return None;
    }
    Some(
        Phrase::new("play-off")
            .with("set", Arg::command("set channel play on"))
            .into(),
    )
}

/// Refuses whoever may not challenge others here.
pub(super) fn may_challenge(context: &Context<'_>) -> Result<(), Refusal> {
    match context.inherited.challengers() {
        Challengers::Everyone => Ok(()),
        Challengers::Moderators => moderates(context).map_err(|refusal| match context.rights {
            Some(_) => Phrase::new("challenges-moderators").into(),
            None => refusal,
        }),
        Challengers::Nobody => Err(Phrase::new("challenges-off")
            .with("play", Arg::command("play"))
            .into()),
    }
}

/// Refuses what needs another person who takes no challenges, who has blocked the author, or who had
/// their data deleted. It does not say which.
pub(super) fn must_be_open(person: &Person, context: &Context<'_>) -> Result<(), Refusal> {
    let takes_none = context.personal.of(person).challenges == Some(Challengers::Nobody);
    if !takes_none && !context.closed.contains(&person.id) && !person.is_forgotten() {
        return Ok(());
    }
    Err(Phrase::new("not-available")
        .with("player", Arg::Name(person.clone()))
        .with("anyone", Arg::command("challenge anyone"))
        .into())
}
