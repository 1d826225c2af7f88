//! How a game is presented: whose turn it is, the board, what can be chosen, how it ended.

use jiff::Timestamp;

use super::clock::Clock;
use super::event::Offer;
use super::game::{Ending, Game};
use super::person::{Person, Seat};
use super::phrases::{begun, movable_rings, numbered_rows, offered_rated};
use super::predictions;
use super::reply::{Arg, Board, BoardForm, Choice, OVER_NEXT, OVER_NEXT_LEFT, Phrase, Reply};
use super::table::Table;
use super::terms::time_phrase;
use super::time_control::short_span;
use crate::game::{Color, GameResult, Played, Point, PointSet, RINGS, Stage};

/// The board of a table's game.
pub(super) fn board(
    table: &Table,
    game: &Game,
    form: BoardForm,
    targets: Option<Point>,
    now: Timestamp,
) -> Board {
    let left = |color| game.clock().map(|clock| clock.left(color, now).as_secs());
    Board {
        form,
        position: game.position,
        seats: game.seats.clone(),
        result: game.result(),
        caption: caption(game),
        last: Played::last_turn(&game.played()).to_vec(),
        targets,
        numbers: Vec::new(),
        areas: Vec::new(),
        nudge: PointSet::EMPTY,
        hints: Vec::new(),
        glowing: Vec::new(),
        clocks: left(Color::White).zip(left(Color::Black)).map(Into::into),
        stands: game.clock().is_some_and(Clock::is_standing),
        settings: table.settings.clone(),
    }
}

/// The caption of the picture.
fn caption(game: &Game) -> Phrase {
    if game.is_over() {
        return result_line(game);
    }
    let actor = game.position.actor();
    let caption = match game.is_paused() {
        true => Phrase::new("caption-paused"),
        false => Phrase::new(format!("caption-{}", game.position.asked())),
    }
    .with("player", Arg::seat(game.seat(actor)))
    .with("color", actor);
    let away: Vec<Arg> = on_holiday(game)
        .map(|(color, _)| Arg::seat(game.seat(color)))
        .collect();
    match away.is_empty() {
        true => caption,
        false => Phrase::new("caption-holiday")
            .with("caption", caption)
            .with("players", Arg::List(away)),
    }
}

/// The players who are on holiday, and until when.
fn on_holiday(game: &Game) -> impl Iterator<Item = (Color, Timestamp)> {
    let clock = game.clock();
    let until = move |color| Some((color, clock?.on_holiday(color)?));
    Color::ALL.into_iter().filter_map(until)
}

/// That the player who waits is on holiday; of the other one, the turn tells it.
pub(super) fn holiday_lines(game: &Game) -> impl Iterator<Item = Phrase> {
    let actor = game.position.actor();
    on_holiday(game)
        .filter(move |(color, _)| *color != actor || game.is_paused())
        .map(|(color, until)| begun(game, color, until))
}

/// How the game ended.
pub(super) fn result_line(game: &Game) -> Phrase {
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
        (Some(Ending::TimedOut(loser)), _) => Phrase::new("over-timed-out")
            .with("winner", Arg::seat(game.seat(!loser)))
            .with("loser", Arg::seat(game.seat(loser))),
        (Some(Ending::CalledOff(by)), _) => {
            Phrase::new("over-called-off").with("player", Arg::seat(game.seat(by)))
        }
        (Some(Ending::Left(by)), _) => {
            Phrase::new("over-left").with("player", Arg::seat(game.seat(by)))
        }
        (Some(Ending::Agreed), _) => Phrase::new("over-agreed"),
        (Some(Ending::Adjudicated(None)), _) => Phrase::new("over-stopped"),
        (Some(Ending::Adjudicated(Some(result))), _) => match result.winner() {
            Some(winner) => Phrase::new("over-adjudicated")
                .with("winner", Arg::seat(game.seat(winner)))
                .with("color", winner),
            None => Phrase::new("over-adjudicated-draw"),
        },
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

/// A result as numbers: `1–0`.
pub(super) const fn short_result(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::White) => "1–0",
        Some(GameResult::Black) => "0–1",
        Some(GameResult::Draw) => "½–½",
        None => "–",
    }
}

