//! What follows from the records of finished games, computed by a program that shares nothing with
//! the bot.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// What `compute.py` computes.
#[derive(Debug, Deserialize)]
pub(crate) struct Computed {
    /// The answer to `!stats`, for each `PLAYER VARIANT`.
    pub(crate) stats: BTreeMap<String, String>,
    /// The answer to `!top` for somebody without a rating, for each variant.
    pub(crate) top: BTreeMap<String, String>,
    /// What the player of each turn had left at its end, for each timed game by its number.
    pub(crate) clocks: BTreeMap<String, Vec<i64>>,
}

/// Whether there is a Python. Where tests that need it are required, there has to be one.
pub(crate) fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    let required = std::env::var_os("RINGLEADER_MATRIX_TESTS").is_some();
    assert!(found || !required, "no python3");
    found
}

/// Computes what follows from the records in a folder, as of a moment.
pub(crate) fn compute(folder: &Path, now: &str) -> Computed {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/year/compute.py");
    let output = Command::new("python3")
        .arg(script)
        .args([folder.as_os_str(), now.as_ref()])
        .output()
        .unwrap();
    let faults = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{faults}");
    serde_json::from_slice(&output.stdout).unwrap()
}
