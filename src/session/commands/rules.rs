//! `rules`: explains the rules, or one topic of them.

use crate::session::draft::{Draft, Show};
use crate::session::options::{Kind, OptionSpec};
use crate::session::reply::{Arg, Phrase};
use crate::session::spec::{Call, Group, Handled, Handler, Spec};

/// The topics, in the order in which they are listed.
pub const RULES_TOPICS: [&str; 9] = [
    "goal", "board", "placing", "moving", "turning", "rows", "rings", "end", "notation",
];

const TOPIC: OptionSpec = OptionSpec::optional("topic", "option-topic", Kind::Topic(&RULES_TOPICS));

pub(super) static RULES: Spec = Spec {
    aliases: &["howto"],
    options: &[TOPIC],
    example: "rules rows",
    is_private: true,
    ..Spec::new("rules", Group::More, Handler::Any(handle))
};

fn handle(call: &Call<'_>) -> Handled {
    if let Some(topic) = call.options.word(&TOPIC) {
        let text = Phrase::new(format!("rules-{topic}"));
        return Ok(Draft::say(text, Show::Nothing));
    }
    let topics = RULES_TOPICS
        .into_iter()
        .map(|topic| Arg::command(format!("rules {topic}")))
        .collect::<Arg>();
    let mut draft = Draft::say(Phrase::new("rules-short"), Show::Nothing);
    draft
        .text
        .push(Phrase::new("rules-topics").with("topics", topics));
    Ok(draft)
}
