//! Makes a backup, beside a running bot or without one.
//!
//! The database is copied before the Matrix store. Its sync cursor then tells a moment before the
//! copy of the keys: the homeserver gives each key once, before that cursor moves past it, so every
//! key for what the restored bot reads again is in the store. The other way round, the keys that came
//! in between would be lost. Within the store the keys come last, for the same reason.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fail::fail_point;
use jiff::Timestamp;

use super::Originals;
use super::error::{BackupError, at};
use super::folder::{create_part, create_private, sync};
use super::manifest::{DATABASE, ListedFile, MANIFEST, MATRIX, MATRIX_SUFFIX, Manifest};
use crate::store::{schema, snapshot};

/// What the name of the database with the Matrix keys contains.
const KEYS: &str = "crypto";

/// A backup that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Where it lies.
    pub path: PathBuf,
    /// Number of its files, without the manifest.
    pub files: usize,
    /// Their size in bytes.
    pub size: u64,
    /// How long it took.
    pub took: Duration,
}

/// Makes a backup in a folder of its own under `directory`, which is created if it does not exist.
/// It gets its name when it is whole and on the disk.
///
/// # Errors
///
/// A database cannot be read or is damaged, or the folder cannot be written. Nothing is left then.
pub async fn make(
    originals: &Originals,
    directory: &Path,
    now: Timestamp,
) -> Result<Made, BackupError> {
    let began = Instant::now();
    if !originals.database.is_file() {
        return Err(BackupError::NoDatabase(originals.database.clone()));
    }
    create_private(directory, true).map_err(at(directory))?;
    let (part, whole) = create_part(directory, now).map_err(at(directory))?;
    let made = fill(originals, &part, now).await.and_then(|manifest| {
        fs::rename(&part, &whole).map_err(at(&whole))?;
        sync(directory).map_err(at(directory))?;
        Ok(manifest)
    });
    match made {
        Ok(manifest) => Ok(Made {
            path: whole,
            files: manifest.files.len(),
            size: manifest.size(),
            took: began.elapsed(),
        }),
        Err(error) => {
            // The first error is the one to report.
            let _ = fs::remove_dir_all(&part);
            Err(error)
        }
    }
}

async fn fill(originals: &Originals, part: &Path, now: Timestamp) -> Result<Manifest, BackupError> {
    let mut names = vec![DATABASE.to_owned()];
    let copy = part.join(DATABASE);
    snapshot(&originals.database, &copy).await?;
    fail_point!("backup-database");
    if let Some(store) = &originals.matrix {
        let folder = part.join(MATRIX);
        let databases = matrix_databases(store).map_err(at(store))?;
        if !databases.is_empty() {
            create_private(&folder, false).map_err(at(&folder))?;
        }
        for name in databases {
            snapshot(&store.join(&name), &folder.join(&name)).await?;
            names.push(format!("{MATRIX}/{name}"));
        }
        if folder.is_dir() {
            sync(&folder).map_err(at(&folder))?;
        }
    }
    fail_point!("backup-matrix");
    let schema = schema(&copy).await?;
    let files = names
        .into_iter()
        .map(|name| ListedFile::of(part, name))
        .collect::<io::Result<_>>()
        .map_err(at(part))?;
    let manifest = Manifest::new(schema, now, files);
    let path = part.join(MANIFEST);
    write_manifest(&manifest, &path).map_err(at(&path))?;
    sync(part).map_err(at(part))?;
    fail_point!("backup-manifest");
    Ok(manifest)
}

/// The names of the databases in the folder of the Matrix store, in the order in which they are
/// copied. None if the bot has never been on Matrix.
fn matrix_databases(store: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(store) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.ends_with(MATRIX_SUFFIX) && entry.path().is_file() {
            names.push(name);
        }
    }
    names.sort_unstable_by_key(|name| (name.contains(KEYS), name.clone()));
    Ok(names)
}

fn write_manifest(manifest: &Manifest, path: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(manifest.text()?.as_bytes())?;
    file.sync_all()
}
