//! A thread for a second game: where a game is running in a channel, a challenge opens one.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::json;
use serenity::all::{ChannelId, MessageId, UserId};
use serenity::http::{LightMethod, Route};
use tokio::time::{sleep, timeout};

use super::context::{DiscordContext, MissingCapability, id_of};
use super::cursors::channel_of;
use super::error::{Failure, FailureKind, InboundError, code};
use super::handler::EventOrigin;
use super::interaction::event_id;
use crate::host::{Backoff, Host, Incoming};
use crate::session::{Person, TableKey};

/// Most characters of a thread's name.
const LONGEST_NAME: usize = 100;

/// After how many minutes without a message a thread is put away: a day, as long as a challenge
/// waits. A message brings it back.
const PUT_AWAY_AFTER: u32 = 1440;

/// How often Discord is asked for a thread before the challenger is told that there is none.
const TRIES: usize = 4;

/// The longest wait between two of them, and how long all of it may take.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(30);

/// For how long no thread is asked for in a channel where there was none to be had.
const NOT_AGAIN_FOR: Duration = Duration::from_secs(10);

/// What a thread is made of.
#[derive(Debug, Clone, Copy)]
pub(super) enum ThreadAnchor {
    /// The message that challenges.
    Message(u64),
    /// The answer to a slash command that challenges.
    Command(u64),
}

/// What a challenge asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChallengeRequest {
    /// Whom it names: an id, or a name that is nobody's. Nothing if it is open to anyone.
    pub(super) opponent: Option<String>,
    /// Whether it tells a level, which only the bot has.
    pub(super) has_level: bool,
}

/// Where a challenge belongs.
#[derive(Debug)]
pub(super) enum Placement {
    /// Where it was made.
    Here,
    /// In the thread that was opened for it before.
    In(TableKey),
    /// In a thread that has yet to be found or opened.
    New {
        /// The channel that the thread is to be in.
        channel: u64,
        /// Who is challenged, if anyone is.
        challenged: Option<Person>,
    },
}

/// A challenge that needs a thread.
pub(super) struct ThreadChallenge {
    /// What is heard there.
    pub(super) incoming: Incoming,
    /// Where it comes from.
    pub(super) origin: EventOrigin,
    pub(super) from: ThreadAnchor,
    pub(super) channel: u64,
    pub(super) challenged: Option<Person>,
}

impl ThreadChallenge {
    /// The slash command that it is, if it is one.
    pub(super) fn interaction(&self) -> Option<u64> {
        self.origin.interaction()
    }
}

/// Where a challenge belongs: in a thread if a game is running in its channel, unless that is a
/// thread itself, or it is not known who is challenged, or a person is to have a level. Discord is
/// not asked.
pub(super) async fn place(
    context: &DiscordContext,
    host: &Host,
    challenge: &Incoming,
    wanted: &ChallengeRequest,
    from: ThreadAnchor,
) -> Result<Placement, InboundError> {
    let table = &challenge.table;
    let (None, Ok(channel)) = (&table.thread, table.channel.parse::<u64>()) else {
        return Ok(Placement::Here);
    };
    let opponent = wanted.opponent.as_ref();
    let challenged = opponent.map(|id| challenge.people.iter().find(|one| one.id == *id));
    // Why that is no challenge is said in the channel.
    if challenged.is_some_and(|one| one.is_none_or(|one| *one == challenge.author)) {
        return Ok(Placement::Here);
    }
    let challenged = challenged.flatten();
    if wanted.has_level && challenged.is_none_or(|one| one.id != context.me.to_string()) {
        return Ok(Placement::Here);
    }
    // The same challenge may be heard again, when a game begins here, or has ended.
    if let Some(heard) = host.table_of_event(table, &challenge.event).await? {
        return Ok(match heard.thread {
            Some(_) => Placement::In(heard),
            None => Placement::Here,
        });
    }
    if let Some(thread) = opened_before(context, from) {
        return Ok(Placement::In(DiscordContext::table_in(
            thread,
            Some(channel),
        )));
    }
    let running = match host.table(table).await {
        Ok(known) => known.running().is_some(),
        // Whatever is wrong with the table is said there.
        Err(error) => {
            tracing::debug!(%error, "a table cannot be looked at");
            return Ok(Placement::Here);
        }
    };
    if !running {
        return Ok(Placement::Here);
    }
    Ok(Placement::New {
        channel,
        challenged: challenged.cloned(),
    })
}

