//! Asks a homeserver how it is, apart from the session. Only `try_password` logs in, since each login
//! makes a device.

use jiff::SignedDuration;
use matrix_sdk::ruma::UserId;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, RequestBuilder};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use url::Url;

use super::error::MatrixError;
use crate::chat::common::probe::{Answer, TIMEOUT, ask};

/// Where a homeserver tells which versions of the specification it supports, which it tells everybody:
/// <https://spec.matrix.org/v1.16/client-server-api/#get_matrixclientversions>.
const VERSIONS: [&str; 3] = ["_matrix", "client", "versions"];

/// A homeserver to ask.
pub(crate) struct Probe {
    client: Client,
    homeserver: Url,
}

/// What a homeserver tells everybody.
#[derive(Debug)]
pub(crate) struct Homeserver {
    /// Whether accounts log in with a password.
    pub(crate) takes_passwords: bool,
    /// By how much this machine's clock is ahead of the server's.
    pub(crate) ahead: Option<SignedDuration>,
}

/// Whom an access token belongs to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) user: String,
    pub(crate) device: Option<String>,
}

/// What a login showed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Account {
    /// The full user id.
    pub(crate) user: String,
    /// Whether its keys are kept on the server, under a recovery key.
    pub(crate) has_recovery_key: bool,
}

impl Owner {
    /// Whether this is the account, given by its id or local part.
    pub(crate) fn is(&self, user: &str) -> bool {
        let local = UserId::parse(&*self.user).is_ok_and(|id| id.localpart() == user);
        self.user == user || local
    }
}

