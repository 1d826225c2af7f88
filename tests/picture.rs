//! Pictures as a whole, beside those that are kept in tests/data/pictures.
#![expect(
    clippy::unwrap_used,
    reason = "a test's helpers may fail as its cases do"
)]

use std::path::{Path, PathBuf};

use image::DynamicImage;
use ringleader::game::{Action, Color, GameResult, Played, Point, PointSet, Position, Stage};
use ringleader::picture::{
    Bracket, BracketMatch, BracketRound, BracketSlot, Chart, Hint, RatingChart, Scene,
    StandingsRow, StandingsTable, Theme, draw, draw_bracket, draw_chart, draw_ratings,
    draw_standings,
};

/// A position of the perft suite.
fn suite(name: &str) -> Position {
    include_str!("data/perft.epd")
        .lines()
        .find_map(|line| {
            let (position, rest) = line.split_once(';')?;
            (rest.rsplit(';').next()?.trim() == name).then(|| position.trim().parse().unwrap())
        })
        .unwrap()
}

/// Plays an action and notes it as the last.
fn play(scene: &mut Scene, action: Action) {
    let position = scene.position;
    scene.last.push(Played::new(&position, action));
    scene.position = position.play(action).unwrap();
}

/// Plays the move that makes most rows for the player who then decides.
fn make_rows(scene: &mut Scene) {
    let position = scene.position;
    let rows = |action: &Action| {
        let after = position.play(*action).unwrap();
        if after.stage() == Stage::Row {
            after.rows(after.actor()).count()
        } else {
            0
        }
    };
    let best = position
        .legal_actions()
        .iter()
        .copied()
        .max_by_key(rows)
        .unwrap();
    play(scene, best);
}

fn scene(position: Position, theme: Theme, view: Color) -> Scene {
    let mut scene = Scene::new(position);
    scene.names = ["alice".to_owned(), "Bob the Builder".to_owned()];
    scene.theme = theme;
    scene.view = view;
    scene.size = 440;
    scene
}

/// The areas among which a point is chosen.
fn areas() -> Vec<PointSet> {
    [
        "E5 E6 F5 F6 F7 G6 G7",
        "D7 E7 E8 F8 F9 G8 G9 H8 H9 I9",
        "F3 F4 G4 G5 H5 H6 H7 I6 I7 I8",
        "C3 C4 C5 C6 D3 D4 D5 D6 E3 E4",
        "G10 G11 H10 H11 I10 I11 J10 J11",
        "J6 J7 J8 J9 K7 K8 K9 K10",
        "F2 G2 G3 H3 H4 I4 I5 J5",
        "B1 B2 C1 C2 D1 D2 E1 E2",
        "A2 A3 A4 A5 B3 B4 B5 B6",
        "B7 C7 C8 D8 D9 E9 E10 F10",
    ]
    .map(|points| {
        points
            .split(' ')
            .map(|point| point.parse::<Point>().unwrap())
            .collect()
    })
    .to_vec()
}

