//! What is stored about a person: handed to them as a file, and deleted.

use std::collections::BTreeMap;
use std::path::Path;

use ringleader::session::{ArchivedGame, Place, Rating, RatingChange, Seat};
use serde_json::Value;

use super::*;

/// Somebody whose name occurs nowhere else, as it is written and as the id.
const NAME: &str = "Zelda_42";

const TIME: &str = "2026-03-01T12:00:00Z";

impl Room {
    /// A console on a clock that stands still.
    fn on_clock(&self, time: &str) -> Command {
        let mut console = self.console();
        console.args(["--clock", time, "--moderator", "mona", "--no-pictures"]);
        console
    }

    /// Files of the database, as they are.
    fn database(&self) -> Vec<(String, Vec<u8>)> {
        let names = ["tables.db", "tables.db-wal"].map(str::to_owned);
        let files = names.into_iter().filter_map(|name| {
            let content = std::fs::read(self.folder.path().join(&name)).ok()?;
            Some((name, content))
        });
        files.collect()
    }

    /// Which files of the database hold the name, in any case.
    fn naming(&self) -> Vec<String> {
        let name = NAME.to_ascii_lowercase().into_bytes();
        let holds = |content: &[u8]| {
            let content = content.to_ascii_lowercase();
            content.windows(name.len()).any(|part| part == name)
        };
        let files = self.database().into_iter();
        let naming = files.filter(|(_, content)| holds(content));
        naming.map(|(name, _)| name).collect()
    }

    /// The file that a reply tells of.
    fn file(&self, answer: &str) -> String {
        let (_, path) = answer.split_once("[file] ").expect(answer);
        let path = path.lines().next().unwrap();
        std::fs::read_to_string(self.folder.path().join(path)).unwrap()
    }

    /// All finished games, from a copy of the database, and the stored ratings of the players.
    async fn results(&self) -> (Vec<ArchivedGame>, BTreeMap<String, Rating>) {
        let copy = tempfile::tempdir().unwrap();
        for (name, content) in self.database() {
            std::fs::write(copy.path().join(name), content).unwrap();
        }
        let place = DatabaseLocation::File(copy.path().join("tables.db"));
        let store = SqlStore::open(&place).await.unwrap();
        let mut games = Vec::new();
        while let Some(game) = store.archived(games.len() as u64 + 1).await.unwrap() {
            games.push(game);
        }
        let place = Place {
            platform: "console".to_owned(),
            server: "console".to_owned(),
        };
        let standings = store.standings(&place, Default::default()).await.unwrap();
        store.close().await;
        let ratings = standings.into_iter().map(|one| (one.person.id, one.rating));
        (games, ratings.collect())
    }
}

/// The first lines of a game between two people in a channel.
pub(super) fn game(
    channel: &str,
    white: &str,
    black: &str,
    terms: &str,
    lines: usize,
) -> Vec<String> {
    let lines = GAME.lines().take(lines).map(|line| {
        let line = match line.strip_prefix("alice:") {
            Some(said) => format!("#{channel} {white}:{said}"),
            None => line.replacen("bob:", &format!("#{channel} {black}:"), 1),
        };
        match line.split_once("!challenge") {
            Some((by, _)) => format!("{by}!challenge @{black} white {terms}"),
            None => line,
        }
    });
    lines.collect()
}

/// Lines in which the person takes part in all that is stored of anybody.
fn life() -> Vec<String> {
    let all = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect::<Vec<_>>()
    };
    [
        // Finished games, of which three count for the ratings.
        game("club", NAME, "bob", "rated", 99),
        game("club", "bob", "carol", "rated", 99),
        game("club", "carol", NAME, "rated", 99),
        // In progress: rated, unrated with conditional moves, and against the bot.
        game("one", NAME, "bob", "rated 3d", 24),
        game("two", "carol", NAME, "casual 3d", 20),
        all(&[
            "#two Zelda_42: !set theme dark",
            "#@zelda_42 !if #2 E7 I7 then D5 H9",
        ]),
        all(&["#three Zelda_42: !play 1"]),
        // Challenges by them and to them.
        all(&[
            "#four Zelda_42: !challenge @dave",
            "#four dave: !challenge @Zelda_42 blitz",
        ]),
        // What is said of them, and by them.
        all(&[
            "#one Zelda_42: !report bob is slow",
            "#one bob: !report zelda_42 is slow, ask ZELDA_42!",
            "#@zelda_42 !block @eve",
            "#@eve !block @zelda_42",
            "#one mona: !mute @Zelda_42 3d",
            "#one mona: !unmute @Zelda_42",
            "Zelda_42: !holiday 2d",
            "#@zelda_42 !set channel view black",
            "#@zelda_42 !play 1",
            "#five frank: !challenge @grace",
            "#five grace: !accept",
            "#five Zelda_42: !watch",
            "#five frank: !seat @Zelda_42",
            "#club Zelda_42: !archive",
            "#club Zelda_42: !stats",
            "#club Zelda_42: !show #1",
            "#two mona: !mute @Zelda_42 3d",
            "+1h",
        ]),
    ]
    .concat()
}

