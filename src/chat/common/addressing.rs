//! What a text says behind the bot's name.

/// What may stand between the bot's name and a command.
const BEHIND_NAME: [char; 3] = [':', ',', ' '];

/// What follows when whatever may stand behind the bot's name is passed.
pub(crate) fn strip_separators(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| BEHIND_NAME.contains(&c) || c.is_whitespace())
}
