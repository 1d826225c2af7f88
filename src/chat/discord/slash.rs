//! Slash commands and the entries of context menus, turned into the text of commands.

use serenity::all::{CommandData, CommandDataOptionValue, CommandType, Message, ResolvedTarget};

use super::inbound::person;
use crate::session::{Commands, Kind, Menu, Opponent, Person, Phrase, Spec};
use crate::words::Words;

/// A slash command or the entry of a menu as text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// The command as it would be typed, without the prefix.
    pub(super) text: String,
    /// The persons in it.
    pub(super) people: Vec<Person>,
    /// The address of a file that came with it.
    pub(super) file: Option<String>,
    /// The text that it is about, as if it came in a file.
    pub(super) about: Option<String>,
}

/// The command that a slash command or the entry of a menu stands for.
pub(super) fn spec_of(
    commands: Commands,
    words: &Words,
    data: &CommandData,
) -> Option<&'static Spec> {
    let named = |entry| words.sentence(&Phrase::new(entry), None) == data.name;
    match data.kind {
        CommandType::User => commands
            .iter()
            .find(|spec| matches!(spec.menu, Some(Menu::Person(entry)) if named(entry))),
        CommandType::Message => commands
            .iter()
            .find(|spec| matches!(spec.menu, Some(Menu::Message(entry)) if named(entry))),
        _ => commands.find(&data.name),
    }
}

/// What a slash command or the entry of a menu says; `None` if the message that it is for holds nothing
/// that could be a record.
pub(super) fn said(commands: Commands, words: &Words, data: &CommandData) -> Option<Said> {
    let Some(target) = data.target() else {
        return Some(typed(commands, data));
    };
    let word = spec_of(commands, words, data).map_or(&*data.name, |spec| spec.word);
    Some(match target {
        ResolvedTarget::User(user, member) => Said {
            text: format!("{word} @{}", user.id),
            people: vec![person(
                user,
                member.and_then(|member| member.nick.as_deref()),
            )],
            ..Said::default()
        },
        ResolvedTarget::Message(message) => Said {
            text: word.to_owned(),
            ..about(message)?
        },
        _ => return None,
    })
}

/// The record in a message, as far as that can be told at a glance: its first file that is no picture
/// or the like, or else its text.
fn about(message: &Message) -> Option<Said> {
    let mut files = message.attachments.iter();
    let is_text = |kind: &str| {
        !["image/", "video/", "audio/"]
            .iter()
            .any(|one| kind.starts_with(one))
    };
    let file = files.find(|file| file.content_type.as_deref().is_none_or(is_text));
    if let Some(file) = file {
        return Some(Said {
            file: Some(file.url.clone()),
            ..Said::default()
        });
    }
    let text = unquoted(&message.content);
    may_hold_record(text).then(|| Said {
        about: Some(text.to_owned()),
        ..Said::default()
    })
}

/// What stands in the first block of code of a text; all of it if there is none.
fn unquoted(text: &str) -> &str {
    let Some((_, block)) = text.split_once("```") else {
        return text.trim();
    };
    let block = block.split_once("```").map_or(block, |(block, _)| block);
    // The first line may name a language.
    match block.split_once('\n') {
        Some((first, rest)) if first.chars().all(char::is_alphanumeric) => rest.trim(),
        _ => block.trim(),
    }
}

/// Whether a text has a numbered turn, a tag, or an SGF tree.
fn may_hold_record(text: &str) -> bool {
    let is_numbered = |word: &str| {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < word.len() && digits.starts_with('.')
    };
    text.split_whitespace().any(is_numbered)
        || text.contains("(;")
        || text.contains('[') && text.contains('"')
}

