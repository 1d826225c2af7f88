//! What a message asks for, before it is handled: what an adapter has to prepare for it.

use super::incoming::Input;
use crate::session::{Addressing, Command, Opponent, Parsed, Policy, Settings, parse};
use crate::words::commands;

/// What a message to the bot asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    /// Whether it takes an attached file.
    pub takes_file: bool,
    /// The challenge that it makes; or the game against the bot that it begins, if that is to be in a
    /// thread.
    pub challenge: Option<ChallengeRequest>,
}

/// What a challenge asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChallengeRequest {
    /// The opponent: an id, or a name that is nobody's. `None` if it is open to anyone.
    pub opponent: Option<String>,
    /// Whether it names a level, which only the bot has.
    pub has_level: bool,
    /// Whether it belongs in a thread even if nobody plays in the channel.
    pub in_thread: bool,
}

/// Reads a text or a platform's command; `None` for any other input.
pub(super) fn read(input: &Input, settings: &Settings) -> Option<Parsed> {
    let prefix = settings.command_prefix();
    match input {
        Input::Text { text, addressing } => Some(parse(commands(), text, prefix, *addressing)),
        Input::Command(text) => Some(parse(commands(), text, prefix, Addressing::Bot)),
        Input::Choice { .. } | Input::Unreadable => None,
    }
}

impl Preview {
    /// What a text or a platform's command asks for; `None` if it is not for the bot.
    pub(super) fn of(input: &Input, settings: &Settings, policy: &Policy) -> Option<Self> {
        match read(input, settings) {
            None | Some(Parsed::NotForUs) => None,
            Some(Parsed::Command(command)) => Some(Self {
                takes_file: command.takes_file(),
                challenge: ChallengeRequest::of(&command, settings, policy),
            }),
            Some(Parsed::Faulty(_)) => Some(Self::default()),
        }
    }
}

impl ChallengeRequest {
    fn of(command: &Command, settings: &Settings, policy: &Policy) -> Option<Self> {
        let options = &command.options;
        let in_thread = settings.opens_threads();
        if in_thread && command.begins_game(policy) {
            return Some(Self {
                opponent: None,
                has_level: false,
                in_thread,
            });
        }
        Some(Self {
            in_thread,
            opponent: match options.opponent()? {
                Opponent::Anyone => None,
                Opponent::Named(name) => Some(name.clone()),
            },
            has_level: options.level().is_some(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::session::Games;

    /// One other program plays: `rival`.
    fn policy() -> Policy {
        Policy {
            programs: vec!["rival".to_owned()],
            ..Config::default().policy
        }
    }

    fn preview(text: &str, addressing: Addressing) -> Option<Preview> {
        let input = Input::Text {
            text: text.to_owned(),
            addressing,
        };
        Preview::of(&input, &Settings::with_prefix("!"), &policy())
    }

    #[test]
    fn a_message_says_what_has_to_be_prepared_for_it() {
        let nothing = Preview::default();
        let file = Preview {
            takes_file: true,
            ..Preview::default()
        };
        let challenge = |opponent: Option<&str>, has_level| Preview {
            challenge: Some(ChallengeRequest {
                opponent: opponent.map(str::to_owned),
                has_level,
                in_thread: false,
            }),
            ..Preview::default()
        };
        for (text, addressing, expected) in [
            ("!board", Addressing::Open, Some(nothing.clone())),
            ("board", Addressing::Open, None),
            ("board", Addressing::Bot, Some(nothing.clone())),
            ("!bord", Addressing::Open, Some(nothing)),
            ("!import", Addressing::Open, Some(file.clone())),
            ("!analyze", Addressing::Open, Some(file)),
            (
                "!challenge @7",
                Addressing::Open,
                Some(challenge(Some("7"), false)),
            ),
            (
                "!challenge @7 level 3",
                Addressing::Open,
                Some(challenge(Some("7"), true)),
            ),
            (
                "!challenge anyone",
                Addressing::Open,
                Some(challenge(None, false)),
            ),
            ("thanks!", Addressing::Reply, None),
        ] {
            assert_eq!(preview(text, addressing), expected, "{text}");
        }
        let threads = Settings {
            games: Some(Games::Threads),
            ..Settings::with_prefix("!")
        };
        for (text, opens) in [
            ("!play 3", true),
            ("!versus rival", true),
            ("!versus rivel", false),
            ("!versus", false),
            ("!challenge anyone", true),
            ("!board", false),
        ] {
            let input = Input::Text {
                text: text.to_owned(),
                addressing: Addressing::Open,
            };
            let request = Preview::of(&input, &threads, &policy()).unwrap().challenge;
            assert_eq!(request.is_some_and(|one| one.in_thread), opens, "{text}");
        }
        assert_eq!(
            preview("!play 3", Addressing::Open).unwrap().challenge,
            None
        );
        assert_eq!(
            Preview::of(&Input::Unreadable, &Settings::default(), &policy()),
            None
        );
    }
}
