//! The review of a game: what each decision cost, where the game turned, and what was better.
//!
//! A review asks for judgements one position at a time, from the last position to the first, so
//! that an engine that remembers knows what comes of a position before it is asked about it. Where
//! something else was done than the engine would have, it asks once more what came of that, one
//! ring move less deep: judgements of different depths differ by who moves last, and a review that
//! compared them would find mistakes where there are none.

use super::explain::{Reason, explain};
use super::score::Score;
use super::think::{Line, Thought};
use crate::game::{Action, Color, GameResult, Position, Stage, Turn};

/// Most turning points that are told: as many as one remembers.
const TURNING_POINTS: usize = 3;

/// How good a decision was, by the chance to win that it lost. The bounds are those of
/// chess.com's expected points (support.chess.com, «How are moves classified?»).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// The best, or nothing lost, or nothing else to do.
    Best,
    /// Lost less than 5 %.
    Good,
    /// Lost 5 % or more.
    Inaccuracy,
    /// Lost 10 % or more.
    Mistake,
    /// Lost 20 % or more.
    Blunder,
}

impl Label {
    /// The label of a loss, 0.0 to 1.0.
    fn of(loss: f64) -> Self {
        if loss >= 0.20 {
            Self::Blunder
        } else if loss >= 0.10 {
            Self::Mistake
        } else if loss >= 0.05 {
            Self::Inaccuracy
        } else if loss > 0.0 {
            Self::Good
        } else {
            Self::Best
        }
    }
}

/// One decision of the game, judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decision {
    /// Number of its turn; white's are odd, black's are even.
    pub turn: usize,
    /// Who decided.
    pub by: Color,
    /// What was decided.
    pub action: Action,
    /// The chance that this player wins if the best is done, 0.0 to 1.0.
    pub before: f64,
    /// The same with what was decided, seen equally deep.
    pub after: f64,
    /// What it lost, 0.0 to 1.0; nothing if it is what the engine would have done.
    pub loss: f64,
    /// How good it was.
    pub label: Label,
    /// Whether there was nothing else to do.
    pub forced: bool,
}

/// A decision that lost much, and what was better.
#[derive(Debug, Clone, PartialEq)]
pub struct TurningPoint {
    /// The decision.
    pub decision: Decision,
    /// Where it was taken.
    pub position: Position,
    /// What was better, and what would have followed.
    pub better: Line,
    /// Why that was better, the most telling reasons first; at least one.
    pub because: Vec<Reason>,
    /// What spoke against what was done; often nothing that a word could tell.
    pub against: Vec<Reason>,
}

/// What a review has found.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// Every decision of the game, in order.
    pub decisions: Vec<Decision>,
    /// Number of the first turn, 1 or more.
    pub first_turn: usize,
    /// The chance that white wins, 0.0 to 1.0: before the first turn, and after each turn.
    pub chances: Vec<f64>,
    /// The accuracy of white and black, 0.0 to 100.0; `None` for one who never had a choice.
    ///
    /// It is the mean over the player's decisions, those without a choice left out, of
    /// 103.1668 · exp(-0.04354 · loss) - 3.1669, loss in per cent: the accuracy of a move on
    /// lichess.org (lichess.org/page/accuracy).
    pub accuracy: [Option<f64>; 2],
    /// The decisions that lost most, at least 5 % each, in the order in which they were taken; at
    /// most three.
    pub turning_points: Vec<TurningPoint>,
}

/// A position to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The position.
    pub position: Position,
    /// How deep to look at most, in ring moves.
    pub depth: Option<u32>,
}

/// A review under way.
///
/// ```
/// use ringleader::engine::{Asked, Engine, Limits, Options, Patience, Review};
/// use ringleader::game::{Position, Variant};
/// let mut engine = Engine::new(Options::default());
/// let limits = Limits { nodes: Some(50), ..Limits::default() };
/// let mut review = Review::new(&Position::start(Variant::Normal), &["f6".parse()?]);
/// while let Some(Asked { position, depth }) = review.next_question() {
///     let limits = Limits { depth, ..limits.clone() };
///     if let Some(thought) = engine.think(&position, &limits, &mut Patience) {
///         review.add(&thought);
///     }
/// }
/// assert_eq!(review.findings().map(|findings| findings.chances.len()), Some(2));
/// # Ok::<(), ringleader::game::ActionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Review {
    /// The position before each action, and the last one.
    positions: Vec<Position>,
    actions: Vec<Action>,
    turns: Vec<Turn>,
    /// What is best in each position, as far as it is known, and how deep it was looked at.
    judged: Vec<Option<(Line, u32)>>,
    /// What came of each action for who decided, where that was asked.
    played: Vec<Option<Score>>,
}

