//! How rendered replies reach a platform.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use thiserror::Error;

use crate::picture::Picture;
use crate::session::{File, PairedGame, Person, Rights, Sign, TableKey, Tone};
use crate::store::ReplyTarget;
use crate::words::Rich;

/// A reply, ready to be shown.
#[derive(Debug, Clone)]
pub struct RenderedReply {
    /// Its number in the outbox.
    pub id: i64,
    /// Where it goes.
    pub table: TableKey,
    /// The message that it answers; `None` if the engine or a timer caused it.
    pub reply_to: Option<ReplyTarget>,
    /// The person whom it answers.
    pub author: Option<Person>,
    /// Idempotency key, 24 hexadecimal digits: the same on each delivery of this reply, and
    /// different for every other.
    pub key: String,
    /// The text.
    pub text: Rich,
    /// The board.
    pub board: Option<RenderedBoard>,
    /// A file.
    pub file: Option<File>,
    /// The choices, in order.
    pub choices: Vec<RenderedChoice>,
    /// The message whose choices this reply makes out of date, if any.
    pub replaces: Option<String>,
    /// The message that is edited so that it shows this reply, if any.
    pub edits: Option<String>,
    /// The game of a tournament that begins in a thread at its message, if one does.
    pub begins: Option<Box<PairedGame>>,
    /// Whether it only acknowledges the message that it answers: a reaction does the same.
    pub acknowledges: bool,
    /// Persons to mention.
    pub mentions: Vec<Person>,
    /// The one person who may see it; `None`: everybody at the table.
    pub only_for: Option<Person>,
    /// Whether it takes the place of the step whose choice it answers, if only that person sees it.
    pub is_step: bool,
    /// Whether it goes to that person as a private message.
    pub private: bool,
    /// Whether it is to come without a sound.
    pub silent: bool,
    /// Whether it tells somebody of a game that they watch.
    pub watched: bool,
    /// Whether it reminds a player of their turn.
    pub reminds: bool,
    /// Its language, if one was asked for.
    pub language: Option<String>,
    /// Set once a later reply of the same table shows a board: an adapter that lags may leave this
    /// one's out.
    pub board_replaced: Arc<AtomicBool>,
}

/// A choice, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedChoice {
    /// Identifies it among the choices of its reply.
    pub sign: Sign,
    /// What it means.
    pub tone: Tone,
    /// Its label.
    pub label: String,
    /// Whether its number stands on the picture.
    pub is_drawn: bool,
}

/// A board, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenderedBoard {
    /// As a picture.
    Picture {
        /// The picture.
        picture: Picture,
        /// Alternative text, at most 1,000 characters.
        alt: String,
        /// The sentence on the picture.
        caption: String,
    },
    /// As text in a monospaced font.
    Text(String),
}

/// Maximum size of a picture in bytes on any platform. Discord takes files of up to 10 MB.
pub const LARGEST_PICTURE: usize = 8_000_000;

/// Why a reply could not be delivered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DeliveryError {
    /// Not now.
    #[error("not now: {reason}")]
    Retry {
        /// Least delay that the platform asked for.
        after: Option<Duration>,
        /// Why.
        reason: String,
    },
    /// The bot may not speak there at present: it was muted, lacks a permission, or was removed.
    /// Once it may again, the table's present state is told in place of what was missed.
    #[error("silenced: {0}")]
    Silenced(String),
    /// The bot may speak there only in answer to something, and there is nothing to answer. The reply
    /// is parked: it goes before the answer to what is said or pressed there next.
    #[error("nothing to answer: {0}")]
    Unasked(String),
    /// The person has been invited to the private chat, and has not come. The reply is given up; later ones
    /// reach them once they are there.
    #[error("not there yet: {0}")]
    Absent(String),
    /// Never: the room is gone for good, or the reply is not acceptable. It is not tried again.
    #[error("never: {0}")]
    Gone(String),
}

/// Delivers replies on a platform.
pub trait Transport: Send + Sync {
    /// Delivers a reply, and returns the platform's id of the message that it became. The same
    /// reply may come again if the process ended before its delivery was stored.
    fn deliver<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>>;

