//! A person's ratings over time as a picture: the rating, and a band as wide as its deviation.

use ab_glyph::FontRef;
use image::{Rgb, RgbImage};

use super::assets::{Assets, assets};
use super::chart_parts::{area, caption_bar, finish};
use super::draw::Picture;
use super::error::DrawError;
use super::geometry::{Layout, Rect, Vec2};
use super::shape::{RoundedBox, Shape};
use super::text::{drawable, fit, font, write_around, write_left};
use super::theme::{Style, Theme};
use super::tint::{Ink, mix};
use yinsh::game::Color;

/// What a chart of ratings shows.
#[derive(Debug, Clone)]
pub struct RatingChart {
    /// One sentence below the chart.
    pub caption: String,
    /// Number of the rated game before the first one shown: 0 if all are.
    pub before: usize,
    /// Rating and deviation before the first game shown, and after each.
    pub ratings: Vec<(f32, f32)>,
    /// How it looks.
    pub theme: Theme,
    /// Width of the picture in pixels; drawing clamps it as it does for a [`super::Scene`].
    pub size: u32,
}

// All measures below are thousandths of the picture's width.

/// Height of the picture.
const HEIGHT: f32 = 640.0;
/// Distance between the picture's border and what stands nearest to it, and between the parts.
const MARGIN: f32 = 22.0;
/// Height of the bar with the caption.
const BAR: f32 = 64.0;
/// Room above the curve.
const ABOVE: f32 = 34.0;
/// Height of the line with the numbers of games.
const NUMBERS: f32 = 64.0;
/// Width of the column of ratings.
const RATINGS: f32 = 116.0;

/// Most numbers of games that fit below the curve.
const MOST_NUMBERS: usize = 10;

/// Most lines across the chart.
const MOST_LINES: f32 = 7.0;

/// Least difference between the highest and the lowest rating of a chart, so that small changes
/// look small.
const LEAST_SPAN: f32 = 100.0;

/// What a rating may be: far more than anybody reaches.
const BOUNDS: (f32, f32) = (-10_000.0, 10_000.0);

/// Draws a chart of ratings.
///
/// ```
/// use yinsh_picture::{RatingChart, Theme, draw_ratings};
/// let picture = draw_ratings(&RatingChart {
///     caption: "alice: 1662 ± 290".to_owned(),
///     before: 0,
///     ratings: vec![(1500.0, 350.0), (1662.0, 290.0)],
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
pub fn draw_ratings(chart: &RatingChart) -> Result<Picture, DrawError> {
    finish(&paint(chart)?, chart.theme)
}

/// Paints a chart in full colour.
fn paint(chart: &RatingChart) -> Result<RgbImage, DrawError> {
    let font = font().map_err(|_| DrawError::Font)?;
    let layout = Layout::new(chart.size, Color::White);
    let style = chart.theme.style();
    let ratings: Vec<(f32, f32)> = chart
        .ratings
        .iter()
        .filter(|(rating, deviation)| rating.is_finite() && deviation.is_finite())
        .map(|(rating, deviation)| {
            (
                rating.clamp(BOUNDS.0, BOUNDS.1),
                deviation.clamp(0.0, 1000.0),
            )
        })
        .collect();
    let painter = Painter {
        chart,
        scale: Scale::of(&ratings),
        ratings,
        milli: layout.milli,
        style,
        assets: &assets(chart.theme, &layout, Color::White, font),
        font,
    };
    let height = (HEIGHT * layout.milli).round() as u32;
    let mut canvas = RgbImage::from_pixel(layout.width, height, Rgb(style.page));
    painter.caption(&mut canvas);
    RoundedBox::new(30.0 * layout.milli).paint(&mut canvas, painter.panel(), style.plate);
    painter.band(&mut canvas);
    painter.grid(&mut canvas);
    painter.curve(&mut canvas);
    Ok(canvas)
}

/// The ratings at the bottom and the top of a chart, and the distance between two lines.
#[derive(Debug, Clone, Copy)]
struct Scale {
    bottom: f32,
    top: f32,
    step: f32,
}

impl Scale {
    /// The scale on which the ratings fit with their deviations.
    fn of(ratings: &[(f32, f32)]) -> Self {
        let fold = |all: &[(f32, f32)], start: f32, pick: fn(f32, f32) -> f32, sign: f32| {
            all.iter().fold(start, |bound, (rating, deviation)| {
                pick(bound, rating + sign * deviation)
            })
        };
        let first = ratings.first().map_or(1500.0, |(rating, _)| *rating);
        let mut low = fold(ratings, first, f32::min, -1.0);
        let mut high = fold(ratings, first, f32::max, 1.0);
        let missing = (LEAST_SPAN - (high - low)).max(0.0);
        low -= missing / 2.0;
        high += missing / 2.0;
        let step = [25.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0]
            .into_iter()
            .find(|step| (high - low) / step <= MOST_LINES - 1.0)
            .unwrap_or(5000.0);
        Self {
            bottom: (low / step).floor() * step,
            top: (high / step).ceil() * step,
            step,
        }
    }
}

