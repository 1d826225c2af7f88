//! Puts a copy in the place of a database that nobody uses.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::claim::Claim;
use super::database::claim;
use super::error;
use super::file::{self, PART, RESTORED, WAL, beside, resolve};
use crate::store::StoreError;
use crate::store::sql::DatabaseLocation;

/// The place of a database, claimed for this process: no bot uses the database, or can begin to.
#[derive(Debug)]
pub(crate) struct DatabasePlace {
    path: PathBuf,
    _claim: Claim,
}

impl DatabasePlace {
    /// Claims the place.
    ///
    /// # Errors
    ///
    /// A process uses the database, or its folder cannot be written.
    pub(crate) fn take(path: &Path) -> Result<Self, StoreError> {
        let location = DatabaseLocation::File(path.to_owned());
        let path = resolve(path).map_err(|cause| error::opening(&location, cause.into()))?;
        let claim = claim(&location, &path)?;
        Ok(Self {
            path,
            _claim: claim,
        })
    }

    /// What of a database is there: itself, its write-ahead log, and a copy of it that an earlier
    /// process did not put back any more.
    fn occupied(&self) -> io::Result<Vec<&'static str>> {
        let mut there = Vec::new();
        for suffix in ["", WAL, RESTORED] {
            if beside(&self.path, suffix).try_exists()? {
                there.push(suffix);
            }
        }
        Ok(there)
    }

    /// Whether a database is there.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub(crate) fn is_occupied(&self) -> Result<bool, StoreError> {
        Ok(!self.occupied()?.is_empty())
    }

    /// Copies a database to this place. One that is there is kept under another name, which is
    /// returned. Wherever this is interrupted, the next start opens one of the two, whole.
    ///
    /// # Errors
    ///
    /// The folder cannot be written. What was there is still there, or kept.
    pub(crate) fn put(&self, copy: &Path, now: Timestamp) -> Result<Option<PathBuf>, StoreError> {
        let old = self.occupied()?;
        let kept = beside(&self.path, &format!(".{}", now.as_second()));
        let part = beside(&self.path, PART);
        file::remove(&part)?;
        file::create(&part)?;
        write_copy(copy, &part)?;
        // A second name each: until the database itself loses its first one, a start finds it whole.
        for suffix in &old {
            fs::hard_link(beside(&self.path, suffix), beside(&kept, suffix))?;
        }
        file::rename(&part, &beside(&self.path, RESTORED))?;
        // From here on a start puts the copy in place.
        file::remove(&self.path)?;
        file::restore(&self.path)?;
        Ok((!old.is_empty()).then_some(kept))
    }
}

/// Copies a file into another that exists, durably.
fn write_copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut target = File::options().write(true).truncate(true).open(to)?;
    io::copy(&mut source, &mut target)?;
    target.sync_all()
}
