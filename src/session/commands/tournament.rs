//! `tournament`: opens a tournament, has people join and leave it, starts it, and shows how it stands;
//! and `score`: sets the result of one of its games.

use tournament::{Outcome, System};

use super::resign::{ANSWER, ask_if_sure};
use super::terms::{RATED, TIME, VARIANT, WEEKENDS, terms};
use crate::game::Color;
use crate::session::archive::{Answer, Question};
use crate::session::challenges::meant;
use crate::session::context::Context;
use crate::session::draft::{Draft, Show};
use crate::session::event::Event;
use crate::session::moderation::AuditNote;
use crate::session::needs::{moderates, timed_terms};
use crate::session::options::{Choices, Kind, OptionSpec};
use crate::session::permissions::may_challenge;
use crate::session::refusal::Refusal;
use crate::session::reply::{Arg, Phrase};
use crate::session::rounds::{self, begin, joins, say_boards, set_outcome, withdraw};
use crate::session::sign_up;
use crate::session::spec::{Asking, Call, Group, Handled, Handler, Lookup, Spec};
use crate::session::table::Table;
use crate::session::terms::Terms;
use crate::session::tournament::{
    ARENA_MINUTES, DEFAULT_ARENA_MINUTES, MOST_ROUNDS, Stage, Tournament, suits_arena,
};

/// Opens a tournament of some system, or acts on the one in progress.
const WHAT: OptionSpec = OptionSpec::optional(
    "what",
    "option-tournament",
    Kind::Choice(Choices {
        words: &[
            "swiss",
            "round-robin",
            "knockout",
            "arena",
            "join",
            "leave",
            "start",
            "remove",
            "stop",
        ],
        also: &[
            ("roundrobin", "round-robin"),
            ("robin", "round-robin"),
            ("knock-out", "knockout"),
            ("elimination", "knockout"),
            ("signup", "join"),
            ("begin", "start"),
            ("end", "stop"),
        ],
        has_default: false,
    }),
);

/// Number of rounds, or of minutes of an arena. In a choice it identifies the tournament that the
/// choice belongs to.
pub(super) const ROUNDS: OptionSpec =
    OptionSpec::optional("number", "option-rounds", Kind::Number).written("[rounds|minutes]");

/// Who is to be removed.
const PLAYER: OptionSpec = OptionSpec::optional("player", "option-removed", Kind::Person);

pub(super) static TOURNAMENT: Spec = Spec {
    aliases: &["tourney"],
    options: &[
        WHAT,
        ROUNDS,
        TIME,
        WEEKENDS,
        VARIANT,
        RATED,
        PLAYER,
        ANSWER_INTERNAL,
    ],
    example: "tournament swiss 2d",
    details: Some(|| Phrase::new("tournament-details")),
    lookups: &[Lookup::Rights],
    ask: Some(ask),
    ..Spec::new("tournament", Group::Begin, Handler::Any(handle))
};

/// Whether the author is sure: given by choices only.
const ANSWER_INTERNAL: OptionSpec = ANSWER.internal();

/// The board of a game of the current round.
const BOARD: OptionSpec =
    OptionSpec::required("number", "option-board", Kind::Number).written("<board>");

/// The result of a game.
const RESULT: OptionSpec = OptionSpec::required(
    "result",
    "option-score",
    Kind::Choice(Choices {
        words: &["white", "black", "draw", "none"],
        also: &[
            ("1-0", "white"),
            ("0-1", "black"),
            ("nobody", "none"),
            ("0-0", "none"),
        ],
        has_default: false,
    }),
);

pub(super) static SCORE: Spec = Spec {
    options: &[BOARD, RESULT],
    example: "score 3 white",
    lookups: &[Lookup::Rights],
    ..Spec::new("score", Group::Moderate, Handler::Any(set_result))
};

fn ask(asking: &Asking<'_>) -> Option<Question> {
    let tournament = asking.table.tournament()?;
    match asking.options.word(&WHAT)? {
        "join" if tournament.is_open() => Some(Question::Standings(tournament.terms.variant)),
        "start" if tournament.is_running() => {
            Some(Question::BoardsWithoutGames(tournament.open_games()))
        }
        _ => None,
    }
}

fn handle(call: &Call<'_>) -> Handled {
    let what = call.options.word(&WHAT);
    if let Some(system) = what.and_then(system) {
        may_open(call)?;
        return Ok(open(call, &format(call, system)?));
    }
    match what {
        None => show(call),
        Some("join") => join(call),
        Some("leave") => leave(call),
        Some("start") => start(call),
        Some("remove") => remove(call),
        Some(_) => stop(call),
    }
}

