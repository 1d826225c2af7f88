//! Reviews at a table: who asked for one, and what is said to them until it comes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::advice::{Advised, One};
use super::{Cause, Clerk, Handled, InHand};
use crate::host::Incoming;
use crate::host::review::{self, NONE, Order};
use crate::session::{Arg, Phrase, Reply, Trigger};
use crate::store::{HostEvent, StoreError};

impl Clerk {
    /// A person asks for a review.
    pub(super) async fn wish_for_review(
        &mut self,
        trigger: &Trigger,
        incoming: &Incoming,
        cause: &Cause<'_>,
        in_hand: &InHand,
    ) -> Result<Handled, StoreError> {
        let (shared, person) = (&self.shared, &incoming.author);
        let Some(one) = One::of(shared, "review", &self.key.platform, person) else {
            let refusal = Phrase::new("review-yours-under-way").into();
            return self.refuse(refusal, cause, in_hand).await;
        };
        let number = self.table().await?.next();
        let before = self.reviewed.replace(Advised::new(incoming, number, one));
        let handled = self.follow(trigger, cause, in_hand).await;
        if !self.waits_for_review(number) {
            self.reviewed = before;
        }
        handled
    }

    /// Whether the table waits for the review with this number.
    fn waits_for_review(&self, number: u64) -> bool {
        let wish = self.table.as_ref().and_then(|table| table.review());
        wish.is_some_and(|wish| wish.number == number)
    }

    /// Has the review made that the table waits for, if it is not being made.
    pub(super) async fn begin_review(&mut self, in_hand: &InHand) -> Result<(), StoreError> {
        let wish = self.table.as_ref().and_then(|table| table.review());
        let number = wish.map_or(NONE, |wish| wish.number);
        if self.reviewing.swap(number, Ordering::Relaxed) == number {
            return Ok(());
        }
        let Some(wish) = wish else {
            self.reviewed = None;
            return Ok(());
        };
        let order = Order {
            table: self.key.clone(),
            number,
            game: wish.game.clone(),
            current: Arc::clone(&self.reviewing),
        };
        let before = review::begin(&self.shared, order, in_hand.another());
        if before == 0 {
            return Ok(());
        }
        let waits = Phrase::new("review-waits").with("place", before);
        self.tell_of_review(HostEvent::ReviewWaits, number, waits, in_hand)
            .await
    }

    /// Half of the review with this number is done.
    pub(super) async fn half_reviewed(
        &mut self,
        number: u64,
        in_hand: &InHand,
    ) -> Result<(), StoreError> {
        let wish = self.table().await?.review();
        let Some(wish) = wish.filter(|wish| wish.number == number) else {
            return Ok(());
        };
        let [white, black] = &wish.game.seats;
        let half = Phrase::new("review-half")
            .with("white", Arg::seat(white))
            .with("black", Arg::seat(black));
        self.tell_of_review(HostEvent::ReviewHalf, number, half, in_hand)
            .await
    }

    /// Says how far a review has come, once.
    async fn tell_of_review(
        &mut self,
        what: HostEvent,
        number: u64,
        phrase: Phrase,
        in_hand: &InHand,
    ) -> Result<(), StoreError> {
        let to = self.reviewed.clone();
        self.tell(to, what.id(number), Reply::say(phrase), in_hand)
            .await
    }
}
