//! Secrets: from the configuration, a file of their own, or the environment.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::error::Fault;

/// The value of an environment variable, if it is set.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Longest file with a secret, in bytes: far longer than any, and short enough to read if the path
/// is wrong.
const LONGEST_FILE: u64 = 64 * 1024;

/// A secret in the configuration. Values of any type are accepted at first, since the parser's
/// error would quote them.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Given {
    Text(SecretString),
    Other(IgnoredAny),
}

/// A secret, and where it may come from.
pub(super) struct Source {
    /// The section: `matrix`.
    pub(super) section: &'static str,
    /// The key in the section: `password`.
    pub(super) key: &'static str,
    /// The value of `<key>`.
    pub(super) given: Option<Given>,
    /// The value of `<key>_file`.
    pub(super) file: Option<PathBuf>,
}

impl Source {
    fn key(&self) -> String {
        format!("{}.{}", self.section, self.key)
    }

    fn file_key(&self) -> String {
        format!("{}.{}_file", self.section, self.key)
    }

    fn variable(&self) -> String {
        format!("RINGLEADER_{}_{}", self.section, self.key).to_uppercase()
    }

    /// The fault that the secret is given nowhere.
    pub(super) fn missing(&self) -> Fault {
        let Self { key, .. } = self;
        let variable = self.variable();
        let reason = format!("is missing: give it, or {key}_file, or {variable}");
        Fault::new(self.key(), reason)
    }

    /// The secret. The environment takes precedence.
    pub(super) fn find(&self, environment: Environment<'_>) -> Result<Option<SecretString>, Fault> {
        let in_settings = match &self.given {
            None => None,
            Some(Given::Other(_)) => {
                return Err(Fault::new(self.key(), "has to be a text in quotes"));
            }
            Some(Given::Text(secret)) => Some(secret),
        };
        if in_settings.is_some() && self.file.is_some() {
            let reason = format!(
                "is given together with {}_file: give one of the two",
                self.key
            );
            return Err(Fault::new(self.key(), reason));
        }
        let variable = self.variable();
        if let Some(value) = environment(&variable).filter(|value| !value.is_empty()) {
            let value = value
                .into_string()
                .map_err(|_| Fault::new(self.key(), format!("{variable} is not UTF-8")))?;
            return Ok(Some(value.into()));
        }
        if let Some(secret) = in_settings {
            if secret.expose_secret().is_empty() {
                return Err(Fault::new(self.key(), "must not be empty"));
            }
            return Ok(Some(secret.clone()));
        }
        self.file
            .as_deref()
            .map(|path| read(path).map_err(|reason| Fault::new(self.file_key(), reason)))
            .transpose()
    }
}

/// The secret in a file, without its line end.
fn read(path: &Path) -> Result<SecretString, String> {
    let told = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
    let mut content = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST_FILE + 1).read_to_end(&mut content))
        .map_err(|error| told(&error))?;
    if content.len() as u64 > LONGEST_FILE {
        return Err(told(&format!("is longer than {LONGEST_FILE} bytes")));
    }
    let text = String::from_utf8(content).map_err(|_| told(&"is not UTF-8"))?;
    let secret = text.trim_end_matches(['\r', '\n']);
    if secret.is_empty() {
        return Err(told(&"is empty"));
    }
    Ok(secret.into())
}
