//! Requests that ask a server how it is, apart from the bot's session there.

use std::error::Error;
use std::time::Duration;

use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};
use reqwest::header::DATE;
use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::Value;

/// How long an answer may take.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(10);

/// Longest answer, in bytes; the rest is not read. Those that are asked for have a few kilobytes.
const LONGEST: usize = 256 * 1024;

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    /// Null if it is not JSON.
    pub(crate) body: Value,
    /// By how much this machine's clock is ahead of the server's, if the server tells its time.
    pub(crate) ahead: Option<SignedDuration>,
}

/// Sends a request, whose client has [`TIMEOUT`]. The error is why there is no answer, without the
/// address.
pub(crate) async fn ask(request: RequestBuilder) -> Result<Answer, String> {
    let asked = Timestamp::now();
    let mut response = request.send().await.map_err(reason)?;
    let answered = Timestamp::now();
    // The server told its time about half-way.
    let middle = asked + answered.duration_since(asked) / 2;
    let ahead = date(&response).map(|date| middle.duration_since(date));
    let status = response.status();
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(reason)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > LONGEST {
            break;
        }
    }
    Ok(Answer {
        status,
        body: serde_json::from_slice(&bytes).unwrap_or_default(),
        ahead,
    })
}

fn date(response: &Response) -> Option<Timestamp> {
    let date = response.headers().get(DATE)?.to_str().ok()?;
    Some(rfc2822::parse(date).ok()?.timestamp())
}

fn reason(error: reqwest::Error) -> String {
    if error.is_timeout() {
        return format!("no answer within {} s", TIMEOUT.as_secs());
    }
    let error = error.without_url();
    let mut innermost: &dyn Error = &error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
