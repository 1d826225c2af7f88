-- Where games are played. What a table waits for stands here too, so that a start finds the
-- tables that wait without reading their logs.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    platform TEXT NOT NULL,
    channel TEXT NOT NULL,
    thread TEXT NOT NULL, -- empty: the table of the whole channel
    first INTEGER NOT NULL, -- number of the last entry that starts a game: reading begins there
    next INTEGER NOT NULL, -- number that the next entry gets
    waits_engine INTEGER NOT NULL,
    wake_at INTEGER, -- milliseconds since 1970, rounded up
    UNIQUE (platform, channel, thread)
) STRICT;

CREATE INDEX tables_that_wait ON tables (platform) WHERE waits_engine = 1 OR wake_at IS NOT NULL;

-- The tables' logs. Rows are only ever added.
CREATE TABLE entries (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    entry TEXT NOT NULL, -- JSON
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- What was heard and answered: the platforms' ids of events, and those that the host makes for
-- the engine and the clock.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    event TEXT NOT NULL,
    at INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (table_id, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX events_by_age ON events (at);

-- What is to be said, and what was said.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: the console shows it
    table_id INTEGER NOT NULL REFERENCES tables (id),
    event TEXT NOT NULL, -- what it answers
    part INTEGER NOT NULL, -- which of the answers to that event
    author TEXT, -- JSON of the person whom it answers; none for the engine and the clock
    language TEXT,
    reply TEXT NOT NULL, -- JSON
    choices INTEGER NOT NULL, -- whether it offers any
    delivered_at INTEGER, -- milliseconds since 1970
    message TEXT, -- the platform's id of the message that it became
    UNIQUE (table_id, event, part)
) STRICT;

CREATE INDEX outbox_undelivered ON outbox (id) WHERE delivered_at IS NULL;
CREATE INDEX outbox_choices ON outbox (table_id, id) WHERE choices = 1;
CREATE INDEX outbox_messages ON outbox (table_id, message) WHERE choices = 1;
CREATE INDEX outbox_by_age ON outbox (delivered_at) WHERE delivered_at IS NOT NULL;

-- How far an adapter has read its platform.
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
