//! Jobs: what a channel's worker has to do, and where in its queue.

use serenity::all::{CommandInteraction, ComponentInteraction, Message};

use super::cursors::channel_of;
use crate::host::Incoming;
use crate::session::{Person, TableKey};

/// Which queue a job belongs to. The jobs of a queue are started one after another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum QueueKey {
    /// The events of a channel.
    Channel(u64),
    /// A person's challenges in a channel that need a thread: other events of the channel do not wait
    /// until Discord opens it.
    Challenges {
        channel: u64,
        /// The challenger's id.
        person: String,
    },
}

impl QueueKey {
    /// The channel that it belongs to.
    pub(super) const fn channel(&self) -> u64 {
        match self {
            Self::Channel(channel) | Self::Challenges { channel, .. } => *channel,
        }
    }
}

/// A job's place in its queue: the event's id, older ones first. `true` for a page of history, which
/// comes after its messages.
pub(super) type SortKey = (u64, bool);

/// The place before all events.
pub(super) const FIRST: SortKey = (0, false);

/// The place after all events. A place may be deleted after the bot was removed from it.
pub(super) const fn last(for_good: bool) -> SortKey {
    (u64::MAX, for_good)
}

/// Something to be done for a channel.
pub(super) enum ChannelJob {
    /// Read what was said while the bot was not connected.
    CatchUp {
        /// The last message that was read and handled.
        passed: Option<u64>,
        /// Whether there may be more.
        more: bool,
        /// The channel's last message, if that was so long ago that the channel is forgotten unless
        /// somebody plays there.
        idle: Option<u64>,
    },
    Message(Box<Message>),
    Command(Box<CommandInteraction>),
    Press(Box<ComponentInteraction>),
    Challenge(Box<ThreadChallenge>),
    /// Adjourn the games of a channel or thread that is gone.
    Gone {
        place: TableKey,
        /// Whether it is gone for good; if not, the bot may be invited again.
        for_good: bool,
    },
}

impl ChannelJob {
    /// Whether it is started only once all jobs before it are settled.
    pub(super) const fn waits_for_others(&self) -> bool {
        matches!(self, Self::CatchUp { .. } | Self::Gone { .. })
    }

    /// The slash command that it is: Discord shows a placeholder for its answer.
    pub(super) fn slash_command(&self) -> Option<u64> {
        match self {
            Self::Command(command) => Some(command.id.get()),
            Self::Challenge(challenge) => challenge.origin.interaction(),
            Self::Message(_) | Self::Press(_) | Self::CatchUp { .. } | Self::Gone { .. } => None,
        }
    }
}

/// What a thread is made from.
#[derive(Debug, Clone, Copy)]
pub(super) enum ThreadAnchor {
    /// The message that challenges.
    Message(u64),
    /// The response to a slash command that challenges.
    Command(u64),
}

/// A challenge that needs a thread.
pub(super) struct ThreadChallenge {
    /// The host's input there.
    pub(super) incoming: Incoming,
    pub(super) origin: EventOrigin,
    pub(super) anchor: ThreadAnchor,
    /// The channel of the thread.
    pub(super) channel: u64,
    /// Who is challenged, if anyone in particular.
    pub(super) challenged: Option<Person>,
}

/// The event that an input to the host comes from.
#[derive(Debug, Clone)]
pub(super) struct EventOrigin {
    pub(super) guild: Option<u64>,
    pub(super) id: u64,
    pub(super) kind: OriginKind,
}

#[derive(Debug, Clone)]
pub(super) enum OriginKind {
    /// A message, in the channel of this table.
    Message(TableKey),
    Command,
    Press {
        language: Option<String>,
    },
}

impl EventOrigin {
    /// The interaction, if it is one.
    pub(super) const fn interaction(&self) -> Option<u64> {
        match self.kind {
            OriginKind::Message(_) => None,
            OriginKind::Command | OriginKind::Press { .. } => Some(self.id),
        }
    }

    /// The message's channel and id, if it is a message.
    pub(super) fn message(&self) -> Option<(u64, u64)> {
        match &self.kind {
            OriginKind::Message(table) => Some((channel_of(table)?, self.id)),
            OriginKind::Command | OriginKind::Press { .. } => None,
        }
    }
}
