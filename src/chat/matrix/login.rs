//! Logging in: the key store, and the session.
//!
//! The session (device and access token) is kept in the library's store, encrypted with the
//! passphrase.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use matrix_sdk::authentication::matrix::MatrixSession;
use matrix_sdk::config::RequestConfig;
use matrix_sdk::encryption::{BackupDownloadStrategy, EncryptionSettings};
use matrix_sdk::ruma::api::client::session::login::v3 as login;
use matrix_sdk::ruma::api::client::uiaa::{MatrixUserIdentifier, UserIdentifier};
use matrix_sdk::ruma::api::error::ErrorKind;
use matrix_sdk::ruma::{DeviceId, OwnedDeviceId, OwnedUserId, UserId};
use matrix_sdk::store::StateStoreDataKey;
use matrix_sdk::{Client, ClientBuildError, SessionMeta, SessionTokens};
use secrecy::{ExposeSecret, SecretString};
use tokio::time::sleep;

use super::error::{FailureKind, MatrixError, failure_kind, plain};
use crate::config::{Login, Matrix};

/// The key of the session in the store.
const SESSION: &[u8] = b"ringleader.session";

/// The key of the store's device in the store.
const DEVICE: &[u8] = b"ringleader.device";

/// How long a request other than a sync may take. A small server that is busy answers in seconds; one
/// that has not answered by then never will.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

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
        retire_store(&settings.store)?;
    }
    let client = open(settings).await?;
    match &settings.login {
        Login::Token {
            access_token,
            device_id,
        } => {
            if previous != PreviousSession::Valid {
                return Err(MatrixError::Ended);
            }
            with_token(&client, settings, access_token, device_id).await?;
        }
        Login::Password(password) => with_password(&client, settings, password, previous).await?,
    }
    Ok(client)
}

/// Opens the store, and creates it if it does not exist.
async fn open(settings: &Matrix) -> Result<Client, MatrixError> {
    make_private_folder(&settings.store).map_err(|error| folder_error(&error))?;
    Client::builder()
        .homeserver_url(&settings.homeserver)
        .respect_login_well_known(false)
        .sqlite_store(
            &settings.store,
            Some(settings.store_passphrase.expose_secret()),
        )
        .user_agent(concat!("ringleader/", env!("CARGO_PKG_VERSION")))
        // Callers retry by themselves: they know what depends on the request.
        .request_config(
            RequestConfig::new()
                .disable_retry()
                .timeout(REQUEST_TIMEOUT),
        )
        .with_encryption_settings(EncryptionSettings {
            auto_enable_cross_signing: false,
            auto_enable_backups: false,
            backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
        })
        .build()
        .await
        .map_err(|error| match error {
            ClientBuildError::SqliteStore(error) => store_error(&error),
            ClientBuildError::Url(error) => MatrixError::setting("homeserver", error.to_string()),
            error => MatrixError::setting("homeserver", error.to_string()),
        })
}

/// Creates the store's folder, readable only by the owner.
fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Why the store's folder cannot be created: a full disk is not a wrong setting.
fn folder_error(error: &io::Error) -> MatrixError {
    let reason = format!("cannot be created: {error}");
    match error.kind() {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::InvalidFilename
        | io::ErrorKind::InvalidInput => MatrixError::setting("store", reason),
        _ => MatrixError::Keys(reason),
    }
}

fn store_error(error: &dyn std::fmt::Display) -> MatrixError {
    let reason = error.to_string();
    if reason.contains("cipher") {
        return MatrixError::setting(
            "store_passphrase",
            "does not open the store: it has to be the one with which matrix.store was created",
        );
    }
    MatrixError::Keys(reason)
}

/// In the names of old stores, between the store's name and the time in seconds since 1970.
const ENDED: &str = ".ended-";

