//! Turns of other programs. Each program is one process, which is started when it is first needed
//! and makes one turn at a time.

use std::collections::BTreeMap;
use std::future::pending;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::one_by_one::{OneByOne, PlaceInLine};
use super::position_request::{self, PositionRequest, Question};
use super::request::{Answer, ProgramTurn, Update};
use super::shared::Shared;
use crate::config::ProgramPlayer;
use crate::engine::Level;
use crate::game::Action;
use crate::host::tasks::Tasks;
use crate::lock::lock;
use crate::program::{PlayerFault, Program};
use crate::session::TableKey;

/// Grace period beyond a program's time: the machine may be busy.
const MARGIN: Duration = Duration::from_secs(5);

/// Maximum number of attempts before the bot stands in. A program that failed last time gets one.
const ATTEMPTS: usize = 2;

/// The programs, by their names.
#[derive(Default)]
pub(super) struct Programs(Mutex<BTreeMap<String, Arc<Slot>>>);

/// A program, and the line of those who wait for it.
struct Slot {
    player: ProgramPlayer,
    line: OneByOne,
    running: Arc<tokio::sync::Mutex<Option<Running>>>,
    /// Whether it must not be started any more.
    closed: AtomicBool,
    /// Whether it failed in its last turn.
    failing: AtomicBool,
}

/// The outcome of asking a program for a turn.
enum Outcome {
    Made(Vec<Action>),
    /// It failed, or took far more than its time.
    Failed,
    /// Its section has changed or gone.
    Closed,
}

/// A running process.
struct Running {
    program: Program,
    /// The game of its last turn: the table, and when the game started.
    game: Option<(TableKey, Timestamp)>,
}

impl Slot {
    fn new(player: &ProgramPlayer) -> Arc<Self> {
        Arc::new(Self {
            player: player.clone(),
            line: OneByOne::new(),
            running: Arc::default(),
            closed: AtomicBool::new(false),
            failing: AtomicBool::new(false),
        })
    }

    /// Ends the process once its current turn is done.
    async fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let running = self.running.lock().await.take();
        // Dropping it waits a moment for it to quit.
        let _ = spawn_blocking(move || drop(running)).await;
    }
}

impl Programs {
    /// Replaces the programs. Those that stay the same keep running.
    pub(super) fn set(&self, players: &[ProgramPlayer], tasks: &Tasks) {
        let mut slots = lock(&self.0);
        let mut before = std::mem::take(&mut *slots);
        for player in players {
            let slot = match before.remove(&player.name) {
                Some(slot) if slot.player == *player => slot,
                other => {
                    before.extend(other.map(|slot| (player.name.clone(), slot)));
                    Slot::new(player)
                }
            };
            slots.insert(player.name.clone(), slot);
        }
        for slot in before.into_values() {
            tasks.spawn(async move { slot.close().await });
        }
    }

    /// Joins the line of a program: how many are ahead, and the place.
    fn join(&self, name: &str) -> Option<(Arc<Slot>, usize, PlaceInLine)> {
        let slot = lock(&self.0).get(name).cloned()?;
        let (ahead, place) = slot.line.queue();
        Some((slot, ahead, place))
    }
}

/// A request for a program's turn.
pub(super) struct ProgramRequest {
    pub(super) table: TableKey,
    pub(super) owner: String,
    pub(super) turn: ProgramTurn,
    /// How long it may take, queue included, if its clock runs.
    pub(super) budget: Option<Duration>,
    pub(super) cancel: CancellationToken,
    pub(super) updates: mpsc::UnboundedSender<Update>,
}

/// Stops a turn when it is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Requests a turn. Returns how many others are ahead of it.
pub(super) fn begin(shared: &Arc<Shared>, request: ProgramRequest) -> usize {
    let begun = Instant::now();
    let mut queued = shared.programs.join(&request.turn.name);
    let ahead = queued.as_ref().map_or(0, |(_, ahead, _)| *ahead);
    let shared = Arc::clone(shared);
    let tasks = shared.tasks.clone();
    tasks.spawn(async move {
        let until = request.budget.map(|budget| begun + budget);
        let answered = async {
            let answer = loop {
                let Some((slot, _, place)) = queued else {
                    tracing::warn!(
                        table = %request.table, program = request.turn.name,
                        "a game is against a program that is not configured"
                    );
                    break stand_in(&shared, &request, until).await;
                };
                match queue(&slot, place, &request, until, &shared).await {
                    Outcome::Made(actions) => break Some(Answer::Turn(actions)),
                    Outcome::Failed => break stand_in(&shared, &request, until).await,
                    Outcome::Closed => queued = shared.programs.join(&request.turn.name),
                }
            };
            let least = *lock(&shared.pause);
            let least = request.budget.map_or(least, |budget| budget.min(least));
            sleep_until(begun + least).await;
            answer
        };
        let answered = tokio::select! {
            biased;
            () = request.cancel.cancelled() => return,
            answered = answered => answered,
        };
        let update = answered.map_or(Update::Failed, Update::Done);
        if !request.cancel.is_cancelled() {
            // The table may have gone.
            let _ = request.updates.send(update);
        }
    });
    ahead
}

