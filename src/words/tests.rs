//! Compares the locale files with the code that names their messages.

mod languages;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::*;
use crate::engine::Level;
use crate::game::{Position, Stage};
use crate::session::{
    Addressing, Board, COMMANDS, Group, Parsed, Person, RULES_TOPICS, Spec, parse, plain,
};

/// The names of all messages of a language.
fn messages(language: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/locales")
        .join(language);
    let mut found = BTreeSet::new();
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines() {
            if let Some((id, _)) = line.split_once('=')
                && line.starts_with(|c: char| c.is_ascii_lowercase())
            {
                assert!(found.insert(id.trim().to_owned()), "{id} is defined twice");
            }
        }
    }
    found
}

/// The names of messages that the code composes.
fn composed() -> BTreeSet<String> {
    let mut ids: BTreeSet<String> = COMMANDS.iter().map(Spec::explanation).collect();
    ids.extend(RULES_TOPICS.map(|topic| format!("rules-{topic}")));
    ids.extend(Group::ALL.map(|group| group.title().to_owned()));
    for color in ["white", "black"] {
        ids.extend(["", "takes-", "alt-"].map(|part| format!("{part}{color}")));
    }
    for variant in ["normal", "blitz"] {
        ids.extend(["variant-", "started-", "terms-"].map(|part| format!("{part}{variant}")));
        ids.extend(["variant-", "terms-"].map(|part| format!("{part}{variant}-rated")));
    }
    for said in [
        "open",
        "rules",
        "withdrawn",
        "removed",
        "forfeit",
        "finished",
        "called-off",
        "lapsed",
        "sure",
        "goes-on",
    ] {
        ids.extend(["tournament-", "simul-"].map(|part| format!("{part}{said}")));
    }
    ids.extend(["score", "over"].map(|said| format!("simul-{said}")));
    let schedule = COMMANDS.find("schedule").unwrap();
    let day = schedule.options.iter().find(|one| one.name == "day");
    let days = day.unwrap().kind.words().iter();
    ids.extend(days.map(|day| format!("on-{day}")));
    for stage in ["place", "move", "row", "ring", "over"] {
        ids.extend(["wrong-stage-", "stage-"].map(|part| format!("{part}{stage}")));
    }
    for asked in ["place", "move", "pass", "row", "ring"] {
        ids.extend(["caption-", "turn-", "vote-"].map(|part| format!("{part}{asked}")));
    }
    ids.extend(
        [
            "accept", "decline", "rematch", "export", "analyze", "replay",
        ]
        .map(|word| format!("choice-{word}")),
    );
    ids.extend(Level::all().map(|level| format!("level-{level}")));
    ids.extend(
        [
            "played",
            "resigned",
            "agreed",
            "aborted",
            "timed-out",
            "adjudicated",
        ]
        .map(|how| format!("how-{how}")),
    );
    for chance in ["lost", "bad", "worse", "even", "better", "good", "won"] {
        ids.insert(format!("hint-chance-{chance}"));
    }
    for (kind, words) in words_of_commands() {
        ids.extend(words.iter().map(|word| format!("{kind}{word}")));
    }
    ids.extend(
        Words::languages()
            .iter()
            .map(|tag| format!("language-{tag}")),
    );
    ids.extend(ALSO.map(|word| format!("{ALSO_ID}{word}")));
    ids.extend(["choice-resign-yes", "choice-resign-no"].map(str::to_owned));
    ids
}

#[test]
fn every_named_message_exists_and_every_message_is_named() {
    let known = messages("en");
    let mut named = composed();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root];
    let mut code = String::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with("tests") || path.ends_with("tests.rs") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                code.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    for id in &known {
        if code.contains(&format!("\"{id}\"")) {
            named.insert(id.clone());
        }
    }
    let different: Vec<&String> = known.symmetric_difference(&named).collect();
    assert!(different.is_empty(), "{different:?}");
    // The reverse, for names that are literals.
    for part in code.split("Phrase::new(\"").skip(1) {
        let id = part.split('"').next().unwrap();
        assert!(known.contains(id), "{id} is in no locale file");
    }
}

