//! How a reply is split into messages: its text, one attachment each, and buttons at the end.

use serde_json::{Value, json};

use super::components;
use super::markdown::{LONGEST, SplitText, escape, fit};
use super::rest::FileUpload;
use crate::host::{RenderedBoard, RenderedReply};
use crate::words::Rich;

/// The name under which a client saves a board, without its extension.
const BOARD_FILE: &str = "yinsh";

/// The name of a text that is too long for messages.
const TEXT_FILE: &str = "ringleader.txt";

/// Length limit of an attachment's description, in characters.
const LONGEST_DESCRIPTION: usize = 1024;

/// One message of a reply.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct MessagePart {
    pub(super) content: String,
    /// At most one attachment.
    pub(super) file: Option<FileUpload>,
    /// Rows of components.
    pub(super) rows: Vec<Value>,
}

/// The messages that a reply becomes. `bare`: without attachments; `without_board`: without the
/// board, unless nothing else is left; `is_private` tells which channels are private chats.
pub(super) fn parts(
    reply: &RenderedReply,
    bare: bool,
    without_board: bool,
    is_private: impl Fn(u64) -> bool,
) -> Vec<MessagePart> {
    let is_left = !reply.text.lines.is_empty() || reply.file.is_some();
    let board = reply.board.as_ref().filter(|_| !(without_board && is_left));
    let block = match board {
        Some(RenderedBoard::Text(board)) => Some(board.as_str()),
        _ => None,
    };
    let mut files = Vec::new();
    let mut parts: Vec<MessagePart> = match fit(&reply.text, block, is_private) {
        SplitText::Messages(messages) => messages
            .into_iter()
            .map(|content| MessagePart {
                content,
                ..MessagePart::default()
            })
            .collect(),
        SplitText::File(text) => {
            files.push(text_file(TEXT_FILE, &text));
            Vec::new()
        }
    };
    if let Some(RenderedBoard::Picture { picture, alt, .. }) = board {
        if bare {
            push_words(&mut parts, alt);
        } else {
            files.insert(
                0,
                FileUpload {
                    name: format!("{BOARD_FILE}.{}", picture.format.extension()),
                    content: picture.bytes.clone(),
                    description: Some(alt.chars().take(LONGEST_DESCRIPTION).collect()),
                },
            );
        }
    }
    files.extend(
        reply
            .file
            .as_ref()
            .map(|file| text_file(&file.name, &file.content)),
    );
    if bare {
        for file in files {
            let text = String::from_utf8_lossy(&file.content).into_owned();
            push_words(&mut parts, &text);
        }
    } else {
        // One for each message; the first goes with the text.
        for (index, file) in files.into_iter().enumerate() {
            match parts.last_mut() {
                Some(last) if index == 0 => last.file = Some(file),
                _ => parts.push(MessagePart {
                    file: Some(file),
                    ..MessagePart::default()
                }),
            }
        }
    }
    if let Some(last) = parts.last_mut() {
        last.rows = components::rows(reply.id, &reply.choices, reply.is_step);
    }
    parts
}

fn text_file(name: &str, content: &str) -> FileUpload {
    FileUpload {
        name: name.to_owned(),
        content: content.as_bytes().to_vec(),
        description: None,
    }
}

/// Adds the words for a file that may not be attached, as far as a message holds them.
fn push_words(parts: &mut Vec<MessagePart>, words: &str) {
    let mut words = escape(words);
    if words.chars().count() > LONGEST {
        words = words.chars().take(LONGEST - 1).collect();
        words.push('…');
    }
    parts.push(MessagePart {
        content: words,
        ..MessagePart::default()
    });
}

/// A text without pictures or choices, as a message's content.
pub(super) fn plain_content(text: &Rich) -> Value {
    let content = match fit(text, None, |_| false) {
        SplitText::Messages(messages) => messages.into_iter().next().unwrap_or_default(),
        SplitText::File(text) => text.chars().take(LONGEST).collect(),
    };
    json!({ "content": content, "allowed_mentions": { "parse": [] } })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::host::RenderedChoice;
    use crate::picture::{Format, Picture};
    use crate::session::{File, Sign, TableKey, Tone};
    use crate::words::Span;

    fn reply(length: usize, board: bool, file: bool) -> RenderedReply {
        RenderedReply {
            id: 3,
            table: TableKey::channel("discord", "5"),
            reply_to: None,
            author: None,
            key: "0".repeat(24),
            text: Rich {
                lines: vec![vec![Span::Text("x".repeat(length))]; usize::from(length > 0)],
            },
            board: board.then(|| RenderedBoard::Picture {
                picture: Picture {
                    bytes: vec![1],
                    format: Format::Png,
                    width: 1,
                    height: 1,
                },
                alt: "words".to_owned(),
                caption: "caption".to_owned(),
            }),
            file: file.then(|| File {
                name: "game.txt".to_owned(),
                content: "1. f6".to_owned(),
            }),
            choices: vec![RenderedChoice {
                tone: Tone::Plain,
                sign: Sign::Number(1),
                is_drawn: false,
                label: "Row".to_owned(),
            }],
            replaces: None,
            edits: None,
            begins: None,
            acknowledges: false,
            mentions: Vec::new(),
            only_for: None,
            is_step: false,
            private: false,
            silent: false,
            watched: false,
            reminds: false,
            language: None,
            board_replaced: Arc::default(),
        }
    }

    #[test]
    fn a_reply_becomes_messages_with_one_file_each() {
        for (length, board, file, bare, files) in [
            (5, false, false, false, "-"),
            (5, true, false, false, "yinsh.png"),
            (5, false, true, false, "game.txt"),
            (0, true, false, false, "yinsh.png"),
            (5, true, true, false, "yinsh.png game.txt"),
            (3000, true, false, false, "yinsh.png ringleader.txt"),
            (5, true, false, true, "- -"),
            (0, true, true, true, "- -"),
        ] {
            let parts = parts(&reply(length, board, file), bare, false, |_| false);
            let found: Vec<&str> = parts
                .iter()
                .map(|part| part.file.as_ref().map_or("-", |file| file.name.as_str()))
                .collect();
            assert_eq!(found.join(" "), files);
            assert!(
                parts
                    .iter()
                    .all(|part| part.file.is_some() || !part.content.is_empty())
            );
            let rows: Vec<bool> = parts.iter().map(|part| !part.rows.is_empty()).collect();
            assert_eq!(rows.iter().position(|has| *has), Some(parts.len() - 1));
        }
    }

    #[test]
    fn a_board_that_a_later_one_replaces_is_left_out() {
        for (length, file, files) in [
            (5, false, "-"),
            (5, true, "game.txt"),
            (0, false, "yinsh.png"),
        ] {
            let parts = parts(&reply(length, true, file), false, true, |_| false);
            let found: Vec<&str> = parts
                .iter()
                .map(|part| part.file.as_ref().map_or("-", |file| file.name.as_str()))
                .collect();
            assert_eq!(found.join(" "), files);
            assert!(parts.iter().any(|part| !part.rows.is_empty()));
        }
    }
}
