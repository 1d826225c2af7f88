//! The engine: iterative deepening on one or more threads that share a transposition table.

use std::cmp::Reverse;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::evaluate::Evaluate;
use super::handcrafted::Handcrafted;
use super::network;
use super::options::{EngineOptions, Evaluation, SearchLimits};
use super::score::Score;
use super::search::{MAX_DEPTH, StopSignal, Worker};
use super::search_result::{Line, SearchMonitor, SearchResult};
use super::transposition_table::{self, OutOfMemory, TranspositionTable};
use crate::game::{Action, Position};

/// Entries of a small table for each node: half empty, it overwrites next to nothing.
const ENTRIES_PER_NODE: u64 = 2;

/// The engine: a search with a transposition table that is kept from one search to the next.
pub struct Engine {
    options: EngineOptions,
    table: TranspositionTable,
    /// Amplitude and seed of the noise in the scores of the table.
    noise: (u32, u64),
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Stops the main thread at the number of nodes or when the monitor says so, and the helper
/// threads with it.
struct MainStop<'a> {
    monitor: &'a mut dyn SearchMonitor,
    nodes: Option<u64>,
    stop: &'a AtomicBool,
}

impl StopSignal for &mut MainStop<'_> {
    fn is_set(&mut self, nodes: u64) -> bool {
        let is_set = self.nodes.is_some_and(|limit| nodes >= limit) || self.monitor.should_stop();
        if is_set {
            self.stop.store(true, Ordering::Relaxed);
        }
        is_set
    }
}

/// Stops a helper thread when the main thread stops.
struct HelperStop<'a>(&'a AtomicBool);

impl StopSignal for HelperStop<'_> {
    fn is_set(&mut self, _: u64) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Engine {
    /// An engine with an empty transposition table.
    ///
    /// # Errors
    ///
    /// There is not enough memory for the table.
    pub fn try_new(options: EngineOptions) -> Result<Self, OutOfMemory> {
        let table = TranspositionTable::new(options.hash)?;
        Ok(Self::with_table(options, table))
    }

    /// Like [`Engine::try_new`], but without enough memory for the table a smaller one is used;
    /// [`Engine::options`] has its size.
    #[must_use]
    pub fn new(mut options: EngineOptions) -> Self {
        let table = loop {
            match TranspositionTable::new(options.hash) {
                Ok(table) => break table,
                Err(_) if options.hash == 0 => break TranspositionTable::smallest(),
                Err(_) => options.hash /= 2,
            }
        };
        Self::with_table(options, table)
    }

    const fn with_table(options: EngineOptions, table: TranspositionTable) -> Self {
        Self {
            options,
            table,
            noise: (0, 0),
        }
    }

    /// A single-threaded engine of the same kind with an empty table that is large enough for a
    /// search of `nodes`. Making it takes less time than clearing a large table.
    pub(super) fn small(&self, nodes: u64) -> Self {
        let bytes = nodes.saturating_mul(ENTRIES_PER_NODE * transposition_table::ENTRY_SIZE as u64);
        Self::new(EngineOptions {
            hash: self
                .options
                .hash
                .min(bytes.try_into().unwrap_or(usize::MAX)),
            // Several threads would make results depend on their timing.
            threads: 1,
            ..self.options.clone()
        })
    }

    /// Changes the options and clears the table. The old table is freed before a new one is
    /// allocated.
    ///
    /// # Errors
    ///
    /// There is not enough memory for the new table. The engine keeps its options, and its table
    /// is empty.
    pub fn reconfigure(&mut self, options: EngineOptions) -> Result<(), OutOfMemory> {
        if options.hash == self.options.hash {
            self.clear();
        } else {
            self.table = TranspositionTable::smallest();
            match TranspositionTable::new(options.hash) {
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

    /// Checks that there is memory for a number of engines at the same time, whose tables take
    /// `hash` bytes in all.
    ///
    /// # Errors
    ///
    /// There is not.
    pub fn check_memory(engines: usize, hash: usize) -> Result<(), OutOfMemory> {
        transposition_table::check_memory(engines, hash / engines.max(1))
    }

    /// The options that it was built with.
    #[must_use]
    pub const fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Clears the transposition table, so that the next search does not depend on earlier ones.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches a position until the limits are reached or the monitor stops it.
    ///
    /// The result is never empty: a search that is stopped at once has the first legal action.
    /// With one thread, an empty table and a monitor that does not stop it, the same search has
    /// the same result. The table is cleared whenever noise or seed change. `None` if the game is
    /// over.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        monitor: &mut dyn SearchMonitor,
    ) -> Option<SearchResult> {
        let noise = match limits.noise {
            0 => (0, 0),
            amplitude => (amplitude, limits.seed),
        };
        if self.noise != noise {
            self.clear();
            self.noise = noise;
        }
        match self.options.evaluation {
            Evaluation::Hand => self.search_with(&Handcrafted, position, limits, monitor),
            Evaluation::Network => self.search_with(network::built_in(), position, limits, monitor),
        }
    }

    fn search_with<E: Evaluate + Sync>(
        &self,
        evaluation: &E,
        position: &Position,
        limits: &SearchLimits,
        monitor: &mut dyn SearchMonitor,
    ) -> Option<SearchResult> {
        let first = *position.legal_actions().first()?;
        self.table.next_age();
        let stop = AtomicBool::new(false);
        let helpers = self.options.threads.saturating_sub(1);
        thread::scope(|scope| {
            let mut threads = 1;
            for helper in 0..helpers {
                let mut worker = self.worker(evaluation, HelperStop(&stop), limits);
                let deepen = move || {
                    // Different first depths make the threads search different parts of the tree.
                    let mut expected = None;
                    for depth in (1 + helper as i32 % 2)..=MAX_DEPTH {
                        expected = worker.search_root(position, depth, expected);
                        if expected.is_none() {
                            break;
                        }
                    }
                };
                // If no thread can be started, the others search without it.
                if thread::Builder::new().spawn_scoped(scope, deepen).is_err() {
                    break;
                }
                threads += 1;
            }
            let mut main_stop = MainStop {
                monitor,
                nodes: limits.nodes,
                stop: &stop,
            };
            let empty = SearchResult {
                lines: vec![Line {
                    score: Score::EVEN,
                    actions: vec![first],
                }],
                depth: 0,
                selective_depth: 0,
                nodes: 0,
                threads,
                fullness: 0,
            };
            let result = self.deepen(evaluation, &mut main_stop, position, limits, empty);
            stop.store(true, Ordering::Relaxed);
            Some(result)
        })
    }

    fn worker<'a, E: Evaluate, S: StopSignal>(
        &'a self,
        evaluation: &'a E,
        stop: S,
        limits: &SearchLimits,
    ) -> Worker<'a, E, S> {
        Worker::new(
            &self.table,
            evaluation,
            stop,
            self.options.features,
            (limits.noise, limits.seed),
        )
    }

    /// The iterative deepening of the main thread.
    fn deepen<E: Evaluate>(
        &self,
        evaluation: &E,
        stop: &mut MainStop<'_>,
        position: &Position,
        limits: &SearchLimits,
        mut result: SearchResult,
    ) -> SearchResult {
        let action_count = position.legal_actions().len();
        let wanted = limits.lines.clamp(1, action_count);
        let max_depth = limits
            .depth
            .map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH as u32) as i32);
        let mut worker = self.worker(evaluation, stop, limits);
        for depth in 1..=max_depth {
            let mut lines: Vec<Line> = Vec::with_capacity(wanted);
            worker.include_all();
            while lines.len() < wanted {
                let previous = result.lines.get(lines.len()).filter(|_| result.depth > 0);
                let expected = previous.map(|line| line.score.cp());
                let score = worker.search_root(position, depth, expected);
                let actions = worker.line();
                let Some(score) = score else {
                    break;
                };
                let Some(&action) = actions.first() else {
                    break;
                };
                worker.exclude(action);
                lines.push(Line {
                    score: Score::new(score),
                    actions,
                });
            }
            result.nodes = worker.nodes;
            result.selective_depth = worker.selective_depth as u32;
            if worker.stopped {
                // The best action of the unfinished depth is preferred.
                if let Some(best) = lines.into_iter().next() {
                    prefer(&mut result.lines, best.actions.clone());
                    result.lines[0] = best;
                } else {
                    prefer(&mut result.lines, worker.line());
                }
                break;
            }
            // The sort is stable: equal lines keep the order in which they were found.
            lines.sort_by_key(|line| Reverse(line.score));
            result.lines = lines;
            result.depth = depth as u32;
            result.fullness = self.table.fullness();
            worker.stop_signal().monitor.depth_completed(&result);
            let is_decided = result.lines.iter().all(|line| {
                line.score
                    .end_in()
                    .is_some_and(|(_, end)| end as i32 <= depth)
            });
            let is_forced = action_count == 1 && limits.depth.is_none() && limits.nodes.is_none();
            if is_decided || is_forced {
                break;
            }
        }
        result
    }
}