/// The system that a word stands for.
pub(super) fn system(word: &str) -> Option<System> {
    Some(match word {
        "swiss" => System::Swiss,
        "round-robin" => System::RoundRobin,
        "knockout" => System::Knockout,
        "arena" => System::Arena,
        _ => return None,
    })
}

/// The kind of tournament that a command asks for.
pub(super) struct Format {
    pub(super) system: System,
    /// In a simul, what the author plays.
    pub(super) color: Option<Color>,
    pub(super) rounds: Option<usize>,
    /// How long an arena lasts.
    pub(super) minutes: Option<u8>,
    pub(super) terms: Terms,
}

/// The kind of tournament that a command's options ask for.
pub(super) fn format(call: &Call<'_>, system: System) -> Result<Format, Refusal> {
    let (rounds, minutes) = match system {
        System::Arena => (None, Some(minutes(call)?)),
        _ => (rounds(call, system)?, None),
    };
    let terms = timed_terms(call.spec, terms(call.options, call.context.inherited)?)?;
    if system == System::Arena && !suits_arena(terms) {
        return Err(Refusal::new(Phrase::new("arena-slow")).and(call.spec.usage_line()));
    }
    Ok(Format {
        system,
        color: None,
        rounds,
        minutes,
        terms,
    })
}

/// The length of an arena that a command asks for.
fn minutes(call: &Call<'_>) -> Result<u8, Refusal> {
    let Some(minutes) = call.options.number(&ROUNDS) else {
        return Ok(DEFAULT_ARENA_MINUTES);
    };
    let minutes = u8::try_from(minutes).ok();
    let wrong = || {
        let wrong = Phrase::new("arena-minutes-wrong")
            .with("least", *ARENA_MINUTES.start())
            .with("most", *ARENA_MINUTES.end());
        Refusal::new(wrong).and(call.spec.usage_line())
    };
    let minutes = minutes.filter(|minutes| ARENA_MINUTES.contains(minutes));
    minutes.ok_or_else(wrong)
}

/// The number of rounds that a command asks for.
fn rounds(call: &Call<'_>, system: System) -> Result<Option<usize>, Refusal> {
    let rounds = call.options.number(&ROUNDS);
    if rounds.is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds)) {
        let wrong = Phrase::new("tournament-rounds-wrong").with("most", MOST_ROUNDS);
        return Err(Refusal::new(wrong).and(call.spec.usage_line()));
    }
    match rounds {
        Some(_) if system != System::Swiss => Err(Phrase::new("tournament-rounds-fixed").into()),
        _ => Ok(rounds),
    }
}

/// Refuses a tournament where its games could not begin in threads.
pub(super) fn must_have_threads(table: &Table, context: &Context<'_>) -> Result<(), Refusal> {
    match !context.threads || context.private || table.key().thread.is_some() {
        true => Err(Phrase::new("tournament-not-here").into()),
        false => Ok(()),
    }
}

/// Refuses to open a tournament where none can be played, or where another is in progress.
pub(super) fn may_open(call: &Call<'_>) -> Result<(), Refusal> {
    let Call { table, context, .. } = *call;
    must_have_threads(table, context)?;
    may_challenge(context)?;
    if let Some(other) = table.tournament().filter(|one| one.goes_on()) {
        return Err(other
            .says("goes-on")
            .with("tournament", Arg::command("tournament"))
            .with("stop", Arg::command("tournament stop"))
            .into());
    }
    Ok(())
}

/// Opens a tournament that people can join.
pub(super) fn open(call: &Call<'_>, format: &Format) -> Draft {
    let context = call.context;
    sign_up::open(Tournament {
        id: context.tournament_id(),
        organizer: call.person.clone(),
        system: format.system,
        color: format.color,
        terms: format.terms,
        server: context.server.map(str::to_owned),
        rounds_wanted: format.rounds,
        minutes: format.minutes,
        starts: None,
        ends: None,
        announced: false,
        stage: Stage::SignUp,
        opened: context.now,
        entrants: Vec::new(),
        rounds: Vec::new(),
    })
}

