//! `ringleader record`: checks records, and converts between their forms.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{ToolVerdict, read_text};
use crate::files::replace_file;
use crate::game::{GameRecord, RecordError, RecordForm};

/// The games of a file, each with a name: the file's, followed by `#1`, `#2` and so on if there
/// are several.
type NamedGames = Vec<(String, Result<GameRecord, RecordError>)>;

/// Reads the games of a file. The error is about the file as a whole.
fn read_games(path: &Path) -> Result<(RecordForm, NamedGames), String> {
    let name = path.display();
    let text = read_text(path).map_err(|error| format!("{name}: {error}"))?;
    let games = GameRecord::parse_all(&text);
    if games.is_empty() {
        return Err(format!("{name}: turn 0: no game found"));
    }
    let several = games.len() > 1;
    let named = (1..)
        .zip(games)
        .map(|(number, game)| {
            let name = if several {
                format!("{name}#{number}")
            } else {
                name.to_string()
            };
            (name, game)
        })
        .collect();
    Ok((RecordForm::of(&text), named))
}

/// Checks all games of some files by the rules, and writes a line for each.
///
/// # Errors
///
/// `out` cannot be written. A file that cannot be read makes the verdict bad.
pub fn check(paths: &[PathBuf], out: &mut impl Write) -> io::Result<ToolVerdict> {
    let mut verdict = ToolVerdict::Good;
    for path in paths {
        let games = match read_games(path) {
            Ok((_, games)) => games,
            Err(line) => {
                writeln!(out, "{line}")?;
                verdict = ToolVerdict::Bad;
                continue;
            }
        };
        for (name, game) in games {
            match game {
                Ok(game) => {
                    let result = game
                        .result
                        .map_or("*".to_owned(), |result| result.to_string());
                    let count = game.actions.len();
                    writeln!(out, "{name}: ok, {count} actions, {result}")?;
                }
                Err(error) => {
                    // Turn 0 is what comes before the first turn.
                    let turn = error.turn.unwrap_or(0);
                    writeln!(out, "{name}: turn {turn}: {}", error.reason)?;
                    verdict = ToolVerdict::Bad;
                }
            }
        }
    }
    Ok(verdict)
}

/// Converted games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// All games that could be read; empty if there is none.
    pub text: String,
    /// Whether every game could be read.
    pub verdict: ToolVerdict,
}

/// Converts all games of some files to a form; by default, to the form that the files do not have.
/// Games that cannot be read are reported to `notes`.
///
/// # Errors
///
/// `notes` cannot be written.
pub fn convert(
    paths: &[PathBuf],
    to: Option<RecordForm>,
    notes: &mut impl Write,
) -> io::Result<Converted> {
    let mut verdict = ToolVerdict::Good;
    let mut forms = Vec::new();
    let mut valid = Vec::new();
    for path in paths {
        let (form, games) = match read_games(path) {
            Ok(read) => read,
            Err(line) => {
                writeln!(notes, "{line}")?;
                verdict = ToolVerdict::Bad;
                continue;
            }
        };
        forms.push(form);
        for (name, game) in games {
            match game {
                Ok(game) => valid.push(game),
                Err(error) => {
                    writeln!(notes, "{name}: {error}")?;
                    verdict = ToolVerdict::Bad;
                }
            }
        }
    }
    // A file in both forms could not be read back.
    if to.is_none() && forms.iter().any(|form| *form != forms[0]) {
        writeln!(
            notes,
            "some files are SGF and some are not: choose the form to write with --to"
        )?;
        return Ok(Converted {
            text: String::new(),
            verdict: ToolVerdict::Bad,
        });
    }
    let to = to.unwrap_or(match forms.first() {
        Some(RecordForm::Text) => RecordForm::Sgf,
        Some(RecordForm::Sgf) | None => RecordForm::Text,
    });
    let texts: Vec<String> = valid
        .iter()
        .map(|game| match to {
            RecordForm::Text => game.to_text(),
            RecordForm::Sgf => game.to_sgf(),
        })
        .collect();
    Ok(Converted {
        text: texts.join("\n"),
        verdict,
    })
}

/// Converts files as [`convert`] does, and writes the games to a file, which may be one of them.
/// Nothing is written if there is no game to write, or if that would replace one of the files
/// while a game could not be read.
///
/// # Errors
///
/// The file or `notes` cannot be written.
pub fn convert_into(
    output: &Path,
    paths: &[PathBuf],
    to: Option<RecordForm>,
    notes: &mut impl Write,
) -> io::Result<ToolVerdict> {
    let Converted { text, verdict } = convert(paths, to, notes)?;
    if text.is_empty() {
        return Ok(verdict);
    }
    let target = output.canonicalize();
    let is_read = target.is_ok_and(|target| {
        paths
            .iter()
            .any(|path| path.canonicalize().is_ok_and(|path| path == target))
    });
    let name = output.display();
    if is_read && verdict == ToolVerdict::Bad {
        writeln!(notes, "{name}: not replaced, as a game in it would be lost")?;
        return Ok(verdict);
    }
    replace_file(output, text.as_bytes())
        .map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
    Ok(verdict)
}