/// Checks a value against the parts of JSON Schema that ours uses.
fn validate(schema: &Value, root: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#/$defs/").unwrap();
        assert!(root["$defs"][name].is_object(), "{name}");
        return validate(&root["$defs"][name], root, value, at);
    }
    for key in schema.as_object().unwrap().keys() {
        let known = [
            "$schema",
            "$defs",
            "title",
            "description",
            "type",
            "enum",
            "required",
            "properties",
            "additionalProperties",
            "items",
            "minimum",
            "pattern",
        ];
        assert!(known.contains(&key.as_str()), "{key} is not checked");
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().map(|kind| kind.as_str().unwrap()).collect(),
        _ => Vec::new(),
    };
    let is = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    assert!(kinds.is_empty() || kinds.iter().any(is), "{at}: {value}");
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{at}: {value}");
    }
    if let Some(least) = schema["minimum"].as_i64() {
        assert!(value.as_i64().unwrap() >= least, "{at}: {value}");
    }
    if schema["pattern"].is_string() {
        let time: Result<jiff::Timestamp, _> = value.as_str().unwrap().parse();
        assert!(
            time.is_ok() && value.as_str().unwrap().ends_with('Z'),
            "{at}: {value}"
        );
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(
            value.get(name.as_str().unwrap()).is_some(),
            "{at} lacks {name}"
        );
    }
    if let (Some(properties), Some(object)) = (schema["properties"].as_object(), value.as_object())
    {
        for (name, part) in object {
            match properties.get(name) {
                Some(schema) => validate(schema, root, part, &format!("{at}.{name}")),
                None => assert_ne!(schema["additionalProperties"], false, "{at}.{name}"),
            }
        }
    }
    for item in value.as_array().into_iter().flatten() {
        if schema["items"].is_object() {
            validate(&schema["items"], root, item, &format!("{at}[]"));
        }
    }
}

/// A file of `!my-data`, checked against its schema.
fn my_data(room: &Room, answer: &str) -> Value {
    let data: Value = serde_json::from_str(&room.file(answer)).expect(answer);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/my-data.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    validate(&schema, &schema, &data, "data");
    data
}

