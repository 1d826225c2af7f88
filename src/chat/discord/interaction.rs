//! Interactions (slash commands and pressed buttons) and their responses. What is ready within a
//! second becomes the first response; what takes longer is deferred and filled in later.
//!
//! - `registry`: the interactions of the last minutes, and how events refer to them
//! - `pending`: one interaction, and what became of its first response
//! - `response`: the requests themselves

mod pending;
mod registry;
mod response;

pub(super) use pending::{InteractionKind, PendingInteraction};
pub(super) use registry::{Interactions, age_of, event_id, is_interaction, reply_target};
pub(super) use response::{decline, suggest};
