//! Threads for games: where a game is running in a channel, or where that is set, a challenge opens
//! one; and each game of a tournament has one.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serenity::all::{ChannelId, MessageId, UserId};
use serenity::http::{LightMethod, Route};
use tokio::time::timeout;

use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::{FailureKind, InboundError, RequestFailure, code};
use super::gone;
use super::interaction::event_id;
use super::job::{ThreadAnchor, ThreadChallenge};
use super::membership::is_in_guild;
use super::notices::MissingCapability;
use super::outbound::LOGGED_OUT_WAIT;
use super::retry::retry;
use super::snowflake::id_of;
use super::upkeep::{WHILE_PLAYED, name_for};
use crate::host::{ChallengeRequest, DeliveryError, Host, Incoming};
use crate::session::{Person, TableKey};

/// Attempts to open a thread before the challenger is told that there is none.
const ATTEMPTS: usize = 4;

/// The longest wait that Discord may ask for between two attempts.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// How long all attempts may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How long no threads are opened in a channel after a failure.
const PAUSE: Duration = Duration::from_secs(10);

/// Where a challenge belongs.
#[derive(Debug)]
pub(super) enum Placement {
    /// Where it was made.
    Here,
    /// In the thread that was opened for it earlier.
    In(TableKey),
    /// In a thread that has to be found or opened.
    New {
        /// The channel of the thread.
        channel: u64,
        /// Who is challenged, if anyone in particular.
        challenged: Option<Person>,
    },
}

/// Where a challenge belongs: in a thread if a game is running in its channel, or if all games belong
/// in threads there. It stays in a channel that is a thread itself, and if it is refused anyway:
/// because the opponent is unknown, takes no challenge from the author, or is a person with a level.
/// Sends no requests.
pub(super) async fn place(
    context: &DiscordContext,
    host: &Host,
    challenge: &Incoming,
    request: &ChallengeRequest,
    anchor: ThreadAnchor,
) -> Result<Placement, InboundError> {
    let table = &challenge.table;
    let (None, Ok(channel)) = (&table.thread, table.channel.parse::<u64>()) else {
        return Ok(Placement::Here);
    };
    let opponent = request.opponent.as_ref();
    let challenged = opponent.map(|id| challenge.people.iter().find(|one| one.id == *id));
    // The refusal is said in the channel.
    if challenged.is_some_and(|one| one.is_none_or(|one| *one == challenge.author)) {
        return Ok(Placement::Here);
    }
    let challenged = challenged.flatten();
    if request.has_level && challenged.is_none_or(|one| one.id != context.me.to_string()) {
        return Ok(Placement::Here);
    }
    // A thread would tell everybody of it.
    if let Some(one) = challenged
        && !host.takes_challenge(table, one, &challenge.author).await?
    {
        return Ok(Placement::Here);
    }
    // The same challenge may be read again after a game has begun here, or ended.
    if let Some(known) = host.table_of_event(table, &challenge.event).await? {
        return Ok(match known.thread {
            Some(_) => Placement::In(known),
            None => Placement::Here,
        });
    }
    if let Some(thread) = opened_before(context, anchor) {
        return Ok(Placement::In(DiscordContext::table_in(
            thread,
            Some(channel),
        )));
    }
    let running = match host.table(table).await {
        Ok(known) => known.running().is_some(),
        // The host reports the error at the table.
        Err(error) => {
            tracing::debug!(%error, "a table cannot be read");
            return Ok(Placement::Here);
        }
    };
    if !running && !request.in_thread {
        return Ok(Placement::Here);
    }
    Ok(Placement::New {
        channel,
        challenged: challenged.cloned(),
    })
}

/// The thread that was opened for a challenge, if it is known.
fn opened_before(context: &DiscordContext, anchor: ThreadAnchor) -> Option<u64> {
    match anchor {
        ThreadAnchor::Message(message) => {
            Some(message).filter(|message| context.is_thread(*message))
        }
        ThreadAnchor::Command(id) => context.interactions.of_event(&event_id(id))?.thread(),
    }
}

