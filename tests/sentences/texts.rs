//! Random sentences: talk, commands, half commands and nonsense, in each language; and what has to
//! become of each.

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::session::Addressing;
use ringleader::words::{command_word, commands, option_value};

/// What people talk about, by language. No sentence that begins with one of these words is a command.
const TALK: [(&str, &[&str]); 4] = [
    (
        "en",
        &[
            "well", "nice", "that", "was", "close", "thanks", "lol", "why", "your", "ring", "is",
            "there", "tomorrow", "maybe", "sorry,", "phone", "died", "what", "a", "game!",
        ],
    ),
    (
        "fr",
        &[
            "bien",
            "joué",
            "merci",
            "c'était",
            "serré",
            "pourquoi",
            "ton",
            "anneau",
            "est",
            "là",
            "demain",
            "peut-être",
            "désolé,",
            "le",
            "téléphone",
            "a",
            "lâché",
            "quelle",
            "belle",
            "partie\u{a0}!",
        ],
    ),
    (
        "pl",
        &[
            "dobrze",
            "dzięki",
            "było",
            "blisko",
            "dlaczego",
            "twój",
            "pierścień",
            "jest",
            "tam",
            "jutro",
            "może",
            "przepraszam,",
            "telefon",
            "padł",
            "co",
            "za",
            "gra!",
            "źdźbło",
            "żółw",
            "łąka",
        ],
    ),
    (
        "ru",
        &[
            "хорошо",
            "спасибо",
            "было",
            "близко",
            "почему",
            "твоё",
            "кольцо",
            "там",
            "завтра",
            "может,",
            "извини,",
            "телефон",
            "сел",
            "какая",
            "игра!",
            "съёмка",
            "объём",
            "щука",
            "ещё-то",
            "вот",
        ],
    ),
];

/// The languages.
pub(crate) const LANGUAGES: [&str; 4] = ["en", "fr", "pl", "ru"];

/// Values of options, in English.
const VALUES: [&str; 18] = [
    "white", "black", "blitz", "normal", "rated", "casual", "yes", "no", "on", "off", "draw",
    "end", "clear", "channel", "server", "text", "sgf", "default",
];

/// Pieces that mean something to some command, or are difficult for all.
const PIECES: [&str; 54] = [
    "E4",
    "e4",
    "E10",
    "K7",
    "A1",
    "E4 E10",
    "e4-e10",
    "xe5-e9",
    "xc3",
    "e4-e10;xa2-e6xg7",
    "1",
    "2",
    "3",
    "7",
    "10",
    "0",
    "-1",
    "99999999999999999999",
    "#1",
    "#2",
    "#0",
    "#123456",
    "#",
    "@bob",
    "@alice",
    "@carol",
    "@mona",
    "@Ringleader",
    "@zed",
    "@bob:example.org",
    "anyone",
    "3d",
    "5d+12h",
    "15m+10s",
    "60s",
    "9999d",
    "22:00-08:00",
    "Europe/Warsaw",
    "then",
    "all",
    "harder",
    "`code`",
    "**bold**",
    "<@123>",
    "{$name}",
    "\\n",
    "|",
    "🂡🂡",
    "👍",
    "\u{202e}abc",
    "a\u{200b}b",
    "ﷺ",
    "é́́́́",
    "…",
];

/// How something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// In the channel.
    Said(Addressing),
    /// In a private chat with the bot.
    Private,
    /// By a command of the platform, which nobody else sees.
    Command,
    /// One of the last choices, by its index.
    Press(usize),
}

/// What has to become of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is answered.
    Answer,
    /// It was not for the bot.
    Silence,
    /// Either.
    Any,
}

/// What somebody says.
#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) way: Way,
    pub(crate) fate: Fate,
}

/// One of several.
fn one<'a>(of: &[&'a str], random: &mut TestRng) -> &'a str {
    of[random.random_range(0..of.len())]
}

/// Words that nobody means as a command.
fn talk(language: &str, random: &mut TestRng) -> String {
    let (_, words) = TALK.iter().find(|(tag, _)| *tag == language).unwrap();
    let first = loop {
        let word = one(words, random).trim_end_matches(['!', ',', '\u{a0}']);
        if commands().find(word).is_none() && word.chars().count() > 2 {
            break word;
        }
    };
    let mut text = first.to_owned();
    for _ in 0..random.random_range(0..8) {
        let word = match random.random_range(0..6) {
            0 => one(&PIECES, random),
            1 => one(&["!", "!hint", "!!!", "?", ":)"], random),
            _ => one(words, random),
        };
        text.push(' ');
        text.push_str(word);
    }
    text
}

