//! What adapters bring to the host, and what became of it.

use std::fmt;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::session::{Addressing, Person, Sign, TableKey, Viewer};
use crate::store::{ReplyTarget, StoreError, SyncCursor};

/// Something that a person said or pressed.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// Where.
    pub table: TableKey,
    /// The server at which the table is, as the platform names it: a guild, a homeserver. None in
    /// a private chat.
    pub server: Option<String>,
    /// Where settings of the server belong, as the platform names it: a guild, a space. None where
    /// nobody looks after more than the channel or room.
    pub community: Option<String>,
    /// Whether it was said in a private chat of the author and the bot.
    pub private: bool,
    /// Who.
    pub author: Person,
    /// The platform's id of the event. The same id at the same table is handled once.
    pub event: String,
    /// The message that the answers are shown as replies to, if it is not the event itself: the
    /// message that was reacted to.
    pub reply_target: Option<ReplyTarget>,
    /// What.
    pub input: Input,
    /// Persons that the message mentions, as the platform knows them.
    pub people: Vec<Person>,
    /// An attached file.
    pub attachment: Option<Attachment>,
    /// The person's language, as a BCP 47 tag, if the platform knows it.
    pub language: Option<String>,
    /// How far the adapter has read its platform once this is handled. Stored together with what
    /// follows from it. Not stored if it turns out [`Disposition::NotForUs`] or
    /// [`Disposition::Duplicate`]: the adapter then sets the cursor itself, if it wants to.
    pub cursor: Option<SyncCursor>,
}

impl Incoming {
    /// Whether only the author sees what was pressed or typed: a choice or a platform's command.
    pub(super) const fn is_interaction(&self) -> bool {
        matches!(self.input, Input::Choice { .. } | Input::Command(_))
    }

    /// Whether nobody but the author and the bot reads it, and the answer to it.
    pub(super) const fn is_unseen(&self) -> bool {
        self.private || matches!(self.input, Input::Command(_))
    }

    /// Puts U+FFFD in the place of NUL characters in whatever people choose, as Markdown does. Not
    /// every database keeps them.
    pub(super) fn replace_nul(&mut self) {
        let people = self.people.iter_mut().chain([&mut self.author]);
        for person in people {
            replace_nul(&mut person.id);
            replace_nul(&mut person.name);
        }
        replace_nul(&mut self.event);
        match &mut self.input {
            Input::Text { text, .. }
            | Input::Command(text)
            | Input::Choice {
                of: ChoicesOf::Message(text),
                ..
            } => replace_nul(text),
            Input::Choice { .. } | Input::Unreadable => {}
        }
        if let Some(language) = &mut self.language {
            replace_nul(language);
        }
    }

    /// The author, who asks for games where the answer is read.
    pub(super) fn viewer(&self) -> Viewer<'_> {
        Viewer {
            table: &self.table,
            server: self.server.as_deref(),
            person: &self.author,
            private: self.private,
            unseen: self.is_unseen(),
        }
    }
}

fn replace_nul(text: &mut String) {
    if text.contains('\0') {
        *text = text.replace('\0', "\u{FFFD}");
    }
}

/// The greeting of a place into which the bot has come.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Greeting {
    /// Where: a channel of the server, or the room.
    pub table: TableKey,
    /// Where settings of the server belong, as of an [`Incoming`].
    pub community: Option<String>,
    /// The server's language, as a BCP 47 tag, if the platform knows it.
    pub language: Option<String>,
    /// That it was said. Stored together with it.
    pub mark: SyncCursor,
}

/// The text of an attached file. It is fetched only if the command takes a file; the table waits
/// for it, other tables do not.
#[derive(Clone)]
pub struct Attachment(Shared<BoxFuture<'static, Result<Arc<str>, AttachmentError>>>);

impl Attachment {
    /// A file that has yet to be fetched. The adapter limits its size and the time that it takes.
    pub fn fetch<F>(content: F) -> Self
    where
        F: Future<Output = Result<String, AttachmentError>> + Send + 'static,
    {
        let content = content.map(|text| {
            let mut text = text?;
            replace_nul(&mut text);
            Ok(Arc::from(text))
        });
        Self(content.boxed().shared())
    }

    /// A file whose text is at hand.
    #[must_use]
    pub fn text(text: String) -> Self {
        Self::fetch(async { Ok(text) })
    }

    /// Fetches the text, once for all clones.
    ///
    /// # Errors
    ///
    /// See [`AttachmentError`].
    pub async fn content(&self) -> Result<Arc<str>, AttachmentError> {
        self.0.clone().await
    }
}

impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Attachment(…)")
    }
}

/// Why the text of a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum AttachmentError {
    /// It is larger than an adapter reads.
    #[error("the file is too large")]
    TooLarge,
    /// It is not UTF-8 text.
    #[error("the file is not a text")]
    NotText,
    /// The platform does not provide it, or not in time.
    #[error("the file could not be fetched: {0}")]
    Unavailable(String),
}

/// What was said or pressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// A message.
    Text {
        /// Its text.
        text: String,
        /// To whom it is addressed.
        addressing: Addressing,
    },
    /// A command that only its author and the bot see, such as a platform's own commands, as it
    /// would be typed after the prefix. A refusal is for the author alone.
    Command(String),
    /// One of the choices of a reply.
    Choice {
        /// Which reply.
        of: ChoicesOf,
        /// Which of its choices.
        pick: Pick,
    },
    /// A message that the platform could not decrypt. The bot says that it could not be read; the
    /// adapter chooses the event's id so that it is said once.
    Unreadable,
}

/// Which of a reply's choices is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// The one with this index. If there is none, that is said.
    Index(usize),
    /// The one with this sign. If there is none, the bot was not meant.
    Sign(Sign),
}

/// Which reply's choices are meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChoicesOf {
    /// Those of the table's latest reply that has any.
    Latest,
    /// Those of the reply with this number in the outbox.
    Reply(i64),
    /// Those of the reply that became this message of the platform.
    Message(String),
}

/// What became of an [`Incoming`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disposition {
    /// It was not for the bot: nothing was written, and nothing will be said.
    NotForUs,
    /// It was handled before: nothing was written, and nothing more will be said.
    Duplicate,
    /// What follows from it is written, and will be said.
    Done,
    /// Its author sends too much: nothing was written, and nothing will be said.
    Throttled,
}

/// Tells what becomes of an [`Incoming`] in its table's queue.
#[derive(Debug)]
pub struct Receipt {
    pub(super) answer: oneshot::Receiver<Result<Disposition, HostError>>,
    /// Cancelled when the host stops.
    pub(super) stopping: CancellationToken,
}

impl Receipt {
    /// Returns once what follows from the incoming is written.
    ///
    /// # Errors
    ///
    /// Nothing was written; it may be submitted again.
    pub async fn disposition(self) -> Result<Disposition, HostError> {
        self.answer
            .await
            .map_err(|_| HostError::dropped(&self.stopping))?
    }
}

/// Why something could not be handled. Nothing was written; it may be submitted again.
#[derive(Debug, Clone, Error)]
pub enum HostError {
    /// The host is shutting down.
    #[error("the bot is shutting down")]
    Stopping,
    /// No adapter of this name was given to the host.
    #[error("there is no platform {0}")]
    NoPlatform(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl HostError {
    /// Why an actor has dropped what it was to answer.
    pub(super) fn dropped(stopping: &CancellationToken) -> Self {
        match stopping.is_cancelled() {
            true => Self::Stopping,
            // All actors were dropped.
            false => Self::Store(StoreError::Fenced),
        }
    }
}
