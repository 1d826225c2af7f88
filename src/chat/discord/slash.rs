//! Slash commands: made from the session's commands, and turned back into what would be typed.

use serde_json::{Map, Value, json};
use serenity::all::{CommandData, CommandDataOptionValue};

use super::inbound::person;
use crate::engine::Level;
use crate::picture::Theme;
use crate::session::{COMMANDS, Person, Phrase, RULES_TOPICS};
use crate::words::Words;

/// Most characters of a description:
/// <https://discord.com/developers/docs/interactions/application-commands>.
const LONGEST_DESCRIPTION: usize = 100;

/// Most choices of an option.
const MOST_CHOICES: usize = 25;

/// Kinds of options.
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const USER: u8 = 6;
const ATTACHMENT: u8 = 11;

/// A command that is typed behind a slash.
const CHAT_INPUT: u8 = 1;

/// A bot that was invited into a server, rather than taken along by a person.
const INVITED: u8 = 0;

/// What an option of a command takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// A person.
    Person,
    /// A point of the board, which is suggested.
    Point,
    /// A row's number.
    Number,
    /// A level's number.
    Level,
    /// One of these words. The first is what goes without saying, and is not said.
    Word(&'static [&'static str]),
    /// One of these words.
    Said(&'static [&'static str]),
    /// A topic of the rules.
    Topic,
    /// The word of a command.
    Command,
    /// The name of a theme.
    Theme,
    /// Any text.
    Text,
    /// A file.
    File,
}

/// An option of a command.
struct Opt {
    name: &'static str,
    /// The sentence that describes it.
    about: &'static str,
    takes: Takes,
    required: bool,
}

const fn opt(name: &'static str, about: &'static str, takes: Takes) -> Opt {
    Opt {
        name,
        about,
        takes,
        required: false,
    }
}

const fn required(name: &'static str, about: &'static str, takes: Takes) -> Opt {
    Opt {
        required: true,
        ..opt(name, about, takes)
    }
}

const VARIANT: Opt = opt(
    "variant",
    "option-variant",
    Takes::Said(&["normal", "blitz"]),
);
const COLOR: Opt = opt(
    "colour",
    "option-colour",
    Takes::Said(&["white", "black", "random"]),
);
const BY: Opt = opt("player", "option-challenger", Takes::Person);
const POINT: Opt = required("point", "option-point", Takes::Point);

static CHALLENGE: [Opt; 4] = [
    opt("player", "option-opponent", Takes::Person),
    opt("level", "option-challenge-level", Takes::Level),
    VARIANT,
    COLOR,
];
static ANSWER: [Opt; 1] = [BY];
static PLAY: [Opt; 3] = [opt("level", "option-level", Takes::Level), VARIANT, COLOR];
static HINT: [Opt; 1] = [opt("amount", "option-hint", Takes::Said(&["1", "2", "3"]))];
static PLACE: [Opt; 1] = [POINT];
static MOVE: [Opt; 2] = [
    required("from", "option-from", Takes::Point),
    required("to", "option-to", Takes::Point),
];
static ROW: [Opt; 3] = [
    opt("number", "option-row-number", Takes::Number),
    opt("from", "option-row-end", Takes::Point),
    opt("to", "option-row-other-end", Takes::Point),
];
static RING: [Opt; 1] = [required("point", "option-ring", Takes::Point)];
static BOARD: [Opt; 1] = [opt(
    "form",
    "option-board-form",
    Takes::Word(&["picture", "text"]),
)];
static MOVES: [Opt; 1] = [opt("point", "option-ring", Takes::Point)];
static RESIGN: [Opt; 1] = [opt("answer", "option-sure", Takes::Said(&["yes", "no"]))];
static EXPORT: [Opt; 1] = [opt(
    "form",
    "option-record-form",
    Takes::Word(&["text", "sgf"]),
)];
static IMPORT: [Opt; 2] = [
    opt("record", "option-record", Takes::Text),
    opt("file", "option-file", Takes::File),
];
static THEME: [Opt; 1] = [opt("theme", "option-theme", Takes::Theme)];
static RULES: [Opt; 1] = [opt("topic", "option-topic", Takes::Topic)];
static HELP: [Opt; 1] = [opt("command", "option-command", Takes::Command)];

