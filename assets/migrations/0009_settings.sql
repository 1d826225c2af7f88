-- What is set for a person, a channel or a server of a platform, as JSON.
CREATE TABLE settings (
    scope TEXT NOT NULL CHECK (scope IN ('person', 'channel', 'server')),
    platform TEXT NOT NULL,
    id TEXT NOT NULL,
    settings TEXT NOT NULL,
    PRIMARY KEY (scope, platform, id)
) STRICT, WITHOUT ROWID;
