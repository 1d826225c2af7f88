//! Text as a chat platform gets it: lines of spans, so that each platform marks up what is a
//! name, a mention or a command in its own way, and text from people is never taken for markup.

use jiff::Timestamp;

use crate::session::Person;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Our own words.
    Text(String),
    /// Text that came from people, such as a name. Cleaned of control characters, not of markup.
    Foreign(String),
    /// A person who is called.
    Mention(Person),
    /// A command with its prefix, to be set apart.
    Code(String),
    /// A point in time.
    Time(Timestamp),
}

/// One line.
pub type Line = Vec<Span>;

/// Several lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rich {
    /// The lines.
    pub lines: Vec<Line>,
}

impl Rich {
    /// The text with every span written by `write`.
    pub fn write(&self, mut write: impl FnMut(&Span) -> String) -> String {
        let lines: Vec<String> = self
            .lines
            .iter()
            .map(|line| line.iter().map(&mut write).collect())
            .collect();
        lines.join("\n")
    }

    /// The text without any markup.
    #[must_use]
    pub fn plain(&self) -> String {
        self.write(Span::plain)
    }
}

impl Span {
    /// The span without any markup.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) | Self::Foreign(text) | Self::Code(text) => text.clone(),
            Self::Mention(person) => clean_name(&person.name),
            Self::Time(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        }
    }
}

/// Most characters of a name in a sentence: longer ones would push the sentence off a phone.
const LONGEST_NAME: usize = 32;

/// A name fit to stand in a sentence: without line breaks, control characters and marks that
/// change the direction of writing, and not too long.
#[must_use]
pub fn clean_name(name: &str) -> String {
    let visible = clean_text(name);
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name = words.join(" ");
    if name.is_empty() {
        return "?".to_owned();
    }
    if name.chars().count() <= LONGEST_NAME {
        return name;
    }
    let mut short: String = name.chars().take(LONGEST_NAME - 1).collect();
    short.push('…');
    short
}

/// Text from people on one line, without control characters and direction marks.
pub(super) fn clean_text(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .collect()
}

/// Characters that are not seen but change how others are: direction marks, zero-width spaces,
/// tags. The zero-width joiner stays, for emoji and for scripts that need it.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
        | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_fit_for_a_sentence() {
        for (name, clean) in [
            ("alice", "alice"),
            ("  Bob \n Smith\t", "Bob Smith"),
            ("\u{202E}evil\u{202C}", "evil"),
            ("", "?"),
            ("\u{200B}\u{3164}", "?"),
            ("Zoë Жук 王", "Zoë Жук 王"),
            ("👩‍🚀", "👩‍🚀"),
        ] {
            assert_eq!(clean_name(name), clean, "{name:?}");
        }
        assert_eq!(clean_name(&"x".repeat(100)).chars().count(), LONGEST_NAME);
    }
}
