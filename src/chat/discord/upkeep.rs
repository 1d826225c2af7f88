//! Upkeep of threads: one that the bot has made stays open for a week without a message while its game
//! runs. Once the game is over it is named with the result, and Discord archives it after a day of
//! silence. A message brings it back; with the next game it gets its name back.
//!
//! What a thread has to look like follows from its table. How it was left is stored, so that nothing is
//! done twice, and what a stop prevented is done after the next start. Nothing is done to the threads of
//! others, nor to a name that somebody has changed.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use serenity::all::ChannelId;
use serenity::http::{LightMethod, Route};
use sha2::{Digest, Sha256};
use tokio::sync::{Notify, Semaphore};
use tokio::time::sleep;

use super::context::DiscordContext;
use super::cursors::channel_of;
use super::error::RequestFailure;
use super::snowflake::id_of;
use crate::chat::common::platform::DISCORD;
use crate::game::{Color, GameResult};
use crate::host::{Backoff, Host, StoreError, SyncCursor};
use crate::lock::lock;
use crate::session::{Game, Person, Seat, Table, TableKey};

/// Minutes without a message until Discord archives a thread in which a game runs: a week, the longest
/// that it offers.
pub(super) const WHILE_PLAYED: u32 = 7 * 24 * 60;

/// The same once the game is over: a day, for a rematch or a review.
const WHEN_OVER: u32 = 24 * 60;

/// Length limit of a thread's name, in characters.
const MAX_NAME: usize = 100;

/// What all names begin with that the bot gives.
const OURS: &str = "YINSH: ";

/// Most characters of one player's name: two of them and a result have room.
const MAX_PLAYER: usize = 42;

/// Threads that are looked at side by side.
const MAX_AT_ONCE: usize = 4;

/// Bytes of a stored digest.
const DIGEST_BYTES: usize = 8;

/// What is stored of a thread that is somebody else's.
const NOT_OURS: &str = "-";

/// How a thread has to look.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Look {
    /// `None`: as it is.
    name: Option<Name>,
    /// Minutes without a message until Discord archives it.
    archived_after: u32,
}

/// The name of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Name {
    /// These two play.
    Players([String; 2]),
    /// This game is over.
    Result(String),
}

impl Name {
    fn text(&self) -> String {
        match self {
            Self::Players([one, other]) => players(one, Some(other)),
            Self::Result(name) => name.clone(),
        }
    }

    /// Whether a name will do. Who challenged comes first there, whatever their colour.
    fn is(&self, name: &str) -> bool {
        name == self.text()
            || matches!(self, Self::Players([one, other]) if name == players(other, Some(one)))
    }
}

impl Look {
    /// How a thread looks that was opened for a challenge.
    const OPENED: Self = Self {
        name: None,
        archived_after: WHILE_PLAYED,
    };

    /// How the thread of a table has to look, where the bot is called `bot`.
    fn of(table: &Table, bot: &Person) -> Self {
        match table.game() {
            Some(game) if !game.is_over() => Self {
                name: Some(Name::Players(seats(game, bot))),
                archived_after: WHILE_PLAYED,
            },
            Some(game) => Self {
                name: Some(Name::Result(result(game, bot))),
                archived_after: WHEN_OVER,
            },
            None if table.challenges().is_empty() => Self {
                name: None,
                archived_after: WHEN_OVER,
            },
            None => Self::OPENED,
        }
    }

    /// What is stored of it: no name of anybody.
    fn digest(&self) -> String {
        let hash = Sha256::digest(format!("{self:?}"));
        let mut digest = String::with_capacity(2 * DIGEST_BYTES);
        for byte in hash.iter().take(DIGEST_BYTES) {
            // Writing into a string cannot fail.
            let _ = write!(digest, "{byte:02x}");
        }
        digest
    }