/// What can be done after a game. One without a result is not reviewed, and nobody plays another one
/// against somebody who has left for good.
pub(super) fn over_next(game: &Game) -> Option<Phrase> {
    let id = match (game.is_called_off(), has_leaver(game)) {
        (true, true) => return None,
        (true, false) => "over-next-again",
        (false, true) => OVER_NEXT_LEFT,
        (false, false) => OVER_NEXT,
    };
    let phrase = Phrase::new(id)
        .with("rematch", Arg::command("rematch"))
        .with("analyze", Arg::command("analyze"))
        .with("export", Arg::command("export"));
    Some(phrase)
}

/// Whether one of the players had their data deleted.
fn has_leaver(game: &Game) -> bool {
    let mut persons = game.seats().iter().filter_map(Seat::responsible);
    persons.any(Person::is_forgotten)
}

/// Whose turn it is and what is asked of them, or how the game ended.
pub(super) fn turn_lines(game: &Game) -> Vec<Phrase> {
    if game.is_called_off() {
        return vec![result_line(game)];
    }
    if game.is_over() {
        let mut lines = vec![result_line(game)];
        if game.is_rated() && !game.counts() {
            lines.push(Phrase::new("over-not-rated"));
        }
        lines.extend(predictions::outcome(game));
        lines.extend(over_next(game));
        return lines;
    }
    offer_line(game)
        .into_iter()
        .chain(seat_lines(game))
        .chain([timed(game, turn_line(game))])
        .collect()
}

/// The open offer, if it is made to a person.
fn offer_line(game: &Game) -> Option<Phrase> {
    let (by, offer) = game.offer?;
    let other = game.seat(!by).person()?;
    let id = match offer {
        Offer::Draw => "offer-draw-stands",
        Offer::Undo => "offer-undo-stands",
        Offer::Pause => "offer-pause-stands",
        Offer::Resume => "offer-resume-stands",
    };
    let remaining = game.before_last_turn_of(by);
    let actions = remaining.map_or(0, |remaining| game.actions.len() - remaining);
    Some(
        Phrase::new(id)
            .with("by", Arg::seat(game.seat(by)))
            .with("other", Arg::Mention(other.clone()))
            .with("actions", actions)
            .with("accept", Arg::command("accept"))
            .with("decline", Arg::command("decline")),
    )
}

/// The open offer of a seat.
fn seat_lines(game: &Game) -> Vec<Phrase> {
    let Some((by, to)) = &game.seat_offer else {
        return Vec::new();
    };
    let offer = Phrase::new("seat-offer-stands")
        .with("by", Arg::seat(game.seat(*by)))
        .with("to", Arg::Name(to.clone()))
        .with("accept", Arg::command("accept"))
        .with("decline", Arg::command("decline"));
    let rated = game.is_rated().then(|| offered_rated(to));
    [offer].into_iter().chain(rated).collect()
}

/// The line of the turn, with the deadline of a timed game, or the end of a vote.
fn timed(game: &Game, turn: Phrase) -> Phrase {
    if let Some(crowd) = game.voting() {
        return Phrase::new("vote-timed")
            .with("turn", turn)
            .with("end", Arg::Until(game.votes.end(crowd)))
            .with("quorum", crowd.quorum as usize);
    }
    let Some(clock) = game.clock() else {
        return turn;
    };
    if let Some(until) = clock.resumes() {
        let id = match game.offer {
            Some((_, Offer::Resume)) => "turn-paused-asked",
            _ => "turn-paused",
        };
        return Phrase::new(id)
            .with("player", Arg::seat(game.seat(game.position.actor())))
            .with("color", game.position.actor())
            .with("until", Arg::Time(until))
            .with("resume", Arg::command("resume"));
    }
    let actor = game.position.actor();
    if let Some(until) = clock.on_holiday(actor) {
        return Phrase::new("turn-holiday")
            .with("turn", turn)
            .with("player", Arg::seat(game.seat(actor)))
            .with("until", Arg::Time(until));
    }
    match (game.seat(actor), clock.deadline()) {
        (Seat::Person(_), Some(deadline)) => Phrase::new("turn-timed")
            .with("turn", turn)
            .with("deadline", Arg::Until(deadline)),
        _ => turn,
    }
}

