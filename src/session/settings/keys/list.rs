//! The list of all keys.

use super::spec::{
    KeySpec, SWITCH, no, of_word, on_or_off, one_of, owned, place, switch, theme_name, with, words,
};
use crate::game::Color;
use crate::session::prefix::check_prefix;
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::{Announcements, Challengers, Games, Quiet, Remind, Scope};

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
    KeySpec::new(
        "prefix",
        "setting-about-prefix",
        PLACES,
        |word, _| {
            let fits = check_prefix(word).is_ok() && !word.starts_with(TAKEN);
            fits.then(|| with(|to| to.prefix = Some(word.to_owned())))
        },
        |settings| settings.prefix.as_deref().map(Arg::from),
        |_| owned(&["!", "y!"]),
    )
    .open(),
    KeySpec::new(
        "language",
        "setting-about-language",
        EVERYWHERE,
        |word, here| {
            let known = one_of(&here.policy.languages, word)?;
            Some(with(|to| to.language = Some(known)))
        },
        |settings| {
            let tag = settings.language.as_deref()?;
            Some(Phrase::new(format!("language-{tag}")).into())
        },
        |policy| policy.languages.clone(),
    ),
    KeySpec::new(
        "theme",
        "setting-about-theme",
        EVERYWHERE,
        |word, here| {
            let known = one_of(&here.policy.themes, word)?;
            Some(with(|to| to.theme = Some(known)))
        },
        |settings| settings.theme.as_deref().map(theme_name),
        |policy| policy.themes.clone(),
    ),
    KeySpec::new(
        "view",
        "setting-about-view",
        EVERYWHERE,
        |word, _| {
            let same = |color: &Color| color.to_string().eq_ignore_ascii_case(word);
            let color = Color::ALL.into_iter().find(same)?;
            Some(with(|to| to.view = Some(color)))
        },
        |settings| settings.view.map(Arg::from),
        |_| Color::ALL.map(|color| color.to_string()).to_vec(),
    ),
    KeySpec::new(
        "clock",
        "setting-about-clock",
        PLACES,
        |word, _| {
            let clock = word.parse().ok()?;
            Some(with(|to| to.clock = Some(clock)))
        },
        |settings| {
            let clock = settings.clock?;
            Some(match clock.is_untimed() {
                true => Phrase::new("setting-untimed").into(),
                false => Arg::from(clock.to_string()),
            })
        },
        |_| owned(&["untimed", "3d", "15m+10s"]),
    )
    .open(),
    KeySpec::new(
        "rated",
        "setting-about-rated",
        PLACES,
        |word, _| switch(word).map(|on| with(|to| to.rated = Some(on))),
        |settings| settings.rated.map(on_or_off),
        |_| owned(SWITCH),
    ),
    KeySpec::new(
        "hints",
        "setting-about-hints",
        PLACES,
        |word, _| switch(word).map(|on| with(|to| to.hints = Some(on))),
        |settings| settings.hints.map(on_or_off),
        |_| owned(SWITCH),
    ),
    KeySpec::new(
        "reviews",
        "setting-about-reviews",
        PLACES,
        |word, _| switch(word).map(|on| with(|to| to.reviews = Some(on))),
        |settings| settings.reviews.map(on_or_off),
        |_| owned(SWITCH),
    ),
    KeySpec::new(
        "challenges",
        "setting-about-challenges",
        EVERYWHERE,
        |word, _| {
            let who = of_word(&Challengers::WORDS, word)?;
            Some(with(|to| to.challenges = Some(who)))
        },
        |settings| {
            let id = match settings.challenges? {
                Challengers::Everyone => "setting-everyone",
                Challengers::Moderators => "setting-moderators",
                Challengers::Nobody => "setting-nobody",
            };
            Some(Phrase::new(id).into())
        },
        |_| words(&Challengers::WORDS),
    ),
    KeySpec::new(
        "play",
        "setting-about-play",
        PLACES,
        |word, _| switch(word).map(|on| with(|to| to.play = Some(on))),
        |settings| settings.play.map(on_or_off),
        |_| owned(SWITCH),
    ),
    KeySpec::new(
        "remind",
        "setting-about-remind",
        EVERYWHERE,
        |word, _| {
            let word = if no(word) { SWITCH[1] } else { word };
            let remind = Remind::of_word(word)?;
            Some(with(|to| to.remind = Some(remind)))
        },
        |settings| {
            let id = match settings.remind? {
                Remind::Off => "setting-off",
                Remind::Channel => "setting-in-channel",
                Remind::Private => "setting-in-private",
            };
            Some(Phrase::new(id).into())
        },
        |_| owned(Remind::WORDS),
    ),
    KeySpec::new(
        "auto",
        "setting-about-auto",
        OWN,
        |word, _| switch(word).map(|on| with(|to| to.auto = Some(on))),
        |settings| settings.auto.map(on_or_off),
        |_| owned(SWITCH),
    ),
    KeySpec::new(
        "tips",
        "setting-about-tips",
        EVERYWHERE,
        |word, _| switch(word).map(|on| with(|to| to.tips = Some(on))),
        |settings| settings.tips.map(on_or_off),
        |_| owned(SWITCH),
    ),
    KeySpec::new(
        "quiet",
        "setting-about-quiet",
        EVERYWHERE,
        |word, _| {
            let word = if no(word) { SWITCH[1] } else { word };
            let quiet = word.parse().ok()?;
            Some(with(|to| to.quiet = Some(quiet)))
        },
        |settings| {
            Some(match settings.quiet.as_ref()? {
                Quiet::Off => on_or_off(false),
                hours @ Quiet::Hours(_) => Arg::from(hours.to_string()),
            })
        },
        |_| owned(&["22:00-08:00", "22:00-08:00 Europe/Warsaw", "off"]),
    )
    .open(),
    KeySpec::new(
        "games",
        "setting-about-games",
        PLACES,
        |word, _| {
            let games = of_word(&Games::WORDS, word)?;
            Some(with(|to| to.games = Some(games)))
        },
        |settings| {
            let id = match settings.games? {
                Games::Channel => "setting-games-channel",
                Games::Threads => "setting-games-threads",
            };
            Some(Phrase::new(id).into())
        },
        |_| words(&Games::WORDS),
    ),
    KeySpec::new(
        "announcements",
        "setting-about-announcements",
        PLACES,
        |word, _| {
            let word = if no(word) { SWITCH[1] } else { word };
            let what = of_word(&Announcements::WORDS, word)?;
            Some(with(|to| to.announcements = Some(what)))
        },
        |settings| {
            let id = match settings.announcements? {
                Announcements::Off => "setting-off",
                Announcements::Results => "setting-results",
            };
            Some(Phrase::new(id).into())
        },
        |_| words(&Announcements::WORDS),
    ),
    KeySpec::new(
        "announceto",
        "setting-about-announceto",
        PLACES,
        |word, here| place(word, here).map(|at| with(|to| to.announceto = Some(at))),
        |settings| settings.announceto.as_deref().cloned().map(Arg::Place),
        |_| owned(&["here"]),
    ),
    KeySpec::new(
        "daily",
        "setting-about-daily",
        PLACES,
        |word, here| place(word, here).map(|at| with(|to| to.daily = Some(at))),
        |settings| settings.daily.as_deref().cloned().map(Arg::Place),
        |_| owned(&["here"]),
    ),
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
    "daily",
];