/// Moves the line that begins with the same action as `actions` to the front; if there is none,
/// `actions` replaces those of the first line. No action begins two lines.
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
    use crate::engine::NullMonitor;
    use crate::game::Variant;

    #[test]
    fn an_unfinished_depth_duplicates_no_action() {
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
    fn scores_with_other_noise_are_not_reused() {
        let start = Position::start(Variant::Normal);
        let search = |engine: &mut Engine, noise, seed| {
            let limits = SearchLimits {
                depth: Some(3),
                noise,
                seed,
                ..SearchLimits::default()
            };
            engine.search(&start, &limits, &mut NullMonitor)
        };
        let mut engine = Engine::new(EngineOptions::default());
        for (noise, seed) in [(0, 0), (50, 1), (50, 2), (40, 2), (0, 2)] {
            let fresh = search(&mut Engine::new(EngineOptions::default()), noise, seed);
            assert_eq!(search(&mut engine, noise, seed), fresh, "{noise} {seed}");
        }
        // Without noise the seed has no effect.
        let known = search(&mut engine, 0, 3).unwrap();
        let fresh = search(&mut Engine::new(EngineOptions::default()), 0, 3).unwrap();
        assert!(known.nodes < fresh.nodes, "{known:?}");
    }

    #[test]
    fn any_depth_is_accepted() {
        let mut engine = Engine::new(EngineOptions::default());
        let limits = SearchLimits {
            depth: Some(u32::MAX),
            nodes: Some(3_000),
            ..SearchLimits::default()
        };
        let start = Position::start(Variant::Normal);
        let result = engine.search(&start, &limits, &mut NullMonitor).unwrap();
        assert!(result.nodes >= 3_000, "{result:?}");
    }
}
