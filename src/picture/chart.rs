//! The chances over a game as a picture: white's above the middle, black's below it.

use ab_glyph::FontRef;
use image::{Rgb, RgbImage};

use super::draw::{DrawError, Picture};
use super::encode::encode;
use super::geometry::{Area, Layout, Spot};
use super::kit::{Kit, kit};
use super::nameplate::{NamePlate, Sign};
use super::paint::{Ink, coverage, disc, line, mix, plate};
use super::palette::palette;
use super::sprites::{RING, SIGN};
use super::text::{fit_caption, font, write_around, write_left};
use super::theme::{Look, Theme};
use crate::game::{Color, GameResult};

/// What a chart shows.
#[derive(Debug, Clone)]
pub struct Chart {
    /// The names of white and black, of any length and in any script.
    pub names: [String; 2],
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
/// use ringleader::picture::{Chart, Theme, draw_chart};
/// let picture = draw_chart(&Chart {
///     names: ["alice".to_owned(), "bob".to_owned()],
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
/// # Ok::<(), ringleader::picture::DrawError>(())
/// ```
///
/// # Errors
///
/// [`DrawError`], which no chart causes.
pub fn draw_chart(chart: &Chart) -> Result<Picture, DrawError> {
    let canvas = paint(chart)?;
    let palette = palette(chart.theme)?;
    let indices = palette.indices(&canvas);
    Ok(Picture {
        png: encode(canvas.dimensions(), &indices, &palette.colors, false)?,
        width: canvas.width(),
        height: canvas.height(),
    })
}

/// Paints a chart in full colour.
pub(super) fn paint(chart: &Chart) -> Result<RgbImage, DrawError> {
    let font = font().map_err(|_| DrawError::Font)?;
    // The pieces of a board of the same width.
    let layout = Layout::new(chart.size, Color::White);
    let look = chart.theme.look();
    let kit = kit(chart.theme, &layout, Color::White, font);
    let easel = Easel {
        chart,
        milli: layout.milli,
        look,
        kit: &kit,
        font,
    };
    let height = (HEIGHT * layout.milli).round() as u32;
    let mut canvas = RgbImage::from_pixel(layout.width, height, Rgb(look.page));
    easel.words(&mut canvas);
    easel.grid(&mut canvas);
    easel.areas(&mut canvas);
    easel.curve(&mut canvas);
    easel.rings(&mut canvas);
    easel.turning_points(&mut canvas);
    Ok(canvas)
}

/// A chart with all that is needed to paint it.
struct Easel<'a> {
    chart: &'a Chart,
    milli: f32,
    look: &'static Look,
    kit: &'a Kit,
    font: &'static FontRef<'static>,
}

