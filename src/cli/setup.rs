//! The subcommand `setup`.

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::chat::setup::{self as service, SetupOptions};
use crate::tools::ToolVerdict;

#[derive(Debug, Args)]
pub(super) struct SetupArgs {
    /// Config file to write; asked for otherwise.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address of Discord's API, if it is not Discord itself: a proxy, or a test server.
    #[arg(long, value_name = "URL")]
    discord_api_base: Option<String>,
}

pub(super) fn setup(args: SetupArgs) -> io::Result<ToolVerdict> {
    let is_good = service::start(&SetupOptions {
        config: args.config,
        discord_api_base: args.discord_api_base,
    })?;
    Ok(match is_good {
        true => ToolVerdict::Good,
        false => ToolVerdict::Bad,
    })
}