/// Renames the store of a device that is gone. The bot does not need its keys, but the operator may
/// want to look into it. Older ones are deleted.
fn retire_store(store: &Path) -> Result<(), MatrixError> {
    // Without a trailing slash, or it would be moved into itself.
    let store: PathBuf = store.components().collect();
    let mut aside = store.clone().into_os_string();
    aside.push(format!("{ENDED}{}", Timestamp::now().as_second()));
    std::fs::rename(&store, &aside).map_err(|error| {
        MatrixError::Keys(format!(
            "the homeserver has deleted its device, and it cannot be renamed ({error}): empty {}, \
             so that the bot can log in again",
            store.display()
        ))
    })?;
    tracing::warn!(
        aside = %Path::new(&aside).display(),
        "the homeserver has deleted the bot's device: logging in with a new one"
    );
    if let Err(error) = delete_older(&store, Path::new(&aside)) {
        tracing::warn!(%error, "an old store could not be deleted");
    }
    Ok(())
}

/// Deletes the older renamed stores.
fn delete_older(store: &Path, newest: &Path) -> io::Result<()> {
    let (Some(folder), Some(name)) = (newest.parent(), store.file_name()) else {
        return Ok(());
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let found = entry.file_name();
        let ended = found
            .to_str()
            .zip(name.to_str())
            .and_then(|(found, name)| found.strip_prefix(name)?.strip_prefix(ENDED))
            .is_some_and(|at| at.parse::<i64>().is_ok());
        if ended && Some(&*found) != newest.file_name() {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Logs in with an access token.
async fn with_token(
    client: &Client,
    settings: &Matrix,
    access_token: &SecretString,
    device_id: &str,
) -> Result<(), MatrixError> {
    let user_id = match UserId::parse(&settings.user) {
        Ok(user_id) => user_id,
        // The local part lacks the server's name, which the token's owner has.
        Err(_) => whoami(settings, access_token).await?,
    };
    let session = MatrixSession {
        meta: SessionMeta {
            user_id,
            device_id: OwnedDeviceId::from(device_id),
        },
        tokens: SessionTokens {
            access_token: access_token.expose_secret().to_owned(),
            refresh_token: None,
        },
    };
    restore(client, session).await?;
    // The token may belong to another user or device. If the server cannot be reached now, the first
    // sync shows that.
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
    if me.user_id.localpart() == settings.user {
        Ok(me.user_id)
    } else {
        Err(failed(&format!(
            "belongs to {}, not to {}",
            me.user_id, settings.user
        )))
    }
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
        if *user_id != *settings.user && user_id.localpart() != settings.user {
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

async fn restore(client: &Client, session: MatrixSession) -> Result<(), MatrixError> {
    // The library drops a sync that ends at its stored token, as one that was handled. The bot may not
    // have handled it: it has a cursor of its own.
    client
        .state_store()
        .remove_kv_data(StateStoreDataKey::SyncToken)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))?;
    client.restore_session(session).await.map_err(|error| {
        MatrixError::Keys(format!(
            "does not fit the session ({error}): give each account and device a store of its own"
        ))
    })
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
    keep(client, SESSION, kept).await
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
    keep(client, DEVICE, device.as_str().into()).await?;
    Ok(device)
}

/// Writes a value into the library's store.
pub(super) async fn keep(client: &Client, key: &[u8], value: Vec<u8>) -> Result<(), MatrixError> {
    client
        .state_store()
        .set_custom_value_no_read(key, value)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_operator_can_set_right_is_a_wrong_setting() {
        use io::ErrorKind::{
            AlreadyExists, NotADirectory, OutOfMemory, PermissionDenied, QuotaExceeded, StorageFull,
        };
        for (kind, is_setting) in [
            (PermissionDenied, true),
            (NotADirectory, true),
            (AlreadyExists, true),
            (StorageFull, false),
            (QuotaExceeded, false),
            (OutOfMemory, false),
        ] {
            let error = folder_error(&kind.into());
            assert_eq!(
                matches!(error, MatrixError::Setting { .. }),
                is_setting,
                "{kind}"
            );
        }
        // A file is in the way.
        let file = tempfile::NamedTempFile::new().unwrap();
        for path in [file.path().to_owned(), file.path().join("store")] {
            let error = folder_error(&make_private_folder(&path).unwrap_err());
            assert!(matches!(error, MatrixError::Setting { .. }), "{error}");
        }
    }
}
