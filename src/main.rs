//! The command line: parses the arguments and calls the library.

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use ringleader::chat::{console, run};
use ringleader::config::{Config, ConfigError};
use ringleader::engine::{Evaluation, Options};
use ringleader::game::{Color, Position, RecordForm, Variant};
use ringleader::picture::{LARGEST, SMALLEST, Theme};
use ringleader::store::sqlite::Location;
use ringleader::tools::bench::{self, DEPTH};
use ringleader::tools::learn::{self, Course, Fit, SelfPlay};
use ringleader::tools::perft::DEEPEST;
use ringleader::tools::tournament::{self, Budget, Openings, Side, Sprt};
use ringleader::tools::{self, Verdict, ugi};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// YINSH for chat rooms.
///
/// Without a command, a chat opens in this terminal, as with `ringleader console`.
#[derive(Parser)]
#[command(version, about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    console: ConsoleArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Open a chat in this terminal, in which you speak for everybody.
    ///
    /// A line `alice: !challenge @bob` is spoken by alice, a line without a name by you. A number
    /// picks one of the choices offered last. Input that is not a terminal is read to its end,
    /// every line answered in order.
    Console(ConsoleArgs),
    /// Play on the chat platforms that the settings name, until Ctrl-C or SIGTERM.
    ///
    /// What is in hand is finished first; a second signal ends that at once.
    Run(RunArgs),
    /// Draw a position into a PNG file, and tell it in words.
    Picture(PictureArgs),
    /// Count the sequences of actions from positions, and compare with a suite.
    ///
    /// With a FILE, every count of the suite is checked, and the exit status is 1 if any is wrong.
    /// With --position, the counts of that position are written.
    Perft(PerftArgs),
    /// Check records of games, or turn them into the other form.
    #[command(subcommand)]
    Record(RecordCommand),
    /// Make the engine's evaluations: games that it plays against itself, and what they teach.
    #[command(subcommand)]
    Learn(LearnCommand),
    /// Let two players play many games against each other, and tell which is stronger.
    ///
    /// A side is `PLAYER[,OPTION]...`: `network` or `hand` (the engine with this evaluation;
    /// `-INGREDIENT` leaves a part of the search out, `hash=MIB`, `threads=N`, `whim=UNITS`),
    /// `level1` to `level10` (the engine as it plays against a person), `plain3` (alpha-beta of 3
    /// ring moves, or any from 1 to 9, which takes the time it needs), `uct` (random playouts;
    /// `least=N` of them in any case), or `ugi:PROGRAM ARGUMENT...` (another program; options that
    /// it offers, as `Hash=8`). All take `movetime=MS`, `nodes=N`, `depth=N` and `name=TEXT`.
    ///
    /// A budget is for each ring placed or moved; to choose a row or a ring to remove there is a
    /// tenth of the time and nodes. Ctrl-C ends the match with its summary. The exit status is 1
    /// if it was broken off so, or a game was lost on time, by an illegal action or a crash.
    Match(MatchArgs),
    /// Lend the engine to other programs, by the Universal Game Interface on standard input and
    /// output.
    Ugi,
    /// Look at a fixed set of positions to a fixed depth: how fast the engine is, and whether it
    /// is still the same.
    ///
    /// The count of nodes changes only when the search or the evaluation does.
    Bench {
        /// Depth in ring moves.
        #[arg(long, value_name = "N", default_value_t = DEPTH,
              value_parser = value_parser!(u32).range(1..=60))]
        depth: u32,
    },
}

#[derive(Subcommand)]
enum LearnCommand {
    /// Play games against itself and append them to a file.
    Games {
        /// How many games.
        #[arg(long, value_name = "N", default_value_t = 30_000)]
        games: u64,
        /// Positions that the engine looks at for each decision.
        #[arg(long, value_name = "N", default_value_t = 3_000,
              value_parser = value_parser!(u64).range(1..))]
        nodes: u64,
        /// Where chance begins.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Games that are played at once.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = known_threads)]
        threads: usize,
        /// Which evaluation plays: hand or network.
        #[arg(long, value_name = "NAME", default_value_t)]
        evaluation: Evaluation,
        /// The file that the games are appended to.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
    /// Find the network that explains best how games ended.
    Fit {
        /// A network's file to go on from, with games that are new to it; without it, learning
        /// begins anew.
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        /// The file of the network that comes of it.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Threads that learn together.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = known_threads)]
        threads: usize,
        #[command(flatten)]
        course: CourseArgs,
    },
    /// Find what the terms of the evaluation made by hand are worth.
    Weigh(CourseArgs),
}

