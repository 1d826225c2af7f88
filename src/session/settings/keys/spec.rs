//! What a key is, and how words of values are read and shown.

use crate::picture::Theme;
use crate::session::context::Policy;
use crate::session::person::TableKey;
use crate::session::reply::{Arg, Phrase};
use crate::session::settings::{Scope, Settings};

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
    /// Whether it takes other values as well.
    pub(in crate::session) is_open: bool,
}

impl KeySpec {
    /// A key that takes no other values than it names.
    pub(super) const fn new(
        word: &'static str,
        about: &'static str,
        scopes: &'static [Scope],
        read: fn(&str, &Here<'_>) -> Option<Settings>,
        value: fn(&Settings) -> Option<Arg>,
        values: fn(&Policy) -> Vec<String>,
    ) -> Self {
        Self {
            word,
            about,
            scopes,
            read,
            value,
            values,
            is_open: false,
        }
    }

    /// The same key, which takes other values as well.
    pub(super) const fn open(self) -> Self {
        Self {
            is_open: true,
            ..self
        }
    }

    /// Its word in the reader's language.
    pub(in crate::session) fn name(&self) -> Phrase {
        value_name(self.word)
    }
}

/// The value that resets a setting.
pub(in crate::session) const DEFAULT: &str = "default";

/// Words that commands take in texts, and that people may say in their own language.
pub const WORDS_IN_TEXTS: [&str; 9] = [
    "clear",
    "then",
    DEFAULT,
    "everyone",
    "moderators",
    "nobody",
    "threads",
    "results",
    "here",
];

/// Settings with one value.
pub(super) fn with(set: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::default();
    set(&mut settings);
    settings
}

/// The words that turn something on and off.
pub(super) const SWITCH: &[&str] = &["on", "off"];

/// What some languages have on switches.
const ANSWERS: &[&str] = &["yes", "no"];

/// Whether a word turns something on.
pub(super) fn switch(word: &str) -> Option<bool> {
    let place = |words: &[&str]| words.iter().position(|one| one.eq_ignore_ascii_case(word));
    let place = [SWITCH, ANSWERS].into_iter().find_map(place)?;
    Some(place == 0)
}

/// Whether a word says no.
pub(super) fn no(word: &str) -> bool {
    switch(word) == Some(false)
}

pub(super) fn on_or_off(on: bool) -> Arg {
    Phrase::new(if on { "setting-on" } else { "setting-off" }).into()
}

/// The word of a value in the reader's language.
fn value_name(word: &str) -> Phrase {
    Phrase::new(format!("value-{word}"))
}

/// The place where `here` is said: whoever says it may speak there, and so may the bot.
pub(super) fn place(word: &str, here: &Here<'_>) -> Option<Box<TableKey>> {
    let is_here = word.eq_ignore_ascii_case("here");
    is_here.then(|| Box::new(here.table.clone()))
}

/// A theme in the reader's language.
pub(in crate::session) fn theme_name(theme: &str) -> Arg {
    match theme.parse::<Theme>() {
        Ok(theme) => value_name(&theme.to_string()).into(),
        Err(_) => theme.into(),
    }
}

/// The word of a list that is meant, in any case.
pub(super) fn one_of(known: &[String], word: &str) -> Option<String> {
    let mut known = known.iter();
    known.find(|one| one.eq_ignore_ascii_case(word)).cloned()
}

/// What a word stands for, in any case.
pub(super) fn of_word<T: Copy>(known: &[(&str, T)], word: &str) -> Option<T> {
    let mut known = known.iter();
    let (_, value) = known.find(|(known, _)| known.eq_ignore_ascii_case(word))?;
    Some(*value)
}

/// The words of a list.
pub(super) fn words<T>(known: &[(&str, T)]) -> Vec<String> {
    known.iter().map(|(word, _)| (*word).to_owned()).collect()
}

pub(super) fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}
