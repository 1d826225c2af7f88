//! Restoring the session of the bot's account, however it logged in.

use matrix_sdk::Client;
use matrix_sdk::authentication::AuthSession;
use matrix_sdk::ruma::UserId;
use matrix_sdk::store::StateStoreDataKey;

use super::error::MatrixError;
use crate::config::Matrix;

/// Whether an id is that of the bot's account.
pub(super) fn is_user(id: &UserId, settings: &Matrix) -> bool {
    *id == *settings.user || id.localpart() == settings.user
}

/// Restores a session.
pub(super) async fn restore(
    client: &Client,
    session: impl Into<AuthSession>,
) -> Result<(), MatrixError> {
    // The library drops a sync that ends at its stored token, as one that was handled. The bot may not
    // have handled it: it has a cursor of its own.
    client
        .state_store()
        .remove_kv_data(StateStoreDataKey::SyncToken)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))?;
    client.restore_session(session.into()).await.map_err(|error| {
        MatrixError::Keys(format!(
            "does not fit the session ({error}): give each account and device a store of its own"
        ))
    })
}
