//! All of a database as a file, and back, into a database of either kind.
//!
//! The file has a line of JSON for each row: an array of its values, in the order of the columns. A
//! line before the rows of a table names it, the first line of all tells the schema, the last one how
//! many rows there are. The same data make the same file, whichever database they come from.

pub(super) mod tables;

use std::io::{self, BufRead, Write};

use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::any::{AnyArguments, AnyRow, AnyTypeInfoKind};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Row, ValueRef};
use thiserror::Error;

use super::database::Database;
use super::sqlite::NEWEST;
use super::{DatabaseLocation, Preflight, preflight};
use crate::store::StoreError;
use tables::{FRESH, TABLES, Table};

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    /// The number of the schema's newest migration.
    schema: i64,
}

/// The line before the rows of a table.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct TableHeader {
    table: String,
    /// The largest number that was given to a row, for a table that gives numbers. None is given twice.
    last: Option<i64>,
    columns: Vec<String>,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
struct End {
    rows: u64,
}

/// Why a database was not exported or imported.
#[derive(Debug, Error)]
pub(crate) enum TransferError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no database.
    #[error("there is no database {0}")]
    Missing(String),
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is of another schema.
    #[error(
        "the file is of schema version {file}, this program has {program}: export and import with \
         the same version of the program"
    )]
    Schema {
        /// The schema of the file.
        file: i64,
        /// The schema of this program.
        program: i64,
    },
    /// There are data in the database.
    #[error("the database {0} is not empty: import into a new one")]
    NotEmpty(String),
    /// A line is not as an export writes it.
    #[error("line {line} is not of an export: {reason}; nothing was imported")]
    Malformed {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        StoreError::from(error).into()
    }
}

impl From<serde_json::Error> for TransferError {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

/// Writes a whole database to a file, while nobody else uses it. Returns the number of rows.
pub(crate) async fn export(
    location: &DatabaseLocation,
    to: &mut dyn Write,
) -> Result<u64, TransferError> {
    let found = preflight(location, std::time::Duration::ZERO).await?;
    if found == Preflight::Absent {
        return Err(TransferError::Missing(location.to_string()));
    }
    let database = Database::open(location, None).await?;
    let exported = write_all(&database, to).await;
    database.close().await;
    exported
}

async fn write_all(database: &Database, to: &mut dyn Write) -> Result<u64, TransferError> {
    let mut connection = database.writing().acquire().await?;
    let mut db = connection.begin_with(database.begin_reading()).await?;
    line(to, &Header { schema: NEWEST })?;
    let mut count = 0;
    for table in &TABLES {
        let last = match table.number {
            Some(column) => Some(database.last_number(&mut db, table.name, column).await?),
            None => None,
        };
        let columns = table.columns.iter().map(ToString::to_string).collect();
        let table_name = table.name.to_owned();
        line(
            to,
            &TableHeader {
                table: table_name,
                last,
                columns,
            },
        )?;
        let sql = format!(
            "SELECT {} FROM {} ORDER BY {}",
            table.columns.join(", "),
            table.name,
            table.key
        );
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut *db);
        while let Some(row) = rows.try_next().await? {
            let values: Result<Vec<Value>, sqlx::Error> =
                (0..row.len()).map(|index| value(&row, index)).collect();
            line(to, &values?)?;
            count += 1;
        }
    }
    line(to, &End { rows: count })?;
    db.rollback().await?;
    Ok(count)
}

fn line(to: &mut dyn Write, content: &impl Serialize) -> Result<(), TransferError> {
    serde_json::to_writer(&mut *to, content)?;
    Ok(to.write_all(b"\n")?)
}

/// A value of a row as it is written.
fn value(row: &AnyRow, index: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(index)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    Ok(match raw.type_info().kind() {
        // Only SQLite keeps NUL characters, from people who sent them to an early version.
        AnyTypeInfoKind::Text => row
            .try_get::<String, _>(index)?
            .replace('\0', "\u{FFFD}")
            .into(),
        AnyTypeInfoKind::Blob => {
            let bytes: Vec<u8> = row.try_get(index)?;
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            json!({ "hex": hex.concat() })
        }
        _ => row.try_get::<i64, _>(index)?.into(),
    })
}

/// Reads a file into a database that is empty or does not exist: all of it, or nothing. Returns the
/// number of rows.
pub(crate) async fn import(
    location: &DatabaseLocation,
    from: &mut dyn BufRead,
) -> Result<u64, TransferError> {
    let mut lines = Lines {
        from,
        text: String::new(),
        number: 0,
    };
    let header: Header = lines.next()?;
    if header.schema != NEWEST {
        return Err(TransferError::Schema {
            file: header.schema,
            program: NEWEST,
        });
    }
    let database = Database::open(location, None).await?;
    let imported = read_all(&database, &mut lines).await;
    database.close().await;
    imported
}

