//! Seats that change hands: a player leaves theirs to the bot, or offers it to another person.

use jiff::Timestamp;

use super::challenges::meant;
use super::conditions::Conditions;
use super::context::Context;
use super::draft::{Draft, Show};
use super::event::Event;
use super::game::Game;
use super::needs::{Seated, must_have_room};
use super::person::{Person, Seat};
use super::phrases::offered_rated;
use super::present::{board, clocks};
use super::refusal::Refusal;
use super::reply::{Arg, BoardForm, Choice, Phrase, Visual};
use super::table::Table;
use crate::game::Color;

impl Game {
    /// Somebody else takes a seat over. The game is rated no more, and what its former player asked,
    /// offered or planned has lapsed; so has what they were asked. If they have decided anything, the
    /// result counts for nobody in that seat.
    pub(super) fn reseat(&mut self, color: Color, seat: Seat) {
        let index = color.index();
        self.handed_over[index] |= self.has_decided(color);
        if self.handed_over[index] {
            self.handed_over_after[index] = Some(self.actions.len());
        }
        let former = std::mem::replace(&mut self.seats[color.index()], seat);
        self.conditions[color.index()] = Conditions::default();
        self.rated = false;
        self.offer = None;
        self.seat_offer.take_if(|(by, _)| *by == color);
        self.hint.take_if(|hint| former.holds(&hint.by));
    }
}

impl Table {
    /// The open offer of a seat: who offers it, and to whom.
    pub(super) fn seat_offer(&self) -> Option<(Color, &Person, &Person)> {
        let game = self.running()?;
        let (color, to) = game.seat_offer.as_ref()?;
        Some((*color, game.seat(*color).person()?, to))
    }
}

/// The event and the sentences of a seat that changes hands. `told` tells who takes it.
pub(super) fn hand_over(game: &Game, color: Color, seat: Seat, told: Phrase) -> Draft {
    let mut draft = Draft::say(told, Show::PICTURE).event(Event::Reseated { color, seat });
    if game.rated {
        draft.text.push(Phrase::new("seat-unrated"));
    }
    draft
}

/// Offers a player's seat to another person, who sees what they would take over.
pub(super) fn offer_seat(
    by: &Person,
    table: &Table,
    Seated { game, color }: Seated<'_>,
    to: &Person,
    now: Timestamp,
) -> Draft {
    let phrase = Phrase::new("seat-offered")
        .with("by", Arg::Name(by.clone()))
        .with("color", color)
        .with("to", Arg::Mention(to.clone()))
        .with("accept", Arg::command("accept"))
        .with("decline", Arg::command("decline"));
    let mut draft = Draft::say(phrase, Show::Nothing).event(Event::SeatOffered {
        by: color,
        to: to.clone(),
    });
    if game.rated {
        draft.text.push(offered_rated(to));
    }
    draft.text.extend(clocks(game, now));
    // The lines of the turn would call on the player who decides, for whom nothing has changed.
    let board = board(table, game, BoardForm::Picture, None, now);
    draft.visual = Some(Visual::Board(Box::new(board)));
    let id = by.id.trim_start_matches('@');
    draft.choices = [("accept", true), ("decline", false)]
        .map(|(command, yes)| Choice {
            only_for: Some(to.clone()),
            ..Choice::answer(
                Phrase::new(format!("choice-{command}")),
                format!("{command} @{id}"),
                yes,
            )
        })
        .into();
    draft
}

/// A person answers the offer of a seat, made by the person of this id or name if one is named;
/// nothing if there is none for them.
pub(super) fn answer_seat(
    table: &Table,
    person: &Person,
    of: Option<&str>,
    yes: bool,
    context: &Context<'_>,
) -> Option<Result<Draft, Refusal>> {
    let (color, by, to) = table.seat_offer()?;
    let is_meant = of.is_none_or(|of| !meant(of, [by].into_iter()).is_empty());
    if to != person || !is_meant {
        return None;
    }
    if !yes {
        let phrase = Phrase::new("seat-declined")
            .with("to", Arg::Name(person.clone()))
            .with("by", Arg::Mention(by.clone()));
        return Some(Ok(
            Draft::say(phrase, Show::Nothing).event(Event::SeatRefused)
        ));
    }
    if let Err(refusal) = must_have_room(person, person, context) {
        return Some(Err(refusal));
    }
    let told = Phrase::new("seat-taken")
        .with("to", Arg::Name(person.clone()))
        .with("by", Arg::Name(by.clone()))
        .with("color", color);
    let seat = Seat::Person(person.clone());
    let game = table.running()?;
    Some(Ok(hand_over(game, color, seat, told)))
}

/// Withdraws a person's own offer of their seat; nothing if there is none.
pub(super) fn withdraw_seat(table: &Table, person: &Person) -> Option<Draft> {
    let (_, by, _) = table.seat_offer()?;
    let phrase = Phrase::new("offer-withdrawn").with("player", Arg::Name(by.clone()));
    (by == person).then(|| Draft::say(phrase, Show::Turn).event(Event::SeatRefused))
}
