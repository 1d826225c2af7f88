//! Kills, restarts, a clock that is set back; and what is saved, so that a run can be stopped.

use std::fs;
use std::time::Duration;

use proptest::prelude::RngExt;

use super::clock::DAY;
use super::console::{Console, Heard, time};
use super::hearing::{Reply, pair};
use super::play;
use super::room::{Expected, Room};
use super::world::{Known, World, fall_due, gap, next_due, transcript};

/// How far the clock is set back, in seconds.
const SET_BACK: i64 = 3600;

fn deadlines(known: &Known) -> Vec<Option<i64>> {
    known.rooms.iter().map(Room::told_deadline).collect()
}

impl World {
    /// The program is killed while time passes. What it was up for is seen by the deadlines.
    pub(crate) fn killed_step(&mut self, line: &str, to: i64) {
        let from = self.known.now;
        self.say(line);
        let heard = self.kill();
        let back = to + self.down_time();
        let heard = self.start_again(heard, back);
        let mut stops = vec![from];
        let mut ahead = self.known.clone();
        while let Some((at, ..)) = next_due(&ahead.rooms).filter(|(at, ..)| *at <= to) {
            fall_due(&mut ahead, at);
            stops.push(at);
        }
        stops.push(to);
        stops.dedup();
        let mut fitting: Vec<(Known, Vec<Expected>)> = Vec::new();
        for stop in stops {
            let mut known = self.known.clone();
            let mut expected = fall_due(&mut known, stop);
            let before = deadlines(&known);
            gap(&mut known.rooms, stop, back);
            let rooms = known.rooms.iter().map(|room| room.name.clone());
            let moved = before.into_iter().zip(deadlines(&known));
            let moved = moved.map(|(before, after)| [before, after]);
            let moved: Vec<_> = rooms.zip(moved).collect();
            for one in &mut expected {
                one.may_be_late(&moved);
            }
            expected.extend(fall_due(&mut known, back));
            known.now = back;
            if pair(&expected, &heard).is_some() {
                fitting.push((known, expected));
            }
        }
        // All fit as far as could be heard. Deadlines tell them apart.
        while fitting.len() > 1 {
            let deadline = |known: &Known, room: usize| known.rooms[room].told_deadline();
            let differs = (0..self.known.rooms.len()).find(|&room| {
                let first = deadline(&fitting[0].0, room);
                fitting
                    .iter()
                    .any(|(known, _)| deadline(known, room) != first)
            });
            let Some(room) = differs else {
                break;
            };
            let name = self.known.rooms[room].name.clone();
            self.say(&format!("#{name} reader: !status"));
            let status = self.hear();
            fitting.retain(|(known, _)| {
                let expected = known.rooms[room].with_turn(Vec::new());
                status
                    .iter()
                    .all(|(_, room, text)| expected.fits(room, text))
            });
        }
        if fitting.is_empty() {
            self.fail(&format!("nothing explains what was heard: {heard:#?}"));
        }
        let (known, expected) = fitting.swap_remove(0);
        // Replies were counted meanwhile.
        self.known = Known {
            replies: std::mem::take(&mut self.known.replies),
            done: self.known.done.clone(),
            ..known
        };
        for (reply, one) in pair(&expected, &heard).into_iter().flatten() {
            self.note_reminder(&heard[reply], &expected[one], false);
        }
    }

    /// Stops the program and starts it again later.
    pub(crate) fn restart(&mut self) {
        self.known.done.restarts += 1;
        let now = self.known.now;
        let heard = self.console.take().map(Console::end).unwrap_or_default();
        assert_eq!(heard, []);
        let back = now + self.down_time();
        let heard = self.start_again(Vec::new(), back);
        gap(&mut self.known.rooms, now, back);
        let expected = fall_due(&mut self.known, back);
        self.known.now = back;
        if pair(&expected, &heard).is_none() {
            self.fail(&format!("expected {expected:#?}, heard {heard:#?}"));
        }
    }

    pub(crate) fn set_back(&mut self) {
        self.known.done.set_back += 1;
        let now = self.known.now;
        self.say(&format!("@{}", time(now - SET_BACK)));
        let heard = self.hear();
        assert_eq!(heard, [], "nothing happens when the clock is set back");
        gap(&mut self.known.rooms, now, now - SET_BACK);
        self.known.now = now - SET_BACK;
        self.known.next_game -= SET_BACK;
    }

    /// Stops the program, saves everything, and goes on.
    pub(crate) fn save(&mut self) {
        let heard = self.console.take().map(Console::end).unwrap_or_default();
        assert_eq!(heard, []);
        self.known.saves += 1;
        self.random = play::random(self.known.scale.seed + self.known.saves);
        let folder = &self.folder;
        let [database, known] = ["saved.db", "saved.json"].map(|name| folder.join(name));
        let part = folder.join("saved.part");
        fs::copy(folder.join("tables.db"), &part).unwrap();
        fs::rename(&part, database).unwrap();
        fs::write(&part, serde_json::to_vec(&self.known).unwrap()).unwrap();
        fs::rename(&part, known).unwrap();
        println!("{}: {}", time(self.known.now), self.progress());
        self.transcript = transcript(folder);
        self.console = Some(Console::start(folder, self.known.now));
        let heard = self.hear();
        assert_eq!(heard, []);
    }

    pub(crate) fn is_killed(&mut self) -> bool {
        if self.known.done.lines < self.known.next_kill {
            return false;
        }
        let next = self
            .random
            .random_range(1..=2 * self.known.scale.kill_every);
        self.known.next_kill = self.known.done.lines + next;
        true
    }

    /// Kills the program at any moment of the next few milliseconds.
    pub(crate) fn kill(&mut self) -> Vec<Heard> {
        self.known.done.kills += 1;
        let after = self.moment();
        self.note(format!("(killed after {after:?})"));
        let console = self.console.take();
        console.map(|one| one.kill(after)).unwrap_or_default()
    }

    /// From 64 µs to 64 ms.
    pub(crate) fn moment(&mut self) -> Duration {
        let power: u32 = self.random.random_range(6..16);
        let micros = self.random.random_range(1 << power..2 << power);
        Duration::from_micros(micros)
    }

    /// Mostly seconds to minutes, sometimes days.
    pub(crate) fn down_time(&mut self) -> i64 {
        let most = match self.random.random_range(0..50) {
            0 => 2 * DAY,
            1..5 => 7200,
            5..25 => 300,
            _ => 5,
        };
        self.random.random_range(1..most)
    }

    /// Starts the program again; now and then it is killed once more while it starts. Returns what
    /// was said since `heard`, each reply once.
    pub(crate) fn start_again(&mut self, mut heard: Vec<Heard>, at: i64) -> Vec<Reply> {
        self.note(format!("--clock {}", time(at)));
        if self.random.random_ratio(1, 3) {
            self.known.done.kills_at_start += 1;
            self.console = Some(Console::start(&self.folder, at));
            heard.extend(self.kill());
        }
        let mut console = Console::start(&self.folder, at);
        heard.extend(console.listen());
        self.console = Some(console);
        self.sort(heard)
    }
}