#[test]
fn people_are_handed_all_that_is_stored_about_them() {
    let room = Room::new();
    let mut talk = Talk::with(&mut room.on_clock(TIME));
    for line in life() {
        talk.say(&line);
    }
    let answer = talk.say("#@zelda_42 !my-data");
    let data = my_data(&room, &answer);
    let count = |name: &str| data[name].as_array().unwrap().len();
    assert_eq!(data["id"], "zelda_42");
    assert_eq!(
        (count("games"), count("ratings"), count("adjourned")),
        (2, 1, 0)
    );
    assert_eq!(
        (count("blocks"), count("reports"), count("holidays")),
        (1, 1, 1)
    );
    assert_eq!(
        (count("mutes"), count("moderation"), count("settings")),
        (1, 4, 1)
    );
    assert_eq!(data["blocks"][0]["id"], "eve");
    assert_eq!(data["reports"][0]["note"], "bob is slow");
    assert_eq!(data["settings"][0]["theme"], "dark");
    let running = data["running"].as_array().unwrap();
    let channels: Vec<&str> = running
        .iter()
        .map(|one| one["place"]["channel"].as_str().unwrap())
        .collect();
    for channel in ["one", "two", "three", "four", "@zelda_42"] {
        assert!(channels.contains(&channel), "{channels:?}");
    }
    let watched = running.iter().find(|one| one["watched"] == true);
    assert_eq!(watched.unwrap()["place"]["channel"], "five");
    let planned = |one: &&Value| one["planned"].as_array().is_some_and(|all| !all.is_empty());
    assert_eq!(running.iter().filter(planned).count(), 1);
    for game in data["games"].as_array().unwrap() {
        let record = GameRecord::parse(game["record"].as_str().unwrap()).unwrap();
        assert!([&record.white, &record.black].contains(&&NAME.to_owned()));
        assert_eq!(
            game["times"].as_array().unwrap().len(),
            record.actions.len()
        );
        assert!(game["ratings"].is_object());
    }
    assert!(count("log") > 8 && count("answers") > 8);
    // Who has blocked them, and who muted them, is not told.
    let blocked_by = data.to_string();
    assert!(!blocked_by.contains("mona"), "{blocked_by}");
    // Where others read along, it goes to them alone.
    let answer = talk.say("#one Zelda_42: !my-data");
    let (public, private) = answer.split_once("#@zelda_42 ").unwrap();
    assert!(
        !public.contains("[file]") && public.contains("private message"),
        "{answer}"
    );
    my_data(&room, private);
    // Nothing of the file is kept, and nothing is told of others.
    let answer = talk.say("#@nobody !my-data");
    let data = my_data(&room, &answer);
    assert_eq!(data["games"], Value::Array(Vec::new()));
    assert!(talk.say("#@nobody !my-data 2").contains("!my-data 1"));
    talk.end();
    let naming = |what: &[u8]| {
        let files = room.database().into_iter();
        let holds = |content: &[u8]| content.windows(what.len()).any(|part| part == what);
        files.filter(|(_, content)| holds(content)).count()
    };
    assert_eq!(naming(b"ringleader-my-data-1"), 0);
    assert!(naming(NAME.as_bytes()) > 0);
}

/// Whether two ratings are the same, but for what is lost as each is stored as text.
fn is_about(one: &Rating, other: &Rating) -> bool {
    let parts = |one: &Rating| [one.rating, one.deviation, one.volatility];
    let pairs = parts(one).into_iter().zip(parts(other));
    pairs
        .into_iter()
        .all(|(one, other)| (one - other).abs() < 1e-9)
}

/// The ratings of everybody, computed from the finished games alone.
fn recomputed(games: &[ArchivedGame]) -> BTreeMap<String, Rating> {
    let mut ratings: BTreeMap<String, Rating> = BTreeMap::new();
    for one in games.iter().filter(|one| one.game.rated) {
        let ids = one.game.seats.each_ref().map(|seat| match seat {
            Seat::Person(person) => person.id.clone(),
            Seat::Bot(_) | Seat::Program(_) | Seat::Crowd(_) => {
                panic!("a rated game against the bot")
            }
        });
        let before = ids
            .each_ref()
            .map(|id| ratings.get(id).copied().unwrap_or_default());
        let change = RatingChange::by_game(before, one.game.result.unwrap(), one.game.ended);
        ratings.extend(ids.into_iter().zip(change.after));
    }
    ratings
}

