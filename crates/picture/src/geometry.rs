//! The layout of a picture.
//!
//! The board lies as the rulebook places it: lettered lines are vertical, A to K from left to
//! right, and for white the low numbers are at the bottom; for black it is turned by 180°.

use yinsh::game::{Axis, Color, Point};

/// Smallest width of a picture in pixels; below it the letters at the lines can no longer be read.
pub const SMALLEST: u32 = 400;

/// Largest width of a picture in pixels; chats scale larger ones down.
pub const LARGEST: u32 = 1600;

/// A point or vector in pixels: x to the right, y down, the origin in the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Vec2 {
    pub x: f32,
    pub y: f32,
}

impl Vec2 {
    pub(super) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// Sum.
    pub(super) fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }

    /// Difference.
    pub(super) fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    /// Multiplied by a factor.
    pub(super) fn times(self, factor: f32) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }

    /// Length. `hypot` takes ten times as long, to guard against an overflow that pixels never
    /// cause.
    pub(super) fn length(self) -> f32 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// The unit vector in the same direction; zero stays zero.
    pub(super) fn unit(self) -> Self {
        let length = self.length();
        if length > 0.0 {
            self.times(1.0 / length)
        } else {
            self
        }
    }

    /// Rotated by 90° clockwise, as seen.
    pub(super) fn turned(self) -> Self {
        Self::new(-self.y, self.x)
    }

    pub(super) fn distance(self, other: Self) -> f32 {
        self.minus(other).length()
    }
}

/// A rectangle in a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Rect {
    pub(super) fn center(self) -> Vec2 {
        Vec2::new(self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    pub(super) fn right(self) -> f32 {
        self.left + self.width
    }

    pub(super) fn bottom(self) -> f32 {
        self.top + self.height
    }

    /// Whether it contains the pixel.
    #[cfg(test)]
    pub(super) fn holds(self, x: u32, y: u32) -> bool {
        let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
        x >= self.left && x <= self.right() && y >= self.top && y <= self.bottom()
    }
}

/// Distance between the columns of a hexagonal lattice of side 1: cos 30°.
pub(super) const COS30: f32 = 0.866_025_4;

// All measures below are thousandths of the picture's width.

/// Height of the picture.
const HEIGHT: f32 = 1194.0;
/// Margin of the picture.
const MARGIN: f32 = 22.0;
/// Distance from the board's centre to its vertical sides.
const APOTHEM: f32 = 478.0;
/// The board's centre.
const MIDDLE: (f32, f32) = (500.0, 560.0);
/// Height of the boxes behind the names.
const NAME_HEIGHT: f32 = 64.0;
/// Largest width of such a box: the board leaves no more room.
const NAME_WIDTH: f32 = 358.0;
/// Size of the boxes behind the clocks: what the board leaves beside the names.
const CLOCK: (f32, f32) = (176.0, 48.0);
/// Gap between a name and its clock.
const CLOCK_GAP: f32 = 8.0;
/// Height of the bar with the caption.
const FOOTER: f32 = 62.0;

/// Units from the board's centre to its vertical sides: five columns and room for the labels.
const UNITS_TO_SIDE: f32 = 5.0 * COS30 + 0.80;

/// The layout of a picture of some width, seen from one side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Width of the picture in pixels.
    pub width: u32,
    /// Height of the picture in pixels.
    pub height: u32,
    /// Pixels between two neighbouring points, an even number.
    pub unit: f32,
    /// Pixels between two lettered lines, a whole number.
    ///
    /// Whole numbers give all pieces and lines the same position within a pixel. That looks
    /// calmer, and it repeats, which makes the file a third smaller.
    column: f32,
    /// Pixels in a thousandth of the width.
    pub milli: f32,
    view: Color,
}

impl Layout {
    /// The layout for a width, clamped into [`SMALLEST`] to [`LARGEST`].
    pub(super) fn new(size: u32, view: Color) -> Self {
        let width = size.clamp(SMALLEST, LARGEST);
        let milli = width as f32 / 1000.0;
        let unit = 2.0 * (APOTHEM * milli / UNITS_TO_SIDE / 2.0).floor();
        Self {
            width,
            height: (HEIGHT * milli).round() as u32,
            unit,
            column: (unit * COS30).round(),
            milli,
            view,
        }
    }

