//! The text of the config file and of the files with secrets, from the answers.

use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};
use toml::Value;

use crate::files::folder_of;

/// What the config begins with.
const HEAD: &str = "\
# Settings of Ringleader, written by `ringleader setup`. config.example.toml lists all others. Secrets
# are in files of their own; paths are absolute, so that the bot may be started anywhere.
";

/// A file to write.
#[derive(Debug)]
pub(super) struct NewFile {
    pub(super) path: PathBuf,
    pub(super) content: SecretString,
    pub(super) kind: FileKind,
}

/// What a file is, which decides who may read it and what becomes of one that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    /// The config, without secrets.
    Config,
    /// A secret.
    Secret,
    /// A secret that must not change, since existing data may be encrypted with it.
    Lasting,
}

/// Files that are being drafted.
pub(super) struct Draft {
    path: PathBuf,
    config: String,
    secrets: Vec<NewFile>,
}

impl Draft {
    /// A config at this path, with nothing in it.
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            config: HEAD.to_owned(),
            secrets: Vec::new(),
        }
    }

    pub(super) fn blank(&mut self) {
        self.config.push('\n');
    }

    /// Begins a section.
    pub(super) fn section(&mut self, name: &str) {
        self.config.push_str(&format!("\n[{name}]\n"));
    }

    pub(super) fn comment(&mut self, lines: &str) {
        for line in lines.lines() {
            self.config.push_str(&format!("# {line}\n"));
        }
    }

    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.value(key, &Value::String(value.to_owned()));
    }

    #[cfg(feature = "matrix")]
    pub(super) fn texts(&mut self, key: &str, values: &[String]) {
        let values = values.iter().cloned().map(Value::String);
        self.value(key, &Value::Array(values.collect()));
    }

    pub(super) fn path(&mut self, key: &str, path: &Path) {
        // The config's own path, with which all begin, is UTF-8; so is what was typed.
        self.text(key, &path.to_string_lossy());
    }

    fn value(&mut self, key: &str, value: &Value) {
        self.config.push_str(&format!("{key} = {value}\n"));
    }

    /// A secret in a file beside the config.
    pub(super) fn secret(&mut self, key: &str, name: &str, secret: &SecretString) {
        self.secret_file(key, name, secret, FileKind::Secret);
    }

    /// A secret that stays the one that is there already.
    #[cfg(feature = "matrix")]
    pub(super) fn lasting_secret(&mut self, key: &str, name: &str, secret: &SecretString) {
        self.secret_file(key, name, secret, FileKind::Lasting);
    }

    fn secret_file(&mut self, key: &str, name: &str, secret: &SecretString, kind: FileKind) {
        let path = folder_of(&self.path).join(name);
        self.path(key, &path);
        self.secrets.push(NewFile {
            path,
            content: format!("{}\n", secret.expose_secret()).into(),
            kind,
        });
    }

    /// The files with secrets.
    pub(super) fn secrets(&self) -> &[NewFile] {
        &self.secrets
    }

    /// All files, the config last: what it names is there by then.
    pub(super) fn files(self) -> Vec<NewFile> {
        let mut files = self.secrets;
        files.push(NewFile {
            path: self.path,
            content: self.config.into(),
            kind: FileKind::Config,
        });
        files
    }
}