/// Waits in line, then asks the program for the turn.
async fn queue(
    slot: &Arc<Slot>,
    place: PlaceInLine,
    request: &ProgramRequest,
    until: Option<Instant>,
    shared: &Shared,
) -> Outcome {
    let (table, turn) = (&request.table, &request.turn);
    let made = async {
        let _permit = place.next().await;
        let attempts = match slot.failing.load(Ordering::Relaxed) {
            true => 1,
            false => ATTEMPTS,
        };
        for attempt in 1..=attempts {
            if slot.closed.load(Ordering::Relaxed) {
                return Outcome::Closed;
            }
            match make(slot, request, until, (shared.random)()).await {
                Ok(actions) => {
                    slot.failing.store(false, Ordering::Relaxed);
                    return Outcome::Made(actions);
                }
                // It was closed while it started.
                Err(PlayerFault::Stopped) => return Outcome::Closed,
                Err(fault) => tracing::error!(
                    %table, program = turn.name, attempt, %fault, position = %turn.position,
                    "a program did not make its turn"
                ),
            }
        }
        slot.failing.store(true, Ordering::Relaxed);
        Outcome::Failed
    };
    let late = async {
        match request.budget.zip(until) {
            Some((budget, until)) => sleep_until(until + budget).await,
            None => pending().await,
        }
    };
    tokio::select! {
        made = made => made,
        () = late => {
            tracing::error!(
                %table, program = turn.name, "a program did not make its turn in time"
            );
            Outcome::Failed
        }
    }
}

/// Has the bot make the turn, so that the game goes on.
async fn stand_in(
    shared: &Arc<Shared>,
    request: &ProgramRequest,
    until: Option<Instant>,
) -> Option<Answer> {
    let (updates, mut received) = mpsc::unbounded_channel();
    let own = PositionRequest {
        table: request.table.clone(),
        owner: request.owner.clone(),
        question: Question::Turn(request.turn.position, Level::default()),
        budget: until.map(|until| until.saturating_duration_since(Instant::now())),
        cancel: request.cancel.clone(),
        updates,
    };
    position_request::begin(shared, own);
    match received.recv().await? {
        Update::Done(Answer::Turn(actions)) => Some(Answer::StandInTurn(actions)),
        _ => None,
    }
}

/// Asks the program for the turn. Dropping this stops its search; a process that is still starting
/// is kept for the next turn.
async fn make(
    slot: &Arc<Slot>,
    request: &ProgramRequest,
    until: Option<Instant>,
    seed: u64,
) -> Result<Vec<Action>, PlayerFault> {
    let mut running = Arc::clone(&slot.running).lock_owned().await;
    let slot = Arc::clone(slot);
    let (table, turn) = (request.table.clone(), request.turn.clone());
    let stop = Arc::new(AtomicBool::new(false));
    let _stop = StopOnDrop(Arc::clone(&stop));
    let made = spawn_blocking(move || {
        let player = &slot.player;
        let mut one = match running.take() {
            Some(one) => one,
            None => Running {
                // Its own messages do not belong in the bot's log.
                program: Program::start(
                    &player.command,
                    &player.options,
                    Stdio::null(),
                    &slot.closed,
                )?,
                game: None,
            },
        };
        let made = one.play((table, turn), player.time, until, seed, &stop);
        let goes_on = match made {
            Ok(_) => true,
            Err(PlayerFault::Stopped) => one.program.is_idle(),
            // The next attempt starts it again.
            Err(_) => false,
        };
        if goes_on {
            *running = Some(one);
        }
        made
    });
    made.await
        .unwrap_or_else(|error| Err(PlayerFault::Failed(error.to_string())))
}

