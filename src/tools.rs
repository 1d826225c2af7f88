//! The work of the subcommands. Output goes to a writer that is passed in, so that tests can read
//! it.

pub mod bench;
pub mod claims;
pub mod learn;
pub mod openings;
pub mod perft;
pub mod picture;
pub mod puzzles;
pub mod record;
pub mod tournament;
pub mod ugi;

use std::io::{self, Read};
use std::path::Path;

/// The outcome of a tool, which becomes the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolVerdict {
    /// Everything that was checked is right.
    Good,
    /// Something is wrong.
    Bad,
}

impl ToolVerdict {
    /// Good if both are.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Good, Self::Good) => Self::Good,
            _ => Self::Bad,
        }
    }
}

/// Adds the path to an error.
fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Reads a text file, or standard input for `-`. Invalid UTF-8 becomes `U+FFFD`.
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
