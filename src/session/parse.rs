//! Parsing: from what somebody typed to a command.
//!
//! A message is for the bot if it begins with the prefix, or if it is addressed to the bot
//! otherwise: a mention, a private chat, a command in reply to its message. Its first word names the command; a message that begins
//! with points (`!E4 E10`, `!xe5-e9`) is a decision without a word. One message may hold several
//! decisions, separated by commas or semicolons. Only the first line counts, except for options
//! that take text.

use serde::{Deserialize, Serialize};

use super::commands::{HELP, MOVE};
use super::decision::bad_point;
use super::event::ColorChoice;
use super::options::{Kind, LEVEL, Opponent, OptionSpec, Options, Value, game_number, turn_range};
use super::place_name::place_name;
use super::read_decisions::{PUNCTUATION, first_line, read_decisions};
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::spec::{Command, Commands, LONGEST_WORD, Spec, nearest};
use super::time_control::{TimeControlError, continues_time, looks_like_time, read_length};
use super::zone::{time_of_day, zone};
use crate::engine::Level;
use crate::game::{Color, Variant, read_points};

/// What a message turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Parsed {
    /// Nothing that the bot has to answer.
    NotForUs,
    /// A command.
    Command(Command),
    /// Meant for the bot, but not understood.
    Faulty(Refusal),
}

impl From<Result<Command, Refusal>> for Parsed {
    fn from(read: Result<Command, Refusal>) -> Self {
        read.map_or_else(Self::Faulty, Self::Command)
    }
}

/// To whom a message is addressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Addressing {
    /// To everybody. It is for the bot if it begins with the prefix.
    Open,
    /// To the bot if it is a command, as a reply to a message of the bot: "thanks!" under a board is
    /// no mistyped command.
    Reply,
    /// To the bot: a mention, a private chat. It needs no prefix.
    Bot,
}

/// Longest run of letters and digits that is taken for points, in characters: `E10E11`.
const LONGEST_POINTS: usize = 6;

/// Reads a message, with a list of commands.
#[must_use]
pub fn parse(commands: Commands, text: &str, prefix: &str, addressing: Addressing) -> Parsed {
    let addressed = match addressing {
        Addressing::Open => false,
        Addressing::Reply => is_command(commands, text, prefix),
        Addressing::Bot => true,
    };
    parse_among(commands, text, prefix, addressed)
}

/// Whether a text, with or without a prefix, is a command or the word of one. "Next time I'll win"
/// and "If only I had seen that" are talk.
fn is_command(commands: Commands, text: &str, prefix: &str) -> bool {
    match parse_among(commands, text, prefix, true) {
        Parsed::Command(command) => command.spec.game_named.is_none(),
        Parsed::Faulty(_) => commands.find(text.trim()).is_some(),
        Parsed::NotForUs => false,
    }
}

/// Reads a message. If it is addressed to the bot, it needs no prefix.
fn parse_among(commands: Commands, text: &str, prefix: &str, addressed: bool) -> Parsed {
    let text = text.trim();
    let (body, prefixed) = match text.strip_prefix(prefix) {
        Some(body) if !prefix.is_empty() => (body, true),
        _ if addressed => (text, false),
        _ => return Parsed::NotForUs,
    };
    if body.is_empty() {
        return if prefixed {
            Parsed::NotForUs
        } else {
            Parsed::Command(Command {
                spec: &HELP,
                options: Options::default(),
            })
        };
    }
    // "! well" and "!!!" are ordinary talk.
    let spaced = body.starts_with(char::is_whitespace);
    if prefixed && !body.starts_with(|c: char| c.is_alphanumeric() || spaced) {
        return Parsed::NotForUs;
    }
    let body = body.trim_start();
    let (word, rest) = body
        .find(char::is_whitespace)
        .map_or((body, ""), |end| body.split_at(end));
    let word = word.trim_end_matches(PUNCTUATION);
    let spec = commands.find(word);
    if let Some(spec) = spec.filter(|spec| spec.decision.is_none()) {
        let options = read_options(commands, spec, rest.trim());
        return options.map(|options| Command { spec, options }).into();
    }
    if let Some(steps) = spec.and_then(|spec| left_out(spec, rest)) {
        let options = read_options(commands, steps, rest.trim());
        return options
            .map(|options| Command {
                spec: steps,
                options,
            })
            .into();
    }
    if spec.is_some() || looks_like_points(body) {
        let options = read_decisions(commands, body, prefix).map(Options::of_decisions);
        // All decisions have the same handler.
        let spec = spec.unwrap_or(&MOVE);
        return options.map(|options| Command { spec, options }).into();
    }
    if (prefixed && spaced)
        || !word.starts_with(char::is_alphabetic)
        || word.chars().count() > LONGEST_WORD
    {
        return Parsed::NotForUs;
    }
    Parsed::Faulty(commands.unknown(word))
}

