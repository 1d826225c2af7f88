//! The tokens of the text form: tags and words, without comments.

use super::quoting::read_quoted;
use super::tag::is_tag_name;

/// A token of the text form.
pub(super) enum Token<'a> {
    Tag(String, String),
    Word(&'a str),
    /// A bracket that does not begin a tag; the text behind it.
    NoTag(&'a str),
    /// A comment that is not closed.
    OpenComment,
}

/// The tokens of a text.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// Whether the rest has no `}`, so that it is searched only once.
    endless: bool,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            endless: false,
        }
    }

    /// Skips a comment, behind its opening brace.
    fn comment(&mut self) -> Option<Token<'a>> {
        if !self.endless
            && let Some(end) = self.rest.find('}')
        {
            self.rest = &self.rest[end + 1..];
            return None;
        }
        self.endless = true;
        // Continue with the next game.
        let next_game = self.rest.find("\n[").unwrap_or(self.rest.len());
        self.rest = &self.rest[next_game..];
        Some(Token::OpenComment)
    }

    /// Parses a tag, behind its opening bracket.
    fn tag(&mut self) -> Token<'a> {
        let text = self.rest;
        let named = text.trim_start_matches([' ', '\t']);
        let name_end = named
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(named.len());
        let (name, behind) = named.split_at(name_end);
        let behind = behind.trim_start_matches([' ', '\t']);
        let (value, rest) = if let Some(quoted) = behind.strip_prefix('"') {
            let (value, rest) = read_quoted(quoted);
            let closed = rest.trim_start_matches([' ', '\t']);
            (value, closed.strip_prefix(']').unwrap_or(rest))
        } else {
            let end = behind.find([']', '\n']).unwrap_or(behind.len());
            let rest = &behind[end..];
            let value = behind[..end].trim().to_owned();
            (value, rest.strip_prefix(']').unwrap_or(rest))
        };
        self.rest = rest;
        if is_tag_name(name) {
            Token::Tag(name.to_owned(), value)
        } else {
            Token::NoTag(text)
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.rest = self
                .rest
                .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if let Some(rest) = self.rest.strip_prefix('{') {
                self.rest = rest;
                if let Some(fault) = self.comment() {
                    return Some(fault);
                }
            } else if let Some(rest) = self.rest.strip_prefix('[') {
                self.rest = rest;
                return Some(self.tag());
            } else if self.rest.is_empty() {
                return None;
            } else {
                let end = self
                    .rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '{' | '[' | '\u{feff}'))
                    .unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                return Some(Token::Word(word));
            }
        }
    }
}
