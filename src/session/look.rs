//! Looking at a game, its record and the house: nothing here changes a game.

use super::act::reachable;
use super::begin;
use super::command::{COMMANDS, Group, RULES_TOPICS, Spec};
use super::event::Event;
use super::handle::{Draft, Show, any_game, movable_rings, numbered_rows, running, seated};
use super::house::Context;
use super::person::{Person, Seat};
use super::refusal::{Refusal, usage};
use super::reply::{Arg, Board, BoardForm, Choice, File, Phrase, level_name, result_phrase};
use super::table::{Ending, Game, Table};
use crate::engine::Level;
use crate::game::{
    Color, GameRecord, Played, Point, Position, RecordError, Stage, Termination, Turn, cut_name,
};

/// Most characters of a list of turns in one reply: chat platforms cut or refuse longer messages
/// (Discord's limit is 2,000 characters), and the rest of the reply needs room too.
const LONGEST_HISTORY: usize = 1200;

/// Longest text of a record, in bytes. Adapters do not read longer files.
const LONGEST_RECORD: usize = 1 << 20;

/// Most games of a record that are counted.
const MOST_COUNTED: usize = 100;

pub(super) fn board(table: &Table, text: bool) -> Result<Draft, Refusal> {
    let game = any_game(table)?;
    if !text {
        return Ok(Draft::silent(Show::PICTURE));
    }
    let mut draft = Draft::silent(Show::Board(BoardForm::Text, None));
    draft.text.push(Phrase::new("board-legend"));
    draft.text.push(score(game));
    let turns = Turn::group(&Position::start(game.variant), game.actions());
    if let Some(turn) = turns.last() {
        let turn = format!("{}. {turn}", turn.number);
        draft
            .text
            .push(Phrase::new("board-last").with("turn", turn));
    }
    Ok(draft)
}

/// Rings removed and markers left.
fn score(game: &Game) -> Phrase {
    let position = game.position();
    Phrase::new("score")
        .with("whiterings", position.removed(Color::White))
        .with("blackrings", position.removed(Color::Black))
        .with("goal", position.variant().goal())
        .with("pool", position.pool())
}

pub(super) fn moves(table: &Table, point: Option<Point>) -> Result<Draft, Refusal> {
    let game = running(table)?;
    let position = game.position();
    if position.stage() == Stage::Place {
        return Err(Phrase::new("moves-not-yet")
            .with("place", Arg::command("place <point>"))
            .into());
    }
    let Some(point) = point else {
        // The turn's own lines name the rings; what is left is to offer them.
        let mut draft = Draft::silent(Show::PICTURE);
        if position.stage() == Stage::Move {
            draft.choices = movable_rings(position)
                .iter()
                .map(|ring| {
                    Choice::new(
                        Phrase::new("choice-moves").with("point", *ring),
                        format!("moves {ring}"),
                    )
                })
                .collect();
        }
        return Ok(draft);
    };
    let Some(owner) = Color::ALL
        .into_iter()
        .find(|&color| position.rings(color).contains(point))
    else {
        let rings = position.rings(position.actor());
        return Err(Phrase::new("moves-no-ring")
            .with("point", point)
            .with("rings", rings.into_iter().collect::<Arg>())
            .into());
    };
    let mut draft = Draft::say(
        reachable(position, point),
        Show::Board(BoardForm::Picture, Some(point)),
    );
    if owner == position.actor() && position.stage() == Stage::Move {
        draft.choices = position
            .targets(point)
            .into_iter()
            .map(|to| {
                Choice::new(
                    Phrase::new("choice-move")
                        .with("from", point)
                        .with("to", to),
                    format!("move {point} {to}"),
                )
            })
            .collect();
    }
    Ok(draft)
}

pub(super) fn rows(table: &Table) -> Result<Draft, Refusal> {
    let game = running(table)?;
    let position = game.position();
    let mut draft = Draft::silent(Show::PICTURE);
    let asked = position.stage() == Stage::Row;
    for color in Color::ALL {
        // The rows that are to be removed now are told by the turn's own lines.
        if asked && color == position.actor() {
            continue;
        }
        let rows = numbered_rows(position, color);
        if !rows.is_empty() {
            draft.text.push(
                Phrase::new("rows-of")
                    .with("player", Arg::seat(game.seat(color)))
                    .with("color", color)
                    .with("rows", rows.into_iter().collect::<Arg>()),
            );
        }
    }
    if draft.text.is_empty() && !asked {
        draft.text.push(Phrase::new("rows-none"));
    }
    Ok(draft)
}

pub(super) fn status(table: &Table) -> Result<Draft, Refusal> {
    let (challenges, choices) = begin::waiting(table);
    let Some(game) = table.game() else {
        if challenges.is_empty() {
            any_game(table)?;
        }
        let mut draft = Draft::silent(Show::Nothing);
        draft.text = challenges;
        draft.choices = choices;
        return Ok(draft);
    };
    let position = game.position();
    let mut draft = Draft::say(
        Phrase::new("status")
            .with("white", Arg::seat_with_level(game.seat(Color::White)))
            .with("black", Arg::seat_with_level(game.seat(Color::Black)))
            .with(
                "variant",
                Phrase::new(format!("variant-{}", position.variant())),
            )
            .with("started", Arg::Time(game.started()))
            .with("actions", game.actions().len()),
        Show::PICTURE,
    );
    draft.text.push(score(game));
    draft.text.extend(challenges);
    draft.choices = choices;
    Ok(draft)
}

