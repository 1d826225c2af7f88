//! The console's output: replies as text, and the paths of their pictures and files.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::{BOT, MAIN, inline, line};
use crate::files::replace_file;
use crate::host::{DeliveryError, RenderedBoard, RenderedChoice, RenderedReply, Transport};
use crate::lock::lock;
use crate::picture::Format;
use crate::session::{Person, Rights, TableKey};
use crate::words::{Rich, Span};

/// Digits of a reply's number in the names of its files, so that they are sorted.
const DIGITS: usize = 6;

/// From this number on, several choices share a line.
const MANY: usize = 7;

/// Width of such a line, in characters.
const WIDTH: usize = 76;

/// The prompt.
const PROMPT: &str = "> ";

/// What stands before the bot's name in what it says in a channel: nothing in the one that lines
/// without a channel are spoken in.
pub(super) fn place(channel: &str) -> String {
    match channel {
        MAIN => String::new(),
        channel => format!("#{channel} "),
    }
}

/// The console's screen.
pub(super) struct Screen<W> {
    out: Mutex<Out<W>>,
    pictures: PathBuf,
    /// Whether boards and charts are drawn.
    draw: bool,
    /// How pictures are shown in the terminal, if it can.
    inline: Option<inline::Protocol>,
    moderators: Vec<Person>,
    /// Cancelled once the output is closed.
    pub(super) closed: CancellationToken,
}

struct Out<W> {
    write: W,
    /// The prompt, if it is shown last.
    prompted: Option<String>,
}

impl<W: Write> Screen<W> {
    pub(super) fn new(
        write: W,
        pictures: PathBuf,
        draw: bool,
        inline: Option<inline::Protocol>,
    ) -> Self {
        Self {
            out: Mutex::new(Out {
                write,
                prompted: None,
            }),
            pictures,
            draw,
            inline,
            moderators: Vec::new(),
            closed: CancellationToken::new(),
        }
    }

    /// The same, with these persons as moderators of all channels and servers.
    pub(super) fn moderated_by(mut self, names: &[String]) -> Self {
        self.moderators = names.iter().map(|name| line::person(name)).collect();
        self
    }

    /// Prompts for a line, after this text.
    pub(super) fn prompt(&self, text: &str) {
        self.write(|out| {
            let prompt = format!("{text}{PROMPT}");
            write!(out.write, "{prompt}")?;
            out.prompted = Some(prompt);
            Ok(())
        });
    }

    /// Notes that a line was entered at the prompt.
    pub(super) fn answered(&self) {
        self.write(|out| {
            out.prompted = None;
            Ok(())
        });
    }

    /// Ends the line of the prompt.
    pub(super) fn end(&self) {
        self.write(|out| {
            if out.prompted.is_some() {
                writeln!(out.write)?;
            }
            Ok(())
        });
    }

    /// Shows a text that belongs to no table.
    pub(super) fn say(&self, head: &str, text: &Rich) {
        self.write(|out| writeln!(out.write, "{head}{}\n", lines(text, "")));
    }

    /// Writes and flushes. False if the output is closed.
    fn write(&self, show: impl FnOnce(&mut Out<W>) -> io::Result<()>) -> bool {
        let mut out = lock(&self.out);
        let shown = show(&mut out).and_then(|()| out.write.flush());
        if shown.is_err() {
            self.closed.cancel();
        }
        shown.is_ok()
    }

    /// Shows a reply in a channel. False if the output is closed.
    fn show(&self, delivery: &RenderedReply, channel: &str) -> bool {
        let mut picture = None;
        let mut under = Vec::new();
        match &delivery.board {
            Some(RenderedBoard::Picture { picture: drawn, .. }) => {
                // Terminals show pictures that stand still.
                picture = (drawn.format == Format::Png).then_some(&drawn.bytes);
                let name = match drawn.format {
                    Format::Png => "board.png",
                    Format::Gif => "replay.gif",
                };
                under.push(self.keep("picture", delivery.id, name, &drawn.bytes));
            }
            Some(RenderedBoard::Text(board)) => {
                under.extend(board.lines().map(|line| format!("  {line}")));
            }
            None => {}
        }
        if let Some(file) = &delivery.file {
            under.push(self.keep("file", delivery.id, &file.name, file.content.as_bytes()));
        }
        under.extend(choices(&delivery.choices));
        let only_for = delivery
            .only_for
            .as_ref()
            .filter(|person| line::private_chat(person) != channel)
            .map(|person| format!("(for @{}) ", visible(&person.name)))
            .unwrap_or_default();
        let text = lines(&delivery.text, "  ");
        let place = place(channel);
        self.write(|out| {
            if out.prompted.is_some() {
                writeln!(out.write)?;
            }
            writeln!(out.write, "#{} {place}{BOT}: {only_for}{text}", delivery.id)?;
            if let (Some(protocol), Some(png)) = (self.inline, picture) {
                protocol.write(&mut out.write, png)?;
            }
            for line in under {
                writeln!(out.write, "{line}")?;
            }
            writeln!(out.write)?;
            if let Some(prompt) = &out.prompted {
                write!(out.write, "{prompt}")?;
            }
            Ok(())
        })
    }

