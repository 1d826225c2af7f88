//! Writing the files, all or none, for the user that runs the bot.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use secrecy::ExposeSecret;

use super::draft::{FileKind, NewFile};

/// The user that the service runs as.
pub(super) const SERVICE_USER: &str = "ringleader";

/// What was written.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The files.
    pub(super) files: Vec<PathBuf>,
    /// The new names of the old files.
    pub(super) copies: Vec<PathBuf>,
    /// Whether they belong to the service's user.
    pub(super) for_service: bool,
}

/// A user's ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ids {
    pub(super) user: u32,
    pub(super) group: u32,
}

/// A complete file that has yet to be moved to its place.
struct Staged<'a> {
    file: &'a NewFile,
    part: PathBuf,
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        // It is gone if it has been put in its place.
        let _ = fs::remove_file(&self.part);
    }
}

/// The files that would be replaced by others.
pub(super) fn replaced(files: &[NewFile]) -> Vec<PathBuf> {
    let others = files.iter().filter(|file| differs(file));
    others.map(|file| file.path.clone()).collect()
}

/// Whether its path holds a file with other content, which it would replace.
fn differs(file: &NewFile) -> bool {
    let stays = file.kind == FileKind::Lasting;
    let old = fs::read(&file.path);
    !stays && file.path.exists() && old.ok().as_deref() != Some(bytes(file))
}

fn bytes(file: &NewFile) -> &[u8] {
    file.content.expose_secret().as_bytes()
}

/// Writes the files, in their order. Each is complete before the first takes its place; old ones are
/// kept beside.
///
/// # Errors
///
/// Why a file cannot be written. Nothing has changed if that shows before the first is in its place.
pub(super) fn files(files: &[NewFile]) -> io::Result<Written> {
    let mut written = Written::default();
    let mut staged = Vec::new();
    for file in files {
        if file.kind == FileKind::Lasting && file.path.exists() {
            continue;
        }
        let name = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", file.path.display()))
        };
        let (part, for_service) = stage(file).map_err(name)?;
        written.for_service |= for_service;
        staged.push(Staged { file, part });
    }
    for one in &staged {
        let path = &one.file.path;
        if differs(one.file) {
            written.copies.push(keep(path)?);
        }
        fs::rename(&one.part, path)?;
        written.files.push(path.clone());
    }
    Ok(written)
}

/// Writes a file beside its place. Returns where, and whether it belongs to the service's user.
fn stage(file: &NewFile) -> io::Result<(PathBuf, bool)> {
    let part = beside(&file.path, &format!(".{}.part", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut open = options.open(&part)?;
    let done = open
        .write_all(bytes(file))
        .and_then(|()| give(&open, &part, file.kind))
        .and_then(|for_service| open.sync_all().map(|()| for_service));
    match done {
        Ok(for_service) => Ok((part, for_service)),
        Err(error) => {
            // The first error is the one to report.
            let _ = fs::remove_file(&part);
            Err(error)
        }
    }
}

/// Sets who may read a new file. Returns whether that is the service's user.
#[cfg(unix)]
fn give(file: &File, path: &Path, kind: FileKind) -> io::Result<bool> {
    use std::os::unix::fs::{PermissionsExt, chown};

    let service = service_ids(file)?;
    let mode = match (kind, service) {
        (FileKind::Config, Some(ids)) => {
            chown(path, None, Some(ids.group))?;
            0o640
        }
        (FileKind::Config, None) => 0o640,
        (_, Some(ids)) => {
            chown(path, Some(ids.user), Some(ids.group))?;
            0o600
        }
        (_, None) => 0o600,
    };
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    Ok(service.is_some())
}

#[cfg(not(unix))]
fn give(_: &File, _: &Path, _: FileKind) -> io::Result<bool> {
    Ok(false)
}

/// The service's user, if there is one and this process is root, as the owner of a new file tells.
#[cfg(unix)]
fn service_ids(file: &File) -> io::Result<Option<Ids>> {
    use std::os::unix::fs::MetadataExt;

    if file.metadata()?.uid() != 0 {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    Ok(ids_of(SERVICE_USER, &users))
}

/// A user's ids in the text of `/etc/passwd`.
pub(super) fn ids_of(user: &str, users: &str) -> Option<Ids> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        if fields.next() != Some(user) {
            return None;
        }
        let mut ids = fields.skip(1).map(str::parse);
        match (ids.next(), ids.next()) {
            (Some(Ok(user)), Some(Ok(group))) => Some(Ids { user, group }),
            _ => None,
        }
    })
}

/// Makes the folder of the data, for the user that runs the bot, if it is not there.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    #[cfg(unix)]
    if let Some(ids) = service_ids(&File::open(path)?)? {
        std::os::unix::fs::chown(path, Some(ids.user), Some(ids.group))?;
    }
    Ok(())
}

/// Keeps a file under another name. Returns the name.
fn keep(path: &Path) -> io::Result<PathBuf> {
    for number in 1.. {
        let copy = beside(path, &format!(".{number}"));
        if copy.symlink_metadata().is_ok() {
            continue;
        }
        // The same file by a second name, with its owner and mode. Some file systems have none.
        if fs::hard_link(path, &copy).is_err() {
            fs::copy(path, &copy)?;
        }
        return Ok(copy);
    }
    Err(io::Error::other("no name is left for a copy"))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(ending);
    name.into()
}
