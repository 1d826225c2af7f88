//! Gaps that the server does not fill at once: what was said in a room is waited for beside the
//! others, in order, and the mark waits with it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use matrix_sdk::Room;
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::{OwnedRoomId, RoomId};
use matrix_sdk::sync::Timeline;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep};
use tokio_util::task::AbortOnDropHandle;

use super::context::MatrixContext;
use super::error::{FailureKind, InboundError, failure_kind, http_failure_kind, plain};
use super::inbound::SyncPosition;
use super::timeline;
use crate::host::Backoff;

/// How often it is tried to fill a gap, in about two minutes: a part of a server that is started
/// anew is back by then.
const ATTEMPTS: u32 = 9;

/// How long it is tried in all while the server asks for patience: what is said in the room waits
/// behind the gap.
const PATIENCE: Duration = Duration::from_mins(10);

/// Gaps that are asked for at once. A server in trouble is not helped by more.
const AT_ONCE: usize = 4;

/// What one sync brought of a room.
struct GapSegment {
    cursor: SyncPosition,
    timeline: Timeline,
}

/// How far the first piece of a gap is.
enum FillState {
    Asked(AbortOnDropHandle<Result<Vec<TimelineEvent>, InboundError>>),
    Filled(Vec<TimelineEvent>),
}

/// What was said in one room from a gap on.
struct Gap {
    room: Room,
    /// The first one is being filled.
    pieces: VecDeque<GapSegment>,
    filling: FillState,
    /// Until when the server is asked more than once.
    until: Instant,
}

/// All gaps.
pub(super) struct Gaps {
    context: Arc<MatrixContext>,
    gaps: BTreeMap<OwnedRoomId, Gap>,
    asking: Arc<Semaphore>,
}

