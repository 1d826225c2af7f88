-- The key of the fingerprints by which people are recognised who had their data deleted.
CREATE TABLE fingerprint_key (key BLOB NOT NULL) STRICT;
INSERT INTO fingerprint_key (key) VALUES (randomblob(32));