/// A command's word, in the language or in English.
fn word(language: &str, random: &mut TestRng) -> String {
    let spec = commands()
        .iter()
        .nth(random.random_range(0..commands().len()));
    let spec = spec.unwrap();
    match random.random_range(0..5) {
        0 => spec.word.to_owned(),
        1 => (one(
            &[spec.word, spec.aliases.first().unwrap_or(&spec.word)],
            random,
        ))
        .to_owned(),
        2 => command_word(spec.word, language).to_uppercase(),
        _ => command_word(spec.word, language),
    }
}

/// What may follow a command.
fn tail(language: &str, random: &mut TestRng) -> String {
    let mut text = String::new();
    for _ in 0..random.random_range(0..5) {
        let piece = match random.random_range(0..8) {
            0 | 1 => option_value(one(&VALUES, random), language),
            2 => talk(language, random),
            3 if random.random_ratio(1, 10) => {
                one(&["x", "🂡", "я", " "], random).repeat(random.random_range(100..3000))
            }
            _ => one(&PIECES, random).to_owned(),
        };
        text.push_str(one(&[" ", "  ", " ", ", ", "\n", "\t"], random));
        text.push_str(&piece);
    }
    text
}

/// A word with a slip, that begins with a letter and is as short as a command.
fn mistyped(language: &str, random: &mut TestRng) -> String {
    let mut letters: Vec<char> = word(language, random).chars().take(20).collect();
    let at = random.random_range(1..letters.len().max(2));
    match random.random_range(0..3) {
        0 => letters.insert(at.min(letters.len()), 'q'),
        1 => letters.insert(at.min(letters.len()), 'й'),
        _ => letters.truncate(at),
    }
    letters.into_iter().collect()
}

/// Something that somebody may say.
pub(crate) fn sentence(language: &str, random: &mut TestRng) -> Sentence {
    use Addressing::{Bot, Open, Reply};
    let (text, way, fate) = match random.random_range(0..20) {
        0 | 1 => (talk(language, random), Way::Said(Open), Fate::Silence),
        2 => (talk(language, random), Way::Said(Reply), Fate::Silence),
        3 => {
            let noise = one(
                &["!", "!!", "!?", "! ", "!!! ", "!…", "!@", "!-", "!`"],
                random,
            );
            let text = match noise.ends_with(' ') {
                true => format!("{noise}{}", talk(language, random)),
                false => noise.to_owned(),
            };
            (text, Way::Said(Open), Fate::Silence)
        }
        4 => {
            let text = format!("!{}{}", mistyped(language, random), tail(language, random));
            (text, Way::Said(Open), Fate::Answer)
        }
        5 => {
            let text = format!("!{}{}", one(&PIECES, random), tail(language, random));
            (text, Way::Said(Open), Fate::Any)
        }
        6 => (talk(language, random), Way::Said(Bot), Fate::Answer),
        7 => (tail(language, random), Way::Said(Bot), Fate::Any),
        8 => {
            let way = Way::Press(random.random_range(0..12));
            (String::new(), way, Fate::Any)
        }
        kind => {
            let (before, way) = match kind {
                9 | 10 => ("", Way::Said(Bot)),
                11 => ("!", Way::Said(Reply)),
                12 | 13 => ("", Way::Private),
                14 | 15 => ("", Way::Command),
                _ => ("!", Way::Said(Open)),
            };
            let text = format!(
                "{before}{}{}",
                word(language, random),
                tail(language, random)
            );
            (text, way, Fate::Answer)
        }
    };
    Sentence { text, way, fate }
}

/// Each command in each way, alone and with its example.
pub(crate) fn all_commands(language: &str) -> Vec<Sentence> {
    let ways = [
        ("!", Way::Said(Addressing::Open)),
        ("", Way::Private),
        ("", Way::Command),
    ];
    let mut all = Vec::new();
    for spec in commands().iter() {
        let word = command_word(spec.word, language);
        let example = spec.example().replacen(spec.word, &word, 1);
        for (before, way) in ways {
            for text in [&word, &example.replace("friend", "bob")] {
                all.push(Sentence {
                    text: format!("{before}{text}"),
                    way,
                    fate: Fate::Answer,
                });
            }
        }
    }
    all
}
