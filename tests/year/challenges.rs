//! Who challenges whom to what, and what comes of it.

use proptest::prelude::RngExt;
use ringleader::game::{Color, Variant};

use super::clock::{Control, DAY, time_words};
use super::game::{Game, Seat, Terms};
use super::players::{HOUR, MINUTE};
use super::room::{Room, State};
use super::world::World;

/// Servers with channels. Ratings are of one server.
pub(crate) const SERVERS: [&str; 2] = ["north", "south"];

/// Channels that are free at least.
const FREE_ROOMS: usize = 10;

/// The most games that a person has at a time; the bot's limit is five higher.
const MOST_GAMES: usize = 25;

/// What is played for. Twice as often without a clock.
const CONTROLS: [Option<Control>; 22] = [
    None,
    None,
    Some(Control::PerMove(MINUTE)),
    Some(Control::PerMove(2 * MINUTE)),
    Some(Control::PerMove(3 * MINUTE)),
    Some(Control::PerMove(5 * MINUTE)),
    Some(Control::PerMove(20 * MINUTE)),
    Some(Control::PerMove(HOUR)),
    Some(Control::PerMove(8 * HOUR)),
    Some(Control::PerMove(DAY)),
    Some(Control::PerMove(36 * HOUR)),
    Some(Control::PerMove(3 * DAY)),
    Some(Control::PerMove(7 * DAY)),
    Some(Control::PerMove(30 * DAY)),
    Some(Control::Fischer(MINUTE, 0)),
    Some(Control::Fischer(3 * MINUTE, 2)),
    Some(Control::Fischer(10 * MINUTE, 5)),
    Some(Control::Fischer(15 * MINUTE, 10)),
    Some(Control::Fischer(HOUR, 30)),
    Some(Control::Fischer(DAY, HOUR)),
    Some(Control::Fischer(5 * DAY, 12 * HOUR)),
    Some(Control::Fischer(30 * DAY, DAY)),
];

impl World {
    /// A person who has room for another game.
    fn person(&mut self) -> String {
        loop {
            let number = self.random.random_range(0..self.known.scale.players);
            let name = format!("p{number:03}");
            let plays = |room: &&Room| match &room.state {
                State::Playing(game) => game.color_of(&name).is_some(),
                _ => false,
            };
            if self.known.rooms.iter().filter(plays).count() < MOST_GAMES {
                return name;
            }
        }
    }

    /// A free channel, a new one if there are few.
    fn free_room(&mut self) -> usize {
        let rooms = &self.known.rooms;
        let is_free = |index: &usize| matches!(rooms[*index].state, State::Free);
        let free: Vec<usize> = (0..rooms.len()).filter(is_free).collect();
        if free.len() > FREE_ROOMS {
            return free[self.random.random_range(0..free.len())];
        }
        let index = rooms.len();
        let server = SERVERS[index % SERVERS.len()];
        let name = format!("{server}/r{index:04}");
        self.known.rooms.push(Room::new(index, server, &name));
        index
    }

    /// Somebody continues an adjourned game at a free table.
    fn continue_game(&mut self) {
        let place = self.random.random_range(0..self.known.adjourned.len());
        let (number, game) = self.known.adjourned[place].clone();
        let people: Vec<String> = game.people().cloned().collect();
        let who = people[self.random.random_range(0..people.len())].clone();
        let theirs = |(_, game): &&(u64, Game)| game.color_of(&who).is_some();
        let all = self.known.adjourned.iter().filter(theirs).count();
        let line = match all {
            1 if self.chance(1, 2) => "!resume".to_owned(),
            _ => format!("!resume {number}"),
        };
        let index = self.free_room();
        let told = format!("{who} continues the game against ");
        let done = self.command(index, &who, &line, |room, now| {
            let mut game = game.clone();
            game.stir(now);
            room.state = State::Playing(Box::new(game));
            room.with_turn(vec![told.clone()])
        });
        if done {
            self.known.done.continued += 1;
            self.known.adjourned.remove(place);
        }
        self.plan(index);
    }

