//! Text in a picture: made drawable, shortened to fit, rendered and painted inside its box.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};

use ab_glyph::{Font, FontRef, GlyphId, InvalidFont, PxScale, ScaleFont};
use image::{GrayImage, Luma, RgbImage};
use imageproc::drawing::draw_text_mut;
use parking_lot::Mutex;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::geometry::{Rect, Vec2};
use super::tint::{Tint, blend};
use yinsh::chars::is_invisible;

/// Inter SemiBold: Latin, Cyrillic and Greek; clear at small sizes, and free to pass on.
static FONT: LazyLock<Result<FontRef<'static>, InvalidFont>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../../assets/fonts/Inter-SemiBold.otf"))
});

/// Longest text that is looked at: more characters never fit a picture.
const LONGEST: usize = 200;

/// Smallest scale before text is cut.
const SMALLER: f32 = 0.70;

/// The font.
///
/// # Errors
///
/// Only if the font that is built in is broken.
pub(super) fn font() -> Result<&'static FontRef<'static>, InvalidFont> {
    FONT.as_ref().map_err(|_| InvalidFont)
}

/// Fractions that points may end in.
const FRACTIONS: [char; 3] = ['¼', '½', '¾'];

/// Compatibility characters as plain ones. Fractions stay: “4½” would become “41⁄2”.
fn plain(text: &str) -> impl Iterator<Item = char> {
    text.split_inclusive(FRACTIONS).flat_map(|part| {
        let whole = part.trim_end_matches(FRACTIONS);
        whole.nfkc().chain(part[whole.len()..].chars())
    })
}

/// The drawable part of a text, on one line: compatibility characters become plain ones; combining
/// marks, invisible characters and those that the font lacks are left out.
pub(super) fn drawable(font: &impl Font, text: &str) -> String {
    let mut shown = String::new();
    let text: String = text.chars().take(4 * LONGEST).collect();
    for c in plain(&text) {
        if c.is_whitespace() {
            if !shown.is_empty() && !shown.ends_with(' ') {
                shown.push(' ');
            }
        } else if !is_combining_mark(c) && !is_invisible(c) && font.glyph_id(c) != GlyphId(0) {
            shown.push(c);
        }
        if shown.chars().count() >= LONGEST {
            break;
        }
    }
    shown.truncate(shown.trim_end().len());
    shown
}

/// Whether no letter or digit of a name can be drawn, for example as the font lacks its script.
pub(super) fn is_lost(font: &impl Font, name: &str) -> bool {
    let (bare, _) = split_suffix(name);
    let shown = drawable(font, &bare.iter().collect::<String>());
    shown.chars().count() < bare.len() && !shown.contains(char::is_alphanumeric)
}

/// Two names as they can be drawn, and a sentence in which they stand. A name of which nothing can
/// be drawn becomes the word for the player's colour.
pub(super) fn with_drawable_names(
    font: &impl Font,
    names: &[String; 2],
    words: &[String; 2],
    sentence: &str,
) -> ([String; 2], String) {
    let mut sentence = sentence.to_owned();
    let names = [0, 1].map(|i| {
        if is_lost(font, &names[i]) {
            sentence = sentence.replace(&names[i], &words[i]);
            words[i].clone()
        } else {
            names[i].clone()
        }
    });
    (names, sentence)
}

/// A text that fits, and the size in which it does.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    pub text: String,
    pub scale: f32,
    pub width: f32,
}

/// The width of a text in pixels, with one more for smooth borders; measured from the advances
/// alone, as outlines take ten times as long.
fn width(font: &impl Font, text: &str, scale: f32) -> f32 {
    let scaled = font.as_scaled(scale);
    let mut before = None;
    let advance = |c| {
        let glyph = scaled.glyph_id(c);
        let kern = before
            .replace(glyph)
            .map_or(0.0, |before| scaled.kern(before, glyph));
        scaled.h_advance(glyph) + kern
    };
    text.chars().map(advance).sum::<f32>().ceil() + 1.0
}

