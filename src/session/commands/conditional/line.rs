//! Reads a line of conditional moves, `E4 E10 then G2 G5`, as deep as it makes sense.

use crate::game::{Action, Color, Stage};
use crate::session::commands::act::{WrongDecision, resolve};
use crate::session::conditions::MOST_TURNS;
use crate::session::decision::Decision;
use crate::session::game::Game;
use crate::session::needs::Seated;
use crate::session::phrases::{movable_rings, numbered_rows, targets_phrase};
use crate::session::read_decisions::read_decisions;
use crate::session::refusal::{LONGEST_QUOTE, Refusal};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::Call;

/// The word between two turns.
const THEN: &str = "then";

/// A turn of the line.
struct Step<'a> {
    game: &'a Game,
    /// Whose turn it is.
    turn_of: Color,
    /// Whose line it is.
    owner: Color,
    /// Its place in the line, from 1.
    number: usize,
    text: &'a str,
}

impl Step<'_> {
    /// A sentence about it.
    fn phrase(&self, id: &str) -> Phrase {
        let turn: String = self.text.chars().take(LONGEST_QUOTE).collect();
        Phrase::new(id)
            .with("number", self.number)
            .with("turn", turn)
            .with("player", Arg::seat(self.game.seat(self.turn_of)))
    }

    /// Refuses it, with a reason in words for whoever plays it.
    fn unreadable(&self, reason: Refusal) -> Refusal {
        reason.below(self.phrase("if-wrong"))
    }

    /// Refuses it, as a decision cannot be taken.
    fn illegal(&self, wrong: WrongDecision) -> Refusal {
        let own = self.turn_of == self.owner;
        if own || wrong.position.actor() != self.turn_of {
            // Commands show the game's board, and not that of the turn.
            let reason = wrong.reason.reworded("where-to", "if-where-to");
            return self.unreadable(reason.reworded("illegal-occupied", "if-occupied"));
        }
        // The reason speaks to the player of the turn, who is somebody else.
        let refusal = Refusal::new(self.phrase("if-impossible"));
        let position = &wrong.position;
        let hint = match (position.stage(), wrong.decision) {
            (
                Stage::Move,
                Decision::Points(from, _) | Decision::Exact(Action::Move { from, .. }),
            ) if position.rings(self.turn_of).contains(from) => targets_phrase(position, from),
            (Stage::Move, _) if position.can_move(self.turn_of) => {
                let rings = movable_rings(position).into_iter().collect::<Arg>();
                Phrase::new("moves-rings").with("rings", rings)
            }
            (Stage::Row, _) => {
                let rows = numbered_rows(position, self.turn_of).into_iter();
                self.phrase("if-their-rows")
                    .with("rows", rows.collect::<Arg>())
            }
            (Stage::Ring, _) => {
                let rings = position.rings(self.turn_of).into_iter();
                self.phrase("if-their-rings")
                    .with("rings", rings.collect::<Arg>())
            }
            _ => return refusal,
        };
        refusal.and(hint)
    }
}

/// The actions of a line, which begins with the opponent's turn. Refuses at the first turn that
/// cannot be played.
pub(super) fn read(
    call: &Call<'_>,
    seated: Seated<'_>,
    line: &str,
) -> Result<Vec<Action>, Refusal> {
    let Seated { game, color } = seated;
    let turns = turns(call, line);
    if turns.len() > MOST_TURNS {
        return Err(Phrase::new("if-too-deep").with("most", MOST_TURNS).into());
    }
    let prefix = call.context.inherited.command_prefix();
    let mut position = *game.position();
    let mut actions = Vec::new();
    let mut turn_of = !color;
    for (number, text) in (1..).zip(&turns) {
        let step = Step {
            game,
            turn_of,
            owner: color,
            number,
            text,
        };
        if position.stage() == Stage::Over {
            return Err(step.phrase("if-over").into());
        }
        let decisions = read_decisions(call.commands, text, prefix);
        let decisions = decisions.map_err(|reason| step.unreadable(reason))?;
        if decisions.is_empty() {
            return Err(call.spec.missing());
        }
        let (steps, after) =
            resolve(game, position, turn_of, &decisions).map_err(|wrong| step.illegal(*wrong))?;
        actions.extend(steps.iter().map(|(_, action)| *action));
        if after.stage() != Stage::Over && after.actor() == turn_of {
            let left = Phrase::new(format!("stage-{}", after.stage()));
            return Err(step.phrase("if-unfinished").with("stage", left).into());
        }
        if number == turns.len() && turn_of != color {
            return Err(step.phrase("if-no-answer").into());
        }
        position = after;
        turn_of = !turn_of;
    }
    Ok(actions)
}

/// The turns of a line.
fn turns(call: &Call<'_>, line: &str) -> Vec<String> {
    let is_then =
        |word: &str| word.eq_ignore_ascii_case(THEN) || call.commands.value(word) == Some(THEN);
    let mut turns = vec![String::new()];
    for word in line.split_whitespace() {
        let bare = word.trim_end_matches([',', ';', ':']);
        match turns.last_mut() {
            Some(turn) if !is_then(bare) => {
                turn.push_str(if turn.is_empty() { "" } else { " " });
                turn.push_str(word);
            }
            _ => turns.push(String::new()),
        }
    }
    turns
}
