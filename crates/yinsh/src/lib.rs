//! YINSH: the rules and an engine. A package of its own because it is compiled as one codegen
//! unit, which makes the engine faster, while the rest of Ringleader is compiled in parallel.
//!
//! | module | what is in it |
//! |---|---|
//! | [`game`] | YINSH itself: points, positions, rules, records. Pure |
//! | [`engine`] | search, evaluations, levels of play, hints and reviews |
//! | [`openings`] | how often each placement was played, and how the games ended |
//! | [`puzzle`] | positions with one right answer: how they are made and proved |
//! | [`split_mix`] | pseudo-random numbers |
//! | [`chars`] | invisible characters |

pub mod chars;
pub mod engine;
pub mod game;
pub mod openings;
pub mod puzzle;
pub mod split_mix;
