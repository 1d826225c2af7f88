//! The interactions of the last minutes, and how events refer to them.

use std::collections::{BTreeMap, BTreeSet};
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

/// The parts of a [`reply_target`].
struct Target<'a> {
    id: u64,
    application: u64,
    kind: InteractionKind,
    token: &'a str,
}

impl<'a> Target<'a> {
    fn parse(target: &'a str) -> Option<Self> {
        let mut parts = target.strip_prefix(INTERACTION)?.splitn(4, ':');
        Some(Self {
            id: parts.next()?.parse().ok()?,
            application: parts.next()?.parse().ok()?,
            kind: InteractionKind::parse(parts.next()?)?,
            token: parts.next()?,
        })
    }

    /// The interaction, as one of an earlier run.
    fn interaction(&self, channel: Option<u64>) -> Option<PendingInteraction> {
        let Self {
            id,
            application,
            kind,
            token,
        } = *self;
        PendingInteraction::new(id, application, token, kind, channel, Some(age(id)))
    }
}

/// How long ago an interaction was made, by its reply target.
pub(in super::super) fn age_of(target: &str) -> Option<Duration> {
    Target::parse(target).map(|target| age(target.id))
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
    /// Channels where the bot may only answer, with the ids of the interactions there.
    by_channel: BTreeSet<(u64, u64)>,
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
            let by_id = &self.by_id;
            self.by_channel.retain(|(_, id)| by_id.contains_key(id));
            self.cleaned_up = Some(Instant::now());
        }
        if self.by_id.len() >= MAX_INTERACTIONS
            && let Some((id, oldest)) = self.by_id.pop_first()
            && let Some(channel) = oldest.channel
        {
            self.by_channel.remove(&(channel, id));
        }
        let interaction = Arc::new(interaction);
        if let Some(channel) = interaction.channel {
            self.by_channel.insert((channel, interaction.id));
        }
        self.by_id.insert(interaction.id, Arc::clone(&interaction));
        interaction
    }
}

impl Interactions {
    /// Adds an interaction; `None` if it is known already. `channel`: its channel, if the bot may only
    /// answer there.
    pub(in super::super) fn begin(
        &self,
        id: u64,
        application: u64,
        token: &str,
        kind: InteractionKind,
        channel: Option<u64>,
    ) -> Option<Arc<PendingInteraction>> {
        let mut recent = lock(&self.0);
        if recent.by_id.contains_key(&id) {
            return None;
        }
        let new = PendingInteraction::new(id, application, token, kind, channel, None)?;
        Some(recent.insert(new))
    }

    /// Adds an interaction of an earlier run in a channel where the bot may only answer, by its reply
    /// target. One that has expired is left out.
    pub(in super::super) fn restore(&self, channel: u64, target: &str) {
        let mut recent = lock(&self.0);
        let parsed = Target::parse(target).filter(|one| !recent.by_id.contains_key(&one.id));
        let interaction = parsed.and_then(|one| one.interaction(Some(channel)));
        if let Some(interaction) = interaction.filter(PendingInteraction::is_valid) {
            recent.insert(interaction);
        }
    }

    /// The interactions in a channel, where the bot may only answer, that can be answered; the newest
    /// first.
    pub(in super::super) fn usable_in(&self, channel: u64) -> Vec<Arc<PendingInteraction>> {
        let recent = lock(&self.0);
        let ids = recent.by_channel.range((channel, 0)..=(channel, u64::MAX));
        let found = ids.rev().filter_map(|(_, id)| recent.by_id.get(id));
        found.filter(|one| one.is_usable()).cloned().collect()
    }

    /// The interaction in a channel, where the bot may only answer, to which a message is the answer.
    pub(in super::super) fn answered_by(
        &self,
        channel: u64,
        message: &str,
    ) -> Option<Arc<PendingInteraction>> {
        let mut usable = self.usable_in(channel).into_iter();
        usable.find(|one| one.sent(message))
    }

    /// The interaction with this event id or reply target, if it has not expired.
    pub(in super::super) fn of_event(&self, event: &str) -> Option<Arc<PendingInteraction>> {
        let id = event.strip_prefix(INTERACTION)?.split(':').next()?;
        let id: u64 = id.parse().ok()?;
        let mut recent = lock(&self.0);
        if let Some(interaction) = recent.by_id.get(&id) {
            return Some(interaction).filter(|one| one.is_valid()).cloned();
        }
        let interaction = Target::parse(event)?.interaction(None)?;
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
                .begin(id, 1, "t", InteractionKind::Press, Some(7))
                .unwrap();
        }
        assert_eq!(lock(&interactions.0).by_id.len(), MAX_INTERACTIONS);
        assert_eq!(lock(&interactions.0).by_channel.len(), MAX_INTERACTIONS);
        assert!(interactions.of_event(&event_id(5)).is_none());
        assert!(interactions.of_event(&event_id(6)).is_some());
    }

    #[test]
    fn an_interaction_is_added_once() {
        let interactions = Interactions::default();
        let begin = || interactions.begin(5, 1, "t", InteractionKind::Press, None);
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

    #[test]
    fn the_newest_interaction_of_a_channel_is_answered_first() {
        let interactions = Interactions::default();
        let press = InteractionKind::Press;
        for (id, channel) in [(1, 7), (2, 8), (3, 7)] {
            interactions
                .begin(id, 1, "t", press, Some(channel))
                .unwrap();
        }
        interactions.begin(4, 1, "t", press, None).unwrap();
        let usable = |channel| -> Vec<u64> {
            let found = interactions.usable_in(channel);
            found.iter().map(|one| one.id).collect()
        };
        assert_eq!(
            (usable(7), usable(8), usable(9)),
            (vec![3, 1], vec![2], vec![])
        );
        // After a restart the last one is known.
        let now = u64::try_from(Timestamp::now().as_millisecond()).unwrap();
        let fresh = id_at(now);
        for id in [fresh, 6] {
            let target = reply_target(id, 1, press, "t");
            interactions.restore(9, &target);
        }
        interactions.restore(9, "interaction:x");
        assert_eq!(usable(9), [fresh]);
        assert!(age_of(&reply_target(fresh, 1, press, "t")).unwrap() < Duration::from_secs(600));
        assert_eq!(age_of("5"), None);
    }
}