impl Gaps {
    pub(super) fn new(context: Arc<MatrixContext>) -> Self {
        Self {
            context,
            gaps: BTreeMap::new(),
            asking: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }

    /// Forgets them, for somebody who reads from before the oldest of them again.
    pub(super) fn clear(&mut self) {
        self.gaps.clear();
    }

    /// The sync with the oldest gap. The mark stays before it.
    pub(super) fn oldest(&self) -> Option<&SyncPosition> {
        let pieces = self.gaps.values().filter_map(|gap| gap.pieces.front());
        let cursors = pieces.map(|piece| &piece.cursor);
        cursors.min_by_key(|cursor| cursor.number)
    }

    /// Puts a piece behind the gap in its room. False if there is none.
    pub(super) fn put(
        &mut self,
        room: &RoomId,
        timeline: &Timeline,
        cursor: &SyncPosition,
    ) -> bool {
        let Some(gap) = self.gaps.get_mut(room) else {
            return false;
        };
        // The same sync may be dealt with again.
        if gap.pieces.back().is_none_or(|last| last.cursor != *cursor) {
            gap.pieces.push_back(GapSegment {
                cursor: cursor.clone(),
                timeline: timeline.clone(),
            });
        }
        true
    }

    /// Begins to fill a gap.
    pub(super) fn open(&mut self, room: &Room, timeline: &Timeline, cursor: &SyncPosition) {
        let until = Instant::now() + PATIENCE;
        let filling = self.ask(room, timeline, &cursor.since, until);
        let gap = Gap {
            room: room.clone(),
            pieces: VecDeque::new(),
            filling,
            until,
        };
        self.gaps.insert(room.room_id().to_owned(), gap);
        self.put(room.room_id(), timeline, cursor);
    }

    fn ask(&self, room: &Room, timeline: &Timeline, since: &str, until: Instant) -> FillState {
        // What waited behind a gap is heard in one go, as far as nothing more is missing.
        if let Some(events) = timeline::at_hand(timeline, self.context.me()) {
            return FillState::Filled(events);
        }
        let asking = insist(
            Arc::clone(&self.context),
            Arc::clone(&self.asking),
            room.clone(),
            timeline.clone(),
            since.to_owned(),
            until,
        );
        FillState::Asked(AbortOnDropHandle::new(tokio::spawn(asking)))
    }

    /// A room whose oldest gap is filled, what was said there, and by which sync it is known;
    /// nothing while there is none.
    ///
    /// # Errors
    ///
    /// The server has ended the session.
    pub(super) async fn filled(
        &mut self,
    ) -> Result<Option<(Room, Vec<TimelineEvent>, SyncPosition)>, InboundError> {
        let ids: Vec<OwnedRoomId> = self.gaps.keys().cloned().collect();
        for id in ids {
            let Some(gap) = self.gaps.get_mut(&id) else {
                continue;
            };
            let Some(piece) = gap.pieces.front() else {
                continue;
            };
            let (timeline, cursor) = (piece.timeline.clone(), piece.cursor.clone());
            if let FillState::Asked(asked) = &mut gap.filling {
                if !asked.is_finished() {
                    continue;
                }
                let events = match asked.await {
                    Ok(Ok(events)) => events,
                    Ok(Err(InboundError::Server(error)))
                        if matches!(failure_kind(&error), FailureKind::LoggedOut { .. }) =>
                    {
                        return Err(error.into());
                    }
                    // The server fell silent meanwhile.
                    Ok(Err(_)) => {
                        let room = gap.room.clone();
                        let until = Instant::now() + PATIENCE;
                        let filling = self.ask(&room, &timeline, &cursor.since, until);
                        if let Some(gap) = self.gaps.get_mut(&id) {
                            gap.filling = filling;
                            gap.until = until;
                        }
                        continue;
                    }
                    Err(panicked) => {
                        tracing::error!(room = %id, error = %panicked, "a gap is not filled");
                        timeline.events
                    }
                };
                gap.filling = FillState::Filled(events);
            }
            if let FillState::Filled(events) = &gap.filling {
                return Ok(Some((gap.room.clone(), events.clone(), cursor)));
            }
        }
        Ok(None)
    }

    /// Notes that what was said in a gap that was filled is heard, and goes on behind it.
    pub(super) fn pass(&mut self, room: &RoomId) {
        let Some(mut gap) = self.gaps.remove(room) else {
            return;
        };
        gap.pieces.pop_front();
        if let Some(next) = gap.pieces.front() {
            gap.filling = self.ask(&gap.room, &next.timeline, &next.cursor.since, gap.until);
            self.gaps.insert(room.to_owned(), gap);
        }
    }
}

/// The events of a room since a sync, or why the server does not hand them out though it answers.
///
/// # Errors
///
/// The bot stops, the server has ended the session, or does not answer anything.
pub(super) async fn whole(
    context: &MatrixContext,
    room: &Room,
    timeline: Timeline,
    since: &str,
) -> Result<matrix_sdk::Result<Vec<TimelineEvent>>, InboundError> {
    let whole = tokio::select! {
        () = context.stop.cancelled() => return Err(InboundError::Stopping),
        whole = timeline::whole(room, timeline, since, context.me()) => whole,
    };
    match whole {
        Err(error) => match failure_kind(&error) {
            FailureKind::LoggedOut { .. } => Err(error.into()),
            // Whatever else is to be asked for would be waited for as long.
            FailureKind::Transient(None) if !server_answers(context).await => Err(error.into()),
            _ => Ok(Err(error)),
        },
        whole => Ok(whole),
    }
}

/// Whether the server gives any answer.
pub(super) async fn server_answers(context: &MatrixContext) -> bool {
    let client = context.client();
    let asked = tokio::select! {
        () = context.stop.cancelled() => return false,
        asked = client.whoami() => asked,
    };
    asked.map_or_else(
        |error| http_failure_kind(&error) != FailureKind::Transient(None),
        |_| true,
    )
}

/// The events of a room since a sync, asked for again and again. If the server does not hand them
/// out in time, those that the sync itself brought have to do.
async fn insist(
    context: Arc<MatrixContext>,
    asking: Arc<Semaphore>,
    room: Room,
    timeline: Timeline,
    since: String,
    until: Instant,
) -> Result<Vec<TimelineEvent>, InboundError> {
    let mut backoff = Backoff::new();
    let mut left = ATTEMPTS;
    loop {
        let whole = {
            // The semaphore is never closed.
            let _permit = asking.acquire().await.ok();
            whole(&context, &room, timeline.clone(), &since).await?
        };
        let error = match whole {
            Ok(events) => return Ok(events),
            Err(error) => error,
        };
        let asked_to_wait = match failure_kind(&error) {
            FailureKind::Transient(Some(after)) => after,
            _ => {
                left -= 1;
                Duration::ZERO
            }
        };
        let time_left = until.saturating_duration_since(Instant::now());
        if left == 0 || time_left.is_zero() {
            tracing::error!(
                room = %room.room_id(), reason = plain(&error),
                "a gap in a room cannot be filled: what was said in it is lost"
            );
            return Ok(timeline.events);
        }
        tokio::select! {
            () = context.stop.cancelled() => return Err(InboundError::Stopping),
            () = sleep(backoff.next().max(asked_to_wait).min(time_left)) => {}
        }
    }
}
