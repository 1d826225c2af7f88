//! `give-time`: gives the other player more time.

use jiff::SignedDuration;

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::{Seated, timed};
use crate::session::options::{Kind, OptionSpec};
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};
use crate::session::time_control::{SHORTEST, short_span, span_text};

const SPAN: OptionSpec = OptionSpec::required("span", "option-span", Kind::Span);

/// The most that a player may have left after a gift.
const MOST_LEFT: SignedDuration = SignedDuration::from_hours(60 * 24);

pub(super) static GIVE_TIME: Spec = Spec {
    aliases: &["givetime", "addtime"],
    options: &[SPAN],
    example: "give-time 1d",
    ..Spec::new("give-time", Group::Settle, Handler::Seat(handle))
};

fn handle(call: &Call<'_>, seated: Seated<'_>) -> Handled {
    let Seated { game, color } = seated;
    let clock = timed(game)?;
    let Some(span) = call.options.span(&SPAN) else {
        return Err(call.spec.missing());
    };
    if span < SHORTEST {
        let short = Phrase::new("time-too-short").with("word", span_text(span));
        return Err(Refusal::new(short).and(call.spec.usage_line()));
    }
    let left = clock.left(!color, call.context.now);
    if left.saturating_add(span) > MOST_LEFT {
        return Err(Phrase::new("time-given-full")
            .with("to", Arg::seat(game.seat(!color)))
            .with("left", short_span(left))
            .with("most", span_text(MOST_LEFT))
            .into());
    }
    let left = left.saturating_add(span);
    let phrase = Phrase::new("time-given")
        .with("by", Arg::seat(game.seat(color)))
        .with("to", Arg::mentioned_seat(game.seat(!color)))
        .with("time", span_text(span))
        .with("left", short_span(left));
    Ok(Draft::say(phrase, Show::Nothing).event(Event::TimeGiven {
        to: !color,
        seconds: u32::try_from(span.as_secs()).unwrap_or(u32::MAX),
    }))
}
