//! Text after the bot's name.

/// Characters allowed between the bot's name and a command, besides white space.
const SEPARATORS: [char; 2] = [':', ','];

/// The text without the separators at its beginning.
pub(crate) fn strip_separators(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| SEPARATORS.contains(&c) || c.is_whitespace())
}