/// Finds or opens a thread for a challenge, and returns its table. `None` if no thread can be
/// opened, which the challenger is told. The same challenge opens one thread, and so do all waiting
/// challenges of one person.
pub(super) async fn open(
    context: &Arc<DiscordContext>,
    host: &Host,
    challenge: &ThreadChallenge,
) -> Result<Option<TableKey>, InboundError> {
    let ThreadChallenge {
        incoming,
        anchor,
        channel,
        challenged,
        ..
    } = challenge;
    let (anchor, channel) = (*anchor, *channel);
    if let Some(thread) = opened_before(context, anchor) {
        return Ok(Some(DiscordContext::table_in(thread, Some(channel))));
    }
    let author = &incoming.author;
    let waiting = host.threads_with_challenge(&incoming.table, author).await?;
    let found = timeout(TIMEOUT, find_or_open(context, host, challenge, &waiting));
    let found = found.await.unwrap_or_else(|_| {
        Err(RequestFailure::transient(
            "Discord takes too long to open a thread",
        ))
    });
    match found {
        Ok(ThreadLookup::Waiting(thread)) => {
            if let ThreadAnchor::Command(id) = anchor
                && let Some(answer) = context.interactions.of_event(&event_id(id))
            {
                answer.redirect();
            }
            Ok(Some(thread))
        }
        Ok(ThreadLookup::New(thread)) => {
            context.cache_parent(thread, Some(channel));
            context.upkeep.opened(host, thread).await;
            context.regain(channel, MissingCapability::Threads);
            context.regain(channel, MissingCapability::ThreadsForNow);
            invite(context, thread, [Some(author), challenged.as_ref()]);
            Ok(Some(DiscordContext::table_in(thread, Some(channel))))
        }
        Ok(ThreadLookup::None) => Ok(None),
        Err(failure) => {
            tracing::info!(channel, %failure, "no thread was opened for a challenge");
            let missing = match failure.kind {
                FailureKind::Rejected(_) if !failure.is_forbidden() => return Ok(None),
                FailureKind::Rejected(_) => MissingCapability::Threads,
                FailureKind::Transient(after) => {
                    context.pause_threads(channel, after.unwrap_or(PAUSE));
                    MissingCapability::ThreadsForNow
                }
                FailureKind::LoggedOut => MissingCapability::ThreadsForNow,
            };
            context.report_missing(channel, missing, Some(author));
            Ok(None)
        }
    }
}

/// Opens a thread for a game of a tournament at a message of the bot.
pub(super) async fn open_for_game(
    context: &Arc<DiscordContext>,
    table: &TableKey,
    message: &str,
    [white, black]: [&Person; 2],
) -> Result<TableKey, DeliveryError> {
    let (Some(channel), Ok(message)) = (channel_of(table), message.parse()) else {
        return Err(DeliveryError::Gone("that is no channel's id".to_owned()));
    };
    if context.is_thread(message) {
        return Ok(DiscordContext::table_in(message, Some(channel)));
    }
    let opened = open_at(context, channel, message, &name_for(white, Some(black))).await;
    match opened {
        Ok(Some(thread)) => {
            context.cache_parent(thread, Some(channel));
            invite(context, thread, [Some(white), Some(black)]);
            Ok(DiscordContext::table_in(thread, Some(channel)))
        }
        Ok(None) => Err(DeliveryError::Gone("Discord names no thread".to_owned())),
        Err(RequestFailure { kind, reason }) => {
            Err(kind.delivery_error(reason, false, Some(LOGGED_OUT_WAIT)))
        }
    }
}

/// A thread for a challenge.
enum ThreadLookup {
    /// One in which an earlier challenge of the same person waits.
    Waiting(TableKey),
    New(u64),
    /// There is nothing left to make it from.
    None,
}

async fn find_or_open(
    context: &Arc<DiscordContext>,
    host: &Host,
    challenge: &ThreadChallenge,
    waiting: &[TableKey],
) -> Result<ThreadLookup, RequestFailure> {
    if let Some(left) = context.threads_paused(challenge.channel) {
        return Err(RequestFailure {
            kind: FailureKind::Transient(Some(left)),
            reason: "Discord has asked to wait".to_owned(),
        });
    }
    for thread in waiting {
        let check = || is_usable(context, host, thread);
        if retry(ATTEMPTS, check, retry_wait).await? {
            return Ok(ThreadLookup::Waiting(thread.clone()));
        }
    }
    let name = name_for(&challenge.incoming.author, challenge.challenged.as_ref());
    let channel = challenge.channel;
    let open = || async {
        match challenge.anchor {
            ThreadAnchor::Message(message) => open_at(context, channel, message, &name).await,
            ThreadAnchor::Command(id) => open_at_response(context, channel, id, &name).await,
        }
    };
    let opened = retry(ATTEMPTS, open, retry_wait).await?;
    Ok(opened.map_or(ThreadLookup::None, ThreadLookup::New))
}

