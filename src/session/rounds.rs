//! The rounds of a tournament: pairing them, starting their games, recording the results.

use jiff::{SignedDuration, Timestamp};
use tournament::{Meeting, Outcome, Round, Standing, System};

use super::clock::later;
use super::context::Context;
use super::draft::{Draft, Show};
use super::event::Event;
use super::person::{Person, Seat};
use super::reply::{Arg, Phrase, Reply, Standings, StandingsLine, Visual, points, score};
use super::start::start;
use super::table::Table;
use super::tournament::{PairedGame, Stage, Tournament, TournamentGame, TournamentResult};
use crate::game::Color;

/// Lines of the standings in a message: as many as a chat shows without scrolling.
const MOST_LINES: usize = 10;

/// A tournament in the course of one draft: what happens to it, and what is said.
struct Progress<'a> {
    table: &'a Table,
    tournament: Tournament,
    draft: Draft,
}

impl Progress<'_> {
    fn of<'a>(table: &'a Table, tournament: &Tournament) -> Progress<'a> {
        let mut draft = Draft::silent(Show::Nothing);
        draft.apart = true;
        Progress {
            table,
            tournament: tournament.clone(),
            draft,
        }
    }

    fn event(&mut self, event: Event) {
        self.tournament.apply(&event);
        self.draft.events.push(event);
    }

    fn say(&mut self, phrase: Phrase) {
        self.draft.text.push(phrase);
    }

    /// Records how a game of the current round ended. A player who forfeits is withdrawn.
    fn record(&mut self, board: usize, outcome: Outcome) {
        let Some(meeting) = self.tournament.meeting(board).copied() else {
            return;
        };
        self.event(Event::MeetingEnded { board, outcome });
        let line = self.tournament.result(board, &meeting, outcome);
        self.say(line);
        let ended = Meeting {
            outcome: Some(outcome),
            ..meeting
        };
        let missing = missing(&ended).and_then(|one| self.tournament.entrants.get(one));
        if let Some(entrant) = missing {
            let player = entrant.person.clone();
            let told = match self.tournament.takes_players() && !entrant.removed {
                true => Phrase::new("arena-forfeit"),
                false => self.tournament.says("forfeit"),
            };
            self.say(told.with("player", Arg::Name(player.clone())));
            // A simul has no further games.
            if !self.tournament.is_simul() {
                self.event(Event::TournamentLeft {
                    by: player.id,
                    removed: false,
                });
            }
        }
    }

    /// Pairs the next round if the current one is over, and ends the tournament after the last.
    fn go_on(&mut self) {
        if self.tournament.is_arena() && self.tournament.is_running() {
            self.go_on_in_arena();
            return;
        }
        // A round may have no games, if players have left.
        while self.tournament.is_running() && self.tournament.round_is_over() {
            match self.tournament.next_round() {
                Some(round) => self.pair(&round),
                None => self.finish(),
            }
        }
    }

    /// Pairs those who are free, and ends the arena after its last game.
    fn go_on_in_arena(&mut self) {
        if self.tournament.takes_players() {
            self.pair_free();
        }
        if !self.tournament.takes_players() && self.tournament.round_is_over() {
            self.finish();
        }
    }

    fn pair_free(&mut self) {
        if self.tournament.rounds.is_empty() {
            let round = self.tournament.next_round();
            self.pair(&round.unwrap_or_default());
            return;
        }
        let games = self.tournament.next_games();
        if !games.is_empty() {
            let before = self.tournament.meetings().len();
            self.begin_games(before, &games);
            self.event(Event::GamesPaired { games });
        }
        if self.tournament.is_full() {
            self.close();
        }
    }

    /// Ends the pairing in an arena, and says so if games are still being played.
    fn close(&mut self) {
        self.event(Event::PairingEnded);
        if !self.tournament.round_is_over() {
            let title = self.tournament.title();
            self.say(title);
        }
    }

    /// Announces games; `before` is the number of earlier ones in the round.
    fn begin_games(&mut self, before: usize, games: &[Meeting]) {
        for (board, meeting) in (before + 1..).zip(games) {
            let boards = self.tournament.board(board, meeting);
            self.draft.further.extend(boards);
        }
    }

    fn pair(&mut self, round: &Round) {
        let is_first = self.tournament.rounds.is_empty();
        self.event(Event::RoundPaired {
            round: round.clone(),
        });
        let title = self.tournament.title();
        self.say(title);
        if !round.byes.is_empty() {
            let byes = round.byes.iter();
            let byes = byes.filter_map(|&bye| self.tournament.player(bye));
            let byes: Arg = byes.cloned().map(Arg::Name).collect();
            let id = match self.tournament.scores_byes() {
                true => "tournament-byes",
                false => "tournament-free",
            };
            self.say(Phrase::new(id).with("players", byes));
        }
        if !is_first || self.tournament.system == System::Knockout {
            self.draft.visual = Some(self.tournament.picture(self.table));
        }
        self.begin_games(0, &round.meetings);
    }

    fn finish(&mut self) {
        self.event(Event::TournamentFinished);
        if self.tournament.is_simul() {
            self.draft.text.extend(self.tournament.simul_result());
            return;
        }
        let standings = self.tournament.standings();
        if self.tournament.is_arena() && standings.iter().all(|one| one.points == 0) {
            self.say(Phrase::new("arena-over"));
            return;
        }
        let first = standings.first().map_or(0, |first| first.place);
        let winners = standings.iter().take_while(|one| one.place == first);
        let winners = winners.filter_map(|one| self.tournament.player(one.player));
        let winners: Vec<Arg> = winners.cloned().map(Arg::Mention).collect();
        let number = winners.len();
        self.say(
            Phrase::new("tournament-over")
                .with("number", number)
                .with("winners", Arg::List(winners)),
        );
        let lines = self.tournament.lines();
        self.draft.text.extend(lines);
        self.draft.visual = Some(self.tournament.picture(self.table));
    }
}

