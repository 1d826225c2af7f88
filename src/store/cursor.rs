//! Values that adapters hand through to be stored and get back unread.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// How far an adapter has read its platform, such as a sync token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncCursor {
    /// Unique name: starts with the platform and the account.
    pub name: String,
    /// Opaque to everyone but the adapter.
    pub value: String,
}

/// The platform's id of the message that a reply answers. It may contain a secret, such as an
/// interaction token, so `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplyTarget(String);

impl From<String> for ReplyTarget {
    fn from(id: String) -> Self {
        Self(id)
    }
}

impl Deref for ReplyTarget {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ReplyTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyTarget(…)")
    }
}
