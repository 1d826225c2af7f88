//! The manifest of a backup: what it consists of, and by what that is recognised.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::{BackupError, at};

/// The file's name. It is written last: a backup without it is not whole.
pub(super) const MANIFEST: &str = "manifest.json";

/// The name of the database in a backup.
pub(super) const DATABASE: &str = "ringleader.db";

/// The folder of the Matrix store in a backup.
pub(super) const MATRIX: &str = "ringleader-matrix";

/// What the databases of the Matrix store end with.
pub(super) const MATRIX_SUFFIX: &str = ".sqlite3";

/// The format that this version writes, and the newest that it reads.
const FORMAT: u64 = 1;

/// Largest manifest that is read, in bytes: a few files have a few lines.
const LARGEST: u64 = 1 << 20;

/// What a backup consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: u64,
    /// The version of the program that made it.
    pub(super) version: String,
    /// The number of the database's newest migration.
    pub(super) schema: i64,
    /// When it was begun: nothing later has to be in it.
    pub(super) created: Timestamp,
    /// Its files, without this one.
    pub(super) files: Vec<ListedFile>,
    /// SHA-256 of this manifest with an empty string here, without blanks.
    sha256: String,
}

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListedFile {
    /// Its path in the backup, with `/`.
    pub(super) name: String,
    /// Its size in bytes.
    pub(super) size: u64,
    /// The SHA-256 of what is in it.
    pub(super) sha256: String,
}

/// What every format has.
#[derive(Deserialize)]
struct AnyFormat {
    format: u64,
    #[serde(default)]
    version: String,
}

impl ListedFile {
    /// Lists the file of this name in a folder.
    pub(super) fn of(folder: &Path, name: String) -> io::Result<Self> {
        let (size, sha256) = sum(&folder.join(&name))?;
        Ok(Self { name, size, sha256 })
    }

    /// Its name in the folder of the Matrix store, if it belongs there.
    pub(super) fn in_matrix(&self) -> Option<&str> {
        self.name.strip_prefix(MATRIX)?.strip_prefix('/')
    }

    /// Whether a backup may have a file of this name: nothing outside of its folder is ever touched.
    fn is_expected(&self) -> bool {
        self.name == DATABASE
            || self.in_matrix().is_some_and(|name| {
                name.ends_with(MATRIX_SUFFIX) && !name.contains(['/', '\\', '\0'])
            })
    }
}

impl Manifest {
    pub(super) fn new(schema: i64, created: Timestamp, files: Vec<ListedFile>) -> Self {
        let mut manifest = Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            created,
            files,
            sha256: String::new(),
        };
        manifest.sha256 = manifest.checksum();
        manifest
    }

    fn checksum(&self) -> String {
        let bare = Self {
            sha256: String::new(),
            ..self.clone()
        };
        // Nothing in it can fail to be written; a checksum of nothing would fit no manifest.
        hex(&Sha256::digest(
            serde_json::to_vec(&bare).unwrap_or_default(),
        ))
    }

    pub(super) fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }

    /// Reads the manifest of the backup in a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, BackupError> {
        let not_whole = |reason: String| BackupError::NotWhole {
            path: folder.to_owned(),
            reason,
        };
        let path = folder.join(MANIFEST);
        let size = match fs::metadata(&path) {
            Ok(found) => found.len(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(not_whole(format!("there is no {MANIFEST} in it")));
            }
            Err(error) => return Err(at(&path)(error)),
        };
        if size > LARGEST {
            return Err(not_whole(format!("{MANIFEST} is too large")));
        }
        let text = fs::read_to_string(&path).map_err(at(&path))?;
        let unreadable =
            |error: serde_json::Error| not_whole(format!("{MANIFEST} cannot be read: {error}"));
        let any: AnyFormat = serde_json::from_str(&text).map_err(unreadable)?;
        if any.format > FORMAT {
            return Err(BackupError::Newer {
                path: folder.to_owned(),
                version: any.version,
                format: any.format,
            });
        }
        let manifest: Self = serde_json::from_str(&text).map_err(unreadable)?;
        if manifest.sha256 != manifest.checksum() {
            return Err(not_whole(format!(
                "{MANIFEST} has changed since it was written"
            )));
        }
        if let Some(file) = manifest.files.iter().find(|file| !file.is_expected()) {
            return Err(not_whole(format!(
                "{MANIFEST} lists {:?}, which is no file of a backup",
                file.name
            )));
        }
        if !manifest.files.iter().any(|file| file.name == DATABASE) {
            return Err(not_whole(format!("{MANIFEST} lists no {DATABASE}")));
        }
        Ok(manifest)
    }

    /// Size of all files in bytes.
    pub(super) fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }
}

/// Size and SHA-256 of a file.
pub(super) fn sum(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    let mut size = 0;
    loop {
        let read = match file.read(&mut buffer) {
            Ok(0) => return Ok((size, hex(&hasher.finalize()))),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hasher.update(&buffer[..read]);
        size += read as u64;
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
