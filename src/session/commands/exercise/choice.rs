//! The commands within an exercise that its choices stand for, as options of the command that opens
//! it.

use crate::game::{Action, Row};
use crate::session::commands::act::{MOVE, PASS, PLACE, RING, ROW};
use crate::session::commands::hint::HINT;
use crate::session::commands::moves::MOVES;
use crate::session::commands::tap::TAP;
use crate::session::decision::Decision;
use crate::session::options::{Choices, Kind, OptionSpec, Options, Value};
use crate::session::spec::{Command, Spec};

/// The word of the command.
pub(in crate::session::commands) const DOES: OptionSpec = OptionSpec::optional(
    "does",
    "option-command",
    Kind::Choice(Choices {
        words: &[
            "tap", "place", "move", "row", "ring", "pass", "moves", "hint",
        ],
        also: &[],
        has_default: false,
    }),
)
.internal();

/// A point that follows it.
pub(in crate::session::commands) const FROM: OptionSpec =
    OptionSpec::optional("from", "option-from", Kind::Point(|_, _| Vec::new())).internal();

/// Another one.
pub(in crate::session::commands) const TO: OptionSpec =
    OptionSpec::optional("to", "option-to", Kind::Point(|_, _| Vec::new())).internal();

/// A number that follows it.
pub(in crate::session::commands) const NUMBER: OptionSpec =
    OptionSpec::optional("number", "option-page", Kind::Number).internal();

/// The command within the exercise that a choice stands for.
pub(in crate::session::commands) fn inner(options: &Options) -> Option<Command> {
    let (from, to) = (options.point(&FROM), options.point(&TO));
    let number = options.number(&NUMBER);
    let decided = |spec: &'static Spec, decision| Command {
        spec,
        options: Options::of_decisions(vec![decision]),
    };
    Some(match options.word(&DOES)? {
        "place" => decided(&PLACE, Decision::Exact(Action::Place(from?))),
        "move" => {
            let (from, to) = (from?, to?);
            decided(&MOVE, Decision::Exact(Action::Move { from, to }))
        }
        "row" => {
            let row = || Some(Decision::Exact(Action::Row(Row::new(from?, to?)?)));
            decided(&ROW, number.map(Decision::RowNumber).or_else(row)?)
        }
        "ring" => decided(&RING, Decision::Ring(from?)),
        "pass" => decided(&PASS, Decision::Exact(Action::Pass)),
        "hint" => Command {
            spec: &HINT,
            options: Options::default(),
        },
        word => {
            let spec = if word == TAP.word { &TAP } else { &MOVES };
            let mut inner = Options::default();
            for option in spec.options {
                match (option.kind, from, number) {
                    (Kind::Point(_), Some(point), _) => inner.put(option, Value::Point(point)),
                    (Kind::Number, _, Some(number)) => inner.put(option, Value::Number(number)),
                    _ => {}
                }
            }
            Command {
                spec,
                options: inner,
            }
        }
    })
}
