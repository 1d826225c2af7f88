//! `ringleader record`: checks records, and turns one form into the other.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Verdict, read_text};
use crate::game::{GameRecord, RecordError, RecordForm};

/// The games of a file with their names: the file's, and `#2` and so on behind it where there are
/// several.
type NamedGames = Vec<(String, Result<GameRecord, RecordError>)>;

/// Reads the games of a file; what is wrong with the file as a whole is the error.
fn read_games(path: &Path) -> Result<(RecordForm, NamedGames), String> {
    let name = path.display();
    let text = read_text(path).map_err(|error| format!("{name}: {error}"))?;
    let games = GameRecord::parse_all(&text);
    if games.is_empty() {
        return Err(format!("{name}: turn 0: no game in it"));
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

/// Checks every game of some files by the rules, and writes one line for each.
///
/// # Errors
///
/// `out` cannot be written. A file that cannot be read is one that is wrong.
pub fn check(paths: &[PathBuf], out: &mut impl Write) -> io::Result<Verdict> {
    let mut verdict = Verdict::Good;
    for path in paths {
        let games = match read_games(path) {
            Ok((_, games)) => games,
            Err(line) => {
                writeln!(out, "{line}")?;
                verdict = Verdict::Bad;
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
                    // What stands before the first turn is at fault in turn 0.
                    let turn = error.turn.unwrap_or(0);
                    writeln!(out, "{name}: turn {turn}: {}", error.reason)?;
                    verdict = Verdict::Bad;
                }
            }
        }
    }
    Ok(verdict)
}

/// Writes every game of some files in the form asked for, or else in the one that its file does
/// not have; and to `notes`, which games could not be read.
///
/// # Errors
///
/// One of the two cannot be written.
pub fn convert(
    paths: &[PathBuf],
    to: Option<RecordForm>,
    out: &mut impl Write,
    notes: &mut impl Write,
) -> io::Result<Verdict> {
    let mut verdict = Verdict::Good;
    let mut first = true;
    for path in paths {
        let (form, games) = match read_games(path) {
            Ok(read) => read,
            Err(line) => {
                writeln!(notes, "{line}")?;
                verdict = Verdict::Bad;
                continue;
            }
        };
        let to = to.unwrap_or(match form {
            RecordForm::Text => RecordForm::Sgf,
            RecordForm::Sgf => RecordForm::Text,
        });
        for (name, game) in games {
            match game {
                Ok(game) => {
                    if !std::mem::take(&mut first) {
                        writeln!(out)?;
                    }
                    let text = match to {
                        RecordForm::Text => game.to_text(),
                        RecordForm::Sgf => game.to_sgf(),
                    };
                    out.write_all(text.as_bytes())?;
                }
                Err(error) => {
                    writeln!(notes, "{name}: {error}")?;
                    verdict = Verdict::Bad;
                }
            }
        }
    }
    out.flush()?;
    Ok(verdict)
}
