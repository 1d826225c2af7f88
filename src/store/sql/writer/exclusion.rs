//! What a transaction keeps other processes on the same database from writing meanwhile.
//!
//! Most writes are turns, answers and their delivery: they concern one table, and nothing is read for
//! them that another table's writes could change. They keep others away from that table alone, so that
//! processes write side by side. All other writes keep others away from everything.

use std::collections::BTreeSet;

use super::{Wanted, Write};
use crate::session::TableKey;

/// What other processes may not write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::store::sql) enum Exclusion {
    /// What concerns one of these tables.
    Tables(BTreeSet<TableKey>),
    /// Anything.
    All,
}

impl Exclusion {
    /// That of a transaction.
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
    /// Single rows, and nothing is read for it that other processes change meanwhile. Replies and jobs
    /// are those of this process's tables, which nobody else deletes while a reply is undelivered.
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
