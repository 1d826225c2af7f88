-- Games that were put aside. Their entries stay in the log of the table at which they were played.
CREATE TABLE adjourned (
    number INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: a game is continued once
    table_id INTEGER NOT NULL REFERENCES tables (id),
    first INTEGER NOT NULL, -- number of the entry that starts the game
    last INTEGER NOT NULL, -- number of its last entry
    platform TEXT NOT NULL,
    white TEXT, -- the platform's id of the person; none for the bot
    black TEXT,
    game TEXT NOT NULL -- JSON: what lists say of it
) STRICT;

CREATE INDEX adjourned_by_white ON adjourned (platform, white, number) WHERE white IS NOT NULL;
CREATE INDEX adjourned_by_black ON adjourned (platform, black, number) WHERE black IS NOT NULL;

-- Silence counts from now on: tables at which an untimed game may be in progress are woken once.
UPDATE tables SET wake_at = 0 WHERE wake_at IS NULL AND EXISTS (
    SELECT 1 FROM entries
    WHERE table_id = tables.id AND number = tables.first AND entry LIKE '%"started":%'
);