#[derive(Args)]
struct CourseArgs {
    /// How often every position is looked at.
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// How much the end of the game counts, 0 to 1; the rest is what the search thought.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = known_share)]
    result: f32,
    /// Where chance begins.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
}

impl From<CourseArgs> for Course {
    fn from(args: CourseArgs) -> Self {
        Self {
            games: args.games,
            epochs: args.epochs as usize,
            result: args.result,
            seed: args.seed,
        }
    }
}

/// Most threads of `learn`.
const MOST_THREADS: usize = 256;

/// A number of threads that a machine may have.
fn known_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=MOST_THREADS) => Ok(threads),
        _ => Err(format!("give a number from 1 to {MOST_THREADS}")),
    }
}

/// A share of a whole.
fn known_share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("give a number from 0 to 1".to_owned()),
    }
}

#[derive(Args)]
struct ConsoleArgs {
    /// The settings file. Without it, config.toml of this folder if there is one.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where games are kept from one start to the next; `:memory:` keeps them nowhere. Without
    /// it, what the settings say: ringleader-console.db in this folder.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Keep games in memory only, as with `--database :memory:`.
    #[arg(long, conflicts_with = "database")]
    in_memory: bool,
    /// The folder for pictures and exported files, made if it is not there. Without it, what the
    /// settings say: ringleader-pictures in this folder.
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
}

#[derive(Args)]
struct RunArgs {
    /// The settings file.
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
}

#[derive(Args)]
struct PictureArgs {
    /// The position, on one line such as `4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal`.
    #[arg(long)]
    position: Position,
    /// The PNG file to write.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// How it is drawn: classic, dark or contrast.
    #[arg(long, default_value_t)]
    theme: Theme,
    /// Width in pixels, 400 to 1600.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = value_parser!(u32).range(i64::from(SMALLEST)..=i64::from(LARGEST)))]
    size: u32,
    /// Whose side is at the bottom: white or black.
    #[arg(long, value_name = "COLOR", default_value_t = Color::White)]
    view: Color,
    /// White's name.
    #[arg(long, value_name = "NAME", default_value = "White")]
    white: String,
    /// Black's name.
    #[arg(long, value_name = "NAME", default_value = "Black")]
    black: String,
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
    #[arg(long, value_name = "N", requires = "position",
          value_parser = value_parser!(u32).range(1..=i64::from(DEEPEST)))]
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
        /// The form to write; without it, the one that the files do not have.
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

#[derive(Args)]
struct MatchArgs {
    /// The side whose score is told.
    #[arg(long, value_name = "SIDE")]
    first: Side,
    /// The other side.
    #[arg(long, value_name = "SIDE")]
    second: Side,
    /// Milliseconds for a move, for a side that has no budget of its own; 100 if there is none
    /// at all.
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// Nodes for a move.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in ring moves.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Games, an even number: each opening is played with both colours.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Random actions that games open with; the first ten place the rings.
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = value_parser!(u32).range(0..=60))]
    opening_plies: u32,
    /// Most that a shallow search may find one player better off after the opening.
    #[arg(long, value_name = "UNITS", default_value_t = 40)]
    balance: u32,
    /// Whence all openings and all chance follow.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Which game is played.
    #[arg(long, value_enum, default_value_t = Game::Normal)]
    variant: Game,
    /// Games played at a time.
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Stop as soon as it is settled whether the first is better by ELO0 or by ELO1, with a
    /// chance of 5 % to be wrong.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Milliseconds that another program may exceed its time by before it loses.
    #[arg(long, value_name = "MS", default_value_t = 500)]
    margin: u32,
    /// Write the records of all games into this file.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Game {
    /// Three removed rings win.
    Normal,
    /// One removed ring wins.
    Blitz,
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
            if let Some(output) = output {
                return tools::record::convert_into(&output, &files, to, notes);
            }
            let converted = tools::record::convert(&files, to, notes)?;
            io::stdout().lock().write_all(converted.text.as_bytes())?;
            Ok(converted.verdict)
        }
    }
}

