//! The section `[processes]`: whether several processes share the database.

use std::time::Duration;

use jiff::SignedDuration;
use serde::Deserialize;

use super::error::Fault;
use crate::store::ProcessOptions;

/// How long a process counts as alive unless the section says otherwise.
const LEASE: Duration = Duration::from_secs(15);

/// Shortest and longest lease: a server that is busy answers in time, and nobody waits for long.
const LEASES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(600)];

/// The section, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [processes]")]
pub(super) struct RawProcesses {
    several: bool,
    lease: Option<String>,
}

impl RawProcesses {
    /// How this process shares the database, if it does.
    pub(super) fn check(self) -> Result<Option<ProcessOptions>, Fault> {
        let lease = self.lease.map(|text| checked_lease(&text)).transpose()?;
        Ok(self.several.then(|| ProcessOptions {
            lease: lease.unwrap_or(LEASE),
            name: machine(),
        }))
    }
}

fn checked_lease(text: &str) -> Result<Duration, Fault> {
    let fault = |reason| Fault::new("processes.lease", reason);
    let lease = text.parse::<SignedDuration>().ok();
    let lease = lease.and_then(|lease| Duration::try_from(lease).ok());
    let lease =
        lease.ok_or_else(|| fault(format!("\"{text}\" is not a time span such as \"15s\"")))?;
    match (LEASES[0]..=LEASES[1]).contains(&lease) {
        true => Ok(lease),
        false => Err(fault(
            "has to be between 1 second and 10 minutes".to_owned(),
        )),
    }
}

/// The name of this machine, or of this container; nothing if it tells it apart from no other.
fn machine() -> Option<String> {
    let name = gethostname::gethostname().into_string().ok()?;
    let is_common = matches!(
        name.as_str(),
        "" | "(none)" | "localhost" | "localhost.localdomain"
    );
    (!is_common).then_some(name)
}
