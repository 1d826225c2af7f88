//! Registers the slash commands and the entries of context menus at Discord, whenever they have changed.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use serde_json::{Value, json};
use serenity::all::{ApplicationId, GuildId};
use serenity::http::{LightMethod, Route};
use tokio::time::sleep;

use super::context::DiscordContext;
use super::error::RequestFailure;
use super::slash_definitions::{Offer, commands};
use crate::host::{Host, SyncCursor};
use crate::session::COMMANDS;

/// Attempts to register. Until one succeeds, the commands of the last time remain.
const ATTEMPTS: usize = 8;

/// Registers the commands again whenever the servers or channels change in which the bot plays.
pub(super) async fn keep_registered(context: &DiscordContext, host: &Host) {
    let mut playing = context.playing();
    while playing.changed().await.is_ok() {
        register(context, host, context.application()).await;
    }
}

/// Registers the current commands.
pub(super) async fn register(context: &DiscordContext, host: &Host, application: u64) {
    let _one_by_one = context.registering.lock().await;
    let mut waits = ExponentialBuilder::default()
        .with_min_delay(Duration::from_secs(1))
        .with_max_delay(Duration::from_secs(60))
        .with_jitter()
        .with_max_times(ATTEMPTS)
        .build();
    loop {
        let failure = match register_all(context, application).await {
            Ok(()) => return clear_old_guilds(context, host, application).await,
            Err(failure) => failure,
        };
        let wait = waits.next().filter(|_| !failure.is_final());
        let Some(wait) = wait else {
            tracing::warn!(%failure, "cannot register the slash commands");
            return;
        };
        tracing::debug!(%failure, "cannot register the slash commands yet");
        sleep(wait).await;
    }
}

async fn register_all(context: &DiscordContext, application: u64) -> Result<(), RequestFailure> {
    let application_id = ApplicationId::new(application.max(1));
    let offer = offer(context).await?;
    let wanted = commands(COMMANDS, &context.words, offer);
    let route = || Route::Commands { application_id };
    register_at(context, route, wanted).await?;
    for guild in context.guilds() {
        let guild_id = GuildId::new(guild.max(1));
        let route = || Route::GuildCommands {
            application_id,
            guild_id,
        };
        // A server's own commands have no contexts.
        let mut wanted = commands(COMMANDS, &context.words, IN_SERVERS);
        for command in wanted.iter_mut().filter_map(Value::as_object_mut) {
            command.remove("contexts");
            command.remove("integration_types");
        }
        match register_at(context, route, wanted).await {
            Err(failure) if failure.is_final() => {
                tracing::warn!(guild, %failure, "cannot register the slash commands of a server");
            }
            done => done?,
        }
    }
    Ok(())
}

/// For a server's own commands.
const IN_SERVERS: Offer = Offer {
    in_servers: true,
    in_private: false,
    for_persons: false,
};

/// Where commands are offered: as the developer portal says who may install the bot. One that plays in
/// certain servers or channels only is not for persons to take elsewhere.
async fn offer(context: &DiscordContext) -> Result<Offer, RequestFailure> {
    if !context.plays_everywhere() {
        return Ok(Offer {
            in_servers: context.guilds().is_empty(),
            in_private: true,
            for_persons: false,
        });
    }
    let application = Route::Oauth2ApplicationCurrent;
    let application = context.rest.get(application, Vec::new()).await?;
    let installs = &application["integration_types_config"];
    let for_persons = !installs[FOR_PERSONS].is_null();
    let in_servers = !for_persons || !installs[IN_SERVER].is_null();
    Ok(Offer {
        in_servers,
        in_private: in_servers,
        for_persons,
    })
}

/// The kinds of installations, as the keys in which the application says which it has:
/// <https://discord.com/developers/docs/resources/application>.
const IN_SERVER: &str = "0";
const FOR_PERSONS: &str = "1";

