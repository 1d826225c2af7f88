//! Keeps the engine service and the timer in line with what the table waits for, and follows the
//! engine's answers.

use super::TableActor;
use super::cause::Cause;
use super::requester::Requester;
use super::requests::RequestId;
use super::situation::Situation;
use crate::host::activity::InFlight;
use crate::host::engine_service::Answer;
use crate::session::{Arg, EngineTask, Phrase, Reply, Trigger};
use crate::store::{HostEvent, StoreError};

impl TableActor {
    /// Submits the requests that the table waits for, cancels the others, and sets the timer.
    /// Persons are told if they have to wait, or that their hint is no longer needed.
    pub(super) async fn reconcile(&mut self, in_flight: &InFlight) -> Result<(), StoreError> {
        let now = self.services.sources.now();
        let table = self.table().await?;
        let wake_at = table.pending().wake_at;
        let pending = RequestId::pending(table);
        let situation = Situation::of(table);
        self.tell_situation(situation);
        if self.timer != Some(wake_at) {
            self.services.timers.set(&self.key, wake_at);
            self.timer = Some(wake_at);
        }
        self.requests.retain(&pending);
        let mut queued = Vec::new();
        for &id in &pending {
            if self.requests.is_open(id) {
                continue;
            }
            let replay = match id {
                RequestId::Replay { .. } => {
                    let requester = self.requests.requester(id).cloned();
                    self.pending_replay(requester).await?
                }
                _ => None,
            };
            let table = self.table.as_ref();
            let Some(request) = table.and_then(|table| id.request(table, replay, now)) else {
                continue;
            };
            let ticket = self.services.engine.submit(request);
            if ticket.ahead > 0 {
                queued.push((id, ticket.ahead));
            }
            self.requests.add(id, ticket, in_flight.later());
        }
        self.thinking.set(self.requests.is_thinking());
        for requester in self.requests.take_outdated(&pending) {
            if requester.task == EngineTask::Hint {
                self.tell_late(requester, in_flight).await?;
            }
        }
        for (id, ahead) in queued {
            self.tell_queued(id, ahead, in_flight).await?;
        }
        Ok(())
    }

    /// Follows an answer of the engine.
    pub(super) async fn answer(
        &mut self,
        id: RequestId,
        answer: Answer,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let now = self.heed(in_flight).await?;
        self.catch_up(now, in_flight).await?;
        let next = self.table().await?.next();
        let trigger = match (id, answer) {
            (_, Answer::Turn(actions)) => Trigger::Turn(actions),
            (_, Answer::StandInTurn(actions)) => Trigger::StandInTurn(actions),
            (_, Answer::Hint(lines)) => Trigger::Hint(lines),
            (RequestId::Review { number }, Answer::Review(findings)) => {
                Trigger::Review { number, findings }
            }
            (RequestId::Replay { number }, Answer::Replay(drawn)) => {
                Trigger::Replay { number, drawn }
            }
            (_, Answer::Review(_) | Answer::Replay(_)) => return Ok(()),
        };
        let cause = Cause {
            version: id.version(),
            recipient: self.requests.requester(id).cloned(),
            ..Cause::own_at(HostEvent::Engine.id(next), now)
        };
        self.follow_own(&trigger, &cause, in_flight).await
    }

    /// Half of a review or a replay is done.
    pub(super) async fn half_done(
        &mut self,
        id: RequestId,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let pending = self.table().await?.pending();
        let (phrase, event) = match (id, pending.review, pending.replay) {
            (RequestId::Review { number }, Some(review), _) if review.number == number => {
                let [white, black] = &review.game.seats;
                let phrase = Phrase::new("review-half")
                    .with("white", Arg::seat(white))
                    .with("black", Arg::seat(black));
                (phrase, HostEvent::ReviewHalf.id(number))
            }
            (RequestId::Replay { number }, _, Some(replay)) if replay.number == number => {
                (replay.game.half(), HostEvent::ReplayHalf.id(number))
            }
            _ => return Ok(()),
        };
        let recipient = self.requests.requester(id).cloned();
        self.notify(recipient, event, Reply::say(phrase), in_flight)
            .await
    }

    /// Tells a person their place in the queue.
    async fn tell_queued(
        &mut self,
        id: RequestId,
        ahead: usize,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let requester = self.requests.requester(id).cloned();
        match (id.task(), requester) {
            (Some((EngineTask::Hint, number)), Some(requester)) => {
                let phrase = Phrase::new("hint-waits").with("place", ahead);
                let event = HostEvent::HintWaits.id(number);
                self.whisper(requester, event, phrase, in_flight).await
            }
            (Some((EngineTask::Review, number)), requester) => {
                let phrase = Phrase::new("review-waits").with("place", ahead);
                let event = HostEvent::ReviewWaits.id(number);
                self.notify(requester, event, Reply::say(phrase), in_flight)
                    .await
            }
            (Some((EngineTask::Replay, number)), requester) => {
                let phrase = Phrase::new("replay-waits").with("place", ahead);
                let event = HostEvent::ReplayWaits.id(number);
                self.notify(requester, event, Reply::say(phrase), in_flight)
                    .await
            }
            _ => Ok(()),
        }
    }

    /// Tells a person that their hint is no longer needed.
    async fn tell_late(
        &mut self,
        requester: Requester,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let phrase = Phrase::new("hint-late").with("hint", Arg::command("hint"));
        let event = HostEvent::HintLate.id(requester.number);
        self.whisper(requester, event, phrase, in_flight).await
    }

    /// Tells a person something in private.
    async fn whisper(
        &mut self,
        requester: Requester,
        event: String,
        phrase: Phrase,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let reply = Reply {
            only_for: Some(requester.person.clone()),
            ..Reply::say(phrase)
        };
        self.notify(Some(requester), event, reply, in_flight).await
    }

    /// Says something that changes nothing, in answer to whoever asked.
    async fn notify(
        &mut self,
        recipient: Option<Requester>,
        event: String,
        reply: Reply,
        in_flight: &InFlight,
    ) -> Result<(), StoreError> {
        let cause = Cause {
            recipient,
            ..Cause::own(event)
        };
        self.commit(None, vec![reply], &cause, in_flight).await?;
        Ok(())
    }
}
