//! Excerpts of invalid input, for error texts.

use crate::chars::is_invisible;

/// Maximum length of an excerpt, in characters.
const MAX_LENGTH: usize = 40;

/// The beginning of a text. Invisible and control characters are escaped.
pub(super) fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for character in text.chars().take(MAX_LENGTH) {
        if is_invisible(character) {
            excerpt.extend(character.escape_default());
        } else {
            excerpt.push(character);
        }
    }
    excerpt
}

/// The beginning of the first line of a text, which is not scanned further.
pub(super) fn excerpt_of_line(text: &str) -> String {
    let line: String = text
        .chars()
        .take(MAX_LENGTH)
        .take_while(|c| !matches!(c, '\n' | '\r'))
        .collect();
    excerpt(line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(excerpt("Ann \"é\"\\"), "Ann \"é\"\\");
        assert_eq!(
            excerpt("\u{1b}[2J\n\u{9b}\u{202e}x"),
            "\\u{1b}[2J\\n\\u{9b}\\u{202e}x"
        );
        assert_eq!(excerpt(&"王".repeat(50)).chars().count(), MAX_LENGTH);
    }
}
