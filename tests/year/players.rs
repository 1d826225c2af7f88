//! What the simulated players do: challenge, think, play, and whatever else people do.

use proptest::prelude::RngExt;
use ringleader::game::{Action, Color, Stage};

use super::clock::{Control, DAY, short, span};
use super::game::{Ending, Game, Offer, Seat};
use super::holidays::near_new_year;
use super::play;
use super::room::{Expected, Remind, State};
use super::world::World;

pub(crate) const MINUTE: i64 = 60;
pub(crate) const HOUR: i64 = 3600;

/// Most time that anybody is given, so that nobody has more than 60 days.
const MOST_LEFT: i64 = 30 * DAY;

impl World {
    pub(crate) fn chance(&mut self, one: u32, of: u32) -> bool {
        self.random.random_ratio(one, of)
    }

    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        self.random.random_range(least..=most)
    }

    pub(crate) fn sleep(&mut self, index: usize, seconds: i64) {
        let now = self.known.now;
        self.known.rooms[index].wake = now.saturating_add(seconds);
    }

    /// A player does something.
    pub(crate) fn wake(&mut self, index: usize) {
        self.known.rooms[index].wake = i64::MAX;
        match self.known.rooms[index].state.clone() {
            State::Free | State::Over(_) | State::Adjourned(_) => {}
            State::Challenge {
                by,
                other,
                named,
                terms,
                ..
            } => self.answer_challenge(index, &by, &other, named, &terms),
            State::Playing(game) => self.play_on(index, &game),
        }
    }

    /// When somebody does something next. It may be too late.
    pub(crate) fn plan(&mut self, index: usize) {
        let now = self.known.now;
        let silent = self.chance(1, 30);
        let wait = match &self.known.rooms[index].state {
            State::Free | State::Over(_) | State::Adjourned(_) => i64::MAX,
            // Again, after a kill.
            State::Challenge { .. } => 1,
            State::Playing(game) if game.is_paused() => {
                let most = [HOUR, 5 * DAY, 60 * DAY][self.random.random_range(0..3_usize)];
                self.between(1, most)
            }
            State::Playing(game) if game.offer.is_some() => self.between(1, 5 * MINUTE),
            State::Playing(game) => {
                let left = match &game.clock {
                    Some(clock) => clock.left(game.position.actor(), now),
                    None if silent => 80 * DAY,
                    None => 3 * DAY,
                };
                let part = match game.terms.control {
                    Some(Control::Fischer(..)) => left / 12,
                    _ => left,
                };
                match self.random.random_range(0..100) {
                    // Forgotten.
                    0 => left + DAY,
                    1..=4 => self.between(0, left + left / 20),
                    // The very second.
                    5 => left,
                    6 => left - 1,
                    _ => {
                        let x = f64::from(self.random.random_range(0..1000_u32)) / 1000.0;
                        (part as f64 * x.powi(4)) as i64
                    }
                }
            }
        };
        self.sleep(index, wait.max(0));
    }

    fn play_on(&mut self, index: usize, game: &Game) {
        let colors = Color::ALL.map(|color| (color, &game.terms.seats[color.index()]));
        let people: Vec<(Color, String)> = colors
            .into_iter()
            .filter_map(|(color, seat)| Some((color, seat.person()?.clone())))
            .collect();
        let (color, who) = people[self.random.random_range(0..people.len())].clone();
        let two = people.len() == 2;
        let tired = game.actions.len() >= game.length;
        if game.is_paused() {
            self.resume(index, game, color, &who);
        } else if game.silence.is_some_and(|one| one.asked) && self.chance(1, 2) {
            let told = format!("{who} is still playing.");
            self.command(index, &who, "!keep", |room, now| {
                room.game().stir(now);
                room.with_turn(vec![told.clone()])
            });
        } else if let Some((by, offer)) = game.offer
            && self.chance(3, 4)
        {
            let other = game.terms.seats[(!by).index()].shown();
            self.answer_offer(index, &other, by, offer);
        } else {
            match self.random.random_range(0..200) {
                24..=25 => self.holiday(index, &who),
                26..=45 if near_new_year(self.known.now) => self.holiday(index, &who),
                0 => self.resign(index, color, &who),
                _ if tired && self.chance(2, 3) => self.resign(index, color, &who),
                _ if tired && two && game.offer.is_none() => {
                    self.offer(index, color, &who, Offer::Draw);
                }
                1..=3 if two && game.offer.is_none() => {
                    self.offer(index, color, &who, Offer::Draw);
                }
                4..=8 if game.offer.is_none() && game.before_turn_of(color).is_some() => {
                    self.undo(index, color, &who, two);
                }
                9..=12 if two && game.offer.is_none() && game.clock.is_some() => {
                    self.offer(index, color, &who, Offer::Pause);
                }
                13..=16 => self.give(index, game, color, &who),
                17..=22 => self.intrude(index, game),
                23 => self.set_reminders(index, &who),
                _ => self.take_turn(index, game),
            }
        }
        self.plan(index);
    }

    /// Somebody would like to end a pause, or answers to that.
    fn resume(&mut self, index: usize, game: &Game, color: Color, who: &str) {
        match game.offer {
            Some((by, offer)) if by != color && self.chance(3, 4) => {
                self.answer_offer(index, who, by, offer);
            }
            Some((by, _)) if by == color && game.asks_to_resume(color) => {
                self.command(index, who, "!resume", |room, _| {
                    room.expect(vec!["You've already asked ".to_owned()])
                });
            }
            Some(_) if game.asks_to_resume(color) => {
                self.command(index, who, "!resume", |room, _| {
                    room.expect(vec![" asked you first: ".to_owned()])
                });
            }
            None if game.asks_to_resume(color) => {
                self.offer(index, color, who, Offer::Resume);
            }
            _ => {
                let told = format!("{who} resumed the game.");
                self.command(index, who, "!resume", |room, now| {
                    room.game().resume(now);
                    room.with_turn(vec![told.clone()])
                });
            }
        }
    }

    fn resign(&mut self, index: usize, color: Color, who: &str) {
        self.command(index, who, "!resign yes", |room, now| {
            let parts = room.end(Ending::Resigned(color), now);
            room.expect(parts)
        });
    }

    fn offer(&mut self, index: usize, color: Color, who: &str, offer: Offer) {
        let (line, told) = match offer {
            Offer::Draw => ("!draw", "offers a draw."),
            Offer::Undo => ("!undo", "would like to take back"),
            Offer::Pause => ("!pause", "would like to pause the clock."),
            Offer::Resume => ("!resume", "would like to continue."),
        };
        let told = format!("{who} {told}");
        self.command(index, who, line, |room, now| {
            room.game().stir(now);
            room.game().offer = Some((color, offer));
            room.with_turn(vec![told.clone()])
        });
    }

    fn undo(&mut self, index: usize, color: Color, who: &str, two: bool) {
        if two {
            return self.offer(index, color, who, Offer::Undo);
        }
        let told = format!("{who} took back the last turn");
        self.command(index, who, "!undo", |room, now| {
            room.game().stir(now);
            room.game().take_back(color, now);
            room.with_turn(vec![told.clone()])
        });
    }

    fn answer_offer(&mut self, index: usize, other: &str, by: Color, offer: Offer) {
        if self.chance(2, 5) {
            let told = match offer {
                Offer::Draw => "declined the draw.",
                Offer::Undo => "would rather not take that back.",
                Offer::Pause => "would rather not pause.",
                Offer::Resume => "would rather not continue yet.",
            };
            let told = format!("{other} {told}");
            self.command(index, other, "!decline", |room, now| {
                room.game().stir(now);
                room.game().offer = None;
                room.with_turn(vec![told.clone()])
            });
            return;
        }
        self.command(index, other, "!accept", |room, now| {
            room.game().stir(now);
            room.game().offer = None;
            match offer {
                Offer::Draw => {
                    let parts = room.end(Ending::Agreed, now);
                    room.expect(parts)
                }
                Offer::Undo => {
                    room.game().take_back(by, now);
                    room.with_turn(vec!["took back the last turn".to_owned()])
                }
                Offer::Pause => {
                    if let Some(clock) = &mut room.game().clock {
                        clock.stop_for_pause(now);
                    }
                    room.with_turn(Vec::new())
                }
                Offer::Resume => {
                    room.game().resume(now);
                    room.with_turn(vec![format!("{other} resumed the game.")])
                }
            }
        });
    }

    /// A player gives the other one time.
    fn give(&mut self, index: usize, game: &Game, color: Color, who: &str) {
        let most = match &game.clock {
            Some(clock) => MOST_LEFT - clock.left(!color, self.known.now),
            None => return,
        };
        let seconds = [MINUTE, 90, HOUR, DAY][self.random.random_range(0..4_usize)];
        if seconds > most {
            return;
        }
        let line = format!("!give-time {}", span(seconds));
        self.command(index, who, &line, |room, now| {
            let game = room.game();
            let mut parts = vec![format!("{who} gives ")];
            if let Some(clock) = &mut game.clock {
                clock.give(!color, seconds, now);
                let left = short(clock.left(!color, now));
                parts.push(format!("{} more: {left} left.", span(seconds)));
            }
            room.expect(parts)
        });
    }

    /// A person wants to be reminded elsewhere.
    fn set_reminders(&mut self, index: usize, who: &str) {
        let (word, remind) = [
            ("off", Remind::Off),
            ("channel", Remind::Channel),
            ("private", Remind::Private),
        ][self.random.random_range(0..3_usize)];
        let line = format!("!remind {word}");
        if self.command(index, who, &line, |room, _| {
            room.expect(vec!["remind you".to_owned()])
        }) {
            self.known.remind.insert(who.to_owned(), remind);
        }
    }

    /// Somebody says what changes nothing.
    fn intrude(&mut self, index: usize, game: &Game) {
        let watching = "you're watching";
        let actor = game.position.actor();
        let people: Vec<&String> = game.people().collect();
        let idle = game.terms.seats[(!actor).index()].person();
        let (who, line, told): (&str, _, _) = match (self.random.random_range(0..6), idle) {
            (0, _) => ("reader", "!resign yes", watching),
            (1, _) => ("reader", "!give-time 1d", watching),
            (2, _) if people.len() == 2 => (people[0].as_str(), "!abort", "is still here"),
            (2, _) => (people[0].as_str(), "!abort", "I'm not going anywhere!"),
            (3, Some(idle)) => (idle.as_str(), "!place F6", "turn"),
            _ => return self.ask_status(index),
        };
        self.command(index, who, line, |room, _| {
            room.expect(vec![told.to_owned()])
        });
    }

    /// Somebody asks how things stand.
    fn ask_status(&mut self, index: usize) {
        self.command(index, "reader", "!status", |room, now| {
            let mut parts = vec!["so far.".to_owned()];
            if let Some(clock) = &room.game().clock {
                let left = |color| short(clock.left(color, now));
                let (white, black) = (left(Color::White), left(Color::Black));
                parts.push(format!("Time left: white {white}, black {black} ("));
            }
            room.with_turn(parts)
        });
    }

    /// The actor decides, the whole turn or a part of it.
    fn take_turn(&mut self, index: usize, game: &Game) {
        let Seat::Person(who) = game.actor() else {
            return;
        };
        let (mut position, actor) = (game.position, game.position.actor());
        let mut actions: Vec<Action> = Vec::new();
        while position.stage() != Stage::Over && position.actor() == actor {
            let Some(action) = play::choose(&position, &mut self.random) else {
                break;
            };
            actions.push(action);
            position = position.play(action).unwrap();
            if self.chance(1, 8) {
                break;
            }
        }
        let said: Vec<String> = actions.iter().map(Action::to_string).collect();
        let line = format!("!{}", said.join(", "));
        self.command(index, who, &line, |room, now| -> Expected {
            room.act(&actions, now)
        });
    }
}
