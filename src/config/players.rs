//! The sections `[players.NAME]`: other programs that people can play against.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Deserialize;

use super::checks::checked_span;
use super::error::Fault;
use crate::session::is_program_name;
use crate::words::commands;

/// A program that speaks UGI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramPlayer {
    /// What players call it: lower-case letters, digits and hyphens.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its own options, which are set before the first game.
    pub options: Vec<(String, String)>,
    /// Time for a turn.
    pub time: Duration,
}

/// Maximum number of programs: each one in use is a process.
const MOST_PROGRAMS: usize = 16;

/// Maximum length of a name in characters: it has to fit into sentences and pictures.
const LONGEST_NAME: usize = 24;

/// Default time for a turn.
const TIME: Duration = Duration::from_secs(3);

/// Shortest and longest time for a turn, as for the bot's own.
const TIMES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(60)];

/// A section, unchecked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section, [players.NAME]")]
pub(super) struct RawPlayer {
    command: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, OptionValue>,
    time: Option<String>,
}

/// The value of an option.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a text, a whole number, true or false")]
enum OptionValue {
    Switch(bool),
    Number(i64),
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(on) => on.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// Checks all sections.
pub(super) fn check(raw: BTreeMap<String, RawPlayer>) -> Result<Vec<ProgramPlayer>, Fault> {
    if raw.len() > MOST_PROGRAMS {
        let reason = format!(
            "has {} programs; at most {MOST_PROGRAMS} are allowed",
            raw.len()
        );
        return Err(Fault::new("players", reason));
    }
    raw.into_iter()
        .map(|(name, player)| player.check(name))
        .collect()
}

impl RawPlayer {
    fn check(self, name: String) -> Result<ProgramPlayer, Fault> {
        let key = |key: &str| match key {
            "" => format!("players.{name}"),
            key => format!("players.{name}.{key}"),
        };
        if let Some(reason) = name_fault(&name) {
            return Err(Fault::new(key(""), reason));
        }
        if self.command.first().is_none_or(String::is_empty) {
            let reason = "has to name a program, such as [\"/usr/local/bin/rival\", \"ugi\"]";
            return Err(Fault::new(key("command"), reason));
        }
        let is_one_line = |text: &str| !text.contains(['\n', '\r']);
        let options: Vec<_> = self
            .options
            .into_iter()
            .map(|(name, value)| (name, value.to_string()))
            .collect();
        if !options
            .iter()
            .flat_map(|(name, value)| [name, value])
            .chain(&self.command)
            .all(|text| is_one_line(text))
        {
            return Err(Fault::new(key(""), "must not contain line breaks"));
        }
        let time = match self.time {
            Some(text) => checked_span(&key("time"), &text)?,
            None => TIME,
        };
        if !(TIMES[0]..=TIMES[1]).contains(&time) {
            return Err(Fault::new(key("time"), "has to be between 100ms and 60s"));
        }
        Ok(ProgramPlayer {
            command: self.command,
            options,
            time,
            name,
        })
    }
}

/// Why a name cannot be typed after `!versus`; `None` if it can.
fn name_fault(name: &str) -> Option<String> {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase())
        || !name.chars().all(is_word)
        || name.len() > LONGEST_NAME
    {
        return Some(format!(
            "a name has lower-case letters, digits and hyphens, begins with a letter, and is no \
             longer than {LONGEST_NAME} characters"
        ));
    }
    (!is_program_name(commands(), name)).then(|| {
        "this word means something else when somebody types it: choose another one".to_owned()
    })
}
