-- Several processes on one database. None of this is exported: it is of the processes that run.

CREATE TABLE processes (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- the fencing number: none is given twice
    name TEXT COLLATE "C", -- of its machine, if known
    started TIMESTAMPTZ NOT NULL,
    expires TIMESTAMPTZ NOT NULL -- by the clock of the server; whoever deletes the row ends the process
);

CREATE TABLE process_platforms (
    process BIGINT NOT NULL REFERENCES processes (number) ON DELETE CASCADE,
    platform TEXT COLLATE "C" NOT NULL,
    attached BIGINT NOT NULL DEFAULT 0, -- whether it runs tables there
    takes_shards BIGINT NOT NULL DEFAULT 0, -- whether it can connect
    first_shard BIGINT, -- it takes those from this one
    last_shard BIGINT, -- to this one; neither is set if it takes an equal part
    PRIMARY KEY (process, platform)
);

-- Which process a table belongs to. One without a row, or of a process that has ended, is free.
CREATE TABLE owners (
    platform TEXT COLLATE "C" NOT NULL,
    channel TEXT COLLATE "C" NOT NULL,
    thread TEXT COLLATE "C" NOT NULL,
    process BIGINT NOT NULL,
    PRIMARY KEY (platform, channel, thread)
);

-- How many shards a platform's connection has, and when the next session may begin.
CREATE TABLE shard_counts (
    platform TEXT COLLATE "C" PRIMARY KEY,
    total BIGINT NOT NULL,
    next_start TIMESTAMPTZ NOT NULL
);

-- Which process a shard belongs to. One without a process, or a row, is free.
CREATE TABLE shards (
    platform TEXT COLLATE "C" NOT NULL,
    shard BIGINT NOT NULL, -- from 0
    process BIGINT REFERENCES processes (number) ON DELETE SET NULL,
    taken TIMESTAMPTZ NOT NULL, -- when it was last taken
    PRIMARY KEY (platform, shard)
);

-- What is to be done at a table that belongs to another process.
CREATE TABLE handovers (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    platform TEXT COLLATE "C" NOT NULL,
    channel TEXT COLLATE "C" NOT NULL,
    thread TEXT COLLATE "C" NOT NULL,
    job TEXT COLLATE "C", -- JSON
    author TEXT COLLATE "C", -- the id of the person who said or pressed it
    reply BIGINT, -- in place of a job: the number of a reply that is to be delivered
    attempts BIGINT NOT NULL DEFAULT 0, -- that have failed
    created TIMESTAMPTZ NOT NULL
);

CREATE INDEX handovers_by_table ON handovers (platform, channel, thread, id);

-- Searches that a process wants of those that work for others.
CREATE TABLE engine_requests (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    process BIGINT NOT NULL REFERENCES processes (number) ON DELETE CASCADE, -- that asked
    priority BIGINT NOT NULL, -- smaller ones first
    owner BIGINT NOT NULL, -- a hash of whoever waits for it: owners take turns
    until TIMESTAMPTZ NOT NULL, -- when its output is of no use any more
    request TEXT COLLATE "C" NOT NULL, -- JSON
    worker BIGINT REFERENCES processes (number) ON DELETE SET NULL, -- that searches
    attempts BIGINT NOT NULL DEFAULT 0,
    output TEXT COLLATE "C" -- JSON, once it is there
);

CREATE INDEX engine_requests_free ON engine_requests (priority, id)
    WHERE worker IS NULL AND output IS NULL;

-- One row: counts what processes keep in memory, so that they see when it is out of date.
CREATE TABLE shared_state (
    forgotten BIGINT NOT NULL, -- persons who had their data deleted
    settings BIGINT NOT NULL, -- changes of the settings of channels and servers
    departures BIGINT NOT NULL -- processes that have ended
);

INSERT INTO shared_state (forgotten, settings, departures) VALUES (0, 0, 0);
