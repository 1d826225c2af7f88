//! The commands: what each means, and the one table from which parsing, `help`, the usage lines
//! in errors and the platforms' own command lists derive.

use super::event::{ColorChoice, HintAmount};
use crate::engine::{Findings, Level, Line};
use crate::game::{Action, Point, Variant};

/// What somebody wants.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Challenge a person, or anyone, to a game.
    Challenge {
        /// Whom; anyone if absent.
        opponent: Option<String>,
        /// How well the bot plays, if it is the one.
        level: Option<Level>,
        /// The variant.
        variant: Variant,
        /// The challenger's colour.
        color: ColorChoice,
    },
    /// Accept a challenge (of the named person), or what the other player asked.
    Accept(Option<String>),
    /// Decline a challenge (of the named person), or what the other player asked.
    Decline(Option<String>),
    /// Withdraw one's own challenge or question.
    Withdraw,
    /// Play against the bot.
    Play {
        /// How well the bot plays.
        level: Level,
        /// The variant.
        variant: Variant,
        /// The person's colour.
        color: ColorChoice,
    },
    /// Play the same opponent again with the colours changed.
    Rematch,
    /// Decide in a game; several decisions are taken in order, all or none.
    Act(Vec<Decision>),
    /// Show the board, as a picture or as text.
    Board {
        /// As text.
        text: bool,
    },
    /// Show where a ring can go.
    Moves(Option<Point>),
    /// Ask what would be good to do.
    Hint(HintAmount),
    /// The engine's answer to that: what is best, and what else is good; nothing if it has failed.
    Advise(Vec<Line>),
    /// List the rows that stand.
    Rows,
    /// Say who plays, and how the game stands.
    Status,
    /// Take back one's last turn.
    Undo,
    /// Offer a draw.
    Draw,
    /// Resign: asked first, then confirmed or not.
    Resign(Option<bool>),
    /// Call the game off, as the other player is gone.
    Abort,
    /// List the turns of the game.
    History,
    /// Hand out the record.
    Export {
        /// In Boardspace's SGF rather than in the house's own text.
        sgf: bool,
    },
    /// Show a record's final position. The record is the text, or the attached file.
    Import(String),
    /// Review a finished game: the table's last one, or the one whose record is the text or the
    /// attached file.
    Analyze(String),
    /// What the engine has found in the game whose review was asked for with this number, if it
    /// has not failed.
    Reviewed {
        /// The number of the wish.
        number: u64,
        /// What it has found.
        findings: Option<Box<Findings>>,
    },
    /// Explain the rules, or one topic of them.
    Rules(Option<String>),
    /// Explain the commands, or one of them.
    Help(Option<&'static Spec>),
    /// Choose the pictures' theme.
    Theme(Option<String>),
    /// Turn the board round.
    Flip,
    /// The clock rings: something may have lapsed.
    Bell,
}

/// One decision of a player, as it was worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// An action in so many words.
    Exact(Action),
    /// The row with this number.
    RowNumber(usize),
    /// Remove the ring, and the one row that stands if it still does.
    Ring(Point),
    /// A point without a word: whatever the stage calls for.
    Point(Point),
    /// Two points without a word: whatever the stage calls for.
    Points(Point, Point),
}

/// What a command is for; `help` lists the commands by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// To begin a game.
    Begin,
    /// To take part in it.
    Play,
    /// To look at it.
    Look,
    /// To settle it with the other player.
    Settle,
    /// Everything else.
    More,
}

impl Group {
    /// All groups, in the order of `help`.
    pub const ALL: [Self; 5] = [
        Self::Begin,
        Self::Play,
        Self::Look,
        Self::Settle,
        Self::More,
    ];

    /// Name of the message that heads the group.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Begin => "help-group-begin",
            Self::Play => "help-group-play",
            Self::Look => "help-group-look",
            Self::Settle => "help-group-settle",
            Self::More => "help-group-more",
        }
    }
}

/// Which words a command goes by, and how it is written.
#[derive(Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its word.
    pub word: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// How it is written, without the prefix. `<…>` stands for what has to be filled in, `[…]`
    /// for what may be left out, `|` between alternatives.
    pub usage: &'static str,
    /// An example, without the prefix.
    pub example: &'static str,
    /// What it is for.
    pub group: Group,
    /// Which reader understands what follows the word.
    pub(super) reader: Reader,
}

