//! Moderation as it is recorded: what moderators did, who is muted, who has blocked whom.

use jiff::Timestamp;

use super::person::Person;
use super::settings::Scope;

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
