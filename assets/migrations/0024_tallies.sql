-- The tallies of a round of votes are one message, which is edited.
ALTER TABLE outbox ADD COLUMN tally INTEGER; -- start of the round whose votes it tells, in milliseconds

CREATE INDEX outbox_tallies ON outbox (table_id, tally) WHERE tally IS NOT NULL;
