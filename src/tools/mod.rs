//! What the command line's tools do. They write to whatever they are handed, so that tests can
//! read it.

pub mod bench;
pub mod learn;
pub mod perft;
pub mod picture;
pub mod record;
pub mod tournament;
pub mod ugi;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Whether a tool found everything in order; the command's exit status says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is wrong.
    Good,
    /// Something that was checked is wrong.
    Bad,
}

impl Verdict {
    /// Good only if both are.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Good, Self::Good) => Self::Good,
            _ => Self::Bad,
        }
    }
}

/// Reads a text file, or standard input for `-`. Bytes that are not UTF-8 become `U+FFFD`.
fn read_text(path: &Path) -> io::Result<String> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        bytes
    } else {
        std::fs::read(path)?
    };
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Writes a file as a whole: the old one stays until the new one is complete.
fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link keeps pointing to the file, which is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A pipe or a terminal has nothing to lose, and cannot be replaced.
        return fs::write(&path, bytes);
    }
    let mut beside = OsString::from(path.as_os_str());
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    let mut file = File::create_new(&beside)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| match &old {
            Some(old) => fs::set_permissions(&beside, old.permissions()),
            None => Ok(()),
        })
        .and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // What went wrong is told; that the rest could not be cleared away is not worth a word.
        let _ = fs::remove_file(&beside);
    }
    written
}
