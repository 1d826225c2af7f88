//! Why settings are refused: always with the file and, where there is one, the key.
//!
//! The file may hold passwords, so no text here repeats a line of it.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

/// Why the settings are refused.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// It is not TOML.
    #[error("{}: line {line}, column {column}: {reason}", path.display())]
    Toml {
        /// Which file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The character in the line, from 1.
        column: usize,
        /// What is wrong.
        reason: String,
    },
    /// A key does not exist, is missing, or has a value that cannot be.
    #[error("{}: {key}: {reason}", path.display())]
    Value {
        /// Which file.
        path: PathBuf,
        /// The key, with its section: `pictures.size`.
        key: String,
        /// Why it cannot be.
        reason: String,
    },
}

/// What is wrong with one key.
#[derive(Debug)]
pub(super) struct Fault {
    key: String,
    reason: String,
}

impl Fault {
    pub(super) fn new(key: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            reason: reason.into(),
        }
    }

    /// With another way out.
    pub(super) fn or(mut self, way: &str) -> Self {
        self.reason.push_str("; or ");
        self.reason.push_str(way);
        self
    }

    pub(super) fn in_file(self, path: &Path) -> ConfigError {
        ConfigError::Value {
            path: path.to_owned(),
            key: self.key,
            reason: self.reason,
        }
    }
}

/// Reads TOML.
///
/// The parser's own errors show the line where they are and keep the whole file, which may hold
/// secrets; of them only the place and the reason are taken.
pub(super) fn from_toml<'a, T: Deserialize<'a>>(
    path: &Path,
    text: &'a str,
) -> Result<T, ConfigError> {
    let file = toml::Deserializer::parse(text).map_err(|error| {
        let before = error
            .span()
            .and_then(|span| text.get(..span.start))
            .unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        ConfigError::Toml {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: error.message().to_owned(),
        }
    })?;
    serde_path_to_error::deserialize(file).map_err(|error| {
        let key = error.path().to_string();
        Fault::new(key, error.into_inner().message()).in_file(path)
    })
}
