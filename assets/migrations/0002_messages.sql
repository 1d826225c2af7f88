-- The message that a reply answers, where that is not the event which caused it: the message that
-- was reacted to.
ALTER TABLE outbox ADD COLUMN answers TEXT;

-- A reaction names a message, but not always the table: the message comes first.
DROP INDEX outbox_messages;
CREATE INDEX outbox_messages ON outbox (message, table_id) WHERE choices = 1;
