//! Logging to standard error.

use std::env;
use std::io::{self, IsTerminal};

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::chat::run as service;
use crate::config::LogFormat;

/// Logs to standard error, with the filter of `RUST_LOG` or else the default.
pub(super) fn init_logging(default: &str, format: LogFormat) {
    let filter = env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let filter = if filter.is_empty() { default } else { &filter };
    // A limit that cannot be parsed disables logging, which is the safe side.
    let limit: Targets = service::MOST_LOGGED.parse().unwrap_or_default();
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .boxed(),
    };
    tracing_subscriber::registry()
        .with(EnvFilter::builder().parse_lossy(filter))
        .with(limit)
        .with(lines)
        .init();
}
