//! The language of a table.

/// The language of what is said to everybody at a table: that of whoever began what is going on
/// there.
#[derive(Debug, Clone)]
pub(super) enum Language {
    /// Not looked up yet.
    Unread,
    /// As far as it is known.
    Read(Option<String>),
}
