//! Logging in with an access token, which may expire.
//!
//! Tokens that expire come in pairs, and each pair is good for getting the next. The operator gives
//! the first; the newest is kept in the library's store, encrypted with the passphrase, together with
//! the pair that the operator gave, so that another one in the settings takes its place.

use matrix_sdk::authentication::AuthSession;
use matrix_sdk::authentication::matrix::MatrixSession;
use matrix_sdk::authentication::oauth::error::OAuthDiscoveryError;
use matrix_sdk::authentication::oauth::{ClientId, OAuthError, OAuthSession, UserSession};
use matrix_sdk::config::RequestConfig;
use matrix_sdk::ruma::{OwnedDeviceId, OwnedUserId, UserId};
use matrix_sdk::{Client, RefreshTokenError, SessionMeta, SessionTokens};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use super::error::{FailureKind, MatrixError, failure_kind, plain, refresh_failure_kind};
use super::key_store::{REQUEST_TIMEOUT, write_note};
use super::restore::{is_user, restore};
use crate::config::{Matrix, Refresh};

/// The key of the renewed session in the store.
const RENEWED: &[u8] = b"ringleader.renewed-session";

/// A session whose tokens were renewed.
#[derive(Serialize, Deserialize)]
struct RenewedSession {
    /// What the operator gave.
    given: SessionTokens,
    session: MatrixSession,
}

/// Logs in with an access token.
pub(super) async fn with_token(
    client: &Client,
    settings: &Matrix,
    access_token: &SecretString,
    device_id: &str,
    refresh: Option<&Refresh>,
) -> Result<(), MatrixError> {
    let given = SessionTokens {
        access_token: access_token.expose_secret().to_owned(),
        refresh_token: refresh.map(|refresh| refresh.token.expose_secret().to_owned()),
    };
    let renewed = match refresh {
        Some(_) => renewed_session(client, settings, device_id, &given).await?,
        None => None,
    };
    let is_new = renewed.is_none();
    let session = match renewed {
        Some(session) => session,
        None => MatrixSession {
            meta: SessionMeta {
                user_id: user_id(settings, access_token).await?,
                device_id: OwnedDeviceId::from(device_id),
            },
            tokens: given.clone(),
        },
    };
    if refresh.is_some() {
        keep_renewals(client, given)?;
    }
    let client_id = refresh.and_then(|refresh| refresh.client_id.clone());
    restore(client, with_client(session, client_id)).await?;
    // A refresh token that is wrong would show when the access token has expired.
    if refresh.is_some() && is_new {
        let renewed = client.refresh_access_token().await;
        renewed.map_err(|error| not_renewed(&error))?;
    }
    check_owner(client, settings, device_id).await
}

/// The session as the library restores it: of the homeserver, or of its OAuth server.
fn with_client(session: MatrixSession, client_id: Option<String>) -> AuthSession {
    let Some(client_id) = client_id else {
        return session.into();
    };
    let MatrixSession { meta, tokens } = session;
    let session = OAuthSession {
        client_id: ClientId::new(client_id),
        user: UserSession { meta, tokens },
    };
    session.into()
}

/// The session with the newest tokens, if they follow from those that the operator gave.
async fn renewed_session(
    client: &Client,
    settings: &Matrix,
    device_id: &str,
    given: &SessionTokens,
) -> Result<Option<MatrixSession>, MatrixError> {
    let kept = client
        .state_store()
        .get_custom_value(RENEWED)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))?;
    let kept: Option<RenewedSession> = kept.and_then(|kept| serde_json::from_slice(&kept).ok());
    let kept = kept.filter(|kept| {
        let meta = &kept.session.meta;
        kept.given == *given && meta.device_id == *device_id && is_user(&meta.user_id, settings)
    });
    Ok(kept.map(|kept| kept.session))
}

