//! `archive`: pages through finished games.

use super::of_person::{PLAYER, is_unknown, person_meant, unknown};
use crate::game::Color;
use crate::session::archive::{Answer, ArchivedGame, PAGE, Question};
use crate::session::draft::{Draft, Show};
use crate::session::game::Ending;
use crate::session::options::{Kind, OptionSpec};
use crate::session::present::short_result;
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Spec};
use crate::session::terms::Terms;

/// Goes before the person, whose name may begin with a digit.
const PAGE_NUMBER: OptionSpec = OptionSpec::optional("page", "option-page", Kind::Number);

pub(super) static ARCHIVE: Spec = Spec {
    aliases: &["finished", "results"],
    options: &[PAGE_NUMBER, PLAYER],
    example: "archive @friend",
    ask: Some(ask),
    ..Spec::new("archive", Group::More, Handler::Any(handle))
};

fn ask(asking: &Asking<'_>) -> Option<Question> {
    Some(Question::Games {
        of: person_meant(asking.options, asking.people),
        page: asking.options.number(&PAGE_NUMBER).unwrap_or(1).max(1),
    })
}

fn handle(call: &Call<'_>) -> Handled {
    let of = person_meant(call.options, call.context.people);
    let page = call.options.number(&PAGE_NUMBER).unwrap_or(1).max(1);
    let Some(Answer::Games { games, total }) = call.context.answer else {
        return Err(Phrase::new("internal-error").into());
    };
    let pages = total.div_ceil(PAGE);
    if *total == 0 {
        return Err(match &of {
            Some(person) if is_unknown(person, call.context.people) => unknown(call, person),
            Some(person) => Phrase::new("archive-none-of")
                .with("player", Arg::Name(person.clone()))
                .into(),
            None if call.context.private => Phrase::new("archive-none-yours")
                .with("play", Arg::command("play"))
                .into(),
            None => Phrase::new("archive-none")
                .with("play", Arg::command("play"))
                .with("challenge", Arg::command("challenge @friend"))
                .into(),
        });
    }
    if games.is_empty() {
        return Err(Phrase::new("archive-no-page")
            .with("page", Arg::Text(page.to_string()))
            .with("pages", pages)
            .into());
    }
    let title = match &of {
        Some(person) => {
            // As the games call them.
            let seats = games.iter().flat_map(|one| &one.game.seats);
            let mut known = seats.filter_map(|seat| seat.person());
            let known = known.find(|one| *one == person).unwrap_or(person);
            Phrase::new("archive-of").with("player", Arg::Name(known.clone()))
        }
        None if call.context.private => Phrase::new("archive-yours"),
        None => Phrase::new("archive-title"),
    };
    let mut draft = Draft::say(
        title
            .with("total", *total)
            .with("page", page)
            .with("pages", pages),
        Show::Nothing,
    );
    draft.text.extend(games.iter().map(line));
    if let Some(first) = games.first() {
        draft.text.push(
            Phrase::new("archive-next")
                .with("show", Arg::command(format!("show #{}", first.number)))
                .with("export", Arg::command(format!("export #{}", first.number)))
                .with(
                    "analyze",
                    Arg::command(format!("analyze #{}", first.number)),
                ),
        );
    }
    // Their games elsewhere are nobody else's business.
    if of.as_ref() == Some(call.person) {
        draft.only_for = Some(call.person.clone());
    }
    let turn_to = |id: &str, page: usize| {
        let of = of.as_ref().map(|person| person.id.trim_start_matches('@'));
        let of = of.map(|id| format!(" @{id}")).unwrap_or_default();
        Choice {
            only_for: Some(call.person.clone()),
            ..Choice::new(Phrase::new(id), format!("archive {page}{of}"))
        }
    };
    if page < pages {
        draft.choices.push(turn_to("choice-older", page + 1));
    }
    if page > 1 {
        draft.choices.push(turn_to("choice-newer", page - 1));
    }
    Ok(draft)
}

/// A game as one line.
pub(super) fn line(archived: &ArchivedGame) -> Phrase {
    let game = &archived.game;
    let terms = Terms {
        variant: game.variant,
        rated: game.rated,
        ..Terms::default()
    };
    Phrase::new("archive-game")
        .with("number", Arg::Text(format!("#{}", archived.number)))
        .with("date", game.ended.strftime("%Y-%m-%d").to_string())
        .with("white", Arg::seat_with_number(game.seat(Color::White)))
        .with("black", Arg::seat_with_number(game.seat(Color::Black)))
        .with("result", short_result(game.result))
        .with("how", Phrase::new(how(archived)))
        .with("terms", terms.short_phrase())
}

/// How a game ended, as a message.
fn how(archived: &ArchivedGame) -> String {
    let ending = archived.game.ending.map(Ending::word);
    format!("how-{}", ending.unwrap_or("played"))
}
