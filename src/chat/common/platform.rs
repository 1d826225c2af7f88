//! The platforms' names, as in [`TableKey::platform`](crate::session::TableKey::platform).

/// The console.
pub(crate) const CONSOLE: &str = "console";

/// Discord.
#[cfg(feature = "discord")]
pub(crate) const DISCORD: &str = "discord";

/// Matrix.
#[cfg(feature = "matrix")]
pub(crate) const MATRIX: &str = "matrix";
