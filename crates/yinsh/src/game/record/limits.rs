//! Limits of records, which no real game comes near: parsing takes time and memory in proportion
//! to the length of the input.

/// Maximum length of a player's name, in characters. Longer names are cut.
pub(in crate::game) const LONGEST_NAME: usize = 100;

/// Maximum length of the value of any other tag, and of a tag's name, in characters.
pub(in crate::game) const LONGEST_VALUE: usize = 1000;

/// Maximum number of tags of a game.
pub(in crate::game) const MOST_TAGS: usize = 100;

/// Maximum number of turns of a game. The rules allow less than 200.
pub(super) const MOST_TURNS: usize = 1000;

/// Maximum number of words of a game's turns; an action may be several words.
pub(super) const MOST_WORDS: usize = 10_000;

/// Maximum number of property values of a game in SGF; a step is one value.
pub(in crate::game) const MOST_VALUES: usize = 10_000;

/// Cuts a player's name to its maximum length.
pub fn cut_name(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}

/// Whether a text has more than `most` characters. It is not scanned further.
pub(in crate::game) fn is_longer(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_some()
}
