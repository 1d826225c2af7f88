//! From a message to the host's input: whether it is meant for the bot, and what it says.

use std::sync::Arc;

use serenity::all::{Member, Message, MessageType, PartialMember, User};

use super::context::DiscordContext;
use crate::chat::common::addressing::strip_separators;
use crate::chat::common::attachment::decode;
use crate::host::{Attachment, AttachmentError, Incoming, Input};
use crate::session::{COMMANDS, Parsed, Person, TableKey, parse};

/// The text of a message to the bot.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MessageText {
    /// Mentions are replaced by `@` and the id.
    pub(super) text: String,
    /// Whether it is meant for the bot even without a prefix.
    pub(super) addressed: bool,
    /// The text, parsed.
    pub(super) parsed: Parsed,
}

/// Where a message was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MessageKind {
    /// In a channel.
    Open,
    /// In a channel, as a reply to a message of the bot.
    Reply,
    /// In a private chat with the bot.
    Private,
}

/// Reads a text; `None` if it is not for the bot.
pub(super) fn read(content: &str, me: u64, prefix: &str, kind: MessageKind) -> Option<MessageText> {
    let content = content.trim();
    if is_quote(content) {
        return None;
    }
    let (body, mentioned) = match strip_mention(content, me) {
        Some(rest) if is_quote(rest) => return None,
        Some(rest) => (rest, true),
        None => (content, false),
    };
    let text = mentions_to_ids(body);
    let addressed = match kind {
        _ if mentioned => true,
        MessageKind::Private => true,
        MessageKind::Open => false,
        // "Thanks!" under a board is no mistyped command.
        MessageKind::Reply => is_command(&text, prefix),
    };
    let parsed = parse(&text, prefix, addressed);
    (parsed != Parsed::NotForUs).then_some(MessageText {
        text,
        addressed,
        parsed,
    })
}

/// Whether a text begins with a quote, with code, or with a mention of everybody: then a command in
/// it is only an example.
fn is_quote(text: &str) -> bool {
    let quoted = text
        .strip_prefix(">>>")
        .or_else(|| text.strip_prefix('>'))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
    quoted || text.starts_with('`') || text.starts_with("@everyone") || text.starts_with("@here")
}

/// What follows a mention of the bot at the beginning of a text.
fn strip_mention(text: &str, me: u64) -> Option<&str> {
    let (id, rest) = mention(text)?;
    (id == me).then(|| strip_separators(rest))
}

/// The user whom a text mentions at its beginning, and what follows.
fn mention(text: &str) -> Option<(u64, &str)> {
    let inner = text.strip_prefix("<@")?;
    let (id, rest) = inner.strip_prefix('!').unwrap_or(inner).split_once('>')?;
    Some((id.parse().ok()?, rest))
}

/// The text with each mention of a user replaced by `@` and the id.
fn mentions_to_ids(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("<@") {
        bare.push_str(&rest[..at]);
        match mention(&rest[at..]) {
            Some((id, behind)) => {
                bare.push_str(&format!("@{id}"));
                rest = behind;
            }
            None => {
                bare.push_str("<@");
                rest = &rest[at + 2..];
            }
        }
    }
    bare.push_str(rest);
    bare
}

/// Whether a text without a prefix begins with a command's word, or is a command.
fn is_command(text: &str, prefix: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    COMMANDS.find(word).is_some() || matches!(parse(text, prefix, true), Parsed::Command(_))
}

/// A user, with the name that the others see.
pub(super) fn person(user: &User, nick: Option<&str>) -> Person {
    let name = nick
        .or(user.global_name.as_deref())
        .unwrap_or(user.name.as_str());
    Person::new(user.id.to_string(), name)
}

/// A member of a server.
pub(super) fn member(user: &User, member: Option<&Member>) -> Person {
    person(user, member.and_then(|member| member.nick.as_deref()))
}

fn nick(member: Option<&PartialMember>) -> Option<&str> {
    member.and_then(|member| member.nick.as_deref())
}

/// Whether a message comes from a person, unedited: one that was edited since may have been
/// something else when it was read.
pub(super) fn is_from_person(message: &Message) -> bool {
    matches!(
        message.kind,
        MessageType::Regular | MessageType::InlineReply
    ) && message.webhook_id.is_none()
        && !message.author.bot
        && message.edited_timestamp.is_none()
}

