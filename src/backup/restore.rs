//! Puts a backup back in the place of a database that no bot uses.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::Originals;
use super::error::{BackupError, at};
use super::folder::{PART, create_private, sync};
use super::manifest::{DATABASE, Manifest};
use super::verify::{Finding, check};
use crate::store::DatabasePlace;

/// What happens to a database that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replace {
    /// Nothing is put back.
    No,
    /// It is kept under another name.
    KeepAside,
}

/// What became of the Matrix store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatrixStore {
    /// There is none in the backup.
    None,
    /// It was put back.
    PutBack,
    /// It was not wanted, or the configuration has no place for it.
    LeftOut,
    /// There is one, which is newer than the backup's: its keys fit.
    Kept(PathBuf),
}

/// What was put back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// When the backup was begun.
    pub created: Timestamp,
    /// Where the database is that was there before.
    pub kept: Option<PathBuf>,
    /// What became of the Matrix store.
    pub matrix: MatrixStore,
}

/// Checks a backup and puts it in the place of the originals. `with_matrix` also puts the Matrix
/// store back where there is none.
///
/// # Errors
///
/// A bot uses the database, one is there that must not be replaced, the backup is not right, or a
/// folder cannot be written. Nothing was changed, or the error tells of it.
pub async fn restore(
    originals: &Originals,
    backup: &Path,
    replace: Replace,
    with_matrix: bool,
    now: Timestamp,
    report: &mut (dyn FnMut(Finding) + Send),
) -> Result<Restored, BackupError> {
    // Held to the end.
    let place = DatabasePlace::take(&originals.database)?;
    if replace == Replace::No && place.is_occupied()? {
        return Err(BackupError::Occupied(originals.database.clone()));
    }
    let (manifest, is_right) = check(backup, report).await?;
    if !is_right {
        return Err(BackupError::Damaged(backup.to_owned()));
    }
    // Before the database: without the keys it could read nothing again.
    let matrix = match (&originals.matrix, has_matrix(&manifest)) {
        (_, false) => MatrixStore::None,
        (Some(_), true) if !with_matrix => MatrixStore::LeftOut,
        (None, true) => MatrixStore::LeftOut,
        (Some(store), true) => put_matrix(&manifest, backup, store).map_err(at(store))?,
    };
    let kept = place.put(&backup.join(DATABASE), now)?;
    Ok(Restored {
        created: manifest.created,
        kept,
        matrix,
    })
}

fn has_matrix(manifest: &Manifest) -> bool {
    manifest.files.iter().any(|file| file.in_matrix().is_some())
}

/// Copies the Matrix store to its place, unless there is one.
fn put_matrix(manifest: &Manifest, backup: &Path, store: &Path) -> io::Result<MatrixStore> {
    // Without a trailing slash, or the name of the unfinished one would be in it.
    let store: PathBuf = store.components().collect();
    match fs::read_dir(&store) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Ok(MatrixStore::Kept(store));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut part = store.clone().into_os_string();
    part.push(PART);
    let part = PathBuf::from(part);
    match fs::remove_dir_all(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    create_private(&part, true)?;
    for file in &manifest.files {
        let Some(name) = file.in_matrix() else {
            continue;
        };
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut target = options.open(part.join(name))?;
        io::copy(&mut File::open(backup.join(&file.name))?, &mut target)?;
        target.sync_all()?;
    }
    sync(&part)?;
    // An empty folder gives way.
    fs::rename(&part, &store)?;
    if let Some(folder) = store.parent() {
        sync(match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        })?;
    }
    Ok(MatrixStore::PutBack)
}
