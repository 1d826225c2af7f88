//! Reactions that stand for choices, and the bot's own messages under which they are.

use std::collections::{HashMap, VecDeque};
use std::num::NonZeroU32;
use std::sync::Mutex;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use matrix_sdk::ruma::{EventId, OwnedEventId};

use crate::host::RenderedChoice;
use crate::lock::lock;
use crate::session::{Sign, TableKey};

/// Messages of the bot that are remembered: only until the database knows that they were sent.
const MAX_MESSAGES: usize = 1000;

/// The rate limit of lookups of reactions' messages.
const LOOKUPS: Quota = Quota::per_second(NonZeroU32::MIN).allow_burst(BURST);
const BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);

/// The bot's latest messages: which reply each shows, and at which table.
#[derive(Debug)]
pub(super) struct OwnMessages {
    messages: Mutex<Messages>,
    lookups: DefaultDirectRateLimiter,
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
            lookups: RateLimiter::direct(LOOKUPS),
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
        if order.len() > MAX_MESSAGES
            && let Some(oldest) = order.pop_front()
        {
            shows.remove(&oldest);
        }
    }

    pub(super) fn get(&self, message: &EventId) -> Option<(TableKey, i64)> {
        lock(&self.messages).shows.get(message).cloned()
    }

    /// Whether another message may be looked up.
    pub(super) fn may_look_up(&self) -> bool {
        self.lookups.check().is_ok()
    }
}

/// Choices that are offered as reactions: more would be a wall, and there are no more keycap emoji.
pub(super) const MOST: usize = 10;

/// The emoji of signs that are no numbers.
const WORDS: [(&str, Sign); 4] = [
    ("✅", Sign::Yes),
    ("❌", Sign::No),
    ("➡️", Sign::More),
    ("↩️", Sign::Back),
];

/// The keycap emoji, from 1.
const NUMBERS: [&str; MOST] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"];

/// The variation selector for emoji, which some clients leave out.
const EMOJI_STYLE: char = '\u{FE0F}';

/// Whether choices are offered as reactions: not if too many have a number.
pub(super) fn are_offered(choices: &[RenderedChoice]) -> bool {
    let numbered = choices
        .iter()
        .filter(|choice| matches!(choice.sign, Sign::Number(_)));
    numbered.count() <= MOST
}

/// The reaction that stands for a choice.
pub(super) fn emoji(sign: Sign) -> Option<&'static str> {
    match sign {
        Sign::Number(number) => NUMBERS.get(number.checked_sub(1)?).copied(),
        sign => WORDS
            .iter()
            .find(|(_, one)| *one == sign)
            .map(|(emoji, _)| *emoji),
    }
}

/// What a reaction stands for.
pub(super) fn sign_of(key: &str) -> Option<Sign> {
    let bare = |text: &str| text.replace(EMOJI_STYLE, "");
    let key = bare(key);
    let number = (1..).zip(NUMBERS).find(|(_, emoji)| bare(emoji) == key);
    number.map(|(number, _)| Sign::Number(number)).or_else(|| {
        WORDS
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
        let last = MAX_MESSAGES as i64;
        for number in 0..=last {
            said.put(id(number), (TableKey::channel("matrix", "!a:b.c"), number));
        }
        assert_eq!(said.get(&id(0)), None);
        for number in [1, last] {
            assert_eq!(said.get(&id(number)).unwrap().1, number);
        }
        assert_eq!(lock(&said.messages).shows.len(), MAX_MESSAGES);
    }

    #[test]
    fn reactions_are_read_as_they_are_sent() {
        let signs =
            (1..=MOST)
                .map(Sign::Number)
                .chain([Sign::Yes, Sign::No, Sign::More, Sign::Back]);
        for sign in signs {
            let emoji = emoji(sign).unwrap();
            assert_eq!(sign_of(emoji), Some(sign));
            // Some clients leave out the variation selector.
            assert_eq!(sign_of(&emoji.replace(EMOJI_STYLE, "")), Some(sign));
        }
        assert_eq!(emoji(Sign::Number(0)), None);
        assert_eq!(emoji(Sign::Number(11)), None);
        for key in ["", "👍", "1", "❤️"] {
            assert_eq!(sign_of(key), None, "{key}");
        }
    }
}
