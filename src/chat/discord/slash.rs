//! Slash commands and the entries of context menus: derived from the session's commands, and turned
//! back into text.

use serde_json::{Map, Value, json};
use serenity::all::{CommandData, CommandDataOptionValue, CommandType, Message, ResolvedTarget};

use super::inbound::person;
use crate::engine::Level;
use crate::picture::Theme;
use crate::session::{Commands, Kind, Menu, Opponent, OptionSpec, Person, Phrase, Spec};
use crate::words::{Words, command_word, option_name, option_value};

/// Most characters of a description:
/// <https://discord.com/developers/docs/interactions/application-commands>.
const LONGEST_DESCRIPTION: usize = 100;

/// Most choices of an option.
const MOST_CHOICES: usize = 25;

/// Types of options.
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const USER: u8 = 6;
const ATTACHMENT: u8 = 11;

/// The types of a slash command, and of entries in the menus of a person and of a message.
const CHAT_INPUT: u8 = 1;
const ON_PERSON: u8 = 2;
const ON_MESSAGE: u8 = 3;

/// Where a command is offered: <https://discord.com/developers/docs/interactions/application-commands>.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offer {
    /// Servers that have invited the bot.
    pub(super) in_servers: bool,
    /// Private chats with the bot.
    pub(super) in_private: bool,
    /// Everywhere, for people who have installed it for themselves.
    pub(super) for_persons: bool,
}

impl Offer {
    /// The contexts of interactions and the kinds of installations that a command is for, if any.
    fn of(self, spec: &Spec) -> Option<(Vec<u8>, Vec<u8>)> {
        let for_persons = self.for_persons && !spec.is_for_moderated_places();
        let installed = [(0, self.in_servers || self.in_private), (1, for_persons)];
        let contexts = [
            (0, self.in_servers || for_persons),
            (1, self.in_private || for_persons),
            (2, for_persons),
        ];
        let chosen = |all: &[(u8, bool)]| -> Vec<u8> {
            let chosen = all.iter().filter(|(_, is_chosen)| *is_chosen);
            chosen.map(|(number, _)| *number).collect()
        };
        let installed = chosen(&installed);
        (!installed.is_empty()).then(|| (chosen(&contexts), installed))
    }
}

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

/// The commands and the entries of menus as they are registered at Discord.
pub(super) fn commands(commands: Commands, words: &Words, offer: Offer) -> Vec<Value> {
    let offered = |spec: &'static Spec| {
        let (contexts, installed) = offer.of(spec)?;
        let mut all = vec![slash_command(words, spec)];
        all.extend(spec.menu.map(|menu| entry(words, menu)));
        for command in &mut all {
            command.insert("contexts".to_owned(), json!(contexts));
            command.insert("integration_types".to_owned(), json!(installed));
        }
        Some(all)
    };
    let offered = commands.iter().filter_map(offered).flatten();
    offered.map(Value::Object).collect()
}

fn slash_command(words: &Words, spec: &Spec) -> Map<String, Value> {
    let mut command = described(words, spec.word, command_word, &spec.explanation());
    command.insert("type".to_owned(), json!(CHAT_INPUT));
    // Discord wants the required ones first.
    let offered = spec.options.iter().filter(|option| !option.is_internal);
    let (required, optional): (Vec<_>, Vec<_>) = offered.partition(|option| option.required);
    let options = required.into_iter().chain(optional);
    let options = options.map(|option| option_of(words, option));
    command.insert("options".to_owned(), options.collect());
    command
}

/// The entry of a menu, which has no description.
fn entry(words: &Words, menu: Menu) -> Map<String, Value> {
    let kind = match menu {
        Menu::Person(_) => ON_PERSON,
        Menu::Message(_) => ON_MESSAGE,
    };
    let phrase = Phrase::new(menu.entry());
    let mut entry = Map::new();
    entry.insert("name".to_owned(), json!(words.sentence(&phrase, None)));
    let names = in_all_languages(|language| words.sentence(&phrase, Some(language)));
    entry.insert("name_localizations".to_owned(), names);
    entry.insert("type".to_owned(), json!(kind));
    entry
}

/// A word in a language.
type Translate = fn(&str, &str) -> String;

/// A word in every language.
fn translated(word: &str, translate: Translate) -> Value {
    in_all_languages(|language| translate(word, language))
}

/// A text in every language.
fn in_all_languages(text: impl Fn(&str) -> String) -> Value {
    let mut translations = Map::new();
    for language in Words::languages() {
        let text = text(&language);
        for locale in locales(&language) {
            translations.insert(locale, json!(text));
        }
    }
    Value::Object(translations)
}

