//! Asks Discord about the bot's application, before the bot runs.

use jiff::SignedDuration;
use reqwest::header::{AUTHORIZATION, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serenity::all::ApplicationFlags;

use super::error::DiscordError;
use super::permissions;
use super::rest::client;
use super::snowflake::id_of;
use crate::chat::common::probe::{TIMEOUT, ask};

/// Where Discord is, unless the config says otherwise.
const DISCORD_URL: &str = "https://discord.com";

/// The bot's application.
#[derive(Debug)]
pub(crate) struct Application {
    pub(crate) name: String,
    id: u64,
    /// Whether the Message Content Intent is on; `None` if that is not told.
    pub(crate) sees_messages: Option<bool>,
    /// By how much this machine's clock is ahead of Discord's.
    pub(crate) ahead: Option<SignedDuration>,
}

impl Application {
    /// The link that adds the bot to a server.
    pub(crate) fn invite(&self) -> String {
        permissions::install_link(self.id, None)
    }
}

/// Asks for the application that a token belongs to.
pub(crate) async fn application(
    token: &SecretString,
    api_base: Option<&str>,
) -> Result<Application, DiscordError> {
    let mut header = HeaderValue::from_str(&format!("Bot {}", token.expose_secret()))
        .map_err(|_| DiscordError::Token)?;
    header.set_sensitive(true);
    let base = api_base.unwrap_or(DISCORD_URL);
    let request = client(TIMEOUT)?
        .get(format!("{base}/api/v10/applications/@me"))
        .header(AUTHORIZATION, header);
    let answer = ask(request).await.map_err(DiscordError::Away)?;
    let said = &answer.body;
    match answer.status.as_u16() {
        200 => {}
        401 => return Err(DiscordError::Token),
        status @ (429 | 500..) => {
            return Err(DiscordError::Away(format!(
                "it answers with status {status}"
            )));
        }
        status => {
            let message = said["message"].as_str().unwrap_or("no reason given");
            return Err(DiscordError::Rejected(format!("{status}: {message}")));
        }
    }
    let id = id_of(&said["id"])
        .ok_or_else(|| DiscordError::Away("this is not Discord's API".to_owned()))?;
    let flags = said["flags"]
        .as_u64()
        .map(ApplicationFlags::from_bits_truncate);
    let seeing = ApplicationFlags::GATEWAY_MESSAGE_CONTENT
        | ApplicationFlags::GATEWAY_MESSAGE_CONTENT_LIMITED;
    Ok(Application {
        name: said["name"].as_str().unwrap_or("Ringleader").to_owned(),
        id,
        sees_messages: flags.map(|flags| flags.intersects(seeing)),
        ahead: answer.ahead,
    })
}
