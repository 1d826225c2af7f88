//! The subcommand `db`: exports a database to a file and imports it, between SQLite and PostgreSQL.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::serve::{CONFIG, read_config};
use crate::store::{DatabaseLocation, TransferError, export, import};
use crate::tools::ToolVerdict;

#[derive(Debug, Subcommand)]
pub(super) enum DbCommand {
    /// Write all of a database to a new file, as lines of JSON, while the bot is stopped.
    Export(DbArgs),
    /// Read such a file into a database that is empty or does not exist yet.
    Import(DbArgs),
}

#[derive(Debug, Args)]
pub(super) struct DbArgs {
    /// Config file, which names the database.
    #[arg(long, value_name = "FILE", default_value = CONFIG, conflicts_with = "database")]
    config: PathBuf,
    /// Database file, or the address of a PostgreSQL database, in place of the config's.
    #[arg(long, value_name = "FILE|ADDRESS")]
    database: Option<PathBuf>,
    /// File with the exported data.
    file: PathBuf,
}

impl DbArgs {
    fn location(&self) -> io::Result<DatabaseLocation> {
        match &self.database {
            Some(database) => DatabaseLocation::read(database.clone()).map_err(io::Error::other),
            None => Ok(read_config(&self.config)?.database),
        }
    }
}

pub(super) fn run(command: &DbCommand) -> io::Result<ToolVerdict> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (args, rows) = match command {
        DbCommand::Export(args) => (args, runtime.block_on(write(args))?),
        DbCommand::Import(args) => (args, runtime.block_on(read(args))?),
    };
    writeln!(io::stdout(), "{}: {rows} rows", args.file.display())?;
    Ok(ToolVerdict::Good)
}

async fn write(args: &DbArgs) -> io::Result<u64> {
    let location = args.location()?;
    let mut file = BufWriter::new(create(&args.file).map_err(at(&args.file))?);
    let written = async {
        let rows = export(&location, &mut file).await?;
        file.flush()?;
        file.get_ref().sync_all()?;
        Ok::<_, TransferError>(rows)
    };
    let written = written.await;
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&args.file);
    }
    written.map_err(told(&args.file))
}

async fn read(args: &DbArgs) -> io::Result<u64> {
    let location = args.location()?;
    let file = File::open(&args.file).map_err(at(&args.file))?;
    let rows = import(&location, &mut BufReader::new(file)).await;
    rows.map_err(told(&args.file))
}

/// Creates a new file that only the owner can read, as it says who plays where.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Adds the file to an error of its own.
fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Adds the file to an error that is about it.
fn told(path: &Path) -> impl Fn(TransferError) -> io::Error {
    move |error| match error {
        TransferError::File(error) => at(path)(error),
        TransferError::Malformed { .. } | TransferError::Schema { .. } => {
            io::Error::other(format!("{}: {error}", path.display()))
        }
        error => io::Error::other(error),
    }
}
