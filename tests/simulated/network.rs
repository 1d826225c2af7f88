//! The simulated platform: what has arrived there. Now and then it asks for patience, or its answer to a
//! delivery is lost.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending};
use proptest::prelude::RngExt;
use proptest::test_runner::TestRng;
use ringleader::host::{DeliveryError, Platform, RenderedReply, Transport};
use ringleader::session::{Person, Settings, TableKey};

use super::crash::{self, Moment};
use super::play::random;

/// A reply that has arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arrived {
    pub(crate) id: i64,
    pub(crate) table: TableKey,
    /// The event that it answers.
    pub(crate) answers: Option<String>,
    pub(crate) text: String,
}

/// The platform.
#[derive(Debug)]
pub(crate) struct Network {
    random: Mutex<TestRng>,
    arrived: Mutex<Vec<Arrived>>,
    /// Replies that have arrived since the bot was quiet: it may not have noted all of them.
    fresh: Mutex<BTreeSet<i64>>,
    /// Replies that may come again: the bot crashed before it noted them, or never learned that they arrived.
    unknown: Mutex<BTreeSet<i64>>,
    /// Whether a bot is in trouble, so that it may not note what has arrived.
    trouble: AtomicBool,
    wrong: Mutex<Option<String>>,
}

impl Network {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            random: Mutex::new(random(seed)),
            arrived: Mutex::default(),
            fresh: Mutex::default(),
            unknown: Mutex::default(),
            trouble: AtomicBool::default(),
            wrong: Mutex::default(),
        }
    }

    /// What a bot is told of it.
    pub(crate) fn platform(self: &Arc<Self>) -> Platform {
        Platform {
            name: "simulated".to_owned(),
            bot: Person::new("bot", "Ringleader"),
            settings: Settings::default(),
            transport: self.clone(),
            throttled: false,
        }
    }

    pub(crate) fn arrived(&self) -> Vec<Arrived> {
        self.arrived.lock().unwrap().clone()
    }

    /// What was wrong with a delivery, if anything.
    pub(crate) fn wrong(&self) -> Option<String> {
        self.wrong.lock().unwrap().clone()
    }

    /// From now on, until everything has settled, a bot may not note what has arrived.
    pub(crate) fn begin_trouble(&self) {
        let _arrived = self.arrived.lock().unwrap();
        self.trouble.store(true, Ordering::SeqCst);
        self.crashed();
    }

    /// The bot is quiet: it has noted what has arrived, and nothing may come again.
    pub(crate) fn settled(&self) {
        self.trouble.store(false, Ordering::SeqCst);
        self.fresh.lock().unwrap().clear();
        self.unknown.lock().unwrap().clear();
    }

    /// The bot has crashed.
    pub(crate) fn crashed(&self) {
        let mut fresh = self.fresh.lock().unwrap();
        self.unknown.lock().unwrap().append(&mut fresh);
    }

    fn take(&self, reply: &RenderedReply, answer_is_lost: bool) {
        let mut arrived = self.arrived.lock().unwrap();
        let text = reply.text.plain();
        let came_before = arrived.iter().any(|one| one.id == reply.id);
        if came_before && !self.unknown.lock().unwrap().remove(&reply.id) {
            *self.wrong.lock().unwrap() = Some(format!("delivered twice: {text}"));
        }
        let later = arrived
            .iter()
            .find(|one| one.table == reply.table && one.id > reply.id);
        if let Some(later) = later.filter(|_| !came_before) {
            *self.wrong.lock().unwrap() = Some(format!("after {}: {text}", later.text));
        }
        if !came_before {
            arrived.push(Arrived {
                id: reply.id,
                table: reply.table.clone(),
                answers: reply.reply_to.as_deref().map(ToOwned::to_owned),
                text,
            });
        }
        // Before another process can deliver it.
        let may_come_again = answer_is_lost || self.trouble.load(Ordering::SeqCst);
        let noted = match may_come_again {
            true => &self.unknown,
            false => &self.fresh,
        };
        noted.lock().unwrap().insert(reply.id);
    }
}

/// Try again in a moment.
fn not_now() -> DeliveryError {
    DeliveryError::Retry {
        after: Some(Duration::from_millis(1)),
        reason: "simulated".to_owned(),
    }
}

impl Transport for Network {
    fn deliver<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            if crash::reached(Moment::BeforeDelivery) {
                return pending().await;
            }
            let trouble = self.random.lock().unwrap().random_range(0..20);
            if trouble == 0 {
                return Err(not_now());
            }
            let answer_is_lost = trouble == 1;
            self.take(reply, answer_is_lost);
            if answer_is_lost {
                return Err(not_now());
            }
            if crash::reached(Moment::AfterDelivery) {
                return pending().await;
            }
            Ok(Some(format!("message {}", reply.id)))
        }
        .boxed()
    }
}
