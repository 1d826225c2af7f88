//! The folder that holds backups.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::manifest::MANIFEST;
use crate::config::KeepBackups;

/// What the names of backups begin with.
const PREFIX: &str = "ringleader-";

/// The time in a name.
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// What the name of a backup that is not whole ends with.
pub(super) const PART: &str = ".part";

/// How long an unfinished backup may be in work.
const LONGEST: SignedDuration = SignedDuration::from_hours(24);

/// Most backups within one second.
const MOST_AT_ONCE: u32 = 100;

/// A backup in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Listed {
    pub(super) at: Timestamp,
    pub(super) path: PathBuf,
}

/// Creates a folder and those above it if they do not exist, for the owner alone.
pub(super) fn create_private(path: &Path, recursive: bool) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(recursive);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Writes what is in a folder's list of names to the disk.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(path)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Creates the folder in which a backup is made. Returns it, and the name that it gets when it is
/// whole.
pub(super) fn create_part(folder: &Path, now: Timestamp) -> io::Result<(PathBuf, PathBuf)> {
    for number in 1..=MOST_AT_ONCE {
        let mut name = format!("{PREFIX}{}", now.strftime(TIME));
        if number > 1 {
            name.push_str(&format!("-{number}"));
        }
        let whole = folder.join(&name);
        let part = folder.join(name + PART);
        if whole.try_exists()? {
            continue;
        }
        match create_private(&part, false) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|()| (part, whole)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// When the backup of this name was begun.
fn time(name: &str) -> Option<Timestamp> {
    let rest = name.strip_prefix(PREFIX)?;
    let end = rest.find('Z')? + 1;
    let (time, number) = rest.split_at(end);
    let is_numbered = number.strip_prefix('-').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    if !number.is_empty() && !is_numbered {
        return None;
    }
    let time = DateTime::strptime(TIME, time).ok()?;
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

/// The folders with names of backups, and those of unfinished ones; both oldest first.
fn read(folder: &Path) -> io::Result<(Vec<Listed>, Vec<Listed>)> {
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(OsStr::to_str) else {
            continue;
        };
        let (name, list) = match name.strip_suffix(PART) {
            Some(name) => (name, &mut parts),
            None => (name, &mut whole),
        };
        if let Some(at) = time(name) {
            list.push(Listed { at, path });
        }
    }
    whole.retain(|backup| backup.path.join(MANIFEST).is_file());
    whole.sort_unstable();
    parts.sort_unstable();
    Ok((whole, parts))
}

/// When the newest whole backup in a folder was begun that is not of the future.
pub(super) fn newest(folder: &Path, now: Timestamp) -> Option<Timestamp> {
    let (whole, _) = read(folder).ok()?;
    let times = whole.into_iter().map(|backup| backup.at);
    times.filter(|at| *at <= now).max()
}

/// Removes backups that are too many or too old, except the newest, and unfinished ones that nobody
/// works at any more. Returns what is gone.
pub(super) fn remove_old(
    folder: &Path,
    keep: KeepBackups,
    now: Timestamp,
) -> io::Result<Vec<PathBuf>> {
    let (mut whole, mut parts) = read(folder)?;
    let is_older = |backup: &Listed, age| now.duration_since(backup.at) > age;
    // The newest stays.
    let newest = whole.pop();
    let old: Vec<_> = match keep {
        KeepBackups::Number(number) => {
            let kept = usize::try_from(number).unwrap_or(usize::MAX);
            let others = kept.saturating_sub(usize::from(newest.is_some()));
            whole.drain(..whole.len().saturating_sub(others)).collect()
        }
        KeepBackups::Age(age) => whole
            .into_iter()
            .filter(|backup| is_older(backup, age))
            .collect(),
    };
    let mut gone = Vec::new();
    for backup in old {
        // Half a backup must not look like a whole one.
        let mut part = backup.path.clone().into_os_string();
        part.push(PART);
        fs::rename(&backup.path, &part)?;
        fs::remove_dir_all(&part)?;
        gone.push(backup.path);
    }
    parts.retain(|part| is_older(part, LONGEST));
    for part in parts {
        fs::remove_dir_all(&part.path)?;
        gone.push(part.path);
    }
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_700_000_000 + second).unwrap()
    }

    fn backup(folder: &Path, second: i64) -> PathBuf {
        let (part, whole) = create_part(folder, at(second)).unwrap();
        fs::write(part.join(MANIFEST), "{}").unwrap();
        fs::rename(part, &whole).unwrap();
        whole
    }

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn names_tell_the_time() {
        assert_eq!(
            time("ringleader-20261126T110000Z"),
            Some("2026-11-26T11:00:00Z".parse().unwrap())
        );
        assert_eq!(
            time("ringleader-20261126T110000Z-12"),
            time("ringleader-20261126T110000Z")
        );
        for other in [
            "ringleader-20261126T110000Z.part",
            "ringleader-20261126T110000Z-",
            "ringleader-20261326T110000Z",
            "ringleader-matrix",
            "other",
        ] {
            assert_eq!(time(other), None, "{other}");
        }
    }

    #[test]
    fn two_backups_of_one_second_have_two_names() {
        let dir = tempfile::tempdir().unwrap();
        let first = backup(dir.path(), 0);
        let second = backup(dir.path(), 0);
        assert_ne!(first, second);
        assert_eq!(newest(dir.path(), at(0)), Some(at(0)));
        // One of the future is as good as none: the clock was wrong.
        assert_eq!(newest(dir.path(), at(-1)), None);
    }

    #[test]
    fn old_backups_go_by_number_or_age_and_the_newest_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        for day in 0..6 {
            backup(path, day * 86_400);
        }
        // What is not a backup of ours, or not a whole one, is not counted.
        fs::create_dir(path.join("ringleader-matrix")).unwrap();
        fs::write(path.join("notes.txt"), "mine").unwrap();
        create_part(path, at(5 * 86_400 + 1)).unwrap();
        let (leftover, _) = create_part(path, at(0)).unwrap();
        let now = at(5 * 86_400 + 10);
        let gone = remove_old(path, KeepBackups::Number(4), now).unwrap();
        assert_eq!(gone.len(), 3, "{gone:?}");
        assert!(gone.contains(&leftover));
        let gone = remove_old(path, KeepBackups::Age(SignedDuration::from_hours(30)), now).unwrap();
        assert_eq!(gone.len(), 2, "{gone:?}");
        let gone = remove_old(path, KeepBackups::Number(0), now).unwrap();
        assert_eq!(gone.len(), 1, "{gone:?}");
        let much_later = at(1_000 * 86_400);
        let age = KeepBackups::Age(SignedDuration::from_hours(1));
        remove_old(path, age, much_later).unwrap();
        assert_eq!(
            names(path),
            [
                "notes.txt",
                "ringleader-20231119T221320Z",
                "ringleader-matrix"
            ]
        );
    }
}