/// The pictures that are kept.
fn gallery() -> Vec<(&'static str, Scene)> {
    use Color::{Black, White};
    use Theme::{Classic, Contrast, Dark};
    let mut gallery = Vec::new();

    let start: Position = "4/7/8/9/10/9/10/9/8/7/4 w w place 0-0 normal"
        .parse()
        .unwrap();
    let mut placing = scene(start, Classic, White);
    for action in ["e4", "g7", "f6", "d3", "h8"] {
        placing.last.clear();
        play(&mut placing, action.parse().unwrap());
    }
    placing.caption = "Bob the Builder, place a ring".to_owned();
    gallery.push(("place-classic", placing.clone()));

    let mut moving = scene(suite("two_rows_one_marker_six_and_line360"), Classic, White);
    let longest =
        moving
            .position
            .legal_actions()
            .iter()
            .copied()
            .max_by_key(|action| match action {
                Action::Move { from, to } => moving.position.turned_by(*from, *to).len(),
                _ => 0,
            });
    play(&mut moving, longest.unwrap());
    moving.targets = moving.position.rings(moving.position.actor()).iter().nth(1);
    moving.caption = "alice, move a ring".to_owned();
    gallery.push(("move-classic", moving.clone()));
    (moving.theme, moving.view) = (Contrast, Black);
    gallery.push(("move-contrast-black", moving.clone()));

    // The steps of a decision: the rings that can move, and the targets of one.
    let position = moving.position;
    let rings: Vec<Point> = position
        .rings(position.actor())
        .into_iter()
        .filter(|ring| !position.targets(*ring).is_empty())
        .collect();
    let targets = |ring: Point| position.targets(ring).into_iter().collect::<Vec<_>>();
    let freest = rings
        .iter()
        .copied()
        .max_by_key(|ring| targets(*ring).len())
        .unwrap();
    for (name, theme, numbers, ring) in [
        ("tap-rings-classic", Classic, rings.clone(), None),
        ("tap-rings-dark", Dark, rings.clone(), None),
        ("tap-rings-contrast", Contrast, rings.clone(), None),
        (
            "tap-targets-classic",
            Classic,
            targets(freest),
            Some(freest),
        ),
        ("tap-targets-dark", Dark, targets(freest), Some(freest)),
        (
            "tap-targets-contrast",
            Contrast,
            targets(freest),
            Some(freest),
        ),
    ] {
        let mut step = moving.clone();
        (step.theme, step.view, step.numbers, step.targets) = (theme, White, numbers, ring);
        gallery.push((name, step));
    }
    for (names, theme, view) in [
        (["tap-areas-classic", "tap-points-classic"], Classic, White),
        (["tap-areas-dark", "tap-points-dark"], Dark, Black),
        (
            ["tap-areas-contrast", "tap-points-contrast"],
            Contrast,
            White,
        ),
    ] {
        let mut step = placing.clone();
        (step.theme, step.view) = (theme, view);
        step.areas = areas();
        gallery.push((names[0], step.clone()));
        step.areas = vec![step.areas[2]];
        let empty = step.position.empty();
        step.numbers = step.areas[0]
            .iter()
            .filter(|one| empty.contains(*one))
            .collect();
        gallery.push((names[1], step));
    }

    let mut rows = scene(suite("two_rows_one_marker_seven198"), Classic, White);
    make_rows(&mut rows);
    rows.caption = "Remove one of your rows: 1, 2, 3 …".to_owned();
    gallery.push(("row-classic", rows.clone()));
    let mut crossing = scene(suite("crossing2"), Contrast, White);
    make_rows(&mut crossing);
    crossing.caption = "Remove one of your rows".to_owned();
    gallery.push(("row-contrast", crossing.clone()));

    (rows.theme, rows.view) = (Dark, Black);
    // A name so long that the caption is cut in it.
    let long = std::mem::replace(&mut rows.names[1], "Bob the Builder of Bridges ".repeat(3));
    rows.caption = format!("{}: remove one of your rows 1–3", rows.names[1]);
    gallery.push(("row-dark-black", rows.clone()));
    (rows.names[1], rows.view) = (long, White);

    let row = rows.position.legal_actions()[0];
    play(&mut rows, row);
    rows.theme = Classic;
    rows.caption = "Удалите одно из своих колец".to_owned();
    gallery.push(("ring-classic", rows.clone()));
    let ring = rows.position.legal_actions()[2];
    play(&mut rows, ring);
    rows.theme = Dark;
    gallery.push(("removed-dark", rows));

    let mut won = scene(suite("deadheat_opp0"), Dark, White);
    won.size = 400;
    won.result = Some(GameResult::Black);
    won.caption = "Bob the Builder wins: alice resigned".to_owned();
    gallery.push(("tray-dark-small", won));

    for (name, theme, view, size, clocks) in [
        ("clocks-classic", Classic, White, 440, ["2d 14h", "29d 23h"]),
        ("clocks-dark-black", Dark, Black, 400, ["14m 59s", "45s"]),
        ("clocks-contrast", Contrast, White, 440, ["0s", "12h 30m"]),
    ] {
        let mut timed = scene(suite("six0"), theme, view);
        timed.size = size;
        timed.clocks = Some(clocks.map(str::to_owned));
        timed.caption = "alice: move a ring".to_owned();
        gallery.push((name, timed));
    }

    let mut paused = scene(suite("six0"), Classic, White);
    paused.clocks = Some(["2d 14h", "29d 23h"].map(str::to_owned));
    paused.stands = true;
    paused.caption = "Paused, alice is next".to_owned();
    gallery.push(("paused-classic", paused));

    let mut hints = scene(suite("six0"), Dark, Black);
    let actions = hints.position.legal_actions();
    hints.hints = actions
        .iter()
        .step_by(5)
        .map(|&action| Hint { action })
        .collect();
    hints.caption = "alice, move a ring".to_owned();
    gallery.push(("hints-dark-black", hints));

    let mut long = scene(suite("six0"), Classic, White);
    let mut moves = long.position.legal_actions().to_vec();
    // The longest moves first: arrows that cross pieces, and each other.
    moves.sort_by_key(|action| match action {
        Action::Move { from, to } => {
            (from.column().abs_diff(to.column())).max(from.number().abs_diff(to.number()))
        }
        _ => 0,
    });
    long.hints = moves
        .iter()
        .rev()
        .take(3)
        .map(|&action| Hint { action })
        .collect();
    long.caption = "alice, move a ring".to_owned();
    gallery.push(("hints-classic", long.clone()));
    long.theme = Contrast;
    gallery.push(("hints-contrast", long.clone()));
    long.hints.truncate(1);
    long.theme = Dark;
    gallery.push(("hint-dark", long.clone()));
    long.hints.clear();
    long.nudge = long.position.rings(White).iter().take(1).collect();
    gallery.push(("nudge-dark", long));

    let mut places = scene(start, Classic, White);
    for action in ["e4", "g7"] {
        play(&mut places, action.parse().unwrap());
    }
    places.last.clear();
    let read = |text: &str| Hint {
        action: text.parse().unwrap(),
    };
    places.hints = ["f6", "e6", "h8"].map(read).to_vec();
    gallery.push(("hints-place-classic", places));

    let mut choice = scene(suite("two_rows_one_marker_seven198"), Classic, White);
    make_rows(&mut choice);
    choice.last.clear();
    let rows = choice.position.legal_actions();
    choice.hints = rows.iter().take(2).map(|&action| Hint { action }).collect();
    choice.caption = "Remove one of your rows: 1, 2, 3 …".to_owned();
    gallery.push(("hints-row-classic", choice.clone()));
    play(&mut choice, rows[0]);
    choice.last.clear();
    let rings = choice.position.legal_actions();
    choice.hints = rings
        .iter()
        .take(3)
        .map(|&action| Hint { action })
        .collect();
    choice.caption = "Remove one of your rings".to_owned();
    gallery.push(("hints-ring-classic", choice));

    let mut over = scene(suite("deadheat_opp0"), Classic, White);
    make_rows(&mut over);
    while over.position.stage() != Stage::Over {
        let first = over.position.legal_actions()[0];
        play(&mut over, first);
    }
    over.caption = "Bob the Builder wins 3–2".to_owned();
    gallery.push(("over-classic", over.clone()));
    over.theme = Contrast;
    gallery.push(("over-contrast", over));
    gallery
}

