//! The settings of channels and servers, all in memory: each message is read by its place's prefix.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;

use tokio::time::sleep;

use super::backoff::Backoff;
use super::platform::PlatformEntry;
use crate::lock::lock;
use crate::session::{PlaceSettings, Scope, Settings, TableKey};
use crate::store::{Store, StoreError};

/// The settings of all channels and servers.
#[derive(Debug, Default)]
pub(super) struct Places {
    known: Mutex<HashMap<(String, Scope, String), Settings>>,
    /// Held while the settings of a place are read again.
    reading: tokio::sync::Mutex<()>,
}

impl Places {
    /// Reads the settings of all places of a platform.
    pub(super) async fn load(&self, store: &dyn Store, platform: &str) -> Result<(), StoreError> {
        let _alone = self.reading.lock().await;
        let found = store.place_settings(platform).await?;
        let found = found
            .into_iter()
            .map(|(scope, id, settings)| ((platform.to_owned(), scope, id), settings));
        let mut known = lock(&self.known);
        known.retain(|(of, ..), _| of != platform);
        known.extend(found);
        Ok(())
    }

    /// Reads the settings of one place again, until that succeeds.
    pub(super) async fn reload(&self, store: &dyn Store, platform: &str, scope: Scope, id: &str) {
        // Otherwise the older of two readings may be kept.
        let _alone = self.reading.lock().await;
        let mut backoff = Backoff::new();
        loop {
            match store.settings_of(platform, scope, id).await {
                Ok(settings) => {
                    let key = (platform.to_owned(), scope, id.to_owned());
                    lock(&self.known).insert(key, settings);
                    return;
                }
                Err(error) => {
                    tracing::error!(platform, id, %error, "changed settings cannot be read yet");
                    sleep(backoff.next()).await;
                }
            }
        }
    }

    /// Where the puzzle of the day is posted on a platform.
    pub(super) fn dailies(&self, platform: &str) -> BTreeSet<TableKey> {
        let known = lock(&self.known);
        let wanted = known
            .values()
            .filter_map(|settings| settings.daily.as_deref());
        let here = wanted.filter(|table| table.platform == platform);
        here.cloned().collect()
    }

    /// What the tables of a channel inherit.
    pub(super) fn of(
        &self,
        entry: &PlatformEntry,
        platform: &str,
        channel: &str,
        community: Option<&str>,
    ) -> PlaceSettings {
        let known = lock(&self.known);
        let of = |scope, id: &str| {
            let key = (platform.to_owned(), scope, id.to_owned());
            known.get(&key).cloned().unwrap_or_default()
        };
        PlaceSettings {
            channel: of(Scope::Channel, channel),
            server: community
                .map(|id| of(Scope::Server, id))
                .unwrap_or_default(),
            platform: entry.settings.clone(),
        }
    }
}
