//! What the command line's tools do. They write to whatever they are handed, so that tests can
//! read it.

pub mod bench;
pub mod learn;
pub mod perft;
pub mod picture;
pub mod record;
pub mod tournament;
pub mod ugi;

use std::io::{self, Read};
use std::path::Path;

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
