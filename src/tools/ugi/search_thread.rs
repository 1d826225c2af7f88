//! The thread that searches, while the command thread reads commands.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use super::options::EngineChange;
use crate::engine::{Engine, EngineOptions, SearchLimits, SearchMonitor, SearchResult};
use crate::game::{Action, Position};
use crate::lock::lock;

/// Interval of the `info` lines that show whether the output is still open, once the input has
/// ended.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// What the two threads share.
pub(super) struct SharedOutput<W> {
    out: Mutex<W>,
    /// The search shall stop.
    pub(super) stop: AtomicBool,
    /// A search has been requested, and its `bestmove` not been printed.
    pub(super) searching: AtomicBool,
    /// No more commands will come.
    pub(super) input_ended: AtomicBool,
}

impl<W: Write> SharedOutput<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out: Mutex::new(out),
            stop: AtomicBool::new(false),
            searching: AtomicBool::new(false),
            input_ended: AtomicBool::new(false),
        }
    }

    /// Prints lines in one piece.
    pub(super) fn print(&self, lines: &str) -> io::Result<()> {
        let mut out = lock(&self.out);
        writeln!(out, "{lines}")?;
        out.flush()
    }
}

/// A task of the search thread.
pub(super) enum SearchTask {
    /// Search.
    Search(Box<SearchRequest>),
    /// Clear the transposition table.
    Clear,
    /// Change an option of the engine.
    Reconfigure(EngineChange),
    /// Report that all earlier tasks are done.
    Ready,
}

/// What to search.
pub(super) struct SearchRequest {
    pub(super) position: Position,
    pub(super) limits: SearchLimits,
    /// The time for it, from the moment at which the engine is ready.
    pub(super) time: Option<Duration>,
    /// `bestmove` has to wait for `stop`.
    pub(super) is_infinite: bool,
}

/// Prints what a search finds, and stops it in time.
struct InfoPrinter<'a, W> {
    shared: &'a SharedOutput<W>,
    request: &'a SearchRequest,
    begin: Instant,
    /// `None` also for a time beyond the clock's range.
    deadline: Option<Instant>,
    /// Number of nodes in the last line printed.
    printed_nodes: u64,
    next_heartbeat: Instant,
    /// The clock.
    now: &'a dyn Fn() -> Instant,
}

impl<W: Write> InfoPrinter<'_, W> {
    fn elapsed(&self) -> Duration {
        (self.now)().saturating_duration_since(self.begin)
    }

    fn print_result(&mut self, result: &SearchResult) {
        self.printed_nodes = result.nodes;
        let lines = info(result, self.elapsed(), self.request.limits.lines > 1);
        self.print(&lines);
    }

    fn print(&self, lines: &str) {
        if self.shared.print(lines).is_err() {
            // The output is closed.
            self.shared.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl<W: Write> SearchMonitor for InfoPrinter<'_, W> {
    fn should_stop(&mut self) -> bool {
        let now = (self.now)();
        if self.shared.input_ended.load(Ordering::Relaxed) && now >= self.next_heartbeat {
            self.next_heartbeat = now + HEARTBEAT;
            let time = self.elapsed().as_millis();
            self.print(&format!("info time {time}"));
        }
        self.shared.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|at| now >= at)
    }

    fn depth_completed(&mut self, result: &SearchResult) {
        self.print_result(result);
    }
}

/// The `info` lines of a result, one for each of its lines.
fn info(result: &SearchResult, time: Duration, is_multi_pv: bool) -> String {
    let rate = (result.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let lines: Vec<String> = (1..)
        .zip(&result.lines)
        .map(|(number, line)| {
            let multi_pv = if is_multi_pv {
                format!(" multipv {number}")
            } else {
                String::new()
            };
            let actions: Vec<String> = line.actions.iter().map(Action::to_string).collect();
            format!(
                "info depth {} seldepth {}{multi_pv} score {} nodes {} nps {rate} time {} hashfull {} pv {}",
                result.depth,
                result.selective_depth.max(result.depth),
                line.score,
                result.nodes,
                time.as_millis(),
                result.fullness,
                actions.join(" "),
            )
        })
        .collect();
    lines.join("\n")
}

/// Runs tasks until no more can come.
pub(super) fn run<W: Write>(shared: &SharedOutput<W>, tasks: &Receiver<SearchTask>) {
    let mut engine = Engine::new(EngineOptions::default());
    for task in tasks {
        match task {
            SearchTask::Clear => engine.clear(),
            // A closed output is noticed by the command thread.
            SearchTask::Reconfigure(change) => {
                let options = change.apply(engine.options());
                if let Err(error) = engine.reconfigure(options) {
                    let hash = engine.options().hash >> 20;
                    let _ = shared.print(&format!("info string {error}; `Hash` is {hash} MiB"));
                }
            }
            SearchTask::Ready => {
                let _ = shared.print("readyok");
            }
            SearchTask::Search(request) => search(shared, &mut engine, &request),
        }
    }
}

fn search<W: Write>(shared: &SharedOutput<W>, engine: &mut Engine, request: &SearchRequest) {
    let begin = Instant::now();
    let mut printer = InfoPrinter {
        shared,
        request,
        begin,
        deadline: request.time.and_then(|time| begin.checked_add(time)),
        printed_nodes: 0,
        next_heartbeat: begin,
        now: &Instant::now,
    };
    let result = engine.search(&request.position, &request.limits, &mut printer);
    let wanted = engine.options().threads;
    if let Some(result) = &result
        && result.threads < wanted
    {
        let threads = result.threads;
        printer.print(&format!(
            "info string the system granted {threads} of {wanted} threads"
        ));
    }
    if let Some(result) = &result
        && (result.nodes > printer.printed_nodes || result.depth == 0)
    {
        printer.print_result(result);
    }
    while request.is_infinite && !shared.stop.load(Ordering::Relaxed) {
        // `stop` unparks this thread; the timeout is for one that came just before.
        thread::park_timeout(Duration::from_millis(20));
    }
    // Before `bestmove`, which may be followed by the next `go` at once.
    shared.searching.store(false, Ordering::Release);
    let best = result.and_then(|result| result.best());
    let best = best.map_or("none".to_owned(), |action| action.to_string());
    printer.print(&format!("bestmove {best}"));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::game::Variant;

    /// With a clock that advances a millisecond each time it is read.
    #[test]
    fn a_search_stops_at_the_first_poll_past_its_deadline() {
        let begin = Instant::now();
        let mut nodes = Vec::new();
        for milliseconds in [1, 10, 50] {
            let reads = Cell::new(0);
            let now = || {
                reads.set(reads.get() + 1);
                begin + Duration::from_millis(reads.get())
            };
            let shared = SharedOutput::new(Vec::new());
            let request = SearchRequest {
                position: Position::start(Variant::Normal),
                limits: SearchLimits::default(),
                time: None,
                is_infinite: false,
            };
            let mut printer = InfoPrinter {
                shared: &shared,
                request: &request,
                begin,
                deadline: Some(begin + Duration::from_millis(milliseconds)),
                printed_nodes: 0,
                next_heartbeat: begin,
                now: &now,
            };
            let mut engine = Engine::new(EngineOptions::default());
            let limits = &request.limits;
            let result = engine.search(&request.position, limits, &mut printer);
            // The clock is read for a completed depth, too.
            let late = reads.get() - milliseconds;
            assert!(late < 2, "{late} ms after {milliseconds} ms");
            nodes.push(result.unwrap().nodes);
        }
        assert!(nodes.is_sorted() && nodes[0] < nodes[2], "{nodes:?}");
    }
}
