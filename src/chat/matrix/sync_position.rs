//! A place in the stream of syncs.

/// A sync, by its number, and the token of the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SyncPosition {
    pub(super) number: u64,
    pub(super) since: String,
}
