-- Whom the open challenges of a table are addressed to, so that a person's challenges are found. One
-- that was made before this step is found from the table's next change on.
CREATE TABLE challenged (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL, -- the platform's id
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX challenged_by_person ON challenged (person);
