//! The section `[discord]`: the bot in Discord servers.

use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use url::Url;

use super::checked_prefix;
use super::error::Fault;
use super::secret::{Environment, Given, Source};

/// Settings of the Discord chat.
#[derive(Debug, Clone)]
pub struct Discord {
    /// The bot's token.
    pub token: SecretString,
    /// What a command begins with; empty where a mere message is never one.
    pub prefix: String,
    /// The servers in which the bot plays; all if empty. Private chats are not in any.
    pub guilds: Vec<u64>,
    /// The channels in which the bot plays, with their threads; all if empty. Private chats are
    /// not among them.
    pub channels: Vec<u64>,
    /// Where Discord's API is: an http or https URL without a path. Discord itself if absent.
    pub api_base: Option<String>,
}

/// The section as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [discord]")]
pub(super) struct RawDiscord {
    token: Option<Given>,
    token_file: Option<PathBuf>,
    prefix: Option<String>,
    guilds: Vec<RawId>,
    channels: Vec<RawId>,
    api_base: Option<String>,
}

/// An id of Discord's, which people write as a number or in quotes.
#[derive(Deserialize)]
#[serde(untagged, expecting = "an id, such as \"81384788765712384\"")]
enum RawId {
    Number(u64),
    Text(String),
}

impl RawDiscord {
    /// Checks the section. `prefix` is the one for all chats.
    pub(super) fn check(
        self,
        prefix: &str,
        environment: Environment<'_>,
    ) -> Result<Discord, Fault> {
        let token = Source {
            section: "discord",
            key: "token",
            given: self.token,
            file: self.token_file,
        };
        let ids = |key: &str, ids: Vec<RawId>| -> Result<Vec<u64>, Fault> {
            ids.into_iter().map(|id| checked_id(key, id)).collect()
        };
        Ok(Discord {
            token: checked_token(token.find(environment)?.ok_or_else(|| token.missing())?)?,
            prefix: match self.prefix {
                Some(none) if none.is_empty() => none,
                Some(own) => checked_prefix("discord.prefix", own)?,
                None => prefix.to_owned(),
            },
            guilds: ids("discord.guilds", self.guilds)?,
            channels: ids("discord.channels", self.channels)?,
            api_base: self.api_base.as_deref().map(checked_base).transpose()?,
        })
    }
}

/// A token goes into the header of every request.
fn checked_token(token: SecretString) -> Result<SecretString, Fault> {
    let fits = |text: &str| text.chars().all(|c| c.is_ascii_graphic());
    if fits(token.expose_secret()) {
        return Ok(token);
    }
    Err(Fault::new(
        "discord.token",
        "has to be the bot's token alone, on one line and without blanks",
    ))
}

fn checked_id(key: &str, id: RawId) -> Result<u64, Fault> {
    let (number, shown) = match id {
        RawId::Number(number) => (Some(number), number.to_string()),
        RawId::Text(text) => (text.parse().ok(), text),
    };
    number.filter(|number| *number > 0).ok_or_else(|| {
        Fault::new(
            key,
            format!("«{shown}» is no id, such as \"81384788765712384\""),
        )
    })
}

fn checked_base(given: &str) -> Result<String, Fault> {
    let fault = |reason: &str| Fault::new("discord.api_base", reason);
    // What stands there is not repeated: an address can have a password in it.
    let url = Url::parse(given).map_err(|error| {
        fault(&format!(
            "is not an address such as \"http://localhost:3000\": {error}"
        ))
    })?;
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err(fault("has to begin with https:// or http://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fault("must not have a user or a password in it"));
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
        return Err(fault("must end behind the host and the port"));
    }
    Ok(given.trim_end_matches('/').to_owned())
}
