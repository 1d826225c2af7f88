//! `versus`: a game against another program; without one, those that play here.

use super::terms::{COLOR, TIME, VARIANT, WEEKENDS, terms_against_bot};
use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::parse::{Addressing, Parsed, parse};
use crate::session::person::Seat;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Call, Commands, Group, Handled, Handler, Lookup, Spec};
use crate::session::start::start_against_bot;

const PROGRAM: OptionSpec = OptionSpec::optional("program", "option-program", Kind::Program);

pub(super) static VERSUS: Spec = Spec {
    aliases: &["vs", "programs"],
    options: &[PROGRAM, TIME, WEEKENDS, VARIANT, COLOR],
    begins_game: Some(|options, policy| {
        let name = options.text(&PROGRAM);
        name.is_some_and(|name| policy.programs.iter().any(|one| one == name))
    }),
    lookups: &[Lookup::RunningGames],
    ..Spec::new("versus", Group::Begin, Handler::Any(handle))
};

/// Whether `!versus WORD` reads the word as the name of a program.
#[must_use]
pub fn is_program_name(commands: Commands, word: &str) -> bool {
    let said = format!("{} {word}", VERSUS.word);
    match parse(commands, &said, "", Addressing::Bot) {
        Parsed::Command(command) => command.options.text(&PROGRAM) == Some(word),
        Parsed::NotForUs | Parsed::Faulty(_) => false,
    }
}

fn handle(call: &Call<'_>) -> Handled {
    let programs = &call.context.policy.programs;
    let Some(name) = call.options.text(&PROGRAM) else {
        let mut draft = Draft::say(list(programs), Show::Nothing);
        draft.apart = true;
        // A choice opens no thread.
        let offered = match call.table.settings().opens_threads() {
            true => &[][..],
            false => programs,
        };
        draft.choices = offered
            .iter()
            .map(|name| {
                let label = Phrase::new("choice-versus").with("program", name.as_str());
                Choice::new(label, format!("versus {name}"))
            })
            .collect();
        return Ok(draft);
    };
    must_play_here(name, programs)?;
    start_against_bot(
        call.table,
        call.person,
        Seat::Program(name.to_owned()),
        terms_against_bot(call.options)?,
        call.options.color(&COLOR).unwrap_or_default(),
        call.context,
    )
}

/// Refuses a program that does not play here.
pub(super) fn must_play_here(name: &str, programs: &[String]) -> Result<(), Refusal> {
    if programs.iter().any(|one| one == name) {
        return Ok(());
    }
    let unknown = Phrase::new("versus-unknown").with("name", Arg::typed_name(name));
    Err(Refusal::new(unknown).and(list(programs)))
}

/// The programs that play here.
fn list(programs: &[String]) -> Phrase {
    match programs.first() {
        None => Phrase::new("versus-none").with("play", Arg::command("play")),
        Some(first) => Phrase::new("versus-list")
            .with(
                "programs",
                programs.iter().cloned().map(Arg::Text).collect::<Arg>(),
            )
            .with("versus", Arg::command(format!("versus {first}"))),
    }
}
