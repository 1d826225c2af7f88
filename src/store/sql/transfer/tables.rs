//! The tables of the schema, as they are exported.

/// A table.
pub(in crate::store::sql) struct Table {
    pub(in crate::store::sql) name: &'static str,
    pub(in crate::store::sql) columns: &'static [&'static str],
    /// What its rows are ordered by: no two of them have the same.
    pub(in crate::store::sql) key: &'static str,
    /// The column whose numbers the database gives, if there is one.
    pub(in crate::store::sql) number: Option<&'static str>,
}

/// The table with what is made with the database: the key of fingerprints.
pub(in crate::store::sql) const FRESH: &str = "fingerprint_key";

/// The tables, each after those that it refers to.
pub(in crate::store::sql) const TABLES: [Table; 23] = [
    Table {
        name: "tables",
        columns: &[
            "id",
            "platform",
            "channel",
            "thread",
            "first",
            "next",
            "waits_engine",
            "wake_at",
            "community",
            "tournament",
        ],
        key: "id",
        number: Some("id"),
    },
    Table {
        name: "entries",
        columns: &["table_id", "number", "entry"],
        key: "table_id, number",
        number: None,
    },
    Table {
        name: "events",
        columns: &["table_id", "event", "at"],
        key: "table_id, event",
        number: None,
    },
    Table {
        name: "outbox",
        columns: &[
            "id",
            "table_id",
            "event",
            "part",
            "author",
            "language",
            "reply",
            "choices",
            "delivered_at",
            "message",
            "answers",
            "urgent",
            "parked",
            "for_everyone",
            "reminder",
            "fleeting",
            "tally",
        ],
        key: "id",
        number: Some("id"),
    },
    Table {
        name: "marks",
        columns: &["name", "value"],
        key: "name",
        number: None,
    },
    Table {
        name: "players",
        columns: &["table_id", "person"],
        key: "table_id, person",
        number: None,
    },
    Table {
        name: "archive",
        columns: &[
            "number", "table_id", "platform", "server", "variant", "white", "black", "ratings",
            "game", "summary",
        ],
        key: "number",
        number: Some("number"),
    },
    Table {
        name: "ratings",
        columns: &[
            "platform", "server", "variant", "person", "name", "games", "rating",
        ],
        key: "platform, server, variant, person",
        number: None,
    },
    Table {
        name: "heartbeat",
        columns: &["platform", "at"],
        key: "platform",
        number: None,
    },
    Table {
        name: "outages",
        columns: &["id", "platform", "began", "ended"],
        key: "id",
        number: Some("id"),
    },
    Table {
        name: "reports",
        columns: &[
            "id", "table_id", "platform", "server", "person", "name", "at", "note",
        ],
        key: "id",
        number: Some("id"),
    },
    Table {
        name: "adjourned",
        columns: &[
            "number", "table_id", "first", "last", "platform", "white", "black", "game",
        ],
        key: "number",
        number: Some("number"),
    },
    Table {
        name: "settings",
        columns: &["scope", "platform", "id", "settings"],
        key: "scope, platform, id",
        number: None,
    },
    Table {
        name: "challenged",
        columns: &["table_id", "person"],
        key: "table_id, person",
        number: None,
    },
    Table {
        name: "holidays",
        columns: &["platform", "person", "began", "ended", "told", "early"],
        key: "platform, person, began",
        number: None,
    },
    Table {
        name: "audit",
        columns: &[
            "id",
            "platform",
            "channel",
            "community",
            "at",
            "person",
            "name",
            "action",
            "about",
            "about_name",
        ],
        key: "id",
        number: Some("id"),
    },
    Table {
        name: "mutes",
        columns: &["platform", "scope", "place", "person", "until"],
        key: "platform, scope, place, person",
        number: None,
    },
    Table {
        name: "blocks",
        columns: &["platform", "person", "blocked", "name", "at"],
        key: "platform, person, blocked",
        number: None,
    },
    Table {
        name: "fingerprint_key",
        columns: &["key"],
        key: "key",
        number: None,
    },
    Table {
        name: "puzzle_ratings",
        columns: &["puzzle", "tries", "rating"],
        key: "puzzle",
        number: None,
    },
    Table {
        name: "training",
        columns: &[
            "number", "platform", "person", "position", "mistake", "solved", "due",
        ],
        key: "number",
        number: Some("number"),
    },
    Table {
        name: "watchers",
        columns: &["table_id", "person"],
        key: "table_id, person",
        number: None,
    },
    Table {
        name: "tournament_games",
        columns: &["tournament", "round", "board", "outcome"],
        key: "tournament, round, board",
        number: None,
    },
];