    /// What has to be changed of a thread that is told so; nothing if it looks like that, or is none
    /// of the bot's.
    fn changes(&self, told: &Value) -> Option<Value> {
        let details = &told["thread_metadata"];
        let mut changes = json!({});
        let known = told["name"].as_str().filter(|name| name.starts_with(OURS));
        if let (Some(name), Some(wanted)) = (known, &self.name)
            && !wanted.is(name)
        {
            changes["name"] = json!(wanted.text());
        }
        if details["auto_archive_duration"] != self.archived_after {
            changes["auto_archive_duration"] = json!(self.archived_after);
        }
        if changes.as_object().is_none_or(serde_json::Map::is_empty) {
            return None;
        }
        // An archived one takes no other change.
        if details["archived"] == true {
            changes["archived"] = json!(false);
        }
        Some(changes)
    }
}

/// The names of white and black.
fn seats(game: &Game, bot: &Person) -> [String; 2] {
    [Color::White, Color::Black].map(|color| match game.seat(color) {
        Seat::Person(person) => player(person),
        Seat::Bot(_) => player(bot),
        Seat::Program(name) => name.clone(),
        Seat::Crowd(_) => Seat::CROWD.to_owned(),
    })
}

/// The name of a thread whose game is over.
fn result(game: &Game, bot: &Person) -> String {
    let [white, black] = seats(game, bot);
    let name = players(&white, Some(&black));
    match game.result() {
        Some(GameResult::White) => format!("{name} · 1–0"),
        Some(GameResult::Black) => format!("{name} · 0–1"),
        Some(GameResult::Draw) => format!("{name} · ½–½"),
        // It was called off.
        None => name,
    }
}

/// A player's name as it stands in a thread's.
fn player(person: &Person) -> String {
    let name = person.shown_name();
    // Nothing that looks like a mention.
    let name = name.replace('@', "＠").replace('<', "‹");
    if name.chars().count() <= MAX_PLAYER {
        return name;
    }
    let mut short: String = name.chars().take(MAX_PLAYER - 1).collect();
    short.push('…');
    short
}

/// The name of a thread: who plays.
fn players(one: &str, other: Option<&str>) -> String {
    let mut name = format!("{OURS}{one}");
    if let Some(other) = other {
        name.push_str(" – ");
        name.push_str(other);
    }
    name.chars().take(MAX_NAME).collect()
}

/// The name of a thread for a challenge.
pub(super) fn name_for(challenger: &Person, challenged: Option<&Person>) -> String {
    players(&player(challenger), challenged.map(player).as_deref())
}

/// Keeps threads as their games want them.
pub(super) struct ThreadUpkeep {
    /// The prefix of the names under which it is stored how threads were left.
    prefix: String,
    /// How threads were left.
    left: Mutex<HashMap<u64, String>>,
    /// Those at which something has changed since.
    due: Mutex<BTreeSet<TableKey>>,
    more: Notify,
    permits: Semaphore,
}

impl ThreadUpkeep {
    /// Of the threads of the bot with this id.
    pub(super) fn new(me: u64) -> Self {
        Self {
            prefix: format!("{DISCORD}-thread:{me}:"),
            left: Mutex::default(),
            due: Mutex::default(),
            more: Notify::new(),
            permits: Semaphore::new(MAX_AT_ONCE),
        }
    }

    /// Reads from the database how threads were left.
    pub(super) async fn load(&self, host: &Host) -> Result<(), StoreError> {
        let stored = host.cursors(&self.prefix).await?;
        let parsed = stored.into_iter().filter_map(|one| {
            let thread = one.name.strip_prefix(&self.prefix)?.parse().ok()?;
            Some((thread, one.value))
        });
        lock(&self.left).extend(parsed);
        Ok(())
    }

    fn name(&self, thread: u64) -> String {
        format!("{}{thread}", self.prefix)
    }

    /// Notes that something may have changed at a table in a thread.
    pub(super) fn changed(&self, table: &TableKey) {
        lock(&self.due).insert(table.clone());
        self.more.notify_one();
    }

    /// Notes that something may have changed in all of these threads.
    pub(super) fn look_again(&self, threads: Vec<TableKey>) {
        lock(&self.due).extend(threads);
        self.more.notify_one();
    }

    /// Notes that a thread was opened for a challenge.
    pub(super) async fn opened(&self, host: &Host, thread: u64) {
        self.leave(host, thread, &Look::OPENED.digest()).await;
    }

