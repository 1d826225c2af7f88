//! The file that a database is in: whether it is still the one that was opened, and how it is put
//! back.
//!
//! SQLite goes on with a file that was deleted, and all that it writes is gone when the process
//! ends. While the file is open all of it can still be read, and so it is copied back.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Behind the database's name: its write-ahead log and the index of that.
const SIDE_FILES: [&str; 2] = ["-wal", "-shm"];

/// Behind the database's name: a copy that is being made.
const PART: &str = ".part";

/// Behind the database's name: a complete copy, on the way to the database's own name.
const RESTORED: &str = ".restored";

/// The path with something behind its name.
pub(super) fn beside(path: &Path, behind: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(behind);
    name.into()
}

/// For nobody else to look into: it tells who plays where.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// The canonical path of a file, which need not be there yet; its folder has to be.
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

/// Makes the file if it is not there. What SQLite puts beside it gets the same permissions.
fn make(path: &Path) -> io::Result<()> {
    match private(OpenOptions::new().write(true).create_new(true)).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Which file something is, whatever its name.
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

    /// Of the file that has this name now, if any has.
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

/// What happened to a file behind our back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// No file has the database's name.
    Gone,
    /// Another file has it.
    Replaced,
    /// A file that belongs to it is gone, without which the rest is not complete.
    Side,
}

/// The file of an open database.
#[derive(Debug, Clone)]
pub(super) struct DatabaseFile {
    path: PathBuf,
    main: Identity,
    side: [Option<Identity>; 2],
}

impl DatabaseFile {
    /// The file at this canonical path, which is made if it is not there. The path has to be
    /// claimed before: who else has it would find the file replaced.
    pub(super) fn new(path: PathBuf) -> io::Result<Self> {
        // A process that was stopped while it put its database back had come this far.
        if !path.try_exists()? && beside(&path, RESTORED).try_exists()? {
            tracing::warn!(path = %path.display(), "the database is put back");
            put_back(&path)?;
        }
        make(&path)?;
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

    /// Takes note of the files beside it, which SQLite has made by now and keeps while it is open.
    pub(super) fn note_side_files(&mut self) {
        self.side = self.side_files();
    }

    fn side_files(&self) -> [Option<Identity>; 2] {
        SIDE_FILES.map(|name| Identity::of(&beside(&self.path, name)).ok().flatten())
    }

    /// What happened to it since it was opened.
    pub(super) fn loss(&self) -> Option<Loss> {
        match Identity::of(&self.path) {
            Ok(Some(main)) if main != self.main => Some(Loss::Replaced),
            Ok(Some(_)) => {
                let now = self.side_files();
                let lost = |(known, now): (&Option<_>, _)| known.is_some() && *known != now;
                self.side.iter().zip(now).any(lost).then_some(Loss::Side)
            }
            Ok(None) => Some(Loss::Gone),
            // What stands against a look at it will stand against writing too.
            Err(_) => None,
        }
    }

    /// Where a copy can be made: an empty file beside it.
    pub(super) fn place_for_copy(&self) -> io::Result<PathBuf> {
        let part = beside(&self.path, PART);
        remove(&part)?;
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        make(&part)?;
        Ok(part)
    }

    /// Keeps a copy beside whatever has the database's name now. `behind` tells it from others.
    pub(super) fn keep_aside(&self, copy: &Path, behind: &str) -> io::Result<PathBuf> {
        let kept = beside(&self.path, behind);
        settle(copy, &kept)?;
        Ok(kept)
    }

    /// Removes what is left of the files beside it.
    pub(super) fn remove_side_files(&self) -> io::Result<()> {
        for (name, known) in SIDE_FILES.iter().zip(self.side) {
            let path = beside(&self.path, name);
            if known.is_some() && Identity::of(&path)? == known {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// Notes that a copy is complete and is to get the database's name.
    pub(super) fn keep_for_return(&self, copy: &Path) -> io::Result<()> {
        settle(copy, &self.restored())
    }

    /// Where a complete copy waits for the database's name.
    pub(super) fn restored(&self) -> PathBuf {
        beside(&self.path, RESTORED)
    }

    /// The file that stands at the same path now: the copy that is kept for it if none does. No
    /// connection may be open any more.
    pub(super) fn again(&self) -> io::Result<Self> {
        if Identity::of(&self.path)?.is_none() {
            put_back(&self.path)?;
        }
        Self::find(self.path.clone())
    }
}

/// Gives a complete copy the database's name.
fn put_back(path: &Path) -> io::Result<()> {
    // All that they hold is in the copy, to which they would not fit.
    for name in SIDE_FILES {
        remove(&beside(path, name))?;
    }
    settle(&beside(path, RESTORED), path)
}

/// Removes a file if it is there.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Gives a file another name, and sees to it that both last.
fn settle(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
