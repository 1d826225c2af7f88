//! Why a configuration is refused, with the file and the key.
//!
//! The file may contain passwords: no message repeats a line of it.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

/// Why a configuration is refused.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
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
    /// A key is unknown or missing, or its value is invalid.
    #[error("{}: {key}: {reason}", path.display())]
    Value {
        /// Which file.
        path: PathBuf,
        /// The key, with its section: `pictures.size`.
        key: String,
        /// What is wrong.
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

    /// Adds another remedy.
    pub(super) fn or(mut self, way: &str) -> Self {
        self.reason.push_str("; or ");
        self.reason.push_str(way);
        self
    }

    #[cfg(feature = "matrix")]
    pub(super) fn into_reason(self) -> String {
        self.reason
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
/// The parser's errors quote the line and keep the whole file, which may contain secrets: only the
/// position and the reason are taken from them.
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