impl Easel<'_> {
    fn area(&self, left: f32, top: f32, right: f32, bottom: f32) -> Area {
        let pixels = |milli: f32| (milli * self.milli).round();
        Area {
            left: pixels(left),
            top: pixels(top),
            width: pixels(right) - pixels(left),
            height: pixels(bottom) - pixels(top),
        }
    }

    /// The plate that holds everything but the words.
    fn panel(&self) -> Area {
        let top = 2.0 * MARGIN + BAR - 6.0;
        let bottom = HEIGHT - 3.0 * MARGIN - 2.0 * BAR + 6.0;
        self.area(MARGIN, top, 1000.0 - MARGIN, bottom)
    }

    /// What the curve runs in.
    fn plot(&self) -> Area {
        let panel = self.panel();
        let pixels = |milli: f32| (milli * self.milli).round();
        Area {
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
    fn spot(&self, turns: usize) -> Spot {
        Spot::new(self.x(turns as f32), self.y(self.chance(turns)))
    }

    /// Names and caption.
    fn words(&self, canvas: &mut RgbImage) {
        let names = NamePlate {
            look: self.look,
            sprites: &self.kit.sprites,
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
            names.paint(canvas, bar(top), (color, &self.chart.names), sign);
        }
        let footer = bar(HEIGHT - MARGIN - BAR);
        plate(
            canvas,
            footer,
            0.28 * footer.height,
            Ink::solid(self.look.chip),
        );
        let inset = (22.0 * self.milli).round();
        let room = Area {
            left: footer.left + inset,
            width: footer.width - 2.0 * inset,
            ..footer
        };
        let (caption, names) = (&self.chart.caption, &self.chart.names);
        let fitted = fit_caption(self.font, caption, names, 42.0 * self.milli, room.width);
        write_left(canvas, self.font, &fitted, room, self.look.text);
    }

    /// The panel, lines at every quarter, percentages and turn numbers.
    fn grid(&self, canvas: &mut RgbImage) {
        let (look, plot, panel) = (self.look, self.plot(), self.panel());
        plate(canvas, panel, 30.0 * self.milli, Ink::solid(look.plate));
        let scale = 32.0 * self.milli;
        for quarter in 0..=4_u8 {
            let y = self.y(f32::from(quarter) / 4.0);
            let ends = (Spot::new(plot.left, y), Spot::new(plot.right(), y));
            let ink = Ink::solid(look.line).faint(if quarter == 2 { 1.0 } else { 0.5 });
            line(canvas, ends, (2.5 * self.milli).max(1.0), ink);
            if quarter % 2 == 0 {
                let middle = Spot::new(panel.left + 0.5 * PERCENTAGES * self.milli, y);
                let text = format!("{}%", quarter * 25);
                write_around(canvas, self.font, &text, scale, middle, look.label);
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
            write_around(canvas, self.font, &text, scale, Spot::new(x, y), look.label);
        }
    }

    /// What lies between the middle and the curve.
    fn areas(&self, canvas: &mut RgbImage) {
        let plot = self.plot();
        let middle = self.y(0.5);
        let bodies = self.look.pieces.each_ref().map(|pieces| pieces.body);
        for x in plot.left as u32..plot.right() as u32 {
            let at = (x as f32 + 0.5 - plot.left) / plot.width * self.turns();
            let (before, part) = (at.floor() as usize, at.fract());
            let chance = self.chance(before) * (1.0 - part) + self.chance(before + 1) * part;
            let edge = self.y(chance);
            let (low, high) = (edge.min(middle), edge.max(middle));
            let body = bodies[usize::from(edge > middle)];
            for y in low.floor() as u32..high.ceil() as u32 {
                let here = y as f32 + 0.5;
                let inside = coverage((low - here).max(here - high));
                let pixel = canvas.get_pixel_mut(x, y);
                *pixel = Rgb(mix(pixel.0, body, inside));
            }
        }
    }

    fn curve(&self, canvas: &mut RgbImage) {
        let pen = (5.0 * self.milli).max(2.0);
        let ink = Ink::solid(self.look.hint);
        for turns in 1..self.chart.chances.len().max(2) {
            let ends = (self.spot(turns - 1), self.spot(turns));
            line(canvas, ends, pen, ink);
        }
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
                let ends = (Spot::new(curve.x, y + rim), curve);
                let ink = Ink::solid(self.look.line).faint(0.7);
                line(canvas, ends, (2.5 * self.milli).max(1.0), ink);
                let ring = Spot::new(curve.x.max(free).min(plot.right()), y);
                self.kit.sprites.small_ring[color.index()].stamp(canvas, ring, 1.0);
                free = ring.x + APART * self.milli;
            }
        }
    }

    /// Numbers where the game turned.
    fn turning_points(&self, canvas: &mut RgbImage) {
        let plot = self.plot();
        let radius = BADGE * self.milli;
        let mut badges: Vec<Spot> = Vec::new();
        for (number, &turn) in (1..).zip(&self.chart.turning_points) {
            let curve = self.spot(self.turns_to(turn));
            // Not over the rings.
            let (top, bottom) = (plot.top + radius, plot.top + plot.height - radius);
            let near = curve.y.max(top).min(bottom);
            let fits = |spot: &Spot| {
                let inside = spot.y >= top && spot.y <= bottom;
                let apart = |other: &Spot| other.distance(*spot) > 2.2 * radius;
                inside && badges.iter().all(apart)
            };
            // On the curve, else as near to it as there is room.
            let spot = (0..20_u8)
                .map(|i| {
                    let side = if i % 2 == 0 { -1.0 } else { 1.0 };
                    let away = 2.3 * radius * f32::from(i.div_ceil(2)) * side;
                    Spot::new(curve.x, near + away)
                })
                .find(fits)
                .unwrap_or(curve);
            badges.push(spot);
            let ink = Ink::solid(self.look.last);
            line(canvas, (curve, spot), 5.0 * self.milli, ink);
            disc(
                canvas,
                spot,
                radius + 4.0 * self.milli,
                Ink::solid(self.look.badge),
            );
            disc(canvas, spot, radius, ink);
            let (text, scale) = (number.to_string(), 38.0 * self.milli);
            write_around(canvas, self.font, &text, scale, spot, self.look.badge);
        }
    }
}
