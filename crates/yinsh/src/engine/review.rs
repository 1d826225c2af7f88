//! The review of a game: what each decision lost, the turning points, and what was better.
//!
//! A review requests one search at a time, from the last position to the first, so that the
//! transposition table already holds what follows a position. Where the player did not choose the
//! best action, the position after the played one is searched too, one ring move less deep: scores
//! of searches that end with different players to move are not comparable, and would show mistakes
//! that are none.
//!
//! The positions of mistakes that somebody is to learn from are searched once more, for everything
//! that would have been good there.

mod mistake;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::claim::Claim;
use super::explain::explain;
use super::scale::{Label, percent};
use super::score::Score;
use super::search_result::{Line, SearchResult};
use crate::game::{Action, Color, GameResult, Position, Stage, Turn};

pub use mistake::Mistake;

/// Maximum number of turning points.
const TURNING_POINTS: usize = 3;

/// A decision of the game, evaluated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReviewedDecision {
    /// Number of its turn; white's are odd, black's are even.
    pub turn: usize,
    /// The player who decided.
    pub by: Color,
    /// The action that was played.
    pub action: Action,
    /// The player's chance of winning with the best action, in per cent: what was left of it after
    /// the decision before, if that lost 5 % or more.
    pub before: u32,
    /// The same with the played action.
    pub after: u32,
    /// The difference, as two searches of the same depth have it; 0 if the played action is the
    /// engine's.
    pub loss: u32,
    /// How good it was.
    pub label: Label,
    /// Whether it was the only legal action.
    pub forced: bool,
}

/// A decision that lost much, and what was better.
#[derive(Debug, Clone, PartialEq)]
pub struct TurningPoint {
    /// The decision.
    pub decision: ReviewedDecision,
    /// The position before it.
    pub position: Position,
    /// The best line.
    pub better: Line,
    /// What is true of the best line, the most important first; may be empty.
    pub because: Vec<Claim>,
    /// What speaks against the played action; may be empty.
    pub against: Vec<Claim>,
}

/// The findings of a review.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// All decisions of the game, in order.
    pub decisions: Vec<ReviewedDecision>,
    /// Number of the first turn, 1 or more.
    pub first_turn: usize,
    /// White's chance of winning in per cent: before the first turn, and after each turn. After a
    /// turn with a decision that lost 5 % or more it is the chance before that, less what was lost.
    pub chances: Vec<u32>,
    /// The accuracy of white and black, 0.0 to 100.0; `None` for a player who never had a choice.
    ///
    /// It is the mean of 103.1668 · exp(-0.04354 · loss) - 3.1669 over the player's decisions that
    /// were not forced, loss in per cent: the accuracy of a move on lichess.org
    /// (lichess.org/page/accuracy).
    pub accuracy: [Option<f64>; 2],
    /// The decisions that lost most, at least 5 % each, in order; at most three.
    pub turning_points: Vec<TurningPoint>,
    /// The mistakes of those who are to learn from them, in order; see [`Review::to_learn`].
    pub mistakes: Vec<Mistake>,
}

/// A search that a review needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewSearch {
    /// The position.
    pub position: Position,
    /// Maximum depth in ring moves.
    pub depth: Option<u32>,
    /// Number of best actions wanted.
    pub lines: usize,
}

/// A review in progress.
///
/// ```
/// use yinsh::engine::{Engine, EngineOptions, NullMonitor};
/// use yinsh::engine::{Review, ReviewSearch, SearchLimits};
/// use yinsh::game::{Position, Variant};
/// let mut engine = Engine::new(EngineOptions::default());
/// let limits = SearchLimits { nodes: Some(50), ..SearchLimits::default() };
/// let mut review = Review::new(&Position::start(Variant::Normal), &["f6".parse()?]);
/// while let Some(ReviewSearch { position, depth, lines }) = review.next_search() {
///     let limits = SearchLimits { depth, lines, ..limits.clone() };
///     if let Some(result) = engine.search(&position, &limits, &mut NullMonitor) {
///         review.add(&result);
///     }
/// }
/// assert_eq!(review.findings().map(|findings| findings.chances.len()), Some(2));
/// # Ok::<(), yinsh::game::ActionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Review {
    /// The position before each action, and the final one.
    positions: Vec<Position>,
    actions: Vec<Action>,
    turns: Vec<Turn>,
    /// The best line of each position that was searched, and the depth of the search.
    best: Vec<Option<(Line, u32)>>,
    /// The score of each played action for its player, where it was searched.
    played: Vec<Option<Score>>,
    /// Whether white and black are to learn from their mistakes.
    learners: [bool; 2],
    /// The best lines of positions in which a mistake was made, by their indices.
    alternatives: BTreeMap<usize, Vec<Line>>,
}

/// A search that is missing.
#[derive(Clone, Copy)]
enum MissingSearch {
    /// The best line of the position with this index.
    Best(usize),
    /// The action with this index, to this depth.
    Played(usize, u32),
    /// The best lines of the position with this index, to this depth.
    Alternatives(usize, u32),
}

