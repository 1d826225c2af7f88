-- Whether a reply waits until something is said or pressed at its table: the bot has no other way to
-- speak there.
ALTER TABLE outbox ADD COLUMN parked INTEGER NOT NULL DEFAULT 0;

CREATE INDEX outbox_parked ON outbox (table_id, id) WHERE parked = 1;
