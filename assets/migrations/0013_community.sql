-- Where settings of a server belong, for each table of one: a Discord server, a Matrix space.
ALTER TABLE tables ADD COLUMN community TEXT;