    /// Delivers a reply as a private message to the one person who may see it, and returns an id of
    /// the message by which [`remove`](Self::remove) finds it. If the platform refuses, a reminder is
    /// delivered at the table, for everybody, and any other reply is given up.
    ///
    /// Who watches a game and does not come to the private chat is told there of one turn at most:
    /// [`DeliveryError::Absent`].
    fn deliver_privately<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        let _ = reply;
        let reason = "the platform has no private messages";
        async { Err(DeliveryError::Gone(reason.to_owned())) }.boxed()
    }

    /// Whether the bot may speak at a table now: false where it may only answer, and there is nothing
    /// to answer.
    fn may_speak(&self, table: &TableKey) -> bool {
        let _ = table;
        true
    }

    /// Whether people can be told in private of a game at a table that they watch: false where the bot may
    /// only answer, and cannot ask who still reads there.
    fn tells_watchers(&self, table: &TableKey) -> bool {
        let _ = table;
        true
    }

    /// What commands begin with at a table where they can only be given in the platform's own way.
    fn command_prefix(&self, table: &TableKey) -> Option<&'static str> {
        let _ = table;
        None
    }

    /// The platform's id of the channel, room or thread that a person names; nothing if there is none with
    /// such a name. It asks nobody.
    fn place_named(&self, name: &str) -> Option<String> {
        Some(name.to_owned())
    }

    /// Removes a message of the bot that a newer one takes the place of. Succeeds as well if the
    /// message is gone, or can never be removed.
    ///
    /// An error says why it cannot be removed at present. The table's next reply tries again.
    fn remove<'a>(
        &'a self,
        table: &'a TableKey,
        message: &'a str,
    ) -> BoxFuture<'a, Result<(), String>> {
        let _ = (table, message);
        async { Ok(()) }.boxed()
    }

    /// Whether a person may still read what is said where the table is. Asked before each turn that
    /// somebody who watches a game is told in private.
    fn may_read<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        self.is_present(table, person)
    }

    /// Whether a thread is open to all who read its channel: false for a private thread, and for one that is
    /// gone. Asked when its game is looked for from elsewhere in the channel.
    fn is_open<'a>(&'a self, thread: &'a TableKey) -> BoxFuture<'a, Result<bool, String>> {
        let _ = thread;
        async { Ok(true) }.boxed()
    }

    /// Whether a person is still where the table is: false once they left the room or the server,
    /// or were banned. Asked when the opponent wants to abort the game.
    fn is_present<'a>(
        &'a self,
        table: &'a TableKey,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<bool, String>> {
        let _ = (table, person);
        async { Ok(true) }.boxed()
    }

    /// What a person may set where the table is, besides their own settings: nothing, unless the
    /// platform knows moderators. `community` is where settings of its server belong.
    fn rights<'a>(
        &'a self,
        table: &'a TableKey,
        community: Option<&'a str>,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<Rights, String>> {
        let _ = (table, community, person);
        async { Ok(Rights::default()) }.boxed()
    }

    /// Opens a thread for the game of two players at a message of the bot in a channel, and returns its
    /// table. The same message has one thread, however often it is asked for.
    fn open_thread<'a>(
        &'a self,
        table: &'a TableKey,
        message: &'a str,
        players: [&'a Person; 2],
    ) -> BoxFuture<'a, Result<TableKey, DeliveryError>> {
        let _ = (table, message, players);
        let reason = "the platform has no threads";
        async { Err(DeliveryError::Gone(reason.to_owned())) }.boxed()
    }

    /// Whether the bot can open threads in a channel, or in a private chat.
    fn opens_threads(&self, private: bool) -> bool {
        let _ = private;
        false
    }

    /// Whether minor choices are shown. Not where each choice is a message of its own.
    fn shows_asides(&self) -> bool {
        true
    }

    /// How many numbered choices of one message are within reach; all if absent. Where each is a
    /// message of its own, they come in pages.
    fn choices_at_once(&self) -> Option<usize> {
        None
    }

    /// Whether nobody else sees the answer for one person to what they pressed, or to a command of the
    /// platform.
    fn hides_answers(&self) -> bool {
        true
    }

    /// Whether one person reads everything, whoever it is for.
    fn has_one_reader(&self) -> bool {
        false
    }

    /// Whether pictures are shown: boards, unless as text, and charts. They are drawn for nobody else.
    fn shows_pictures(&self) -> bool {
        true
    }

    /// The maximum size of a picture in bytes, at most [`LARGEST_PICTURE`]. May ask the server, but does not
    /// take long.
    fn largest_picture(&self) -> BoxFuture<'_, usize> {
        async { LARGEST_PICTURE }.boxed()
    }

    /// What is going on at a table may have changed: a game has begun or ended, a challenge waits or
    /// none any more. For platforms that show it where the table is. Called on the host's threads,
    /// after it was written: it must not block.
    fn situation_changed(&self, table: &TableKey) {
        let _ = table;
    }

    /// Somebody has had their data deleted, and is nameless at all tables. For platforms that show names
    /// where the tables are. Called on the host's threads, after it was written: it must not block.
    fn names_changed(&self) {}

    /// The engine starts or stops working on the bot's turn or a hint at a table. A typing notice,
    /// where the platform has one. Called on the host's threads: it must not block.
    fn thinking(&self, table: &TableKey, on: bool) {
        let _ = (table, on);
    }
}