/// A name and its description, in every language.
fn described(words: &Words, name: &str, translate: Translate, about: &str) -> Map<String, Value> {
    let phrase = Phrase::new(about);
    let translations = in_all_languages(|language| short(&words.sentence(&phrase, Some(language))));
    let mut described = Map::new();
    described.insert("name".to_owned(), json!(name));
    let names = translated(name, translate);
    described.insert("name_localizations".to_owned(), names);
    let description = short(&words.sentence(&phrase, None));
    described.insert("description".to_owned(), json!(description));
    described.insert("description_localizations".to_owned(), translations);
    described
}

/// Discord's names for a language: <https://discord.com/developers/docs/reference#locales>.
fn locales(language: &str) -> Vec<String> {
    match language {
        "en" => vec!["en-US".to_owned(), "en-GB".to_owned()],
        "es" => vec!["es-ES".to_owned(), "es-419".to_owned()],
        "pt" => vec!["pt-BR".to_owned()],
        "sv" => vec!["sv-SE".to_owned()],
        "zh" => vec!["zh-CN".to_owned()],
        language => vec![language.to_owned()],
    }
}

/// The whole sentences that fit into a description; else the start of the first one.
fn short(text: &str) -> String {
    let length = |text: &str| text.chars().count();
    let fitting = text
        .match_indices(['.', ':', ';'])
        .map(|(end, _)| &text[..=end])
        .chain([text])
        .filter(|part| length(part) <= LONGEST_DESCRIPTION)
        .max_by_key(|part| length(part));
    match fitting {
        Some(part) => part.trim_end_matches([':', ';']).trim_end().to_owned(),
        None => {
            let mut cut: String = text.chars().take(LONGEST_DESCRIPTION - 1).collect();
            cut.push('…');
            cut
        }
    }
}

