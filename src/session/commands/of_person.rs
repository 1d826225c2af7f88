//! The person whose games are asked for: an option that several commands share.

use crate::session::challenges::meant;
use crate::session::options::{Kind, OptionSpec, Options};
use crate::session::person::Person;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::Call;

/// Whose games.
pub(super) const PLAYER: OptionSpec = OptionSpec::optional("player", "option-player", Kind::Person);

/// The person that the options name. Whom the message does not name is taken by the id, as in a
/// choice.
pub(super) fn person_meant(options: &Options, people: &[Person]) -> Option<Person> {
    let name = options.person(&PLAYER)?;
    Some(match meant(name, people.iter())[..] {
        [person] => person.clone(),
        // Options leave out the @ that ids of Matrix begin with.
        _ if name.contains(':') => Person::new(format!("@{name}"), name),
        _ => Person::new(name, name),
    })
}

/// Whether nobody is known by the name, or several people are.
pub(super) fn is_unknown(person: &Person, people: &[Person]) -> bool {
    !people.contains(person)
}

/// Whether the bot itself is meant.
pub(super) fn is_bot(call: &Call<'_>, person: &Person) -> bool {
    let bot = call.context.bot;
    let is_unknown = is_unknown(person, call.context.people);
    person == bot || is_unknown && !meant(&person.name, std::iter::once(bot)).is_empty()
}

/// Refuses a name of nobody, or of several people.
pub(super) fn unknown(call: &Call<'_>, person: &Person) -> Refusal {
    let id = match meant(&person.name, call.context.people.iter()).len() {
        0 => "player-unknown",
        _ => "player-several",
    };
    Phrase::new(id)
        .with("name", Arg::typed_name(&person.name))
        .with(
            "command",
            Arg::command(format!("{} @friend", call.spec.word)),
        )
        .into()
}
