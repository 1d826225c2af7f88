//! The questions about Discord.

use std::io;

use secrecy::{ExposeSecret, SecretString};

use super::ask::{choose, problem, say, secret, yes};
use super::draft::Draft;
use crate::chat::discord::DiscordError;
use crate::chat::discord::probe::{Application, application};

/// What was answered about Discord, and what Discord says of it.
pub(super) struct DiscordAnswers {
    pub(super) token: SecretString,
    /// Whether the bot may read messages.
    pub(super) sees_messages: bool,
    pub(super) api_base: Option<String>,
    /// The link that adds the bot to a server.
    pub(super) invite: String,
}

impl DiscordAnswers {
    /// Writes the section.
    pub(super) fn write(&self, draft: &mut Draft) {
        draft.section("discord");
        draft.comment("The bot's token.");
        draft.secret("token_file", "discord-token", &self.token);
        if !self.sees_messages {
            draft.comment(
                "The Message Content Intent is off, so commands are slash commands and mentions. Turn\n\
                 it on in the developer portal and delete this line to have !move and the like.",
            );
            draft.text("prefix", "");
        }
        if let Some(base) = &self.api_base {
            draft.text("api_base", base);
        }
    }

    pub(super) fn invitation(&self) -> String {
        format!("Invite it to a Discord server:  {}", self.invite)
    }
}

/// Asks for the token until Discord accepts it, and about the Message Content Intent.
pub(super) async fn ask(api_base: Option<String>) -> io::Result<DiscordAnswers> {
    say(
        "The bot's token is in https://discord.com/developers/applications: \"New Application\" makes the \
         bot, page \"Bot\", button \"Reset Token\", shows the token.",
    );
    let (token, application) = loop {
        let given = secret("Token of the Discord bot")?;
        let token = SecretString::from(given.expose_secret().trim());
        if !is_token(token.expose_secret()) {
            problem(&"a token is one line of letters, digits and dots: copy all of it");
            continue;
        }
        if let Some(application) = find(&token, api_base.as_deref()).await? {
            break (token, application);
        }
    };
    say(&format!(
        "Discord takes it: the bot is {}.",
        application.name
    ));
    let mut sees_messages = application.sees_messages != Some(false);
    while !sees_messages {
        say(
            "The Message Content Intent is off, so the bot cannot read commands such as !help. It is \
             turned on in the same place: page \"Bot\", \"Privileged Gateway Intents\".",
        );
        let choices = [
            "It is on now: look again",
            "Leave it off: slash commands, buttons and mentions are enough",
        ];
        if choose("Message Content Intent", &choices)? == 1 {
            break;
        }
        if let Some(again) = find(&token, api_base.as_deref()).await? {
            sees_messages = again.sees_messages != Some(false);
        }
    }
    Ok(DiscordAnswers {
        token,
        sees_messages,
        api_base,
        invite: application.invite(),
    })
}

/// Whether this can be a token at all, as the config takes it.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())
}

/// Asks Discord about the token. `None` if it is wrong, which the operator has been told.
async fn find(token: &SecretString, api_base: Option<&str>) -> io::Result<Option<Application>> {
    loop {
        let error = match application(token, api_base).await {
            Ok(application) => return Ok(Some(application)),
            Err(error) => error,
        };
        problem(&error);
        let is_away = matches!(error, DiscordError::Away(_));
        if !is_away || !yes("Try again with the same token?", true)? {
            return Ok(None);
        }
    }
}