/// The options of a command, in the order in which they are typed.
fn options(word: &str) -> &'static [Opt] {
    match word {
        "challenge" => &CHALLENGE,
        "accept" | "decline" => &ANSWER,
        "play" => &PLAY,
        "hint" => &HINT,
        "place" => &PLACE,
        "move" => &MOVE,
        "row" => &ROW,
        "ring" => &RING,
        "board" => &BOARD,
        "moves" => &MOVES,
        "resign" => &RESIGN,
        "export" => &EXPORT,
        "import" | "analyze" => &IMPORT,
        "theme" => &THEME,
        "rules" => &RULES,
        "help" => &HELP,
        _ => &[],
    }
}

/// Whether the answer to a command is for whoever asked alone: it says the same to everybody, or
/// is not meant for the other player.
pub(super) fn is_private(word: &str) -> bool {
    matches!(word, "help" | "rules" | "hint")
}

/// What a slash command says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// What would be typed, without prefix.
    pub(super) text: String,
    /// The persons in it.
    pub(super) people: Vec<Person>,
    /// The address of a file that came with it.
    pub(super) file: Option<String>,
}

/// Turns a slash command into what would be typed.
pub(super) fn said(data: &CommandData) -> Said {
    let mut said = Said {
        text: data.name.clone(),
        ..Said::default()
    };
    let mut named = false;
    for option in options(&data.name) {
        let Some(given) = data.options.iter().find(|given| given.name == option.name) else {
            continue;
        };
        let word = match &given.value {
            CommandDataOptionValue::User(id) => {
                named = true;
                if let Some(user) = data.resolved.users.get(id) {
                    let member = data.resolved.members.get(id);
                    let nick = member.and_then(|member| member.nick.as_deref());
                    said.people.push(person(user, nick));
                }
                format!("@{id}")
            }
            CommandDataOptionValue::Integer(number) => number.to_string(),
            CommandDataOptionValue::String(text) => match option.takes {
                Takes::Word([unsaid, ..]) if text == unsaid => continue,
                _ => text.trim().to_owned(),
            },
            CommandDataOptionValue::Attachment(id) => {
                let file = data.resolved.attachments.get(id);
                said.file = file.map(|file| file.url.clone());
                continue;
            }
            _ => continue,
        };
        if !word.is_empty() {
            said.text.push(' ');
            said.text.push_str(&word);
        }
    }
    // Nobody in particular.
    if data.name == "challenge" && !named {
        said.text.insert_str("challenge".len(), " anyone");
    }
    said
}

/// The commands as Discord is told of them.
pub(super) fn commands(words: &Words, contexts: &[u8]) -> Vec<Value> {
    COMMANDS
        .iter()
        .map(|spec| {
            let mut command = described(words, spec.word, &spec.explanation());
            command.insert("type".to_owned(), json!(CHAT_INPUT));
            let options: Vec<Value> = options(spec.word)
                .iter()
                .map(|option| option_of(words, option))
                .collect();
            command.insert("options".to_owned(), json!(options));
            command.insert("contexts".to_owned(), json!(contexts));
            command.insert("integration_types".to_owned(), json!([INVITED]));
            Value::Object(command)
        })
        .collect()
}