/// The charts of ratings that are kept.
fn rating_charts() -> Vec<(&'static str, RatingChart)> {
    // Two wins, a draw and a loss, over and over, that count less and less.
    let scores = [1.0, 1.0, 0.0, -1.0].into_iter().cycle().take(40);
    let mut ratings = vec![(1500.0, 350.0)];
    let (mut rating, mut deviation) = (1500.0_f32, 350.0_f32);
    for score in scores {
        rating += 0.45 * deviation * score;
        deviation = (0.9 * deviation).max(60.0);
        ratings.push((rating, deviation));
    }
    let chart = |theme, before, games: usize, caption: &str| RatingChart {
        caption: caption.to_owned(),
        before,
        ratings: ratings[..=games].to_vec(),
        theme,
        size: 440,
    };
    let long = "alice, normal: 1932 ± 60 after 40 rated games";
    vec![
        ("ratings-classic", chart(Theme::Classic, 0, 40, long)),
        ("ratings-dark", chart(Theme::Dark, 200, 40, long)),
        ("ratings-contrast", chart(Theme::Contrast, 0, 9, long)),
        (
            "ratings-one",
            chart(
                Theme::Classic,
                0,
                1,
                "bob, blitz: 1658 ± 315 after one rated game",
            ),
        ),
    ]
}

