-- The tallies of a round of votes are one message, which is edited.
ALTER TABLE outbox ADD COLUMN tally INTEGER; -- when the round began whose tally it is, if it is one

CREATE INDEX outbox_tallies ON outbox (table_id, tally) WHERE tally IS NOT NULL;
