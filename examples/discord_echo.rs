//! A minimal bot on serenity, which echoes each message as a reply: the baseline for the time from a
//! message to the board.
//!
//! `discord_echo http://127.0.0.1:PORT`, with the bot's token in `RINGLEADER_DISCORD_TOKEN`.

use std::error::Error;

use serenity::all::{Context, EventHandler, GatewayIntents, Message};
use serenity::async_trait;
use serenity::client::ClientBuilder;
use serenity::http::HttpBuilder;

/// Echoes messages of people.
struct Echo;

#[async_trait]
impl EventHandler for Echo {
    async fn message(&self, context: Context, message: Message) {
        if message.author.bot {
            return;
        }
        if let Err(error) = message.reply(&context.http, &message.content).await {
            tracing::error!("cannot reply: {error}");
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let base = std::env::args()
        .nth(1)
        .ok_or("discord_echo http://127.0.0.1:PORT")?;
    let token = std::env::var("RINGLEADER_DISCORD_TOKEN")?;
    // The library's rate limiter would ignore the given address.
    let http = HttpBuilder::new(token)
        .proxy(base)
        .ratelimiter_disabled(true)
        .build();
    let intents = GatewayIntents::GUILDS
        | GatewayIntents::GUILD_MESSAGES
        | GatewayIntents::DIRECT_MESSAGES
        | GatewayIntents::MESSAGE_CONTENT;
    let mut client = ClientBuilder::new_with_http(http, intents)
        .event_handler(Echo)
        .await?;
    client.start().await?;
    Ok(())
}