/// Shows the tournament: who has joined, or the current round and the standings.
fn show(call: &Call<'_>) -> Handled {
    let Some(tournament) = call.table.tournament() else {
        let next = call.table.schedule().ok_or_else(none_here)?;
        let mut draft = Draft::say(next.phrase(), Show::Nothing);
        draft.apart = true;
        return Ok(draft);
    };
    if tournament.is_open() {
        return Ok(sign_up::sign_up(tournament));
    }
    let mut draft = Draft::silent(Show::Nothing);
    draft.apart = true;
    let state = match tournament.stage {
        Stage::CalledOff => tournament.says("called-off"),
        Stage::Finished => tournament.says("finished"),
        Stage::SignUp | Stage::Running => tournament.title(),
    };
    draft.text.push(state);
    if tournament.rounds.is_empty() {
        return Ok(draft);
    }
    if tournament.is_simul() {
        draft.text.extend(tournament.round_lines());
        return Ok(draft);
    }
    if tournament.is_running() {
        draft.text.extend(tournament.round_lines());
        draft.text.push(Phrase::new("tournament-standings"));
    }
    draft.text.extend(tournament.lines());
    draft.visual = Some(tournament.picture(call.table));
    if tournament.takes_players() {
        draft.choices.push(sign_up::join_choice(tournament));
    }
    Ok(draft)
}

fn join(call: &Call<'_>) -> Handled {
    let (tournament, person) = (ongoing(call)?, call.person);
    let refused = |id: &str| Err(Phrase::new(id).into());
    if !tournament.takes_players() {
        return match tournament.is_arena() {
            true => Err(tournament.title().into()),
            false => refused("tournament-begun"),
        };
    }
    let before = tournament.number_of(person);
    let before = before.map(|number| &tournament.entrants[number]);
    if let Some(entrant) = before {
        if entrant.removed {
            return refused("tournament-kept-out");
        }
        if !entrant.withdrawn {
            return refused("tournament-already");
        }
    }
    if tournament.is_simul() && tournament.organizer == *person {
        return refused("simul-own");
    }
    let number = tournament.entrants.len();
    let most = tournament.most_entrants();
    if number >= most && before.is_none() {
        return Err(Phrase::new("tournament-full").with("most", most).into());
    }
    if tournament.is_running() {
        return Ok(rounds::join(call.table, tournament, person));
    }
    let ratings = match call.context.answer {
        Some(Answer::Standings(standings)) => &**standings,
        _ => &[],
    };
    let rating = ratings.iter().find(|standing| standing.person == *person);
    let joined = Event::TournamentJoined {
        by: person.clone(),
        rating: rating.map(|standing| standing.rating.rounded()),
    };
    let mut draft = Draft::say(joins(person, number + 1), Show::Nothing).event(joined);
    draft.apart = true;
    Ok(draft)
}

fn leave(call: &Call<'_>) -> Handled {
    let tournament = ongoing(call)?;
    must_have_further_games(tournament)?;
    let entrant = tournament.number_of(call.person);
    let entrant = entrant.map(|number| &tournament.entrants[number]);
    match entrant {
        None => Err(Phrase::new("tournament-not-in").into()),
        Some(entrant) if entrant.withdrawn => Err(Phrase::new("tournament-already-left").into()),
        Some(_) => Ok(withdraw(call.table, tournament, call.person, false)),
    }
}

/// Removes a player.
fn remove(call: &Call<'_>) -> Handled {
    let tournament = ongoing(call)?;
    must_organize(call, tournament)?;
    if tournament.is_simul() && tournament.is_running() {
        return Err(Phrase::new("tournament-begun").into());
    }
    let Some(name) = call.options.person(&PLAYER) else {
        return Err(call.spec.missing());
    };
    // Whoever sits out in an arena could come back.
    let playing = tournament
        .entrants
        .iter()
        .filter(|one| match tournament.is_arena() {
            true => !one.removed,
            false => !one.withdrawn,
        });
    match meant(name, playing.map(|one| &one.person))[..] {
        [person] => {
            let mut draft = withdraw(call.table, tournament, person, true);
            note(call, &mut draft, "tournament remove".to_owned());
            Ok(draft)
        }
        [] => Err(Phrase::new("tournament-no-player")
            .with("name", Arg::typed_name(name))
            .into()),
        _ => Err(Phrase::new("player-several")
            .with("name", Arg::typed_name(name))
            .with("command", Arg::command("tournament remove @friend"))
            .into()),
    }
}

/// Starts the tournament.
fn start(call: &Call<'_>) -> Handled {
    let tournament = ongoing(call)?;
    must_organize(call, tournament)?;
    if tournament.is_running() {
        // Where threads could not be opened, they are tried again.
        let boards = match call.context.answer {
            Some(Answer::BoardsWithoutGames(boards)) => &**boards,
            _ => &[],
        };
        let said = say_boards(call.table, boards);
        return said.ok_or_else(|| Phrase::new("tournament-begun").into());
    }
    let mut players = tournament.seeded();
    let least = tournament.least_entrants();
    if players.len() < least {
        return Err(Phrase::new("tournament-few")
            .with("least", least)
            .with("join", Arg::command("tournament join"))
            .into());
    }
    if tournament.is_simul() {
        if tournament.organizer.is_forgotten() {
            return Err(Phrase::new("simul-alone")
                .with("stop", Arg::command("tournament stop"))
                .into());
        }
        players.insert(0, tournament.organizer.clone());
    }
    Ok(begin(call.table, tournament, players, call.context.now))
}

