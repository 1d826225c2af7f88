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

/// Why a text is no address of a database. It does not repeat the text, which may hold a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoAddress {
    /// It has another form.
    #[error(
        "an address looks like postgres://user@host/database; in a password, / ? # @ : and % are \
         written %2F %3F %23 %40 %3A and %25"
    )]
    Form,
    /// It has a parameter that is unknown.
    #[error("the parameters of an address are {}", PARAMETERS.join(", "))]
    Parameter,
}

const SCHEMES: [&str; 2] = ["postgres", "postgresql"];

/// What may follow the question mark. With others the database library would write a warning that
/// shows their values.
const PARAMETERS: [&str; 13] = [
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "statement-cache-capacity",
    "application_name",
    "options",
];

impl Address {
    /// Whether a text is meant as an address, right or wrong.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let scheme = text.split(':').next().unwrap_or_default();
        text.contains("://")
            || SCHEMES
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known))
    }

    /// How to connect.
    pub(in crate::store::sql) fn options(&self) -> Result<AnyConnectOptions, Error> {
        sqlx::any::install_default_drivers();
        AnyConnectOptions::from_url(&self.0)
    }

    /// The whole address, with the password.
    pub(super) fn text(&self) -> String {
        self.0.as_str().to_owned()
    }
}

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let url = Url::parse(text).map_err(|_| NoAddress::Form)?;
        let database = url.path().strip_prefix('/').unwrap_or_default();
        // A password with such characters ends up there.
        let is_name = !database.is_empty() && !database.contains(['/', '@', ':']);
        if !SCHEMES.contains(&url.scheme()) || !is_name || url.fragment().is_some() {
            return Err(NoAddress::Form);
        }
        match url
            .query_pairs()
            .all(|(key, _)| PARAMETERS.contains(&&*key))
        {
            true => Ok(Self(url)),
            false => Err(NoAddress::Parameter),
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
            "postgres:",
            "postgres://host",
            "postgres://host/",
            "mysql://host/yinsh",
            "postgres://bot:se/cret@host/yinsh",
            "postgres://bot:12/cret@host/yinsh",
            "postgres://bot:12/cret@host",
            "postgres://bot:12/cret#@host/yinsh",
            "postgres://bot:12#cret@host/yinsh",
        ] {
            assert_eq!(text.parse::<Address>(), Err(NoAddress::Form), "{text}");
        }
        let unknown = "postgres://bot@host/yinsh?pasword=secret";
        assert_eq!(unknown.parse::<Address>(), Err(NoAddress::Parameter));
        for text in [
            "postgres:///yinsh?host=/run/postgresql",
            "postgresql://bot:%2F%40@host:5433/yinsh?sslmode=verify-full",
            "Postgres://host/yinsh",
        ] {
            assert!(text.parse::<Address>().is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_meant_as_an_address_is_no_path() {
        for text in [
            "postgres:bot",
            "POSTGRES://bot:secret@host/yinsh",
            "postgre://bot:secret@host/yinsh",
        ] {
            assert!(Address::is_meant(text), "{text}");
        }
        for text in ["yinsh.db", "/srv/postgres/yinsh.db", ":memory:"] {
            assert!(!Address::is_meant(text), "{text}");
        }
    }
}
