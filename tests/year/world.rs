//! The simulated world: what the driver knows, and how it is compared with what the console says,
//! also across kills, restarts and a clock that is set back.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use serde::{Deserialize, Serialize};

use super::clock::DAY;
use super::console::{Console, time};
use super::game::{Finished, Game};
use super::hearing::{Replies, Reply, pair};
use super::play;
use super::room::{Due, Expected, Remind, Room, State};
use super::upgrade;

/// The first moment: 2026-12-01.
const START: i64 = 1_796_083_200;

/// Lines that a failure shows.
const SHOWN: usize = 400;

/// How much is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scale {
    pub(crate) seed: u64,
    pub(crate) games: usize,
    pub(crate) players: usize,
    /// Mean number of lines between two kills.
    pub(crate) kill_every: u64,
    /// Mean number of games between two restarts.
    pub(crate) restart_every: usize,
    /// Number of games after which everything is saved.
    pub(crate) save_every: usize,
}

/// How often each thing happened by itself.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Happened {
    reminders: u64,
    deadlines: u64,
    lapses: u64,
    pauses_over: u64,
    holidays_over: u64,
    questions: u64,
    adjournments: u64,
}

/// How often the driver did what, and what came of it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) lines: u64,
    pub(crate) kills: u64,
    pub(crate) kills_at_start: u64,
    pub(crate) restarts: u64,
    pub(crate) repeated: u64,
    pub(crate) delivered_again: u64,
    pub(crate) continued: u64,
    pub(crate) set_back: u64,
    pub(crate) holidays: u64,
    /// Those that end in another year than they begin.
    pub(crate) across_years: u64,
}

/// All that the driver knows.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Known {
    pub(crate) scale: Scale,
    pub(crate) saves: u64,
    pub(crate) now: i64,
    pub(crate) rooms: Vec<Room>,
    pub(crate) finished: Vec<Finished>,
    /// The adjourned games, with their numbers.
    pub(crate) adjourned: Vec<(u64, Game)>,
    /// The holidays that people have taken, and until when.
    pub(crate) holidays: BTreeMap<String, Vec<(i64, i64)>>,
    /// Where people are reminded who have set it.
    pub(crate) remind: BTreeMap<String, Remind>,
    pub(crate) next_game: i64,
    pub(crate) next_restart: usize,
    pub(crate) next_kill: u64,
    pub(crate) replies: Replies,
    pub(crate) happened: Happened,
    pub(crate) done: Done,
}

/// The simulation.
pub(crate) struct World {
    pub(crate) folder: PathBuf,
    pub(crate) console: Option<Console>,
    pub(crate) random: TestRng,
    pub(crate) known: Known,
    /// The last lines, and a file with those since the last save.
    last_lines: VecDeque<String>,
    pub(crate) transcript: BufWriter<File>,
}

impl World {
    /// Begins with the database of an earlier version, or goes on with what is saved in the folder.
    pub(crate) fn new(folder: &Path, scale: Scale) -> Self {
        let saved = fs::read_to_string(folder.join("saved.json"));
        let known = match &saved {
            Ok(text) => {
                fs::copy(folder.join("saved.db"), folder.join("tables.db")).unwrap();
                for side in ["tables.db-wal", "tables.db-shm"] {
                    let _ = fs::remove_file(folder.join(side));
                }
                let known: Known = serde_json::from_str(text).unwrap();
                assert_eq!(known.scale, scale, "another run is saved here");
                known
            }
            Err(_) => Known {
                scale,
                saves: 0,
                now: START,
                rooms: upgrade::write(folder, &mut play::random(scale.seed), START),
                finished: Vec::new(),
                adjourned: Vec::new(),
                holidays: BTreeMap::new(),
                remind: BTreeMap::new(),
                next_game: START,
                next_restart: scale.restart_every,
                next_kill: scale.kill_every,
                replies: Replies {
                    last: upgrade::LAST_REPLY,
                    ..Replies::default()
                },
                happened: Happened::default(),
                done: Done::default(),
            },
        };
        let mut world = Self {
            folder: folder.to_owned(),
            console: Some(Console::start(folder, known.now)),
            random: play::random(scale.seed + known.saves),
            known,
            last_lines: VecDeque::new(),
            transcript: transcript(folder),
        };
        let heard = world.hear();
        let now = world.known.now;
        let expected = fall_due(&mut world.known, now);
        if pair(&expected, &heard).is_none() {
            world.fail(&format!("expected {expected:#?}, heard {heard:#?}"));
        }
        world
    }

    /// When things happen that no player does, at the latest.
    fn next_event(&self) -> i64 {
        let wakes = self.known.rooms.iter().map(|room| room.wake);
        wakes
            .min()
            .map_or(self.known.next_game, |wake| wake.min(self.known.next_game))
    }

    /// Lets a year pass. The games that still go on at its end stay.
    pub(crate) fn run(&mut self) {
        let Scale { games, .. } = self.known.scale;
        // Some challenges come to nothing.
        let pace = 300 * DAY / games as i64;
        while self.known.finished.len() < games {
            let next = self.next_event().max(self.known.now);
            self.pass(next);
            if self.known.next_game <= self.known.now {
                self.known.next_game = self.known.now + self.random.random_range(0..=2 * pace);
                self.new_game();
            }
            let woken = |room: &Room| room.wake <= self.known.now;
            if let Some(room) = self.known.rooms.iter().position(woken) {
                self.wake(room);
            }
            let over = self.known.finished.len();
            if over >= self.known.next_restart {
                self.known.next_restart = over + self.known.scale.restart_every;
                self.restart();
            }
            let third = over * 3 / games;
            if third as u64 > self.known.done.set_back && third < 3 {
                self.set_back();
            }
            let saves = over / self.known.scale.save_every;
            if saves as u64 > self.known.saves {
                self.save();
            }
        }
    }