fn tournament(args: MatchArgs) -> io::Result<Verdict> {
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
                "--sprt wants two numbers, the lower one first",
            ));
        }
        None => None,
    };
    let settings = tournament::Settings {
        sides: [args.first, args.second],
        budget,
        pairs: args.games.div_ceil(2),
        openings: Openings {
            variant: match args.variant {
                Game::Normal => Variant::Normal,
                Game::Blitz => Variant::Blitz,
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

/// The settings file that counts where none is named.
const CONFIG: &str = "config.toml";

/// The exit status if the operator has to change a setting before a start can go well: «EX_CONFIG»
/// of sysexits.h. A service manager that starts us again after a failure need not after this one.
const CONFIGURATION: u8 = 78;

fn settings(path: &Path) -> io::Result<Config> {
    Config::read(path, &|name| env::var_os(name)).map_err(io::Error::other)
}

fn console(args: ConsoleArgs) -> io::Result<Verdict> {
    let named = args.config.or_else(|| {
        let usual = PathBuf::from(CONFIG);
        usual.exists().then_some(usual)
    });
    let config = match named {
        Some(path) => settings(&path)?,
        None => Config::default(),
    };
    let database = args
        .database
        .unwrap_or_else(|| config.console.database.clone());
    let place = if args.in_memory || database.as_os_str() == ":memory:" {
        Location::Memory
    } else {
        Location::File(database)
    };
    let pictures = args
        .pictures
        .unwrap_or_else(|| config.console.pictures.clone());
    console::start(config, place, pictures).map_err(io::Error::other)?;
    Ok(Verdict::Good)
}

fn run(args: &RunArgs) -> io::Result<Verdict> {
    let config = settings(&args.config)?;
    run::start(config, &args.config).map_err(io::Error::other)?;
    Ok(Verdict::Good)
}

fn picture(args: PictureArgs) -> io::Result<Verdict> {
    let options = tools::picture::Options {
        position: args.position,
        names: [args.white, args.black],
        theme: args.theme,
        size: args.size,
        view: args.view,
    };
    tools::picture::write(&options, &args.output, &mut io::stdout().lock())?;
    Ok(Verdict::Good)
}

fn learn(command: LearnCommand) -> io::Result<Verdict> {
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
            let options = Options {
                hash: 2 << 20,
                evaluation,
                ..Options::default()
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
            course,
        } => {
            let task = Fit {
                course: course.into(),
                from,
                output,
                threads,
            };
            learn::fit(&task, out)?;
        }
        LearnCommand::Weigh(course) => learn::weigh(&course.into(), out)?,
    }
    Ok(Verdict::Good)
}

/// What is logged where `RUST_LOG` does not say it: warnings and worse.
const LOG: &str = "warn";

/// Sends log lines to standard error: these, or what `RUST_LOG` asks for.
fn log(usual: &str) {
    let wanted = env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let wanted = if wanted.is_empty() { usual } else { &wanted };
    // Were it not to be read, nothing would be logged rather than too much.
    let most: Targets = run::MOST_LOGGED.parse().unwrap_or_default();
    tracing_subscriber::registry()
        .with(EnvFilter::builder().parse_lossy(wanted))
        .with(most)
        .with(
            tracing_subscriber::fmt::layer()
                .with_writer(io::stderr)
                .with_ansi(io::stderr().is_terminal()),
        )
        .init();
}

/// The exit status that tells of an error.
fn status(error: &io::Error) -> ExitCode {
    let inner = error.get_ref();
    let run = inner.and_then(|error| error.downcast_ref::<run::RunError>());
    let config = inner.and_then(|error| error.downcast_ref::<ConfigError>());
    if config.is_some() || run.is_some_and(run::RunError::is_for_the_operator) {
        ExitCode::from(CONFIGURATION)
    } else {
        ExitCode::FAILURE
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Failures that a test plants through the environment.
    let _planted = fail::has_failpoints().then(fail::FailScenario::setup);
    log(match cli.command {
        Some(Command::Run(_)) => run::LOG,
        _ => LOG,
    });
    let done = match cli.command {
        None => console(cli.console),
        Some(Command::Console(args)) => console(args),
        Some(Command::Run(args)) => run(&args),
        Some(Command::Picture(args)) => picture(args),
        Some(Command::Perft(args)) => perft(&args),
        Some(Command::Record(command)) => record(command),
        Some(Command::Learn(command)) => learn(command),
        Some(Command::Match(args)) => tournament(args),
        Some(Command::Ugi) => ugi::run(io::stdin().lock(), io::stdout()),
        Some(Command::Bench { depth }) => {
            bench::run(depth, &mut io::stdout().lock()).map(|()| Verdict::Good)
        }
    };
    match done {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        // Whoever was reading has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ringleader: {error}");
            status(&error)
        }
    }
}
