//! How much of a record is read. No game comes near any of these; a text that does is no game,
//! and must cost no more time and room than its length.

/// Most characters of a player's name. What is longer is cut where it is read.
pub(in crate::game) const LONGEST_NAME: usize = 100;

/// Most characters of the value of any other tag, and of a tag's name.
pub(in crate::game) const LONGEST_VALUE: usize = 1000;

/// Most tags of a game.
pub(in crate::game) const MOST_TAGS: usize = 100;

/// Most turns of a game. The rules allow less than two hundred.
pub(super) const MOST_TURNS: usize = 1000;

/// Most words of the turns of a game: an action may be written in several.
pub(super) const MOST_WORDS: usize = 10_000;

/// Most values of the properties of a game in SGF: a step is one.
pub(in crate::game) const MOST_VALUES: usize = 10_000;

/// A player's name as a record holds it.
pub(crate) fn cut_name(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}

/// Whether a text has more characters than `most`. It is not read further than that.
pub(in crate::game) fn is_longer(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_some()
}