/// What is asked about the game.
#[derive(Clone, Copy)]
enum Question {
    /// What is best in the position with this index.
    Best(usize),
    /// What came of the action with this index, looked at so deep.
    Played(usize, u32),
}

impl Review {
    /// The review of a game that starts in a position, as far as its actions are legal.
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
            judged: vec![None; positions.len()],
            played: vec![None; actions.len()],
            positions,
            actions,
        }
    }

    /// Whether what follows tells the worth of a position: the game is over there, or there was
    /// only one thing to do.
    fn follows(&self, index: usize) -> bool {
        let position = &self.positions[index];
        let last = index + 1 == self.positions.len();
        position.stage() == Stage::Over || !last && position.count_legal_actions() == 1
    }

    /// What is to be asked next.
    fn question(&self) -> Option<Question> {
        (0..self.positions.len()).rev().find_map(|index| {
            let Some((best, depth)) = &self.judged[index] else {
                return (!self.follows(index)).then_some(Question::Best(index));
            };
            let action = *self.actions.get(index)?;
            let asked = best.actions.first() != Some(&action)
                && self.played[index].is_none()
                && self.positions[index + 1].stage() != Stage::Over;
            // To choose a row or a ring takes nothing of the depth.
            let step = u32::from(!matches!(action, Action::Row(_) | Action::Ring(_)));
            asked.then(|| Question::Played(index, depth.saturating_sub(step).max(1)))
        })
    }

    /// The position to be judged next; `None` once all are.
    #[must_use]
    pub fn next_question(&self) -> Option<Asked> {
        self.question().map(|question| match question {
            Question::Best(index) => Asked {
                position: self.positions[index],
                depth: None,
            },
            Question::Played(index, depth) => Asked {
                position: self.positions[index + 1],
                depth: Some(depth),
            },
        })
    }

    /// Takes what the engine thinks of the position that [`Review::next_question`] gave.
    pub fn add(&mut self, thought: &Thought) {
        // A thought without a line, which no engine has, would be one of an even position.
        let best = thought.lines.first().cloned().unwrap_or(Line {
            score: Score::EVEN,
            actions: Vec::new(),
        });
        match self.question() {
            Some(Question::Best(index)) => self.judged[index] = Some((best, thought.depth)),
            Some(Question::Played(index, _)) => {
                self.played[index] = Some(self.after(index, &best).score);
            }
            None => {}
        }
    }

    /// How many positions of the game are judged, and how many there are to judge in all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let done = self.judged.iter().flatten().count();
        let all = (0..self.positions.len()).filter(|&index| !self.follows(index));
        (done, all.count())
    }

    /// What has been found; `None` while positions are to be judged.
    #[must_use]
    pub fn findings(&self) -> Option<Findings> {
        if self.question().is_some() {
            return None;
        }
        let lines = self.lines()?;
        let white: Vec<f64> = self
            .positions
            .iter()
            .zip(&lines)
            .map(|(position, line)| for_color(Color::White, position.actor(), line.score.chance()))
            .collect();
        let mut decisions = Vec::with_capacity(self.actions.len());
        let mut chances = vec![white[0]];
        for turn in &self.turns {
            for &action in &turn.actions {
                let index = decisions.len();
                let forced = self.positions[index].count_legal_actions() == 1;
                let before = lines[index].score.chance();
                let after = if lines[index].actions.first() == Some(&action) {
                    before
                } else {
                    let known = self.played[index];
                    let score = known.unwrap_or_else(|| self.after(index, &lines[index + 1]).score);
                    score.chance()
                };
                // Nobody does better than best, though somebody may have looked further.
                let loss = (before - after).max(0.0);
                decisions.push(Decision {
                    turn: turn.number,
                    by: turn.color,
                    action,
                    before,
                    after,
                    loss,
                    label: Label::of(loss),
                    forced,
                });
            }
            chances.push(white[decisions.len()]);
        }
        Some(Findings {
            first_turn: self.turns.first().map_or(1, |turn| turn.number),
            chances,
            accuracy: Color::ALL.map(|color| accuracy(&decisions, color)),
            turning_points: self.turning_points(&decisions, &lines),
            decisions,
        })
    }

    /// What is best in every position, once all that are to be judged are.
    fn lines(&self) -> Option<Vec<Line>> {
        let mut lines: Vec<Line> = Vec::with_capacity(self.positions.len());
        for index in (0..self.positions.len()).rev() {
            let line = match &self.judged[index] {
                Some((line, _)) => line.clone(),
                None if self.positions[index].stage() == Stage::Over => Line {
                    score: ended(&self.positions[index]),
                    actions: Vec::new(),
                },
                None if self.follows(index) => self.after(index, lines.last()?),
                None => return None,
            };
            lines.push(line);
        }
        lines.reverse();
        Some(lines)
    }

    /// The line that begins with what was decided in a position, where the line that follows is
    /// known.
    fn after(&self, index: usize, next: &Line) -> Line {
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

    fn turning_points(&self, decisions: &[Decision], lines: &[Line]) -> Vec<TurningPoint> {
        let mut worst: Vec<usize> = (0..decisions.len())
            .filter(|&index| decisions[index].label >= Label::Inaccuracy)
            .collect();
        worst.sort_by(|&a, &b| decisions[b].loss.total_cmp(&decisions[a].loss));
        worst.truncate(TURNING_POINTS);
        worst.sort_unstable();
        worst
            .into_iter()
            .map(|index| {
                let position = self.positions[index];
                let played = self.after(index, &lines[index + 1]);
                let mut against = explain(&position, &played);
                against.retain(|reason| reason.is_against());
                TurningPoint {
                    decision: decisions[index],
                    position,
                    because: explain(&position, &lines[index]),
                    better: lines[index].clone(),
                    against,
                }
            })
            .collect()
    }
}