#[test]
fn every_language_has_every_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/locales");
    for language in fs::read_dir(folder).unwrap() {
        let language = language.unwrap().file_name().into_string().unwrap();
        assert_eq!(messages(&language), messages("en"), "{language}");
    }
}

/// The words of commands, the names of options and their values: the beginning of their messages'
/// names, and each with its English word.
fn words_of_commands() -> [(&'static str, BTreeSet<String>); 3] {
    // Nobody reads what only choices give.
    let all = || COMMANDS.iter().flat_map(|spec| spec.options);
    let options = || all().filter(|option| !option.is_internal);
    [
        (
            COMMAND,
            COMMANDS.iter().map(|spec| spec.word.to_owned()).collect(),
        ),
        (
            OPTION,
            options().map(|option| option.name.to_owned()).collect(),
        ),
        (VALUE, value_words()),
    ]
}

#[test]
fn words_of_commands_are_read_in_every_language() {
    let parse = |text: &str| parse(commands(), text, "!", Addressing::Open);
    for spec in COMMANDS.iter() {
        let mut names = BTreeSet::new();
        for language in Words::languages() {
            let local = command_word(spec.word, &language);
            for word in [local.clone(), local.to_uppercase(), plain(&local)] {
                let found = commands().find(&word).map(|spec| spec.word);
                assert_eq!(found, Some(spec.word), "{language}: {word}");
            }
            names.insert(local);
        }
        assert!(names.contains(spec.word));
    }
    // A local value that is a value in English too means the same.
    let [_, _, (_, values)] = words_of_commands();
    for language in Words::languages() {
        let mut names = BTreeSet::new();
        for spec in COMMANDS.iter() {
            assert!(
                names.insert(command_word(spec.word, &language)),
                "{language} {}",
                spec.word
            );
            let options = spec
                .options
                .iter()
                .map(|option| option_name(option.name, &language));
            let options: Vec<String> = options.collect();
            let different: BTreeSet<&String> = options.iter().collect();
            assert_eq!(different.len(), options.len(), "{language} {options:?}");
        }
        for english in &values {
            let local = plain(&option_value(english, &language));
            assert!(
                local == *english || !values.contains(&local),
                "{language} {local}"
            );
            let read = commands().value(&local).unwrap_or(english);
            assert_eq!(read, english, "{language} {local}");
        }
    }
    for (local, english) in [
        (
            "!Wyzwij @bob 3d białe rankingowa",
            "!challenge @bob 3d white rated",
        ),
        ("!postaw E4, POSTAW e5", "!place E4, place E5"),
        ("!zasady rzedy", "!rules rows"),
        ("!pomoc wyzwij", "!help challenge"),
        ("!defier @bob noirs", "!challenge @bob black"),
        ("!abandonner oui", "!resign yes"),
        (
            "!Вызвать @bob 3d чёрные рейтинговая",
            "!challenge @bob 3d black rated",
        ),
        ("!поставить E4, ПОСТАВИТЬ e5", "!place E4, place E5"),
        ("!правила переворот", "!rules turning"),
        ("!вызвать @bob черные", "!challenge @bob black"),
        ("!défier qui-veut sans-pendule", "!challenge anyone untimed"),
        ("!wyzwij ktokolwiek bez-zegara", "!challenge anyone untimed"),
        ("!вызвать любой без-часов", "!challenge anyone untimed"),
        ("!jouer niveau 4", "!play level 4"),
        ("!auto wył", "!auto off"),
        ("!rappels désactivés", "!remind off"),
        ("!авто включено", "!auto on"),
        ("!réglages serveur", "!settings server"),
    ] {
        assert_eq!(parse(local), parse(english), "{local}");
        assert!(matches!(parse(local), Parsed::Command(_)), "{local}");
    }
    let Parsed::Faulty(refusal) = parse("!wyzwj @bob") else {
        panic!("no command");
    };
    let words = Words::new("!", "Ringleader");
    let text = words.reply(&Reply::from(refusal), Some("pl"));
    assert!(format!("{text:?}").contains("!wyzwij"), "{text:?}");
}

#[test]
fn names_cannot_break_a_sentence() {
    let words = Words::new("!", "Ringleader");
    for name in [
        "{ $player }",
        "\u{F0001}",
        "@everyone",
        "**bold**",
        "a\nb",
        "\u{202E}x",
    ] {
        let phrase = Phrase::new("accepted")
            .with("by", Arg::Name(Person::new("1", name)))
            .with("challenger", Arg::Mention(Person::new("2", name)));
        let rich = words.reply(&Reply::say(phrase), None);
        assert_eq!(rich.lines.len(), 1);
        assert_eq!(
            rich.lines[0][0],
            Span::Foreign(Person::new("1", name).told_apart().shown_name())
        );
        assert!(rich.plain().contains(" accepted "), "{name}");
    }
}

#[test]
fn an_unknown_language_falls_back() {
    let words = Words::new("!", "Ringleader");
    let reply = Reply::say(Phrase::new("rows-none"));
    for language in [None, Some("en-GB"), Some("xx"), Some("not a tag"), Some("")] {
        assert_eq!(
            words.reply(&reply, language).plain(),
            "There are no rows of five."
        );
    }
}

#[test]
fn the_picture_in_words_is_never_too_long() {
    let words = Words::new("!", "Ringleader");
    for line in include_str!("../../tests/data/perft.epd").lines() {
        let position: Position = line.split(';').next().unwrap().trim().parse().unwrap();
        let names = ["\u{1F600}".repeat(99), "x".repeat(99)];
        let board = Board {
            targets: position.rings(position.actor()).into_iter().next(),
            ..Board::bare(position, names.each_ref().map(String::as_str))
        };
        let text = words.alt_text(&board, None);
        assert!(text.chars().count() <= 1000, "{}", text.chars().count());
        assert!(!text.contains(['{', '}', '\n']), "{text}");
        assert!(text.contains("Markers left"), "{text}");
        assert_eq!(
            position.stage() == Stage::Row,
            text.contains("Rows to remove")
        );
    }
}

#[test]
fn namesakes_are_told_apart_everywhere() {
    let words = Words::new("!", "Ringleader");
    let long = "Ludwig van Beethoven the Second of Bonn";
    for (one, other) in [("bob", "b\u{ad}ob"), (long, long)] {
        let [one, other] = [("@one:example.org", one), ("@two:example.org", other)]
            .map(|(id, name)| Person::new(id, name));
        let reply = Reply::say(
            Phrase::new("accepted")
                .with("by", Arg::Name(one.clone()))
                .with("challenger", Arg::Mention(other.clone())),
        );
        let board = Board {
            seats: [Seat::Person(one.clone()), Seat::Person(other)],
            caption: Phrase::new("caption-place")
                .with("player", Arg::Name(one))
                .with("color", crate::game::Color::White),
            ..Board::bare(Position::start(crate::game::Variant::Normal), ["", ""])
        };
        let names = words.names(&board, None);
        for text in [
            words.reply(&reply, None).plain(),
            words.caption(&board, None),
            words.alt_text(&board, None),
            names[0].clone(),
        ] {
            assert!(text.contains(" (@one:example.org)"), "{text}");
        }
        assert!(names[1].ends_with(" (@two:example.org)"), "{names:?}");
    }
}

#[test]
fn whoever_is_forgotten_is_called_somebody_in_each_language() {
    let words = Words::new("!", "Ringleader");
    let person = Person::forgotten(7);
    let told = |language| {
        let phrase = Phrase::new("over-resigned")
            .with("loser", Arg::Mention(person.clone()))
            .with("winner", Arg::Name(person.clone()));
        words.reply(&Reply::say(phrase), Some(language))
    };
    for (language, expected) in [
        ("en", "Someone resigned. Someone won!"),
        ("fr", "Quelqu'un abandonne. Quelqu'un gagne\u{a0}!"),
        ("pl", "Ktoś poddaje partię. Wygrywa ktoś!"),
        ("ru", "Кто-то сдаётся. Побеждает кто-то!"),
    ] {
        let reply = told(language);
        assert_eq!(reply.plain(), expected);
        let mentions = |span: &Span| matches!(span, Span::Mention(_));
        assert!(!reply.lines.iter().flatten().any(mentions));
    }
    let seats = [
        Seat::Person(person.clone()),
        Seat::Person(Person::forgotten(8)),
    ];
    assert_eq!(words.seats(&seats, Some("fr")), ["quelqu'un", "quelqu'un"]);
}
