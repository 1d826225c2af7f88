-- What is asked of replies stands in columns of its own.
ALTER TABLE outbox ADD COLUMN for_everyone INTEGER NOT NULL DEFAULT 0; -- whether everyone at the table sees it
ALTER TABLE outbox ADD COLUMN reminder INTEGER NOT NULL DEFAULT 0; -- whether it reminds of a turn
ALTER TABLE outbox ADD COLUMN fleeting INTEGER NOT NULL DEFAULT 0; -- whether nothing is kept of it

UPDATE outbox SET
    for_everyone = reply ->> '$.only_for' IS NULL,
    reminder = reply ->> '$.reminder' IS NOT NULL,
    fleeting = reply ->> '$.keep' IS NOT NULL
WHERE json_valid(reply);
