//! Handles what a sync has brought: each event goes to the host, or waits for a gap to be filled.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::sync::{JoinedRoomUpdate, State, SyncResponse, Timeline};
use matrix_sdk::{Client, Room, RoomState};

use super::{SyncEnd, SyncLoop, SyncOutcome};
use crate::chat::common::platform::MATRIX;
use crate::chat::common::poison::{self, MAX_FAILURES};
use crate::chat::matrix::error::{
    FailureKind, InboundError, Rejection, failure_kind, is_soft_logout, plain,
};
use crate::chat::matrix::events::{self, RoomInput};
use crate::chat::matrix::gaps;
use crate::chat::matrix::sync_position::SyncPosition;
use crate::chat::matrix::sync_progress::SyncProgress;
use crate::chat::matrix::verification::VerificationBegin;
use crate::host::Backoff;
use crate::session::TableKey;

/// Panics in handling a sync until it is skipped.
const MAX_PANICS: u32 = 3;

impl SyncLoop {
    /// Handles a sync, which is pending if it fails.
    pub(super) async fn handle_guarded(
        &mut self,
        client: &Client,
        response: SyncResponse,
    ) -> SyncOutcome {
        let handling = AssertUnwindSafe(self.handle(client, response.clone()));
        let internal = FailureKind::Rejected(Rejection::Internal);
        let (kind, reason) = match handling.catch_unwind().await {
            Ok(Ok(())) => {
                self.panics = 0;
                self.client_backoff = Backoff::new();
                return SyncOutcome::Done;
            }
            Ok(Err(InboundError::Stopping)) => return SyncOutcome::End(SyncEnd::Stopped),
            Ok(Err(InboundError::Platform(error))) => match failure_kind(&error) {
                FailureKind::LoggedOut => {
                    return SyncOutcome::End(SyncEnd::LoggedOut {
                        soft: is_soft_logout(&error),
                    });
                }
                kind => (kind, plain(&*error)),
            },
            Ok(Err(InboundError::Store(error))) => (internal, error.to_string()),
            Err(_) => {
                self.panics += 1;
                if self.panics >= MAX_PANICS {
                    self.panics = 0;
                    tracing::error!("handling a sync panics each time; it is skipped");
                    self.pass(response.next_batch);
                    return SyncOutcome::Done;
                }
                (internal, "a panic".to_owned())
            }
        };
        self.pending = Some(response);
        SyncOutcome::Failed(kind, reason)
    }

    /// Handles a sync: all of its events are on their way to the host, except for those in gaps. If
    /// it fails, the same sync is handled again.
    async fn handle(
        &mut self,
        client: &Client,
        response: SyncResponse,
    ) -> Result<(), InboundError> {
        self.read_filled_gaps().await?;
        let SyncResponse {
            next_batch,
            rooms,
            to_device,
            ..
        } = response;
        for begin in to_device.iter().filter_map(VerificationBegin::read) {
            self.verifications.begin(client, begin);
        }
        let position = self.token.clone().map(|since| SyncPosition {
            number: self.number,
            since,
        });
        for room in rooms.invited.keys().filter_map(|id| client.get_room(id)) {
            self.rooms.invited(&room);
        }
        for (id, update) in rooms.left {
            let room = client.get_room(&id);
            if let (Some(room), Some(position)) = (&room, &position) {
                self.read_last(room, update.timeline, position).await?;
            }
            let banned = room.is_some_and(|room| room.state() == RoomState::Banned);
            let place = TableKey::channel(MATRIX, id.as_str());
            self.inbound.put_gone(position.as_ref(), place, banned);
        }
        for (id, update) in rooms.joined {
            let Some(room) = client.get_room(&id) else {
                continue;
            };
            if changes_room(&update) {
                self.note_change(&room).await;
            }
            // There are no tables in spaces.
            if room.is_space() {
                continue;
            }
            // Messages from before the first sync were not meant for the bot.
            let Some(position) = &position else {
                continue;
            };
            let timeline = update.timeline;
            if self.gaps.put(&id, &timeline, position) {
                continue;
            }
            // Where one history cannot be read, others may not either, and each takes its time.
            if timeline.limited && !self.gaps.is_empty() {
                self.gaps.open(&room, &timeline, position);
                continue;
            }
            match gaps::whole(&self.context, &room, timeline.clone(), &position.since).await? {
                Ok(events) => self.read(&room, &events, position).await?,
                Err(error) => {
                    let reason = plain(&error);
                    tracing::warn!(room = %id, reason, "a gap in a room is filled later");
                    self.gaps.open(&room, &timeline, position);
                }
            }
        }
        self.pass(next_batch);
        self.write_progress(false).await;
        Ok(())
    }