/// A player's name, to be shortened without losing what tells it from the opponent's.
///
/// Names that look alike carry a suffix in brackets, mostly the person's id: only the part before
/// it is cut, until nothing of it is left.
pub(super) struct Name {
    /// The name without its suffix.
    bare: Vec<char>,
    /// The suffix with its brackets and the space before them; may be empty.
    suffix: Vec<char>,
    /// Index of the first character in which the suffix differs from the opponent's; where there
    /// is no suffix, that of the bare name.
    difference: usize,
}

impl Name {
    /// What can be drawn of a name, and where it differs from the opponent's.
    pub(super) fn new(font: &impl Font, name: &str, opponent: &str) -> Self {
        let (bare, suffix) = split_suffix(&drawable(font, name));
        let (other_bare, other_suffix) = split_suffix(&drawable(font, opponent));
        let difference = if suffix.is_empty() {
            first_difference(&bare, &other_bare)
        } else {
            first_difference(&suffix, &other_suffix)
        };
        Self {
            bare,
            suffix,
            difference,
        }
    }

    fn whole(&self) -> String {
        self.bare.iter().chain(&self.suffix).collect()
    }

    fn len(&self) -> usize {
        self.bare.len() + self.suffix.len()
    }

    /// The name in so many of its characters, at least one.
    fn shortened(&self, kept: usize) -> String {
        let kept = kept.max(1);
        if kept >= self.len() {
            return self.whole();
        }
        if !self.suffix.is_empty() && kept > self.suffix.len() {
            let head = &self.bare[..kept - self.suffix.len()];
            return cut(head) + self.suffix.iter().collect::<String>().as_str();
        }
        // Without the space before the suffix.
        let (part, difference) = match self.suffix.get(1..) {
            Some(suffix) => (suffix, self.difference.saturating_sub(1)),
            None => (self.bare.as_slice(), self.difference),
        };
        if kept >= part.len() {
            return format!("…{}", part.iter().collect::<String>());
        }
        let difference = difference.min(part.len() - 1);
        if difference < kept {
            return cut(&part[..kept]);
        }
        // The beginning is the same as the opponent's.
        let start = difference.saturating_sub(1.min(kept - 1));
        let end = part.len().min(start + kept);
        let window = &part[start..end];
        if end == part.len() {
            format!("…{}", window.iter().collect::<String>())
        } else {
            format!("…{}", cut(window))
        }
    }
}

/// A text with an ellipsis behind it.
fn cut(head: &[char]) -> String {
    let head: String = head.iter().collect();
    format!("{}…", head.trim_end())
}

/// A name and the last bracket that it ends with.
fn split_suffix(name: &str) -> (Vec<char>, Vec<char>) {
    let start = name.ends_with(')').then(|| name.rfind(" (")).flatten();
    let (bare, suffix) = name.split_at(start.unwrap_or(name.len()));
    (bare.chars().collect(), suffix.chars().collect())
}

/// Index of the first character that two texts do not share; 0 if they are equal.
fn first_difference(text: &[char], other: &[char]) -> usize {
    if text == other {
        return 0;
    }
    text.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// The most characters, up to `most`, with which something still fits; 0 if it never does. What
/// fits with some fits with fewer.
fn most_that_fit(most: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut kept, mut beyond) = (0, most + 1);
    while kept + 1 < beyond {
        let half = usize::midpoint(kept, beyond);
        if fits(half) {
            kept = half;
        } else {
            beyond = half;
        }
    }
    kept
}

/// Makes a text fit a width: as it is, else smaller, else as `shorten` cuts it to a number of
/// characters.
fn fit_by(
    font: &impl Font,
    text: String,
    scale: f32,
    room: f32,
    shorten: impl Fn(usize) -> String,
) -> Fitted {
    let width = |text: &str, scale: f32| width(font, text, scale);
    let full = width(&text, scale);
    if full <= room {
        return Fitted {
            text,
            scale,
            width: full,
        };
    }
    // Widths are rounded up: two pixels keep the smaller text from just not fitting.
    let scale = scale * ((room - 2.0) / full).max(SMALLER);
    let shrunk = width(&text, scale);
    if shrunk <= room {
        return Fitted {
            text,
            scale,
            width: shrunk,
        };
    }
    let most = text.chars().count();
    let kept = most_that_fit(most, |kept| width(&shorten(kept), scale) <= room);
    let text = shorten(kept);
    let width = width(&text, scale);
    Fitted { text, scale, width }
}

