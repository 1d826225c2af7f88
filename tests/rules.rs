//! The rulebook's figures, and rules that are easy to get wrong, with a position for each.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

use ringleader::game::{Action, Color, GameResult, IllegalAction, Point, Position, Stage};
use rstest::rstest;

/// The board of a one-line text, from its pieces: `R`, `r`, `M` or `m`, each with its points.
fn board_text(pieces: &[(char, &str)]) -> String {
    let mut board = String::new();
    let mut column = 0;
    for point in Point::ALL {
        if point.column() != column {
            column = point.column();
            board.push('/');
        }
        let name = point.lower().to_string();
        let piece = pieces
            .iter()
            .find(|(_, points)| points.split(' ').any(|other| other == name));
        board.push(piece.map_or('1', |&(piece, _)| piece));
    }
    // A run of empty points is one number.
    for run in (2..=10).rev() {
        board = board.replace(&"1".repeat(run), &run.to_string());
    }
    board
}

/// A position from its pieces, and the part of the one-line text behind the board.
fn position(pieces: &[(char, &str)], rest: &str) -> Position {
    let text = format!("{} {rest}", board_text(pieces));
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn act(text: &str) -> Action {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Plays actions one after the other.
fn play(position: Position, actions: &str) -> Position {
    actions.split(' ').fold(position, |position, text| {
        position
            .play(act(text))
            .unwrap_or_else(|error| panic!("{text} in {position}: {error}"))
    })
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

/// The points of a set, in lower case.
fn names(points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|p| p.lower().to_string()).collect();
    names.join(" ")
}

fn legal(position: &Position) -> String {
    let names: Vec<String> = position
        .legal_actions()
        .iter()
        .map(ToString::to_string)
        .collect();
    names.join(" ")
}

/// Black's ring on E4, with something in each of its six directions: markers up to E9; an empty
/// point and then markers towards K10; a ring on G4; a marker before E2; a ring on C2; one on A4.
fn figure() -> Position {
    position(
        &[
            ('r', "e4 b7 j5 k7 k8"),
            ('R', "c2 a4 g4 a5 f10"),
            ('M', "e5 e7 e9 g6 i8 e3"),
            ('m', "e6 e8 h7"),
        ],
        "b b move 0-0 normal",
    )
}

#[test]
fn a_ring_slides_and_jumps() {
    let figure = figure();
    assert_eq!(
        names(figure.targets(point("e4"))),
        "b4 c4 d3 d4 e2 e10 f4 f5 j9"
    );
}

#[rstest]
#[case("e4-k10", "after jumping markers the ring must stop at J9")]
#[case("e4-e1", "after jumping markers the ring must stop at E2")]
#[case("e4-a4", "the ring on A4 is in the way")]
#[case("e4-c2", "the ring on C2 is in the way")]
#[case("e4-b1", "the ring on C2 is in the way")]
#[case("e4-g4", "the ring on G4 is in the way")]
#[case("e4-h4", "the ring on G4 is in the way")]
#[case("e4-e6", "a marker stands on E6")]
#[case("e4-g6", "a marker stands on G6")]
#[case("e4-f6", "no line joins E4 and F6")]
#[case("e4-e4", "the ring stands on E4 already")]
#[case("c2-c1", "the ring on C2 is white's")]
#[case("d3-d4", "no ring stands on D3")]
#[case("f6", "a ring has to be moved")]
#[case("xe5-e9", "a ring has to be moved")]
#[case("pass", "a ring can move, so passing is not allowed")]
fn a_move_is_refused_with_its_reason(#[case] action: &str, #[case] reason: &str) {
    let error = figure().play(act(action)).expect_err("it is not legal");
    assert_eq!(error.to_string(), reason);
}

#[test]
fn jumped_markers_turn() {
    let before = figure();
    let after = play(before, "e4-e10");
    assert_eq!(
        names(before.turned_by(point("e4"), point("e10"))),
        "e5 e6 e7 e8 e9"
    );
    assert_eq!(names(after.markers(Color::White)), "e3 e6 e8 g6 i8");
    assert_eq!(names(after.markers(Color::Black)), "e4 e5 e7 e9 h7");
    assert!(after.rings(Color::Black).contains(point("e10")));
    assert_eq!((after.actor(), after.stage()), (Color::White, Stage::Move));
    assert_eq!(after.pool(), before.pool() - 1);
}

const RINGS: [(char, &str); 2] = [('R', "a2 a3 a4 a5 b1"), ('r', "k7 k8 k9 k10 j11")];

fn with_rings(markers: &[(char, &str)], rest: &str) -> Position {
    let pieces: Vec<(char, &str)> = RINGS.iter().chain(markers).copied().collect();
    position(&pieces, rest)
}

#[test]
fn of_two_crossing_rows_only_one_counts() {
    let position = with_rings(&[('M', "e3 e4 e5 e6 e7 c5 d5 f5 g5")], "w w row 0-0 normal");
    assert_eq!(legal(&position), "xc5-g5 xe3-e7");
    let after = play(position, "xc5-g5 xa2");
    assert_eq!((after.actor(), after.stage()), (Color::Black, Stage::Move));
    assert_eq!(names(after.markers(Color::White)), "e3 e4 e6 e7");
    let after = play(position, "xe3-e7 xa2");
    assert_eq!(names(after.markers(Color::White)), "c5 d5 f5 g5");
    assert_eq!((after.actor(), after.stage()), (Color::Black, Stage::Move));
}

#[test]
fn of_two_rows_apart_both_count() {
    let markers = [('M', "e3 e4 e5 e6 e7 g3 g4 g5 g6 g7")];
    let position = with_rings(&markers, "w w row 0-0 normal");
    let between = play(position, "xe3-e7 xa2");
    assert_eq!(
        (between.actor(), between.stage()),
        (Color::White, Stage::Row)
    );
    let after = play(between, "xg3-g7 xa3");
    assert_eq!((after.actor(), after.stage()), (Color::Black, Stage::Move));
    assert_eq!(after.removed(Color::White), 2);
}

#[rstest]
#[case("e3 e4 e5 e6 e7", "xe3-e7")]
#[case("e3 e4 e5 e6 e7 e8", "xe3-e7 xe4-e8")]
#[case("e3 e4 e5 e6 e7 e8 e9", "xe3-e7 xe4-e8 xe5-e9")]
#[case("d4 e5 f6 g7 h8 i9", "xd4-h8 xe5-i9")]
fn a_long_run_gives_a_choice(#[case] run: &str, #[case] choices: &str) {
    let position = with_rings(&[('M', run)], "w w row 0-0 normal");
    assert_eq!(legal(&position), choices);
    let refused = position.check(act("xe1-e5")).expect_err("it is not there");
    assert_eq!(refused.to_string(), "no row of five stands on E1–E5");
}

#[test]
fn a_ring_in_a_line_breaks_the_row() {
    let pieces = [
        ('R', "a2 a3 a4 a5 e5"),
        ('r', "k7 k8 k9 k10 j11"),
        ('M', "e3 e4 e6 e7 e8"),
    ];
    let position = position(&pieces, "w w move 0-0 normal");
    assert_eq!(position.rows(Color::White).count(), 0);
    // Nor does the marker in that ring make one before the ring has moved.
    let after = play(position, "e5-d5");
    assert_eq!((after.actor(), after.stage()), (Color::White, Stage::Row));
    assert_eq!(legal(&after), "xe3-e7 xe4-e8");
}

#[test]
fn a_row_made_for_the_opponent_is_theirs_to_remove_before_their_move() {
    let pieces = [
        ('R', "e4 a2 a3 a4 a5"),
        ('r', "k7 k8 k9 k10 j11"),
        ('m', "c5 d5 f5 g5"),
        ('M', "e5"),
    ];
    let made = play(position(&pieces, "w w move 0-0 normal"), "e4-e6");
    assert_eq!(made.stage(), Stage::Row);
    assert_eq!((made.actor(), made.mover()), (Color::Black, Color::White));
    assert_eq!(legal(&made), "xc5-g5");
    let paying = play(made, "xc5-g5");
    assert_eq!(
        (paying.actor(), paying.stage()),
        (Color::Black, Stage::Ring)
    );
    assert_eq!(legal(&paying), "xj11 xk7 xk8 xk9 xk10");
    let paid = play(paying, "xk8");
    assert_eq!((paid.actor(), paid.mover()), (Color::Black, Color::Black));
    assert_eq!(paid.stage(), Stage::Move);
    assert_eq!(paid.removed(Color::Black), 1);
}

/// White's move E4–E7 makes a row for each side: E5 turns black and completes C5–G5, E6 turns
/// white and completes C6–G6.
fn both_rows(rest: &str, white: &'static str, black: &'static str) -> Position {
    let pieces = [
        ('R', white),
        ('r', black),
        ('m', "c5 d5 f5 g5 e6"),
        ('M', "c6 d6 f6 g6 e5"),
    ];
    position(&pieces, rest)
}

#[test]
fn with_both_third_rows_made_the_mover_wins() {
    let before = both_rows("w w move 2-2 normal", "e4 a2 a3", "k7 k8 k9");
    let made = play(before, "e4-e7");
    assert_eq!((made.actor(), made.stage()), (Color::White, Stage::Row));
    assert_eq!(made.rows(Color::Black).count(), 1);
    let over = play(made, "xc6-g6 xa2");
    assert_eq!(over.result(), Some(GameResult::White));
    assert_eq!(over.rows(Color::Black).count(), 1);
    assert_eq!(legal(&over), "");
    assert_eq!(over.check(act("xc5-g5")), Err(IllegalAction::Over));
}

#[test]
fn the_movers_row_goes_first_and_then_the_opponents() {
    let before = both_rows("w w move 0-0 normal", "e4 a2 a3 a4 a5", "k7 k8 k9 k10 j11");
    let after = play(before, "e4-e7 xc6-g6 xa2");
    assert_eq!((after.actor(), after.stage()), (Color::Black, Stage::Row));
    let after = play(after, "xc5-g5 xk7");
    assert_eq!((after.actor(), after.stage()), (Color::Black, Stage::Move));
    assert_eq!(after.pool(), 51 - 1);
}

#[test]
fn blitz_ends_with_the_first_ring() {
    let before = both_rows("w w move 0-0 blitz", "e4 a2 a3 a4 a5", "k7 k8 k9 k10 j11");
    let over = play(before, "e4-e7 xc6-g6 xa2");
    assert_eq!(over.result(), Some(GameResult::White));
    assert_eq!(over.removed(Color::Black), 0);
}

/// A board with 50 markers, without a run of three of a colour except four white markers G8 to J8.
fn one_marker_left(removed: &str, white: &'static str, black: &'static str) -> Position {
    let pieces = [('R', white), ('r', black)];
    let mut pieces: Vec<(char, &str)> = pieces.to_vec();
    // Numbered lines: colours in pairs, shifted by two from line to line.
    pieces.extend([
        (
            'M',
            "b2 c2 f2 a3 d3 e3 h3 b4 c4 f4 g4 a5 d5 e5 h5 i5 b6 c6 f6 g6 j6 g8 h8 i8 j8",
        ),
        (
            'm',
            "d2 e2 g2 b3 c3 f3 g3 a4 d4 e4 h4 i4 b5 c5 f5 g5 j5 d6 e6 h6 i6 b7 d7 e7 h7",
        ),
    ]);
    position(&pieces, &format!("w w move {removed} normal"))
}

#[rstest]
#[case("0-0", "c8 d8 e9 f9 f10", "h10 h11 i10 j10 k10", GameResult::Draw)]
#[case("1-0", "c8 d8 e9 f10", "h10 h11 i10 j10 k10", GameResult::White)]
#[case("1-2", "c8 d8 e9 f10", "h10 h11 i10", GameResult::Black)]
fn the_last_marker_ends_the_game(
    #[case] removed: &str,
    #[case] white: &'static str,
    #[case] black: &'static str,
    #[case] result: GameResult,
) {
    let before = one_marker_left(removed, white, black);
    assert_eq!(before.pool(), 1);
    let over = play(before, "c8-d9");
    assert_eq!((over.pool(), over.stage()), (0, Stage::Over));
    assert_eq!(over.result(), Some(result));
    assert_eq!(legal(&over), "");
}

#[test]
fn rows_of_the_last_marker_are_removed_before_the_pool_is_counted() {
    let before = one_marker_left("1-2", "k8 d8 e9 f10", "h10 h11 i10");
    let row = play(before, "k8-k9");
    assert_eq!((row.pool(), row.stage()), (0, Stage::Row));
    let after = play(row, "xg8-k8 xd8");
    assert_eq!((after.actor(), after.stage()), (Color::Black, Stage::Move));
    assert_eq!(after.pool(), 5);
    assert_eq!(after.result(), None);
}

#[test]
fn whoever_cannot_move_passes() {
    let text = "MmMR/2rmRRM/m3Mmm1/1Mm1rMrM1/2mmMmMMm1/4M1m1m/2M1MMMmmm/MrrM1M1M1/MMm3Mm/\
                mMm1M2/1MmM w w move 2-0 normal";
    let stuck: Position = text.parse().unwrap();
    assert!(!stuck.can_move(Color::White) && stuck.can_move(Color::Black));
    assert_eq!(legal(&stuck), "pass");
    assert_eq!(stuck.check(act("a5-b6")), Err(IllegalAction::MustPass));
    let after = play(stuck, "pass");
    assert_eq!((after.actor(), after.mover()), (Color::Black, Color::Black));
    assert_eq!((after.stage(), after.pool()), (Stage::Move, stuck.pool()));
}

#[rstest]
#[case(
    "RmMr/1Mm1mM1/1M1MM1M1/1m2m2m1/1m2MM2M1/m2m1m2m/RmmmmMmMMr/M1M3m1M/mM4MM/RMmMMMr/4 w w move 2-2 normal",
    GameResult::Draw
)]
#[case(
    "RmMr/1Mm1mM1/1M1MM1M1/1m2m2m1/1m2MM2M1/m2m1m2m/RmmmmMmMMr/M1M3m1M/mM4MM/RMmMMMr/4 b b move 2-2 normal",
    GameResult::Draw
)]
#[case(
    "mMM1/1mMm3/1MmM4/MmmM5/MmMm6/rRMMMMmmm/rRrmmMMmMm/RrMmMMmMM/mMm5/Mmm4/Mm2 w w move 2-1 normal",
    GameResult::White
)]
#[case(
    "Mmm1/1Mmm3/1mMm4/mMMm5/mMmM6/RrmmmmMMM/RrRMMmmMmM/rRmMmmMmm/MmM5/mMM4/mM2 w w move 1-2 normal",
    GameResult::Black
)]
fn two_passes_end_the_game(#[case] stuck: Position, #[case] result: GameResult) {
    assert!(!stuck.can_move(Color::White) && !stuck.can_move(Color::Black));
    let once = play(stuck, "pass");
    assert_eq!(once.actor(), !stuck.actor());
    assert_eq!((once.stage(), once.result()), (Stage::Move, None));
    assert_eq!(once.to_string().parse(), Ok(once));
    let over = play(once, "pass");
    assert_eq!(over.result(), Some(result));
}

