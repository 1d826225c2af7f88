//! What holds for every line of conditional moves: the moves are legal, and what is printed of it plans
//! the same.

use std::sync::LazyLock;

use ringleader::session::{
    Addressing, Arg, Branch, COMMANDS, Context, Event, Parsed, Seat, Table, Trigger, handle, parse,
};

use super::table::{MIDDLE, context, log, table};

/// A line in the middle of a game.
pub(crate) fn condition(line: &str) -> bool {
    static TABLE: LazyLock<Table> = LazyLock::new(|| table(&log("white", "black", &MIDDLE)));
    is_planned(&TABLE, line)
}

/// Checks a line; whether it is a plan.
pub(crate) fn is_planned(table: &Table, line: &str) -> bool {
    let Some((branch, printed)) = planned(table, line) else {
        return false;
    };
    let running = table.running().expect("a game is played");
    assert_eq!(branch.after, running.actions().len(), "{line:?}");
    let mut position = *running.position();
    for &action in &branch.actions {
        position = position.play(action).expect("the line is legal");
    }
    assert_eq!(planned(table, &printed), Some((branch, printed.clone())));
    true
}

/// The branch that the player who waits has planned by this line, and how it is printed.
pub(crate) fn planned(table: &Table, line: &str) -> Option<(Branch, String)> {
    let Parsed::Command(command) = parse(COMMANDS, &format!("if {line}"), "!", Addressing::Bot)
    else {
        panic!("{line:?} is no command");
    };
    let position = table.running()?.position();
    let by = match table.running()?.seat(!position.actor()) {
        Seat::Person(person) => person.clone(),
        Seat::Bot(_) | Seat::Program(_) | Seat::Crowd(_) => return None,
    };
    let trigger = Trigger::Command { by, command };
    let context = Context {
        vocabulary: None,
        ..context(&[])
    };
    let outcome = handle(table, &trigger, &context).ok()?;
    let Some(Event::Planned { branch, .. }) = outcome.entries.first().map(|one| &one.event) else {
        return None;
    };
    let mut phrases = outcome.replies[0].text.iter();
    let printed = phrases.find(|phrase| phrase.id == "if-line");
    let Some(Arg::Text(text)) = printed.map(|phrase| &phrase.args["line"]) else {
        panic!("{line:?} is not printed: {:?}", outcome.replies);
    };
    Some((branch.clone(), text.clone()))
}
