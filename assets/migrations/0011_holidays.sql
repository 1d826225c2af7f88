-- Holidays of persons.
CREATE TABLE holidays (
    platform TEXT NOT NULL,
    person TEXT NOT NULL, -- the platform's id
    began INTEGER NOT NULL, -- milliseconds since 1970
    ended INTEGER NOT NULL, -- when it ends, or ended early
    told INTEGER NOT NULL, -- whether all the person's tables know
    PRIMARY KEY (platform, person, began)
) STRICT, WITHOUT ROWID;

CREATE INDEX holidays_to_tell ON holidays (platform) WHERE told = 0;