/// Starts a tournament with its players in the order of their seeds.
pub(super) fn begin(
    table: &Table,
    tournament: &Tournament,
    players: Vec<Person>,
    now: Timestamp,
) -> Draft {
    let mut progress = Progress::of(table, tournament);
    let rounds = tournament::rounds(tournament.system, players.len(), tournament.rounds_wanted);
    let lasts = |minutes: u8| SignedDuration::from_mins(minutes.into());
    progress.event(Event::TournamentStarted {
        players,
        rounds,
        ends: tournament.minutes.map(|minutes| later(now, lasts(minutes))),
    });
    progress.go_on();
    progress.draft
}

/// Records results that are not known yet, and pairs the next round once all are in. Nothing if all
/// were known.
pub(super) fn record(table: &Table, results: &[TournamentResult]) -> Option<Draft> {
    let mut progress = Progress::of(table, table.tournament()?);
    for TournamentResult { game, outcome } in results {
        if progress.tournament.awaits(game) {
            progress.record(game.board, *outcome);
        }
    }
    if progress.draft.events.is_empty() {
        return None;
    }
    progress.go_on();
    Some(progress.draft)
}

/// Sets or changes the result of a game of the current round.
pub(super) fn set_outcome(
    table: &Table,
    tournament: &Tournament,
    board: usize,
    outcome: Outcome,
) -> Draft {
    let mut progress = Progress::of(table, tournament);
    let before = tournament.meeting(board).copied();
    let absent = before.and_then(|before| missing(&before));
    // In an arena, people come back by themselves.
    let withdrawn = absent.filter(|_| !tournament.is_simul() && !tournament.is_arena());
    let withdrawn = withdrawn.and_then(|player| tournament.entrants.get(player));
    if let Some(entrant) = withdrawn.filter(|entrant| !entrant.removed) {
        // The forfeit was a mistake.
        let by = entrant.person.clone();
        progress.event(Event::TournamentJoined { by, rating: None });
    }
    progress.record(board, outcome);
    progress.go_on();
    progress.draft
}

/// Somebody joins an arena in progress, for the first time or again.
pub(super) fn join(table: &Table, tournament: &Tournament, person: &Person) -> Draft {
    let mut progress = Progress::of(table, tournament);
    let by = person.clone();
    progress.event(Event::TournamentJoined { by, rating: None });
    let number = progress.tournament.active();
    progress.say(joins(person, number));
    progress.go_on();
    progress.draft
}

/// “alice has joined; 3 players so far.”
pub(super) fn joins(person: &Person, number: usize) -> Phrase {
    Phrase::new("tournament-joins")
        .with("player", Arg::Name(person.clone()))
        .with("number", number)
}

/// The time of an arena is up.
pub(super) fn end_pairing(table: &Table) -> Option<Draft> {
    let mut progress = Progress::of(table, table.tournament()?);
    progress.close();
    progress.go_on();
    Some(progress.draft)
}

/// Who did not show up for a meeting.
fn missing(meeting: &Meeting) -> Option<usize> {
    match meeting.outcome? {
        Outcome::WhiteWinsByForfeit => Some(meeting.black),
        Outcome::BlackWinsByForfeit => Some(meeting.white),
        _ => None,
    }
}

/// A person plays no further games: by their own wish, or because somebody has removed them.
pub(super) fn withdraw(
    table: &Table,
    tournament: &Tournament,
    person: &Person,
    removed: bool,
) -> Draft {
    let mut progress = Progress::of(table, tournament);
    let told = match removed {
        true => "removed",
        false => "withdrawn",
    };
    progress.say(
        tournament
            .says(told)
            .with("player", Arg::Name(person.clone())),
    );
    progress.event(Event::TournamentLeft {
        by: person.id.clone(),
        removed,
    });
    progress.go_on();
    progress.draft
}

