//! The section `[http]`: where the program tells how it is.

use std::net::SocketAddr;
use std::path::Path;

use serde::Deserialize;

use super::error::{ConfigError, Fault, from_toml};

/// The section, checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Http {
    /// The address to listen at.
    pub listen: SocketAddr,
}

/// A file of which only this section is read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Alone {
    http: Option<RawHttp>,
}

impl Http {
    /// Reads the section of a config file, if it is there, and nothing else: neither secrets nor
    /// what takes time to check.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the section is invalid.
    pub fn read(path: &Path) -> Result<Option<Self>, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(|reason| ConfigError::File {
            path: path.to_owned(),
            reason,
        })?;
        let alone: Alone = from_toml(path, &text)?;
        let checked = alone.http.map(RawHttp::check).transpose();
        checked.map_err(|fault| fault.in_file(path))
    }
}

/// The section, unchecked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a section, [http]")]
pub(super) struct RawHttp {
    listen: Option<String>,
}

impl RawHttp {
    pub(super) fn check(self) -> Result<Http, Fault> {
        let key = "http.listen";
        let Some(listen) = self.listen else {
            return Err(Fault::new(
                key,
                "is missing: give an address, such as \"127.0.0.1:9464\"",
            ));
        };
        let listen = listen.parse().map_err(|_| {
            let reason =
                format!("\"{listen}\" is not an IP address and a port, such as \"127.0.0.1:9464\"");
            Fault::new(key, reason)
        })?;
        Ok(Http { listen })
    }
}
