//! The archive of finished games, and the ratings that follow from it.

use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool};

use super::outbox::json;
use super::tables::{key, thread};
use crate::game::Variant;
use crate::session::{
    ArchivedGame, FinishedGame, Person, Place, Rating, RatingChange, Shelf, Standing, Summary,
    TableKey,
};
use crate::store::StoreError;

/// Puts a game into the archive, `text` being the game as JSON. A rated one changes both players' ratings.
pub(super) async fn put(
    db: &mut AnyConnection,
    table: i64,
    platform: &str,
    game: &FinishedGame,
    text: &str,
) -> Result<(), StoreError> {
    let place = Place {
        platform: platform.to_owned(),
        server: game.server.clone(),
    };
    let rated = game.people().zip(game.result).filter(|_| game.rated);
    let change = match rated {
        Some((people, result)) => {
            let mut before = Vec::with_capacity(2);
            for person in people {
                before.push(rating_of(db, &place, game.variant, person).await?);
            }
            let [white, black] = [before[0], before[1]];
            let players = [white.0, black.0];
            let change = RatingChange::by_game(players, result, game.ended);
            for ((person, rating), games) in
                people.into_iter().zip(change.after).zip([white.1, black.1])
            {
                set_rating(db, &place, game.variant, person, &rating, games + 1).await?;
            }
            Some(change)
        }
        None => None,
    };
    let ids = game
        .seats
        .each_ref()
        .map(|seat| seat.responsible().map(|person| &person.id));
    sqlx::query(
        "INSERT INTO archive (table_id, platform, server, variant, white, black, ratings, game, summary)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(table)
    .bind(platform)
    .bind(&game.server)
    .bind(game.variant.to_string())
    .bind(ids[0])
    .bind(ids[1])
    .bind(change.as_ref().map(json).transpose()?)
    .bind(text)
    .bind(json(&Summary::of(game, change))?)
    .execute(db)
    .await?;
    Ok(())
}

/// A person's rating and number of rated games.
async fn rating_of(
    db: &mut AnyConnection,
    place: &Place,
    variant: Variant,
    person: &Person,
) -> Result<(Rating, i64), StoreError> {
    let row = sqlx::query(
        "SELECT rating, games FROM ratings
         WHERE platform = $1 AND server = $2 AND variant = $3 AND person = $4",
    )
    .bind(&place.platform)
    .bind(&place.server)
    .bind(variant.to_string())
    .bind(&person.id)
    .fetch_optional(db)
    .await?;
    let Some(row) = row else {
        return Ok((Rating::default(), 0));
    };
    // A rating that cannot be read begins anew: the end of a game must not fail for it.
    let rating = readable(row.try_get(0)?, "a rating").unwrap_or_default();
    Ok((rating, row.try_get(1)?))
}

async fn set_rating(
    db: &mut AnyConnection,
    place: &Place,
    variant: Variant,
    person: &Person,
    rating: &Rating,
    games: i64,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO ratings (platform, server, variant, person, name, games, rating)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (platform, server, variant, person)
         DO UPDATE SET name = excluded.name, games = excluded.games, rating = excluded.rating",
    )
    .bind(&place.platform)
    .bind(&place.server)
    .bind(variant.to_string())
    .bind(&person.id)
    .bind(&person.name)
    .bind(games)
    .bind(json(rating)?)
    .execute(db)
    .await?;
    Ok(())
}

/// Reads JSON. What is damaged is reported and left out: no later attempt could read it.
pub(super) fn readable<T: DeserializeOwned>(text: &str, what: &str) -> Option<T> {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::error!(%error, "{what} in the archive is damaged"))
        .ok()
}

/// Selects all columns of an [`ArchivedGame`]. A macro, so that statements stay constant text.
macro_rules! archived {
    ($rest:literal) => {
        concat!(
            "SELECT number, tables.platform, channel, thread, ratings, game
             FROM archive JOIN tables ON tables.id = table_id ",
            $rest
        )
    };
}

/// Selects all games of a person, by their numbers.
pub(super) const OF_PERSON: &str = archived!(
    "WHERE number IN (
         SELECT number FROM archive WHERE platform = $1 AND white = $2
         UNION SELECT number FROM archive WHERE platform = $1 AND black = $2
     ) ORDER BY number"
);

/// Reads a game; nothing if it is damaged.
pub(super) fn read(row: &AnyRow) -> Result<Option<ArchivedGame>, StoreError> {
    let number: i64 = row.try_get(0)?;
    let ratings: Option<&str> = row.try_get(4)?;
    let Some(game) = readable(row.try_get(5)?, &format!("game #{number}")) else {
        return Ok(None);
    };
    Ok(Some(ArchivedGame {
        number: number.unsigned_abs(),
        table: key(row, 1)?,
        game,
        ratings: ratings.and_then(|text| readable(text, &format!("the rating of game #{number}"))),
    }))
}

fn read_all(rows: &[AnyRow]) -> Result<Vec<ArchivedGame>, StoreError> {
    rows.iter()
        .filter_map(|row| read(row).transpose())
        .collect()
}

pub(super) async fn archived(
    db: &AnyPool,
    number: u64,
) -> Result<Option<ArchivedGame>, StoreError> {
    let Ok(number) = i64::try_from(number) else {
        return Ok(None);
    };
    let row = sqlx::query(archived!("WHERE number = $1"))
        .bind(number)
        .fetch_optional(db)
        .await?;
    Ok(row.as_ref().map(read).transpose()?.flatten())
}

