//! The chances over a game as a picture: white's above the middle, black's below it.

use ab_glyph::FontRef;
use image::{Rgb, RgbImage};

use super::assets::{Assets, assets};
use super::chart_parts::{area, caption_bar, finish};
use super::draw::Picture;
use super::error::DrawError;
use super::geometry::{Layout, Rect, Vec2};
use super::nameplate::{NamePlate, Sign};
use super::shape::{RoundedBox, Shape};
use super::sprites::{RING, SIGN};
use super::text::{fit_caption, font, with_drawable_names, write_around, write_left};
use super::theme::{Style, Theme};
use super::tint::Ink;
use yinsh::game::{Color, GameResult};

/// What a chart shows.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The names of white and black, of any length and in any script.
    pub names: [String; 2],
    /// What white and black are called where nothing of their name can be drawn.
    pub colors: [String; 2],
    /// One sentence below the chart.
    pub caption: String,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// Number of the first turn.
    pub first_turn: usize,
    /// The chance that white wins, 0.0 to 1.0: before the first turn, and after each turn.
    pub chances: Vec<f32>,
    /// Rings that were removed, by the number of the turn, and by whom, in order.
    pub rings: Vec<(usize, Color)>,
    /// The turns in which the game turned: they are numbered from 1.
    pub turning_points: Vec<usize>,
    /// How it looks.
    pub theme: Theme,
    /// Width of the picture in pixels; drawing clamps it as it does for a [`super::Scene`].
    pub size: u32,
}

// All measures below are thousandths of the picture's width.

/// Height of the picture.
const HEIGHT: f32 = 858.0;
/// Distance between the picture's border and what stands nearest to it, and between the parts.
const MARGIN: f32 = 22.0;
/// Height of the plates with the names, and of the bar with the caption.
const BAR: f32 = 64.0;
/// Height of the strips, above and below the curve, that hold the removed rings.
const STRIP: f32 = 60.0;
/// Height of the line of turn numbers.
const NUMBERS: f32 = 44.0;
/// Width of the column of percentages.
const PERCENTAGES: f32 = 96.0;
/// Radius of a turning point's badge.
const BADGE: f32 = 23.0;
/// Distance between two removed rings that would else cover each other.
const APART: f32 = 30.0;

/// Most turn numbers that fit below the curve.
const MOST_NUMBERS: usize = 10;

/// Draws a chart.
///
/// ```
/// use yinsh_picture::{Chart, Theme, draw_chart};
/// let picture = draw_chart(&Chart {
///     names: ["alice".to_owned(), "bob".to_owned()],
///     colors: ["White".to_owned(), "Black".to_owned()],
///     caption: "Accuracy: alice 84 %, bob 91 %".to_owned(),
///     result: None,
///     first_turn: 1,
///     chances: vec![0.5, 0.55, 0.3],
///     rings: Vec::new(),
///     turning_points: vec![2],
///     theme: Theme::Classic,
///     size: 1000,
/// })?;
/// assert_eq!(picture.width, 1000);
/// # Ok::<(), yinsh_picture::DrawError>(())
/// ```
///
/// # Errors
///
/// [`DrawError`], which no chart causes.
pub fn draw_chart(chart: &Chart) -> Result<Picture, DrawError> {
    finish(&paint(chart)?, chart.theme)
}

/// Paints a chart in full colour.
pub(super) fn paint(chart: &Chart) -> Result<RgbImage, DrawError> {
    let font = font().map_err(|_| DrawError::Font)?;
    // The pieces of a board of the same width.
    let layout = Layout::new(chart.size, Color::White);
    let style = chart.theme.style();
    let assets = assets(chart.theme, &layout, Color::White, font);
    let (names, caption) = with_drawable_names(font, &chart.names, &chart.colors, &chart.caption);
    let painter = Painter {
        chart,
        names,
        caption,
        milli: layout.milli,
        style,
        assets: &assets,
        font,
    };
    let height = (HEIGHT * layout.milli).round() as u32;
    let mut canvas = RgbImage::from_pixel(layout.width, height, Rgb(style.page));
    painter.words(&mut canvas);
    painter.grid(&mut canvas);
    painter.areas(&mut canvas);
    painter.curve(&mut canvas);
    painter.rings(&mut canvas);
    painter.turning_points(&mut canvas);
    Ok(canvas)
}

/// A chart with all that is needed to paint it.
struct Painter<'a> {
    chart: &'a Chart,
    names: [String; 2],
    caption: String,
    milli: f32,
    style: &'static Style,
    assets: &'a Assets,
    font: &'static FontRef<'static>,
}

