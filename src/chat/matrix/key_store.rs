//! The key store: the library's store of keys and of the rooms' state, in a folder of its own.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use matrix_sdk::config::RequestConfig;
use matrix_sdk::encryption::{BackupDownloadStrategy, EncryptionSettings};
use matrix_sdk::{Client, ClientBuildError};
use secrecy::ExposeSecret;

use super::error::MatrixError;
use crate::config::Matrix;

/// How long a request other than a sync may take. A small server that is busy answers in seconds; one
/// that has not answered by then never will.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Opens the store, and creates it if it does not exist.
pub(super) async fn open(settings: &Matrix) -> Result<Client, MatrixError> {
    make_private_folder(&settings.store).map_err(|error| folder_error(&error))?;
    Client::builder()
        .homeserver_url(&settings.homeserver)
        .respect_login_well_known(false)
        .sqlite_store(
            &settings.store,
            Some(settings.store_passphrase.expose_secret()),
        )
        // Only for a session with a refresh token.
        .handle_refresh_tokens()
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

/// Suffix of the file that is locked: beside the store's folder, which may be renamed.
const LOCK: &str = ".lock";

/// A lock on a store, for one process at a time. It is not taken at first.
#[derive(Debug)]
pub(super) struct StoreLock(File);

impl StoreLock {
    /// Opens the file that is to be locked.
    pub(super) fn open(store: &Path) -> Result<Self, MatrixError> {
        let mut path = store.components().as_path().as_os_str().to_owned();
        path.push(LOCK);
        let path = PathBuf::from(path);
        if let Some(folder) = path.parent() {
            make_private_folder(folder).map_err(|error| folder_error(&error))?;
        }
        let mut options = OpenOptions::new();
        options.write(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).map(Self).map_err(|error| {
            let path = path.display();
            file_error(&error, format!("{path} cannot be opened: {error}"))
        })
    }

    /// Takes the lock unless another process has it.
    pub(super) fn take(&mut self) -> bool {
        match self.0.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "the file beside matrix.store cannot be locked");
                false
            }
        }
    }

    /// Leaves the lock to other processes.
    pub(super) fn release(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the file beside matrix.store cannot be unlocked");
        }
    }

    /// Keeps the lock until the process ends.
    pub(super) fn keep(self) {
        std::mem::forget(self);
    }
}

/// Creates the store's folder, readable only by the owner.
fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Why the store's folder cannot be created.
fn folder_error(error: &io::Error) -> MatrixError {
    file_error(error, format!("cannot be created: {error}"))
}

/// What failed with a file of the store: a wrong setting if the operator can set it right, which a full
/// disk is not.
fn file_error(error: &io::Error, reason: String) -> MatrixError {
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
pub(super) fn retire(store: &Path) -> Result<(), MatrixError> {
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

/// Writes a note into the store.
pub(super) async fn write_note(
    client: &Client,
    key: &[u8],
    value: Vec<u8>,
) -> Result<(), MatrixError> {
    client
        .state_store()
        .set_custom_value_no_read(key, value)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))
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

    #[test]
    fn the_store_is_locked_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("not yet there").join("store");
        let open = |store: &Path| StoreLock::open(store).unwrap();
        let (mut one, mut two) = (open(&store), open(&store.join("")));
        assert!(one.take());
        assert!(!two.take());
        assert!(open(&store.with_file_name("other")).take());
        one.release();
        assert!(two.take());
        assert!(!one.take());
        drop(two);
        assert!(one.take());
        one.keep();
        assert!(!open(&store).take());
        // The folder can still be moved away.
        assert!(!store.exists());
    }

    #[test]
    fn a_store_that_cannot_be_locked_is_a_wrong_setting() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = StoreLock::open(&file.path().join("store")).unwrap_err();
        assert!(matches!(error, MatrixError::Setting { .. }), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store");
        std::fs::create_dir(folder.path().join("store.lock")).unwrap();
        let error = StoreLock::open(&store).unwrap_err().to_string();
        assert!(error.contains("store.lock"), "{error}");
    }
}