#[tokio::test]
async fn a_person_is_forgotten_in_the_middle_of_three_games() {
    let room = Room::new();
    let mut talk = Talk::with(&mut room.on_clock(TIME));
    for line in life() {
        talk.say(&line);
    }
    let top = talk.say("#club bob: !stats @carol");
    let told = talk.say("#one Zelda_42: !forget-me");
    assert!(
        told.contains("!forget-me yes") && told.contains("!my-data"),
        "{told}"
    );
    assert!(
        talk.say("#one Zelda_42: !forget-me no")
            .contains("Nothing was deleted")
    );
    let (before, ratings_before) = room.results().await;
    assert_eq!(before.len(), 3);
    let answer = talk.say("#one Zelda_42: !forget-me yes");
    assert!(!answer.to_lowercase().contains("zelda"), "{answer}");
    for expected in [
        "bob, your opponent has left for good",
        "Someone resigned. bob won!",
        "carol, your opponent has left for good",
        "Someone has left for good, so the game is called off",
        "dave, the challenge is off",
        "frank, you keep your seat",
    ] {
        assert!(answer.contains(expected), "{expected}: {answer}");
    }
    assert!(!answer.to_lowercase().contains("rematch"), "{answer}");
    // While the program runs: a small database is vacuumed at once.
    assert_eq!(room.naming(), Vec::<String>::new());

    let record = |talk: &mut Talk, line: &str| {
        let record = GameRecord::parse(&room.file(&talk.say(line))).unwrap();
        (record.white.clone(), record.black.clone(), record)
    };
    let (white, black, one) = record(&mut talk, "#one bob: !export");
    assert_eq!((white.as_str(), black.as_str()), ("someone", "bob"));
    assert_eq!(one.actions.len(), 22);
    assert!(one.to_text().contains("[Rated \"yes\"]"));
    let (white, black, two) = record(&mut talk, "#two carol: !export");
    assert_eq!((white.as_str(), black.as_str()), ("carol", "someone"));
    assert_eq!(two.result, None);
    let (white, ..) = record(&mut talk, "#club carol: !export #1");
    assert_eq!(white, "someone");
    let (white, black, third) = record(&mut talk, "#club bob: !export #3");
    assert_eq!((white.as_str(), black.as_str()), ("carol", "someone"));
    assert_eq!(third.actions, before[2].game.actions);
    for line in [
        "#club bob: !archive",
        "#club bob: !show #1",
        "#club bob: !top",
        "#one bob: !board",
        "#two mona: !audit",
        "#one mona: !reports",
        "#@eve !block",
        "#one bob: !rematch",
        "#four dave: !status",
        "#five grace: !status",
    ] {
        let answer = talk.say(line);
        assert!(
            !answer.is_empty() && !answer.to_lowercase().contains("zelda"),
            "{answer}"
        );
    }
    assert!(talk.say("#one bob: !rematch").contains("isn't available"));
    // It is not even offered.
    for line in ["#one bob: !board", "#one bob: !status", "#one bob: !E5"] {
        let answer = talk.say(line).to_lowercase();
        assert!(!answer.contains("rematch"), "{answer}");
    }
    let without_number = |answer: &str| {
        answer
            .split_once(" Ringleader")
            .map(|(_, told)| told.to_owned())
    };
    let picture =
        |told: Option<String>| told.map(|told| told.split("[picture]").next().map(str::to_owned));
    assert_eq!(
        picture(without_number(&talk.say("#club bob: !stats @carol"))),
        picture(without_number(&top))
    );

    // The ratings of others are what they were, but for the game that was resigned, and follow from
    // the games that are kept.
    let (games, ratings) = room.results().await;
    let computed = recomputed(&games);
    assert_eq!(computed.len(), 3);
    for (id, rating) in &computed {
        assert!(is_about(&ratings[id], rating), "{id}");
    }
    assert_eq!(ratings["carol"], ratings_before["carol"]);
    let three = recomputed(&games[..3]);
    assert!(is_about(&three["bob"], &ratings_before["bob"]));

    // Whoever plays again is new.
    let answer = talk.say("#@zelda_42 !my-data");
    let data = my_data(&room, &answer);
    for list in [
        "games", "ratings", "settings", "blocks", "holidays", "reports", "running", "log",
    ] {
        assert_eq!(data[list], Value::Array(Vec::new()), "{list}");
    }
    // What others decided holds until it ends, without the name.
    assert_eq!(data["mutes"].as_array().unwrap().len(), 1);
    assert_eq!(talk.say("#two Zelda_42: !challenge @bob"), "");
    assert!(talk.say("#@eve !block").contains("blocked someone."));
    talk.say("+3d");
    let answer = talk.say("#two Zelda_42: !challenge @eve");
    assert!(answer.contains("isn't available"), "{answer}");
    let data = my_data(&room, &talk.say("#@zelda_42 !my-data"));
    assert_eq!(data["mutes"], Value::Array(Vec::new()));
    let answer = talk.say("#@eve !unblock @Zelda_42");
    assert!(answer.contains("no longer blocked"), "{answer}");
    assert!(talk.say("#@eve !block").contains("haven't blocked anyone"));
    let answer = talk.say("#two Zelda_42: !challenge @eve");
    assert!(answer.contains("Zelda_42 challenges @eve"), "{answer}");
    talk.say("#two Zelda_42: !withdraw");
    let answer = talk.say("#@zelda_42 !forget-me yes");
    assert!(answer.contains("I no longer know you"), "{answer}");
    assert_eq!(room.naming(), Vec::<String>::new());
    talk.end();
    assert_eq!(room.naming(), Vec::<String>::new());

    // The next start vacuums the database. Games go on.
    let mut talk = Talk::with(&mut room.on_clock("2026-03-05T12:00:00Z"));
    assert!(talk.say("#five frank: !status").contains("frank"));
    assert!(talk.say("#five frank: !E5").contains("E5"));
    talk.end();
    assert_eq!(room.naming(), Vec::<String>::new());
}

