//! `holiday`: takes time off from all slow games, ends it, or tells how much is left.

use jiff::SignedDuration;

use crate::session::draft::{Draft, Show};
use crate::session::holiday::{Holiday, UNIT, full_year, left_in, year_of};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Lookup, Spec};
use crate::session::time_control::{short_span, span_text};

const END: OptionSpec = OptionSpec::optional(
    "end",
    "option-holiday-end",
    Kind::Choice(Choices {
        words: &["end"],
        also: &[("stop", "end"), ("over", "end")],
        has_default: false,
    }),
)
.written("");

const SPAN: OptionSpec =
    OptionSpec::optional("span", "option-holiday", Kind::Span).written("[5d|end]");

pub(super) static HOLIDAY: Spec = Spec {
    aliases: &["holidays", "vacation"],
    options: &[END, SPAN],
    example: "holiday 5d",
    is_private: true,
    lookups: &[Lookup::Holidays],
    ..Spec::new("holiday", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let Call {
        person,
        options,
        context,
        ..
    } = *call;
    let (now, holidays) = (context.now, context.holidays);
    let running = holidays.iter().rfind(|one| one.is_running(now));
    let (mut id, changed) = match (options.word(&END), options.span(&SPAN), running) {
        (Some(_), Some(span), _) => return Err(call.spec.unexpected(&span_text(span))),
        (Some(_), None, None) => {
            return Err(Phrase::new("holiday-none")
                .with("holiday", Arg::command("holiday 5d"))
                .into());
        }
        (Some(_), None, Some(one)) => {
            let ended = Holiday {
                until: now,
                early: true,
                ..*one
            };
            ("holiday-ended", Some(ended))
        }
        (None, Some(_), Some(one)) => {
            return Err(Phrase::new("holiday-running")
                .with("until", Arg::Time(one.until))
                .with("end", Arg::command("holiday end"))
                .into());
        }
        (None, Some(span), None) => {
            let taken = Holiday {
                began: now,
                until: now.saturating_add(span).unwrap_or(now),
                early: false,
            };
            if span < UNIT {
                return Err(Phrase::new("holiday-too-short").into());
            }
            if let Some(year) = full_year(&taken, holidays) {
                return Err(Phrase::new("holiday-too-long")
                    .with("left", left_phrase(left_in(year, holidays)))
                    .with("year", year.to_string())
                    .into());
            }
            ("holiday-taken", Some(taken))
        }
        (None, None, Some(_)) => ("holiday-now", None),
        (None, None, None) => ("holiday-left", None),
    };
    // What is left once this is written.
    let others = holidays.iter().filter(|one| Some(*one) != running);
    let last = changed.as_ref().or(running);
    let all: Vec<Holiday> = others.chain(last).copied().collect();
    let year = year_of(now);
    let left = left_in(year, &all);
    if left.is_zero() && id == "holiday-left" {
        id = "holiday-used-up";
    }
    let mut phrase = Phrase::new(id)
        .with("left", left_phrase(left))
        .with("year", year.to_string())
        .with("holiday", Arg::command("holiday 5d"))
        .with("end", Arg::command("holiday end"));
    if let Some(last) = last {
        phrase = phrase.with("until", Arg::Time(last.until));
    }
    let mut draft = Draft::say(phrase, Show::Nothing);
    draft.holiday = changed;
    draft.only_for = Some(person.clone());
    Ok(draft)
}

/// “5d of holiday”, “no holiday”.
fn left_phrase(left: SignedDuration) -> Phrase {
    match left.is_zero() {
        true => Phrase::new("holiday-time-none"),
        false => Phrase::new("holiday-time").with("time", short_span(left)),
    }
}
