//! How to connect to a SQLite database by sqlx's Any driver, which takes addresses.

use std::path::Path;

use sqlx::any::AnyConnectOptions;
use sqlx::{ConnectOptions, Error};
use url::Url;

use crate::store::StoreError;

/// How to connect to a new database in memory.
pub(super) fn in_memory() -> Result<AnyConnectOptions, StoreError> {
    sqlx::any::install_default_drivers();
    Ok("sqlite::memory:".parse()?)
}

/// What a connection to a file may do. None creates it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mode {
    Read,
    Write,
}

/// How to connect to a file, which exists.
///
/// # Errors
///
/// Its path is not UTF-8.
pub(super) fn options(path: &Path, mode: Mode) -> Result<AnyConnectOptions, StoreError> {
    sqlx::any::install_default_drivers();
    let text = path
        .to_str()
        .ok_or_else(|| StoreError::Unfit(format!("the path {}", path.display())))?;
    let mut url = Url::parse("sqlite:///").map_err(|cause| Error::Configuration(cause.into()))?;
    // `set_path` escapes everything but the percent sign.
    url.set_path(&text.replace('%', "%25"));
    url.set_query(Some(match mode {
        Mode::Read => "mode=ro",
        Mode::Write => "mode=rw",
    }));
    Ok(AnyConnectOptions::from_url(&url)?)
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteConnectOptions;

    use super::*;

    #[test]
    fn every_path_is_written_as_an_address() {
        for path in ["/a/b.db", "/a b/50%20?.db", "/a/#1;ü'\"\\.db"] {
            let options = options(Path::new(path), Mode::Write).unwrap();
            let read = SqliteConnectOptions::from_url(&options.database_url).unwrap();
            assert_eq!(read.get_filename(), Path::new(path));
        }
    }
}