/// Makes a text fit a width: as it is, else smaller, else cut with an ellipsis.
pub(super) fn fit(font: &impl Font, text: &str, scale: f32, room: f32) -> Fitted {
    let text = drawable(font, text);
    let chars: Vec<char> = text.chars().collect();
    fit_by(font, text, scale, room, |kept| {
        cut(&chars[..kept.min(chars.len())])
    })
}

/// Makes a name fit a width: as it is, else smaller, else shortened.
pub(super) fn fit_name(font: &impl Font, name: &Name, scale: f32, room: f32) -> Fitted {
    fit_by(font, name.whole(), scale, room, |kept| name.shortened(kept))
}

/// Makes a sentence fit a width. If it has to be cut, then in the names that stand in it, as what
/// the players are asked to do often stands at its end.
pub(super) fn fit_caption(
    font: &impl Font,
    caption: &str,
    names: &[String; 2],
    scale: f32,
    room: f32,
) -> Fitted {
    let fits = |text: &str| {
        text.chars().take(LONGEST).count() < LONGEST
            && width(font, &drawable(font, text), scale * SMALLER) <= room
    };
    let mut caption = caption.to_owned();
    let [white, black] = names;
    let mut pairs = [(white, black), (black, white)];
    pairs.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, opponent) in pairs {
        if name.is_empty() || fits(&caption) {
            continue;
        }
        let shown = Name::new(font, name, opponent);
        if shown.len() == 0 {
            continue;
        }
        let with = |kept: usize| caption.replacen(name.as_str(), &shown.shortened(kept), 1);
        let kept = most_that_fit(shown.len() - 1, |kept| fits(&with(kept)));
        caption = with(kept);
    }
    fit(font, &caption, scale, room)
}

/// A rendered line of text.
#[derive(Debug)]
struct Line {
    text: String,
    scale: f32,
    /// Coverage of each pixel; the line begins [`OVERHANG`] pixels from the left.
    coverage: GrayImage,
}

/// Room for what a letter reaches to the left of where it begins.
const OVERHANG: i32 = 3;

/// Lines that are kept: those of several games, and the numbers.
const LINES_KEPT: usize = 128;

/// The lines used last, the newest at the back. Names and captions come back in every picture of a
/// game.
static LINES: Mutex<VecDeque<Arc<Line>>> = Mutex::new(VecDeque::new());

/// Drops all rendered lines.
pub(super) fn forget_lines() {
    LINES.lock().clear();
}

/// A text rendered in a size.
fn line(font: &impl Font, text: &str, scale: f32) -> Arc<Line> {
    let found = {
        let mut lines = LINES.lock();
        let same = |line: &Arc<Line>| line.scale == scale && line.text == text;
        let place = lines.iter().position(same);
        place.and_then(|place| lines.remove(place)).inspect(|line| {
            lines.push_back(Arc::clone(line));
        })
    };
    if let Some(line) = found {
        return line;
    }
    let height = font.as_scaled(scale).height().ceil() as u32 + 1;
    let width = width(font, text, scale) as u32 + 2 * OVERHANG as u32;
    let mut coverage = GrayImage::new(width, height);
    draw_text_mut(&mut coverage, Luma([255]), OVERHANG, 0, scale, font, text);
    let line = Arc::new(Line {
        text: text.to_owned(),
        scale,
        coverage,
    });
    let mut lines = LINES.lock();
    if lines.len() == LINES_KEPT {
        lines.pop_front();
    }
    lines.push_back(Arc::clone(&line));
    line
}

