//! What people say and what is answered: each reply once, in order, none left out; and the
//! reminders that stand.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::clock::Clock;
use super::console::Heard;
use super::room::{Expected, Room, State};
use super::world::{World, fall_due, gap, note_end};

/// Replies that may be delivered again after a kill.
const RECENT: usize = 200;

/// A reply: its number, its channel and its text.
pub(crate) type Reply = (u64, String, String);

/// What has been said.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Replies {
    /// Number of the last reply.
    pub(crate) last: u64,
    pub(crate) recent: VecDeque<(u64, String)>,
    /// The reminders that stand: number, channel, and when the turn began.
    pub(crate) reminders: Vec<(u64, String, Option<i64>)>,
    /// The number of the game that was adjourned last in each channel.
    pub(crate) adjourned: BTreeMap<String, u64>,
}

impl World {
    /// Says a line of a person about a room, as [`Self::command_at`] does.
    pub(crate) fn command(
        &mut self,
        index: usize,
        who: &str,
        text: &str,
        effect: impl Fn(&mut Room, i64) -> Expected,
    ) -> bool {
        self.command_at(&[index], who, text, |rooms, now| {
            vec![effect(&mut rooms[0], now)]
        })
    }

    /// Says a line of a person in the first of these rooms. `effect` tells what it does to them, and
    /// what is said: the answer, and what follows from it elsewhere. False if the program was killed
    /// before it did it.
    pub(crate) fn command_at(
        &mut self,
        indices: &[usize],
        who: &str,
        text: &str,
        effect: impl Fn(&mut [Room], i64) -> Vec<Expected>,
    ) -> bool {
        let index = indices[0];
        let line = format!("#{} {who}: {text}", self.known.rooms[index].name);
        let rooms = indices.iter().map(|&index| self.known.rooms[index].clone());
        let mut after: Vec<Room> = rooms.collect();
        let expected = effect(&mut after, self.known.now);
        let Some((answer, rest)) = expected.split_first() else {
            return true;
        };
        self.say(&line);
        let killed = self.is_killed();
        let from = self.known.now;
        let (back, mut heard) = if killed {
            let heard = self.kill();
            let back = from + self.down_time();
            (back, self.start_again(heard, back))
        } else {
            (from, self.hear())
        };
        // It may be said after the kill, with a later deadline.
        let fits = |one: &Expected, (_, room, text): &Reply| match killed {
            true => one.says(text) && one.room == *room,
            false => one.fits(room, text),
        };
        let answered = heard.iter().position(|reply| fits(answer, reply));
        let done = answered.is_some_and(|place| killed || place == 0);
        if done {
            heard.remove(answered.unwrap_or_default());
            for one in rest {
                match heard.iter().position(|reply| fits(one, reply)) {
                    Some(place) => drop(heard.remove(place)),
                    None => self.fail(&format!("{line}: expected {one:#?}, heard {heard:#?}")),
                }
            }
            for room in after {
                let index = room.index;
                self.known.rooms[index] = room;
                self.note_end(index);
            }
        } else if killed {
            self.known.done.repeated += 1;
        } else {
            self.fail(&format!("{line}: expected {answer:#?}, heard {heard:#?}"));
        }
        gap(&mut self.known.rooms, from, back);
        self.known.now = back;
        self.bot_turns(index, &mut heard, killed.then_some(from));
        let due = fall_due(&mut self.known, back);
        if pair(&due, &heard).is_none() {
            self.fail(&format!("{line}: expected {due:#?}, heard {heard:#?}"));
        }
        // After a kill a reminder may stand until everybody is told of the turn.
        if !killed && answer.tells_turn {
            self.check_reminders(index);
        }
        done
    }

    /// No reminder of an earlier turn stands in a room.
    fn check_reminders(&mut self, index: usize) {
        let room = &self.known.rooms[index];
        let turn = match &room.state {
            State::Playing(game) => game.clock.as_ref().and_then(Clock::since),
            _ => None,
        };
        let mut standing = self.known.replies.reminders.iter();
        if let Some(stale) = standing.find(|(_, at, begun)| *at == room.name && *begun != turn) {
            let stale = format!("reminder {stale:?} still stands");
            self.fail(&stale);
        }
    }

    /// The bot takes its turns; before or after the program was killed, if it was.
    pub(crate) fn bot_turns(&mut self, index: usize, heard: &mut Vec<Reply>, killed: Option<i64>) {
        while let State::Playing(game) = &self.known.rooms[index].state
            && game.actor().person().is_none()
            && !game.is_paused()
        {
            let name = &self.known.rooms[index].name;
            let Some(turn) = heard.iter().position(|(_, room, _)| room == name) else {
                self.fail(&format!("the bot has not moved in {name}"));
            };
            let (_, room, text) = heard.remove(turn);
            let actions = game.read_bot(&text);
            let now = self.known.now;
            let expected = self.known.rooms[index].act(&actions, now);
            if let State::Over(finished) = &mut self.known.rooms[index].state {
                finished.or_ended = killed;
            }
            self.note_end(index);
            let fits = match killed {
                None => expected.fits(&room, &text),
                // It may have been written before the kill, with an earlier deadline.
                Some(_) => expected.says(&text),
            };
            if !fits {
                self.fail(&format!("expected {expected:#?}, heard {text}"));
            }
        }
    }

