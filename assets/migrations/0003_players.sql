-- Who plays at which table, so that a person's running games can be counted. A game that was begun
-- before this step is counted from its next change on.
CREATE TABLE players (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL, -- the platform's id
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX players_by_person ON players (person);
