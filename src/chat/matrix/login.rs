//! Logging in: restores the session, or begins another with the password.
//!
//! The session (device and access token) is kept in the library's store, encrypted with the
//! passphrase.

use matrix_sdk::Client;
use matrix_sdk::authentication::matrix::MatrixSession;
use matrix_sdk::ruma::api::client::session::login::v3 as login;
use matrix_sdk::ruma::api::client::uiaa::{MatrixUserIdentifier, UserIdentifier};
use matrix_sdk::ruma::api::error::ErrorKind;
use matrix_sdk::ruma::{DeviceId, OwnedDeviceId};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::sleep;

use super::error::{FailureKind, MatrixError, failure_kind, plain};
use super::key_store::{self, write_note};
use super::restore::{is_user, restore};
use super::token_login;
use crate::config::{Login, Matrix};

/// The key of the session in the store.
const SESSION: &[u8] = b"ringleader.session";

/// The key of the store's device in the store.
const DEVICE: &[u8] = b"ringleader.device";

/// What became of the previous session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreviousSession {
    /// It may be restored.
    Valid,
    /// The token was revoked, the device stays.
    SoftLoggedOut,
    /// The device is gone, and its keys are useless.
    LoggedOut,
}

/// Opens the key store and gets a session.
pub(super) async fn enter(
    settings: &Matrix,
    previous: PreviousSession,
) -> Result<Client, MatrixError> {
    if previous == PreviousSession::LoggedOut {
        if matches!(settings.login, Login::Token { .. }) {
            return Err(MatrixError::Ended);
        }
        key_store::retire(&settings.store)?;
    }
    let client = key_store::open(settings).await?;
    match &settings.login {
        Login::Token {
            access_token,
            device_id,
            refresh,
        } => {
            if previous != PreviousSession::Valid {
                return Err(MatrixError::Ended);
            }
            token_login::with_token(&client, settings, access_token, device_id, refresh.as_ref())
                .await?;
        }
        Login::Password(password) => with_password(&client, settings, password, previous).await?,
    }
    Ok(client)
}

/// Restores the session, or logs in with the password.
async fn with_password(
    client: &Client,
    settings: &Matrix,
    password: &SecretString,
    previous: PreviousSession,
) -> Result<(), MatrixError> {
    let kept = kept_session(client).await?;
    if let Some(session) = &kept {
        let user_id = &session.meta.user_id;
        if !is_user(user_id, settings) {
            return Err(MatrixError::setting(
                "store",
                format!(
                    "belongs to {user_id}, but matrix.user is {}: give each account a store of its \
                     own",
                    settings.user
                ),
            ));
        }
    }
    let device = match kept {
        Some(session) if previous == PreviousSession::Valid => {
            return restore(client, session).await;
        }
        Some(session) => session.meta.device_id,
        None => device(client).await?,
    };
    let user = UserIdentifier::Matrix(MatrixUserIdentifier::new(settings.user.clone()));
    let password = login::Password::new(user, password.expose_secret().to_owned());
    let mut request = login::Request::new(login::LoginInfo::Password(password));
    request.device_id = Some(device);
    request.initial_device_display_name = Some(settings.device_name.clone());
    let session = loop {
        // Unlike the library's login, this logs that it waits for the rate limit.
        let error = match client.send(request.clone()).await {
            Ok(response) => break MatrixSession::from(&response),
            Err(error) => error.into(),
        };
        match failure_kind(&error) {
            FailureKind::Transient(Some(after)) => {
                let seconds = after.as_secs();
                tracing::warn!(
                    seconds,
                    "the homeserver lets nobody log in so often: waiting"
                );
                sleep(after).await;
            }
            FailureKind::Transient(None) => return Err(MatrixError::Away(plain(&error))),
            _ if error.client_api_error_kind() == Some(&ErrorKind::Forbidden) => {
                return Err(MatrixError::setting(
                    "password",
                    "the homeserver does not take this user and password",
                ));
            }
            _ => return Err(refused("log in")(&error)),
        }
    };
    restore(client, session.clone()).await?;
    tracing::info!(user = %session.meta.user_id, device = %session.meta.device_id, "logged in");
    keep_session(client, &session).await
}

/// What the failure of an indispensable request means.
pub(super) fn refused(what: &'static str) -> impl Fn(&matrix_sdk::Error) -> MatrixError {
    move |error| match failure_kind(error) {
        FailureKind::Transient(_) => MatrixError::Away(plain(error)),
        _ => MatrixError::Server {
            what,
            reason: plain(error),
        },
    }
}

async fn kept_session(client: &Client) -> Result<Option<MatrixSession>, MatrixError> {
    let kept = client
        .state_store()
        .get_custom_value(SESSION)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))?;
    // An invalid one is replaced by a new session of the same device.
    Ok(kept.and_then(|kept| serde_json::from_slice(&kept).ok()))
}

async fn keep_session(client: &Client, session: &MatrixSession) -> Result<(), MatrixError> {
    let kept = serde_json::to_vec(session).map_err(|error| MatrixError::Keys(error.to_string()))?;
    write_note(client, SESSION, kept).await
}

/// The bot's device. It is chosen and stored before the login, so that an interrupted login continues
/// with the same one: a store belongs to one device for good.
async fn device(client: &Client) -> Result<OwnedDeviceId, MatrixError> {
    let chosen = client
        .state_store()
        .get_custom_value(DEVICE)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))?;
    if let Some(chosen) = chosen.and_then(|chosen| String::from_utf8(chosen).ok()) {
        return Ok(chosen.into());
    }
    let device = DeviceId::new();
    write_note(client, DEVICE, device.as_str().into()).await?;
    Ok(device)
}

/// The display name of the bot's account, if it is known.
pub(super) async fn name(client: &Client) -> Option<String> {
    match client.account().get_display_name().await {
        Ok(name) => name.filter(|name| !name.trim().is_empty()),
        Err(error) => {
            tracing::debug!(%error, "the bot's display name is not known");
            None
        }
    }
}
