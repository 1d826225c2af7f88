-- Notes for the moderators of a place.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    platform TEXT NOT NULL,
    server TEXT NOT NULL, -- empty: none, such as in a private chat
    person TEXT NOT NULL, -- the platform's id of whoever left it
    name TEXT NOT NULL,
    at INTEGER NOT NULL, -- milliseconds since 1970
    note TEXT NOT NULL
) STRICT;

CREATE INDEX reports_by_age ON reports (platform, at);