/// The record of a table's game. The bot goes by the name it has on the platform.
fn record(game: &Game, bot: &Person) -> GameRecord {
    let name = |color| match game.seat(color) {
        Seat::Person(person) => person.name.clone(),
        Seat::Bot(level) => format!("{}, level {level}", bot.name),
    };
    let hints: Vec<String> = Color::ALL
        .into_iter()
        .filter(|&color| game.hints_of(color) > 0)
        .map(|color| format!("{color} {}", game.hints_of(color)))
        .collect();
    GameRecord {
        white: cut_name(&name(Color::White)),
        black: cut_name(&name(Color::Black)),
        variant: game.variant,
        date: Some(game.started().strftime("%Y.%m.%d").to_string()),
        actions: game.actions().to_vec(),
        result: game.result(),
        termination: game.ending().map(|ending| match ending {
            Ending::Resigned(_) => Termination::Resignation,
            Ending::Agreed => Termination::Agreement,
            Ending::Aborted(_) => Termination::Aborted,
        }),
        other_tags: match hints.is_empty() {
            true => Vec::new(),
            false => vec![("Hints".to_owned(), hints.join(", "))],
        },
        ..GameRecord::default()
    }
}

pub(super) fn history(table: &Table, context: &Context<'_>) -> Result<Draft, Refusal> {
    let game = any_game(table)?;
    let record = record(game, context.bot);
    let turns: Vec<String> = record
        .turns()
        .iter()
        .map(|turn| format!("{}. {turn}", turn.number))
        .collect();
    if turns.is_empty() {
        return Ok(Draft::say(Phrase::new("history-empty"), Show::Turn));
    }
    // The newest turns count most.
    let mut length = 0;
    let shown = turns
        .iter()
        .rev()
        .take_while(|turn| {
            length += turn.len() + 1;
            length <= LONGEST_HISTORY
        })
        .count();
    let left_out = turns.len() - shown;
    let mut draft = Draft::silent(Show::Turn);
    if left_out > 0 {
        draft.text.push(
            Phrase::new("history-left-out")
                .with("turns", left_out)
                .with("export", Arg::command("export")),
        );
    }
    draft
        .text
        .push(Phrase::new("history").with("turns", turns[left_out..].join(" ")));
    Ok(draft)
}

pub(super) fn export(table: &Table, sgf: bool, context: &Context<'_>) -> Result<Draft, Refusal> {
    let game = any_game(table)?;
    let record = record(game, context.bot);
    let (content, extension) = if sgf {
        (record.to_sgf(), "sgf")
    } else {
        (record.to_text(), "txt")
    };
    let name = format!(
        "yinsh-{}.{extension}",
        game.started().strftime("%Y%m%d-%H%M%S")
    );
    let mut draft = Draft::say(
        Phrase::new("exported")
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black)))
            .with("actions", game.actions().len())
            .with("sgf", Arg::command("export sgf")),
        Show::TurnIfRunning,
    );
    draft.file = Some(File { name, content });
    Ok(draft)
}

/// The first game of the record that comes with a command, and the others, which are read only if
/// they are asked for.
pub(super) fn read_record<'a>(
    command: &str,
    text: &'a str,
    context: &Context<'a>,
) -> Result<
    (
        GameRecord,
        impl Iterator<Item = Result<GameRecord, RecordError>> + use<'a>,
    ),
    Refusal,
> {
    let text = match context.attachment {
        Some(attached) if text.is_empty() => attached,
        _ => text,
    };
    if text.trim().is_empty() {
        let refusal = Refusal::new(Phrase::new("import-nothing"));
        return Err(match Spec::find(command) {
            Some(spec) => refusal.and(usage(spec)),
            None => refusal,
        });
    }
    if text.len() > LONGEST_RECORD {
        return Err(Phrase::new("file-too-large").into());
    }
    let mut games = GameRecord::games(text);
    match games.next() {
        Some(Ok(record)) => Ok((record, games)),
        Some(Err(error)) => Err(Phrase::new("import-bad")
            .with("reason", error.to_string())
            .into()),
        None => Err(Phrase::new("import-nothing").into()),
    }
}

