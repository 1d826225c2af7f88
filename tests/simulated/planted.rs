//! Faults that are planted in the database: each is a trigger that undoes something or does it wrong.

/// A planted fault.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

macro_rules! planted {
    ($faults:ident: $($name:literal: $sql:expr;)*) => {
        pub(crate) const $faults: &[Fault] = &[$(Fault { name: $name, sql: $sql }),*];
    };
}

/// A trigger of PostgreSQL.
macro_rules! on_postgres {
    ($when:literal: $($statement:literal)*) => {
        concat!(
            "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN ",
            $($statement, "; ",)*
            "END'; CREATE TRIGGER fault ", $when, " FOR EACH ROW EXECUTE FUNCTION fault()"
        )
    };
}

// Faults of one bot on SQLite.
planted! {
    PLANTED:
    "what was heard is not noted":
        "CREATE TRIGGER fault AFTER INSERT ON events BEGIN
             DELETE FROM events WHERE table_id = new.table_id AND event = new.event; END";
    "one in ten of what was heard is not noted":
        "CREATE TRIGGER fault AFTER INSERT ON events WHEN (SELECT count(*) FROM events) % 10 = 0 BEGIN
             DELETE FROM events WHERE table_id = new.table_id AND event = new.event; END";
    "an entry is lost":
        "CREATE TRIGGER fault AFTER INSERT ON entries WHEN new.number = 30 BEGIN
             DELETE FROM entries WHERE table_id = new.table_id AND number = new.number; END";
    "an entry is that of another table":
        "CREATE TRIGGER fault AFTER INSERT ON entries WHEN new.number = 5 AND new.table_id > 1 BEGIN
             UPDATE entries SET entry = (SELECT entry FROM entries
                 WHERE table_id = 1 AND number = 4)
             WHERE table_id = new.table_id AND number = new.number
             AND EXISTS (SELECT 1 FROM entries WHERE table_id = 1 AND number = 4); END";
    "an entry overwrites the one before":
        "CREATE TRIGGER fault AFTER INSERT ON entries WHEN new.number = 7 BEGIN
             UPDATE entries SET entry = new.entry
             WHERE table_id = new.table_id AND number = 6; END";
    "the length of a log is not noted":
        "CREATE TRIGGER fault AFTER UPDATE OF next ON tables WHEN new.next = 6 BEGIN
             UPDATE tables SET next = old.next WHERE id = new.id; END";
    "the length of a log is too large":
        "CREATE TRIGGER fault AFTER UPDATE OF next ON tables WHEN new.next = 9 BEGIN
             UPDATE tables SET next = 10 WHERE id = new.id; END";
    "the start of a game is not noted":
        "CREATE TRIGGER fault AFTER UPDATE OF first ON tables WHEN new.first > old.first BEGIN
             UPDATE tables SET first = old.first WHERE id = new.id; END";
    "the start of a game is noted too late":
        "CREATE TRIGGER fault AFTER UPDATE OF first ON tables WHEN new.first > old.first BEGIN
             UPDATE tables SET first = new.first + 1 WHERE id = new.id; END";
    "a reply is lost":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.id % 10 = 9 BEGIN
             DELETE FROM outbox WHERE id = new.id; END";
    "a reply of one table is lost":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.table_id = 3 AND new.id > 20 BEGIN
             DELETE FROM outbox WHERE id = new.id; END";
    "a reply counts as delivered at once":
        "CREATE TRIGGER fault AFTER INSERT ON outbox BEGIN
             UPDATE outbox SET delivered_at = 0 WHERE id = new.id; END";
    "a reply is doubled":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.id % 15 = 14 BEGIN
             INSERT INTO outbox (table_id, event, part, author, language, reply, choices, answers,
                 urgent, for_everyone, reminder, fleeting)
             VALUES (new.table_id, new.event, new.part + 100, new.author, new.language, new.reply,
                 new.choices, new.answers, new.urgent, new.for_everyone, new.reminder,
                 new.fleeting); END";
    "a delivery is not noted":
        "CREATE TRIGGER fault AFTER UPDATE OF delivered_at ON outbox WHEN new.id % 12 = 11 BEGIN
             UPDATE outbox SET delivered_at = NULL, message = NULL WHERE id = new.id; END";
    "a reply goes to another table":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.table_id = 2 AND new.id % 8 = 7 BEGIN
             UPDATE outbox SET table_id = 1 WHERE id = new.id; END";
    "a reply answers something else":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.id % 10 = 9 BEGIN
             UPDATE outbox SET event = 'x' || event WHERE id = new.id; END";
    "a reply is parked":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.id % 10 = 9 BEGIN
             UPDATE outbox SET parked = 1 WHERE id = new.id; END";
    "no deadline is noted":
        "CREATE TRIGGER fault AFTER UPDATE OF wake_at ON tables WHEN new.wake_at IS NOT NULL BEGIN
             UPDATE tables SET wake_at = NULL WHERE id = new.id; END";
    "the deadline of one table is not noted":
        "CREATE TRIGGER fault AFTER UPDATE OF wake_at ON tables
         WHEN new.id = 2 AND new.wake_at IS NOT NULL BEGIN
             UPDATE tables SET wake_at = NULL WHERE id = new.id; END";
    "a deadline is noted a day late":
        "CREATE TRIGGER fault AFTER UPDATE OF wake_at ON tables WHEN new.wake_at > old.wake_at BEGIN
             UPDATE tables SET wake_at = new.wake_at + 86400000 WHERE id = new.id; END";
    "a deadline is noted ten minutes late":
        "CREATE TRIGGER fault AFTER UPDATE OF wake_at ON tables WHEN new.wake_at > old.wake_at BEGIN
             UPDATE tables SET wake_at = new.wake_at + 600000 WHERE id = new.id; END";
    "a reply of the clock is lost":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.author IS NULL BEGIN
             DELETE FROM outbox WHERE id = new.id; END";
    "a reply says what the one before said":
        "CREATE TRIGGER fault AFTER INSERT ON outbox WHEN new.id % 10 = 9 BEGIN
             UPDATE outbox SET reply = (SELECT reply FROM outbox WHERE id = new.id - 1)
             WHERE id = new.id
             AND EXISTS (SELECT 1 FROM outbox WHERE id = new.id - 1); END";
    "a turn is dated ten hours early":
        "CREATE TRIGGER fault AFTER INSERT ON entries WHEN new.number % 3 = 2 BEGIN
             UPDATE entries SET entry = json_set(entry, '$.at',
                 strftime('%Y-%m-%dT%H:%M:%SZ', entry ->> '$.at', '-10 hours'))
             WHERE table_id = new.table_id AND number = new.number; END";
    "the heartbeat is not noted":
        "CREATE TRIGGER fault AFTER UPDATE ON heartbeat BEGIN
             UPDATE heartbeat SET at = old.at WHERE platform = new.platform; END";
    "the heartbeat stops after a day":
        "CREATE TRIGGER fault AFTER UPDATE ON heartbeat WHEN new.at > 1796169600000 BEGIN
             UPDATE heartbeat SET at = 1796169600000 WHERE platform = new.platform; END";
    "a table loses its log":
        "CREATE TRIGGER fault AFTER UPDATE OF next ON tables WHEN new.next = 20 BEGIN
             DELETE FROM entries WHERE table_id = new.id; END";
    "an action is another one":
        "CREATE TRIGGER fault AFTER INSERT ON entries
         WHEN new.entry LIKE '%acted%' AND new.number % 6 = 5 BEGIN
             UPDATE entries SET entry = replace(entry, 'f6', 'f7')
             WHERE table_id = new.table_id AND number = new.number; END";
    "a resignation is the other player's":
        "CREATE TRIGGER fault AFTER INSERT ON entries WHEN new.entry LIKE '%resigned%' BEGIN
             UPDATE entries SET entry = replace(replace(replace(
                 entry, 'white', 'grey'), 'black', 'white'), 'grey', 'black')
             WHERE table_id = new.table_id AND number = new.number; END";
    "what was heard is forgotten with the next":
        "CREATE TRIGGER fault AFTER INSERT ON events BEGIN
             DELETE FROM events WHERE table_id = new.table_id AND event <> new.event; END";
    "two tables share a log":
        "CREATE TRIGGER fault AFTER INSERT ON entries WHEN new.number = 12 BEGIN
             UPDATE entries SET entry = new.entry WHERE number = 12; END";
}