    /// The centre of the board.
    pub(super) fn middle(&self) -> Vec2 {
        let pixels = |milli: f32| (milli * self.milli).round();
        Vec2::new(pixels(MIDDLE.0), pixels(MIDDLE.1))
    }

    /// The apothem of the board's hexagon and the radius of its rounded corners.
    pub(super) fn plate(&self) -> (f32, f32) {
        (APOTHEM * self.milli, 1.5 * self.unit)
    }

    /// The position of a point of the board.
    pub(super) fn at(&self, point: Point) -> Vec2 {
        let right = f32::from(point.column()) - 5.0;
        let up = f32::from(point.number()) - 6.0 - right / 2.0;
        let turn = match self.view {
            Color::White => 1.0,
            Color::Black => -1.0,
        };
        let way = Vec2::new(right * self.column, -up * self.unit);
        self.middle().plus(way.times(turn))
    }

    /// The vector from the first to the last point of a row along an axis.
    pub(super) fn row(&self, axis: Axis) -> Vec2 {
        let (right, up) = match axis {
            Axis::Letter => (0.0, 1.0),
            Axis::Number => (1.0, -0.5),
            Axis::Diagonal => (1.0, 0.5),
        };
        let turn = match self.view {
            Color::White => 4.0,
            Color::Black => -4.0,
        };
        Vec2::new(right * self.column, -up * self.unit).times(turn)
    }

    /// Whether the player is at the top of the picture.
    pub(super) fn is_above(&self, color: Color) -> bool {
        color != self.view
    }

    /// The largest box behind a player's name.
    pub(super) fn name(&self, color: Color) -> Rect {
        let top = if self.is_above(color) {
            MARGIN
        } else {
            2.0 * MIDDLE.1 - MARGIN - NAME_HEIGHT
        };
        self.area(MARGIN, top, NAME_WIDTH, NAME_HEIGHT)
    }

    /// The box behind a player's clock, on the board's side of the name.
    pub(super) fn clock(&self, color: Color) -> Rect {
        let (width, height) = CLOCK;
        let top = if self.is_above(color) {
            MARGIN + NAME_HEIGHT + CLOCK_GAP
        } else {
            2.0 * MIDDLE.1 - MARGIN - NAME_HEIGHT - CLOCK_GAP - height
        };
        self.area(MARGIN, top, width, height)
    }

    /// The tray for a player's removed rings.
    pub(super) fn tray(&self, color: Color, places: u8) -> Rect {
        let margin = (MARGIN * self.milli).round();
        let side = (0.96 * self.unit).round();
        let width = side * f32::from(places);
        let top = if self.is_above(color) {
            margin
        } else {
            2.0 * self.middle().y - margin - side
        };
        Rect {
            left: self.width as f32 - margin - width,
            top,
            width,
            height: side,
        }
    }

    /// The centres of the places on a player's tray, in the order in which they are filled.
    pub(super) fn places(&self, color: Color, places: u8) -> impl Iterator<Item = Vec2> {
        let tray = self.tray(color, places);
        let half = (tray.height / 2.0).floor();
        (0..places).map(move |i| {
            Vec2::new(
                tray.left + half + tray.height * f32::from(i),
                tray.top + half,
            )
        })
    }

    /// The bar at the bottom.
    pub(super) fn footer(&self) -> Rect {
        self.area(
            MARGIN,
            HEIGHT - MARGIN - FOOTER,
            1000.0 - 2.0 * MARGIN,
            FOOTER,
        )
    }

    /// The part of the bar that holds the caption.
    pub(super) fn caption(&self) -> Rect {
        let bar = self.footer();
        Rect {
            left: bar.left + (22.0 * self.milli).round(),
            width: bar.width - (166.0 * self.milli).round(),
            ..bar
        }
    }

