//! Slash commands: derived from the session's commands, and turned back into text.

use serde_json::{Map, Value, json};
use serenity::all::{CommandData, CommandDataOptionValue};

use super::inbound::person;
use crate::engine::Level;
use crate::picture::Theme;
use crate::session::{Commands, Kind, Opponent, OptionSpec, Person, Phrase};
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

/// The type of a slash command.
const CHAT_INPUT: u8 = 1;

/// A bot that is installed to a server, rather than to a user.
const INVITED: u8 = 0;

/// A slash command as text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// The command as it would be typed, without the prefix.
    pub(super) text: String,
    /// The persons in it.
    pub(super) people: Vec<Person>,
    /// The address of a file that came with it.
    pub(super) file: Option<String>,
}

/// Turns a slash command into text.
pub(super) fn said(commands: Commands, data: &CommandData) -> Said {
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

/// The commands as they are registered at Discord.
pub(super) fn commands(commands: Commands, words: &Words, contexts: &[u8]) -> Vec<Value> {
    commands
        .iter()
        .map(|spec| {
            let mut command = described(words, spec.word, command_word, &spec.explanation());
            command.insert("type".to_owned(), json!(CHAT_INPUT));
            // Discord wants the required ones first.
            let (required, optional): (Vec<_>, Vec<_>) =
                spec.options.iter().partition(|option| option.required);
            let options = required.into_iter().chain(optional);
            let options = options.map(|option| option_of(words, option));
            command.insert("options".to_owned(), options.collect());
            command.insert("contexts".to_owned(), json!(contexts));
            command.insert("integration_types".to_owned(), json!([INVITED]));
            Value::Object(command)
        })
        .collect()
}

/// A word in a language.
type Translate = fn(&str, &str) -> String;

/// A word in every language.
fn translated(word: &str, translate: Translate) -> Value {
    let mut translations = Map::new();
    for language in Words::languages() {
        let word = translate(word, &language);
        for locale in locales(&language) {
            translations.insert(locale, json!(word));
        }
    }
    Value::Object(translations)
}

/// A name and its description, in every language.
fn described(words: &Words, name: &str, translate: Translate, about: &str) -> Map<String, Value> {
    let phrase = Phrase::new(about);
    let mut translations = Map::new();
    for language in Words::languages() {
        let description = short(&words.sentence(&phrase, Some(&language)));
        for locale in locales(&language) {
            translations.insert(locale, json!(description));
        }
    }
    let mut described = Map::new();
    described.insert("name".to_owned(), json!(name));
    let names = translated(name, translate);
    described.insert("name_localizations".to_owned(), names);
    let description = short(&words.sentence(&phrase, None));
    described.insert("description".to_owned(), json!(description));
    described.insert("description_localizations".to_owned(), json!(translations));
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

    fn words() -> Words {
        Words::new("!", "Ringleader")
    }

    #[test]
    fn every_command_is_offered_as_discord_takes_it() {
        // The example has options of every kind.
        let specs = with_example();
        let commands = commands(specs, &words(), &[0, 1]);
        assert_eq!(commands.len(), specs.len());
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
            let said = said(COMMANDS, &serde_json::from_value(data).unwrap());
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
