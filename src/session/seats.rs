//! Seats that change hands: a player leaves theirs to the bot, or offers it to another person.

use super::challenges::has_id;
use super::conditions::Conditions;
use super::context::Context;
use super::draft::{Draft, Show};
use super::event::Event;
use super::game::Game;
use super::needs::must_have_room;
use super::person::{Person, Seat};
use super::refusal::Refusal;
use super::reply::{Arg, Choice, Phrase};
use super::table::Table;
use crate::game::{Action, Color};

impl Game {
    /// Somebody else takes a seat over. The game is rated no more, and what was asked, offered or
    /// planned in that seat has lapsed. If rings have been moved, the result counts for nobody in that seat.
    pub(super) fn reseat(&mut self, color: Color, seat: Seat) {
        let mut actions = self.actions.iter();
        self.handed_over[color.index()] |=
            actions.any(|action| matches!(action, Action::Move { .. }));
        self.seats[color.index()] = seat;
        self.conditions[color.index()] = Conditions::default();
        self.rated = false;
        self.offer = None;
        self.seat_offer = None;
        self.hint = None;
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

/// Offers the seat of a colour to another person.
pub(super) fn offer_seat(by: &Person, color: Color, to: &Person) -> Draft {
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
    let is_meant = of.is_none_or(|of| has_id(by, of) || by.name == of.trim_start_matches('@'));
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
