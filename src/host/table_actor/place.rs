//! The settings that a table inherits from where it is.

use super::TableActor;
use crate::host::incoming::Incoming;
use crate::session::{
    Announcement, Game, PlaceSettings, Rights, Scope, SettingsChange, Table, TableKey,
};
use crate::store::{ScopedChange, StoreError};

impl TableActor {
    /// Where settings of the table's server belong, as the last command told, or the one before the
    /// bot's start.
    pub(super) async fn community(&mut self) -> Result<Option<String>, StoreError> {
        if let Some(known) = &self.community {
            return Ok(known.clone());
        }
        let stored = self.services.store.community(&self.key).await?;
        self.community = Some(stored.clone());
        Ok(stored)
    }

    /// What the table inherits.
    pub(super) async fn place(&mut self) -> Result<PlaceSettings, StoreError> {
        let community = self.community().await?;
        let Some(platform) = self.platform() else {
            return Ok(PlaceSettings::default());
        };
        let (name, channel) = (&self.key.platform, &self.key.channel);
        let places = &self.services.places;
        Ok(places.of(platform, name, channel, community.as_deref()))
    }

    /// What holds where something was said or pressed.
    pub(super) fn place_of(&self, incoming: &Incoming) -> Option<PlaceSettings> {
        let TableKey {
            platform, channel, ..
        } = &incoming.table;
        let entry = self.platform()?;
        let places = &self.services.places;
        Some(places.of(entry, platform, channel, incoming.community.as_deref()))
    }

    /// The announcement of a game that has just ended at the table as it is then.
    pub(super) async fn announcement(
        &mut self,
        after: &Table,
        game: &Game,
    ) -> Result<Option<Announcement>, StoreError> {
        let inherited = self.place().await?.inherited();
        let community = self.community().await?;
        let Some((to, entry)) = after.announces_at(&inherited).zip(self.platform()) else {
            return Ok(None);
        };
        let places = &self.services.places;
        let there = places.of(entry, &to.platform, &to.channel, community.as_deref());
        Ok(after.announcement(game, to, &there, self.services.sources.now()))
    }

    /// What the author may set besides their own settings. `None` if it cannot be found out.
    pub(super) async fn rights(&self, incoming: &Incoming) -> Option<Rights> {
        if incoming.private {
            return Some(Rights {
                channel: true,
                server: false,
            });
        }
        let platform = self.platform()?;
        let community = incoming.community.as_deref();
        let asked = platform
            .transport
            .rights(&incoming.table, community, &incoming.author);
        self.ask_platform(asked, "what a person may set").await
    }

    /// A change of settings, for the store.
    pub(super) fn scoped(
        &self,
        scope: Scope,
        change: SettingsChange,
        incoming: Option<&Incoming>,
    ) -> Option<ScopedChange> {
        let id = match scope {
            Scope::Person => incoming?.author.id.clone(),
            // A command for a game elsewhere is not for the place of that game.
            Scope::Channel => incoming?.table.channel.clone(),
            Scope::Server => incoming?.community.clone()?,
        };
        Some(ScopedChange { scope, id, change })
    }
}
