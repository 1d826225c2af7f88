//! Replies as data, before any language or platform.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::person::{Person, Seat, TableKey};
use super::replay::Replay;
use super::settings::{PlaceSettings, Settings};
use crate::engine::Level;
use crate::game::{Action, Color, GameResult, Played, Point, PointSet, Position, Row};

/// A message of the locale files and its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phrase {
    /// Name of the message.
    pub id: String,
    /// Its arguments, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Arg>,
}

impl Phrase {
    /// A message without arguments.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            args: BTreeMap::new(),
        }
    }

    /// Whether it tells the result of a game.
    #[must_use]
    pub fn tells_the_end(&self) -> bool {
        self.id.starts_with("over-") || self.id.starts_with("result-")
    }

    /// Whether it is the line of a turn, with its deadline, or with the holiday of its player.
    #[must_use]
    pub fn is_timed_turn(&self) -> bool {
        matches!(self.id.as_str(), "turn-timed" | "turn-holiday")
    }

    /// The same with one more argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Arg>) -> Self {
        self.args.insert(name.to_owned(), value.into());
        self
    }
}

/// An argument of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// Text that stands as it is, such as a point.
    Text(String),
    /// A number; messages may choose a plural form by it.
    Number(i64),
    /// A person's name, without a mention.
    Name(Person),
    /// A person who is mentioned in the platform's way.
    Mention(Person),
    /// The bot's own name.
    Bot,
    /// A command, without prefix: `move E4 E10`.
    Command(String),
    /// The word of a command in the reader's language; nothing if that is English.
    LocalCommand(String),
    /// A point in time.
    Time(Timestamp),
    /// A point in time to which people count down.
    Until(Timestamp),
    /// A table, in the form by which the platform leads there.
    Place(TableKey),
    /// Another message.
    Phrase(Box<Phrase>),
    /// Several things, separated by commas.
    List(Vec<Self>),
}

impl Arg {
    /// A command to be shown with the prefix.
    pub fn command(text: impl Into<String>) -> Self {
        Self::Command(text.into())
    }

    /// The name of the player.
    #[must_use]
    pub fn seat(seat: &Seat) -> Self {
        match seat {
            Seat::Person(person) => Self::Name(person.clone()),
            Seat::Bot(_) => Self::Bot,
        }
    }

    /// The same, with the number of the bot's level.
    #[must_use]
    pub fn seat_with_number(seat: &Seat) -> Self {
        match seat {
            Seat::Person(_) => Self::seat(seat),
            Seat::Bot(level) => Self::from(
                Phrase::new("bot-on-plate")
                    .with("bot", Self::Bot)
                    .with("level", level.number()),
            ),
        }
    }

    /// The same, with the level at which the bot plays.
    #[must_use]
    pub fn seat_with_level(seat: &Seat) -> Self {
        match seat {
            Seat::Person(_) => Self::seat(seat),
            Seat::Bot(level) => Self::from(
                Phrase::new("bot-at-level")
                    .with("bot", Self::Bot)
                    .with("level", level.number())
                    .with("name", level_name(*level)),
            ),
        }
    }
}

