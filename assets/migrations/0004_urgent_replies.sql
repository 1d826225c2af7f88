-- Whether a reply goes out before those that merely show something. Replies of earlier versions
-- all do.
ALTER TABLE outbox ADD COLUMN urgent INTEGER NOT NULL DEFAULT 1;