pub(super) async fn last_archived(
    db: &AnyPool,
    table: &TableKey,
) -> Result<Option<ArchivedGame>, StoreError> {
    let row = sqlx::query(archived!(
        "WHERE tables.platform = $1 AND channel = $2 AND thread = $3
         ORDER BY number DESC LIMIT 1"
    ))
    .bind(&table.platform)
    .bind(&table.channel)
    .bind(thread(table))
    .fetch_optional(db)
    .await?;
    Ok(row.as_ref().map(read).transpose()?.flatten())
}

/// Numbers of the games of a channel.
macro_rules! of_channel {
    () => {
        "SELECT number FROM archive WHERE table_id IN (
             SELECT id FROM tables WHERE platform = $1 AND channel = $2)"
    };
}

/// Numbers of the games of a person, by one index for each colour.
macro_rules! of_person {
    () => {
        "SELECT number FROM archive WHERE platform = $1 AND white = $3
         UNION SELECT number FROM archive WHERE platform = $1 AND black = $3"
    };
}

/// How many games a selection has, and one page of them. Their rows are read for the page alone.
macro_rules! page {
    ($numbers:expr) => {
        (
            concat!("SELECT count(*) FROM (", $numbers, ") AS numbers"),
            concat!(
                "SELECT number, tables.platform, channel, thread, ratings, game
                 FROM archive JOIN tables ON tables.id = table_id
                 WHERE number IN (SELECT number FROM (",
                $numbers,
                ") AS numbers ORDER BY number DESC LIMIT $4 OFFSET $5) ORDER BY number DESC"
            ),
        )
    };
}

pub(super) async fn archive(
    db: &AnyPool,
    shelf: &Shelf,
    skip: usize,
    most: usize,
) -> Result<(Vec<ArchivedGame>, usize), StoreError> {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let (total, page) = match (&shelf.channel, &shelf.of) {
        (Some(_), None) => page!(of_channel!()),
        (None, Some(_)) => page!(of_person!()),
        // Without the brackets SQLite works compounds out from the left, PostgreSQL does not.
        (Some(_), Some(_)) => page!(concat!(
            "SELECT number FROM (",
            of_person!(),
            ") AS own INTERSECT ",
            of_channel!()
        )),
        (None, None) => return Ok((Vec::new(), 0)),
    };
    let total: i64 = sqlx::query_scalar(total)
        .bind(&shelf.platform)
        .bind(&shelf.channel)
        .bind(&shelf.of)
        .fetch_one(db)
        .await?;
    let rows = sqlx::query(page)
        .bind(&shelf.platform)
        .bind(&shelf.channel)
        .bind(&shelf.of)
        .bind(number(most))
        .bind(number(skip))
        .fetch_all(db)
        .await?;
    Ok((read_all(&rows)?, usize::try_from(total).unwrap_or_default()))
}

pub(super) async fn summaries(
    db: &AnyPool,
    place: &Place,
    person: &str,
    variant: Variant,
) -> Result<Vec<Summary>, StoreError> {
    let rows = sqlx::query(concat!(
        "SELECT number, summary FROM archive WHERE number IN (",
        of_person!(),
        ") AND server = $2 AND variant = $4 ORDER BY number"
    ))
    .bind(&place.platform)
    .bind(&place.server)
    .bind(person)
    .bind(variant.to_string())
    .fetch_all(db)
    .await?;
    let mut summaries = Vec::with_capacity(rows.len());
    for row in &rows {
        let number: i64 = row.try_get(0)?;
        summaries.extend(readable::<Summary>(
            row.try_get(1)?,
            &format!("the summary of game #{number}"),
        ));
    }
    Ok(summaries)
}

pub(super) async fn standing(
    db: &AnyPool,
    place: &Place,
    variant: Variant,
    person: &str,
) -> Result<Option<Standing>, StoreError> {
    let row = sqlx::query(
        "SELECT person, name, games, rating FROM ratings
         WHERE platform = $1 AND server = $2 AND variant = $3 AND person = $4",
    )
    .bind(&place.platform)
    .bind(&place.server)
    .bind(variant.to_string())
    .bind(person)
    .fetch_optional(db)
    .await?;
    Ok(row.as_ref().map(read_standing).transpose()?.flatten())
}

fn read_standing(row: &AnyRow) -> Result<Option<Standing>, StoreError> {
    let games: i64 = row.try_get(2)?;
    let Some(rating) = readable(row.try_get(3)?, "a rating") else {
        return Ok(None);
    };
    Ok(Some(Standing {
        person: Person::new(row.try_get::<String, _>(0)?, row.try_get::<String, _>(1)?),
        rating,
        games: u32::try_from(games).unwrap_or_default(),
    }))
}

pub(super) async fn standings(
    db: &AnyPool,
    place: &Place,
    variant: Variant,
) -> Result<Vec<Standing>, StoreError> {
    let rows = sqlx::query(
        "SELECT person, name, games, rating FROM ratings
         WHERE platform = $1 AND server = $2 AND variant = $3",
    )
    .bind(&place.platform)
    .bind(&place.server)
    .bind(variant.to_string())
    .fetch_all(db)
    .await?;
    let mut standings: Vec<Standing> = rows
        .iter()
        .filter_map(|row| read_standing(row).transpose())
        .collect::<Result<_, _>>()?;
    let rating = |standing: &Standing| standing.rating.rating;
    standings.sort_by(|one: &Standing, other| rating(other).total_cmp(&rating(one)));
    Ok(standings)
}
