//! Secrets: each stands in the settings, in a file of its own, or in the environment.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::error::Fault;

/// The environment: what a variable holds, if it is set.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// Longest file with a secret, in bytes: far more than any, and little enough to read when the
/// path of something else stands there.
const LONGEST_FILE: u64 = 64 * 1024;

/// A secret as it stands in the settings. Whatever it is, it can be read, because an error of the
/// parser would tell the value.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Given {
    Text(SecretString),
    Other(IgnoredAny),
}

/// A secret and where it may come from.
pub(super) struct Source {
    /// The section: `matrix`.
    pub(super) section: &'static str,
    /// The key in the section: `password`.
    pub(super) key: &'static str,
    /// What stands at `<key>`.
    pub(super) given: Option<Given>,
    /// What stands at `<key>_file`.
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

    /// That the secret is nowhere.
    pub(super) fn missing(&self) -> Fault {
        let Self { key, .. } = self;
        let variable = self.variable();
        let reason = format!("is missing: give it, or {key}_file, or {variable}");
        Fault::new(self.key(), reason)
    }

    /// The secret. The environment goes before the settings.
    pub(super) fn find(&self, environment: Environment<'_>) -> Result<Option<SecretString>, Fault> {
        let in_settings = match &self.given {
            None => None,
            Some(Given::Other(_)) => {
                return Err(Fault::new(self.key(), "has to be a text in quotes"));
            }
            Some(Given::Text(secret)) => Some(secret),
        };
        if in_settings.is_some() && self.file.is_some() {
            let reason = format!("stands beside {}_file: give one of the two", self.key);
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

/// The secret in a file, without the end of its line.
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
