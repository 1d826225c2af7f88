//! Which locks a transaction takes where several processes share the database.
//!
//! Most writes are turns, replies and deliveries. Each concerns one table and reads nothing that a write
//! to another table could change, so it locks that table only, and processes write in parallel. All
//! other writes lock everything.

use std::collections::BTreeSet;

use super::{Wanted, Write};
use crate::session::TableKey;

/// What other processes cannot write until the transaction ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::store::sql) enum Exclusion {
    /// Anything at these tables.
    Tables(BTreeSet<TableKey>),
    /// Anything.
    All,
}

impl Exclusion {
    /// What a transaction with these writes has to lock.
    pub(super) fn of(writes: &[Wanted]) -> Self {
        let mut tables = BTreeSet::new();
        for (_, write) in writes {
            match concerns(write) {
                Concerns::Table(table) => {
                    tables.insert(table.clone());
                }
                Concerns::SingleRows => {}
                Concerns::Everything => return Self::All,
            }
        }
        Self::Tables(tables)
    }
}

/// What a write may read and change.
enum Concerns<'a> {
    /// What belongs to a table.
    Table(&'a TableKey),
    /// Single rows, without reading anything that other processes may change. Replies and jobs are at
    /// tables of this process, which no other process deletes while a reply is undelivered.
    SingleRows,
    Everything,
}

fn concerns(write: &Write) -> Concerns<'_> {
    match write {
        Write::Commit(change) if change.concerns_its_table() => Concerns::Table(change.table()),
        Write::UnparkAll(table, ..)
        | Write::Claim(table, _)
        | Write::Release(table)
        | Write::HandOver(table, _) => Concerns::Table(table),
        Write::Delivered(..)
        | Write::Park(_)
        | Write::Unpark(_)
        | Write::SetCursors(_)
        | Write::ForgetCursor(_)
        | Write::HandedDone(_)
        | Write::HandedFailed(_)
        | Write::ResultsRecorded(_)
        | Write::Flush => Concerns::SingleRows,
        Write::Commit(_)
        | Write::Move(_)
        | Write::Prune(_)
        | Write::Heartbeat(..)
        | Write::EndOutages(..)
        | Write::ForgetOutage(_)
        | Write::ReminderRemoved(_)
        | Write::HolidayTold(..)
        | Write::TakeOver(..) => Concerns::Everything,
    }
}
