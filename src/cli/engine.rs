//! The subcommands that train and measure the engine: `learn` and `match`.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, value_parser};

use crate::engine::{EngineOptions, Evaluation};
use crate::game::Variant;
use crate::tools::ToolVerdict;
use crate::tools::learn::{self, Fit, LevelFit, SelfPlay, TrainingOptions};
use crate::tools::tournament::{self, Budget, MatchSettings, Openings, Side, Sprt};

#[derive(Debug, Subcommand)]
pub(super) enum LearnCommand {
    /// Play games of the engine against itself, and append them to a file.
    Games {
        /// Number of games.
        #[arg(long, value_name = "N", default_value_t = 30_000)]
        games: u64,
        /// Nodes searched for each decision.
        #[arg(long, value_name = "N", default_value_t = 3_000,
              value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        /// Random seed.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Number of games played at once.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count)]
        threads: usize,
        /// Evaluation that plays: hand or network.
        #[arg(long, value_name = "NAME", default_value_t)]
        evaluation: Evaluation,
        /// The file that the games are appended to.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Train the network.
    Fit {
        /// A network file to start from, with games that are new to it; by default, training
        /// starts from random weights.
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        /// The network file to write.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Number of threads.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = thread_count)]
        threads: usize,
        #[command(flatten)]
        training: TrainingArgs,
    },
    /// Fit the weights of the handcrafted evaluation.
    Weigh(TrainingArgs),
    /// Compare the levels with people, from games of people against a robot. A run that was
    /// stopped continues.
    Levels {
        /// Directory of games in SGF.
        #[arg(value_name = "GAMES")]
        games: PathBuf,
        /// Directory for what was searched.
        #[arg(long, value_name = "DIRECTORY", default_value = "levels-work")]
        work: PathBuf,
        /// Name of the robot in the games.
        #[arg(long, value_name = "NAME", default_value = "Dumbot")]
        robot: String,
        /// Nodes of a search that judges.
        #[arg(long, value_name = "N", default_value_t = 60_000,
              value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        /// Maximum number of decisions on which a level is compared with people.
        #[arg(long, value_name = "N", default_value_t = 700)]
        decisions: usize,
        /// Also fit the weights of how people choose.
        #[arg(long)]
        weights: bool,
    },
}

#[derive(Debug, Args)]
pub(super) struct TrainingArgs {
    /// Number of passes over all positions.
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the search's score.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    result: f32,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
}

impl From<TrainingArgs> for TrainingOptions {
    fn from(args: TrainingArgs) -> Self {
        Self {
            games: args.games,
            epochs: args.epochs as usize,
            result: args.result,
            seed: args.seed,
        }
    }
}

/// Maximum number of threads of `learn`.
const MAX_THREADS: usize = 256;

/// Parses a number of threads.
pub(super) fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=MAX_THREADS) => Ok(threads),
        _ => Err(format!("expected a number from 1 to {MAX_THREADS}")),
    }
}

/// Parses a number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

#[derive(Debug, Args)]
pub(super) struct MatchArgs {
    /// The side whose score is reported.
    #[arg(long, value_name = "SIDE")]
    first: Side,
    /// The other side.
    #[arg(long, value_name = "SIDE")]
    second: Side,
    /// Milliseconds for each move, for sides without a budget of their own; 100 if there is no
    /// other limit.
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// Nodes for each move.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in ring moves.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Number of games; odd numbers are rounded up, as each opening is played with both colours.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Number of random actions of an opening; the first ten place the rings.
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = value_parser!(u32).range(0..=60))]
    opening_plies: u32,
    /// Maximum score of an opening, by a shallow search.
    #[arg(long, value_name = "CP", default_value_t = 40)]
    balance: u32,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Variant of the game.
    #[arg(long, value_enum, default_value_t = VariantArg::Normal)]
    variant: VariantArg,
    /// Number of games played at once.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Sequential probability ratio test: stop when it is decided at 5 % error whether the first
    /// side is ELO0 or ELO1 stronger.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Milliseconds by which a UGI program may exceed its time.
    #[arg(long, value_name = "MS", default_value_t = 500)]
    margin: u32,
    /// Write the records of all games to this file.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

/// A variant, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum VariantArg {
    /// Three removed rings win.
    Normal,
    /// One removed ring wins.
    Blitz,
}

pub(super) fn learn(command: LearnCommand) -> io::Result<ToolVerdict> {
    let out = &mut io::stdout();
    match command {
        LearnCommand::Games {
            games,
            nodes,
            seed,
            threads,
            evaluation,
            output,
        } => {
            let options = EngineOptions {
                hash: 2 << 20,
                evaluation,
                ..EngineOptions::default()
            };
            let task = SelfPlay {
                games,
                nodes,
                seed,
                threads,
                output,
                options,
            };
            learn::self_play(&task, out)?;
        }
        LearnCommand::Fit {
            from,
            output,
            threads,
            training,
        } => {
            let task = Fit {
                training: training.into(),
                from,
                output,
                threads,
            };
            learn::fit(&task, out)?;
        }
        LearnCommand::Levels {
            games,
            work,
            robot,
            nodes,
            decisions,
            weights,
        } => {
            let task = LevelFit {
                games,
                work,
                robot,
                nodes,
                decisions,
                weights,
            };
            learn::levels(&task, out)?;
        }
        LearnCommand::Weigh(training) => learn::weigh(&training.into(), out)?,
    }
    Ok(ToolVerdict::Good)
}

pub(super) fn tournament(args: MatchArgs) -> io::Result<ToolVerdict> {
    let mut budget = Budget {
        movetime: args.movetime.map(|time| Duration::from_millis(time.into())),
        nodes: args.nodes,
        depth: args.depth,
    };
    if budget.is_empty() {
        budget.movetime = Some(Duration::from_millis(100));
    }
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Some(Sprt { elo0, elo1 }),
        Some(_) => {
            return Err(io::Error::other(
                "--sprt takes two numbers, the lower one first",
            ));
        }
        None => None,
    };
    let settings = MatchSettings {
        sides: [args.first, args.second],
        budget,
        pairs: args.games.div_ceil(2),
        openings: Openings {
            variant: match args.variant {
                VariantArg::Normal => Variant::Normal,
                VariantArg::Blitz => Variant::Blitz,
            },
            plies: args.opening_plies,
            balance: args.balance,
            seed: args.seed,
        },
        concurrency: args.concurrency as usize,
        sprt,
        margin: Duration::from_millis(args.margin.into()),
        records: args.records,
    };
    let stop = tournament::interruption()?;
    tournament::run(&settings, &stop, &mut io::stdout().lock())
}
