//! The engine as others use it: a question, and what comes to light while it thinks.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::evaluate::Evaluate;
use super::hand::Hand;
use super::ingredient::Ingredients;
use super::network;
use super::score::Score;
use super::search::{Brake, DEEPEST, Worker};
use super::table::{self, NoMemory, Table};
use crate::game::{Action, Position};

/// Which evaluation judges positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Evaluation {
    /// Terms made by hand.
    Hand,
    /// The network that was learned from games.
    #[default]
    Network,
}

impl Evaluation {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Network, Self::Hand];
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hand => "hand",
            Self::Network => "network",
        })
    }
}

/// A text that names no evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluationError;

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the evaluations are hand and network")
    }
}

impl std::error::Error for EvaluationError {}

impl FromStr for Evaluation {
    type Err = EvaluationError;

    fn from_str(text: &str) -> Result<Self, EvaluationError> {
        Self::ALL
            .into_iter()
            .find(|evaluation| evaluation.to_string().eq_ignore_ascii_case(text.trim()))
            .ok_or(EvaluationError)
    }
}

/// How an engine is built.
#[derive(Debug, Clone)]
pub struct Options {
    /// Bytes that the transposition table may take.
    pub hash: usize,
    /// Threads that think together, at least 1.
    pub threads: usize,
    /// Which evaluation judges.
    pub evaluation: Evaluation,
    /// The parts of the search that are used.
    pub ingredients: Ingredients,
}

impl Default for Options {
    /// One thread, 16 MiB, and the best of everything.
    fn default() -> Self {
        Self {
            hash: 16 << 20,
            threads: 1,
            evaluation: Evaluation::default(),
            ingredients: Ingredients::default(),
        }
    }
}

/// How far to think, and about what. What is `None` is not limited.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Depth in ring moves.
    pub depth: Option<u32>,
    /// Positions looked at, by the first of the threads.
    pub nodes: Option<u64>,
    /// How many of the best actions are wanted, at least 1.
    pub lines: usize,
    /// Range of the chance that is added to what positions are worth, in units of a [`Score`]; 0
    /// makes the seed count for nothing.
    pub whim: u32,
    /// Which of the games of chance is played.
    pub seed: u64,
}

impl Default for Limits {
    /// No limit: the watch has to stop it.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            lines: 1,
            whim: 0,
            seed: 0,
        }
    }
}

/// One of the best actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// How good it is for the player who decides.
    pub score: Score,
    /// The action, and what is expected to follow. At least the action itself.
    pub actions: Vec<Action>,
}

/// What a thought has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// The best actions, best first: as many as were asked for, or as there are.
    pub lines: Vec<Line>,
    /// How many ring moves deep all lines were looked at; 0 if there was no time for that.
    pub depth: u32,
    /// How many actions deep the deepest look went.
    pub deepest: u32,
    /// Positions looked at by the first of the threads.
    pub nodes: u64,
    /// Threads that thought together: fewer than the engine has if the machine gave it no more.
    pub threads: usize,
    /// How full the transposition table is, in thousandths.
    pub fullness: u32,
}

impl Thought {
    /// The best action.
    #[must_use]
    pub fn best(&self) -> Option<Action> {
        self.lines.first()?.actions.first().copied()
    }

    /// How good the position is for the player who decides.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Some(self.lines.first()?.score)
    }
}

/// One who waits for the engine: says when it is enough, and hears what it has come to.
pub trait Watch {
    /// Whether to stop now. Asked a few thousand times a second; the answer `true` ends the
    /// thought in a fraction of a millisecond.
    fn enough(&mut self) -> bool {
        false
    }

    /// Hears of every depth that is done.
    fn hear(&mut self, thought: &Thought) {
        let _ = thought;
    }
}

/// Waits in patience for the limits to be reached.
#[derive(Debug, Clone, Copy, Default)]
pub struct Patience;

impl Watch for Patience {}

/// Entries of a small table for each position that is looked at: half empty, it forgets next to
/// nothing.
const SPARE: u64 = 2;

/// The engine: remembers from one question to the next what it found out.
pub struct Engine {
    options: Options,
    table: Table,
    /// Range and seed of the chance in what the table tells.
    chance: (u32, u64),
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Stops at the number of nodes, or when the watch says so.
struct First<'a> {
    watch: &'a mut dyn Watch,
    nodes: Option<u64>,
    /// Tells the other threads.
    stop: &'a AtomicBool,
}

impl Brake for &mut First<'_> {
    fn pressed(&mut self, nodes: u64) -> bool {
        let pressed = self.nodes.is_some_and(|limit| nodes >= limit) || self.watch.enough();
        if pressed {
            self.stop.store(true, Ordering::Relaxed);
        }
        pressed
    }
}

/// Stops when the first thread does.
struct Other<'a>(&'a AtomicBool);

