//! Places where the bot may only answer: private chats of other people, and servers that have not
//! invited it. It is there because somebody has installed it for themselves, sees and sends no message,
//! and speaks with the tokens of interactions alone.
//!
//! Each is noted in a cursor, which is written together with what follows from an interaction, and
//! holds its token: after a restart the bot goes on in answer to it.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, InteractionContext,
};
use tokio::sync::watch;
use tokio::time::timeout;

use super::cursors::channel_of;
use super::interaction::{Interactions, age_of};
use crate::chat::common::platform::DISCORD;
use crate::host::{Host, ReplyTarget, StoreError, SyncCursor};
use crate::lock::lock;
use crate::session::TableKey;

/// How long a place is known at which nobody plays and nothing happens.
const KEPT_FOR: Duration = Duration::from_hours(30 * 24);

/// How long a reply waits at the start for the places to be read.
const LOADED_WITHIN: Duration = Duration::from_secs(5);

/// A place where the bot may only answer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct AnswerPlace {
    table: TableKey,
    /// The server; `None` for a private chat.
    guild: Option<u64>,
}

/// The places where the bot may only answer, by their channels.
pub(super) struct AnswerPlaces {
    /// The prefix of the cursors' names.
    prefix: String,
    places: Mutex<HashMap<u64, AnswerPlace>>,
    loaded: watch::Sender<bool>,
}

/// Whether the bot may only answer where an interaction took place, as only a person has installed it
/// there.
pub(super) fn may_only_answer(
    guild: Option<u64>,
    context: Option<InteractionContext>,
    owners: &AuthorizingIntegrationOwners,
) -> bool {
    let has = |is: fn(&AuthorizingIntegrationOwner) -> bool| owners.0.iter().any(is);
    match guild {
        Some(_) => {
            has(|one| matches!(one, AuthorizingIntegrationOwner::UserInstall(_)))
                && !has(|one| matches!(one, AuthorizingIntegrationOwner::GuildInstall(_)))
        }
        None => context == Some(InteractionContext::PrivateChannel),
    }
}

impl AnswerPlaces {
    /// No places yet, of the bot with this id.
    pub(super) fn new(me: u64) -> Self {
        Self {
            prefix: format!("{DISCORD}-answers:{me}:"),
            places: Mutex::default(),
            loaded: watch::Sender::default(),
        }
    }

    /// Reads the places from the database, with the interactions that can still be answered. Those where
    /// nothing goes on for a month are forgotten.
    pub(super) async fn load(
        &self,
        host: &Host,
        interactions: &Interactions,
    ) -> Result<(), StoreError> {
        for cursor in host.cursors(&self.prefix).await? {
            let Some((place, target)) = self.parse(&cursor) else {
                tracing::warn!(name = cursor.name, "a place is invalid");
                continue;
            };
            let Some(channel) = channel_of(&place.table) else {
                continue;
            };
            let is_old = age_of(target).is_none_or(|age| age > KEPT_FOR);
            if is_old && !host.is_played_in(&place.table).await? {
                host.forget_cursor(cursor.name).await?;
                continue;
            }
            interactions.restore(channel, target);
            lock(&self.places).insert(channel, place);
        }
        self.loaded.send_replace(true);
        Ok(())
    }

    /// Waits until the places are read. False if that takes long.
    pub(super) async fn are_loaded(&self) -> bool {
        let mut loaded = self.loaded.subscribe();
        let waiting = loaded.wait_for(|loaded| *loaded);
        matches!(timeout(LOADED_WITHIN, waiting).await, Ok(Ok(_)))
    }

