-- A database of schema version 4, with a running game and a challenge that waits.
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'tables','2026-11-22 13:31:51',1,X'9224416A130E8E5D140307D588DABAF5CE76A33DF0FECBF18CC304AA4833768807534CB7DFD7155774D0F505AAE735BD',7228506);
INSERT INTO "_sqlx_migrations" VALUES(2,'messages','2026-11-22 13:31:51',1,X'11AF255179C724DAA1626D78E426AC9990317C0129A53F7288CD3729B2327AE4390737999CCDF929D9817CC02D9BDEC7',3631800);
INSERT INTO "_sqlx_migrations" VALUES(3,'players','2026-11-22 13:31:51',1,X'C306DCE23F7E9E7C8ADDCCB562BD8A710B9579EC077DB9DBADDAA1498FE141D76D8983DA14B1A79C1F7DD244936ADD67',7554874);
INSERT INTO "_sqlx_migrations" VALUES(4,'urgent replies','2026-11-22 13:31:51',1,X'FB09CF10CE66E9F7A034AE43CE7175F8081116C67C4E03E591793D753F2800385EDE0B16D48CB8A5B9ADDE215E7265E2',3865809);
CREATE TABLE entries (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    entry TEXT NOT NULL, -- JSON
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES(1,0,'{"at":"2026-11-22T13:31:51.362848569Z","event":{"challenged":{"by":{"id":"alice","name":"alice"},"to":{"id":"bob","name":"bob"},"variant":"normal","color":{"is":"white"},"expires":"2026-11-23T13:31:51.362848569Z"}}}');
INSERT INTO "entries" VALUES(1,1,'{"at":"2026-11-22T13:31:51.369764254Z","event":{"accepted":{"challenger":"alice","by":{"id":"bob","name":"bob"}}}}');
INSERT INTO "entries" VALUES(1,2,'{"at":"2026-11-22T13:31:51.369764254Z","event":{"started":{"white":{"person":{"id":"alice","name":"alice"}},"black":{"person":{"id":"bob","name":"bob"}},"variant":"normal"}}}');
INSERT INTO "entries" VALUES(1,3,'{"at":"2026-11-22T13:31:51.808654263Z","event":{"acted":{"action":"g5"}}}');
INSERT INTO "entries" VALUES(1,4,'{"at":"2026-11-22T13:31:51.827994854Z","event":{"acted":{"action":"f5"}}}');
INSERT INTO "entries" VALUES(1,5,'{"at":"2026-11-22T13:31:51.839009185Z","event":{"acted":{"action":"f7"}}}');
INSERT INTO "entries" VALUES(1,6,'{"at":"2026-11-22T13:31:51.849907979Z","event":{"acted":{"action":"g7"}}}');
INSERT INTO "entries" VALUES(1,7,'{"at":"2026-11-22T13:31:51.87428147Z","event":{"acted":{"action":"e5"}}}');
INSERT INTO "entries" VALUES(1,8,'{"at":"2026-11-22T13:31:51.891271374Z","event":{"acted":{"action":"i6"}}}');
INSERT INTO "entries" VALUES(1,9,'{"at":"2026-11-22T13:31:51.915351272Z","event":{"acted":{"action":"d6"}}}');
INSERT INTO "entries" VALUES(1,10,'{"at":"2026-11-22T13:31:51.929186919Z","event":{"acted":{"action":"e6"}}}');
INSERT INTO "entries" VALUES(1,11,'{"at":"2026-11-22T13:31:51.944039933Z","event":{"acted":{"action":"i8"}}}');
INSERT INTO "entries" VALUES(1,12,'{"at":"2026-11-22T13:31:51.963198143Z","event":{"acted":{"action":"d4"}}}');
INSERT INTO "entries" VALUES(1,13,'{"at":"2026-11-22T13:31:51.979789005Z","event":{"acted":{"action":"g5-h5"}}}');
INSERT INTO "entries" VALUES(1,14,'{"at":"2026-11-22T13:31:51.992597644Z","event":{"acted":{"action":"g7-g4"}}}');
INSERT INTO "entries" VALUES(1,15,'{"at":"2026-11-22T13:31:52.008724885Z","event":{"acted":{"action":"f7-h7"}}}');
INSERT INTO "entries" VALUES(1,16,'{"at":"2026-11-22T13:31:52.037076834Z","event":{"acted":{"action":"e6-g8"}}}');
INSERT INTO "entries" VALUES(2,0,'{"at":"2026-11-22T13:31:52.129978172Z","event":{"challenged":{"by":{"id":"alice","name":"alice"},"to":{"id":"bob","name":"bob"},"variant":"normal","color":{"is":"white"},"expires":"2026-11-23T13:31:52.129978172Z"}}}');
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    event TEXT NOT NULL,
    at INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (table_id, event)
) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES(1,'660dd7ff98076-1',1795354311363);
INSERT INTO "events" VALUES(1,'660dd7ff98076-2',1795354311369);
INSERT INTO "events" VALUES(1,'660dd7ff98076-3',1795354311808);
INSERT INTO "events" VALUES(1,'660dd7ff98076-4',1795354311828);
INSERT INTO "events" VALUES(1,'660dd7ff98076-5',1795354311839);
INSERT INTO "events" VALUES(1,'660dd7ff98076-6',1795354311850);
INSERT INTO "events" VALUES(1,'660dd7ff98076-7',1795354311874);
INSERT INTO "events" VALUES(1,'660dd7ff98076-8',1795354311891);
INSERT INTO "events" VALUES(1,'660dd7ff98076-9',1795354311915);
INSERT INTO "events" VALUES(1,'660dd7ff98076-10',1795354311929);
INSERT INTO "events" VALUES(1,'660dd7ff98076-11',1795354311944);
INSERT INTO "events" VALUES(1,'660dd7ff98076-12',1795354311963);
INSERT INTO "events" VALUES(1,'660dd7ff98076-13',1795354311979);
INSERT INTO "events" VALUES(1,'660dd7ff98076-14',1795354311992);
INSERT INTO "events" VALUES(1,'660dd7ff98076-15',1795354312008);
INSERT INTO "events" VALUES(1,'660dd7ff98076-16',1795354312037);
INSERT INTO "events" VALUES(2,'660dd80053735-1',1795354312131);
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: the console shows it
    table_id INTEGER NOT NULL REFERENCES tables (id),
    event TEXT NOT NULL, -- what it answers
    part INTEGER NOT NULL, -- which of the answers to that event
    author TEXT, -- JSON of the person whom it answers; none for the engine and the clock
    language TEXT,
    reply TEXT NOT NULL, -- JSON
    choices INTEGER NOT NULL, -- whether it offers any
    delivered_at INTEGER, -- milliseconds since 1970
    message TEXT, answers TEXT, urgent INTEGER NOT NULL DEFAULT 1, -- the platform's id of the message that it became
    UNIQUE (table_id, event, part)
) STRICT;
INSERT INTO "outbox" VALUES(14,1,'660dd7ff98076-14',0,'{"id":"bob","name":"bob"}',NULL,'{"text":[{"id":"told-move","args":{"from":{"text":"G7"},"player":{"name":{"id":"bob","name":"bob"}},"to":{"text":"G4"},"turned":{"number":1}}},{"id":"turn-move","args":{"color":{"phrase":{"id":"white"}},"command":{"command":"move <from> <to>"},"moves":{"command":"moves D6"},"pass":{"command":"pass"},"player":{"mention":{"id":"alice","name":"alice"}},"rings":{"list":[{"text":"D6"},{"text":"E5"},{"text":"F7"},{"text":"H5"},{"text":"I8"}]}}}],"board":{"form":"picture","position":"4/7/8/3r1R3/4Rr4/3r1R3/2rm1m4/2R6/2r1R3/7/4 w w move 0-0 normal","seats":[{"person":{"id":"alice","name":"alice"}},{"person":{"id":"bob","name":"bob"}}],"result":null,"caption":{"id":"caption-move","args":{"color":{"phrase":{"id":"white"}},"player":{"name":{"id":"alice","name":"alice"}}}},"last":[{"by":"black","action":"g7-g4","turned":["G5"]}],"targets":null,"nudge":[]},"version":15}',0,1795354312006,NULL,NULL,1);
INSERT INTO "outbox" VALUES(15,1,'660dd7ff98076-15',0,'{"id":"alice","name":"alice"}',NULL,'{"text":[{"id":"told-move","args":{"from":{"text":"F7"},"player":{"name":{"id":"alice","name":"alice"}},"to":{"text":"H7"},"turned":{"number":1}}},{"id":"turn-move","args":{"color":{"phrase":{"id":"black"}},"command":{"command":"move <from> <to>"},"moves":{"command":"moves D4"},"pass":{"command":"pass"},"player":{"mention":{"id":"bob","name":"bob"}},"rings":{"list":[{"text":"D4"},{"text":"E6"},{"text":"F5"},{"text":"G4"},{"text":"I6"}]}}}],"board":{"form":"picture","position":"4/7/8/3r1R3/4Rr4/3r1M3/2rm1M4/2R1R4/2r1R3/7/4 b b move 0-0 normal","seats":[{"person":{"id":"alice","name":"alice"}},{"person":{"id":"bob","name":"bob"}}],"result":null,"caption":{"id":"caption-move","args":{"color":{"phrase":{"id":"black"}},"player":{"name":{"id":"bob","name":"bob"}}}},"last":[{"by":"white","action":"f7-h7","turned":["G7"]}],"targets":null,"nudge":[]},"version":16}',0,1795354312028,NULL,NULL,1);
INSERT INTO "outbox" VALUES(16,1,'660dd7ff98076-16',0,'{"id":"bob","name":"bob"}',NULL,'{"text":[{"id":"told-move","args":{"from":{"text":"E6"},"player":{"name":{"id":"bob","name":"bob"}},"to":{"text":"G8"},"turned":{"number":1}}},{"id":"turn-move","args":{"color":{"phrase":{"id":"white"}},"command":{"command":"move <from> <to>"},"moves":{"command":"moves D6"},"pass":{"command":"pass"},"player":{"mention":{"id":"alice","name":"alice"}},"rings":{"list":[{"text":"D6"},{"text":"E5"},{"text":"H5"},{"text":"H7"},{"text":"I8"}]}}}],"board":{"form":"picture","position":"4/7/8/3r1R3/4Rm4/3r1m3/2rm1Mr3/2R1R4/2r1R3/7/4 w w move 0-0 normal","seats":[{"person":{"id":"alice","name":"alice"}},{"person":{"id":"bob","name":"bob"}}],"result":null,"caption":{"id":"caption-move","args":{"color":{"phrase":{"id":"white"}},"player":{"name":{"id":"alice","name":"alice"}}}},"last":[{"by":"black","action":"e6-g8","turned":["F7"]}],"targets":null,"nudge":[]},"version":17}',0,1795354312050,NULL,NULL,1);
INSERT INTO "outbox" VALUES(17,2,'660dd80053735-1',0,'{"id":"alice","name":"alice"}',NULL,'{"text":[{"id":"challenged","args":{"accept":{"command":"accept"},"by":{"name":{"id":"alice","name":"alice"}},"color":{"phrase":{"id":"takes-white"}},"decline":{"command":"decline"},"expires":{"time":"2026-11-23T13:31:52.129978172Z"},"to":{"mention":{"id":"bob","name":"bob"}},"variant":{"phrase":{"id":"variant-normal"}},"withdraw":{"command":"withdraw"}}}],"choices":[{"label":{"id":"choice-accept"},"command":"accept @alice","yes":true},{"label":{"id":"choice-decline"},"command":"decline @alice","yes":false}],"version":1}',1,1795354312140,NULL,NULL,1);
CREATE TABLE players (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL, -- the platform's id
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
INSERT INTO "players" VALUES(1,'alice');
INSERT INTO "players" VALUES(1,'bob');
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    platform TEXT NOT NULL,
    channel TEXT NOT NULL,
    thread TEXT NOT NULL, -- empty: the table of the whole channel
    first INTEGER NOT NULL, -- number of the last entry that starts a game: reading begins there
    next INTEGER NOT NULL, -- number that the next entry gets
    waits_engine INTEGER NOT NULL,
    wake_at INTEGER, -- milliseconds since 1970, rounded up
    UNIQUE (platform, channel, thread)
) STRICT;
INSERT INTO "tables" VALUES(1,'console','main','',2,17,0,NULL);
INSERT INTO "tables" VALUES(2,'console','other','',0,1,0,1795440712130);
CREATE INDEX tables_that_wait ON tables (platform) WHERE waits_engine = 1 OR wake_at IS NOT NULL;
CREATE INDEX events_by_age ON events (at);
CREATE INDEX outbox_undelivered ON outbox (id) WHERE delivered_at IS NULL;
CREATE INDEX outbox_choices ON outbox (table_id, id) WHERE choices = 1;
CREATE INDEX outbox_by_age ON outbox (delivered_at) WHERE delivered_at IS NOT NULL;
CREATE INDEX outbox_messages ON outbox (message, table_id) WHERE choices = 1;
CREATE INDEX players_by_person ON players (person);
COMMIT;
