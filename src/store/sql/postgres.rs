//! PostgreSQL: a database of a server, opened, claimed and migrated.

mod address;
mod database;
mod error;
mod migrations;

pub use address::Address;
pub(super) use database::PostgresDatabase;
pub(super) use error::is_of_the_data;