/// Unreachable positions, each close to a reachable one.
#[rstest]
// Black removed the third ring, but white is said to have decided last.
#[case("w w over 1-3 normal", "the winner decided last, by removing a ring")]
#[case("b w over 1-3 normal", "")]
#[case("b b over 1-3 normal", "")]
#[case("w w over 1-1 normal", "a player has too few rings for this stage")]
fn a_won_game_was_ended_by_its_winner(#[case] rest: &str, #[case] reason: &str) {
    let board = "4/7/8/9/1RRRR5/1M7/10/9/1rr5/7/4";
    let read: Result<Position, _> = format!("{board} {rest}").parse();
    let said = read.map_or_else(|error| error.to_string(), |_| String::new());
    assert_eq!(said, reason);
}

#[rstest]
#[case("b w over 2-2 normal", "")]
#[case("w b over 2-2 normal", "")]
#[case("w w over 2-2 normal", "after two passes, actor and mover differ")]
fn a_stuck_game_was_ended_by_the_second_pass(#[case] rest: &str, #[case] reason: &str) {
    let board = "RmMr/1Mm1mM1/1M1MM1M1/1m2m2m1/1m2MM2M1/m2m1m2m/RmmmmMmMMr/M1M3m1M/mM4MM/RMmMMMr/4";
    let read: Result<Position, _> = format!("{board} {rest}").parse();
    let said = read.map_or_else(|error| error.to_string(), |_| String::new());
    assert_eq!(said, reason);
}

