//! What follows from a command: new entries for the table's log, and replies.
//!
//! Each command is worked out in the file of its kind into a [`Draft`]: what happens, and what is
//! to be said of it. Here the draft becomes an [`Outcome`]: the table as it will be says whose
//! turn it is, what is asked and what can be chosen.

use super::command::Command;
use super::event::{Entry, Event, Offer};
use super::house::{Author, Context};
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::{Arg, Board, BoardForm, Choice, Curve, File, Phrase, Reply};
use super::table::{Ending, Game, Table};
use super::{act, begin, hint, look, review, settle};
use crate::game::{Color, GameResult, Played, Point, PointSet, Position, RINGS, Stage};

/// What a command brings about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// New entries of the table's log, in order.
    pub entries: Vec<Entry>,
    /// What is said once they are written.
    pub replies: Vec<Reply>,
    /// The table with the new entries.
    pub table: Table,
}

impl Outcome {
    /// Nothing happens, and nothing is said.
    #[must_use]
    pub fn nothing(table: &Table) -> Self {
        Self {
            entries: Vec::new(),
            replies: Vec::new(),
            table: table.clone(),
        }
    }
}

/// What of the game is shown with a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    /// Nothing: the reply is not about the game.
    Nothing,
    /// Whose turn it is, and what can be chosen.
    Turn,
    /// The same while a game goes on; nothing of one that is over.
    TurnIfRunning,
    /// The turn, and the board.
    Board(BoardForm, Option<Point>),
}

impl Show {
    /// The board's picture.
    pub(super) const PICTURE: Self = Self::Board(BoardForm::Picture, None);
}

/// What a command does and says, before the table's own part is added.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) events: Vec<Event>,
    pub(super) text: Vec<Phrase>,
    pub(super) show: Show,
    pub(super) choices: Vec<Choice>,
    pub(super) file: Option<File>,
    /// A board that is not the table's.
    pub(super) board: Option<Board>,
    /// The chances over a game.
    pub(super) curve: Option<Curve>,
}

impl Draft {
    /// A reply that says nothing but what the table's own lines say, and changes nothing.
    pub(super) const fn silent(show: Show) -> Self {
        Self {
            events: Vec::new(),
            text: Vec::new(),
            show,
            choices: Vec::new(),
            file: None,
            board: None,
            curve: None,
        }
    }

    /// Whether nothing is said.
    fn is_silent(&self) -> bool {
        self.show == Show::Nothing && self.text.is_empty() && self.board.is_none()
    }

    /// A reply of one sentence that changes nothing.
    pub(super) fn say(phrase: Phrase, show: Show) -> Self {
        Self {
            text: vec![phrase],
            ..Self::silent(show)
        }
    }

    /// The same with an event.
    pub(super) fn event(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }
}

/// Works out what follows from a command.
///
/// # Errors
///
/// A refusal, when the command cannot be followed; the table stays as it is.
pub fn handle(table: &Table, command: &Command, context: &Context<'_>) -> Result<Outcome, Refusal> {
    let stale = context
        .version
        .is_some_and(|version| version != table.version());
    let person = match context.author {
        Author::Person(person) => person,
        Author::Engine => {
            return match command {
                Command::Act(decisions) if !stale && table.bot_decides().is_some() => {
                    let draft = act::act(table, None, decisions)?;
                    finish(table, draft, context)
                }
                Command::Advise(lines) if !stale => hint::advise(table, lines, context),
                Command::Reviewed { number, findings } => {
                    review::tell(table, *number, findings.as_deref(), context)
                }
                // The table has moved on while the engine was thinking.
                _ => Ok(Outcome::nothing(table)),
            };
        }
        Author::Clock => return begin::bell(table, context),
    };
    let gone = match command {
        Command::Accept(Some(by)) | Command::Decline(Some(by)) => !begin::stands(table, by),
        command => command.depends_on_position(),
    };
    if stale && gone {
        return Err(Phrase::new("stale-choice")
            .with("board", Arg::command("board"))
            .into());
    }
    let draft = match command {
        Command::Challenge {
            opponent,
            level,
            variant,
            color,
        } => begin::challenge(
            table,
            person,
            opponent.as_deref(),
            *level,
            (*variant, *color),
            context,
        ),
        Command::Accept(of) => match settle::answer(table, person, of.as_deref(), true) {
            Some(answer) => answer,
            None => begin::accept(table, person, of.as_deref(), context),
        },
        Command::Decline(of) => match settle::answer(table, person, of.as_deref(), false) {
            Some(answer) => answer,
            None => begin::decline(table, person, of.as_deref(), context),
        },
        Command::Withdraw => match settle::withdraw(table, person) {
            Some(draft) => Ok(draft),
            None => begin::withdraw(table, person),
        },
        Command::Play {
            level,
            variant,
            color,
        } => begin::play(table, person, *level, *variant, *color, context),
        Command::Hint(amount) => hint::ask(table, person, *amount),
        Command::Rematch => begin::rematch(table, person, context),
        Command::Act(decisions) => match act::as_question(table, person, decisions) {
            Some(point) => look::moves(table, Some(point)),
            None => act::act(table, Some(person), decisions),
        },
        Command::Board { text } => look::board(table, *text),
        Command::Moves(point) => look::moves(table, *point),
        Command::Rows => look::rows(table),
        Command::Status => look::status(table),
        Command::Undo => settle::undo(table, person),
        Command::Draw => settle::draw(table, person),
        Command::Abort => settle::abort(table, person, context),
        Command::Resign(confirmed) => settle::resign(table, person, *confirmed),
        Command::History => look::history(table, context),
        Command::Export { sgf } => look::export(table, *sgf, context),
        Command::Import(text) => look::import(table, text, context),
        Command::Rules(topic) => Ok(look::rules(topic.as_deref())),
        Command::Help(spec) => Ok(look::help(*spec)),
        Command::Theme(theme) => look::theme(table, person, theme.as_deref(), context),
        Command::Flip => look::flip(table, person),
        Command::Analyze(text) => review::ask(table, person, text, context),
        Command::Bell | Command::Advise(_) | Command::Reviewed { .. } => {
            return Ok(Outcome::nothing(table));
        }
    }?;
    finish(table, draft, context)
}