/// Has renewed tokens written into the store before they are used: the server takes each refresh
/// token only until the next is used.
fn keep_renewals(client: &Client, given: SessionTokens) -> Result<(), MatrixError> {
    let save = move |client: Client| {
        if let (Some(meta), Some(tokens)) = (client.session_meta(), client.session_tokens()) {
            let meta = meta.clone();
            let renewed = RenewedSession {
                given: given.clone(),
                session: MatrixSession { meta, tokens },
            };
            let kept = serde_json::to_vec(&renewed)?;
            let writing = write_note(&client, RENEWED, kept);
            block_in_place(|| Handle::current().block_on(writing))?;
        }
        Ok(())
    };
    let reload = |client: Client| client.session_tokens().ok_or_else(|| "no session".into());
    client
        .set_session_callbacks(Box::new(reload), Box::new(save))
        .map_err(|error| MatrixError::Keys(error.to_string()))
}

/// Why the tokens that the operator gave cannot be renewed.
fn not_renewed(error: &RefreshTokenError) -> MatrixError {
    if let RefreshTokenError::OAuth(error) = error
        && let OAuthError::Discovery(OAuthDiscoveryError::NotSupported) = &**error
    {
        return MatrixError::setting(
            "client_id",
            "the homeserver has no OAuth server: leave it out",
        );
    }
    match refresh_failure_kind(error) {
        FailureKind::Transient(_) => MatrixError::Away(plain(error)),
        _ => MatrixError::setting(
            "refresh_token",
            format!(
                "the server does not take it ({}): make a new pair of tokens",
                plain(error)
            ),
        ),
    }
}

/// Checks that the token belongs to the account and the device. If the server cannot be reached now,
/// the first sync shows that.
async fn check_owner(
    client: &Client,
    settings: &Matrix,
    device_id: &str,
) -> Result<(), MatrixError> {
    match client.whoami().await {
        Ok(me) => {
            if Some(&*me.user_id) != client.user_id() {
                return Err(MatrixError::setting(
                    "access_token",
                    format!("belongs to {}, not to {}", me.user_id, settings.user),
                ));
            }
            if me.device_id.as_deref().is_some_and(|id| id != device_id) {
                return Err(MatrixError::setting(
                    "device_id",
                    "is not the device of the token",
                ));
            }
            Ok(())
        }
        Err(error) => match failure_kind(&error.into()) {
            FailureKind::LoggedOut => Err(MatrixError::Ended),
            _ => Ok(()),
        },
    }
}

/// The bot's id. If the operator gave its local part, the server's name is that of the token's owner.
async fn user_id(
    settings: &Matrix,
    access_token: &SecretString,
) -> Result<OwnedUserId, MatrixError> {
    match UserId::parse(&settings.user) {
        Ok(user_id) => Ok(user_id),
        Err(_) => whoami(settings, access_token).await,
    }
}

/// Asks the server for the token's owner, with a client without a store.
async fn whoami(
    settings: &Matrix,
    access_token: &SecretString,
) -> Result<OwnedUserId, MatrixError> {
    let failed =
        |error: &dyn std::fmt::Display| MatrixError::setting("access_token", error.to_string());
    let client = Client::builder()
        .homeserver_url(&settings.homeserver)
        .request_config(
            RequestConfig::new()
                .disable_retry()
                .timeout(REQUEST_TIMEOUT),
        )
        .build()
        .await
        .map_err(|error| MatrixError::setting("homeserver", error.to_string()))?;
    let anyone = UserId::parse(format!("@{}:unknown", settings.user))
        .map_err(|error| MatrixError::setting("user", error.to_string()))?;
    let session = MatrixSession {
        meta: SessionMeta {
            user_id: anyone,
            device_id: OwnedDeviceId::from("UNKNOWN"),
        },
        tokens: SessionTokens {
            access_token: access_token.expose_secret().to_owned(),
            refresh_token: None,
        },
    };
    restore(&client, session).await?;
    let me = client.whoami().await.map_err(|error| {
        let error = error.into();
        match failure_kind(&error) {
            FailureKind::Transient(_) => MatrixError::Away(plain(&error)),
            _ => failed(&error),
        }
    })?;
    if is_user(&me.user_id, settings) {
        Ok(me.user_id)
    } else {
        Err(failed(&format!(
            "belongs to {}, not to {}",
            me.user_id, settings.user
        )))
    }
}
