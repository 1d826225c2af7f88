//! The presence: what is shown beside the bot's name, on every shard.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serenity::all::{ActivityData, OnlineStatus, ShardId, ShardManager};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::context::DiscordContext;
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
    /// The shards of the present connection.
    shards: Option<Arc<ShardManager>>,
    /// What the connection began with: what a shard says with whose session nothing else was sent.
    first: String,
    /// What the shards say that have a session.
    said: HashMap<u32, String>,
}

impl Presence {
    /// A connection begins, with the presence that its shards have at first.
    pub(super) fn connect(&self) -> ActivityData {
        let mut shown = lock(&self.0);
        let text = shown.text.clone();
        shown.first.clone_from(&text);
        shown.said.clear();
        ActivityData::custom(text)
    }

    /// Sets the shards of the connection.
    pub(super) fn set_shards(&self, shards: Option<Arc<ShardManager>>) {
        lock(&self.0).shards = shards;
    }

    /// A session of a shard begins.
    pub(super) fn begin(&self, shard: u32) {
        let mut shown = lock(&self.0);
        let first = shown.first.clone();
        shown.said.insert(shard, first);
    }

    /// Has all shards say this that have a session and say something else.
    async fn show(&self, text: &str) {
        let shards = {
            let mut shown = lock(&self.0);
            text.clone_into(&mut shown.text);
            shown.shards.clone()
        };
        let Some(shards) = shards else { return };
        let Ok(runners) = timeout(LIST_TIMEOUT, shards.runners.lock()).await else {
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
        assert_eq!(presence.connect().state.as_deref(), Some("/help · 1 game"));
        presence.begin(0);
        presence.show("/help · 2 games").await;
        presence.begin(1);
        // Whoever begins now still says what the connection began with.
        let said = lock(&presence.0).said.clone();
        assert_eq!(said[&1], "/help · 1 game");
        assert_eq!(presence.connect().state.as_deref(), Some("/help · 2 games"));
        assert!(lock(&presence.0).said.is_empty());
    }
}
