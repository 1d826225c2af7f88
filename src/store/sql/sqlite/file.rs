//! The database file: whether it is still the one that was opened, and how it is restored.
//!
//! SQLite keeps writing to a deleted file, and everything is lost when the process ends. While the
//! file is open it can still be read, so it is copied back.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Suffix of the write-ahead log.
pub(super) const WAL: &str = "-wal";

/// Suffixes of the write-ahead log and its index.
const SIDE_FILES: [&str; 2] = [WAL, "-shm"];

/// Suffix of a copy that is being made.
pub(super) const PART: &str = ".part";

/// Suffix of a complete copy that is about to get the database's name.
pub(super) const RESTORED: &str = ".restored";

/// The path with a suffix.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Readable by the owner alone: the data tell who plays where.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// The canonical path of a file. Its folder must exist, the file itself need not.
pub(super) fn resolve(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                return Err(error);
            };
            let folder = match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            };
            Ok(folder.canonicalize()?.join(name))
        }
        resolved => resolved,
    }
}

/// Creates the file if it does not exist. SQLite gives its side files the same permissions.
pub(super) fn create(path: &Path) -> io::Result<()> {
    match private(OpenOptions::new().write(true).create_new(true)).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Identity of a file, independent of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
}

impl Identity {
    pub(super) fn new(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Self {
                device: metadata.dev(),
                inode: metadata.ino(),
            }
        }
        #[cfg(not(unix))]
        {
            let _ = metadata;
            Self {}
        }
    }

    /// The identity of the file that has this name now, if any.
    pub(super) fn of(path: &Path) -> io::Result<Option<Self>> {
        match fs::metadata(path) {
            Ok(metadata) => Ok(Some(Self::new(&metadata))),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

/// What happened to the file while it was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileLoss {
    /// The file is gone.
    Gone,
    /// Another file has its name.
    Replaced,
    /// A side file is gone, without which the database is incomplete.
    SideFile,
}

/// The file of an open database.
#[derive(Debug, Clone)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    main: Identity,
    side: [Option<Identity>; 2],
}

impl DatabaseFile {
    /// The file at this canonical path, created if it does not exist. The path must be claimed
    /// before: another process that uses it would find its file replaced.
    pub(super) fn new(path: PathBuf) -> io::Result<Self> {
        // An earlier process was killed while it restored the database.
        if !path.try_exists()? && beside(&path, RESTORED).try_exists()? {
            tracing::warn!(path = %path.display(), "restoring the database from its copy");
            restore(&path)?;
        }
        create(&path)?;
        Self::find(path)
    }

    fn find(path: PathBuf) -> io::Result<Self> {
        let main = Identity::of(&path)?.ok_or(io::ErrorKind::NotFound)?;
        Ok(Self {
            path,
            main,
            side: [None; 2],
        })
    }

    /// Its canonical path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Remembers the side files, which SQLite creates on opening and keeps while open.
    pub(super) fn note_side_files(&mut self) {
        self.side = self.side_files();
    }

    fn side_files(&self) -> [Option<Identity>; 2] {
        SIDE_FILES.map(|name| Identity::of(&beside(&self.path, name)).ok().flatten())
    }

    /// What happened to the file since it was opened.
    pub(super) fn loss(&self) -> Option<FileLoss> {
        match Identity::of(&self.path) {
            Ok(Some(main)) if main != self.main => Some(FileLoss::Replaced),
            Ok(Some(_)) => {
                let now = self.side_files();
                let lost = |(known, now): (&Option<_>, _)| known.is_some() && *known != now;
                self.side
                    .iter()
                    .zip(now)
                    .any(lost)
                    .then_some(FileLoss::SideFile)
            }
            Ok(None) => Some(FileLoss::Gone),
            // Whatever prevents the check will prevent writing too.
            Err(_) => None,
        }
    }

    /// An empty file beside it for a copy.
    pub(super) fn create_copy_file(&self) -> io::Result<PathBuf> {
        let part = beside(&self.path, PART);
        remove(&part)?;
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        create(&part)?;
        Ok(part)
    }

    /// Keeps a copy under the database's name with this suffix.
    pub(super) fn keep_aside(&self, copy: &Path, suffix: &str) -> io::Result<PathBuf> {
        let kept = beside(&self.path, suffix);
        rename(copy, &kept)?;
        Ok(kept)
    }

    /// Removes what is left of its side files.
    pub(super) fn remove_side_files(&self) -> io::Result<()> {
        for (name, known) in SIDE_FILES.iter().zip(self.side) {
            let path = beside(&self.path, name);
            if known.is_some() && Identity::of(&path)? == known {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// Marks a copy as complete: it is to get the database's name.
    pub(super) fn keep_for_restore(&self, copy: &Path) -> io::Result<()> {
        rename(copy, &self.restored())
    }

    /// Path of a complete copy that is to get the database's name.
    pub(super) fn restored(&self) -> PathBuf {
        beside(&self.path, RESTORED)
    }

    /// The file that is at the same path now; if there is none, the copy is restored. All
    /// connections must be closed.
    pub(super) fn reopen(&self) -> io::Result<Self> {
        if Identity::of(&self.path)?.is_none() {
            restore(&self.path)?;
        }
        Self::find(self.path.clone())
    }
}

/// Gives a complete copy the database's name.
pub(super) fn restore(path: &Path) -> io::Result<()> {
    // The copy has all that they hold, and they would not fit it.
    for name in SIDE_FILES {
        remove(&beside(path, name))?;
    }
    rename(&beside(path, RESTORED), path)
}

/// Removes a file if it exists.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Renames a file, durably.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