#[test]
fn a_person_is_forgotten_as_a_whole_or_not_at_all_wherever_the_program_is_killed() {
    // The first is before the transaction ends, the second before tables are woken.
    for (point, is_forgotten) in [("forget-written", false), ("forget-settle", true)] {
        let room = Room::new();
        let mut talk = Talk::with(&mut room.on_clock(TIME));
        for line in life() {
            talk.say(&line);
        }
        talk.end();
        let reached = room.folder.path().join("reached");
        let mut console = room.on_clock(TIME);
        console.env("FAILPOINTS", format!("{point}=pause"));
        console.stderr(std::fs::File::create(&reached).unwrap());
        console.env("RUST_LOG", "ringleader=debug");
        let mut talk = Talk::with(&mut console);
        talk.say("eve: !status");
        writeln!(talk.input, "#one Zelda_42: !forget-me yes").unwrap();
        while !std::fs::read_to_string(&reached).unwrap().contains(point) {
            assert!(talk.child.try_wait().unwrap().is_none());
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        talk.child.kill().unwrap();
        talk.child.wait().unwrap();
        let mut talk = Talk::with(&mut room.on_clock("2026-03-02T12:00:00Z"));
        let status = talk.say("#one bob: !status");
        let archive = talk.say("#club bob: !archive");
        talk.end();
        assert_eq!(room.naming().is_empty(), is_forgotten, "{point}");
        assert_eq!(!archive.contains(NAME), is_forgotten, "{archive}");
        assert_eq!(
            status.contains("Someone resigned"),
            is_forgotten,
            "{status}"
        );
    }
}

#[test]
fn finished_games_are_kept_as_long_as_the_operator_says() {
    let room = Room::new();
    let path = room.folder.path().join("config.toml");
    std::fs::write(path, "[retention]\ngames = 30\n").unwrap();
    let mut talk = Talk::with(&mut room.on_clock(TIME));
    let play = |talk: &mut Talk| {
        for line in game("club", "alice", "bob", "rated", 99) {
            talk.say(&line);
        }
    };
    play(&mut talk);
    talk.say("+20d");
    play(&mut talk);
    let listed = |talk: &mut Talk| {
        let answer = talk.say("#club carol: !archive");
        [1, 2].map(|number| answer.contains(&format!("#{number} ·")))
    };
    assert_eq!(listed(&mut talk), [true, true]);
    let top = talk.say("#club carol: !top");
    assert!(talk.say("#club carol: !export #1").contains("[file]"));
    talk.say("+11d");
    assert_eq!(listed(&mut talk), [false, true]);
    for line in ["!export #1", "!show #1", "!analyze #1"] {
        let answer = talk.say(&format!("#club carol: {line}"));
        assert!(answer.contains("no finished game #1"), "{answer}");
    }
    // The game at whose table nothing has happened since can be had until its time has come, too.
    assert!(talk.say("#club alice: !export").contains("[file]"));
    talk.end();
    // The program may be down when it comes.
    let mut talk = Talk::with(&mut room.on_clock("2026-05-01T12:00:00Z"));
    let answer = talk.say("#club carol: !archive");
    assert!(answer.contains("No game has ended here yet"), "{answer}");
    let answer = talk.say("#club alice: !export");
    assert!(answer.contains("No game is being played here"), "{answer}");
    // Ratings stay.
    let ratings = |answer: &str| answer.split("Ringleader:").nth(1).map(str::to_owned);
    assert_eq!(ratings(&talk.say("#club carol: !top")), ratings(&top));
    talk.end();
}
