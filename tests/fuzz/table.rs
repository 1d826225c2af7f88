//! A table where two people are in the middle of a game, and the circumstances of what is said there.

use std::sync::{Arc, LazyLock};

use jiff::{SignedDuration, Timestamp};
use ringleader::game::{Action, GameRecord, Variant};
use ringleader::session::{
    Context, Entry, Event, LEVELS_VERSION, Person, PersonalSettings, PlaceSettings, Policy, Seat,
    Settings, Table, TableKey, TimeControl,
};
use ringleader::words::{self, Words};

/// Actions that were played in the middle of a game.
const PLAYED: usize = 30;

/// The actions of a game, up to its middle.
pub(crate) static MIDDLE: LazyLock<Vec<Action>> = LazyLock::new(|| {
    let games = GameRecord::parse_all(include_str!("../data/records/several.txt"));
    let game = games[0].as_ref().expect("it can be read");
    game.actions[..PLAYED].to_vec()
});

static BOT: LazyLock<Person> = LazyLock::new(|| Person::new("0", "Ringleader"));
static PERSONAL: LazyLock<PersonalSettings> = LazyLock::new(PersonalSettings::default);
static PLACE: LazyLock<PlaceSettings> = LazyLock::new(PlaceSettings::default);
static INHERITED: LazyLock<Settings> = LazyLock::new(|| Settings::with_prefix("!"));
static POLICY: LazyLock<Policy> = LazyLock::new(|| Policy {
    challenge_lasts: SignedDuration::from_hours(1),
    languages: Words::languages(),
    themes: vec!["classic".to_owned()],
    most_games: 8,
    programs: Vec::new(),
    openings: Arc::default(),
});

/// The log of a game between two people.
pub(crate) fn log(white: &str, black: &str, actions: &[Action]) -> Vec<Entry> {
    let started = Event::Started {
        white: Seat::Person(Person::new("white", white)),
        black: Seat::Person(Person::new("black", black)),
        variant: Variant::Normal,
        rated: false,
        server: None,
        time: TimeControl::Untimed,
        silence: false,
        weekends_off: false,
        levels: LEVELS_VERSION,
        settings: Settings::default(),
    };
    let acted = actions.iter().map(|&action| Event::Acted { action });
    std::iter::once(started)
        .chain(acted)
        .map(|event| Entry {
            at: Timestamp::UNIX_EPOCH,
            event,
        })
        .collect()
}

/// The table with this log.
pub(crate) fn table(log: &[Entry]) -> Table {
    Table::replay(TableKey::channel("console", "main"), 0, log).expect("the game is legal")
}

/// Where nobody but the author reads along.
pub(crate) fn context(people: &[Person]) -> Context<'_> {
    Context {
        now: Timestamp::UNIX_EPOCH,
        random: 0,
        people,
        bot: &BOT,
        attachment: None,
        other_present: None,
        server: None,
        private: false,
        unseen: true,
        alone: false,
        named: true,
        answer: None,
        own_games: &[],
        holidays: &[],
        full: &[],
        closed: &[],
        version: None,
        personal: &PERSONAL,
        place: &PLACE,
        community: None,
        vocabulary: Some(words::vocabulary()),
        threads: false,
        rights: None,
        inherited: &INHERITED,
        choices_at_once: None,
        policy: &POLICY,
    }
}
