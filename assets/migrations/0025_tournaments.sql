-- Tournaments: the table at which one goes on, and its games that have begun.
ALTER TABLE tables ADD COLUMN tournament TEXT; -- id of the tournament in progress at the table

CREATE INDEX tables_with_tournaments ON tables (tournament) WHERE tournament IS NOT NULL;

-- A row stays until the tournament's table has recorded its outcome.
CREATE TABLE tournament_games (
    tournament TEXT NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    outcome TEXT, -- JSON; none while it is played
    PRIMARY KEY (tournament, round, board)
) STRICT, WITHOUT ROWID;
