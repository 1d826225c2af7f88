//! Sees to it that Discord knows the slash commands: they are registered when they changed.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use serde_json::{Value, json};
use serenity::all::{ApplicationId, GuildId};
use serenity::http::{LightMethod, Route};
use tokio::time::sleep;

use super::context::DiscordContext;
use super::error::RequestFailure;
use super::slash::commands;
use crate::host::Host;
use crate::host::SyncCursor;
use crate::session::COMMANDS;

/// How often registering is tried: the commands of the last time do meanwhile.
const ATTEMPTS: usize = 8;

/// Where commands are offered: in servers, in private chats with the bot.
const IN_GUILDS: u8 = 0;
const IN_PRIVATE: u8 = 1;

/// Sees to it that Discord knows the commands as they are now.
pub(super) async fn register(link: &DiscordContext, host: &Host, application: u64) {
    let mut waits = ExponentialBuilder::default()
        .with_min_delay(Duration::from_secs(1))
        .with_max_delay(Duration::from_secs(60))
        .with_jitter()
        .with_max_times(ATTEMPTS)
        .build();
    loop {
        let failure = match register_all(link, application).await {
            Ok(()) => return clear_old_guilds(link, host, application).await,
            Err(failure) => failure,
        };
        let wait = waits.next().filter(|_| !failure.is_final());
        let Some(wait) = wait else {
            tracing::warn!(%failure, "the slash commands could not be registered");
            return;
        };
        tracing::debug!(%failure, "the slash commands are not registered yet");
        sleep(wait).await;
    }
}

async fn register_all(link: &DiscordContext, application: u64) -> Result<(), RequestFailure> {
    let application_id = ApplicationId::new(application.max(1));
    let everywhere = link.guilds.is_empty();
    let contexts: &[u8] = if everywhere {
        &[IN_GUILDS, IN_PRIVATE]
    } else {
        &[IN_PRIVATE]
    };
    let wanted = commands(COMMANDS, &link.words, contexts);
    let route = || Route::Commands { application_id };
    register_at(link, route, wanted).await?;
    for guild in &link.guilds {
        let guild_id = GuildId::new(*guild);
        let route = || Route::GuildCommands {
            application_id,
            guild_id,
        };
        // A command of a server is offered there alone, and has no contexts.
        let mut wanted = commands(COMMANDS, &link.words, &[]);
        for command in wanted.iter_mut().filter_map(Value::as_object_mut) {
            command.remove("contexts");
            command.remove("integration_types");
        }
        match register_at(link, route, wanted).await {
            Err(failure) if failure.is_final() => {
                tracing::warn!(guild, %failure, "no slash commands in a server");
            }
            done => done?,
        }
    }
    Ok(())
}

/// Takes the commands away from servers for which they were registered once and no longer are.
async fn clear_old_guilds(link: &DiscordContext, host: &Host, application: u64) {
    let name = format!("discord-guilds:{}", link.me);
    let value = |guilds: &[u64]| {
        let guilds: Vec<String> = guilds.iter().map(u64::to_string).collect();
        guilds.join(" ")
    };
    let before = match host.cursor(&name).await {
        Ok(before) => before.unwrap_or_default(),
        Err(error) => {
            tracing::debug!(%error, "whether a server has old slash commands is not known");
            return;
        }
    };
    let mut now = link.guilds.clone();
    let old = before.split(' ').filter_map(|id| id.parse::<u64>().ok());
    for guild in old.filter(|guild| !link.guilds.contains(guild)) {
        let route = Route::GuildCommands {
            application_id: ApplicationId::new(application.max(1)),
            guild_id: GuildId::new(guild.max(1)),
        };
        match link
            .rest
            .send(route, LightMethod::Put, json!([]), None)
            .await
        {
            Ok(_) => tracing::info!(guild, "slash commands taken away from a server"),
            // The bot is no longer there.
            Err(failure) if failure.is_final() => {
                tracing::debug!(guild, %failure, "no slash commands are taken away");
            }
            Err(failure) => {
                tracing::debug!(guild, %failure, "slash commands are taken away later");
                now.push(guild);
            }
        }
    }
    let value = value(&now);
    if value != before
        && let Err(error) = host.set_cursor(SyncCursor { name, value }).await
    {
        tracing::debug!(%error, "servers with slash commands are noted later");
    }
}

/// Registers commands in one place, if they are others than those that are known there.
async fn register_at<'a>(
    link: &DiscordContext,
    route: impl Fn() -> Route<'a>,
    wanted: Vec<Value>,
) -> Result<(), RequestFailure> {
    let params = vec![("with_localizations", "true".to_owned())];
    let known = link.rest.get(route(), params).await?;
    if are_same(&wanted, &known) {
        tracing::debug!("the slash commands are registered already");
        return Ok(());
    }
    let number = wanted.len();
    link.rest
        .send(route(), LightMethod::Put, json!(wanted), None)
        .await?;
    tracing::info!(number, "slash commands registered");
    Ok(())
}

