//! Jobs as they are handed over to the process that a table belongs to.
//!
//! What is done with a job whose table belongs to another process:
//!
//! - What somebody said or pressed, the end of a place, the bot's departure from one, a greeting, the
//!   beginning of a tournament game, the news of a holiday, and a wake-up are handed over; whoever
//!   wanted it done goes on as if it was, since it is stored.
//! - Replies for a table of another process are handed over in the transaction that writes them.
//! - The puzzle of the day, outages and what concerns a tournament at its own table are left to that
//!   process, which handles them itself.
//! - What a start or a takeover asks a table to do is dropped: it was for whoever owns it.
//! - A table moves only if both keys are free, or this process's; otherwise the move is tried again
//!   later. Platforms that move tables are run by one process.
//! - A refusal of somebody who sends too much is dropped.
//!
//! A job that was handed over stays stored until it is done. One that has failed five times is given up.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::incoming::{
    Attachment, AttachmentError, Disposition, Greeting, HostError, Incoming, Input,
};
use super::mailbox::Job;
use crate::session::{PairedGame, Person, TableKey};
use crate::store::{ReplyTarget, StoreError};

/// A job as it is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum StoredJob {
    Handle(Box<StoredIncoming>),
    TimerFired(Timestamp),
    PlaceGone { for_good: bool },
    MayNotSpeak(Person),
    Greet(Box<Greeting>),
    Begin(Box<PairedGame>, Option<String>),
    Holidays,
}

/// What somebody said or pressed. How far its platform was read is stored with it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredIncoming {
    table: TableKey,
    server: Option<String>,
    community: Option<String>,
    private: bool,
    author: Person,
    event: String,
    reply_target: Option<String>,
    input: Input,
    people: Vec<Person>,
    attachment: Option<Result<String, AttachmentError>>,
    language: Option<String>,
}

impl StoredIncoming {
    /// What is stored of an event. Fetches its attachment.
    pub(super) async fn new(incoming: &Incoming) -> Self {
        let attachment = match &incoming.attachment {
            Some(attachment) => Some(attachment.content().await.map(|text| text.to_string())),
            None => None,
        };
        Self {
            table: incoming.table.clone(),
            server: incoming.server.clone(),
            community: incoming.community.clone(),
            private: incoming.private,
            author: incoming.author.clone(),
            event: incoming.event.clone(),
            reply_target: incoming.reply_target.as_deref().map(str::to_owned),
            input: incoming.input.clone(),
            people: incoming.people.clone(),
            attachment,
            language: incoming.language.clone(),
        }
    }

    fn read(self) -> Incoming {
        let attachment = |content| Attachment::fetch(async { content });
        Incoming {
            table: self.table,
            server: self.server,
            community: self.community,
            private: self.private,
            author: self.author,
            event: self.event,
            reply_target: self.reply_target.map(ReplyTarget::from),
            input: self.input,
            people: self.people,
            attachment: self.attachment.map(attachment),
            language: self.language,
            cursor: None,
        }
    }
}

/// Tells whether a job that was handed over is done.
pub(super) enum Done {
    Handled(Handled),
    Reported(oneshot::Receiver<Result<(), StoreError>>),
    /// It is done once it was begun: it begins again by itself if it fails.
    Begun,
}

/// Told later whether a command is handled.
pub(super) type Handled = oneshot::Receiver<Result<Disposition, HostError>>;

impl Done {
    /// Whether it is done, if that is known now. If it has failed, it stays stored, and is begun again.
    pub(super) fn get_now(self) -> Result<Result<(), StoreError>, Handled> {
        let lost = || Err(StoreError::Closed);
        match self {
            Self::Handled(mut answer) => match answer.try_recv() {
                Ok(Ok(_)) => Ok(Ok(())),
                Ok(Err(HostError::Store(error))) => Ok(Err(error)),
                Ok(Err(_)) | Err(TryRecvError::Closed) => Ok(lost()),
                Err(TryRecvError::Empty) => Err(answer),
            },
            Self::Reported(mut answer) => Ok(answer.try_recv().unwrap_or_else(|_| lost())),
            Self::Begun => Ok(Ok(())),
        }
    }
}

impl StoredJob {
    pub(super) fn write(&self) -> Result<String, StoreError> {
        serde_json::to_string(self).map_err(|error| StoreError::Unfit(error.to_string()))
    }

    pub(super) fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The job, and what tells that it is done.
    pub(super) fn job(self) -> (Job, Done) {
        let (told, done) = oneshot::channel();
        let done = Done::Reported(done);
        match self {
            Self::Handle(incoming) => {
                let (answer, answered) = oneshot::channel();
                let incoming = Box::new(incoming.read());
                (Job::Handle(incoming, answer), Done::Handled(answered))
            }
            Self::PlaceGone { for_good } => (Job::PlaceGone(for_good, told), done),
            Self::MayNotSpeak(inviter) => (Job::MayNotSpeak(inviter, told), done),
            Self::Greet(greeting) => (Job::Greet(greeting, told), done),
            Self::Begin(game, language) => (Job::Begin(game, language, told), done),
            Self::TimerFired(at) => (Job::TimerFired(at), Done::Begun),
            Self::Holidays => (Job::Holidays(None), Done::Begun),
        }
    }
}
