//! Claims about rings and their moves.

use super::Deed;
use crate::engine::claim::Claim;
use crate::game::{Point, Position};

/// Smallest change in mobility that is mentioned: about as many moves as a ring has along a line.
const NOTABLE_MOBILITY: u32 = 6;

/// A ring with at most so many moves is shut in.
const FEW_MOVES: u32 = 4;

/// Smallest number of moves that such a ring gains or loses if that is mentioned.
const NOTABLE_MOVES: u32 = 4;

/// Largest distance from the centre, in steps, at which a ring is central: most lines are in reach.
const CENTRAL_DISTANCE: u8 = 2;

/// Number of moves of a ring.
fn moves(position: &Position, ring: Point) -> u32 {
    position.targets(ring).len() as u32
}

/// Claims about placing a ring.
pub(super) fn placed(deed: &Deed<'_>, point: Point, claims: &mut Vec<Claim>) {
    if distance_from_centre(point) <= CENTRAL_DISTANCE {
        claims.push(Claim::Central);
    }
    let other = !deed.me;
    let taken = deed
        .before
        .mobility(other)
        .saturating_sub(deed.next.mobility(other));
    if taken >= NOTABLE_MOBILITY {
        claims.push(Claim::TakesMoves { moves: taken });
    }
    let points = moves(&deed.next, point);
    claims.push(Claim::Reaches { points });
}

/// Distance from the centre of the board, F6, in steps along its lines.
pub(super) fn distance_from_centre(point: Point) -> u8 {
    let letters = point.column() as i8 - 5;
    let numbers = point.number() as i8 - 6;
    let most = letters.abs().max(numbers.abs());
    most.max((letters - numbers).abs()).unsigned_abs()
}

/// Claims about removing a ring.
pub(super) fn removed(deed: &Deed<'_>, point: Point, claims: &mut Vec<Claim>) {
    let points = moves(deed.before, point);
    let rings = deed.before.rings(deed.me);
    if rings.iter().all(|ring| moves(deed.before, ring) >= points) {
        claims.push(Claim::LeastUse { points });
    }
}

/// Claims about a move: rings that it frees and shuts in.
pub(super) fn moved(deed: &Deed<'_>, (from, to): (Point, Point), claims: &mut Vec<Claim>) {
    most(deed, claims);
    let Some(end) = deed.end.filter(|_| deed.is_turn) else {
        return;
    };
    let (me, before) = (deed.me, deed.before);
    let change = |ring: Point| (ring, moves(before, ring), moves(&end, ring));
    let gain = |&(_, before, after): &(Point, u32, u32)| after.saturating_sub(before);
    let loss = |&(_, before, after): &(Point, u32, u32)| before.saturating_sub(after);
    let own = (before.rings(me) & end.rings(me)).iter().map(change);
    let gaining = own.filter(|ring| gain(ring) >= NOTABLE_MOVES);
    let (few, many): (Vec<_>, Vec<_>) = gaining.partition(|&(_, before, _)| before <= FEW_MOVES);
    if let Some((ring, before, after)) = few.into_iter().max_by_key(gain) {
        claims.push(Claim::FreesRing {
            ring,
            before,
            after,
        });
    } else if let Some((ring, before, after)) = many.into_iter().max_by_key(gain) {
        claims.push(Claim::OpensRing {
            ring,
            before,
            after,
        });
    }
    let theirs = before.rings(!me).iter().map(change);
    let losing = theirs.filter(|ring| loss(ring) >= NOTABLE_MOVES);
    let (few, many): (Vec<_>, Vec<_>) = losing.partition(|&(_, _, after)| after <= FEW_MOVES);
    if let Some((ring, before, after)) = few.into_iter().max_by_key(loss) {
        claims.push(Claim::ShutsIn {
            ring,
            before,
            after,
        });
    } else if let Some((ring, before, after)) = many.into_iter().max_by_key(loss) {
        claims.push(Claim::HampersRing {
            ring,
            before,
            after,
        });
    }
    let (was, is) = (moves(before, from), moves(&end, to));
    if is >= was + NOTABLE_MOVES {
        claims.push(Claim::MovesOut {
            ring: to,
            before: was,
            after: is,
        });
    }
    totals(deed, &end, claims);
}

/// Claims about the number of moves of all rings.
fn totals(deed: &Deed<'_>, end: &Position, claims: &mut Vec<Claim>) {
    let (me, before) = (deed.me, deed.before);
    let says = |claims: &[Claim], kinds: fn(&Claim) -> bool| claims.iter().any(kinds);
    let gained = end.mobility(me).saturating_sub(before.mobility(me));
    let said = says(claims, |claim| {
        matches!(
            claim,
            Claim::FreesRing { .. } | Claim::MovesOut { .. } | Claim::MostMoves { .. }
        )
    });
    if gained >= NOTABLE_MOBILITY && !said {
        claims.push(Claim::GainsMoves { moves: gained });
    }
    let taken = before.mobility(!me).saturating_sub(end.mobility(!me));
    let said = says(claims, |claim| {
        matches!(claim, Claim::ShutsIn { .. } | Claim::FewestMoves { .. })
    });
    if taken >= NOTABLE_MOBILITY && !said {
        claims.push(Claim::TakesMoves { moves: taken });
    }
}

/// What no other move does as much.
fn most(deed: &Deed<'_>, claims: &mut Vec<Claim>) {
    let (me, before) = (deed.me, deed.before);
    let actions = before.legal_actions();
    let others = || actions.iter().copied().filter(|&one| one != deed.action);
    let after = |action| before.play_unchecked(action);
    let (mine, theirs) = (deed.next.mobility(me), deed.next.mobility(!me));
    if actions.len() > 1 && others().all(|other| after(other).mobility(me) < mine) {
        claims.push(Claim::MostMoves { moves: mine });
    }
    if actions.len() > 1 && others().all(|other| after(other).mobility(!me) > theirs) {
        claims.push(Claim::FewestMoves { moves: theirs });
    }
}