/// Paints a line that begins at a pixel; nothing of it outside an area.
fn paint_line(canvas: &mut RgbImage, line: &Line, (x, y): (i32, i32), area: Rect, tint: Tint) {
    let (width, height) = canvas.dimensions();
    let clip = |low: f32, high: f32, limit: u32| {
        let limit = limit as f32;
        low.clamp(0.0, limit) as u32..high.clamp(0.0, limit) as u32
    };
    let columns = clip(area.left, area.right(), width);
    let rows = clip(area.top, area.bottom(), height);
    for (column, row, Luma([cover])) in line.coverage.enumerate_pixels() {
        let weight = (u32::from(*cover) * 256 + 127) / 255;
        if weight == 0 {
            continue;
        }
        let (x, y) = (x - OVERHANG + column as i32, y + row as i32);
        if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
            && columns.contains(&x)
            && rows.contains(&y)
        {
            let pixel = canvas.get_pixel_mut(x, y);
            pixel.0 = blend(pixel.0, tint, weight);
        }
    }
}

/// Writes a fitted text at the left of an area, in the middle of its height; nothing of it is
/// drawn outside the area.
pub(super) fn write_left(
    canvas: &mut RgbImage,
    font: &impl Font,
    fitted: &Fitted,
    area: Rect,
    tint: Tint,
) {
    let y = area.center().y - middle_of_capitals(font, fitted.scale);
    let line = line(font, &fitted.text, fitted.scale);
    let start = (area.left.round() as i32, y.round() as i32);
    paint_line(canvas, &line, start, area, tint);
}

/// Writes a short text around a spot.
pub(super) fn write_around(
    canvas: &mut RgbImage,
    font: &impl Font,
    text: &str,
    scale: f32,
    middle: Vec2,
    tint: Tint,
) {
    let width = width(font, text, scale) - 1.0;
    let x = middle.x - width / 2.0;
    let y = middle.y - middle_of_capitals(font, scale);
    let line = line(font, text, scale);
    let whole = Rect {
        left: 0.0,
        top: 0.0,
        width: canvas.width() as f32,
        height: canvas.height() as f32,
    };
    paint_line(
        canvas,
        &line,
        (x.round() as i32, y.round() as i32),
        whole,
        tint,
    );
}

