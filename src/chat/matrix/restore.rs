//! Restoring the session of the bot's account, however it logged in.

use matrix_sdk::Client;
use matrix_sdk::authentication::AuthSession;
use matrix_sdk::ruma::UserId;
use matrix_sdk::store::{StateStoreDataKey, StateStoreDataValue, StoreError};

use super::error::MatrixError;
use crate::config::Matrix;

/// The key of the token of the last sync in the store.
const LAST_SYNC: &[u8] = b"ringleader.last-sync";

/// Whether an id is that of the bot's account.
pub(super) fn is_user(id: &UserId, settings: &Matrix) -> bool {
    *id == *settings.user || id.localpart() == settings.user
}

/// Restores a session.
pub(super) async fn restore(
    client: &Client,
    session: impl Into<AuthSession>,
) -> Result<(), MatrixError> {
    set_last_sync_aside(client)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))?;
    client.restore_session(session.into()).await.map_err(|error| {
        MatrixError::Keys(format!(
            "does not fit the session ({error}): give each account and device a store of its own"
        ))
    })
}

/// The library drops a sync that ends at its stored token, as one that was handled. The bot may not have
/// handled it: it has a cursor of its own. So the token is kept where the library does not see it.
async fn set_last_sync_aside(client: &Client) -> Result<(), StoreError> {
    let store = client.state_store();
    let last = store.get_kv_data(StateStoreDataKey::SyncToken).await?;
    let Some(token) = last.and_then(StateStoreDataValue::into_sync_token) else {
        return Ok(());
    };
    store
        .set_custom_value_no_read(LAST_SYNC, token.into_bytes())
        .await?;
    store.remove_kv_data(StateStoreDataKey::SyncToken).await
}

/// The token of the last sync that the store had when the session was restored; none if it is new.
pub(super) async fn last_sync(client: &Client) -> Option<String> {
    let kept = client.state_store().get_custom_value(LAST_SYNC).await;
    String::from_utf8(kept.ok()??).ok()
}
