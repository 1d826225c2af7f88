//! A ranking of people as a table: the ratings of a server, or the standings of a tournament.

use ab_glyph::FontRef;
use image::{Rgb, RgbImage};

use super::assets::{Assets, assets};
use super::chart_parts::{area, caption_bar, finish};
use super::draw::Picture;
use super::error::DrawError;
use super::geometry::{Layout, Rect};
use super::shape::RoundedBox;
use super::text::{fit, font, is_lost, write_left};
use super::theme::{Style, Theme};
use super::tint::Tint;
use yinsh::game::Color;

/// What a ranking shows.
#[derive(Debug, Clone)]
pub struct StandingsTable {
    /// One sentence below the table.
    pub caption: String,
    /// Column headers: names, the values that people are ranked by, and further values.
    pub heads: [String; 3],
    /// The rows, from the top; at most [`MOST_ROWS`](Self::MOST_ROWS) are drawn.
    pub rows: Vec<StandingsRow>,
    /// How it looks.
    pub theme: Theme,
    /// Width of the picture in pixels; drawing clamps it as it does for a [`super::Scene`].
    pub size: u32,
}

impl StandingsTable {
    /// The maximum number of rows drawn.
    pub const MOST_ROWS: usize = 20;
}

/// A person in a [`StandingsTable`].
#[derive(Debug, Clone)]
pub struct StandingsRow {
    /// The person's place, from 1.
    pub place: usize,
    /// The person's name, of any length and in any script.
    pub name: String,
    /// What stands in place of a name of which nothing can be drawn.
    pub id: String,
    /// What the person is ranked by, such as a rating with its deviation, and a further value, such as
    /// a number of games.
    pub values: [String; 2],
}

// All measures below are thousandths of the picture's width.

/// Distance between the picture's border and what stands nearest to it, and between the parts.
const MARGIN: f32 = 22.0;
/// Height of the bar with the caption.
const BAR: f32 = 64.0;
/// Height of the line with the heads.
const HEADS: f32 = 58.0;
/// Height of a row, and the gap below it.
const ROW: f32 = 58.0;
const GAP: f32 = 8.0;
/// The right end of the places, the left end of the names, and the right ends of the names and of both
/// values.
const PLACES: f32 = 106.0;
const NAMES: f32 = 126.0;
const NAMES_END: f32 = 580.0;
const VALUES: f32 = 800.0;
const FURTHER: f32 = 940.0;
/// The room of the first value, and of the places and the further value.
const WIDE: f32 = 210.0;
const NARROW: f32 = 80.0;

/// Draws a ranking.
///
/// ```
/// use yinsh_picture::{StandingsRow, StandingsTable, Theme, draw_standings};
/// let alice = StandingsRow {
///     place: 1,
///     name: "alice".to_owned(),
///     id: "@alice:example.org".to_owned(),
///     values: ["1662 ± 90".to_owned(), "12".to_owned()],
/// };
/// let picture = draw_standings(&StandingsTable {
///     caption: "Ratings, normal".to_owned(),
///     heads: ["Player", "Rating", "Games"].map(str::to_owned),
///     rows: vec![alice],
///     theme: Theme::Classic,
///     size: 1000,
/// })?;
/// assert_eq!(picture.width, 1000);
/// # Ok::<(), yinsh_picture::DrawError>(())
/// ```
///
/// # Errors
///
/// [`DrawError`], which no table causes.
pub fn draw_standings(table: &StandingsTable) -> Result<Picture, DrawError> {
    finish(&paint(table)?, table.theme)
}