    /// Reads what was said in a room before the bot left it, as far as the server still tells.
    async fn read_last(
        &mut self,
        room: &Room,
        timeline: Timeline,
        position: &SyncPosition,
    ) -> Result<(), InboundError> {
        let mut events = timeline.events.clone();
        // Where one history cannot be read, others may not either.
        if !timeline.limited || self.gaps.is_empty() {
            match gaps::whole(&self.context, room, timeline, &position.since).await? {
                Ok(whole) => events = whole,
                Err(error) => {
                    let reason = plain(&error);
                    tracing::debug!(room = %room.room_id(), reason, "a gap in a room is not filled");
                }
            }
        }
        self.read(room, &events, position).await
    }

    /// Goes on after a sync.
    fn pass(&mut self, token: String) {
        self.token = Some(token);
        self.number += 1;
    }

    /// Handles a change of a room itself.
    async fn note_change(&self, room: &Room) {
        let noting = async {
            self.context.forget_roster(room.room_id());
            self.rooms.changed(room);
            self.rooms.moved_in(room).await;
        };
        if AssertUnwindSafe(noting).catch_unwind().await.is_err() {
            tracing::error!(room = %room.room_id(), "a change of a room caused a panic");
        }
    }

    /// Reads the events of gaps that are filled by now.
    pub(super) async fn read_filled_gaps(&mut self) -> Result<(), InboundError> {
        while let Some((room, events, position)) = self.gaps.filled().await? {
            self.read(&room, &events, &position).await?;
            self.gaps.pass(room.room_id());
        }
        Ok(())
    }

    /// Reads the events of a room, and passes them on to the host.
    async fn read(
        &mut self,
        room: &Room,
        events: &[TimelineEvent],
        position: &SyncPosition,
    ) -> Result<(), InboundError> {
        for event in events {
            let reading = events::read(&self.context, &self.host, room, event);
            match AssertUnwindSafe(reading).catch_unwind().await {
                Ok(Ok(RoomInput::Ignored)) => {}
                Ok(Ok(RoomInput::Input(incoming))) => {
                    self.inbound.put(Some(position), *incoming).await?;
                }
                Ok(Ok(RoomInput::Undecrypted(event))) => self.undecrypted.add(event),
                Ok(Ok(RoomInput::Verification(begin))) => {
                    self.verifications.begin(&room.client(), begin);
                }
                Ok(Err(error)) => self.skip_or_fail(room, event, error).await?,
                Err(_) => tracing::error!(
                    room = %room.room_id(), event = id(event),
                    "an event caused a panic and is skipped"
                ),
            }
        }
        Ok(())
    }

    /// Skips an event that fails each time although the database works; fails for any other.
    async fn skip_or_fail(
        &mut self,
        room: &Room,
        event: &TimelineEvent,
        error: InboundError,
    ) -> Result<(), InboundError> {
        if !matches!(error, InboundError::Store(_)) {
            return Err(error);
        }
        let event = id(event);
        let failures = match &self.failing {
            Some((failing, failures)) if *failing == event => failures + 1,
            _ => 1,
        };
        if failures >= MAX_FAILURES
            && poison::database_works(&self.host, MATRIX, self.context.me()).await
        {
            tracing::error!(
                room = %room.room_id(), event, %error, "an event fails each time and is skipped"
            );
            self.failing = None;
            return Ok(());
        }
        self.failing = Some((event, failures));
        Err(error)
    }

    /// Writes how far all events are written.
    pub(super) async fn write_progress(&mut self, urgent: bool) {
        let open = self.inbound.oldest();
        let oldest = self
            .gaps
            .oldest()
            .into_iter()
            .chain(&open)
            .min_by_key(|position| position.number);
        let token = oldest
            .map(|position| &position.since)
            .or(self.token.as_ref())
            .cloned();
        let progress = SyncProgress {
            token,
            device: self.device.clone(),
            undecrypted: self.undecrypted.snapshot(),
        };
        let urgent = urgent || self.inbound.has_news();
        self.progress.write(progress, urgent).await;
    }
}

/// The id of an event, for the log.
fn id(event: &TimelineEvent) -> String {
    event
        .event_id()
        .map_or_else(|| "unknown".to_owned(), |id| id.to_string())
}

/// Whether an update changes the room itself: its members, or its successor.
fn changes_room(update: &JoinedRoomUpdate) -> bool {
    let (State::Before(state) | State::After(state)) = &update.state;
    let changes = |kind: Option<String>| {
        matches!(kind.as_deref(), Some("m.room.member" | "m.room.tombstone"))
    };
    state
        .iter()
        .any(|event| changes(event.get_field("type").ok().flatten()))
        || update
            .timeline
            .events
            .iter()
            .any(|event| changes(event.raw().get_field("type").ok().flatten()))
}
