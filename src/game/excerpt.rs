//! What is quoted of a faulty text.

use crate::chars::is_invisible;

/// Characters that are quoted: enough to find the fault, few enough for a line.
const LONGEST: usize = 40;

/// The beginning of a text, for an error. What is not seen, or would steer a terminal,
/// is escaped.
pub(super) fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for character in text.chars().take(LONGEST) {
        if is_invisible(character) {
            excerpt.extend(character.escape_default());
        } else {
            excerpt.push(character);
        }
    }
    excerpt
}

/// The beginning of the first line of a text, which is not read further than that.
pub(super) fn excerpt_of_line(text: &str) -> String {
    let line: String = text
        .chars()
        .take(LONGEST)
        .take_while(|c| !matches!(c, '\n' | '\r'))
        .collect();
    excerpt(line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_steers_nothing() {
        assert_eq!(excerpt("Ann \"é\"\\"), "Ann \"é\"\\");
        assert_eq!(
            excerpt("\u{1b}[2J\n\u{9b}\u{202e}x"),
            "\\u{1b}[2J\\n\\u{9b}\\u{202e}x"
        );
        assert_eq!(excerpt(&"王".repeat(50)).chars().count(), LONGEST);
    }
}
