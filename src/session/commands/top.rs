//! `top`: the ratings on this server.

use super::terms::VARIANT;
use crate::session::archive::{Answer, Question, Standing};
use crate::session::draft::{Draft, Show};
use crate::session::rating::Rating;
use crate::session::reply::{Arg, Leaderboard, LeaderboardLine, Phrase, Visual};
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
        .filter(|standing| !standing.person.is_forgotten())
        .map(|standing| (standing, standing.rating.at(now)))
        .filter(|(_, rating)| rating.is_ranked())
        .collect();
    let title = match ranked.is_empty() {
        true => "top-none",
        false => "top-title",
    };
    let terms = terms.short_phrase();
    let mut draft = Draft::say(
        Phrase::new(title)
            .with("terms", terms.clone())
            .with("challenge", Arg::command("challenge @friend rated")),
        Show::Nothing,
    );
    let line = |(place, (standing, rating)): (usize, &(&Standing, Rating))| LeaderboardLine {
        place,
        person: standing.person.clone(),
        rating: rating.rounded(),
        deviation: rating.rounded_deviation(),
        games: standing.games,
    };
    let is_own = |standing: &Standing| standing.person == *call.person;
    // The best, and the author's own line further down.
    let lines: Vec<LeaderboardLine> = (1..)
        .zip(&ranked)
        .filter(|(place, (standing, _))| *place <= LINES || is_own(standing))
        .map(line)
        .collect();
    draft
        .text
        .extend(lines.iter().map(|line| match line.person == *call.person {
            true => Phrase::new("top-line-own").with("line", line.phrase()),
            false => line.phrase(),
        }));
    if !lines.iter().any(|line| line.person == *call.person)
        && let Some(standing) = standings.iter().find(|standing| is_own(standing))
    {
        let rating = standing.rating.at(now);
        draft.text.push(
            Phrase::new("top-not-yet")
                .with("rating", Arg::Number(rating.rounded()))
                .with("deviation", Arg::Number(rating.rounded_deviation())),
        );
    }
    draft.visual = (!lines.is_empty()).then(|| {
        Visual::Leaderboard(Leaderboard {
            caption: Phrase::new("top-caption").with("terms", terms),
            lines,
            settings: call.table.settings().clone(),
        })
    });
    Ok(draft)
}
