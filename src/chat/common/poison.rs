//! Events that fail each time although the database works.

use crate::host::{Host, SyncCursor};

/// Failures of an event, while the database accepts other writes, until it is skipped.
pub(crate) const MAX_FAILURES: u32 = 5;

/// Whether the database accepts writes, so that a failure is not its own. Writes a cursor that
/// is never read; `account` is the bot's id.
pub(crate) async fn database_works(
    host: &Host,
    platform: &str,
    account: impl std::fmt::Display,
) -> bool {
    let cursor = SyncCursor {
        name: format!("{platform}-probe:{account}"),
        value: String::new(),
    };
    host.set_cursor(cursor).await.is_ok()
}
