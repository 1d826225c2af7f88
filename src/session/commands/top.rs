//! `top`: the ratings on this server.

use super::terms::VARIANT;
use crate::session::archive::{Answer, Question, Standing};
use crate::session::draft::{Draft, Show};
use crate::session::rating::Rating;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};
use crate::session::terms::Terms;

/// Lines of the list: as many as a chat shows without scrolling.
const LINES: usize = 10;

pub(super) static TOP: Spec = Spec {
    aliases: &["ranking", "leaderboard"],
    options: &[VARIANT],
    example: "top blitz",
    ask: Some(ask),
    ..Spec::new("top", Group::More, Handler::Any(handle))
};

fn ask(asking: &Asking<'_>) -> Option<Question> {
    let variant = asking.options.variant(&VARIANT).unwrap_or_default();
    Some(Question::Standings(variant))
}

fn handle(call: &Call<'_>) -> Handled {
    let Some(Answer::Standings(standings)) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    let terms = Terms {
        variant: call.options.variant(&VARIANT).unwrap_or_default(),
        ..Terms::default()
    };
    let now = call.context.now;
    let ranked: Vec<(&Standing, Rating)> = standings
        .iter()
        .map(|standing| (standing, standing.rating.at(now)))
        .filter(|(_, rating)| rating.is_ranked())
        .collect();
    let title = match ranked.is_empty() {
        true => "top-none",
        false => "top-title",
    };
    let mut draft = Draft::say(
        Phrase::new(title)
            .with("terms", terms.short_phrase())
            .with("challenge", Arg::command("challenge @friend rated")),
        Show::Nothing,
    );
    let line = |(place, (standing, rating)): (usize, &(&Standing, Rating))| {
        Phrase::new("top-line")
            .with("place", place)
            .with("player", Arg::Name(standing.person.clone()))
            .with("rating", Arg::Number(rating.rounded()))
            .with("deviation", Arg::Number(rating.rounded_deviation()))
            .with("games", standing.games as usize)
    };
    let lines = (1..).zip(&ranked);
    draft.text.extend(lines.clone().take(LINES).map(line));
    let is_own = |standing: &Standing| standing.person == *call.person;
    let own = lines.clone().find(|(_, (standing, _))| is_own(standing));
    match own {
        Some((place, _)) if place <= LINES => {}
        Some(own) => draft.text.push(line(own)),
        None => {
            if let Some(standing) = standings.iter().find(|standing| is_own(standing)) {
                let rating = standing.rating.at(now);
                draft.text.push(
                    Phrase::new("top-not-yet")
                        .with("rating", Arg::Number(rating.rounded()))
                        .with("deviation", Arg::Number(rating.rounded_deviation())),
                );
            }
        }
    }
    Ok(draft)
}