/// Turns a slash command into text.
fn typed(commands: Commands, data: &CommandData) -> Said {
    let mut said = Said {
        text: data.name.clone(),
        ..Said::default()
    };
    let options = commands
        .find(&data.name)
        .map_or(&[][..], |spec| spec.options);
    for option in options {
        let given = data.options.iter().find(|given| given.name == option.name);
        let word = match given.map(|given| &given.value) {
            Some(CommandDataOptionValue::User(id)) => {
                if let Some(user) = data.resolved.users.get(id) {
                    let member = data.resolved.members.get(id);
                    let nick = member.and_then(|member| member.nick.as_deref());
                    said.people.push(person(user, nick));
                }
                format!("@{id}")
            }
            Some(CommandDataOptionValue::Integer(number)) if matches!(option.kind, Kind::Game) => {
                format!("#{number}")
            }
            Some(CommandDataOptionValue::Channel(id)) => format!("<#{id}>"),
            Some(CommandDataOptionValue::Integer(number)) => number.to_string(),
            Some(CommandDataOptionValue::String(text)) => match option.kind {
                Kind::Choice(choices) if choices.default() == Some(text) => continue,
                _ => text.trim().to_owned(),
            },
            Some(CommandDataOptionValue::Attachment(id)) => {
                let file = data.resolved.attachments.get(id);
                said.file = file.map(|file| file.url.clone());
                continue;
            }
            None if matches!(option.kind, Kind::Opponent) => Opponent::ANYONE.to_owned(),
            _ => continue,
        };
        if !word.is_empty() {
            said.text.push(' ');
            said.text.push_str(&word);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::chat::discord::slash_definitions::{
        CHANNEL, INTEGER, ON_MESSAGE, ON_PERSON, STRING, USER,
    };
    use crate::session::{Addressing, COMMANDS, Parsed, parse};

    fn words() -> Words {
        Words::new("!", "Ringleader")
    }

    fn message(content: &str, files: &[(&str, &str)]) -> Value {
        let files = files.iter().enumerate().map(|(id, (name, kind))| {
            json!({
                "id": (id + 1).to_string(), "filename": name, "size": 9, "content_type": kind,
                "url": format!("https://cdn.discordapp.com/{name}"), "proxy_url": "",
            })
        });
        json!({
            "id": "7", "channel_id": "5", "content": content, "timestamp": "2026-01-01T00:00:00Z",
            "author": { "id": "9", "username": "carol", "discriminator": "0", "avatar": null },
            "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [],
            "mention_roles": [], "attachments": files.collect::<Vec<_>>(), "embeds": [],
            "pinned": false, "type": 0,
        })
    }

    #[test]
    fn the_entry_of_a_menu_says_what_its_command_would() {
        let on = |kind: u8, name: &str, target: &str, resolved: Value| {
            let data = json!({
                "id": "1", "name": name, "type": kind, "target_id": target, "resolved": resolved,
            });
            let data: CommandData = serde_json::from_value(data).unwrap();
            let word = spec_of(COMMANDS, &words(), &data).map(|spec| spec.word);
            (word, said(COMMANDS, &words(), &data))
        };
        let bob = json!({ "id": "123", "username": "bob", "discriminator": "0", "avatar": null });
        let resolved = json!({ "users": { "123": bob } });
        let (word, challenge) = on(ON_PERSON, "Challenge to YINSH", "123", resolved);
        assert_eq!(word, Some("challenge"));
        let challenge = challenge.unwrap();
        assert_eq!(challenge.text, "challenge @123");
        assert_eq!(challenge.people, [Person::new("123", "bob")]);
        let analyze = |content: &str, files: &[(&str, &str)]| {
            let resolved = json!({ "messages": { "7": message(content, files) } });
            let (word, said) = on(ON_MESSAGE, "Analyze this record", "7", resolved);
            assert_eq!(word, Some("analyze"));
            said.inspect(|said| assert_eq!(said.text, "analyze"))
        };
        for (content, about) in [
            ("1. f6 2. a5 *", "1. f6 2. a5 *"),
            ("look:\n```pgn\n1. f6 2. a5 *\n```\nnice", "1. f6 2. a5 *"),
            ("```1.f6 2.a5```", "1.f6 2.a5"),
            ("(;GM[16])", "(;GM[16])"),
            ("[White \"alice\"]", "[White \"alice\"]"),
        ] {
            let said = analyze(content, &[("yinsh.png", "image/png")]).unwrap();
            assert_eq!((said.about.as_deref(), said.file), (Some(about), None));
        }
        let files = [
            ("yinsh.png", "image/png"),
            ("game.txt", "text/plain; charset=utf-8"),
        ];
        let said = analyze("1. f6", &files).unwrap();
        let url = "https://cdn.discordapp.com/game.txt";
        assert_eq!((said.about, said.file.as_deref()), (None, Some(url)));
        for nothing in ["", "well played!", "see you at 10", "```\n```", "[no]"] {
            assert_eq!(
                analyze(nothing, &[("a.png", "image/png")]),
                None,
                "{nothing}"
            );
        }
    }

    #[test]
    fn options_become_what_would_be_typed() {
        for (name, options, text) in [
            ("place", json!([["point", STRING, "E4"]]), "place E4"),
            (
                "move",
                json!([["to", STRING, "E10"], ["from", STRING, " e4 "]]),
                "move e4 E10",
            ),
            ("row", json!([["number", INTEGER, 2]]), "row 2"),
            (
                "row",
                json!([["from", STRING, "E5"], ["to", STRING, "E9"]]),
                "row E5 E9",
            ),
            ("ring", json!([["point", STRING, "C3"]]), "ring C3"),
            ("moves", json!([]), "moves"),
            ("board", json!([["form", STRING, "picture"]]), "board"),
            ("board", json!([["form", STRING, "text"]]), "board text"),
            ("export", json!([["form", STRING, "text"]]), "export"),
            ("export", json!([["game", INTEGER, 12]]), "export #12"),
            ("board", json!([["place", CHANNEL, "77"]]), "board <#77>"),
            ("board", json!([["number", INTEGER, 2]]), "board 2"),
            (
                "stats",
                json!([["variant", STRING, "blitz"]]),
                "stats blitz",
            ),
            ("export", json!([["form", STRING, "sgf"]]), "export sgf"),
            ("resign", json!([["answer", STRING, "yes"]]), "resign yes"),
            ("challenge", json!([]), "challenge anyone"),
            (
                "challenge",
                json!([["colour", STRING, "white"], ["variant", STRING, "blitz"]]),
                "challenge anyone blitz white",
            ),
            (
                "challenge",
                json!([["player", USER, "123"], ["variant", STRING, "normal"]]),
                "challenge @123 normal",
            ),
            ("accept", json!([["player", USER, "123"]]), "accept @123"),
            ("play", json!([["colour", STRING, "random"]]), "play random"),
            ("play", json!([["level", INTEGER, 7]]), "play 7"),
            ("hint", json!([["amount", STRING, "1"]]), "hint 1"),
            ("theme", json!([["theme", STRING, "dark"]]), "theme dark"),
            ("rules", json!([["topic", STRING, "rows"]]), "rules rows"),
            ("help", json!([["command", STRING, "move"]]), "help move"),
            (
                "import",
                json!([["record", STRING, "1. f6"]]),
                "import 1. f6",
            ),
            (
                "challenge",
                json!([["level", INTEGER, 7], ["player", USER, "5"]]),
                "challenge @5 7",
            ),
            ("analyze", json!([]), "analyze"),
            ("undo", json!([]), "undo"),
        ] {
            let options: Vec<Value> = options
                .as_array()
                .unwrap()
                .iter()
                .map(|one| json!({ "name": one[0], "type": one[1], "value": one[2] }))
                .collect();
            let data = json!({ "id": "1", "name": name, "type": 1, "options": options });
            let said = said(COMMANDS, &words(), &serde_json::from_value(data).unwrap()).unwrap();
            assert_eq!(said.text, text);
            let parsed = parse(COMMANDS, &said.text, "!", Addressing::Bot);
            assert!(matches!(parsed, Parsed::Command(_)), "{text}: {parsed:?}");
        }
        let Parsed::Command(command) = parse(COMMANDS, "challenge anyone", "", Addressing::Bot)
        else {
            panic!("no command");
        };
        assert_eq!(command.options.opponent(), Some(&Opponent::Anyone));
        assert_eq!(command.options.level(), None);
    }
}
