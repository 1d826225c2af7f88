//! Replies as data, before any language or platform.

mod choice;
mod phrase;
mod visual;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::person::Person;
use super::settings::{PlaceSettings, Settings};
use super::tournament::PairedGame;
pub use choice::{Choice, Control, Sign, Tone};
pub(super) use phrase::level_name;
pub(crate) use phrase::result_phrase;
pub use phrase::{Arg, Phrase};
pub use visual::{
    Board, BoardForm, Bracket, BracketSlot, Curve, Leaderboard, LeaderboardLine, RatingCurve,
    Standings, StandingsLine, Visual,
};
pub(super) use visual::{BracketMatch, BracketRound};
pub(super) use visual::{points, score};

/// Name of the message that says what can be done after a game.
pub(super) const OVER_NEXT: &str = "over-next";
/// The same where games are not reviewed.
const OVER_NEXT_UNREVIEWED: &str = "over-next-unreviewed";
/// The same after a game with somebody who has left for good.
pub(super) const OVER_NEXT_LEFT: &str = "over-next-left";
/// The same where games are not reviewed.
const OVER_NEXT_LEFT_UNREVIEWED: &str = "over-next-left-unreviewed";

/// A file that comes with a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its name, with an extension, of letters, digits and hyphens.
    pub name: String,
    /// Its text.
    pub content: String,
}

/// Which tally of a vote a reply is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// When the round of votes began.
    pub round: Timestamp,
    /// Which tally of the round it is, counted from 1.
    pub number: u32,
}

/// What is kept of a reply once it is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Keep {
    /// All of it, for a while: its choices may be picked.
    #[default]
    Usual,
    /// Nothing: it is about its reader alone.
    Nothing,
    /// Nothing, nor that its table exists, unless anything has happened there.
    NotEvenTable,
}

impl Keep {
    const fn is_usual(&self) -> bool {
        matches!(self, Self::Usual)
    }
}

/// A reply of the bot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reply {
    /// The sentences, each a line.
    pub text: Vec<Phrase>,
    /// A board or a chart, if one is shown.
    #[serde(flatten)]
    pub visual: Option<Visual>,
    /// A file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<File>,
    /// What can be chosen next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// The one person who needs to see it; everyone at the table if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_for: Option<Person>,
    /// Whether it is one of several steps to a decision: it takes the place of the step before, where
    /// the platform can do that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_step: bool,
    /// Whether it has nothing to do with the table's game: it withdraws no choices, and nothing
    /// withdraws its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
    /// Whether it is sent to that person as a private message. Where that is not possible, everyone
    /// at the table sees a reminder, and nobody sees anything else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Whether it comes without a sound, where the platform can do that: all whom it mentions have
    /// quiet hours.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silent: bool,
    /// Whether it tells somebody of a game that they watch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub watched: bool,
    /// If it reminds a player of their turn: which reminder of the turn it is, counted from 1. It
    /// takes the place of the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminder: Option<usize>,
    /// Whether it only acknowledges a message, which a reaction can do as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acknowledges: bool,
    /// Set if it is a tally of a vote. All tallies of a round share one message, which is edited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
    /// The game of a tournament that begins in a thread at this message, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<Box<PairedGame>>,
    /// The table's version that the choices belong to: pressed later they are refused.
    #[serde(default)]
    pub version: u64,
    /// What the commands in it begin with, if that is not as everywhere on the platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// The language that its one reader has set for themselves, as a BCP 47 tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// What is kept of it once it is delivered.
    #[serde(default, skip_serializing_if = "Keep::is_usual")]
    pub keep: Keep,
    /// Reminders of the table with a lower number are out of date; that of the version if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminders_from: Option<u64>,
}

impl Reply {
    /// Whether a later reply of its table makes this reminder superfluous: another reminder, or one
    /// of a turn that comes after, which its player sees.
    #[must_use]
    pub fn is_outdated_by(&self, later: &Self) -> bool {
        let from = |reply: &Self| reply.reminders_from.unwrap_or(reply.version);
        let is_seen = later.only_for.is_none() || later.private;
        later.reminder.is_some() || is_seen && from(self) < from(later)
    }

    /// Has the reply be as it is set for its place and for where it is read, and as its one reader
    /// has set it. What is turned off is not offered.
    pub fn inherit(&mut self, reader: &Settings, place: &PlaceSettings, read_at: &PlaceSettings) {
        if let Some(visual) = &mut self.visual {
            let settings = visual.settings_mut();
            let looks = place.of_place().looks();
            *settings = reader.looks().over(settings).over(&looks);
        }
        // A private message is read elsewhere.
        self.prefix = read_at.of_place().prefix.filter(|_| !self.private);
        self.language.clone_from(&reader.language);
        let inherited = place.inherited();
        let offers = |choice: &Choice| match choice.command.split(' ').next() {
            Some("hint") => inherited.gives_hints(),
            Some("analyze") => inherited.gives_reviews(),
            _ => true,
        };
        self.choices.retain(offers);
        if !inherited.gives_reviews() {
            for phrase in &mut self.text {
                match phrase.id.as_str() {
                    OVER_NEXT => OVER_NEXT_UNREVIEWED.clone_into(&mut phrase.id),
                    OVER_NEXT_LEFT => OVER_NEXT_LEFT_UNREVIEWED.clone_into(&mut phrase.id),
                    _ => {}
                }
            }
        }
        if !reader.over(&inherited).gives_tips() {
            self.leave_tips_out();
        }
    }

