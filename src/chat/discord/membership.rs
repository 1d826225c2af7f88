//! Whether a player, and whether the bot, is still on the server of a table.

use serenity::all::{ChannelId, GuildId, UserId};
use serenity::http::Route;

use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::{RequestFailure, code};
use super::snowflake::id_of;
use crate::session::{Person, TableKey};

/// Whether another player is on the server of a table. A member is looked up by id, which needs no
/// further gateway intent.
pub(super) async fn is_member(
    context: &DiscordContext,
    table: &TableKey,
    person: &Person,
) -> Result<bool, RequestFailure> {
    let (Some(channel), Ok(user)) = (channel_of(table), person.id.parse::<u64>()) else {
        return Ok(true);
    };
    if user == context.me || user == 0 {
        return Ok(true);
    }
    let known = context.cursors.last(channel).and_then(|(_, guild)| guild);
    let guild = match known {
        Some(guild) => Some(guild),
        None => {
            let route = Route::Channel {
                channel_id: ChannelId::new(channel),
            };
            id_of(&context.rest.get(route, Vec::new()).await?["guild_id"])
        }
    };
    // In a private chat the bot has one other person, who is never anybody's opponent there.
    let Some(guild) = guild else {
        return Ok(false);
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

/// Whether the bot is in a channel's server, as far as is known.
pub(super) async fn is_in_guild(context: &DiscordContext, channel: u64) -> bool {
    let guild = context.cursors.last(channel).and_then(|(_, guild)| guild);
    let Some(guild) = guild else { return true };
    let route = Route::Guild {
        guild_id: GuildId::new(guild.max(1)),
    };
    match context.rest.get(route, Vec::new()).await {
        Ok(_) => true,
        Err(failure) => !failure.is_final(),
    }
}
