-- Finished games. A row is written in the transaction that ends the game.
CREATE TABLE archive (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: players name games by it
    table_id INTEGER NOT NULL REFERENCES tables (id),
    platform TEXT NOT NULL,
    server TEXT NOT NULL, -- empty: none, such as in a private chat
    variant TEXT NOT NULL,
    white TEXT, -- the platform's id of the person; none for the bot
    black TEXT,
    ratings TEXT, -- JSON: what the game did to the ratings; none for a game that is not rated
    game TEXT NOT NULL, -- JSON
    summary TEXT NOT NULL -- JSON: what statistics need of the game
) STRICT;

CREATE INDEX archive_by_table ON archive (table_id, number);
CREATE INDEX archive_by_white ON archive (platform, white, number) WHERE white IS NOT NULL;
CREATE INDEX archive_by_black ON archive (platform, black, number) WHERE black IS NOT NULL;

-- The latest ratings. They follow from the archive, in the order of its numbers.
CREATE TABLE ratings (
    platform TEXT NOT NULL,
    server TEXT NOT NULL,
    variant TEXT NOT NULL,
    person TEXT NOT NULL, -- the platform's id
    name TEXT NOT NULL, -- as in the last rated game
    games INTEGER NOT NULL,
    rating TEXT NOT NULL, -- JSON
    PRIMARY KEY (platform, server, variant, person)
) STRICT, WITHOUT ROWID;