/// Where a message was written.
pub(super) fn kind(message: &Message, me: u64, private: bool) -> MessageKind {
    let answers_us = message
        .referenced_message
        .as_ref()
        .is_some_and(|answered| answered.author.id.get() == me);
    match (private, answers_us) {
        (true, _) => MessageKind::Private,
        (false, true) => MessageKind::Reply,
        (false, false) => MessageKind::Open,
    }
}

/// The host's input for a message.
pub(super) fn incoming(
    context: &Arc<DiscordContext>,
    table: TableKey,
    message: &Message,
    said: MessageText,
) -> Incoming {
    let attachment = match (&said.parsed, message.attachments.first()) {
        (Parsed::Command(command), Some(file)) if command.takes_file() => {
            Some(attachment(context, &file.url))
        }
        _ => None,
    };
    Incoming {
        table,
        author: person(&message.author, nick(message.member.as_deref())),
        event: message.id.to_string(),
        reply_target: None,
        input: Input::Text {
            text: said.text,
            addressed: said.addressed,
        },
        people: message
            .mentions
            .iter()
            .map(|user| person(user, nick(user.member.as_deref())))
            .collect(),
        attachment,
        language: None,
        cursor: None,
    }
}

/// A text file, which is fetched when it is needed.
pub(super) fn attachment(context: &Arc<DiscordContext>, url: &str) -> Attachment {
    let (context, url) = (Arc::clone(context), url.to_owned());
    Attachment::fetch(async move {
        match context.rest.file(&url).await {
            Ok(Some(content)) => decode(content),
            Ok(None) => Err(AttachmentError::TooLarge),
            Err(failure) => Err(AttachmentError::Unavailable(failure.to_string())),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: u64 = 17;

    #[test]
    fn commands_are_told_from_chat() {
        use MessageKind::{Open, Private, Reply};
        for (content, kind, text) in [
            ("!place A4", Open, Some("!place A4")),
            ("  !place A4", Open, Some("!place A4")),
            ("place A4", Open, None),
            ("<@17> place A4", Open, Some("place A4")),
            ("<@!17>, place A4", Open, Some("place A4")),
            ("<@17> !place A4", Open, Some("!place A4")),
            ("<@17>", Open, Some("")),
            ("<@18> place A4", Open, None),
            ("well, <@17> place A4", Open, None),
            ("place A4", Reply, Some("place A4")),
            ("E4 E10", Reply, Some("E4 E10")),
            ("!plaice A4", Reply, Some("!plaice A4")),
            ("thanks!", Reply, None),
            ("place", Reply, Some("place")),
            ("place A4", Private, Some("place A4")),
            ("hello", Private, Some("hello")),
            // Examples.
            ("> !place A4", Open, None),
            (">>> !place A4", Open, None),
            ("> place A4", Private, None),
            ("<@17> > place A4", Open, None),
            ("`!place A4`", Open, None),
            ("```\n!place A4\n```", Private, None),
            ("<@17> `place A4`", Open, None),
            ("@everyone !place A4", Open, None),
            ("@here place A4", Private, None),
            ("<@17> @everyone place A4", Open, None),
            ("||!place A4||", Open, None),
            // Mentions become ids.
            ("!challenge <@123>", Open, Some("!challenge @123")),
            (
                "!challenge <@!123> blitz",
                Open,
                Some("!challenge @123 blitz"),
            ),
            ("!challenge <@123><@124>", Open, Some("!challenge @123@124")),
            ("!challenge <@&123>", Open, Some("!challenge <@&123>")),
            ("", Open, None),
        ] {
            let said = read(content, ME, "!", kind).map(|said| said.text);
            assert_eq!(said.as_deref(), text, "{content} {kind:?}");
        }
    }

    #[test]
    fn without_a_prefix_only_addressed_messages_are_read() {
        assert_eq!(read("!place A4", ME, "", MessageKind::Open), None);
        assert!(read("<@17> place A4", ME, "", MessageKind::Open).is_some());
        assert!(read("place A4", ME, "", MessageKind::Private).is_some());
    }
}
