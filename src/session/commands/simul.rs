//! `simul`: opens a simultaneous exhibition, in which the author plays everybody who joins.

use tournament::System;

use super::terms::{COLOR, RATED, TIME, VARIANT, WEEKENDS};
use super::tournament::{Format, format, may_open, open};
use crate::game::Color;
use crate::session::reply::Phrase;
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec};
use crate::session::start::decide;

pub(super) static SIMUL: Spec = Spec {
    options: &[TIME, WEEKENDS, VARIANT, RATED, COLOR],
    example: "simul 2d",
    details: Some(|| Phrase::new("simul-details")),
    lookups: &[Lookup::Rights],
    ..Spec::new("simul", Group::Begin, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    may_open(call)?;
    // Whoever gives a simul has White by custom.
    let color = call.options.color(&COLOR);
    let color = color.map_or(Color::White, |color| decide(color, call.context));
    let format = Format {
        color: Some(color),
        ..format(call, System::Simul)?
    };
    Ok(open(call, &format))
}
