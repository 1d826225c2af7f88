//! What the adapters of several platforms share.

#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod addressing;
pub(crate) mod attachment;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod background;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod cooldown;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod failure;
pub(crate) mod platform;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod poison;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod probe;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod progress;
#[cfg(any(feature = "discord", feature = "matrix"))]
pub(crate) mod reach;
pub(crate) mod shutdown;
