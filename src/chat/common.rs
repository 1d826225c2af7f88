//! What the adapters of several platforms share.

#[cfg(any(feature = "discord", feature = "matrix"))]
pub(super) mod addressing;
pub(super) mod shutdown;