/// Paints a table in full colour.
fn paint(table: &StandingsTable) -> Result<RgbImage, DrawError> {
    let font = font().map_err(|_| DrawError::Font)?;
    let layout = Layout::new(table.size, Color::White);
    let style = table.theme.style();
    let rows = &table.rows[..table.rows.len().min(StandingsTable::MOST_ROWS)];
    let panel = HEADS + rows.len() as f32 * (ROW + GAP) + MARGIN - GAP;
    let height = panel + 3.0 * MARGIN + BAR;
    let painter = Painter {
        milli: layout.milli,
        style,
        assets: &assets(table.theme, &layout, Color::White, font),
        font,
    };
    let pixels = (height * layout.milli).round() as u32;
    let mut canvas = RgbImage::from_pixel(layout.width, pixels, Rgb(style.page));
    let bar = painter.area(
        MARGIN,
        height - MARGIN - BAR,
        1000.0 - MARGIN,
        height - MARGIN,
    );
    let room = caption_bar(&mut canvas, bar, layout.milli, style, painter.assets);
    let fitted = fit(font, &table.caption, 42.0 * layout.milli, room.width);
    write_left(&mut canvas, font, &fitted, room, style.text);
    let plate = painter.area(MARGIN, MARGIN, 1000.0 - MARGIN, MARGIN + panel);
    RoundedBox::new(30.0 * layout.milli).paint(&mut canvas, plate, style.plate);
    painter.heads(&mut canvas, &table.heads);
    let tops = (0..).map(|i| MARGIN + HEADS + i as f32 * (ROW + GAP));
    for (row, top) in rows.iter().zip(tops) {
        painter.row(&mut canvas, row, top);
    }
    Ok(canvas)
}

/// What is needed to paint a table.
struct Painter<'a> {
    milli: f32,
    style: &'static Style,
    assets: &'a Assets,
    font: &'static FontRef<'static>,
}

/// The room of a text: left-aligned between two ends, or right-aligned at an end within a width.
#[derive(Clone, Copy)]
enum Cell {
    Left(f32, f32),
    Right(f32, f32),
}

impl Painter<'_> {
    fn area(&self, left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        area(self.milli, left, top, right, bottom)
    }

    /// Writes into a cell of a line, in some size and colour.
    fn write(
        &self,
        canvas: &mut RgbImage,
        text: &str,
        cell: Cell,
        (top, bottom): (f32, f32),
        (size, tint): (f32, Tint),
    ) {
        let (left, right) = match cell {
            Cell::Left(left, right) => (left, right),
            Cell::Right(right, width) => (right - width, right),
        };
        let mut room = self.area(left, top, right, bottom);
        let fitted = fit(self.font, text, size * self.milli, room.width);
        if matches!(cell, Cell::Right(..)) {
            room.left += (room.width - fitted.width).max(0.0);
        }
        write_left(canvas, self.font, &fitted, room, tint);
    }

    fn heads(&self, canvas: &mut RgbImage, [name, value, further]: &[String; 3]) {
        let (line, look) = ((MARGIN + 4.0, MARGIN + HEADS), (30.0, self.style.label));
        for (text, cell) in [
            (name, Cell::Left(NAMES, NAMES_END)),
            (value, Cell::Right(VALUES, WIDE)),
            (further, Cell::Right(FURTHER, 2.0 * NARROW - 20.0)),
        ] {
            self.write(canvas, text, cell, line, look);
        }
    }

    fn row(&self, canvas: &mut RgbImage, row: &StandingsRow, top: f32) {
        let line = (top, top + ROW);
        let bar = self.area(2.0 * MARGIN, line.0, 1000.0 - 2.0 * MARGIN, line.1);
        let style = self.style;
        self.assets.stencils.footer.paint(canvas, bar, style.chip);
        let name = match is_lost(self.font, &row.name) {
            true => &row.id,
            false => &row.name,
        };
        let [value, further] = &row.values;
        for (text, cell) in [
            (&row.place.to_string(), Cell::Right(PLACES, NARROW - 28.0)),
            (name, Cell::Left(NAMES, NAMES_END)),
            (value, Cell::Right(VALUES, WIDE)),
            (further, Cell::Right(FURTHER, NARROW)),
        ] {
            self.write(canvas, text, cell, line, (36.0, style.text));
        }
    }
}