impl Spec {
    /// Name of the message that explains the command.
    #[must_use]
    pub fn explanation(&self) -> String {
        format!("help-{}", self.word)
    }

    /// The command of this word or alias, in any case.
    #[must_use]
    pub fn find(word: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|spec| {
            std::iter::once(&spec.word)
                .chain(spec.aliases)
                .any(|known| known.eq_ignore_ascii_case(word))
        })
    }
}

/// The ways to read what follows a command's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// `@friend`, level, variant, colour.
    Challenge,
    /// Level, variant, colour.
    Play,
    /// Perhaps how much.
    Hint,
    /// Perhaps whose challenge.
    Accept,
    /// Perhaps whose challenge.
    Decline,
    /// Decisions.
    Act,
    /// Perhaps `text`.
    Board,
    /// Perhaps a point.
    Moves,
    /// Perhaps `yes` or `no`.
    Resign,
    /// Perhaps `sgf`.
    Export,
    /// Everything that follows.
    Import,
    /// Everything that follows, if anything does.
    Analyze,
    /// Perhaps a topic.
    Rules,
    /// Perhaps a command.
    Help,
    /// Perhaps a theme.
    Theme,
    /// Nothing.
    Bare(Bare),
}

/// The commands that take nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    Withdraw,
    Rematch,
    Rows,
    Status,
    Undo,
    Draw,
    Abort,
    History,
    Flip,
}

impl From<Bare> for Command {
    fn from(bare: Bare) -> Self {
        match bare {
            Bare::Withdraw => Self::Withdraw,
            Bare::Rematch => Self::Rematch,
            Bare::Rows => Self::Rows,
            Bare::Status => Self::Status,
            Bare::Undo => Self::Undo,
            Bare::Draw => Self::Draw,
            Bare::Abort => Self::Abort,
            Bare::History => Self::History,
            Bare::Flip => Self::Flip,
        }
    }
}

const fn spec(
    word: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    example: &'static str,
    group: Group,
    reader: Reader,
) -> Spec {
    Spec {
        word,
        aliases,
        usage,
        example,
        group,
        reader,
    }
}

/// All commands, in the order in which `help` lists them.
pub static COMMANDS: [Spec; 28] = {
    use Group::{Begin, Look, More, Play, Settle};
    [
        spec(
            "challenge",
            &["invite", "duel"],
            "challenge <@friend|anyone> [level] [blitz] [white|black|random]",
            "challenge @friend blitz white",
            Begin,
            Reader::Challenge,
        ),
        spec(
            "accept",
            &["yes"],
            "accept [@friend]",
            "accept",
            Begin,
            Reader::Accept,
        ),
        spec(
            "decline",
            &["no"],
            "decline [@friend]",
            "decline",
            Begin,
            Reader::Decline,
        ),
        spec(
            "withdraw",
            &["cancel"],
            "withdraw",
            "withdraw",
            Begin,
            Reader::Bare(Bare::Withdraw),
        ),
        spec(
            "play",
            &["bot"],
            "play [level] [blitz] [white|black|random]",
            "play 4 white",
            Begin,
            Reader::Play,
        ),
        spec(
            "rematch",
            &["again"],
            "rematch",
            "rematch",
            Begin,
            Reader::Bare(Bare::Rematch),
        ),
        spec(
            "place",
            &["p", "put"],
            "place <point>",
            "place A4",
            Play,
            Reader::Act,
        ),
        spec(
            "move",
            &["m", "mv"],
            "move <from> <to>",
            "move E4 E10",
            Play,
            Reader::Act,
        ),
        spec(
            "row",
            &["r"],
            "row <number> | row <end> <end>",
            "row E5 E9",
            Play,
            Reader::Act,
        ),
        spec(
            "ring",
            &["take"],
            "ring <point>",
            "ring C3",
            Play,
            Reader::Act,
        ),
        spec("pass", &[], "pass", "pass", Play, Reader::Act),
        spec(
            "hint",
            &["tip", "advice"],
            "hint [1|2|3]",
            "hint 1",
            Play,
            Reader::Hint,
        ),
        spec(
            "board",
            &["b", "show"],
            "board [text]",
            "board",
            Look,
            Reader::Board,
        ),
        spec(
            "moves",
            &["targets", "where"],
            "moves [point]",
            "moves E4",
            Look,
            Reader::Moves,
        ),
        spec("rows", &[], "rows", "rows", Look, Reader::Bare(Bare::Rows)),
        spec(
            "status",
            &["turn", "s"],
            "status",
            "status",
            Look,
            Reader::Bare(Bare::Status),
        ),
        spec(
            "history",
            &["turns", "log"],
            "history",
            "history",
            Look,
            Reader::Bare(Bare::History),
        ),
        spec(
            "undo",
            &["takeback"],
            "undo",
            "undo",
            Settle,
            Reader::Bare(Bare::Undo),
        ),
        spec(
            "draw",
            &[],
            "draw",
            "draw",
            Settle,
            Reader::Bare(Bare::Draw),
        ),
        spec(
            "resign",
            &["surrender"],
            "resign [yes|no]",
            "resign",
            Settle,
            Reader::Resign,
        ),
        spec(
            "abort",
            &["calloff"],
            "abort",
            "abort",
            Settle,
            Reader::Bare(Bare::Abort),
        ),
        spec(
            "export",
            &["record"],
            "export [sgf]",
            "export sgf",
            More,
            Reader::Export,
        ),
        spec(
            "import",
            &["view"],
            "import <record, or a file with it>",
            "import 1. f6 2. a5 3. b6",
            More,
            Reader::Import,
        ),
        spec(
            "analyze",
            &["analyse", "review"],
            "analyze [record, or a file with it]",
            "analyze",
            More,
            Reader::Analyze,
        ),
        spec(
            "theme",
            &["themes"],
            "theme [classic|dark|contrast]",
            "theme dark",
            More,
            Reader::Theme,
        ),
        spec(
            "flip",
            &["turnround"],
            "flip",
            "flip",
            More,
            Reader::Bare(Bare::Flip),
        ),
        spec(
            "rules",
            &["howto"],
            "rules [topic]",
            "rules rows",
            More,
            Reader::Rules,
        ),
        spec(
            "help",
            &["h", "commands"],
            "help [command]",
            "help move",
            More,
            Reader::Help,
        ),
    ]
};

