//! Moderation: what moderators do, who is muted, who has blocked whom, and what that means for
//! others.

use jiff::Timestamp;

use super::context::Context;
use super::needs::{moderates, seated};
use super::person::Person;
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::settings::{Challengers, Scope, Settings};
use super::spec::{Command, Group};
use super::table::Table;

/// What a command writes beside the table's log: for moderators, or between two persons.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Moderation {
    /// A note in the audit log.
    pub audit: Option<AuditNote>,
    /// Somebody is muted, or may speak again.
    pub mute: Option<Mute>,
    /// Somebody blocks somebody, or no longer does.
    pub block: Option<Block>,
}

/// What a moderator did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditNote {
    /// The moderator.
    pub by: Person,
    /// What, as a command without prefix: `mute 7d`.
    pub action: String,
    /// The person concerned, if it is one.
    pub about: Option<Person>,
}

impl AuditNote {
    /// What somebody did that concerns no single person.
    pub(super) fn new(by: &Person, action: impl Into<String>) -> Self {
        Self {
            by: by.clone(),
            action: action.into(),
            about: None,
        }
    }

    /// The same, about a person.
    pub(super) fn about(self, person: &Person) -> Self {
        Self {
            about: Some(person.clone()),
            ..self
        }
    }
}

/// A note of the audit log, and when it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub at: Timestamp,
    /// What.
    pub note: AuditNote,
}

/// A note for the moderators, and when it was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportEntry {
    /// When.
    pub at: Timestamp,
    /// Who left it.
    pub by: Person,
    /// The note.
    pub note: String,
}

/// A person begins nothing for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mute {
    /// In the table's channel, or on its whole server.
    pub scope: Scope,
    /// Who.
    pub person: Person,
    /// Until when; not any longer if absent.
    pub until: Option<Timestamp>,
}

/// A person wants nothing to do with another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Id of the person who blocks.
    pub by: String,
    /// Who is blocked.
    pub person: Person,
    /// Whether it holds from now on.
    pub holds: bool,
}

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

/// Why a command is not followed where the bot does not play. A game that is in progress there goes
/// on.
#[must_use]
pub fn not_here(table: &Table, command: &Command, here: &Settings) -> Option<Refusal> {
    if here.plays() || command.spec.works_anywhere || table.running().is_some() {
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

/// Refuses what needs another person who takes no challenges, or who has blocked the author. It does
/// not say which.
pub(super) fn must_be_open(person: &Person, context: &Context<'_>) -> Result<(), Refusal> {
    let takes_none = context.personal.of(person).challenges == Some(Challengers::Nobody);
    if !takes_none && !context.closed.contains(&person.id) {
        return Ok(());
    }
    Err(Phrase::new("not-available")
        .with("player", Arg::Name(person.clone()))
        .with("anyone", Arg::command("challenge anyone"))
        .into())
}