/// Adds the table's own part to a draft.
pub(super) fn finish(
    table: &Table,
    mut draft: Draft,
    context: &Context<'_>,
) -> Result<Outcome, Refusal> {
    if let Some(wish) = table.review()
        && draft
            .events
            .iter()
            .any(|event| matches!(event, Event::Started { .. }))
    {
        // The log is read from the last start on.
        draft.events.push(Event::ReviewAsked {
            number: wish.number,
            by: wish.by.clone(),
            game: wish.game.clone(),
        });
    }
    let entries: Vec<Entry> = std::mem::take(&mut draft.events)
        .into_iter()
        .map(|event| Entry {
            at: context.now,
            event,
        })
        .collect();
    let mut after = table.clone();
    for entry in &entries {
        // Handlers check what they draft. If one does not, nothing happens.
        if after.apply(entry).is_err() {
            return Err(Phrase::new("internal-error").into());
        }
    }
    let mut replies = Vec::new();
    if !draft.is_silent() {
        let mut said = reply(&after, draft);
        if entries.is_empty() {
            // Read-only commands mention nobody.
            said.call_nobody();
        }
        replies.push(said);
    }
    Ok(Outcome {
        entries,
        replies,
        table: after,
    })
}

/// What is said where a table has moved to; nothing if nothing is going on there.
#[must_use]
pub fn moved(table: &Table) -> Option<Reply> {
    as_it_stands(table, "moved-along", false)
}

/// What is said where the bot could not speak for a while; nothing if nothing is going on there.
/// `ended`: the end of the last game has not been told.
#[must_use]
pub fn restated(table: &Table, ended: bool) -> Option<Reply> {
    as_it_stands(table, "back-again", ended)
}

/// How a table stands, behind this sentence.
fn as_it_stands(table: &Table, sentence: &str, ended: bool) -> Option<Reply> {
    let (challenges, choices) = begin::waiting(table);
    let show = match table.running() {
        Some(_) => Show::PICTURE,
        None if ended && table.game().is_some() => Show::PICTURE,
        None if challenges.is_empty() => return None,
        None => Show::Nothing,
    };
    let mut draft = Draft::say(Phrase::new(sentence), show);
    draft.text.extend(challenges);
    draft.choices = choices;
    Some(reply(table, draft))
}

/// A draft's reply, with the part of the table as it is by then.
fn reply(table: &Table, draft: Draft) -> Reply {
    let mut reply = Reply {
        text: draft.text,
        board: draft.board,
        curve: draft.curve,
        file: draft.file,
        choices: draft.choices,
        only_for: None,
        version: table.version(),
    };
    let game = match draft.show {
        Show::Nothing => None,
        Show::TurnIfRunning => table.running(),
        Show::Turn | Show::Board(..) => table.game(),
    };
    if let Some(game) = game {
        reply.text.extend(turn_lines(game));
        if reply.choices.is_empty() {
            reply.choices = choices(game);
        }
        if let Show::Board(form, targets) = draft.show {
            reply.board = Some(board(table, game, form, targets));
        }
    }
    reply
}

/// The picture of a table's game.
pub(super) fn picture(table: &Table, game: &Game) -> Board {
    board(table, game, BoardForm::Picture, None)
}

