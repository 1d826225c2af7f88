//! The greeting of a server, channel or room into which the bot has come: how to begin, and where to set
//! the language.

use super::draft::Outcome;
use super::reply::{Arg, Phrase, Reply};
use super::settings::Scope;
use super::table::Table;

/// Says hello to everybody, without waking anybody. The language is set for `scope` there.
pub(super) fn greeting(table: &Table, scope: Scope) -> Outcome {
    let command = |name: &str| Arg::command(name);
    let set = match scope {
        Scope::Server => "set server language pl",
        Scope::Channel => "set channel language pl",
        Scope::Person => "set language pl",
    };
    let mut outcome = Outcome::nothing(table);
    outcome.replies.push(Reply {
        text: vec![
            Phrase::new("greeting")
                .with("challenge", command("challenge @friend"))
                .with("play", command("play")),
            Phrase::new("greeting-rules")
                .with("tutorial", command("tutorial"))
                .with("rules", command("rules"))
                .with("help", command("help")),
            Phrase::new("greeting-language").with("set", command(set)),
        ],
        silent: true,
        version: table.version(),
        ..Reply::default()
    });
    outcome
}