impl Arg {
    /// Adds the people that are named in it.
    pub(crate) fn people<'a>(&'a self, found: &mut Vec<&'a Person>) {
        match self {
            Self::Name(person) | Self::Mention(person) => found.push(person),
            Self::Phrase(phrase) => phrase.args.values().for_each(|arg| arg.people(found)),
            Self::List(args) => args.iter().for_each(|arg| arg.people(found)),
            Self::Text(_)
            | Self::Number(_)
            | Self::Bot
            | Self::Command(_)
            | Self::LocalCommand(_)
            | Self::Time(_)
            | Self::Until(_)
            | Self::Place(_) => {}
        }
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Point> for Arg {
    fn from(point: Point) -> Self {
        Self::Text(point.to_string())
    }
}

impl From<Row> for Arg {
    fn from(row: Row) -> Self {
        Self::Text(row.to_string())
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u8> for Arg {
    fn from(number: u8) -> Self {
        Self::Number(i64::from(number))
    }
}

impl From<Color> for Arg {
    /// The colour's name in the reader's language.
    fn from(color: Color) -> Self {
        Self::Phrase(Box::new(Phrase::new(color.to_string())))
    }
}

impl From<Phrase> for Arg {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

impl<A: Into<Self>> FromIterator<A> for Arg {
    fn from_iter<I: IntoIterator<Item = A>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

/// Name of the message that says what can be done after a game.
pub(super) const OVER_NEXT: &str = "over-next";
/// The same where games are not reviewed.
const OVER_NEXT_UNREVIEWED: &str = "over-next-unreviewed";
/// The same after a game with somebody who has left for good.
pub(super) const OVER_NEXT_LEFT: &str = "over-next-left";
/// The same where games are not reviewed.
const OVER_NEXT_LEFT_UNREVIEWED: &str = "over-next-left-unreviewed";

/// The name of a level.
pub(super) fn level_name(level: Level) -> Phrase {
    Phrase::new(format!("level-{level}"))
}

/// How a board is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardForm {
    /// As a picture, with the position in words as its alternative text.
    Picture,
    /// As text in a fixed-width font.
    Text,
}

/// A board to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Picture or text.
    pub form: BoardForm,
    /// The position.
    pub position: Position,
    /// Who plays white and black.
    pub seats: [Seat; 2],
    /// How the game ended, if it is over.
    #[serde(default)]
    pub result: Option<GameResult>,
    /// The caption of the picture: whose turn it is and what is asked.
    pub caption: Phrase,
    /// The last turn.
    pub last: Vec<Played>,
    /// A ring whose targets are shown.
    pub targets: Option<Point>,
    /// Points with numbers, from 1: what can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Point>,
    /// Areas of the board that are shown: numbered, from 1, if no points are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<PointSet>,
    /// Points that are highlighted by a hint.
    #[serde(default)]
    pub nudge: PointSet,
    /// Actions that a hint suggests, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Action>,
    /// What white and black have left, in seconds, if the game is timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[i64; 2]>,
    /// Whether the clock of the player to decide stands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stands: bool,
    /// Settings for the drawing, such as theme and view.
    #[serde(flatten)]
    pub settings: Settings,
}

impl Board {
    /// The board of a bare position, its players called by the names given.
    #[must_use]
    pub fn bare(position: Position, names: [&str; 2]) -> Self {
        let seats = names.map(|name| Seat::Person(Person::new(name, name)));
        let result = position.result();
        let caption = match result {
            Some(result) => result_phrase(Some(result)),
            None => Phrase::new(format!("caption-{}", position.asked()))
                .with("player", Arg::seat(&seats[position.actor().index()])),
        };
        Self {
            form: BoardForm::Picture,
            position,
            seats,
            result,
            caption,
            last: Vec::new(),
            targets: None,
            numbers: Vec::new(),
            areas: Vec::new(),
            nudge: PointSet::EMPTY,
            hints: Vec::new(),
            clocks: None,
            stands: false,
            settings: Settings::default(),
        }
    }
}

/// The chances over a game, for a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve {
    /// Who played white and black.
    pub seats: [Seat; 2],
    /// The sentence below it.
    pub caption: Phrase,
    /// How the game ended.
    pub result: GameResult,
    /// Number of the first turn.
    pub first_turn: usize,
    /// The chance that white wins, in thousandths: before the first turn, and after each turn.
    pub chances: Vec<u16>,
    /// Rings that were removed, by the number of the turn, and by whom.
    pub rings: Vec<(usize, Color)>,
    /// Numbers of the turns in which the game turned.
    pub turning_points: Vec<usize>,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// A person's ratings over time, for a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingCurve {
    /// Whose.
    pub person: Person,
    /// The sentence below it.
    pub caption: Phrase,
    /// Number of the rated game before the first one shown: 0 if all are.
    pub before: usize,
    /// Rating and deviation before the first game shown, and after each.
    pub ratings: Vec<(i32, u16)>,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// The best ratings of a server, for a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// The sentence below it.
    pub caption: Phrase,
    /// Its lines, the best first.
    pub lines: Vec<LeaderboardLine>,
    /// The settings that it is drawn with.
    #[serde(flatten)]
    pub settings: Settings,
}

/// A person on a [`Leaderboard`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderboardLine {
    /// The person's place, from 1.
    pub place: usize,
    /// Who.
    pub person: Person,
    /// The rating, rounded.
    pub rating: i64,
    /// Its deviation, rounded.
    pub deviation: i64,
    /// Number of rated games.
    pub games: u32,
}

impl LeaderboardLine {
    /// The line in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        Phrase::new("top-line")
            .with("place", self.place)
            .with("player", Arg::Name(self.person.clone()))
            .with("rating", Arg::Number(self.rating))
            .with("deviation", Arg::Number(self.deviation))
            .with("games", Arg::Number(i64::from(self.games)))
    }
}

