//! Whether a player is still where a table is.

use serenity::all::{ChannelId, GuildId, UserId};
use serenity::http::Route;

use super::context::{DiscordContext, id_of};
use super::cursors::channel_of;
use super::error::{Failure, code};
use crate::session::{Person, TableKey};

/// Whether somebody is still in the server of a table. From a private chat nobody can go. That
/// needs no further intent: a member is asked for by id.
pub(super) async fn is_member(
    context: &DiscordContext,
    table: &TableKey,
    person: &Person,
) -> Result<bool, Failure> {
    let (Some(channel), Ok(user)) = (channel_of(table), person.id.parse::<u64>()) else {
        return Ok(true);
    };
    if user == context.me || user == 0 {
        return Ok(true);
    }
    let guild = match context.cursors.last(channel) {
        Some((_, guild)) => guild,
        None => {
            let route = Route::Channel {
                channel_id: ChannelId::new(channel),
            };
            id_of(&context.rest.get(route, Vec::new()).await?["guild_id"])
        }
    };
    let Some(guild) = guild else {
        return Ok(true);
    };
    let route = Route::GuildMember {
        guild_id: GuildId::new(guild),
        user_id: UserId::new(user),
    };
    match context.rest.get(route, Vec::new()).await {
        Ok(_) => Ok(true),
        Err(failure)
            if failure.has_code(code::UNKNOWN_MEMBER) || failure.has_code(code::UNKNOWN_USER) =>
        {
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}
