//! The events of a room since a sync, complete and in order: gaps are filled from the room's history.

use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::room::MessagesOptions;
use matrix_sdk::ruma::api::client::filter::RoomEventFilter;
use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::{UInt, UserId};
use matrix_sdk::sync::Timeline;
use matrix_sdk::{Result, Room};
use serde::Deserialize;

/// Events in one page of history, as many as servers return at once.
const PAGE: u32 = 100;

/// Pages of history that fill a gap: ten thousand events, while no game could go on there.
const MAX_PAGES: usize = 100;

/// Size limit of a gap, in bytes.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// Event types that are read from a gap: messages, plain and encrypted, reactions, and the bot's own
/// membership.
const KINDS: [&str; 4] = [
    "m.room.message",
    "m.room.encrypted",
    "m.reaction",
    "m.room.member",
];

/// The events of a room after a sync, oldest first, if the next sync has all of them. Events from
/// before the bot's invitation are left out: they were not meant for it.
pub(super) fn events_if_complete(timeline: &Timeline, me: &UserId) -> Option<Vec<TimelineEvent>> {
    let mut events = timeline.events.clone();
    let joined = drop_before_invitation(me, &mut events);
    let has_gap = timeline.limited && timeline.prev_batch.is_some();
    (joined || !has_gap).then_some(events)
}

/// The events of a room after `since`, with gaps filled from the room's history.
pub(super) async fn whole(
    room: &Room,
    timeline: Timeline,
    since: &str,
    me: &UserId,
) -> Result<Vec<TimelineEvent>> {
    if let Some(events) = events_if_complete(&timeline, me) {
        return Ok(events);
    }
    let Timeline {
        prev_batch: mut from,
        mut events,
        ..
    } = timeline;
    // Newest first, as it comes.
    let mut gap = Vec::new();
    let (mut pages, mut bytes) = (0, 0);
    while let Some(start) = from {
        let mut filter = RoomEventFilter::default();
        filter.types = Some(KINDS.map(str::to_owned).into());
        let mut options = MessagesOptions::backward().from(Some(start.as_str()));
        options.to = Some(since.to_owned());
        options.limit = UInt::from(PAGE);
        options.filter = filter;
        let page = room.messages(options).await?;
        let joined = page
            .chunk
            .iter()
            .any(|event| own_membership(event, me) == Some(MembershipState::Join));
        pages += 1;
        bytes += page
            .chunk
            .iter()
            .map(|event| event.raw().json().get().len())
            .sum::<usize>();
        if pages == MAX_PAGES || bytes > MAX_BYTES {
            tracing::error!(
                room = %room.room_id(),
                "a gap in a room is too long: its older messages are lost"
            );
            break;
        }
        // A page may be empty because of the filter: only a missing end says that there is no more.
        from = page.end.filter(|end| *end != start);
        gap.extend(page.chunk);
        if joined {
            break;
        }
    }
    tracing::debug!(room = %room.room_id(), events = gap.len(), "a gap in the timeline is filled");
    gap.reverse();
    gap.append(&mut events);
    drop_before_invitation(me, &mut gap);
    Ok(gap)
}

/// Drops the events before the bot's last invitation, or else before it joined. False if the bot did
/// not join during these events.
fn drop_before_invitation(me: &UserId, events: &mut Vec<TimelineEvent>) -> bool {
    let own = |membership: MembershipState| {
        move |event: &TimelineEvent| own_membership(event, me) == Some(membership.clone())
    };
    let Some(joined) = events.iter().rposition(own(MembershipState::Join)) else {
        return false;
    };
    let invited = events[..joined]
        .iter()
        .rposition(own(MembershipState::Invite));
    events.drain(..=invited.unwrap_or(joined));
    true
}

/// The bot's own membership after an event that changes it. A new display name does not.
fn own_membership(event: &TimelineEvent, me: &UserId) -> Option<MembershipState> {
    #[derive(Deserialize)]
    struct MembershipContent {
        membership: MembershipState,
    }
    #[derive(Deserialize)]
    struct Unsigned {
        prev_content: Option<MembershipContent>,
    }
    let raw = event.raw();
    let state_key: String = raw.get_field("state_key").ok()??;
    let kind: String = raw.get_field("type").ok()??;
    if state_key != me.as_str() || kind != "m.room.member" {
        return None;
    }
    let content: MembershipContent = raw.get_field("content").ok()??;
    let unsigned: Option<Unsigned> = raw.get_field("unsigned").ok().flatten();
    let before = unsigned.and_then(|unsigned| unsigned.prev_content);
    (before.map(|before| before.membership) != Some(content.membership.clone()))
        .then_some(content.membership)
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::serde::Raw;
    use matrix_sdk::ruma::user_id;
    use serde_json::json;

    use super::*;

    fn event(text: &str) -> TimelineEvent {
        let (state_key, membership) = match text {
            "join" | "invite" | "leave" => ("@bot:example.org", text),
            "rename" => ("@bot:example.org", "join"),
            "other joins" => ("@alice:example.org", "join"),
            _ => {
                let message = json!({"type": "m.room.message", "content": {"body": text}});
                return TimelineEvent::from_plaintext(Raw::new(&message).unwrap().cast_unchecked());
            }
        };
        let mut member = json!({
            "type": "m.room.member",
            "state_key": state_key,
            "content": {"membership": membership},
        });
        if text == "rename" {
            member["unsigned"] = json!({"prev_content": {"membership": "join"}});
        }
        TimelineEvent::from_plaintext(Raw::new(&member).unwrap().cast_unchecked())
    }

    fn said(events: &[TimelineEvent]) -> Vec<String> {
        #[derive(Deserialize)]
        struct Content {
            body: Option<String>,
        }
        events
            .iter()
            .filter_map(|event| event.raw().get_field::<Content>("content").unwrap()?.body)
            .collect()
    }

    #[test]
    fn messages_from_before_the_invitation_are_dropped() {
        for (events, came, heard) in [
            (vec!["a", "b"], false, vec!["a", "b"]),
            (
                vec!["a", "rename", "other joins", "b"],
                false,
                vec!["a", "b"],
            ),
            (vec!["a", "join", "b"], true, vec!["b"]),
            (vec!["a", "invite", "b", "join", "c"], true, vec!["b", "c"]),
            (
                vec!["a", "join", "b", "leave", "c", "invite", "d", "join"],
                true,
                vec!["d"],
            ),
        ] {
            let mut events: Vec<TimelineEvent> = events.into_iter().map(event).collect();
            let me = user_id!("@bot:example.org");
            // With a gap it is complete only if the bot joined meanwhile.
            for (limited, whole) in [(false, true), (true, came)] {
                let timeline = Timeline {
                    limited,
                    prev_batch: Some("earlier".to_owned()),
                    events: events.clone(),
                };
                let found = events_if_complete(&timeline, me).map(|events| said(&events));
                assert_eq!(
                    found,
                    whole.then(|| heard.iter().map(ToString::to_string).collect())
                );
            }
            assert_eq!(drop_before_invitation(me, &mut events), came);
            assert_eq!(said(&events), heard);
        }
    }
}