/// A name with its description, in every language.
fn described(words: &Words, name: &str, about: &str) -> Map<String, Value> {
    let phrase = Phrase::new(about);
    // Commands are typed in one language; their fields for others say so.
    let mut names = Map::new();
    let mut translations = Map::new();
    for language in Words::languages() {
        let description = short(&words.sentence(&phrase, Some(&language)));
        for locale in locales(&language) {
            names.insert(locale.clone(), json!(name));
            translations.insert(locale, json!(description));
        }
    }
    let mut described = Map::new();
    described.insert("name".to_owned(), json!(name));
    described.insert("name_localizations".to_owned(), json!(names));
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

/// As many whole sentences as fit into a description, or as many words of the first.
fn short(text: &str) -> String {
    let length = |text: &str| text.chars().count();
    let fitting = text
        .match_indices(['.', ':', ';'])
        .map(|(end, _)| &text[..=end])
        .chain([text])
        .filter(|part| length(part) <= LONGEST_DESCRIPTION)
        .max_by_key(|part| length(part));
    match fitting {
        Some(part) => part.trim_end_matches([':', ';']).to_owned(),
        None => {
            let mut cut: String = text.chars().take(LONGEST_DESCRIPTION - 1).collect();
            cut.push('…');
            cut
        }
    }
}

fn option_of(words: &Words, option: &Opt) -> Value {
    let mut shown = described(words, option.name, option.about);
    let themes: Vec<String>;
    let (kind, choices): (u8, Vec<&str>) = match option.takes {
        Takes::Person => (USER, Vec::new()),
        Takes::Number | Takes::Level => (INTEGER, Vec::new()),
        Takes::File => (ATTACHMENT, Vec::new()),
        // There are more commands than Discord takes choices: they are suggested, as points are.
        Takes::Point | Takes::Command | Takes::Text => (STRING, Vec::new()),
        Takes::Word(words) | Takes::Said(words) => (STRING, words.to_vec()),
        Takes::Topic => (STRING, RULES_TOPICS.to_vec()),
        Takes::Theme => {
            themes = Theme::ALL.iter().map(ToString::to_string).collect();
            (STRING, themes.iter().map(String::as_str).collect())
        }
    };
    shown.insert("type".to_owned(), json!(kind));
    shown.insert("required".to_owned(), json!(option.required));
    if !choices.is_empty() && choices.len() <= MOST_CHOICES {
        let choices: Vec<Value> = choices
            .iter()
            .map(|choice| json!({ "name": choice, "value": choice }))
            .collect();
        shown.insert("choices".to_owned(), json!(choices));
    }
    if matches!(option.takes, Takes::Point | Takes::Command) {
        shown.insert("autocomplete".to_owned(), json!(true));
    }
    if matches!(option.takes, Takes::Number | Takes::Level) {
        shown.insert("min_value".to_owned(), json!(1));
    }
    if option.takes == Takes::Level {
        shown.insert("max_value".to_owned(), json!(Level::BEST.number()));
    }
    Value::Object(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Command, Parsed, parse};

    fn words() -> Words {
        Words::new("!", "Ringleader")
    }

    #[test]
    fn every_command_is_offered_as_discord_takes_it() {
        let commands = commands(&words(), &[0, 1]);
        assert_eq!(commands.len(), COMMANDS.len());
        for (command, spec) in commands.iter().zip(&COMMANDS) {
            let text = |value: &Value, key: &str| value[key].as_str().unwrap().to_owned();
            assert_eq!(text(command, "name"), spec.word);
            let mut all = vec![command.clone()];
            let options = command["options"].as_array().unwrap();
            // What has to be given stands in front.
            let required: Vec<bool> = options
                .iter()
                .map(|option| option["required"] == true)
                .collect();
            assert!(required.is_sorted_by(|one, other| one >= other));
            assert_eq!(
                spec.usage.contains('<') || spec.usage.contains('['),
                !options.is_empty(),
                "{}",
                spec.word
            );
            all.extend(options.iter().cloned());
            for part in all {
                let name = text(&part, "name");
                assert!((1..=32).contains(&name.len()), "{name}");
                assert!(name.chars().all(|c| c.is_ascii_lowercase()), "{name}");
                let description = text(&part, "description");
                let length = description.chars().count();
                assert!((1..=LONGEST_DESCRIPTION).contains(&length), "{description}");
                assert_eq!(part["name_localizations"]["en-US"], json!(name));
                assert_eq!(
                    part["description_localizations"]["en-US"],
                    json!(description)
                );
                let choices = part["choices"].as_array().map_or(1, Vec::len);
                assert!((1..=MOST_CHOICES).contains(&choices));
                assert!(part["choices"].is_null() || part["autocomplete"].is_null());
            }
        }
        // All themes fit, or they would not be offered.
        let theme = commands.iter().find(|one| one["name"] == "theme").unwrap();
        assert!(theme["options"][0]["choices"].is_array());
        let help = commands.iter().find(|one| one["name"] == "help").unwrap();
        assert_eq!(help["options"][0]["autocomplete"], json!(true));
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
            let said = said(&serde_json::from_value(data).unwrap());
            assert_eq!(said.text, text);
            let parsed = parse(&said.text, "!", true);
            assert!(matches!(parsed, Parsed::Command(_)), "{text}: {parsed:?}");
        }
        assert_eq!(
            parse("challenge anyone", "", true),
            Parsed::Command(Command::Challenge {
                opponent: None,
                level: None,
                variant: Default::default(),
                color: Default::default(),
            })
        );
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
