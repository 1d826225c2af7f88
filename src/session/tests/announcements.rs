//! What is announced of games, where, and how.

use super::Room;
use crate::session::{Announcement, Announcements, PlaceSettings, Settings, TableKey};

impl Room {
    /// What is announced of the game that has just ended, in a channel with these settings.
    fn announced(&self, there: Settings) -> Option<Announcement> {
        let there = PlaceSettings {
            channel: there,
            ..PlaceSettings::default()
        };
        let game = self.table.game().unwrap();
        let to = TableKey::channel("test", "news");
        self.table.announcement(game, &to, &there, self.now)
    }
}

#[test]
fn a_result_between_people_is_announced() {
    let mut room = Room::new();
    room.begin();
    room.say("bob", "!resign yes");
    let announced = room.announced(Settings::default()).unwrap();
    assert_eq!(announced.to.channel, "news");
    assert_eq!(announced.reply.mentions().count(), 0);
    assert!(!announced.reply.silent);
    let text = room.text(&announced.reply);
    assert!(
        text.contains("alice") && text.contains("bob resigned"),
        "{text}"
    );
}

#[test]
fn in_quiet_hours_it_comes_without_a_sound_and_in_the_language_that_is_set() {
    let mut room = Room::new();
    room.begin();
    room.say("bob", "!resign yes");
    let there = Settings {
        quiet: Some("00:00-23:59".parse().unwrap()),
        language: Some("pl".to_owned()),
        ..Settings::default()
    };
    let reply = room.announced(there).unwrap().reply;
    assert!(reply.silent);
    assert_eq!(reply.language.as_deref(), Some("pl"));
}

#[test]
fn games_against_the_bot_or_without_a_result_are_not_announced() {
    let mut room = Room::new();
    room.say("alice", "!play 1");
    room.say("alice", "!resign yes");
    assert_eq!(room.announced(Settings::default()), None);
    let mut room = Room::new();
    room.begin();
    room.other_present = Some(false);
    room.say("alice", "!abort");
    let game = room.table.game().unwrap();
    assert!(game.is_over() && game.result().is_none());
    assert_eq!(room.announced(Settings::default()), None);
}

#[test]
fn results_are_announced_elsewhere_or_nowhere() {
    let room = Room::new();
    let at = |announcements, to: Option<TableKey>| {
        let inherited = Settings {
            announcements,
            announceto: to.map(Box::new),
            ..Settings::default()
        };
        room.table.announces_at(&inherited).cloned()
    };
    let platform = room.table.key().platform.clone();
    let news = TableKey::channel(platform, "news");
    assert_eq!(at(None, Some(news.clone())), Some(news.clone()));
    assert_eq!(at(Some(Announcements::Off), Some(news)), None);
    assert_eq!(at(None, None), None);
    assert_eq!(at(None, Some(room.table.key().clone())), None);
    assert_eq!(at(None, Some(TableKey::channel("elsewhere", "news"))), None);
}
