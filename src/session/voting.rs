//! What happens in a vote: votes are cast, and what has the most is played.

use super::draft::{Draft, Show};
use super::event::Event;
use super::game::Game;
use super::phrases::{told, typed_action};
use super::reply::{Arg, Keep, Phrase};
use super::spec::{Call, Handled};
use super::votes::{MOST_CHANGES, MOST_VOTERS};
use crate::game::{Action, Played};

/// Maximum number of different votes that are told.
const MOST_TOLD: usize = 5;

/// A person votes for actions that a crowd can take.
pub(super) fn cast(call: &Call<'_>, game: &Game, actions: Vec<Action>) -> Handled {
    let votes = &game.votes;
    let vote = written(&actions);
    match votes.of(call.person) {
        Some(before) if before == actions => {
            return Err(Phrase::new("vote-already").with("vote", vote).into());
        }
        Some(_) if votes.is_final(call.person) => {
            return Err(Phrase::new("vote-final")
                .with("most", usize::from(MOST_CHANGES))
                .into());
        }
        None if votes.len() >= MOST_VOTERS => {
            return Err(Phrase::new("vote-full").with("most", MOST_VOTERS).into());
        }
        _ => {}
    }
    let mut draft = Draft::silent(Show::Nothing);
    // Where everyone sees what somebody picks, no answer is needed.
    if call.context.version.is_none() || call.context.alone {
        draft.text.push(Phrase::new("vote-cast").with("vote", vote));
    }
    draft.only_for = Some(call.person.clone());
    draft.apart = true;
    // A reaction to a reaction says nothing.
    draft.acknowledges = call.context.version.is_none();
    draft.is_step = call.context.version.is_some();
    draft.keep = Keep::Nothing;
    Ok(draft.event(Event::Voted {
        by: call.person.clone(),
        actions,
    }))
}

/// How the vote stands.
pub(super) fn tally(game: &Game) -> Phrase {
    let told = game.votes.tally().into_iter().take(MOST_TOLD);
    let told: Vec<Arg> = told
        .map(|(actions, votes)| {
            Phrase::new("vote-count")
                .with("vote", written(actions))
                .with("votes", votes)
                .into()
        })
        .collect();
    match told.is_empty() {
        true => Phrase::new("votes-none"),
        false => Phrase::new("votes-so-far")
            .with("voters", game.votes.len())
            .with("votes", told.into_iter().collect::<Arg>()),
    }
}

/// Tells everyone how the vote stands.
pub(super) fn tell_votes(game: &Game) -> Draft {
    let mut draft = Draft::say(tally(game), Show::Nothing).event(Event::VotesTold);
    draft.apart = true;
    draft.tally = Some(game.votes.next_tally());
    draft
}

/// Plays what has the most votes; nothing if there are none.
pub(super) fn play_vote(game: &Game) -> Option<Draft> {
    let mut draft = Draft::say(tally(game), Show::PICTURE);
    let (actions, _) = game.votes.tally().into_iter().next()?;
    let mut position = *game.position();
    for &action in actions {
        let seat = game.seat(position.actor());
        let played = Played::new(&position, action);
        draft.text.push(told(seat, &position, played));
        position = position.play_unchecked(action);
        draft.events.push(Event::Acted { action });
    }
    Some(draft)
}

/// Actions as they are typed.
fn written(actions: &[Action]) -> Arg {
    let typed = actions.iter().copied().map(typed_action);
    typed.map(Arg::command).collect()
}
