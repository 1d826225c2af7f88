-- Who watches the game of a table, so that the games that a person watches are found.
CREATE TABLE watchers (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL, -- the platform's id
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_by_person ON watchers (person);
