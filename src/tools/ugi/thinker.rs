//! The thread that thinks, while another one listens.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use super::options::Change;
use crate::engine::{Engine, Limits, Options, Thought, Watch};
use crate::game::{Action, Position};
use crate::lock::lock;

/// How often to look whether anybody still listens, once nothing more can be asked.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// What the two threads share.
pub(super) struct Shared<W> {
    out: Mutex<W>,
    /// The thought is to end.
    pub(super) stop: AtomicBool,
    /// A question has been asked and not been answered.
    pub(super) thinking: AtomicBool,
    /// Nothing more will be asked.
    pub(super) ended: AtomicBool,
}

impl<W: Write> Shared<W> {
    pub(super) fn new(out: W) -> Self {
        Self {
            out: Mutex::new(out),
            stop: AtomicBool::new(false),
            thinking: AtomicBool::new(false),
            ended: AtomicBool::new(false),
        }
    }

    /// Writes lines, at once and in one piece.
    pub(super) fn say(&self, lines: &str) -> io::Result<()> {
        let mut out = lock(&self.out);
        writeln!(out, "{lines}")?;
        out.flush()
    }
}

/// What the thinker has to do, one after the other.
pub(super) enum Task {
    /// Think.
    Think(Box<Question>),
    /// Forget what was found out.
    Forget,
    /// Become another engine.
    Become(Change),
    /// Say that all this is done.
    Ready,
}

/// What to think about.
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) limits: Limits,
    pub(super) begin: Instant,
    pub(super) deadline: Option<Instant>,
    /// The answer has to wait until it is asked for.
    pub(super) endless: bool,
}

/// Says what the thought comes to, and ends it when it should end.
struct Listener<'a, W> {
    shared: &'a Shared<W>,
    question: &'a Question,
    /// How many positions the last line told of.
    told: u64,
    beat: Instant,
    /// The clock.
    now: &'a dyn Fn() -> Instant,
}

impl<W: Write> Listener<'_, W> {
    fn elapsed(&self) -> Duration {
        (self.now)().saturating_duration_since(self.question.begin)
    }

    fn tell(&mut self, thought: &Thought) {
        self.told = thought.nodes;
        let lines = told(thought, self.elapsed(), self.question.limits.lines > 1);
        self.say(&lines);
    }

    fn say(&self, lines: &str) {
        if self.shared.say(lines).is_err() {
            // Nobody is there to hear the rest.
            self.shared.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl<W: Write> Watch for Listener<'_, W> {
    fn enough(&mut self) -> bool {
        let now = (self.now)();
        if self.shared.ended.load(Ordering::Relaxed) && now >= self.beat {
            self.beat = now + HEARTBEAT;
            let time = self.elapsed().as_millis();
            self.say(&format!("info time {time}"));
        }
        self.shared.stop.load(Ordering::Relaxed)
            || self.question.deadline.is_some_and(|at| now >= at)
    }

    fn hear(&mut self, thought: &Thought) {
        self.tell(thought);
    }
}

/// A thought as the interface has it, one line for each of its lines.
fn told(thought: &Thought, time: Duration, several: bool) -> String {
    let rate = (thought.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let lines: Vec<String> = (1..)
        .zip(&thought.lines)
        .map(|(number, line)| {
            let which = if several {
                format!(" multipv {number}")
            } else {
                String::new()
            };
            let actions: Vec<String> = line.actions.iter().map(Action::to_string).collect();
            format!(
                "info depth {} seldepth {}{which} score {} nodes {} nps {rate} time {} hashfull {} pv {}",
                thought.depth,
                thought.deepest,
                line.score,
                thought.nodes,
                time.as_millis(),
                thought.fullness,
                actions.join(" "),
            )
        })
        .collect();
    lines.join("\n")
}

/// Does what it is told until nothing more comes.
pub(super) fn run<W: Write>(shared: &Shared<W>, tasks: &Receiver<Task>) {
    let mut engine = Engine::new(Options::default());
    for task in tasks {
        match task {
            Task::Forget => engine.forget(),
            // That nobody hears what is said shows at the next line that is read.
            Task::Become(change) => {
                let options = change.of(engine.options());
                if let Err(error) = engine.change(options) {
                    let now = engine.options().hash >> 20;
                    let _ = shared.say(&format!("info string {error}; «Hash» is {now} MiB"));
                }
            }
            Task::Ready => {
                let _ = shared.say("readyok");
            }
            Task::Think(question) => think(shared, &mut engine, &question),
        }
    }
}

fn think<W: Write>(shared: &Shared<W>, engine: &mut Engine, question: &Question) {
    let mut listener = Listener {
        shared,
        question,
        told: 0,
        beat: question.begin,
        now: &Instant::now,
    };
    let thought = engine.think(&question.position, &question.limits, &mut listener);
    let asked = engine.options().threads;
    if let Some(thought) = &thought
        && thought.threads < asked
    {
        let threads = thought.threads;
        listener.say(&format!(
            "info string the machine gave {threads} of {asked} threads"
        ));
    }
    if let Some(thought) = &thought
        && (thought.nodes > listener.told || thought.depth == 0)
    {
        listener.tell(thought);
    }
    while question.endless && !shared.stop.load(Ordering::Relaxed) {
        // Woken up when it is to stop; the time is for the case that this came just before.
        thread::park_timeout(Duration::from_millis(20));
    }
    // Whoever reads the answer may ask again at once.
    shared.thinking.store(false, Ordering::Release);
    let best = thought.and_then(|thought| thought.best());
    let best = best.map_or("none".to_owned(), |action| action.to_string());
    listener.say(&format!("bestmove {best}"));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::game::Variant;

    /// A clock that goes on by a millisecond each time that it is read: the search is timed by
    /// how often it polls, on any machine.
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
            let shared = Shared::new(Vec::new());
            let question = Question {
                position: Position::start(Variant::Normal),
                limits: Limits::default(),
                begin,
                deadline: Some(begin + Duration::from_millis(milliseconds)),
                endless: false,
            };
            let mut listener = Listener {
                shared: &shared,
                question: &question,
                told: 0,
                beat: begin,
                now: &now,
            };
            let mut engine = Engine::new(Options::default());
            let limits = &question.limits;
            let thought = engine.think(&question.position, limits, &mut listener);
            // The time of a completed depth is read from it, too.
            let late = reads.get() - milliseconds;
            assert!(late < 2, "{late} ms after {milliseconds} ms");
            nodes.push(thought.unwrap().nodes);
        }
        assert!(nodes.is_sorted() && nodes[0] < nodes[2], "{nodes:?}");
    }
}
