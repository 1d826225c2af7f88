//! What a command is: its words, its typed options, what it needs, and its handler.

use std::fmt;

use super::archive::{MeantGame, Question};
use super::challenges::meant;
use super::context::{Context, Policy};
use super::decision::Decision;
use super::draft::Draft;
use super::game::Game;
use super::needs::Seated;
use super::options::{Kind, OptionSpec, Options};
use super::person::Person;
use super::refusal::Refusal;
use super::reply::{Arg, Phrase};
use super::table::Table;
use super::vocabulary::Vocabulary;

/// Longest word that is taken for a mistyped command, in characters. What is longer is no
/// command at all.
pub(super) const LONGEST_WORD: usize = 24;

/// Similarity (0 to 1, Damerau-Levenshtein, normalised by length) from which on a word is
/// suggested as what was meant: one slip in a word of three letters still counts.
const SIMILAR: f64 = 0.6;

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
    /// For moderators.
    Moderate,
    /// Everything else.
    More,
}

impl Group {
    /// All groups, in the order of `help`.
    pub const ALL: [Self; 6] = [
        Self::Begin,
        Self::Play,
        Self::Look,
        Self::Settle,
        Self::Moderate,
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
            Self::Moderate => "help-group-moderate",
            Self::More => "help-group-more",
        }
    }
}

/// One use of a command.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) table: &'a Table,
    /// Who uses it.
    pub(super) person: &'a Person,
    pub(super) options: &'a Options,
    pub(super) context: &'a Context<'a>,
    pub(super) spec: &'static Spec,
    /// All commands.
    pub(super) commands: Commands,
}

/// What a handler makes of a call.
pub(super) type Handled = Result<Draft, Refusal>;