    /// Forgets a thread that is gone, or in which nothing was said for long.
    pub(super) async fn forget(&self, host: &Host, thread: u64) {
        if lock(&self.left).remove(&thread).is_none() {
            return;
        }
        if let Err(error) = host.forget_cursor(self.name(thread)).await {
            tracing::debug!(%error, "how a thread was left stays stored");
        }
    }

    /// Stores how a thread was left.
    async fn leave(&self, host: &Host, thread: u64, digest: &str) {
        lock(&self.left).insert(thread, digest.to_owned());
        let cursor = SyncCursor {
            name: self.name(thread),
            value: digest.to_owned(),
        };
        if let Err(error) = host.set_cursor(cursor).await {
            // After the next start it is looked at once more.
            tracing::debug!(%error, "how a thread was left is not stored");
        }
    }

    /// Tends threads whenever their games begin or end, and at first those that a stop may have
    /// prevented from being tended.
    pub(super) async fn run(&self, context: &DiscordContext, host: &Host) {
        self.look_again(context.cursors.threads());
        let mut tended = HashSet::new();
        let mut tasks = FuturesUnordered::new();
        loop {
            let next = lock(&self.due)
                .extract_if(.., |one| !tended.contains(one))
                .next();
            if let Some(table) = next {
                tended.insert(table.clone());
                tasks.push(self.tend(context, host, table));
                continue;
            }
            tokio::select! {
                () = self.more.notified() => {}
                Some(table) = tasks.next() => {
                    tended.remove(&table);
                }
            }
        }
    }

    /// Tends a thread until it looks as it has to.
    async fn tend(&self, context: &DiscordContext, host: &Host, table: TableKey) -> TableKey {
        let mut waits = Backoff::between(FIRST_WAIT, LONGEST_WAIT);
        loop {
            let tried = {
                // The semaphore is never closed.
                let _permit = self.permits.acquire().await.ok();
                self.try_to_tend(context, host, &table).await
            };
            let Err(failure) = tried else { return table };
            tracing::debug!(%table, %failure, "a thread is tended later");
            let wait = waits.next();
            let least = failure.kind.retry_after().unwrap_or_default();
            sleep(wait.max(least)).await;
        }
    }