/// The board of a table's game.
fn board(table: &Table, game: &Game, form: BoardForm, targets: Option<Point>) -> Board {
    Board {
        form,
        position: game.position,
        seats: game.seats.clone(),
        result: game.result(),
        caption: caption(game),
        last: Played::last_turn(&game.played()).to_vec(),
        targets,
        nudge: PointSet::EMPTY,
        hints: Vec::new(),
        theme: table.theme.clone(),
        view: table.view(),
    }
}

/// The one sentence on the picture.
fn caption(game: &Game) -> Phrase {
    if game.is_over() {
        return result_line(game);
    }
    let actor = game.position.actor();
    Phrase::new(format!("caption-{}", game.position.asked()))
        .with("player", Arg::seat(game.seat(actor)))
        .with("color", actor)
}

/// How the game ended.
fn result_line(game: &Game) -> Phrase {
    let by_rings = |color| game.position.removed(color);
    let score = |phrase: Phrase, first: Color| {
        phrase
            .with("first", by_rings(first))
            .with("second", by_rings(!first))
    };
    match (game.ending, game.result()) {
        (Some(Ending::Resigned(loser)), _) => Phrase::new("over-resigned")
            .with("winner", Arg::seat(game.seat(!loser)))
            .with("loser", Arg::seat(game.seat(loser))),
        (Some(Ending::Agreed), _) => Phrase::new("over-agreed"),
        (Some(Ending::Aborted(by)), _) => Phrase::new("over-aborted")
            .with("by", Arg::seat(game.seat(by)))
            .with("other", Arg::seat(game.seat(!by))),
        (None, Some(GameResult::Draw) | None) => score(Phrase::new("over-draw"), Color::White),
        (None, Some(result)) => {
            let winner = result.winner().unwrap_or(Color::White);
            let id = if by_rings(winner) == game.variant.goal() {
                "over-won"
            } else if game.position.pool() == 0 {
                "over-won-on-count"
            } else {
                "over-won-stuck"
            };
            score(Phrase::new(id), winner)
                .with("winner", Arg::seat(game.seat(winner)))
                .with("color", winner)
        }
    }
}

/// Whose turn it is and what is asked of them, or how the game ended.
pub(super) fn turn_lines(game: &Game) -> Vec<Phrase> {
    if let Some(Ending::Aborted(_)) = game.ending {
        return vec![result_line(game)];
    }
    if game.is_over() {
        return vec![
            result_line(game),
            Phrase::new("over-next")
                .with("rematch", Arg::command("rematch"))
                .with("analyze", Arg::command("analyze"))
                .with("export", Arg::command("export")),
        ];
    }
    let mut lines = Vec::new();
    if let Some((by, offer)) = game.offer
        && let Seat::Person(other) = game.seat(!by)
    {
        let id = match offer {
            Offer::Draw => "offer-draw-stands",
            Offer::Undo => "offer-undo-stands",
        };
        lines.push(
            Phrase::new(id)
                .with("by", Arg::seat(game.seat(by)))
                .with("other", Arg::Mention(other.clone()))
                .with("actions", actions_to_take_back(game, by))
                .with("accept", Arg::command("accept"))
                .with("decline", Arg::command("decline")),
        );
    }
    let position = &game.position;
    let actor = position.actor();
    let asked = position.asked();
    let phrase = match game.seat(actor) {
        Seat::Bot(_) => Phrase::new("turn-bot").with("bot", Arg::Bot),
        Seat::Person(person) => {
            Phrase::new(format!("turn-{asked}")).with("player", Arg::Mention(person.clone()))
        }
    }
    .with("color", actor);
    lines.push(match position.stage() {
        Stage::Place => {
            let example = position
                .empty()
                .into_iter()
                .max_by_key(|&point| position.targets(point).len())
                .map_or(String::new(), |point| format!("place {point}"));
            phrase
                .with("number", position.rings(actor).len() + 1)
                .with("rings", RINGS)
                .with("command", Arg::command(example))
        }
        Stage::Move => {
            let movable = movable_rings(position);
            let first = movable.first().map(ToString::to_string).unwrap_or_default();
            phrase
                .with("rings", movable.into_iter().collect::<Arg>())
                .with("command", Arg::command("move <from> <to>"))
                .with("moves", Arg::command(format!("moves {first}")))
                .with("pass", Arg::command("pass"))
        }
        Stage::Row => {
            let rows = numbered_rows(position, actor);
            let phrase = phrase
                .with("count", rows.len())
                .with("rows", rows.into_iter().collect::<Arg>());
            phrase.with("command", Arg::command("row 1"))
        }
        Stage::Ring => {
            let rings: Vec<Point> = position.rings(actor).into_iter().collect();
            let first = rings.first().map(ToString::to_string).unwrap_or_default();
            phrase
                .with("rings", rings.into_iter().collect::<Arg>())
                .with("command", Arg::command(format!("ring {first}")))
        }
        Stage::Over => phrase,
    });
    lines
}

