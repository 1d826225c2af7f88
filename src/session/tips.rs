//! Tips: what replies suggest to type next. They can be turned off.

use super::reply::{Arg, Phrase, Reply};

/// Lines that only suggest commands.
const LINES: [&str; 7] = [
    "over-next",
    "over-next-unreviewed",
    "over-next-again",
    "over-next-left",
    "over-next-left-unreviewed",
    "challenge-bot-level",
    "archive-next",
];

/// Sentences that say something and suggest a command, and the same without the command. Which
/// command takes an action is no news to those who have turned tips off; choices are not tips.
const SENTENCES: [(&str, &str); 5] = [
    ("turn-place", "turn-place-brief"),
    ("turn-move", "turn-move-brief"),
    ("turn-row", "turn-row-brief"),
    ("turn-ring", "turn-ring-brief"),
    ("exported", "exported-brief"),
];

impl Phrase {
    /// The same without tips, within other messages too.
    pub(super) fn without_tips(mut self) -> Self {
        if let Some((_, brief)) = SENTENCES.iter().find(|(id, _)| *id == self.id) {
            (*brief).clone_into(&mut self.id);
        }
        for arg in self.args.values_mut() {
            if let Arg::Phrase(phrase) = arg {
                **phrase = std::mem::replace(&mut **phrase, Self::new("")).without_tips();
            }
        }
        self
    }
}

impl Reply {
    /// Leaves tips out.
    pub(super) fn leave_tips_out(&mut self) {
        let text = std::mem::take(&mut self.text);
        let text = text.into_iter();
        let kept = text.filter(|phrase| !LINES.contains(&phrase.id.as_str()));
        self.text = kept.map(Phrase::without_tips).collect();
    }
}
