//! Pictures in words: captions, names and alternative texts.

use fluent_templates::LanguageIdentifier;
use jiff::SignedDuration;

use super::{Words, identifier, someone};
use crate::game::{Action, Color, Played, PointSet, Stage};
use crate::session::{
    Arg, Board, Bracket, Curve, Leaderboard, LeaderboardLine, Namesakes, Person, Phrase,
    RatingCurve, Replay, Seat, Standings, StandingsLine, result_phrase, short_span,
};

/// Most characters of an alternative text (Discord's limit for an attachment's description is
/// 1,024).
const LONGEST_ALT: usize = 1000;

/// Most chances that the alternative text of a chart lists: nobody listens to more.
const CHANCES_TOLD: usize = 12;

impl Words {
    /// The caption of the picture.
    #[must_use]
    pub fn caption(&self, board: &Board, language: Option<&str>) -> String {
        self.sentence_among(&board.caption, &board.seats, language)
    }

    /// A sentence on a picture that shows two players.
    #[must_use]
    pub fn sentence_among(
        &self,
        phrase: &Phrase,
        seats: &[Seat; 2],
        language: Option<&str>,
    ) -> String {
        let namesakes = self.namesakes([phrase], seats);
        self.plain(phrase, &identifier(language), &namesakes)
    }

    /// The names of white and black for the picture.
    #[must_use]
    pub fn names(&self, board: &Board, language: Option<&str>) -> [String; 2] {
        self.seats(&board.seats, language)
    }

    /// The names of two players for a picture.
    #[must_use]
    pub fn seats(&self, seats: &[Seat; 2], language: Option<&str>) -> [String; 2] {
        let namesakes = self.namesakes([], seats);
        seats.each_ref().map(|seat| match seat {
            Seat::Person(person) if person.is_forgotten() => someone(&identifier(language), false),
            Seat::Person(person) => namesakes.tell(person).shown_name(),
            Seat::Program(name) => name.clone(),
            Seat::Crowd(_) => self.plain(&Phrase::new("crowd"), &identifier(language), &namesakes),
            Seat::Bot(level) => {
                let phrase = Phrase::new("bot-on-plate")
                    .with("bot", Arg::Bot)
                    .with("level", level.number());
                self.plain(&phrase, &identifier(language), &namesakes)
            }
        })
    }

