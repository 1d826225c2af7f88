//! The subcommands that serve players: `console`, `run` and `worker`.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::Timestamp;

use super::logging::init_logging;
use crate::chat::run::Role;
use crate::chat::{console as terminal, run as service};
use crate::config::Config;
use crate::store::DatabaseLocation;
use crate::tools::ToolVerdict;

/// The default config file.
pub(super) const CONFIG: &str = "config.toml";

#[derive(Debug, Args)]
pub(super) struct ConsoleArgs {
    /// Config file; by default, config.toml in this directory if it exists.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Database file, or the address of a PostgreSQL database; `:memory:` keeps games in memory only.
    /// Default: the config's `[console] database`, or else ringleader-console.db in this directory.
    #[arg(long, value_name = "FILE|ADDRESS")]
    database: Option<PathBuf>,
    /// Keep games in memory only, as `--database :memory:` does.
    #[arg(long, conflicts_with = "database")]
    in_memory: bool,
    /// Directory for pictures and exported files, created if missing. Default: the config's
    /// `[console] pictures`, or else ringleader-pictures in this directory.
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Draw no pictures; text boards are still shown.
    #[arg(long)]
    no_pictures: bool,
    /// Who may set what holds for channels and servers; may be given several times.
    #[arg(long = "moderator", value_name = "NAME")]
    moderators: Vec<String>,
    /// Start a clock that stands still, such as 2026-03-01T12:00:00Z, until a line `+2d 4h` or
    /// `@2026-03-05T08:00:00Z` moves it. The same input then gets the same output on every run.
    #[arg(long, value_name = "TIME")]
    clock: Option<Timestamp>,
}

#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Config file.
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
}

pub(super) fn read_config(path: &Path) -> io::Result<Config> {
    Config::read(path, &|name| env::var_os(name)).map_err(io::Error::other)
}

pub(super) fn console(args: ConsoleArgs) -> io::Result<ToolVerdict> {
    let path = args.config.or_else(|| {
        let default = PathBuf::from(CONFIG);
        default.exists().then_some(default)
    });
    let config = match path {
        Some(path) => read_config(&path)?,
        None => Config::default(),
    };
    let location = match args.database {
        _ if args.in_memory => DatabaseLocation::Memory,
        Some(database) => DatabaseLocation::read(database).map_err(io::Error::other)?,
        None => config.console.database.clone(),
    };
    let pictures = args
        .pictures
        .unwrap_or_else(|| config.console.pictures.clone());
    let draw = !args.no_pictures;
    terminal::start(
        config,
        location,
        pictures,
        draw,
        args.moderators,
        args.clock,
    )
    .map_err(io::Error::other)?;
    Ok(ToolVerdict::Good)
}

pub(super) fn run(args: &RunArgs, role: Role) -> io::Result<ToolVerdict> {
    let config = read_config(&args.config)?;
    init_logging(service::LOG, config.log);
    service::start(config, &args.config, role).map_err(io::Error::other)?;
    Ok(ToolVerdict::Good)
}