/// How far the middle of capital letters lies below the top of a line.
fn middle_of_capitals(font: &impl Font, scale: f32) -> f32 {
    let scaled = font.as_scaled(PxScale::from(scale));
    let glyph = font.glyph_id('H').with_scale(scale);
    let bounds = font.outline_glyph(glyph).map(|glyph| glyph.px_bounds());
    bounds.map_or(scaled.ascent() / 2.0, |bounds| {
        scaled.ascent() + (bounds.min.y + bounds.max.y) / 2.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_drawn_of_a_name() {
        let font = font().unwrap();
        for (name, shown) in [
            ("alice", "alice"),
            ("", ""),
            ("  a \t b\n ", "a b"),
            ("Żółć Ünïcødé", "Żółć Ünïcødé"),
            ("Борис Đặng", "Борис Đặng"),
            ("4½ + ¼", "4½ + ¼"),
            ("𝓑𝓸𝓫 Ｆｕｌｌ", "Bob Full"),
            ("🦊 fox 🦊", "fox"),
            ("🦊🦊", ""),
            ("王小明", ""),
            ("王小明 Wang", "Wang"),
            ("a\u{202e}b\u{200b}c\u{0}", "abc"),
            ("Z\u{335}\u{336}\u{30d}a", "Za"),
        ] {
            assert_eq!(drawable(font, name), shown, "{name:?}");
        }
    }

    #[test]
    fn a_name_that_cannot_be_drawn_becomes_the_colour() {
        let font = font().unwrap();
        let words = ["White", "Black"].map(str::to_owned);
        for (name, shown) in [
            ("王小明", "White"),
            ("しんいち", "White"),
            ("이순신", "White"),
            ("محمد", "White"),
            ("משה", "White"),
            ("👩‍🚀🦊", "White"),
            ("王-明", "White"),
            ("王小明 (@wang:example.org)", "White"),
            ("王小明 Wang", "王小明 Wang"),
            ("!!", "!!"),
            ("", ""),
            ("alice", "alice"),
        ] {
            let names = [name.to_owned(), "bob".to_owned()];
            let sentence = format!("{name}, move a ring");
            let (names, sentence) = with_drawable_names(font, &names, &words, &sentence);
            assert_eq!(names, [shown, "bob"]);
            assert_eq!(sentence, format!("{shown}, move a ring"));
        }
    }

    #[test]
    fn text_fits_every_room() {
        let font = font().unwrap();
        for text in [
            "",
            "alice",
            "WWWWWWWWWWWWWWWWWWWWWWWWW",
            "a b c d e f g h i j k l",
        ] {
            for room in [40.0, 60.0, 100.0, 300.0] {
                let fitted = fit(font, text, 30.0, room);
                assert!(fitted.width <= room, "{fitted:?} in {room}");
                assert_eq!(fitted.text.is_empty(), text.is_empty());
            }
        }
        assert_eq!(fit(font, "alice", 30.0, 300.0).text, "alice");
        assert!(
            fit(font, "maximilian the great", 30.0, 150.0)
                .text
                .ends_with('…')
        );
    }

    #[test]
    fn a_short_name_keeps_what_tells_it_from_the_opponents() {
        let font = font().unwrap();
        let alike = [
            ("bob (@bob:example.org)", "bob (@b0b:example.org)"),
            (
                "Ludwig van Beethoven (@ludwig:x.org)",
                "Ludwig van Beethoven (@lou:x.org)",
            ),
            ("Bob (123456789012345678)", "Bob (123456789012345679)"),
            ("Bob (123456789012345678)", "Bob (123456789912345678)"),
            (
                "Ringleader (@imposter-of-the-bot:example.org)",
                "Ringleader",
            ),
            (
                "Johann Sebastian Bach the Elder",
                "Johann Sebastian Bach the Younger",
            ),
        ];
        for (one, other) in alike {
            for room in [60.0, 100.0, 160.0, 242.0, 400.0] {
                let names = [(one, other), (other, one)]
                    .map(|(name, opponent)| Name::new(font, name, opponent));
                let [a, b] = names.map(|name| fit_name(font, &name, 44.0, room).text);
                assert_ne!(a, b, "{one} and {other} in {room}");
            }
        }
        let name = Name::new(font, alike[1].0, alike[1].1);
        let shown = fit_name(font, &name, 30.0, 300.0).text;
        assert!(shown.starts_with('L'), "{shown}");
        assert!(
            shown.ends_with("... (@ludwig:x.org)") || shown.ends_with("… (@ludwig:x.org)"),
            "{shown}"
        );
    }

    #[test]
    fn a_caption_keeps_what_tells_namesakes_apart() {
        let font = font().unwrap();
        let names = ["@ludwig:x.org", "@lou:x.org"]
            .map(|id| format!("Ludwig van Beethoven, composer ({id})"));
        let caption = format!("{}, remove one of your rows: 1, 2, 3", names[0]);
        let fitted = fit_caption(font, &caption, &names, 42.0, 700.0);
        assert!(
            fitted.text.contains("... (@ludwig:x.org), remove"),
            "{fitted:?}"
        );
    }

    #[test]
    fn a_caption_keeps_its_end() {
        let font = font().unwrap();
        let [long, longer] = ["W".repeat(60), "王 é".repeat(300)];
        for names in [
            ["alice".to_owned(), long.clone()],
            [longer.clone(), long.clone()],
            [String::new(), longer.clone()],
        ] {
            let caption = format!("{}, remove a row: 1 2 3", names[1]);
            let fitted = fit_caption(font, &caption, &names, 30.0, 400.0);
            assert!(
                fitted.text.ends_with("..., remove a row: 1 2 3"),
                "{fitted:?}"
            );
            assert!(fitted.width <= 400.0);
            let both = format!("{} has won against {}.", names[1], names[0]);
            let fitted = fit_caption(font, &both, &names, 30.0, 400.0);
            assert!(fitted.text.contains("... has won against "), "{fitted:?}");
            assert!(fitted.text.ends_with('.'), "{fitted:?}");
        }
        let names = ["alice".to_owned(), "bob".to_owned()];
        let fitted = fit_caption(font, "alice, move a ring", &names, 30.0, 400.0);
        assert_eq!(fitted, fit(font, "alice, move a ring", 30.0, 400.0));
    }
}
