//! `challenge`: challenges a person, or anyone, to a game.

use super::terms::{COLOR, RATED, TIME, VARIANT, WEEKENDS, terms, terms_against_bot};
use crate::engine::Level;
use crate::session::challenges::{challenge, meant, the_one};
use crate::session::needs::must_be_free;
use crate::session::options::{Kind, Opponent, OptionSpec};
use crate::session::permissions::{may_challenge, must_be_open};
use crate::session::person::Seat;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Menu, Spec};
use crate::session::start::start_against_bot;

const PLAYER: OptionSpec = OptionSpec::required("player", "option-opponent", Kind::Opponent);
const LEVEL: OptionSpec = OptionSpec::optional("level", "option-challenge-level", Kind::Level);

pub(super) static CHALLENGE: Spec = Spec {
    aliases: &["invite", "duel"],
    options: &[PLAYER, LEVEL, TIME, WEEKENDS, VARIANT, COLOR, RATED],
    example: "challenge @friend 3d blitz white",
    details: Some(|| Phrase::new("help-times")),
    lookups: &[Lookup::RunningGames, Lookup::Blocks],
    menu: Some(Menu::Person("menu-challenge")),
    ..Spec::new("challenge", Group::Begin, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let Call {
        table,
        person,
        options,
        context,
        ..
    } = *call;
    let known = match options.opponent() {
        Some(Opponent::Named(name)) => match meant(name, context.people.iter())[..] {
            [known] if known != person => Some(known),
            _ => None,
        },
        _ => None,
    };
    if let Some(known) = known {
        // First of all: where a game is played, the challenge would be opened in a thread.
        must_be_open(known, context)?;
    }
    must_be_free(table, person)?;
    let with_bot = |name: &str| meant(name, std::iter::once(context.bot)).len() == 1;
    if !matches!(options.opponent(), Some(Opponent::Named(name)) if with_bot(name)) {
        may_challenge(context)?;
    }
    let level = options.level();
    let terms = terms(options, context.inherited)?;
    let color = options.color(&COLOR).unwrap_or_default();
    let to = match options.opponent() {
        None | Some(Opponent::Anyone) => None,
        Some(Opponent::Named(name)) => {
            let known = context.people.iter().chain([context.bot]);
            match meant(name, known.clone())[..] {
                [known] if known == context.bot && options.word(&RATED) == Some("rated") => {
                    return Err(Phrase::new("challenge-bot-rated").into());
                }
                [known] if known == context.bot => {
                    let chosen = Seat::Bot(level.unwrap_or_default());
                    let terms = terms_against_bot(options)?;
                    let mut draft =
                        start_against_bot(table, person, chosen, terms, color, context)?;
                    if level.is_none() {
                        draft.text.push(
                            Phrase::new("challenge-bot-level")
                                .with("last", Level::BEST.number())
                                .with("play", Arg::command("play 7")),
                        );
                    }
                    return Ok(draft);
                }
                [known] if known == person => {
                    return Err(Phrase::new("challenge-self")
                        .with("play", Arg::command("play"))
                        .with("anyone", Arg::command("challenge anyone"))
                        .into());
                }
                _ => Some(the_one(name, known, "challenge @friend")?.clone()),
            }
        }
    };
    if level.is_some() {
        return Err(Phrase::new("challenge-level")
            .with("play", Arg::command("play 7"))
            .into());
    }
    challenge(table, person, to, terms, color, None, context)
}