    async fn try_to_tend(
        &self,
        context: &DiscordContext,
        host: &Host,
        table: &TableKey,
    ) -> Result<(), RequestFailure> {
        let Some(thread) = channel_of(table).filter(|_| table.thread.is_some()) else {
            return Ok(());
        };
        let before = match host.lease() {
            None => lock(&self.left).get(&thread).cloned(),
            // Another process may have tended it since.
            Some(_) => {
                let stored = host.cursor(&self.name(thread)).await;
                stored.map_err(|error| RequestFailure::transient(error.to_string()))?
            }
        };
        if before.as_deref() == Some(NOT_OURS) {
            return Ok(());
        }
        let look = match host.table(table).await {
            Ok(table) => Look::of(&table, &context.bot),
            // Nobody plays at a table that cannot be read.
            Err(StoreError::Damaged { .. }) => return Ok(()),
            Err(error) => return Err(RequestFailure::transient(error.to_string())),
        };
        let digest = look.digest();
        if before.as_ref() == Some(&digest) {
            return Ok(());
        }
        let is_known = before.is_some();
        match self.bring_about(context, thread, &look, is_known).await {
            Ok(true) => self.leave(host, thread, &digest).await,
            Ok(false) => self.leave(host, thread, NOT_OURS).await,
            Err(failure) if failure.is_final() => {
                // It is gone, or the bot may not. Another attempt would be of no use.
                tracing::debug!(thread, %failure, "a thread stays as it is");
                self.leave(host, thread, &digest).await;
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Has a thread look like this. Whether it is one of the bot's. `is_known`: how it was left is
    /// known; if not, an archived one is left alone.
    async fn bring_about(
        &self,
        context: &DiscordContext,
        thread: u64,
        look: &Look,
        is_known: bool,
    ) -> Result<bool, RequestFailure> {
        let route = || Route::Channel {
            channel_id: ChannelId::new(thread),
        };
        let told = context.rest.get(route(), Vec::new()).await?;
        if id_of(&told["owner_id"]) != Some(context.me) {
            return Ok(false);
        }
        let details = &told["thread_metadata"];
        let is_left_alone = details["archived"] == true && !is_known;
        if details["locked"] == true || is_left_alone {
            return Ok(true);
        }
        if let Some(changes) = look.changes(&told) {
            let rest = &context.rest;
            rest.send(route(), LightMethod::Patch, changes, None)
                .await?;
        }
        Ok(true)
    }
}

/// The first wait after a failure, and the longest one. Discord lets a thread be named twice in ten
/// minutes.
const FIRST_WAIT: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(10 * 60);

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, archived_after: u32, archived: bool) -> Value {
        json!({
            "name": name,
            "thread_metadata": { "auto_archive_duration": archived_after, "archived": archived },
        })
    }

    fn look(name: Option<Name>, archived_after: u32) -> Look {
        Look {
            name,
            archived_after,
        }
    }

    #[test]
    fn a_thread_is_named_after_the_players() {
        let alice = Person::new("1", "alice\u{202E}");
        let long = Person::new("2", "x".repeat(300));
        assert_eq!(name_for(&alice, None), "YINSH: alice");
        assert_eq!(
            name_for(&alice, Some(&Person::new("3", "bob"))),
            "YINSH: alice – bob"
        );
        assert!(name_for(&long, Some(&long)).chars().count() <= MAX_NAME);
        let told_apart = Person::new("12345678901234567890", "y".repeat(300)).told_apart();
        let pair = name_for(&told_apart, Some(&told_apart));
        assert!(
            format!("{pair} · ½–½").chars().count() <= MAX_NAME,
            "{pair}"
        );
        let mention = name_for(&Person::new("4", "@everyone <@17>"), None);
        assert_eq!(mention, "YINSH: ＠everyone ‹＠17>");
    }

    #[test]
    fn only_what_differs_is_changed() {
        let pair = ["alice", "bob"].map(str::to_owned);
        let running = look(Some(Name::Players(pair)), WHILE_PLAYED);
        for name in ["YINSH: alice – bob", "YINSH: bob – alice"] {
            assert_eq!(running.changes(&told(name, WHILE_PLAYED, false)), None);
        }
        // A name that somebody has changed stays.
        assert_eq!(running.changes(&told("Final", WHILE_PLAYED, true)), None);
        let over = look(
            Some(Name::Result("YINSH: alice – bob · 1–0".to_owned())),
            WHEN_OVER,
        );
        assert_eq!(
            over.changes(&told("YINSH: bob – alice", WHILE_PLAYED, false)),
            Some(json!({ "name": "YINSH: alice – bob · 1–0", "auto_archive_duration": 1440 }))
        );
        assert_eq!(
            over.changes(&told("Final", WHILE_PLAYED, false)),
            Some(json!({ "auto_archive_duration": 1440 }))
        );
        assert_eq!(
            running.changes(&told("YINSH: alice – bob · 1–0", WHEN_OVER, true)),
            Some(json!({
                "name": "YINSH: alice – bob",
                "auto_archive_duration": 10_080,
                "archived": false,
            }))
        );
        assert_eq!(Look::OPENED.changes(&told("x", WHILE_PLAYED, false)), None);
    }

    #[test]
    fn what_is_stored_tells_looks_apart_and_names_nobody() {
        let pair = ["alice", "bob"].map(str::to_owned);
        let looks = [
            Look::OPENED,
            look(None, WHEN_OVER),
            look(Some(Name::Players(pair)), WHILE_PLAYED),
            look(
                Some(Name::Result("YINSH: alice – bob".to_owned())),
                WHEN_OVER,
            ),
        ];
        let digests: HashSet<String> = looks.iter().map(Look::digest).collect();
        assert_eq!(digests.len(), looks.len());
        assert!(digests.iter().all(|one| one.len() == 2 * DIGEST_BYTES));
        assert!(!digests.contains(NOT_OURS));
    }
}