impl Running {
    /// The decisions of a turn, until another player has to decide.
    fn play(
        &mut self,
        (table, turn): (TableKey, ProgramTurn),
        longest: Duration,
        until: Option<Instant>,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Vec<Action>, PlayerFault> {
        let program = &mut self.program;
        let (mut actions, mut position) = (turn.actions, turn.position);
        let game = Some((table, turn.started));
        if self.game == game {
            // Skips anything left over from the last turn.
            program.ready(stop)?;
        } else {
            self.game = None;
            program.begin(position.variant(), seed, stop)?;
            self.game = game;
        }
        let begun = Instant::now();
        let time = until.map_or(longest, |until| {
            until.saturating_duration_since(begun).min(longest)
        });
        let (before, actor) = (actions.len(), position.actor());
        while position.actor() == actor && position.result().is_none() {
            // Rows and rings that follow a move take little time.
            let left = time.saturating_sub(begun.elapsed()).max(time / 10);
            let go = format!("movetime {}", left.as_millis().max(1));
            let reply = program.decide(&actions, &position, &go, Some(left + MARGIN), stop)?;
            position = position.play_unchecked(reply.action);
            actions.push(reply.action);
        }
        Ok(actions.split_off(before))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::path::Path;

    use tempfile::TempDir;
    use tokio::time::sleep;

    use super::*;
    use crate::config::EngineConfig;
    use crate::game::{Position, Variant};
    use crate::host::animator::Animator;
    use crate::host::engine_service::pool::Effort;
    use crate::host::engine_service::{EngineService, Request, Ticket, Work};
    use crate::host::options::Sources;
    use crate::store::{DatabaseLocation, SqlStore};

    /// A service for which `rival` plays: a program that answers while there is a file `quick`, and
    /// when it is told to stop. It notes its starts, and what it is asked.
    struct Place {
        folder: TempDir,
        service: EngineService,
        tasks: Tasks,
    }

    fn player(folder: &Path, time: Duration) -> ProgramPlayer {
        ProgramPlayer {
            name: "rival".to_owned(),
            command: vec![
                "sh".to_owned(),
                folder.join("rival").to_str().unwrap().to_owned(),
            ],
            options: Vec::new(),
            time,
        }
    }

    impl Place {
        async fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let program = folder.path().join("rival");
            let text = "cd \"$(dirname \"$0\")\"\necho start >> log\n\
                 while read -r line; do echo \"$line\" >> log; case $line in ugi) echo ugiok;; \
                 isready) echo readyok;; quit) exit;; stop) echo bestmove A2;; \
                 go*) if [ -e quick ]; then echo bestmove A2; fi;; esac; done\n";
            fs::write(&program, text).unwrap();
            let tasks = Tasks::default();
            let settings = EngineConfig {
                threads: 1,
                hash: 1 << 20,
                time: Duration::from_millis(50),
                pause: Duration::ZERO,
            };
            let service = EngineService::new(
                settings,
                Effort::Time,
                Arc::new(Animator::new()),
                Arc::new(SqlStore::open(&DatabaseLocation::Memory).await.unwrap()),
                &Sources::default(),
                tasks.clone(),
                CancellationToken::new(),
            );
            service.set_players(&[player(folder.path(), Duration::from_secs(20))]);
            Self {
                folder,
                service,
                tasks,
            }
        }

        fn ask(&self, name: &str, budget: Option<Duration>) -> Ticket {
            self.service.submit(Request {
                table: TableKey::channel("test", "table"),
                owner: "owner".to_owned(),
                work: Work::ProgramTurn {
                    turn: ProgramTurn {
                        name: name.to_owned(),
                        started: Timestamp::UNIX_EPOCH,
                        actions: Vec::new(),
                        position: Position::start(Variant::Blitz),
                    },
                    budget,
                },
            })
        }

        fn count(&self, line: &str) -> usize {
            let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            log.lines().filter(|one| one.starts_with(line)).count()
        }

        /// Waits until the program has noted so many such lines.
        async fn noted(&self, line: &str, number: usize) {
            while self.count(line) < number {
                sleep(Duration::from_millis(10)).await;
            }
        }

        fn be_quick(&self) {
            fs::write(self.folder.path().join("quick"), "").unwrap();
        }
    }

    async fn answer(mut ticket: Ticket) -> Answer {
        match ticket.updates.recv().await {
            Some(Update::Done(answer)) => answer,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_turn_that_nobody_wants_any_more_is_stopped() {
        let place = Place::new().await;
        let unwanted = place.ask("rival", None);
        place.noted("go", 1).await;
        drop(unwanted);
        place.noted("stop", 1).await;
        place.be_quick();
        let Answer::Turn(actions) = answer(place.ask("rival", None)).await else {
            panic!("the bot stood in");
        };
        assert_eq!(actions, ["A2".parse().unwrap()]);
        assert_eq!(place.count("start"), 1);
        place.service.close();
        place.tasks.finish().await;
        assert_eq!(place.count("quit"), 1);
    }

    #[tokio::test]
    async fn who_waits_when_a_section_changes_is_served_by_the_new_program() {
        let place = Place::new().await;
        let first = place.ask("rival", None);
        place.noted("go", 1).await;
        let second = place.ask("rival", None);
        assert_eq!(second.ahead, 1);
        let changed = player(place.folder.path(), Duration::from_secs(10));
        place.service.set_players(&[changed]);
        place.be_quick();
        drop(first);
        assert!(matches!(answer(second).await, Answer::Turn(_)));
        place.noted("quit", 1).await;
        assert_eq!(place.count("start"), 2);
    }

    #[tokio::test]
    async fn the_bot_stands_in_where_there_is_no_program_or_no_time() {
        let place = Place::new().await;
        let answered = answer(place.ask("other", None)).await;
        assert!(matches!(answered, Answer::StandInTurn(_)));
        let answered = answer(place.ask("rival", Some(Duration::from_millis(100)))).await;
        assert!(matches!(answered, Answer::StandInTurn(_)));
        place.be_quick();
        // The process that was being started, or stopped, plays on.
        assert!(matches!(
            answer(place.ask("rival", None)).await,
            Answer::Turn(_)
        ));
        assert_eq!(place.count("start"), 1);
    }
}
