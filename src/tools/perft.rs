//! `ringleader perft`: counts action sequences, or checks the counts of a suite.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use super::{ToolVerdict, read_text};
use crate::game::{Position, PositionError, perft};

/// Maximum depth: greater ones would never end.
pub const MAX_DEPTH: u32 = 20;

/// A line of a perft suite: a position and its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: Position,
    /// Depths and counts, in order.
    pub counts: Vec<(u32, u64)>,
}

/// Why a line of a suite is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseError {
    /// The position is invalid.
    Position(PositionError),
    /// A part is neither `D<depth> <count>` nor the name.
    Part(String),
    /// There is no count.
    NoCount,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => write!(f, "{error}"),
            Self::Part(part) => write!(f, "`{part}` is not a depth and its count"),
            Self::NoCount => f.write_str("there is no count"),
        }
    }
}

impl std::error::Error for CaseError {}

/// Parses `D4 44391330`.
fn parse_count(part: &str) -> Option<(u32, u64)> {
    let (depth, count) = part.strip_prefix('D')?.split_once(char::is_whitespace)?;
    let depth = depth.parse().ok().filter(|&depth| depth <= MAX_DEPTH)?;
    Some((depth, count.trim().parse().ok()?))
}

impl Case {
    /// Parses a line `POSITION ;D1 n ;D2 n ... ; name`. The name defaults to the position.
    ///
    /// # Errors
    ///
    /// What is wrong with the line.
    pub fn parse(line: &str) -> Result<Self, CaseError> {
        let mut parts = line.split(';').map(str::trim);
        let position: Position = parts
            .next()
            .unwrap_or_default()
            .parse()
            .map_err(CaseError::Position)?;
        let mut case = Self {
            name: position.to_string(),
            position,
            counts: Vec::new(),
        };
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        for (index, part) in parts.iter().enumerate() {
            if let Some(count) = parse_count(part) {
                case.counts.push(count);
            } else if index + 1 == parts.len() && index > 0 {
                case.name = (*part).to_owned();
            } else {
                return Err(CaseError::Part((*part).to_owned()));
            }
        }
        if case.counts.is_empty() {
            return Err(CaseError::NoCount);
        }
        Ok(case)
    }
}

/// The cases of a suite with their line numbers, from 1. Empty lines and comments, which begin
/// with `#`, are skipped.
pub fn cases(text: &str) -> impl Iterator<Item = (usize, Result<Case, CaseError>)> + '_ {
    (1..)
        .zip(text.trim_start_matches('\u{feff}').lines())
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, Case::parse(line)))
}

/// Checks all counts of a suite up to `max_depth`, and writes a line for each.
///
/// # Errors
///
/// `out` cannot be written. A suite that cannot be read makes the verdict bad.
pub fn check_suite(
    path: &Path,
    max_depth: Option<u32>,
    out: &mut impl Write,
) -> io::Result<ToolVerdict> {
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) => {
            writeln!(out, "{}: {error}", path.display())?;
            return Ok(ToolVerdict::Bad);
        }
    };
    let mut verdict = ToolVerdict::Good;
    let mut any = false;
    let mut counted = false;
    for (number, case) in cases(&text) {
        any = true;
        let case = match case {
            Ok(case) => case,
            Err(error) => {
                writeln!(out, "{}: line {number}: {error}", path.display())?;
                verdict = ToolVerdict::Bad;
                continue;
            }
        };
        for &(depth, expected) in &case.counts {
            if max_depth.is_some_and(|max_depth| depth > max_depth) {
                continue;
            }
            counted = true;
            let count = perft(&case.position, depth);
            write!(out, "{} {depth} {count} ", case.name)?;
            if count == expected {
                writeln!(out, "ok")?;
            } else {
                writeln!(out, "WRONG (expected {expected})")?;
                verdict = ToolVerdict::Bad;
            }
            out.flush()?;
        }
    }
    if !any {
        writeln!(out, "{}: no position found", path.display())?;
        verdict = ToolVerdict::Bad;
    } else if !counted && verdict == ToolVerdict::Good {
        writeln!(
            out,
            "{}: all counts are deeper than --max-depth",
            path.display()
        )?;
        verdict = ToolVerdict::Bad;
    }
    Ok(verdict)
}

/// Writes the counts of a position, a line for each depth from 1 to `depth`, and to `notes` the
/// time that each took.
///
/// # Errors
///
/// `out` or `notes` cannot be written.
pub fn count(
    position: &Position,
    depth: u32,
    out: &mut impl Write,
    notes: &mut impl Write,
) -> io::Result<()> {
    for depth in 1..=depth {
        let begin = Instant::now();
        let count = perft(position, depth);
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(out, "{depth} {count}")?;
        out.flush()?;
        let rate = count as f64 / seconds.max(1e-9);
        writeln!(
            notes,
            "depth {depth}: {seconds:.3} s, {:.1} million leaves/s",
            rate / 1e6
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_parsed_or_refused_with_the_reason() {
        let start = "4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal";
        let parse = |rest: &str| Case::parse(&format!("{start}{rest}"));
        let case = parse(" ;D1 85 ;D2 7140 ; empty").unwrap();
        assert_eq!(case.name, "empty");
        assert_eq!(case.counts, [(1, 85), (2, 7140)]);
        assert_eq!(parse(";D1 85").unwrap().name, start);
        assert_eq!(parse(""), Err(CaseError::NoCount));
        assert_eq!(
            parse(";D1 x ;D2 7140 ; empty"),
            Err(CaseError::Part("D1 x".to_owned()))
        );
        assert!(matches!(Case::parse("8/8 w"), Err(CaseError::Position(_))));
    }
}