    /// A reply of one sentence.
    #[must_use]
    pub fn say(phrase: Phrase) -> Self {
        Self {
            text: vec![phrase],
            ..Self::default()
        }
    }

    /// The board, if one is shown.
    #[must_use]
    pub fn board(&self) -> Option<&Board> {
        match &self.visual {
            Some(Visual::Board(board)) => Some(board),
            _ => None,
        }
    }

    /// The signs of the choices, in order, each different from the others. If several say yes, or
    /// several no, all have their numbers for signs.
    #[must_use]
    pub fn signs(&self) -> Vec<Sign> {
        let once = |answer| {
            let such = |choice: &&Choice| choice.yes == Some(answer);
            self.choices.iter().filter(such).count() <= 1
        };
        let answers = once(true) && once(false);
        (1..)
            .zip(&self.choices)
            .map(|(number, choice)| match (choice.control, choice.yes) {
                (Some(Control::More), _) => Sign::More,
                (Some(Control::Back), _) => Sign::Back,
                (None, Some(true)) if answers => Sign::Yes,
                (None, Some(false)) if answers => Sign::No,
                _ => Sign::Number(number),
            })
            .collect()
    }

    /// What each choice means, in order. Of those that answer no question the first is the main one,
    /// unless there are others like it: then they are equals.
    #[must_use]
    pub fn tones(&self) -> Vec<Tone> {
        let choices = &self.choices;
        let is_grave = choices.iter().any(|choice| choice.grave);
        let is_answer = |choice: &&Choice| choice.yes.is_some();
        let asks = choices.iter().any(|choice| is_answer(&choice));
        let mut plain = choices.iter().filter(|choice| !is_answer(choice));
        let leads_back = |choice: &Choice| choice.control == Some(Control::Back);
        let first = plain
            .clone()
            .find(|choice| !choice.aside && !leads_back(choice));
        let main = first.filter(|first| {
            !asks
                && !first.is_drawn
                && plain
                    .all(|other| std::ptr::eq(other, *first) || other.label.id != first.label.id)
        });
        let tone = |choice: &Choice| match choice.yes {
            _ if choice.grave => Tone::Grave,
            Some(true) => Tone::Yes,
            // It is the harmless one.
            Some(false) if is_grave => Tone::Plain,
            Some(false) => Tone::No,
            None if main.is_some_and(|main| std::ptr::eq(main, choice)) => Tone::Main,
            None => Tone::Plain,
        };
        choices.iter().map(tone).collect()
    }

    /// Whether this reply withdraws the choices of an earlier reply at the table: the table has moved
    /// on, or this one offers them anew. A question beside another withdraws nothing, nor does a
    /// reply for one person.
    #[must_use]
    pub fn outdates(&self, earlier: &Self) -> bool {
        if self.only_for.is_some() || self.apart || earlier.apart {
            return false;
        }
        let moved_on = self.version > earlier.version;
        match (self.board().is_some(), self.choices.is_empty()) {
            (true, false) => true,
            (false, false) => moved_on && earlier.board().is_some(),
            (_, true) => moved_on,
        }
    }

    /// Turns mentions into names.
    pub(super) fn mention_nobody(&mut self) {
        fn quiet(arg: &mut Arg) {
            match arg {
                Arg::Mention(person) => *arg = Arg::Name(person.clone()),
                Arg::Phrase(phrase) => phrase.args.values_mut().for_each(quiet),
                Arg::List(args) => args.iter_mut().for_each(quiet),
                _ => {}
            }
        }
        for phrase in &mut self.text {
            phrase.args.values_mut().for_each(quiet);
        }
    }

    /// Whether it tells a deadline.
    #[must_use]
    pub fn tells_a_deadline(&self) -> bool {
        self.reminder.is_some() || self.text.iter().any(Phrase::is_timed_turn)
    }

    /// Whether it tells the result of a game.
    #[must_use]
    pub fn tells_the_end(&self) -> bool {
        self.text.iter().any(Phrase::tells_the_end)
    }

    /// The persons that the reply mentions.
    pub fn mentions(&self) -> impl Iterator<Item = &Person> {
        fn in_arg<'a>(arg: &'a Arg, found: &mut Vec<&'a Person>) {
            match arg {
                Arg::Mention(person) if person.is_forgotten() => {}
                Arg::Mention(person) if !found.contains(&person) => found.push(person),
                Arg::Phrase(phrase) => phrase.args.values().for_each(|arg| in_arg(arg, found)),
                Arg::List(args) => args.iter().for_each(|arg| in_arg(arg, found)),
                _ => {}
            }
        }
        let mut found = Vec::new();
        for arg in self.text.iter().flat_map(|phrase| phrase.args.values()) {
            in_arg(arg, &mut found);
        }
        found.into_iter()
    }
}
