//! PostgreSQL: a database of a server, opened, claimed and migrated.

mod address;
mod database;
mod error;
mod membership;
mod migrations;
mod numbers;
mod preflight;
mod shards;

pub use address::{Address, NoAddress};
pub(super) use database::{PROBE, PostgresDatabase};
pub(super) use error::{is_conflict, is_of_the_data};
pub(super) use membership::{CHANNEL, Membership, tell};
pub(super) use numbers::{last_number, set_last_number};
pub(super) use preflight::preflight;

#[cfg(test)]
mod tests;