/// How long to wait at least before another attempt; `None` if it is of no use.
fn retry_wait(failure: &RequestFailure) -> Option<Duration> {
    match failure.kind {
        FailureKind::Transient(after) => {
            Some(after.unwrap_or_default()).filter(|after| *after <= MAX_WAIT)
        }
        FailureKind::LoggedOut | FailureKind::Rejected(_) => None,
    }
}

/// Whether the bot opened a thread, and nobody has deleted or locked it since.
async fn is_usable(
    context: &DiscordContext,
    host: &Host,
    thread: &TableKey,
) -> Result<bool, RequestFailure> {
    let Some(channel) = channel_of(thread) else {
        return Ok(false);
    };
    let route = Route::Channel {
        channel_id: ChannelId::new(channel),
    };
    match context.rest.get(route, Vec::new()).await {
        // An archived one comes back with the next message.
        Ok(told) => Ok(told["thread_metadata"]["locked"] != true
            && id_of(&told["owner_id"]).is_none_or(|owner| owner == context.me)),
        Err(failure) if failure.is_final() => {
            if failure.has_code(code::UNKNOWN_CHANNEL) {
                let for_good = is_in_guild(context, channel).await;
                if let Err(error) = gone::adjourn(context, host, thread, for_good).await {
                    tracing::error!(%thread, %error, "the games of a thread that is gone cannot be adjourned");
                }
            }
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// Adds the players to a thread, so that it is in their lists. They can see it anyway.
fn invite(context: &Arc<DiscordContext>, thread: u64, players: [Option<&Person>; 2]) {
    let ids: Vec<u64> = players
        .into_iter()
        .flatten()
        .filter_map(|player| player.id.parse().ok())
        .filter(|id| *id > 0 && *id != context.me)
        .collect();
    let shared = Arc::clone(context);
    context.background.spawn(async move {
        for id in ids {
            let route = Route::ChannelThreadMember {
                channel_id: ChannelId::new(thread),
                user_id: UserId::new(id),
            };
            if let Err(failure) = shared.rest.bare(route, LightMethod::Put).await {
                tracing::debug!(%failure, "a player was not added to a thread");
            }
        }
    });
}

/// Opens a thread at a message. The thread gets the message's id.
async fn open_at(
    context: &DiscordContext,
    channel: u64,
    message: u64,
    name: &str,
) -> Result<Option<u64>, RequestFailure> {
    let route = Route::ChannelMessageThreads {
        channel_id: ChannelId::new(channel),
        message_id: MessageId::new(message.max(1)),
    };
    let content = json!({ "name": name, "auto_archive_duration": WHILE_PLAYED });
    match context.rest.post(route, content).await {
        Ok(thread) => Ok(id_of(&thread["id"])),
        Err(failure) if failure.has_code(code::THREAD_EXISTS) => Ok(Some(message)),
        Err(failure) => Err(failure),
    }
}

/// Opens a thread at the response to a slash command, which names the players.
async fn open_at_response(
    context: &DiscordContext,
    channel: u64,
    interaction: u64,
    name: &str,
) -> Result<Option<u64>, RequestFailure> {
    let Some(answer) = context.interactions.of_event(&event_id(interaction)) else {
        return Ok(None);
    };
    if !answer.is_open().await {
        return Ok(None);
    }
    let message = answer.show_line(&context.rest, name).await?;
    let Some(message) = id_of(&message["id"]) else {
        return Ok(None);
    };
    let opened = open_at(context, channel, message, name).await?;
    if let Some(thread) = opened {
        answer.set_thread(thread);
    }
    answer.freeze();
    Ok(opened)
}
