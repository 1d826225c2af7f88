//! Checks a backup: its manifest, every file, and all games in the database.

use std::fs;
use std::io;
use std::path::Path;

use super::error::{BackupError, at};
use super::folder::PART;
use super::manifest::{DATABASE, ListedFile, MANIFEST, MATRIX, Manifest, sum};
use crate::store::{StoreError, inspect, integrity, schema};

/// What a check found: one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// This is right.
    Right(String),
    /// This is wrong.
    Wrong(String),
}

impl Finding {
    /// Whether something is wrong.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Self::Wrong(_))
    }
}

/// Checks a backup, and tells each result to `report` as it is known. True if all is right.
///
/// # Errors
///
/// The folder is no backup, or not a whole one, or a newer version has made it: nothing in it was
/// looked at.
pub async fn verify(
    backup: &Path,
    report: &mut (dyn FnMut(Finding) + Send),
) -> Result<bool, BackupError> {
    let (_, is_right) = check(backup, report).await?;
    Ok(is_right)
}

/// The same; also returns the manifest.
pub(super) async fn check(
    backup: &Path,
    report: &mut (dyn FnMut(Finding) + Send),
) -> Result<(Manifest, bool), BackupError> {
    let name = backup.canonicalize().map_err(at(backup))?;
    if name.to_string_lossy().ends_with(PART) {
        return Err(BackupError::NotWhole {
            path: backup.to_owned(),
            reason: format!("its name ends with {PART}, so it was never finished"),
        });
    }
    let manifest = Manifest::read(backup)?;
    let mut is_right = true;
    let mut tell = |finding: Finding| {
        is_right &= !finding.is_wrong();
        report(finding);
    };
    tell(Finding::Right(format!(
        "{MANIFEST}: made by version {} at {}, schema {}, {} files",
        manifest.version,
        manifest.created,
        manifest.schema,
        manifest.files.len()
    )));
    for name in unlisted(backup, &manifest).map_err(at(backup))? {
        tell(Finding::Wrong(format!("{name}: is not in {MANIFEST}")));
    }
    for file in &manifest.files {
        match check_file(backup, &manifest, file).await {
            Ok(lines) => {
                for line in lines {
                    tell(Finding::Right(format!("{}: {line}", file.name)));
                }
            }
            Err(fault) => tell(Finding::Wrong(format!("{}: {fault}", file.name))),
        }
    }
    Ok((manifest, is_right))
}

/// What is in the folder beside what the manifest lists.
fn unlisted(backup: &Path, manifest: &Manifest) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(backup)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == MATRIX && entry.file_type()?.is_dir() {
            for entry in fs::read_dir(entry.path())? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                found.push(format!("{MATRIX}/{name}"));
            }
        } else if name != MANIFEST {
            found.push(name);
        }
    }
    found.retain(|name| !manifest.files.iter().any(|file| file.name == *name));
    found.sort_unstable();
    Ok(found)
}

/// What is right with a file, or what is wrong.
async fn check_file(
    backup: &Path,
    manifest: &Manifest,
    file: &ListedFile,
) -> Result<Vec<String>, String> {
    let path = backup.join(&file.name);
    let (size, sha256) = sum(&path).map_err(|error| error.to_string())?;
    if size != file.size {
        return Err(format!("has {size} bytes, not {}", file.size));
    }
    if sha256 != file.sha256 {
        return Err("its SHA-256 is not that of the manifest: it has changed".to_owned());
    }
    let said = |error: StoreError| error.to_string();
    let faults = integrity(&path).await.map_err(said)?;
    if !faults.is_empty() {
        return Err(format!("SQLite finds it damaged: {}", faults.join("; ")));
    }
    let mut lines = vec![format!("{size} bytes, unchanged, sound for SQLite")];
    if file.name == DATABASE {
        let found = schema(&path).await.map_err(said)?;
        if found != manifest.schema {
            let listed = manifest.schema;
            return Err(format!("has schema {found}, not {listed}"));
        }
        let inspection = inspect(&path).await.map_err(said)?;
        if !inspection.faults.is_empty() {
            return Err(inspection.faults.join("; "));
        }
        lines.push(format!(
            "all games replay: {} tables, {} finished games, {} put aside",
            inspection.tables, inspection.finished, inspection.adjourned
        ));
    }
    Ok(lines)
}
