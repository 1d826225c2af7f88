//! The slash commands and the entries of context menus as Discord is told of them: derived from the
//! session's commands.

use serde_json::{Map, Value, json};

use crate::engine::Level;
use crate::picture::Theme;
use crate::session::{Commands, Kind, Menu, OptionSpec, Phrase, Spec};
use crate::words::{Words, command_word, option_name, option_value};

/// Most characters of a description:
/// <https://discord.com/developers/docs/interactions/application-commands>.
const LONGEST_DESCRIPTION: usize = 100;

/// Most choices of an option.
const MOST_CHOICES: usize = 25;

/// Types of options.
pub(super) const STRING: u8 = 3;
pub(super) const INTEGER: u8 = 4;
pub(super) const USER: u8 = 6;
pub(super) const CHANNEL: u8 = 7;
pub(super) const ATTACHMENT: u8 = 11;

/// The types of a slash command, and of entries in the menus of a person and of a message.
const CHAT_INPUT: u8 = 1;
pub(super) const ON_PERSON: u8 = 2;
pub(super) const ON_MESSAGE: u8 = 3;

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
        Kind::Place => CHANNEL,
        Kind::Point(_)
        | Kind::Command
        | Kind::Text
        | Kind::Choice(_)
        | Kind::Variant
        | Kind::Color
        | Kind::Time
        | Kind::Span
        | Kind::TimeOfDay
        | Kind::Zone
        | Kind::Turns
        | Kind::Topic(_)
        | Kind::Theme
        | Kind::Program => STRING,
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
        // There are more commands than Discord takes choices, and the programs may change.
        Kind::Point(_) | Kind::Command | Kind::Program => put("autocomplete", json!(true)),
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
    use crate::session::{COMMANDS, with_example};

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
            let suggested = matches!(kind, Kind::Point(_) | Kind::Command | Kind::Program);
            assert_eq!(option["autocomplete"] == true, suggested, "{kind:?}");
            let chosen = matches!(kind, Kind::Theme) || !kind.words().is_empty();
            assert_eq!(option["choices"].is_array(), chosen, "{kind:?}");
        }
    }

    /// Slash commands as Discord sends them, and what they mean.

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
