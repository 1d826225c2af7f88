//! How two table actors hand a table over when it moves to another key.
//!
//! The actor of the old key says that it is ready; then the actor of the new key waits for it.
//! Nothing else happens at either until the table has moved.

use tokio::sync::oneshot;

use super::incoming::HostError;
use super::language::Language;
use super::outbox::Parcel;
use crate::session::TableKey;
use crate::store::StoreError;

/// For the actor of the old key.
pub(super) struct Departure {
    /// The new key.
    pub(super) to: TableKey,
    /// The event that moves the table.
    pub(super) event: String,
    /// Told once the actor has come to this job.
    pub(super) reached: oneshot::Sender<()>,
    /// The state at the new key.
    pub(super) destination: oneshot::Receiver<Result<Destination, StoreError>>,
    /// Brings along what is not stored; dropped if the table has not moved.
    pub(super) arrival: oneshot::Sender<Arrival>,
    /// Told what came of it: whether the table is at the new key.
    pub(super) answer: oneshot::Sender<Result<bool, HostError>>,
}

/// For the actor of the new key.
pub(super) struct Reception {
    /// Told the state here.
    pub(super) destination: oneshot::Sender<Result<Destination, StoreError>>,
    /// Comes once the table has moved; dropped if it has not.
    pub(super) arrival: oneshot::Receiver<Arrival>,
}

/// The state at the key that a table moves to.
pub(super) struct Destination {
    /// Length of the log there.
    pub(super) next: u64,
    /// Whether nothing is going on there.
    pub(super) free: bool,
}

/// What comes along with a table beside what is stored.
pub(super) struct Arrival {
    /// Replies that are still to be delivered.
    pub(super) replies: Vec<Parcel>,
    /// The table's language.
    pub(super) language: Language,
}

/// What the caller of a move holds.
pub(super) struct MoveHandle {
    /// The old actor has come to the move: the new one can be told.
    pub(super) reached: oneshot::Receiver<()>,
    /// What came of it.
    pub(super) answer: oneshot::Receiver<Result<bool, HostError>>,
}

/// The ends of a handover to this key.
pub(super) fn handover(to: TableKey, event: String) -> (Departure, Reception, MoveHandle) {
    let (reached, is_reached) = oneshot::channel();
    let (tell_destination, destination) = oneshot::channel();
    let (arrive, arrival) = oneshot::channel();
    let (answer, answered) = oneshot::channel();
    let departure = Departure {
        to,
        event,
        reached,
        destination,
        arrival: arrive,
        answer,
    };
    let reception = Reception {
        destination: tell_destination,
        arrival,
    };
    let moving = MoveHandle {
        reached: is_reached,
        answer: answered,
    };
    (departure, reception, moving)
}
