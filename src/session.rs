//! The chat-agnostic core: what a table is, what a command means, and what follows from it.
//!
//! Pure: a command, a table and the circumstances come in; new log entries and replies come out
//! as data. Nothing here knows a clock, a random source, a database or a chat platform.
//!
//! [`parse`] turns a message into a [`Command`]; [`handle`] finds its handler and works out an
//! [`Outcome`]: new entries, replies, and the table after them, whose [`Table::pending`] says what
//! the host has to do next. [`COMMANDS`] is the one list of all commands.

mod adjourned;
mod announcement;
mod archive;
mod areas;
mod away;
mod bracket;
mod challenges;
mod clock;
mod coach;
mod commands;
mod conditions;
mod context;
mod decision;
mod dispatch;
mod draft;
mod due;
mod event;
mod exercises;
mod featured;
mod follow_ups;
mod forgotten;
mod game;
mod greeting;
mod hint;
mod holiday;
mod learned;
mod lessons;
mod moderation;
mod my_data;
mod name;
mod namesakes;
mod needs;
mod offers;
mod options;
mod outage;
mod own_games;
mod parse;
mod permissions;
mod person;
mod phrases;
mod place_gone;
mod place_name;
mod predictions;
mod prefix;
mod present;
mod puzzled;
mod puzzles;
mod quiet;
mod race;
mod rating;
mod read_decisions;
mod record;
mod recurrence;
mod refusal;
mod rename;
mod replay;
mod reply;
mod restate;
mod review;
mod rounds;
mod same_game;
mod schedule;
mod seats;
mod settings;
mod sign_up;
mod silence;
mod silence_notices;
mod spec;
mod start;
mod stats;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod time_control;
mod tips;
mod tournament;
mod training;
mod turning;
mod turning_words;
mod viewer;
mod vocabulary;
mod votes;
mod voting;
mod watching;
mod weekend;
mod zone;

pub use self::tournament::{PairedGame, Tournament, TournamentGame, TournamentResult};
pub use adjourned::{AdjournedGame, AdjournedGames, Continuation, PickedGame};
pub use announcement::Announcement;
pub use archive::{
    Answer, ArchivedGame, FinishedGame, GameElsewhere, LEVELS_VERSION, MeantGame, NamedGame, PAGE,
    Place, Question, Report, Standing, Summary,
};
pub(crate) use bracket::MOST_MATCHES;
pub use clock::Clock;
pub use commands::{COMMANDS, RULES_TOPICS, is_program_name};
pub use conditions::Branch;
pub use context::{Context, Policy};
pub use decision::Decision;
pub use dispatch::{Trigger, handle};
pub use draft::Outcome;
pub use event::{Challenge, ColorChoice, Entry, Event, HintAmount, Offer, PlayedGame};
pub use exercises::position_for;
pub use featured::{RatedTable, by_strength};
pub use game::{Ending, Game, HintRequest};
pub use holiday::Holiday;
pub use learned::{Learned, OpenLesson};
pub use moderation::{AuditEntry, AuditNote, Block, Moderation, Mute, ReportEntry};
pub use my_data::{MyData, StoredData, StoredItem};
pub use name::{clean_name, clean_text, look};
pub use namesakes::Namesakes;
pub use options::{Choices, Kind, LegalPoints, Opponent, OptionSpec, Options};
pub use own_games::{OwnGames, by_urgency};
pub use parse::{Addressing, Parsed, parse};
pub use permissions::{muted, not_here};
pub use person::{Person, Seat, TableKey};
pub use prefix::{PrefixError, check_prefix};
pub use puzzled::{Daily, OpenPuzzle, PuzzleTry, Puzzled, SolvedDay};
pub use puzzles::{PUZZLES, utc_day};
pub use race::{Race, Races, Score as RaceScore};
pub use rating::{Rating, RatingChange};
pub use refusal::Refusal;
pub use rename::Renaming;
pub use replay::{DrawnTurns, Replay, ReplayRequest, ReplayedGame, TurnShown};
pub(crate) use reply::result_phrase;
pub use reply::{
    Arg, Board, BoardForm, Bracket, BracketSlot, Choice, Control, Curve, File, Keep, Leaderboard,
    LeaderboardLine, Phrase, RatingCurve, Reply, Sign, Standings, StandingsLine, Tally, Tone,
    Visual,
};
pub use restate::{moved, restated};
pub use settings::keys::WORDS_IN_TEXTS;
pub use settings::{
    Announcements, Challengers, Games, PersonalSettings, PlaceSettings, Quiet, Remind, Rights,
    Scope, Settings, SettingsChange,
};
pub use spec::{Command, Commands, Group, Lookup, Menu, Spec};
pub use table::{EngineTask, LogError, Pending, ReviewRequest, Table, Waiting};
#[cfg(all(test, feature = "discord"))]
pub(crate) use tests::with_example;
pub use time_control::{TimeControl, TimeControlError, short_span};
pub use training::{OwnMistake, Trained, Training, TrainingItem};
pub use turning::{Turning, TurningPoints};
pub use viewer::{Shelf, Viewer};
pub use vocabulary::{Vocabulary, plain};
pub use votes::Crowd;
pub use watching::{MOST_WATCHED, WatchedGames, Watcher};