    /// Somebody challenges somebody, or the bot.
    pub(crate) fn new_game(&mut self) {
        if !self.known.adjourned.is_empty() && self.chance(1, 10) {
            return self.continue_game();
        }
        let index = self.free_room();
        let by = self.person();
        let other = loop {
            let other = self.person();
            if other != by {
                break other;
            }
        };
        let control = CONTROLS[self.random.random_range(0..CONTROLS.len())];
        let variant = match self.chance(1, 3) {
            true => Variant::Blitz,
            false => Variant::Normal,
        };
        let color = Color::ALL[self.random.random_range(0..2_usize)];
        let time = control.map_or("untimed".to_owned(), Control::text);
        let mut words = vec![time, variant.to_string(), color.to_string()];
        let weekends_off = control.is_some() && self.chance(1, 5);
        if weekends_off {
            words.push("weekends-off".to_owned());
        }
        if self.chance(1, 8) {
            let level = self.random.random_range(1..=2_u8);
            words.push(level.to_string());
            let mut seats = [Seat::Person(by.clone()), Seat::Bot(level)];
            seats.rotate_left(color.index());
            let terms = Terms {
                seats,
                variant,
                rated: false,
                control,
                weekends_off,
            };
            let length = self.length();
            let line = format!("!play {}", words.join(" "));
            self.command(index, &by, &line, |room, now| {
                room.begin(terms.clone(), length, now);
                room.with_turn(vec!["game begins".to_owned()])
            });
            return self.plan(index);
        }
        let rated = self.chance(3, 4);
        words.push(if rated { "rated" } else { "casual" }.to_owned());
        let open = self.chance(1, 10);
        words.push(match open {
            true => "anyone".to_owned(),
            false => format!("@{other}"),
        });
        let first = self.random.random_range(0..words.len());
        words.rotate_left(first);
        let mut seats = [Seat::Person(by.clone()), Seat::Person(other.clone())];
        seats.rotate_left(color.index());
        let terms = Terms {
            seats,
            variant,
            rated,
            control,
            weekends_off,
        };
        let line = format!("!challenge {}", words.join(" "));
        self.command(index, &by, &line, |room, now| {
            let to = (!open).then(|| other.clone());
            let told = match &to {
                Some(to) => format!("{by} challenges @{to} to a "),
                None => format!("{by} is looking for an opponent: a "),
            };
            room.state = State::Challenge {
                by: by.clone(),
                other: other.clone(),
                named: !open,
                terms: terms.clone(),
                expires: now + DAY,
            };
            room.expect(vec![told, time_words(control)])
        });
        let most = [5 * MINUTE, 6 * HOUR, 30 * HOUR][self.random.random_range(0..3_usize)];
        let wait = self.between(1, most);
        self.sleep(index, wait);
    }

    /// Actions after which somebody has had enough.
    fn length(&mut self) -> usize {
        match self.random.random_range(0..10) {
            0 => self.random.random_range(0..4),
            1..=4 => self.random.random_range(4..24),
            5..=7 => self.random.random_range(24..50),
            _ => 200,
        }
    }

    pub(crate) fn answer_challenge(
        &mut self,
        index: usize,
        by: &str,
        to: &str,
        named: bool,
        terms: &Terms,
    ) {
        match self.random.random_range(0..20) {
            0 if named => {
                let told = format!("@{by}, {to} declined your challenge.");
                self.command(index, to, "!decline", |room, _| {
                    room.state = State::Free;
                    room.expect(vec![told.clone()])
                });
            }
            1 => {
                let told = format!("{by} took the challenge back.");
                self.command(index, by, "!withdraw", |room, _| {
                    room.state = State::Free;
                    room.expect(vec![told.clone()])
                });
            }
            2 => return,
            _ => {
                let length = self.length();
                let [white, black] = [0, 1].map(|color| terms.seats[color].shown());
                let away = self.both_away([&white, &black]);
                self.command_at(&[index], to, "!accept", |rooms, now| {
                    let room = &mut rooms[0];
                    room.begin(terms.clone(), length, now);
                    let mut all = vec![room.with_turn(vec![
                        format!("{to} accepted {by}'s challenge."),
                        format!("game begins: {white} (white) against {black} (black)."),
                    ])];
                    if room.game().has_holidays() && !away.is_empty() {
                        all.push(room.begin_holidays(&away, now));
                    }
                    all
                });
            }
        }
        self.plan(index);
    }
}
