//! From a reply's text to Discord's markup.

use super::cursors::channel_of;
use crate::words::{Line, Rich, Span};

/// Length limit of a message, in characters:
/// <https://discord.com/developers/docs/resources/message>.
pub const LONGEST: usize = 2000;

/// Messages that one reply is split into. A longer one becomes a file.
const MOST_MESSAGES: usize = 3;

/// A text split into messages, or put into a file if it is too long for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SplitText {
    /// Messages of at most [`LONGEST`] characters; none if there is no text.
    Messages(Vec<String>),
    /// A text without markup.
    File(String),
}

/// A text, followed by a block in a monospaced font. `is_private` tells which channels are private
/// chats.
#[must_use]
pub fn fit(text: &Rich, block: Option<&str>, is_private: impl Fn(u64) -> bool) -> SplitText {
    let lines = text.lines.iter();
    let mut pieces: Vec<String> = lines.map(|spans| line(spans, &is_private)).collect();
    pieces.extend(block.map(|block| format!("```\n{}\n```", block.replace("```", "'''"))));
    let mut messages: Vec<String> = Vec::new();
    for piece in &pieces {
        let length = piece.chars().count();
        let is_room = messages.len() < MOST_MESSAGES;
        match messages.last_mut() {
            Some(last) if last.chars().count() + 1 + length <= LONGEST => {
                last.push('\n');
                last.push_str(piece);
            }
            _ if length <= LONGEST && is_room => {
                messages.push(piece.clone());
            }
            _ => return SplitText::File(plain(text, block)),
        }
    }
    messages.retain(|message| !message.trim().is_empty());
    SplitText::Messages(messages)
}

fn plain(text: &Rich, block: Option<&str>) -> String {
    let mut plain = text.plain();
    if let Some(block) = block {
        plain.push('\n');
        plain.push_str(block);
    }
    plain.push('\n');
    plain
}

/// A line with its markup. Our own lines may begin as lists, headings or quotes.
fn line(line: &Line, is_private: &impl Fn(u64) -> bool) -> String {
    line.iter().map(|one| span(one, is_private)).collect()
}

fn span(span: &Span, is_private: &impl Fn(u64) -> bool) -> String {
    match span {
        Span::Text(text) => text.clone(),
        Span::Foreign(text) => escape(text),
        Span::Code(code) => format!("`{}`", code.replace('`', "'")),
        Span::Time(time) => format!("<t:{}:f>", time.as_second()),
        Span::Until(time) => format!("<t:{}:R>", time.as_second()),
        Span::Mention(person) if person.id.parse::<u64>().is_ok() => format!("<@{}>", person.id),
        Span::Mention(person) => escape(&person.shown_name()),
        Span::Place(table) => match channel_of(table) {
            Some(channel) => link(channel, is_private(channel)),
            None => escape(&span.plain()),
        },
    }
}

/// What leads to a channel.
pub(super) fn link(channel: u64, is_private: bool) -> String {
    if is_private {
        // A mention of a private chat leads nowhere.
        format!("https://discord.com/channels/@me/{channel}")
    } else {
        format!("<#{channel}>")
    }
}

/// Text from people, without effect: no markup, links, custom emoji or mentions.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    // A number with a dot begins a list where it begins a line.
    let mut is_number = true;
    for c in text.chars() {
        let is_dot = c == '.' && is_number;
        is_number &= c.is_ascii_digit() || c.is_whitespace();
        if is_dot
            || matches!(
                c,
                '\\' | '*'
                    | '_'
                    | '~'
                    | '`'
                    | '|'
                    | '<'
                    | '>'
                    | '['
                    | ']'
                    | '('
                    | ')'
                    | '#'
                    | ':'
                    | '-'
                    | '+'
            )
        {
            escaped.push('\\');
        }
        escaped.push(c);
        if c == '@' {
            // A word joiner is invisible, and "everyone" after it mentions nobody.
            escaped.push('\u{2060}');
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Person, TableKey};

    #[test]
    fn text_from_people_has_no_markup() {
        for (text, escaped) in [
            ("alice", "alice"),
            ("E4", "E4"),
            ("**bold**", "\\*\\*bold\\*\\*"),
            ("a_b~c|d`e\\", "a\\_b\\~c\\|d\\`e\\\\"),
            ("@everyone", "@\u{2060}everyone"),
            ("<@12>", "\\<@\u{2060}12\\>"),
            ("<:rl:12>", "\\<\\:rl\\:12\\>"),
            ("https://x.example", "https\\://x.example"),
            ("[a](b)", "\\[a\\]\\(b\\)"),
            ("# big", "\\# big"),
            ("- x", "\\- x"),
            ("+ x", "\\+ x"),
            ("1. x", "1\\. x"),
            (" 12. x", " 12\\. x"),
            ("e4. 1. x", "e4. 1. x"),
        ] {
            assert_eq!(escape(text), escaped, "{text}");
        }
    }

    #[test]
    fn spans_are_marked_up() {
        for (given, shown) in [
            (Span::Text("a *b*".to_owned()), "a *b*"),
            (Span::Code("!move `E4`".to_owned()), "`!move 'E4'`"),
            (Span::Mention(Person::new("17", "x")), "<@17>"),
            (Span::Mention(Person::new("@b:c", "*x*")), "\\*x\\*"),
            (
                Span::Time("2026-11-22T08:37:05Z".parse().unwrap()),
                "<t:1795336625:f>",
            ),
            (
                Span::Until("2026-11-22T08:37:05Z".parse().unwrap()),
                "<t:1795336625:R>",
            ),
            (Span::Place(TableKey::channel("discord", "5")), "<#5>"),
            (
                Span::Place(TableKey::channel("discord", "6")),
                "https://discord.com/channels/@me/6",
            ),
        ] {
            assert_eq!(span(&given, &|channel| channel == 6), shown);
        }
    }

    fn lines(number: usize, length: usize) -> Rich {
        let line = vec![Span::Text("x".repeat(length))];
        Rich {
            lines: vec![line; number],
        }
    }

    #[test]
    fn long_texts_are_split_or_become_files() {
        for (text, block, messages) in [
            (lines(0, 0), None, Some(0)),
            (lines(1, 5), None, Some(1)),
            (lines(1, 2000), None, Some(1)),
            (lines(2, 1000), None, Some(2)),
            (lines(6, 990), None, Some(3)),
            (lines(8, 990), None, None),
            (lines(1, 2001), None, None),
            (lines(1, 1900), Some("y".repeat(600)), Some(2)),
            (lines(0, 0), Some("y".repeat(2600)), None),
        ] {
            let fitted = fit(&text, block.as_deref(), |_| false);
            match (&fitted, messages) {
                (SplitText::Messages(found), Some(number)) => {
                    assert_eq!(found.len(), number);
                    assert!(found.iter().all(|one| one.chars().count() <= LONGEST));
                }
                (SplitText::File(file), None) => assert!(file.len() > LONGEST),
                _ => panic!("{messages:?}: {fitted:?}"),
            }
        }
    }
}
