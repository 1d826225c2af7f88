-- Mistakes from people's own games that come back as exercises. The same one again changes nothing.
CREATE TABLE training (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    platform TEXT NOT NULL,
    person TEXT NOT NULL,
    position TEXT NOT NULL, -- the position and what was played there
    mistake TEXT NOT NULL, -- JSON
    solved INTEGER NOT NULL DEFAULT 0, -- times in a row
    due INTEGER, -- milliseconds since 1970; NULL once it is learned
    UNIQUE (platform, person, position)
) STRICT;

CREATE INDEX training_due ON training (platform, person, due);
