//! After the year: the records, and what follows from them, are what they have to be.

use std::fs;
use std::path::PathBuf;

use jiff::Timestamp;
use ringleader::game::GameRecord;

use super::clock::DAY;
use super::console::time;
use super::game::{Ending, Finished};
use super::results::{compute, has_python};
use super::room::State;
use super::world::World;

/// Somebody without a rating.
const READER: &str = "reader";

impl World {
    /// Ends the games that still go on, exports all records, and compares ratings, results and
    /// clocks with those that follow from them.
    pub(crate) fn audit(&mut self) {
        self.end_all();
        self.restart();
        // Ratings become less certain.
        self.pass(self.known.now + 95 * DAY);
        let kept = self.known.finished.iter().filter(|game| game.kept);
        let games: Vec<(usize, Finished)> = (1..).zip(kept.cloned()).collect();
        println!("{} games in the archive", games.len());
        self.check_records(&games);
        if has_python() {
            for server in ["north", "south", "console"] {
                self.check_results(server, &games);
            }
        }
        let errors = fs::read_to_string(self.folder.join("errors.txt")).unwrap();
        let bad = |line: &&str| line.contains("ERROR") || line.contains("panic");
        assert_eq!(errors.lines().find(bad), None);
    }

    /// Everybody resigns.
    fn end_all(&mut self) {
        for index in 0..self.known.rooms.len() {
            while let State::Playing(game) = self.known.rooms[index].state.clone() {
                let color = game.position.actor();
                let who = match game.terms.seats[color.index()].person() {
                    Some(who) => who.clone(),
                    None => self.fail("the bot is still to move"),
                };
                self.command(index, &who, "!resign yes", |room, now| {
                    let parts = room.end(Ending::Resigned(color), now);
                    room.expect(parts)
                });
            }
        }
    }

    /// Exports the records and compares them with what was played.
    fn check_records(&mut self, games: &[(usize, Finished)]) {
        for (number, game) in games {
            let room = self.known.rooms[game.room].name.clone();
            let answer = self.ask(&room, READER, &format!("!export #{number}"));
            let Some((_, path)) = answer.split_once("[file] ") else {
                self.fail(&format!("no record of {game:?}"));
            };
            let path = self.folder.join(path.lines().next().unwrap_or(path));
            let text = fs::read_to_string(&path).unwrap();
            let folder = self.records(&game.server);
            fs::create_dir_all(&folder).unwrap();
            fs::rename(&path, folder.join(format!("{number:06}.txt"))).unwrap();
            if let Err(reason) = game.check(&text, *number) {
                self.fail(&format!("game #{number}: {reason}\n{text}\n{game:?}"));
            }
        }
    }

    fn records(&self, server: &str) -> PathBuf {
        self.folder.join("records").join(server)
    }

    /// Compares ratings, results and clocks with those that follow from the records of a server.
    fn check_results(&mut self, server: &str, games: &[(usize, Finished)]) {
        let now = time(self.known.now);
        let computed = compute(&self.records(server), &now);
        let room = match server {
            "console" => "stats".to_owned(),
            server => format!("{server}/stats"),
        };
        for (of, expected) in &computed.stats {
            let told = self.ask(&room, READER, &format!("!stats @{of}"));
            assert_eq!(told, *expected);
        }
        for (variant, expected) in &computed.top {
            let told = self.ask(&room, READER, &format!("!top {variant}"));
            assert_eq!(told, *expected);
        }
        let here = games.iter().filter(|(_, game)| game.server == server);
        let mut compared = 0;
        for (number, game) in here.filter(|(_, game)| game.control.is_some()) {
            assert_eq!(
                computed.clocks[&number.to_string()],
                game.lefts,
                "game #{number}"
            );
            compared += 1;
        }
        assert_eq!(compared, computed.clocks.len());
        println!(
            "{server}: {} players' results, {compared} games' clocks",
            computed.stats.len()
        );
    }
}

impl Finished {
    /// Compares a record with the game.
    fn check(&self, text: &str, number: usize) -> Result<(), String> {
        let or_ended = self.or_ended.into_iter();
        let mut moments = or_ended.map(|ended| self.check_as(text, number, ended));
        moments
            .find(Result::is_ok)
            .unwrap_or_else(|| self.check_as(text, number, self.ended))
    }

    fn check_as(&self, text: &str, number: usize, ended: i64) -> Result<(), String> {
        let record = GameRecord::parse(text).map_err(|error| error.to_string())?;
        if record.actions != self.actions {
            return Err("other actions".to_owned());
        }
        let [white, black] = &self.players;
        let mut tags = vec![
            ("White", Some(white.clone())),
            ("Black", Some(black.clone())),
            ("Variant", Some(self.variant.to_string())),
            ("Date", Some(written(self.started, "%Y.%m.%d"))),
            ("Result", Some(self.result.clone())),
            ("Termination", self.termination.clone()),
            ("TimeControl", self.control.clone()),
            ("Weekends", self.weekends_off.then(|| "off".to_owned())),
            ("Rated", self.counts.then(|| "yes".to_owned())),
        ];
        if self.counts || self.control.is_some() {
            tags.extend([
                ("UTCTime", Some(written(self.started, "%H:%M:%S"))),
                ("EndDate", Some(written(ended, "%Y.%m.%d"))),
                ("EndTime", Some(written(ended, "%H:%M:%S"))),
                ("GameId", Some(number.to_string())),
                ("Site", Some(format!("console/{}", self.server))),
            ]);
        }
        for (tag, value) in tags {
            let found = text.lines().find_map(|line| {
                let value = line.strip_prefix(&format!("[{tag} \""))?;
                value.strip_suffix("\"]")
            });
            if found != value.as_deref() {
                return Err(format!("{tag} should be {value:?}"));
            }
        }
        Ok(())
    }
}

fn written(second: i64, form: &str) -> String {
    let time = Timestamp::from_second(second).unwrap();
    time.strftime(form).to_string()
}
