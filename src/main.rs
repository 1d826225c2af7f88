//! The command line: parses the arguments and calls the library.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use ringleader::chat::console;
use ringleader::config::Config;
use ringleader::game::{Position, RecordForm};
use ringleader::store::Place;
use ringleader::tools::{self, Verdict};

/// YINSH for chat rooms.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the sequences of actions from positions, and compare with a suite.
    ///
    /// With a FILE, every count of the suite is checked, and the exit status is 1 if any is wrong.
    /// With --position, the counts of that position are written.
    Perft(PerftArgs),
    /// Check records of games, or turn them into the other form.
    #[command(subcommand)]
    Record(RecordCommand),
    /// Play in this terminal, where one person speaks for everybody.
    ///
    /// A line `alice: !play` is spoken by alice, a line without a name by you.
    Console(ConsoleArgs),
}

#[derive(Args)]
struct ConsoleArgs {
    /// The settings file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The database; it is made if it is not there. `:memory:` keeps nothing.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// The folder for pictures and exported files.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

#[derive(Args)]
struct PerftArgs {
    /// A suite, one line a position: `POSITION ;D1 n ;D2 n ... ; name`. `-` is standard input.
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Leave out counts of the suite that are deeper than this.
    #[arg(long, value_name = "N", conflicts_with = "position")]
    max_depth: Option<u32>,
    /// Count from this position, on one line such as `4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal`.
    #[arg(long, requires = "depth")]
    position: Option<Position>,
    /// How many actions deep to count from the position.
    #[arg(long, value_name = "N", requires = "position")]
    depth: Option<u32>,
}

#[derive(Subcommand)]
enum RecordCommand {
    /// Check every action and the result by the rules, one line a game.
    ///
    /// The exit status is 1 if any game is faulty.
    Check {
        /// Records in the text form or in Boardspace's SGF, any number of games in each. `-` is
        /// standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Turn records from the text form into SGF, or the other way round.
    Convert {
        /// The form to write; without it, the one that a file does not have.
        #[arg(long)]
        to: Option<Form>,
        /// Where to write it; without it, to standard output.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Records, any number of games in each. `-` is standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Tags and numbered turns.
    Text,
    /// Boardspace's SGF.
    Sgf,
}

impl From<Form> for RecordForm {
    fn from(form: Form) -> Self {
        match form {
            Form::Text => Self::Text,
            Form::Sgf => Self::Sgf,
        }
    }
}

fn perft(args: &PerftArgs) -> io::Result<Verdict> {
    let out = &mut io::stdout().lock();
    match (&args.position, args.depth, &args.file) {
        (Some(position), Some(depth), _) => {
            tools::perft::count(position, depth, out, &mut io::stderr().lock())?;
            Ok(Verdict::Good)
        }
        (_, _, Some(file)) => tools::perft::check_suite(file, args.max_depth, out),
        // The parser has seen to it that this cannot be.
        _ => Ok(Verdict::Bad),
    }
}

fn record(command: RecordCommand) -> io::Result<Verdict> {
    let notes = &mut io::stderr().lock();
    match command {
        RecordCommand::Check { files } => tools::record::check(&files, &mut io::stdout().lock()),
        RecordCommand::Convert { to, output, files } => {
            let to = to.map(Into::into);
            if let Some(path) = output {
                // Read before the file is made, which may be one of those to be read.
                let mut text = Vec::new();
                let verdict = tools::record::convert(&files, to, &mut text, notes)?;
                let named = |error: io::Error| {
                    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                };
                let mut file = File::create(&path).map_err(named)?;
                file.write_all(&text).map_err(named)?;
                Ok(verdict)
            } else {
                let out = &mut BufWriter::new(io::stdout().lock());
                tools::record::convert(&files, to, out, notes)
            }
        }
    }
}

fn console(args: ConsoleArgs) -> io::Result<Verdict> {
    let config = match &args.config {
        Some(path) => Config::read(path).map_err(io::Error::other)?,
        None => Config::default(),
    };
    let database = args
        .database
        .unwrap_or_else(|| config.console.database.clone());
    let database = if database.as_os_str() == ":memory:" {
        Place::Memory
    } else {
        Place::File(database)
    };
    let pictures = args
        .pictures
        .unwrap_or_else(|| config.console.pictures.clone());
    console::start(config, database, pictures).map_err(io::Error::other)?;
    Ok(Verdict::Good)
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Perft(args) => perft(&args),
        Command::Record(command) => record(command),
        Command::Console(args) => console(args),
    };
    match done {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        // Whoever was reading has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ringleader: {error}");
            ExitCode::FAILURE
        }
    }
}
