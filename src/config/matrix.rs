//! The section `[matrix]`: the bot's account in Matrix rooms.

use std::path::PathBuf;

use secrecy::SecretString;
use serde::Deserialize;
use url::{Host, Url};

use super::checks::{checked_path, checked_prefix};
use super::error::Fault;
use super::secret::{Environment, Given, Source};

/// The section `[matrix]`.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The homeserver's address: an http or https URL.
    pub homeserver: String,
    /// The account: a full id, `@bot:example.org`, or its local part, `bot`.
    pub user: String,
    /// How to log in.
    pub login: Login,
    /// The directory for the session and the keys.
    pub store: PathBuf,
    /// Encrypts that directory.
    pub store_passphrase: SecretString,
    /// Opens the account's key storage, if it has one already.
    pub recovery_key: Option<SecretString>,
    /// Who may invite the bot: user ids, with `*` for any characters and `?` for any one. Empty:
    /// nobody.
    pub invite_from: Vec<String>,
    /// Whether the bot says hello in a room that it comes into for the first time.
    pub greeting: bool,
    /// Full user ids of those whose verification of the bot is confirmed without comparing emoji.
    pub verify_with: Vec<String>,
    /// What a command starts with.
    pub prefix: String,
    /// The name of the session in the account's list of devices.
    pub device_name: String,
}

/// How to log in.
#[derive(Debug, Clone)]
pub enum Login {
    /// With the account's password; the server creates the device.
    Password(SecretString),
    /// With an existing session.
    Token {
        /// Its access token.
        access_token: SecretString,
        /// Its device.
        device_id: String,
        /// How to renew the access token, if it expires.
        refresh: Option<Refresh>,
    },
}

/// How to renew an access token that expires.
#[derive(Debug, Clone)]
pub struct Refresh {
    /// The first refresh token. Each is replaced by the next.
    pub token: SecretString,
    /// The client's id at the homeserver's OAuth server; `None` if the homeserver itself renews
    /// tokens.
    pub client_id: Option<String>,
}

/// Longest user id, in bytes: <https://spec.matrix.org/v1.16/appendices/#user-identifiers>.
const LONGEST_USER: usize = 255;

/// Longest device name, in characters: Synapse refuses longer ones.
const LONGEST_DEVICE_NAME: usize = 100;

/// The section, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [matrix]")]
pub(super) struct RawMatrix {
    homeserver: Option<String>,
    user: Option<String>,
    password: Option<Given>,
    password_file: Option<PathBuf>,
    access_token: Option<Given>,
    access_token_file: Option<PathBuf>,
    device_id: Option<String>,
    refresh_token: Option<Given>,
    refresh_token_file: Option<PathBuf>,
    client_id: Option<String>,
    store: Option<PathBuf>,
    store_passphrase: Option<Given>,
    store_passphrase_file: Option<PathBuf>,
    recovery_key: Option<Given>,
    recovery_key_file: Option<PathBuf>,
    invite_from: Vec<String>,
    greeting: Option<bool>,
    verify_with: Vec<String>,
    prefix: Option<String>,
    device_name: Option<String>,
}

impl RawMatrix {
    /// Checks the section. `prefix` is the one for all chats.
    pub(super) fn check(self, prefix: &str, environment: Environment<'_>) -> Result<Matrix, Fault> {
        let secret = |key, given, file| Source {
            section: "matrix",
            key,
            given,
            file,
        };
        let password = secret("password", self.password, self.password_file);
        let access_token = secret("access_token", self.access_token, self.access_token_file);
        let refresh_token = secret("refresh_token", self.refresh_token, self.refresh_token_file);
        let store_passphrase = secret(
            "store_passphrase",
            self.store_passphrase,
            self.store_passphrase_file,
        );
        let recovery_key = secret("recovery_key", self.recovery_key, self.recovery_key_file);
        Ok(Matrix {
            homeserver: checked_homeserver(self.homeserver)?,
            user: checked_user(self.user)?,
            login: login(
                &password,
                &access_token,
                self.device_id,
                refresh(&refresh_token, self.client_id, environment)?,
                environment,
            )?,
            store: checked_path(
                "matrix.store",
                self.store.ok_or_else(|| {
                    Fault::new(
                        "matrix.store",
                        "is missing: name a directory; it is created if it does not exist",
                    )
                })?,
            )?,
            store_passphrase: store_passphrase
                .find(environment)?
                .ok_or_else(|| store_passphrase.missing())?,
            recovery_key: recovery_key.find(environment)?,
            invite_from: self
                .invite_from
                .into_iter()
                .map(checked_inviter)
                .collect::<Result<_, _>>()?,
            greeting: self.greeting.unwrap_or(true),
            verify_with: self
                .verify_with
                .into_iter()
                .map(checked_verifier)
                .collect::<Result<_, _>>()?,
            prefix: match self.prefix {
                Some(own) => checked_prefix("matrix.prefix", own)?,
                None => prefix.to_owned(),
            },
            device_name: checked_device_name(self.device_name)?,
        })
    }
}

