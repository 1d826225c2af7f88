//! Parsing a line of the console: who speaks, what, to whom, and with which file.

use super::SERVER;
use crate::host::{ChoicesOf, Input, Pick};
use crate::session::{Addressing, Person};

/// The author of a line without a name.
const DEFAULT_AUTHOR: &str = "you";

/// Length limit of a name, in characters.
pub(super) const MAX_NAME: usize = 32;

/// Digits of a number that may be a choice.
const MAX_DIGITS: usize = 3;

/// A parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConsoleLine {
    /// The channel that it names, with its server before a `/`.
    pub(super) channel: Option<String>,
    pub(super) author: Person,
    pub(super) input: Input,
    /// The people whom the line names with an `@`.
    pub(super) people: Vec<Person>,
    /// The file at its end, and the input without it.
    pub(super) file: Option<(String, Input)>,
}

const fn is_name_char(c: char) -> bool {
    // Only ASCII: letters of other scripts that look alike would be different people.
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_NAME && text.chars().all(is_name_char)
}

/// Whether a line begins with a name that is too long for one.
pub(super) fn has_long_name(line: &str) -> bool {
    let line = line.trim();
    let rest = channel(line).map_or(line, |(_, rest)| rest);
    let name = rest.split_once(':').map_or("", |(name, _)| name.trim());
    name.len() > MAX_NAME && name.chars().all(is_name_char)
}

/// The channel that a line begins with, as `#lounge`, `#chess-club/lounge` or `#@alice`, and the
/// rest.
fn channel(line: &str) -> Option<(String, &str)> {
    let (word, rest) = line.strip_prefix('#')?.split_once(char::is_whitespace)?;
    if let Some(name) = word.strip_prefix('@') {
        let chat = is_name(name).then(|| private_chat(&person(name)))?;
        return Some((chat, rest.trim_start()));
    }
    let (server, channel) = word.split_once('/').unwrap_or((SERVER, word));
    if !is_name(server) || !is_name(channel) {
        return None;
    }
    let channel = match server.eq_ignore_ascii_case(SERVER) {
        true => channel.to_owned(),
        false => format!("{server}/{channel}"),
    };
    Some((channel.to_ascii_lowercase(), rest.trim_start()))
}

/// The server of a channel; private chats have none.
pub(super) fn server(channel: &str) -> Option<&str> {
    match channel.split_once('/') {
        Some((server, _)) => Some(server),
        None if channel.starts_with('@') => None,
        None => Some(SERVER),
    }
}

/// The channel of the private chat between a person and the bot.
pub(super) fn private_chat(person: &Person) -> String {
    format!("@{}", person.id)
}

/// A person of the console: everybody exists. The id is the name in lower case.
pub(super) fn person(name: &str) -> Person {
    Person::new(name.to_ascii_lowercase(), name)
}

impl ConsoleLine {
    /// Parses a line; `None` if it is empty. `bot` is the bot's name after an `@`.
    pub(super) fn read(line: &str, bot: &str) -> Option<Self> {
        let line = line.trim();
        let (channel, line) = match channel(line) {
            Some((channel, line)) => (Some(channel), line),
            None => (None, line),
        };
        let chat = channel.as_deref().and_then(|one| one.strip_prefix('@'));
        let (author, text) = match (chat, line.split_once(':')) {
            (Some(name), _) => (name, line),
            (None, Some((name, text))) if is_name(name.trim()) => (name.trim(), text.trim()),
            (None, _) => (DEFAULT_AUTHOR, line),
        };
        if text.is_empty() {
            return None;
        }
        let (addressing, text) = match without_mention(text, bot) {
            Some(rest) => (Addressing::Bot, rest),
            None if chat.is_some() => (Addressing::Bot, text),
            None => (Addressing::Open, text),
        };
        let said = |text: &str| Input::Text {
            text: text.to_owned(),
            addressing,
        };
        let input = match choice(text) {
            Some(index) => Input::Choice {
                of: ChoicesOf::Latest,
                pick: Pick::Index(index),
            },
            None => said(text),
        };
        let file = text
            .rsplit_once(" < ")
            .map(|(text, file)| (file.trim().to_owned(), said(text.trim())))
            .filter(|(file, _)| !file.is_empty());
        let author = person(author);
        Some(Self {
            channel,
            author,
            input,
            people: named(text),
            file,
        })
    }
}

/// The text after a mention of the bot at its beginning.
fn without_mention<'a>(text: &'a str, bot: &str) -> Option<&'a str> {
    let rest = text.strip_prefix('@')?;
    let name = rest.get(..bot.len())?;
    let rest = rest.get(bot.len()..)?;
    (name.eq_ignore_ascii_case(bot) && !rest.starts_with(is_name_char))
        .then(|| rest.trim_start_matches([',', ':']).trim_start())
}

/// The index of a choice, if the text is a number from 1 on.
fn choice(text: &str) -> Option<usize> {
    if text.len() > MAX_DIGITS || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse::<usize>().ok()?.checked_sub(1)
}

