//! What is said: each reply once, in order, none left out; and the reminders that stand.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::console::Heard;
use super::room::Expected;
use super::world::World;

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
}

impl World {
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
                        let same = *before == text;
                        self.known.counts.delivered_again += 1;
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
                    if text.contains(", it's your turn against ") {
                        let standing = &mut self.known.replies.reminders;
                        standing.push((number, room.clone(), None));
                    }
                    replies.push((number, room, text));
                }
            }
        }
        replies
    }

    /// Keeps the number of a reminder. No other one of the same turn stands.
    pub(crate) fn note_reminder(&mut self, reply: &Reply, expected: &Expected, alone: bool) {
        let Some(turn) = expected.reminds_in else {
            return;
        };
        let standing = &mut self.known.replies.reminders;
        for (number, _, begun) in standing.iter_mut() {
            if *number == reply.0 {
                *begun = Some(turn);
            }
        }
        let same =
            |one: &&(u64, String, Option<i64>)| one.1 == expected.room && one.2 == Some(turn);
        if alone && standing.iter().filter(same).count() > 1 {
            self.fail("an earlier reminder still stands");
        }
    }
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
