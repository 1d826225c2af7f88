//! Whole games on Discord: the program as a process, and people who are driven by scenarios. An
//! independent Discord-compatible server (YEPCord) shows that the bot speaks the language; a
//! small counterpart of Discord shows what that server cannot do, and everything that may go
//! wrong.
//!
//! `tests/discord/run.py NAME` runs one scenario by hand. Each test here is one scenario.
//!
//! Python with `venv` is needed, and on the first run the package index, from which server and
//! players are installed into the target folder. Where there is no Python the tests say so and
//! pass, unless `RINGLEADER_DISCORD_TESTS=required`. With `RINGLEADER_DISCORD_OPENAPI=FILE`,
//! Discord's description of its API, every request of the bot is held against it.

#![cfg(all(feature = "discord", unix))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "what a failed scenario tells is shown")]
#![expect(clippy::print_stderr, reason = "what was left out is told")]

mod chat;

use chat::Platform;

/// A bot and its people keep half a core busy, and the smallest machines that test this have two.
static DISCORD: Platform = Platform::new("discord", "RINGLEADER_DISCORD_TESTS", "yep_server.py", 3);

/// A test for each scenario, and a test that none was forgotten.
macro_rules! scenarios {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                DISCORD.scenario(stringify!($name));
            }
        )*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

scenarios! {
}

#[test]
fn every_scenario_is_a_test() {
    DISCORD.check_names(NAMES);
}
