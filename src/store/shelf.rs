//! Which finished games a person may look through.

use crate::session::Place;

/// The finished games of a place, and a person's own ones of the same platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// The place.
    pub place: Place,
    /// Id of the person who looks.
    pub viewer: String,
    /// Id of the person who played them; anyone if absent.
    pub of: Option<String>,
}