#[test]
fn the_last_marker_was_put_down_by_the_mover() {
    let before = one_marker_left("0-0", "c8 d8 e9 f9 f10", "h10 h11 i10 j10 k10");
    let over = play(before, "c8-d9").to_string();
    let other = over.replace(" w w over", " b w over");
    assert_ne!(over, other);
    assert_eq!(
        other.parse::<Position>().map_err(|error| error.to_string()),
        Err("the pool is empty, so actor and mover are the same".to_owned())
    );
}

#[test]
fn a_ring_is_removed_only_after_a_row() {
    let after = |rest: &str| {
        // One of any three points in a line is occupied, so that no five in a line are empty.
        let (mut markers, mut rings) = (Vec::new(), [const { Vec::new() }; 2]);
        for point in Point::ALL {
            let name = point.lower().to_string();
            match (point.column() + point.number()) % 3 {
                0 if rings[0].len() < 5 => rings[0].push(name),
                0 if rings[1].len() < 5 => rings[1].push(name),
                0 => markers.push(name),
                _ => {}
            }
        }
        let pieces = [
            ('R', rings[0].join(" ")),
            ('r', rings[1].join(" ")),
            ('m', markers.join(" ")),
        ];
        board_text(&pieces.each_ref().map(|(piece, points)| (*piece, &**points))) + rest
    };
    let read = |rest: &str| after(rest).parse::<Position>();
    assert!(read(" w w move 0-0 normal").is_ok());
    assert_eq!(
        read(" w w ring 0-0 normal").map_err(|error| error.to_string()),
        Err("a row was just removed, so five points in line must be empty".to_owned())
    );
}