    /// The names of people who stand side by side in a picture.
    #[must_use]
    pub fn people<'a>(&self, people: impl Iterator<Item = &'a Person> + Clone) -> Vec<String> {
        let namesakes = Namesakes::among(&self.bot, people.clone());
        people.map(|one| namesakes.tell(one).shown_name()).collect()
    }

    /// What white and black are called in place of a name, with a capital letter.
    #[must_use]
    pub fn colors(&self, language: Option<&str>) -> [String; 2] {
        let namesakes = Namesakes::default();
        ["white", "black"].map(|color| {
            let word = self.plain(&Phrase::new(color), &identifier(language), &namesakes);
            let mut chars = word.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            first.chain(chars).collect()
        })
    }

    /// The alternative text of a board's picture: the caption, the last turn and the position. At
    /// most 1,000 characters.
    #[must_use]
    pub fn alt_text(&self, board: &Board, language: Option<&str>) -> String {
        let phrases = Self::board_phrases(board);
        let namesakes = self.namesakes(&phrases, &board.seats);
        self.joined(&phrases, &identifier(language), &namesakes)
    }

    /// What the alternative text of a board says.
    fn board_phrases(board: &Board) -> Vec<Phrase> {
        let position = &board.position;
        // A result is a sentence; other captions are not.
        let mut phrases = vec![match board.caption.tells_the_end() {
            true => board.caption.clone(),
            false => Phrase::new("alt-caption").with("caption", board.caption.clone()),
        }];
        phrases.extend(numbers(board));
        if !board.last.is_empty() {
            let last: Arg = board.last.iter().map(told).collect();
            phrases.push(Phrase::new("alt-last").with("last", last));
        }
        for color in Color::ALL {
            phrases.push(
                Phrase::new(format!("alt-{color}"))
                    .with("player", Arg::seat(&board.seats[color.index()]))
                    .with("rings", points(position.rings(color)))
                    .with("markers", points(position.markers(color)))
                    .with("removed", position.removed(color))
                    .with("goal", position.variant().goal()),
            );
        }
        if let Some(clocks) = board.clocks {
            let [white, black] = clocks.map(|left| short_span(SignedDuration::from_secs(left)));
            phrases.push(
                Phrase::new("alt-clocks")
                    .with("white", white)
                    .with("black", black),
            );
        }
        phrases.push(Phrase::new("alt-pool").with("pool", position.pool()));
        if position.stage() == Stage::Row {
            let rows: Arg = (1..)
                .zip(position.rows(position.actor()))
                .map(|(number, row)| format!("{number}: {row}"))
                .collect();
            phrases.push(Phrase::new("alt-rows").with("rows", rows));
        }
        if let Some(from) = board.targets {
            phrases.push(
                Phrase::new("alt-targets")
                    .with("from", from)
                    .with("targets", points(position.targets(from))),
            );
        }
        if !board.nudge.is_empty() {
            phrases.push(Phrase::new("alt-nudge").with("points", points(board.nudge)));
        }
        if !board.glowing.is_empty() {
            let rows: Arg = board.glowing.iter().copied().collect();
            phrases.push(Phrase::new("alt-nudge").with("points", rows));
        }
        if !board.hints.is_empty() {
            let hints: Arg = board.hints.iter().map(ToString::to_string).collect();
            phrases.push(Phrase::new("alt-hints").with("hints", hints));
        }
        phrases
    }

    /// The alternative text of a replay: which turns it shows, and the board at its end. At most 1,000
    /// characters.
    #[must_use]
    pub fn replay_alt_text(&self, replay: &Replay, language: Option<&str>) -> String {
        let game = &replay.game;
        let (start, turns) = game.shown();
        let played = turns.iter().flat_map(|turn| &turn.played);
        let position = played.fold(start, |position, played| {
            position.play_unchecked(played.action)
        });
        let bare = Board::bare(position, ["", ""]);
        let board = Board {
            seats: game.seats.clone(),
            caption: match &game.end {
                Some(end) => end.clone(),
                None => Phrase::new(format!("caption-{}", position.asked()))
                    .with("player", Arg::seat(&game.seats[position.actor().index()])),
            },
            ..bare
        };
        let mut phrases = vec![game.described()];
        phrases.extend(Self::board_phrases(&board));
        let namesakes = self.namesakes(&phrases, &board.seats);
        self.joined(&phrases, &identifier(language), &namesakes)
    }

    /// The alternative text of a chart of ratings. At most 1,000 characters.
    #[must_use]
    pub fn ratings_alt_text(&self, curve: &RatingCurve, language: Option<&str>) -> String {
        let ratings = || curve.ratings.iter().map(|(rating, _)| *rating);
        let number = |rating: Option<i32>| Arg::Number(i64::from(rating.unwrap_or_default()));
        let phrases = [Phrase::new("alt-ratings")
            .with("player", Arg::Name(curve.person.clone()))
            .with("caption", curve.caption.clone())
            .with("games", curve.ratings.len().saturating_sub(1))
            .with("first", number(ratings().next()))
            .with("last", number(ratings().next_back()))
            .with("lowest", number(ratings().min()))
            .with("highest", number(ratings().max()))];
        let namesakes = self.namesakes(&phrases, &[]);
        self.joined(&phrases, &identifier(language), &namesakes)
    }

    /// The alternative text of a table of ratings. At most 1,000 characters.
    #[must_use]
    pub fn leaderboard_alt_text(&self, board: &Leaderboard, language: Option<&str>) -> String {
        let lines = board.lines.iter().map(LeaderboardLine::phrase);
        self.lines_alt_text("alt-leaderboard", &board.caption, lines, language)
    }

    /// The alternative text of a tournament's standings. At most 1,000 characters.
    #[must_use]
    pub fn standings_alt_text(&self, standings: &Standings, language: Option<&str>) -> String {
        let lines = standings.lines.iter().map(StandingsLine::phrase);
        self.lines_alt_text("alt-leaderboard", &standings.caption, lines, language)
    }

    /// The alternative text of a bracket. At most 1,000 characters.
    #[must_use]
    pub fn bracket_alt_text(&self, bracket: &Bracket, language: Option<&str>) -> String {
        self.lines_alt_text("alt-bracket", &bracket.caption, bracket.phrases(), language)
    }

    /// The alternative text of a picture with a line for each entry. `title` is the name of the
    /// message that says what it is.
    fn lines_alt_text(
        &self,
        title: &str,
        caption: &Phrase,
        lines: impl IntoIterator<Item = Phrase>,
        language: Option<&str>,
    ) -> String {
        let title = Phrase::new(title).with("caption", caption.clone());
        let lines = lines
            .into_iter()
            .map(|line| Phrase::new("alt-leaderboard-line").with("line", line));
        let phrases: Vec<Phrase> = std::iter::once(title).chain(lines).collect();
        let namesakes = self.namesakes(&phrases, &[]);
        self.joined(&phrases, &identifier(language), &namesakes)
    }

    /// The alternative text of a chart. At most 1,000 characters.
    #[must_use]
    pub fn curve_alt_text(&self, curve: &Curve, language: Option<&str>) -> String {
        let [white, black] = &curve.seats;
        let mut phrases = vec![
            Phrase::new("alt-curve")
                .with("white", Arg::seat(white))
                .with("black", Arg::seat(black))
                .with("caption", curve.caption.clone())
                .with("result", result_phrase(Some(curve.result))),
        ];
        // The last chance is always listed.
        let last = curve.chances.len().saturating_sub(1);
        let step = curve.chances.len().div_ceil(CHANCES_TOLD).max(1);
        let chances: Arg = curve
            .chances
            .iter()
            .enumerate()
            .filter(|(turns, _)| turns % step == 0 || *turns == last)
            .map(|(turns, &chance)| {
                Phrase::new("alt-curve-chance")
                    .with("turn", (curve.first_turn + turns).saturating_sub(1))
                    .with("percent", (usize::from(chance) + 5) / 10)
            })
            .collect();
        phrases.push(Phrase::new("alt-curve-chances").with("chances", chances));
        if !curve.turning_points.is_empty() {
            let turns: Arg = curve.turning_points.iter().copied().collect();
            phrases.push(Phrase::new("alt-curve-points").with("turns", turns));
        }
        for color in Color::ALL {
            let turns = curve.rings.iter().filter(|(_, by)| *by == color);
            let turns: Vec<usize> = turns.map(|(turn, _)| *turn).collect();
            if !turns.is_empty() {
                phrases.push(
                    Phrase::new("alt-curve-rings")
                        .with("color", color)
                        .with("turns", turns.into_iter().collect::<Arg>()),
                );
            }
        }
        let namesakes = self.namesakes(&phrases, &curve.seats);
        self.joined(&phrases, &identifier(language), &namesakes)
    }

    /// The sentences in a row, cut at the limit.
    fn joined(
        &self,
        phrases: &[Phrase],
        language: &LanguageIdentifier,
        namesakes: &Namesakes,
    ) -> String {
        let sentences: Vec<String> = phrases
            .iter()
            .map(|phrase| self.plain(phrase, language, namesakes))
            .collect();
        let text = sentences.join(" ");
        if text.chars().count() <= LONGEST_ALT {
            return text;
        }
        let mut short: String = text.chars().take(LONGEST_ALT - 1).collect();
        short.push('…');
        short
    }
}

