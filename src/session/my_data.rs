//! What is stored about a person, as the file that they are handed. `docs/my-data.schema.json`
//! describes it.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::archive::ArchivedGame;
use super::game::Game;
use super::person::{Person, TableKey};
use super::record::{archived_record, record_of, record_text};
use super::table::Table;
use crate::game::Color;

/// Lists of the file, in their order. What the store has of a person belongs to one of them.
pub(super) const SECTIONS: [&str; 13] = [
    "settings",
    "ratings",
    "training",
    "holidays",
    "blocks",
    "mutes",
    "reports",
    "moderation",
    "running",
    "adjourned",
    "games",
    "log",
    "answers",
];

/// One thing that is stored about a person.
#[derive(Debug, Clone)]
pub enum StoredItem {
    /// A finished game.
    Game(Box<ArchivedGame>),
    /// Anything else, for the list of this name.
    Other(&'static str, Value),
}

/// One part of what is stored about a person.
#[derive(Debug, Clone)]
pub struct StoredData {
    /// Its items, in the order of the lists.
    pub items: Vec<StoredItem>,
    /// Number of all parts, at least 1.
    pub parts: usize,
}

/// One part of what is stored about a person, as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyData {
    /// Number of the part, from 1.
    pub part: usize,
    /// Number of all parts.
    pub parts: usize,
    /// The file, in JSON.
    pub content: String,
}

impl MyData {
    /// The file of one part of what is stored about a person. `running` are the tables at which they
    /// play; the first part tells of them.
    #[must_use]
    pub fn new(
        person: &Person,
        platform: &str,
        bot: &Person,
        part: usize,
        stored: StoredData,
        running: &[Table],
        now: Timestamp,
    ) -> Self {
        let parts = stored.parts;
        let mut lists = SECTIONS.map(|name| (name, Vec::new()));
        let mut put = |name: &str, item: Value| {
            if let Some((_, items)) = lists.iter_mut().find(|(list, _)| *list == name) {
                items.push(item.to_string());
            }
        };
        for item in stored.items {
            match item {
                StoredItem::Game(game) => put("games", finished(&game, person, bot)),
                StoredItem::Other(name, item) => put(name, item),
            }
        }
        if part == 1 {
            for table in running {
                if let Some(game) = table.running() {
                    put("running", in_progress(table, game, person, bot));
                }
            }
        }
        // An item is a line: long games are no longer for it, and people can still read it.
        let mut content = format!(
            "{{\n  \"format\": \"ringleader-my-data-1\",\n  \"platform\": {},\n  \"id\": {},\n  \
             \"name\": {},\n  \"written\": {},\n  \"part\": {part},\n  \"parts\": {parts}",
            json!(platform),
            json!(person.id),
            json!(person.bare_name()),
            json!(now),
        );
        for (name, items) in lists {
            content.push_str(&format!(",\n  \"{name}\": ["));
            for (index, item) in items.iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                content.push_str(&format!("{comma}\n    {item}"));
            }
            content.push_str(if items.is_empty() { "]" } else { "\n  ]" });
        }
        content.push_str("\n}\n");
        Self {
            part,
            parts,
            content,
        }
    }
}

/// A table, as far as the file tells where it is.
fn place(table: &TableKey) -> Value {
    json!({ "channel": table.channel, "thread": table.thread })
}

fn color_of(color: Option<Color>) -> Option<String> {
    color.map(|color| color.to_string())
}

fn finished(archived: &ArchivedGame, person: &Person, bot: &Person) -> Value {
    let game = &archived.game;
    let record = archived_record(archived, bot);
    json!({
        "number": archived.number,
        "server": game.server,
        "place": place(&archived.table),
        "color": color_of(game.color_of(person)),
        "rated": game.rated,
        "started": game.started,
        "ended": game.ended,
        "record": record_text(&record, &Game::from(game)),
        "times": game.times,
        "ratings": archived.ratings,
    })
}

fn in_progress(table: &Table, game: &Game, person: &Person, bot: &Person) -> Value {
    let color = game.color_of(person);
    let planned: Vec<String> = color.map_or_else(Vec::new, |color| {
        let conditions = game.conditions_of(color).branches().iter();
        conditions
            .map(|one| one.notation(game.position(), game.actions()))
            .collect()
    });
    json!({
        "place": place(table.key()),
        "color": color_of(color),
        "rated": game.is_rated(),
        "started": game.started(),
        "record": record_text(&record_of(game, bot), game),
        "times": game.times,
        "planned": planned,
    })
}
