//! What adapters ask about tables, games and people.

use super::incoming::{HostError, Input};
use super::preview::Preview;
use super::{Host, StoreError};
use crate::game::Position;
use crate::session::{Challengers, Person, Table, TableKey, position_for};

impl Host {
    /// What a text or a platform's command asks for, for adapters that have to prepare something
    /// for it; `None` if it is not for the bot. Nothing is handled yet. `place` is the table as far
    /// as the adapter knows it: it may name a thread as a channel. `community` is where settings of
    /// its server belong.
    ///
    /// # Errors
    ///
    /// [`HostError::NoPlatform`].
    pub async fn preview(
        &self,
        place: &TableKey,
        community: Option<&str>,
        input: &Input,
    ) -> Result<Option<Preview>, HostError> {
        let Some(platform) = self.services.platforms.get(&place.platform) else {
            return Err(HostError::NoPlatform(place.platform.clone()));
        };
        let places = &self.services.places;
        let settings = places.of(platform, &place.platform, &place.channel, community);
        let policy = &self.services.live.now().policy;
        Ok(Preview::of(input, &settings.inherited(), policy))
    }

    /// Whether a person takes a challenge from another one, as far as they have decided it: they may take
    /// none, or have blocked them.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn takes_challenge(
        &self,
        table: &TableKey,
        person: &Person,
        from: &Person,
    ) -> Result<bool, StoreError> {
        let (store, platform) = (&self.services.store, &table.platform);
        let settings = store.personal_settings(platform, std::slice::from_ref(&person.id));
        let takes_none = settings.await?.of(person).challenges == Some(Challengers::Nobody);
        let blockers = store.blockers(platform, &from.id).await?;
        Ok(!takes_none && !blockers.contains(&person.id))
    }

    /// Whether somebody plays in a channel or in one of its threads, or in a thread.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn is_played_in(&self, place: &TableKey) -> Result<bool, StoreError> {
        let tables = self.services.store.played_in(place).await?;
        Ok(!tables.is_empty())
    }

    /// A table as it was last written.
    ///
    /// # Errors
    ///
    /// The database failed, or the table's log is damaged.
    pub async fn table(&self, table: &TableKey) -> Result<Table, StoreError> {
        let log = self.services.store.load(table).await?;
        log.fold(table.clone())
    }

    /// The position in which a person decides by commands of the platform at a table: of a lesson, or of
    /// the game in progress. `private` is a private chat with the bot.
    ///
    /// # Errors
    ///
    /// The database failed, or the table's log is damaged.
    pub async fn position_for(
        &self,
        table: &TableKey,
        person: &Person,
        private: bool,
    ) -> Result<Option<Position>, StoreError> {
        let store = &self.services.store;
        let ids = [person.id.clone()];
        let own = store.personal_settings(&table.platform, &ids).await?;
        let table = self.table(table).await?;
        Ok(position_for(&table, person, &own.of(person), private))
    }

    /// The table in a channel, or in a thread of it, at which an event was handled.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn table_of_event(
        &self,
        channel: &TableKey,
        event: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        let store = &self.services.store;
        store
            .table_of_event(&channel.platform, &channel.channel, event)
            .await
    }

    /// The table in a channel, or in a thread of it, at which a reply with choices became this
    /// message, for a platform that does not tell the thread of a reaction.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn table_of_message(
        &self,
        platform: &str,
        channel: &str,
        message: &str,
    ) -> Result<Option<TableKey>, StoreError> {
        let store = &self.services.store;
        store.table_of_message(platform, channel, message).await
    }

    /// The threads of a channel in which a person's challenge waits for an answer, newest first.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn threads_with_challenge(
        &self,
        channel: &TableKey,
        person: &Person,
    ) -> Result<Vec<TableKey>, StoreError> {
        let store = &self.services.store;
        let mut found = Vec::new();
        for thread in store
            .waiting_threads(&channel.platform, &channel.channel)
            .await?
        {
            match self.table(&thread).await {
                Ok(table) if table.challenges().iter().any(|one| one.by.id == person.id) => {
                    found.push(thread);
                }
                // Nobody waits at a table that cannot be read.
                Ok(_) | Err(StoreError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Number of games that are running on a platform.
    ///
    /// # Errors
    ///
    /// The database failed.
    #[cfg(feature = "discord")]
    pub(crate) async fn running_games(&self, platform: &str) -> Result<u64, StoreError> {
        self.services.store.running_games(platform).await
    }

    /// Names of the other programs that play.
    #[cfg(feature = "discord")]
    pub(crate) fn programs(&self) -> Vec<String> {
        self.services.live.now().policy.programs.clone()
    }

    /// The language that the configuration sets for a platform, if it sets one.
    #[cfg(feature = "discord")]
    pub(crate) fn default_language(&self, platform: &str) -> Option<String> {
        let platform = self.services.platforms.get(platform)?;
        platform.settings.language.clone()
    }
}
