//! The players of a match.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::side::{Budget, PlayerKind, Side};
use crate::engine::baseline::{AlphaBeta, Dumbot, PlayoutLimits, Uct};
use crate::engine::{Engine, EngineOptions, Level, SearchLimits, SearchMonitor, SearchResult};
use crate::game::{Action, Position, Stage, Variant};
use crate::program::{DecisionReply, PlayerFault, Program};

/// Stops a search when its time is up or the match is stopped.
struct Deadline<'a> {
    at: Option<Instant>,
    stop: &'a AtomicBool,
}

impl SearchMonitor for Deadline<'_> {
    fn should_stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// A request for a decision.
pub(super) struct DecisionRequest<'a> {
    /// All actions of the game so far.
    pub(super) actions: &'a [Action],
    /// The position after them.
    pub(super) position: &'a Position,
    /// The budget.
    pub(super) budget: Budget,
    /// Seed of all randomness.
    pub(super) seed: u64,
    /// How far a program may exceed its time.
    pub(super) margin: Duration,
    /// Set when the match is stopped.
    pub(super) stop: &'a AtomicBool,
}

/// A player.
#[derive(Debug)]
pub(super) enum Player {
    /// The engine, and the amplitude of its noise.
    Engine(Box<Engine>, u32),
    Level(Box<Engine>, Level),
    AlphaBeta(AlphaBeta),
    Dumbot,
    /// UCT, and its minimum number of playouts.
    Uct(Uct, u64),
    Program {
        command: Vec<String>,
        options: Vec<(String, String)>,
        /// `None` after a fault, until the next game.
        running: Option<Program>,
    },
}

/// A program of a side, which is not stopped while it starts.
fn started(command: &[String], options: &[(String, String)]) -> Result<Program, PlayerFault> {
    Program::start(command, options, Stdio::inherit(), &AtomicBool::new(false))
}

impl Player {
    /// The player of a side. A program is started.
    pub(super) fn new(side: &Side) -> Result<Self, PlayerFault> {
        Ok(match &side.kind {
            PlayerKind::Engine(options, noise) => {
                let engine = Engine::try_new(options.clone());
                let engine = engine.map_err(|error| PlayerFault::Failed(error.to_string()))?;
                Self::Engine(Box::new(engine), *noise)
            }
            PlayerKind::Level(level) => {
                Self::Level(Box::new(Engine::new(EngineOptions::default())), *level)
            }
            PlayerKind::AlphaBeta(depth) => Self::AlphaBeta(AlphaBeta::new(*depth)),
            PlayerKind::Dumbot => Self::Dumbot,
            PlayerKind::Uct(least) => Self::Uct(Uct::new(), *least),
            PlayerKind::Program(command, options) => Self::Program {
                running: Some(started(command, options)?),
                command: command.clone(),
                options: options.clone(),
            },
        })
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, variant: Variant, seed: u64) -> Result<(), PlayerFault> {
        match self {
            Self::Engine(engine, _) | Self::Level(engine, _) => {
                engine.clear();
                Ok(())
            }
            Self::AlphaBeta(_) | Self::Dumbot | Self::Uct(..) => Ok(()),
            Self::Program {
                command,
                options,
                running,
            } => {
                let mut program = match running.take() {
                    Some(program) => program,
                    None => started(command, options)?,
                };
                program.begin(variant, seed, &AtomicBool::new(false))?;
                *running = Some(program);
                Ok(())
            }
        }
    }

    /// Makes a decision.
    pub(super) fn decide(
        &mut self,
        request: &DecisionRequest<'_>,
    ) -> Result<DecisionReply, PlayerFault> {
        let DecisionRequest {
            position,
            budget,
            seed,
            stop,
            ..
        } = *request;
        let begin = Instant::now();
        let mut deadline = Deadline {
            at: budget.movetime.map(|time| begin + time),
            stop,
        };
        let no_action = || PlayerFault::Illegal(String::new());
        let (action, nodes, depth) = match self {
            Self::Engine(engine, noise) => {
                let limits = SearchLimits {
                    depth: budget.depth,
                    nodes: budget.nodes,
                    lines: 1,
                    noise: *noise,
                    seed,
                };
                let result = engine.search(position, &limits, &mut deadline);
                let result: SearchResult = result.ok_or_else(no_action)?;
                (
                    result.best().ok_or_else(no_action)?,
                    result.nodes,
                    result.depth,
                )
            }
            Self::Level(engine, level) => {
                let turn = level.turn(engine, position, seed, &mut deadline);
                (*turn.first().ok_or_else(no_action)?, 0, 0)
            }
            Self::AlphaBeta(player) => {
                // It is limited by its depth only.
                deadline.at = None;
                let choice = player.choose(position, seed, &mut deadline);
                let choice = choice.ok_or_else(no_action)?;
                (choice.action, choice.nodes, player.depth())
            }
            Self::Dumbot => {
                deadline.at = None;
                let choice = Dumbot.choose(position, seed, &mut deadline);
                let choice = choice.ok_or_else(no_action)?;
                (choice.action, choice.nodes, choice.selective_depth)
            }
            Self::Uct(uct, least) => {
                let least = match position.stage() {
                    Stage::Row | Stage::Ring => *least / 10,
                    Stage::Place | Stage::Move | Stage::Over => *least,
                };
                let limits = PlayoutLimits {
                    least: budget.movetime.map_or(0, |_| least),
                    // It has no depth limit.
                    most: budget.nodes.or(budget.movetime.is_none().then_some(least)),
                };
                let choice = uct.choose(position, limits, seed, &mut deadline);
                let choice = choice.ok_or_else(no_action)?;
                (choice.action, choice.nodes, choice.selective_depth)
            }
            Self::Program { running, .. } => {
                let program = running
                    .as_mut()
                    .ok_or_else(|| PlayerFault::Failed("the program has exited".to_owned()))?;
                let longest = budget.movetime.map(|time| time + request.margin);
                let go = budget.to_string();
                let reply = program.decide(request.actions, position, &go, longest, stop);
                if reply.is_err() {
                    // A late reply would be taken for the next one.
                    *running = None;
                }
                return reply;
            }
        };
        if stop.load(Ordering::Relaxed) {
            return Err(PlayerFault::Stopped);
        }
        Ok(DecisionReply {
            action,
            nodes,
            depth,
            took: begin.elapsed(),
        })
    }
}