impl Painter<'_> {
    fn area(&self, left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        area(self.milli, left, top, right, bottom)
    }

    /// The plate that holds everything but the words.
    fn panel(&self) -> Rect {
        let top = 2.0 * MARGIN + BAR - 6.0;
        let bottom = HEIGHT - 3.0 * MARGIN - 2.0 * BAR + 6.0;
        self.area(MARGIN, top, 1000.0 - MARGIN, bottom)
    }

    /// What the curve runs in.
    fn plot(&self) -> Rect {
        let panel = self.panel();
        let pixels = |milli: f32| (milli * self.milli).round();
        Rect {
            left: panel.left + pixels(PERCENTAGES),
            top: panel.top + pixels(STRIP),
            width: panel.width - pixels(PERCENTAGES + 38.0),
            height: panel.height - pixels(2.0 * STRIP + NUMBERS),
        }
    }

    /// Number of turns, 1 at least so that there is a width.
    fn turns(&self) -> f32 {
        self.chart.chances.len().saturating_sub(1).max(1) as f32
    }

    /// Where it is on the curve some turns after the start.
    fn x(&self, turns: f32) -> f32 {
        let plot = self.plot();
        plot.left + plot.width * (turns / self.turns()).clamp(0.0, 1.0)
    }

    fn y(&self, chance: f32) -> f32 {
        let plot = self.plot();
        plot.top + plot.height * (1.0 - chance)
    }

    /// The chance some turns after the start. What is no number is an even chance.
    fn chance(&self, turns: usize) -> f32 {
        let chances = &self.chart.chances;
        let chance = chances.get(turns).or(chances.last()).copied();
        let known = chance.filter(|chance| !chance.is_nan());
        known.unwrap_or(0.5).clamp(0.0, 1.0)
    }

    /// Turns from the start to the end of the one with a number.
    fn turns_to(&self, number: usize) -> usize {
        let last = self.chart.chances.len().saturating_sub(1);
        (number + 1).saturating_sub(self.chart.first_turn).min(last)
    }

    /// The curve's point after a turn.
    fn spot(&self, turns: usize) -> Vec2 {
        Vec2::new(self.x(turns as f32), self.y(self.chance(turns)))
    }

    /// Names and caption.
    fn words(&self, canvas: &mut RgbImage) {
        let names = NamePlate {
            style: self.style,
            sprites: &self.assets.sprites,
            stencils: &self.assets.stencils,
            font: self.font,
            milli: self.milli,
        };
        let bar = |top: f32| self.area(MARGIN, top, 1000.0 - MARGIN, top + BAR);
        let tops = [MARGIN, HEIGHT - 2.0 * MARGIN - 2.0 * BAR + 6.0];
        let winner = self.chart.result.and_then(GameResult::winner);
        for (color, top) in Color::ALL.into_iter().zip(tops) {
            let sign = if winner == Some(color) {
                Sign::Winner
            } else {
                Sign::None
            };
            names.paint(canvas, bar(top), (color, &self.names), sign);
        }
        let footer = bar(HEIGHT - MARGIN - BAR);
        let room = caption_bar(canvas, footer, self.milli, self.style, self.assets);
        let (caption, names) = (&self.caption, &self.names);
        let fitted = fit_caption(self.font, caption, names, 42.0 * self.milli, room.width);
        write_left(canvas, self.font, &fitted, room, self.style.text);
    }

    /// The panel, lines at every quarter, percentages and turn numbers.
    fn grid(&self, canvas: &mut RgbImage) {
        let (style, plot, panel) = (self.style, self.plot(), self.panel());
        RoundedBox::new(30.0 * self.milli).paint(canvas, panel, style.plate);
        let scale = 32.0 * self.milli;
        for quarter in 0..=4_u8 {
            let y = self.y(f32::from(quarter) / 4.0);
            let ends = (Vec2::new(plot.left, y), Vec2::new(plot.right(), y));
            let ink = Ink::solid(style.line).faint(if quarter == 2 { 1.0 } else { 0.5 });
            Shape::new()
                .line(ends.0, ends.1, (2.5 * self.milli).max(1.0))
                .paint(canvas, ink);
            if quarter % 2 == 0 {
                let middle = Vec2::new(panel.left + 0.5 * PERCENTAGES * self.milli, y);
                let text = format!("{}%", quarter * 25);
                write_around(canvas, self.font, &text, scale, middle, style.label);
            }
        }
        let (first, last) = (
            self.chart.first_turn,
            self.chart.first_turn + self.chart.chances.len().saturating_sub(2),
        );
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(|step| (last - first) / step < MOST_NUMBERS)
            .unwrap_or(1000);
        let y = panel.top + panel.height - 0.55 * NUMBERS * self.milli;
        for number in (first..=last).filter(|number| number % step == 0) {
            let x = self.x(self.turns_to(number) as f32);
            let text = number.to_string();
            write_around(
                canvas,
                self.font,
                &text,
                scale,
                Vec2::new(x, y),
                style.label,
            );
        }
    }

    /// What lies between the middle and the curve.
    fn areas(&self, canvas: &mut RgbImage) {
        let plot = self.plot();
        let middle = self.y(0.5);
        let bodies = self.style.pieces.each_ref().map(|pieces| pieces.body);
        for (color, body) in Color::ALL.into_iter().zip(bodies) {
            let clip = |at: Vec2| match color {
                Color::White => Vec2::new(at.x, at.y.min(middle)),
                Color::Black => Vec2::new(at.x, at.y.max(middle)),
            };
            let mut area = vec![Vec2::new(plot.left, middle)];
            for turns in 0..self.chart.chances.len().max(2) {
                let here = self.spot(turns);
                // The curve crosses the middle on a border of the area.
                if turns > 0 {
                    let before = self.spot(turns - 1);
                    let (above, below) = (before.y - middle, here.y - middle);
                    if above * below < 0.0 {
                        let way = here.minus(before).times(above / (above - below));
                        area.push(Vec2::new(before.plus(way).x, middle));
                    }
                }
                area.push(clip(here));
            }
            area.push(Vec2::new(plot.right(), middle));
            Shape::new().polygon(area).paint(canvas, Ink::solid(body));
        }
    }

    fn curve(&self, canvas: &mut RgbImage) {
        let pen = (5.0 * self.milli).max(2.0);
        (1..self.chart.chances.len().max(2))
            .fold(Shape::new(), |curve, turns| {
                curve.round_line(self.spot(turns - 1), self.spot(turns), pen)
            })
            .paint(canvas, Ink::solid(self.style.hint));
    }

    /// The rings that each player removed, on the player's side of the curve.
    fn rings(&self, canvas: &mut RgbImage) {
        let plot = self.plot();
        let half = 0.5 * STRIP * self.milli;
        for color in Color::ALL {
            let y = match color {
                Color::White => plot.top - half,
                Color::Black => plot.top + plot.height + half,
            };
            let mut free = plot.left;
            for &(number, by) in &self.chart.rings {
                if by != color {
                    continue;
                }
                let curve = self.spot(self.turns_to(number));
                // From the rim, as a ring is seen through.
                let rim = RING * SIGN * self.milli * (curve.y - y).signum();
                let ends = (Vec2::new(curve.x, y + rim), curve);
                let ink = Ink::solid(self.style.line).faint(0.7);
                Shape::new()
                    .line(ends.0, ends.1, (2.5 * self.milli).max(1.0))
                    .paint(canvas, ink);
                let ring = Vec2::new(curve.x.max(free).min(plot.right()), y);
                self.assets.sprites.small_ring[color.index()].stamp(canvas, ring, 1.0);
                free = ring.x + APART * self.milli;
            }
        }
    }

    /// Numbers where the game turned.
    fn turning_points(&self, canvas: &mut RgbImage) {
        let plot = self.plot();
        let radius = BADGE * self.milli;
        let mut badges: Vec<Vec2> = Vec::new();
        for (number, &turn) in (1..).zip(&self.chart.turning_points) {
            let curve = self.spot(self.turns_to(turn));
            // Not over the rings.
            let (top, bottom) = (plot.top + radius, plot.top + plot.height - radius);
            let near = curve.y.max(top).min(bottom);
            let fits = |spot: &Vec2| {
                let inside = spot.y >= top && spot.y <= bottom;
                let apart = |other: &Vec2| other.distance(*spot) > 2.2 * radius;
                inside && badges.iter().all(apart)
            };
            // On the curve, else as near to it as there is room.
            let spot = (0..20_u8)
                .map(|i| {
                    let side = if i % 2 == 0 { -1.0 } else { 1.0 };
                    let away = 2.3 * radius * f32::from(i.div_ceil(2)) * side;
                    Vec2::new(curve.x, near + away)
                })
                .find(fits)
                .unwrap_or(curve);
            badges.push(spot);
            let ink = Ink::solid(self.style.last);
            Shape::new()
                .line(curve, spot, 5.0 * self.milli)
                .paint(canvas, ink);
            Shape::new()
                .disc(spot, radius + 4.0 * self.milli)
                .paint(canvas, Ink::solid(self.style.badge));
            Shape::new().disc(spot, radius).paint(canvas, ink);
            let (text, scale) = (number.to_string(), 38.0 * self.milli);
            write_around(canvas, self.font, &text, scale, spot, self.style.badge);
        }
    }
}
