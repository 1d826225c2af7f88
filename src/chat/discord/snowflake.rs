//! Discord's ids: <https://discord.com/developers/docs/reference#snowflakes>.

use serde_json::Value;

/// The first second of 2015, in milliseconds since 1970.
const EPOCH: u64 = 1_420_070_400_000;

/// The difference of two ids that were made an hour apart.
pub(super) const AN_HOUR: u64 = (60 * 60 * 1000) << 22;

/// An id in an answer of Discord's, other than 0.
pub(super) fn id_of(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok().filter(|id| *id > 0)
}

/// When an id was made, in milliseconds since 1970.
pub(super) const fn created_at(id: u64) -> u64 {
    (id >> 22) + EPOCH
}

/// The smallest id that could have been made then.
#[cfg(test)]
pub(super) const fn id_at(milliseconds: u64) -> u64 {
    (milliseconds - EPOCH) << 22
}

/// The shard, of so many, that is told of a server; the first one of private chats:
/// <https://discord.com/developers/docs/events/gateway#sharding>.
pub(super) fn shard_of(guild: Option<u64>, of: u64) -> u64 {
    guild.map_or(0, |guild| (guild >> 22) % of.max(1))
}
