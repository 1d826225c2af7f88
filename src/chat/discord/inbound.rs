//! From a message to the host's input: what it says, and to whom.

use std::sync::Arc;

use serenity::all::{Member, Message, MessageType, PartialMember, User};

use super::context::DiscordContext;
use crate::chat::common::addressing::strip_separators;
use crate::chat::common::attachment::decode;
use crate::host::{Attachment, AttachmentError, Incoming, Input};
use crate::session::{Addressing, Person, TableKey};

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

/// What a message says, with mentions replaced by `@` and the id; `None` if it begins with a quote,
/// with code or with a mention of everybody.
pub(super) fn read(content: &str, me: u64, kind: MessageKind) -> Option<Input> {
    let content = content.trim();
    if is_quote(content) {
        return None;
    }
    let (body, mentioned) = match strip_mention(content, me) {
        Some(rest) if is_quote(rest) => return None,
        Some(rest) => (rest, true),
        None => (content, false),
    };
    let addressing = match kind {
        _ if mentioned => Addressing::Bot,
        MessageKind::Private => Addressing::Bot,
        MessageKind::Reply => Addressing::Reply,
        MessageKind::Open => Addressing::Open,
    };
    Some(Input::Text {
        text: mentions_to_ids(body),
        addressing,
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
    input: Input,
    takes_file: bool,
) -> Incoming {
    let file = message.attachments.first().filter(|_| takes_file);
    Incoming {
        table,
        server: message.guild_id.map(|guild| guild.to_string()),
        community: message.guild_id.map(|guild| guild.to_string()),
        private: message.guild_id.is_none(),
        author: person(&message.author, nick(message.member.as_deref())),
        event: message.id.to_string(),
        reply_target: None,
        input,
        people: message
            .mentions
            .iter()
            .map(|user| person(user, nick(user.member.as_deref())))
            .collect(),
        attachment: file.map(|file| attachment(context, &file.url)),
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
    use crate::session::{COMMANDS, Parsed, parse};

    const ME: u64 = 17;

    /// The text of a message for the bot.
    fn read_for_us(content: &str, prefix: &str, kind: MessageKind) -> Option<String> {
        let Some(Input::Text { text, addressing }) = read(content, ME, kind) else {
            return None;
        };
        (parse(COMMANDS, &text, prefix, addressing) != Parsed::NotForUs).then_some(text)
    }

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
            let said = read_for_us(content, "!", kind);
            assert_eq!(said.as_deref(), text, "{content} {kind:?}");
        }
    }

    #[test]
    fn without_a_prefix_only_addressed_messages_are_read() {
        assert_eq!(read_for_us("!place A4", "", MessageKind::Open), None);
        assert!(read_for_us("<@17> place A4", "", MessageKind::Open).is_some());
        assert!(read_for_us("place A4", "", MessageKind::Private).is_some());
    }
}
