//! Proves that a puzzle is one.

use std::fmt;

use super::judge::{Judge, Step};
use super::maker::MAX_GIFT;
use super::theme::Theme;
use super::{MAX_TURNS, Puzzle, turns};
use crate::engine::percent;
use crate::game::{Action, IllegalAction, Stage};

/// Why a puzzle is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The game is over before the solution is.
    Over(usize),
    /// An action of the solution is illegal.
    Illegal(usize, Action, IllegalAction),
    /// The solution does not end with a decision of the solver's.
    NotTheSolvers,
    /// It has too many turns of the solver's.
    TooLong(usize),
    /// Another action is better.
    Better {
        /// Which action of the solution, from 1.
        step: usize,
        /// It.
        action: Action,
        /// The better one.
        better: Action,
    },
    /// Another action is nearly as good.
    Second {
        /// Which action of the solution, from 1.
        step: usize,
        /// It.
        action: Action,
        /// The other one.
        other: Action,
        /// What the other one loses of the chance to win.
        loss: f64,
    },
    /// A reply of the other player's gives much away.
    Reply(usize, Action),
    /// Nothing has to be found: each decision is the only legal one.
    Forced,
    /// The themes are other ones.
    Themes(Vec<Theme>),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(step) => write!(f, "step {step}: the game is over"),
            Self::Illegal(step, action, error) => write!(f, "step {step}, {action}: {error}"),
            Self::NotTheSolvers => f.write_str("the solution ends with the other player's action"),
            Self::TooLong(turns) => write!(f, "the solution takes {turns} turns"),
            Self::Better {
                step,
                action,
                better,
            } => write!(f, "step {step}, {action}: {better} is better"),
            Self::Second {
                step,
                action,
                other,
                loss,
            } => write!(
                f,
                "step {step}, {action}: {other} loses no more than {} %",
                percent(*loss)
            ),
            Self::Reply(step, action) => {
                write!(
                    f,
                    "step {step}, {action}: the other player has better replies"
                )
            }
            Self::Forced => f.write_str("there is nothing to find: every decision is forced"),
            Self::Themes(themes) => {
                f.write_str("its themes are")?;
                for theme in themes {
                    write!(f, " {theme}")?;
                }
                if themes.is_empty() {
                    f.write_str(" none")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Proves that a puzzle is one: its actions are legal, each of the solver's decisions is the only
/// right one, the other player's replies are good ones, and its themes are right.
///
/// # Errors
///
/// What is wrong with it first.
pub fn check(judge: &mut Judge, puzzle: &Puzzle) -> Result<(), Fault> {
    let themes = prove(judge, puzzle)?;
    if themes == puzzle.themes {
        Ok(())
    } else {
        Err(Fault::Themes(themes))
    }
}

/// The same, but for the themes of the puzzle: those that are right are returned, at least one.
///
/// # Errors
///
/// What is wrong with it first.
pub fn prove(judge: &mut Judge, puzzle: &Puzzle) -> Result<Vec<Theme>, Fault> {
    let solver = puzzle.solver();
    let mut at = puzzle.start;
    for (index, &action) in puzzle.line.iter().enumerate() {
        if at.stage() == Stage::Over {
            return Err(Fault::Over(index + 1));
        }
        at = at
            .play(action)
            .map_err(|error| Fault::Illegal(index + 1, action, error))?;
    }
    match turns(&puzzle.start, &puzzle.line) {
        0 => return Err(Fault::NotTheSolvers),
        turns @ 1..=MAX_TURNS => turns,
        turns => return Err(Fault::TooLong(turns)),
    };
    let mut at = puzzle.start;
    let (mut steps, mut chance, mut last, mut choices) = (Vec::new(), None, None, 0);
    for (index, &action) in puzzle.line.iter().enumerate() {
        let step = index + 1;
        last = Some(at.actor());
        if at.actor() == solver {
            let judgement = judge.judge(&at).ok_or(Fault::Over(step))?;
            let now = judgement.best.score.chance();
            if chance.is_some_and(|before| now > before + MAX_GIFT) {
                return Err(Fault::Reply(index, puzzle.line[index - 1]));
            }
            chance = Some(now);
            if let Some(&better) = judgement.best.actions.first()
                && better != action
            {
                return Err(Fault::Better {
                    step,
                    action,
                    better,
                });
            }
            if let Some((second, loss)) = judgement.second.as_ref().zip(judgement.loss) {
                choices += 1;
                if let Some(&other) = second.actions.first()
                    && !judgement.is_unique(&at, 0.0)
                {
                    return Err(Fault::Second {
                        step,
                        action,
                        other,
                        loss,
                    });
                }
            }
            steps.push(Step {
                position: at,
                line: judgement.best,
            });
        }
        at = at.play_unchecked(action);
    }
    if last != Some(solver) {
        return Err(Fault::NotTheSolvers);
    }
    if choices == 0 {
        return Err(Fault::Forced);
    }
    let themes = Theme::of(&puzzle.start, &puzzle.line, &steps);
    if themes.is_empty() {
        return Err(Fault::Themes(themes));
    }
    Ok(themes)
}