/// The command that asks for the points that a decision leaves out, if it does.
fn left_out(spec: &Spec, rest: &str) -> Option<&'static Spec> {
    let steps = spec.steps?;
    let required = spec.options.iter().filter(|one| one.required).count();
    let given = match first_line(rest) {
        "" => 0,
        points => match read_points(points) {
            Ok(Some((_, None))) => 1,
            _ => return None,
        },
    };
    (given < required).then_some(steps)
}

/// Whether a message without a command's word is a decision: `E4`, `e4-e10`, `xe5-e9`, `L4`.
fn looks_like_points(body: &str) -> bool {
    let first = first_line(body);
    let first = first.split([',', ';']).next().unwrap_or(first).trim();
    let points = first.strip_prefix(['x', 'X']).unwrap_or(first);
    let mut chars = points.chars();
    let coordinate = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next().is_some_and(|c| c.is_ascii_digit());
    coordinate
        && points
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .count()
            <= LONGEST_POINTS
}

/// Reads what follows a command's word. Each word goes to the first option that takes it. Options
/// with a closed vocabulary are tried first.
fn read_options(commands: Commands, spec: &Spec, rest: &str) -> Result<Options, Refusal> {
    let mut options = Options::default();
    let mut specs = spec.options.iter();
    if let Some(text) = specs.find(|option| matches!(option.kind, Kind::Text)) {
        let mut rest = rest;
        // Options before it take a word each.
        for option in spec.options.iter().take_while(|one| one.name != text.name) {
            let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            match read_value(commands, spec, option, word)? {
                Some(value) => {
                    options.put(option, value);
                    rest = behind.trim_start();
                }
                None if option.required && word.is_empty() => return Err(spec.missing()),
                None if option.required => return Err(spec.unexpected(word)),
                None => {}
            }
        }
        options.put(text, Value::Text(rest.to_owned()));
        return Ok(options);
    }
    let words = first_line(rest)
        .split_whitespace()
        .map(|word| word.trim_end_matches(PUNCTUATION))
        .filter(|word| !word.is_empty());
    // Whether the word "level" was read: a number has to follow.
    let mut level_said = false;
    let takes = |kind: fn(&Kind) -> bool| spec.options.iter().any(|one| kind(&one.kind));
    let takes_time = takes(|kind| matches!(kind, Kind::Time));
    let before = std::iter::once("").chain(words.clone());
    if takes(|kind| matches!(kind, Kind::Span))
        && before
            .clone()
            .zip(words.clone())
            .any(|(before, word)| continues_time(before, word))
    {
        return Err(Refusal::new(Phrase::new("span-in-one-word")).and(spec.usage_line()));
    }
    // The words of options with a closed vocabulary.
    let mut taken: Vec<(&OptionSpec, &str)> = Vec::new();
    'words: for (before, word) in before.zip(words) {
        let mut first = None;
        for closed in [true, false] {
            if !closed {
                first = repeated(commands, spec, &taken, word)?;
            }
            if first.is_some() {
                break;
            }
            if !closed && takes_time && continues_time(before, word) {
                return Err(Refusal::new(Phrase::new("time-in-one-word")).and(spec.usage_line()));
            }
            for option in spec.options {
                if option.kind.is_closed() != closed || options.has(option) {
                    continue;
                }
                if matches!(option.kind, Kind::Level)
                    && !level_said
                    && (word.eq_ignore_ascii_case(LEVEL) || commands.value(word) == Some(LEVEL))
                {
                    level_said = true;
                    continue 'words;
                }
                if let Some(value) = read_value(commands, spec, option, word)? {
                    options.put(option, value);
                    if closed {
                        taken.push((option, word));
                    }
                    continue 'words;
                }
            }
        }
        // A number that nothing else takes is that of a game, be it without its `#`.
        let mut games = spec
            .options
            .iter()
            .filter(|option| matches!(option.kind, Kind::Game) && !options.has(option));
        match games.next().zip(game_number(word)) {
            Some((option, number)) => options.put(option, Value::Game(number)),
            None => return Err(unexpected(spec, first, word)),
        }
    }
    let missing = |option: &OptionSpec| option.required && !options.has(option);
    if spec.options.iter().any(missing) || level_said && options.level().is_none() {
        return Err(spec.missing());
    }
    Ok(options)
}

