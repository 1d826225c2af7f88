//! The simulated platform: what has arrived there.

use std::collections::BTreeSet;
use std::sync::Mutex;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending};
use ringleader::host::{DeliveryError, RenderedReply, Transport};
use ringleader::session::TableKey;

use super::crash::{self, Moment};

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
#[derive(Debug, Default)]
pub(crate) struct Network {
    arrived: Mutex<Vec<Arrived>>,
    /// Replies that have arrived since the bot was quiet: it may not have noted all of them.
    fresh: Mutex<BTreeSet<i64>>,
    /// Those of them that may come again, as the bot has crashed.
    unknown: Mutex<BTreeSet<i64>>,
    wrong: Mutex<Option<String>>,
}

impl Network {
    pub(crate) fn arrived(&self) -> Vec<Arrived> {
        self.arrived.lock().unwrap().clone()
    }

    /// What was wrong with a delivery, if anything.
    pub(crate) fn wrong(&self) -> Option<String> {
        self.wrong.lock().unwrap().clone()
    }

    /// The bot is quiet: it has noted what has arrived.
    pub(crate) fn settled(&self) {
        self.fresh.lock().unwrap().clear();
    }

    /// The bot has crashed.
    pub(crate) fn crashed(&self) {
        let mut fresh = self.fresh.lock().unwrap();
        self.unknown.lock().unwrap().append(&mut fresh);
    }

    fn take(&self, reply: &RenderedReply) {
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
    }
}

impl Transport for Network {
    fn deliver<'a>(
        &'a self,
        reply: &'a RenderedReply,
    ) -> BoxFuture<'a, Result<Option<String>, DeliveryError>> {
        async move {
            if crash::now(Moment::BeforeDelivery) {
                return pending().await;
            }
            self.take(reply);
            self.fresh.lock().unwrap().insert(reply.id);
            if crash::now(Moment::AfterDelivery) {
                return pending().await;
            }
            Ok(Some(format!("message {}", reply.id)))
        }
        .boxed()
    }
}
