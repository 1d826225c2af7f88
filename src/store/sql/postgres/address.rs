//! The address of a database of a PostgreSQL server. It may hold a password.

use std::fmt;
use std::str::FromStr;

use sqlx::any::AnyConnectOptions;
use sqlx::{ConnectOptions, Error};
use url::Url;

/// The address of a database: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, or with a Unix socket
/// `postgres:///DATABASE?host=/var/run/postgresql`. What else it may say is in
/// <https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS>. Neither its
/// text nor its debug form shows the password.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(Url);

/// Why a text is no address of a database. It does not repeat the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an address looks like postgres://user@host/database")]
pub struct NoAddress;

impl Address {
    /// Whether a text is meant as an address, right or wrong.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.starts_with("postgres:") || text.starts_with("postgresql:")
    }

    /// Another database of the same server.
    #[cfg(test)]
    pub(in crate::store::sql) fn database(&self, name: &str) -> Self {
        let mut url = self.0.clone();
        url.set_path(name);
        Self(url)
    }

    /// How to connect.
    pub(in crate::store::sql) fn options(&self) -> Result<AnyConnectOptions, Error> {
        sqlx::any::install_default_drivers();
        AnyConnectOptions::from_url(&self.0)
    }
}

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let url = Url::parse(text).map_err(|_| NoAddress)?;
        let is_postgres = matches!(url.scheme(), "postgres" | "postgresql");
        match is_postgres && url.path().len() > 1 {
            true => Ok(Self(url)),
            false => Err(NoAddress),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = self.0.clone();
        // Parameters can hold a password, too.
        shown.set_query(None);
        if shown.password().is_some() && shown.set_password(None).is_err() {
            return f.write_str("postgres");
        }
        shown.fmt(f)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for text in [
            "postgres://bot:secret@db.example:5433/yinsh",
            "postgres://bot@db.example:5433/yinsh?password=secret",
        ] {
            let address: Address = text.parse().unwrap();
            for shown in [address.to_string(), format!("{address:?}")] {
                assert_eq!(shown, "postgres://bot@db.example:5433/yinsh");
            }
        }
    }

    #[test]
    fn what_names_no_database_is_no_address() {
        for text in [
            "yinsh.db",
            "postgres:",
            "postgres://host",
            "postgres://host/",
            "mysql://host/yinsh",
        ] {
            assert_eq!(text.parse::<Address>(), Err(NoAddress), "{text}");
        }
        assert!(
            "postgres:///yinsh?host=/run/postgresql"
                .parse::<Address>()
                .is_ok()
        );
    }
}