fn login(
    password: &Source,
    access_token: &Source,
    device_id: Option<String>,
    refresh: Option<Refresh>,
    environment: Environment<'_>,
) -> Result<Login, Fault> {
    let given = (
        password.find(environment)?,
        access_token.find(environment)?,
        device_id,
    );
    match given {
        (Some(_), None, None) if refresh.is_some() => Err(Fault::new(
            "matrix.refresh_token",
            "goes with access_token: with the password, leave it out",
        )),
        (Some(password), None, None) => Ok(Login::Password(password)),
        (None, Some(access_token), Some(device_id)) => Ok(Login::Token {
            access_token,
            device_id: checked_id("matrix.device_id", "a device", device_id)?,
            refresh,
        }),
        (Some(_), Some(_), _) => Err(Fault::new(
            "matrix.access_token",
            "is given beside the password: log in with the one or the other",
        )),
        (Some(_), None, Some(_)) => Err(Fault::new(
            "matrix.device_id",
            "goes with access_token: with the password, leave it out",
        )),
        (None, Some(_), None) => Err(Fault::new(
            "matrix.device_id",
            "is missing: it goes with access_token",
        )),
        (None, None, Some(_)) => Err(access_token.missing()),
        (None, None, None) if refresh.is_some() => Err(access_token.missing()),
        (None, None, None) => Err(password
            .missing()
            .or("log in with access_token and device_id")),
    }
}

fn refresh(
    token: &Source,
    client_id: Option<String>,
    environment: Environment<'_>,
) -> Result<Option<Refresh>, Fault> {
    match (token.find(environment)?, client_id) {
        (None, None) => Ok(None),
        (Some(token), client_id) => {
            let client_id = client_id.map(|id| checked_id("matrix.client_id", "a client", id));
            Ok(Some(Refresh {
                token,
                client_id: client_id.transpose()?,
            }))
        }
        (None, Some(_)) => Err(Fault::new(
            "matrix.client_id",
            "goes with refresh_token: without it, leave it out",
        )),
    }
}

fn checked_id(key: &str, of: &str, id: String) -> Result<String, Fault> {
    if id.is_empty() || id.contains(is_blank) {
        return Err(Fault::new(
            key,
            format!("has to be the id of {of}, without blanks"),
        ));
    }
    Ok(id)
}

fn checked_homeserver(given: Option<String>) -> Result<String, Fault> {
    let fault = |reason: &str| Fault::new("matrix.homeserver", reason);
    let given = given
        .ok_or_else(|| fault("is missing: give its address, as \"https://matrix.example.org\""))?;
    // The value is not repeated: it may contain a password.
    let url = Url::parse(&given).map_err(|error| {
        fault(&format!(
            "is not an address such as \"https://matrix.example.org\": {error}"
        ))
    })?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(fault("has to begin with https:// or http://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fault("must not have a user or a password in it"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(fault("must not have a \"?\" or \"#\" in it"));
    }
    Ok(given)
}

/// Whether this can be the homeserver's address. The error says why not.
#[cfg(feature = "matrix")]
pub(crate) fn check_homeserver(address: &str) -> Result<(), String> {
    let checked = checked_homeserver(Some(address.to_owned()));
    checked.map(|_| ()).map_err(Fault::into_reason)
}

/// Whether this can stand in `invite_from`. The error says why not.
#[cfg(feature = "matrix")]
pub(crate) fn check_inviter(glob: &str) -> Result<(), String> {
    let checked = checked_inviter(glob.to_owned());
    checked.map(|_| ()).map_err(Fault::into_reason)
}

fn checked_user(given: Option<String>) -> Result<String, Fault> {
    const KINDS: &str = "the full id, \"@bot:example.org\", or its local part, \"bot\"";
    let fault = |reason: String| Fault::new("matrix.user", reason);
    let user = given.ok_or_else(|| fault(format!("is missing: give {KINDS}")))?;
    let is_local_part = !user.is_empty()
        && !user.starts_with('@')
        && !user.contains(':')
        && !user.contains(is_blank);
    let fits = user.len() <= LONGEST_USER && (is_local_part || is_user_id(&user));
    if !fits {
        return Err(fault(format!("\"{user}\" is neither {KINDS}")));
    }
    Ok(user)
}

/// Whether this is a full user id.
fn is_user_id(user: &str) -> bool {
    user.len() <= LONGEST_USER
        && !user.contains(is_blank)
        && user
            .strip_prefix('@')
            .and_then(|id| id.split_once(':'))
            .is_some_and(|(local, server)| !local.is_empty() && is_server(server))
}

/// Whether this is a server name: a host, and optionally a port.
fn is_server(name: &str) -> bool {
    // An IPv6 address has its colons in brackets.
    let (host, port) = match name.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (name, None),
    };
    Host::parse(host).is_ok() && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

fn checked_inviter(glob: String) -> Result<String, Fault> {
    let fits = !glob.contains(is_blank)
        && glob
            .strip_prefix('@')
            .and_then(|id| id.split_once(':'))
            .is_some_and(|(local, server)| !local.is_empty() && !server.is_empty());
    if !fits {
        return Err(Fault::new(
            "matrix.invite_from",
            format!("\"{glob}\" is not of the kind \"@friend:example.org\" or \"@*:example.org\""),
        ));
    }
    Ok(glob)
}

fn checked_verifier(user: String) -> Result<String, Fault> {
    if !is_user_id(&user) || user.contains(['*', '?']) {
        return Err(Fault::new(
            "matrix.verify_with",
            format!("\"{user}\" is not a full user id such as \"@me:example.org\""),
        ));
    }
    Ok(user)
}

fn checked_device_name(given: Option<String>) -> Result<String, Fault> {
    let Some(name) = given else {
        return Ok("Ringleader".to_owned());
    };
    if name.trim().is_empty()
        || name.chars().count() > LONGEST_DEVICE_NAME
        || name.contains(char::is_control)
    {
        return Err(Fault::new(
            "matrix.device_name",
            format!("has to be 1 to {LONGEST_DEVICE_NAME} characters on one line"),
        ));
    }
    Ok(name)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}
