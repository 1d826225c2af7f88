//! Faults of the disk: it is full for a while; and what it holds after a power failure: what was synced, and of the last transaction whatever sectors
//! happened to be written.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;

/// What a disk writes at once, in bytes.
const SECTOR: usize = 512;

/// The database and its write-ahead log. The shared memory beside them does not survive.
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
        // The log is not there before the first write.
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
    /// The log is synced before any of it is copied into the database. So if the database has changed, only
    /// its sectors can be missing.
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

/// A file of which some sectors have been written. What is drawn does not depend on how long the log is.
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
