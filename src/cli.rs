//! The command line: arguments of all subcommands, logging, and exit statuses.
//!
//! | module | subcommands |
//! |---|---|
//! | `serve` | `console`, `run`, `worker` |
//! | `setup` | `setup` |
//! | `health` | `check`, `healthcheck` |
//! | `backup` | `backup`, `verify`, `restore` |
//! | `db` | `db` |
//! | `game` | `picture`, `perft`, `record`, `claims`, `openings` |
//! | `engine` | `learn`, `match`, `bench`; `ugi` has no arguments |
//! | `puzzles` | `puzzles` |
//! | `pages` | `completions`, `man` |

mod backup;
mod db;
mod engine;
mod game;
mod health;
mod logging;
mod pages;
mod puzzles;
mod serve;
#[cfg(any(feature = "discord", feature = "matrix"))]
mod setup;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand, value_parser};

use crate::chat::run as service;
use crate::chat::run::Role;
use crate::config::{ConfigError, LogFormat};
use crate::tools::bench::{self, DEPTH};
use crate::tools::{ToolVerdict, ugi};
use backup::{BackupArgs, RestoreArgs, VerifyArgs};
use db::DbCommand;
use engine::{LearnCommand, MatchArgs};
use game::{ClaimsArgs, OpeningsCommand, PerftArgs, PictureArgs, RecordCommand};
use health::{CheckArgs, HealthcheckArgs};
use logging::init_logging;
use pages::{CompletionsArgs, ManArgs};
use puzzles::PuzzlesCommand;
use serve::{ConsoleArgs, RunArgs};
#[cfg(any(feature = "discord", feature = "matrix"))]
use setup::SetupArgs;

/// YINSH for chat rooms.
///
/// Without a subcommand, opens a chat in this terminal, as `ringleader console` does.
#[derive(Debug, Parser)]
#[command(
    name = "ringleader",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    console: ConsoleArgs,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Open a chat in this terminal, in which you speak for all players.
    ///
    /// A line `alice: !challenge @bob` is said by alice, a line without a name by you. A number
    /// picks one of the choices offered last. Input from a file or a pipe is answered line by line
    /// to its end.
    Console(ConsoleArgs),
    /// Play on the chat platforms of the config file, until Ctrl-C or SIGTERM.
    ///
    /// Work in progress is finished first; a second signal exits at once.
    Run(RunArgs),
    /// Run engine searches for the processes that play on chat platforms, until Ctrl-C or SIGTERM.
    ///
    /// All of them need `several = true` in [processes] and the same database. Searches that are not
    /// finished at the end are left to the others.
    Worker(RunArgs),
    /// Set the bot up step by step, and write the config file.
    ///
    /// Asks in the terminal where people play, for tokens and passwords, and tries them on Discord
    /// and on the homeserver. Secrets go into files of their own, which only the bot can read. A file
    /// that is there is replaced only if you say so, and kept under another name.
    #[cfg(any(feature = "discord", feature = "matrix"))]
    Setup(SetupArgs),
    /// Say what would fail if the bot were run, without running it.
    ///
    /// Prints a line for each check: of the config, the database, the tokens, the homeserver and the
    /// clock. Nothing changes by it, and nobody logs in. The exit status is 1 if anything would fail.
    Check(CheckArgs),
    /// Ask the running bot whether it is alive.
    ///
    /// Prints what it answers. The exit status is 1 if it is not alive, or does not answer within
    /// five seconds.
    Healthcheck(HealthcheckArgs),
    /// Copy the database and the Matrix store into a new folder, also while the bot runs.
    ///
    /// Prints where the folder is, its size, and the time that it took.
    Backup(BackupArgs),
    /// Check a backup: every file, and every game.
    ///
    /// Prints a line for each check. The exit status is 1 if anything is wrong.
    Verify(VerifyArgs),
    /// Check a backup, and put it in the place of the database, while the bot is stopped.
    Restore(RestoreArgs),
    /// Export a database to a file and import it, for instance from SQLite to PostgreSQL.
    #[command(subcommand)]
    Db(DbCommand),
    /// Draw a position into a PNG file, and describe it in words.
    Picture(PictureArgs),
    /// Count action sequences, or check the counts of a suite.
    ///
    /// With FILE, all counts of the suite are checked, and the exit status is 1 if any is wrong.
    /// With --position, the counts of that position are printed.
    Perft(PerftArgs),
    /// Check game records, or convert them.
    #[command(subcommand)]
    Record(RecordCommand),
    /// Give a hint for each position of some files, as data that can be checked.
    ///
    /// Prints a line of JSON for each: the position, the action that the hint suggests, and what
    /// it says of it.
    Claims(ClaimsArgs),
    /// Count the openings of records, for `!opening`.
    #[command(subcommand)]
    Openings(OpeningsCommand),
    /// Make puzzles, or prove them.
    #[command(subcommand)]
    Puzzles(PuzzlesCommand),
    /// Train the engine's evaluations with self-play games.
    #[command(subcommand)]
    Learn(LearnCommand),
    /// Play a match between two players, and estimate the difference in strength.
    ///
    /// A side is `PLAYER[,OPTION]...`: `network` or `hand` (the engine with this evaluation;
    /// `-FEATURE` switches a search feature off, `hash=MIB`, `threads=N`, `noise=CP`), `level1` to
    /// `level10` (the engine at this level), `plain3` (plain alpha-beta to 3 ring moves, or any
    /// depth from 1 to 9, without time limit), `uct` (random playouts; `least=N` of them at least),
    /// or `ugi:PROGRAM ARGUMENT...` (a UGI program; its options, such as `Hash=8`). All take
    /// `movetime=MS`, `nodes=N`, `depth=N` and `name=TEXT`.
    ///
    /// The budget is for each ring placed or moved; a removal has a tenth of the time and nodes.
    /// Ctrl-C ends the match with its summary. The exit status is 1 if the match was interrupted,
    /// or a game was lost on time, by an illegal action or a crash.
    Match(Box<MatchArgs>),
    /// Run the engine as a UGI program, on standard input and output.
    Ugi,
    /// Search a fixed set of positions, and report node count and speed.
    ///
    /// The node count changes only with the search or the evaluation.
    Bench {
        /// Depth in ring moves.
        #[arg(long, value_name = "N", default_value_t = DEPTH,
              value_parser = value_parser!(u32).range(1..=60))]
        depth: u32,
    },
    /// Print a script that completes commands in a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages.
    ///
    /// With DIRECTORY, a page for each subcommand; without, the page of the program is printed.
    Man(ManArgs),
}