/// The thread that was opened for a challenge, if it is known.
fn opened_before(context: &DiscordContext, from: ThreadAnchor) -> Option<u64> {
    match from {
        ThreadAnchor::Message(message) => {
            Some(message).filter(|message| context.is_thread(*message))
        }
        ThreadAnchor::Command(id) => context.interactions.of_event(&event_id(id))?.thread(),
    }
}

/// Finds or opens a thread for a challenge, and returns its table; nothing if there is none to be
/// had, of which the challenger is told. The same challenge opens a thread once, and whose
/// challenge still waits in one gets no other: what is said of that is said there.
pub(super) async fn open(
    context: &Arc<DiscordContext>,
    host: &Host,
    challenge: &ThreadChallenge,
) -> Result<Option<TableKey>, InboundError> {
    let ThreadChallenge {
        incoming,
        from,
        channel,
        challenged,
        ..
    } = challenge;
    let (from, channel) = (*from, *channel);
    if let Some(thread) = opened_before(context, from) {
        return Ok(Some(DiscordContext::table_in(thread, Some(channel))));
    }
    let author = &incoming.author;
    let waiting = host.threads_with_challenge(&incoming.table, author).await?;
    let found = timeout(PATIENCE, find_or_open(context, host, challenge, &waiting));
    let found = found
        .await
        .unwrap_or_else(|_| Err(Failure::passing("Discord takes too long to open a thread")));
    match found {
        Ok(ThreadLookup::Waiting(thread)) => {
            if let ThreadAnchor::Command(id) = from
                && let Some(answer) = context.interactions.of_event(&event_id(id))
            {
                answer.send_on();
            }
            Ok(Some(thread))
        }
        Ok(ThreadLookup::New(thread)) => {
            context.note_place(thread, Some(channel));
            context.lacks_no_more(channel, MissingCapability::Threads);
            context.lacks_no_more(channel, MissingCapability::ThreadsForNow);
            invite(context, thread, [Some(author), challenged.as_ref()]);
            Ok(Some(DiscordContext::table_in(thread, Some(channel))))
        }
        Ok(ThreadLookup::Nothing) => Ok(None),
        Err(failure) => {
            tracing::info!(channel, %failure, "no thread is opened for a challenge");
            let lack = match failure.kind {
                FailureKind::Rejected(_) if !failure.is_forbidden() => return Ok(None),
                FailureKind::Rejected(_) => MissingCapability::Threads,
                FailureKind::Transient(after) => {
                    context.refuse_threads(channel, after.unwrap_or(NOT_AGAIN_FOR));
                    MissingCapability::ThreadsForNow
                }
                FailureKind::LoggedOut => MissingCapability::ThreadsForNow,
            };
            context.tell_lack(channel, lack, Some(author));
            Ok(None)
        }
    }
}

/// A thread for a challenge.
enum ThreadLookup {
    /// In which an earlier challenge of the same person waits.
    Waiting(TableKey),
    New(u64),
    /// There is nothing to make it of any more.
    Nothing,
}

async fn find_or_open(
    context: &Arc<DiscordContext>,
    host: &Host,
    challenge: &ThreadChallenge,
    waiting: &[TableKey],
) -> Result<ThreadLookup, Failure> {
    if let Some(left) = context.threads_refused(challenge.channel) {
        return Err(Failure {
            kind: FailureKind::Transient(Some(left)),
            reason: "Discord has asked to wait".to_owned(),
        });
    }
    for thread in waiting {
        if several_times(|| is_ours_and_open(context, host, thread).boxed()).await? {
            return Ok(ThreadLookup::Waiting(thread.clone()));
        }
    }
    let name = name(&challenge.incoming.author, challenge.challenged.as_ref());
    let channel = challenge.channel;
    let opened = several_times(|| match challenge.from {
        ThreadAnchor::Message(message) => open_at(context, channel, message, &name).boxed(),
        ThreadAnchor::Command(id) => open_at_answer(context, channel, id, &name).boxed(),
    });
    Ok(opened
        .await?
        .map_or(ThreadLookup::Nothing, ThreadLookup::New))
}