impl Brake for Other<'_> {
    fn pressed(&mut self, _: u64) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Engine {
    /// An engine that knows nothing yet.
    ///
    /// # Errors
    ///
    /// There is no memory for its table.
    pub fn try_new(options: Options) -> Result<Self, NoMemory> {
        let table = Table::new(options.hash)?;
        Ok(Self::with(options, table))
    }

    /// The same with the largest table that there is memory for, if that is less than it was to
    /// take: [`Engine::options`] tell.
    #[must_use]
    pub fn new(mut options: Options) -> Self {
        let table = loop {
            match Table::new(options.hash) {
                Ok(table) => break table,
                Err(_) if options.hash == 0 => break Table::smallest(),
                Err(_) => options.hash /= 2,
            }
        };
        Self::with(options, table)
    }

    const fn with(options: Options, table: Table) -> Self {
        Self {
            options,
            table,
            chance: (0, 0),
        }
    }

    /// An engine of the same kind that knows nothing yet, with a table for no more than what so
    /// many positions tell: one that is quickly made.
    pub(super) fn small(&self, nodes: u64) -> Self {
        let bytes = nodes.saturating_mul(SPARE * table::ENTRY as u64);
        Self::new(Options {
            hash: self
                .options
                .hash
                .min(bytes.try_into().unwrap_or(usize::MAX)),
            // Several would make chance of what follows from the seed.
            threads: 1,
            ..self.options.clone()
        })
    }

    /// Makes it another engine, which knows nothing yet. Its table goes before the new one comes.
    ///
    /// # Errors
    ///
    /// There is no memory for the new table. The engine stays what it was, and knows nothing yet.
    pub fn change(&mut self, options: Options) -> Result<(), NoMemory> {
        if options.hash == self.options.hash {
            self.forget();
        } else {
            self.table = Table::smallest();
            match Table::new(options.hash) {
                Ok(table) => self.table = table,
                Err(error) => {
                    *self = Self::new(self.options.clone());
                    return Err(error);
                }
            }
        }
        self.options = options;
        Ok(())
    }

    /// Whether there is memory for so many engines at once whose tables take `hash` bytes
    /// together.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn have_room(engines: usize, hash: usize) -> Result<(), NoMemory> {
        table::have_room(engines, hash / engines.max(1))
    }

    /// How it was built.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets what it found out, so that the same question gets the same answer again.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Thinks about what to do next, until the limits are reached or the watch has had enough.
    ///
    /// There is an answer at once if need be: a thought that is stopped before it began has the
    /// first legal action. With one thread, no watch that stops it, and nothing remembered, the
    /// same question has the same answer. What was found out is forgotten when the chance in what
    /// positions are worth becomes another. `None` once the game is over.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Option<Thought> {
        let chance = match limits.whim {
            0 => (0, 0),
            whim => (whim, limits.seed),
        };
        if self.chance != chance {
            self.forget();
            self.chance = chance;
        }
        match self.options.evaluation {
            Evaluation::Hand => self.think_with(&Hand, position, limits, watch),
            Evaluation::Network => self.think_with(network::built_in(), position, limits, watch),
        }
    }

    fn think_with<E: Evaluate + Sync>(
        &self,
        evaluation: &E,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Option<Thought> {
        let first = *position.legal_actions().first()?;
        self.table.next_age();
        let stop = AtomicBool::new(false);
        let others = self.options.threads.saturating_sub(1);
        thread::scope(|scope| {
            let mut threads = 1;
            for other in 0..others {
                let mut worker = self.worker(evaluation, Other(&stop), limits);
                let think = move || {
                    // The threads find different things as they begin at different depths.
                    let mut near = None;
                    for depth in (1 + other as i32 % 2)..=DEEPEST {
                        near = worker.root(position, depth, near);
                        if near.is_none() {
                            break;
                        }
                    }
                };
                // Where there is no thread for it, the others think without.
                if thread::Builder::new().spawn_scoped(scope, think).is_err() {
                    break;
                }
                threads += 1;
            }
            let mut brake = First {
                watch,
                nodes: limits.nodes,
                stop: &stop,
            };
            let nothing = Thought {
                lines: vec![Line {
                    score: Score::EVEN,
                    actions: vec![first],
                }],
                depth: 0,
                deepest: 0,
                nodes: 0,
                threads,
                fullness: 0,
            };
            let thought = self.deepen(evaluation, &mut brake, position, limits, nothing);
            stop.store(true, Ordering::Relaxed);
            Some(thought)
        })
    }

    fn worker<'a, E: Evaluate, B: Brake>(
        &'a self,
        evaluation: &'a E,
        brake: B,
        limits: &Limits,
    ) -> Worker<'a, E, B> {
        Worker::new(
            &self.table,
            evaluation,
            brake,
            self.options.ingredients,
            (limits.whim, limits.seed),
        )
    }

    /// Looks one ring move deeper again and again, and adds to the thought what it finds.
    fn deepen<E: Evaluate>(
        &self,
        evaluation: &E,
        brake: &mut First<'_>,
        position: &Position,
        limits: &Limits,
        mut thought: Thought,
    ) -> Thought {
        let count = position.legal_actions().len();
        let wanted = limits.lines.clamp(1, count);
        let deepest = limits
            .depth
            .map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST as u32) as i32);
        let mut worker = self.worker(evaluation, brake, limits);
        for depth in 1..=deepest {
            let mut lines: Vec<Line> = Vec::with_capacity(wanted);
            worker.include_all();
            while lines.len() < wanted {
                let near = thought.lines.get(lines.len()).filter(|_| thought.depth > 0);
                let value = worker.root(position, depth, near.map(|line| line.score.units()));
                let actions = worker.line();
                let Some(value) = value else {
                    break;
                };
                let Some(&action) = actions.first() else {
                    break;
                };
                worker.exclude(action);
                lines.push(Line {
                    score: Score::new(value),
                    actions,
                });
            }
            thought.nodes = worker.nodes;
            thought.deepest = worker.deepest as u32;
            if worker.stopped {
                // A better first action that was found at this depth is better for all we know.
                if let Some(best) = lines.into_iter().next() {
                    prefer(&mut thought.lines, best.actions.clone());
                    thought.lines[0] = best;
                } else {
                    prefer(&mut thought.lines, worker.line());
                }
                break;
            }
            // Lines with equal scores keep the order in which they were found.
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            thought.lines = lines;
            thought.depth = depth as u32;
            thought.fullness = self.table.fullness();
            worker.watching(|brake| brake.watch.hear(&thought));
            let decided = thought.lines.iter().all(|line| {
                line.score
                    .end_in()
                    .is_some_and(|(_, end)| end as i32 <= depth)
            });
            let alone = count == 1 && limits.depth.is_none() && limits.nodes.is_none();
            if decided || alone {
                break;
            }
        }
        thought
    }
}

