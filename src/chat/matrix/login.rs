//! Getting in: the store of keys, and the session.
//!
//! The session (device and access token) is kept in the library's own store, encrypted with the
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

use super::error::{Error, FailureKind, failure_kind, plain};
use crate::config::{Login, Matrix};

/// Where the session stands in the store.
const SESSION: &[u8] = b"ringleader.session";

/// Where the device stands that the store belongs to.
const DEVICE: &[u8] = b"ringleader.device";

/// How long a request may take that is not a sync. A small server that is busy answers in
/// seconds; one that has not after this long never will.
const REQUEST_LASTS: Duration = Duration::from_secs(20);

/// What ended the previous session, if any did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreviousSession {
    /// Nothing: it may be restored.
    Valid,
    /// The token ended, the device stays.
    SoftLoggedOut,
    /// The device is gone, and its keys are worth nothing any more.
    LoggedOut,
}

/// Opens the store of keys and gets a session.
pub(super) async fn enter(settings: &Matrix, previous: PreviousSession) -> Result<Client, Error> {
    if previous == PreviousSession::LoggedOut {
        if matches!(settings.login, Login::Token { .. }) {
            return Err(Error::Ended);
        }
        put_aside(&settings.store)?;
    }
    let client = open(settings).await?;
    match &settings.login {
        Login::Token {
            access_token,
            device_id,
        } => {
            if previous != PreviousSession::Valid {
                return Err(Error::Ended);
            }
            with_token(&client, settings, access_token, device_id).await?;
        }
        Login::Password(password) => with_password(&client, settings, password, previous).await?,
    }
    Ok(client)
}

/// Opens the store, which is made if it is not there.
async fn open(settings: &Matrix) -> Result<Client, Error> {
    make_private_folder(&settings.store).map_err(|error| unmade_folder(&error))?;
    Client::builder()
        .homeserver_url(&settings.homeserver)
        .respect_login_well_known(false)
        .sqlite_store(
            &settings.store,
            Some(settings.store_passphrase.expose_secret()),
        )
        .user_agent(concat!("ringleader/", env!("CARGO_PKG_VERSION")))
        // What failed is tried again by those who know what depends on it.
        .request_config(RequestConfig::new().disable_retry().timeout(REQUEST_LASTS))
        .with_encryption_settings(EncryptionSettings {
            auto_enable_cross_signing: false,
            auto_enable_backups: false,
            backup_download_strategy: BackupDownloadStrategy::AfterDecryptionFailure,
        })
        .build()
        .await
        .map_err(|error| match error {
            ClientBuildError::SqliteStore(error) => refused_store(&error),
            ClientBuildError::Url(error) => Error::setting("homeserver", error.to_string()),
            error => Error::setting("homeserver", error.to_string()),
        })
}

/// Makes the folder of the store, for nobody else to look into.
fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// What it means that the folder of the store cannot be made: a full disk is no wrong setting.
fn unmade_folder(error: &io::Error) -> Error {
    let reason = format!("cannot be made: {error}");
    match error.kind() {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::InvalidFilename
        | io::ErrorKind::InvalidInput => Error::setting("store", reason),
        _ => Error::Keys(reason),
    }
}

fn refused_store(error: &dyn std::fmt::Display) -> Error {
    let reason = error.to_string();
    if reason.contains("cipher") {
        return Error::setting(
            "store_passphrase",
            "does not open the store: it has to be the one with which matrix.store was made",
        );
    }
    Error::Keys(reason)
}

/// Between the name of a store and the time at which it was put aside, in seconds since 1970.
const ASIDE: &str = ".ended-";

/// Moves the store of a device that is gone out of the way: its keys open nothing that the bot
/// still reads, but the operator may want to look into it. That of the device before goes.
fn put_aside(store: &Path) -> Result<(), Error> {
    // Without a slash at the end, or it would go into itself.
    let store: PathBuf = store.components().collect();
    let mut aside = store.clone().into_os_string();
    aside.push(format!("{ASIDE}{}", Timestamp::now().as_second()));
    std::fs::rename(&store, &aside).map_err(|error| {
        Error::Keys(format!(
            "the homeserver knows its device no more, and it cannot be moved aside ({error}): \
             empty {}, so that the bot can log in anew",
            store.display()
        ))
    })?;
    tracing::warn!(
        aside = %Path::new(&aside).display(),
        "the homeserver knows the bot's device no more: it becomes a new one"
    );
    if let Err(error) = forget_older(&store, Path::new(&aside)) {
        tracing::warn!(%error, "an older store that was put aside is still there");
    }
    Ok(())
}

