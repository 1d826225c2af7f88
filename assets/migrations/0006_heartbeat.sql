-- When the bot was last up.
CREATE TABLE heartbeat (
    platform TEXT PRIMARY KEY,
    at INTEGER NOT NULL -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- When it was down, or its clock set back, until all tables were told.
CREATE TABLE outages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: a table is told of each once
    platform TEXT NOT NULL,
    began INTEGER NOT NULL, -- milliseconds since 1970
    ended INTEGER NOT NULL -- before `began` if the clock was set back
) STRICT;