// Faults of several processes on PostgreSQL.
planted! {
    PLANTED_IN_PROCESSES:
    "a table changes hands, and its owner is not told": on_postgres!(
        "AFTER INSERT ON handovers":
        "UPDATE owners SET process = (SELECT number FROM processes
             WHERE number <> owners.process AND name <> ''observer'' ORDER BY random() LIMIT 1)
         WHERE platform = new.platform AND channel = new.channel AND thread = new.thread"
        "RETURN new"
    );
    "what is handed over is lost": on_postgres!(
        "AFTER INSERT ON handovers":
        "IF new.id % 5 = 4 THEN DELETE FROM handovers WHERE id = new.id; END IF"
        "RETURN new"
    );
    "what is handed over is that of somebody else": on_postgres!(
        "BEFORE INSERT ON handovers":
        "new.job = replace(new.job, ''alice'', ''bob'')"
        "RETURN new"
    );
    "a process that is declared dead keeps its tables": on_postgres!(
        "AFTER DELETE ON processes":
        "INSERT INTO processes (number, started, expires) OVERRIDING SYSTEM VALUE
         VALUES (old.number, old.started, ''infinity'')"
        "RETURN old"
    );
    "the end of a process is not counted": on_postgres!(
        "BEFORE UPDATE OF departures ON shared_state": "RETURN old"
    );
    "deadlines die with their process": on_postgres!(
        "AFTER DELETE ON processes":
        "UPDATE tables SET wake_at = NULL FROM owners WHERE process = old.number
         AND owners.platform = tables.platform AND owners.channel = tables.channel"
        "RETURN old"
    );
    "a table belongs to another process than the one that takes it": on_postgres!(
        "BEFORE INSERT ON owners":
        "new.process = (SELECT min(number) FROM processes WHERE name <> ''observer'')"
        "RETURN new"
    );
}