/// What carries a command out. The variant says what has to be there; dispatch sees to it.
#[derive(Clone, Copy)]
pub(super) enum Handler {
    /// Needs nothing.
    Any(fn(&Call<'_>) -> Handled),
    /// Needs a game, in progress or over.
    Game(fn(&Call<'_>, &Game) -> Handled),
    /// Needs a game in progress.
    Running(fn(&Call<'_>, &Game) -> Handled),
    /// Needs a seat in the game in progress.
    Seat(fn(&Call<'_>, Seated<'_>) -> Handled),
    /// Needs the seat that has to decide.
    Turn(fn(&Call<'_>, Seated<'_>) -> Handled),
    /// Needs a moderator of the channel or server.
    Moderator(fn(&Call<'_>) -> Handled),
}

/// Reads what follows the word of a command that is a decision.
pub(super) type ReadDecision = fn(&Spec, &str) -> Result<Decision, Refusal>;

/// What becomes of a button press once the table has moved on.
#[derive(Clone, Copy)]
pub(super) enum WhenStale {
    /// It means the same as before.
    Run,
    /// It means something else, or nothing, and is refused.
    Refuse,
    /// It is refused if this holds.
    RefuseIf(fn(&Table, &Options) -> bool),
}

/// What the host has to look up before a command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// Who plays as many games as they may: [`Context::full`].
    RunningGames,
    /// Whether the other player is still there: [`Context::other_present`].
    OpponentPresence,
    /// Whether the person whom the command names can be at the table:
    /// [`Context::other_present`].
    NamedPresence,
    /// The author's games in progress at other tables: [`Context::own_games`].
    OwnGames,
    /// The author's holidays: [`Context::holidays`].
    Holidays,
    /// What the author may set and moderate: [`Context::rights`].
    Rights,
    /// Who has blocked the author: [`Context::closed`]; and what the author may moderate, if only
    /// moderators may challenge others: [`Context::rights`].
    Blocks,
}

/// A menu that offers a command, where the platform has one. Its entry has the name of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Menu {
    /// The menu of a person, who becomes the command's first option.
    Person(&'static str),
    /// The menu of a message, whose text or file goes with the command.
    Message(&'static str),
}

impl Menu {
    /// Name of the message that names its entry.
    #[must_use]
    pub const fn entry(self) -> &'static str {
        match self {
            Self::Person(entry) | Self::Message(entry) => entry,
        }
    }
}

/// One use of a command, as far as it is known before the archive is asked.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    pub(super) table: &'a Table,
    /// Who uses it.
    pub(super) person: &'a Person,
    pub(super) options: &'a Options,
    /// The persons that the message names.
    pub(super) people: &'a [Person],
}

/// Finds out what a command has to know from the archive.
pub(super) type Ask = fn(&Asking<'_>) -> Option<Question>;

/// A command: one static value for each, in the file of the command.
pub struct Spec {
    /// Its word, in lower-case letters.
    pub word: &'static str,
    /// Other words for it.
    pub aliases: &'static [&'static str],
    /// What it is for.
    pub group: Group,
    /// Its options, in the order in which they are typed.
    pub options: &'static [OptionSpec],
    /// Whether only the author sees the answer, where the platform can do that. For explanations,
    /// and for what the opponent should not see.
    pub is_private: bool,
    /// What the host has to look up before.
    pub lookups: &'static [Lookup],
    /// What has to be asked from the archive before: [`Context::answer`].
    pub(super) ask: Option<Ask>,
    /// For commands that work from a private chat: reads the number of the game in progress that
    /// they are for, as `games` lists them.
    pub(super) game_named: Option<fn(&Options) -> Option<usize>>,
    /// For commands that act on a game at another table, wherever they are given: reads which one.
    pub(super) meant: Option<fn(&Options) -> Option<MeantGame>>,
    /// Whether it begins a game at once, without a challenge.
    pub(super) begins_game: Option<fn(&Options, &Policy) -> bool>,
    /// Whether it works where the bot does not play.
    pub(super) works_anywhere: bool,
    /// The menu that offers it besides.
    pub menu: Option<Menu>,
    /// Whether it is of no use where nobody looks after the channel or server. That of a moderator is
    /// not anyway.
    pub(super) needs_moderators: bool,
    /// Whether it changes the settings of a place, and not the author's own.
    pub(super) for_place: Option<fn(&Options) -> bool>,
    /// An example; the bare word if empty.
    pub(super) example: &'static str,
    /// A paragraph that `help` adds.
    pub(super) details: Option<fn() -> Phrase>,
    pub(super) when_stale: WhenStale,
    /// Whether it means something in a lesson or a puzzle, for whoever is in one.
    pub(super) in_exercises: bool,
    /// For decisions: the command that asks step by step for what is left out.
    pub(super) steps: Option<&'static Self>,
    /// For decisions, of which one message may hold several: read this way, and not by the
    /// options.
    pub(super) decision: Option<ReadDecision>,
    pub(super) handler: Handler,
}

impl Spec {
    /// A command without options; the others fill in what they have.
    pub(super) const fn new(word: &'static str, group: Group, handler: Handler) -> Self {
        Self {
            word,
            aliases: &[],
            group,
            options: &[],
            is_private: false,
            lookups: &[],
            ask: None,
            game_named: None,
            meant: None,
            begins_game: None,
            works_anywhere: false,
            menu: None,
            needs_moderators: false,
            for_place: None,
            example: "",
            details: None,
            when_stale: WhenStale::Run,
            in_exercises: false,
            steps: None,
            decision: None,
            handler,
        }
    }

    /// Name of the message that explains the command.
    #[must_use]
    pub fn explanation(&self) -> String {
        format!("help-{}", self.word)
    }

    /// How it is written, without the prefix: the word, and its options in order.
    #[must_use]
    pub fn usage(&self) -> String {
        let mut parts = vec![self.word.to_owned()];
        parts.extend(self.options.iter().map(OptionSpec::usage));
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }

    /// An example, without the prefix.
    #[must_use]
    pub const fn example(&self) -> &'static str {
        if self.example.is_empty() {
            self.word
        } else {
            self.example
        }
    }

    /// Whether it is of use only where somebody looks after the channel or server.
    #[must_use]
    pub const fn is_for_moderated_places(&self) -> bool {
        self.needs_moderators || matches!(self.handler, Handler::Moderator(_))
    }

    /// Whether the command makes something of a file that comes along.
    #[must_use]
    pub fn takes_file(&self) -> bool {
        let mut options = self.options.iter();
        options.any(|option| matches!(option.kind, Kind::Attachment))
    }

    /// The usage line and an example.
    pub(super) fn usage_line(&self) -> Phrase {
        let usage = self.usage();
        if usage == self.example() {
            return Phrase::new("usage-plain").with("usage", Arg::command(usage));
        }
        Phrase::new("usage")
            .with("usage", Arg::command(usage))
            .with("example", Arg::command(self.example()))
    }

    /// Refuses a word that the command does not take there.
    pub(super) fn unexpected(&self, word: &str) -> Refusal {
        let shown: String = word.chars().take(LONGEST_WORD).collect();
        Refusal::new(
            Phrase::new("unexpected-word")
                .with("word", shown)
                .with("command", Arg::command(self.word)),
        )
        .and(self.usage_line())
    }

    /// Refuses a command that lacks something required.
    pub(super) fn missing(&self) -> Refusal {
        Refusal::new(Phrase::new("missing-words").with("command", Arg::command(self.word)))
            .and(self.usage_line())
    }
}

impl PartialEq for Spec {
    /// Words are unique.
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for Spec {}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spec").field(&self.word).finish()
    }
}

/// A list of commands, in the order in which `help` lists them.
#[derive(Debug, Clone, Copy)]
pub struct Commands {
    specs: &'static [&'static Spec],
    /// Their words in other languages.
    vocabulary: Option<&'static Vocabulary>,
}

impl Commands {
    /// The list of these commands.
    pub(super) const fn new(specs: &'static [&'static Spec]) -> Self {
        Self {
            specs,
            vocabulary: None,
        }
    }

    /// The same commands, which are also known by their words in other languages.
    #[must_use]
    pub const fn with_vocabulary(self, vocabulary: &'static Vocabulary) -> Self {
        Self {
            vocabulary: Some(vocabulary),
            ..self
        }
    }

    /// The commands.
    pub fn iter(&self) -> impl Iterator<Item = &'static Spec> + use<> {
        self.specs.iter().copied()
    }

    /// Number of commands.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.specs.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.specs.is_empty()
    }

