//! Channels and threads that were deleted: their games are adjourned.

use super::context::DiscordContext;
use super::membership::is_in_guild;
use crate::host::Host;
use crate::session::TableKey;

/// A channel or thread was deleted. If its games cannot be adjourned now, the next start finds out
/// about it by its read cursor, which is kept until then.
pub(super) async fn deleted(context: &DiscordContext, host: &Host, channel: u64, place: &TableKey) {
    if let Err(error) = host.place_gone(place, true).await {
        tracing::error!(%place, %error, "the games of a deleted channel cannot be adjourned");
        return;
    }
    context.cursors.forget(host, channel).await;
}

/// Discord does not know a channel. It was deleted, unless the bot was removed from its server.
pub(super) async fn unknown(context: &DiscordContext, host: &Host, channel: u64) {
    match context.cursors.table(channel) {
        Some(place) if is_in_guild(context, channel).await => {
            deleted(context, host, channel, &place).await;
        }
        _ => context.cursors.forget(host, channel).await,
    }
}