async fn read_all(database: &Database, lines: &mut Lines<'_>) -> Result<u64, TransferError> {
    let mut connection = database.writing().acquire().await?;
    database.set_up(&mut connection).await?;
    let mut db = connection.begin_with(database.begin()).await?;
    make_room(database, &mut db).await?;
    let mut count = 0;
    // The line that ends the rows of a table is that of the next one.
    let mut next: Value = lines.next()?;
    for table in &TABLES {
        let header: TableHeader = lines.read(next)?;
        if header.table != table.name || header.columns != table.columns {
            return Err(lines.malformed(format!("expected the table {}", table.name)));
        }
        loop {
            next = lines.next()?;
            let Value::Array(values) = next else {
                break;
            };
            insert(&mut db, table, values, lines).await?;
            count += 1;
        }
        if let (Some(column), Some(last)) = (table.number, header.last) {
            database
                .set_last_number(&mut db, table.name, column, last)
                .await?;
        }
    }
    let end: End = lines.read(next)?;
    if end.rows != count {
        return Err(lines.malformed(format!("{} rows were written, {count} are here", end.rows)));
    }
    db.commit().await?;
    Ok(count)
}

/// Makes sure that a database is new, and removes the rows with which it was created.
async fn make_room(database: &Database, db: &mut AnyConnection) -> Result<(), TransferError> {
    for table in &TABLES {
        let statement = match table.name == FRESH {
            true => format!("DELETE FROM {FRESH}"),
            false => format!("SELECT 1 FROM {} LIMIT 1", table.name),
        };
        let found = sqlx::query(AssertSqlSafe(statement));
        if found.fetch_optional(&mut *db).await?.is_some() {
            return Err(TransferError::NotEmpty(database.location().to_string()));
        }
    }
    Ok(())
}

async fn insert(
    db: &mut AnyConnection,
    table: &Table,
    values: Vec<Value>,
    lines: &Lines<'_>,
) -> Result<(), TransferError> {
    if values.len() != table.columns.len() {
        return Err(lines.malformed(format!(
            "{} has {} columns",
            table.name,
            table.columns.len()
        )));
    }
    // A parameter has a type, even if it is NULL, which need not be that of the column.
    let mut given = 0;
    let places: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::Null => "NULL".to_owned(),
            _ => {
                given += 1;
                format!("${given}")
            }
        })
        .collect();
    let mut statement = sqlx::query(AssertSqlSafe(format!(
        "INSERT INTO {} ({}) VALUES ({})",
        table.name,
        table.columns.join(", "),
        places.join(", ")
    )));
    for value in values {
        statement = bind(statement, value)
            .ok_or_else(|| lines.malformed("a value that no column has".to_owned()))?;
    }
    let inserted = statement.execute(db).await;
    inserted.map_err(|error| lines.malformed(error.to_string()))?;
    Ok(())
}

fn bind(
    statement: Query<'_, Any, AnyArguments>,
    value: Value,
) -> Option<Query<'_, Any, AnyArguments>> {
    Some(match value {
        Value::Null => statement,
        Value::Number(number) => statement.bind(number.as_i64()?),
        Value::String(text) => statement.bind(text),
        Value::Object(object) => statement.bind(bytes(object.get("hex")?.as_str()?)?),
        Value::Bool(_) | Value::Array(_) => return None,
    })
}

/// The bytes that were written as hexadecimal digits.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(byte).collect()
}

/// The lines of a file, one at a time.
struct Lines<'a> {
    from: &'a mut dyn BufRead,
    text: String,
    number: u64,
}

impl Lines<'_> {
    fn next<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, TransferError> {
        self.text.clear();
        self.number += 1;
        if self.from.read_line(&mut self.text)? == 0 {
            return Err(self.malformed("the file ends before its last line".to_owned()));
        }
        serde_json::from_str(&self.text).map_err(|error| self.malformed(error.to_string()))
    }

    /// Reads a line that was taken.
    fn read<T: for<'de> Deserialize<'de>>(&self, line: Value) -> Result<T, TransferError> {
        serde_json::from_value(line).map_err(|error| self.malformed(error.to_string()))
    }

    fn malformed(&self, reason: String) -> TransferError {
        TransferError::Malformed {
            line: self.number,
            reason,
        }
    }
}
