//! `if`: conditional moves, which are played as soon as the opponent's turn fits.
//!
//! They are for their player's eyes alone: the command is refused where others read it, and works
//! for the games in progress at other tables, by their numbers.

mod line;

use crate::session::conditions::{Branch, Dropped, MOST_BRANCHES};
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::game::Game;
use crate::session::needs::{Seated, must_play_alone, seated};
use crate::session::options::{Kind, OptionSpec, Options};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const LINE: OptionSpec = OptionSpec::optional("line", "option-if", Kind::Text)
    .written("[#2] [<turn> then <turn>|clear [number]]");

/// A line for those who have none.
const EXAMPLE: &str = "E4 E10 then G2 G5";

/// Longest line, in characters.
const LONGEST: usize = 1000;

/// The word that drops what was planned.
const CLEAR: &str = "clear";

pub(super) static IF: Spec = Spec {
    aliases: &["conditional"],
    options: &[LINE],
    example: "if E4 E10 then G2 G5",
    is_private: true,
    game_named: Some(|options| parts(options).0),
    ..Spec::new("if", Group::Play, Handler::Any(handle))
};

/// The number of the game that is named, and the rest of the line.
fn parts(options: &Options) -> (Option<usize>, &str) {
    let line = options.text(&LINE).unwrap_or_default().trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.strip_prefix('#').unwrap_or(word).parse() {
        Ok(number) => (Some(number), rest.trim_start()),
        _ => (None, line),
    }
}

fn handle(call: &Call<'_>) -> Handled {
    let (number, line) = parts(call.options);
    if !call.context.unseen {
        return Err(directions("if-public").into());
    }
    if let Some(number) = number.filter(|_| !call.context.named) {
        return Err(Phrase::new("if-no-such-game")
            .with("number", number)
            .with("games", Arg::command("games"))
            .into());
    }
    if call.table.running().is_none() {
        return Err(directions("if-which").into());
    }
    let seated = seated(call.table, call.person)?;
    must_play_alone(seated)?;
    let mut draft = answer(call, seated, line).map_err(|refusal| match number {
        Some(_) => refusal.below(of_game("if-of-game", call, seated)),
        None => refusal,
    })?;
    draft.only_for = Some(call.person.clone());
    Ok(draft)
}

/// What is done with the game that is meant.
fn answer(call: &Call<'_>, seated: Seated<'_>, line: &str) -> Handled {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let english = call.commands.value(word);
    match english.unwrap_or(&word.to_lowercase()) {
        "" => Ok(list(call, seated)),
        CLEAR => clear(call, seated, rest.trim()),
        _ => add(call, seated, line),
    }
}

/// The command for the same game, with another line.
fn command(call: &Call<'_>, line: &str) -> Arg {
    Arg::command(match parts(call.options).0 {
        Some(number) => format!("if #{number} {line}"),
        None => format!("if {line}"),
    })
}

/// How a game is named.
fn directions(id: &str) -> Phrase {
    Phrase::new(id)
        .with("games", Arg::command("games"))
        .with("example", Arg::command("if #2 E4 E10 then G2 G5"))
}

/// A sentence about a player's game, with the other player and the place.
fn of_game(id: &str, call: &Call<'_>, seated: Seated<'_>) -> Phrase {
    let Seated { game, color } = seated;
    Phrase::new(id)
        .with("other", Arg::seat(game.seat(!color)))
        .with("place", Arg::Place(call.table.key().clone()))
}

fn list(call: &Call<'_>, seated: Seated<'_>) -> Draft {
    let Seated { game, color } = seated;
    let conditions = game.conditions_of(color);
    if conditions.branches().is_empty() {
        let id = match conditions.dropped() {
            None => "if-none",
            Some(Dropped::Unforeseen) => "if-dropped-unforeseen",
            Some(Dropped::TakenBack) => "if-dropped-taken-back",
            Some(Dropped::Offer) => "if-dropped-offer",
        };
        let phrase = of_game(id, call, seated).with("example", command(call, EXAMPLE));
        return Draft::say(phrase, Show::Nothing);
    }
    let mut draft = Draft::say(of_game("if-list", call, seated), Show::Nothing);
    let lines = (1..).zip(conditions.branches());
    let lines = lines.map(|(number, branch)| line_phrase(number, branch, game));
    draft.text.extend(lines);
    draft.text.push(
        Phrase::new("if-list-end")
            .with("clear", command(call, "clear"))
            .with("one", command(call, "clear 1")),
    );
    draft
}