    /// Keeps a game that is over.
    pub(crate) fn note_end(&mut self, index: usize) {
        note_end(&mut self.known, index);
    }

    /// A question that changes nothing. Returns the answer's text.
    pub(crate) fn ask(&mut self, room: &str, who: &str, text: &str) -> String {
        self.say(&format!("#{room} {who}: {text}"));
        let mut heard = self.hear();
        match heard.pop() {
            Some((_, place, text)) if heard.is_empty() && place == room => text,
            _ => self.fail(&format!("{text}: one answer was expected, heard {heard:?}")),
        }
    }

    /// The replies among what was heard, each once.
    pub(crate) fn sort(&mut self, heard: Vec<Heard>) -> Vec<Reply> {
        let mut replies = Vec::new();
        for one in heard {
            self.note(format!("    {one:?}"));
            match one {
                Heard::Answered => {}
                Heard::Removed(number) => {
                    let standing = &mut self.known.replies.reminders;
                    standing.retain(|(reminder, ..)| *reminder != number);
                }
                Heard::Reply(number, room, text) => {
                    let recent = &mut self.known.replies.recent;
                    if let Some((_, before)) = recent.iter().find(|(one, _)| *one == number) {
                        // It tells the deadline as it is then.
                        let same = without_deadline(before) == without_deadline(&text);
                        self.known.done.delivered_again += 1;
                        if !same {
                            self.fail(&format!("reply {number} has changed"));
                        }
                        continue;
                    }
                    recent.push_back((number, text.clone()));
                    if recent.len() > RECENT {
                        recent.pop_front();
                    }
                    if number != self.known.replies.last + 1 {
                        self.fail(&format!(
                            "reply {number} follows {}",
                            self.known.replies.last
                        ));
                    }
                    self.known.replies.last = number;
                    if is_reminder(&text) {
                        let standing = &mut self.known.replies.reminders;
                        standing.push((number, room.clone(), None));
                    }
                    if let Some(game) = adjourned(&text) {
                        self.note_adjourned(game, &room);
                    }
                    replies.push((number, room, text));
                }
            }
        }
        replies
    }

    /// Keeps the number by which an adjourned game is continued. It is given once.
    fn note_adjourned(&mut self, game: u64, room: &str) {
        let given = &mut self.known.replies.adjourned;
        if given.values().any(|one| *one == game) {
            self.fail(&format!("the number {game} is given again"));
        }
        given.insert(room.to_owned(), game);
    }

    /// Keeps the number of a reminder. No other one of the same turn stands.
    pub(crate) fn note_reminder(&mut self, reply: &Reply, expected: &Expected, alone: bool) {
        let Some(turn) = expected.reminds_in else {
            return;
        };
        let standing = &mut self.known.replies.reminders;
        // Turns of several games may begin at once, as when a holiday ends.
        let place = match &expected.about {
            Some(about) => format!("{} about {about}", expected.room),
            None => expected.room.clone(),
        };
        for (number, at, begun) in standing.iter_mut() {
            if *number == reply.0 {
                *begun = Some(turn);
                at.clone_from(&place);
            }
        }
        let same = |one: &&(u64, String, Option<i64>)| one.1 == place && one.2 == Some(turn);
        if alone && standing.iter().filter(same).count() > 1 {
            self.fail("an earlier reminder still stands");
        }
    }
}

fn is_reminder(text: &str) -> bool {
    text.contains(", it's your turn against ")
}

/// The number of the game that a reply adjourns.
fn adjourned(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("so I've put your game aside")?;
    let (_, number) = rest.split_once("`!resume ")?;
    number.split('`').next()?.parse().ok()
}

/// A text up to its deadline, or to why there is none.
fn without_deadline(text: &str) -> &str {
    let text = text.split("Deadline: ").next().unwrap_or(text);
    text.split(" is on holiday until").next().unwrap_or(text)
}

/// Which reply fits which expectation, if each fits one. Their order does not matter.
pub(crate) fn pair(expected: &[Expected], heard: &[Reply]) -> Option<Vec<(usize, usize)>> {
    if expected.len() != heard.len() {
        return None;
    }
    let mut open: Vec<usize> = (0..expected.len()).collect();
    let mut pairs = Vec::new();
    for (index, (_, room, text)) in heard.iter().enumerate() {
        let at = open
            .iter()
            .position(|&one| expected[one].fits(room, text))?;
        pairs.push((index, open.remove(at)));
    }
    Some(pairs)
}
