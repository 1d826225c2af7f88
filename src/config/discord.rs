//! The section `[discord]`: the bot in Discord servers.

use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use url::Url;

use super::checks::checked_prefix;
use super::error::Fault;
use super::secret::{Environment, Given, Source};
use crate::store::ShardChoice;

/// The section `[discord]`.
#[derive(Debug, Clone)]
pub struct Discord {
    /// The bot's token.
    pub token: SecretString,
    /// What a command starts with; empty: plain messages are never commands.
    pub prefix: String,
    /// Servers in which the bot plays; empty: all. Direct messages belong to none.
    pub guilds: Vec<u64>,
    /// Channels in which the bot plays, with their threads; empty: all. Direct messages are none of
    /// them.
    pub channels: Vec<u64>,
    /// Whether the bot says hello in a server that it comes into for the first time.
    pub greeting: bool,
    /// The shards this process may connect, if several processes share the database.
    pub shards: ShardChoice,
    /// The API's address, an http or https URL without a path; `None`: Discord itself.
    pub api_base: Option<String>,
}

/// The section, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [discord]")]
pub(super) struct RawDiscord {
    token: Option<Given>,
    token_file: Option<PathBuf>,
    prefix: Option<String>,
    guilds: Vec<RawId>,
    channels: Vec<RawId>,
    greeting: Option<bool>,
    shards: Option<RawShards>,
    api_base: Option<String>,
}

/// A Discord id, written as a number or in quotes.
#[derive(Deserialize)]
#[serde(untagged, expecting = "an id, such as \"81384788765712384\"")]
enum RawId {
    Number(u64),
    Text(String),
}

/// The value of `shards`: a number, or text such as `"auto"` or `"0-15"`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "\"auto\" or a range such as \"0-15\"")]
enum RawShards {
    Number(u32),
    Text(String),
}

impl RawDiscord {
    /// Checks the section. `prefix` is the one for all chats, `several` says whether several processes
    /// share the database.
    pub(super) fn check(
        self,
        prefix: &str,
        several: bool,
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
            greeting: self.greeting.unwrap_or(true),
            shards: match self.shards {
                Some(RawShards::Number(one)) => checked_shards(&one.to_string(), several)?,
                Some(RawShards::Text(text)) => checked_shards(&text, several)?,
                None => ShardChoice::Auto,
            },
            api_base: self.api_base.as_deref().map(checked_base).transpose()?,
        })
    }
}

/// A token fits an HTTP header.
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
            format!("\"{shown}\" is no id, such as \"81384788765712384\""),
        )
    })
}

/// Reads "auto", "0-15" or "3".
fn checked_shards(text: &str, several: bool) -> Result<ShardChoice, Fault> {
    if text == "auto" {
        return Ok(ShardChoice::Auto);
    }
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (Some(first), Some(last)) = (number(first), number(last)) else {
        return Err(Fault::new(
            "discord.shards",
            format!("\"{text}\" is neither \"auto\" nor a range such as \"0-15\""),
        ));
    };
    if first > last {
        let reason = format!("\"{text}\" ends before it begins");
        return Err(Fault::new("discord.shards", reason));
    }
    if !several {
        return Err(Fault::new(
            "discord.shards",
            "needs processes.several = true: a bot in one process has all shards",
        ));
    }
    Ok(ShardChoice::Range(first..=last))
}

fn checked_base(given: &str) -> Result<String, Fault> {
    let fault = |reason: &str| Fault::new("discord.api_base", reason);
    // The value is not repeated: it may contain a password.
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
