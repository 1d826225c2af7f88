//! The bot's identity for end-to-end encryption: cross-signing, key backup and recovery. They are set
//! up on a fresh account, and opened with the recovery key on one that has them.

use std::io::{self, IsTerminal, Write};

use matrix_sdk::Client;
use matrix_sdk::encryption::recovery::{RecoveryError, RecoveryState};
use matrix_sdk::encryption::secret_storage::SecretStorageError;
use matrix_sdk::ruma::api::client::keys::get_keys;
use matrix_sdk::ruma::api::client::uiaa::{
    AuthData, MatrixUserIdentifier, Password, UserIdentifier,
};
use secrecy::ExposeSecret;

use super::error::{MatrixError, plain};
use super::key_store::write_note;
use super::login::refused;
use crate::config::{Login, Matrix};

/// The note in the library's store that the operator has the recovery key.
const RECOVERY_KNOWN: &[u8] = b"ringleader.recovery-known";

/// Verifies the bot's device and backs up its keys. The bot can play without that, so a refusal of
/// the server is only reported.
pub(super) async fn identify(client: &Client, settings: &Matrix) -> Result<(), MatrixError> {
    client
        .encryption()
        .wait_for_e2ee_initialization_tasks()
        .await;
    cross_sign(client, settings).await?;
    recover(client, settings).await?;
    report_verification(client).await;
    Ok(())
}

/// Logs whether others see the bot's device as verified.
async fn report_verification(client: &Client) {
    match is_verified(client).await {
        Ok(true) => tracing::info!("the bot's device is verified"),
        Ok(false) => tracing::warn!(
            "the bot's device is not verified by its account: set matrix.recovery_key to the \
             account's recovery key, or encrypted rooms may keep their keys from it"
        ),
        Err(error) => {
            tracing::debug!(%error, "the verification of the device could not be checked");
        }
    }
}

/// Creates a cross-signing identity if the account has none, and uploads one that was created here but
/// never arrived.
async fn cross_sign(client: &Client, settings: &Matrix) -> Result<(), MatrixError> {
    let encryption = client.encryption();
    let failed = refused("set up cross-signing");
    let made = encryption.bootstrap_cross_signing_if_needed(None).await;
    let status = encryption.cross_signing_status().await;
    let arrived = match &made {
        Ok(()) if status.is_some_and(|status| status.is_complete()) => {
            is_verified(client).await.map_err(|error| failed(&error))?
        }
        // The identity was created elsewhere.
        Ok(()) => true,
        Err(_) => false,
    };
    if arrived {
        return Ok(());
    }
    let error = match made {
        Err(error) => error,
        Ok(()) => match encryption.bootstrap_cross_signing(None).await {
            Ok(()) => return Ok(()),
            Err(error) => error,
        },
    };
    // The server may ask for the password again.
    let (Some(challenge), Login::Password(password), Some(user)) =
        (error.as_uiaa_response(), &settings.login, client.user_id())
    else {
        return Err(failed(&error));
    };
    let mut answer = Password::new(
        UserIdentifier::Matrix(MatrixUserIdentifier::new(user.to_string())),
        password.expose_secret().to_owned(),
    );
    answer.session.clone_from(&challenge.session);
    encryption
        .bootstrap_cross_signing(Some(AuthData::Password(answer)))
        .await
        .map_err(|error| failed(&error))
}

/// Whether the server shows others that the bot's device is verified.
async fn is_verified(client: &Client) -> matrix_sdk::Result<bool> {
    let encryption = client.encryption();
    if let Some(me) = client.user_id() {
        // The library would use its own copy of an identity that the server does not have.
        let mut request = get_keys::v3::Request::new();
        request.device_keys.insert(me.to_owned(), Vec::new());
        if !client.send(request).await?.master_keys.contains_key(me) {
            return Ok(false);
        }
        encryption.request_user_identity(me).await?;
    }
    let device = encryption.get_own_device().await?;
    Ok(device.is_some_and(|device| device.is_cross_signed_by_owner()))
}

/// Opens the account's secrets with the recovery key, or creates a recovery key for an account that
/// has none, and shows it once.
async fn recover(client: &Client, settings: &Matrix) -> Result<(), MatrixError> {
    let recovery = client.encryption().recovery();
    let failed = |error: RecoveryError| match &error {
        RecoveryError::Sdk(error)
        | RecoveryError::SecretStorage(SecretStorageError::Sdk(error)) => {
            refused("set up its recovery key")(error)
        }
        error => MatrixError::Server {
            what: "set up its recovery key",
            reason: plain(error),
        },
    };
    let known = client
        .state_store()
        .get_custom_value(RECOVERY_KNOWN)
        .await
        .map_err(|error| MatrixError::Keys(error.to_string()))?
        .is_some();
    let given = settings
        .recovery_key
        .as_ref()
        .map(ExposeSecret::expose_secret);
    match (recovery.state(), given) {
        (RecoveryState::Disabled, Some(_)) => {
            return Err(MatrixError::setting(
                "recovery_key",
                "opens nothing, because the account has no recovery set up: leave it out, and the \
                 bot makes a key and shows it",
            ));
        }
        (RecoveryState::Disabled, None) => {
            show(&recovery.enable().await.map_err(failed)?, settings)?;
        }
        (RecoveryState::Incomplete, Some(key)) => {
            recovery
                .recover_and_fix_backup(key)
                .await
                .map_err(|error| match failed(error) {
                    MatrixError::Server { reason, .. } => MatrixError::setting(
                        "recovery_key",
                        format!("does not open the account's secrets: {reason}"),
                    ),
                    error => error,
                })?;
        }
        // Interrupted between the creation of the key and its display: nobody has it.
        (RecoveryState::Enabled, None) if !known => {
            show(&recovery.reset_key().await.map_err(failed)?, settings)?;
        }
        (RecoveryState::Incomplete, None) => {
            tracing::warn!(
                "the account has a recovery key that the bot does not know: set \
                 matrix.recovery_key, so that it can be verified and read older keys"
            );
            return Ok(());
        }
        (RecoveryState::Enabled | RecoveryState::Unknown, _) => {}
    }
    if !known && recovery.state() == RecoveryState::Enabled {
        write_note(client, RECOVERY_KNOWN, vec![1]).await?;
    }
    Ok(())
}

/// Shows the recovery key on the terminal. If the output is a service's log, which others may read, it
/// writes it to a file instead.
fn show(key: &str, settings: &Matrix) -> Result<(), MatrixError> {
    if std::env::var_os("JOURNAL_STREAM").is_some() && !io::stdout().is_terminal() {
        let path = settings.store.join("recovery-key");
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options
            .open(&path)
            .and_then(|mut file| writeln!(file, "{key}"))
            .map_err(|error| MatrixError::Keys(error.to_string()))?;
        tracing::warn!(
            path = %path.display(),
            "the bot's account has a new recovery key, in this file: move it to a safe place, and \
             set matrix.recovery_key_file"
        );
        return Ok(());
    }
    let mut terminal = io::stdout().lock();
    writeln!(
        terminal,
        "\nThe bot's account has a new recovery key. It is shown only this once:\n\n    {key}\n\n\
         Keep it where you keep passwords, and set it as matrix.recovery_key (or in a file named\n\
         by matrix.recovery_key_file): with it the bot is verified again on another machine.\n"
    )
    .and_then(|()| terminal.flush())
    // Nobody has seen it, and the next start creates another.
    .map_err(|error| MatrixError::Keys(format!("the recovery key cannot be shown: {error}")))
}
