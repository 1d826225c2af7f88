//! Whatever a scene holds, drawing it neither fails nor spills.

use image::RgbImage;
use proptest::prelude::*;
use yinsh::game::Played;

use super::geometry::{Layout, Rect};
use super::painter::Painter;
use super::*;
use yinsh::game::{Action, Axis, Color, Point, PointSet, Position, Row, Variant};

/// A middle game, at a width where all is small.
fn scene() -> Scene {
    let text = "M1M1/3R3/2mM3R/1m1m1m1MM/3rmM1MmM/1r1mm1Mm1/1mrMmmmmmm/4mmm2/1m1mrmmr/MmR1Mm1/1RMR \
                b b row 0-0 normal";
    let mut scene = Scene::new(text.parse().unwrap());
    scene.size = SMALLEST;
    scene
}

fn painted(scene: &Scene) -> RgbImage {
    Painter::new(scene).unwrap().paint()
}

/// Asserts that two pictures differ inside the areas only.
pub(super) fn differ_inside(one: &RgbImage, other: &RgbImage, areas: &[Rect]) {
    for ((x, y, pixel), there) in one.enumerate_pixels().zip(other.pixels()) {
        if pixel != there {
            let inside = areas.iter().any(|area| area.holds(x, y));
            assert!(inside, "the pixel {x}, {y} changed");
        }
    }
}

/// Any text, and often one that has been trouble elsewhere.
pub(super) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "\\PC{0,60}",
        "[A-Za-zÀ-žА-я ]{0,40}",
        "[\u{200b}-\u{202e}\u{300}-\u{36f}\u{fe0f}🦊👩‍🚀﷽a-z]{0,30}",
        Just("W".repeat(5000)),
        Just("\u{301}".repeat(5000)),
    ]
}

fn row() -> impl Strategy<Value = Row> {
    let rows: Vec<Row> = Point::ALL
        .iter()
        .flat_map(|&start| Axis::ALL.map(|axis| Row::along(start, axis)))
        .flatten()
        .collect();
    proptest::sample::select(rows)
}