impl Review {
    /// The review of a game from a position on, up to its first illegal action if there is one.
    #[must_use]
    pub fn new(start: &Position, actions: &[Action]) -> Self {
        let mut positions = vec![*start];
        let mut position = *start;
        for &action in actions {
            let Ok(next) = position.play(action) else {
                break;
            };
            positions.push(next);
            position = next;
        }
        let actions = actions[..positions.len() - 1].to_vec();
        Self {
            turns: Turn::group(start, &actions),
            best: vec![None; positions.len()],
            played: vec![None; actions.len()],
            positions,
            actions,
            learners: [false; 2],
            alternatives: BTreeMap::new(),
        }
    }

    /// The same, with what else would have been good for the mistakes of these players: white and
    /// black.
    #[must_use]
    pub const fn to_learn(mut self, learners: [bool; 2]) -> Self {
        self.learners = learners;
        self
    }

    /// Whether a position needs no search: the game is over, or the only legal action leads to the
    /// next position.
    fn is_derived(&self, index: usize) -> bool {
        let position = &self.positions[index];
        let last = index + 1 == self.positions.len();
        position.stage() == Stage::Over || !last && position.count_legal_actions() == 1
    }

    fn missing_search(&self) -> Option<MissingSearch> {
        self.missing_of_game()
            .or_else(|| self.missing_of_mistakes())
    }

    fn missing_of_game(&self) -> Option<MissingSearch> {
        (0..self.positions.len()).rev().find_map(|index| {
            let Some((best, depth)) = &self.best[index] else {
                return (!self.is_derived(index)).then_some(MissingSearch::Best(index));
            };
            let action = *self.actions.get(index)?;
            let is_missing = best.actions.first() != Some(&action)
                && self.played[index].is_none()
                && self.positions[index + 1].stage() != Stage::Over;
            // Removing a row or a ring takes no depth.
            let step = u32::from(!matches!(action, Action::Row(_) | Action::Ring(_)));
            is_missing.then(|| MissingSearch::Played(index, depth.saturating_sub(step).max(1)))
        })
    }

    /// The next search to make; `None` once the review is complete.
    #[must_use]
    pub fn next_search(&self) -> Option<ReviewSearch> {
        self.missing_search().map(|missing| match missing {
            MissingSearch::Best(index) => ReviewSearch {
                position: self.positions[index],
                depth: None,
                lines: 1,
            },
            MissingSearch::Played(index, depth) => ReviewSearch {
                position: self.positions[index + 1],
                depth: Some(depth),
                lines: 1,
            },
            MissingSearch::Alternatives(index, depth) => ReviewSearch {
                position: self.positions[index],
                depth: Some(depth),
                lines: mistake::LINES,
            },
        })
    }

    /// Adds the result of the search that [`Review::next_search`] asked for.
    pub fn add(&mut self, result: &SearchResult) {
        // A search always has a line.
        let best = result.lines.first().cloned().unwrap_or(Line {
            score: Score::EVEN,
            actions: Vec::new(),
        });
        match self.missing_search() {
            Some(MissingSearch::Best(index)) => self.best[index] = Some((best, result.depth)),
            Some(MissingSearch::Played(index, _)) => {
                self.played[index] = Some(self.prepend(index, &best).score);
            }
            Some(MissingSearch::Alternatives(index, _)) => {
                self.alternatives.insert(index, result.lines.clone());
            }
            None => {}
        }
    }