/// The option with a closed vocabulary for which a word is a second value, and the first one: the
/// word is no name then.
fn repeated<'a>(
    commands: Commands,
    spec: &Spec,
    taken: &[(&'a OptionSpec, &'a str)],
    word: &str,
) -> Result<Option<(&'a OptionSpec, &'a str)>, Refusal> {
    for &(option, first) in taken {
        if read_value(commands, spec, option, word)?.is_some() {
            return Ok(Some((option, first)));
        }
    }
    Ok(None)
}

/// Refuses a word that no option takes. `first` is the option that has taken another such word, and
/// that word.
fn unexpected(spec: &Spec, first: Option<(&OptionSpec, &str)>, word: &str) -> Refusal {
    if let Some((option, first)) = first.filter(|(_, first)| !first.eq_ignore_ascii_case(word)) {
        let id = match option.kind {
            Kind::Span => "span-in-one-word",
            Kind::Time => "two-times",
            _ => "two-words",
        };
        let [first, second] = [first, word].map(|word| word.chars().take(LONGEST_WORD));
        return Refusal::new(
            Phrase::new(id)
                .with("first", first.collect::<String>())
                .with("second", second.collect::<String>()),
        )
        .and(spec.usage_line());
    }
    let refusal = spec.unexpected(word);
    // `weekends off` is `weekends-off`.
    let lower = word.to_lowercase();
    let begins = |whole: &&&str| whole.split_once('-').is_some_and(|(part, _)| part == lower);
    let words = spec.options.iter().flat_map(|option| match option.kind {
        Kind::Choice(choices) => choices.words,
        _ => &[],
    });
    match words.into_iter().find(begins) {
        Some(meant) => refusal.and(Phrase::new("word-meant").with("meant", *meant)),
        None => refusal,
    }
}

/// Whether a word looks like a time of the day: `9:00`, `18:30`.
fn is_time_of_day(word: &str) -> bool {
    let minutes = word.split_once(':').map(|(_, minutes)| minutes.len());
    minutes == Some(2) && !word.starts_with("24")
}

/// Whether a command takes a person or a number, besides a length of time.
fn takes_others(spec: &Spec) -> bool {
    let mut options = spec.options.iter();
    options.any(|option| matches!(option.kind, Kind::Person | Kind::Level | Kind::Number))
}

