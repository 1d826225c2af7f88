//! A thread for a second game: where a game is running in a channel, a challenge opens one.

use std::sync::Arc;

use serde_json::json;
use serenity::all::{ChannelId, MessageId, UserId};
use serenity::http::{LightMethod, Route};

use super::answer::event_of;
use super::error::{Failure, Unheard, code};
use super::link::{Lack, Link, id_of};
use super::marks::channel_of;
use crate::host::{Host, Incoming};
use crate::session::{Person, TableKey};
use crate::words::clean_name;

/// Most characters of a thread's name.
const LONGEST_NAME: usize = 100;

/// After how many minutes without a message a thread is put away: a day, as long as a challenge
/// waits. A message brings it back.
const PUT_AWAY_AFTER: u32 = 1440;

/// What a thread is made of.
#[derive(Debug, Clone, Copy)]
pub(super) enum From {
    /// The message that challenges.
    Message(u64),
    /// The answer to a slash command that challenges.
    Command(u64),
}

/// What a challenge asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Whom it names: an id, or a name that is nobody's. Nothing if it is open to anyone.
    pub(super) opponent: Option<String>,
    /// Whether it tells a level, which only the bot has.
    pub(super) has_level: bool,
}

/// Opens a thread for a challenge in a channel where a game is running, and returns its table;
/// nothing if the channel is free, or a thread itself, or the bot may not, or it is not known who is
/// challenged, or a person is to have a level. The same challenge opens a thread once, and whose
/// challenge still waits in one gets no other: what is said of that is said there.
pub(super) async fn open(
    link: &Arc<Link>,
    host: &Host,
    challenge: &Incoming,
    wanted: &Wanted,
    from: From,
) -> Result<Option<TableKey>, Unheard> {
    let table = &challenge.table;
    let (None, Ok(channel)) = (&table.thread, table.channel.parse::<u64>()) else {
        return Ok(None);
    };
    let opponent = wanted.opponent.as_ref();
    let challenged = opponent.map(|id| challenge.people.iter().find(|one| one.id == *id));
    // Why that is no challenge is said in the channel.
    if challenged.is_some_and(|one| one.is_none_or(|one| *one == challenge.author)) {
        return Ok(None);
    }
    let challenged = challenged.flatten();
    if wanted.has_level && challenged.is_none_or(|one| one.id != link.me.to_string()) {
        return Ok(None);
    }
    // The same challenge may be heard again, when a game begins here, or has ended.
    if let Some(heard) = host.heard_at(table, &challenge.event).await? {
        return Ok(Some(heard).filter(|heard| heard.thread.is_some()));
    }
    let before = match from {
        From::Message(message) => Some(message).filter(|message| link.is_thread(*message)),
        From::Command(id) => {
            let answer = link.answers.of_event(&event_of(id));
            answer.and_then(|answer| answer.thread())
        }
    };
    if let Some(thread) = before {
        return Ok(Some(Link::table_in(thread, Some(channel))));
    }
    let running = match host.look(table).await {
        Ok(known) => known.running().is_some(),
        // Whatever is wrong with the table is said there.
        Err(error) => {
            tracing::debug!(%error, "a table cannot be looked at");
            return Ok(None);
        }
    };
    if !running {
        return Ok(None);
    }
    for thread in host
        .threads_with_challenge(table, &challenge.author)
        .await?
    {
        if is_ours_and_open(link, host, &thread).await? {
            if let From::Command(id) = from
                && let Some(answer) = link.answers.of_event(&event_of(id))
            {
                answer.send_on();
            }
            return Ok(Some(thread));
        }
    }
    let name = name(&challenge.author, challenged);
    let opened = match from {
        From::Message(message) => open_at(link, channel, message, &name).await,
        From::Command(id) => open_at_answer(link, channel, id, &name).await,
    };
    match opened {
        Ok(Some(thread)) => {
            link.note_place(thread, Some(channel));
            invite(link, thread, [Some(&challenge.author), challenged]);
            Ok(Some(Link::table_in(thread, Some(channel))))
        }
        Ok(None) => Ok(None),
        Err(failure) if failure.is_final() => {
            tracing::debug!(channel, %failure, "no thread is opened");
            if failure.is_forbidden() {
                link.tell_lack(channel, Lack::Threads, Some(&challenge.author));
            }
            Ok(None)
        }
        Err(failure) => Err(failure.into()),
    }
}

/// Whether a thread is one that the bot opened, and nobody has deleted or locked it since.
async fn is_ours_and_open(link: &Link, host: &Host, thread: &TableKey) -> Result<bool, Unheard> {
    let Some(channel) = channel_of(thread) else {
        return Ok(false);
    };
    let route = Route::Channel {
        channel_id: ChannelId::new(channel),
    };
    match link.rest.get(route, Vec::new()).await {
        // One that was put away comes back with the next message.
        Ok(told) => Ok(told["thread_metadata"]["locked"] != true
            && id_of(&told["owner_id"]).is_none_or(|owner| owner == link.me)),
        Err(failure) if failure.is_final() => {
            if failure.has_code(code::UNKNOWN_CHANNEL) {
                link.marks.forget(host, channel).await;
            }
            Ok(false)
        }
        Err(failure) => Err(failure.into()),
    }
}

/// Brings the players into the thread, so that it stands in their lists. They find it anyway.
fn invite(link: &Arc<Link>, thread: u64, players: [Option<&Person>; 2]) {
    let ids: Vec<u64> = players
        .into_iter()
        .flatten()
        .filter_map(|player| player.id.parse().ok())
        .filter(|id| *id > 0 && *id != link.me)
        .collect();
    let shared = Arc::clone(link);
    link.beside(async move {
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
    link: &Link,
    channel: u64,
    message: u64,
    name: &str,
) -> Result<Option<u64>, Failure> {
    let route = Route::ChannelMessageThreads {
        channel_id: ChannelId::new(channel),
        message_id: MessageId::new(message.max(1)),
    };
    let content = json!({ "name": name, "auto_archive_duration": PUT_AWAY_AFTER });
    match link.rest.post(route, content).await {
        Ok(thread) => Ok(id_of(&thread["id"])),
        Err(failure) if failure.has_code(code::THREAD_EXISTS) => Ok(Some(message)),
        Err(failure) => Err(failure),
    }
}

/// Opens a thread at the answer to a slash command, which names the game.
async fn open_at_answer(
    link: &Link,
    channel: u64,
    interaction: u64,
    name: &str,
) -> Result<Option<u64>, Failure> {
    let Some(answer) = link.answers.of_event(&event_of(interaction)) else {
        return Ok(None);
    };
    if !answer.is_open().await {
        return Ok(None);
    }
    let message = answer.show(link, name).await?;
    let Some(message) = id_of(&message["id"]) else {
        return Ok(None);
    };
    let opened = open_at(link, channel, message, name).await?;
    if let Some(thread) = opened {
        answer.note_thread(thread);
    }
    answer.keep();
    Ok(opened)
}

/// The name of a thread: who plays.
fn name(challenger: &Person, challenged: Option<&Person>) -> String {
    let mut name = format!("YINSH: {}", clean_name(&challenger.name));
    if let Some(challenged) = challenged {
        name.push_str(" – ");
        name.push_str(&clean_name(&challenged.name));
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
