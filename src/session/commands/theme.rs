//! `theme`: chooses how the table's pictures look.

use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::needs::may_arrange;
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, Choice, Phrase};
use crate::session::settings::Settings;
use crate::session::settings::keys::theme_name;
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

const THEME: OptionSpec =
    OptionSpec::optional("theme", "option-theme", Kind::Theme).written("[classic|dark|contrast]");

pub(super) static THEMES: Spec = Spec {
    aliases: &["themes"],
    options: &[THEME],
    example: "theme dark",
    ..Spec::new("theme", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    let themes = &call.context.policy.themes;
    let commands = || {
        themes
            .iter()
            .map(|theme| Arg::command(format!("theme {theme}")))
            .collect::<Arg>()
    };
    let Some(theme) = call.options.text(&THEME) else {
        let settings = call.table.settings().over(call.context.inherited);
        let mut draft = Draft::say(
            Phrase::new("theme-now")
                .with("theme", theme_name(&settings.theme.unwrap_or_default()))
                .with("themes", commands()),
            Show::TurnIfRunning,
        );
        draft.choices = themes
            .iter()
            .map(|theme| {
                Choice::new(
                    Phrase::new("choice-theme").with("theme", theme_name(theme)),
                    format!("theme {theme}"),
                )
            })
            .collect();
        return Ok(draft);
    };
    if !themes.iter().any(|known| known == theme) {
        return Err(Phrase::new("theme-unknown")
            .with("theme", Arg::typed_name(theme))
            .with("themes", commands())
            .into());
    }
    may_arrange(call.table, call.person)?;
    let settings = Settings {
        theme: Some(theme.to_owned()),
        ..call.table.settings().clone()
    };
    Ok(Draft::say(
        Phrase::new("theme-set").with("theme", theme_name(theme)),
        Show::PICTURE,
    )
    .event(Event::Configured { settings }))
}
