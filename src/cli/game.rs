//! The subcommands about positions and records: `picture`, `perft`, `record`, `claims`,
//! `openings`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, value_parser};

use crate::game::{Color, Position, RecordForm};
use crate::picture::{LARGEST, SMALLEST, Theme};
use crate::tools::claims::{ClaimsRequest, NODES};
use crate::tools::openings::{self, OpeningsRequest};
use crate::tools::perft::MAX_DEPTH;
use crate::tools::picture::PictureRequest;
use crate::tools::{self, ToolVerdict};

#[derive(Debug, Args)]
pub(super) struct PictureArgs {
    /// The position, on one line such as `4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal`.
    #[arg(long)]
    position: Position,
    /// The PNG file to write.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Theme: classic, dark or contrast.
    #[arg(long, default_value_t)]
    theme: Theme,
    /// Width in pixels, 400 to 1600.
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = value_parser!(u32).range(i64::from(SMALLEST)..=i64::from(LARGEST)))]
    size: u32,
    /// The colour at the bottom: white or black.
    #[arg(long, value_name = "COLOR", default_value_t = Color::White)]
    view: Color,
    /// White's name.
    #[arg(long, value_name = "NAME", default_value = "White")]
    white: String,
    /// Black's name.
    #[arg(long, value_name = "NAME", default_value = "Black")]
    black: String,
}

#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    /// A suite, one position on each line: `POSITION ;D1 n ;D2 n ... ; name`. `-` is standard
    /// input.
    #[arg(required_unless_present = "position", conflicts_with = "position")]
    file: Option<PathBuf>,
    /// Skip counts of the suite that are deeper than this.
    #[arg(long, value_name = "N", conflicts_with = "position")]
    max_depth: Option<u32>,
    /// Count from this position, on one line such as `4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal`.
    #[arg(long, requires = "depth")]
    position: Option<Position>,
    /// Depth to count to from the position, in actions.
    #[arg(long, value_name = "N", requires = "position",
          value_parser = value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
}

#[derive(Debug, Subcommand)]
pub(super) enum OpeningsCommand {
    /// Count how often each placement was played in records, and how the games ended.
    Build {
        /// Files of records, and folders of such files.
        #[arg(required = true, value_name = "PATH")]
        records: Vec<PathBuf>,
        /// The file to write; `openings` in the config file names it.
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        /// Leave out placements that were played in fewer games.
        #[arg(long, value_name = "N", default_value_t = 2,
              value_parser = value_parser!(u32).range(1..))]
        least: u32,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum RecordCommand {
    /// Check every action and the result by the rules; prints a line for each game.
    ///
    /// The exit status is 1 if any game is invalid.
    Check {
        /// Records in the text form or in Boardspace's SGF, any number of games in each. `-` is
        /// standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Convert records from the text form to SGF, or the other way round.
    Convert {
        /// The form to write; by default, the one that the files do not have.
        #[arg(long)]
        to: Option<Form>,
        /// The file to write; by default, standard output.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Records, any number of games in each. `-` is standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(super) struct ClaimsArgs {
    /// Positions, one on each line, or records in the text form or in Boardspace's SGF. `-` is
    /// standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Nodes searched for each hint.
    #[arg(long, value_name = "N", default_value_t = NODES,
          value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Also tell what is true of the actions that were played.
    #[arg(long)]
    played: bool,
}

/// A form of records, as an argument.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Form {
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

pub(super) fn picture(args: PictureArgs) -> io::Result<ToolVerdict> {
    let request = PictureRequest {
        position: args.position,
        names: [args.white, args.black],
        theme: args.theme,
        size: args.size,
        view: args.view,
    };
    tools::picture::write(&request, &args.output, &mut io::stdout().lock())?;
    Ok(ToolVerdict::Good)
}

pub(super) fn perft(args: &PerftArgs) -> io::Result<ToolVerdict> {
    let out = &mut io::stdout().lock();
    match (&args.position, args.depth, &args.file) {
        (Some(position), Some(depth), _) => {
            tools::perft::count(position, depth, out, &mut io::stderr().lock())?;
            Ok(ToolVerdict::Good)
        }
        (_, _, Some(file)) => tools::perft::check_suite(file, args.max_depth, out),
        // Excluded by the argument parser.
        _ => Ok(ToolVerdict::Bad),
    }
}

pub(super) fn record(command: RecordCommand) -> io::Result<ToolVerdict> {
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

pub(super) fn claims(args: &ClaimsArgs) -> io::Result<ToolVerdict> {
    let request = ClaimsRequest {
        nodes: args.nodes,
        played: args.played,
    };
    let out = &mut io::BufWriter::new(io::stdout().lock());
    let verdict = tools::claims::write(&args.files, request, out, &mut io::stderr().lock())?;
    out.flush()?;
    Ok(verdict)
}

pub(super) fn openings(command: OpeningsCommand) -> io::Result<ToolVerdict> {
    let OpeningsCommand::Build {
        records,
        output,
        least,
    } = command;
    let request = OpeningsRequest {
        records,
        output,
        least,
    };
    openings::build(&request, &mut io::stdout().lock())?;
    Ok(ToolVerdict::Good)
}
