-- What moderators did, and to whom.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    platform TEXT NOT NULL,
    channel TEXT NOT NULL,
    community TEXT, -- where settings of the channel's server belong, if it is at one
    at INTEGER NOT NULL, -- milliseconds since 1970
    person TEXT NOT NULL, -- the platform's id of the moderator
    name TEXT NOT NULL,
    action TEXT NOT NULL, -- as a command, without prefix
    about TEXT, -- the platform's id of the person concerned, if it is one
    about_name TEXT
) STRICT;

CREATE INDEX audit_by_channel ON audit (platform, channel, id);
CREATE INDEX audit_by_community ON audit (platform, community, id);

-- Who may not begin anything in a channel or on a server.
CREATE TABLE mutes (
    platform TEXT NOT NULL,
    scope TEXT NOT NULL, -- channel or server
    place TEXT NOT NULL,
    person TEXT NOT NULL,
    until INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (platform, scope, place, person)
) STRICT, WITHOUT ROWID;

-- Who wants nothing to do with whom.
CREATE TABLE blocks (
    platform TEXT NOT NULL,
    person TEXT NOT NULL, -- who blocks
    blocked TEXT NOT NULL,
    name TEXT NOT NULL, -- of the person blocked
    at INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (platform, person, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (platform, blocked);