/// What a word means for an option; nothing if the option does not take it.
fn read_value(
    commands: Commands,
    spec: &Spec,
    option: &OptionSpec,
    word: &str,
) -> Result<Option<Value>, Refusal> {
    // Closed vocabularies have words in other languages.
    let closed = option.kind.is_closed() || matches!(option.kind, Kind::Topic(_) | Kind::Theme);
    // Any other word may be a name.
    let meant = |english: &&str| {
        closed || matches!(option.kind, Kind::Opponent) && *english == Opponent::ANYONE
    };
    let word = commands.value(word).filter(meant).unwrap_or(word);
    let lower = word.to_lowercase();
    let name = || {
        let name = word.trim_start_matches('@');
        (!name.is_empty()).then(|| name.to_owned())
    };
    Ok(match option.kind {
        Kind::Point(_) => match read_points(word) {
            Ok(Some((point, None))) => Some(Value::Point(point)),
            Ok(_) => None,
            Err(error) => return Err(bad_point(error).and(spec.usage_line())),
        },
        Kind::Person => name().map(Value::Person),
        Kind::Opponent => match lower.as_str() {
            Opponent::ANYONE | "anybody" | "someone" | "open" => {
                Some(Value::Opponent(Opponent::Anyone))
            }
            _ => name().map(|name| Value::Opponent(Opponent::Named(name))),
        },
        Kind::Variant => match lower.as_str() {
            "normal" => Some(Value::Variant(Variant::Normal)),
            "blitz" => Some(Value::Variant(Variant::Blitz)),
            _ => None,
        },
        Kind::Color => match lower.as_str() {
            "white" | "w" => Some(Value::Color(ColorChoice::Is(Color::White))),
            "black" | "b" => Some(Value::Color(ColorChoice::Is(Color::Black))),
            "random" => Some(Value::Color(ColorChoice::Random)),
            _ => None,
        },
        Kind::Time => match word.parse() {
            Ok(time) => Some(Value::Time(time)),
            Err(error) if looks_like_time(word) => return Err(bad_time(spec, false, word, error)),
            Err(_) => None,
        },
        Kind::Span => match read_length(word) {
            Ok(span) => Some(Value::Span(span)),
            // It may be a name, or a number.
            Err(_) if takes_others(spec) && !looks_like_time(word) => None,
            Err(error) => return Err(bad_time(spec, true, word, error)),
        },
        Kind::Level => match word.parse::<u32>() {
            Ok(number) => Some(Value::Level(level(spec, number)?)),
            Err(_) => None,
        },
        Kind::Number => word.parse().ok().map(Value::Number),
        Kind::Game => word
            .strip_prefix('#')
            .and_then(game_number)
            .map(Value::Game),
        Kind::Place => place_name(word).map(Value::Place),
        Kind::TimeOfDay => match time_of_day(word) {
            // A number is one of something else.
            // `24:00` could be that of the day before.
            Some((time, "")) if is_time_of_day(word) => Some(Value::TimeOfDay(time)),
            _ => None,
        },
        Kind::Zone => match zone(word) {
            Some(zone) if !word.is_empty() => Some(Value::Zone(zone)),
            None if word.contains('/') && word.starts_with(char::is_alphabetic) => {
                let shown: String = word.chars().take(LONGEST_WORD).collect();
                let unknown = Phrase::new("bad-zone").with("word", shown);
                return Err(Refusal::new(unknown).and(spec.usage_line()));
            }
            _ => None,
        },
        Kind::Turns => turn_range(word).map(|(from, to)| Value::Turns(from, to)),
        Kind::Choice(choices) => choices.find(word).map(Value::Word),
        Kind::Topic(topics) => {
            let exact = topics.iter().copied().find(|topic| *topic == lower);
            match exact.or_else(|| nearest(word, topics.iter().copied())) {
                Some(topic) => Some(Value::Word(topic)),
                None => {
                    let topics = topics.iter().copied().collect::<Arg>();
                    let known = Phrase::new("rules-topics").with("topics", topics);
                    return Err(spec.unexpected(word).and(known));
                }
            }
        }
        Kind::Command => {
            let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
            match commands.find(word) {
                Some(spec) => Some(Value::Word(spec.word)),
                None => return Err(commands.unknown(word)),
            }
        }
        Kind::Theme | Kind::Program => Some(Value::Text(lower)),
        Kind::Text | Kind::Attachment => None,
    })
}

/// Refuses a time.
fn bad_time(spec: &Spec, is_span: bool, word: &str, error: TimeControlError) -> Refusal {
    let id = match error {
        TimeControlError::Malformed if is_span => "bad-span",
        TimeControlError::Malformed => "bad-time",
        TimeControlError::TooShort => "time-too-short",
        TimeControlError::TooLong => "time-too-long",
    };
    let shown: String = word.chars().take(LONGEST_WORD).collect();
    Refusal::new(Phrase::new(id).with("word", shown)).and(spec.usage_line())
}

fn level(spec: &Spec, number: u32) -> Result<Level, Refusal> {
    let level = u8::try_from(number).ok().and_then(Level::new);
    level.ok_or_else(|| {
        Refusal::new(
            Phrase::new("no-such-level")
                .with("level", number as usize)
                .with("last", Level::BEST.number()),
        )
        .and(spec.usage_line())
    })
}
