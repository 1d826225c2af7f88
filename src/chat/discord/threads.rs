//! A thread for a second game: where a game is running in a channel, a challenge opens one.

use std::sync::Arc;

use serde_json::json;
use serenity::all::{ChannelId, MessageId};
use serenity::http::Route;

use super::answer::event_of;
use super::error::{Failure, Unheard, code};
use super::link::{Lack, Link, id_of};
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

/// Opens a thread for a challenge in a channel where a game is running, and returns its table;
/// nothing if the channel is free, or a thread itself, or the bot may not. The same challenge
/// opens a thread once.
pub(super) async fn open(
    link: &Arc<Link>,
    host: &Host,
    challenge: &Incoming,
    from: From,
) -> Result<Option<TableKey>, Unheard> {
    let table = &challenge.table;
    let (None, Ok(channel)) = (&table.thread, table.channel.parse::<u64>()) else {
        return Ok(None);
    };
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
    let name = name(
        &challenge.author,
        challenge.people.iter().find(|one| **one != link.bot),
    );
    let opened = match from {
        From::Message(message) => open_at(link, channel, message, &name).await,
        From::Command(id) => open_at_answer(link, channel, id, &name).await,
    };
    match opened {
        Ok(Some(thread)) => {
            link.note_place(thread, Some(channel));
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

/// Opens a thread at a message. It has the message's id.
async fn open_at(
    link: &Link,
    channel: u64,
    message: u64,
    name: &str,
) -> Result<Option<u64>, Failure> {
    // The same message may be heard again.
    if link.is_thread(message) {
        return Ok(Some(message));
    }
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