/// The tables of ratings that are kept.
fn rating_tables() -> Vec<(&'static str, StandingsTable)> {
    let names = [
        "alice",
        "Bob the Builder, who plays every evening and twice on Sundays",
        "李小龙",
        "Zoë 🦊",
        "\u{202e}דוד",
        "محمد",
        "🦊🦊",
        "Ægir Þórsson",
        "Юлия",
        "w",
        "Christopher",
    ];
    let rows = names.iter().zip(0..).map(|(name, i)| StandingsRow {
        place: if i < 10 { i as usize + 1 } else { 128 },
        name: (*name).to_owned(),
        id: format!("@player{i}:example.org"),
        values: [
            format!("{} ± {}", 2031 - 97 * i, 47 + 6 * i),
            (1 + 1234 / (1 + i)).to_string(),
        ],
    });
    let rows: Vec<StandingsRow> = rows.collect();
    let table = |theme, count| StandingsTable {
        caption: "Best ratings, normal".to_owned(),
        heads: ["Player", "Rating", "Games"].map(str::to_owned),
        rows: rows[..count].to_vec(),
        theme,
        size: 440,
    };
    vec![
        ("top-classic", table(Theme::Classic, 11)),
        ("top-dark", table(Theme::Dark, 11)),
        ("top-contrast", table(Theme::Contrast, 11)),
        ("top-one", table(Theme::Classic, 1)),
    ]
}

/// The brackets that are kept: of 8 players, one of whom has no opponent at first.
fn brackets() -> Vec<(&'static str, Bracket)> {
    let slot = |(name, score, advances): (&str, &str, bool)| BracketSlot {
        name: name.to_owned(),
        id: "@player:example.org".to_owned(),
        score: score.to_owned(),
        advances,
    };
    let match_of = |players: [(&str, &str, bool); 2]| BracketMatch {
        players: players.map(slot),
    };
    let bracket = |theme, semi_finals: [[(&str, &str, bool); 2]; 2], last| Bracket {
        rounds: vec![
            BracketRound {
                title: "Quarter-finals".to_owned(),
                matches: vec![
                    match_of([("alice", "", true), ("", "", false)]),
                    match_of([("Zoë 🦊", "½", false), ("Ægir Þórsson", "½", true)]),
                    match_of([("李小龙", "1", true), ("Юлия Александровна", "0", false)]),
                    match_of([
                        ("Bob the Builder, who plays every evening", "–", false),
                        ("w", "+", true),
                    ]),
                ],
            },
            BracketRound {
                title: "Semi-finals".to_owned(),
                matches: semi_finals.into_iter().map(match_of).collect(),
            },
            BracketRound {
                title: "Final".to_owned(),
                matches: vec![match_of(last)],
            },
        ],
        byes: true,
        caption: "Round 3 of 3".to_owned(),
        theme,
        size: 440,
    };
    let open = [
        [("alice", "0", false), ("Ægir Þórsson", "1", true)],
        [("李小龙", "", false), ("w", "", false)],
    ];
    let over = [open[0], [("李小龙", "1", true), ("w", "0", false)]];
    let nobody = [("Ægir Þórsson", "", false), ("", "", false)];
    let won = [("Ægir Þórsson", "0", false), ("李小龙", "1", true)];
    vec![
        ("bracket-classic", bracket(Theme::Classic, over, won)),
        ("bracket-dark", bracket(Theme::Dark, over, won)),
        ("bracket-contrast", bracket(Theme::Contrast, over, won)),
        ("bracket-open", bracket(Theme::Classic, open, nobody)),
    ]
}

