//! What is written in one transaction, and what came of it.

use jiff::Timestamp;
use tournament::Outcome;

use super::cursor::{ReplyTarget, SyncCursor};
use crate::session::{
    AdjournedGame, Announcement, Entry, FinishedGame, Holiday, Moderation, OwnMistake, Person,
    PuzzleTry, Reply, Report, Scope, SettingsChange, TableKey, TournamentGame, TournamentResult,
    Trained, Waiting,
};

/// Everything that follows from one event at a table.
#[derive(Debug, Clone)]
pub struct Change {
    /// The table.
    pub table: TableKey,
    /// Where the event came from, if that is another table: it is handled there, and answered there.
    pub given_at: Option<TableKey>,
    /// Where settings of the table's server belong, if it is known to be at one.
    pub community: Option<String>,
    /// The event's id, unique where it came from.
    pub event: String,
    /// When the event was handled.
    pub at: Timestamp,
    /// [`Store::forgotten`](super::Store::forgotten) before anything was read that it is based on.
    pub seen: u64,
    /// How the table changes; `None` if it could not be read and must stay untouched.
    pub progress: Option<Progress>,
    /// Replies for the outbox, in order.
    pub replies: Vec<Reply>,
    /// Whether the replies go out before those that merely show something.
    pub urgent: bool,
    /// The person who is answered.
    pub author: Option<Person>,
    /// The message that the replies answer, if it is not the event.
    pub reply_target: Option<ReplyTarget>,
    /// The language of the replies, if known.
    pub language: Option<String>,
    /// A sync cursor that moves together with the change.
    pub cursor: Option<SyncCursor>,
    /// Undelivered replies that the new ones replace: they are given up.
    pub supersedes: Vec<i64>,
}

/// How a table changes.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    /// Length of the log that the change is based on.
    pub after: u64,
    /// Number of the adjourned game whose entries go before the new ones. It is adjourned no longer.
    pub continues: Option<i64>,
    /// New entries.
    pub entries: Vec<Entry>,
    /// What the table waits for from now on.
    pub waiting: Waiting,
    /// Ids of the persons who play from now on; `None` if unchanged.
    pub players: Option<Vec<String>>,
    /// Ids of the persons to whom challenges are open from now on; `None` if unchanged.
    pub challenged: Option<Vec<String>>,
    /// What those who watch the game are told, each in private.
    pub watched: Vec<Reply>,
    /// Ids of those who watch the game from now on; `None` if unchanged.
    pub watchers: Option<Vec<String>>,
    /// The game that has ended, for the archive.
    pub finished: Option<FinishedGame>,
    /// The game that is adjourned by an [`Event::Adjourned`](crate::session::Event::Adjourned).
    pub adjourned: Option<AdjournedGame>,
    /// What is told of it in another channel.
    pub announcement: Option<Announcement>,
    /// The game of a tournament that begins. If it has begun elsewhere, or the tournament does not go on,
    /// nothing is written.
    pub begins: Option<TournamentGame>,
    /// The result of a game that has ended, for the table of its tournament.
    pub result: Option<TournamentResult>,
    /// The tournament that goes on at the table from now on, or that none does; `None` if unchanged.
    pub tournament: Option<Option<String>>,
    /// A note for the moderators of the table's place.
    pub report: Option<Report>,
    /// A change of settings on this platform.
    pub setting: Option<ScopedChange>,
    /// The first try of a puzzle, for the puzzle's rating.
    pub puzzle: Option<PuzzleTry>,
    /// Mistakes that people of this platform can learn from.
    pub mistakes: Vec<(Person, OwnMistake)>,
    /// The id of a person of this platform, and how they did with one of their own mistakes.
    pub trained: Option<(String, Trained)>,
    /// The id of a person of this platform, and the holiday that they take or end.
    pub holiday: Option<(String, Holiday)>,
    /// What a command of a moderator, or a block, changes.
    pub moderation: Moderation,
    /// A person of this platform has their data deleted.
    pub forgotten: Option<Forgetting>,
    /// The most games that one of `players` may play on this platform, if that is limited.
    pub most_games: Option<u32>,
    /// The most games that one who begins to watch this one may watch on this platform, if that is limited.
    pub most_watched: Option<usize>,
}

/// A game of a tournament that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BegunGame {
    /// Which one.
    pub game: TournamentGame,
    /// How it has ended, if it is over.
    pub outcome: Option<Outcome>,
}

/// A person has their data deleted.
#[derive(Debug, Clone)]
pub struct Forgetting {
    /// Who.
    pub person: Person,
    /// Who takes their place: a pseudonym.
    pub becomes: Person,
    /// Whether they ask for it in a private chat with the bot.
    pub in_private: bool,
}

/// A change of the settings of one scope of a platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopedChange {
    /// Whose settings.
    pub scope: Scope,
    /// The platform's id of the person, the channel or the server.
    pub id: String,
    /// How they change.
    pub change: SettingsChange,
}

/// A table gets another key, with everything that belongs to it. The table that had the new key
/// gets the old one.
#[derive(Debug, Clone)]
pub struct TableMove {
    /// The old key.
    pub from: TableKey,
    /// The new key.
    pub to: TableKey,
    /// The event's id, unique at the table under its new key.
    pub event: String,
    /// When the event was handled.
    pub at: Timestamp,
    /// [`Store::forgotten`](super::Store::forgotten) before the tables were read.
    pub seen: u64,
    /// Lengths of the logs at `from` and `to` that the move is based on.
    pub after: [u64; 2],
    /// A reply at the new key.
    pub reply: Option<Reply>,
    /// Its language, if known.
    pub language: Option<String>,
}

/// Result of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Committed {
    /// Written. The replies have these numbers in the outbox, and after them the announcement and
    /// what those are told who watch.
    Done(Vec<i64>),
    /// The event was handled before: nothing was written, and nothing is to be said.
    Duplicate,
    /// The log has grown since, or the person's holidays have: nothing was written. Reload the table.
    Conflict,
    /// A person has had their data deleted meanwhile, whom the change may name: nothing was written.
    /// Read everything again.
    Stale,
    /// The adjourned game was continued elsewhere meanwhile: nothing was written.
    Gone,
    /// These persons already play as many games as they may: nothing was written.
    TooManyGames(Vec<String>),
    /// Somebody who would watch the game already watches as many as they may: nothing was written.
    TooManyWatched,
}

/// Data older than these moments are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PruneBefore {
    /// Handled events and delivered replies.
    pub replies: Timestamp,
    /// What moderators did, mutes that have ended, and notes for moderators.
    pub moderation: Timestamp,
    /// Mutes that have ended, of people who had their data deleted.
    pub mutes_of_forgotten: Timestamp,
    /// Finished games, and logs of tables at which nothing goes on, if they are not kept for good.
    pub games: Option<Timestamp>,
}

impl PruneBefore {
    /// All that is not kept for good, by one moment.
    #[must_use]
    pub const fn all(before: Timestamp) -> Self {
        Self {
            replies: before,
            moderation: before,
            mutes_of_forgotten: before,
            games: None,
        }
    }
}
