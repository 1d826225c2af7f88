//! Asks a homeserver how it is, before the bot runs. Nobody logs in: each login makes a device.

use jiff::SignedDuration;
use matrix_sdk::ruma::UserId;
use reqwest::Client;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use super::error::MatrixError;
use crate::chat::common::probe::{Answer, TIMEOUT, ask};

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
        let mut request = self.client.get(self.url(path));
        if let Some(token) = token {
            request = request.bearer_auth(token.expose_secret());
        }
        ask(request).await.map_err(MatrixError::Away)
    }

    /// Whether there is a homeserver, and how one logs in.
    pub(crate) async fn homeserver(&self) -> Result<Homeserver, MatrixError> {
        let path = ["_matrix", "client", "versions"];
        let answer = self.get(&path, None).await?;
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
    async fn delegated(&self) -> Option<String> {
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
            (status, _) => Err(refused(status, &answer.body)),
        }
    }

    /// Whether the server knows nobody of this id. Many do not tell strangers.
    pub(crate) async fn is_unknown(&self, user: &str) -> bool {
        let path = ["_matrix", "client", "v3", "profile", user];
        let answer = self.get(&path, None).await;
        answer.is_ok_and(|answer| answer.body["errcode"] == "M_NOT_FOUND")
    }
}

fn refused(status: u16, said: &Value) -> MatrixError {
    let message = said["error"].as_str().unwrap_or("no reason given");
    MatrixError::Server {
        what: "ask who it is",
        reason: format!("{status}: {message}"),
    }
}