/// A branch as one line.
fn line_phrase(number: usize, branch: &Branch, game: &Game) -> Phrase {
    Phrase::new("if-line")
        .with("number", number)
        .with("line", branch.notation(game.position(), game.actions()))
}

fn clear(call: &Call<'_>, seated: Seated<'_>, rest: &str) -> Handled {
    let Seated { game, color: by } = seated;
    let last = game.conditions_of(by).branches().len();
    if last == 0 {
        return Ok(list(call, seated));
    }
    let (phrase, branch) = if rest.is_empty() {
        (of_game("if-cleared", call, seated), None)
    } else {
        let number: usize = rest.parse().map_err(|_| call.spec.unexpected(rest))?;
        let index = number.checked_sub(1).filter(|&index| index < last);
        let index = index.ok_or_else(|| no_branch(number, last))?;
        let phrase = of_game("if-cleared-one", call, seated).with("number", number);
        (phrase, Some(index))
    };
    Ok(Draft::say(phrase, Show::Nothing).event(Event::PlanDropped { by, branch }))
}

fn no_branch(number: usize, last: usize) -> Refusal {
    Phrase::new("if-no-branch")
        .with("number", number)
        .with("last", last)
        .into()
}

fn add(call: &Call<'_>, seated: Seated<'_>, line: &str) -> Handled {
    let Seated { game, color } = seated;
    let length = line.chars().count();
    if length > LONGEST {
        return Err(Phrase::new("if-too-long")
            .with("most", LONGEST)
            .with("length", length)
            .into());
    }
    if game.position().actor() == color {
        return Err(Phrase::new("if-your-turn")
            .with("other", Arg::seat(game.seat(!color)))
            .into());
    }
    let new = Branch {
        after: game.actions().len(),
        actions: line::read(call, seated, line)?,
    };
    let branches = game.conditions_of(color).branches();
    let replaces = shorter(call, branches, &new, seated)?;
    if branches.len() >= MOST_BRANCHES && replaces.is_none() {
        return Err(Phrase::new("if-too-many")
            .with("most", MOST_BRANCHES)
            .with("clear", command(call, "clear 1"))
            .into());
    }
    let number = replaces.map_or(branches.len() + 1, |index| index + 1);
    let mut draft = Draft::say(of_game("if-set", call, seated), Show::Nothing);
    draft.text.push(line_phrase(number, &new, game));
    Ok(draft.event(Event::Planned {
        by: color,
        branch: new,
        replaces,
    }))
}

/// The index of the branch that a new one begins with, if there is one. Refuses if the new one
/// adds nothing, or has another answer to the same turns.
fn shorter(
    call: &Call<'_>,
    branches: &[Branch],
    new: &Branch,
    seated: Seated<'_>,
) -> Result<Option<usize>, Refusal> {
    let Seated { game, color } = seated;
    let mut shorter = None;
    for (index, old) in branches.iter().enumerate() {
        let rest = old.rest(game.actions()).unwrap_or_default();
        let common = rest.iter().zip(&new.actions);
        let common = common.take_while(|(old, new)| old == new).count();
        let number = index + 1;
        if common == new.actions.len() {
            return Err(Phrase::new("if-known").with("number", number).into());
        }
        if common == rest.len() {
            shorter = Some(index);
            continue;
        }
        let parting = new.actions[..common].iter();
        let parting = parting.fold(*game.position(), |position, &action| {
            position.play_unchecked(action)
        });
        if parting.actor() == color {
            return Err(Phrase::new("if-answered")
                .with("number", number)
                .with("clear", command(call, &format!("clear {number}")))
                .into());
        }
    }
    Ok(shorter)
}
