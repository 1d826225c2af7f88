//! The settings' keys: what `set` and `settings` know of each setting.
//!
//! A key is the name of its field in [`Settings`]; `default` in place of a value resets it.

use super::{Announcements, Challengers, Games, Quiet, Remind, Scope, Settings};
use crate::game::Color;
use crate::session::context::Policy;
use crate::session::person::TableKey;
use crate::session::prefix::check_prefix;
use crate::session::reply::{Arg, Phrase};

/// Where a setting is made.
pub(in crate::session) struct Here<'a> {
    pub(in crate::session) policy: &'a Policy,
    /// Where it is said.
    pub(in crate::session) table: &'a TableKey,
}

/// A key.
pub(in crate::session) struct KeySpec {
    /// Its word, and the name of its field as it is stored.
    pub(in crate::session) word: &'static str,
    /// Name of the message that says what it sets.
    pub(in crate::session) about: &'static str,
    /// Where it can be set.
    pub(in crate::session) scopes: &'static [Scope],
    /// What a word sets; nothing if it is no value of this key.
    pub(in crate::session) read: fn(&str, &Here<'_>) -> Option<Settings>,
    /// What is set; nothing if nothing is.
    pub(in crate::session) value: fn(&Settings) -> Option<Arg>,
    /// The values that it takes, or examples of them.
    pub(in crate::session) values: fn(&Policy) -> Vec<String>,
}

/// What messages that mean something else to a chat client begin with.
const TAKEN: [char; 5] = ['`', '<', '>', '@', '/'];

/// Wherever settings are.
const EVERYWHERE: &[Scope] = &[Scope::Person, Scope::Channel, Scope::Server];
/// For everybody at a table.
const PLACES: &[Scope] = &[Scope::Channel, Scope::Server];
/// For a person alone.
const OWN: &[Scope] = &[Scope::Person];

/// The keys, in the order in which `settings` lists them.
pub(in crate::session) static KEYS: &[KeySpec] = &[
    KeySpec {
        word: "prefix",
        about: "setting-about-prefix",
        scopes: PLACES,
        read: |word, _| {
            (check_prefix(word).is_ok() && !word.starts_with(TAKEN)).then(|| Settings {
                prefix: Some(word.to_owned()),
                ..Settings::default()
            })
        },
        value: |settings| settings.prefix.as_deref().map(Arg::from),
        values: |_| vec!["!".to_owned(), "y!".to_owned()],
    },
    KeySpec {
        word: "language",
        about: "setting-about-language",
        scopes: EVERYWHERE,
        read: |word, here| {
            let known = here
                .policy
                .languages
                .iter()
                .find(|one| one.eq_ignore_ascii_case(word))?;
            Some(Settings {
                language: Some(known.clone()),
                ..Settings::default()
            })
        },
        value: |settings| settings.language.as_deref().map(Arg::from),
        values: |policy| policy.languages.clone(),
    },
    KeySpec {
        word: "theme",
        about: "setting-about-theme",
        scopes: EVERYWHERE,
        read: |word, here| {
            let known = here
                .policy
                .themes
                .iter()
                .find(|one| one.eq_ignore_ascii_case(word))?;
            Some(Settings {
                theme: Some(known.clone()),
                ..Settings::default()
            })
        },
        value: |settings| settings.theme.as_deref().map(Arg::from),
        values: |policy| policy.themes.clone(),
    },
    KeySpec {
        word: "view",
        about: "setting-about-view",
        scopes: EVERYWHERE,
        read: |word, _| {
            let color = Color::ALL
                .into_iter()
                .find(|color| color.to_string().eq_ignore_ascii_case(word))?;
            Some(Settings {
                view: Some(color),
                ..Settings::default()
            })
        },
        value: |settings| settings.view.map(Arg::from),
        values: |_| Color::ALL.map(|color| color.to_string()).to_vec(),
    },
    KeySpec {
        word: "clock",
        about: "setting-about-clock",
        scopes: PLACES,
        read: |word, _| {
            Some(Settings {
                clock: Some(word.parse().ok()?),
                ..Settings::default()
            })
        },
        value: |settings| settings.clock.map(|clock| Arg::from(clock.to_string())),
        values: |_| ["untimed", "3d", "15m+10s"].map(str::to_owned).to_vec(),
    },
    KeySpec {
        word: "rated",
        about: "setting-about-rated",
        scopes: PLACES,
        read: |word, _| {
            Some(Settings {
                rated: Some(switch(word)?),
                ..Settings::default()
            })
        },
        value: |settings| settings.rated.map(on_or_off),
        values: |_| switches(),
    },
    KeySpec {
        word: "hints",
        about: "setting-about-hints",
        scopes: PLACES,
        read: |word, _| {
            Some(Settings {
                hints: Some(switch(word)?),
                ..Settings::default()
            })
        },
        value: |settings| settings.hints.map(on_or_off),
        values: |_| switches(),
    },
    KeySpec {
        word: "reviews",
        about: "setting-about-reviews",
        scopes: PLACES,
        read: |word, _| {
            Some(Settings {
                reviews: Some(switch(word)?),
                ..Settings::default()
            })
        },
        value: |settings| settings.reviews.map(on_or_off),
        values: |_| switches(),
    },
    KeySpec {
        word: "challenges",
        about: "setting-about-challenges",
        scopes: EVERYWHERE,
        read: |word, _| {
            let mut words = Challengers::WORDS.into_iter();
            let (_, who) = words.find(|(known, _)| known.eq_ignore_ascii_case(word))?;
            Some(Settings {
                challenges: Some(who),
                ..Settings::default()
            })
        },
        value: |settings| {
            let id = match settings.challenges? {
                Challengers::Everyone => "setting-everyone",
                Challengers::Moderators => "setting-moderators",
                Challengers::Nobody => "setting-nobody",
            };
            Some(Phrase::new(id).into())
        },
        values: |_| Challengers::WORDS.map(|(word, _)| word.to_owned()).to_vec(),
    },
    KeySpec {
        word: "play",
        about: "setting-about-play",
        scopes: PLACES,
        read: |word, _| {
            Some(Settings {
                play: Some(switch(word)?),
                ..Settings::default()
            })
        },
        value: |settings| settings.play.map(on_or_off),
        values: |_| switches(),
    },
    KeySpec {
        word: "remind",
        about: "setting-about-remind",
        scopes: EVERYWHERE,
        read: |word, _| {
            Some(Settings {
                remind: Some(Remind::of_word(word)?),
                ..Settings::default()
            })
        },
        value: |settings| {
            let id = match settings.remind? {
                Remind::Off => "setting-off",
                Remind::Channel => "setting-in-channel",
                Remind::Private => "setting-in-private",
            };
            Some(Phrase::new(id).into())
        },
        values: |_| Remind::WORDS.iter().map(ToString::to_string).collect(),
    },
    KeySpec {
        word: "auto",
        about: "setting-about-auto",
        scopes: OWN,
        read: |word, _| {
            Some(Settings {
                auto: Some(switch(word)?),
                ..Settings::default()
            })
        },
        value: |settings| settings.auto.map(on_or_off),
        values: |_| switches(),
    },
    KeySpec {
        word: "tips",
        about: "setting-about-tips",
        scopes: EVERYWHERE,
        read: |word, _| {
            Some(Settings {
                tips: Some(switch(word)?),
                ..Settings::default()
            })
        },
        value: |settings| settings.tips.map(on_or_off),
        values: |_| switches(),
    },
    KeySpec {
        word: "quiet",
        about: "setting-about-quiet",
        scopes: EVERYWHERE,
        read: |word, _| {
            Some(Settings {
                quiet: Some(word.parse().ok()?),
                ..Settings::default()
            })
        },
        value: |settings| {
            Some(match settings.quiet.as_ref()? {
                Quiet::Off => on_or_off(false),
                hours @ Quiet::Hours(_) => Arg::from(hours.to_string()),
            })
        },
        values: |_| {
            ["22:00-08:00", "22:00-08:00 Europe/Warsaw", "off"]
                .map(str::to_owned)
                .to_vec()
        },
    },
    KeySpec {
        word: "games",
        about: "setting-about-games",
        scopes: PLACES,
        read: |word, _| {
            let mut words = Games::WORDS.into_iter();
            let (_, games) = words.find(|(known, _)| known.eq_ignore_ascii_case(word))?;
            Some(Settings {
                games: Some(games),
                ..Settings::default()
            })
        },
        value: |settings| {
            let id = match settings.games? {
                Games::Channel => "setting-games-channel",
                Games::Threads => "setting-games-threads",
            };
            Some(Phrase::new(id).into())
        },
        values: |_| Games::WORDS.map(|(word, _)| word.to_owned()).to_vec(),
    },
    KeySpec {
        word: "announcements",
        about: "setting-about-announcements",
        scopes: PLACES,
        read: |word, _| {
            let mut words = Announcements::WORDS.into_iter();
            let (_, what) = words.find(|(known, _)| known.eq_ignore_ascii_case(word))?;
            Some(Settings {
                announcements: Some(what),
                ..Settings::default()
            })
        },
        value: |settings| {
            let id = match settings.announcements? {
                Announcements::Off => "setting-off",
                Announcements::Results => "setting-results",
            };
            Some(Phrase::new(id).into())
        },
        values: |_| Announcements::WORDS.map(|(word, _)| word.to_owned()).to_vec(),
    },
    KeySpec {
        word: "announceto",
        about: "setting-about-announceto",
        scopes: PLACES,
        // Whoever says it there may speak there, and so may the bot.
        read: |word, here| {
            word.eq_ignore_ascii_case("here").then(|| Settings {
                announceto: Some(here.table.clone()),
                ..Settings::default()
            })
        },
        value: |settings| settings.announceto.clone().map(Arg::Place),
        values: |_| vec!["here".to_owned()],
    },
];

/// The words of the keys.
pub(in crate::session) const WORDS: &[&str] = &[
    "prefix",
    "language",
    "theme",
    "view",
    "clock",
    "rated",
    "hints",
    "reviews",
    "challenges",
    "play",
    "remind",
    "auto",
    "tips",
    "quiet",
    "games",
    "announcements",
    "announceto",
];

/// The key of this word.
pub(in crate::session) fn key(word: &str) -> Option<&'static KeySpec> {
    KEYS.iter().find(|key| key.word == word)
}

/// Whether a word turns something on.
fn switch(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn switches() -> Vec<String> {
    ["on", "off"].map(str::to_owned).to_vec()
}

fn on_or_off(on: bool) -> Arg {
    Phrase::new(if on { "setting-on" } else { "setting-off" }).into()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_key_is_the_name_of_its_field() {
        let policy = crate::config::Config::default().policy;
        let here = Here {
            policy: &policy,
            table: &TableKey::channel("test", "room"),
        };
        let words: Vec<_> = KEYS.iter().map(|key| key.word).collect();
        assert_eq!(words, WORDS);
        for key in KEYS {
            for value in (key.values)(&policy) {
                let set = (key.read)(&value, &here).unwrap();
                assert!((key.value)(&set).is_some(), "{}", key.word);
                let Value::Object(stored) = serde_json::to_value(&set).unwrap() else {
                    panic!("not an object");
                };
                assert_eq!(stored.keys().collect::<Vec<_>>(), [key.word], "{value}");
            }
            for wrong in [
                "",
                "default",
                "purple",
                "9 9",
                "@here!",
                "\u{200b}",
                &"x".repeat(300),
            ] {
                assert!((key.read)(wrong, &here).is_none(), "{} {wrong}", key.word);
            }
        }
    }
}