fn action() -> impl Strategy<Value = Action> {
    let point = || proptest::sample::select(&Point::ALL[..]);
    prop_oneof![
        point().prop_map(Action::Place),
        (point(), point()).prop_map(|(from, to)| Action::Move { from, to }),
        (point(), point()).prop_map(|(one, other)| {
            yinsh::game::Row::new(one, other).map_or(Action::Pass, Action::Row)
        }),
        point().prop_map(Action::Ring),
        Just(Action::Pass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn texts_stay_in_their_boxes(white in text(), black in text(), caption in text()) {
        let mut scene = scene();
        let before = painted(&scene);
        scene.names = [white, black];
        scene.caption = caption;
        let layout = Layout::new(scene.size, scene.view);
        let areas = [layout.name(Color::White), layout.name(Color::Black), layout.caption()];
        differ_inside(&before, &painted(&scene), &areas);
    }

    #[test]
    fn any_marks_can_be_drawn(
        last in proptest::collection::vec(action(), 0..8),
        hints in proptest::collection::vec(action(), 0..12),
        targets in proptest::option::of(proptest::sample::select(&Point::ALL[..])),
        turned in proptest::sample::subsequence(Point::ALL.to_vec(), 0..85),
        glowing in proptest::collection::vec(row(), 0..4),
    ) {
        let mut scene = scene();
        let turned: PointSet = turned.into_iter().collect();
        scene.last = last
            .into_iter()
            .map(|action| Played { by: Color::White, action, turned })
            .collect();
        scene.hints = hints.into_iter().map(|action| Hint { action }).collect();
        scene.targets = targets;
        scene.nudge = turned;
        scene.glowing = glowing;
        let layout = Layout::new(scene.size, scene.view);
        let mut bare = scene.clone();
        (bare.last, bare.hints, bare.targets) = (Vec::new(), Vec::new(), None);
        (bare.nudge, bare.glowing) = (PointSet::EMPTY, Vec::new());
        let board = Rect { left: 0.0, top: 0.0, width: 400.0, height: layout.footer().top };
        differ_inside(&painted(&bare), &painted(&scene), &[board]);
    }
}

fn chart() -> impl Strategy<Value = Chart> {
    (
        proptest::collection::vec(any::<f32>(), 0..120),
        proptest::collection::vec((0..130_usize, proptest::bool::ANY), 0..8),
        proptest::collection::vec(0..130_usize, 0..5),
        0..300_usize,
        (text(), text(), text()),
        proptest::sample::select(&Theme::ALL[..]),
    )
        .prop_map(
            |(chances, rings, turning_points, first_turn, texts, theme)| Chart {
                names: [texts.0, texts.1],
                colors: ["White", "Black"].map(str::to_owned),
                caption: texts.2,
                result: None,
                first_turn,
                chances,
                rings: rings
                    .into_iter()
                    .map(|(turn, black)| (turn, Color::ALL[usize::from(black)]))
                    .collect(),
                turning_points,
                theme,
                size: SMALLEST,
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_chart_can_be_drawn(chart in chart()) {
        let picture = draw_chart(&chart).unwrap();
        prop_assert_eq!(picture.width, SMALLEST);
    }
}

#[test]
fn a_chart_fills_the_side_of_the_player_who_stands_better() {
    for theme in Theme::ALL {
        let bodies = theme.style().pieces.each_ref().map(|pieces| pieces.body);
        let filled = |chance: f32| {
            let chart = Chart {
                names: [String::new(), String::new()],
                colors: [String::new(), String::new()],
                caption: String::new(),
                result: None,
                first_turn: 1,
                chances: vec![chance; 9],
                rings: Vec::new(),
                turning_points: Vec::new(),
                theme,
                size: 1000,
            };
            let canvas = chart::paint(&chart).unwrap();
            // Well away from the names, on whose plates there are pieces too.
            bodies.map(|body| {
                (400..600)
                    .flat_map(|x| (0..canvas.height()).map(move |y| (x, y)))
                    .filter(|&(x, y)| canvas.get_pixel(x, y).0 == body)
                    .count()
            })
        };
        let [better, worse, even] = [0.8, 0.2, 0.5].map(filled);
        assert!(
            better[0] > even[0] + 10_000 && better[1] == even[1],
            "{theme} {better:?}"
        );
        assert!(
            worse[1] > even[1] + 10_000 && worse[0] == even[0],
            "{theme} {worse:?}"
        );
    }
}

#[test]
fn every_size_is_clamped() {
    for size in [0, 1, 399, 400, 401, 777, 1600, 1601, 5000, u32::MAX] {
        let mut scene = Scene::new(Position::start(Variant::Blitz));
        scene.size = size;
        let picture = draw(&scene).unwrap();
        assert_eq!(picture.width, size.clamp(SMALLEST, LARGEST));
        let read = image::load_from_memory(&picture.bytes).unwrap();
        assert_eq!(
            (read.width(), read.height()),
            (picture.width, picture.height)
        );
    }
}

#[test]
fn a_name_of_pictures_alone_still_shows() {
    let mut scene = scene();
    let nameless = painted(&scene);
    scene.names[0] = "🦊🦊".to_owned();
    assert_ne!(painted(&scene), nameless);
}

#[test]
fn equal_scenes_give_equal_files_warm_or_cold() {
    let scene = scene();
    let first = draw(&scene).unwrap();
    steps::forget();
    assert_eq!(draw(&scene).unwrap(), first);
}

#[test]
fn a_full_board_is_a_small_file() {
    let mut scene = scene();
    scene.size = 1000;
    let text = "R1MM/1MmMmR1/2mmmMMM/2MmMMMRM/mrrm1MMMm1/mm3MmR1/1mM1m1mrM1/2mrm1MRM/2mmM1M1/\
                M3MM1/mMr1 w w move 0-0 normal";
    scene.position = text.parse().unwrap();
    scene.names = ["alice".to_owned(), "Bob the Builder".to_owned()];
    scene.caption = "alice, move a ring".to_owned();
    for theme in Theme::ALL {
        scene.theme = theme;
        let size = draw(&scene).unwrap().bytes.len();
        assert!(size < 60_000, "{theme}: {size} bytes");
    }
}

#[test]
fn standing_rows_make_a_file_little_larger() {
    let mut scene = scene();
    scene.size = 1000;
    scene.names = ["alice".to_owned(), "Bob the Builder".to_owned()];
    scene.caption = "Bob the Builder, remove one of your rows: 1, 2, 3".to_owned();
    for theme in Theme::ALL {
        scene.theme = theme;
        let size = draw(&scene).unwrap().bytes.len();
        assert!(size < 60_000, "{theme}: {size} bytes");
    }
}

#[test]
fn plain_text_has_every_point_and_both_views() {
    // Among others a ring of each colour and a marker of each on a corner.
    let board = "R2M/7/8/1m7/3R6/9/9r/RRR6/8/7/rrrm";
    let position: Position = format!("{board} w w move 0-1 normal").parse().unwrap();
    for view in Color::ALL {
        let text = plain_board(&position, view);
        assert!(text.lines().all(|line| line.chars().count() <= 60));
        let signs = |sign: char| text.matches(sign).count();
        let counts = ['.', 'R', 'r', 'M', 'm'].map(signs);
        assert_eq!(counts, [73, 5, 4, 1, 2]);
        // What stands on the corners, and in which order the lettered lines are seen.
        let lettered = |letter: char| {
            let line = text.lines().find(|line| line.contains(letter)).unwrap();
            let place = line.find(letter).unwrap();
            text.lines()
                .filter_map(|line| line.chars().nth(place))
                .filter(|sign| ".RrMm".contains(*sign))
                .collect::<String>()
        };
        let seen = match view {
            Color::White => ["M..R", "mrrr", ".......m."],
            Color::Black => ["R..M", "rrrm", ".m......."],
        };
        assert_eq!(['A', 'K', 'D'].map(lettered), seen);
        for letter in 'A'..='K' {
            assert_eq!(text.matches(letter).count(), 1, "{letter}");
        }
        for number in 1..=11 {
            let number = number.to_string();
            let found = text
                .split_whitespace()
                .filter(|word| *word == number)
                .count();
            assert_eq!(found, 1, "{number}");
        }
    }
}