impl Table {
    /// Has a reply tell the deadline of the turn as it is now, if it is about this turn.
    pub fn retime(&self, reply: &mut Reply) {
        let Some(game) = self.running().filter(|_| self.version() == reply.version) else {
            return;
        };
        // Replies to what was said here may be about the game of another table.
        let is_shown = |board: &Board| board.seats == game.seats && board.position == game.position;
        let mut now = Reply::say(turn_line(game));
        let turn = now.text.clone();
        now.mention_nobody();
        if reply.board().is_some_and(|board| !is_shown(board)) {
            return;
        }
        for phrase in reply.text.iter_mut().filter(|one| one.is_timed_turn()) {
            if let Some(Arg::Phrase(told)) = phrase.args.get("turn")
                && turn
                    .iter()
                    .chain(&now.text)
                    .any(|one| *one == **told || one.clone().without_tips() == **told)
            {
                *phrase = timed(game, (**told).clone());
            }
        }
    }
}

/// Whose turn it is and what is asked of them.
fn turn_line(game: &Game) -> Phrase {
    let position = &game.position;
    let actor = position.actor();
    let asked = position.asked();
    let phrase = match game.seat(actor) {
        Seat::Bot(_) => Phrase::new("turn-bot").with("bot", Arg::Bot),
        program @ Seat::Program(_) => {
            Phrase::new("turn-program").with("program", Arg::seat(program))
        }
        Seat::Person(person) => {
            Phrase::new(format!("turn-{asked}")).with("player", Arg::Mention(person.clone()))
        }
        Seat::Crowd(_) => Phrase::new(format!("vote-{asked}")),
    }
    .with("color", actor);
    match position.stage() {
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
    }
}

/// The choices that are offered with the board.
pub(super) fn choices(game: &Game) -> Vec<Choice> {
    if game.is_called_off() {
        return Vec::new();
    }
    if game.is_over() {
        let choice = |command: &str| Choice::new(Phrase::new(format!("choice-{command}")), command);
        let rematch = (!has_leaver(game)).then(|| choice("rematch"));
        let replay = (!game.actions.is_empty()).then(|| choice("replay"));
        let offered = [
            rematch,
            Some(choice("analyze")),
            replay,
            Some(choice("export")),
        ];
        return offered.into_iter().flatten().collect();
    }
    let offer = game.offer.filter(|(by, _)| !game.seat(!*by).is_bot());
    let mut choices = match (game.is_paused(), offer) {
        (false, _) => decisions(game),
        // To accept says it.
        (true, Some((_, Offer::Resume))) => Vec::new(),
        (true, _) => vec![Choice::new(Phrase::new("choice-resume"), "resume")],
    };
    // After the rows, so that their numbers are those on the board.
    if offer.is_some() {
        choices.extend(answers());
    }
    if !game.is_paused() {
        choices.extend(hint_choice(game));
    }
    choices
}

/// The decisions among which the player can choose, where there are few; else the way to them.
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
        Stage::Place | Stage::Move => {
            let label = match position.stage() {
                Stage::Place => "choice-tap-place",
                _ => "choice-tap-move",
            };
            choices.push(Choice {
                only_for: game.seat(actor).person().cloned(),
                ..Choice::new(Phrase::new(label), "tap")
            });
        }
        Stage::Over => {}
    }
    choices
}

/// A hint, in games against the bot: between two people it would be a temptation.
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

/// What both players have left of their time, and what they agreed on; nothing if the game is
/// untimed.
pub(super) fn clocks(game: &Game, now: Timestamp) -> Option<Phrase> {
    let clock = game.clock()?;
    let left = |color| short_span(clock.left(color, now));
    Some(
        Phrase::new("status-clocks")
            .with("white", left(Color::White))
            .with("black", left(Color::Black))
            .with("time", time_phrase(clock.control(), clock.weekends_off())?),
    )
}

/// Rings removed and markers left.
pub(super) fn score(game: &Game) -> Phrase {
    let position = game.position();
    Phrase::new("score")
        .with("whiterings", position.removed(Color::White))
        .with("blackrings", position.removed(Color::Black))
        .with("goal", position.variant().goal())
        .with("pool", position.pool())
}