    /// Number of positions that have been searched, and that need a search in all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let done = self.best.iter().flatten().count();
        let all = (0..self.positions.len()).filter(|&index| !self.is_derived(index));
        (done, all.count())
    }

    /// The findings; `None` while searches are missing.
    #[must_use]
    pub fn findings(&self) -> Option<Findings> {
        if self.missing_search().is_some() {
            return None;
        }
        let lines = self.lines()?;
        let decisions = self.decisions(&lines);
        let white = self.positions.iter().zip(&lines);
        let white: Vec<u32> = white
            .map(|(position, line)| for_white(position.actor(), percent(line.score.chance())))
            .collect();
        let mut chances = vec![white[0]];
        let mut done = 0;
        for turn in &self.turns {
            let its = &decisions[done..done + turn.actions.len()];
            done += its.len();
            let is_judged = its.iter().any(|one| one.label >= Label::Inaccuracy);
            chances.push(match its.last() {
                Some(last) if is_judged => for_white(last.by, last.after),
                _ => white[done],
            });
        }
        Some(Findings {
            first_turn: self.turns.first().map_or(1, |turn| turn.number),
            chances,
            accuracy: Color::ALL.map(|color| accuracy(&decisions, color)),
            turning_points: self.turning_points(&decisions, &lines),
            mistakes: self.mistakes(&decisions, &lines),
            decisions,
        })
    }

    /// The decisions of the game, by the best lines of all positions.
    fn decisions(&self, lines: &[Line]) -> Vec<ReviewedDecision> {
        let mut decisions = Vec::with_capacity(self.actions.len());
        // White's chance after what was said to have lost something: the chance before what follows.
        let mut judged: Option<u32> = None;
        for turn in &self.turns {
            let mut is_judged = false;
            for &action in &turn.actions {
                let index = decisions.len();
                let best = percent(lines[index].score.chance());
                let before = judged.map_or(best, |chance| for_white(turn.color, chance));
                let played = self.score_played(index, lines);
                let then = percent(played.chance());
                let after = match played.end_in() {
                    Some(_) => then,
                    None => before.saturating_sub(best.saturating_sub(then)),
                };
                let loss = before.saturating_sub(after);
                let decision = ReviewedDecision {
                    turn: turn.number,
                    by: turn.color,
                    action,
                    before,
                    after,
                    loss,
                    label: Label::of(loss),
                    forced: self.positions[index].count_legal_actions() == 1,
                };
                is_judged |= decision.label >= Label::Inaccuracy;
                judged = is_judged.then(|| for_white(turn.color, decision.after));
                decisions.push(decision);
            }
        }
        decisions
    }

    /// The score of a played action for its player: by the search that is comparable with that of the
    /// best action, unless the game is decided after it, however deep that was searched.
    fn score_played(&self, index: usize, lines: &[Line]) -> Score {
        if lines[index].actions.first() == Some(&self.actions[index]) {
            return lines[index].score;
        }
        let known = self.prepend(index, &lines[index + 1]).score;
        match self.played[index] {
            Some(score) if known.end_in().is_none() => score,
            _ => known,
        }
    }

    /// The best lines of all positions, once no search is missing.
    fn lines(&self) -> Option<Vec<Line>> {
        let mut lines: Vec<Line> = Vec::with_capacity(self.positions.len());
        for index in (0..self.positions.len()).rev() {
            let line = match &self.best[index] {
                Some((line, _)) => line.clone(),
                None if self.positions[index].stage() == Stage::Over => Line {
                    score: final_score(&self.positions[index]),
                    actions: Vec::new(),
                },
                None if self.is_derived(index) => self.prepend(index, lines.last()?),
                None => return None,
            };
            lines.push(line);
        }
        lines.reverse();
        Some(lines)
    }

    /// The line of a position that begins with the played action and goes on with the line of the
    /// next position.
    fn prepend(&self, index: usize, next: &Line) -> Line {
        let same = self.positions[index].actor() == self.positions[index + 1].actor();
        let score = if same { next.score } else { -next.score };
        let mut actions = vec![self.actions[index]];
        actions.extend(&next.actions);
        Line {
            score: match score.end_in() {
                Some((true, actions)) => Score::win_in(actions + 1),
                Some((false, actions)) => -Score::win_in(actions + 1),
                None => score,
            },
            actions,
        }
    }

    fn turning_points(&self, decisions: &[ReviewedDecision], lines: &[Line]) -> Vec<TurningPoint> {
        let mut worst: Vec<usize> = (0..decisions.len())
            .filter(|&index| decisions[index].label >= Label::Inaccuracy)
            .collect();
        worst.sort_by_key(|&index| Reverse(decisions[index].loss));
        worst.truncate(TURNING_POINTS);
        worst.sort_unstable();
        worst
            .into_iter()
            .map(|index| {
                let position = self.positions[index];
                let played = self.prepend(index, &lines[index + 1]);
                let (_, against) = Claim::told(&explain(&position, &played));
                let (because, _) = Claim::told(&explain(&position, &lines[index]));
                TurningPoint {
                    decision: decisions[index],
                    position,
                    because,
                    better: lines[index].clone(),
                    against,
                }
            })
            .collect()
    }
}

/// White's chance of winning, from that of a colour, in per cent.
fn for_white(whose: Color, chance: u32) -> u32 {
    match whose {
        Color::White => chance,
        Color::Black => 100_u32.saturating_sub(chance),
    }
}

/// The score of a game that is over, for its last actor.
fn final_score(position: &Position) -> Score {
    match position.result().and_then(GameResult::winner) {
        None => Score::EVEN,
        Some(winner) if winner == position.actor() => Score::win_in(0),
        Some(_) => -Score::win_in(0),
    }
}

/// The accuracy of a player; see [`Findings::accuracy`].
fn accuracy(decisions: &[ReviewedDecision], color: Color) -> Option<f64> {
    let of_decision = |decision: &ReviewedDecision| {
        let accuracy = 103.1668 * (-0.04354 * f64::from(decision.loss)).exp() - 3.1669;
        accuracy.clamp(0.0, 100.0)
    };
    let chosen = decisions
        .iter()
        .filter(|decision| decision.by == color && !decision.forced);
    let (sum, count) = chosen.fold((0.0, 0_u32), |(sum, count), decision| {
        (sum + of_decision(decision), count + 1)
    });
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests;
