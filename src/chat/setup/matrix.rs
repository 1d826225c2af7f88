//! The questions about Matrix.

use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use secrecy::{ExposeSecret, SecretString};

use super::ask::{problem, say, secret, text};
use super::draft::Draft;
use crate::chat::matrix::MatrixError;
use crate::chat::matrix::probe::{Homeserver, Probe};
use crate::config::{check_homeserver, check_inviter};

/// The folder of the keys, beside the database.
const STORE: &str = "ringleader-matrix";

/// What was answered about Matrix, and what the homeserver says of it.
pub(super) struct MatrixAnswers {
    pub(super) homeserver: String,
    /// The full user id.
    pub(super) user: String,
    pub(super) login: MatrixLogin,
    /// The account's recovery key, if it has one and it was given.
    pub(super) recovery_key: Option<SecretString>,
    pub(super) store: PathBuf,
    /// Encrypts the store, unless there is a file with another passphrase already.
    pub(super) passphrase: SecretString,
    pub(super) invite_from: Vec<String>,
}

/// How the bot logs in.
pub(super) enum MatrixLogin {
    Password(SecretString),
    Token {
        access_token: SecretString,
        device: String,
    },
}

/// An account with which the login worked.
struct Account {
    user: String,
    login: MatrixLogin,
    has_recovery_key: bool,
}

impl MatrixAnswers {
    /// Writes the section.
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.section("matrix");
        draft.text("homeserver", &self.homeserver);
        draft.comment("The bot's account.");
        draft.text("user", &self.user);
        match &self.login {
            MatrixLogin::Password(password) => draft.secret("password_file", "password", password),
            MatrixLogin::Token {
                access_token,
                device,
            } => {
                draft.secret("access_token_file", "access-token", access_token);
                draft.text("device_id", device);
            }
        }
        if let Some(key) = &self.recovery_key {
            draft.secret("recovery_key_file", "recovery-key", key);
        }
        draft
            .comment("The session and the encryption keys, and the passphrase that encrypts them.");
        draft.path("store", &self.store);
        draft.lasting_secret(
            "store_passphrase_file",
            "store-passphrase",
            &self.passphrase,
        );
        draft.comment("Who may invite the bot; * stands for any characters.");
        draft.texts("invite_from", &self.invite_from);
    }

    pub(super) fn invitation(&self) -> String {
        format!("Invite it to a Matrix room:  /invite {}", self.user)
    }
}

/// Asks for the homeserver and the account until one can log in. `data` is the folder of the bot's
/// data.
pub(super) async fn ask(data: &Path) -> io::Result<MatrixAnswers> {
    let (address, probe, homeserver) = loop {
        let given = text(
            "Homeserver (its address, or the server's name)",
            "",
            address,
        )?;
        match find(&given).await {
            Ok(found) => break found,
            Err(error) => problem(&error),
        }
    };
    say(&format!("{address} answers."));
    let account = match homeserver.takes_passwords {
        true => with_password(&probe).await?,
        false => with_token(&probe).await?,
    };
    say(&format!(
        "The homeserver takes it: the bot is {}.",
        account.user
    ));
    let recovery_key = match account.has_recovery_key {
        true => recovery_key()?,
        false => None,
    };
    let server = account
        .user
        .split_once(':')
        .map_or("", |(_, server)| server);
    let invite_from = text("Who may invite the bot", &format!("@*:{server}"), inviters)?;
    Ok(MatrixAnswers {
        homeserver: address,
        user: account.user,
        login: account.login,
        recovery_key,
        store: data.join(STORE),
        passphrase: STANDARD.encode(rand::random::<[u8; 32]>()).into(),
        invite_from,
    })
}

/// A homeserver's address. A bare name means https.
pub(super) fn address(given: &str) -> Result<String, String> {
    let given = given.trim();
    let address = match given.contains("://") {
        true => given.to_owned(),
        false => format!("https://{given}"),
    };
    check_homeserver(&address).map_err(|reason| format!("the homeserver {reason}"))?;
    Ok(address)
}

/// Ids or patterns, separated by blanks or commas.
pub(super) fn inviters(given: &str) -> Result<Vec<String>, String> {
    let all = given.split(|c: char| c == ',' || c.is_whitespace());
    let all: Vec<String> = all
        .filter(|one| !one.is_empty())
        .map(str::to_owned)
        .collect();
    for one in &all {
        check_inviter(one)?;
    }
    Ok(all)
}

/// Asks the homeserver how it is, at the address to which its name leads.
async fn find(address: &str) -> Result<(String, Probe, Homeserver), MatrixError> {
    let probe = Probe::new(address)?;
    let error = match probe.homeserver().await {
        Ok(found) => return Ok((address.to_owned(), probe, found)),
        Err(error) => error,
    };
    let led = match error {
        MatrixError::Setting { .. } => probe.delegated().await,
        _ => None,
    };
    let led = led.ok_or(error)?.trim_end_matches('/').to_owned();
    let probe = Probe::new(&led)?;
    let found = probe.homeserver().await?;
    Ok((led, probe, found))
}

async fn with_password(probe: &Probe) -> io::Result<Account> {
    let mut proposed = "ringleader".to_owned();
    loop {
        let user = text(
            "User name of the bot's account",
            &proposed,
            |given| match given.trim() {
                "" => Err("the bot needs an account of its own".to_owned()),
                user => Ok(user.to_owned()),
            },
        )?;
        let password = secret("Its password")?;
        match probe.try_password(&user, &password).await {
            Ok(Some(found)) => {
                return Ok(Account {
                    user: found.user,
                    login: MatrixLogin::Password(password),
                    has_recovery_key: found.has_recovery_key,
                });
            }
            Ok(None) => problem(
                &"the homeserver does not take this name with this password: try again, or create \
                  the account first",
            ),
            Err(error) => problem(&error),
        }
        proposed = user;
    }
}

async fn with_token(probe: &Probe) -> io::Result<Account> {
    say(
        "This homeserver takes no passwords. Its admin makes a token for the bot: mas-cli manage \
         issue-compatibility-token ringleader RINGLEADER",
    );
    loop {
        let given = secret("Access token of the bot's account")?;
        let access_token = SecretString::from(given.expose_secret().trim());
        match probe.owner(&access_token).await {
            Ok(Some(owner)) => match owner.device {
                Some(device) => {
                    let has_recovery_key = probe.has_recovery_key(&owner.user, &access_token);
                    return Ok(Account {
                        has_recovery_key: has_recovery_key.await,
                        user: owner.user,
                        login: MatrixLogin::Token {
                            access_token,
                            device,
                        },
                    });
                }
                None => problem(&"this token belongs to no device: make one that does"),
            },
            Ok(None) => problem(&"the homeserver does not take this token: copy all of it"),
            Err(error) => problem(&error),
        }
    }
}

/// Asks for the recovery key of an account that has one.
fn recovery_key() -> io::Result<Option<SecretString>> {
    say(
        "Somebody has used this account before, and made a recovery key for it. Without it the bot \
         cannot verify itself; leave it empty to add it later.",
    );
    let given = secret("Recovery key")?;
    let key = given.expose_secret().trim();
    Ok((!key.is_empty()).then(|| SecretString::from(key)))
}
