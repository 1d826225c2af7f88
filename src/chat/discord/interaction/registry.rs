//! The interactions of the last minutes, and how events refer to them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use super::pending::{InteractionKind, PendingInteraction};
use crate::chat::discord::snowflake::created_at;
use crate::host::ReplyTarget;
use crate::lock::lock;

/// Interactions that are remembered. Somebody who presses more buttons within a quarter of an hour
/// gets ordinary messages as answers.
const MAX_INTERACTIONS: usize = 20_000;

/// How often expired interactions are removed.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60);

/// The prefix of event ids that are interactions, and not messages.
const INTERACTION: &str = "interaction:";

/// The event id of an interaction.
pub(in super::super) fn event_id(interaction: u64) -> String {
    format!("{INTERACTION}{interaction}")
}

/// Whether an event is an interaction, and not a message.
pub(in super::super) fn is_interaction(event: &str) -> bool {
    event.starts_with(INTERACTION)
}

/// What another run of the program needs to respond to an interaction. It is stored with the reply,
/// and expires with the interaction's token.
pub(in super::super) fn reply_target(
    interaction: u64,
    application: u64,
    kind: InteractionKind,
    token: &str,
) -> ReplyTarget {
    let kind = kind.as_str();
    format!("{INTERACTION}{interaction}:{application}:{kind}:{token}").into()
}

/// How long ago an interaction was made.
fn age(interaction: u64) -> Duration {
    let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap_or_default();
    Duration::from_millis(now.saturating_sub(created_at(interaction)))
}

/// The interactions of the last minutes.
#[derive(Default)]
pub(in super::super) struct Interactions(Mutex<RecentInteractions>);

#[derive(Default)]
struct RecentInteractions {
    /// By their ids: the oldest comes first.
    by_id: BTreeMap<u64, Arc<PendingInteraction>>,
    /// When expired ones were removed last.
    cleaned_up: Option<Instant>,
}

impl RecentInteractions {
    fn insert(&mut self, interaction: PendingInteraction) -> Arc<PendingInteraction> {
        let due = self
            .cleaned_up
            .is_none_or(|last| last.elapsed() >= CLEANUP_INTERVAL);
        if due {
            self.by_id.retain(|_, interaction| interaction.is_valid());
            self.cleaned_up = Some(Instant::now());
        }
        if self.by_id.len() >= MAX_INTERACTIONS {
            self.by_id.pop_first();
        }
        let interaction = Arc::new(interaction);
        self.by_id.insert(interaction.id, Arc::clone(&interaction));
        interaction
    }
}

impl Interactions {
    /// Adds an interaction; `None` if it is known already.
    pub(in super::super) fn begin(
        &self,
        id: u64,
        application: u64,
        token: &str,
        kind: InteractionKind,
    ) -> Option<Arc<PendingInteraction>> {
        let mut recent = lock(&self.0);
        if recent.by_id.contains_key(&id) {
            return None;
        }
        Some(recent.insert(PendingInteraction::new(id, application, token, kind, None)?))
    }

    /// The interaction with this event id or reply target, if it has not expired.
    pub(in super::super) fn of_event(&self, event: &str) -> Option<Arc<PendingInteraction>> {
        let mut parts = event.strip_prefix(INTERACTION)?.splitn(4, ':');
        let id: u64 = parts.next()?.parse().ok()?;
        let mut recent = lock(&self.0);
        if let Some(interaction) = recent.by_id.get(&id) {
            return Some(interaction).filter(|one| one.is_valid()).cloned();
        }
        let application = parts.next()?.parse().ok()?;
        let kind = InteractionKind::parse(parts.next()?)?;
        let token = parts.next()?;
        let interaction = PendingInteraction::new(id, application, token, kind, Some(age(id)))?;
        Some(recent.insert(interaction)).filter(|one| one.is_valid())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::discord::snowflake::id_at;

    #[test]
    fn not_more_interactions_are_remembered_than_fit() {
        let interactions = Interactions::default();
        for id in 1..=MAX_INTERACTIONS as u64 + 5 {
            interactions
                .begin(id, 1, "t", InteractionKind::Press)
                .unwrap();
        }
        assert_eq!(lock(&interactions.0).by_id.len(), MAX_INTERACTIONS);
        assert!(interactions.of_event(&event_id(5)).is_none());
        assert!(interactions.of_event(&event_id(6)).is_some());
    }

    #[test]
    fn an_interaction_is_added_once() {
        let interactions = Interactions::default();
        let begin = || interactions.begin(5, 1, "t", InteractionKind::Press);
        assert!(begin().is_some());
        assert!(begin().is_none());
        assert!(interactions.of_event(&event_id(5)).is_some());
        // One of an earlier run is found by its reply target until it expires.
        let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap();
        let fresh = id_at(now);
        for (id, kind) in (fresh..).zip(InteractionKind::ALL) {
            let target = reply_target(id, 1, kind, "a:b");
            let found = interactions.of_event(&target).unwrap();
            assert_eq!((found.kind, found.token()), (kind, "a:b"));
            assert!(interactions.of_event(&event_id(id)).is_some());
        }
        let expired = reply_target(7, 1, InteractionKind::Press, "t");
        assert!(interactions.of_event(&expired).is_none());
        let strange = format!("interaction:{}:1:other:t", fresh + 9);
        for event in ["5", "interaction:6", "interaction:", "x", &strange] {
            assert!(interactions.of_event(event).is_none(), "{event}");
        }
    }
}