/// Repeats the announcements of some boards.
pub(super) fn say_boards(table: &Table, boards: &[usize]) -> Option<Draft> {
    let tournament = table.tournament().filter(|one| one.is_running())?;
    let boards = boards.iter().filter_map(|&board| {
        let meeting = tournament.meeting(board)?;
        let is_open = meeting.outcome.is_none();
        is_open.then(|| tournament.board(board, meeting)).flatten()
    });
    let mut draft = Draft::silent(Show::Nothing);
    draft.further = boards.collect();
    (!draft.further.is_empty()).then_some(draft)
}

/// Tells everybody that there is no thread for a game.
pub(super) fn not_begun(table: &Table, game: &TournamentGame) -> Option<Draft> {
    let tournament = table.tournament().filter(|one| one.awaits(game))?;
    let meeting = tournament.meeting(game.board)?;
    let mut draft = Draft::say(
        Phrase::new("tournament-not-begun")
            .with("board", game.board)
            .with("white", tournament.named(meeting.white))
            .with("black", tournament.named(meeting.black))
            .with("start", Arg::command("tournament start"))
            .with("score", Arg::command(format!("score {} draw", game.board))),
        Show::Nothing,
    );
    draft.apart = true;
    Some(draft)
}

/// Begins a game at a table of its own.
pub(super) fn begin_game(
    table: &Table,
    paired: &PairedGame,
    context: &Context<'_>,
) -> Option<Draft> {
    if table.running().is_some() {
        return None;
    }
    let there = Context {
        server: paired.server.as_deref(),
        ..*context
    };
    let [white, black] = [&paired.white, &paired.black].map(|one| Seat::Person(one.clone()));
    let mut draft = start(table, white, Color::White, black, paired.terms, &there);
    let told = match paired.system {
        System::Simul => "simul-game",
        System::Arena => "arena-game",
        System::Swiss | System::RoundRobin | System::Knockout => "tournament-game",
    };
    draft.text.insert(
        0,
        Phrase::new(told)
            .with("white", Arg::Mention(paired.white.clone()))
            .with("black", Arg::Mention(paired.black.clone()))
            .with("round", paired.game.round)
            .with("board", paired.game.board),
    );
    if paired.terms.rated {
        draft.text.push(Phrase::new("started-rated"));
    }
    Some(draft.event(Event::Paired {
        game: paired.game.clone(),
    }))
}

/// How far a tournament is: who has joined, or the games of the current round.
pub(super) fn state_lines(tournament: &Tournament) -> Vec<Phrase> {
    if tournament.is_open() {
        return tournament.sign_up_lines();
    }
    let mut lines = vec![tournament.title()];
    lines.extend(tournament.round_lines());
    lines
}

impl Tournament {
    /// A sentence about the tournament, which names what it is.
    pub(super) fn says(&self, what: &str) -> Phrase {
        Phrase::new(match self.is_simul() {
            true => format!("simul-{what}"),
            false => format!("tournament-{what}"),
        })
    }

    /// “Round 2 of 5”, or how far a simul or an arena is.
    pub(super) fn title(&self) -> Phrase {
        if self.is_simul() {
            return self.simul_score("score");
        }
        if self.is_arena() {
            return match self.pairing_ends() {
                Some(ends) => Phrase::new("arena-title").with("ends", Arg::Until(ends)),
                None => Phrase::new("arena-closing"),
            };
        }
        Phrase::new("tournament-round")
            .with("round", self.rounds.len())
            .with("rounds", self.total_rounds())
    }

    /// What whoever gives a simul has scored.
    fn simul_score(&self, id: &str) -> Phrase {
        let ended = self.meetings().iter();
        let ended: Vec<(u32, u32)> = ended
            .filter_map(|meeting| Some(half_points_of_first(meeting, meeting.outcome?)))
            .collect();
        self.says(id)
            .with("by", Arg::Name(self.organizer.clone()))
            .with(
                "points",
                points(2 * ended.iter().map(|(own, _)| own).sum::<u32>()),
            )
            .with("number", ended.len())
    }

    /// How a simul has ended, and who did not lose.
    fn simul_result(&self) -> Vec<Phrase> {
        let mut lines = vec![self.simul_score("over")];
        for (id, half_points) in [("simul-winners", 2), ("simul-draws", 1)] {
            let with = |meeting: &Meeting| {
                let (_, other) = half_points_of_first(meeting, meeting.outcome?);
                let guest = meeting.white.max(meeting.black);
                (other == half_points).then(|| self.named(guest))
            };
            let players: Vec<Arg> = self.meetings().iter().filter_map(with).collect();
            if !players.is_empty() {
                let by = Arg::Name(self.organizer.clone());
                let line = Phrase::new(id).with("by", by);
                lines.push(line.with("players", Arg::List(players)));
            }
        }
        lines
    }

