//! Faults of the disk: it is full for a while, or the power fails. Then it holds what was synced, and any
//! part of the last transaction.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;

/// The unit in which a disk writes, in bytes.
const SECTOR: usize = 512;

/// The database and its write-ahead log. The shared-memory file is lost with the power.
const FILES: [&str; 2] = ["simulated.db", "simulated.db-wal"];

/// The files at one moment.
#[derive(Debug)]
pub(crate) struct Disk([Vec<u8>; 2]);

impl Disk {
    /// The file of the database in a folder.
    pub(crate) fn database(folder: &Path) -> PathBuf {
        folder.join(FILES[0])
    }

    /// Reads the files in a folder.
    pub(crate) fn read(folder: &Path) -> Self {
        // There is no log before the first write.
        Self(FILES.map(|file| fs::read(folder.join(file)).unwrap_or_default()))
    }

    /// Writes them into another folder.
    pub(crate) fn write(&self, folder: &Path) {
        for (file, bytes) in FILES.iter().zip(&self.0) {
            fs::write(folder.join(file), bytes).unwrap();
        }
    }

    /// What is left of this if the power failed while it became `after`.
    ///
    /// SQLite syncs the log before it copies pages from it into the database. If the database has changed,
    /// the log is therefore complete.
    pub(crate) fn torn(&self, after: &Self, random: &mut TestRng) -> Self {
        let [database, log] = &self.0;
        let [later_database, later_log] = &after.0;
        if database == later_database {
            Self([database.clone(), tear(log, later_log, random)])
        } else {
            Self([tear(database, later_database, random), later_log.clone()])
        }
    }
}

/// The next writes fail, as the disk is full.
pub(crate) fn fill(writes: usize) {
    fail::cfg("write", &format!("{writes}*return")).unwrap();
}

/// The disk has room again.
pub(crate) fn make_room() {
    fail::remove("write");
}

/// A file of which only some of the changed sectors were written.
fn tear(before: &[u8], after: &[u8], random: &mut TestRng) -> Vec<u8> {
    // None, some or all of them.
    let written = random.random_range(0..=8);
    let mut torn = before.to_vec();
    for (number, sector) in after.chunks(SECTOR).enumerate() {
        let at = number * SECTOR;
        let end = at + sector.len();
        if before.get(at..end) != Some(sector) && random.random_ratio(written, 8) {
            torn.resize(torn.len().max(end), 0);
            torn[at..end].copy_from_slice(sector);
        }
    }
    torn
}
