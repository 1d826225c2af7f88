//! The event behind a change, and what the host looked up for it.

use std::sync::Arc;

use jiff::Timestamp;

use super::requester::Requester;
use crate::host::incoming::{Disposition, Greeting, Incoming};
use crate::session::{Answer, Game, Rights};

/// The event that causes a change.
pub(super) struct Cause<'a> {
    pub(super) event: String,
    /// What a person said or pressed.
    pub(super) incoming: Option<&'a Incoming>,
    /// The table's version that the change is based on, if it depends on it.
    pub(super) version: Option<u64>,
    /// Whom it answers, if it is not an incoming's author.
    pub(super) recipient: Option<Requester>,
    /// When it happened, if that is not now.
    pub(super) at: Option<Timestamp>,
    /// What is said to a place into which the bot has come.
    pub(super) greeting: Option<&'a Greeting>,
}

impl<'a> Cause<'a> {
    /// Something that a person said or pressed.
    pub(super) fn incoming(incoming: &'a Incoming, version: Option<u64>) -> Self {
        Self {
            event: incoming.event.clone(),
            incoming: Some(incoming),
            version,
            recipient: None,
            at: None,
            greeting: None,
        }
    }

    /// An event of the host's own.
    pub(super) fn own(event: String) -> Self {
        Self {
            event,
            incoming: None,
            version: None,
            recipient: None,
            at: None,
            greeting: None,
        }
    }

    /// A greeting.
    pub(super) fn greeting(event: String, greeting: &'a Greeting) -> Self {
        Self {
            greeting: Some(greeting),
            ..Self::own(event)
        }
    }

    /// An event of the host's own that happened at this time.
    pub(super) fn own_at(event: String, at: Timestamp) -> Self {
        Self {
            at: Some(at),
            ..Self::own(event)
        }
    }
}

/// What a command needs to know beyond its table and its message.
#[derive(Default)]
pub(super) struct Facts {
    /// The text of the attached file.
    pub(super) attached: Option<Arc<str>>,
    /// Whether the other player, or the person whom the command names, can be at the table; unknown if
    /// nobody asked, or if it could not be found out.
    pub(super) other_present: Option<bool>,
    /// What the archive answers to the command's question.
    pub(super) answer: Option<Answer>,
    /// Whether the command names the game here by its number.
    pub(super) named: bool,
    /// The author's games in progress at other tables.
    pub(super) own_games: Vec<Game>,
    /// What the author may set; unknown if nobody asked, or if it could not be found out.
    pub(super) rights: Option<Rights>,
    /// Ids of persons who play as many games as they may.
    pub(super) full: Vec<String>,
    /// Ids of those who have blocked the author.
    pub(super) closed: Vec<String>,
}

/// What came of a trigger.
pub(super) enum Followed {
    Done,
    /// It was said why not.
    Refused,
    /// The event was handled before.
    Duplicate,
}

impl From<Followed> for Disposition {
    fn from(handled: Followed) -> Self {
        match handled {
            Followed::Done | Followed::Refused => Self::Done,
            Followed::Duplicate => Self::Duplicate,
        }
    }
}