    /// Whether somebody without an opponent gets a point: not where everybody has a free round.
    fn scores_byes(&self) -> bool {
        self.system != System::RoundRobin
    }

    /// The message at which a game begins, in a thread.
    fn board(&self, board: usize, meeting: &Meeting) -> Option<Reply> {
        let white = self.player(meeting.white)?.clone();
        let black = self.player(meeting.black)?.clone();
        let mut reply = Reply::say(
            Phrase::new("tournament-board")
                .with("board", board)
                .with("white", Arg::Mention(white.clone()))
                .with("black", Arg::Mention(black.clone())),
        );
        reply.apart = true;
        reply.begins = Some(Box::new(PairedGame {
            game: TournamentGame {
                tournament: self.id.clone(),
                round: self.rounds.len(),
                board,
            },
            white,
            black,
            system: self.system,
            terms: self.terms,
            server: self.server.clone(),
        }));
        Some(reply)
    }

    /// The result of a game as a line.
    fn result(&self, board: usize, meeting: &Meeting, outcome: Outcome) -> Phrase {
        let [white, black] = scores(outcome);
        Phrase::new("tournament-result")
            .with("board", board)
            .with("white", self.named(meeting.white))
            .with("black", self.named(meeting.black))
            .with("score", score(white, black))
    }

    fn named(&self, player: usize) -> Arg {
        match self.player(player) {
            Some(person) => Arg::Name(person.clone()),
            None => Arg::Number(0),
        }
    }

    /// The games of the current round as lines; in an arena those in progress.
    pub(super) fn round_lines(&self) -> Vec<Phrase> {
        let meetings = (1..).zip(self.meetings());
        meetings
            .filter(|(_, meeting)| !self.is_arena() || meeting.outcome.is_none())
            .map(|(board, meeting)| match meeting.outcome {
                Some(outcome) => self.result(board, meeting, outcome),
                None => Phrase::new("tournament-playing")
                    .with("board", board)
                    .with("white", self.named(meeting.white))
                    .with("black", self.named(meeting.black)),
            })
            .collect()
    }

    /// The best as lines.
    pub(super) fn lines(&self) -> Vec<Phrase> {
        let standings = self.standings();
        let lines = standings.iter().take(MOST_LINES);
        lines
            .filter_map(|one| Some(self.line(one)?.phrase()))
            .collect()
    }

    fn line(&self, standing: &Standing) -> Option<StandingsLine> {
        Some(StandingsLine {
            place: standing.place,
            person: self.player(standing.player)?.clone(),
            half_points: standing.points,
            tie_break: match self.system {
                System::Swiss => Some(standing.buchholz * 2),
                System::RoundRobin => Some(standing.sonneborn_berger),
                System::Knockout | System::Simul | System::Arena => None,
            },
        })
    }

    /// How far it is, below a picture.
    pub(super) fn caption(&self) -> Phrase {
        match (self.system, self.stage) {
            (System::Knockout, Stage::Finished) => Phrase::new("bracket-over"),
            (System::Knockout, _) => self.title(),
            (System::Arena, _) => {
                let ended = self.meetings().iter();
                let ended = ended.filter(|meeting| meeting.outcome.is_some());
                Phrase::new("arena-caption").with("number", ended.count())
            }
            _ => Phrase::new("tournament-caption")
                .with("round", self.rounds_over())
                .with("rounds", self.total_rounds()),
        }
    }

    /// The standings as a picture; of a knockout, the bracket.
    pub(super) fn picture(&self, table: &Table) -> Visual {
        if self.system == System::Knockout {
            return self.bracket(table);
        }
        let standings = self.standings();
        let lines = standings.iter().filter_map(|one| self.line(one));
        Visual::Standings(Standings {
            caption: self.caption(),
            lines: lines.collect(),
            settings: table.settings().clone(),
        })
    }
}

/// The scores of White and Black as chess players write them.
pub(super) const fn scores(outcome: Outcome) -> [&'static str; 2] {
    match outcome {
        Outcome::WhiteWins => ["1", "0"],
        Outcome::BlackWins => ["0", "1"],
        Outcome::Draw => ["½", "½"],
        Outcome::WhiteWinsByForfeit => ["+", "–"],
        Outcome::BlackWinsByForfeit => ["–", "+"],
        Outcome::NoPoints => ["0", "0"],
    }
}

/// Half points of the better seed and of the other player.
const fn half_points_of_first(meeting: &Meeting, outcome: Outcome) -> (u32, u32) {
    let (white, black) = outcome.half_points();
    match meeting.white < meeting.black {
        true => (white, black),
        false => (black, white),
    }
}
