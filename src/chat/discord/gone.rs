//! Channels and threads that are gone, because they were deleted or the bot was removed from their
//! server: their games are adjourned.

use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::InboundError;
use crate::host::Host;
use crate::session::TableKey;

/// Adjourns the games of a channel or thread that is gone, and forgets it. If it is not gone for good,
/// untimed games stay, and so does its read cursor: whose server it is matters until they are over.
///
/// If that fails, the next start finds out about it by the cursor.
pub(super) async fn adjourn(
    context: &DiscordContext,
    host: &Host,
    place: &TableKey,
    for_good: bool,
) -> Result<(), InboundError> {
    host.place_gone(place, for_good).await?;
    if let Some(channel) = channel_of(place)
        && (for_good || !host.is_played_in(place).await?)
    {
        context.cursors.forget(host, channel).await;
        context.upkeep.forget(host, channel).await;
    }
    Ok(())
}
