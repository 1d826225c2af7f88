//! What happened in a room since the last look, whole and in order: gaps that the server left are
//! filled from the room's history.

use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::room::MessagesOptions;
use matrix_sdk::ruma::api::client::filter::RoomEventFilter;
use matrix_sdk::ruma::events::room::member::MembershipState;
use matrix_sdk::ruma::{UInt, UserId};
use matrix_sdk::sync::Timeline;
use matrix_sdk::{Result, Room};
use serde::Deserialize;

/// Events in one piece of history. Servers hand out this many at once.
const PIECE: u32 = 100;

/// Most pieces of history that a gap is filled with: ten thousand events, said while the bot was
/// down in a room that nobody can play in then.
const MOST_PIECES: usize = 100;

/// Most that a gap is filled with, in bytes.
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// What is looked for in a gap: messages, open and encrypted, reactions, and the bot's own
/// coming.
const KINDS: [&str; 4] = [
    "m.room.message",
    "m.room.encrypted",
    "m.reaction",
    "m.room.member",
];

/// The events of a room after a sync, oldest first, if the next brought all of them. What was said
/// before the bot was invited is left out: it was not said to it.
pub(super) fn at_hand(timeline: &Timeline, me: &UserId) -> Option<Vec<TimelineEvent>> {
    let mut events = timeline.events.clone();
    let came = keep_what_was_said_to(me, &mut events);
    let has_gap = timeline.limited && timeline.prev_batch.is_some();
    (came || !has_gap).then_some(events)
}

/// The events of a room after `since`, as those that are at hand, but with what is missing from the
/// room's history.
pub(super) async fn whole(
    room: &Room,
    timeline: Timeline,
    since: &str,
    me: &UserId,
) -> Result<Vec<TimelineEvent>> {
    if let Some(events) = at_hand(&timeline, me) {
        return Ok(events);
    }
    let Timeline {
        prev_batch: mut from,
        mut events,
        ..
    } = timeline;
    // Newest first, as it comes.
    let mut gap = Vec::new();
    let (mut pieces, mut bytes) = (0, 0);
    while let Some(start) = from {
        let mut filter = RoomEventFilter::default();
        filter.types = Some(KINDS.map(str::to_owned).into());
        let mut options = MessagesOptions::backward().from(Some(start.as_str()));
        options.to = Some(since.to_owned());
        options.limit = UInt::from(PIECE);
        options.filter = filter;
        let piece = room.messages(options).await?;
        let came = piece
            .chunk
            .iter()
            .any(|event| own_membership(event, me) == Some(MembershipState::Join));
        pieces += 1;
        bytes += piece
            .chunk
            .iter()
            .map(|event| event.raw().json().get().len())
            .sum::<usize>();
        if pieces == MOST_PIECES || bytes > MOST_BYTES {
            tracing::error!(
                room = %room.room_id(),
                "more was said in a room than can be read again: what is older is lost"
            );
            break;
        }
        // Only the end says that there is no more: a piece may be empty because all of it was
        // left out.
        from = piece.end.filter(|end| *end != start);
        gap.extend(piece.chunk);
        if came {
            break;
        }
    }
    tracing::debug!(room = %room.room_id(), events = gap.len(), "a gap in the timeline is filled");
    gap.reverse();
    gap.append(&mut events);
    keep_what_was_said_to(me, &mut gap);
    Ok(gap)
}

/// Drops what stands before the bot's invitation, or before its coming. False if the bot did not
/// come during these events.
fn keep_what_was_said_to(me: &UserId, events: &mut Vec<TimelineEvent>) -> bool {
    let own = |membership: MembershipState| {
        move |event: &TimelineEvent| own_membership(event, me) == Some(membership.clone())
    };
    let Some(came) = events.iter().rposition(own(MembershipState::Join)) else {
        return false;
    };
    let invited = events[..came]
        .iter()
        .rposition(own(MembershipState::Invite));
    events.drain(..=invited.unwrap_or(came));
    true
}

/// What became of the bot's own membership by an event. A changed name is no change of it.
fn own_membership(event: &TimelineEvent, me: &UserId) -> Option<MembershipState> {
    #[derive(Deserialize)]
    struct Content {
        membership: MembershipState,
    }
    #[derive(Deserialize)]
    struct Unsigned {
        prev_content: Option<Content>,
    }
    let raw = event.raw();
    let state_key: String = raw.get_field("state_key").ok()??;
    let kind: String = raw.get_field("type").ok()??;
    if state_key != me.as_str() || kind != "m.room.member" {
        return None;
    }
    let content: Content = raw.get_field("content").ok()??;
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
    fn what_was_said_before_the_invitation_is_not_heard() {
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
            // Behind a gap it is all that there is only if the bot came meanwhile.
            for (limited, whole) in [(false, true), (true, came)] {
                let timeline = Timeline {
                    limited,
                    prev_batch: Some("earlier".to_owned()),
                    events: events.clone(),
                };
                let at_hand = at_hand(&timeline, me).map(|events| said(&events));
                assert_eq!(
                    at_hand,
                    whole.then(|| heard.iter().map(ToString::to_string).collect())
                );
            }
            assert_eq!(keep_what_was_said_to(me, &mut events), came);
            assert_eq!(said(&events), heard);
        }
    }
}