/// Deletes what was put aside of this store before.
fn forget_older(store: &Path, newest: &Path) -> io::Result<()> {
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
            .and_then(|(found, name)| found.strip_prefix(name)?.strip_prefix(ASIDE))
            .is_some_and(|at| at.parse::<i64>().is_ok());
        if ended && Some(&*found) != newest.file_name() {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Goes in with an access token.
async fn with_token(
    client: &Client,
    settings: &Matrix,
    access_token: &SecretString,
    device_id: &str,
) -> Result<(), Error> {
    let user_id = match UserId::parse(&settings.user) {
        Ok(user_id) => user_id,
        // Whose token it is tells the server's name, which the local part lacks.
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
    // The token may be another user's, or another device's. A server that cannot be reached now
    // tells us later.
    match client.whoami().await {
        Ok(me) => {
            if Some(&*me.user_id) != client.user_id() {
                return Err(Error::setting(
                    "access_token",
                    format!("belongs to {}, not to {}", me.user_id, settings.user),
                ));
            }
            if me.device_id.as_deref().is_some_and(|id| id != device_id) {
                return Err(Error::setting(
                    "device_id",
                    "is not the device of the token",
                ));
            }
            Ok(())
        }
        Err(error) => match failure_kind(&error.into()) {
            FailureKind::LoggedOut { .. } => Err(Error::Ended),
            _ => Ok(()),
        },
    }
}

/// Asks the server whose token this is, with a client that keeps nothing.
async fn whoami(settings: &Matrix, access_token: &SecretString) -> Result<OwnedUserId, Error> {
    let failed = |error: &dyn std::fmt::Display| Error::setting("access_token", error.to_string());
    let client = Client::builder()
        .homeserver_url(&settings.homeserver)
        .request_config(RequestConfig::new().disable_retry().timeout(REQUEST_LASTS))
        .build()
        .await
        .map_err(|error| Error::setting("homeserver", error.to_string()))?;
    let anyone = UserId::parse(format!("@{}:unknown", settings.user))
        .map_err(|error| Error::setting("user", error.to_string()))?;
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
            FailureKind::Transient(_) => Error::Away(plain(&error)),
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

/// Goes in as before, or with the password.
async fn with_password(
    client: &Client,
    settings: &Matrix,
    password: &SecretString,
    previous: PreviousSession,
) -> Result<(), Error> {
    let kept = kept_session(client).await?;
    if let Some(session) = &kept {
        let user_id = &session.meta.user_id;
        if *user_id != *settings.user && user_id.localpart() != settings.user {
            return Err(Error::setting(
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
        // Not the library's own login, which waits without a word while the server asks for it.
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
            FailureKind::Transient(None) => return Err(Error::Away(plain(&error))),
            _ if error.client_api_error_kind() == Some(&ErrorKind::Forbidden) => {
                return Err(Error::setting(
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

/// What it means that the server did not do something without which nothing goes.
pub(super) fn refused(what: &'static str) -> impl Fn(&matrix_sdk::Error) -> Error {
    move |error| match failure_kind(error) {
        FailureKind::Transient(_) => Error::Away(plain(error)),
        _ => Error::Server {
            what,
            reason: plain(error),
        },
    }
}

async fn restore(client: &Client, session: MatrixSession) -> Result<(), Error> {
    // The library takes a sync that ends where it once was for one that it has dealt with, and
    // drops it. We may not have: how far the bot has read is for its own mark to say.
    client
        .state_store()
        .remove_kv_data(StateStoreDataKey::SyncToken)
        .await
        .map_err(|error| Error::Keys(error.to_string()))?;
    client.restore_session(session).await.map_err(|error| {
        Error::Keys(format!(
            "does not fit the session ({error}): give each account and device a store of its own"
        ))
    })
}

async fn kept_session(client: &Client) -> Result<Option<MatrixSession>, Error> {
    let kept = client
        .state_store()
        .get_custom_value(SESSION)
        .await
        .map_err(|error| Error::Keys(error.to_string()))?;
    // One that cannot be read is replaced by a new one of the same device.
    Ok(kept.and_then(|kept| serde_json::from_slice(&kept).ok()))
}

async fn keep_session(client: &Client, session: &MatrixSession) -> Result<(), Error> {
    let kept = serde_json::to_vec(session).map_err(|error| Error::Keys(error.to_string()))?;
    keep(client, SESSION, kept).await
}

/// The device that the bot is going to be. It is chosen and written down before the login, so that
/// one that was cut short goes on with the same: the store belongs to one device for good.
async fn device(client: &Client) -> Result<OwnedDeviceId, Error> {
    let chosen = client
        .state_store()
        .get_custom_value(DEVICE)
        .await
        .map_err(|error| Error::Keys(error.to_string()))?;
    if let Some(chosen) = chosen.and_then(|chosen| String::from_utf8(chosen).ok()) {
        return Ok(chosen.into());
    }
    let device = DeviceId::new();
    keep(client, DEVICE, device.as_str().into()).await?;
    Ok(device)
}

/// Writes something of our own into the library's store.
pub(super) async fn keep(client: &Client, key: &[u8], value: Vec<u8>) -> Result<(), Error> {
    client
        .state_store()
        .set_custom_value_no_read(key, value)
        .await
        .map_err(|error| Error::Keys(error.to_string()))
}

/// The name that the bot's account goes by, if it can be asked for.
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
            let error = unmade_folder(&kind.into());
            assert_eq!(matches!(error, Error::Setting { .. }), is_setting, "{kind}");
        }
        // A file stands in the way.
        let file = tempfile::NamedTempFile::new().unwrap();
        for path in [file.path().to_owned(), file.path().join("store")] {
            let error = unmade_folder(&make_private_folder(&path).unwrap_err());
            assert!(matches!(error, Error::Setting { .. }), "{error}");
        }
    }
}
