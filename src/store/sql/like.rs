//! Patterns for the operator LIKE.
//!
//! In SQLite it takes upper and lower case of ASCII for the same: what it finds is looked at again.

/// A pattern for LIKE, with `|` as the escape character, of texts that contain this one.
pub(super) fn containing(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|one| {
            matches!(one, '|' | '%' | '_')
                .then_some('|')
                .into_iter()
                .chain([one])
        })
        .collect();
    format!("%{escaped}%")
}

#[cfg(test)]
mod tests {
    use super::containing;

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(containing("a_b%c|d"), "%a|_b|%c||d%");
    }
}