    /// The part of the bar that shows the pool.
    pub(super) fn pool(&self) -> Rect {
        let bar = self.footer();
        let width = 128.0 * self.milli;
        Rect {
            left: bar.right() - width,
            width,
            ..bar
        }
    }

    fn area(&self, left: f32, top: f32, width: f32, height: f32) -> Rect {
        let pixels = |milli: f32| (milli * self.milli).round();
        Rect {
            left: pixels(left),
            top: pixels(top),
            width: pixels(width),
            height: pixels(height),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Point {
        text.parse().unwrap()
    }

    #[test]
    fn every_point_lies_inside_in_every_size_and_view() {
        for size in (0..=1700).step_by(50) {
            for view in Color::ALL {
                let layout = Layout::new(size, view);
                assert!((SMALLEST..=LARGEST).contains(&layout.width));
                let room = 0.6 * layout.unit;
                for point in Point::ALL {
                    let spot = layout.at(point);
                    assert!(
                        spot.x > room && spot.x < layout.width as f32 - room,
                        "{point}"
                    );
                    assert!(spot.y > room, "{point}");
                    assert!(spot.y < layout.footer().top - room, "{point}");
                }
            }
        }
    }

    #[test]
    fn white_sees_the_board_as_the_rulebook_draws_it() {
        let layout = Layout::new(1000, Color::White);
        let at = |text: &str| layout.at(point(text));
        assert!(at("E10").y < at("E1").y, "numbers grow upwards");
        assert!(
            (at("E10").x - at("E1").x).abs() < 1.0,
            "letters stand upright"
        );
        assert!(at("A3").x < at("K9").x, "A is left of K");
        // The numbered lines run down to the right, the diagonals up to the right.
        assert!(at("A4").y < at("I4").y);
        assert!(at("A2").y > at("J11").y);
        // Neighbours are equally far apart along all three axes.
        for (one, other) in [("F5", "F6"), ("F5", "G5"), ("F5", "G6")] {
            let distance = at(one).distance(at(other));
            assert!((distance - layout.unit).abs() < 1.5, "{one} {other}");
        }
    }

    #[test]
    fn a_row_leads_from_its_first_point_to_its_last() {
        for view in Color::ALL {
            let layout = Layout::new(1000, view);
            for (start, end) in [("F4", "F8"), ("D5", "H5"), ("D3", "H7")] {
                let (start, end) = (point(start), point(end));
                let way = layout.at(end).minus(layout.at(start));
                let axis = start.axis_to(end).unwrap();
                assert_eq!(layout.row(axis), way, "{start} {end}");
            }
        }
    }

    #[test]
    fn black_sees_it_turned() {
        for size in [400, 1000, 1600] {
            let [white, black] = Color::ALL.map(|view| Layout::new(size, view));
            let middle = white.middle();
            for point in Point::ALL {
                let turned = middle.times(2.0).minus(white.at(point));
                assert!(turned.distance(black.at(point)) < 1.5, "{point}");
            }
        }
    }

    #[test]
    fn names_and_trays_stay_off_the_board() {
        for size in [400, 731, 1000, 1600] {
            for view in Color::ALL {
                let layout = Layout::new(size, view);
                for color in Color::ALL {
                    let name = layout.name(color);
                    let clock = layout.clock(color);
                    for point in Point::ALL {
                        let spot = layout.at(point);
                        let right = (spot.x - name.right()).max(0.0);
                        let down = (name.top - spot.y).max(spot.y - name.top - name.height);
                        assert!(right.hypot(down.max(0.0)) > 0.6 * layout.unit, "{point}");
                        let right = (spot.x - clock.right()).max(0.0);
                        let down = (clock.top - spot.y).max(spot.y - clock.bottom());
                        assert!(right.hypot(down.max(0.0)) > 0.6 * layout.unit, "{point}");
                        for place in layout.places(color, 3) {
                            assert!(place.distance(spot) > 1.5 * layout.unit, "{point}");
                            assert!(place.x > name.right());
                        }
                    }
                }
            }
        }
    }
}
