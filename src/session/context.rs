//! The circumstances of a command: what its handler knows besides the table.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use yinsh::openings::Openings;

use super::archive::Answer;
use super::game::Game;
use super::holiday::Holiday;
use super::person::Person;
use super::settings::{PersonalSettings, PlaceSettings, Remind, Rights, Settings};
use super::vocabulary::Vocabulary;

/// What the operator has decided for every table.
#[derive(Debug, Clone)]
pub struct Policy {
    /// How long a challenge waits for an answer.
    pub challenge_lasts: SignedDuration,
    /// Tags of the languages that the bot speaks.
    pub languages: Vec<String>,
    /// Names of the pictures' themes.
    pub themes: Vec<String>,
    /// How many games one person may play at a time.
    pub most_games: u32,
    /// Names of the other programs that play here.
    pub programs: Vec<String>,
    /// How placements fared in other games.
    pub openings: Arc<Openings>,
}

/// The circumstances of one command.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The time.
    pub now: Timestamp,
    /// A random number, fresh for this command.
    pub random: u64,
    /// The persons that the message names, as the platform knows them.
    pub people: &'a [Person],
    /// The bot as the platform knows it.
    pub bot: &'a Person,
    /// The text of a file that came with the message.
    pub attachment: Option<&'a str>,
    /// Whether the other player, or the person whom the command names, can be at the table; unknown
    /// if nobody asked, or if the platform does not tell.
    pub other_present: Option<bool>,
    /// The server at which the table is, as the platform names it, if it is at one.
    pub server: Option<&'a str>,
    /// Whether it is a private chat of the author and the bot.
    pub private: bool,
    /// Whether nobody but the author and the bot reads the command and its answer.
    pub unseen: bool,
    /// Whether nobody else reads an answer that is for the author alone.
    pub alone: bool,
    /// Whether the game in progress that the command names is the one here.
    pub named: bool,
    /// What the archive answers to the command's question, if it has one.
    pub answer: Option<&'a Answer>,
    /// The author's games in progress at other tables; empty if nobody asked.
    pub own_games: &'a [Game],
    /// The author's holidays that count in this year or later; empty if nobody asked.
    pub holidays: &'a [Holiday],
    /// Ids of those who play as many games as they may.
    pub full: &'a [String],
    /// Ids of those who have blocked the author; empty if nobody asked.
    pub closed: &'a [String],
    /// The table's version when the choice was offered, if a choice was pressed.
    pub version: Option<u64>,
    /// How many choices of one message are within reach on the platform; all if absent.
    pub choices_at_once: Option<usize>,
    /// What the operator has decided for every table.
    pub policy: &'a Policy,
    /// What the author and the players have set for themselves.
    pub personal: &'a PersonalSettings,
    /// The settings that the table inherits, by level.
    pub place: &'a PlaceSettings,
    /// All of them in one.
    pub inherited: &'a Settings,
    /// Where settings of a server belong: as [`server`](Self::server), but none where nobody can
    /// set anything for it.
    pub community: Option<&'a str>,
    /// Words of commands and values in other languages.
    pub vocabulary: Option<&'static Vocabulary>,
    /// Whether the platform has threads here, which the bot can open.
    pub threads: bool,
    /// What the author may set besides their own settings; unknown if nobody asked, or if the
    /// platform does not tell.
    pub rights: Option<Rights>,
}

impl Context<'_> {
    /// Where a person is reminded of their turn here.
    pub(super) fn reminders_of(&self, person: &Person) -> Remind {
        self.personal.of(person).over(self.inherited).reminders()
    }
}
