//! The subcommand about puzzles: `puzzles make`, `puzzles rate`, `puzzles check`.

use std::io;
use std::path::PathBuf;

use clap::{Subcommand, value_parser};

use super::engine::thread_count;
use crate::tools::puzzles::{self, JUDGE_NODES, MakeRequest, RateRequest};
use crate::tools::{ToolVerdict, tournament};

#[derive(Debug, Subcommand)]
pub(super) enum PuzzlesCommand {
    /// Find puzzles in records and in games that the engine plays against itself.
    ///
    /// Ctrl-C ends the search with what was found; run again with the same work file, it goes on.
    Make {
        /// Records to look in first.
        #[arg(value_name = "FILE")]
        records: Vec<PathBuf>,
        /// Number of puzzles.
        #[arg(long, value_name = "N", default_value_t = 5_000,
              value_parser = value_parser!(u32).range(1..=100_000))]
        count: u32,
        /// Maximum number of games to play, or how often to place rings.
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        games: u64,
        /// Place rings at random in place of playing games.
        #[arg(long)]
        placements: bool,
        /// Number of games looked in at once.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count)]
        threads: usize,
        /// The file to which puzzles are appended as they are found.
        #[arg(long, value_name = "FILE")]
        work: PathBuf,
        /// The file of puzzles to write.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Predict how difficult puzzles are, from how likely the levels are to solve them.
    ///
    /// One puzzle of five is held out of the fit and played by the levels; how far prediction and
    /// success agree is printed. The puzzles are written in the order of their ratings.
    Rate {
        /// The puzzles, one on each line, or `-` for standard input; by default, those that are
        /// part of the program.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// The file of puzzles to write.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// How often each level plays each puzzle that is held out.
        #[arg(long, value_name = "N", default_value_t = 4,
              value_parser = value_parser!(u32).range(..=1_000))]
        tries: u32,
        /// Number of puzzles rated at once.
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = thread_count)]
        threads: usize,
    },
    /// Prove that puzzles are right: legal, with one solution, and no two the same.
    ///
    /// Prints `NAME: ok` or `NAME: REASON` for each. The exit status is 1 if any is wrong.
    Check {
        /// The puzzles, one on each line, or `-` for standard input; by default, those that are
        /// part of the program.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Nodes searched for each decision; ten times as many for a placement.
        #[arg(long, value_name = "N", default_value_t = JUDGE_NODES,
              value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        /// Number of puzzles proved at once.
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = thread_count)]
        threads: usize,
    },
}

pub(super) fn run(command: PuzzlesCommand) -> io::Result<ToolVerdict> {
    let out = &mut io::stdout();
    match command {
        PuzzlesCommand::Make {
            records,
            count,
            games,
            placements,
            threads,
            work,
            output,
        } => {
            let request = MakeRequest {
                records,
                count: count as usize,
                output,
                work,
                threads,
                games,
                placements,
            };
            let stop = tournament::interruption()?;
            puzzles::make(&request, &stop, out)?;
            Ok(ToolVerdict::Good)
        }
        PuzzlesCommand::Rate {
            file,
            output,
            tries,
            threads,
        } => {
            let request = RateRequest {
                file,
                output,
                threads,
                tries,
            };
            puzzles::rate(&request, out)?;
            Ok(ToolVerdict::Good)
        }
        PuzzlesCommand::Check {
            file,
            nodes,
            threads,
        } => puzzles::check(file.as_deref(), nodes, threads, out),
    }
}
