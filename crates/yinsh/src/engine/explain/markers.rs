//! Claims about the markers that a move turns, and those that could be turned next.

use super::Deed;
use super::lines::turnable;
use crate::engine::claim::Claim;
use crate::game::{Action, PointSet, Position, Stage};

/// Smallest number of markers that is mentioned as the largest.
const NOTABLE_TURNS: u32 = 2;

/// Claims about a move: markers that it turns.
pub(super) fn moved(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    let (me, before) = (deed.me, deed.before);
    let (count, own) = turned(before, deed.action);
    let end = deed.end.filter(|_| deed.is_turn);
    let gain = |action| {
        let (theirs, own) = turned(before, action);
        theirs.saturating_sub(own)
    };
    let net = gain(deed.action);
    let actions = before.legal_actions();
    let mut others = actions.iter().filter(|&&one| one != deed.action);
    let is_most = net >= NOTABLE_TURNS && others.all(|&other| gain(other) < net);
    let is_safe = end.is_some_and(|end| {
        let new = end.markers(me) & before.markers(!me);
        (new & turnable(&end)).is_empty()
    });
    if is_most {
        claims.push(Claim::MostTurned { count: net });
    }
    if net > 0 && is_safe {
        claims.push(Claim::TurnsForGood { count });
    }
    if count > own && !is_most && !is_safe {
        claims.push(Claim::Turns { count, of: !me });
    }
    let Some(end) = end else {
        return;
    };
    if turnable(&end).is_empty() {
        safe(deed, claims);
    }
    if let Some(again) = end.passed() {
        let count = most_turned(&again);
        if count >= NOTABLE_TURNS && count > most_turned(before) {
            claims.push(Claim::ThreatensTurns { count });
        }
    }
}

/// That after most other moves the other player could turn a marker.
fn safe(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    let actions = deed.before.legal_actions();
    let of = actions.len() as u32 - 1;
    let exposes = |&&action: &&Action| {
        let next = deed.before.play_unchecked(action);
        next.actor() == !deed.me && next.stage() == Stage::Move && !turnable(&next).is_empty()
    };
    let count = actions.iter().filter(exposes).count() as u32;
    if count > 0 && 2 * count >= of {
        claims.push(Claim::SafeMarkers { count, of });
    }
}

/// The most markers of the other player's that the player to move a ring could turn.
fn most_turned(position: &Position) -> u32 {
    let actions = position.legal_actions();
    let counts = actions.iter().map(|&action| turned(position, action).0);
    counts.max().unwrap_or(0)
}

/// Numbers of markers of the other player's and of the player's that an action turns.
fn turned(position: &Position, action: Action) -> (u32, u32) {
    let Action::Move { from, to } = action else {
        return (0, 0);
    };
    let turned: PointSet = position.turned_by(from, to);
    let count = |color| (turned & position.markers(color)).len() as u32;
    (count(!position.actor()), count(position.actor()))
}
