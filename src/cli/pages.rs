//! The subcommands for packages: `completions` and `man`. Both are made from the command line's own
//! definition.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::Cli;
use crate::tools::ToolVerdict;

/// The program, in names of files.
const PROGRAM: &str = "ringleader";

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// Shell.
    shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// Directory for a page of each subcommand; created if missing.
    directory: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionsArgs) -> io::Result<ToolVerdict> {
    // Into memory first: the generator panics if its output is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), PROGRAM, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(ToolVerdict::Good)
}

pub(super) fn man(args: &ManArgs) -> io::Result<ToolVerdict> {
    match &args.directory {
        Some(directory) => write_pages(directory)?,
        None => Man::new(manual()).render(&mut io::stdout().lock())?,
    }
    Ok(ToolVerdict::Good)
}

/// The command line that the manual pages describe.
fn manual() -> Command {
    // `help` needs no page of its own.
    Cli::command().disable_help_subcommand(true)
}

fn write_pages(directory: &Path) -> io::Result<()> {
    let told = |error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", directory.display()))
    };
    fs::create_dir_all(directory).map_err(told)?;
    clap_mangen::generate_to(manual(), directory).map_err(told)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    /// Adds the file names of the pages of a command and its subcommands.
    fn names(command: &Command, name: &str, into: &mut Vec<String>) {
        into.push(format!("{name}.1"));
        for below in command.get_subcommands() {
            names(below, &format!("{name}-{}", below.get_name()), into);
        }
    }

    #[test]
    fn every_subcommand_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("share/man1");
        write_pages(&directory).unwrap();
        let mut expected = Vec::new();
        names(&Cli::command(), PROGRAM, &mut expected);
        for name in &expected {
            let page = fs::read_to_string(directory.join(name)).unwrap();
            assert!(page.contains(".SH DESCRIPTION"), "{name}: {page}");
        }
        assert_eq!(fs::read_dir(&directory).unwrap().count(), expected.len());
    }

    #[test]
    fn every_shell_completes_every_subcommand() {
        for shell in Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), PROGRAM, &mut script);
            let script = String::from_utf8(script).unwrap();
            for below in Cli::command().get_subcommands() {
                assert!(script.contains(below.get_name()), "{shell}: {below}");
            }
        }
    }
}