    fn parse<'a>(&self, cursor: &'a SyncCursor) -> Option<(AnswerPlace, &'a str)> {
        let place = cursor.name.strip_prefix(&self.prefix)?;
        let (channel, thread) = match place.split_once('/') {
            Some((channel, thread)) => (channel, Some(thread.to_owned())),
            None => (place, None),
        };
        let (guild, target) = cursor.value.split_once(' ')?;
        let place = AnswerPlace {
            table: TableKey {
                thread,
                ..TableKey::channel(DISCORD, channel)
            },
            guild: Some(guild.parse().ok()?).filter(|guild| *guild > 0),
        };
        Some((place, target))
    }

    fn name(&self, table: &TableKey) -> String {
        let prefix = &self.prefix;
        match &table.thread {
            Some(thread) => format!("{prefix}{}/{thread}", table.channel),
            None => format!("{prefix}{}", table.channel),
        }
    }

    /// Notes that the bot may only answer at a table.
    pub(super) fn enter(&self, table: TableKey, guild: Option<u64>) {
        if let Some(channel) = channel_of(&table) {
            let place = AnswerPlace { table, guild };
            lock(&self.places).insert(channel, place);
        }
    }

    /// Notes that the bot has access to a channel. Returns the name of its cursor if that is news.
    pub(super) fn leave(&self, channel: u64) -> Option<String> {
        let place = lock(&self.places).remove(&channel)?;
        Some(self.name(&place.table))
    }

    /// Whether the bot may only answer in a channel.
    pub(super) fn contains(&self, channel: u64) -> bool {
        lock(&self.places).contains_key(&channel)
    }

    /// The table of a channel, if the bot may only answer there.
    pub(super) fn table(&self, channel: u64) -> Option<TableKey> {
        let places = lock(&self.places);
        places.get(&channel).map(|place| place.table.clone())
    }

    /// Whether a channel is a private chat of others, as far as is known.
    pub(super) fn is_private(&self, channel: u64) -> bool {
        let places = lock(&self.places);
        places.get(&channel).is_some_and(|one| one.guild.is_none())
    }

    /// The cursor of a channel after an interaction; `None` if the bot has access to it.
    pub(super) fn cursor(&self, channel: u64, target: &ReplyTarget) -> Option<SyncCursor> {
        let places = lock(&self.places);
        let place = places.get(&channel)?;
        Some(SyncCursor {
            name: self.name(&place.table),
            value: format!("{} {}", place.guild.unwrap_or_default(), &**target),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::discord::context::DiscordContext;

    #[test]
    fn where_only_a_person_has_it_the_bot_may_only_answer() {
        let owners = |json: &str| serde_json::from_str(json).unwrap();
        let private = Some(InteractionContext::PrivateChannel);
        for (guild, context, installed, only) in [
            (
                Some(9),
                Some(InteractionContext::Guild),
                r#"{"0":"9"}"#,
                false,
            ),
            (
                Some(9),
                Some(InteractionContext::Guild),
                r#"{"0":"9","1":"5"}"#,
                false,
            ),
            (
                Some(9),
                Some(InteractionContext::Guild),
                r#"{"1":"5"}"#,
                true,
            ),
            (Some(9), None, "{}", false),
            (None, private, r#"{"1":"5"}"#, true),
            (None, Some(InteractionContext::BotDm), r#"{"1":"5"}"#, false),
            (None, Some(InteractionContext::BotDm), r#"{"0":"0"}"#, false),
            (None, None, "{}", false),
        ] {
            let owners = owners(installed);
            assert_eq!(
                may_only_answer(guild, context, &owners),
                only,
                "{guild:?} {installed}"
            );
        }
    }

    #[test]
    fn places_are_noted_in_cursors() {
        let places = AnswerPlaces::new(17);
        let target = ReplyTarget::from("interaction:1:2:open:a b:c".to_owned());
        assert_eq!(places.cursor(5, &target), None);
        for (channel, parent, guild) in [(5, None, None), (6, Some(4), Some(9)), (7, None, Some(9))]
        {
            let table = DiscordContext::table_in(channel, parent);
            places.enter(table.clone(), guild);
            assert!(places.contains(channel));
            assert_eq!(places.table(channel), Some(table.clone()));
            assert_eq!(places.is_private(channel), guild.is_none());
            let cursor = places.cursor(channel, &target).unwrap();
            let (place, read) = places.parse(&cursor).unwrap();
            assert_eq!(place, AnswerPlace { table, guild });
            assert_eq!(read, &*target);
        }
        assert_eq!(places.leave(6).as_deref(), Some("discord-answers:17:4/6"));
        assert_eq!(places.leave(6), None);
        assert!(!places.contains(6));
    }
}
