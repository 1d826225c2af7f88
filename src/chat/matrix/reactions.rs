//! The reactions that stand for choices, and the messages of the bot's own that they stand under.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroU32;
use std::sync::Mutex;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use matrix_sdk::ruma::{EventId, OwnedEventId};

use crate::lock::lock;
use crate::session::{Sign, TableKey};

/// Messages of the bot that are remembered. It only has to bridge the time between the sync that
/// shows a message and the note in the database that it was sent.
const REMEMBERED: usize = 1000;

/// So often in a second the server is asked whose message it is that somebody reacted to, and so
/// often at once.
const LOOK_UPS: Quota = Quota::per_second(NonZeroU32::MIN).allow_burst(BURST);
const BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);

/// What the bot has said of late: which reply each message shows, and at which table.
#[derive(Debug)]
pub(super) struct OwnMessages {
    messages: Mutex<Messages>,
    look_ups: DefaultDirectRateLimiter,
}

#[derive(Debug, Default)]
struct Messages {
    shows: HashMap<OwnedEventId, (TableKey, i64)>,
    /// The oldest first.
    order: VecDeque<OwnedEventId>,
}

impl Default for OwnMessages {
    fn default() -> Self {
        Self {
            messages: Mutex::default(),
            look_ups: RateLimiter::direct(LOOK_UPS),
        }
    }
}

impl OwnMessages {
    /// Remembers a message.
    pub(super) fn put(&self, message: OwnedEventId, shown: (TableKey, i64)) {
        let Messages { shows, order } = &mut *lock(&self.messages);
        if shows.insert(message.clone(), shown).is_none() {
            order.push_back(message);
        }
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            shows.remove(&oldest);
        }
    }

    pub(super) fn get(&self, message: &EventId) -> Option<(TableKey, i64)> {
        lock(&self.messages).shows.get(message).cloned()
    }

    /// Whether the server may be asked about another message.
    pub(super) fn may_ask(&self) -> bool {
        self.look_ups.check().is_ok()
    }
}

/// Most choices that are offered as reactions: more would be a wall, and there are no more keys
/// with numbers on them.
pub(super) const MOST: usize = 10;

/// Yes and no.
const YES_NO: [(&str, Sign); 2] = [("✅", Sign::Yes), ("❌", Sign::No)];

/// The keys with numbers, from 1.
const NUMBERS: [&str; MOST] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"];

/// Marks an emoji as a picture; some clients leave it out.
const AS_PICTURE: char = '\u{FE0F}';

/// The reaction that stands for a choice.
pub(super) fn emoji(sign: Sign) -> Option<&'static str> {
    match sign {
        Sign::Number(number) => NUMBERS.get(number.checked_sub(1)?).copied(),
        sign => YES_NO
            .iter()
            .find(|(_, one)| *one == sign)
            .map(|(emoji, _)| *emoji),
    }
}

/// What a reaction stands for.
pub(super) fn sign_of(key: &str) -> Option<Sign> {
    let bare = |text: &str| text.replace(AS_PICTURE, "");
    let key = bare(key);
    let number = (1..).zip(NUMBERS).find(|(_, emoji)| bare(emoji) == key);
    number.map(|(number, _)| Sign::Number(number)).or_else(|| {
        YES_NO
            .iter()
            .find(|(emoji, _)| bare(emoji) == key)
            .map(|(_, sign)| *sign)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_messages_are_remembered() {
        let said = OwnMessages::default();
        let id = |number: i64| OwnedEventId::try_from(format!("$event{number}")).unwrap();
        let last = REMEMBERED as i64;
        for number in 0..=last {
            said.put(id(number), (TableKey::channel("matrix", "!a:b.c"), number));
        }
        assert_eq!(said.get(&id(0)), None);
        for number in [1, last] {
            assert_eq!(said.get(&id(number)).unwrap().1, number);
        }
        assert_eq!(lock(&said.messages).shows.len(), REMEMBERED);
    }

    #[test]
    fn reactions_are_read_as_they_are_put() {
        let signs = (1..=MOST).map(Sign::Number).chain([Sign::Yes, Sign::No]);
        for sign in signs {
            let emoji = emoji(sign).unwrap();
            assert_eq!(sign_of(emoji), Some(sign));
            // Some clients leave the mark out that makes a picture of it.
            assert_eq!(sign_of(&emoji.replace(AS_PICTURE, "")), Some(sign));
        }
        assert_eq!(emoji(Sign::Number(0)), None);
        assert_eq!(emoji(Sign::Number(11)), None);
        for key in ["", "👍", "1", "❤️"] {
            assert_eq!(sign_of(key), None, "{key}");
        }
    }
}