    /// The command of this word or alias, in any case.
    #[must_use]
    pub fn find(&self, word: &str) -> Option<&'static Spec> {
        let named = |word: &str| {
            self.iter().find(|spec| {
                std::iter::once(&spec.word)
                    .chain(spec.aliases)
                    .any(|known| known.eq_ignore_ascii_case(word))
            })
        };
        named(word).or_else(|| named(self.vocabulary?.command(word)?))
    }

    /// The English word of an option's value, if this is one in another language.
    pub(crate) fn value(&self, word: &str) -> Option<&'static str> {
        self.vocabulary?.value(word)
    }

    /// Refuses a word that is no command, with the one that was probably meant.
    pub(super) fn unknown(&self, word: &str) -> Refusal {
        let word: String = word.chars().take(LONGEST_WORD).collect();
        let word = word.as_str();
        let others = self.vocabulary.into_iter().flat_map(Vocabulary::commands);
        let known = self.iter().map(|spec| spec.word).chain(others);
        let phrase = match nearest(word, known) {
            Some(meant) => Phrase::new("unknown-command-meant").with("meant", Arg::command(meant)),
            None => Phrase::new("unknown-command"),
        };
        phrase
            .with("word", Arg::command(word))
            .with("help", Arg::command("help"))
            .into()
    }
}

/// The known word that is most similar to a mistyped one, if any is similar enough.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().nth(LONGEST_WORD).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    known
        .map(|known| (strsim::normalized_damerau_levenshtein(&word, known), known))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

/// A command with what was given for its options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The command.
    pub spec: &'static Spec,
    /// What was given.
    pub options: Options,
}

impl Command {
    /// Whether the command makes something of a file that comes along.
    #[must_use]
    pub fn takes_file(&self) -> bool {
        self.spec.takes_file()
    }

    /// Whether it begins a game at once, without a challenge.
    #[must_use]
    pub fn begins_game(&self, policy: &Policy) -> bool {
        self.spec
            .begins_game
            .is_some_and(|begins| begins(&self.options, policy))
    }

    /// Whether the command may be for a game at another table, when nobody else reads it.
    #[must_use]
    pub const fn is_for_any_game(&self) -> bool {
        self.spec.game_named.is_some()
    }

    /// The number of the author's game in progress that the command is for, from 1.
    #[must_use]
    pub fn game_named(&self) -> Option<usize> {
        self.spec.game_named?(&self.options)
    }

    /// The game at another table that the command is for, unless it is that of the place.
    #[must_use]
    pub fn meant(&self) -> Option<MeantGame> {
        self.spec.meant?(&self.options)
    }

    /// Whether it changes the settings of a place, and not the author's own.
    #[must_use]
    pub fn is_for_place(&self) -> bool {
        self.spec.for_place.is_some_and(|is| is(&self.options))
    }

    /// Whether it depends on what its author may do in the place.
    #[must_use]
    pub fn needs_rights(&self) -> bool {
        self.spec.lookups.contains(&Lookup::Rights)
            && self.spec.for_place.is_none_or(|is| is(&self.options))
    }

    /// The person whom the command names, if it is one of those that the message names.
    #[must_use]
    pub fn named<'a>(&self, people: &'a [Person]) -> Option<&'a Person> {
        let mut options = self.spec.options.iter();
        let name = options.find_map(|option| self.options.person(option))?;
        match meant(name, people.iter())[..] {
            [person] => Some(person),
            _ => None,
        }
    }

    /// What the command has to know from the archive, when this person uses it at a table, in a message
    /// that names these people.
    #[must_use]
    pub fn question(&self, table: &Table, person: &Person, people: &[Person]) -> Option<Question> {
        let ask = self.spec.ask?;
        ask(&Asking {
            table,
            person,
            options: &self.options,
            people,
        })
    }
}
