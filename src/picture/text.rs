//! Words in a picture: made drawable, shortened to fit, and kept inside their box.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId, InvalidFont, PxScale, ScaleFont};
use image::{GenericImage, Rgb, RgbImage};
use imageproc::drawing::draw_text_mut;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::geometry::{Area, Spot};
use super::theme::Tint;
use crate::chars::is_invisible;

/// Inter SemiBold: Latin, Cyrillic and Greek; clear at small sizes, and free to pass on.
static FONT: LazyLock<Result<FontRef<'static>, InvalidFont>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../assets/fonts/Inter-SemiBold.otf"))
});

/// More characters than this never fit a picture; whoever has a longer name does not slow us.
const LONGEST: usize = 200;

/// How far text is made smaller before it is cut.
const SMALLER: f32 = 0.70;

/// Stands for a letter that the font does not have.
const UNKNOWN: char = '□';

/// The font.
///
/// # Errors
///
/// Only if the font that is built in is broken.
pub(super) fn font() -> Result<&'static FontRef<'static>, InvalidFont> {
    FONT.as_ref().map_err(|_| InvalidFont)
}

/// What of a text can be drawn: one line, fancy letters made plain, no marks that stack up, no
/// invisible or direction-turning characters, no pictures; letters of other scripts become
/// boxes. Something is left of any text that is not blank.
pub(super) fn drawable(font: &impl Font, text: &str) -> String {
    let mut shown = String::new();
    let mut lost = false;
    for c in text.chars().take(4 * LONGEST).nfkc() {
        if c.is_whitespace() {
            if !shown.is_empty() && !shown.ends_with(' ') {
                shown.push(' ');
            }
        } else if is_combining_mark(c) || is_invisible(c) {
            lost = true;
        } else if font.glyph_id(c) != GlyphId(0) {
            shown.push(c);
        } else if c.is_alphanumeric() {
            shown.push(UNKNOWN);
        } else {
            lost = true;
        }
        if shown.chars().count() >= LONGEST {
            break;
        }
    }
    shown.truncate(shown.trim_end().len());
    if shown.is_empty() && lost {
        shown.push(UNKNOWN);
    }
    shown
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

/// Makes a text fit a width: as it is, else smaller, else cut with an ellipsis.
pub(super) fn fit(font: &impl Font, text: &str, scale: f32, room: f32) -> Fitted {
    let text = drawable(font, text);
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
    let smaller = scale * ((room - 2.0) / full).max(SMALLER);
    let shrunk = width(&text, smaller);
    if shrunk <= room {
        return Fitted {
            text,
            scale: smaller,
            width: shrunk,
        };
    }
    // Cut where the ellipsis still fits; widths grow with every character.
    let chars: Vec<char> = text.chars().collect();
    let cut = |kept: usize| {
        let head: String = chars[..kept].iter().collect();
        format!("{}…", head.trim_end())
    };
    let (mut kept, mut beyond) = (0, chars.len());
    while kept + 1 < beyond {
        let half = usize::midpoint(kept, beyond);
        if width(&cut(half), smaller) <= room {
            kept = half;
        } else {
            beyond = half;
        }
    }
    let text = cut(kept);
    let width = width(&text, smaller);
    Fitted {
        text,
        scale: smaller,
        width,
    }
}

/// Makes a sentence fit a width. If it has to be cut, then in the names that stand in it, as what
/// the players are asked to do often stands at its end.
pub(super) fn fit_caption(
    font: &impl Font,
    caption: &str,
    names: &[String],
    scale: f32,
    room: f32,
) -> Fitted {
    let fits = |text: &str| {
        text.chars().take(LONGEST).count() < LONGEST
            && width(font, &drawable(font, text), scale * SMALLER) <= room
    };
    let mut caption = caption.to_owned();
    let mut names: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    for name in names {
        if fits(&caption) {
            break;
        }
        let shown: Vec<char> = drawable(font, name).chars().collect();
        // Like every ellipsis in a text it will be drawn as three points.
        let with = |kept: usize| {
            let head: String = shown[..kept].iter().collect();
            caption.replacen(name.as_str(), &format!("{}…", head.trim_end()), 1)
        };
        // At least one letter stays; what fits with some letters fits with fewer.
        let (mut kept, mut beyond) = (1.min(shown.len()), shown.len());
        while kept + 1 < beyond {
            let half = usize::midpoint(kept, beyond);
            if fits(&with(half)) {
                kept = half;
            } else {
                beyond = half;
            }
        }
        caption = with(kept);
    }
    fit(font, &caption, scale, room)
}

/// Writes a fitted text at the left of an area, in the middle of its height; nothing of it is
/// drawn outside the area.
pub(super) fn write_left(
    canvas: &mut RgbImage,
    font: &impl Font,
    fitted: &Fitted,
    area: Area,
    tint: Tint,
) {
    let (width, height) = canvas.dimensions();
    let left = (area.left.max(0.0) as u32).min(width);
    let top = (area.top.max(0.0) as u32).min(height);
    let wide = (area.width.max(0.0) as u32).min(width - left);
    let high = (area.height.max(0.0) as u32).min(height - top);
    if wide == 0 || high == 0 {
        return;
    }
    let y = high as f32 / 2.0 - middle_of_capitals(font, fitted.scale);
    let mut box_only = canvas.sub_image(left, top, wide, high);
    draw_text_mut(
        &mut *box_only,
        Rgb(tint),
        0,
        y.round() as i32,
        fitted.scale,
        font,
        &fitted.text,
    );
}

/// Writes a short text around a spot.
pub(super) fn write_around(
    canvas: &mut RgbImage,
    font: &impl Font,
    text: &str,
    scale: f32,
    middle: Spot,
    tint: Tint,
) {
    let width = width(font, text, scale) - 1.0;
    let x = middle.x - width / 2.0;
    let y = middle.y - middle_of_capitals(font, scale);
    draw_text_mut(
        canvas,
        Rgb(tint),
        x.round() as i32,
        y.round() as i32,
        scale,
        font,
        text,
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
            ("𝓑𝓸𝓫 Ｆｕｌｌ", "Bob Full"),
            ("🦊 fox 🦊", "fox"),
            ("🦊🦊", "□"),
            ("王小明", "□□□"),
            ("a\u{202e}b\u{200b}c\u{0}", "abc"),
            ("Z\u{335}\u{336}\u{30d}a", "Za"),
        ] {
            assert_eq!(drawable(font, name), shown, "{name:?}");
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