/// How many actions go when a colour's last turn is taken back.
pub(super) fn actions_to_take_back(game: &Game, color: Color) -> usize {
    let remaining = game.before_last_turn_of(color);
    remaining.map_or(0, |remaining| game.actions.len() - remaining)
}

/// The actor's rings that can move.
pub(super) fn movable_rings(position: &Position) -> Vec<Point> {
    position
        .rings(position.actor())
        .into_iter()
        .filter(|&ring| !position.targets(ring).is_empty())
        .collect()
}

/// The rows of a colour with their numbers: `1: E5–E9`.
pub(super) fn numbered_rows(position: &Position, color: Color) -> Vec<String> {
    (1..)
        .zip(position.rows(color))
        .map(|(number, row)| format!("{number}: {row}"))
        .collect()
}

/// What can be chosen next at a table.
fn choices(game: &Game) -> Vec<Choice> {
    if let Some(Ending::Aborted(_)) = game.ending {
        return Vec::new();
    }
    if game.is_over() {
        let choice = |command: &str| Choice::new(Phrase::new(format!("choice-{command}")), command);
        return vec![
            choice("rematch"),
            choice("export"),
            Choice {
                aside: true,
                ..choice("analyze")
            },
        ];
    }
    let mut choices = decisions(game);
    // Behind the rows, so that the first row keeps the number that it has on the board.
    if let Some((by, _)) = game.offer
        && !game.seat(!by).is_bot()
    {
        choices.extend(answers());
    }
    choices.extend(hint_choice(game));
    choices
}

/// What the player who has to decide can choose from.
fn decisions(game: &Game) -> Vec<Choice> {
    let mut choices = Vec::new();
    let position = &game.position;
    let actor = position.actor();
    if game.seat(actor).is_bot() {
        return choices;
    }
    match position.stage() {
        Stage::Row => choices.extend((1..).zip(position.rows(actor)).map(|(number, row)| {
            Choice::new(
                Phrase::new("choice-row").with("row", row),
                format!("row {number}"),
            )
        })),
        Stage::Ring => choices.extend(position.rings(actor).into_iter().map(|point| {
            Choice::new(
                Phrase::new("choice-ring").with("point", point),
                format!("ring {point}"),
            )
        })),
        Stage::Move if !position.can_move(actor) => {
            choices.push(Choice::new(Phrase::new("choice-pass"), "pass"));
        }
        Stage::Place | Stage::Move | Stage::Over => {}
    }
    choices
}

/// To ask for a hint, in games against the bot: between two people it would be a temptation.
fn hint_choice(game: &Game) -> Option<Choice> {
    let actor = game.position.actor();
    let player = game.seat(actor).person()?;
    game.seat(!actor).is_bot().then(|| Choice {
        only_for: Some(player.clone()),
        aside: true,
        ..Choice::new(Phrase::new("choice-hint"), "hint")
    })
}

/// Accept or decline.
fn answers() -> [Choice; 2] {
    [("accept", true), ("decline", false)].map(|(command, yes)| {
        Choice::answer(Phrase::new(format!("choice-{command}")), command, yes)
    })
}

/// The game that goes on, for somebody who wants to do something in it.
pub(super) fn running(table: &Table) -> Result<&Game, Refusal> {
    if let Some(game) = table.running() {
        return Ok(game);
    }
    Err(match table.game() {
        Some(game) => Refusal::new(result_line(game)).and(
            Phrase::new("over-next")
                .with("rematch", Arg::command("rematch"))
                .with("analyze", Arg::command("analyze"))
                .with("export", Arg::command("export")),
        ),
        None => no_game(),
    })
}

/// The game that goes on or was played last.
pub(super) fn any_game(table: &Table) -> Result<&Game, Refusal> {
    table.game().ok_or_else(no_game)
}

fn no_game() -> Refusal {
    Phrase::new("no-game")
        .with("challenge", Arg::command("challenge @friend"))
        .with("play", Arg::command("play"))
        .into()
}

/// The game that goes on and the colour that a person plays in it.
pub(super) fn seated<'a>(table: &'a Table, person: &Person) -> Result<(&'a Game, Color), Refusal> {
    let game = running(table)?;
    match game.color_of(person) {
        Some(color) => Ok((game, color)),
        None => Err(Phrase::new("spectator")
            .with("white", Arg::seat(game.seat(Color::White)))
            .with("black", Arg::seat(game.seat(Color::Black)))
            .with(
                "commands",
                ["board", "moves", "history"]
                    .into_iter()
                    .map(Arg::command)
                    .collect::<Arg>(),
            )
            .into()),
    }
}