pub(super) fn import(table: &Table, text: &str, context: &Context<'_>) -> Result<Draft, Refusal> {
    let (record, others) = read_record("import", text, context)?;
    let position = record.final_position();
    let played = Played::sequence(&record.first_position(), &record.actions);
    let result = result_phrase(record.result);
    let bare = Board::bare(position, [&record.white, &record.black]);
    let board = Board {
        caption: match record.result {
            Some(_) => result.clone(),
            None => bare.caption.clone(),
        },
        result: record.result,
        last: Played::last_turn(&played).to_vec(),
        theme: table.theme.clone(),
        view: table.view(),
        ..bare
    };
    let mut draft = Draft::say(
        Phrase::new("imported")
            .with("white", Arg::seat(&board.seats[0]))
            .with("black", Arg::seat(&board.seats[1]))
            .with("turns", record.turns().len())
            .with("result", result)
            .with("whiterings", position.removed(Color::White))
            .with("blackrings", position.removed(Color::Black)),
        Show::Nothing,
    );
    if record.result.is_none() {
        draft
            .text
            .push(Phrase::new("imported-next").with("next", board.caption.clone()));
    }
    let games = 1 + others.take(MOST_COUNTED).count();
    if games > 1 {
        let games: Arg = match games {
            MOST_COUNTED.. => Phrase::new("imported-many")
                .with("games", MOST_COUNTED)
                .into(),
            games => games.into(),
        };
        draft
            .text
            .push(Phrase::new("imported-first").with("games", games));
    }
    draft.board = Some(board);
    Ok(draft)
}

pub(super) fn rules(topic: Option<&str>) -> Draft {
    let mut draft = Draft::silent(Show::Nothing);
    match topic {
        Some(topic) => draft.text.push(Phrase::new(format!("rules-{topic}"))),
        None => {
            draft.text.push(Phrase::new("rules-short"));
            draft.text.push(
                Phrase::new("rules-topics").with(
                    "topics",
                    RULES_TOPICS
                        .into_iter()
                        .map(|topic| Arg::command(format!("rules {topic}")))
                        .collect::<Arg>(),
                ),
            );
        }
    }
    draft
}

pub(super) fn help(spec: Option<&Spec>) -> Draft {
    let mut draft = Draft::silent(Show::Nothing);
    if let Some(spec) = spec {
        draft.text.push(Phrase::new(spec.explanation()));
        if spec.word == "play" {
            let levels = Level::all()
                .map(|level| {
                    Phrase::new("level-named")
                        .with("level", level.number())
                        .with("name", level_name(level))
                })
                .collect::<Arg>();
            draft
                .text
                .push(Phrase::new("help-levels").with("levels", levels));
        }
        draft.text.push(usage(spec));
        if !spec.aliases.is_empty() {
            draft.text.push(
                Phrase::new("help-aliases").with(
                    "aliases",
                    spec.aliases
                        .iter()
                        .map(|alias| Arg::command(*alias))
                        .collect::<Arg>(),
                ),
            );
        }
        return draft;
    }
    draft.text.push(
        Phrase::new("help-intro")
            .with("challenge", Arg::command("challenge @friend"))
            .with("play", Arg::command("play"))
            .with("rules", Arg::command("rules")),
    );
    for group in Group::ALL {
        let commands = COMMANDS
            .iter()
            .filter(|spec| spec.group == group)
            .map(|spec| Arg::command(spec.word))
            .collect::<Arg>();
        draft
            .text
            .push(Phrase::new(group.title()).with("commands", commands));
    }
    draft
        .text
        .push(Phrase::new("help-more").with("help", Arg::command("help move")));
    draft
}

/// While a game goes on, how its board looks is its players' business.
fn may_arrange(table: &Table, person: &Person) -> Result<(), Refusal> {
    if table.running().is_some() {
        seated(table, person)?;
    }
    Ok(())
}

pub(super) fn theme(
    table: &Table,
    person: &Person,
    theme: Option<&str>,
    context: &Context<'_>,
) -> Result<Draft, Refusal> {
    let themes = &context.house.themes;
    let commands = || {
        themes
            .iter()
            .map(|theme| Arg::command(format!("theme {theme}")))
            .collect::<Arg>()
    };
    let Some(theme) = theme else {
        let now = table.theme.as_ref().or_else(|| themes.first());
        let mut draft = Draft::say(
            Phrase::new("theme-now")
                .with("theme", now.cloned().unwrap_or_default())
                .with("themes", commands()),
            Show::TurnIfRunning,
        );
        draft.choices = themes
            .iter()
            .map(|theme| {
                Choice::new(
                    Phrase::new("choice-theme").with("theme", theme.as_str()),
                    format!("theme {theme}"),
                )
            })
            .collect();
        return Ok(draft);
    };
    if !themes.iter().any(|known| known == theme) {
        return Err(Phrase::new("theme-unknown")
            .with("theme", theme.chars().take(24).collect::<String>())
            .with("themes", commands())
            .into());
    }
    may_arrange(table, person)?;
    Ok(
        Draft::say(Phrase::new("theme-set").with("theme", theme), Show::PICTURE).event(
            Event::Themed {
                theme: theme.to_owned(),
            },
        ),
    )
}

pub(super) fn flip(table: &Table, person: &Person) -> Result<Draft, Refusal> {
    any_game(table)?;
    may_arrange(table, person)?;
    let view = !table.view();
    let told = Phrase::new("flipped").with("color", view);
    Ok(Draft::say(told, Show::PICTURE).event(Event::Flipped))
}