fn option_of(words: &Words, option: &OptionSpec) -> Value {
    let mut shown = described(words, option.name, option_name, option.about);
    let mut put = |key: &str, value: Value| shown.insert(key.to_owned(), value);
    let kind = match option.kind {
        Kind::Person | Kind::Opponent => USER,
        Kind::Number | Kind::Game | Kind::Level => INTEGER,
        Kind::Attachment => ATTACHMENT,
        Kind::Point(_)
        | Kind::Command
        | Kind::Text
        | Kind::Choice(_)
        | Kind::Variant
        | Kind::Color
        | Kind::Time
        | Kind::Span
        | Kind::Turns
        | Kind::Topic(_)
        | Kind::Theme => STRING,
    };
    put("type", json!(kind));
    // Without an opponent, the challenge is to anyone.
    let required = option.required && !matches!(option.kind, Kind::Opponent);
    put("required", json!(required));
    let choices = match option.kind {
        Kind::Theme => Theme::ALL.iter().map(ToString::to_string).collect(),
        kind => kind.words().iter().map(ToString::to_string).collect(),
    };
    let choices: Vec<String> = choices;
    if !choices.is_empty() && choices.len() <= MOST_CHOICES {
        let choices: Vec<Value> = choices
            .iter()
            .map(|choice| {
                json!({
                    "name": choice,
                    "name_localizations": translated(choice, option_value),
                    "value": choice,
                })
            })
            .collect();
        put("choices", json!(choices));
    }
    match option.kind {
        // There are more commands than Discord takes choices.
        Kind::Point(_) | Kind::Command => put("autocomplete", json!(true)),
        Kind::Number | Kind::Game => put("min_value", json!(1)),
        Kind::Level => {
            put("min_value", json!(1));
            put("max_value", json!(Level::BEST.number()))
        }
        _ => None,
    };
    Value::Object(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Addressing, COMMANDS, Parsed, parse, with_example};

    const EVERYWHERE: Offer = Offer {
        in_servers: true,
        in_private: true,
        for_persons: true,
    };

    fn words() -> Words {
        Words::new("!", "Ringleader")
    }

    #[test]
    fn what_moderators_do_is_not_offered_to_persons_elsewhere() {
        let of = |offer: Offer, word: &str| {
            let commands = commands(COMMANDS, &words(), offer);
            let mut found = commands.into_iter().filter(|one| one["name"] == word);
            found
                .next()
                .map(|one| (one["contexts"].clone(), one["integration_types"].clone()))
        };
        let everywhere = Some((json!([0, 1, 2]), json!([0, 1])));
        let invited = Some((json!([0, 1]), json!([0])));
        for word in [
            "play",
            "move",
            "analyze",
            "Challenge to YINSH",
            "Analyze this record",
        ] {
            assert_eq!(of(EVERYWHERE, word), everywhere, "{word}");
        }
        for word in ["mute", "audit", "report"] {
            assert_eq!(of(EVERYWHERE, word), invited, "{word}");
        }
        let for_persons = false;
        let offer = Offer {
            for_persons,
            ..EVERYWHERE
        };
        assert_eq!(of(offer, "play"), invited);
        let in_servers = false;
        let offer = Offer {
            in_servers,
            ..offer
        };
        assert_eq!(of(offer, "play"), Some((json!([1]), json!([0]))));
        let offer = Offer {
            in_servers,
            in_private: false,
            for_persons: true,
        };
        assert_eq!(of(offer, "play"), Some((json!([0, 1, 2]), json!([1]))));
        assert_eq!(of(offer, "mute"), None);
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
    fn every_command_is_offered_as_discord_takes_it() {
        // The example has options of every kind.
        let specs = with_example();
        let commands = commands(specs, &words(), EVERYWHERE);
        let (commands, entries): (Vec<_>, Vec<_>) = commands
            .into_iter()
            .partition(|command| command["type"] == CHAT_INPUT);
        assert_eq!(commands.len(), specs.len());
        assert_eq!(entries.len(), 2);
        for entry in entries {
            for name in entry["name_localizations"].as_object().unwrap().values() {
                let length = name.as_str().unwrap().chars().count();
                assert!((1..=32).contains(&length), "{name}");
            }
            assert_eq!(entry["name_localizations"]["en-US"], entry["name"]);
        }
        for (command, spec) in commands.iter().zip(specs.iter()) {
            let text = |value: &Value, key: &str| value[key].as_str().unwrap().to_owned();
            assert_eq!(text(command, "name"), spec.word);
            let mut all = vec![command.clone()];
            let options = command["options"].as_array().unwrap();
            // Required options come first.
            let required: Vec<bool> = options
                .iter()
                .map(|option| option["required"] == true)
                .collect();
            assert!(required.is_sorted_by(|one, other| one >= other));
            let usage = spec.usage();
            assert_eq!(usage.contains(['<', '[']), !options.is_empty(), "{usage}");
            all.extend(options.iter().cloned());
            for part in all {
                let name = text(&part, "name");
                assert!((1..=32).contains(&name.len()), "{name}");
                assert!(
                    name.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
                    "{name}"
                );
                let description = text(&part, "description");
                let length = description.chars().count();
                assert!((1..=LONGEST_DESCRIPTION).contains(&length), "{description}");
                assert_eq!(part["name_localizations"]["en-US"], json!(name));
                assert_eq!(
                    part["description_localizations"]["en-US"],
                    json!(description)
                );
                for (locale, name) in part["name_localizations"].as_object().unwrap() {
                    let name = name.as_str().unwrap();
                    assert!((1..=32).contains(&name.chars().count()), "{locale} {name}");
                    let fits = |c: char| c == '-' || c.is_alphabetic() && !c.is_uppercase();
                    assert!(name.chars().all(fits), "{locale} {name}");
                }
                let choices = part["choices"].as_array().map_or(1, Vec::len);
                assert!((1..=MOST_CHOICES).contains(&choices));
                assert!(part["choices"].is_null() || part["autocomplete"].is_null());
            }
        }
        let kind = |index: usize| &specs.iter().last().unwrap().options[index].kind;
        let example = &commands.last().unwrap()["options"];
        for (index, option) in example.as_array().unwrap().iter().enumerate() {
            let kind = kind(index);
            let suggested = matches!(kind, Kind::Point(_) | Kind::Command);
            assert_eq!(option["autocomplete"] == true, suggested, "{kind:?}");
            let chosen = matches!(kind, Kind::Theme) || !kind.words().is_empty();
            assert_eq!(option["choices"].is_array(), chosen, "{kind:?}");
        }
    }

    /// Slash commands as Discord sends them, and what they mean.
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

    #[test]
    fn descriptions_are_cut_where_a_sentence_ends() {
        for (text, cut) in [
            ("Short.", "Short."),
            ("Short", "Short"),
            (
                &*format!("One sentence. {}.", "x".repeat(100)),
                "One sentence.",
            ),
        ] {
            assert_eq!(short(text), cut);
        }
        assert_eq!(short(&"x".repeat(200)).chars().count(), LONGEST_DESCRIPTION);
    }
}
