//! Choices as message components: buttons and select menus.

use serde_json::{Value, json};

use crate::host::RenderedChoice;
use crate::session::Sign;

/// Choices shown as buttons, five a row: more are clearer as a menu.
const MOST_BUTTONS: usize = 10;

/// Limits of buttons in a row, of options in a menu, and of rows in a message:
/// <https://discord.com/developers/docs/components/reference>.
const ROW: usize = 5;
const SELECT: usize = 25;
const MOST_ROWS: usize = 5;

/// Length limit of a button's label, in characters; an option's may have 100.
const LONGEST_LABEL: usize = 80;

/// The prefix of the ids of our buttons and menus.
const OURS: &str = "choice";

/// Component types.
const ACTION_ROW: u8 = 1;
const BUTTON: u8 = 2;
const STRING_SELECT: u8 = 3;

/// Button styles.
const PRIMARY: u8 = 1;
const SUCCESS: u8 = 3;
const DANGER: u8 = 4;

/// The rows of components that offer the choices of a reply. From the 126th on they have to be
/// typed.
pub(super) fn rows(reply: i64, choices: &[RenderedChoice]) -> Vec<Value> {
    let numbered: Vec<(usize, &RenderedChoice)> = choices.iter().enumerate().collect();
    if choices.len() <= MOST_BUTTONS {
        return numbered
            .chunks(ROW)
            .map(|row| {
                let buttons: Vec<Value> = row
                    .iter()
                    .map(|(index, choice)| {
                        json!({
                            "type": BUTTON,
                            "style": style(choice.sign),
                            "label": label(&choice.label),
                            "custom_id": format!("{OURS}:{reply}:{index}"),
                        })
                    })
                    .collect();
                json!({ "type": ACTION_ROW, "components": buttons })
            })
            .collect();
    }
    numbered
        .chunks(SELECT)
        .take(MOST_ROWS)
        .map(|part| {
            let options: Vec<Value> = part
                .iter()
                .map(|(index, choice)| {
                    json!({ "label": label(&choice.label), "value": index.to_string() })
                })
                .collect();
            let ends = [part.first(), part.last()].map(|end| end.map_or("", |end| &end.1.label));
            let first = part.first().map_or(0, |(index, _)| *index);
            let select = json!({
                "type": STRING_SELECT,
                "custom_id": format!("{OURS}:{reply}:from{first}"),
                "placeholder": label(&ends.join(" … ")),
                "options": options,
            });
            json!({ "type": ACTION_ROW, "components": [select] })
        })
        .collect()
}

const fn style(sign: Sign) -> u8 {
    match sign {
        Sign::Yes => SUCCESS,
        Sign::No => DANGER,
        Sign::Number(_) => PRIMARY,
    }
}

/// A label that fits, and is never empty.
fn label(text: &str) -> String {
    if text.trim().is_empty() {
        return "?".to_owned();
    }
    if text.chars().count() <= LONGEST_LABEL {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(LONGEST_LABEL - 1).collect();
    short.push('…');
    short
}

/// The reply and the choice that a component's id and the picked values stand for.
pub(super) fn picked(custom_id: &str, values: &[String]) -> Option<(i64, usize)> {
    let (reply, index) = custom_id
        .strip_prefix(OURS)?
        .strip_prefix(':')?
        .split_once(':')?;
    let index = match (index.strip_prefix("from"), values) {
        (Some(_), [value]) => value,
        (None, []) => index,
        _ => return None,
    };
    Some((reply.parse().ok()?, index.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(number: usize) -> Vec<RenderedChoice> {
        (1..=number)
            .map(|number| RenderedChoice {
                sign: Sign::Number(number),
                label: format!("Row {number}"),
            })
            .collect()
    }

    #[test]
    fn choices_stand_in_rows_that_discord_takes() {
        for (number, rows_of) in [
            (0, vec![]),
            (1, vec![1]),
            (5, vec![5]),
            (6, vec![5, 1]),
            (10, vec![5, 5]),
            (11, vec![11]),
            (25, vec![25]),
            (26, vec![25, 1]),
            (200, vec![25; 5]),
        ] {
            let rows = rows(7, &choices(number));
            let found: Vec<usize> = rows
                .iter()
                .map(|row| {
                    let parts = row["components"].as_array().unwrap();
                    match parts[0]["options"].as_array() {
                        Some(options) => options.len(),
                        None => parts.len(),
                    }
                })
                .collect();
            assert_eq!(found, rows_of, "{number}");
        }
    }

    #[test]
    fn what_is_picked_is_what_was_offered() {
        let values = |value: &str| vec![value.to_owned()];
        let row = &rows(42, &choices(6))[1];
        let id = row["components"][0]["custom_id"].as_str().unwrap();
        assert_eq!(picked(id, &[]), Some((42, 5)));
        let row = &rows(42, &choices(30))[1];
        let id = row["components"][0]["custom_id"].as_str().unwrap();
        let value = row["components"][0]["options"][2]["value"]
            .as_str()
            .unwrap();
        assert_eq!(picked(id, &values(value)), Some((42, 27)));
        for (id, values) in [
            ("", vec![]),
            ("choice:42", vec![]),
            ("choice:42:", vec![]),
            ("choice:42:1", values("1")),
            ("choice:42:from0", vec![]),
            ("choice:x:1", vec![]),
            ("other:42:1", vec![]),
        ] {
            assert_eq!(picked(id, &values), None, "{id}");
        }
    }

    #[test]
    fn labels_fit_and_answers_have_their_colours() {
        let mut two = choices(2);
        two[0].sign = Sign::Yes;
        two[0].label = "x".repeat(200);
        two[1].sign = Sign::No;
        two[1].label = " ".to_owned();
        let row = &rows(1, &two)[0]["components"];
        assert_eq!(row[0]["style"], SUCCESS);
        assert_eq!(row[0]["label"].as_str().unwrap().chars().count(), 80);
        assert_eq!(row[1]["style"], DANGER);
        assert_eq!(row[1]["label"], "?");
    }
}
