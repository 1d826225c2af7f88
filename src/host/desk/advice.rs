//! What a table asks the engine; and hints: who waits for one, and what is said until it comes.

use std::sync::Arc;

use super::{Author, Cause, Circumstances, Clerk, Handled, InHand};
use crate::host::think::{self, Question, Wish};
use crate::host::{Incoming, Shared};
use crate::lock::lock;
use crate::session::{Arg, Person, Phrase, Reply, Trigger};
use crate::store::{HostEvent, ReplyTarget, StoreError};

/// What the engine was asked about a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// For the bot's turn at this version.
    Turn(u64),
    /// For the hint that the entry with this number wishes, at this version.
    Hint(u64, u64),
}

/// Somebody who waits for a hint or a review. It is not kept over a restart: the answer is then
/// for the table.
#[derive(Clone)]
pub(super) struct Advised {
    pub(super) person: Person,
    /// The platform's message, or whatever else the person said, that is answered.
    pub(super) reply_target: ReplyTarget,
    pub(super) language: Option<String>,
    /// Number of the entry that asks.
    number: u64,
    /// Lets the person ask again when it is dropped.
    _one: Arc<One>,
}

impl Advised {
    /// Whoever asks by what comes in.
    pub(super) fn new(incoming: &Incoming, number: u64, one: One) -> Self {
        Self {
            person: incoming.author.clone(),
            reply_target: incoming
                .reply_target
                .clone()
                .unwrap_or_else(|| incoming.event.clone().into()),
            language: incoming.language.clone(),
            number,
            _one: Arc::new(one),
        }
    }
}

/// The one hint, or the one review, that a person may wait for.
pub(super) struct One {
    shared: Arc<Shared>,
    who: (&'static str, String, String),
}

impl One {
    /// `None` if the person waits for one already, at whatever table of the platform.
    pub(super) fn of(
        shared: &Arc<Shared>,
        what: &'static str,
        platform: &str,
        person: &Person,
    ) -> Option<Self> {
        let who = (what, platform.to_owned(), person.id.clone());
        let mut advised = lock(&shared.advised);
        advised.insert(who.clone()).then(|| Self {
            shared: Arc::clone(shared),
            who,
        })
    }
}

impl Drop for One {
    fn drop(&mut self) {
        let advised = &self.shared.advised;
        let mut advised = lock(advised);
        advised.remove(&self.who);
    }
}

impl Clerk {
    /// Asks the engine, if the table waits for it and it was not asked yet.
    pub(super) async fn ask_engine(&mut self, in_hand: &InHand) -> Result<(), StoreError> {
        let asked = self.ask_about_game(in_hand).await;
        self.begin_review(in_hand).await?;
        asked
    }

    /// Asks about the game that is played.
    async fn ask_about_game(&mut self, in_hand: &InHand) -> Result<(), StoreError> {
        let Some(table) = &self.table else {
            return Ok(());
        };
        let Some(game) = table.running() else {
            return Ok(());
        };
        let version = table.version();
        let (asked, wish) = match (game.hint(), table.bot_decides()) {
            (Some(hint), _) => (Asked::Hint(hint.number, version), Wish::Hint),
            (None, Some(level)) => (Asked::Turn(version), Wish::Turn(level)),
            (None, None) => return Ok(()),
        };
        if self.asked == Some(asked) {
            return Ok(());
        }
        self.asked = Some(asked);
        let players: Vec<&str> = game
            .seats()
            .iter()
            .filter_map(|seat| Some(seat.person()?.id.as_str()))
            .collect();
        let question = Question {
            table: self.key.clone(),
            owner: format!("{}:{}", self.key.platform, players.join(" ")),
            position: *game.position(),
            wish,
            version,
            current: Arc::clone(&self.version),
            thoughts: Arc::clone(&self.thoughts),
        };
        let place = think::ask(&self.shared, question, in_hand.another());
        match asked {
            Asked::Hint(number, _) if place > 0 => self.tell_place(number, place, in_hand).await,
            Asked::Hint(..) | Asked::Turn(_) => Ok(()),
        }
    }

    /// A person asks for a hint.
    pub(super) async fn wish_for_hint(
        &mut self,
        trigger: &Trigger,
        incoming: &Incoming,
        cause: &Cause<'_>,
        in_hand: &InHand,
    ) -> Result<Handled, StoreError> {
        let person = &incoming.author;
        let Some(one) = One::of(&self.shared, "hint", &self.key.platform, person) else {
            let refusal = Phrase::new("hint-under-way").into();
            return self.refuse(refusal, cause, in_hand).await;
        };
        let number = self.table().await?.next();
        let before = self.advised.replace(Advised::new(incoming, number, one));
        let handled = self.follow(trigger, cause, in_hand).await;
        if !self.waits_for_hint() {
            self.advised = before;
        }
        handled
    }

    /// Whether the hint that is known to be wished for still is.
    fn waits_for_hint(&self) -> bool {
        let game = self.table.as_ref().and_then(|table| table.running());
        let wish = game.and_then(|game| game.hint());
        match (wish, &self.advised) {
            (Some(wish), Some(advised)) => wish.number == advised.number,
            _ => false,
        }
    }

    /// After something has happened at the table: whoever waits for a hint that nobody needs any
    /// more is told.
    pub(super) async fn look_after_hint(
        &mut self,
        cause: &Cause<'_>,
        in_hand: &InHand,
    ) -> Result<(), StoreError> {
        if self.waits_for_hint() {
            return Ok(());
        }
        let Some(advised) = self.advised.take() else {
            return Ok(());
        };
        if cause.author == Author::Engine {
            return Ok(());
        }
        let phrase = Phrase::new("hint-late").with("hint", Arg::command("hint"));
        let event = HostEvent::HintLate.id(advised.number);
        self.whisper(advised, event, phrase, in_hand).await
    }

    /// Tells the person who waits for a hint how many go before.
    async fn tell_place(
        &mut self,
        number: u64,
        place: usize,
        in_hand: &InHand,
    ) -> Result<(), StoreError> {
        let Some(advised) = self.advised.clone() else {
            return Ok(());
        };
        let phrase = Phrase::new("hint-waits").with("place", place);
        let event = HostEvent::HintWaits.id(number);
        self.whisper(advised, event, phrase, in_hand).await
    }

    async fn whisper(
        &mut self,
        advised: Advised,
        event: String,
        phrase: Phrase,
        in_hand: &InHand,
    ) -> Result<(), StoreError> {
        let reply = Reply {
            only_for: Some(advised.person.clone()),
            ..Reply::say(phrase)
        };
        self.tell(Some(advised), event, reply, in_hand).await
    }

    /// Says something by itself, to whoever asked for what it is about.
    pub(super) async fn tell(
        &mut self,
        to: Option<Advised>,
        event: String,
        reply: Reply,
        in_hand: &InHand,
    ) -> Result<(), StoreError> {
        let cause = Cause {
            author: Author::Engine,
            event,
            incoming: None,
            version: None,
            to,
            found: Circumstances::default(),
        };
        self.commit(None, vec![reply], &cause, in_hand).await?;
        Ok(())
    }
}