/// What a reply shows besides its words. The names of the variants are part of stored replies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visual {
    /// A board.
    Board(Box<Board>),
    /// A chart of the chances over a game.
    Curve(Curve),
    /// A chart of a person's ratings.
    Ratings(RatingCurve),
    /// A table of the best ratings.
    Leaderboard(Leaderboard),
    /// A game as an animation.
    Replay(Box<Replay>),
}

impl Visual {
    /// The settings that it is drawn with.
    const fn settings_mut(&mut self) -> &mut Settings {
        match self {
            Self::Board(board) => &mut board.settings,
            Self::Curve(curve) => &mut curve.settings,
            Self::Ratings(curve) => &mut curve.settings,
            Self::Leaderboard(board) => &mut board.settings,
            Self::Replay(replay) => &mut replay.settings,
        }
    }

    /// Whether it is shown as text.
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Board(board) if board.form == BoardForm::Text)
    }
}

/// A result as a short sentence.
pub(crate) fn result_phrase(result: Option<GameResult>) -> Phrase {
    Phrase::new(match result {
        None => "result-unknown",
        Some(GameResult::Draw) => "result-draw",
        Some(GameResult::White) => "result-white",
        Some(GameResult::Black) => "result-black",
    })
}

/// A file that comes with a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its name, with an extension, of letters, digits and hyphens.
    pub name: String,
    /// Its text.
    pub content: String,
}

/// The sign of a choice where it is picked by something short, such as a reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Yes to what was asked.
    Yes,
    /// No to what was asked.
    No,
    /// More of the same.
    More,
    /// Back to what was before.
    Back,
    /// Its place among the choices of its reply, from 1.
    Number(usize),
}

/// A choice that leads to others, and stands beside those that are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// More of the same.
    More,
    /// Back to what was before.
    Back,
}

/// What a choice means to whoever makes it, for platforms that show it by colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// What most people want next.
    Main,
    /// One among several, or something beside.
    Plain,
    /// Yes to what was asked.
    Yes,
    /// No to what was asked.
    No,
    /// It cannot be taken back.
    Grave,
}

/// A choice that a reply offers, as a button, a reaction or a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Its label.
    pub label: Phrase,
    /// The command that it stands for, without prefix: `row 1`.
    pub command: String,
    /// Whether it says yes or no to what was asked; neither, if it is one among several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yes: Option<bool>,
    /// The one person who may choose it; anyone if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_for: Option<Person>,
    /// Whether it is a minor choice: offered as a button, but not as a reaction. Minor choices come
    /// last.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
    /// Whether its number among the choices stands on the picture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_drawn: bool,
    /// If it is none of those that are asked for. Such choices come after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// Whether it says yes to something that cannot be taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub grave: bool,
}

impl Choice {
    /// A choice for anyone.
    #[must_use]
    pub fn new(label: Phrase, command: impl Into<String>) -> Self {
        Self {
            label,
            command: command.into(),
            yes: None,
            only_for: None,
            aside: false,
            is_drawn: false,
            control: None,
            grave: false,
        }
    }

    /// A choice that says yes or no to what was asked.
    #[must_use]
    pub fn answer(label: Phrase, command: impl Into<String>, yes: bool) -> Self {
        Self {
            yes: Some(yes),
            ..Self::new(label, command)
        }
    }

    /// Whether this person may choose it.
    #[must_use]
    pub fn is_for(&self, person: &Person) -> bool {
        self.only_for.as_ref().is_none_or(|one| one == person)
    }
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
    /// If it reminds a player of their turn: which reminder of the turn it is, counted from 1. It
    /// takes the place of the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminder: Option<usize>,
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
