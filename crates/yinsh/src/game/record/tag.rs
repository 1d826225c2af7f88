//! Names of tags.

use super::limits::{LONGEST_VALUE, MOST_TAGS};

/// Tags that have a field of their own in a record.
const KNOWN_TAGS: [&str; 7] = [
    "White",
    "Black",
    "Variant",
    "Date",
    "Result",
    "Termination",
    "Position",
];

/// Maximum number of tags other than the known ones.
pub(super) const MOST_OTHER_TAGS: usize = MOST_TAGS - KNOWN_TAGS.len();

/// Whether a tag may have this name.
pub(in crate::game) fn is_tag_name(name: &str) -> bool {
    (1..=LONGEST_VALUE).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a tag other than the known ones may have this name.
pub(super) fn is_other_tag(name: &str) -> bool {
    is_tag_name(name)
        && !KNOWN_TAGS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
}