/// Topics of `rules`, in the order in which they are listed.
pub const RULES_TOPICS: [&str; 9] = [
    "goal", "board", "placing", "moving", "turning", "rows", "rings", "end", "notation",
];

impl Command {
    /// Whether the command makes something of a file that comes along.
    #[must_use]
    pub const fn takes_file(&self) -> bool {
        matches!(self, Self::Import(_) | Self::Analyze(_))
    }

    /// Whether a game may begin by the command, now or once somebody accepts.
    #[must_use]
    pub const fn may_begin(&self) -> bool {
        matches!(
            self,
            Self::Challenge { .. } | Self::Accept(_) | Self::Play { .. } | Self::Rematch
        )
    }

    /// Whether the command means something else, or nothing, once the table has moved on; a
    /// button that stands for it is refused then.
    #[must_use]
    pub const fn depends_on_position(&self) -> bool {
        match self {
            Self::Accept(None)
            | Self::Decline(None)
            | Self::Act(_)
            | Self::Moves(_)
            | Self::Hint(_)
            | Self::Undo
            | Self::Draw
            | Self::Resign(_)
            | Self::Abort
            | Self::Rematch => true,
            Self::Accept(Some(_))
            | Self::Decline(Some(_))
            | Self::Challenge { .. }
            | Self::Withdraw
            | Self::Play { .. }
            | Self::Advise(_)
            | Self::Board { .. }
            | Self::Rows
            | Self::Status
            | Self::History
            | Self::Export { .. }
            | Self::Import(_)
            | Self::Analyze(_)
            | Self::Reviewed { .. }
            | Self::Rules(_)
            | Self::Help(_)
            | Self::Theme(_)
            | Self::Flip
            | Self::Bell => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_word_means_one_command() {
        let mut seen = HashSet::new();
        for spec in &COMMANDS {
            for word in std::iter::once(&spec.word).chain(spec.aliases) {
                assert!(seen.insert(word), "{word} stands twice");
                assert!(word.chars().all(|c| c.is_ascii_lowercase()), "{word}");
                assert_eq!(Spec::find(&word.to_uppercase()), Some(spec));
            }
            assert!(spec.usage.starts_with(spec.word));
            assert!(spec.example.starts_with(spec.word));
        }
    }
}
