-- A person is handed what stands here about them, and has it deleted.
CREATE INDEX audit_by_person ON audit (platform, person);
CREATE INDEX audit_by_about ON audit (platform, about) WHERE about IS NOT NULL;
CREATE INDEX mutes_by_person ON mutes (platform, person);

-- What was deleted before this step was not overwritten: the database is vacuumed once.
PRAGMA user_version = 1;