/// What the numbers on the picture mean, if there are any.
fn numbers(board: &Board) -> Option<Phrase> {
    if !board.numbers.is_empty() {
        let numbers = (1..).zip(&board.numbers);
        let numbers: Arg = numbers
            .map(|(number, point): (usize, _)| format!("{number}: {point}"))
            .collect();
        return Some(Phrase::new("alt-numbers").with("numbers", numbers));
    }
    let empty = board.position.empty();
    let areas = (1..).zip(&board.areas).map(|(number, area): (usize, _)| {
        let points = area.into_iter().filter(|point| empty.contains(*point));
        let points: Vec<String> = points.map(|point| point.to_string()).collect();
        format!("{number}: {}", points.join(", "))
    });
    let areas: Vec<String> = areas.collect();
    (!areas.is_empty()).then(|| Phrase::new("alt-areas").with("areas", areas.join("; ")))
}

/// A list of points, or a word for none.
fn points(set: PointSet) -> Arg {
    if set.is_empty() {
        return Phrase::new("alt-none").into();
    }
    set.into_iter().collect()
}

fn told(played: &Played) -> Phrase {
    match played.action {
        Action::Place(point) => Phrase::new("alt-place").with("point", point),
        Action::Move { from, to } => Phrase::new("alt-move")
            .with("from", from)
            .with("to", to)
            .with("turned", played.turned.len())
            .with("markers", points(played.turned)),
        Action::Row(row) => Phrase::new("alt-row").with("row", row),
        Action::Ring(point) => Phrase::new("alt-ring").with("point", point),
        Action::Pass => Phrase::new("alt-pass"),
    }
    .with("color", played.by)
}