/// The people whom a text names with an `@`, once each.
fn named(text: &str) -> Vec<Person> {
    let mut people = Vec::new();
    for part in text.split('@').skip(1) {
        let end = part.find(|c| !is_name_char(c)).unwrap_or(part.len());
        // A full stop after a name ends the sentence.
        let name = part[..end].trim_end_matches('.');
        if is_name(name) {
            let person = person(name);
            if !people.contains(&person) {
                people.push(person);
            }
        }
    }
    people
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> ConsoleLine {
        ConsoleLine::read(line, "Ringleader").unwrap()
    }

    fn said(text: &str, addressing: Addressing) -> Input {
        Input::Text {
            text: text.to_owned(),
            addressing,
        }
    }

    fn overheard(text: &str) -> Input {
        said(text, Addressing::Open)
    }

    #[test]
    fn names_stand_before_the_first_colon() {
        for (line, id, text) in [
            ("alice: !play", "alice", "!play"),
            ("  Alice :!play  ", "alice", "!play"),
            ("!play", "you", "!play"),
            ("a_b.c-d9: x: y", "a_b.c-d9", "x: y"),
            ("not a name: !play", "you", "not a name: !play"),
            ("zoë: !play", "you", "zoë: !play"),
            (": !play", "you", ": !play"),
        ] {
            let line = read(line);
            assert_eq!((line.author.id.as_str(), line.input), (id, overheard(text)));
        }
        assert_eq!(read("Alice: !play").author.name, "Alice");
        let long = format!("{}: !play", "x".repeat(33));
        assert_eq!(read(&long).author.id, "you");
        assert!(has_long_name(&long) && has_long_name(&format!("#lounge {long}")));
        assert!(!has_long_name(&long[1..]) && !has_long_name(&"x".repeat(33)));
        for nothing in ["", "   ", "alice:", "alice:   "] {
            assert_eq!(ConsoleLine::read(nothing, "Ringleader"), None);
        }
    }

    #[test]
    fn a_line_may_begin_with_a_channel() {
        for (line, expected, id, text) in [
            ("#lounge alice: !status", Some("lounge"), "alice", "!status"),
            ("#Lounge !status", Some("lounge"), "you", "!status"),
            (
                "#chess-club/lounge  alice: hi",
                Some("chess-club/lounge"),
                "alice",
                "hi",
            ),
            ("#console/lounge bob: hi", Some("lounge"), "bob", "hi"),
            ("#main bob: hi", Some("main"), "bob", "hi"),
            ("#@/a bob: hi", None, "you", "#@/a bob: hi"),
            ("alice: #lounge hi", None, "alice", "#lounge hi"),
            ("# alice: hi", None, "you", "# alice: hi"),
            ("#a/b/c alice: hi", None, "you", "#a/b/c alice: hi"),
            ("#/b alice: hi", None, "you", "#/b alice: hi"),
            ("#lounge", None, "you", "#lounge"),
        ] {
            let line = read(line);
            assert_eq!(line.channel.as_deref(), expected);
            assert_eq!((line.author.id.as_str(), line.input), (id, overheard(text)));
        }
        assert_eq!(ConsoleLine::read("#lounge alice:", "Ringleader"), None);
    }

    #[test]
    fn a_private_chat_is_with_one_person() {
        for (line, text) in [
            ("#@Alice !games", "!games"),
            ("#@alice bob: hi", "bob: hi"),
            ("#@alice @Ringleader, games", "games"),
        ] {
            let line = read(line);
            assert_eq!(line.channel.as_deref(), Some("@alice"));
            assert_eq!(
                (line.author.id.as_str(), line.input),
                ("alice", said(text, Addressing::Bot))
            );
        }
        assert_eq!(server("@alice"), None);
        assert_eq!(server("lounge"), Some(SERVER));
        assert_eq!(server("club/lounge"), Some("club"));
    }

    #[test]
    fn a_bare_number_is_a_choice() {
        let chosen = |index| Input::Choice {
            of: ChoicesOf::Latest,
            pick: Pick::Index(index),
        };
        assert_eq!(read("1").input, chosen(0));
        assert_eq!(read("bob: 12").input, chosen(11));
        for text in ["0", "1234", "1.", "+1", "1 2", "-1"] {
            assert_eq!(read(text).input, overheard(text));
        }
    }

    #[test]
    fn the_bot_is_addressed_by_a_mention() {
        assert_eq!(
            read("@ringleader play").input,
            said("play", Addressing::Bot)
        );
        assert_eq!(read("@Ringleader: E4").input, said("E4", Addressing::Bot));
        assert_eq!(read("@ringleader").input, said("", Addressing::Bot));
        for other in ["@ringleaders play", "@ring play", "@über", "hi @ringleader"] {
            assert_eq!(read(other).input, overheard(other));
        }
    }

    #[test]
    fn people_are_named_with_an_at() {
        let people = read("!challenge @Bob and @carol. @bob @ a@b").people;
        let ids: Vec<_> = people.iter().map(|person| person.id.as_str()).collect();
        assert_eq!(ids, ["bob", "carol", "b"]);
        assert_eq!(people[0].name, "Bob");
    }

    #[test]
    fn a_file_stands_at_the_end() {
        let file = read("!import < games/a b.txt").file;
        assert_eq!(
            file,
            Some(("games/a b.txt".to_owned(), overheard("!import")))
        );
        assert_eq!(read("1 <2").file, None);
        assert_eq!(read("!import < ").file, None);
    }
}
