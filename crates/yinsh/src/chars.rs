//! Invisible characters.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

/// Whether a character is invisible or only changes how others are displayed: control and format
/// characters, bidirectional marks, fillers, private use.
pub fn is_invisible(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || matches!(
            CodePointMapData::<GeneralCategory>::new().get(c),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
        )
        // The blank Braille pattern and the object replacement character.
        || matches!(c, '\u{2800}' | '\u{fffc}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_recognised() {
        let invisible = "\0\u{7}\u{7f}\u{85}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180b}\
                      \u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{202e}\u{2028}\u{2029}\u{2060}\
                      \u{2064}\u{2069}\u{206f}\u{2800}\u{3164}\u{e000}\u{fe0f}\u{feff}\u{ffa0}\
                      \u{fff9}\u{fffc}\u{ffff}\u{1bca0}\u{1d173}\u{e0001}\u{e0041}\u{e0100}\u{10ffff}";
        for c in invisible.chars() {
            assert!(is_invisible(c), "{c:?}");
        }
        for c in "aZ9 é王Ж☃👑🂡-_@…\u{fffd}\u{301}".chars() {
            assert!(!is_invisible(c), "{c:?}");
        }
    }
}
