//! The rules compared with a slow reference, over thousands of random games. Also checks that all
//! text forms read back equal.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests panic as tests do; clippy exempts only functions marked as tests"
)]

mod play;
mod reference;

use std::collections::BTreeMap;

use proptest::prelude::RngExt;
use reference::{Act, Game, Piece, Side, Waiting};
use ringleader::game::{
    Action, Color, GameRecord, GameResult, MARKERS, Position, RINGS, Stage, Termination, Turn,
    Variant,
};
use ringleader::tools::perft::cases;

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

fn waiting(stage: Stage) -> Waiting {
    match stage {
        Stage::Place => Waiting::PlaceRing,
        Stage::Move => Waiting::MoveRing,
        Stage::Row => Waiting::TakeRow,
        Stage::Ring => Waiting::TakeRing,
        Stage::Over => Waiting::Nothing,
    }
}

/// The piece on a point, in the reference's terms.
fn piece(position: &Position, (letter, number): reference::Spot) -> Option<Piece> {
    let point = format!("{letter}{number}").parse().unwrap();
    position.piece(point).map(|piece| match piece {
        'R' => Piece::Ring(Side::White),
        'r' => Piece::Ring(Side::Black),
        'M' => Piece::Marker(Side::White),
        'm' => Piece::Marker(Side::Black),
        other => panic!("{other}"),
    })
}

/// The reference at a position.
fn reference_at(position: &Position) -> Game {
    let mut game = Game::new(i32::from(position.variant().goal()));
    for spot in Game::spots() {
        if let Some(piece) = piece(position, spot) {
            game.pieces.insert(spot, piece);
        }
    }
    game.waiting = waiting(position.stage());
    game.decides = side(position.actor());
    game.turn = side(position.mover());
    game.pool = i32::from(position.pool());
    game.white_taken = i32::from(position.removed(Color::White));
    game.black_taken = i32::from(position.removed(Color::Black));
    game.passed_before = position.stage() == Stage::Move && position.actor() != position.mover();
    game
}

/// Checks a position against the reference and for consistency. Returns the reference's actions by
/// their notation.
fn check_position(position: &Position, game: &Game) -> BTreeMap<String, Act> {
    assert_eq!(waiting(position.stage()), game.waiting, "{position}");
    if position.stage() != Stage::Over {
        assert_eq!(side(position.actor()), game.decides, "{position}");
    }
    for spot in Game::spots() {
        assert_eq!(
            piece(position, spot),
            game.pieces.get(&spot).copied(),
            "{position} {spot:?}"
        );
    }
    let mut markers = 0;
    for color in Color::ALL {
        let removed = position.removed(color);
        assert_eq!(i32::from(removed), game.taken(side(color)), "{position}");
        if position.stage() != Stage::Place {
            let rings = position.rings(color).len();
            assert_eq!(rings, usize::from(RINGS - removed), "{position}");
        }
        markers += position.markers(color).len();
    }
    assert_eq!(i32::from(position.pool()), game.pool, "{position}");
    assert_eq!(
        markers + usize::from(position.pool()),
        usize::from(MARKERS),
        "{position}"
    );
    assert_eq!(position.key(), position.key_from_scratch(), "{position}");
    let read: Result<Position, _> = position.to_string().parse();
    assert_eq!(read, Ok(*position));
    assert_eq!(read.map(|read| read.key()), Ok(position.key()));

    let expected: BTreeMap<String, Act> = game
        .choices()
        .into_iter()
        .map(|act| (act.notation(), act))
        .collect();
    let actions = position.legal_actions();
    let mut listed: Vec<String> = actions.iter().map(ToString::to_string).collect();
    listed.sort();
    assert!(listed.iter().eq(expected.keys()), "{position}: {listed:?}");
    assert_eq!(
        position.count_legal_actions(),
        actions.len() as u64,
        "{position}"
    );
    for action in &actions {
        assert_eq!(position.check(*action), Ok(()), "{position} {action}");
    }
    expected
}

/// What happened in the games, to make sure that they cover the rules.
#[derive(Debug, Default)]
struct Seen {
    rows: u32,
    rows_for_the_other: u32,
    choices_of_rows: u32,
    passes: u32,
    second_passes: u32,
    empty_pools: u32,
    wins: [u32; 2],
    draws: u32,
}

