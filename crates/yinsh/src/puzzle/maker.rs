//! Finds puzzles in positions.

use super::judge::{Judge, Step};
use super::theme::Theme;
use super::{MAX_TURNS, Puzzle};
use crate::game::{Position, Stage, Variant};

/// How much more than the least the other decisions have to lose, so that a longer search
/// still finds that they lose enough.
const MARGIN: f64 = 0.05;

/// How much the solver's chance to win may rise by the other player's reply. More, and it is not
/// the reply that the solver has to reckon with.
pub(super) const MAX_GIFT: f64 = 0.15;

/// The puzzle that begins in a position, if there is one. Its name is empty, and it has no rating.
pub fn find(judge: &mut Judge, start: &Position) -> Option<Puzzle> {
    // In a normal game no placement matters enough to be worth the long search.
    if start.stage() == Stage::Place && start.variant() == Variant::Normal {
        return None;
    }
    let solver = start.actor();
    let mut at = *start;
    let (mut line, mut steps) = (Vec::new(), Vec::new());
    // Length of the solution up to the last decision with one right answer among several.
    let mut end = 0;
    let mut chance: Option<f64> = None;
    let (mut turns, mut was_own) = (0, false);
    while at.stage() != Stage::Over {
        let is_own = at.actor() == solver;
        turns += usize::from(is_own && !was_own);
        was_own = is_own;
        if turns > MAX_TURNS {
            break;
        }
        let action = if is_own {
            let judgement = judge.judge(&at)?;
            let now = judgement.best.score.chance();
            if chance.is_some_and(|before| now > before + MAX_GIFT)
                || !judgement.is_unique(&at, MARGIN)
            {
                break;
            }
            chance = Some(now);
            let action = *judgement.best.actions.first()?;
            if judgement.loss.is_some() {
                end = line.len() + 1;
            }
            steps.push((
                line.len(),
                Step {
                    position: at,
                    line: judgement.best,
                },
            ));
            action
        } else {
            *judge.best(&at)?.actions.first()?
        };
        line.push(action);
        at = at.play(action).ok()?;
    }
    if end == 0 {
        return None;
    }
    line.truncate(end);
    let steps: Vec<Step> = steps
        .into_iter()
        .filter(|&(index, _)| index < end)
        .map(|(_, step)| step)
        .collect();
    let themes = Theme::of(start, &line, &steps);
    (!themes.is_empty()).then(|| Puzzle {
        name: String::new(),
        start: *start,
        line,
        themes,
        rating: 0,
    })
}