/// Removes the commands from servers that are no longer configured.
async fn clear_old_guilds(context: &DiscordContext, host: &Host, application: u64) {
    let name = format!("discord-guilds:{}", context.me);
    let value = |guilds: &[u64]| {
        let guilds: Vec<String> = guilds.iter().map(u64::to_string).collect();
        guilds.join(" ")
    };
    let before = match host.cursor(&name).await {
        Ok(before) => before.unwrap_or_default(),
        Err(error) => {
            tracing::debug!(%error, "cannot read which servers have slash commands");
            return;
        }
    };
    let wanted = context.guilds();
    let mut now = wanted.clone();
    let old = before.split(' ').filter_map(|id| id.parse::<u64>().ok());
    for guild in old.filter(|guild| !wanted.contains(guild)) {
        let route = Route::GuildCommands {
            application_id: ApplicationId::new(application.max(1)),
            guild_id: GuildId::new(guild.max(1)),
        };
        match context
            .rest
            .send(route, LightMethod::Put, json!([]), None)
            .await
        {
            Ok(_) => tracing::info!(guild, "slash commands of a server removed"),
            // The bot has left it.
            Err(failure) if failure.is_final() => {
                tracing::debug!(guild, %failure, "cannot remove the slash commands of a server");
            }
            Err(failure) => {
                tracing::debug!(guild, %failure, "the slash commands of a server are removed later");
                now.push(guild);
            }
        }
    }
    let value = value(&now);
    if value != before
        && let Err(error) = host.set_cursor(SyncCursor { name, value }).await
    {
        tracing::debug!(%error, "cannot store which servers have slash commands");
    }
}

/// Registers commands at a route, if they differ from those that are registered there.
async fn register_at<'a>(
    context: &DiscordContext,
    route: impl Fn() -> Route<'a>,
    wanted: Vec<Value>,
) -> Result<(), RequestFailure> {
    let params = vec![("with_localizations", "true".to_owned())];
    let known = context.rest.get(route(), params).await?;
    if are_same(&wanted, &known) {
        tracing::debug!("the slash commands are registered already");
        return Ok(());
    }
    let number = wanted.len();
    context
        .rest
        .send(route(), LightMethod::Put, json!(wanted), None)
        .await?;
    tracing::info!(number, "slash commands registered");
    Ok(())
}

/// Whether the registered commands are the wanted ones.
fn are_same(wanted: &[Value], known: &Value) -> bool {
    let Some(known) = known.as_array() else {
        return false;
    };
    known.len() == wanted.len()
        && wanted.iter().all(|command| {
            let same = known
                .iter()
                .find(|one| one["name"] == command["name"] && one["type"] == command["type"]);
            same.is_some_and(|same| is_same(command, same))
        })
}

/// Fields that Discord may leave out; every command of ours has them.
const MAY_BE_LEFT_OUT: [&str; 2] = ["contexts", "integration_types"];

/// Fields that a command or an option may have had in an earlier version.
const OUR_FIELDS: [&str; 5] = [
    "autocomplete",
    "choices",
    "min_value",
    "options",
    "required",
];

/// Whether a part of a command is registered as wanted. Further fields are Discord's own, unless
/// they are among those that we set.
fn is_same(wanted: &Value, known: &Value) -> bool {
    match (wanted, known) {
        (Value::Object(wanted), Value::Object(known)) => {
            let left_over = OUR_FIELDS.iter().any(|key| {
                !wanted.contains_key(*key) && known.get(*key).is_some_and(|one| !is_nothing(one))
            });
            !left_over
                && wanted.iter().all(|(key, value)| match known.get(key) {
                    None | Some(Value::Null) => {
                        is_nothing(value) || MAY_BE_LEFT_OUT.contains(&key.as_str())
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
        /// The option of the command `place`.
        fn place(known: &mut Value) -> &mut Value {
            let commands = known.as_array_mut().unwrap().iter_mut();
            let mut found = commands.filter(|command| command["name"] == "place");
            &mut found.next().unwrap()["options"][0]
        }
        /// An option with choices of the first command.
        fn with_choices(known: &mut Value) -> &mut Value {
            let mut options = known[0]["options"].as_array_mut().unwrap().iter_mut();
            options.find(|option| option["choices"].is_array()).unwrap()
        }
        fn forget(part: &mut Value, key: &str) {
            part.as_object_mut().unwrap().remove(key).unwrap();
        }
        let wanted = commands(COMMANDS, &Words::new("!", "Ringleader"), IN_SERVERS);
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
        // Discord leaves out defaults.
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
            &|known| forget(with_choices(known), "choices"),
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