/// Default log filter, for all subcommands but `run` and `worker`.
const LOG: &str = "warn";

/// Exit status for a configuration error: `EX_CONFIG` of sysexits.h. A service manager need not
/// restart the program after it.
const EX_CONFIG: u8 = 78;

/// The exit status for an error.
fn exit_code(error: &io::Error) -> ExitCode {
    let inner = error.get_ref();
    let service = inner.and_then(|error| error.downcast_ref::<service::RunError>());
    let config = inner.and_then(|error| error.downcast_ref::<ConfigError>());
    if config.is_some() || service.is_some_and(service::RunError::is_for_the_operator) {
        ExitCode::from(EX_CONFIG)
    } else {
        ExitCode::FAILURE
    }
}

/// Runs a command line.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    // Failpoints that tests set through the environment.
    let _failpoints = fail::has_failpoints().then(fail::FailScenario::setup);
    // These log as their config says.
    if !matches!(
        cli.command,
        Some(CliCommand::Run(_) | CliCommand::Worker(_))
    ) {
        init_logging(LOG, LogFormat::Text);
    }
    let done = match cli.command {
        None => serve::console(cli.console),
        Some(CliCommand::Console(args)) => serve::console(args),
        Some(CliCommand::Run(args)) => serve::run(&args, Role::Platforms),
        Some(CliCommand::Worker(args)) => serve::run(&args, Role::Worker),
        #[cfg(any(feature = "discord", feature = "matrix"))]
        Some(CliCommand::Setup(args)) => setup::setup(args),
        Some(CliCommand::Check(args)) => health::check(&args),
        Some(CliCommand::Healthcheck(args)) => health::healthcheck(&args),
        Some(CliCommand::Backup(args)) => backup::make(&args),
        Some(CliCommand::Verify(args)) => backup::verify(&args),
        Some(CliCommand::Restore(args)) => backup::restore(&args),
        Some(CliCommand::Db(command)) => db::run(&command),
        Some(CliCommand::Picture(args)) => game::picture(args),
        Some(CliCommand::Perft(args)) => game::perft(&args),
        Some(CliCommand::Record(command)) => game::record(command),
        Some(CliCommand::Claims(args)) => game::claims(&args),
        Some(CliCommand::Openings(command)) => game::openings(command),
        Some(CliCommand::Puzzles(command)) => puzzles::run(command),
        Some(CliCommand::Learn(command)) => engine::learn(command),
        Some(CliCommand::Match(args)) => engine::tournament(*args),
        Some(CliCommand::Ugi) => ugi::run(io::stdin().lock(), io::stdout()),
        Some(CliCommand::Bench { depth }) => {
            bench::run(depth, &mut io::stdout().lock()).map(|()| ToolVerdict::Good)
        }
        Some(CliCommand::Completions(args)) => pages::completions(&args),
        Some(CliCommand::Man(args)) => pages::man(&args),
    };
    match done {
        Ok(ToolVerdict::Good) => ExitCode::SUCCESS,
        Ok(ToolVerdict::Bad) => ExitCode::FAILURE,
        // The reader of the output has closed it.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ringleader: {error}");
            exit_code(&error)
        }
    }
}
