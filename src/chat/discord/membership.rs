//! Whether a player, and whether the bot, is still on the server of a table.

use serenity::all::{ChannelId, GuildChannel, GuildId, Member, PartialGuild, Permissions, UserId};
use serenity::http::Route;

use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::{RequestFailure, code};
use super::snowflake::id_of;
use crate::session::{Person, Rights, TableKey};

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

/// Whether a person may read a table's channel, and its thread if that is a private one. What is gone
/// nobody reads.
pub(super) async fn may_read(
    context: &DiscordContext,
    table: &TableKey,
    person: &Person,
) -> Result<bool, RequestFailure> {
    match reads(context, table, person).await {
        Err(failure) if failure.is_final() => {
            tracing::debug!(%table, %failure, "somebody is taken not to read there");
            Ok(false)
        }
        found => found,
    }
}

async fn reads(
    context: &DiscordContext,
    table: &TableKey,
    person: &Person,
) -> Result<bool, RequestFailure> {
    let ids = (table.channel.parse::<u64>(), person.id.parse::<u64>());
    let (Ok(channel), Ok(user)) = ids else {
        return Ok(false);
    };
    let (channel_id, user_id) = (ChannelId::new(channel.max(1)), UserId::new(user.max(1)));
    let route = Route::Channel { channel_id };
    let channel = context.rest.get(route, Vec::new()).await?;
    let Some(guild) = id_of(&channel["guild_id"]) else {
        // A private chat.
        return Ok(false);
    };
    let Ok(channel) = serde_json::from_value::<GuildChannel>(channel) else {
        return Ok(false);
    };
    let guild_id = GuildId::new(guild.max(1));
    let guild: PartialGuild = context.rest.get_as(Route::Guild { guild_id }).await?;
    let member = Route::GuildMember { guild_id, user_id };
    let member: Member = context.rest.get_as(member).await?;
    let permissions = guild.user_permissions_in(&channel, &member);
    if !permissions.contains(Permissions::VIEW_CHANNEL) {
        return Ok(false);
    }
    let thread = table.thread.as_ref().and_then(|id| id.parse::<u64>().ok());
    let Some(thread) = thread else {
        return Ok(true);
    };
    let channel_id = ChannelId::new(thread.max(1));
    let thread = Route::Channel { channel_id };
    let thread = context.rest.get(thread, Vec::new()).await?;
    if !DiscordContext::tells_private_thread(&thread) || permissions.manage_threads() {
        return Ok(true);
    }
    let joined = Route::ChannelThreadMember {
        channel_id,
        user_id,
    };
    context.rest.get(joined, Vec::new()).await.map(|_| true)
}

/// Whether a thread is open to all who read its channel: it is no private one. One that is gone, or that
/// the bot does not see, is not.
pub(super) async fn is_open(
    context: &DiscordContext,
    table: &TableKey,
) -> Result<bool, RequestFailure> {
    let thread = table.thread.as_ref().and_then(|id| id.parse::<u64>().ok());
    let Some(thread) = thread else {
        return Ok(false);
    };
    if let Some(private) = context.is_private_thread(thread) {
        return Ok(!private);
    }
    if context.answer_places.contains(thread) {
        // Nothing can be looked up there.
        return Ok(false);
    }
    let channel_id = ChannelId::new(thread.max(1));
    match context
        .rest
        .get(Route::Channel { channel_id }, Vec::new())
        .await
    {
        Ok(found) => {
            let private = DiscordContext::tells_private_thread(&found);
            context.cache_private(thread, private);
            Ok(!private)
        }
        Err(failure) if failure.is_final() => {
            tracing::debug!(%table, %failure, "a thread is taken to be private");
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// What a person may set on a server and in one of its channels, by their permissions there.
///
/// A thread has the permissions of its channel.
pub(super) async fn rights(
    context: &DiscordContext,
    table: &TableKey,
    community: Option<&str>,
    person: &Person,
) -> Result<Rights, RequestFailure> {
    let ids = (
        community.and_then(|id| id.parse().ok()),
        table.channel.parse().ok(),
        person.id.parse().ok(),
    );
    let (Some(guild), Some(channel), Some(user)) = ids else {
        return Ok(Rights::default());
    };
    if [guild, channel, user].contains(&0) {
        return Ok(Rights::default());
    }
    let (guild_id, user_id) = (GuildId::new(guild), UserId::new(user));
    let channel_id = ChannelId::new(channel);
    let guild = Route::Guild { guild_id };
    let guild: PartialGuild = context.rest.get_as(guild).await?;
    let member = Route::GuildMember { guild_id, user_id };
    let member: Member = context.rest.get_as(member).await?;
    let channel = Route::Channel { channel_id };
    let channel: GuildChannel = context.rest.get_as(channel).await?;
    let permissions = guild.user_permissions_in(&channel, &member);
    Ok(Rights {
        channel: permissions.manage_channels(),
        server: guild.member_permissions(&member).manage_guild(),
    })
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
