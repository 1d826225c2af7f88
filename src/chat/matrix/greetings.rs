//! Greetings of rooms into which the bot comes for the first time. Rooms that it was in before it greeted
//! any are none of them, nor are those that invite it again. What is due is noted before it joins, so that
//! a stop loses nothing.

use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use matrix_sdk::{Room, RoomState};
use tokio::time::{Instant, sleep};

use super::context::MatrixContext;
use super::spaces::space_of;
use crate::chat::common::platform::MATRIX;
use crate::host::{Greeting, Host, HostError, StoreError, SyncCursor};
use crate::session::TableKey;

/// Stored for a room that is to be greeted.
const DUE: &str = "due";

/// Stored for a room that needs no greeting any more.
const DONE: &str = "done";

/// What stands in place of a room's id in the name of what says that rooms are greeted from now on.
const BEGUN: &str = "begun";

/// How long the creation event of a new room is waited for, and how often it is looked for.
const CREATION_TIMEOUT: Duration = Duration::from_mins(1);
const CREATION_POLL: Duration = Duration::from_millis(500);

/// Greets rooms.
pub(super) struct Greetings {
    context: Arc<MatrixContext>,
    host: Host,
    /// If not, nobody is greeted, later either.
    is_on: bool,
}

impl Greetings {
    pub(super) const fn new(context: Arc<MatrixContext>, host: Host, is_on: bool) -> Self {
        Self {
            context,
            host,
            is_on,
        }
    }

    /// The prefix of the names under which rooms are stored.
    fn prefix(&self) -> String {
        format!("{MATRIX}-greeted:{}:", self.context.me())
    }

    fn mark(&self, room: &RoomId, value: &str) -> SyncCursor {
        SyncCursor {
            name: format!("{}{room}", self.prefix()),
            value: value.to_owned(),
        }
    }

    /// Notes, once, the rooms that the bot is or was in: they need no greeting. Returns those whose
    /// greeting is still due.
    pub(super) async fn prepare(&self) -> Result<Vec<OwnedRoomId>, StoreError> {
        let prefix = self.prefix();
        let begun = format!("{prefix}{BEGUN}");
        if self.host.cursor(&begun).await?.is_none() {
            let rooms = self.context.client().rooms();
            let known = rooms
                .iter()
                .filter(|room| room.state() != RoomState::Invited);
            let mut marks: Vec<SyncCursor> =
                known.map(|room| self.mark(room.room_id(), DONE)).collect();
            marks.push(SyncCursor {
                name: begun,
                value: String::new(),
            });
            self.host.set_cursors(marks).await?;
            return Ok(Vec::new());
        }
        let stored = self.host.cursors(&prefix).await?;
        let due = stored.iter().filter(|one| one.value == DUE);
        Ok(due
            .filter_map(|one| RoomId::parse(one.name.strip_prefix(&prefix)?).ok())
            .collect())
    }

    /// The bot is about to join a room: notes that it is to be greeted, unless it was there before.
    pub(super) async fn expect(&self, room: &Room) -> Result<(), StoreError> {
        let value = match self.is_on {
            true => DUE,
            false => DONE,
        };
        let mark = self.mark(room.room_id(), value);
        if self.host.cursor(&mark.name).await?.is_some() {
            return Ok(());
        }
        self.host.set_cursor(mark).await
    }

    /// Greets a room in which the bot may speak, if that is due.
    pub(super) async fn greet(&self, room: &Room) -> Result<(), HostError> {
        let mark = self.mark(room.room_id(), DONE);
        if self.host.cursor(&mark.name).await?.as_deref() != Some(DUE) {
            return Ok(());
        }
        if !self.takes_the_place_of_another(room).await && !room.is_space() {
            let greeting = Greeting {
                table: TableKey::channel(MATRIX, room.room_id().as_str()),
                community: space_of(room).await,
                language: None,
                mark: mark.clone(),
            };
            self.host.greet(greeting).await?;
        }
        Ok(self.host.set_cursor(mark).await?)
    }

    /// Whether a room is the upgrade of one that the bot is or was in.
    async fn takes_the_place_of_another(&self, room: &Room) -> bool {
        let until = Instant::now() + CREATION_TIMEOUT;
        // It arrives with a sync.
        while room.create_content().is_none() && Instant::now() < until {
            sleep(CREATION_POLL).await;
        }
        let client = room.client();
        let before = room.predecessor_room();
        before.is_some_and(|before| client.get_room(&before.room_id).is_some())
    }
}
