//! Gaps that the server does not fill at once. The room's further events and the sync cursor wait for
//! the gap, while other rooms go on.

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
use super::error::{FailureKind, InboundError, failure_kind, plain};
use super::sync_position::SyncPosition;
use super::timeline;
use crate::host::Backoff;

/// Attempts to fill a gap, in about two minutes: by then a worker of the server that was restarted is
/// back.
const ATTEMPTS: u32 = 9;

/// How long a gap is retried while the server asks to wait: the room's events wait behind it.
const TIMEOUT: Duration = Duration::from_mins(10);

/// Gaps that are requested at once: more would not help a server in trouble.
const MAX_CONCURRENT: usize = 4;

/// The events of one sync in a room.
struct GapSegment {
    position: SyncPosition,
    timeline: Timeline,
}

/// How far the first segment of a gap is filled.
enum FillState {
    Requested(AbortOnDropHandle<Result<Vec<TimelineEvent>, InboundError>>),
    Filled(Vec<TimelineEvent>),
}

/// The events of a room from a gap on.
struct Gap {
    room: Room,
    /// The first one is being filled.
    segments: VecDeque<GapSegment>,
    filling: FillState,
    /// Until when the request is repeated.
    until: Instant,
}

/// All gaps.
pub(super) struct Gaps {
    context: Arc<MatrixContext>,
    gaps: BTreeMap<OwnedRoomId, Gap>,
    requests: Arc<Semaphore>,
}

impl Gaps {
    pub(super) fn new(context: Arc<MatrixContext>) -> Self {
        Self {
            context,
            gaps: BTreeMap::new(),
            requests: Arc::new(Semaphore::new(MAX_CONCURRENT)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }

    /// Drops all gaps, because reading restarts before the oldest one.
    pub(super) fn clear(&mut self) {
        self.gaps.clear();
    }

    /// The position of the oldest gap. The sync cursor does not pass it.
    pub(super) fn oldest(&self) -> Option<&SyncPosition> {
        let segments = self.gaps.values().filter_map(|gap| gap.segments.front());
        let positions = segments.map(|segment| &segment.position);
        positions.min_by_key(|position| position.number)
    }

    /// Adds a segment to the gap in its room. False if the room has no gap.
    pub(super) fn put(
        &mut self,
        room: &RoomId,
        timeline: &Timeline,
        position: &SyncPosition,
    ) -> bool {
        let Some(gap) = self.gaps.get_mut(room) else {
            return false;
        };
        // The same sync may be handled again.
        if gap
            .segments
            .back()
            .is_none_or(|last| last.position != *position)
        {
            gap.segments.push_back(GapSegment {
                position: position.clone(),
                timeline: timeline.clone(),
            });
        }
        true
    }

    /// Begins to fill a gap.
    pub(super) fn open(&mut self, room: &Room, timeline: &Timeline, position: &SyncPosition) {
        let until = Instant::now() + TIMEOUT;
        let filling = self.fill(room, timeline, &position.since, until);
        let gap = Gap {
            room: room.clone(),
            segments: VecDeque::new(),
            filling,
            until,
        };
        self.gaps.insert(room.room_id().to_owned(), gap);
        self.put(room.room_id(), timeline, position);
    }

    fn fill(&self, room: &Room, timeline: &Timeline, since: &str, until: Instant) -> FillState {
        // Further segments are read at once unless they have gaps of their own.
        if let Some(events) = timeline::events_if_complete(timeline, self.context.me()) {
            return FillState::Filled(events);
        }
        let filling = fill_with_retries(
            Arc::clone(&self.context),
            Arc::clone(&self.requests),
            room.clone(),
            timeline.clone(),
            since.to_owned(),
            until,
        );
        FillState::Requested(AbortOnDropHandle::new(tokio::spawn(filling)))
    }

    /// A room whose first segment is filled, its events, and its position; `None` if there is none.
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
            let Some(segment) = gap.segments.front() else {
                continue;
            };
            let (timeline, position) = (segment.timeline.clone(), segment.position.clone());
            if let FillState::Requested(request) = &mut gap.filling {
                if !request.is_finished() {
                    continue;
                }
                let events = match request.await {
                    Ok(Ok(events)) => events,
                    Ok(Err(InboundError::Platform(error)))
                        if matches!(failure_kind(&error), FailureKind::LoggedOut) =>
                    {
                        return Err(error.into());
                    }
                    // The server stopped answering meanwhile.
                    Ok(Err(_)) => {
                        let room = gap.room.clone();
                        let until = Instant::now() + TIMEOUT;
                        let filling = self.fill(&room, &timeline, &position.since, until);
                        if let Some(gap) = self.gaps.get_mut(&id) {
                            gap.filling = filling;
                            gap.until = until;
                        }
                        continue;
                    }
                    Err(panicked) => {
                        tracing::error!(room = %id, error = %panicked, "a gap was not filled");
                        timeline.events
                    }
                };
                gap.filling = FillState::Filled(events);
            }
            if let FillState::Filled(events) = &gap.filling {
                return Ok(Some((gap.room.clone(), events.clone(), position)));
            }
        }
        Ok(None)
    }

    /// Goes on after the first segment of a gap, which was read.
    pub(super) fn pass(&mut self, room: &RoomId) {
        let Some(mut gap) = self.gaps.remove(room) else {
            return;
        };
        gap.segments.pop_front();
        if let Some(next) = gap.segments.front() {
            gap.filling = self.fill(&gap.room, &next.timeline, &next.position.since, gap.until);
            self.gaps.insert(room.to_owned(), gap);
        }
    }
}

/// The events of a room since a sync, or why the server does not return them although it answers.
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
        () = context.background.stop().cancelled() => return Err(InboundError::Stopping),
        whole = timeline::whole(room, timeline, since, context.me()) => whole,
    };
    match whole {
        Err(error) => match failure_kind(&error) {
            FailureKind::LoggedOut => Err(error.into()),
            // Other requests would take as long.
            FailureKind::Transient(None) if !context.server_answers().await => Err(error.into()),
            _ => Ok(Err(error)),
        },
        whole => Ok(whole),
    }
}

/// The events of a room since a sync, with repeated requests. If the server does not return them in
/// time, only the events of the sync itself.
async fn fill_with_retries(
    context: Arc<MatrixContext>,
    requests: Arc<Semaphore>,
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
            let _permit = requests.acquire().await.ok();
            whole(&context, &room, timeline.clone(), &since).await?
        };
        let error = match whole {
            Ok(events) => return Ok(events),
            Err(error) => error,
        };
        let least = match failure_kind(&error) {
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
            () = context.background.stop().cancelled() => return Err(InboundError::Stopping),
            () = sleep(backoff.next().max(least).min(time_left)) => {}
        }
    }
}