/// Makes the expected actions of a depth that was not finished the first line. No action begins
/// two lines.
fn prefer(lines: &mut [Line], actions: Vec<Action>) {
    let Some(first) = actions.first() else {
        return;
    };
    match lines
        .iter()
        .position(|line| line.actions.first() == Some(first))
    {
        Some(at) => lines[..=at].rotate_right(1),
        None => lines[0].actions = actions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    #[test]
    fn a_depth_that_was_not_finished_puts_no_action_twice() {
        let line = |score, actions: &[&str]| Line {
            score: Score::new(score),
            actions: actions.iter().map(|text| text.parse().unwrap()).collect(),
        };
        let mut lines = [
            line(30, &["e4", "f5"]),
            line(20, &["g7"]),
            line(10, &["h8"]),
        ];
        prefer(&mut lines, line(0, &["h8", "a2"]).actions);
        assert_eq!(lines[0], line(10, &["h8"]));
        assert_eq!(lines[1], line(30, &["e4", "f5"]));
        prefer(&mut lines, line(0, &["b1"]).actions);
        assert_eq!(lines[0], line(10, &["b1"]));
        prefer(&mut lines, Vec::new());
        assert_eq!(lines[0], line(10, &["b1"]));
    }

    #[test]
    fn another_chance_is_not_judged_by_what_is_remembered() {
        let start = Position::start(Variant::Normal);
        let ask = |engine: &mut Engine, whim, seed| {
            let limits = Limits {
                depth: Some(3),
                whim,
                seed,
                ..Limits::default()
            };
            engine.think(&start, &limits, &mut Patience)
        };
        let mut engine = Engine::new(Options::default());
        for (whim, seed) in [(0, 0), (50, 1), (50, 2), (40, 2), (0, 2)] {
            let fresh = ask(&mut Engine::new(Options::default()), whim, seed);
            assert_eq!(ask(&mut engine, whim, seed), fresh, "{whim} {seed}");
        }
        // Without chance the seed is nothing.
        let known = ask(&mut engine, 0, 3).unwrap();
        let fresh = ask(&mut Engine::new(Options::default()), 0, 3).unwrap();
        assert!(known.nodes < fresh.nodes, "{known:?}");
    }

    #[test]
    fn any_depth_is_a_limit() {
        let mut engine = Engine::new(Options::default());
        let limits = Limits {
            depth: Some(u32::MAX),
            nodes: Some(3_000),
            ..Limits::default()
        };
        let start = Position::start(Variant::Normal);
        let thought = engine.think(&start, &limits, &mut Patience).unwrap();
        assert!(thought.nodes >= 3_000, "{thought:?}");
    }
}
