//! SQLite: one file, opened, kept in its place, inspected, copied and put back.

mod address;
mod claim;
mod database;
mod error;
mod file;
mod inspect;
mod migrations;
mod numbers;
mod preflight;
mod put_back;
mod snapshot;

pub(super) use database::{PROBE, SqliteDatabase, WANTS_VACUUM};
pub(super) use error::is_of_the_data;
pub(crate) use inspect::{inspect, integrity, schema};
pub(super) use migrations::NEWEST;
#[cfg(test)]
pub(super) use migrations::migrator;
pub(super) use numbers::{last_number, set_last_number};
pub(super) use preflight::preflight;
pub(crate) use put_back::DatabasePlace;
pub(crate) use snapshot::snapshot;

#[cfg(test)]
mod tests;