/// A chance of one player as that of another.
fn for_color(wanted: Color, whose: Color, chance: f64) -> f64 {
    if wanted == whose {
        chance
    } else {
        1.0 - chance
    }
}

/// The score of a game that is over for the one who decided last.
fn ended(position: &Position) -> Score {
    match position.result().and_then(GameResult::winner) {
        None => Score::EVEN,
        Some(winner) if winner == position.actor() => Score::win_in(0),
        Some(_) => -Score::win_in(0),
    }
}

/// The accuracy of a player; see [`Findings::accuracy`].
fn accuracy(decisions: &[Decision], color: Color) -> Option<f64> {
    let of_decision = |decision: &Decision| {
        let accuracy = 103.1668 * (-4.354 * decision.loss).exp() - 3.1669;
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
mod tests {
    use super::*;
    use crate::engine::{Engine, Limits, Options, Patience};
    use crate::game::{Row, Variant};

    fn thought(score: Score, actions: &[&str]) -> Thought {
        let actions = actions.iter().map(|text| text.parse().unwrap()).collect();
        Thought {
            lines: vec![Line { score, actions }],
            depth: 4,
            deepest: 4,
            nodes: 1,
            threads: 1,
            fullness: 0,
        }
    }

    fn actions(texts: &[&str]) -> Vec<Action> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    /// White's ring on E2 leaves the fifth marker of a row, which wins in blitz.
    const FOUR: &str = "4/7/8/r8/1RMMMM4/4R4/1R4R3/9/R2r2r1/7/1rr1 w w move 0-0 blitz";

    #[test]
    fn a_missed_win_is_a_turning_point() {
        let start: Position = FOUR.parse().unwrap();
        let mut review = Review::new(&start, &actions(&["f6-f7", "d1-d2"]));
        // The last position first.
        let asked: Vec<Position> = ["f6-f7", "d1-d2"]
            .iter()
            .fold(vec![start], |mut all, text| {
                all.push(all[all.len() - 1].play(text.parse().unwrap()).unwrap());
                all
            });
        for (index, depth, told) in [
            (2, None, thought(Score::new(50), &["f7-f8"])),
            (1, None, thought(Score::new(60), &["d1-d2"])),
            (
                0,
                None,
                thought(Score::win_in(3), &["e2-f2", "xe2-e6", "xf2"]),
            ),
            // What came of the move that was not the best, less deep than the best was seen.
            (1, Some(3), thought(Score::EVEN, &["d1-e1"])),
        ] {
            assert_eq!(review.findings(), None);
            let position = asked[index];
            assert_eq!(review.next_question(), Some(Asked { position, depth }));
            review.add(&told);
        }
        assert_eq!(review.progress(), (3, 3));
        assert_eq!(review.next_question(), None);
        let findings = review.findings().unwrap();
        let [start, after_one, after_two] = findings.chances[..] else {
            panic!("{:?}", findings.chances);
        };
        assert_eq!(start, 1.0);
        assert!(
            after_one < 0.5 && after_two > 0.5,
            "{after_one} {after_two}"
        );
        assert_eq!(findings.first_turn, 1);
        let labels: Vec<Label> = findings.decisions.iter().map(|one| one.label).collect();
        assert_eq!(labels, [Label::Blunder, Label::Best]);
        let [point] = &findings.turning_points[..] else {
            panic!("{:?}", findings.turning_points);
        };
        assert_eq!((point.decision.turn, point.decision.loss), (1, 0.5));
        assert_eq!(point.because[0], Reason::WinsNow);
        let row = Row::new("e2".parse().unwrap(), "e6".parse().unwrap()).unwrap();
        assert!(point.because.contains(&Reason::MakesRow { row }));
        // The formula's value for a loss of 50 %, and no loss at all.
        let [white, black] = findings.accuracy.map(Option::unwrap);
        assert!((white - 8.53).abs() < 0.01, "{white}");
        assert!((black - 100.0).abs() < 0.01, "{black}");
    }

    #[test]
    fn what_is_forced_is_neither_asked_nor_counted() {
        let start: Position = FOUR.parse().unwrap();
        let all = actions(&["e2-f2", "xe2-e6", "xf2"]);
        let mut review = Review::new(&start, &all);
        let mut asked = Vec::new();
        while let Some(Asked { position, depth }) = review.next_question() {
            asked.push((position.stage(), depth));
            let best = position.legal_actions()[0].to_string();
            review.add(&thought(Score::EVEN, &[&best]));
        }
        // The game is over at the end, and there is only one row to remove.
        let best = [(Stage::Ring, None), (Stage::Move, None)];
        assert_eq!(asked, [best[0], best[1], (Stage::Row, Some(3))]);
        let findings = review.findings().unwrap();
        assert!(findings.decisions[1].forced);
        assert_eq!(findings.chances, [0.5, 1.0]);
        assert_eq!(findings.accuracy[1], None);
    }

    #[test]
    fn a_whole_game_is_reviewed() {
        let mut engine = Engine::new(Options::default());
        let limits = Limits {
            nodes: Some(300),
            ..Limits::default()
        };
        let start = Position::start(Variant::Blitz);
        let mut position = start;
        let mut played = Vec::new();
        while position.stage() != Stage::Over {
            let choices = position.legal_actions();
            // White takes any action, black what the engine advises.
            let action = if position.actor() == Color::White {
                choices[played.len() * 7 % choices.len()]
            } else {
                let thought = engine.think(&position, &limits, &mut Patience);
                thought.unwrap().best().unwrap()
            };
            played.push(action);
            position = position.play(action).unwrap();
        }
        let mut review = Review::new(&start, &played);
        let (_, all) = review.progress();
        let mut most = 0;
        while let Some(Asked { position, depth }) = review.next_question() {
            assert!(review.progress() >= (most, all));
            (most, _) = review.progress();
            let limits = Limits {
                depth,
                ..limits.clone()
            };
            review.add(&engine.think(&position, &limits, &mut Patience).unwrap());
        }
        assert_eq!(review.progress(), (all, all));
        let findings = review.findings().unwrap();
        assert_eq!(findings.decisions.len(), played.len());
        assert_eq!(
            findings.chances.len(),
            Turn::group(&start, &played).len() + 1
        );
        let [white, black] = findings.accuracy.map(Option::unwrap);
        assert!(white < black, "{white} {black}");
        assert!(findings.turning_points.len() <= TURNING_POINTS);
        let white_lost = findings.turning_points.iter().any(|point| {
            point.decision.by == Color::White && point.decision.label >= Label::Inaccuracy
        });
        assert!(white_lost, "{:?}", findings.turning_points);
        for point in &findings.turning_points {
            let least = findings
                .decisions
                .iter()
                .filter(|other| other.loss > point.decision.loss);
            assert!(least.count() < TURNING_POINTS);
            assert_ne!(point.better.actions[0], point.decision.action);
            assert!(!point.because.is_empty());
        }
    }

    #[test]
    fn a_game_without_actions_and_one_with_an_illegal_one() {
        let start: Position = FOUR.parse().unwrap();
        for texts in [&[][..], &["a2"][..], &["e2-e6", "d1-d2"][..]] {
            let mut review = Review::new(&start, &actions(texts));
            assert_eq!(review.progress(), (0, 1));
            review.add(&thought(Score::EVEN, &["e2-f2"]));
            let findings = review.findings().unwrap();
            assert_eq!((findings.decisions.len(), findings.chances.len()), (0, 1));
            assert_eq!(findings.accuracy, [None, None]);
        }
    }
}
