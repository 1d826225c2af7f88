//! The reactions that stand for choices.

use crate::session::Sign;

/// Most choices that are offered as reactions: more would be a wall, and there are no more keys
/// with numbers on them.
pub(super) const MOST: usize = 10;

/// Yes and no.
const YES_NO: [(&str, Sign); 2] = [("✅", Sign::Yes), ("❌", Sign::No)];

/// The keys with numbers, from 1.
const NUMBERS: [&str; MOST] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"];

/// Marks an emoji as a picture; some clients leave it out.
const AS_PICTURE: char = '\u{FE0F}';

/// The reaction that stands for a choice.
pub(super) fn emoji(sign: Sign) -> Option<&'static str> {
    match sign {
        Sign::Number(number) => NUMBERS.get(number.checked_sub(1)?).copied(),
        sign => YES_NO
            .iter()
            .find(|(_, one)| *one == sign)
            .map(|(emoji, _)| *emoji),
    }
}

/// What a reaction stands for.
pub(super) fn sign_of(key: &str) -> Option<Sign> {
    let bare = |text: &str| text.replace(AS_PICTURE, "");
    let key = bare(key);
    let number = (1..).zip(NUMBERS).find(|(_, emoji)| bare(emoji) == key);
    number.map(|(number, _)| Sign::Number(number)).or_else(|| {
        YES_NO
            .iter()
            .find(|(emoji, _)| bare(emoji) == key)
            .map(|(_, sign)| *sign)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reactions_are_read_as_they_are_put() {
        let signs = (1..=MOST).map(Sign::Number).chain([Sign::Yes, Sign::No]);
        for sign in signs {
            let emoji = emoji(sign).unwrap();
            assert_eq!(sign_of(emoji), Some(sign));
            // Some clients leave the mark out that makes a picture of it.
            assert_eq!(sign_of(&emoji.replace(AS_PICTURE, "")), Some(sign));
        }
        assert_eq!(emoji(Sign::Number(0)), None);
        assert_eq!(emoji(Sign::Number(11)), None);
        for key in ["", "👍", "1", "❤️"] {
            assert_eq!(sign_of(key), None, "{key}");
        }
    }
}
