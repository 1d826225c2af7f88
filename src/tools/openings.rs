//! `ringleader openings build`: counts how often each placement was played in records.

use std::io::{self, Write};
use std::path::PathBuf;

use walkdir::WalkDir;
use yinsh::openings::Openings;

use super::{read_text, with_path};
use crate::game::GameRecord;

/// What to count, and where to.
#[derive(Debug, Clone)]
pub struct OpeningsRequest {
    /// Files of records, and folders of such files, with their subfolders.
    pub records: Vec<PathBuf>,
    /// The file to write.
    pub output: PathBuf,
    /// Placements that fewer games have are left out.
    pub least: u32,
}

/// Counts the placements in all records and writes them to a file. Files without a record are
/// reported and skipped.
///
/// # Errors
///
/// A file or folder cannot be read, there is no game to count, or the file cannot be written.
pub fn build(request: &OpeningsRequest, out: &mut impl Write) -> io::Result<()> {
    let mut openings = Openings::default();
    let (mut counted, mut left_out) = (0_u32, 0_u32);
    let entries = request
        .records
        .iter()
        .flat_map(|path| WalkDir::new(path).sort_by_file_name());
    for entry in entries {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path();
        let text = read_text(path).map_err(|error| with_path(path, &error))?;
        let mut found = false;
        for record in GameRecord::parse_all(&text) {
            let is_counted = record.as_ref().is_ok_and(|record| openings.add(record));
            found |= record.is_ok();
            if is_counted {
                counted += 1;
            } else {
                left_out += 1;
            }
        }
        if !found {
            writeln!(out, "{}: no record", path.display())?;
        }
    }
    if counted == 0 {
        return Err(io::Error::other("there is no game to count"));
    }
    openings.prune(request.least);
    let text = format!(
        "# Placements of {counted} games: see openings in docs/command-line.md\n{openings}"
    );
    std::fs::write(&request.output, text).map_err(|error| with_path(&request.output, &error))?;
    writeln!(
        out,
        "{counted} games, {left_out} left out, {} positions",
        openings.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_in_folders_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        let game = "[Termination \"resignation\"]\n1. f6 2. e5 1-0\n";
        std::fs::write(folder.path().join("one.txt"), game).unwrap();
        std::fs::write(inner.join("two.txt"), format!("{game}\n{game}")).unwrap();
        std::fs::write(inner.join("note.txt"), "no game").unwrap();
        let output = folder.path().join("openings");
        let request = OpeningsRequest {
            records: vec![folder.path().to_path_buf()],
            output: output.clone(),
            least: 3,
        };
        let mut out = Vec::new();
        build(&request, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("note.txt: no record"), "{out}");
        assert!(out.ends_with("3 games, 1 left out, 2 positions\n"), "{out}");
        let text = std::fs::read_to_string(output).unwrap();
        assert!(text.contains(";;F6 3 3 0\n"), "{text}");
        assert!(text.parse::<Openings>().is_ok());
    }
}