/// Whether the commands that are known are the ones that are wanted.
fn are_same(wanted: &[Value], known: &Value) -> bool {
    let Some(known) = known.as_array() else {
        return false;
    };
    known.len() == wanted.len()
        && wanted.iter().all(|command| {
            let same = known.iter().find(|one| one["name"] == command["name"]);
            same.is_some_and(|same| is_same(command, same))
        })
}

/// What not every server tells of a command: we have never registered one without.
const PERHAPS_UNTOLD: [&str; 2] = ["contexts", "integration_types"];

/// What a command or an option may have that was wanted once, and is not any more.
const ONCE_WANTED: [&str; 5] = [
    "autocomplete",
    "choices",
    "min_value",
    "options",
    "required",
];

/// Whether a part of a command is known as it is wanted. What is known beyond that is Discord's
/// own, unless it is of our kind.
fn is_same(wanted: &Value, known: &Value) -> bool {
    match (wanted, known) {
        (Value::Object(wanted), Value::Object(known)) => {
            let left_over = ONCE_WANTED.iter().any(|key| {
                !wanted.contains_key(*key) && known.get(*key).is_some_and(|one| !is_nothing(one))
            });
            !left_over
                && wanted.iter().all(|(key, value)| match known.get(key) {
                    None | Some(Value::Null) => {
                        is_nothing(value) || PERHAPS_UNTOLD.contains(&key.as_str())
                    }
                    Some(known) => is_same(value, known),
                })
        }
        (Value::Array(wanted), Value::Array(known)) => {
            wanted.len() == known.len()
                && wanted
                    .iter()
                    .zip(known)
                    .all(|(wanted, known)| is_same(wanted, known))
        }
        (wanted, known) => wanted == known || is_nothing(wanted) && is_nothing(known),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(items) => items.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;

    #[test]
    fn commands_are_registered_when_they_changed() {
        /// The option of `place`.
        fn place(known: &mut Value) -> &mut Value {
            let commands = known.as_array_mut().unwrap().iter_mut();
            let mut found = commands.filter(|command| command["name"] == "place");
            &mut found.next().unwrap()["options"][0]
        }
        fn forget(part: &mut Value, key: &str) {
            part.as_object_mut().unwrap().remove(key).unwrap();
        }
        let wanted = commands(COMMANDS, &Words::new("!", "Ringleader"), &[IN_GUILDS]);
        let known = |change: &dyn Fn(&mut Value)| {
            let mut known = json!(wanted);
            for (number, command) in known.as_array_mut().unwrap().iter_mut().enumerate() {
                command["id"] = json!(number.to_string());
                command["version"] = json!("1");
                command["nsfw"] = json!(false);
                command["default_member_permissions"] = Value::Null;
            }
            change(&mut known);
            known
        };
        assert!(are_same(&wanted, &known(&|_| {})));
        // What Discord leaves out where it is the usual.
        assert!(are_same(
            &wanted,
            &known(&|known| {
                let options = known[0]["options"].as_array_mut().unwrap();
                options.iter_mut().for_each(|option| {
                    option.as_object_mut().unwrap().remove("required");
                });
                let bare = known.as_array_mut().unwrap();
                bare.iter_mut()
                    .filter(|command| command["options"] == json!([]))
                    .for_each(|command| {
                        command.as_object_mut().unwrap().remove("options");
                    });
                known[1].as_object_mut().unwrap().remove("contexts");
            })
        ));
        for change in [
            (&|known: &mut Value| known[0]["description"] = json!("x")) as &dyn Fn(&mut Value),
            &|known| known[0]["description_localizations"] = Value::Null,
            &|known| known[0]["contexts"] = json!([0, 1]),
            &|known| known[0]["options"] = json!([]),
            &|known| known[0]["options"][0]["required"] = json!(true),
            &|known| known[0]["options"][0]["choices"] = json!([{ "name": "a", "value": "a" }]),
            &|known| known[0]["options"][0]["autocomplete"] = json!(true),
            &|known| forget(place(known), "required"),
            &|known| forget(place(known), "autocomplete"),
            &|known| forget(&mut known[0]["options"][2], "choices"),
            &|known| forget(&mut known[0], "options"),
            &|known| forget(&mut known[0], "name_localizations"),
            &|known| known[0]["name"] = json!("duel"),
            &|known| {
                known.as_array_mut().unwrap().pop();
            },
            &|known| *known = json!({}),
        ] {
            assert!(!are_same(&wanted, &known(change)));
        }
    }
}