/// Plays a game to its end with both implementations.
fn play_out(start: Option<Position>, variant: Variant, seed: u64, seen: &mut Seen) {
    let random = &mut play::random(seed);
    let mut position = start.unwrap_or_else(|| Position::start(variant));
    let mut record = GameRecord {
        white: "Änne \"the\\ring\" 王[1]\n".to_owned(),
        black: "بوب".to_owned(),
        variant: position.variant(),
        date: Some("1 марта 2026".to_owned()),
        start,
        other_tags: vec![("Round".to_owned(), seed.to_string())],
        ..GameRecord::default()
    };
    let mut game = reference_at(&position);
    loop {
        let named = check_position(&position, &game);
        let Some(action) = play::choose(&position, random) else {
            break;
        };
        match action {
            Action::Row(_) => {
                seen.rows += 1;
                seen.rows_for_the_other += u32::from(position.actor() != position.mover());
                seen.choices_of_rows += u32::from(named.len() > 1);
            }
            Action::Pass => {
                seen.passes += 1;
                seen.second_passes += u32::from(position.actor() != position.mover());
            }
            _ => {}
        }
        position = position.play(action).expect("it is legal");
        game.play(named[&action.to_string()]);
        record.actions.push(action);
    }
    seen.empty_pools += u32::from(position.pool() == 0);
    match (position.result(), game.winner()) {
        (Some(GameResult::White), Some(Side::White)) => seen.wins[0] += 1,
        (Some(GameResult::Black), Some(Side::Black)) => seen.wins[1] += 1,
        (Some(GameResult::Draw), None) => seen.draws += 1,
        other => panic!("{position}: {other:?}"),
    }
    record.result = position.result();
    check_record(&record);

    // The same game, ended early.
    let kept = random.random_range(0..=record.actions.len());
    record.actions.truncate(kept);
    record.result = record.final_position().result();
    if record.result.is_none() {
        let (result, termination) = match seed % 4 {
            0 => (Some(GameResult::White), Some(Termination::Resignation)),
            1 => (Some(GameResult::Black), Some(Termination::Time)),
            2 => (Some(GameResult::Draw), Some(Termination::Agreement)),
            _ => (None, Some(Termination::Other("moonrise".to_owned()))),
        };
        record.result = result;
        record.termination = termination;
    }
    check_record(&record);
}

/// Writes a record in both forms and reads it back.
fn check_record(record: &GameRecord) {
    assert_eq!(record.check(), Ok(()), "{record}");
    let text = record.to_text();
    assert_eq!(GameRecord::parse_all(&text), [Ok(record.clone())], "{text}");
    let too_long = |line: &str| line.len() > 80 && !line.starts_with('[');
    assert!(!text.lines().any(too_long), "{text}");
    let sgf = record.to_sgf();
    assert_eq!(GameRecord::parse_all(&sgf), [Ok(record.clone())], "{sgf}");
    let positions: Vec<Position> = record.positions().collect();
    assert_eq!(positions.len(), record.actions.len() + 1);
    let turns = record.turns();
    let grouped: Vec<Action> = turns.iter().flat_map(|turn| turn.actions.clone()).collect();
    assert_eq!(grouped, record.actions);
    let mut rest = &positions[..];
    for Turn {
        number,
        color,
        actions,
    } in turns
    {
        assert_eq!(number % 2 == 1, color == Color::White);
        let (those, behind) = rest.split_at(actions.len());
        assert!(those.iter().all(|position| position.actor() == color));
        rest = behind;
    }
}

#[test]
fn whole_games_agree_with_the_reference() {
    let mut seen = Seen::default();
    for seed in 0..1500 {
        play_out(None, Variant::Normal, seed, &mut seen);
        if seed % 3 == 0 {
            play_out(None, Variant::Blitz, seed + 1_000_000, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.rows > 1000 && seen.rows_for_the_other > 50, "{seen:?}");
    assert!(seen.wins.iter().all(|&wins| wins > 100), "{seen:?}");
}

#[test]
fn games_from_strange_positions_agree_with_the_reference() {
    let mut seen = Seen::default();
    let stuck = "RmMr/1Mm1mM1/1M1MM1M1/1m2m2m1/1m2MM2M1/m2m1m2m/RmmmmMmMMr/M1M3m1M/mM4MM/RMmMMMr/4 \
                 w w move 2-2 normal";
    let starts = cases(include_str!("data/perft.epd"))
        .map(|(number, case)| {
            case.unwrap_or_else(|error| panic!("{number}: {error}"))
                .position
        })
        .chain([stuck.parse().unwrap()]);
    for (first, start) in (0..).zip(starts) {
        for seed in 0..30 {
            play_out(Some(start), start.variant(), first * 1000 + seed, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.choices_of_rows > 100, "{seen:?}");
    assert!(seen.passes > 100 && seen.second_passes > 10, "{seen:?}");
    assert!(seen.empty_pools > 10 && seen.draws > 10, "{seen:?}");
}
