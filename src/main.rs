//! The `ringleader` program, a shell of the library.

use std::process::ExitCode;

use clap::Parser;
use ringleader::cli::{Cli, run};

fn main() -> ExitCode {
    run(Cli::parse())
}