impl Probe {
    /// Asks the homeserver at this address.
    pub(crate) fn new(homeserver: &str) -> Result<Self, MatrixError> {
        // Chooses the TLS provider. This fails only if one is chosen already.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let wrong = |error: &dyn std::fmt::Display| {
            MatrixError::setting("homeserver", format!("cannot be asked: {error}"))
        };
        Ok(Self {
            client: Client::builder()
                .timeout(TIMEOUT)
                .user_agent(concat!("ringleader/", env!("CARGO_PKG_VERSION")))
                .build()
                .map_err(|error| wrong(&error))?,
            homeserver: Url::parse(homeserver).map_err(|error| wrong(&error))?,
        })
    }

    fn url(&self, path: &[&str]) -> Url {
        let mut url = self.homeserver.clone();
        // An http address has a path.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }

    async fn get(
        &self,
        path: &[&str],
        token: Option<&SecretString>,
    ) -> Result<Answer, MatrixError> {
        send(self.client.get(self.url(path)), token).await
    }

    async fn post(
        &self,
        path: &[&str],
        token: Option<&SecretString>,
        body: &Value,
    ) -> Result<Answer, MatrixError> {
        let request = self.client.post(self.url(path));
        let request = request.header(CONTENT_TYPE, "application/json");
        send(request.body(body.to_string()), token).await
    }

    /// Whether the homeserver answers.
    pub(super) async fn is_reached(&self) -> bool {
        let answer = self.get(&VERSIONS, None).await;
        answer.is_ok_and(|answer| answer.body["versions"].is_array())
    }

    /// Whether there is a homeserver, and how to log in.
    pub(crate) async fn homeserver(&self) -> Result<Homeserver, MatrixError> {
        let answer = self.get(&VERSIONS, None).await?;
        if !answer.body["versions"].is_array() {
            if let Some(base) = self.delegated().await {
                return Err(MatrixError::setting(
                    "homeserver",
                    format!("the server's address is {base}: set that"),
                ));
            }
            let status = answer.status.as_u16();
            let reason = format!("it answers with status {status} when asked for its versions");
            return Err(MatrixError::Away(reason));
        }
        let flows = self
            .get(&["_matrix", "client", "v3", "login"], None)
            .await?;
        let flows = flows.body["flows"].as_array().cloned();
        let takes_passwords = flows.unwrap_or_default();
        let takes_passwords = takes_passwords
            .iter()
            .any(|flow| flow["type"] == "m.login.password");
        Ok(Homeserver {
            takes_passwords,
            ahead: answer.ahead,
        })
    }

    /// The address to which a server's name leads:
    /// <https://spec.matrix.org/v1.16/client-server-api/#well-known-uri>.
    pub(crate) async fn delegated(&self) -> Option<String> {
        let path = [".well-known", "matrix", "client"];
        let answer = self.get(&path, None).await.ok()?;
        let base = Url::parse(answer.body["m.homeserver"]["base_url"].as_str()?).ok()?;
        (base != self.homeserver).then(|| base.to_string())
    }

    /// Whom an access token belongs to; `None` if the server does not take it, or not any more.
    pub(crate) async fn owner(&self, token: &SecretString) -> Result<Option<Owner>, MatrixError> {
        let path = ["_matrix", "client", "v3", "account", "whoami"];
        let answer = self.get(&path, Some(token)).await?;
        let text = |key: &str| answer.body[key].as_str().map(str::to_owned);
        match (answer.status.as_u16(), text("user_id")) {
            (200, Some(user)) => Ok(Some(Owner {
                user,
                device: text("device_id"),
            })),
            (401, _) => Ok(None),
            (status, _) => Err(refused("ask who it is", status, &answer.body)),
        }
    }

    /// Logs in with a password and out again, so that no device is left. `None` if the server does
    /// not take the name with the password.
    pub(crate) async fn try_password(
        &self,
        user: &str,
        password: &SecretString,
    ) -> Result<Option<Account>, MatrixError> {
        let login = json!({
            "type": "m.login.password",
            "identifier": { "type": "m.id.user", "user": user },
            "password": password.expose_secret(),
            "initial_device_display_name": "Ringleader setup",
        });
        let path = ["_matrix", "client", "v3", "login"];
        let answer = self.post(&path, None, &login).await?;
        let text = |key: &str| answer.body[key].as_str().map(str::to_owned);
        let (user, token) = match (
            answer.status.as_u16(),
            text("user_id"),
            text("access_token"),
        ) {
            (200, Some(user), Some(token)) => (user, SecretString::from(token)),
            (401 | 403, ..) => return Ok(None),
            (status, ..) => return Err(refused("log in", status, &answer.body)),
        };
        let has_recovery_key = self.has_recovery_key(&user, &token).await;
        let path = ["_matrix", "client", "v3", "logout"];
        self.post(&path, Some(&token), &json!({})).await?;
        Ok(Some(Account {
            user,
            has_recovery_key,
        }))
    }

    /// Whether an account has a recovery key:
    /// <https://spec.matrix.org/v1.16/client-server-api/#key-storage>.
    pub(crate) async fn has_recovery_key(&self, user: &str, token: &SecretString) -> bool {
        let path = [
            "_matrix",
            "client",
            "v3",
            "user",
            user,
            "account_data",
            "m.secret_storage.default_key",
        ];
        let answer = self.get(&path, Some(token)).await;
        answer.is_ok_and(|answer| answer.body["key"].is_string())
    }

    /// Whether the server knows nobody of this id. Many do not tell strangers.
    pub(crate) async fn is_unknown(&self, user: &str) -> bool {
        let path = ["_matrix", "client", "v3", "profile", user];
        let answer = self.get(&path, None).await;
        answer.is_ok_and(|answer| answer.body["errcode"] == "M_NOT_FOUND")
    }
}

async fn send(
    request: RequestBuilder,
    token: Option<&SecretString>,
) -> Result<Answer, MatrixError> {
    let request = match token {
        Some(token) => request.bearer_auth(token.expose_secret()),
        None => request,
    };
    ask(request).await.map_err(MatrixError::Away)
}

fn refused(what: &'static str, status: u16, said: &Value) -> MatrixError {
    let message = said["error"].as_str().unwrap_or("no reason given");
    MatrixError::Server {
        what,
        reason: format!("{status}: {message}"),
    }
}
