//! The presence: what is shown beside the bot's name, on every shard.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serenity::all::{ActivityData, OnlineStatus, ShardId, ShardManager};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::context::DiscordContext;
use super::gateway::Part;
use crate::chat::common::platform::DISCORD;
use crate::host::{Host, StoreError};
use crate::lock::lock;
use crate::session::Phrase;

/// How often the presence is brought up to date. Discord takes five updates in 20 seconds:
/// <https://discord.com/developers/docs/events/gateway-events#update-presence>.
const UPDATE_INTERVAL: Duration = Duration::from_secs(60);

/// How long the library may keep the list of its shards to itself.
const LIST_TIMEOUT: Duration = Duration::from_secs(5);

/// What the presence says, and which shards say it.
#[derive(Default)]
pub(super) struct Presence(Mutex<Shown>);

#[derive(Default)]
struct Shown {
    text: String,
    connections: HashMap<Part, Connection>,
    /// What the shards say that have a session.
    said: HashMap<u32, String>,
}

/// A connection.
#[derive(Default)]
struct Connection {
    /// Its shards.
    shards: Option<Arc<ShardManager>>,
    /// What it began with: what a shard says with whose session nothing else was sent.
    first: String,
}

impl Presence {
    /// A connection begins, with the presence that its shards have at first.
    pub(super) fn connect(&self, part: Part) -> ActivityData {
        let mut shown = lock(&self.0);
        let text = shown.text.clone();
        let first = Connection {
            shards: None,
            first: text.clone(),
        };
        shown.connections.insert(part, first);
        shown.said.retain(|shard, _| !part.has(*shard));
        ActivityData::custom(text)
    }

    /// Sets the shards of a connection.
    pub(super) fn set_shards(&self, part: Part, shards: Arc<ShardManager>) {
        if let Some(connection) = lock(&self.0).connections.get_mut(&part) {
            connection.shards = Some(shards);
        }
    }

    /// A connection has ended.
    pub(super) fn disconnect(&self, part: Part) {
        lock(&self.0).connections.remove(&part);
    }

    /// A session of a shard begins.
    pub(super) fn begin(&self, part: Part, shard: u32) {
        let mut shown = lock(&self.0);
        let connection = shown.connections.get(&part);
        let first = connection.map(|one| one.first.clone());
        shown.said.insert(shard, first.unwrap_or_default());
    }

    /// Has all shards say this that have a session and say something else.
    async fn show(&self, text: &str) {
        let managers: Vec<_> = {
            let mut shown = lock(&self.0);
            text.clone_into(&mut shown.text);
            let connections = shown.connections.values();
            connections.filter_map(|one| one.shards.clone()).collect()
        };
        for manager in managers {
            self.show_on(&manager, text).await;
        }
    }

    async fn show_on(&self, manager: &ShardManager, text: &str) {
        let Ok(runners) = timeout(LIST_TIMEOUT, manager.runners.lock()).await else {
            return;
        };
        let mut shown = lock(&self.0);
        for (ShardId(shard), runner) in runners.iter() {
            let Some(said) = shown.said.get_mut(shard).filter(|said| *said != text) else {
                continue;
            };
            text.clone_into(said);
            let activity = ActivityData::custom(text);
            runner
                .runner_tx
                .set_presence(Some(activity), OnlineStatus::Online);
        }
    }
}

impl DiscordContext {
    /// Prepares the presence for the first connection.
    pub(super) async fn prepare_presence(&self, host: &Host) -> Result<(), StoreError> {
        let text = self.presence_text(host).await?;
        self.presence.show(&text).await;
        Ok(())
    }

    /// Keeps the presence up to date.
    pub(super) async fn keep_presence(&self, host: &Host) {
        let mut updating = interval(UPDATE_INTERVAL);
        updating.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            updating.tick().await;
            match self.presence_text(host).await {
                Ok(text) => self.presence.show(&text).await,
                Err(error) => tracing::debug!(%error, "the presence is brought up to date later"),
            }
        }
    }

    /// How many games are running, and where there is help.
    async fn presence_text(&self, host: &Host) -> Result<String, StoreError> {
        let games = host.running_games(DISCORD).await?;
        let phrase = Phrase::new("discord-presence")
            .with("games", usize::try_from(games).unwrap_or(usize::MAX));
        let language = host.default_language(DISCORD);
        Ok(self.words.sentence(&phrase, language.as_deref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_begins_with_what_was_shown_last() {
        let presence = Presence::default();
        presence.show("/help · 1 game").await;
        assert_eq!(
            presence.connect(Part::All).state.as_deref(),
            Some("/help · 1 game")
        );
        presence.begin(Part::All, 0);
        presence.show("/help · 2 games").await;
        presence.begin(Part::All, 1);
        // Whoever begins now still says what the connection began with.
        let said = lock(&presence.0).said.clone();
        assert_eq!(said[&1], "/help · 1 game");
        assert_eq!(
            presence.connect(Part::All).state.as_deref(),
            Some("/help · 2 games")
        );
        assert!(lock(&presence.0).said.is_empty());
    }
}
