//! The stages in which a table can be, and how it comes there.

use ringleader::game::{Action, Color, Position, Stage as Decision, Variant};

use super::play;

/// A stage of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Empty,
    Challenged,
    Placing,
    Moving,
    Row,
    Ring,
    Tapping,
    AgainstTheBot,
    DrawOffered,
    UndoAsked,
    SeatOffered,
    Timed,
    Paused,
    OnHoliday,
    AskedWhetherItGoesOn,
    PutAside,
    Over,
    Aborted,
}

impl Stage {
    pub(crate) const ALL: [Self; 18] = [
        Self::Empty,
        Self::Challenged,
        Self::Placing,
        Self::Moving,
        Self::Row,
        Self::Ring,
        Self::Tapping,
        Self::AgainstTheBot,
        Self::DrawOffered,
        Self::UndoAsked,
        Self::SeatOffered,
        Self::Timed,
        Self::Paused,
        Self::OnHoliday,
        Self::AskedWhetherItGoesOn,
        Self::PutAside,
        Self::Over,
        Self::Aborted,
    ];

    /// What is said until the table is there: who, and what.
    pub(crate) fn lines(self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        let mut say = |who, text: &str| lines.push((who, text.to_owned()));
        match self {
            Self::Empty => return lines,
            Self::AgainstTheBot => {
                say("alice", "!play 1 white");
                return lines;
            }
            Self::Timed | Self::Paused | Self::OnHoliday => {
                say("alice", "!challenge @bob white 3d");
            }
            _ => say("alice", "!challenge @bob white"),
        }
        if self == Self::Challenged {
            return lines;
        }
        say("bob", "!accept");
        let decision = match self {
            Self::Placing => Decision::Place,
            Self::Row => Decision::Row,
            Self::Ring => Decision::Ring,
            _ => Decision::Move,
        };
        for (color, action) in played_until(decision) {
            let who = match color {
                Color::White => "alice",
                Color::Black => "bob",
            };
            say(who, &format!("!{action}"));
        }
        match self {
            Self::Tapping => say("alice", "!tap"),
            Self::DrawOffered => say("alice", "!draw"),
            Self::UndoAsked => say("bob", "!undo"),
            Self::SeatOffered => say("alice", "!seat @carol"),
            Self::Paused => {
                say("alice", "!pause");
                say("bob", "!accept");
            }
            Self::OnHoliday => say("bob", "!holiday 5d"),
            Self::Over => say("alice", "!resign yes"),
            Self::Aborted => say("mona", "!abort"),
            _ => {}
        }
        lines
    }

    /// Days that pass then, one step after another.
    pub(crate) const fn days(self) -> &'static [i64] {
        match self {
            Self::AskedWhetherItGoesOn => &[15],
            Self::PutAside => &[15, 15],
            _ => &[],
        }
    }
}

/// The shortest of some random games until this decision is asked for, with who decides.
fn played_until(decision: Decision) -> Vec<(Color, Action)> {
    let games = (0..200).filter_map(|seed| {
        let random = &mut play::random(seed);
        let mut position = Position::start(Variant::Normal);
        let mut played = Vec::new();
        while position.stage() != decision || decision == Decision::Place && played.len() < 3 {
            let action = play::choose(&position, random)?;
            played.push((position.actor(), action));
            position = position.play(action).unwrap();
        }
        // A few moves, of which one can be taken back.
        while decision == Decision::Move && played.len() < 14 {
            let action = play::choose(&position, random)?;
            played.push((position.actor(), action));
            position = position.play(action).unwrap();
            if position.stage() != decision {
                return None;
            }
        }
        Some(played)
    });
    games.min_by_key(Vec::len).unwrap()
}