/// The charts that are kept.
fn charts() -> Vec<(&'static str, Chart)> {
    use Color::{Black, White};
    // A game that sways, then turns three times.
    let sway = |turn: u8| 0.5 + 0.12 * (f32::from(turn) * 0.7).sin() + 0.01 * f32::from(turn % 3);
    let mut chances: Vec<f32> = (0..=34).map(sway).collect();
    chances.extend([
        0.62, 0.7, 0.72, 0.41, 0.38, 0.35, 0.55, 0.58, 0.86, 0.9, 0.88, 0.97, 1.0,
    ]);
    let chart = Chart {
        names: ["alice".to_owned(), "Bob the Builder".to_owned()],
        colors: ["White", "Black"].map(str::to_owned),
        caption: "Accuracy: alice 84 %, Bob the Builder 71 %".to_owned(),
        result: Some(GameResult::White),
        first_turn: 1,
        chances,
        rings: vec![
            (35, White),
            (37, Black),
            (41, Black),
            (43, White),
            (47, White),
        ],
        turning_points: vec![37, 40, 42],
        theme: Theme::Classic,
        size: 440,
    };
    let dark = Chart {
        theme: Theme::Dark,
        result: Some(GameResult::Black),
        chances: chart.chances.iter().map(|chance| 1.0 - chance).collect(),
        ..chart.clone()
    };
    let contrast = Chart {
        theme: Theme::Contrast,
        ..chart.clone()
    };
    let short = Chart {
        result: None,
        chances: vec![0.5, 0.52, 0.49, 0.51, 0.2, 0.22],
        rings: vec![(4, Black), (4, Black)],
        turning_points: vec![4],
        ..chart.clone()
    };
    vec![
        ("chart-classic", chart),
        ("chart-dark", dark),
        ("chart-contrast", contrast),
        ("chart-short", short),
    ]
}

/// Where a kept picture lies.
fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/pictures")
        .join(name)
        .with_extension("png")
}

/// Channels further apart than this are seen to differ.
const SEEN: u8 = 40;

/// How many pixels in a thousand may be seen to differ: rounding may fall otherwise on another
/// processor, a missing mark or a shifted letter changes more.
const TOLERATED: f64 = 0.5;

/// Run with `RENEW_PICTURES=1` to keep the pictures as they are drawn now; look at them first.
#[test]
fn pictures_look_as_they_did() {
    let renew = std::env::var_os("RENEW_PICTURES").is_some();
    let mut faults = Vec::new();
    let boards = gallery()
        .into_iter()
        .map(|(name, scene)| (name, draw(&scene).unwrap().bytes));
    let charts = charts()
        .into_iter()
        .map(|(name, chart)| (name, draw_chart(&chart).unwrap().bytes));
    let ratings = rating_charts()
        .into_iter()
        .map(|(name, chart)| (name, draw_ratings(&chart).unwrap().bytes));
    let tables = rating_tables()
        .into_iter()
        .map(|(name, table)| (name, draw_standings(&table).unwrap().bytes));
    let brackets = brackets()
        .into_iter()
        .map(|(name, bracket)| (name, draw_bracket(&bracket).unwrap().bytes));
    let tables = tables.chain(brackets);
    for (name, drawn) in boards.chain(charts).chain(ratings).chain(tables) {
        let path = kept(name);
        if renew {
            std::fs::write(&path, &drawn).unwrap();
            continue;
        }
        let fault = match image::open(&path) {
            Err(error) => Some(format!("cannot be read: {error}")),
            Ok(before) => difference(&before, &image::load_from_memory(&drawn).unwrap()),
        };
        if let Some(fault) = fault {
            let now = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
            std::fs::write(&now, &drawn).unwrap();
            faults.push(format!(
                "{}: {fault}; see {}",
                path.display(),
                now.display()
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "pictures changed (RENEW_PICTURES=1 keeps the new ones):\n{}",
        faults.join("\n")
    );
}

/// What is different, if it is more than is tolerated.
fn difference(before: &DynamicImage, now: &DynamicImage) -> Option<String> {
    let (before, now) = (before.to_rgb8(), now.to_rgb8());
    if before.dimensions() != now.dimensions() {
        return Some(format!(
            "was {:?}, is {:?}",
            before.dimensions(),
            now.dimensions()
        ));
    }
    let seen = before
        .pixels()
        .zip(now.pixels())
        .filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > SEEN))
        .count();
    let share = 1000.0 * seen as f64 / f64::from(now.width() * now.height());
    (share > TOLERATED).then(|| format!("{share:.1} pixels in a thousand differ"))
}

#[test]
fn a_missing_mark_is_noticed() {
    let (_, scene) = gallery().swap_remove(1);
    let mut unmarked = scene.clone();
    unmarked.last.clear();
    let [with, without] = [scene, unmarked]
        .map(|scene| image::load_from_memory(&draw(&scene).unwrap().bytes).unwrap());
    assert!(difference(&with, &without).is_some());
    assert!(difference(&with, &with).is_none());
}
