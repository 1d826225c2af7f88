//! The numbers that SQLite gives to the rows of a table. None is given twice where the table says
//! AUTOINCREMENT.

use sqlx::{AnyConnection, AssertSqlSafe};

/// The largest number that was given.
pub(in crate::store::sql) async fn last_number(
    db: &mut AnyConnection,
    table: &str,
    column: &str,
) -> Result<i64, sqlx::Error> {
    let given = sqlx::query_scalar("SELECT max(seq) FROM sqlite_sequence WHERE name = $1");
    let given: Option<i64> = given.bind(table).fetch_one(&mut *db).await?;
    let largest = format!("SELECT max({column}) FROM {table}");
    let largest = sqlx::query_scalar(AssertSqlSafe(largest)).fetch_one(db);
    let largest: Option<i64> = largest.await?;
    Ok(given.max(largest).unwrap_or_default())
}

/// Has the next number be larger, if the table gives none twice.
pub(in crate::store::sql) async fn set_last_number(
    db: &mut AnyConnection,
    table: &str,
    last: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM sqlite_sequence WHERE name = $1")
        .bind(table)
        .execute(&mut *db)
        .await?;
    sqlx::query(
        "INSERT INTO sqlite_sequence (name, seq) SELECT $1, $2 WHERE EXISTS (
             SELECT 1 FROM sqlite_schema WHERE name = $1 AND sql LIKE '%AUTOINCREMENT%')",
    )
    .bind(table)
    .bind(last)
    .execute(db)
    .await?;
    Ok(())
}