/// Calls the tournament off, after a confirmation.
fn stop(call: &Call<'_>) -> Handled {
    let tournament = ongoing(call)?;
    must_organize(call, tournament)?;
    match call.options.word(&ANSWER_INTERNAL) {
        Some("yes") => {
            let mut draft = Draft::say(tournament.says("called-off"), Show::Nothing)
                .event(Event::TournamentCalledOff);
            draft.apart = true;
            note(call, &mut draft, "tournament stop".to_owned());
            Ok(draft)
        }
        Some(_) => Ok(Draft::say(Phrase::new("tournament-kept"), Show::Nothing)),
        None => {
            let yes = Phrase::new("choice-tournament-stop");
            let question = tournament.says("sure");
            let command = format!("tournament stop {}", tournament.number());
            let mut draft = ask_if_sure(call, question, yes, &command);
            draft.show = Show::Nothing;
            draft.choices[1].label = Phrase::new("choice-tournament-keep");
            draft.apart = true;
            Ok(draft)
        }
    }
}

/// Sets the result of a game of the current round.
fn set_result(call: &Call<'_>) -> Handled {
    let tournament = call.table.tournament().filter(|one| one.is_running());
    let tournament = tournament.ok_or_else(none_here)?;
    must_organize(call, tournament)?;
    let board = call.options.number(&BOARD).unwrap_or_default();
    let Some(meeting) = tournament.meeting(board) else {
        return Err(Phrase::new("tournament-no-board")
            .with("tournament", Arg::command("tournament"))
            .into());
    };
    let own = tournament.number_of(call.person);
    if own == Some(meeting.white) || own == Some(meeting.black) {
        return Err(Phrase::new("tournament-own-game").into());
    }
    let outcome = match call.options.word(&RESULT) {
        Some("white") => Outcome::WhiteWins,
        Some("black") => Outcome::BlackWins,
        Some("draw") => Outcome::Draw,
        _ => Outcome::NoPoints,
    };
    if meeting.outcome == Some(outcome) {
        return Err(Phrase::new("tournament-has-result").into());
    }
    let mut draft = set_outcome(call.table, tournament, board, outcome);
    let word = call.options.word(&RESULT).unwrap_or_default();
    note(call, &mut draft, format!("score {board} {word}"));
    Ok(draft)
}

/// Refuses to leave a simul that has begun: one resigns one's game.
fn must_have_further_games(tournament: &Tournament) -> Result<(), Refusal> {
    match tournament.is_simul() && tournament.is_running() {
        true => Err(Phrase::new("simul-one-game")
            .with("resign", Arg::command("resign"))
            .into()),
        false => Ok(()),
    }
}

/// Notes in the audit log what somebody did as organizer.
fn note(call: &Call<'_>, draft: &mut Draft, action: String) {
    draft.moderation.audit = Some(AuditNote::new(call.person, action));
}

/// The tournament that goes on here.
fn ongoing<'a>(call: &Call<'a>) -> Result<&'a Tournament, Refusal> {
    let tournament = call.table.tournament().filter(|one| one.goes_on());
    let tournament = tournament.ok_or_else(none_here)?;
    // A choice may be of an earlier one.
    let is_choice = call.context.version.is_some();
    match call.options.number(&ROUNDS) {
        Some(number) if is_choice && number != tournament.number() => Err(none_here()),
        _ => Ok(tournament),
    }
}

fn none_here() -> Refusal {
    Phrase::new("tournament-none")
        .with("open", Arg::command("tournament swiss 2d"))
        .into()
}

/// Refuses whoever neither opened the tournament nor looks after the place.
fn must_organize(call: &Call<'_>, tournament: &Tournament) -> Result<(), Refusal> {
    // If the organizer had their data deleted, any player may act as organizer.
    let is_orphan = tournament.organizer.is_forgotten();
    let mut players = tournament.entrants.iter().filter(|one| !one.withdrawn);
    let takes_care = is_orphan && players.any(|one| one.person == *call.person);
    let moderates = moderates(call.context);
    // Whoever scheduled it may have been a moderator then, and not now.
    if tournament.starts.is_some() {
        return moderates;
    }
    if tournament.organizer == *call.person || takes_care || moderates.is_ok() {
        return Ok(());
    }
    Err(Phrase::new("tournament-organizer")
        .with("by", Arg::Name(tournament.organizer.clone()))
        .into())
}
