//! The section `[http]`: where the program tells how it is.

use std::net::SocketAddr;

use serde::Deserialize;

use super::error::Fault;

/// The section, checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Http {
    /// The address to listen at.
    pub listen: SocketAddr,
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
