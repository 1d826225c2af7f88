//! The subcommands that keep data safe: `backup`, `verify` and `restore`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use jiff::Timestamp;

use super::serve::{CONFIG, read_config};
use crate::backup::{self, BackupError, Finding, MatrixStore, Originals, Replace};
use crate::tools::ToolVerdict;

#[derive(Debug, Args)]
pub(super) struct BackupArgs {
    /// Config file.
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
    /// Directory in which the backup gets a folder of its own; created if missing.
    directory: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// Folder of the backup.
    backup: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct RestoreArgs {
    /// Config file.
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
    /// Put the backup in the place of a database that is there. That one is kept beside it.
    #[arg(long)]
    replace: bool,
    /// Leave out the Matrix store, so that the bot logs in as a new device.
    #[arg(long)]
    without_matrix_store: bool,
    /// Folder of the backup.
    backup: PathBuf,
}

fn block_on<T>(work: impl Future<Output = Result<T, BackupError>>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(work).map_err(io::Error::other)
}

pub(super) fn make(args: &BackupArgs) -> io::Result<ToolVerdict> {
    let originals = Originals::new(&read_config(&args.config)?).map_err(io::Error::other)?;
    let made = block_on(backup::make(&originals, &args.directory, Timestamp::now()))?;
    writeln!(
        io::stdout(),
        "{}: {} files, {} bytes, in {:.1} s",
        made.path.display(),
        made.files,
        made.size,
        made.took.as_secs_f64()
    )?;
    Ok(ToolVerdict::Good)
}

/// Prints what a check finds. A reader that has gone away does not end the check.
fn print(finding: Finding) {
    let _ = match finding {
        Finding::Right(line) => writeln!(io::stdout(), "ok     {line}"),
        Finding::Wrong(line) => writeln!(io::stdout(), "WRONG  {line}"),
    };
}

pub(super) fn verify(args: &VerifyArgs) -> io::Result<ToolVerdict> {
    if block_on(backup::verify(&args.backup, &mut print))? {
        Ok(ToolVerdict::Good)
    } else {
        Ok(ToolVerdict::Bad)
    }
}

pub(super) fn restore(args: &RestoreArgs) -> io::Result<ToolVerdict> {
    let originals = Originals::new(&read_config(&args.config)?).map_err(io::Error::other)?;
    let replace = match args.replace {
        true => Replace::KeepAside,
        false => Replace::No,
    };
    let restored = block_on(backup::restore(
        &originals,
        &args.backup,
        replace,
        !args.without_matrix_store,
        Timestamp::now(),
        &mut print,
    ))?;
    let mut output = io::stdout();
    writeln!(
        output,
        "restored {}, as it was at {}",
        originals.database.display(),
        restored.created
    )?;
    if let Some(kept) = restored.kept {
        writeln!(output, "the database before is kept as {}", kept.display())?;
    }
    match restored.matrix {
        MatrixStore::None => {}
        MatrixStore::PutBack => writeln!(
            output,
            "restored the Matrix store too; if the bot has run since then, see \"Restore\" in \
             docs/operations.md"
        )?,
        MatrixStore::LeftOut => writeln!(output, "left out the Matrix store")?,
        MatrixStore::Kept(path) => writeln!(
            output,
            "kept the Matrix store {}, whose keys are newer",
            path.display()
        )?,
    }
    Ok(ToolVerdict::Good)
}