/// Asks a few times, for as long as it may go the next time.
async fn several_times<'a, T>(
    ask: impl Fn() -> BoxFuture<'a, Result<T, Failure>>,
) -> Result<T, Failure> {
    let mut backoff = Backoff::new();
    let mut tries = 1;
    loop {
        let failure = match ask().await {
            Err(failure) if tries < TRIES => failure,
            done => return done,
        };
        let wait = match failure.kind {
            FailureKind::Transient(after) => backoff.next().max(after.unwrap_or_default()),
            FailureKind::LoggedOut | FailureKind::Rejected(_) => return Err(failure),
        };
        if wait > LONGEST_WAIT {
            return Err(failure);
        }
        tries += 1;
        sleep(wait).await;
    }
}

/// Whether a thread is one that the bot opened, and nobody has deleted or locked it since.
async fn is_ours_and_open(
    context: &DiscordContext,
    host: &Host,
    thread: &TableKey,
) -> Result<bool, Failure> {
    let Some(channel) = channel_of(thread) else {
        return Ok(false);
    };
    let route = Route::Channel {
        channel_id: ChannelId::new(channel),
    };
    match context.rest.get(route, Vec::new()).await {
        // One that was put away comes back with the next message.
        Ok(told) => Ok(told["thread_metadata"]["locked"] != true
            && id_of(&told["owner_id"]).is_none_or(|owner| owner == context.me)),
        Err(failure) if failure.is_final() => {
            if failure.has_code(code::UNKNOWN_CHANNEL) {
                context.cursors.forget(host, channel).await;
            }
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// Brings the players into the thread, so that it stands in their lists. They find it anyway.
fn invite(context: &Arc<DiscordContext>, thread: u64, players: [Option<&Person>; 2]) {
    let ids: Vec<u64> = players
        .into_iter()
        .flatten()
        .filter_map(|player| player.id.parse().ok())
        .filter(|id| *id > 0 && *id != context.me)
        .collect();
    let shared = Arc::clone(context);
    context.spawn_background(async move {
        for id in ids {
            let route = Route::ChannelThreadMember {
                channel_id: ChannelId::new(thread),
                user_id: UserId::new(id),
            };
            if let Err(failure) = shared.rest.bare(route, LightMethod::Put).await {
                tracing::debug!(%failure, "a player is not brought into a thread");
            }
        }
    });
}

/// Opens a thread at a message. It has the message's id.
async fn open_at(
    context: &DiscordContext,
    channel: u64,
    message: u64,
    name: &str,
) -> Result<Option<u64>, Failure> {
    let route = Route::ChannelMessageThreads {
        channel_id: ChannelId::new(channel),
        message_id: MessageId::new(message.max(1)),
    };
    let content = json!({ "name": name, "auto_archive_duration": PUT_AWAY_AFTER });
    match context.rest.post(route, content).await {
        Ok(thread) => Ok(id_of(&thread["id"])),
        Err(failure) if failure.has_code(code::THREAD_EXISTS) => Ok(Some(message)),
        Err(failure) => Err(failure),
    }
}

/// Opens a thread at the answer to a slash command, which names the game.
async fn open_at_answer(
    context: &DiscordContext,
    channel: u64,
    interaction: u64,
    name: &str,
) -> Result<Option<u64>, Failure> {
    let Some(answer) = context.interactions.of_event(&event_id(interaction)) else {
        return Ok(None);
    };
    if !answer.is_open().await {
        return Ok(None);
    }
    let message = answer.show(context, name).await?;
    let Some(message) = id_of(&message["id"]) else {
        return Ok(None);
    };
    let opened = open_at(context, channel, message, name).await?;
    if let Some(thread) = opened {
        answer.note_thread(thread);
    }
    answer.keep();
    Ok(opened)
}

/// The name of a thread: who plays.
fn name(challenger: &Person, challenged: Option<&Person>) -> String {
    let mut name = format!("YINSH: {}", challenger.shown_name());
    if let Some(challenged) = challenged {
        name.push_str(" – ");
        name.push_str(&challenged.shown_name());
    }
    name.chars().take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_named_after_the_players() {
        let alice = Person::new("1", "alice\u{202E}");
        let long = Person::new("2", "x".repeat(300));
        assert_eq!(name(&alice, None), "YINSH: alice");
        assert_eq!(
            name(&alice, Some(&Person::new("3", "bob"))),
            "YINSH: alice – bob"
        );
        assert!(name(&long, Some(&long)).chars().count() <= LONGEST_NAME);
    }
}