    /// Time passes; what falls due happens on the way.
    pub(crate) fn pass(&mut self, to: i64) {
        while self.known.now < to {
            match next_due(&self.known.rooms) {
                Some((at, ..)) if at <= to && self.random.random_ratio(1, 4) => {
                    // Not a second too early, and not a second late.
                    self.step((at - 1).max(self.known.now));
                    if self.known.now < at {
                        self.step(at);
                    }
                }
                _ => self.step(to),
            }
        }
    }

    pub(crate) fn step(&mut self, to: i64) {
        if to == self.known.now {
            return;
        }
        let line = format!("@{}", time(to));
        // Deadlines tell how far it came.
        let timed = |room: &Room| room.told_deadline().is_some();
        if self.known.rooms.iter().any(timed) && self.is_killed() {
            return self.killed_step(&line, to);
        }
        self.say(&line);
        let heard = self.hear();
        let expected = fall_due(&mut self.known, to);
        self.known.now = to;
        let same = heard.len() == expected.len()
            && heard
                .iter()
                .zip(&expected)
                .all(|((_, room, text), one)| one.fits(room, text));
        if !same {
            self.fail(&format!("expected {expected:#?}, heard {heard:#?}"));
        }
        for (reply, one) in heard.iter().zip(&expected) {
            self.note_reminder(reply, one, true);
        }
    }

    pub(crate) fn progress(&self) -> String {
        let playing = |room: &&Room| matches!(room.state, State::Playing(_));
        let running = self.known.rooms.iter().filter(playing).count();
        let over = self.known.finished.len();
        let Known { happened, done, .. } = &self.known;
        format!("{over} games are over, {running} go on; {happened:?}; {done:?}")
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.known.done.lines += 1;
        self.note(line.to_owned());
        if let Some(console) = &mut self.console {
            console.say(line);
        }
    }

    /// What is said in answer to the last line.
    pub(crate) fn hear(&mut self) -> Vec<Reply> {
        let heard = self.console.as_mut().map(Console::listen);
        self.sort(heard.unwrap_or_default())
    }

    pub(crate) fn note(&mut self, line: String) {
        writeln!(self.transcript, "{line}").unwrap();
        self.last_lines.push_back(line);
        if self.last_lines.len() > SHOWN {
            self.last_lines.pop_front();
        }
    }

    pub(crate) fn fail(&mut self, reason: &str) -> ! {
        let _ = self.transcript.flush();
        let lines: Vec<&str> = self.last_lines.iter().map(String::as_str).collect();
        let scale = self.known.scale;
        panic!("{}\n\n{reason}\n\nin {scale:?}", lines.join("\n"));
    }
}

/// A new file for what is said.
pub(crate) fn transcript(folder: &Path) -> BufWriter<File> {
    BufWriter::new(File::create(folder.join("transcript.txt")).unwrap())
}

/// The next thing to fall due, and its room.
pub(crate) fn next_due(rooms: &[Room]) -> Option<(i64, usize, Due)> {
    let dues = rooms.iter().enumerate().filter_map(|(index, room)| {
        let (at, due) = room.due()?;
        Some((at, index, due))
    });
    dues.min_by_key(|&(at, index, _)| (at, &rooms[index].name))
}

/// What falls due until then happens.
pub(crate) fn fall_due(known: &mut Known, until: i64) -> Vec<Expected> {
    let mut all = Vec::new();
    while let Some((at, index, due)) = next_due(&known.rooms).filter(|(at, ..)| *at <= until) {
        let happened = &mut known.happened;
        *match due {
            Due::Lapse => &mut happened.lapses,
            Due::Reminder { .. } => &mut happened.reminders,
            Due::Deadline => &mut happened.deadlines,
            Due::PauseEnds => &mut happened.pauses_over,
            Due::HolidayEnds(_) => &mut happened.holidays_over,
            Due::Question => &mut happened.questions,
            Due::Adjournment => &mut happened.adjournments,
        } += 1;
        let room = &mut known.rooms[index];
        let remind = match &room.state {
            State::Playing(game) => game.actor().person().and_then(|who| known.remind.get(who)),
            _ => None,
        };
        all.extend(room.fall_due(due, at, remind.copied().unwrap_or_default()));
        note_end(known, index);
    }
    all
}

/// Keeps a game that is over, or adjourned; the room is free then.
pub(crate) fn note_end(known: &mut Known, index: usize) {
    let room = &mut known.rooms[index];
    match std::mem::replace(&mut room.state, State::Free) {
        State::Over(finished) => known.finished.push(*finished),
        State::Adjourned(game) => {
            let number = known.replies.adjourned[&room.name];
            known.adjourned.push((number, *game));
        }
        state => room.state = state,
    }
}

pub(crate) fn gap(rooms: &mut [Room], from: i64, to: i64) {
    for room in rooms {
        room.gap(from, to);
    }
}
