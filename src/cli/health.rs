//! The subcommands that say how the bot is: `check` before it runs, `healthcheck` while it does.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::serve::{CONFIG, read_config};
use crate::chat::check::{self as service, Finding};
use crate::config::{ConfigError, Http};
use crate::tools::ToolVerdict;

/// How long the bot may take to say how it is: less than it takes to give up a connection.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Longest answer, in bytes. What the bot answers has a line or two.
const LONGEST: u64 = 16 * 1024;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Config file.
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct HealthcheckArgs {
    /// Config file, whose `[http] listen` says where the bot tells how it is.
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
    /// Ask whether it is ready, not only whether it is alive.
    #[arg(long)]
    ready: bool,
}

pub(super) fn check(args: &CheckArgs) -> io::Result<ToolVerdict> {
    let mut verdict = ToolVerdict::Good;
    let mut report = |finding: Finding| {
        if matches!(finding, Finding::Failed(_)) {
            verdict = ToolVerdict::Bad;
        }
        // A reader that has gone away does not end the check.
        let _ = writeln!(io::stdout(), "{finding}");
    };
    match read_config(&args.config) {
        Ok(config) => service::start(&config, &args.config, &mut report)?,
        Err(error) => report(Finding::Failed(format!("config: {error}"))),
    }
    Ok(verdict)
}

pub(super) fn healthcheck(args: &HealthcheckArgs) -> io::Result<ToolVerdict> {
    let http = Http::read(&args.config).map_err(io::Error::other)?;
    let Some(Http { listen }) = http else {
        return Err(io::Error::other(ConfigError::Value {
            path: args.config.clone(),
            key: "http".to_owned(),
            reason: "is missing, so that the bot does not tell how it is".to_owned(),
        }));
    };
    let path = match args.ready {
        true => "/readyz",
        false => "/healthz",
    };
    let address = reachable(listen);
    let answer = ask(address, path)
        .map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    write!(io::stdout(), "{body}")?;
    match head.split(' ').nth(1) {
        Some("200") => Ok(ToolVerdict::Good),
        _ => Ok(ToolVerdict::Bad),
    }
}

/// The address at which a server is reached that listens at `listen`: loopback if it listens at all
/// addresses of the machine.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// The bot's answer to a request.
fn ask(address: SocketAddr, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    match stream.take(LONGEST).read_to_end(&mut answer) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => Err(ErrorKind::TimedOut.into()),
        read => {
            read?;
            Ok(String::from_utf8_lossy(&answer).into_owned())
        }
    }
}