/// A chart with all that is needed to paint it.
struct Painter<'a> {
    chart: &'a RatingChart,
    ratings: Vec<(f32, f32)>,
    scale: Scale,
    milli: f32,
    style: &'static Style,
    assets: &'a Assets,
    font: &'static FontRef<'static>,
}

impl Painter<'_> {
    fn area(&self, left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        area(self.milli, left, top, right, bottom)
    }

    /// The plate that holds everything but the caption.
    fn panel(&self) -> Rect {
        self.area(MARGIN, MARGIN, 1000.0 - MARGIN, HEIGHT - 2.0 * MARGIN - BAR)
    }

    /// What the curve runs in.
    fn plot(&self) -> Rect {
        let panel = self.panel();
        let pixels = |milli: f32| (milli * self.milli).round();
        Rect {
            left: panel.left + pixels(RATINGS),
            top: panel.top + pixels(ABOVE),
            width: panel.width - pixels(RATINGS + 38.0),
            height: panel.height - pixels(ABOVE + NUMBERS),
        }
    }

    /// Number of games, 1 at least so that there is a width.
    fn games(&self) -> usize {
        self.ratings.len().saturating_sub(1).max(1)
    }

    fn x(&self, games: usize) -> f32 {
        let plot = self.plot();
        plot.left + plot.width * games as f32 / self.games() as f32
    }

    fn y(&self, rating: f32) -> f32 {
        let (plot, Scale { bottom, top, .. }) = (self.plot(), self.scale);
        plot.top + plot.height * (1.0 - ((rating - bottom) / (top - bottom)).clamp(0.0, 1.0))
    }

    fn caption(&self, canvas: &mut RgbImage) {
        let footer = self.area(
            MARGIN,
            HEIGHT - MARGIN - BAR,
            1000.0 - MARGIN,
            HEIGHT - MARGIN,
        );
        let room = caption_bar(canvas, footer, self.milli, self.style, self.assets);
        let text = drawable(self.font, &self.chart.caption);
        let fitted = fit(self.font, &text, 42.0 * self.milli, room.width);
        write_left(canvas, self.font, &fitted, room, self.style.text);
    }

    /// A line at every step with its rating, and the numbers of games.
    fn grid(&self, canvas: &mut RgbImage) {
        let (style, plot, panel) = (self.style, self.plot(), self.panel());
        let size = 32.0 * self.milli;
        let mut rating = self.scale.bottom;
        while rating <= self.scale.top {
            let y = self.y(rating);
            Shape::new()
                .line(
                    Vec2::new(plot.left, y),
                    Vec2::new(plot.right(), y),
                    (2.5 * self.milli).max(1.0),
                )
                .paint(canvas, Ink::solid(style.line).faint(0.5));
            let middle = Vec2::new(panel.left + 0.5 * RATINGS * self.milli, y);
            let text = format!("{rating:.0}");
            write_around(canvas, self.font, &text, size, middle, style.label);
            rating += self.scale.step;
        }
        let (first, last) = (self.chart.before, self.chart.before + self.games());
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(|step| (last - first) / step < MOST_NUMBERS)
            .unwrap_or(1000);
        let y = panel.top + panel.height - 0.5 * NUMBERS * self.milli;
        for number in (first + 1..=last).filter(|number| number % step == 0) {
            let spot = Vec2::new(self.x(number - first), y);
            write_around(
                canvas,
                self.font,
                &number.to_string(),
                size,
                spot,
                style.label,
            );
        }
    }

    /// What the rating may well be: one deviation to each side.
    fn band(&self, canvas: &mut RgbImage) {
        let edge = |sign: f32| {
            let ratings = self.ratings.iter().enumerate();
            ratings.map(move |(games, (rating, deviation))| {
                Vec2::new(self.x(games), self.y(rating + sign * deviation))
            })
        };
        if self.ratings.len() < 2 {
            return;
        }
        let corners: Vec<Vec2> = edge(1.0).chain(edge(-1.0).rev()).collect();
        let tint = mix(self.style.plate, self.style.hint, 0.25);
        Shape::new()
            .polygon(corners)
            .paint(canvas, Ink::solid(tint));
    }

    fn curve(&self, canvas: &mut RgbImage) {
        let pen = (6.0 * self.milli).max(2.0);
        let spots: Vec<Vec2> = self
            .ratings
            .iter()
            .enumerate()
            .map(|(games, (rating, _))| Vec2::new(self.x(games), self.y(*rating)))
            .collect();
        spots
            .windows(2)
            .fold(Shape::new(), |curve, pair| {
                curve.round_line(pair[0], pair[1], pen)
            })
            .paint(canvas, Ink::solid(self.style.hint));
        // Where it stands now.
        if let Some(&last) = spots.last() {
            Shape::new()
                .disc(last, 13.0 * self.milli)
                .paint(canvas, Ink::solid(self.style.badge));
            Shape::new()
                .disc(last, 10.0 * self.milli)
                .paint(canvas, Ink::solid(self.style.hint));
        }
    }
}