    /// Shows a reply in a channel, and returns its number, by which it is removed.
    fn deliver_to(
        &self,
        delivery: &RenderedReply,
        channel: &str,
    ) -> Result<Option<String>, DeliveryError> {
        if self.show(delivery, channel) {
            return Ok(Some(delivery.id.to_string()));
        }
        // It stays in the outbox for the next start.
        Err(DeliveryError::Retry {
            after: None,
            reason: "the output is closed".to_owned(),
        })
    }

    /// Writes a file, and returns the line with its path.
    fn keep(&self, what: &str, id: i64, name: &str, content: &[u8]) -> String {
        let name: String = name
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
            .collect();
        let path = self.pictures.join(format!("{id:0DIGITS$}-{name}"));
        match replace_file(&path, content) {
            Ok(()) => format!("  [{what}] {}", path.display()),
            Err(error) => format!("  [{what}] {} cannot be written: {error}", path.display()),
        }
    }
}

/// Text from people without control characters, which a terminal would obey.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c })
        .collect()
}

/// A text, with all lines but the first indented.
fn lines(text: &Rich, indent: &str) -> String {
    text.write(|span| match span {
        Span::Mention(_) => format!("@{}", visible(&span.plain())),
        Span::Code(code) => format!("`{}`", visible(code)),
        Span::Text(_) | Span::Foreign(_) | Span::Time(_) | Span::Until(_) | Span::Place(_) => {
            visible(&span.plain())
        }
    })
    .replace('\n', &format!("\n{indent}"))
}

/// Choices as numbered lines, in columns if there are many.
fn choices(choices: &[RenderedChoice]) -> Vec<String> {
    let numbered: Vec<String> = (1..)
        .zip(choices)
        .map(|(number, choice): (usize, _)| {
            let wide = if choices.len() < 10 { 1 } else { 2 };
            format!("{number:>wide$}) {}", visible(&choice.label))
        })
        .collect();
    let widest = numbered
        .iter()
        .map(|one| one.chars().count() + 2)
        .max()
        .unwrap_or(1);
    let columns = if choices.len() < MANY {
        1
    } else {
        (WIDTH / widest).max(1)
    };
    numbered
        .chunks(columns)
        .map(|row| {
            let row: String = row.iter().map(|one| format!("{one:<widest$}")).collect();
            format!("  {}", row.trim_end())
        })
        .collect()
}

impl<W: Write + Send> Transport for Screen<W> {
    fn has_one_reader(&self) -> bool {
        true
    }

    fn shows_pictures(&self) -> bool {
        self.draw
    }

    fn rights<'a>(
        &'a self,
        _: &'a TableKey,
        _: Option<&'a str>,
        person: &'a Person,
    ) -> BoxFuture<'a, Result<Rights, String>> {
        let rights = match self.moderators.contains(person) {
            true => Rights::ALL,
            false => Rights::default(),
        };
        async move { Ok(rights) }.boxed()
    }

    fn remove<'a>(
        &'a self,
        _: &'a TableKey,
        message: &'a str,
    ) -> BoxFuture<'a, Result<(), String>> {
        // What is shown stays; a line tells that it no longer counts.
        self.write(|out| {
            if out.prompted.is_some() {
                writeln!(out.write)?;
            }
            writeln!(out.write, "#{message} is removed.\n")?;
            if let Some(prompt) = &out.prompted {
                write!(out.write, "{prompt}")?;
            }
            Ok(())
        });
        async { Ok(()) }.boxed()
    }

    fn deliver<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        let shown = self.deliver_to(delivery, &delivery.table.channel);
        async { shown }.boxed()
    }

    fn deliver_privately<'a>(
        &'a self,
        delivery: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        let chat = delivery.only_for.as_ref().map(line::private_chat);
        let shown = match chat {
            Some(chat) => self.deliver_to(delivery, &chat),
            None => Err(DeliveryError::Gone("it is for everybody".to_owned())),
        };
        async { shown }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Sign, Tone};

    #[test]
    fn many_choices_share_lines() {
        let shown = |label: &dyn Fn(usize) -> String, most| -> Vec<RenderedChoice> {
            (1..=most)
                .map(|number| RenderedChoice {
                    tone: Tone::Plain,
                    sign: Sign::Number(number),
                    is_drawn: false,
                    label: label(number),
                })
                .collect()
        };
        let rows = shown(&|n| format!("E{n}–E9"), 3);
        assert_eq!(choices(&rows), ["  1) E1–E9", "  2) E2–E9", "  3) E3–E9"]);
        let shown = choices(&shown(&|n| format!("E4 → G{n}"), 14));
        assert_eq!(shown.len(), 3);
        assert!(
            shown[0].starts_with("   1) E4 → G1    2) E4 → G2 "),
            "{shown:?}"
        );
        assert!(shown.iter().all(|line| line.chars().count() <= WIDTH + 2));
        assert_eq!(choices(&[]), Vec::<String>::new());
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(visible("a\u{1b}[2Jb\rc"), "a\u{FFFD}[2Jb\u{FFFD}c");
    }
}
