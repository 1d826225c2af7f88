//! The numbers that PostgreSQL gives to the rows of a table. None is given twice.

use sqlx::{AnyConnection, AssertSqlSafe};

/// The largest number that was given.
pub(in crate::store::sql) async fn last_number(
    db: &mut AnyConnection,
    table: &str,
    column: &str,
) -> Result<i64, sqlx::Error> {
    // The name that a sequence gets from its column.
    let last =
        format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_{column}_seq");
    sqlx::query_scalar(AssertSqlSafe(last)).fetch_one(db).await
}

/// Has the next number be larger.
pub(in crate::store::sql) async fn set_last_number(
    db: &mut AnyConnection,
    table: &str,
    column: &str,
    last: i64,
) -> Result<(), sqlx::Error> {
    if last > 0 {
        let set = sqlx::query("SELECT setval(pg_get_serial_sequence($1, $2), $3)");
        set.bind(table).bind(column).bind(last).execute(db).await?;
    }
    Ok(())
}
