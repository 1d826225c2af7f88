//! The players of a match, each with what it keeps from one decision to the next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::program::{Answer, Fault, Program};
use super::side::{Budget, Kind, Side};
use crate::engine::rival::{Plain, Playouts, Uct};
use crate::engine::{Engine, Level, Limits, Options, Thought, Watch};
use crate::game::{Action, Position, Stage, Variant};

/// Has enough when the time is up or the match is broken off; hears how deep the engine looked.
struct Deadline<'a> {
    at: Option<Instant>,
    stop: &'a AtomicBool,
}

impl Watch for Deadline<'_> {
    fn enough(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.at.is_some_and(|at| Instant::now() >= at)
    }
}

/// What a decision is about.
pub(super) struct Question<'a> {
    /// What was done since the board was empty.
    pub(super) actions: &'a [Action],
    /// Where that led.
    pub(super) position: &'a Position,
    /// How much may be thought.
    pub(super) budget: Budget,
    /// What chance follows from.
    pub(super) seed: u64,
    /// How much more than its time another program may take.
    pub(super) margin: Duration,
    /// Whether the match was broken off.
    pub(super) stop: &'a AtomicBool,
}

/// A player.
#[derive(Debug)]
pub(super) enum Player {
    Engine(Box<Engine>, u32),
    Level(Box<Engine>, Level),
    Plain(Plain),
    Uct(Uct, u64),
    Program {
        command: Vec<String>,
        options: Vec<(String, String)>,
        /// `None` once it has failed, until the next game.
        running: Option<Program>,
    },
}

impl Player {
    /// The player of a side; another program is started.
    pub(super) fn new(side: &Side) -> Result<Self, Fault> {
        Ok(match &side.kind {
            Kind::Engine(options, whim) => {
                let engine = Engine::try_new(options.clone());
                let engine = engine.map_err(|error| Fault::Gone(error.to_string()))?;
                Self::Engine(Box::new(engine), *whim)
            }
            Kind::Level(level) => Self::Level(Box::new(Engine::new(Options::default())), *level),
            Kind::Plain(depth) => Self::Plain(Plain::new(*depth)),
            Kind::Uct(least) => Self::Uct(Uct::new(), *least),
            Kind::Program(command, options) => Self::Program {
                running: Some(Program::start(command, options)?),
                command: command.clone(),
                options: options.clone(),
            },
        })
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, variant: Variant, seed: u64) -> Result<(), Fault> {
        match self {
            Self::Engine(engine, _) | Self::Level(engine, _) => {
                engine.forget();
                Ok(())
            }
            Self::Plain(_) | Self::Uct(..) => Ok(()),
            Self::Program {
                command,
                options,
                running,
            } => {
                let mut program = match running.take() {
                    Some(program) => program,
                    None => Program::start(command, options)?,
                };
                program.begin(variant, seed)?;
                *running = Some(program);
                Ok(())
            }
        }
    }

    /// Decides.
    pub(super) fn decide(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        let Question {
            position,
            budget,
            seed,
            stop,
            ..
        } = *question;
        let begin = Instant::now();
        let mut watch = Deadline {
            at: budget.movetime.map(|time| begin + time),
            stop,
        };
        let nothing = || Fault::Illegal(String::new());
        let (action, nodes, depth) = match self {
            Self::Engine(engine, whim) => {
                let limits = Limits {
                    depth: budget.depth,
                    nodes: budget.nodes,
                    lines: 1,
                    whim: *whim,
                    seed,
                };
                let thought = engine.think(position, &limits, &mut watch);
                let thought: Thought = thought.ok_or_else(nothing)?;
                (
                    thought.best().ok_or_else(nothing)?,
                    thought.nodes,
                    thought.depth,
                )
            }
            Self::Level(engine, level) => {
                let turn = level.turn(engine, position, seed, &mut watch);
                (*turn.first().ok_or_else(nothing)?, 0, 0)
            }
            Self::Plain(plain) => {
                // Its depth is all its budget.
                watch.at = None;
                let choice = plain.choose(position, seed, &mut watch);
                let choice = choice.ok_or_else(nothing)?;
                (choice.action, choice.nodes, plain.depth())
            }
            Self::Uct(uct, least) => {
                let least = match position.stage() {
                    Stage::Row | Stage::Ring => *least / 10,
                    Stage::Place | Stage::Move | Stage::Over => *least,
                };
                let playouts = Playouts {
                    least: budget.movetime.map_or(0, |_| least),
                    // A budget of depth alone does not limit it.
                    most: budget.nodes.or(budget.movetime.is_none().then_some(least)),
                };
                let choice = uct.choose(position, playouts, seed, &mut watch);
                let choice = choice.ok_or_else(nothing)?;
                (choice.action, choice.nodes, choice.deepest)
            }
            Self::Program { running, .. } => {
                let program = running
                    .as_mut()
                    .ok_or_else(|| Fault::Gone("the program has ended".to_owned()))?;
                let answer =
                    program.decide(question.actions, position, budget, question.margin, stop);
                if answer.is_err() {
                    // What it still says would be taken for its next answer.
                    *running = None;
                }
                return answer;
            }
        };
        if stop.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        Ok(Answer {
            action,
            nodes,
            depth,
            took: begin.elapsed(),
        })
    }
}
