//! What an action in a lesson has to achieve, checked by the rules; and what it misses, in words.

use super::points;
use crate::game::{Action, Color, Position, Row, Stage};
use crate::session::reply::{Arg, Phrase};

/// What an action has to achieve. The goals are those of the player who takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::session) enum Goal {
    /// To place a ring from where it reaches at least so many points.
    Reach(usize),
    /// To move a ring to this point.
    MoveTo(&'static str),
    /// To jump over at least so many markers.
    Jump(usize),
    /// To flip at least so many of the other player's markers.
    Flip(usize),
    /// To make a row.
    MakeRow,
    /// To remove a row, whichever.
    RemoveRow,
    /// To remove a row of which none of these markers is part.
    Keep(&'static str),
    /// To remove a ring, whichever.
    RemoveRing,
    /// To move without making a row for the other player.
    GiveNothing,
    /// To move so that the other player can make no row in the next move.
    Stop,
}

impl Goal {
    /// Whether a legal action achieves the goal; else what it misses.
    pub(in crate::session) fn judge(
        self,
        position: &Position,
        action: Action,
    ) -> Result<(), Phrase> {
        let me = position.actor();
        let after = position.play_unchecked(action);
        let miss = match (self, action) {
            (Self::Reach(least), Action::Place(point)) => {
                let reached = position.targets(point).len();
                (reached < least).then(|| {
                    Phrase::new("miss-reach")
                        .with("point", point)
                        .with("reached", reached)
                        .with("least", least)
                })
            }
            (Self::MoveTo(name), Action::Move { to, .. }) => (!points(name).contains(to))
                .then(|| Phrase::new("miss-move-to").with("point", name)),
            (Self::Jump(least), Action::Move { from, to }) => {
                let jumped = position.turned_by(from, to).len();
                (jumped < least).then(|| {
                    Phrase::new("miss-jump")
                        .with("jumped", jumped)
                        .with("least", least)
                })
            }
            (Self::Flip(least), Action::Move { from, to }) => {
                let [own, theirs] = turned(position, action);
                (theirs < least).then(|| {
                    let id = if own > 0 {
                        "miss-flip-own"
                    } else {
                        "miss-flip"
                    };
                    Phrase::new(id)
                        .with("from", from)
                        .with("to", to)
                        .with("own", own)
                        .with("flipped", theirs)
                        .with("least", least)
                })
            }
            (Self::MakeRow, Action::Move { .. }) => {
                let [own, _] = turned(position, action);
                after.rows(me).next().is_none().then(|| match own {
                    0 => Phrase::new("miss-row"),
                    own => Phrase::new("miss-row-flipped").with("count", own),
                })
            }
            (Self::GiveNothing, Action::Move { .. }) => after.rows(!me).next().map(gives),
            (Self::Stop, Action::Move { .. }) => match after.rows(!me).next() {
                Some(row) => Some(gives(row)),
                None => threat(&after, !me).map(|(action, row)| {
                    Phrase::new("miss-stop")
                        .with("action", shown(action))
                        .with("row", row)
                }),
            },
            (Self::Keep(kept), Action::Row(_)) => {
                let lost = points(kept) - after.markers(me);
                (!lost.is_empty()).then(|| {
                    Phrase::new("miss-keep")
                        .with("count", lost.len())
                        .with("points", lost.into_iter().collect::<Arg>())
                })
            }
            (Self::RemoveRow, Action::Row(_)) | (Self::RemoveRing, Action::Ring(_)) => None,
            _ => Some(Phrase::new("miss-other")),
        };
        miss.map_or(Ok(()), Err)
    }
}

/// How many of the actor's markers a move turns, and how many of the other player's.
fn turned(position: &Position, action: Action) -> [usize; 2] {
    let Action::Move { from, to } = action else {
        return [0; 2];
    };
    let turned = position.turned_by(from, to);
    let me = position.actor();
    [me, !me].map(|color| (turned & position.markers(color)).len())
}

/// That a move makes a row for the other player.
fn gives(row: Row) -> Phrase {
    Phrase::new("miss-gift").with("row", row)
}

/// A move, if there is one, with which a colour that is to move makes a row.
fn threat(position: &Position, color: Color) -> Option<(Action, Row)> {
    if position.stage() != Stage::Move || position.actor() != color {
        return None;
    }
    let actions = position.legal_actions();
    actions.iter().find_map(|&action| {
        let row = position.play_unchecked(action).rows(color).next()?;
        Some((action, row))
    })
}

/// A move as it is shown.
fn shown(action: Action) -> Arg {
    match action {
        Action::Move { from, to } => {
            Arg::from(Phrase::new("choice-move").with("from", from).with("to", to))
        }
        other => Arg::Text(other.to_string()),
    }
}
